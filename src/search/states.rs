//! The visited states: numbered in the order they were found, compared exactly.

use hashbrown::HashTable;

use crate::base::hash::mix;
use crate::term::NodeId;

/// States by number and by term.
///
/// A state's term is stored once in the heap, so two states are the same exactly when their ids are. Besides the term a
/// state costs its id, its parent's number and a slot of the table: 8 bytes and about 7.
#[derive(Debug, Default)]
pub(super) struct States {
    terms: Vec<NodeId>,
    parents: Vec<u32>,
    table: HashTable<u32>,
}

/// The parent of the initial state.
const NO_PARENT: u32 = u32::MAX;

impl States {
    /// Most states that can be numbered.
    pub(super) const MOST: usize = NO_PARENT as usize - 1;

    fn slot(term: NodeId) -> u64 {
        mix(0x6a09_e667_f3bc_c908, u64::from(term.0))
    }

    /// The number of a state, if it was seen.
    pub(super) fn find(&self, term: NodeId) -> Option<u32> {
        self.table.find(Self::slot(term), |&number| self.terms[number as usize] == term).copied()
    }

    /// Adds a state that was not seen. `parent` is the state it was first reached from.
    pub(super) fn add(&mut self, term: NodeId, parent: Option<u32>) -> u32 {
        let number = self.terms.len() as u32;
        self.terms.push(term);
        self.parents.push(parent.unwrap_or(NO_PARENT));
        let terms = &self.terms;
        self.table.insert_unique(Self::slot(term), number, |&number| Self::slot(terms[number as usize]));
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
        ((self.terms.capacity() + self.parents.capacity()) * 4 + self.table.allocation_size()) as u64
    }
}
