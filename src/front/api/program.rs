//! Rules that were loaded.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::base::{Diagnostic, Interrupt, Limits, SourceMap};
use crate::module::SearchQuery;
use crate::report::diagnostics;
use crate::session::{self, Session, Task, VaryingText};

use super::error::{Error, Mistakes};
use super::rules::Rules;
use super::search::Search;
use super::term::Term;

/// Rules that were loaded without a mistake: they reduce terms and are searched.
///
/// ```
/// let mut program = rewrite::Program::from_text("fmod F is protecting NAT .
///   op _! : Nat -> Nat .
///   var N : Nat .
///   eq 0 ! = 1 .
///   eq (s N) ! = s N * (N !) .
/// endfm")?;
/// assert_eq!(program.reduce("5 !")?.term.as_integer(), Some(120));
/// # Ok::<(), rewrite::Error>(())
/// ```
#[derive(Debug)]
pub struct Program {
    /// What ends a reduction or a search early; nothing at first.
    pub limits: Limits,
    session: Session,
    /// The texts of the rules, as they were when these were loaded.
    sources: Arc<SourceMap>,
    texts: Vec<Text>,
    module: Option<String>,
    interrupt: Interrupt,
    warnings: String,
}

/// A constant with another text than at first.
#[derive(Debug)]
struct Text {
    name: String,
    constant: VaryingText,
    /// Nothing where it has its first text still.
    now: Option<String>,
}

/// A query that was read.
#[derive(Clone, Debug)]
pub struct Query {
    program: session::Program,
    query: SearchQuery,
    solutions: Option<u64>,
    depth: Option<u64>,
}

/// A normal form.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The normal form.
    pub term: Term,
    /// Its least sort.
    pub sort: String,
    /// Rewrites it took, as Maude counts them.
    pub rewrites: u64,
    /// Time it took.
    pub elapsed: Duration,
}

impl Program {
    pub(super) fn new(session: Session, texts: Vec<(String, VaryingText)>, warnings: &[Diagnostic]) -> Self {
        let sources = Arc::new(session.sources.clone());
        Self {
            limits: Limits::default(),
            warnings: if warnings.is_empty() {
                String::new()
            } else {
                diagnostics::render_all(warnings, &sources, false, None)
            },
            session,
            sources,
            texts: texts.into_iter().map(|(name, constant)| Text { name, constant, now: None }).collect(),
            module: None,
            interrupt: Interrupt::new(),
        }
    }

    /// Loads a file, with the files that it loads itself. To bind constants first there is [`Rules`].
    ///
    /// # Errors
    /// When a file cannot be read, or has mistakes.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        Rules::new().load_file(path)
    }

    /// Loads a text.
    ///
    /// # Errors
    /// When the text has mistakes.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        Rules::new().load_text("<rules>", text)
    }

    /// What is odd about the rules but no mistake, as the command line shows it; empty where nothing is.
    pub fn warnings(&self) -> &str {
        &self.warnings
    }

    /// Makes a module the one that terms and queries are read in, where they name none themselves; at first it is the
    /// last one of the text.
    pub fn select(&mut self, module: &str) {
        self.module = Some(module.to_owned());
    }

    /// Puts another text in the place of the one that a constant was bound to by [`Rules::text`]. Nothing is loaded or
    /// compiled again.
    ///
    /// # Errors
    /// When nothing was bound to a constant of that name.
    pub fn set_text(&mut self, name: &str, text: impl Into<String>) -> Result<(), Error> {
        match self.texts.iter_mut().find(|bound| bound.name == name) {
            Some(bound) => {
                bound.now = Some(text.into());
                Ok(())
            }
            None => Err(Error::NotBound(name.to_owned())),
        }
    }

    /// A flag that stops what runs, from another thread for instance. It stays raised until it is cleared.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// The normal form of a term: `TERM` or `in MODULE : TERM`.
    ///
    /// # Errors
    /// When the term has mistakes, or a limit came first.
    pub fn reduce(&mut self, term: &str) -> Result<Reduced, Error> {
        let read = self.session.read_term("<term>", term, self.module.as_deref());
        let (program, term) = match read {
            Ok(Task::Reduce { program, term }) => (program, term),
            other => return Err(self.mistakes(&other.err().unwrap_or_default())),
        };
        let program = self.bound(program);
        let done = program.reduce(&term, &self.limits, &self.interrupt).map_err(Error::Stopped)?;
        Ok(Reduced {
            term: Term::new(&program.module, done.term),
            sort: done.sort.to_string(),
            rewrites: done.rewrites,
            elapsed: done.elapsed,
        })
    }

    /// Reads a query, `INIT =>* PATTERN such that CONDITION` as after `search` in a file, to start it as often as wanted.
    ///
    /// # Errors
    /// When the query has mistakes.
    pub fn query(&mut self, query: &str) -> Result<Query, Error> {
        match self.session.read_query("<query>", query, self.module.as_deref()) {
            Ok(Task::Search { program, query, solutions, depth }) => Ok(Query { program, query, solutions, depth }),
            other => Err(self.mistakes(&other.err().unwrap_or_default())),
        }
    }

    /// Starts a search, with the texts and limits as they are now. Nothing is searched until the first solution is asked
    /// for. All of them are found, one by one, unless the query has a bound `[n]` in front.
    ///
    /// # Errors
    /// When the query has mistakes that show no earlier than this.
    pub fn start(&self, query: &Query) -> Result<Search, Error> {
        let program = self.bound(query.program.clone());
        let (limits, interrupt) = (self.limits.clone(), self.interrupt.clone());
        let running = program.search(&query.query, query.solutions, query.depth, limits, interrupt);
        let running = running.map_err(|mistakes| self.mistakes(&mistakes))?;
        Ok(Search::new(running, Arc::clone(&self.sources)))
    }

    /// Reads a query and starts it: [`Program::query`] and [`Program::start`] in one.
    ///
    /// # Errors
    /// When the query has mistakes.
    pub fn search(&mut self, query: &str) -> Result<Search, Error> {
        let query = self.query(query)?;
        self.start(&query)
    }

    /// The program with the texts that were set, as far as its module knows their constants.
    fn bound(&self, program: session::Program) -> session::Program {
        let set = self.texts.iter().filter_map(|bound| Some((bound.constant, bound.now.as_ref()?)));
        set.fold(program, |program, (constant, text)| program.with_text(constant, text).unwrap_or(program))
    }

    fn mistakes(&self, found: &[Diagnostic]) -> Error {
        Error::Mistakes(Mistakes::new(found, &self.session.sources))
    }
}
