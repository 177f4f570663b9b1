//! States are numbered in the order they are reached; paths are shortest ones.

use std::collections::VecDeque;

use super::{COUNTER, system};
use crate::base::{Interrupt, Limits};

/// Numbers and depths by the definition: breadth first, by one before doubled.
fn model() -> Vec<(u64, u64)> {
    let mut states = vec![(1u64, 0u64)];
    let mut open = VecDeque::from([(1u64, 0u64)]);
    while let Some((n, depth)) = open.pop_front() {
        let one = (n < 20).then_some(n + 1);
        let two = (n < 11).then_some(n * 2);
        for next in one.into_iter().chain(two) {
            if !states.iter().any(|&(known, _)| known == next) {
                states.push((next, depth + 1));
                open.push_back((next, depth + 1));
            }
        }
    }
    states
}

#[test]
fn states_are_numbered_in_the_order_they_are_reached() {
    let system = system(COUNTER);
    let expected: Vec<String> =
        model().iter().enumerate().map(|(number, (n, depth))| format!("{number} {depth} N={n}")).collect();
    let mut search = system.search("at(1) =>* at(N)", Limits::default(), Interrupt::new());
    let mut found = system.events(&mut search);
    assert_eq!(found.pop().as_deref(), Some("exhausted"));
    assert_eq!(found.len(), 20);
    // `end` has a number too, between those of the states around it.
    let depths = |lines: &[String]| {
        lines.iter().map(|line| line.split_once(' ').expect("two words").1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(depths(&found), depths(&expected));
    let numbers: Vec<u32> = found.iter().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    assert_eq!(search.state_count(), 21);
    let statistics = search.statistics();
    assert_eq!((statistics.states, statistics.expanded), (21, 21));
    // 19 steps by one, 10 doublings, one end.
    assert_eq!(statistics.transitions, 30);
}

#[test]
fn paths_are_shortest_and_name_their_rules() {
    let system = system(COUNTER);
    let mut search = system.search("at(1) =>* at(20)", Limits::default(), Interrupt::new());
    let events = system.events(&mut search);
    let state = events[0].split(' ').next().unwrap().parse().unwrap();
    assert_eq!(
        system.path(&mut search, state),
        "at(1) -one-> at(2) -two-> at(4) -one-> at(5) -two-> at(10) -two-> at(20)"
    );
    assert_eq!(system.path(&mut search, 0), "at(1)");
    let rewrites = search.statistics().rewrites;
    for state in 0..search.state_count() {
        let path = search.path(state);
        assert_eq!(path.last().map(|step| step.state), Some(state));
        assert_eq!(path[0].state, 0);
        assert!(path[1..].iter().all(|step| step.rule.is_some()));
    }
    assert_eq!(search.statistics().rewrites, rewrites, "looking at paths changes no count");
}

#[test]
fn arcs_name_targets_and_rules() {
    let system = system(COUNTER);
    let mut search = system.search("at(1) =>* end", Limits::default(), Interrupt::new());
    system.events(&mut search);
    let arcs = search.arcs(0);
    // One more and twice as many are the same state.
    assert_eq!(arcs.len(), 1);
    assert_eq!((arcs[0].target, arcs[0].rules.len()), (Some(1), 2));
    let total: usize = (0..search.state_count()).map(|state| search.arcs(state).len()).sum();
    assert_eq!(total, 29);
}

#[test]
fn equal_states_are_one_state() {
    let system = system(
        "mod BAG is protecting NAT . sort B . subsort Nat < B . op nil : -> B . op __ : B B -> B [assoc comm id: nil] .
         vars N M : Nat . rl [sum] : N M => N + M . endm",
    );
    // All multisets that can be summed up from 1 2 4 8: partitions of the four, all sums distinct: Bell(4).
    let mut search = system.search("1 2 4 8 =>* nil", Limits::default(), Interrupt::new());
    assert_eq!(system.events(&mut search), ["exhausted"]);
    assert_eq!(search.state_count(), 15);
    // A state that is a part of another is a state of its own.
    system.check("1 2 =>* N", &["1 1 N=3", "exhausted"]);
}

#[test]
fn numbers_are_the_same_in_every_run() {
    let system = system(COUNTER);
    let run = || {
        let mut search = system.search("at(0) =>* at(N) such that N rem 3 = 0", Limits::default(), Interrupt::new());
        let events = system.events(&mut search);
        let paths: Vec<String> = (0..search.state_count()).map(|state| system.path(&mut search, state)).collect();
        (events, paths, search.statistics().rewrites)
    };
    assert_eq!(run(), run());
}
