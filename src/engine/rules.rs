//! One-step rewrites: every rule at every position, in every way.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::base::StopReason;
use crate::term::{NodeId, View};
use crate::theory::{Entry, Goal, Theory};

use super::Engine;
use super::conditions::Next;

/// Receives successors: the rule's place among the module's statements, and the successor's normal form.
pub(crate) type Visit<'v> = dyn FnMut(&mut Engine, usize, NodeId) -> Next + 'v;

/// A node on the way from the root to the position looked at, and which of its arguments the way goes through.
#[derive(Clone, Copy, Debug)]
struct Turn {
    node: NodeId,
    place: usize,
}

impl Engine {
    /// Calls `visit` for every one-step rewrite of a state: positions from the root down, left to right; at each the
    /// rules in order; for each all matches. The state is a stored normal form.
    ///
    /// # Errors
    /// The reason, when the budget ends first.
    pub(crate) fn each_successor(&mut self, state: NodeId, visit: &mut Visit<'_>) -> Next {
        let theory = Arc::clone(&self.theory);
        let result = self.each_successor_of(&theory, state, visit);
        self.recover(result)
    }

    pub(super) fn each_successor_of(&mut self, theory: &Theory, state: NodeId, visit: &mut Visit<'_>) -> Next {
        debug_assert!(!state.is_scratch(), "what is stored is never moved");
        let mut way: Vec<Turn> = Vec::new();
        let mut position = Some(state);
        while let Some(node) = position {
            if self.rewrites_at(theory, &way, node, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            way.push(Turn { node, place: 0 });
            position = self.next_position(theory, &mut way);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The next position in pre-order below or after the end of the way at which a rule may apply.
    fn next_position(&self, theory: &Theory, way: &mut Vec<Turn>) -> Option<NodeId> {
        while let Some(turn) = way.last_mut() {
            let symbol = self.heap.symbol(turn.node);
            let info = theory.symbols.of(symbol);
            while let Some(child) =
                if info.may_step_below { self.heap.distinct_argument(turn.node, turn.place) } else { None }
            {
                let frozen = info.frozen.contains(&turn.place);
                if !frozen && theory.symbols.of(self.heap.symbol(child)).may_step {
                    return Some(child);
                }
                turn.place += 1;
            }
            way.pop();
            if let Some(parent) = way.last_mut() {
                parent.place += 1;
            }
        }
        None
    }

    fn rewrites_at(&mut self, theory: &Theory, way: &[Turn], node: NodeId, visit: &mut Visit<'_>) -> Next {
        let symbol = self.heap.symbol(node);
        for &number in &theory.symbols.of(symbol).rules {
            let rule = &theory.rules[number as usize];
            let base = self.registers.len();
            match rule.guard.entry {
                Entry::Arguments => {
                    let arity = self.heap.symbols.info(symbol).arity;
                    let arguments = self.heap.free_arguments(node, symbol, arity).expect("rules are listed by symbol");
                    self.registers.extend_from_slice(arguments);
                }
                Entry::Whole => self.registers.push(node),
            }
            self.registers.resize(base + rule.guard.registers as usize, NodeId::NONE);
            let outcome = self.each_match(theory, &rule.guard, base, &mut |engine| {
                engine.count_rewrite()?;
                let result = engine.execute(theory, rule.right, base)?;
                let successor = engine.rebuild(theory, way, result)?;
                visit(engine, rule.statement, successor)
            })?;
            self.registers.truncate(base);
            if outcome.is_break() {
                return Ok(outcome);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The state with the subterm at the end of the way replaced, normalised upwards.
    fn rebuild(&mut self, theory: &Theory, way: &[Turn], mut result: NodeId) -> Result<NodeId, StopReason> {
        for turn in way.iter().rev() {
            result = self.with_argument(theory, *turn, result)?;
        }
        Ok(result)
    }

    fn with_argument(&mut self, theory: &Theory, turn: Turn, argument: NodeId) -> Result<NodeId, StopReason> {
        let first = self.values.len();
        let Turn { node, place } = turn;
        let symbol = match self.heap.view(node) {
            View::Free(symbol, arguments) => {
                self.values.extend_from_slice(arguments);
                self.values[first + place] = argument;
                symbol
            }
            View::List(symbol, elements) => {
                self.values.extend_from_slice(elements);
                self.values[first + place] = argument;
                symbol
            }
            View::Bag(symbol, _) => {
                let rest = self.heap.bag_without(node, symbol, place);
                self.values.extend([rest, argument]);
                symbol
            }
            View::Iterated(symbol, count, _) => {
                self.values.push(argument);
                return self.call_iterated(theory, symbol, count);
            }
            View::Integer(_) | View::BigInteger(..) | View::Variable(..) => unreachable!("no way leads through it"),
        };
        let count = self.values.len() - first;
        self.call(theory, symbol, count)
    }

    /// Calls `found` with the registers of every way a state answers a goal.
    ///
    /// # Errors
    /// The reason, when the budget ends first.
    pub(crate) fn each_answer(
        &mut self,
        goal: &Goal,
        state: NodeId,
        found: &mut dyn FnMut(&Self, &[NodeId]) -> ControlFlow<()>,
    ) -> Next {
        let theory = Arc::clone(&self.theory);
        let base = self.registers.len();
        self.registers.push(state);
        self.registers.resize(base + goal.guard.registers as usize, NodeId::NONE);
        let result =
            self.each_match(&theory, &goal.guard, base, &mut |engine| Ok(found(engine, &engine.registers[base..])));
        self.registers.truncate(base);
        self.recover(result)
    }
}
