//! A module with what is made of it once: its grammar and its compiled theory.

use std::sync::{Arc, Mutex, PoisonError};

use crate::base::hash::HashMap;
use crate::base::{Diagnostic, Name};
use crate::engine::Engine;
use crate::module::{MatchQuery, Module, SearchQuery, Term};
use crate::theory::Theory;

use super::setting::{Setting, Shown};

/// A module that can run.
#[derive(Clone, Debug)]
pub struct Program {
    /// The module.
    pub module: Arc<Module>,
    /// The module, compiled.
    pub theory: Arc<Theory>,
    /// The same with what earlier runs remember of terms with `memo`.
    latest: Arc<Mutex<Arc<Theory>>>,
}

impl Program {
    fn new(module: Arc<Module>, theory: Theory) -> Self {
        let theory = Arc::new(theory);
        Self { module, latest: Arc::new(Mutex::new(Arc::clone(&theory))), theory }
    }

    /// What the next run is to start from.
    pub(super) fn latest(&self) -> Arc<Theory> {
        Arc::clone(&self.latest.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps what a run remembers for those to come.
    pub(super) fn keep_memory(&self, engine: &Engine) {
        if let Some(theory) = engine.remembering(&self.theory) {
            *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(theory);
        }
    }

    /// Forgets what was remembered of terms with `memo`.
    pub fn clear_memory(&self) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&self.theory);
    }
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
        let program = Program::new(Arc::clone(module), Theory::compile(module)?);
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
    /// `rewrite`, or `frewrite` when there is gas
    Rewrite {
        /// Where.
        program: Program,
        /// What.
        term: Term,
        /// Most rule applications.
        most: Option<u64>,
        /// For `frewrite`: most rule applications at one position each time it is visited.
        gas: Option<u64>,
    },
    /// `match`, or `xmatch` when it is extended
    Match {
        /// Where.
        program: Program,
        /// What.
        query: MatchQuery,
        /// Whether parts of lists and bags may match.
        extended: bool,
        /// The bound `[n]` on solutions.
        solutions: Option<u64>,
    },
    /// `parse`
    Parse {
        /// Where.
        program: Program,
        /// What.
        term: Term,
    },
    /// `continue n`: the last `rewrite`, `frewrite` or `search` goes on.
    Continue(Option<u64>),
    /// `set …`
    Set(Setting),
    /// `show module` and its like
    Show {
        /// Where.
        program: Program,
        /// What.
        what: Shown,
    },
    /// `show modules`
    ShowModules,
    /// `show path N`
    ShowPath(u64),
    /// `show path labels N`
    ShowPathLabels(u64),
    /// `show search graph`
    ShowSearchGraph,
}
