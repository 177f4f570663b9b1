//! The library's face: what an example does not show.

use std::time::Duration;

use super::{Error, Program, Rules, Search};
use crate::base::StopReason;
use crate::report::{Answer, Ending, Show};

const WALK: &str = "fmod TEXT is
  protecting STRING .
  op INPUT : -> String .
  op size : -> Nat .
  eq size = length(INPUT) .
endfm
mod WALK is
  protecting TEXT .
  sorts State Set .
  op at : Nat -> State .
  subsort State < Set .
  op empty : -> Set .
  op _,_ : Set Set -> Set [assoc comm id: empty] .
  op sum : Nat Nat -> Nat [assoc id: 0] .
  var N : Nat .
  crl at(N) => at(N + 1) if N < size .
  rl [back] : at(2) => at(0) .
endm
";

fn walk(text: &str) -> Program {
    Rules::new().text("INPUT", text).load_text("walk.rules", WALK).expect("these rules are right")
}

#[track_caller]
fn codes(error: Result<impl Sized, Error>) -> Vec<&'static str> {
    match error.err().expect("a mistake") {
        Error::Mistakes(mistakes) => mistakes.codes().to_vec(),
        other => panic!("{other}"),
    }
}

#[test]
fn mistakes_have_codes_and_places() {
    assert_eq!(codes(Program::from_text("fmod A is sort S . op a : -> T . endfm")), ["unknown-sort"]);
    assert_eq!(codes(Program::from_text("")), ["empty-file"]);
    assert_eq!(codes(Rules::new().text("INPT", "").load_text("x", WALK)), ["unknown-constant"]);
    assert_eq!(codes(Rules::new().define("N", "1").define("N", "2").load_text("x", WALK)), ["bound-twice"]);
    let mut program = walk("");
    assert_eq!(codes(program.reduce("sizes")), ["unknown-word"]);
    assert_eq!(codes(program.search("at(0)")).len(), 1);
    let shown = program.reduce("1 + sizes").expect_err("no such word").to_string();
    assert!(shown.starts_with("error[unknown-word]: `sizes`") && shown.contains("<term>:1:5"), "{shown}");
}

#[test]
fn files_that_are_not_there_are_named() {
    let error = Program::from_file("rules/digitel.rules").expect_err("no such file").to_string();
    assert_eq!(
        error,
        "there is no file `rules/digitel.rules`; a file with a similar name exists: `rules/digitle.rules`"
    );
}

#[test]
fn a_text_is_changed_for_what_starts_afterwards() {
    let mut program = walk("ab");
    let last = |search: Search| search.filter_map(|solution| solution.get("N")?.as_integer()).collect::<Vec<_>>();
    let first = program.search("at(0) =>* at(N)").expect("a query");
    program.set_text("INPUT", "abcd").expect("it is bound");
    let second = program.search("at(0) =>* at(N)").expect("a query");
    assert_eq!((last(first), last(second)), (vec![0, 1, 2], vec![0, 1, 2, 3, 4]));
    assert_eq!(program.reduce("in TEXT : INPUT").expect("a term").term.as_text().as_deref(), Some("abcd"));
    assert!(matches!(program.set_text("OTHER", ""), Err(Error::NotBound(name)) if name == "OTHER"));
    assert_eq!(program.reduce("in NAT : 1 + 1").expect("a term").term.as_integer(), Some(2));
}

#[test]
fn paths_begin_at_the_initial_state_and_name_every_rule() {
    let mut search = walk("abc").search("at(1) =>* at(0)").expect("a query");
    let solution = search.next().expect("there is one");
    let steps = search.path(&solution);
    let shown: Vec<String> = steps.iter().map(|step| format!("{} {} {}", step.rule, step.before, step.after)).collect();
    assert_eq!(shown, ["line 16 at(1) at(2)", "back at(2) at(0)"]);
    assert_eq!(search.state(&solution).map(|state| state.to_string()).as_deref(), Some("at(0)"));
    assert_eq!(search.text(&solution, Show::Labels), "Solution 1 after 2 steps\n     line 16 back\n");
    assert!(search.next().is_none());
    let verdict = search.verdict();
    assert_eq!((verdict.answer(), verdict.ending, verdict.statistics.states), (Answer::Found, Ending::Exhausted, 4));
    let mut at_once = walk("").search("at(1) =>* at(1)").expect("a query");
    let solution = at_once.next().expect("there is one");
    assert!(at_once.path(&solution).is_empty());
}

#[test]
fn bounds_and_limits_end_a_search_in_ways_that_can_be_told_apart() {
    let mut program = walk("abcdefgh");
    let ending = |program: &mut Program, query: &str| {
        let mut search = program.search(query).expect("a query");
        (search.by_ref().count(), search.verdict().ending)
    };
    assert_eq!(ending(&mut program, "[2] at(0) =>* at(N)"), (2, Ending::Enough));
    program.limits.states = Some(3);
    assert_eq!(ending(&mut program, "at(0) =>* at(9)"), (0, Ending::Stopped(StopReason::States)));
    let mut endless =
        Program::from_text("fmod E is sort S . ops a b : -> S . eq a = b . eq b = a . endfm").expect("rules");
    endless.interrupt().raise();
    assert!(matches!(endless.reduce("a"), Err(Error::Stopped(StopReason::Interrupted))));
    endless.interrupt().clear();
    endless.limits.time = Some(Duration::from_millis(20));
    assert!(matches!(endless.reduce("a"), Err(Error::Stopped(StopReason::Time))));
}

#[test]
fn elements_are_those_of_one_operator() {
    let mut program = walk("");
    let mut elements = |term: &str, operator: &str| -> Vec<String> {
        let term = program.reduce(term).expect("a term").term;
        term.elements(operator).iter().map(ToString::to_string).collect()
    };
    assert_eq!(elements("at(2), at(0), at(2), empty", "_,_"), ["at(0)", "at(2)", "at(2)"]);
    assert_eq!(elements("empty", "_,_"), Vec::<String>::new());
    assert_eq!(elements("at(2)", "_,_"), ["at(2)"]);
    assert_eq!(elements("sum(3, 0, 1, 2)", "sum"), ["3", "1", "2"]);
    assert_eq!(elements("sum(0, 0)", "sum"), Vec::<String>::new());
    assert_eq!(elements("at(2)", "at"), ["at(2)"]);
}

#[test]
fn literals_are_values_of_rust() {
    let mut program =
        Program::from_text("fmod V is protecting STRING . protecting RAT . protecting FLOAT . endfm").expect("rules");
    let mut term = |text: &str| program.reduce(text).expect("a term").term;
    assert_eq!(term("2 - 7").as_integer(), Some(-5));
    assert_eq!(
        (term("2 ^ 70").as_integer(), term("2 ^ 70").as_number().map(ToString::to_string).as_deref()),
        (None, Some("1180591620717411303424"))
    );
    assert_eq!(term("1.5 + 1.0").as_float(), Some(2.5));
    assert_eq!(
        (term("\"a\" + \"\\303\\251\"").as_text().as_deref(), term("\"\\377\"").as_bytes()),
        (Some("aé"), Some(&[255][..]))
    );
    assert_eq!(
        (term("1 < 2").as_bool(), term("1 > 2").as_bool(), term("1").as_bool()),
        (Some(true), Some(false), None)
    );
    let fraction = term("6 / 4");
    let parts: Vec<Option<i64>> = fraction.arguments().iter().map(super::Term::as_integer).collect();
    assert_eq!((fraction.operator(), parts), (Some("_/_"), vec![Some(3), Some(2)]));
}

#[test]
fn a_search_can_move_to_another_thread() {
    let search = walk("abc").search("at(0) =>* at(N)").expect("a query");
    let found = std::thread::spawn(move || search.count()).join().expect("it ends");
    assert_eq!(found, 4);
}
