//! Canonical forms modulo associativity, commutativity and identity.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::chunks::FLAT;
use super::heap::{Heap, View};
use super::node::{Header, NodeId};
use super::symbols::Shape;

/// Past this many elements a bag is sorted as a whole; below, each element is inserted in its place.
pub(super) const INSERTION_LIMIT: usize = 24;
/// From how many entries on a working bag is settled each time it has doubled.
const MANY: usize = 1 << 16;

/// A number of copies, and whether it is more than can be counted.
pub(super) fn counted(copies: Option<u32>) -> (u32, bool) {
    (copies.unwrap_or(u32::MAX), copies.is_none())
}

/// A working bag: elements with multiplicities, sorted, none twice.
pub(crate) type Entries = Vec<[NodeId; 2]>;

impl Heap {
    /// The canonical form of a symbol on arguments that are canonical themselves.
    ///
    /// Removes identity elements, flattens, sorts, merges; collapses to an argument where nothing else is left. The new
    /// node's sort is computed and it carries the mark `normal`.
    ///
    /// Cost: linear in the elements, times their logarithm for a bag.
    pub(crate) fn make(&mut self, symbol: u32, arguments: &[NodeId], normal: bool) -> NodeId {
        let info = self.symbols.info(symbol);
        let (has_identity, idempotent) = (info.has_identity(), info.idempotent);
        match info.shape {
            Shape::Free if arguments.is_empty() => self.constants[symbol as usize],
            Shape::Free if idempotent && self.equal(arguments[0], arguments[1]) => arguments[0],
            Shape::Free if has_identity => match self.without_identity(symbol, arguments[0], arguments[1]) {
                Some(rest) => rest,
                None => self.make_free(symbol, arguments, normal),
            },
            Shape::Free => self.make_free(symbol, arguments, normal),
            Shape::Commutative => self.make_pair(symbol, arguments[0], arguments[1], normal),
            Shape::List => self.make_list(symbol, arguments, normal),
            Shape::Bag => self.make_bag(symbol, arguments, normal),
            Shape::Iterated => self.make_iterated(symbol, 1, arguments[0], normal),
            Shape::Text => self.make_text(symbol, b""),
            Shape::Float => self.make_float(symbol, crate::base::Float::from_bits(0)),
            Shape::BigInteger | Shape::Buffer | Shape::Chunk | Shape::Variable => {
                unreachable!("auxiliary symbols are not applied")
            }
        }
    }

    fn make_free(&mut self, symbol: u32, arguments: &[NodeId], normal: bool) -> NodeId {
        if let Some(number) = self.negative(symbol, arguments) {
            return number;
        }
        let sort = self.free_sort(symbol, arguments);
        let steps = self.any_steps(symbol, arguments.iter().copied());
        self.node(Header::new(symbol, sort, normal).with_steps(steps), arguments)
    }

    /// The number `-n` for the minus symbol on a positive number.
    fn negative(&mut self, symbol: u32, arguments: &[NodeId]) -> Option<NodeId> {
        let integers = self.symbols.integers?;
        if integers.minus != Some(symbol) || arguments.len() != 1 {
            return None;
        }
        let value = self.as_number(arguments[0])?;
        (value.signum() > 0).then(|| self.number(&value.negated()))
    }

    /// The least sort of a free application.
    #[inline]
    pub(crate) fn free_sort(&self, symbol: u32, arguments: &[NodeId]) -> u32 {
        let sorts = &self.symbols.sorts;
        arguments.iter().fold(sorts.start(symbol), |state, &argument| sorts.step(state, self.sort(argument)))
    }

    /// The least sort of a list or bag one element longer.
    #[inline]
    fn fold_sort(&self, symbol: u32, left: u32, right: u32) -> u32 {
        let sorts = &self.symbols.sorts;
        sorts.step(sorts.step(sorts.start(symbol), left), right)
    }

    fn without_identity(&self, symbol: u32, left: NodeId, right: NodeId) -> Option<NodeId> {
        let (left_identity, right_identity) = self.identities[symbol as usize];
        if left_identity != NodeId::NONE && self.equal(left, left_identity) {
            return Some(right);
        }
        if right_identity != NodeId::NONE && self.equal(right, right_identity) {
            return Some(left);
        }
        None
    }

    fn make_pair(&mut self, symbol: u32, left: NodeId, right: NodeId, normal: bool) -> NodeId {
        if self.symbols.info(symbol).has_identity() {
            if let Some(rest) = self.without_identity(symbol, left, right) {
                return rest;
            }
            if let Some(rest) = self.without_identity(symbol, right, left) {
                return rest;
            }
        }
        if self.symbols.info(symbol).idempotent && self.equal(left, right) {
            return left;
        }
        let pair = if self.compare(left, right) == Ordering::Greater { [right, left] } else { [left, right] };
        let sort = self.free_sort(symbol, &pair);
        let steps = self.any_steps(symbol, pair.into_iter());
        self.node(Header::new(symbol, sort, normal).with_steps(steps), &pair)
    }

    /// `count` applications of an iterated symbol; numbers for the successor on a number.
    pub(crate) fn make_iterated(&mut self, symbol: u32, count: u64, argument: NodeId, normal: bool) -> NodeId {
        if count == 0 {
            return argument;
        }
        if let Some(number) = self.successor(symbol, count, argument) {
            return number;
        }
        let (count, argument) = match self.view(argument) {
            View::Iterated(inner, more, argument) if inner == symbol => {
                let sum = count.checked_add(more);
                self.overflow |= sum.is_none();
                (sum.unwrap_or(u64::MAX), argument)
            }
            _ => (count, argument),
        };
        let sort = self.iterated_sort(symbol, count, argument);
        let words = [NodeId(count as u32), NodeId((count >> 32) as u32), argument];
        let steps = self.any_steps(symbol, std::iter::once(argument));
        self.node(Header::new(symbol, sort, normal).with_steps(steps), &words)
    }

    fn successor(&mut self, symbol: u32, count: u64, argument: NodeId) -> Option<NodeId> {
        if self.symbols.integers?.successor != symbol {
            return None;
        }
        if let Some(node) =
            argument.as_integer().filter(|&n| n >= 0).and_then(|n| NodeId::integer(n.checked_add_unsigned(count)?))
        {
            return Some(node);
        }
        let value = self.as_number(argument)?;
        if value.signum() < 0 {
            return None;
        }
        let sum = crate::base::Number::from_big(value.to_big() + count);
        Some(self.number(&sum))
    }

    /// The sort after `count` steps through the sort table: it runs into a cycle, which is then skipped through.
    fn iterated_sort(&self, symbol: u32, count: u64, argument: NodeId) -> u32 {
        let sorts = &self.symbols.sorts;
        let next = |sort| sorts.step(sorts.start(symbol), sort);
        let mut seen = vec![self.sort(argument)];
        for _ in 0..count {
            let sort = next(*seen.last().expect("starts with one"));
            if let Some(start) = seen.iter().position(|&s| s == sort) {
                let cycle = (seen.len() - start) as u64;
                return seen[start + ((count - start as u64) % cycle) as usize];
            }
            seen.push(sort);
        }
        *seen.last().expect("starts with one")
    }

    fn make_list(&mut self, symbol: u32, arguments: &[NodeId], normal: bool) -> NodeId {
        let (left, right) = self.identities[symbol as usize];
        if left == right {
            // No element of a list is the identity, if it is one on both sides.
            let is_identity = |&argument: &NodeId| left != NodeId::NONE && self.equal(argument, left);
            let kept: SmallVec<[NodeId; 4]> =
                arguments.iter().copied().filter(|argument| !is_identity(argument)).collect();
            match kept[..] {
                [] => return left,
                [only] => return only,
                _ => {}
            }
            if let Some(sort) = self.uniform_sort(symbol, kept.iter().copied()) {
                return self.joined_lists(symbol, &kept, sort, normal);
            }
        }
        let mut elements: Vec<NodeId> = Vec::with_capacity(arguments.len() + 8);
        for &argument in arguments {
            // Lists that share their parts can be exponentially longer than what made them.
            if elements.len() > self.room.saturating_sub(self.scratch.len()) {
                return self.no_room();
            }
            match self.view(argument) {
                View::List(inner, more) if inner == symbol => elements.extend_from_slice(more),
                _ => elements.push(argument),
            }
        }
        if self.symbols.info(symbol).has_identity() {
            self.drop_identities(symbol, &mut elements);
        }
        self.list_of(symbol, &elements, normal)
    }

    /// Two or more lists and elements, none of them an identity, as one list of a known sort. What holds of a list as an
    /// argument holds of its elements: these are copied and not looked at.
    fn joined_lists(&mut self, symbol: u32, arguments: &[NodeId], sort: u32, normal: bool) -> NodeId {
        let steps = self.any_steps(symbol, arguments.iter().copied());
        let length: usize = arguments.iter().map(|&argument| self.list_length(argument, symbol) as usize).sum();
        // Lists that share their parts can be exponentially longer than what made them.
        if length > self.room.saturating_sub(self.scratch.len()) {
            return self.no_room();
        }
        let node = self.start(Header::new(symbol, sort, normal).with_steps(steps));
        self.push(NodeId(length as u32));
        for &argument in arguments {
            if self.flat(argument, symbol).is_none() {
                self.push(argument);
                continue;
            }
            let (from, length) = (argument.at() + 2, self.list_length(argument, symbol) as usize);
            if argument.is_stored() {
                self.scratch.extend_from_slice(&self.store.words[from..from + length]);
            } else {
                self.scratch.extend_from_within(from..from + length);
            }
        }
        node
    }

    /// Takes identity elements out of a list: a left one where something follows, a right one where something precedes.
    fn drop_identities(&self, symbol: u32, elements: &mut Vec<NodeId>) {
        let (left, right) = self.identities[symbol as usize];
        if right != NodeId::NONE {
            let mut first = true;
            elements.retain(|&element| std::mem::take(&mut first) || !self.equal(element, right));
        }
        if left != NodeId::NONE {
            let mut remaining = elements.len();
            elements.retain(|&element| {
                remaining -= 1;
                remaining == 0 || !self.equal(element, left)
            });
        }
        // What is kept at the one end for one identity may still be dropped for the other.
        if right != NodeId::NONE && left != NodeId::NONE && elements.len() == 2 {
            if self.equal(elements[1], right) {
                elements.pop();
            } else if self.equal(elements[0], left) {
                elements.remove(0);
            }
        }
    }

    /// The term of a flat run of elements that are no identities: an element, the identity, or a list node.
    pub(crate) fn list_of(&mut self, symbol: u32, elements: &[NodeId], normal: bool) -> NodeId {
        match elements {
            [] => self.identity(symbol),
            [element] => *element,
            _ => {
                let sort = self.list_sort(symbol, elements);
                let steps = self.any_steps(symbol, elements.iter().copied());
                let node = self.start(Header::new(symbol, sort, normal).with_steps(steps));
                self.push(NodeId(elements.len() as u32));
                self.scratch.extend_from_slice(elements);
                node
            }
        }
    }

    /// Either identity of a symbol.
    pub(crate) fn identity(&self, symbol: u32) -> NodeId {
        let (left, right) = self.identities[symbol as usize];
        if left == NodeId::NONE { right } else { left }
    }

    pub(crate) fn list_sort(&self, symbol: u32, elements: &[NodeId]) -> u32 {
        if let Some(sort) = self.uniform_sort(symbol, elements.iter().copied()) {
            return sort;
        }
        let first = self.sort(elements[0]);
        elements[1..].iter().fold(first, |sort, &element| self.fold_sort(symbol, sort, self.sort(element)))
    }

    fn make_bag(&mut self, symbol: u32, arguments: &[NodeId], normal: bool) -> NodeId {
        if let Some(node) = self.bag_with_few(symbol, arguments, normal) {
            return node;
        }
        let mut entries = std::mem::take(&mut self.spare_entries);
        entries.clear();
        // The biggest argument, if it is a big bag, is edited and not copied.
        let size = |&place: &usize| self.directory(arguments[place], symbol).map_or(0, |directory| directory.distinct);
        let big = (0..arguments.len()).max_by_key(size).filter(|place| normal && size(place) > 0);
        let mut most = MANY;
        for (_, &argument) in arguments.iter().enumerate().filter(|(place, _)| Some(*place) != big) {
            self.overflow |= self.add_to_bag(symbol, argument, 1, &mut entries);
            // Bags that share their parts can have far more entries than elements.
            if entries.len() > most {
                self.overflow |= self.settle(&mut entries);
                most = MANY.max(2 * entries.len());
            }
        }
        self.overflow |= self.settle(&mut entries);
        let node = match big {
            Some(place) => self.edited_bag(symbol, arguments[place], &[], &entries),
            None => self.bag_of(symbol, &entries, normal),
        };
        self.spare_entries = entries;
        node
    }

    /// The bag of a flat bag and a few elements, which is edited and not sorted anew.
    fn bag_with_few(&mut self, symbol: u32, arguments: &[NodeId], normal: bool) -> Option<NodeId> {
        let is_long = |&argument: &NodeId| {
            self.bag_entries(argument, symbol).is_some_and(|entries| entries.len() > INSERTION_LIMIT)
        };
        let place = arguments.iter().position(is_long).filter(|_| normal)?;
        let mut others: smallvec::SmallVec<[NodeId; 8]> = arguments.iter().copied().collect();
        let bag = others.remove(place);
        self.edited_flat(symbol, bag, &[], &others)
    }

    /// Adds a term with a multiplicity to a working bag: its elements, if it is a bag of the symbol; nothing, if it is
    /// the identity.
    ///
    /// Large bags are left unsorted until [`Heap::settle`]. Tells whether an element stands more often than can be counted:
    /// then the bag is wrong.
    #[must_use]
    pub(crate) fn add_to_bag(&self, symbol: u32, node: NodeId, multiplicity: u32, entries: &mut Entries) -> bool {
        if let Some(more) = self.bag_entries(node, symbol)
            && entries.is_empty()
            && multiplicity == 1
        {
            entries.extend_from_slice(more);
            return false;
        }
        let mut overflow = false;
        let mut insert = |entry: [NodeId; 2]| {
            let (copies, over) = counted(entry[1].0.checked_mul(multiplicity));
            overflow |= over;
            overflow |= self.insert(entries, entry[0], copies);
        };
        if let Some(directory) = self.directory(node, symbol) {
            self.chunked_entries(directory).into_iter().for_each(insert);
            return overflow;
        }
        if let Some(more) = self.bag_entries(node, symbol) {
            more.iter().copied().for_each(insert);
            return overflow;
        }
        let identity = self.identity(symbol);
        if identity == NodeId::NONE || !self.equal(node, identity) {
            insert([node, NodeId(1)]);
        }
        overflow
    }

    /// Adds copies of an element; tells whether there are then more than can be counted.
    #[inline]
    fn insert(&self, entries: &mut Entries, element: NodeId, multiplicity: u32) -> bool {
        if entries.len() > INSERTION_LIMIT {
            entries.push([element, NodeId(multiplicity)]);
            return false;
        }
        match entries.binary_search_by(|entry| self.compare(entry[0], element)) {
            Ok(at) => {
                let (copies, over) = counted(entries[at][1].0.checked_add(multiplicity));
                entries[at][1].0 = copies;
                over
            }
            Err(at) => {
                entries.insert(at, [element, NodeId(multiplicity)]);
                false
            }
        }
    }

    /// Sorts and merges a working bag that grew past the size up to which it is kept sorted. Tells whether an element then
    /// stands more often than can be counted.
    #[must_use]
    pub(crate) fn settle(&self, entries: &mut Entries) -> bool {
        if entries.len() <= INSERTION_LIMIT + 1 {
            return false;
        }
        let mut overflow = false;
        // A stable sort is quick on the sorted runs that merged bags are made of.
        entries.sort_by(|a, b| self.compare(a[0], b[0]));
        entries.dedup_by(|later, earlier| {
            let same = self.equal(later[0], earlier[0]);
            if same {
                let (copies, over) = counted(earlier[1].0.checked_add(later[1].0));
                earlier[1].0 = copies;
                overflow |= over;
            }
            same
        });
        overflow
    }

    /// The term of a settled working bag: an element, the identity, or a bag node.
    pub(crate) fn bag_of(&mut self, symbol: u32, entries: &[[NodeId; 2]], normal: bool) -> NodeId {
        match entries {
            [] => self.identity(symbol),
            [[element, NodeId(1)]] => *element,
            _ => {
                let sort = self.bag_sort(symbol, entries);
                if entries.len() > FLAT {
                    return self.chunked_bag(symbol, entries, sort, normal);
                }
                let steps = self.any_steps(symbol, entries.iter().map(|entry| entry[0]));
                let node = self.start(Header::new(symbol, sort, normal).with_steps(steps));
                self.push(NodeId(entries.len() as u32));
                self.scratch.extend_from_slice(entries.as_flattened());
                node
            }
        }
    }

    /// The sort of a list or bag of these elements, where it is the same for all elements of their sorts.
    #[inline]
    pub(crate) fn uniform_sort(&self, symbol: u32, mut elements: impl Iterator<Item = NodeId>) -> Option<u32> {
        let info = self.symbols.info(symbol);
        let uniform = info.uniform_sort?;
        elements
            .all(|element| info.uniform_from & 1u64.checked_shl(self.sort(element)).unwrap_or(0) != 0)
            .then_some(uniform)
    }

    fn bag_sort(&self, symbol: u32, entries: &[[NodeId; 2]]) -> u32 {
        if let Some(sort) = self.uniform_sort(symbol, entries.iter().map(|entry| entry[0])) {
            return sort;
        }
        let mut sort = self.sort(entries[0][0]);
        for (place, [element, multiplicity]) in entries.iter().enumerate() {
            let more = self.sort(*element);
            for _ in usize::from(place == 0)..multiplicity.0 as usize {
                let next = self.fold_sort(symbol, sort, more);
                // Adding the same sort again changes nothing once it has changed nothing.
                if std::mem::replace(&mut sort, next) == next {
                    break;
                }
            }
        }
        sort
    }
}
