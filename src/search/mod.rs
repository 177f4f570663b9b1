//! Breadth-first search: which states can be reached, and which of them answer the query.

pub mod outcome;

use std::sync::Arc;

use crate::base::{Diagnostic, Interrupt, Limits};
use crate::module::{SearchQuery, Term};
use crate::theory::Theory;

pub use outcome::{Arc as StateArc, Event, PathStep, Progress, Solution, Statistics};

/// A search that is under way: asks for one answer after the other.
#[derive(Debug)]
pub struct Search {
    theory: Arc<Theory>,
}

impl Search {
    /// Prepares a search. `limits.depth` counts steps from the initial state.
    ///
    /// # Errors
    /// Diagnostics when the query itself is wrong, such as a condition with a variable that nothing binds.
    pub fn new(
        theory: Arc<Theory>,
        query: &SearchQuery,
        limits: Limits,
        interrupt: Interrupt,
    ) -> Result<Self, Vec<Diagnostic>> {
        let _ = (query, limits, interrupt);
        Ok(Self { theory })
    }

    /// Runs to the next solution or the end. `on_progress` is called every few thousand successors.
    ///
    /// Calling again after a solution goes on; after [`Event::Exhausted`] or [`Event::Stopped`] it gives the same again.
    pub fn next(&mut self, on_progress: &mut dyn FnMut(&Progress)) -> Event {
        let _ = on_progress;
        Event::Exhausted
    }

    /// Counts so far.
    pub fn statistics(&self) -> Statistics {
        Statistics::default()
    }

    /// The term of a state.
    pub fn state(&self, number: u32) -> Term {
        let _ = (number, &self.theory);
        Term::new()
    }

    /// A shortest path from state 0 to a state: the first entry has no rule, the last is the state itself.
    pub fn path(&self, number: u32) -> Vec<PathStep> {
        let _ = number;
        Vec::new()
    }

    /// The arcs out of a state that was expanded: for each target, in order of first arrival, the rules that lead there.
    /// Computed anew.
    pub fn arcs(&mut self, number: u32) -> Vec<StateArc> {
        let _ = number;
        Vec::new()
    }
}
