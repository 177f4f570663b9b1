//! For tests: modules from texts; statements stay tokens.

use std::sync::Arc;

use crate::base::source::SourceMap;
use crate::base::{Diagnostic, Name, Severity};
use crate::syntax::surface::{Item, ModuleDeclaration};

use super::elaborate::{elaborate, elaborate_trusted};
use super::flat::{Draft, Module, ModuleDatabase};

/// Reads a text of modules; views and commands are passed over.
pub fn read(sources: &mut SourceMap, text: &str) -> Vec<ModuleDeclaration> {
    let file = sources.add("test", text);
    let (unit, _) = crate::syntax::parse(file, text);
    let module = |item| if let Item::Module(module) = item { Some(module) } else { None };
    unit.items.into_iter().filter_map(module).collect()
}

/// A draft with identities that are constants read, and without its own statements, as a module.
pub fn finish(mut draft: Draft) -> Module {
    let mut read = Vec::new();
    for identity in draft.identities.clone() {
        let mut term = super::term::Term::new();
        let range = draft.signature.symbol(identity.symbol).range;
        let constants = draft.signature.symbols_named(identity.tokens[0].name);
        if let Some(&constant) = constants.iter().find(|&&c| draft.signature.symbol(c).range == range) {
            term.apply(constant, Vec::new());
            read.push((identity, term));
        }
    }
    let clashes = draft.set_identities(read);
    assert!(clashes.is_empty(), "{clashes:?}");
    draft.finish(Vec::new())
}

/// A database with the number modules in it, and what they import.
pub fn library(sources: &mut SourceMap) -> ModuleDatabase {
    let mut database = ModuleDatabase::new();
    for name in ["TRUTH-VALUE", "TRUTH", "BOOL-OPS", "BOOL", "EXT-BOOL", "NAT", "INT"] {
        if database.get(Name::new(name)).is_none() {
            let (_, text) = super::library::source(name).unwrap();
            for declaration in read(sources, text) {
                let (draft, diagnostics) = elaborate_trusted(&declaration, &mut database);
                assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
                database.insert(Arc::new(finish(draft)));
            }
        }
    }
    database
}

/// Elaborates the modules of a text after the library; gives the database and the shown diagnostics.
pub fn load(text: &str) -> (ModuleDatabase, Vec<String>) {
    let mut sources = SourceMap::new();
    let mut database = library(&mut sources);
    let mut shown = Vec::new();
    for declaration in read(&mut sources, text) {
        let (draft, diagnostics) = elaborate(&declaration, &mut database);
        if !diagnostics.iter().any(|d| d.severity == Severity::Error) {
            database.insert(Arc::new(finish(draft)));
        }
        shown.extend(diagnostics.iter().map(|d| show(&sources, d)));
    }
    (database, shown)
}

fn show(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let place = diagnostic.primary.as_ref().map_or("", |label| sources.text(label.span));
    let mut text = format!("{}: {} @ {place}", diagnostic.code, diagnostic.message);
    if let Some(suggestion) = &diagnostic.suggestion {
        text.push_str(&format!(" -> {}", suggestion.replacement));
    }
    text
}
