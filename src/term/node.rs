//! Handles of run-time terms.

/// A run-time term: a word that means something only together with the heap that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(pub(crate) u32);
