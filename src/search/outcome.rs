//! What a search tells: solutions, paths, counts, progress.

use std::time::Duration;

use crate::base::StopReason;
use crate::module::{Term, Variable};

/// What [`super::Search::next`] came to.
#[derive(Clone, Debug)]
pub enum Event {
    /// A state and a substitution that answer the query.
    Solution(Solution),
    /// The whole space (within the query's own depth bound) was explored; no further solution exists.
    Exhausted,
    /// A limit or an interruption stopped the search first.
    Stopped(StopReason),
}

/// One answer.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Counted from one.
    pub number: u64,
    /// The state's number.
    pub state: u32,
    /// Steps from the initial state.
    pub depth: u64,
    /// The variables of the pattern, then those bound by the condition, with their values, in order of appearance.
    pub bindings: Vec<(Variable, Term)>,
}

/// One entry of a path.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The rule that led here: its position in [`crate::module::Module::statements`]; `None` for the initial state.
    pub rule: Option<usize>,
    /// The state's number.
    pub state: u32,
    /// The state's term.
    pub term: Term,
}

/// The arcs from one state to another.
#[derive(Clone, Debug)]
pub struct Arc {
    /// The state they lead to; `None` when it was not given a number because the search stopped before.
    pub target: Option<u32>,
    /// The rules that lead there, each a position in [`crate::module::Module::statements`], in order, without repetition.
    pub rules: Vec<usize>,
}

/// Counts of a search.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// States seen, the initial one included.
    pub states: u64,
    /// States whose successors were all made.
    pub expanded: u64,
    /// Successors made, repeated ones included.
    pub transitions: u64,
    /// Rewrites, as Maude counts them.
    pub rewrites: u64,
    /// Depth of the deepest state seen.
    pub depth: u64,
    /// Wall-clock time spent inside `next`.
    pub elapsed: Duration,
    /// Bytes of the state store and its tables.
    pub bytes: u64,
}

/// A look at a running search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The counts.
    pub statistics: Statistics,
    /// States waiting to be expanded.
    pub frontier: u64,
}
