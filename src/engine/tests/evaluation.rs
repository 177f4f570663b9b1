//! The order of equations, `owise`, strategies, and subterms that stand twice.

use super::machine;

#[test]
fn equations_are_tried_in_order_and_those_marked_owise_last() {
    let machine = machine(
        "fmod ORDER is protecting NAT . op f : Nat -> Nat . var N : Nat .
         eq f(N) = 100 [owise] . eq f(1) = 11 . eq f(s N) = 22 . eq f(2) = 33 . endfm",
    );
    machine.check("f(0)", "NzNat: 100");
    machine.check("f(1)", "NzNat: 11");
    machine.check("f(2)", "NzNat: 22");
}

#[test]
fn owise_waits_for_the_conditions_of_all_others() {
    let machine = machine(
        "fmod OWISE is protecting NAT . sort S . subsort Nat < S . op nil : -> S .
         op __ : S S -> S [assoc comm id: nil] . op has : S Nat -> Bool . vars N M : Nat . var S : S .
         ceq has(N S, M) = true if N > M . eq has(S, M) = false [owise] . endfm",
    );
    machine.check("has(1 5 3, 4)", "Bool: true");
    machine.check("has(1 5 3, 5)", "Bool: false");
    machine.check("has(nil, 0)", "Bool: false");
}

#[test]
fn equations_apply_inside_bags_and_lists() {
    let machine = machine(
        "fmod INSIDE is protecting NAT . sorts B L . ops a b c d z : -> B . ops x y w : -> L .
         op _+_ : B B -> B [assoc comm] . eq a + b = c . eq c + c = d .
         op _*_ : L L -> L [assoc] . eq x * y = w .
         op _&_ : B B -> B [assoc comm id: z] . eq a & a = a . endfm",
    );
    machine.check("a + b + a + b", "B: d");
    machine.check("a + a + b", "B: a + c");
    machine.check("d + a + d", "B: a + d + d");
    machine.check("x * x * y * x * y * y", "L: x * w * w * y");
    machine.check("w * x * y * w", "L: w * w * w");
    machine.check("a & b & a & a & b", "B: a & b & b");
    machine.check("a & z & a", "B: a");
}

#[test]
fn strategies_leave_arguments_alone() {
    let machine = machine(
        "fmod LAZY is protecting NAT . sort L . op cons : Nat L -> L [strat (1 0)] . op nil : -> L .
         op from : Nat -> L . op take : Nat L -> L . vars N M : Nat . var L : L .
         eq from(N) = cons(N, from(s N)) . eq take(0, L) = nil . eq take(s N, cons(M, L)) = cons(M, take(N, L)) .
         op first : L Nat -> Nat . eq first(cons(M, L), 0) = M . eq first(cons(M, L), s N) = first(L, N) .
         op choose : Bool Nat Nat -> Nat [strat (1 0)] . eq choose(true, N, M) = N . eq choose(false, N, M) = M .
         op loop : Nat -> Nat . eq loop(N) = loop(s N) .
         op quote : Nat -> L [strat (0)] . op eval : L -> Nat . eq eval(quote(N)) = N .
         op swap : Nat Nat -> Nat [strat (2 0 1 0)] . eq swap(N, 0) = 7 . eq swap(5, N) = 8 . endfm",
    );
    machine.check("first(from(10), 20)", "NzNat: 30");
    machine.check("choose(1 < 2, 3 + 4, loop(0))", "NzNat: 7");
    machine.check("choose(2 < 1, loop(0), 3 * 4)", "NzNat: 12");
    machine.check("swap(loop(0), 0)", "NzNat: 7");
    machine.check("swap(2 + 3, 4)", "NzNat: 8");
    machine.check("eval(quote(1 + 2))", "NzNat: 3");
    machine.check("if 1 < 2 then 3 else loop(0) fi", "NzNat: 3");
}

#[test]
fn equal_subterms_are_evaluated_once() {
    let text = "fmod ONCE is protecting NAT . sort T . op t : T T -> T . op f : Nat -> T . op g : Nat -> T .
        op z : -> T . var N : Nat . eq f(0) = z . eq f(s N) = t(f(N), f(N)) . endfm";
    let machine = machine(text);
    // One rewrite for each level, not two to the power of the level.
    let (_, rewrites) = machine.reduce_counting("f(60)");
    assert_eq!(rewrites, 61);
    let (_, once) = machine.reduce_counting("f(5)");
    let (_, twice) = machine.reduce_counting("t(f(5), f(5))");
    assert_eq!(once, twice, "in commands too");
}

#[test]
fn identities_make_patterns_collapse() {
    let machine = machine(
        "fmod COLLAPSE is protecting NAT . sort L . subsort Nat < L . op nil : -> L .
         op __ : L L -> L [assoc id: nil] . op sum : L -> Nat . vars N M : Nat . vars L : L .
         eq sum(N L) = N + sum(L) . eq sum(nil) = 0 .
         op wrap : L -> L . eq wrap(L 0) = L . endfm",
    );
    machine.check("sum(793)", "NzNat: 793");
    machine.check("sum(1 2 nil 3)", "NzNat: 6");
    machine.check("sum(nil)", "Zero: 0");
    machine.check("wrap(0)", "L: nil");
    machine.check("wrap(5 0)", "NzNat: 5");
}

#[test]
fn a_command_may_have_variables() {
    let machine =
        machine("fmod VARS is protecting NAT . op f : Nat Nat -> Nat [comm] . vars N M : Nat . eq f(N, N) = N . endfm");
    machine.check("f(X:Nat, X:Nat)", "Nat: X:Nat");
    machine.check("f(X:Nat, Y:Nat)", "Nat: f(X:Nat, Y:Nat)");
    machine.check("f(1 + 2, X:Nat)", "Nat: f(X:Nat, 3)");
}
