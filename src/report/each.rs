//! Answers to one query on many lines: a line for each, and a summary.

use std::time::Duration;

use crate::base::StopReason;
use crate::module::Term;
use crate::search::Solution;

use super::context::Context;
use super::figures::{count, counted, duration};
use super::verdict::{Answer, Ending, Verdict};

/// What the lines came to, all together.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Lines looked at.
    pub lines: u64,
    /// Those with a solution.
    pub found: u64,
    /// Those without one, as far as the whole space goes.
    pub none: u64,
    /// Those where something stopped the search first, or the reduction.
    pub undecided: u64,
    /// Those that were reduced.
    pub reduced: u64,
    /// States seen.
    pub states: u64,
    /// Rewrites.
    pub rewrites: u64,
    /// Time, that of binding included.
    pub elapsed: Duration,
}

impl Tally {
    /// Counts the answer to a search.
    pub fn add(&mut self, verdict: &Verdict) {
        self.lines += 1;
        match verdict.answer() {
            Answer::Found => self.found += 1,
            Answer::None => self.none += 1,
            Answer::Undecided => self.undecided += 1,
        }
        self.states += verdict.statistics.states;
        self.rewrites += verdict.statistics.rewrites;
    }

    /// The last line of a search on many lines.
    pub fn of_search(&self) -> String {
        let (found, none, undecided) = (count(self.found), count(self.none), count(self.undecided));
        self.line(&format!("{found} found, {none} none, {undecided} undecided"), &counted(self.states, "state"))
    }

    /// The last line of a reduction on many lines.
    pub fn of_reduction(&self) -> String {
        let (reduced, undecided) = (count(self.reduced), count(self.undecided));
        self.line(&format!("{reduced} reduced, {undecided} undecided"), &counted(self.rewrites, "rewrite"))
    }

    /// Further counts, a line each.
    pub fn counts(&self) -> String {
        let per_line = self.elapsed.checked_div(self.lines.try_into().unwrap_or(u32::MAX)).unwrap_or_default();
        let lines = [
            ("states", count(self.states)),
            ("rewrites", count(self.rewrites)),
            ("time", duration(self.elapsed)),
            ("per line", format!("{:.3} ms", per_line.as_secs_f64() * 1000.0)),
        ];
        lines.into_iter().map(|(name, value)| format!("{name:>10}: {value}\n")).collect()
    }

    fn line(&self, answers: &str, work: &str) -> String {
        format!("{}: {answers} · {work} · {}", counted(self.lines, "line"), duration(self.elapsed))
    }
}

/// What matters of a solution: the values of its variables, or the state where there are none.
pub fn essence(context: &Context<'_>, solution: &Solution, state: Option<&Term>) -> String {
    if solution.bindings.is_empty() {
        return state.map(|state| context.one_line(state)).unwrap_or_default();
    }
    let pair = |(variable, value): &(_, Term)| format!("{} = {}", context.variable(*variable), context.one_line(value));
    solution.bindings.iter().map(pair).collect::<Vec<_>>().join(", ")
}

/// The answer to a search on one line; `solutions` as [`essence`] gives them, none where they are only counted.
pub fn search(number: u64, verdict: &Verdict, solutions: &[String], elapsed: Duration) -> String {
    let mut text = format!("line {number}: {}", verdict.answer().as_str());
    if verdict.solutions > 1 {
        text.push_str(&format!(" {}", count(verdict.solutions)));
    }
    if let Ending::Stopped(reason) = verdict.ending {
        let more = if verdict.solutions > 0 { "; there may be more" } else { "" };
        text.push_str(&format!(" (stopped by {}{more})", cause(verdict.limit.as_deref(), reason)));
    }
    if !solutions.is_empty() {
        text.push_str(&format!(": {}", solutions.join(" | ")));
    }
    format!("{text} · {} · {}", counted(verdict.statistics.states, "state"), duration(elapsed))
}

/// The normal form of a term on one line.
pub fn reduction(number: u64, sort: &str, term: &str, rewrites: u64, elapsed: Duration) -> String {
    format!("line {number}: {sort}: {term} · {} · {}", counted(rewrites, "rewrite"), duration(elapsed))
}

/// A reduction on one line that was stopped.
pub fn stopped(number: u64, limit: Option<&str>, reason: StopReason, elapsed: Duration) -> String {
    format!("line {number}: undecided (stopped by {}) · {}", cause(limit, reason), duration(elapsed))
}

fn cause(limit: Option<&str>, reason: StopReason) -> String {
    limit.map_or_else(|| reason.to_string(), str::to_owned)
}
