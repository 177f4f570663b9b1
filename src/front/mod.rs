//! People and programs: the command line, and the library's face. The only layer that prints, reads files or exits.

pub mod api;
mod arguments;
mod check;
mod console;
mod data;
mod each;
mod exit;
mod files;
mod progress;
mod quantity;
mod reduce;
mod run;
mod search;
mod work;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use exit::Exit;

/// Stack of the thread that works: no layer recurses on what the user wrote, so this is for library code.
const STACK: usize = 64 << 20;

/// Reads the command line, does what it says, and gives the exit code.
pub fn main() -> ExitCode {
    exit::install_panic_message();
    let arguments = match Arguments::try_parse_from(arguments::expanded(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            let code = if error.use_stderr() { Exit::Mistake } else { Exit::Yes };
            // A closed pipe under `--help` is nobody's mistake.
            let _ = error.print();
            return code.into();
        }
    };
    let worker = std::thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(|| run(arguments));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(_)) => Exit::Bug.into(),
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            Exit::Environment.into()
        }
    }
}

fn run(arguments: Arguments) -> Exit {
    let result = match arguments.command {
        Command::Search(search) => search::search(&search),
        Command::Reduce(reduce) => reduce::reduce(&reduce),
        Command::Run(run) => run::run(&run),
        Command::Check(check) => check::check(&check),
    };
    match result {
        Ok(exit) => exit,
        Err(error) => exit::of_output_error(&error),
    }
}
