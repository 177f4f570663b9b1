//! Evaluations that are stopped: clean stacks, the right reason, and an engine that works again.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{Machine, assert_clean, assert_stopped, machine, unlimited};
use crate::base::limits::Watch;
use crate::base::{Interrupt, StopReason};
use crate::engine::Budget;

const ENDLESS: &str = "mod ENDLESS is
  protecting NAT .
  sorts P S T . subsort Nat < P . op nil : -> P . op __ : P P -> P [assoc comm id: nil] .
  vars N M K : Nat . vars P Q R : P . vars X Y : T .
  op loop : Nat -> Nat . eq loop(N) = loop(s N) .
  op nest : Nat -> Nat . eq nest(N) = s nest(N + 1) .
  op wait : Nat -> Nat . ceq wait(N) = 1 if loop(N) > 3 .
  op deep : Nat -> Nat . ceq deep(N) = 1 if deep(s N) > 3 .
  op grow : T -> T . op t : T T -> T . op z : -> T . eq grow(X) = grow(t(X, X)) .
  op sum : P -> Bool . ceq sum(P Q R) = true if size(P) + size(Q) > 1000 .
  op size : P -> Nat . eq size(nil) = 0 . eq size(N P) = s size(P) .
  op hard : P P -> Bool . eq hard(P Q R, P P Q Q R R) = true .
  op at : Nat -> S . rl at(N) => at(s N) . op far : Nat -> Bool . ceq far(N) = true if at(N) => at(0) .
  op st : Nat -> S . rl st(N) => st(loop(N)) . crl st(N) => st(0) if at(s N) => at(0) .
  op fine : Nat -> Nat . eq fine(0) = 1 . eq fine(s N) = fine(N) .
endm";

/// Budgets that are used up before the evaluation, and the reasons.
fn budgets() -> Vec<(Budget, StopReason)> {
    let raised = Interrupt::new();
    raised.raise();
    let short = Some(Duration::from_millis(5));
    vec![
        (Budget { watch: Watch::start(raised, None), memory: None }, StopReason::Interrupted),
        (Budget { watch: Watch::start(Interrupt::new(), short), memory: None }, StopReason::Time),
        (Budget { watch: Watch::start(Interrupt::new(), None), memory: Some(1) }, StopReason::Memory),
    ]
}

#[track_caller]
fn check(machine: &Machine, text: &str) {
    let fine = machine.world.term("fine(10)");
    for (budget, reason) in budgets() {
        let mut engine = machine.engine(budget);
        let outcome = engine.build_again(&machine.world.term(text)).map(|_| ());
        assert_stopped(&mut engine, outcome, reason, &fine);
        // The next one runs under the same budget, and is stopped for the same reason.
        let outcome = engine.build_again(&machine.world.term(text)).map(|_| ());
        assert_stopped(&mut engine, outcome, reason, &fine);
    }
}

#[test]
fn evaluations_are_stopped() {
    let machine = machine(ENDLESS);
    for text in ["loop(0)", "nest(0)", "wait(0)", "grow(z)", "far(1)", "loop(0) + nest(0)"] {
        check(&machine, text);
    }
}

#[test]
fn nested_conditions_are_stopped() {
    check(&machine(ENDLESS), "deep(0)");
}

#[test]
fn long_matches_are_stopped() {
    let machine = machine(ENDLESS);
    let pool: Vec<String> = (1..40).map(|i| i.to_string()).collect();
    check(&machine, &format!("sum({})", pool.join(" ")));
    // The second bag has the right size, so that nothing but trying shows that it does not fit.
    let twice: Vec<String> = (1..40).flat_map(|i| [i.to_string(), (i + i / 39).to_string()]).collect();
    check(&machine, &format!("hard({}, {})", pool.join(" "), twice.join(" ")));
}

#[test]
fn successors_are_stopped() {
    let machine = machine(ENDLESS);
    let fine = machine.world.term("fine(10)");
    for (budget, reason) in budgets() {
        let mut engine = machine.engine(budget);
        let node = engine.heap.build(&machine.world.term("st(1)"), true);
        let state = engine.heap.intern(node);
        engine.forget_scratch();
        let outcome = engine.each_successor(state, &mut |_, _, _| Ok(ControlFlow::Continue(()))).map(|_| ());
        assert_stopped(&mut engine, outcome, reason, &fine);
    }
}

#[test]
fn what_a_visitor_answers_ends_the_successors() {
    let machine = machine(ENDLESS);
    let mut engine = machine.engine(unlimited());
    let node = engine.heap.build(&machine.world.term("at(1)"), true);
    let state = engine.heap.intern(node);
    engine.forget_scratch();
    let outcome = engine.each_successor(state, &mut |_, _, _| Err(StopReason::States));
    assert!(matches!(outcome, Err(StopReason::States)));
    assert_clean(&engine);
    let outcome = engine.each_successor(state, &mut |_, _, _| Ok(ControlFlow::Break(())));
    assert!(matches!(outcome, Ok(ControlFlow::Break(()))));
    assert_clean(&engine);
}

#[test]
fn an_interruption_from_outside_ends_an_endless_evaluation() {
    let machine = machine(ENDLESS);
    let interrupt = Interrupt::new();
    let budget = Budget { watch: Watch::start(interrupt.clone(), None), memory: None };
    let mut engine = machine.engine(budget);
    let raiser = std::thread::spawn({
        let interrupt = interrupt.clone();
        move || {
            std::thread::sleep(Duration::from_millis(20));
            interrupt.raise();
        }
    });
    let outcome = engine.build_again(&machine.world.term("loop(0)")).map(|_| ());
    raiser.join().expect("it only sleeps");
    assert_eq!(outcome, Err(StopReason::Interrupted));
    interrupt.clear();
    assert!(engine.build_again(&machine.world.term("fine(100000)")).is_ok());
    assert_clean(&engine);
}
