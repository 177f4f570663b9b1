//! The visited states: numbered in the order they were found, compared exactly.

use crate::base::hash::HashMap;
use crate::term::{Heap, NodeId};

/// States by number and by term.
///
/// A state's term is stored once in the heap, so two states are the same exactly when their ids are. The number stands
/// behind the term's node in the store, where there is room for it when the node is new. Besides its term a state costs
/// twelve bytes: its id, its parent's number, and that word.
#[derive(Debug, Default)]
pub(super) struct States {
    terms: Vec<NodeId>,
    parents: Vec<u32>,
    /// States whose terms had been stored before, as parts of others: no number stands behind those.
    others: HashMap<NodeId, u32>,
}

/// The parent of the initial state.
const NO_PARENT: u32 = u32::MAX;

impl States {
    /// Most states that can be numbered.
    pub(super) const MOST: usize = NO_PARENT as usize - 1;

    /// The number of a state, if it was seen.
    pub(super) fn find(&self, heap: &Heap, term: NodeId) -> Option<u32> {
        // Whatever stands behind the node: it is the state's number exactly when that state has this term.
        let behind = if term.is_stored() { heap.word_behind(term) } else { None };
        match behind {
            Some(number) if self.terms.get(number as usize) == Some(&term) => Some(number),
            _ => self.others.get(&term).copied(),
        }
    }

    /// Adds a state that was not seen. `fresh`: its term was stored just now. `parent` is the state it was first reached
    /// from.
    pub(super) fn add(&mut self, heap: &mut Heap, term: NodeId, fresh: bool, parent: Option<u32>) -> u32 {
        let number = self.terms.len() as u32;
        self.terms.push(term);
        self.parents.push(parent.unwrap_or(NO_PARENT));
        if fresh {
            heap.append(number);
        } else {
            self.others.insert(term, number);
        }
        number
    }

    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(super) fn term(&self, number: u32) -> NodeId {
        self.terms[number as usize]
    }

    pub(super) fn parent(&self, number: u32) -> Option<u32> {
        let parent = self.parents[number as usize];
        (parent != NO_PARENT).then_some(parent)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        ((self.terms.capacity() + self.parents.capacity()) * 4 + self.others.capacity() * 9) as u64
    }
}
