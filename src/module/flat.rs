//! Flat modules: a finished signature with every statement that holds in it, imported ones included.

use std::sync::Arc;

use crate::base::hash::IndexMap;
use crate::base::{Name, Span};
use crate::syntax::surface::{ImportMode, ModuleKind, StatementDeclaration, Token};

use super::signature::{Signature, SortId, SymbolId};
use super::statement::Statement;

/// A module whose signature is finished but whose own terms are still tokens: what `elaborate` gives and `mixfix` reads.
#[derive(Debug)]
pub struct Draft {
    /// The name.
    pub name: Name,
    /// Functional or system.
    pub kind: ModuleKind,
    /// All sorts, kinds and symbols, imported ones included. Identities of imported symbols are set, own ones are not.
    pub signature: Signature,
    /// Variables declared in the module itself (imported declarations are not visible, as in Maude).
    pub variables: IndexMap<Name, SortId>,
    /// The direct imports.
    pub imports: Vec<(ImportMode, Arc<Module>)>,
    /// Statements of all imported modules, each module once, carried over to this signature.
    pub imported: Vec<Statement>,
    /// Statements of the module itself, unread.
    pub own: Vec<StatementDeclaration>,
    /// Identity elements still to be read.
    pub identities: Vec<IdentityDraft>,
    /// Where the module stands.
    pub span: Span,
}

/// An identity element still to be read as a ground term of its symbol's kind.
#[derive(Clone, Debug)]
pub struct IdentityDraft {
    /// Whose.
    pub symbol: SymbolId,
    /// On the left.
    pub left: bool,
    /// On the right.
    pub right: bool,
    /// The element, as written.
    pub tokens: Vec<Token>,
    /// The attribute.
    pub span: Span,
}

/// A module ready to be compiled, imported or printed. Never changed after it is made.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name.
    pub name: Name,
    /// Functional or system.
    pub kind: ModuleKind,
    /// All sorts, kinds and symbols with identities.
    pub signature: Arc<Signature>,
    /// Variables declared in the module itself: in scope for commands too.
    pub variables: IndexMap<Name, SortId>,
    /// The direct imports.
    pub imports: Vec<(ImportMode, Arc<Module>)>,
    /// Every statement that holds: imported ones first (each module once), then the module's own from `own_from` on.
    pub statements: Vec<Statement>,
    /// Where the own statements begin.
    pub own_from: usize,
    /// Where the module stands.
    pub span: Span,
}

/// The modules known by name; a later definition replaces an earlier one.
#[derive(Clone, Debug, Default)]
pub struct ModuleDatabase {
    modules: IndexMap<Name, Arc<Module>>,
    /// What the user's modules import without saying so, other than `BOOL` alone.
    automatic: Option<IndexMap<Name, ImportMode>>,
}

impl ModuleDatabase {
    /// An empty database.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a module.
    pub fn insert(&mut self, module: Arc<Module>) {
        self.modules.insert(module.name, module);
    }

    /// The module with a name.
    pub fn get(&self, name: Name) -> Option<&Arc<Module>> {
        self.modules.get(&name)
    }

    /// Makes all modules defined from now on import a module, or no longer.
    pub fn set_automatic(&mut self, mode: ImportMode, module: Name, on: bool) {
        let mut automatic: IndexMap<Name, ImportMode> = self.automatic().collect();
        automatic.shift_remove(&module);
        if on {
            automatic.insert(module, mode);
        }
        self.automatic = Some(automatic);
    }

    /// What the user's modules import without saying so.
    pub fn automatic(&self) -> impl Iterator<Item = (Name, ImportMode)> + '_ {
        let usual = self.automatic.is_none().then(|| (Name::new("BOOL"), ImportMode::Protecting));
        usual.into_iter().chain(self.automatic.iter().flatten().map(|(&name, &mode)| (name, mode)))
    }

    /// All names, in order of first definition.
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.modules.keys().copied()
    }
}
