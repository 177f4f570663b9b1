//! What every command does first: read a file, load it, show its mistakes; and what limits and interrupts it.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::{Interrupt, Limits, StopReason};
use crate::session::{Commands, Loaded, LoadedText, Session};

use super::arguments::LimitArguments;
use super::console::Console;
use super::exit::Exit;
use super::files::{self, FileLoader};

/// A session for as long as the program runs: taking it apart at the end would be time spent on nothing.
pub fn session() -> &'static mut Session {
    Box::leak(Box::new(Session::new()))
}

/// Reads and loads a file, without showing what is wrong with it yet.
///
/// # Errors
/// The exit code, when the file could not be read; that was told.
pub fn load(session: &mut Session, file: &str, commands: Commands, console: &Console) -> Result<Loaded, Exit> {
    let LoadedText { path, text } = files::read(file).map_err(|error| {
        console.file_error(&error);
        error.exit
    })?;
    Ok(session.load_text(&path, &text, commands, &mut FileLoader::default()))
}

/// The text of a query or term argument.
///
/// # Errors
/// As [`load`].
pub fn argument(text: &str, name: &str, console: &Console) -> Result<LoadedText, Exit> {
    files::argument(text, name).map_err(|error| {
        console.file_error(&error);
        error.exit
    })
}

impl LimitArguments {
    /// What the options mean.
    pub fn limits(&self) -> Limits {
        Limits {
            states: self.max_states.as_ref().map(|typed| typed.value.0),
            depth: self.max_depth.as_ref().map(|typed| typed.value.0),
            time: self.max_time.as_ref().map(|typed| typed.value.0),
            memory: self.max_memory.as_ref().map(|typed| typed.value.0).or_else(files::usable_memory),
        }
    }

    /// The option behind a reason to stop, as typed.
    pub fn typed(&self, reason: StopReason) -> Option<String> {
        let (option, text) = match reason {
            StopReason::States => ("--max-states", &self.max_states.as_ref()?.text),
            StopReason::Depth => ("--max-depth", &self.max_depth.as_ref()?.text),
            StopReason::Time => ("--max-time", &self.max_time.as_ref()?.text),
            StopReason::Memory => ("--max-memory", &self.max_memory.as_ref()?.text),
            StopReason::Copies | StopReason::ModelChecking => return None,
            StopReason::Interrupted => return Some("Ctrl-C".to_owned()),
        };
        Some(format!("{option} {text}"))
    }
}

/// A flag that Ctrl-C raises; a second Ctrl-C ends the program at once.
pub fn interrupt() -> Interrupt {
    let interrupt = Interrupt::new();
    let raised = interrupt.clone();
    let again = AtomicBool::new(false);
    let handler = move || {
        if again.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        raised.raise();
    };
    // Without a handler Ctrl-C ends the program as it ends any other.
    let _ = ctrlc::set_handler(handler);
    interrupt
}
