//! What symbols with `memo` remember from one command to the next.

use crate::base::hash::HashMap;
use crate::term::{Heap, NodeId};
use crate::theory::Theory;

use super::Engine;

/// Words of a store that is not kept for the sake of what is remembered: searches make big ones.
const TOO_BIG: usize = 1 << 22;

/// Values of terms, with the heap they stand in: one that was made for the same theory, and has only grown since.
#[derive(Clone, Debug)]
pub struct Memory {
    heap: Heap,
    values: HashMap<NodeId, NodeId>,
}

impl Memory {
    /// The theory with its programs on this heap.
    pub fn theory(&self, theory: &Theory) -> Theory {
        theory.on_heap(&self.heap)
    }
}

impl Engine {
    /// What is remembered so far, if it is anything and not too much. Nothing may be under way.
    pub fn memory(&self) -> Option<Memory> {
        if self.memory.is_empty() || self.heap.store.words.len() > TOO_BIG {
            return None;
        }
        let mut heap = self.heap.clone();
        heap.rewind(0);
        Some(Memory { heap, values: self.memory.clone() })
    }

    /// Remembers what an earlier engine did. This one must run a theory that was put on that memory's heap.
    pub fn remember_all(&mut self, memory: Option<Memory>) {
        if let Some(memory) = memory {
            self.memory = memory.values;
        }
    }
}
