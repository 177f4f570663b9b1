//! `rewrite check FILE...`: looks for mistakes, runs nothing.

use std::io;

use crate::report::figures::counted;
use crate::session::{Commands, Session};

use super::arguments::CheckArguments;
use super::console::Console;
use super::data::Data;
use super::exit::Exit;
use super::work;

/// Checks each file in a session of its own; the worst outcome counts.
pub fn check(arguments: &CheckArguments) -> io::Result<Exit> {
    let mut console = Console::new(&arguments.looks);
    let mut worst = Exit::Yes;
    let data = match Data::read(&arguments.bindings, None, &arguments.files, &console) {
        Ok(data) => data,
        Err(exit) => return Ok(exit),
    };
    for file in &arguments.files {
        let exit = check_file(&data, file, &mut console)?;
        if exit.code() > worst.code() {
            worst = exit;
        }
    }
    console.flush()?;
    Ok(worst)
}

fn check_file(data: &Data<'_>, file: &str, console: &mut Console) -> io::Result<Exit> {
    let mut session = Session::new();
    if let Err(exit) = data.bind(&mut session, console) {
        return Ok(exit);
    }
    let loaded = match work::load(&mut session, file, Commands::Plan, console) {
        Ok(loaded) => loaded,
        Err(exit) => return Ok(exit),
    };
    console.diagnostics(&loaded.diagnostics, &session.sources);
    let mistakes = crate::session::count_errors(&loaded.diagnostics);
    if mistakes > 0 {
        console.answer(&format!("{file}: {}\n", counted(mistakes, "mistake")))?;
        return Ok(Exit::Mistake);
    }
    let (modules, statements) =
        (counted(loaded.modules as u64, "module"), counted(loaded.statements as u64, "statement"));
    let warnings = match loaded.diagnostics.len() as u64 {
        0 => String::new(),
        warnings => format!(", {}", counted(warnings, "warning")),
    };
    console.answer(&format!("{file}: ok ({modules}, {statements}{warnings})\n"))?;
    Ok(Exit::Yes)
}
