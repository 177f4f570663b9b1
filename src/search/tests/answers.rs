//! The answers of one state, however many there are.

use super::system;
use crate::base::{Interrupt, Limits};
use crate::search::Event;

const POOL: &str = "mod POOL is protecting NAT . sorts P S . subsort Nat < P . op nil : -> P .
  op __ : P P -> P [assoc comm id: nil] . op st : P -> S . vars N M : Nat . vars P Q : P .
  rl [sum] : st(N M) => st(N + M) . endm";

fn pool(elements: u32) -> String {
    format!("st({})", (1..=elements).map(|i| i.to_string()).collect::<Vec<_>>().join(" "))
}

#[test]
fn a_state_gives_all_its_answers_and_each_once() {
    let system = system(POOL);
    // 2¹⁴ answers: more than one batch holds.
    let mut search = system.search(&format!("{} =>* st(P Q)", pool(14)), Limits::default(), Interrupt::new());
    let mut found = system.events(&mut search);
    assert_eq!(found.pop().as_deref(), Some("exhausted"));
    assert_eq!(found.len(), 1 << 14);
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 1 << 14);
}

#[test]
fn answers_found_again_are_not_counted_again() {
    let system = system(POOL);
    let query = format!("{} =>* st(P Q) such that true =/= false", pool(7));
    let mut search = system.search(&query, Limits::default(), Interrupt::new());
    let mut rewrites = Vec::new();
    while let Event::Solution(_) = search.next(&mut |_| {}) {
        rewrites.push(search.statistics().rewrites);
    }
    assert_eq!(rewrites.len(), 1 << 7);
    let steps: Vec<u64> = rewrites.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps.iter().all(|&step| step == steps[0]), "each costs the same: {steps:?}");
}

#[test]
fn the_order_of_answers_is_the_same_in_every_run_and_batch() {
    let system = system(POOL);
    let query = format!("{} =>* st(N M P) such that N < M", pool(9));
    let events = |query: &str| system.events(&mut system.search(query, Limits::default(), Interrupt::new()));
    let found = events(&query);
    assert_eq!(found.len(), 9 * 8 / 2 + 1);
    assert_eq!(found, events(&query));
    let shuffled = "st(9 1 8 2 7 3 6 4 5) =>* st(N M P) such that N < M";
    assert_eq!(found, events(shuffled));
}

#[test]
fn variables_stand_in_order_of_appearance() {
    let system = system(POOL);
    system.check("st(1 2) =>* st(M N) such that N < M /\\ P := N N", &["0 0 M=2 N=1 P=1 1", "exhausted"]);
    system.check("st(1 2) =>* st(3)", &["1 1", "exhausted"]);
    system.check("st(1 2) =>! st(N)", &["1 1 N=3", "exhausted"]);
}

#[test]
fn conditions_of_the_query_may_search() {
    let system = system(POOL);
    system
        .check("st(1 2) =>* st(P) such that st(P) => st(N) /\\ N > 2", &["0 0 P=1 2 N=3", "1 1 P=3 N=3", "exhausted"]);
}

#[test]
fn a_state_without_a_rule_is_tested_once() {
    let system = system(POOL);
    system.check("st(nil) =>* st(P)", &["0 0 P=nil", "exhausted"]);
    system.check("st(nil) =>* st(N)", &["exhausted"]);
}
