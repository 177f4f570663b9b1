//! One-step rewrites: every rule at every position, in every way.

use std::ops::ControlFlow;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::base::StopReason;
use crate::term::{Heap, NodeId, View};
use crate::theory::{Entry, Evaluation, Goal, NO_SLOT, Replacement, Theory, Unevaluated};

use super::Engine;
use super::conditions::Next;
use super::matcher::PATIENCE;

/// Receives successors: the rule's place among the module's statements, and the successor's normal form.
pub(crate) type Visit<'v> = dyn FnMut(&mut Engine, usize, NodeId) -> Next + 'v;

/// A position of a term: its node, and for all but the root the place of its parent among the positions and which argument
/// of that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) node: NodeId,
    pub(super) above: Option<(usize, usize)>,
}

/// One of some positions; none for the term on its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site<'p> {
    pub(super) positions: &'p [Position],
    pub(super) at: usize,
    /// The outermost position, from here upwards, that is an argument its parent's strategy leaves alone: nothing up to
    /// there is evaluated.
    pub(super) unevaluated: Option<usize>,
}

impl Site<'_> {
    /// The top of a term on its own, which is evaluated or not.
    pub(super) fn top(evaluate: bool) -> Self {
        Site { positions: &[], at: 0, unevaluated: if evaluate { None } else { Some(0) } }
    }
}

impl Engine {
    /// Calls `visit` for every one-step rewrite of a state: positions from the root down, level by level, each from left
    /// to right, as in Maude; at each the rules in order; for each all matches. The state is a stored normal form.
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
        let mut positions: SmallVec<[Position; 8]> = smallvec![Position { node: state, above: None }];
        let mut at = 0;
        while let Some(&Position { node, .. }) = positions.get(at) {
            let site = self.site(theory, &positions, at);
            if self.rewrites_at(theory, site, node, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let mut next = 0;
            while let Some((place, argument)) = self.argument_to_rewrite(theory, node, next) {
                positions.push(Position { node: argument, above: Some((at, place)) });
                next = place + 1;
            }
            at += 1;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// A position as a place to rewrite at.
    pub(super) fn site<'p>(&self, theory: &Theory, positions: &'p [Position], at: usize) -> Site<'p> {
        let mut unevaluated = None;
        let mut below = at;
        while theory.symbols.any_lazy
            && let Some((above, place)) = positions[below].above
        {
            if self.leaves_alone(theory, positions[above].node, place) {
                unevaluated = Some(below);
            }
            below = above;
        }
        Site { positions, at, unevaluated }
    }

    /// Whether an argument of a node is not evaluated before its top is.
    pub(super) fn leaves_alone(&self, theory: &Theory, node: NodeId, place: usize) -> bool {
        let evaluation = &theory.symbols.of(self.heap.symbol(node)).evaluation;
        matches!(evaluation, Evaluation::Strategy { .. }) && !evaluation.is_eager(place)
    }

    /// The next argument of a node, from a place on, at or below which a rule may apply.
    pub(super) fn argument_to_rewrite(
        &mut self,
        theory: &Theory,
        node: NodeId,
        from: usize,
    ) -> Option<(usize, NodeId)> {
        let info = theory.symbols.of(self.heap.symbol(node));
        if info.may_step_below { self.heap.argument_to_rewrite(node, from, &info.frozen) } else { None }
    }

    /// All rewrites at one position. A position below the root, or below a condition, can be met again, in another state:
    /// if no rule applied, none is tried again.
    fn rewrites_at(&mut self, theory: &Theory, site: Site<'_>, node: NodeId, visit: &mut Visit<'_>) -> Next {
        let rules = &theory.symbols.of(self.heap.symbol(node)).rules;
        let recurs = site.at > 0;
        if rules.is_empty() || (recurs && self.exhausted.contains(&node)) {
            return Ok(ControlFlow::Continue(()));
        }
        let mut applied = false;
        for &number in rules {
            let rule = &theory.rules[number as usize];
            let outcome = self.rewrites_by_one(theory, rule, site, node, &mut |engine, statement, successor| {
                applied = true;
                visit(engine, statement, successor)
            })?;
            if outcome.is_break() {
                return Ok(outcome);
            }
        }
        if recurs && !applied {
            self.exhausted.insert(node);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// All rewrites of a node by one rule.
    pub(super) fn rewrites_by_one(
        &mut self,
        theory: &Theory,
        rule: &Replacement,
        site: Site<'_>,
        node: NodeId,
        visit: &mut Visit<'_>,
    ) -> Next {
        match self.heap.iteration_count(node) {
            None => self.rewrites_by(theory, rule, site, node, 0, visit),
            Some(count) => self.rewrites_in_chain(theory, rule, site, (node, count), visit),
        }
    }

    /// The rewrites of `f(f(f(t)))` by a rule, from the outermost application of the iterated symbol inwards. `t` is a
    /// position of its own.
    fn rewrites_in_chain(
        &mut self,
        theory: &Theory,
        rule: &Replacement,
        site: Site<'_>,
        (node, count): (NodeId, u64),
        visit: &mut Visit<'_>,
    ) -> Next {
        for above in rule.chain.places(count).into_iter().flatten() {
            if above % u64::from(PATIENCE) == u64::from(PATIENCE) - 1 {
                self.pause()?;
            }
            let part = if above == 0 { node } else { self.heap.inner_iteration(node, count - above) };
            let outcome = self.rewrites_by(theory, rule, site, part, above, visit)?;
            if outcome.is_break() {
                return Ok(outcome);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The rewrites of a node by a rule. `above`: so many applications of its iterated symbol stand above it, below the
    /// site.
    fn rewrites_by(
        &mut self,
        theory: &Theory,
        rule: &Replacement,
        site: Site<'_>,
        node: NodeId,
        above: u64,
        visit: &mut Visit<'_>,
    ) -> Next {
        let symbol = self.heap.symbol(node);
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
        let taken = self.matcher.taken.len();
        let outcome = self.each_match(theory, &rule.guard, base, &mut |engine| {
            engine.count_rewrite()?;
            if let Some(completion) = rule.guard.completion {
                engine.complete(theory, completion, base, taken)?;
            }
            if engine.watched.is_some() {
                engine.tell_replacement(rule, node, base);
            }
            let around = std::mem::replace(&mut engine.rule_taken, taken);
            let alone = site.unevaluated.is_some() || (above > 0 && engine.leaves_alone(theory, node, 0));
            let mut result = match rule.unevaluated.filter(|_| alone) {
                Some(unevaluated) => engine.build_right(theory, unevaluated, base)?,
                None => engine.execute(theory, rule.right, base)?,
            };
            engine.rule_taken = around;
            if above > 0 && site.unevaluated.is_some() {
                result = engine.heap.make_iterated(symbol, above, result, false);
            } else if above > 0 {
                engine.values.push(result);
                result = engine.call_iterated(theory, symbol, above)?;
            }
            let successor = engine.rebuild(theory, site, result)?;
            visit(engine, rule.statement, successor)
        })?;
        self.registers.truncate(base);
        Ok(outcome)
    }

    /// The right-hand side of a rule, in what the left-hand side left over, as it stands.
    fn build_right(&mut self, theory: &Theory, unevaluated: Unevaluated, base: usize) -> Result<NodeId, StopReason> {
        let result = self.execute(theory, unevaluated.right, base)?;
        let Some(context) = unevaluated.context else { return Ok(result) };
        let register = |slot: u32| if slot == NO_SLOT { NodeId::NONE } else { self.registers[base + slot as usize] };
        let parts = [register(context.left), result, register(context.right)];
        let parts: SmallVec<[NodeId; 3]> = parts.into_iter().filter(|&part| part != NodeId::NONE).collect();
        Ok(if parts.len() == 1 { result } else { self.heap.make(context.symbol, &parts, false) })
    }

    /// The term with the subterm at a position replaced, normalised upwards.
    pub(super) fn rebuild(
        &mut self,
        theory: &Theory,
        site: Site<'_>,
        mut result: NodeId,
    ) -> Result<NodeId, StopReason> {
        let mut at = site.at;
        let mut evaluate = site.unevaluated.is_none();
        while let Some((above, place)) = site.positions.get(at).and_then(|position| position.above) {
            evaluate |= site.unevaluated == Some(at);
            result = self.with_argument(theory, site.positions[above].node, place, result, evaluate)?;
            at = above;
        }
        Ok(result)
    }

    /// A node with one argument replaced, normalised or as it stands.
    pub(super) fn with_argument(
        &mut self,
        theory: &Theory,
        node: NodeId,
        place: usize,
        argument: NodeId,
        evaluate: bool,
    ) -> Result<NodeId, StopReason> {
        let first = self.values.len();
        let symbol_of_number = self.heap.symbol(node);
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
            View::Bag(symbol, _) | View::Chunks(symbol, _) => {
                let rest = self.heap.bag_without(node, symbol, place);
                self.values.extend([rest, argument]);
                symbol
            }
            View::Iterated(..) | View::Integer(_) | View::BigInteger(..) => {
                if let Some(count) = self.heap.iteration_count(node) {
                    return self.with_inner_argument(theory, (symbol_of_number, count), argument, evaluate);
                }
                self.values.push(argument);
                symbol_of_number
            }
            View::Text(..) | View::Float(..) | View::Variable(..) => unreachable!("no way leads through it"),
        };
        if !evaluate {
            let node = self.heap.make(symbol, &self.values[first..], false);
            self.values.truncate(first);
            return Ok(node);
        }
        let count = self.values.len() - first;
        self.call(theory, symbol, count)
    }

    /// So many applications of an iterated symbol to another argument.
    fn with_inner_argument(
        &mut self,
        theory: &Theory,
        (symbol, count): (u32, u64),
        argument: NodeId,
        evaluate: bool,
    ) -> Result<NodeId, StopReason> {
        if !evaluate {
            return Ok(self.heap.make_iterated(symbol, count, argument, false));
        }
        self.values.push(argument);
        self.call_iterated(theory, symbol, count)
    }

    /// The part of a subject that an extended match took; none when that is the whole.
    pub(crate) fn matched_portion(&mut self, goal: &Goal, subject: NodeId, registers: &[NodeId]) -> Option<NodeId> {
        if goal.chain.is_some() {
            // The first register is that of what was matched.
            return Some(registers[0]).filter(|&part| !self.heap.equal(part, subject));
        }
        let context = goal.context?;
        let register = |slot: u32| if slot == NO_SLOT { NodeId::NONE } else { registers[slot as usize] };
        let (left, right) = (register(context.left), register(context.right));
        if left == NodeId::NONE && right == NodeId::NONE {
            return None;
        }
        let symbol = context.symbol;
        let length = |heap: &Heap, node| if node == NodeId::NONE { 0 } else { heap.list_length(node, symbol) };
        match self.heap.view(subject) {
            View::List(..) => {
                let (from, after) = (length(&self.heap, left), length(&self.heap, right));
                let end = self.heap.list_length(subject, symbol) - after;
                Some(self.heap.sublist(subject, symbol, from as usize, end as usize))
            }
            _ => Some(self.heap.bag_difference(subject, right, symbol)),
        }
    }

    /// Calls `found` with the registers of every way a state answers a goal.
    ///
    /// # Errors
    /// The reason, when the budget ends first.
    pub(crate) fn each_answer(
        &mut self,
        goal: &Goal,
        state: NodeId,
        found: &mut dyn FnMut(&mut Self, &[NodeId]) -> ControlFlow<()>,
    ) -> Next {
        let mut result = Ok(ControlFlow::Continue(()));
        match (goal.chain, self.heap.iteration_count(state)) {
            (Some(chain), Some(count)) => {
                for above in chain.places(count).into_iter().flatten() {
                    let part = if above == 0 { state } else { self.heap.inner_iteration(state, count - above) };
                    result = self.each_answer_of(goal, part, found);
                    if !matches!(result, Ok(ControlFlow::Continue(()))) {
                        break;
                    }
                }
            }
            _ => result = self.each_answer_of(goal, state, found),
        }
        self.recover(result)
    }

    fn each_answer_of(
        &mut self,
        goal: &Goal,
        subject: NodeId,
        found: &mut dyn FnMut(&mut Self, &[NodeId]) -> ControlFlow<()>,
    ) -> Next {
        let theory = Arc::clone(&self.theory);
        let base = self.registers.len();
        self.registers.push(subject);
        self.registers.resize(base + goal.guard.registers as usize, NodeId::NONE);
        let result = self.each_match(&theory, &goal.guard, base, &mut |engine| {
            let registers = engine.registers[base..].to_vec();
            Ok(found(engine, &registers))
        });
        self.registers.truncate(base);
        result
    }
}
