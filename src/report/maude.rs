//! Answers in the block form of Maude's own commands.

use std::time::Duration;

use crate::base::Name;
use crate::module::{MatchQuery, SearchQuery, Term, Variable};
use crate::search::{PathStep, Solution, StateArc, Statistics};

use super::context::Context;
use super::profile::Breakdown;
use super::statement::{conditions, query, statement};

/// The line in front of every command's answer.
pub const SEPARATOR: &str = "==========================================";

/// Which parts of an answer are shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The echo of the command.
    pub command: bool,
    /// The line itself.
    pub statistics: bool,
    /// The times in it.
    pub timing: bool,
    /// How many steps were of which kind, if that is shown.
    pub breakdown: Option<Breakdown>,
}

impl Default for Shown {
    fn default() -> Self {
        Self { command: true, statistics: true, timing: true, breakdown: None }
    }
}

/// The line of counts, with the breakdown below it.
fn counts(counted: u64, elapsed: Duration, shown: Shown) -> String {
    let breakdown = shown.breakdown.map(Breakdown::text).unwrap_or_default();
    format!("{}\n{breakdown}", rewrites(counted, elapsed, shown))
}

/// `rewrites: 5 in 2ms cpu (2ms real) (2500 rewrites/second)`.
fn rewrites(rewrites: u64, elapsed: Duration, shown: Shown) -> String {
    if !shown.timing {
        return format!("rewrites: {rewrites}");
    }
    let milliseconds = elapsed.as_millis();
    let rate = match elapsed.as_micros() {
        0 => "~".to_owned(),
        // Below a millisecond Maude's clock shows zero, and a rate would be noise.
        _ if milliseconds == 0 => "~".to_owned(),
        micros => (u128::from(rewrites) * 1_000_000 / micros).to_string(),
    };
    format!("rewrites: {rewrites} in {milliseconds}ms cpu ({milliseconds}ms real) ({rate} rewrites/second)")
}

/// The echo of a `reduce`.
pub fn reduce_command(context: &Context<'_>, term: &Term) -> String {
    format!("{SEPARATOR}\nreduce in {} : {} .\n", context.module.name, context.echoed(term))
}

/// The echo of a `rewrite`, `frewrite` or `erewrite`, which `name` says. `gas`: rules at one position, where that was
/// asked for.
pub fn rewrite_command(context: &Context<'_>, name: &str, term: &Term, most: Option<u64>, gas: Option<u64>) -> String {
    let bounds = bounds(most, gas);
    format!("{SEPARATOR}\n{name} {bounds}in {} : {} .\n", context.module.name, context.echoed(term))
}

/// The echo of a `match` or `xmatch`.
pub fn match_command(context: &Context<'_>, query: &MatchQuery, extended: bool, most: Option<u64>) -> String {
    let name = if extended { "xmatch" } else { "match" };
    let (pattern, subject) = (context.echoed(&query.pattern), context.echoed(&query.subject));
    let mut condition = String::new();
    if !query.conditions.is_empty() {
        condition = format!(" such that {}", conditions(context, &query.conditions));
    }
    let bounds = bounds(most, None);
    format!("{SEPARATOR}\n{name} {bounds}in {} : {pattern} <=? {subject}{condition} .\n", context.module.name)
}

/// The line that Maude puts in front of matches; it decides nothing here.
pub fn decision_time(shown: Shown) -> String {
    if shown.timing { "Decision time: 0ms cpu (0ms real)\n".to_owned() } else { String::new() }
}

/// One way to match. `extended`: the part that matches is told.
pub fn matcher(context: &Context<'_>, number: u64, found: &MatchFound<'_>, extended: bool) -> String {
    let mut text = format!("\nMatcher {number}\n");
    if extended {
        let portion = found.portion.map_or_else(|| "(whole)".to_owned(), |term| context.term(term));
        text.push_str(&format!("Matched portion = {portion}\n"));
    }
    text + &bindings(context, found.bindings)
}

/// One way a term matches a pattern.
#[derive(Clone, Copy, Debug)]
pub struct MatchFound<'a> {
    /// The part that matches; none when it is the whole.
    pub portion: Option<&'a Term>,
    /// The variables with their values.
    pub bindings: &'a [(Variable, Term)],
}

fn bindings(context: &Context<'_>, bindings: &[(Variable, Term)]) -> String {
    if bindings.is_empty() {
        return "empty substitution\n".to_owned();
    }
    let line =
        |(variable, value): &(Variable, Term)| format!("{} --> {}\n", context.variable(*variable), context.term(value));
    bindings.iter().map(line).collect()
}

/// `[n, m] `, as far as there are bounds.
fn bounds(first: Option<u64>, second: Option<u64>) -> String {
    match (first, second) {
        (None, None) => String::new(),
        (Some(first), None) => format!("[{first}] "),
        (Some(first), Some(second)) => format!("[{first}, {second}] "),
        (None, Some(second)) => format!("[, {second}] "),
    }
}

/// The echo of a `search`.
pub fn search_command(
    context: &Context<'_>,
    search: &SearchQuery,
    solutions: Option<u64>,
    depth: Option<u64>,
) -> String {
    let bounds = bounds(solutions, depth);
    format!("{SEPARATOR}\nsearch {bounds}in {} : {} .\n", context.module.name, query(context, search))
}

/// The answer of a `reduce`.
pub fn reduction(
    context: &Context<'_>,
    result: &Term,
    sort: Option<Name>,
    counted: u64,
    elapsed: Duration,
    shown: Shown,
) -> String {
    let mut text = String::new();
    if shown.statistics {
        text.push_str(&counts(counted, elapsed, shown));
    }
    let sort = sort.map_or("(sort not calculated)", Name::as_str);
    text + &format!("result {sort}: {}\n", context.term(result))
}

fn states(statistics: &Statistics, shown: Shown) -> String {
    if !shown.statistics {
        return String::new();
    }
    format!("states: {}  {}", statistics.states, counts(statistics.rewrites, statistics.elapsed, shown))
}

/// A solution with its bindings.
pub fn solution(context: &Context<'_>, solution: &Solution, statistics: &Statistics, shown: Shown) -> String {
    let mut text = format!("\nSolution {} (state {})\n", solution.number, solution.state);
    text.push_str(&states(statistics, shown));
    text + &bindings(context, &solution.bindings)
}

/// The end of an exhausted search.
pub fn no_more(solutions: u64, statistics: &Statistics, shown: Shown) -> String {
    let words = if solutions == 0 { "No solution." } else { "No more solutions." };
    format!("\n{words}\n{}", states(statistics, shown))
}

/// The answer of `show path N`, or of `show path states N` without the rules.
pub fn path(context: &Context<'_>, steps: &[PathStep], rules: bool, sort_of: &mut dyn FnMut(&Term) -> Name) -> String {
    let mut text = String::new();
    for step in steps {
        if step.rule.is_some() && !rules {
            text.push_str("------>\n");
        } else if let Some(rule) = step.rule {
            let rule = statement(context, &context.module.statements[rule]);
            text.push_str(&format!("===[ {rule} ]===>\n"));
        }
        text.push_str(&format!("state {}, {}: {}\n", step.state, sort_of(&step.term), context.term(&step.term)));
    }
    text
}

/// The answer of `show path labels N`.
pub fn path_labels(context: &Context<'_>, steps: &[PathStep]) -> String {
    let rules: Vec<usize> = steps.iter().filter_map(|step| step.rule).collect();
    if rules.is_empty() {
        return "Empty path.\n".to_owned();
    }
    let label = |rule: usize| context.module.statements[rule].label.map_or("(unlabeled rule)", Name::as_str);
    rules.into_iter().map(|rule| label(rule).to_owned() + "\n").collect()
}

/// One state of `show search graph`, with the arcs out of it.
pub fn graph_state(context: &Context<'_>, number: u64, sort: Name, term: &Term, arcs: &[StateArc]) -> String {
    let mut text = format!("state {number}, {sort}: {}\n", context.term(term));
    let mut arcs: Vec<&StateArc> = arcs.iter().filter(|arc| arc.target.is_some()).collect();
    arcs.sort_by_key(|arc| arc.target);
    for (at, arc) in arcs.into_iter().enumerate() {
        let Some(target) = arc.target else { continue };
        text.push_str(&format!("arc {at} ===> state {target}"));
        for &rule in &arc.rules {
            text.push_str(&format!(" ({})", statement(context, &context.module.statements[rule])));
        }
        text.push('\n');
    }
    text
}
