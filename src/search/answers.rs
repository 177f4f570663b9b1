//! The answers a single state gives to the goal, a batch at a time.

use std::ops::ControlFlow;

use crate::base::StopReason;
use crate::engine::Engine;
use crate::module::{Term, Variable};
use crate::theory::Goal;

use super::Candidate;
use super::states::States;

/// Most answers held at once.
const LARGEST_BATCH: usize = 1 << 12;

/// One answer, with the engine's count of rewrites when it was found.
#[derive(Debug)]
pub(super) struct Answer {
    /// The goal's variables with their values.
    pub(super) bindings: Vec<(Variable, Term)>,
    pub(super) rewrites: u64,
}

/// The answers of one state, in the engine's order.
///
/// A state can have more answers than memory holds. They are found in batches; for the next batch the match is run again
/// and those given before are skipped, so batches grow to keep the cost within a constant factor.
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) candidate: Candidate,
    batch: std::vec::IntoIter<Answer>,
    given: usize,
    size: usize,
    complete: bool,
    /// The engine's count before the first batch: running again must not count twice.
    rewrites: Option<u64>,
}

impl Answers {
    pub(super) fn new(candidate: Candidate) -> Self {
        Self { candidate, batch: Vec::new().into_iter(), given: 0, size: 1, complete: false, rewrites: None }
    }

    /// The next answer.
    pub(super) fn next(
        &mut self,
        engine: &mut Engine,
        goal: &Goal,
        states: &States,
    ) -> Result<Option<Answer>, StopReason> {
        if let Some(answer) = self.batch.next() {
            return Ok(Some(answer));
        }
        if self.complete {
            return Ok(None);
        }
        self.fetch(engine, goal, states)?;
        Ok(self.batch.next())
    }

    fn fetch(&mut self, engine: &mut Engine, goal: &Goal, states: &States) -> Result<(), StopReason> {
        match self.rewrites {
            None => self.rewrites = Some(engine.rewrites()),
            Some(rewrites) => engine.set_rewrites(rewrites),
        }
        let mut batch = Vec::new();
        let mut skip = self.given;
        let size = self.size;
        let outcome = engine.each_answer(goal, states.term(self.candidate.state), &mut |engine, registers| {
            if skip > 0 {
                skip -= 1;
                return ControlFlow::Continue(());
            }
            let value = |&(variable, slot): &(Variable, u32)| (variable, engine.read_back(registers[slot as usize]));
            batch.push(Answer { bindings: goal.variables.iter().map(value).collect(), rewrites: engine.rewrites() });
            if batch.len() == size { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        engine.forget_scratch();
        self.complete = outcome.is_continue();
        self.given += batch.len();
        self.size = (self.size * 8).min(LARGEST_BATCH);
        self.batch = batch.into_iter();
        Ok(())
    }
}
