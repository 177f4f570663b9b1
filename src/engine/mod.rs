//! Matching, normal forms, conditions and rule application.

use std::sync::Arc;

use crate::base::StopReason;
use crate::base::limits::Watch;
use crate::module::{SortId, Term};
use crate::term::NodeId;
use crate::theory::Theory;

/// How much an engine may use.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Asked now and then whether to stop.
    pub watch: Watch,
    /// Most bytes of memory.
    pub memory: Option<u64>,
}

/// Evaluates terms of one theory on one thread.
#[derive(Debug)]
pub struct Engine {
    theory: Arc<Theory>,
}

impl Engine {
    /// An engine with an empty heap.
    pub fn new(theory: Arc<Theory>, budget: Budget) -> Self {
        let _ = budget;
        Self { theory }
    }

    /// The theory it runs.
    pub fn theory(&self) -> &Arc<Theory> {
        &self.theory
    }

    /// The normal form of a term by the equations. Variables stand for themselves.
    pub fn reduce(&mut self, term: &Term) -> Result<NodeId, StopReason> {
        let _ = term;
        unreachable!("under construction")
    }

    /// A run-time term as a syntactic one, for printing.
    pub fn read_back(&self, node: NodeId) -> Term {
        let _ = node;
        unreachable!("under construction")
    }

    /// The least sort of a normal form.
    pub fn least_sort(&self, node: NodeId) -> SortId {
        let _ = node;
        unreachable!("under construction")
    }

    /// Number of rewrites since the engine was made: equations, rules, memberships and built-in calls, as Maude counts.
    pub fn rewrites(&self) -> u64 {
        0
    }
}
