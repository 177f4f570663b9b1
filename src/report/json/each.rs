//! Answers to one query on many lines: a `line` for each, and a `summary`.

use std::time::Duration;

use serde::Serialize;

use crate::base::StopReason;
use crate::module::Term;
use crate::search::Solution;

use super::super::context::Context;
use super::super::each::Tally;
use super::super::verdict::Verdict;
use super::{Binding, bindings, ending, line, reason};

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Record {
    Line(Box<Line>),
    Summary(Summary),
}

#[derive(Serialize)]
struct Line {
    line: u64,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(flatten)]
    search: Option<Search>,
    #[serde(flatten)]
    result: Option<Reduced>,
    rewrites: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Search {
    count: u64,
    solutions: Vec<Answer>,
    states: u64,
    depth: u64,
}

#[derive(Serialize)]
struct Reduced {
    term: String,
    sort: String,
}

/// One solution of a line, without its path.
#[derive(Serialize)]
pub struct Answer {
    depth: u64,
    term: String,
    bindings: Vec<Binding>,
}

#[derive(Serialize)]
struct Summary {
    lines: u64,
    found: u64,
    none: u64,
    undecided: u64,
    reduced: u64,
    states: u64,
    rewrites: u64,
    seconds: f64,
}

/// A solution with its state.
pub fn answer(context: &Context<'_>, solution: &Solution, state: Option<&Term>) -> Answer {
    Answer {
        depth: solution.depth,
        term: state.map(|state| context.one_line(state)).unwrap_or_default(),
        bindings: bindings(context, solution),
    }
}

/// The answer to a search on one line.
pub fn search(number: u64, verdict: &Verdict, solutions: Vec<Answer>, elapsed: Duration) -> String {
    let statistics = &verdict.statistics;
    let (states, depth) = (statistics.states, statistics.depth);
    line(Record::Line(Box::new(Line {
        line: number,
        verdict: verdict.answer().as_str(),
        reason: Some(ending(verdict.ending)),
        search: Some(Search { count: verdict.solutions, solutions, states, depth }),
        result: None,
        rewrites: statistics.rewrites,
        seconds: elapsed.as_secs_f64(),
    })))
}

/// The normal form of a term on one line.
pub fn reduction(number: u64, term: String, sort: &str, rewrites: u64, elapsed: Duration) -> String {
    line(Record::Line(Box::new(Line {
        line: number,
        verdict: "reduced",
        reason: None,
        search: None,
        result: Some(Reduced { term, sort: sort.to_owned() }),
        rewrites,
        seconds: elapsed.as_secs_f64(),
    })))
}

/// A reduction on one line that was stopped.
pub fn stopped(number: u64, why: StopReason, elapsed: Duration) -> String {
    line(Record::Line(Box::new(Line {
        line: number,
        verdict: "undecided",
        reason: Some(reason(why)),
        search: None,
        result: None,
        rewrites: 0,
        seconds: elapsed.as_secs_f64(),
    })))
}

/// The last line: what the lines came to.
pub fn summary(tally: &Tally) -> String {
    line(Record::Summary(Summary {
        lines: tally.lines,
        found: tally.found,
        none: tally.none,
        undecided: tally.undecided,
        reduced: tally.reduced,
        states: tally.states,
        rewrites: tally.rewrites,
        seconds: tally.elapsed.as_secs_f64(),
    }))
}
