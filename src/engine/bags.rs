//! Matching of associative and commutative bags: elements are taken out and put back.

use std::cmp::Ordering;
use std::ops::Range;

use crate::module::SortId;
use crate::term::{Entries, NodeId};
use crate::theory::{Key, KeyValue, Match, Parts, Slot, Span, Test};

use super::Engine;
use super::matcher::{Attempt, Outcome, Taken};

/// From how many elements on a binary search beats a look at each.
const WORTH_SEARCHING: u32 = 24;

/// A symbol and one of its arguments.
struct KnownArgument {
    top: u32,
    place: usize,
    value: NodeId,
}

impl Engine {
    pub(super) fn bag_step(&mut self, step: &Match, attempt: &Attempt, alternative: u32) -> Outcome {
        match *step {
            Match::TakeGround { bag, symbol, term, multiplicity } => {
                self.take(attempt, bag, symbol, term, multiplicity).into()
            }
            Match::Sole { bag, symbol, top, key, arity, to } => {
                self.sole(attempt, bag, symbol, self.key(attempt, top, key), arity, to).into()
            }
            Match::TakeBound { bag, symbol, value, multiplicity } => {
                let value = self.register(attempt, value);
                self.take_all(attempt, bag, symbol, value, multiplicity).into()
            }
            Match::SomeOfBag { bag, symbol, multiplicity, span, parts, to } => {
                self.take_part(attempt, bag, symbol, multiplicity, (span, parts), to, alternative)
            }
            Match::RestOfBag { bag, symbol, multiplicity, span, to } => {
                self.take_rest(attempt, bag, symbol, multiplicity, span, to).into()
            }
            Match::CheckRest { bag, symbol, span, sort, sure } => {
                let node = self.register(attempt, bag);
                let enough = span.least == 0 || self.left_in_all(attempt, bag, symbol) >= u64::from(span.least);
                let fits = enough
                    && ((sure && self.heap.is_uniform(node, symbol)) || self.rest_has(attempt, bag, symbol, sort));
                fits.into()
            }
            Match::CheckContext { bag, symbol } => {
                let left = self.left_in_all(attempt, bag, symbol);
                let size = self.heap.bag_size(self.register(attempt, bag), symbol);
                (left == 0 || size - left >= 2).into()
            }
            Match::KeepTaken { bag, to } => {
                let taken = self.taken_from(bag, attempt.taken);
                let kept = self.heap.kept_places(&taken);
                self.set(attempt, to, kept);
                Outcome::Holds
            }
            Match::ContextOfBag { bag, symbol, to } => self.take_context(attempt, bag, symbol, to).into(),
            Match::EndBag { bag, symbol } => (self.left_in_all(attempt, bag, symbol) == 0).into(),
            _ => unreachable!("not a step on bags"),
        }
    }

    #[inline]
    pub(super) fn open_bag(&mut self, attempt: &Attempt, from: Slot, symbol: u32, least: u32, exact: bool) -> bool {
        let node = self.register(attempt, from);
        if !exact && self.heap.bag_distinct(node, symbol) >= least {
            return true;
        }
        let size = self.heap.bag_size(node, symbol);
        if exact { size == u64::from(least) } else { size >= u64::from(least) }
    }

    /// How many copies of the element at a place are left.
    #[inline]
    fn left(&self, attempt: &Attempt, bag: Slot, place: u32, multiplicity: u32) -> u32 {
        let taken = &self.matcher.taken[attempt.taken..];
        let gone: u32 = taken.iter().filter(|t| t.bag == bag && t.place == place).map(|t| t.count).sum();
        multiplicity - gone
    }

    fn left_in_all(&self, attempt: &Attempt, bag: Slot, symbol: u32) -> u64 {
        let gone: u64 =
            self.matcher.taken[attempt.taken..].iter().filter(|t| t.bag == bag).map(|t| u64::from(t.count)).sum();
        self.heap.bag_size(self.register(attempt, bag), symbol) - gone
    }

    /// Takes an element that passes a test. The alternative is the place to look from.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "the fields of one instruction")]
    pub(super) fn choose(
        &mut self,
        attempt: &Attempt,
        bag: Slot,
        symbol: u32,
        test: Test,
        multiplicity: u32,
        to: Slot,
        alternative: u32,
    ) -> Outcome {
        // One search for each test, so that none asks again and again which test it is.
        let found = match test {
            Test::Any => self.place_where(attempt, bag, symbol, multiplicity, alternative..u32::MAX, |_| true),
            Test::Top(top) => {
                let passes = |element| self.heap.symbol(element) == top;
                self.place_where(attempt, bag, symbol, multiplicity, alternative..u32::MAX, passes)
            }
            Test::Keys { top, first, second } => {
                let key = self.key(attempt, top, first);
                let (start, end) = self.places_with(self.register(attempt, bag), symbol, &key, alternative);
                match second.map(|second| self.key(attempt, top, second)) {
                    Some(other) => {
                        let passes = |element| self.has_key(element, &key) && self.has_key(element, &other);
                        self.place_where(attempt, bag, symbol, multiplicity, start..end, passes)
                    }
                    None => {
                        let passes = |element| self.has_key(element, &key);
                        self.place_where(attempt, bag, symbol, multiplicity, start..end, passes)
                    }
                }
            }
        };
        let Some((place, element, last)) = found else { return Outcome::Fails };
        self.set(attempt, to, element);
        self.matcher.taken.push(Taken { bag, place, count: multiplicity });
        if last { Outcome::Holds } else { Outcome::HoldsFirst(place + 1) }
    }

    /// The first of these places whose element passes and of which enough copies are left, with the element and whether
    /// there is no place after it.
    #[inline]
    fn place_where(
        &self,
        attempt: &Attempt,
        bag: Slot,
        symbol: u32,
        multiplicity: u32,
        places: Range<u32>,
        passes: impl Fn(NodeId) -> bool,
    ) -> Option<(u32, NodeId, bool)> {
        let node = self.register(attempt, bag);
        let enough = |place: u32, copies: u32| self.left(attempt, bag, place, copies) >= multiplicity;
        if let Some(entries) = self.heap.bag_entries(node, symbol) {
            let end = places.end.min(entries.len() as u32);
            let mut numbered = (places.start..).zip(entries.get(places.start as usize..end as usize)?);
            let (place, entry) =
                numbered.find(|&(place, entry)| passes(entry[0]) && enough(place, entry[1].as_word()))?;
            return Some((place, entry[0], place + 1 == end));
        }
        let end = places.end.min(self.heap.bag_distinct(node, symbol));
        let mut entries = (places.start..end).map(|place| (place, self.heap.bag_entry(node, symbol, place)));
        let (place, (element, _)) =
            entries.find(|&(place, (element, copies))| passes(element) && enough(place, copies))?;
        Some((place, element, place + 1 == end))
    }

    #[inline]
    fn key(&self, attempt: &Attempt, top: u32, key: Key) -> KnownArgument {
        let value = match key.value {
            KeyValue::Term(term) => term,
            KeyValue::Slot(slot) => self.register(attempt, slot),
        };
        KnownArgument { top, place: usize::from(key.place), value }
    }

    /// Whether an element has a symbol and, at one place, an argument.
    #[inline]
    fn has_key(&self, element: NodeId, key: &KnownArgument) -> bool {
        if key.value == NodeId::NONE {
            return self.heap.symbol(element) == key.top;
        }
        let arguments = self.heap.free_arguments(element, key.top, key.place + 1);
        arguments.is_some_and(|arguments| self.heap.equal(arguments[key.place], key.value))
    }

    /// Places from `start` on that hold all elements with the key there are. Bags are sorted by the first argument of the
    /// elements with one symbol, so in big ones these are neighbours, found by binary search.
    fn places_with(&self, node: NodeId, symbol: u32, key: &KnownArgument, start: u32) -> (u32, u32) {
        let distinct = self.heap.bag_distinct(node, symbol);
        if key.place > 0 || key.value == NodeId::NONE || distinct.saturating_sub(start) < WORTH_SEARCHING {
            return (start, distinct);
        }
        if let Some(entries) = self.heap.bag_entries(node, symbol) {
            return self.run_with(entries, key, start);
        }
        let order = |place| {
            let element = self.heap.bag_entry(node, symbol, place).0;
            self.heap.compare_with_key(element, key.top, key.value)
        };
        let first = first_where(start, distinct, |place| order(place) != Ordering::Less);
        // There is mostly one.
        if first + 1 < distinct && order(first + 1) == Ordering::Equal {
            return (first, first_where(first + 1, distinct, |place| order(place) == Ordering::Greater));
        }
        (first, (first + 1).min(distinct))
    }

    /// The same in a bag that is not big.
    #[inline]
    fn run_with(&self, entries: &[[NodeId; 2]], key: &KnownArgument, start: u32) -> (u32, u32) {
        let order = |entry: &[NodeId; 2]| self.heap.compare_with_key(entry[0], key.top, key.value);
        let Ok(found) = entries[start as usize..].binary_search_by(order) else { return (start, start) };
        let found = start as usize + found;
        // There is mostly one.
        let alike = |entry: &&[NodeId; 2]| order(entry) == Ordering::Equal;
        let before = entries[start as usize..found].iter().rev().take_while(alike).count();
        let after = entries[found + 1..].iter().take_while(alike).count();
        ((found - before) as u32, (found + 1 + after) as u32)
    }

    /// The arguments of the only element with a key, or nothing known of them; false if no element has it.
    fn sole(&mut self, attempt: &Attempt, bag: Slot, symbol: u32, key: KnownArgument, arity: u32, to: Slot) -> bool {
        let node = self.register(attempt, bag);
        let (start, end) = self.places_with(node, symbol, &key, 0);
        let mut with_key = (start..end)
            .map(|place| self.heap.bag_entry(node, symbol, place).0)
            .filter(|&element| self.has_key(element, &key));
        let Some(first) = with_key.next() else { return false };
        let sole = with_key.next().is_none();
        let to = attempt.base + to as usize;
        let registers = &mut self.registers[to..to + arity as usize];
        match self.heap.free_arguments(first, key.top, arity as usize) {
            Some(arguments) if sole => registers.copy_from_slice(arguments),
            _ => registers.fill(NodeId::NONE),
        }
        true
    }

    /// Takes copies of a known element.
    fn take(&mut self, attempt: &Attempt, bag: Slot, symbol: u32, element: NodeId, count: u32) -> bool {
        let node = self.register(attempt, bag);
        let Some(place) = self.find(node, symbol, element) else { return false };
        let (_, copies) = self.heap.bag_entry(node, symbol, place);
        if self.left(attempt, bag, place, copies) < count {
            return false;
        }
        self.matcher.taken.push(Taken { bag, place, count });
        true
    }

    /// The place of an element in a bag, by binary search.
    fn find(&self, node: NodeId, symbol: u32, element: NodeId) -> Option<u32> {
        let (mut low, mut high) = (0, self.heap.bag_distinct(node, symbol));
        while low < high {
            let middle = low + (high - low) / 2;
            match self.heap.compare(self.heap.bag_entry(node, symbol, middle).0, element) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// Takes the elements of a known term, `multiplicity` times.
    fn take_all(&mut self, attempt: &Attempt, bag: Slot, symbol: u32, value: NodeId, multiplicity: u32) -> bool {
        for place in 0..self.heap.bag_distinct(value, symbol) {
            let (element, copies) = self.heap.bag_entry(value, symbol, place);
            let Some(copies) = copies.checked_mul(multiplicity) else { return false };
            if !self.take(attempt, bag, symbol, element, copies) {
                return false;
            }
        }
        true
    }

    /// What is left of a bag divided by `multiplicity`, if that leaves nothing over.
    fn take_rest(
        &mut self,
        attempt: &Attempt,
        bag: Slot,
        symbol: u32,
        multiplicity: u32,
        span: Span,
        to: Slot,
    ) -> bool {
        let node = self.register(attempt, bag);
        let normal = self.heap.is_normal(node);
        if normal && multiplicity == 1 && span.most == u32::MAX && self.heap.directory(node, symbol).is_some() {
            let gone = self.taken_from(bag, attempt.taken);
            let enough = self.left_in_all(attempt, bag, symbol) >= u64::from(span.least);
            if enough {
                let rest = self.heap.edited_bag(symbol, node, &gone, &[]);
                self.set(attempt, to, rest);
            }
            return enough;
        }
        if normal && multiplicity == 1 && span.most == u32::MAX && span.least == 0 {
            let gone = self.taken_from(bag, attempt.taken);
            if let Some(rest) = self.heap.edited_flat(symbol, node, &gone, &[]) {
                let rest = self.settled(symbol, rest);
                self.set(attempt, to, rest);
                return true;
            }
        }
        let mut entries = std::mem::take(&mut self.heap.spare_entries);
        entries.clear();
        let mut size = 0u64;
        let mut divides = true;
        for place in 0..self.heap.bag_distinct(node, symbol) {
            let (element, copies) = self.heap.bag_entry(node, symbol, place);
            let left = self.left(attempt, bag, place, copies);
            if left > 0 {
                divides &= left.is_multiple_of(multiplicity);
                size += u64::from(left / multiplicity);
                entries.push([element, NodeId::word(left / multiplicity)]);
            }
        }
        let fits = divides && u64::from(span.least) <= size && (span.most == u32::MAX || size <= u64::from(span.most));
        if fits {
            let rest = self.heap.bag_of(symbol, &entries, normal);
            self.heap.spare_entries = entries;
            let rest = self.settled(symbol, rest);
            self.set(attempt, to, rest);
            return true;
        }
        self.heap.spare_entries = entries;
        fits
    }

    /// Whether what is left of a bag has a sort.
    fn rest_has(&mut self, attempt: &Attempt, bag: Slot, symbol: u32, sort: Option<SortId>) -> bool {
        let Some(sort) = sort else { return true };
        let mark = self.heap.mark();
        let mut entries = std::mem::take(&mut self.heap.spare_entries);
        entries.clear();
        self.rest_entries(self.register(attempt, bag), symbol, (bag, attempt.taken), &mut entries);
        let rest = self.heap.bag_of(symbol, &entries, true);
        let fits = self.heap.symbols.is_below(self.heap.sort(rest), sort);
        self.heap.spare_entries = entries;
        self.heap.rewind(mark);
        fits
    }

    /// What was taken out of the bag in a register since `taken`: places and numbers of copies.
    pub(super) fn taken_from(&self, bag: Slot, taken: usize) -> smallvec::SmallVec<[(u32, u32); 8]> {
        self.matcher.taken[taken..].iter().filter(|t| t.bag == bag).map(|t| (t.place, t.count)).collect()
    }

    /// What is left of the bag in a register, after what was taken since `taken`.
    pub(super) fn rest_entries(&self, node: NodeId, symbol: u32, (bag, taken): (Slot, usize), entries: &mut Entries) {
        let gone = |place: u32| -> u32 {
            let taken = &self.matcher.taken[taken..];
            taken.iter().filter(|t| t.bag == bag && t.place == place).map(|t| t.count).sum()
        };
        self.entries_without(node, symbol, gone, entries);
    }

    /// What is left of a bag when some copies at each place are gone.
    pub(super) fn entries_without(&self, node: NodeId, symbol: u32, gone: impl Fn(u32) -> u32, entries: &mut Entries) {
        let identity = self.heap.identity(symbol);
        let mut keep = |place: u32, element: NodeId, copies: u32| {
            let left = copies - gone(place);
            if left > 0 && element != identity {
                entries.push([element, NodeId::word(left)]);
            }
        };
        if let Some(flat) = self.heap.bag_entries(node, symbol) {
            (0..).zip(flat).for_each(|(place, entry)| keep(place, entry[0], entry[1].as_word()));
            return;
        }
        for place in 0..self.heap.bag_distinct(node, symbol) {
            let (element, copies) = self.heap.bag_entry(node, symbol, place);
            keep(place, element, copies);
        }
    }

    /// What is left of a bag as the context of an extension.
    fn take_context(&mut self, attempt: &Attempt, bag: Slot, symbol: u32, to: Slot) -> bool {
        let left = self.left_in_all(attempt, bag, symbol);
        if left == 0 {
            self.set(attempt, to, NodeId::NONE);
            return true;
        }
        let size = self.heap.bag_size(self.register(attempt, bag), symbol);
        // A part of a bag is a bag itself, of two elements or more.
        let unbounded = Span { least: 1, most: u32::MAX, context: true };
        size - left >= 2 && self.take_rest(attempt, bag, symbol, 1, unbounded, to)
    }

    /// Takes a part of a bag. Alternatives go through all parts as Maude does: smaller ones first, among parts of one size
    /// those with more of the first elements; where `parts` says so, with another one in front.
    ///
    /// The counts of the last part tried lie on a stack of their own, at the place the alternative names (from one).
    #[allow(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn take_part(
        &mut self,
        attempt: &Attempt,
        bag: Slot,
        symbol: u32,
        multiplicity: u32,
        (span, parts): (Span, Parts),
        to: Slot,
        alternative: u32,
    ) -> Outcome {
        let node = self.register(attempt, bag);
        let distinct = self.heap.bag_distinct(node, symbol);
        if self.heap.bag_size(node, symbol) <= 1 {
            return self.take_single(attempt, bag, symbol, multiplicity, span, to, alternative);
        }
        let mut limits = Vec::with_capacity(distinct as usize);
        for place in 0..distinct {
            let (_, copies) = self.heap.bag_entry(node, symbol, place);
            limits.push(self.left(attempt, bag, place, copies) / multiplicity);
        }
        let start = if alternative == 0 {
            let start = self.matcher.parts.len();
            self.matcher.parts.resize(start + limits.len(), 0);
            match parts {
                Parts::Smallest if span.least == 0 => {
                    if span.context {
                        self.set(attempt, to, NodeId::NONE);
                        return Outcome::HoldsFirst(start as u32 + 1);
                    }
                    return self.part_taken(attempt, bag, symbol, multiplicity, to, start);
                }
                Parts::All if span.most == u32::MAX && limits.iter().any(|&limit| limit > 0) => {
                    self.matcher.parts[start..].copy_from_slice(&limits);
                    let outcome = self.part_taken(attempt, bag, symbol, multiplicity, to, start);
                    // The other parts follow from the smallest one on.
                    self.matcher.parts[start..].fill(0);
                    return outcome;
                }
                _ => start,
            }
        } else {
            alternative as usize - 1
        };
        // A part of a bag is a bag itself: a context leaves it two elements or more.
        let most = if span.context {
            (self.heap.bag_size(node, symbol) - 2).min(u64::from(span.most)) as u32
        } else {
            span.most
        };
        if advance(&mut self.matcher.parts[start..], &limits, Span { most, ..span }) {
            return self.part_taken(attempt, bag, symbol, multiplicity, to, start);
        }
        self.matcher.parts.truncate(start);
        if parts != Parts::Smallest && span.least == 0 {
            let nothing = self.heap.identity(symbol);
            self.set(attempt, to, nothing);
            return Outcome::Holds;
        }
        Outcome::Fails
    }

    /// Takes what is no bag: the first variable takes it first.
    #[allow(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn take_single(
        &mut self,
        attempt: &Attempt,
        bag: Slot,
        symbol: u32,
        multiplicity: u32,
        span: Span,
        to: Slot,
        alternative: u32,
    ) -> Outcome {
        if span.context {
            self.set(attempt, to, NodeId::NONE);
            return Outcome::Holds;
        }
        if alternative == 0 && multiplicity == 1 && self.left_in_all(attempt, bag, symbol) == 1 {
            let node = self.register(attempt, bag);
            self.matcher.taken.push(Taken { bag, place: 0, count: 1 });
            self.set(attempt, to, node);
            return if span.least == 0 { Outcome::HoldsFirst(1) } else { Outcome::Holds };
        }
        if span.least > 0 {
            return Outcome::Fails;
        }
        let nothing = self.heap.identity(symbol);
        self.set(attempt, to, nothing);
        Outcome::Holds
    }

    /// Puts the part whose counts lie at `start` into a register.
    fn part_taken(
        &mut self,
        attempt: &Attempt,
        bag: Slot,
        symbol: u32,
        multiplicity: u32,
        to: Slot,
        start: usize,
    ) -> Outcome {
        let node = self.register(attempt, bag);
        let mut entries = std::mem::take(&mut self.heap.spare_entries);
        entries.clear();
        for (place, at) in (start..self.matcher.parts.len()).enumerate() {
            let count = self.matcher.parts[at];
            if count > 0 {
                let place = place as u32;
                entries.push([self.heap.bag_entry(node, symbol, place).0, NodeId::word(count)]);
                self.matcher.taken.push(Taken { bag, place, count: count * multiplicity });
            }
        }
        let normal = self.heap.is_normal(node);
        let part = self.heap.bag_of(symbol, &entries, normal);
        self.heap.spare_entries = entries;
        let part = self.settled(symbol, part);
        self.set(attempt, to, part);
        Outcome::HoldsFirst(start as u32 + 1)
    }
}

/// The first number that holds, of those from `low` below `high` of which the later ones hold; else `high`.
fn first_where(mut low: u32, mut high: u32, holds: impl Fn(u32) -> bool) -> u32 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// Goes on to the next part whose size is in the span; false when all were met.
fn advance(counts: &mut [u32], limits: &[u32], span: Span) -> bool {
    if span.most == 1 {
        return advance_single(counts, limits);
    }
    // One more of the first element that has some before it to give and is not all taken.
    let mut before = 0u64;
    for at in 0..counts.len() {
        if before > 0 && counts[at] < limits[at] {
            counts[at] += 1;
            return fill(&mut counts[..at], limits, before - 1);
        }
        before += u64::from(counts[at]);
    }
    let size = (before + 1).max(u64::from(span.least));
    size <= u64::from(span.most) && fill(counts, limits, size)
}

/// Takes `size` elements, the first ones; false if there are not as many.
fn fill(counts: &mut [u32], limits: &[u32], mut size: u64) -> bool {
    for (count, &limit) in counts.iter_mut().zip(limits) {
        *count = u64::from(limit).min(size) as u32;
        size -= u64::from(*count);
    }
    size == 0
}

/// The same for parts of one element: goes through the places.
fn advance_single(counts: &mut [u32], limits: &[u32]) -> bool {
    let from = counts.iter().position(|&count| count > 0);
    if let Some(at) = from {
        counts[at] = 0;
    }
    let next = (from.map_or(0, |at| at + 1)..counts.len()).find(|&at| limits[at] > 0);
    if let Some(at) = next {
        counts[at] = 1;
    }
    next.is_some()
}
