//! A module with what is made of it once: its grammar and its compiled theory.

use std::sync::Arc;

use crate::base::hash::HashMap;
use crate::base::{Diagnostic, Name};
use crate::module::{Module, SearchQuery, Term};
use crate::theory::Theory;

/// A module that can run.
#[derive(Clone, Debug)]
pub struct Program {
    /// The module.
    pub module: Arc<Module>,
    /// The module, compiled.
    pub theory: Arc<Theory>,
}

/// The programs made so far. A program belongs to the very module it was made of, not to a later one of its name.
#[derive(Debug, Default)]
pub(super) struct Programs {
    made: HashMap<Name, Program>,
}

impl Programs {
    /// The program of a module, compiled at the first call.
    pub(super) fn of(&mut self, module: &Arc<Module>) -> Result<Program, Vec<Diagnostic>> {
        if let Some(program) = self.made.get(&module.name)
            && Arc::ptr_eq(&program.module, module)
        {
            return Ok(program.clone());
        }
        let theory = Arc::new(Theory::compile(module)?);
        let program = Program { module: Arc::clone(module), theory };
        self.made.insert(module.name, program.clone());
        Ok(program)
    }
}

/// A command that was read and can run.
#[derive(Clone, Debug)]
pub enum Task {
    /// `reduce`
    Reduce {
        /// Where.
        program: Program,
        /// What.
        term: Term,
    },
    /// `search`
    Search {
        /// Where.
        program: Program,
        /// What.
        query: SearchQuery,
        /// The bound `[n]` on solutions.
        solutions: Option<u64>,
        /// The bound `[, m]` on depth.
        depth: Option<u64>,
    },
    /// `show path N`
    ShowPath(u64),
    /// `show path labels N`
    ShowPathLabels(u64),
    /// `show search graph`
    ShowSearchGraph,
}
