//! Matching of associative and commutative bags: elements are taken out and put back.

use std::cmp::Ordering;

use crate::module::SortId;
use crate::term::{Entries, NodeId};
use crate::theory::{Match, Slot, Span, Test};

use super::Engine;
use super::matcher::{Attempt, Outcome, Taken};

/// Shorter bags are looked through from the first element on.
const FEW_TO_SCAN: usize = 8;

impl Engine {
    pub(super) fn bag_step(&mut self, step: &Match, attempt: &Attempt, alternative: u32) -> Outcome {
        match *step {
            Match::TakeGround { bag, symbol, term, multiplicity } => {
                self.take(attempt, bag, symbol, term, multiplicity).into()
            }
            Match::TakeBound { bag, symbol, value, multiplicity } => {
                let value = self.register(attempt, value);
                self.take_all(attempt, bag, symbol, value, multiplicity).into()
            }
            Match::SomeOfBag { bag, symbol, multiplicity, span, to } => {
                self.take_part(attempt, bag, symbol, multiplicity, span, to, alternative)
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
        let node = self.register(attempt, bag);
        if let Some(outcome) = self.choose_by_key(attempt, (bag, symbol), test, multiplicity, to, alternative) {
            return outcome;
        }
        let fits = |place: u32, element: NodeId, copies: u32| {
            self.passes(attempt, test, element) && self.left(attempt, bag, place, copies) >= multiplicity
        };
        let (distinct, found) = match self.heap.bag_entries(node, symbol) {
            Some(entries) => {
                let places = (alternative..).zip(&entries[(alternative as usize).min(entries.len())..]);
                let found = places
                    .map(|(place, entry)| (place, entry[0], entry[1].as_word()))
                    .find(|&(place, element, copies)| fits(place, element, copies));
                (entries.len() as u32, found)
            }
            None => {
                let distinct = self.heap.bag_distinct(node, symbol);
                let entry = |place| (place, self.heap.bag_entry(node, symbol, place));
                let found = (alternative..distinct)
                    .map(entry)
                    .map(|(place, (element, copies))| (place, element, copies))
                    .find(|&(place, element, copies)| fits(place, element, copies));
                (distinct, found)
            }
        };
        let Some((place, element, _)) = found else { return Outcome::Fails };
        self.set(attempt, to, element);
        self.matcher.taken.push(Taken { bag, place, count: multiplicity });
        if place + 1 < distinct { Outcome::HoldsFirst(place + 1) } else { Outcome::Holds }
    }

    /// The same where the first argument of a free symbol is known: those elements stand together, and are found by binary search.
    fn choose_by_key(
        &mut self,
        attempt: &Attempt,
        (bag, symbol): (Slot, u32),
        test: Test,
        multiplicity: u32,
        to: Slot,
        alternative: u32,
    ) -> Option<Outcome> {
        let (top, key) = match test {
            Test::Ground { top, place: 0, term } => (top, term),
            Test::Known { top, place: 0, value } => (top, self.register(attempt, value)),
            _ => return None,
        };
        let entries = self.heap.bag_entries(self.register(attempt, bag), symbol)?;
        if entries.len() < FEW_TO_SCAN {
            return None;
        }
        let place = match alternative {
            0 => self.heap.place_of_first(entries, top, key),
            place => place as usize,
        };
        let passing =
            entries[place.min(entries.len())..].iter().take_while(|entry| self.passes(attempt, test, entry[0]));
        let mut left = (place as u32..).zip(passing);
        let free =
            |&(place, entry): &(u32, &[NodeId; 2])| self.left(attempt, bag, place, entry[1].as_word()) >= multiplicity;
        let Some((place, entry)) = left.find(free) else { return Some(Outcome::Fails) };
        let (element, more) = (entry[0], left.next().is_some());
        self.set(attempt, to, element);
        self.matcher.taken.push(Taken { bag, place, count: multiplicity });
        Some(if more { Outcome::HoldsFirst(place + 1) } else { Outcome::Holds })
    }

    /// Whether an element may match, as far as can be told at a glance.
    #[inline]
    fn passes(&self, attempt: &Attempt, test: Test, element: NodeId) -> bool {
        let argument_is = |top: u32, place: u32, value: NodeId| {
            let arguments = self.heap.free_arguments(element, top, place as usize + 1);
            arguments.is_some_and(|arguments| self.heap.equal(arguments[place as usize], value))
        };
        match test {
            Test::Any => true,
            Test::Top(top) => self.heap.symbol(element) == top,
            Test::Ground { top, place, term } => argument_is(top, place, term),
            Test::Known { top, place, value } => argument_is(top, place, self.register(attempt, value)),
        }
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
        for place in 0..self.heap.bag_distinct(node, symbol) {
            let (element, copies) = self.heap.bag_entry(node, symbol, place);
            let left = copies - gone(place);
            if left > 0 && element != identity {
                entries.push([element, NodeId::word(left)]);
            }
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
    /// those with more of the first elements.
    ///
    /// The counts of the last part tried lie on a stack of their own, at the place the alternative names (from one).
    #[allow(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn take_part(
        &mut self,
        attempt: &Attempt,
        bag: Slot,
        symbol: u32,
        multiplicity: u32,
        span: Span,
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
            if span.least == 0 {
                return self.part_taken(attempt, bag, symbol, multiplicity, to, start);
            }
            start
        } else {
            alternative as usize - 1
        };
        if advance(&mut self.matcher.parts[start..], &limits, span) {
            return self.part_taken(attempt, bag, symbol, multiplicity, to, start);
        }
        self.matcher.parts.truncate(start);
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
