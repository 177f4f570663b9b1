//! Flat bags of some dozens of elements edited: what stays is copied in runs, and is neither sorted nor looked at again.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::canonical::{Entries, INSERTION_LIMIT, counted};
use super::chunks::FLAT;
use super::heap::Heap;
use super::node::{Header, NodeId};

/// Most elements that are put in one by one; more of them are sorted as a whole.
const FEW: usize = 16;

impl Heap {
    /// A flat bag in normal form without some copies of the elements at some places, and with some more elements; nothing where
    /// the bag is not flat, or so small that sorting it is cheaper, or what comes in is no element, or too much comes in.
    ///
    /// Cost: a copy of the entries, and the logarithm of their number for each element that comes in; constant for one that
    /// comes in where one went out.
    pub(crate) fn edited_flat(
        &mut self,
        symbol: u32,
        node: NodeId,
        gone: &[(u32, u32)],
        more: &[NodeId],
    ) -> Option<NodeId> {
        if self.bag_entries(node, symbol)?.len() <= INSERTION_LIMIT || !self.is_normal(node) || more.len() > FEW {
            return None;
        }
        if more.iter().any(|&value| !self.is_element(value, symbol)) {
            return None;
        }
        let mut entries = std::mem::take(&mut self.spare_entries);
        entries.clear();
        let base = self.bag_entries(node, symbol)?;
        let places = keep(base, gone, &mut entries);
        for (number, &value) in more.iter().enumerate() {
            let hint = places.get(number).copied().unwrap_or(0);
            self.overflow |= self.put_in(&mut entries, value, hint as usize);
        }
        let edited = self.edited_node(symbol, node, &entries, more);
        self.spare_entries = entries;
        Some(edited)
    }

    /// The node of an edited bag. What its elements have in common is known from the bag it was, where that says it.
    fn edited_node(&mut self, symbol: u32, old: NodeId, entries: &[[NodeId; 2]], more: &[NodeId]) -> NodeId {
        let keeps_sort = self.is_uniform(old, symbol)
            && !self.constrained[symbol as usize]
            && (more.is_empty() || self.uniform_sort(symbol, more.iter().copied()).is_some());
        if entries.len() < 2 || entries.len() > FLAT || !keeps_sort {
            return self.bag_of(symbol, entries, true);
        }
        let steps = if self.steps(old) {
            self.any_steps(symbol, entries.iter().map(|entry| entry[0]))
        } else {
            self.any_steps(symbol, more.iter().copied())
        };
        let node = self.start(Header::new(symbol, self.sort(old), true).with_steps(steps));
        self.push(NodeId(entries.len() as u32));
        self.scratch.extend_from_slice(entries.as_flattened());
        node
    }

    /// Whether a term is one element of bags of the symbol: neither a bag nor the identity.
    fn is_element(&self, node: NodeId, symbol: u32) -> bool {
        let identity = self.identity(symbol);
        self.symbol(node) != symbol && (identity == NodeId::NONE || !self.equal(node, identity))
    }

    /// Puts an element into a sorted working bag, looking first at the place `hint`. Tells whether it then stands more often than
    /// can be counted.
    fn put_in(&self, entries: &mut Entries, element: NodeId, hint: usize) -> bool {
        match self.place_near(entries, element, hint) {
            Ok(at) => {
                let (copies, over) = counted(entries[at][1].0.checked_add(1));
                entries[at][1].0 = copies;
                over
            }
            Err(at) => {
                entries.insert(at, [element, NodeId(1)]);
                false
            }
        }
    }

    fn place_near(&self, entries: &[[NodeId; 2]], element: NodeId, hint: usize) -> Result<usize, usize> {
        let order = |entry: &[NodeId; 2]| self.compare(entry[0], element);
        let (mut from, mut until) = (0, entries.len());
        if let Some(entry) = entries.get(hint) {
            match order(entry) {
                Ordering::Equal => return Ok(hint),
                Ordering::Less => from = hint + 1,
                Ordering::Greater => until = hint,
            }
        }
        if from == 0 && until > 0 {
            match order(&entries[until - 1]) {
                Ordering::Equal => return Ok(until - 1),
                Ordering::Less => return Err(until),
                Ordering::Greater => until -= 1,
            }
        }
        match entries[from..until].binary_search_by(order) {
            Ok(at) => Ok(from + at),
            Err(at) => Err(from + at),
        }
    }
}

/// Copies entries less what is gone. Gives for each place in `gone` where in the copy to look for what may replace it, once
/// the places named before it have their replacement.
fn keep(base: &[[NodeId; 2]], gone: &[(u32, u32)], entries: &mut Entries) -> SmallVec<[u32; 8]> {
    let mut sorted: SmallVec<[(u32, u32); 8]> = SmallVec::from_slice(gone);
    sorted.sort_unstable();
    let mut from = 0;
    let mut left = 0;
    for &(place, count) in &sorted {
        let place = place as usize;
        if place >= from {
            entries.extend_from_slice(&base[from..place]);
            left = base[place][1].0;
            from = place + 1;
        } else if left > 0 {
            entries.pop();
        }
        left -= count;
        if left > 0 {
            entries.push([base[place][0], NodeId(left)]);
        }
    }
    entries.extend_from_slice(&base[from..]);
    let before = |number: usize, place: u32| gone[number + 1..].iter().filter(|later| later.0 < place).count() as u32;
    gone.iter().enumerate().map(|(number, &(place, _))| place - before(number, place).min(place)).collect()
}
