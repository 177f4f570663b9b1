//! `rewrite search FILE QUERY`: the main job.

use std::io;

use crate::base::StopReason;
use crate::module::SearchQuery;
use crate::report::progress::repeated;
use crate::report::{Answer, Context, Ending, Show, Verdict, figures, json, solution, statement};
use crate::search::Statistics;
use crate::session::{Commands, Next, Program, Running, Session, Task};

use super::arguments::SearchArguments;
use super::console::Console;
use super::data::{Data, Lines};
use super::each;
use super::exit::Exit;
use super::progress::ProgressLine;
use super::quantity::Solutions;
use super::work;

/// A query that was read.
pub struct Query {
    /// Where.
    pub program: Program,
    /// What.
    pub query: SearchQuery,
    /// The bound `[n]` on solutions.
    pub solutions: Option<u64>,
    /// The bound `[, m]` on depth.
    pub depth: Option<u64>,
    /// The lines of `--each`.
    lines: Option<Lines>,
}

/// Loads, searches, and shows solutions as they are found.
pub fn search(arguments: &SearchArguments) -> io::Result<Exit> {
    let mut console = Console::new(&arguments.looks);
    let session = work::session();
    let query = match prepared(arguments, session, &mut console)? {
        Ok(query) => query,
        Err(exit) => return Ok(exit),
    };
    let context = Context::new(&query.program.module, &session.sources, console.colour && !arguments.json);
    let text = statement::query(&context, &query.query);
    console.detail(&format!("searching in {}: {text}", query.program.module.name));
    if arguments.json {
        console.answer(&(json::start("search", &arguments.file, &context, &text) + "\n"))?;
    }
    match &query.lines {
        Some(lines) => each::search(arguments, &query, lines, &context, &mut console),
        None => search_once(arguments, &query, &context, &mut console),
    }
}

fn search_once(
    arguments: &SearchArguments,
    query: &Query,
    context: &Context<'_>,
    console: &mut Console,
) -> io::Result<Exit> {
    let wanted = wanted(arguments, query.solutions);
    let limits = arguments.limits.limits();
    let running = match query.program.search(&query.query, wanted, query.depth, limits, work::interrupt()) {
        Ok(running) => running,
        Err(mistakes) => {
            console.diagnostics(&mistakes, context.sources());
            return Ok(Exit::Mistake);
        }
    };
    let verdict = solutions(arguments, context, running, console)?;
    let line = if arguments.json { json::end(&verdict) } else { verdict.text() };
    console.answer(&(line + "\n"))?;
    console.flush()?;
    if arguments.stats {
        console.aside(&counts(&verdict.statistics));
    }
    Ok(exit(&verdict))
}

/// Loads the file and reads the query; or the exit code, when mistakes were shown.
fn prepared(
    arguments: &SearchArguments,
    session: &mut Session,
    console: &mut Console,
) -> io::Result<Result<Query, Exit>> {
    let rules = std::slice::from_ref(&arguments.file);
    let data = Data::read(&arguments.bindings, arguments.each.as_ref(), rules, console);
    let lines = match data.and_then(|data| data.bind(session, console)) {
        Ok(lines) => lines,
        Err(exit) => return Ok(Err(exit)),
    };
    let loaded = match work::load(session, &arguments.file, Commands::Skip, console) {
        Ok(loaded) => loaded,
        Err(exit) => return Ok(Err(exit)),
    };
    let text = match work::argument(&arguments.query, "<query>", console) {
        Ok(text) => text,
        Err(exit) => return Ok(Err(exit)),
    };
    let mut diagnostics = loaded.diagnostics;
    let task = session.read_query(&text.path, &text.text, arguments.module.as_deref());
    diagnostics.extend(session.take_warnings());
    if arguments.json {
        for line in diagnostics.iter().filter_map(|one| json::warning(one, &session.sources)) {
            console.answer(&(line + "\n"))?;
        }
    }
    let task = task.map_err(|mistakes| diagnostics.extend(mistakes)).ok();
    console.diagnostics(&diagnostics, &session.sources);
    Ok(match task {
        Some(Task::Search { program, query, solutions, depth }) if !crate::session::has_errors(&diagnostics) => {
            Ok(Query { program, query, solutions, depth, lines })
        }
        _ => Err(Exit::Mistake),
    })
}

/// The option counts, then the brackets of the query; a plain search wants one solution, a count all of them.
pub fn wanted(arguments: &SearchArguments, bracket: Option<u64>) -> Option<u64> {
    match arguments.solutions {
        Some(Solutions::All) => None,
        Some(Solutions::AtMost(number)) => Some(number),
        None => bracket.or((!arguments.count).then_some(1)),
    }
}

fn solutions(
    arguments: &SearchArguments,
    context: &Context<'_>,
    mut running: Running,
    console: &mut Console,
) -> io::Result<Verdict> {
    let show = Show::from(arguments.show);
    let mut progress = ProgressLine::new(arguments.progress, arguments.looks.quiet);
    loop {
        let next = running.next(&mut |now| progress.update(now));
        progress.clear();
        let found = match next {
            Next::Solution(_) if arguments.count => continue,
            Next::Solution(found) => found,
            Next::End(Ending::Stopped(reason)) => return Ok(running.verdict(arguments.limits.typed(reason))),
            Next::End(_) => return Ok(running.verdict(None)),
        };
        let path = if show == Show::None { None } else { running.path(u64::from(found.state)) };
        let path = path.unwrap_or_default();
        let text = if arguments.json {
            json::solution(context, &found, &path)
        } else {
            solution::solution(context, &found, &path, show)
        };
        console.answer(&(text + "\n"))?;
        console.flush()?;
    }
}

fn exit(verdict: &Verdict) -> Exit {
    match (verdict.answer(), verdict.ending) {
        (_, Ending::Stopped(StopReason::Interrupted)) => Exit::Interrupted,
        (Answer::Found, _) => Exit::Yes,
        (Answer::None, _) => Exit::No,
        (Answer::Undecided, _) => Exit::Undecided,
    }
}

/// The counts of a search, a line each.
fn counts(statistics: &Statistics) -> String {
    let seconds = statistics.elapsed.as_secs_f64();
    let rate = |number: u64| if seconds > 0.0 { (number as f64 / seconds) as u64 } else { 0 };
    let per_state = statistics.bytes.checked_div(statistics.states).unwrap_or(0);
    let lines = [
        ("states", format!("{} ({}/s)", figures::count(statistics.states), figures::count(rate(statistics.states)))),
        ("expanded", figures::count(statistics.expanded)),
        (
            "successors",
            format!(
                "{} ({} % repeated)",
                figures::count(statistics.transitions),
                repeated(statistics.states, statistics.transitions)
            ),
        ),
        (
            "rewrites",
            format!("{} ({}/s)", figures::count(statistics.rewrites), figures::count(rate(statistics.rewrites))),
        ),
        ("depth", figures::count(statistics.depth)),
        ("store", format!("{} ({} bytes a state)", figures::bytes(statistics.bytes), figures::count(per_state))),
        ("time", figures::duration(statistics.elapsed)),
    ];
    lines.into_iter().map(|(name, value)| format!("{name:>10}: {value}\n")).collect()
}
