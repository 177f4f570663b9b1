//! What comes into a program from outside: `--input`, `-D` and `--each`.

mod cli_support;
#[path = "cli_support/schema.rs"]
mod schema;

use std::time::{Duration, Instant};

use cli_support::{Play, Run};
use rewrite::report::json;
use serde_json::Value;

const RULES: &str = "fmod TEXT is
  protecting STRING .
  op INPUT : -> String .
  op LIMIT : -> Nat .
  op fixed : -> Nat .
  eq fixed = 7 .
  op size : -> Nat [memo] .
  eq size = length(INPUT) .
endfm
mod WALK is
  protecting TEXT .
  sort State .
  op at : Nat -> State .
  var N : Nat .
  crl [up] : at(N) => at(N + 1) if N < size .
endm
";

fn play(name: &str) -> Play {
    Play::new(name).file("x.rules", RULES).file("in.txt", "ab\n\"c\\\n").file("lines.txt", "a\r\n# no\n\n  \nabc\nabcd")
}

/// The text with every time in it taken out.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(" · ") {
        Some((rest, time)) if time.ends_with('s') => format!("{rest} · TIME\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[track_caller]
fn check(run: &Run, code: i32, stdout: &str) {
    run.code(code);
    assert_eq!(without_times(&run.stdout), stdout);
}

/// Checks that a run ends with a mistake that says all of this.
#[track_caller]
fn refused(run: &Run, code: i32, words: &[&str]) {
    run.code(code).stdout("");
    for word in words {
        assert!(run.stderr.contains(word), "no `{word}` in\n{}", run.stderr);
    }
}

#[test]
fn a_file_is_bound_as_it_is() {
    let play = play("input");
    play.run(&["reduce", "x.rules", "INPUT", "--input", "INPUT=in.txt"])
        .code(0)
        .stdout("result String: \"ab\\n\\\"c\\\\\\n\"\n");
    let run = play.run_with_input(&["reduce", "x.rules", "size", "--input", "INPUT=-"], "é\n".as_bytes());
    run.code(0).stdout("result NzNat: 3\n");
    let run = play.run(&["search", "x.rules", "at(0) =>! at(N)", "--input", "INPUT=in.txt", "--show", "none"]);
    let found = "Solution 1 after 7 steps: N = 7\n\nfound 1 (stopped at the first; -n all for more) · 8 states · depth 7 · TIME\n";
    check(&run, 0, found);
    play.run(&["check", "x.rules", "x.rules", "--input", "INPUT=in.txt"]).code(0);
}

#[test]
fn commands_of_the_file_see_what_is_bound() {
    let play = play("run").file("y.rules", &format!("{RULES}reduce LIMIT + size .\n"));
    let run = play.run(&["run", "y.rules", "-D", "LIMIT=2 ^ 5", "--input", "INPUT=in.txt", "--no-timing"]);
    run.code(0);
    assert!(run.stdout.contains("result NzNat: 39\n"), "{}", run.stdout);
}

#[test]
fn a_term_is_read_in_the_module_of_its_constant() {
    let play = play("define").file(
        "bag.rules",
        "mod BAG is
  sorts Item Bag .
  subsort Item < Bag .
  ops a b : -> Item .
  op __ : Bag Bag -> Bag [assoc comm] .
  op START : -> Bag .
  rl a => b .
endm
",
    );
    play.run(&["reduce", "x.rules", "LIMIT", "-D", "LIMIT=(3 + 4) * fixed"]).code(0).stdout("result NzNat: 49\n");
    let run = play.run(&["search", "bag.rules", "START =>! B:Bag", "-D", "START=a b a", "--show", "labels"]);
    run.code(0);
    assert!(run.stdout.starts_with("Solution 1 after 2 steps: B:Bag = b b b\n"), "{}", run.stdout);
}

#[test]
fn modules_of_loaded_files_get_their_values_too() {
    let play = play("loaded").file("main.rules", "load x\nfmod TOP is protecting TEXT . endfm\n");
    play.run(&["reduce", "main.rules", "size", "--input", "INPUT=in.txt"]).code(0).stdout("result NzNat: 7\n");
}

#[test]
fn constants_that_are_not_there_are_named() {
    let play = play("unknown");
    refused(
        &play.run(&["reduce", "x.rules", "1", "-D", "LIMTI=4"]),
        2,
        &["unknown-constant", "--> -D:1:1", "a constant with a similar name exists", "1 + LIMIT=4"],
    );
    refused(
        &play.run(&["reduce", "x.rules", "1", "--input", "GRID=in.txt"]),
        2,
        &["unknown-constant", "--> --input:1:1", "op GRID : -> String ."],
    );
    // What other mistakes may hide is not told.
    let run =
        play.file("bad.rules", "fmod A is op INPUT : -> Strin . endfm").run(&["reduce", "bad.rules", "1", "-D", "X=4"]);
    refused(&run, 2, &["unknown-sort"]);
    assert!(!run.stderr.contains("unknown-constant"), "{}", run.stderr);
}

#[test]
fn values_that_do_not_fit_are_refused() {
    let play = play("unfit");
    let refused = |arguments: &[&str], words: &[&str]| {
        refused(&play.run(&[&["reduce", "x.rules", "1"], arguments].concat()), 2, words);
    };
    refused(&["--input", "LIMIT=in.txt"], &["not-a-string", "--> --input:1:1", "op LIMIT : -> Nat .", "-D LIMIT=TERM"]);
    refused(&["-D", "LIMIT=\"a\""], &["kind-clash", "--> -D:1:1", "op LIMIT : -> Nat ."]);
    refused(&["-D", "LIMIT=4 + foo"], &["unknown-word", "--> -D:1:11"]);
    refused(
        &["-D", "INPUT=abc"],
        &["unknown-word", "a string stands in quotes: `-D 'INPUT=\"…\"'`", "--input INPUT=PATH"],
    );
    refused(&["-D", "LIMIT=N:Nat"], &["unbound-variable", "--> -D:1:7"]);
    refused(&["-D", "LIMIT=--- 4"], &["bad-binding", "write a term behind the `=`"]);
    refused(&["-D", "LIMIT=4 [owise]"], &["unknown-word"]);
    refused(&["-D", "fixed=4"], &["bound-already", "x.rules:6:3", "in the module `TEXT` this is its value"]);
    refused(&["-D", "LIMIT=4", "-D", "LIMIT=5"], &["bound-twice", "it is given here first"]);
    refused(&["-D", "INPUT=\"a\"", "--input", "INPUT=in.txt"], &["bound-twice"]);
    refused(&["-D", "INPUT=\"a\"", "--each", "in.txt"], &["bound-twice"]);
    refused(&["-D", "LIMIT"], &["there is no `=` in it"]);
    refused(&["-D", "=4"], &["there is no name in front of the `=`"]);
    refused(&["--input", "INPUT="], &["there is nothing behind the `=`"]);
}

#[test]
fn a_text_that_was_forgotten_is_a_warning() {
    let play = play("forgotten");
    for term in ["INPUT", "1 + size"] {
        let run = play.run(&["reduce", "x.rules", term]);
        run.code(0);
        assert!(run.stderr.contains("the constant `INPUT` has no value"), "{term}: {}", run.stderr);
        assert!(run.stderr.contains("--input INPUT=PATH"), "{}", run.stderr);
        play.run(&["reduce", "x.rules", term, "--input", "INPUT=in.txt"]).code(0).stderr("");
    }
    play.run(&["reduce", "x.rules", "LIMIT + fixed"]).code(0).stderr("");
    play.run(&["check", "x.rules"]).code(0).stderr("");
}

#[test]
fn an_importing_module_cannot_give_the_value_again() {
    let play = play("again").file("again.rules", &format!("{RULES}fmod D is pr TEXT . eq INPUT = \"d\" . endfm\n"));
    refused(
        &play.run(&["reduce", "again.rules", "1", "--input", "INPUT=in.txt"]),
        2,
        &["bound-already", "in the module `D` this is its value"],
    );
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let play = play("files").file("latin.txt", "");
    let with = |value: &str| play.run(&["reduce", "x.rules", "1", "--input", value]);
    refused(&with("INPUT=int.txt"), 4, &["there is no file `int.txt`", "`in.txt`"]);
    refused(&with("INPUT=."), 2, &["it is a folder"]);
    let run = play.run_with_input(&["reduce", "x.rules", "1", "--input", "INPUT=-"], b"ab\ncd\n\xe9");
    refused(&run, 2, &["`<stdin>` is not UTF-8 text: line 3 has the byte 0xe9"]);
    let run = play.run_with_input(&["reduce", "-", "1", "--input", "INPUT=-"], RULES.as_bytes());
    refused(&run, 2, &["`-` is given twice"]);
}

#[test]
fn each_line_is_an_answer() {
    let play = play("each");
    let run = play.run(&["reduce", "x.rules", "size", "--each", "lines.txt"]);
    check(
        &run,
        0,
        "line 1: NzNat: 1 · 3 rewrites · TIME\nline 5: NzNat: 3 · 3 rewrites · TIME\n\
         line 6: NzNat: 4 · 3 rewrites · TIME\n3 lines: 3 reduced, 0 undecided · 9 rewrites · TIME\n",
    );
    let run = play.run_with_input(&["reduce", "x.rules", "INPUT", "--each", "INPUT=-", "-q"], b"a=b\n#\n  \xc3\xa9");
    run.code(0);
    assert!(run.stdout.starts_with("\"a=b\"\n\"  \\303\\251\"\n2 lines: 2 reduced"), "{}", run.stdout);
}

#[test]
fn each_line_is_searched_and_the_worst_counts() {
    let play = play("search");
    let search =
        |query: &str, more: &[&str]| play.run(&[&["search", "x.rules", query, "--each", "lines.txt"], more].concat());
    check(
        &search("at(0) =>* at(1)", &[]),
        0,
        "line 1: found: at(1) · 2 states · TIME\nline 5: found: at(1) · 2 states · TIME\n\
         line 6: found: at(1) · 2 states · TIME\n3 lines: 3 found, 0 none, 0 undecided · 6 states · TIME\n",
    );
    check(
        &search("at(0) =>+ at(N) such that N > 1", &["-n", "2"]),
        1,
        "line 1: none · 2 states · TIME\nline 5: found 2: N = 2 | N = 3 · 4 states · TIME\n\
         line 6: found 2: N = 2 | N = 3 · 4 states · TIME\n3 lines: 2 found, 1 none, 0 undecided · 10 states · TIME\n",
    );
    check(
        &search("at(0) =>* at(4)", &["--max-states", "3", "--count"]),
        1,
        "line 1: none · 2 states · TIME\nline 5: undecided (stopped by --max-states 3) · 3 states · TIME\n\
         line 6: undecided (stopped by --max-states 3) · 3 states · TIME\n\
         3 lines: 0 found, 1 none, 2 undecided · 8 states · TIME\n",
    );
    check(
        &search("at(1) =>* at(N)", &["--max-states", "2", "--count"]),
        0,
        "line 1: found · 1 state · TIME\nline 5: found 2 (stopped by --max-states 2; there may be more) · 2 states · TIME\n\
         line 6: found 2 (stopped by --max-states 2; there may be more) · 2 states · TIME\n\
         3 lines: 3 found, 0 none, 0 undecided · 5 states · TIME\n",
    );
    refused(&search("at(0) =>* at(4)", &["--show", "full"]), 2, &["--each", "--show"]);
    refused(&search("at(0) =>* at(4)", &["--module", "STRING"]), 2, &["unknown-word"]);
}

#[test]
fn each_line_is_a_json_object() {
    let play = play("json-each");
    let schema: Value = serde_json::from_str(json::SCHEMA).unwrap();
    let lines = |arguments: &[&str], code: i32| -> Vec<Value> {
        let run = play.run(&[arguments, &["--each", "lines.txt", "--json"]].concat());
        run.code(code);
        let read = |line: &str| {
            let value: Value = serde_json::from_str(line).unwrap();
            schema::check(&schema, &value).unwrap_or_else(|why| panic!("{line}\n{why}"));
            value
        };
        run.stdout.lines().map(read).collect()
    };
    let found = lines(&["search", "x.rules", "at(0) =>* at(N) such that N > 1"], 1);
    let types: Vec<&str> = found.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["start", "line", "line", "line", "summary"]);
    assert_eq!((&found[1]["verdict"], &found[2]["line"], &found[2]["states"]), (&"none".into(), &5.into(), &3.into()));
    let solution =
        serde_json::json!([{"depth": 2, "term": "at(2)", "bindings": [{"name": "N", "sort": "Nat", "value": "2"}]}]);
    assert_eq!(found[2]["solutions"], solution);
    assert_eq!((&found[4]["found"], &found[4]["none"]), (&2.into(), &1.into()));
    let reduced = lines(&["reduce", "x.rules", "size"], 0);
    assert_eq!((&reduced[2]["term"], &reduced[2]["sort"]), (&"4".into(), &"NzNat".into()));
    assert_eq!(reduced[3]["reduced"], 3);
}

#[test]
fn a_line_that_takes_too_long_is_undecided_and_the_next_one_is_tried() {
    let forever = "fmod F is pr STRING . op INPUT : -> String . op f : String -> Bool .
  eq f(\"a\") = true . eq f(S:String) = f(S:String) [owise] . endfm\n";
    let play = Play::new("forever").file("f.rules", forever).file("l.txt", "b\na\n");
    let run = play.run(&["reduce", "f.rules", "f(INPUT)", "--each", "l.txt", "--max-time", "50ms"]);
    check(
        &run,
        3,
        "line 1: undecided (stopped by --max-time 50ms) · TIME\nline 2: Bool: true · 2 rewrites · TIME\n\
         2 lines: 1 reduced, 1 undecided · 2 rewrites · TIME\n",
    );
}

#[test]
fn a_thousand_lines_take_less_than_a_second() {
    let lines: String = (0..1000).map(|number| format!("{number}\n")).collect();
    let play = play("many").file("many.txt", &lines);
    let start = Instant::now();
    let run = play.run(&["search", "x.rules", "at(0) =>! at(N)", "--each", "many.txt"]);
    run.code(0);
    assert_eq!(run.stdout.lines().count(), 1001);
    // Twenty times what it takes, for machines that are busy.
    let most = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 3 });
    assert!(start.elapsed() < most, "{:?}", start.elapsed());
}

/// Takes a text apart in the ways that puzzle inputs need.
const APART: &str = "fmod APART is
  protecting STRING .
  protecting CONVERSION .
  op INPUT : -> String .
  vars S T : String . vars M N : Nat .

  sort Lines . subsort String < Lines .
  op none : -> Lines .
  op _;_ : Lines Lines -> Lines [assoc id: none] .
  op lines : String -> Lines .
  op cut : String FindResult -> Lines .
  eq lines(S) = cut(S, find(S, \"\\n\", 0)) .
  eq cut(S, N) = substr(S, 0, N) ; lines(substr(S, N + 1, length(S))) .
  eq cut(S, notFound) = S .
  op count : Lines -> Nat .
  eq count(none) = 0 .
  eq count(S ; L:Lines) = 1 + count(L:Lines) .

  sort Numbers . subsort Nat < Numbers .
  op none : -> Numbers .
  op _,_ : Numbers Numbers -> Numbers [assoc id: none] .
  op numbers : String Numbers -> Numbers .
  op digits : String Nat Numbers -> Numbers .
  op isDigit : String -> Bool .
  var Ns : Numbers .
  eq isDigit(S) = S >= \"0\" and S <= \"9\" .
  eq numbers(\"\", Ns) = Ns .
  eq numbers(S, Ns) = if isDigit(substr(S, 0, 1)) then digits(S, 1, Ns)
    else numbers(substr(S, 1, length(S)), Ns) fi [owise] .
  eq digits(S, N, Ns) = if isDigit(substr(S, N, 1)) then digits(S, N + 1, Ns)
    else numbers(substr(S, N, length(S)), (Ns, rat(substr(S, 0, N), 10))) fi .
  op sum : Numbers Nat -> Nat .
  eq sum(none, N) = N .
  eq sum((M, Ns), N) = sum(Ns, M + N) .

  op codes : String Nat Nat -> Nat .
  ceq codes(S, N, M) = codes(S, N + 1, M + ascii(substr(S, N, 1))) if N < length(S) .
  eq codes(S, N, M) = M [owise] .

  op back : String String -> String .
  eq back(\"\", T) = T .
  eq back(S, T) = back(substr(S, 1, length(S)), substr(S, 0, 1) + T) [owise] .
endfm
";

#[test]
fn a_text_of_sixty_thousand_bytes_is_taken_apart_in_well_under_a_second() {
    let sample = |at: usize| format!("Before: [{}, 1, 2, 3]\n{at} 0 1 2\nAfter:  [3, 2, {}, 0]\n\n", at % 4, at % 3);
    let input: String = (0..1200).map(sample).collect();
    assert!(input.len() > 60_000);
    let is_number = |word: &&str| !word.is_empty();
    let words = input.split(|symbol: char| !symbol.is_ascii_digit()).filter(is_number);
    let sum: u64 = words.map(|word| word.parse::<u64>().unwrap()).sum();
    let codes: u64 = input.bytes().map(u64::from).sum();
    let expected = [
        ("count(lines(INPUT))", input.split('\n').count().to_string()),
        ("sum(numbers(INPUT, none), 0)", sum.to_string()),
        ("codes(INPUT, 0, 0)", codes.to_string()),
        ("back(back(INPUT, \"\"), \"\") == INPUT", "true".to_owned()),
        ("find(INPUT, \"zzz\", 0) == notFound and rfind(INPUT, \"zzz\", 100000) == notFound", "true".to_owned()),
        ("length(upperCase(INPUT) + lowerCase(INPUT))", (2 * input.len()).to_string()),
    ];
    let play = Play::new("apart").file("apart.rules", APART).file("in.txt", &input);
    for (term, value) in expected {
        let start = Instant::now();
        let run = play.run(&["reduce", "apart.rules", term, "--input", "INPUT=in.txt", "-q"]);
        run.code(0).stdout(&format!("{value}\n"));
        let most = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });
        assert!(start.elapsed() < most, "{term} takes {:?}", start.elapsed());
    }
}
