//! Strings, floats, fractions and the initial equality, where the oracle has no say or the cost is the point.

use super::machine;

#[test]
fn initial_equality_says_what_holds_for_all_instances() {
    let machine = machine(
        "fmod T is protecting INITIAL-EQUALITY-PREDICATE . protecting NAT . sort S .
           ops a b : -> S [ctor] . op f : S -> S [ctor] . op h : S S -> S [ctor comm] . vars X Y : S . endfm",
    );
    machine.check("a .=. a", "Bool: true");
    machine.check("a .=. b", "Bool: false");
    machine.check("f(a) .=. f(b)", "Bool: false");
    machine.check("X .=. X", "Bool: true");
    machine.check("X .=. Y", "Bool: X .=. Y");
    machine.check("f(X) .=. a", "Bool: false");
    machine.check("h(a, X) .=. h(X, a)", "Bool: true");
    machine.check("h(a, X) .=. h(b, Y)", "Bool: h(a, X) .=. h(b, Y)");
    machine.check("1 .=. 2", "Bool: false");
    machine.check("N:Nat .=. 0", "Bool: N:Nat .=. 0");
}

#[test]
fn a_long_string_is_eaten_in_linear_time() {
    let machine = machine(
        "fmod EAT is protecting STRING . vars S T : String . vars M N : Nat .
           op count : String Nat -> Nat . op build : Nat String -> String . op lines : FindResult String Nat -> Nat .
           eq build(0, S) = S . eq build(s N, S) = build(N, S + \"ab\\n\") .
           eq count(\"\", N) = N . eq count(S, N) = count(substr(S, 1, length(S)), s N) [owise] .
           eq lines(notFound, S, N) = N .
           eq lines(M, S, N) = lines(find(substr(S, M + 1, length(S)), \"\\n\", 0), substr(S, M + 1, length(S)), s N) .
         endfm",
    );
    machine.check("count(build(20000, \"\"), 0)", "NzNat: 60000");
    machine.check("lines(find(build(20000, \"\"), \"\\n\", 0), build(20000, \"\"), 0)", "NzNat: 20000");
}

#[test]
fn what_is_too_big_stays_as_it_is() {
    let machine = machine("fmod BIG is protecting CONVERSION . protecting RANDOM . endfm");
    machine.check("random(10 ^ 30)", "Nat: random(1000000000000000000000000000000)");
    machine.check("substr(\"abc\", 10 ^ 30, 1)", "String: \"\"");
    machine.check("substr(\"abc\", 1, 10 ^ 30)", "String: \"bc\"");
    machine.check("char(10 ^ 30)", "[String]: char(1000000000000000000000000000000)");
    machine.check("decFloat(1.5, 10 ^ 9)", "DecFloat: decFloat(1.5, 1000000000)");
    machine.check("float(10 ^ 400)", "Float: Infinity");
    machine.check("float(- (10 ^ 400) / 3)", "Float: -Infinity");
    machine.check("float(1 / 10 ^ 400)", "FiniteFloat: 0.0");
}

#[test]
fn values_survive_the_collector() {
    let machine = machine(
        "fmod MANY is protecting CONVERSION . sorts E L . subsort E < L . op nil : -> L .
           op __ : L L -> L [assoc id: nil] . op e : String Float Rat -> E . op all : Nat -> L . var N : Nat .
           eq all(0) = nil .
           eq all(s N) = all(N) e(string(N, 10) + \"-a long tail behind the number\", float(N), N / 7) . endfm",
    );
    let (text, _) = machine.reduce_counting("all(300)");
    assert!(text.starts_with("L: e(\"0-a long tail behind the number\", 0.0, 0) e(\"1-a"), "{text}");
    assert!(text.ends_with("e(\"299-a long tail behind the number\", 2.99e+2, 299/7)"), "{text}");
}

#[test]
fn memberships_of_sorts_that_no_number_can_get_change_nothing() {
    let machine = machine(
        "fmod EVEN is protecting NAT . sort Even . subsort Even < Nat . vars N M : Nat . cmb N : Even if N rem 2 == 0 .
           op f : Even -> Bool . eq f(N) = true . endfm",
    );
    // As in Maude: 4 has sort NzNat, and Even is not below that.
    machine.check("4", "NzNat: 4");
    machine.check("f(2 + 4)", "Bool: true");
}
