//! Joins the stages: load text, run a command, get an answer.
//!
//! Loading reads a whole text first, modules and commands, and collects every mistake; what can run is handed back as
//! a plan. Running takes one task of a plan and gives an answer. Nothing is printed and no file is read here: texts
//! that other texts `load` come through a [`Loader`].

mod binding;
mod certain;
mod load;
mod program;
mod query;
mod run;
mod setting;
#[cfg(test)]
mod tests;
mod unbound;

use crate::base::hash::HashSet;
use crate::base::{Diagnostic, Name, Severity, SourceMap};
use crate::module::ModuleDatabase;

pub use binding::{Bound, VaryingText};
pub use load::{Commands, Loaded};
pub use program::{PathForm, Program, Task, Way};
pub use run::{MatchFound, Next, Reduction, Rewritten, Running, RunningRewrite};
pub use setting::{Directive, Setting, Shown, Switch, TraceSwitch};

/// A text that another text asked for.
#[derive(Clone, Debug)]
pub struct LoadedText {
    /// The path it was found under: the name it is shown by, and the base of what it loads itself.
    pub path: String,
    /// The text.
    pub text: String,
}

/// Finds the texts that `load` names. The command line reads files; tests and editors give texts of their own.
pub trait Loader {
    /// The text that `name` stands for in the text at `from`.
    ///
    /// The same text must be found under the same path every time, since that is how endless loading is noticed.
    ///
    /// # Errors
    /// A sentence for the user that says why there is none.
    fn load(&mut self, name: &str, from: &str) -> Result<LoadedText, String>;

    /// Does what `cd`, `pushd`, `popd`, `pwd` or `ls` asks for; with what there is to tell.
    ///
    /// # Errors
    /// A sentence for the user that says why it cannot be done.
    fn folder(&mut self, command: &str, _path: Option<&str>) -> Result<Option<String>, String> {
        Err(format!("there are no folders here for `{command}`"))
    }
}

/// A loader that finds nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLoader;

impl Loader for NoLoader {
    fn load(&mut self, _name: &str, _from: &str) -> Result<LoadedText, String> {
        Err("no other text can be loaded here".to_owned())
    }
}

/// Everything that was loaded so far.
#[derive(Debug, Default)]
pub struct Session {
    /// The texts, for showing mistakes.
    pub sources: SourceMap,
    modules: ModuleDatabase,
    programs: program::Programs,
    /// Modules whose last definition had mistakes: nothing runs on them.
    failed: HashSet<Name>,
    /// Views whose last definition had mistakes.
    failed_views: HashSet<Name>,
    /// The paths of all texts read so far, which `sload` does not read again.
    read: HashSet<String>,
    current: Option<Name>,
    /// Constants with values from outside.
    bindings: binding::Bindings,
    /// Warnings about the last query or term read outside a file.
    warnings: Vec<Diagnostic>,
}

impl Session {
    /// A session without modules; the standard ones are loaded when something asks for them.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the warnings about the last query or term that [`Self::read_query`] or [`Self::read_term`] read.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// The name of the module commands run in: the last one defined.
    pub fn current(&self) -> Option<Name> {
        self.current
    }

    /// The modules.
    pub fn modules(&self) -> &ModuleDatabase {
        &self.modules
    }
}

/// Whether one of the diagnostics is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    count_errors(diagnostics) > 0
}

/// How many of the diagnostics are errors.
pub fn count_errors(diagnostics: &[Diagnostic]) -> u64 {
    diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count() as u64
}
