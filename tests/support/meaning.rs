//! Reads printed terms by the grammar of their module: what two printed terms mean is compared, not how they look.

use std::sync::Mutex;

use rewrite::base::Name;
use rewrite::session::{Commands, NoLoader, Session, Task};

use super::oracle::compare::{AsBagOfTokens, Meaning};
use super::reference::{Canonical, convert};

/// The meanings of terms in the modules of one text.
pub struct InModules(Mutex<Session>);

impl InModules {
    /// Loads the text.
    pub fn new(text: &str) -> Self {
        let mut session = Session::new();
        session.load_text("program", text, Commands::Skip, &mut NoLoader);
        Self(Mutex::new(session))
    }

    fn read(&self, module: &str, term: &str) -> Option<String> {
        let mut session = self.0.lock().expect("no reader panics");
        let Ok(Task::Reduce { term, .. }) = session.read_term("term", term, Some(module)) else { return None };
        let module = session.modules().get(Name::new(module))?;
        let signature = convert::signature(&module.signature).with_canonical_identities();
        Some(signature.show(&signature.canonical(&convert::term(&term))))
    }
}

impl Meaning for InModules {
    fn canonical(&self, module: &str, term: &str) -> String {
        // Terms with variables of other names than the module's, and huge towers, are compared by their words.
        self.read(module, term).unwrap_or_else(|| AsBagOfTokens.canonical(module, term))
    }
}
