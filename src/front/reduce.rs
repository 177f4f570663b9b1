//! `rewrite reduce FILE TERM`: the normal form.

use std::io;

use crate::base::StopReason;
use crate::report::{Context, figures, json};
use crate::session::{Commands, Program, Task};

use super::arguments::{LimitArguments, ReduceArguments};
use super::console::Console;
use super::data::Data;
use super::each;
use super::exit::Exit;
use super::work;

/// Loads the file and prints the normal form of the term.
pub fn reduce(arguments: &ReduceArguments) -> io::Result<Exit> {
    let mut console = Console::new(&arguments.looks);
    let session = work::session();
    let rules = std::slice::from_ref(&arguments.file);
    let data = Data::read(&arguments.bindings, arguments.each.as_ref(), rules, &console);
    let lines = match data.and_then(|data| data.bind(session, &console)) {
        Ok(lines) => lines,
        Err(exit) => return Ok(exit),
    };
    let loaded = match work::load(session, &arguments.file, Commands::Skip, &console) {
        Ok(loaded) => loaded,
        Err(exit) => return Ok(exit),
    };
    let text = match work::argument(&arguments.term, "<term>", &console) {
        Ok(text) => text,
        Err(exit) => return Ok(exit),
    };
    let mut diagnostics = loaded.diagnostics;
    let task = session.read_term(&text.path, &text.text, arguments.module.as_deref());
    diagnostics.extend(session.take_warnings());
    let task = task.map_err(|mistakes| diagnostics.extend(mistakes)).ok();
    console.diagnostics(&diagnostics, &session.sources);
    match task {
        Some(Task::Reduce { program, term }) if !crate::session::has_errors(&diagnostics) => {
            let context = Context::new(&program.module, &session.sources, console.colour && !arguments.json);
            match &lines {
                Some(lines) => each::reduce(arguments, &program, &term, lines, &context, &mut console),
                None => normal_form(arguments, &program, &term, &context, &mut console),
            }
        }
        _ => Ok(Exit::Mistake),
    }
}

impl ReduceArguments {
    /// What ends a reduction early.
    pub fn limits(&self) -> LimitArguments {
        let (max_time, max_memory) = (self.max_time.clone(), self.max_memory.clone());
        LimitArguments { max_time, max_memory, ..LimitArguments::default() }
    }
}

fn normal_form(
    arguments: &ReduceArguments,
    program: &Program,
    term: &crate::module::Term,
    context: &Context<'_>,
    console: &mut Console,
) -> io::Result<Exit> {
    let reduction = match program.reduce(term, &arguments.limits().limits(), &work::interrupt()) {
        Ok(reduction) => reduction,
        Err(reason) => {
            console.aside(&format!("undecided: stopped by {reason} before a normal form was reached"));
            return Ok(if reason == StopReason::Interrupted { Exit::Interrupted } else { Exit::Undecided });
        }
    };
    let line = if arguments.json {
        json::reduction(context, &reduction.term, reduction.sort.as_str(), reduction.rewrites, reduction.elapsed)
    } else if arguments.looks.quiet {
        context.term(&reduction.term)
    } else {
        format!("result {}: {}", reduction.sort, context.term(&reduction.term))
    };
    console.answer(&(line + "\n"))?;
    console.flush()?;
    if arguments.stats {
        let time = figures::duration(reduction.elapsed);
        console.aside(&format!("{} in {time}", figures::counted(reduction.rewrites, "rewrite")));
    }
    Ok(Exit::Yes)
}
