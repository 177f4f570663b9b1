//! `--each`: one query on many lines, its module compiled once.

use std::io;
use std::time::Instant;

use crate::base::Interrupt;
use crate::module::Term;
use crate::report::each::{self, Tally};
use crate::report::{Context, Ending, Verdict, json};
use crate::search::Solution;
use crate::session::{Next, Program, Running};

use super::arguments::{ReduceArguments, SearchArguments};
use super::console::Console;
use super::data::Lines;
use super::exit::Exit;
use super::progress::ProgressLine;
use super::search::{Query, wanted};
use super::work;

/// Solutions of one line, with their states where these are shown.
type Found = Vec<(Solution, Option<Term>)>;

/// Searches once per line.
pub fn search(
    arguments: &SearchArguments,
    query: &Query,
    lines: &Lines,
    context: &Context<'_>,
    console: &mut Console,
) -> io::Result<Exit> {
    let wanted = wanted(arguments, query.solutions);
    let (limits, interrupt) = (arguments.limits.limits(), work::interrupt());
    let (start, mut tally) = (Instant::now(), Tally::default());
    for (number, text) in lines.each().take_while(|_| !interrupt.is_raised()) {
        let begun = Instant::now();
        let Some(program) = bound(&query.program, lines, text, console) else { return Ok(Exit::Mistake) };
        let running = program.search(&query.query, wanted, query.depth, limits.clone(), interrupt.clone());
        let (verdict, found) = match running {
            Ok(mut running) => run_search(arguments, &mut running),
            Err(mistakes) => {
                console.diagnostics(&mistakes, context.sources());
                return Ok(Exit::Mistake);
            }
        };
        tally.add(&verdict);
        let line = if arguments.json {
            let answers = found.iter().map(|(found, state)| json::each::answer(context, found, state.as_ref()));
            json::each::search(number, &verdict, answers.collect(), begun.elapsed())
        } else {
            let answers = found.iter().map(|(found, state)| each::essence(context, found, state.as_ref()));
            each::search(number, &verdict, &answers.collect::<Vec<_>>(), begun.elapsed())
        };
        console.answer(&(line + "\n"))?;
        console.flush()?;
    }
    tally.elapsed = start.elapsed();
    let last = if arguments.json { json::each::summary(&tally) } else { tally.of_search() };
    finish(&last, &tally, &interrupt, arguments.stats, console)
}

/// Runs the search of one line to its end.
fn run_search(arguments: &SearchArguments, running: &mut Running) -> (Verdict, Found) {
    let mut progress = ProgressLine::new(arguments.progress, arguments.looks.quiet);
    let mut found = Found::new();
    let ending = loop {
        match running.next(&mut |now| progress.update(now)) {
            Next::Solution(_) if arguments.count => {}
            Next::Solution(solution) => {
                let shown = arguments.json || solution.bindings.is_empty();
                let state = if shown { running.state(u64::from(solution.state)) } else { None };
                found.push((solution, state));
            }
            Next::End(ending) => break ending,
        }
    };
    progress.clear();
    let limit = match ending {
        Ending::Stopped(reason) => arguments.limits.typed(reason),
        Ending::Enough | Ending::Exhausted => None,
    };
    (running.verdict(limit), found)
}

/// Reduces once per line.
pub fn reduce(
    arguments: &ReduceArguments,
    program: &Program,
    term: &Term,
    lines: &Lines,
    context: &Context<'_>,
    console: &mut Console,
) -> io::Result<Exit> {
    let typed = arguments.limits();
    let (limits, interrupt) = (typed.limits(), work::interrupt());
    let (start, mut tally) = (Instant::now(), Tally::default());
    for (number, text) in lines.each().take_while(|_| !interrupt.is_raised()) {
        let begun = Instant::now();
        let Some(program) = bound(program, lines, text, console) else { return Ok(Exit::Mistake) };
        tally.lines += 1;
        let line = match program.reduce(term, &limits, &interrupt) {
            Ok(done) => {
                tally.reduced += 1;
                tally.rewrites += done.rewrites;
                let (term, elapsed) = (context.one_line(&done.term), begun.elapsed());
                if arguments.json {
                    json::each::reduction(number, term, done.sort.as_str(), done.rewrites, elapsed)
                } else if arguments.looks.quiet {
                    term
                } else {
                    each::reduction(number, done.sort.as_str(), &term, done.rewrites, elapsed)
                }
            }
            Err(reason) => {
                tally.undecided += 1;
                let limit = typed.typed(reason);
                if arguments.json {
                    json::each::stopped(number, reason, begun.elapsed())
                } else {
                    each::stopped(number, limit.as_deref(), reason, begun.elapsed())
                }
            }
        };
        console.answer(&(line + "\n"))?;
        console.flush()?;
    }
    tally.elapsed = start.elapsed();
    let last = if arguments.json { json::each::summary(&tally) } else { tally.of_reduction() };
    finish(&last, &tally, &interrupt, arguments.stats, console)
}

/// The program with a line bound; where its module does not know the constant, that is told.
fn bound(program: &Program, lines: &Lines, text: &str, console: &Console) -> Option<Program> {
    let bound = program.with_text(lines.constant, text);
    if bound.is_none() {
        let (module, name) = (program.module.name, &lines.name);
        console.aside(&format!(
            "error: the module `{module}` has no constant `{name}`, so each line would be answered alike"
        ));
        console.aside("help: name the module with --module, or import the one that declares the constant");
    }
    bound
}

/// Prints the summary. A line without a solution outweighs those that are undecided.
fn finish(last: &str, tally: &Tally, interrupt: &Interrupt, stats: bool, console: &mut Console) -> io::Result<Exit> {
    console.answer(&format!("{last}\n"))?;
    console.flush()?;
    if stats {
        console.aside(&tally.counts());
    }
    Ok(match tally {
        _ if interrupt.is_raised() => Exit::Interrupted,
        Tally { none: 1.., .. } => Exit::No,
        Tally { undecided: 1.., .. } => Exit::Undecided,
        _ => Exit::Yes,
    })
}
