//! Conditions: solved fragment by fragment, left to right, with backtracking.
//!
//! The one place where evaluation calls itself natively: a condition is evaluated while its match waits. The native
//! stack grows on the heap when it runs short, so the depth of nested conditions is bounded by memory alone.

use std::ops::ControlFlow;

use crate::base::StopReason;
use crate::base::hash::IndexSet;
use crate::term::NodeId;
use crate::theory::{Fragment, Guard, Theory};

use super::Engine;
use super::matcher::{Attempt, PATIENCE};

/// Native stack that must be free for one more condition, and how much is added when it is not.
const RED_ZONE: usize = 128 * 1024;
const STACK_STEP: usize = 4 * 1024 * 1024;
/// Native stack that one condition takes, roughly.
pub(super) const CONDITION_BYTES: u64 = 1 << 11;

/// Whether to look for further solutions.
pub(crate) type Next = Result<ControlFlow<()>, StopReason>;

/// Where the registers and windows of a statement begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) base: usize,
    pub(super) windows: usize,
}

/// Runs a step of a nested condition on enough native stack.
pub(super) fn grown<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK_STEP, step)
}

impl Engine {
    /// Finds the first match whose conditions hold. The subject stands in the registers from `base` on, where the
    /// solution is left.
    #[inline]
    pub(super) fn satisfies(&mut self, theory: &Theory, guard: &Guard, base: usize) -> Result<bool, StopReason> {
        if guard.conditions.is_empty() {
            let windows = self.matcher.windows.len();
            self.matcher.windows.resize(windows + guard.windows as usize, (0, 0));
            let attempt = self.attempt(guard.program, base, windows);
            let found = self.first(theory, &attempt)?;
            if let Some(completion) = guard.completion.filter(|_| found) {
                self.complete(theory, completion, base, attempt.taken)?;
            }
            self.leave(&attempt);
            self.matcher.windows.truncate(windows);
            return Ok(found);
        }
        let taken = self.matcher.taken.len();
        let outcome = self.each_match(theory, guard, base, &mut |engine| {
            if let Some(completion) = guard.completion {
                engine.complete(theory, completion, base, taken)?;
            }
            Ok(ControlFlow::Break(()))
        })?;
        Ok(outcome.is_break())
    }

    /// Puts together what a match left of bags. `taken`: where what it took begins.
    pub(super) fn complete(
        &mut self,
        theory: &Theory,
        program: u32,
        base: usize,
        taken: usize,
    ) -> Result<(), StopReason> {
        let attempt = Attempt { taken, ..self.attempt(program, base, 0) };
        let done = self.first(theory, &attempt)?;
        debug_assert!(done, "it was checked that every rest can be a value");
        Ok(())
    }

    /// Calls `found` for every match whose conditions hold, until it breaks; the solution then stands in the registers
    /// from `base` on.
    pub(super) fn each_match(
        &mut self,
        theory: &Theory,
        guard: &Guard,
        base: usize,
        found: &mut dyn FnMut(&mut Self) -> Next,
    ) -> Next {
        let windows = self.matcher.windows.len();
        self.matcher.windows.resize(windows + guard.windows as usize, (0, 0));
        let area = Area { base, windows };
        let outcome = if self.is_observed(guard) {
            self.each_match_observed(theory, guard, area, found)
        } else {
            self.each_solution(theory, guard.program, &guard.conditions, area, found)
        };
        self.matcher.windows.truncate(windows);
        outcome
    }

    /// Every match of a program, and for each all ways to fulfil the fragments.
    pub(super) fn each_solution(
        &mut self,
        theory: &Theory,
        program: u32,
        fragments: &[Fragment],
        area: Area,
        found: &mut dyn FnMut(&mut Self) -> Next,
    ) -> Next {
        let attempt = self.attempt(program, area.base, area.windows);
        let mut matched = self.first(theory, &attempt)?;
        while matched {
            if self.fulfil(theory, fragments, area, found)?.is_break() {
                self.leave(&attempt);
                return Ok(ControlFlow::Break(()));
            }
            matched = self.has_more(&attempt) && self.next(theory, &attempt)?;
        }
        self.leave(&attempt);
        Ok(ControlFlow::Continue(()))
    }

    fn fulfil(
        &mut self,
        theory: &Theory,
        fragments: &[Fragment],
        area: Area,
        found: &mut dyn FnMut(&mut Self) -> Next,
    ) -> Next {
        let Some((fragment, rest)) = fragments.split_first() else { return found(self) };
        self.deepen()?;
        let outcome = grown(|| self.fragment(theory, fragment, rest, area, found));
        self.nested -= 1;
        outcome
    }

    /// Enters one more condition.
    pub(super) fn deepen(&mut self) -> Result<(), StopReason> {
        self.nested += 1;
        // Conditions can nest without end, and no rewrite is counted on the way.
        if self.nested.is_multiple_of(PATIENCE) { self.pause() } else { Ok(()) }
    }

    pub(super) fn fragment(
        &mut self,
        theory: &Theory,
        fragment: &Fragment,
        rest: &[Fragment],
        area: Area,
        found: &mut dyn FnMut(&mut Self) -> Next,
    ) -> Next {
        match *fragment {
            Fragment::Boolean { code } => {
                let holds = self.execute(theory, code, area.base)? == self.yes;
                self.go_on(holds, theory, rest, area, found)
            }
            Fragment::Equal { left, right } => {
                let left = self.execute(theory, left, area.base)?;
                // The other side may make the collector run: keep this one where it is seen.
                self.values.push(left);
                let right = self.execute(theory, right, area.base)?;
                let left = self.values.pop().expect("pushed above");
                let holds = self.heap.equal(left, right);
                self.go_on(holds, theory, rest, area, found)
            }
            Fragment::Sort { code, sort } => {
                let value = self.execute(theory, code, area.base)?;
                let holds = self.heap.symbols.is_below(self.heap.sort(value), sort);
                self.go_on(holds, theory, rest, area, found)
            }
            Fragment::Match { code, to, program } => {
                let value = self.execute(theory, code, area.base)?;
                self.registers[area.base + to as usize] = value;
                self.each_solution(theory, program, rest, area, found)
            }
            Fragment::Rewrite { code, to, program } => {
                let start = self.execute(theory, code, area.base)?;
                self.each_reachable(theory, start, area.base + to as usize, program, rest, area, found)
            }
        }
    }

    fn go_on(
        &mut self,
        holds: bool,
        theory: &Theory,
        rest: &[Fragment],
        area: Area,
        found: &mut dyn FnMut(&mut Self) -> Next,
    ) -> Next {
        if holds { self.fulfil(theory, rest, area, found) } else { Ok(ControlFlow::Continue(())) }
    }

    /// Breadth-first search inside a condition: a state is matched as soon as it is reached.
    #[allow(clippy::too_many_arguments, reason = "the fields of one fragment and its surroundings")]
    fn each_reachable(
        &mut self,
        theory: &Theory,
        start: NodeId,
        register: usize,
        program: u32,
        rest: &[Fragment],
        area: Area,
        found: &mut dyn FnMut(&mut Self) -> Next,
    ) -> Next {
        let start = self.heap.intern(start);
        let mut states: IndexSet<NodeId> = IndexSet::default();
        states.insert(start);
        self.registers[register] = start;
        if self.each_solution(theory, program, rest, area, found)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let mut next = 0;
        while let Some(&state) = states.get_index(next) {
            next += 1;
            let outcome = self.each_successor_of(theory, state, &mut |engine, _, successor| {
                let successor = engine.heap.intern(successor);
                if !states.insert(successor) {
                    return Ok(ControlFlow::Continue(()));
                }
                engine.registers[register] = successor;
                engine.each_solution(theory, program, rest, area, found)
            })?;
            if outcome.is_break() {
                return Ok(outcome);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
