//! Facts that Maude gave, which the reference engine must give too. Signatures are built by hand here.

mod support;

use std::collections::BTreeSet;

use support::reference::matching::{first_of_ground, matches};
use support::reference::read::read;
use support::reference::search::search;
use support::reference::{
    Arrow, Canonical, Engine, GaveUp, Operator, Query, Signature, Statement, Substitution, Term, Theory, Typing,
};

/// Integers (sorts Zero, NzNat, Nat, NzInt, Int, Bool) with a list `__` and a bag `_;_` of them, and truth values.
fn integers() -> Signature {
    let names = ["Zero", "NzNat", "Nat", "NzInt", "Int", "List", "Bag", "Bool"].map(str::to_owned);
    let below = [(0, 2), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (4, 6)];
    let typing = |domain: &[usize], range| Typing { domain: domain.to_vec(), range };
    let constant = |name: &str, range: usize, hook: Option<&str>| Operator {
        name: name.into(),
        typings: vec![typing(&[], range)],
        hook: hook.map(str::to_owned),
        ..Operator::default()
    };
    let function = |name: &str, typings: Vec<Typing>, hook: &str, folding: bool| Operator {
        name: name.into(),
        typings,
        hook: Some(hook.to_owned()),
        associative: folding,
        commutative: folding,
        ..Operator::default()
    };
    let two = || vec![typing(&[4, 4], 4)];
    let mut operators = vec![
        constant("0", 0, Some("zero")),
        function("s_", vec![typing(&[2], 1)], "successor", false),
        function("-_", vec![typing(&[1], 3), typing(&[4], 4)], "minus", false),
        constant("true", 7, Some("true")),
        constant("false", 7, Some("false")),
        constant("nil", 5, None),
        constant("mt", 6, None),
        Operator { name: "__".into(), typings: vec![typing(&[5, 5], 5)], associative: true, ..Operator::default() },
        Operator {
            name: "_;_".into(),
            typings: vec![typing(&[6, 6], 6)],
            associative: true,
            commutative: true,
            ..Operator::default()
        },
    ];
    for (at, identity) in [(7, 5), (8, 6)] {
        operators[at].left_identity = Some(Term::Application(identity, vec![]));
        operators[at].right_identity = operators[at].left_identity.clone();
    }
    for (name, hook) in [("_+_", "plus"), ("_*_", "times"), ("gcd", "gcd"), ("lcm", "lcm"), ("_&_", "bitAnd")] {
        operators.push(function(name, two(), hook, true));
    }
    for (name, hook) in [
        ("_-_", "subtract"),
        ("_quo_", "quotient"),
        ("_rem_", "remainder"),
        ("_^_", "power"),
        ("_>>_", "shiftRight"),
        ("_<<_", "shiftLeft"),
    ] {
        operators.push(function(name, two(), hook, false));
    }
    operators.push(function("modExp", vec![typing(&[4, 4, 4], 4)], "modularPower", false));
    operators.push(function("_divides_", vec![typing(&[4, 4], 7)], "divides", false));
    operators.push(function("~_", vec![typing(&[4], 4)], "complement", false));
    Signature::finish(&names, &below, operators)
}

fn theory(rules: &[(&str, &str)], equations: &[(&str, &str)]) -> Theory {
    let signature = integers();
    let statement = |&(left, right): &(&str, &str)| Statement {
        left: read(&signature, left).unwrap(),
        right: read(&signature, right).unwrap(),
        conditions: Vec::new(),
        otherwise: false,
        label: None,
    };
    let (rules, equations) = (rules.iter().map(statement).collect(), equations.iter().map(statement).collect());
    Theory { signature, equations, rules }
}

fn check_reduce(term: &str, sort: &str, result: &str) {
    let mut engine = Engine::new(theory(&[], &[]), 1000);
    let term = read(engine.signature(), term).unwrap();
    let form = engine.normal_form(&term).unwrap();
    let signature = engine.signature();
    let shown = format!("{}: {}", signature.sorts[signature.least_sort(&form)].name, signature.show(&form));
    assert_eq!(shown, format!("{sort}: {result}"));
}

#[test]
fn numbers_reduce_as_in_maude() {
    check_reduce("_quo_(-7, 2)", "NzInt", "-3");
    check_reduce("_rem_(-7, 2)", "NzInt", "-1");
    check_reduce("_rem_(7, -2)", "NzNat", "1");
    check_reduce("_quo_(7, 0)", "Int", "_quo_(7, 0)");
    check_reduce("-_(0)", "Zero", "0");
    check_reduce("-_(-5)", "NzNat", "5");
    check_reduce("~_(5)", "NzInt", "-6");
    check_reduce("_>>_(-8, 1)", "NzInt", "-4");
    check_reduce("_>>_(-1, 5)", "NzInt", "-1");
    check_reduce("_<<_(-3, 2)", "NzInt", "-12");
    check_reduce("_&_(-4, 6)", "NzNat", "4");
    check_reduce("gcd(-4, 6)", "NzNat", "2");
    check_reduce("lcm(-4, 6)", "NzNat", "12");
    check_reduce("gcd(0, 0)", "Zero", "0");
    check_reduce("_^_(0, 0)", "NzNat", "1");
    check_reduce("_divides_(2, -4)", "Bool", "true");
    check_reduce("_+_(2, X:Int, 3)", "Int", "_+_(X:Int, 5)");
    check_reduce("s_^2(X:Nat)", "NzNat", "s_(s_(X:Nat))");
}

fn check_matches(pattern: &str, subject: &str, expected: usize) {
    let signature = integers();
    let (pattern, subject) = (read(&signature, pattern).unwrap(), read(&signature, subject).unwrap());
    let found = matches(&signature, &pattern, &subject, &Substitution::new());
    assert_eq!(found.len(), expected, "{found:?}");
}

#[test]
fn matching_knows_collapse_order_and_sorts() {
    check_matches("__(X:List, Y:List)", "__(1, 2, 3)", 4);
    check_matches("__(N:Nat, L:List)", "793", 1);
    check_matches("__(N:Nat, L:List)", "-793", 0);
    check_matches("_;_(A:Bag, B:Bag)", "_;_(1, 2, 3)", 8);
    check_matches("_;_(A:Bag, A:Bag)", "_;_(1, 2, 1, 2)", 1);
    check_matches("_;_(N:Nat, A:Bag)", "_;_(1, -1, 1)", 1);
    check_matches("__(X:List, X:List)", "nil", 1);
    check_matches("s_(N:Nat)", "5", 1);
    check_matches("s_(N:Nat)", "0", 0);
    check_matches("-_(N:NzNat)", "-5", 1);
}

#[test]
fn extension_takes_parts_of_two_or_more() {
    let signature = integers();
    let count = |pattern: &str, subject: &str| {
        let (pattern, subject) = (read(&signature, pattern).unwrap(), read(&signature, subject).unwrap());
        first_of_ground(&signature, &pattern, &subject).len()
    };
    assert_eq!(count("__(X:List, 2)", "__(1, 2, 3)"), 1);
    assert_eq!(count("_;_(1, B:Bag)", "_;_(1, 2, 1)"), 3);
    assert_eq!(count("__(1, 1)", "__(1, 1, 1)"), 1, "a list without variables is taken once");
    assert_eq!(count("__(N:Nat, 1)", "__(1, 1, 1)"), 2);
}

fn check_search(rules: &[(&str, &str)], initial: &str, arrow: Arrow, pattern: &str, states: usize, solutions: usize) {
    let mut engine = Engine::new(theory(rules, &[]), 100_000);
    let signature = engine.signature();
    let (initial, pattern) = (read(signature, initial).unwrap(), read(signature, pattern).unwrap());
    let query = Query { initial, arrow, pattern, conditions: Vec::new(), depth: None };
    let outcome = search(&mut engine, &query).unwrap();
    assert_eq!((outcome.states, outcome.solutions.len()), (Some(states), solutions));
}

#[test]
fn arrows_count_as_in_maude() {
    let ring = [("-_(N:NzNat)", "N:NzNat"), ("_;_(1, 2)", "_;_(2, 3)"), ("_;_(2, 3)", "_;_(1, 2)")];
    check_search(&ring, "_;_(1, 2)", Arrow::OneOrMore, "_;_(1, 2)", 2, 1);
    check_search(&ring, "_;_(1, 2)", Arrow::One, "_;_(1, 2)", 2, 0);
    check_search(&ring, "_;_(1, 2)", Arrow::Any, "B:Bag", 2, 2);
    check_search(&ring, "_;_(1, 2)", Arrow::Final, "B:Bag", 2, 0);
    check_search(&ring, "_;_(-4, -5)", Arrow::Any, "B:Bag", 4, 4);
}

#[test]
fn digits_game_of_three_numbers() {
    let rules = [("_;_(N:Nat, M:Nat)", "_+_(N:Nat, M:Nat)"), ("_;_(N:Nat, M:Nat)", "_*_(N:Nat, M:Nat)")];
    // The start, six bags of two, and 9 10 11 14 18 20 24.
    check_search(&rules, "_;_(2, 3, 4)", Arrow::Final, "N:Nat", 1 + 6 + 7, 7);
}

#[test]
fn equations_that_are_not_confluent_are_noticed() {
    let mut engine = Engine::new(theory(&[], &[("_;_(N:Nat, M:Nat)", "N:Nat")]), 1000);
    let term = read(engine.signature(), "_;_(1, 2)").unwrap();
    assert_eq!(engine.normal_form(&term), Err(GaveUp::Ambiguous));
    let forms: BTreeSet<String> =
        engine.normal_forms(&term).unwrap().iter().map(|form| engine.signature().show(form)).collect();
    assert_eq!(forms, BTreeSet::from(["1".to_owned(), "2".to_owned()]));
}
