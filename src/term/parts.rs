//! Lists and bags seen from their symbol: a term of another shape is a list of one element, the identity one of none.

use num_traits::ToPrimitive;

use crate::base::Number;
use crate::module::SortId;

use super::chunks::Directory;
use super::heap::{Heap, View};
use super::node::{Header, NodeId};
use super::symbols::Shape;

impl NodeId {
    /// A number as a word of a node: a length or a multiplicity, not an id.
    pub(crate) fn word(value: u32) -> Self {
        Self(value)
    }

    /// The number in a word made by [`NodeId::word`].
    pub(crate) fn as_word(self) -> u32 {
        self.0
    }
}

impl Heap {
    /// Whether the symbol is the successor of the built-in numbers.
    pub(crate) fn is_successor(&self, symbol: u32) -> bool {
        self.symbols.integers.is_some_and(|integers| integers.successor == symbol)
    }

    /// Whether a symbol that is not associative is commutative.
    pub(crate) fn is_commutative(&self, symbol: u32) -> bool {
        self.symbols.info(symbol).shape == Shape::Commutative
    }

    /// The words of a node headed by an associative symbol.
    #[inline]
    pub(super) fn flat(&self, node: NodeId, symbol: u32) -> Option<&[NodeId]> {
        if node.is_integer() {
            return None;
        }
        let words = self.words(node);
        (Header(words[0].0).symbol() == symbol).then_some(words)
    }

    /// The entries of a flat bag node headed by the symbol.
    #[inline]
    pub(crate) fn bag_entries(&self, node: NodeId, symbol: u32) -> Option<&[[NodeId; 2]]> {
        let words = self.flat(node, symbol)?;
        Directory::read(words).is_none().then(|| words[2..2 + 2 * words[1].0 as usize].as_chunks().0)
    }

    fn is_identity(&self, node: NodeId, symbol: u32) -> bool {
        let identity = self.identity(symbol);
        identity != NodeId::NONE && self.equal(node, identity)
    }

    /// Number of elements. Cost: constant.
    ///
    /// An identity on one side only is an element where it stands alone: `f(x, e) = x` makes `e` the list `f(e, e)`.
    #[inline]
    pub(crate) fn list_length(&self, node: NodeId, symbol: u32) -> u32 {
        match self.flat(node, symbol) {
            Some(words) => words[1].0,
            None => {
                let info = self.symbols.info(symbol);
                let vanishes = info.has_left_identity && info.has_right_identity && self.is_identity(node, symbol);
                u32::from(!vanishes)
            }
        }
    }

    /// The element at a place inside the list.
    #[inline]
    pub(crate) fn list_element(&self, node: NodeId, symbol: u32, place: u32) -> NodeId {
        match self.flat(node, symbol) {
            Some(words) => words[2 + place as usize],
            None => node,
        }
    }

    /// The term of the elements from `start` up to `end` of a list.
    pub(crate) fn sublist(&mut self, node: NodeId, symbol: u32, start: usize, end: usize) -> NodeId {
        if start == end {
            return self.identity(symbol);
        }
        let Some(words) = self.flat(node, symbol) else { return node };
        if end - start == 1 {
            return words[2 + start];
        }
        let sort = self.sublist_sort(node, symbol, start, end);
        let steps = self.steps(node) && self.any_steps(symbol, self.words(node)[2 + start..2 + end].iter().copied());
        let normal = self.is_normal(node);
        let new = self.start(Header::new(symbol, sort, normal).with_steps(steps));
        self.push(NodeId((end - start) as u32));
        if node.is_stored() {
            let from = node.at() + 2;
            self.scratch.extend_from_slice(&self.store.words[from + start..from + end]);
        } else {
            let from = node.at() + 2;
            self.scratch.extend_from_within(from + start..from + end);
        }
        new
    }

    /// The least sort of a part of a list: that of the whole where it cannot depend on the elements.
    fn sublist_sort(&self, node: NodeId, symbol: u32, start: usize, end: usize) -> u32 {
        let whole = self.sort(node);
        if self.symbols.info(symbol).uniform_sort == Some(whole) {
            return whole;
        }
        let words = self.words(node);
        self.list_sort(symbol, &words[2 + start..2 + end])
    }

    /// The `place`-th argument or distinct element of a node.
    pub(crate) fn distinct_argument(&self, node: NodeId, place: usize) -> Option<NodeId> {
        match self.view(node) {
            View::Free(_, arguments) | View::List(_, arguments) => arguments.get(place).copied(),
            View::Bag(_, entries) => entries.get(place).map(|entry| entry[0]),
            View::Chunks(_, directory) => {
                (place < directory.distinct as usize).then(|| self.chunked_entry(directory, place as u32)[0])
            }
            View::Iterated(_, _, argument) => (place == 0).then_some(argument),
            View::Integer(_) | View::BigInteger(..) | View::Text(..) | View::Float(..) | View::Variable(..) => None,
        }
    }

    /// The next argument from a place on at or below which rules may apply, and its place. In a number 0 is the argument of
    /// the successor, and a positive number that of the minus.
    pub(crate) fn argument_to_rewrite(
        &mut self,
        node: NodeId,
        from: usize,
        frozen: &[usize],
    ) -> Option<(usize, NodeId)> {
        let first = |arguments: &[NodeId]| {
            let open = |place: &usize| !frozen.contains(place) && self.steps(arguments[*place]);
            (from..arguments.len()).find(open).map(|place| (place, arguments[place]))
        };
        match self.view(node) {
            View::Free(_, arguments) | View::List(_, arguments) => first(arguments),
            View::Bag(_, entries) => {
                let open = |place: &usize| self.steps(entries[*place][0]);
                (from..entries.len()).find(open).map(|place| (place, entries[place][0]))
            }
            View::Chunks(_, directory) => self.chunked_argument_to_rewrite(directory, from),
            View::Iterated(_, _, argument) => (from == 0 && self.steps(argument)).then_some((0, argument)),
            View::Integer(_) | View::BigInteger(..) if from > 0 || !self.integers_step => None,
            View::Integer(0) | View::Text(..) | View::Float(..) | View::Variable(..) => None,
            View::Integer(value) => Some((0, NodeId::integer(if value > 0 { 0 } else { -value })?)),
            View::BigInteger(false, _) => Some((0, NodeId::integer(0)?)),
            View::BigInteger(true, _) => {
                let opposite = self.as_number(node)?.negated();
                let opposite = self.number(&opposite);
                Some((0, self.intern(opposite)))
            }
        }
    }

    /// How often the iterated symbol at the top of a node stands there; `None` for other nodes, and for numbers beyond
    /// a machine word.
    pub(crate) fn iteration_count(&self, node: NodeId) -> Option<u64> {
        match self.view(node) {
            View::Iterated(_, count, _) => Some(count),
            View::Integer(value) if value > 0 => Some(value as u64),
            View::BigInteger(false, _) => self.as_number(node)?.to_big().to_u64(),
            _ => None,
        }
    }

    /// Whether a node is a list, a bag or a tower of an iterated symbol, of which a part may match on its own.
    pub(crate) fn has_parts(&self, node: NodeId) -> bool {
        self.iteration_count(node).is_some() || self.symbols.info(self.symbol(node)).is_associative()
    }

    /// What is left of an iterated node when only the `count` innermost applications stay.
    pub(crate) fn inner_iteration(&mut self, node: NodeId, count: u64) -> NodeId {
        match self.view(node) {
            View::Iterated(symbol, _, argument) => {
                let normal = self.is_normal(node);
                self.make_iterated(symbol, count, argument, normal)
            }
            _ => self.number(&Number::from_big(count.into())),
        }
    }

    /// A bag without the elements of another one that is a part of it.
    pub(crate) fn bag_difference(&mut self, whole: NodeId, part: NodeId, symbol: u32) -> NodeId {
        let mut entries = Vec::new();
        for place in 0..self.bag_distinct(whole, symbol) {
            let (element, copies) = self.bag_entry(whole, symbol, place);
            let gone = (0..self.bag_distinct(part, symbol))
                .map(|place| self.bag_entry(part, symbol, place))
                .find(|&(other, _)| self.equal(other, element))
                .map_or(0, |(_, copies)| copies);
            if copies > gone {
                entries.push([element, NodeId::word(copies - gone)]);
            }
        }
        let normal = self.is_normal(whole);
        self.bag_of(symbol, &entries, normal)
    }

    /// Whether every part of a bag that has the symbol's uniform sort is below a sort: the empty one, elements, the rest.
    pub(crate) fn all_parts_below(&self, symbol: u32, sort: SortId) -> bool {
        let info = self.symbols.info(symbol);
        let Some(uniform) = info.uniform_sort else { return false };
        let identity = self.identity(symbol);
        let places = self.symbols.signature.kind(info.kind).sorts.len() as u32;
        // Past 64 sorts it is not known which ones make the uniform sort.
        places <= 64
            && (identity == NodeId::NONE || self.symbols.is_below(self.sort(identity), sort))
            && self.symbols.is_below(uniform, sort)
            && (1..places).all(|place| self.symbols.is_below(place, sort) || info.uniform_from & (1 << place) == 0)
    }

    /// Whether a node is headed by the symbol and has its uniform sort.
    #[inline]
    pub(crate) fn is_uniform(&self, node: NodeId, symbol: u32) -> bool {
        !node.is_integer() && {
            let header = self.header(node);
            header.symbol() == symbol && Some(header.sort()) == self.symbols.info(symbol).uniform_sort
        }
    }

    /// Most copies of an element that are evaluated as so many arguments.
    pub(crate) const FEW_COPIES: u32 = 64;

    /// As how many arguments a node is evaluated: elements of bags count so often as they stand there, many copies of one
    /// as a single argument; `others` for nodes that are no bags.
    pub(crate) fn argument_count(&self, node: NodeId, others: u32) -> usize {
        let arguments = |entry: &[NodeId; 2]| match entry[1].0 {
            copies if copies > Self::FEW_COPIES => 1,
            copies => copies as usize,
        };
        match self.view(node) {
            View::Bag(_, entries) => entries.iter().map(arguments).sum(),
            View::Chunks(_, directory) => self.chunked_entries(directory).iter().map(arguments).sum(),
            _ => others as usize,
        }
    }

    /// The bag of so many copies of a term.
    pub(crate) fn bag_of_copies(&mut self, symbol: u32, term: NodeId, copies: u32) -> NodeId {
        let mut entries = Vec::new();
        self.overflow |= self.add_to_bag(symbol, term, copies, &mut entries);
        self.overflow |= self.settle(&mut entries);
        self.bag_of(symbol, &entries, true)
    }

    /// Number of elements with their multiplicities.
    #[inline]
    pub(crate) fn bag_size(&self, node: NodeId, symbol: u32) -> u64 {
        match self.flat(node, symbol).map(|words| (words, Directory::read(words))) {
            Some((_, Some(directory))) => directory.size,
            Some((words, None)) => {
                let entries = words[2..2 + 2 * words[1].0 as usize].as_chunks::<2>().0;
                entries.iter().map(|entry| u64::from(entry[1].0)).sum()
            }
            None => u64::from(!self.is_identity(node, symbol)),
        }
    }

    /// Number of distinct elements.
    #[inline]
    pub(crate) fn bag_distinct(&self, node: NodeId, symbol: u32) -> u32 {
        match self.flat(node, symbol) {
            Some(words) => Directory::read(words).map_or(words[1].0, |directory| directory.distinct),
            None => u32::from(!self.is_identity(node, symbol)),
        }
    }

    /// The element at a place among the distinct ones, and its multiplicity.
    #[inline]
    pub(crate) fn bag_entry(&self, node: NodeId, symbol: u32, place: u32) -> (NodeId, u32) {
        let Some(words) = self.flat(node, symbol) else { return (node, 1) };
        if let Some(directory) = Directory::read(words) {
            let [element, copies] = self.chunked_entry(directory, place);
            return (element, copies.0);
        }
        (words[2 + 2 * place as usize], words[3 + 2 * place as usize].0)
    }

    /// A bag without one copy of the element at a place; the identity or an element if no more is left.
    ///
    /// The bag has at least two elements.
    pub(crate) fn bag_without(&mut self, node: NodeId, symbol: u32, place: usize) -> NodeId {
        let normal = self.is_normal(node);
        let mut rest = match self.view(node) {
            View::Bag(_, entries) => entries.to_vec(),
            View::Chunks(..) if normal => return self.edited_bag(symbol, node, &[(place as u32, 1)], &[]),
            View::Chunks(_, directory) => self.chunked_entries(directory),
            _ => unreachable!("only bags have places"),
        };
        if rest[place][1].0 == 1 {
            rest.remove(place);
        } else {
            rest[place][1].0 -= 1;
        }
        self.bag_of(symbol, &rest, normal)
    }
}
