//! The states of a module and the propositions that hold in them, found out as far as they are asked for.

use std::ops::ControlFlow;

use crate::base::hash::{HashMap, IndexMap, IndexSet};
use crate::base::{Name, StopReason};
use crate::term::NodeId;
use crate::theory::Theory;

use super::super::Engine;
use super::diagram::{Diagrams, Label};
use super::product::{Lasso, System};

/// Steps of the search between two looks at the budget.
const PATIENCE: u32 = 1 << 10;

/// A state on a path and how it is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) state: NodeId,
    pub(super) rule: Rule,
}

/// What leads from one state to the next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// Nothing: there is no way on.
    None,
    Unlabeled,
    Labeled(Name),
}

/// A successor of a state.
#[derive(Clone, Copy, Debug)]
struct Successor {
    state: u32,
    /// The rule that was first found to lead there, by its place among the statements.
    statement: usize,
    /// Rewrites from the first attempt up to there.
    rewrites: u64,
}

/// The successors of a state. They are made all at once; what they cost is counted when each is asked for, as if they
/// were made one by one, as in Maude.
#[derive(Debug)]
struct Expansion {
    successors: Vec<Successor>,
    rewrites: u64,
    /// How much of that is in the engine's count.
    counted: u64,
}

/// The runs of a module from a state.
pub(super) struct Model<'e> {
    engine: &'e mut Engine,
    theory: &'e Theory,
    satisfies: u32,
    propositions: Vec<NodeId>,
    /// States met, all in the store.
    states: IndexSet<NodeId>,
    expansions: HashMap<u32, Expansion>,
    /// What propositions were found to be in states.
    truths: HashMap<(u32, u32), bool>,
    patience: u32,
}

impl<'e> Model<'e> {
    /// The runs from a state. `satisfies`: the symbol `_|=_`.
    pub(super) fn new(
        engine: &'e mut Engine,
        theory: &'e Theory,
        satisfies: u32,
        propositions: Vec<NodeId>,
        initial: NodeId,
    ) -> Self {
        Self {
            engine,
            theory,
            satisfies,
            propositions,
            states: IndexSet::from_iter([initial]),
            expansions: HashMap::default(),
            truths: HashMap::default(),
            patience: PATIENCE,
        }
    }

    /// The states of a lasso and how each is left.
    pub(super) fn steps(&self, lasso: &Lasso) -> Vec<Step> {
        let states: Vec<u32> = lasso.prefix.iter().chain(&lasso.cycle).copied().collect();
        let step = |(place, &state): (usize, &u32)| {
            let next = states.get(place + 1).copied().unwrap_or(lasso.cycle[0]);
            Step { state: self.states[state as usize], rule: self.rule(state, next) }
        };
        states.iter().enumerate().map(step).collect()
    }

    fn rule(&self, state: u32, next: u32) -> Rule {
        let successors = self.expansions[&state].successors.iter();
        let Some(successor) = successors.clone().find(|successor| successor.state == next) else { return Rule::None };
        let rule = self.theory.rules.iter().find(|rule| rule.statement == successor.statement);
        rule.and_then(|rule| rule.label).map_or(Rule::Unlabeled, Rule::Labeled)
    }

    fn expand(&mut self, state: u32) -> Result<Expansion, StopReason> {
        let before = self.engine.rewrites;
        let node = self.states[state as usize];
        let states = &mut self.states;
        let mut found: IndexMap<u32, Successor> = IndexMap::default();
        let outcome = self.engine.each_successor_of(self.theory, node, &mut |engine, statement, node| {
            let state = states.insert_full(engine.heap.intern(node)).0 as u32;
            found.entry(state).or_insert(Successor { state, statement, rewrites: engine.rewrites - before });
            if engine.heap.is_full() { Err(engine.stop(engine.heap.met())) } else { Ok(ControlFlow::Continue(())) }
        })?;
        debug_assert!(outcome.is_continue(), "all successors are taken");
        let rewrites = std::mem::replace(&mut self.engine.rewrites, before) - before;
        Ok(Expansion { successors: found.into_values().collect(), rewrites, counted: 0 })
    }

    fn is_true(&mut self, state: u32, proposition: u32) -> Result<bool, StopReason> {
        if let Some(&truth) = self.truths.get(&(state, proposition)) {
            return Ok(truth);
        }
        let arguments = [self.states[state as usize], self.propositions[proposition as usize]];
        self.engine.values.extend(arguments);
        let truth = self.engine.call(self.theory, self.satisfies, 2)? == self.engine.yes;
        self.truths.insert((state, proposition), truth);
        Ok(truth)
    }
}

impl System for Model<'_> {
    fn successor(&mut self, state: u32, place: usize) -> Result<Option<u32>, StopReason> {
        if !self.expansions.contains_key(&state) {
            let expansion = self.expand(state)?;
            self.expansions.insert(state, expansion);
        }
        let expansion = self.expansions.get_mut(&state).expect("made above");
        let successor = expansion.successors.get(place);
        let due = successor.map_or(expansion.rewrites, |successor| successor.rewrites);
        self.engine.rewrites += due.saturating_sub(expansion.counted);
        expansion.counted = expansion.counted.max(due);
        let stays = expansion.successors.is_empty() && place == 0;
        Ok(successor.map(|successor| successor.state).or(stays.then_some(state)))
    }

    fn holds(&mut self, state: u32, mut label: Label, diagrams: &Diagrams) -> Result<bool, StopReason> {
        while let Some((proposition, otherwise, then)) = diagrams.test(label) {
            label = if self.is_true(state, proposition)? { then } else { otherwise };
        }
        Ok(label == Label::TRUE)
    }

    fn tick(&mut self) -> Result<(), StopReason> {
        self.patience -= 1;
        if self.patience == 0 {
            self.patience = PATIENCE;
            return self.engine.pause();
        }
        Ok(())
    }
}
