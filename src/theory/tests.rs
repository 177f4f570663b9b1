//! A module in; what its left-hand and right-hand sides compile to out, as far as the shapes promise something.
//!
//! Only the names of instructions are looked at, and only those that make a difference in cost.

use super::{Step, Theory};
use crate::module::StatementKind;
use crate::term::tests::{World, world};

const SHAPES: &str = "fmod SHAPES is
  protecting NAT .
  sorts Pool List Item Items T . subsort Nat < Pool . subsort Nat < List . subsort Item < Items .
  op nil : -> Pool . op __ : Pool Pool -> Pool [assoc comm id: nil] .
  op e : -> List . op _;_ : List List -> List [assoc id: e] .
  op _._ : List List -> List [assoc] .
  op none : -> Items . op _,_ : Items Items -> Items [assoc comm id: none] . ops a b : Nat -> Item . op z : -> Item .
  op f : Pool -> Nat . op g : List -> Nat . op h : Items -> Nat . op t : Nat Nat -> T . op slow : Nat -> Nat .
  vars N M K : Nat . vars P Q : Pool . vars L R : List . vars I J : Items .
";

struct Compiled {
    theory: Theory,
    world: World,
}

/// The module of the shapes with more statements.
fn compiled(statements: &str) -> Compiled {
    let world = world(&format!("{SHAPES} {statements} endfm"));
    match Theory::compile(&world.module) {
        Ok(theory) => Compiled { theory, world },
        Err(mistakes) => panic!("{mistakes:?}"),
    }
}

/// The name of an instruction, without its operands.
fn name(instruction: &impl std::fmt::Debug) -> String {
    let text = format!("{instruction:?}");
    text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

impl Compiled {
    /// The matching program of the first own equation, as names of instructions.
    fn program(&self) -> Vec<String> {
        let own = self.theory.equations.iter().find(|equation| equation.statement < self.world.module.own);
        let guard = &own.expect("an equation").guard;
        let steps = &self.theory.code.matches[guard.program as usize..];
        let end = steps.iter().position(|step| name(step) == "Done").expect("programs end");
        steps[..end].iter().map(name).collect()
    }

    /// How often the code of the first own equation's right-hand side calls a symbol.
    fn calls(&self, symbol: &str) -> usize {
        let symbol = self.world.symbol(symbol);
        let own = self.theory.equations.iter().find(|equation| equation.statement < self.world.module.own);
        let steps = &self.theory.code.steps[own.expect("an equation").right as usize..];
        let end = steps.iter().position(|step| matches!(step, Step::Return)).expect("code ends");
        let calls = |step: &&Step| matches!(step, Step::Call { symbol: called, .. } if *called == symbol);
        steps[..end].iter().filter(calls).count()
    }
}

/// The program of a left-hand side has all the instructions of `with` and none of those of `without`.
#[track_caller]
fn check(statement: &str, with: &[&str], without: &[&str]) {
    let program = compiled(statement).program();
    let has = |name: &&&str| program.iter().any(|step| step == **name);
    let missing: Vec<_> = with.iter().filter(|name| !has(name)).collect();
    let unwanted: Vec<_> = without.iter().filter(|name| has(name)).collect();
    assert!(missing.is_empty() && unwanted.is_empty(), "{statement}: {program:?}");
}

/// What goes through parts of bags and lists: exponential in the worst case.
const PARTS: &str = "SomeOfBag";

#[test]
fn a_bag_with_one_rest_goes_through_elements_only() {
    check("eq f(N P) = N .", &["OpenBag", "Choose"], &[PARTS]);
    check("eq f(N M P) = N .", &["Choose"], &[PARTS]);
    check("eq f(N M) = N .", &["Choose"], &[PARTS, "RestOfBag"]);
    check("eq f(P Q) = 0 .", &[PARTS], &[]);
}

#[test]
fn known_elements_of_bags_are_looked_up() {
    check("eq f(0 P) = 0 .", &["TakeGround"], &["Choose", PARTS]);
    check("eq h((z, I)) = 0 .", &["TakeGround"], &["Choose", PARTS]);
    check("eq h((a(0), z, I)) = 0 .", &["TakeGround"], &["Choose", PARTS]);
}

#[test]
fn repeated_variables_are_looked_up() {
    let program = compiled("eq h((a(N), b(N), I)) = N .").program();
    assert!(program.iter().filter(|step| *step == "Choose" || *step == "TakeBound").count() >= 2, "{program:?}");
    assert!(!program.contains(&PARTS.to_owned()), "{program:?}");
    check("eq t(N, N) = t(0, 1) .", &["Same"], &[]);
}

#[test]
fn a_list_with_a_rest_at_one_end_leaves_no_choice() {
    check("eq g(N ; L) = N .", &["First"], &["Some", "Last"]);
    check("eq g(L ; N) = N .", &["Last"], &["Some"]);
    check("eq g(N ; L ; M) = N .", &["First", "Last"], &["Some"]);
    check("eq g(0 ; 1 ; L) = 0 .", &[], &["Some"]);
    check("eq g(L ; 0 ; R) = 0 .", &["Some"], &[]);
    check("eq g(N . L) = N .", &["First"], &["Some"]);
}

#[test]
fn equal_subterms_are_evaluated_once() {
    assert_eq!(compiled("eq f(N) = slow(N) + slow(N) . eq slow(N) = N .").calls("slow"), 1);
    assert_eq!(compiled("eq f(N) = slow(N) + slow(N + 1) . eq slow(N) = N .").calls("slow"), 2);
    assert_eq!(compiled("eq f(N) = slow(slow(N)) + slow(N) . eq slow(N) = N .").calls("slow"), 2);
}

#[test]
fn what_is_matched_is_not_evaluated_again() {
    assert_eq!(compiled("eq t(slow(N), M) = t(M, N) . eq slow(0) = 0 .").calls("slow"), 0);
}

#[test]
fn statements_are_listed_where_they_apply() {
    let compiled = compiled("eq f(N P) = N . eq 7 P = nil . eq slow(N) = N .");
    let equations = |name: &str| compiled.theory.symbols.of(compiled.world.symbol(name)).equations.all.len();
    assert!(equations("slow") == 1 && equations("f") == 1);
    assert!(equations("__") >= 1);
    assert!(compiled.theory.symbols.of(compiled.world.symbol("a")).is_constructor());
    assert!(!compiled.theory.symbols.of(compiled.world.symbol("slow")).is_constructor());
}

#[test]
fn mistakes_are_all_told_at_once() {
    let statements = "eq f(P) = N . ceq g(L) = 0 if M := 0 /\\ K = N . ceq h(I) = N if N := 3 . eq slow(N) = N .";
    let world = world(&format!("{SHAPES} {statements} endfm"));
    let mistakes = Theory::compile(&world.module).expect_err("variables without values");
    let codes: Vec<&str> = mistakes.iter().map(|mistake| mistake.code).collect();
    assert_eq!(codes, ["unbound-variable", "unbound-variable", "unbound-variable"]);
    assert!(world.module.statements.iter().any(|s| matches!(s.kind, StatementKind::Equation { .. })));
}
