//! One-step rewrites: where rules apply, how often, and what is left as it is.

use super::machine;

#[track_caller]
fn check(text: &str, term: &str, expected: &[&str]) {
    let mut found = machine(text).successors(term);
    found.sort();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected, "{term}");
}

#[test]
fn rules_apply_at_every_position() {
    const TREE: &str = "mod TREE is sort T . ops a b : -> T . op f : T T -> T . op g : T -> T [frozen] .
        op h : T T -> T [frozen (2)] . rl [ab] : a => b . rl [top] : f(X:T, Y:T) => X:T . endm";
    check(TREE, "f(a, a)", &["ab f(a, b)", "ab f(b, a)", "top a"]);
    check(TREE, "g(a)", &[]);
    check(TREE, "h(a, a)", &["ab h(b, a)"]);
    check(TREE, "f(f(a, b), b)", &["ab f(f(b, b), b)", "top f(a, b)", "top f(a, b)"]);
}

#[test]
fn rules_apply_inside_bags_and_lists() {
    const BAG: &str =
        "mod BAG is sort B . ops a b c : -> B . op __ : B B -> B [assoc comm] . op _;_ : B B -> B [assoc] .
        rl [ab] : a b => c . rl [ls] : a ; b => c . rl [one] : c => a . endm";
    check(BAG, "a a b", &["ab a c"]);
    check(BAG, "a b", &["ab c"]);
    // A ground list is looked for once, from the left, as in Maude.
    check(BAG, "a ; b ; a ; b", &["ls c ; a ; b"]);
    check(BAG, "c c", &["one a c"]);
    check(BAG, "c ; c", &["one a ; c", "one c ; a"]);
}

#[test]
fn successors_are_normal_forms() {
    const COUNT: &str = "mod COUNT is protecting NAT . sort S . op st : Nat -> S . var N : Nat .
        rl [add] : st(N) => st(N * 2 + 1) . crl [down] : st(s N) => st(N) if N > 3 . eq st(7) = st(0) . endm";
    check(COUNT, "st(3)", &["add st(0)"]);
    check(COUNT, "st(5)", &["add st(11)", "down st(4)"]);
    check(COUNT, "st(8)", &["add st(17)", "down st(0)"]);
}

#[test]
fn a_rule_applies_once_for_each_match() {
    const SPLIT: &str = "mod SPLIT is protecting NAT . sorts P S . subsort Nat < P . op nil : -> P .
        op __ : P P -> P [assoc comm id: nil] . op st : P -> S . op two : P P -> S . vars P Q : P . vars N M : Nat .
        rl [split] : st(P Q) => two(P, Q) . rl [sum] : st(N M P) => st((N + M) P) . endm";
    let machine = machine(SPLIT);
    assert_eq!(machine.successors("st(1 2 3)").iter().filter(|line| line.starts_with("split")).count(), 8);
    assert_eq!(machine.successors("st(1 2 3)").iter().filter(|line| line.starts_with("sum")).count(), 6);
    assert_eq!(machine.successors("st(1 1)"), machine.successors("st(1 1)"));
}

#[test]
fn successors_do_not_depend_on_how_the_state_was_made() {
    const SPLIT: &str = "mod SPLIT is protecting NAT . sorts P S . subsort Nat < P . op nil : -> P .
        op __ : P P -> P [assoc comm id: nil] . op st : P -> S . vars P : P . vars N M : Nat .
        rl [sum] : st(N M P) => st((N + M) P) . rl [lose] : st(N P) => st(P) . endm";
    let machine = machine(SPLIT);
    assert_eq!(machine.successors("st(4 1 3 1 2)"), machine.successors("st(1 2 3 4 (0 + 1))"));
    assert_eq!(machine.successors("st(nil)"), Vec::<String>::new());
}
