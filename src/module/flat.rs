//! Flat modules: a finished signature with every statement that holds in it, imported ones included.

use std::sync::Arc;

use crate::base::hash::{HashMap, IndexMap};
use crate::base::{Name, Span};
use crate::syntax::surface::{ImportMode, ModuleKind, StatementDeclaration, Token};

use super::signature::{Signature, SortId, SymbolId};
use super::statement::Statement;
use super::view::View;

/// A module whose signature is finished but whose own terms are still tokens: what `elaborate` gives and `mixfix` reads.
#[derive(Debug)]
pub struct Draft {
    /// The name.
    pub name: Name,
    /// Functional or system, module or theory.
    pub kind: ModuleKind,
    /// The parameters.
    pub parameters: Vec<Parameter>,
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
    /// Functional or system, module or theory.
    pub kind: ModuleKind,
    /// The parameters that are still open. The modules they stand for are among the imports.
    pub parameters: Vec<Parameter>,
    /// All sorts, kinds and symbols with identities.
    pub signature: Arc<Signature>,
    /// Variables declared in the module itself: in scope for commands too.
    pub variables: IndexMap<Name, SortId>,
    /// The direct imports.
    pub imports: Vec<(ImportMode, Arc<Module>)>,
    /// Every statement that holds: the module's own first, then the imported ones, each module once. This is the order in
    /// which they are tried, in Maude, too: what a module says itself comes before what it imports.
    pub statements: Vec<Statement>,
    /// How many statements are the module's own.
    pub own: usize,
    /// Where the module stands.
    pub span: Span,
}

/// A parameter of a module or view.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub name: Name,
    /// What instantiates it must fulfil this.
    pub theory: Arc<Module>,
}

/// The modules and views known by name; a later definition replaces an earlier one.
#[derive(Clone, Debug, Default)]
pub struct ModuleDatabase {
    modules: IndexMap<Name, Arc<Module>>,
    /// Modules made by module expressions, under the text of the expression: each is made once, so that it is shared.
    derived: HashMap<Name, Arc<Module>>,
    views: IndexMap<Name, Arc<View>>,
    /// What the user's modules import without saying so, other than `BOOL` alone.
    automatic: Option<IndexMap<Name, ImportMode>>,
}

impl ModuleDatabase {
    /// An empty database.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a module. Modules that were made of the one replaced are forgotten.
    pub fn insert(&mut self, module: Arc<Module>) {
        if self.modules.insert(module.name, module).is_some() {
            self.derived.clear();
        }
    }

    /// Adds or replaces a view.
    pub fn insert_view(&mut self, view: Arc<View>) {
        if self.views.insert(view.name, view).is_some() {
            self.derived.clear();
        }
    }

    /// Keeps a module made by an expression.
    pub(super) fn insert_derived(&mut self, module: Arc<Module>) -> Arc<Module> {
        self.derived.insert(module.name, Arc::clone(&module));
        module
    }

    /// The module with a name, which may be the text of an expression that was evaluated before.
    pub fn get(&self, name: Name) -> Option<&Arc<Module>> {
        self.modules.get(&name).or_else(|| self.derived.get(&name))
    }

    /// The view with a name.
    pub fn view(&self, name: Name) -> Option<&Arc<View>> {
        self.views.get(&name)
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

    /// The names of all modules that were defined, in order of first definition.
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.modules.keys().copied()
    }

    /// The names of all views, in order of first definition.
    pub fn view_names(&self) -> impl Iterator<Item = Name> + '_ {
        self.views.keys().copied()
    }
}
