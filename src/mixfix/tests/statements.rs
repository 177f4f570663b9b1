//! Statements, conditions and searches.

use super::*;
use crate::base::Span;
use crate::base::source::FileId;
use crate::module::{Condition, StatementKind};
use crate::syntax::surface::{StatementDeclaration, StatementKeyword};

fn declaration(text: &str) -> StatementDeclaration {
    let (keyword, body) = text.split_once(' ').unwrap();
    let keyword = match keyword {
        "eq" => StatementKeyword::Equation,
        "ceq" => StatementKeyword::ConditionalEquation,
        "rl" => StatementKeyword::Rule,
        "crl" => StatementKeyword::ConditionalRule,
        "mb" => StatementKeyword::Membership,
        _ => StatementKeyword::ConditionalMembership,
    };
    StatementDeclaration { keyword, label: None, body: tokens(body), span: Span::new(FileId::new(0), 0, body.len()) }
}

fn conditions(world: &World, list: &[Condition]) -> String {
    let printer = Printer::new(&world.signature, PrintOptions { format: false, ..PrintOptions::default() })
        .with_variables(&world.variables);
    let print = |term: &crate::module::Term| printer.print(term);
    let sort = |id| world.signature.sort(id).name;
    let one = |condition: &Condition| match condition {
        Condition::Boolean(term) => print(term),
        Condition::Equal(left, right) => format!("{} = {}", print(left), print(right)),
        Condition::Match(left, right) => format!("{} := {}", print(left), print(right)),
        Condition::SortTest(term, id) => format!("{} : {}", print(term), sort(*id)),
        Condition::Rewrite(left, right) => format!("{} => {}", print(left), print(right)),
    };
    list.iter().map(one).collect::<Vec<_>>().join(" /\\ ")
}

fn read(world: &World, text: &str) -> String {
    let grammar = Grammar::new(&world.signature, &world.variables);
    let printer = Printer::new(&world.signature, PrintOptions { format: false, ..PrintOptions::default() })
        .with_variables(&world.variables);
    let statement = match grammar.parse_statement(&declaration(text)) {
        Ok(statement) => statement,
        Err(mistakes) => return shown(&mistakes, text.split_once(' ').unwrap().1),
    };
    let warnings = grammar.take_warnings();
    if !warnings.is_empty() {
        return shown(&warnings, text.split_once(' ').unwrap().1);
    }
    let mut line = match &statement.kind {
        StatementKind::Equation { left, right, otherwise } => {
            format!("{} = {}{}", printer.print(left), printer.print(right), if *otherwise { " OWISE" } else { "" })
        }
        StatementKind::Rule { left, right } => format!("{} => {}", printer.print(left), printer.print(right)),
        StatementKind::Membership { term, sort } => {
            format!("{} : {}", printer.print(term), world.signature.sort(*sort).name)
        }
    };
    if !statement.conditions.is_empty() {
        line += &format!(" IF {}", conditions(world, &statement.conditions));
    }
    if let Some(label) = statement.label {
        line += &format!(" LABEL {label}");
    }
    line
}

#[track_caller]
fn check(world: &World, text: &str, expected: &str) {
    assert_eq!(read(world, text), expected);
}

#[test]
fn digitle_statements() {
    let world = digitle();
    check(&world, "eq {Ps} = Ps & nil", "{Ps} = Ps & (nil).Steps");
    check(&world, "eq S has N = false [otherwise]", "S has N = false OWISE");
    check(
        &world,
        "crl M N Ps & Ss => Ps (M + N) & Ss, (M + N → (M + N)) if M >= N /\\ M rem N = 0 [label add]",
        "(M N Ps) & Ss => (Ps M + N) & Ss,(M + N → (M + N)) IF M >= N /\\ M rem N = 0 LABEL add",
    );
    check(
        &world,
        "ceq N = M if M := N + 1 /\\ N : Nat /\\ S => {M} /\\ true",
        "N = M IF M := N + 1 /\\ N : Nat /\\ S => {M} /\\ true",
    );
    check(&world, "mb N + 1 : NzNat", "N + 1 : NzNat");
    check(&world, "cmb N : NzNat if 0 < N", "N : NzNat IF 0 < N");
}

#[test]
fn the_users_operators_may_use_the_words_of_statements() {
    let world = world(&format!(
        "{NUMBERS}
        sort A
        op a : -> A
        op b : -> A
        op owise : -> A
        op _=_ : A A -> A <prec 41 gather e e>
        op if_then_else_fi : Bool A A -> A
        op [_] : A -> A
        op _:_ : A A -> A <prec 50>
        op _=>_ : A A -> A <gather e e>
        op _/\\_ : A A -> A <assoc prec 60>
        op _:=_ : A A -> A"
    ));
    check(&world, "eq a = [owise]", "a = [owise]");
    check(&world, "eq [a] = b [owise]", "[a] = b OWISE");
    check(&world, "eq (a = b) = a", "(a = b) = a".replace("(a = b)", "a = b").as_str());
    check(
        &world,
        "eq a = b = a",
        "ambiguous-term `a = b = a`: this can be read in more than one way; taken: (a = b) = a; another one: a = (b = a)",
    );
    check(&world, "ceq if true then a else b fi = b if a : b = a", "if true then a else b fi = b IF a : b = a");
    check(&world, "eq a /\\ b = a : b", "a /\\ b = a : b");
    check(&world, "rl a = b => b", "a = b => b");
}

#[test]
fn mistakes_in_statements() {
    let world = digitle();
    check(
        &world,
        "eq S has N = 5",
        "kind-clash `S has N = 5`: the two sides are of different kinds; the sorts of both sides must be connected by subsorts",
    );
    check(&world, "eq N = M if N < M", "unexpected-condition `if`: a statement with a condition is written `ceq`");
    check(&world, "ceq N = M", "missing-condition `N = M`: `ceq` needs a condition");
    check(&world, "rl N => M [owise]", "misplaced-attribute `owise`: only an equation can be tried last");
    check(&world, "eq N = M [owize]", "unknown-attribute `owize`: `owize` is no attribute of a statement; try `owise`");
    check(&world, "eq N = M + ", "incomplete-term ``: this ends too early; expected a term");
    check(&world, "eq N M", "incomplete-term ``: this ends too early; expected a term");
}

#[test]
fn searches() {
    let world = digitle();
    let grammar = Grammar::new(&world.signature, &world.variables);
    let query = grammar.parse_search(&tokens("{75 4 7} =>* S s.t. S has 793 /\\ N := 3")).unwrap();
    assert_eq!(query.arrow.as_str(), "=>*");
    assert_eq!(conditions(&world, &query.conditions), "S has 793 /\\ N := 3");
    let query = grammar.parse_search(&tokens("{75 4 7} =>! N Ps & Ss such that N < 3")).unwrap();
    assert_eq!(conditions(&world, &query.conditions), "N < 3");
    assert!(grammar.parse_search(&tokens("{75} =>+ {N}")).unwrap().conditions.is_empty());
    let text = "{75 4} S";
    let mistakes = grammar.parse_search(&tokens(text)).unwrap_err();
    assert_eq!(
        shown(&mistakes, text),
        "missing-arrow `{75 4} S`: a search needs an arrow between initial term and pattern"
    );
}
