//! A module with what is made of it once: its grammar and its compiled theory.

use std::sync::{Arc, Mutex};

use crate::base::hash::HashMap;
use crate::base::{Diagnostic, Name};
use crate::engine::{Memory, SharedObserver};
use crate::module::{MatchQuery, Module, SearchQuery, Term, View};
use crate::theory::Theory;

use super::setting::{Directive, Setting, Shown};

/// A module that can run.
#[derive(Clone, Debug)]
pub struct Program {
    /// The module.
    pub module: Arc<Module>,
    /// The module, compiled.
    pub theory: Arc<Theory>,
    /// Who is told of each step, if anybody is. Set by [`Program::observed_by`], for the theory must know.
    pub(super) observer: Option<SharedObserver>,
    /// What symbols with `memo` remember.
    memory: Arc<Mutex<Option<Memory>>>,
}

impl Program {
    /// The same program, compiled so that somebody can be told of each step.
    pub fn observed_by(&self, observer: SharedObserver) -> Self {
        // What compiles once compiles again.
        let theory = Theory::compile_observed(&self.module).map_or_else(|_| Arc::clone(&self.theory), Arc::new);
        // The theory is another one, on a heap of its own.
        Self { module: Arc::clone(&self.module), theory, observer: Some(observer), memory: Arc::default() }
    }

    /// The same module with another theory, which remembers nothing yet.
    pub(super) fn with_theory(&self, theory: Theory) -> Self {
        let module = Arc::clone(&self.module);
        Self { module, theory: Arc::new(theory), observer: self.observer.clone(), memory: Arc::default() }
    }

    /// What the next command starts with: the theory, on the heap of what is remembered, and that.
    pub(super) fn start(&self) -> (Arc<Theory>, Option<Memory>) {
        let memory = self.memory.lock().map_or(None, |memory| memory.clone());
        let theory = match &memory {
            Some(memory) => Arc::new(memory.theory(&self.theory)),
            None => Arc::clone(&self.theory),
        };
        (theory, memory)
    }

    /// Keeps what a command remembers for the next one.
    pub(super) fn keep(&self, memory: impl FnOnce() -> Option<Memory>) {
        if self.theory.remembers()
            && let Ok(mut kept) = self.memory.lock()
        {
            *kept = memory();
        }
    }

    /// Forgets what symbols with `memo` remember.
    pub fn forget(&self) {
        if let Ok(mut memory) = self.memory.lock() {
            *memory = None;
        }
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
        let theory = Arc::new(Theory::compile(module)?);
        let program = Program { module: Arc::clone(module), theory, observer: None, memory: Arc::default() };
        self.made.insert(module.name, program.clone());
        Ok(program)
    }
}

/// What is shown of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathForm {
    /// States and rules.
    Full,
    /// The labels of the rules.
    Labels,
    /// The states.
    States,
}

/// How rules are applied to a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// `rewrite`: at the outermost position first, starting over at the root after each step.
    FromTheRoot,
    /// `frewrite`, `erewrite`: at all positions in turn.
    Fair {
        /// Most rule applications at one position each time it is visited; one when nothing is said.
        gas: Option<u64>,
        /// `erewrite`.
        external: bool,
    },
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
    /// `rewrite`, `frewrite` or `erewrite`
    Rewrite {
        /// Where.
        program: Program,
        /// What.
        term: Term,
        /// Most rule applications.
        most: Option<u64>,
        /// Which of them.
        way: Way,
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
    /// `show views`
    ShowViews,
    /// `show view V`
    ShowView(Arc<View>),
    /// `show profile`
    ShowProfile(Program),
    /// `trace select …`, `do clear memo` and their like
    Direct(Directive),
    /// Something that was found out while loading, such as by `pwd`.
    Tell(String),
    /// `show path N`, `show path labels N` and `show path states N`
    ShowPath(u64, PathForm),
    /// `show search graph`
    ShowSearchGraph,
}
