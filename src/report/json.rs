//! Answers as JSON Lines: `start`, `solution`, `result`, `warning`, `end`, `line`, `summary`, each with `"v":1`.
//!
//! The schema is published in `schema.json` beside this file; a test checks real output against it.

use std::time::Duration;

use serde::Serialize;

use crate::base::{Diagnostic, Severity, SourceMap, StopReason};
use crate::module::{Term, Variable};
use crate::search::{PathStep, Solution};

use super::context::Context;
use super::verdict::{Ending, Verdict};

pub mod each;

/// The published JSON Schema of a line.
pub const SCHEMA: &str = include_str!("schema.json");

/// Version of the schema; written into every line.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Line<T> {
    v: u32,
    #[serde(flatten)]
    record: T,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Record {
    Start { command: &'static str, file: String, module: String, query: String },
    Solution { number: u64, state: u32, depth: u64, bindings: Vec<Binding>, path: Vec<Step> },
    Result { term: String, sort: String, rewrites: u64, seconds: f64 },
    Warning { code: &'static str, message: String, place: Option<Place> },
    End(End),
}

/// A variable with its value.
#[derive(Serialize)]
pub struct Binding {
    name: String,
    sort: String,
    value: String,
}

#[derive(Serialize)]
struct Step {
    state: u32,
    /// The rule that led here; absent for the first state.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    term: String,
}

#[derive(Serialize)]
struct Place {
    file: String,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct End {
    verdict: &'static str,
    /// Why the search went no further.
    reason: &'static str,
    solutions: u64,
    states: u64,
    expanded: u64,
    transitions: u64,
    rewrites: u64,
    depth: u64,
    bytes: u64,
    seconds: f64,
}

/// The first line: what was asked.
pub fn start(command: &'static str, file: &str, context: &Context<'_>, query: &str) -> String {
    line(Record::Start {
        command,
        file: file.to_owned(),
        module: context.module.name.to_string(),
        query: query.to_owned(),
    })
}

/// A solution with its bindings and path.
pub fn solution(context: &Context<'_>, solution: &Solution, path: &[PathStep]) -> String {
    let step = |step: &PathStep| Step {
        state: step.state,
        rule: step.rule.map(|rule| context.rule_name(&context.module.statements[rule])),
        term: context.one_line(&step.term),
    };
    line(Record::Solution {
        number: solution.number,
        state: solution.state,
        depth: solution.depth,
        bindings: bindings(context, solution),
        path: path.iter().map(step).collect(),
    })
}

fn bindings(context: &Context<'_>, solution: &Solution) -> Vec<Binding> {
    let binding = |(variable, value): &(Variable, Term)| Binding {
        name: variable.name.to_string(),
        sort: context.sort(variable.sort).to_string(),
        value: context.one_line(value),
    };
    solution.bindings.iter().map(binding).collect()
}

/// The normal form of a term.
pub fn reduction(context: &Context<'_>, term: &Term, sort: &str, rewrites: u64, elapsed: Duration) -> String {
    let (term, sort) = (context.one_line(term), sort.to_owned());
    line(Record::Result { term, sort, rewrites, seconds: elapsed.as_secs_f64() })
}

/// A warning; `None` for errors, which end the run and go to standard error.
pub fn warning(diagnostic: &Diagnostic, sources: &SourceMap) -> Option<String> {
    if diagnostic.severity != Severity::Warning {
        return None;
    }
    let place = diagnostic.primary.as_ref().map(|label| {
        let (line, column) = sources.line_column(label.span);
        Place { file: sources.file(label.span.file).name.clone(), line, column }
    });
    Some(line(Record::Warning { code: diagnostic.code, message: diagnostic.message.clone(), place }))
}

/// The last line: what it came to.
pub fn end(verdict: &Verdict) -> String {
    let statistics = &verdict.statistics;
    line(Record::End(End {
        verdict: verdict.answer().as_str(),
        reason: ending(verdict.ending),
        solutions: verdict.solutions,
        states: statistics.states,
        expanded: statistics.expanded,
        transitions: statistics.transitions,
        rewrites: statistics.rewrites,
        depth: statistics.depth,
        bytes: statistics.bytes,
        seconds: statistics.elapsed.as_secs_f64(),
    }))
}

/// The word for why a search went no further.
fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Enough => "enough",
        Ending::Exhausted => "exhausted",
        Ending::Stopped(why) => reason(why),
    }
}

/// The word for a reason to stop.
fn reason(why: StopReason) -> &'static str {
    match why {
        StopReason::States => "max-states",
        StopReason::Depth => "max-depth",
        StopReason::Time => "max-time",
        StopReason::Memory => "max-memory",
        StopReason::Copies => "copies",
        StopReason::ModelChecking => "model-checking",
        StopReason::Interrupted => "interrupted",
    }
}

/// One line, without the line break.
fn line(record: impl Serialize) -> String {
    // Nothing in a record can fail to be written as JSON: no maps with odd keys, no foreign types.
    serde_json::to_string(&Line { v: VERSION, record }).unwrap_or_default()
}
