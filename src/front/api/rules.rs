//! Rules on their way in: what is bound, then the text.

use std::path::Path;

use crate::base::Diagnostic;
use crate::session::{Bound, Commands, Loader, NoLoader, Session, VaryingText, has_errors};

use super::super::files::{self, FileLoader};
use super::error::{Error, Mistakes};
use super::program::Program;

/// Loads rules, after binding constants of theirs to values.
///
/// ```
/// use rewrite::Rules;
///
/// let rules = "fmod SIZE is protecting STRING .
///   op INPUT : -> String .
///   op LIMIT : -> Nat .
///   op fits : -> Bool .
///   eq fits = length(INPUT) <= LIMIT .
/// endfm";
/// let mut program = Rules::new().text("INPUT", "four").define("LIMIT", "2 + 2").load_text("size.rules", rules)?;
/// assert_eq!(program.reduce("fits")?.term.as_bool(), Some(true));
/// // The text can be changed afterwards, without loading the rules again.
/// program.set_text("INPUT", "three")?;
/// assert_eq!(program.reduce("fits")?.term.as_bool(), Some(false));
/// # Ok::<(), rewrite::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Rules {
    session: Session,
    texts: Vec<(String, VaryingText)>,
    mistakes: Vec<Diagnostic>,
}

impl Rules {
    /// Nothing is bound yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Binds a constant of sort `String`, which a module of the rules declares, to a text.
    #[must_use]
    pub fn text(mut self, name: &str, text: impl Into<String>) -> Self {
        match self.session.bind("text", name, name, Bound::Text(text.into())) {
            Ok(handle) => self.texts.push((name.to_owned(), handle)),
            Err(found) => self.mistakes.extend(found),
        }
        self
    }

    /// Binds a constant of the rules to a term, in the syntax of the module that declares it.
    #[must_use]
    pub fn define(mut self, name: &str, term: &str) -> Self {
        let typed = format!("{name}={term}");
        let bound = self.session.bind("define", &typed, name, Bound::Term(term.to_owned()));
        self.mistakes.extend(bound.err().unwrap_or_default());
        self
    }

    /// Loads a file, with the files that it loads itself.
    ///
    /// # Errors
    /// When a file cannot be read, or has mistakes.
    pub fn load_file(self, path: impl AsRef<Path>) -> Result<Program, Error> {
        let read = files::read(&path.as_ref().display().to_string())?;
        self.load(&read.path, &read.text, &mut FileLoader::default())
    }

    /// Loads a text; mistakes show it under the name. It cannot load other texts.
    ///
    /// # Errors
    /// When the text has mistakes.
    pub fn load_text(self, name: &str, text: &str) -> Result<Program, Error> {
        self.load(name, text, &mut NoLoader)
    }

    /// Loads a text, and others that it asks for through a loader.
    ///
    /// # Errors
    /// When a text has mistakes.
    pub fn load_with(self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<Program, Error> {
        self.load(name, text, loader)
    }

    fn load(mut self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<Program, Error> {
        if !has_errors(&self.mistakes) {
            self.mistakes.extend(self.session.load_text(name, text, Commands::Skip, loader).diagnostics);
        }
        if has_errors(&self.mistakes) {
            return Err(Error::Mistakes(Mistakes::new(&self.mistakes, &self.session.sources)));
        }
        Ok(Program::new(self.session, self.texts, &self.mistakes))
    }
}
