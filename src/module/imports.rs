//! Which modules a module is built on.

use std::sync::Arc;

use crate::base::hash::HashSet;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{Declaration, ImportMode, ModuleDeclaration, ModuleExpression, ModuleKind, Token};

use super::flat::{Module, ModuleDatabase};
use super::library;
use super::nearest::suggest_nearest;

/// The imports of a module, resolved.
#[derive(Debug, Default)]
pub(super) struct Imports {
    /// Those declared, each module once, the implicit one first.
    pub direct: Vec<(ImportMode, Arc<Module>)>,
    /// Every module imported directly or through others, each once, before those that import it.
    pub all: Vec<Arc<Module>>,
}

/// The names of the modules that must be in the database before a declaration can be elaborated, the implicit one
/// included, in the order of import; without repetition.
pub fn required_modules(declaration: &ModuleDeclaration, trusted: bool) -> Vec<Name> {
    let mut names: Vec<Name> = implicit(declaration, trusted).into_iter().collect();
    for (_, module, _) in declared(declaration) {
        if !names.contains(&module.name) {
            names.push(module.name);
        }
    }
    names
}

/// Finds the modules imported by a declaration.
pub(super) fn resolve(
    declaration: &ModuleDeclaration,
    database: &ModuleDatabase,
    trusted: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Imports {
    let mut direct: Vec<(ImportMode, Arc<Module>)> = Vec::new();
    let automatic: Vec<(Name, ImportMode)> = match trusted {
        true => implicit(declaration, trusted).map(|name| (name, ImportMode::Protecting)).into_iter().collect(),
        false => database.automatic().filter(|(name, _)| *name != declaration.name.name).collect(),
    };
    for (name, mode) in automatic {
        match database.get(name) {
            Some(module) => direct.push((mode, Arc::clone(module))),
            None => diagnostics.push(Diagnostic::error(
                "unknown-module",
                format!("the module `{name}`, which every module imports, is not loaded"),
                declaration.name.span,
            )),
        }
    }
    for (mode, module, span) in declared(declaration) {
        if let Some(found) = find(declaration, module, span, database, diagnostics)
            && !direct.iter().any(|(_, known)| Arc::ptr_eq(known, &found))
        {
            direct.push((mode, found));
        }
    }
    let all = closure(&direct);
    Imports { direct, all }
}

/// Every module includes `BOOL`, but for the library's own modules that `BOOL` is made of.
fn implicit(declaration: &ModuleDeclaration, trusted: bool) -> Option<Name> {
    let base = trusted && library::BOOLEAN_BASE.contains(&declaration.name.name.as_str());
    (!base).then(|| Name::new("BOOL"))
}

fn declared(declaration: &ModuleDeclaration) -> impl Iterator<Item = (ImportMode, Token, Span)> + '_ {
    declaration.declarations.iter().filter_map(|d| match d {
        Declaration::Import { mode, module: ModuleExpression::Named(name), span } => Some((*mode, *name, *span)),
        _ => None,
    })
}

fn find(
    importer: &ModuleDeclaration,
    module: Token,
    span: Span,
    database: &ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Module>> {
    if module.name == importer.name.name {
        diagnostics.push(
            Diagnostic::error("import-cycle", format!("module `{}` imports itself", module.name), module.span)
                .also(importer.name.span, "the module"),
        );
        return None;
    }
    let Some(found) = database.get(module.name) else {
        let diagnostic =
            Diagnostic::error("unknown-module", format!("there is no module `{}`", module.name), module.span);
        let known: Vec<Name> = database.names().filter(|&name| name != importer.name.name).collect();
        let candidates = known.iter().map(|name| name.as_str()).chain(library::names());
        let message = "a module with a similar name exists";
        diagnostics.push(suggest_nearest(diagnostic, message, module.name, module.span, candidates));
        return None;
    };
    if importer.kind == ModuleKind::Functional && found.kind == ModuleKind::System {
        diagnostics.push(
            Diagnostic::error(
                "system-import",
                format!("functional module `{}` imports system module `{}`", importer.name.name, module.name),
                span,
            )
            .also(importer.name.span, "functional, because it opens with `fmod`")
            .help("open the importing module with `mod` and close it with `endm`"),
        );
        return None;
    }
    Some(Arc::clone(found))
}

/// All modules below the given ones, imported before importer, without native recursion.
fn closure(direct: &[(ImportMode, Arc<Module>)]) -> Vec<Arc<Module>> {
    enum Visit {
        Enter(Arc<Module>),
        Leave(Arc<Module>),
    }
    // Addresses serve to tell modules apart and are never ordered by.
    let mut seen: HashSet<*const Module> = HashSet::default();
    let mut all = Vec::new();
    let mut stack: Vec<Visit> = direct.iter().rev().map(|(_, module)| Visit::Enter(Arc::clone(module))).collect();
    while let Some(visit) = stack.pop() {
        match visit {
            Visit::Enter(module) => {
                if seen.insert(Arc::as_ptr(&module)) {
                    let below: Vec<_> =
                        module.imports.iter().rev().map(|(_, below)| Visit::Enter(Arc::clone(below))).collect();
                    stack.push(Visit::Leave(module));
                    stack.extend(below);
                }
            }
            Visit::Leave(module) => all.push(module),
        }
    }
    all
}
