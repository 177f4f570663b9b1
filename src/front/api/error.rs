//! What can go wrong.

use std::fmt;

use crate::base::{Diagnostic, Severity, SourceMap, StopReason};
use crate::report::diagnostics;

use super::super::files::FileError;

/// Why there is no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read; the sentence says which and why.
    File(String),
    /// The rules, a binding or a query have mistakes.
    Mistakes(Mistakes),
    /// A limit or an interruption ended a reduction before its normal form. (A search that is stopped is no error: see
    /// [`Search::verdict`](super::Search::verdict).)
    Stopped(StopReason),
    /// No text was bound to a constant of this name before the rules were loaded.
    NotBound(String),
}

/// Mistakes in a text, each with its place. Displayed as the command line shows them, without colours.
#[derive(Debug)]
pub struct Mistakes {
    codes: Vec<&'static str>,
    text: String,
}

impl Mistakes {
    pub(super) fn new(found: &[Diagnostic], sources: &SourceMap) -> Self {
        let errors: Vec<Diagnostic> = found.iter().filter(|one| one.severity == Severity::Error).cloned().collect();
        Self {
            codes: errors.iter().map(|mistake| mistake.code).collect(),
            text: diagnostics::render_all(&errors, sources, false, None),
        }
    }

    /// The stable codes of the mistakes, such as `unknown-sort`, in the order they are shown.
    pub fn codes(&self) -> &[&'static str] {
        &self.codes
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(why) => f.write_str(why),
            Self::Mistakes(mistakes) => mistakes.fmt(f),
            Self::Stopped(reason) => write!(f, "stopped by {reason} before a normal form was reached"),
            Self::NotBound(name) => write!(f, "no text was bound to a constant `{name}` when the rules were loaded"),
        }
    }
}

impl std::error::Error for Error {}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        match error.help {
            Some(help) => Self::File(format!("{}; {help}", error.message)),
            None => Self::File(error.message),
        }
    }
}
