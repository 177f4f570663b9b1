//! Arrows, bounds and limits.

use std::time::Duration;

use super::{COUNTER, system};
use crate::base::{Interrupt, Limits};

const CYCLE: &str = "mod CYCLE is sort S . ops a b c d : -> S . rl a => b . rl b => c . rl c => a . rl c => d . endm";

#[test]
fn arrows_say_which_states_count() {
    let system = system(CYCLE);
    system.check("a =>* X:S", &["0 0 X=a", "1 1 X=b", "2 2 X=c", "3 3 X=d", "exhausted"]);
    // The initial state counts for `=>+` when it is reached again.
    system.check("a =>+ X:S", &["1 1 X=b", "2 2 X=c", "0 0 X=a", "3 3 X=d", "exhausted"]);
    system.check("a =>1 X:S", &["1 1 X=b", "exhausted"]);
    system.check("a =>! X:S", &["3 3 X=d", "exhausted"]);
    system.check("d =>* X:S", &["0 0 X=d", "exhausted"]);
    system.check("d =>+ X:S", &["exhausted"]);
    system.check("d =>1 X:S", &["exhausted"]);
    system.check("d =>! X:S", &["0 0 X=d", "exhausted"]);
}

#[test]
fn depth_bounds_are_kept() {
    let system = system(CYCLE);
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    system.check_within("a =>* X:S", depth(0), &["0 0 X=a", "stopped by the limit on depth"]);
    system.check_within("a =>* X:S", depth(1), &["0 0 X=a", "1 1 X=b", "stopped by the limit on depth"]);
    system.check_within("a =>+ X:S", depth(2), &["1 1 X=b", "2 2 X=c", "stopped by the limit on depth"]);
    system.check_within("a =>* d", depth(3), &["3 3", "stopped by the limit on depth"]);
    system.check_within("a =>! X:S", depth(2), &["stopped by the limit on depth"]);
    system.check_within("a =>! X:S", depth(3), &["3 3 X=d", "exhausted"]);
}

#[test]
fn a_limit_on_states_gives_what_was_found() {
    let system = system(COUNTER);
    let limits = Limits { states: Some(3), ..Limits::default() };
    let mut search = system.search("at(1) =>* at(N)", limits, Interrupt::new());
    let events = system.events(&mut search);
    assert_eq!(events.last().map(String::as_str), Some("stopped by the limit on states"));
    assert_eq!(events.len(), 4, "{events:?}");
    assert_eq!(search.state_count(), 3);
    assert_eq!(system.path(&mut search, 2), "at(1) -one-> at(2) -one-> at(3)");
}

#[test]
fn time_memory_and_interruptions_stop_a_search() {
    let system = system(
        "mod UP is protecting NAT . sort S . op at : Nat -> S . op wait : Nat -> Nat . vars N M : Nat .
         rl [up] : at(N) => at(s N) . op loop : -> S . rl [loop] : loop => at(wait(0)) . eq wait(N) = wait(s N) . endm",
    );
    let raised = Interrupt::new();
    raised.raise();
    let short = || Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let little = || Limits { memory: Some(1 << 20), ..Limits::default() };
    for query in ["at(0) =>* loop", "loop =>* at(0)", "at(0) =>! at(N)"] {
        for (limits, interrupt, reason) in [
            (short(), Interrupt::new(), "the limit on time"),
            (Limits::default(), raised.clone(), "an interruption"),
            (little(), Interrupt::new(), "the limit on memory"),
        ] {
            if query.starts_with("loop") && reason.ends_with("memory") {
                continue; // it takes no memory
            }
            let mut search = system.search(query, limits, interrupt);
            assert_eq!(system.events(&mut search), [format!("stopped by {reason}")], "{query}");
            // What was found can be looked at.
            assert!(search.state_count() >= 1);
            let last = search.state_count() - 1;
            assert!(system.path(&mut search, last).ends_with(&system.world.print(&search.state(last))));
        }
    }
}

#[test]
fn progress_is_told_now_and_then() {
    let system =
        system("mod UP is protecting NAT . sort S . op at : Nat -> S . var N : Nat . rl at(N) => at(s N) . endm");
    let limits = Limits { states: Some(5_000), ..Limits::default() };
    let mut search = system.search("at(0) =>* at(7000)", limits, Interrupt::new());
    let mut seen = Vec::new();
    search
        .next(&mut |progress| seen.push((progress.statistics.expanded, progress.statistics.states, progress.frontier)));
    assert!(seen.len() >= 4, "{seen:?}");
    assert!(seen.windows(2).all(|pair| pair[0].0 < pair[1].0));
    assert!(seen.iter().all(|&(expanded, states, frontier)| expanded + frontier == states));
}
