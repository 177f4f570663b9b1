//! Standard output and standard error: buffering, colours, closed pipes.

use std::io::{self, BufWriter, IsTerminal, Write};

use crate::base::{Diagnostic, Severity, SourceMap};
use crate::report::diagnostics;

use super::arguments::{Color, Looks};
use super::files::FileError;

/// Where answers and everything else go.
pub struct Console {
    out: BufWriter<io::Stdout>,
    /// Whether answers are coloured.
    pub colour: bool,
    colour_errors: bool,
    width: Option<usize>,
    quiet: bool,
    verbose: bool,
}

impl Console {
    /// The console of this process.
    pub fn new(looks: &Looks) -> Self {
        let wanted = |terminal: bool| match looks.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        Self {
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            colour: wanted(io::stdout().is_terminal()),
            colour_errors: wanted(io::stderr().is_terminal()),
            width: None,
            quiet: looks.quiet,
            verbose: looks.verbose,
        }
    }

    /// Writes a part of an answer.
    pub fn answer(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Makes what was written visible: after each solution and at the end.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Shows mistakes and, unless told to be quiet, warnings.
    pub fn diagnostics(&self, found: &[Diagnostic], sources: &SourceMap) {
        let shown: Vec<Diagnostic> =
            found.iter().filter(|one| !self.quiet || one.severity == Severity::Error).cloned().collect();
        if !shown.is_empty() {
            self.aside(&diagnostics::render_all(&shown, sources, self.colour_errors, self.width));
        }
    }

    /// Shows why a file could not be read.
    pub fn file_error(&self, error: &FileError) {
        self.aside(&format!("error: {}", error.message));
        if let Some(help) = &error.help {
            self.aside(&format!("help: {help}"));
        }
    }

    /// A line for people that is no answer. Where standard error is closed there is nobody to tell.
    pub fn aside(&self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{}", text.trim_end_matches('\n'));
    }

    /// A line for those who want to know more.
    pub fn detail(&self, text: &str) {
        if self.verbose {
            self.aside(text);
        }
    }
}
