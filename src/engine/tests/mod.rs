//! A module and a term in; its normal form, its matches or its successors out.

mod budget;
mod builtins;
mod collecting;
mod conditions;
mod evaluation;
mod matching;
mod rules;
mod values;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::base::limits::Watch;
use crate::base::{Interrupt, StopReason};
use crate::module::Term;
use crate::term::tests::{World, world};
use crate::theory::Theory;

use super::{Budget, Engine};

/// A module and what it compiles to.
pub(in crate::engine) struct Machine {
    pub(in crate::engine) world: World,
    pub(in crate::engine) theory: Theory,
}

pub(in crate::engine) fn machine(text: &str) -> Machine {
    let world = world(text);
    let theory = match Theory::compile(&world.module) {
        Ok(theory) => theory,
        Err(mistakes) => panic!("{mistakes:?}"),
    };
    Machine { world, theory }
}

pub(in crate::engine) fn unlimited() -> Budget {
    Budget { watch: Watch::start(Interrupt::new(), None), memory: None }
}

impl Machine {
    fn engine(&self, budget: Budget) -> Engine {
        Engine::new(Arc::new(self.theory.clone()), budget)
    }

    /// The normal form of a command's term, with its least sort; and the rewrites.
    fn reduce_counting(&self, text: &str) -> (String, u64) {
        let (theory, command) = self.theory.with_command(&self.world.term(text));
        let mut engine = Engine::new(Arc::new(theory), unlimited());
        let node = engine.evaluate_command(command).expect("nothing stops it");
        assert_clean(&engine);
        (self.shown(&engine, node), engine.rewrites())
    }

    #[track_caller]
    pub(in crate::engine) fn check(&self, text: &str, expected: &str) {
        assert_eq!(self.reduce_counting(text).0, expected, "{text}");
    }

    fn shown(&self, engine: &Engine, node: crate::term::NodeId) -> String {
        let sort = self.world.module.signature.sort(engine.least_sort(node)).name;
        format!("{sort}: {}", self.world.print(&engine.read_back(node)))
    }

    /// The solutions of `TERM =>* PATTERN such that CONDITION` at the normal form of the term itself, in order.
    fn matches(&self, query: &str) -> Vec<String> {
        let query = self.world.query(query);
        let (theory, initial, goal) =
            self.theory.with_query(&query.initial, &query.pattern, &query.conditions).expect("a sound query");
        let mut engine = Engine::new(Arc::new(theory), unlimited());
        let node = engine.evaluate_command(initial).expect("nothing stops it");
        let node = engine.heap.intern(node);
        let mut found: Vec<Vec<Term>> = Vec::new();
        let outcome = engine.each_answer(&goal, node, &mut |engine, registers| {
            let value = |&(_, slot): &(_, u32)| engine.read_back(registers[slot as usize]);
            found.push(goal.variables.iter().map(value).collect());
            ControlFlow::Continue(())
        });
        assert!(outcome.is_ok_and(|outcome| outcome.is_continue()));
        assert_clean(&engine);
        let names: Vec<&str> = goal.variables.iter().map(|(variable, _)| variable.name.as_str()).collect();
        let line = |values: &Vec<Term>| {
            let parts = names.iter().zip(values).map(|(name, value)| format!("{name}={}", self.world.print(value)));
            parts.collect::<Vec<_>>().join(" ")
        };
        found.iter().map(line).collect()
    }

    /// The same in the order of the texts: what matches, whatever comes first.
    #[track_caller]
    fn check_matches(&self, query: &str, expected: &[&str]) {
        let mut found = self.matches(query);
        found.sort();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{query}");
    }

    /// One-step rewrites: the label or number of the rule, and the successor.
    fn successors(&self, text: &str) -> Vec<String> {
        let mut engine = self.engine(unlimited());
        let node = engine.build_again(&self.world.term(text)).expect("nothing stops it");
        let state = engine.heap.intern(node);
        engine.forget_scratch();
        let mut found = Vec::new();
        let outcome = engine.each_successor(state, &mut |engine, rule, node| {
            let label = self.world.module.statements[rule].label.map_or_else(String::new, |label| format!("{label} "));
            found.push(format!("{label}{}", self.world.print(&engine.read_back(node))));
            Ok(ControlFlow::Continue(()))
        });
        assert!(outcome.is_ok());
        assert_clean(&engine);
        found
    }
}

/// Nothing is left on the stacks between two evaluations.
#[track_caller]
fn assert_clean(engine: &Engine) {
    assert!(engine.values.is_empty(), "values: {:?}", engine.values);
    assert!(engine.registers.is_empty(), "registers: {:?}", engine.registers);
    assert!(engine.frames.is_empty(), "frames: {:?}", engine.frames);
    let matcher = &engine.matcher;
    assert!(matcher.choices.is_empty() && matcher.taken.is_empty() && matcher.windows.is_empty());
    assert!(matcher.parts.is_empty());
}

/// What a stopped evaluation leaves: clean stacks, and an engine that works again when nothing stops it.
#[track_caller]
fn assert_stopped(engine: &mut Engine, outcome: Result<(), StopReason>, reason: StopReason, then: &Term) {
    assert_eq!(outcome, Err(reason));
    assert_clean(engine);
    let suspended = engine.suspend_budget();
    assert!(engine.build_again(then).is_ok(), "works again");
    assert_clean(engine);
    engine.resume_budget(suspended);
}
