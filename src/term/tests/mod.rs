//! Terms in, nodes and terms out.
//!
//! [`World`] is also what the tests of the layers below start from: a module from its text.

mod canonical;
mod checker;
mod chunks;
mod collector;
mod conversion;
mod model;
mod order;
mod random;
mod store;
mod text;

use std::sync::Arc;

use crate::base::source::SourceMap;
use crate::base::{Name, Severity};
use crate::mixfix::{Grammar, PrintOptions, Printer, read_module};
use crate::module::{self, Module, ModuleDatabase, SearchQuery, Term, library};
use crate::syntax::surface::{Item, ModuleDeclaration};

use super::{Heap, SymbolTable};

pub(crate) use random::Random;

/// The last module of a text, to read, print and build terms in.
pub(crate) struct World {
    pub(crate) module: Arc<Module>,
}

/// Reads modules, with what they import of the standard ones. Mistakes in the text fail the test.
pub(crate) fn world(text: &str) -> World {
    read(text, false)
}

/// The same for a text that may use what only standard modules may, and imports nothing by itself.
pub(crate) fn trusted_world(text: &str) -> World {
    read(text, true)
}

fn read(text: &str, standard: bool) -> World {
    let mut modules = ModuleDatabase::new();
    let declarations = parse("test", text);
    let last = declarations.last().expect("a module").name.name;
    for declaration in &declarations {
        define(declaration, standard, &mut modules);
    }
    World { module: Arc::clone(modules.get(last).expect("defined above")) }
}

fn parse(name: &str, text: &str) -> Vec<ModuleDeclaration> {
    let file = SourceMap::new().add(name, text);
    let (unit, mistakes) = crate::syntax::parse(file, text);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let module = |item| match item {
        Item::Module(module) => module,
        other => panic!("no module: {other:?}"),
    };
    unit.items.into_iter().map(module).collect()
}

/// Defines a module after the standard ones it needs. Recursion is as deep as the library's imports.
fn define(declaration: &ModuleDeclaration, standard: bool, modules: &mut ModuleDatabase) {
    for needed in module::required_modules(declaration, standard) {
        if modules.get(needed).is_none()
            && let Some((path, text)) = library::source(needed.as_str())
        {
            for declaration in parse(path, text).iter().filter(|other| other.name.name != declaration.name.name) {
                if modules.get(declaration.name.name).is_none() {
                    define(declaration, true, modules);
                }
            }
        }
    }
    let elaborate = if standard { module::elaborate_trusted } else { module::elaborate };
    let (draft, mut mistakes) = elaborate(declaration, modules);
    let (module, of_terms) = read_module(draft);
    mistakes.extend(of_terms);
    mistakes.retain(|mistake| mistake.severity == Severity::Error);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    modules.insert(Arc::new(module));
}

impl World {
    /// A heap for the module's signature, in which no rule applies anywhere.
    pub(crate) fn heap(&self) -> Heap {
        let symbols = SymbolTable::new(Arc::clone(&self.module.signature)).expect("small enough");
        let count = symbols.infos.len();
        Heap::new(Arc::new(symbols), vec![false; count].into(), vec![false; count].into())
    }

    /// Reads a term.
    #[track_caller]
    pub(crate) fn term(&self, text: &str) -> Term {
        match self.grammar().parse_term(&tokens(text)) {
            Ok(term) => term,
            Err(mistakes) => panic!("{text}: {mistakes:?}"),
        }
    }

    /// Reads what follows `search`.
    #[track_caller]
    pub(crate) fn query(&self, text: &str) -> SearchQuery {
        match self.grammar().parse_search(&tokens(text)) {
            Ok(query) => query,
            Err(mistakes) => panic!("{text}: {mistakes:?}"),
        }
    }

    fn grammar(&self) -> Grammar<'_> {
        Grammar::new(&self.module.signature, &self.module.variables)
    }

    /// Prints a term.
    pub(crate) fn print(&self, term: &Term) -> String {
        let options = PrintOptions { format: false, ..PrintOptions::default() };
        Printer::new(&self.module.signature, options).with_variables(&self.module.variables).print(term)
    }

    /// The symbol of a name; of the first arity declared, if there are several.
    #[track_caller]
    pub(crate) fn symbol(&self, name: &str) -> u32 {
        let found = self.module.signature.symbols_named(Name::new(name));
        found.first().unwrap_or_else(|| panic!("no {name}")).index() as u32
    }
}

fn tokens(text: &str) -> Vec<crate::syntax::surface::Token> {
    let file = SourceMap::new().add("test", text);
    let (tokens, mistakes) = crate::syntax::tokenize(file, text);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    tokens
}
