//! The JSON Lines follow the published schema.

mod cli_support;
#[path = "cli_support/schema.rs"]
mod schema;

use std::time::Duration;

use cli_support::Play;
use rewrite::base::source::FileId;
use rewrite::base::{Diagnostic, SourceMap, Span, StopReason};
use rewrite::report::{Ending, Verdict, json};
use rewrite::search::Statistics;
use serde_json::Value;

fn check(line: &str) -> Value {
    let schema: Value = serde_json::from_str(json::SCHEMA).unwrap();
    let value: Value = serde_json::from_str(line).unwrap();
    schema::check(&schema, &value).unwrap_or_else(|why| panic!("{line}\n{why}"));
    value
}

fn end(solutions: u64, ending: Ending) -> String {
    let statistics = Statistics { states: 14, elapsed: Duration::from_millis(2), ..Statistics::default() };
    json::end(&Verdict { solutions, ending, depth_bound: None, limit: None, statistics })
}

#[test]
fn every_ending_follows_the_schema() {
    use StopReason::{Depth, Interrupted, Memory, States, Time};
    let stops = [States, Depth, Time, Memory, Interrupted].map(Ending::Stopped);
    for ending in [Ending::Enough, Ending::Exhausted].into_iter().chain(stops) {
        check(&end(0, ending));
        check(&end(1, ending));
    }
    let line = end(0, Ending::Exhausted);
    assert!(
        line.starts_with(r#"{"v":1,"type":"end","verdict":"none","reason":"exhausted","solutions":0,"states":14,"#)
    );
    assert_eq!(check(&line)["seconds"], 0.002);
}

#[test]
fn warnings_name_their_place_and_errors_are_no_warnings() {
    let mut sources = SourceMap::new();
    let file = sources.add("a.rules", "mod A is\n  sort S .\nendm");
    assert_eq!(file, FileId::new(0));
    let span = Span::new(file, 11, 15);
    let line = json::warning(&Diagnostic::warning("odd", "this is \"odd\"", span), &sources).unwrap();
    assert_eq!(check(&line)["place"], serde_json::json!({"file": "a.rules", "line": 2, "column": 3}));
    assert_eq!(json::warning(&Diagnostic::error("bad", "this is bad", span), &sources), None);
}

#[test]
fn the_checker_refuses_what_does_not_fit() {
    let schema: Value = serde_json::from_str(json::SCHEMA).unwrap();
    let wrong = [
        r#"{"v":2,"type":"end"}"#,
        r#"{"v":1,"type":"other"}"#,
        r#"{"v":1,"type":"result","term":"a","sort":"S","rewrites":-1,"seconds":0}"#,
        r#"{"v":1,"type":"result","term":"a","sort":"S","rewrites":1,"seconds":0,"more":1}"#,
        r#"{"v":1,"type":"warning","code":"c","message":"m","place":{"file":"f","line":"1","column":1}}"#,
    ];
    for line in wrong {
        let value: Value = serde_json::from_str(line).unwrap();
        assert!(schema::check(&schema, &value).is_err(), "{line}");
    }
    let right: Value =
        serde_json::from_str(r#"{"v":1,"type":"result","term":"a","sort":"S","rewrites":1,"seconds":0}"#).unwrap();
    assert_eq!(schema::check(&schema, &right), Ok(()));
}

const COUNTER: &str = "mod COUNTER is
  protecting NAT .
  sort State .
  op at : Nat -> State .
  var N : Nat .
  crl [up] : at(N) => at(N + 1) if N < 5 .
endm
";

#[test]
fn a_search_prints_start_solutions_and_end() {
    let play = Play::new("json-search").file("x.rules", COUNTER);
    let run = play.run(&["search", "x.rules", "at(3) =>* at(N)", "-n", "all", "--json"]);
    run.code(0);
    let lines: Vec<Value> = run.stdout.lines().map(check).collect();
    let types: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["start", "solution", "solution", "solution", "end"]);
    assert_eq!(lines[0]["query"], "at(3) =>* at(N)");
    assert_eq!(lines[2]["bindings"], serde_json::json!([{"name": "N", "sort": "Nat", "value": "4"}]));
    let path = serde_json::json!([{"state": 0, "term": "at(3)"}, {"state": 1, "rule": "up", "term": "at(4)"}]);
    assert_eq!(lines[2]["path"], path);
    assert_eq!((&lines[4]["verdict"], &lines[4]["states"]), (&"found".into(), &3.into()));
}

#[test]
fn a_count_prints_no_solutions_and_a_reduction_one_result() {
    let play = Play::new("json-count").file("x.rules", COUNTER);
    let run = play.run(&["search", "x.rules", "at(0) =>* at(9)", "--count", "--json", "--max-states", "3"]);
    run.code(3);
    let lines: Vec<Value> = run.stdout.lines().map(check).collect();
    assert_eq!((lines.len(), &lines[1]["reason"]), (2, &"max-states".into()));
    let run = play.run(&["reduce", "x.rules", "1 + 1", "--json"]);
    run.code(0);
    assert_eq!(check(run.stdout.trim_end())["sort"], "NzNat");
}
