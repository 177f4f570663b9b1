//! The collector in the midst of everything: nothing changes but the memory.

use std::sync::Arc;

use super::{Machine, assert_clean, machine, unlimited};
use crate::engine::Engine;

/// Evaluates with and without the collector at every turn; gives the largest scratch area of the former, and the latter's.
#[track_caller]
fn check(machine: &Machine, text: &str, expected: &str) -> (usize, usize) {
    let mut used = [0, 0];
    let mut rewrites = [0, 0];
    for (collects, used) in used.iter_mut().enumerate() {
        let (theory, command) = machine.theory.with_command(&machine.world.term(text));
        let mut engine = Engine::new(Arc::new(theory), unlimited());
        engine.next_collection = if collects == 0 { 0 } else { usize::MAX };
        let node = engine.evaluate_command(command).expect("nothing stops it");
        assert_clean(&engine);
        assert_eq!(machine.shown(&engine, node), expected, "{text}");
        rewrites[collects] = engine.rewrites();
        *used = engine.heap.scratch.capacity().max(engine.heap.spare_scratch.capacity());
    }
    assert_eq!(rewrites[0], rewrites[1]);
    (used[0], used[1])
}

#[test]
fn equations_go_on_after_a_collection() {
    let machine = machine(
        "fmod LISTS is protecting NAT . sort L . subsort Nat < L . op nil : -> L . op __ : L L -> L [assoc id: nil] .
         vars N M : Nat . vars L R : L . op rev : L L -> L . eq rev(nil, R) = R . eq rev(N L, R) = rev(L, N R) .
         op up : Nat -> L . eq up(0) = nil . eq up(s N) = up(N) s N . op sum : L -> Nat . eq sum(nil) = 0 .
         eq sum(N L) = N + sum(L) . op twice : L -> L . eq twice(L) = rev(rev(L, nil), nil) . endfm",
    );
    let (collected, all) = check(&machine, "sum(twice(up(300)))", "NzNat: 45150");
    assert!(collected * 4 < all, "{collected} words of {all}");
}

#[test]
fn matches_wait_while_their_conditions_collect() {
    let machine = machine(
        "fmod COND is protecting NAT . sort P . subsort Nat < P . op nil : -> P .
         op __ : P P -> P [assoc comm id: nil] . vars N M K : Nat . vars P Q R : P .
         op up : Nat Nat -> P . eq up(N, 0) = nil . eq up(N, s K) = N up(N + 1073741824, K) .
         op waste : Nat -> P . eq waste(N) = up(N, 40) .
         op take : P -> P . ceq take(N M P) = take(Q (N + M)) if R := waste(N) /\\ Q := P /\\ waste(M) = up(M, 40) .
         eq take(N) = N .
         op sort : P Nat -> Nat . eq sort(nil, K) = K .
         ceq sort(N P, K) = sort(P, K + N) if least(N, P) /\\ waste(K) =/= nil .
         op least : Nat P -> Bool . eq least(N, nil) = true . ceq least(N, M P) = false if M < N .
         ceq least(N, M P) = least(N, P) if N <= M . endfm",
    );
    let expected = (0..30u64).map(|i| 1 + (i << 30)).sum::<u64>();
    check(&machine, "take(up(1, 30))", &format!("NzNat: {expected}"));
    let expected = (0..20u64).map(|i| 7 + (i << 30)).sum::<u64>();
    check(&machine, "sort(up(7, 20), 0)", &format!("NzNat: {expected}"));
}

#[test]
fn searches_in_conditions_collect() {
    let machine = machine(
        "mod SEARCH is protecting NAT . sorts L S . subsort Nat < L . op nil : -> L . op __ : L L -> L [assoc id: nil] .
         op st : Nat L -> S . vars N M K : Nat . vars L R : L . op waste : Nat -> L . eq waste(0) = nil .
         eq waste(s N) = (N + 1073741824) waste(N) . op len : L -> Nat . eq len(nil) = 0 . eq len(N L) = s len(L) .
         crl [go] : st(N, L) => st(s N, L (N + 1073741824)) if N < 12 /\\ len(waste(60)) = 60 .
         op run : Nat -> L . ceq run(N) = L if st(0, nil) => st(N, L) . endm",
    );
    check(&machine, "len(run(12))", "NzNat: 12");
}

#[test]
fn lazy_arguments_survive() {
    let machine = machine(
        "fmod LAZY is protecting NAT . sort L . op cons : Nat L -> L [strat (1 0)] . op from : Nat -> L .
         vars N M : Nat . var L : L . eq from(N) = cons(N + 1073741824, from(s N)) . op nth : L Nat -> Nat .
         eq nth(cons(M, L), 0) = M . eq nth(cons(M, L), s N) = nth(L, N) .
         op odd : L -> L . eq odd(cons(N, cons(M, L))) = cons(N, odd(L)) . endfm",
    );
    check(&machine, "nth(from(0), 3000)", "NzNat: 1073744824");
}

#[test]
fn big_bags_survive() {
    let machine = machine(
        "fmod BIG is protecting NAT . sort P . subsort Nat < P . op nil : -> P . op __ : P P -> P [assoc comm id: nil] .
         vars N M K : Nat . vars P Q : P . op up : Nat Nat -> P . eq up(N, 0) = nil .
         eq up(N, s K) = (N + 1073741824) up(s N, K) . op fold : P -> Nat . eq fold(N) = N .
         eq fold(N M P) = fold((N + M) P) . endfm",
    );
    let expected = (0..1_500u64).map(|i| i + (1 << 30)).sum::<u64>();
    check(&machine, "fold(up(0, 1500))", &format!("NzNat: {expected}"));
}
