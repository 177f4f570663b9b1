//! Which modules a module is built on.

use std::sync::Arc;

use crate::base::hash::HashSet;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{Declaration, ImportMode, ModuleDeclaration, ModuleExpression, Token, ViewDeclaration};

use super::expression::{Scope, evaluate_in, not_instantiated};
use super::flat::{Module, ModuleDatabase, Parameter};
use super::library;

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
    for expression in expressions(declaration) {
        add_new(&mut names, expression.modules());
    }
    names
}

/// The names of views, and of parameters in the place of views, in the imports of a declaration.
pub fn required_views(declaration: &ModuleDeclaration) -> Vec<Name> {
    let mut names = Vec::new();
    for expression in expressions(declaration) {
        add_new(&mut names, expression.views());
    }
    let parameter = |name: &Name| declaration.parameters.iter().any(|parameter| parameter.name.name == *name);
    names.retain(|name| !parameter(name));
    names
}

/// The names of the modules and of the views that a view needs.
pub fn required_by_view(declaration: &ViewDeclaration) -> (Vec<Name>, Vec<Name>) {
    let (mut modules, mut views) = (Vec::new(), Vec::new());
    let theories = declaration.parameters.iter().map(|parameter| &parameter.theory);
    for expression in theories.chain([&declaration.from, &declaration.to]) {
        add_new(&mut modules, expression.modules());
        add_new(&mut views, expression.views());
    }
    let parameter = |name: &Name| declaration.parameters.iter().any(|parameter| parameter.name.name == *name);
    views.retain(|name| !parameter(name));
    (modules, views)
}

fn add_new(names: &mut Vec<Name>, tokens: Vec<Token>) {
    for token in tokens {
        if !names.contains(&token.name) {
            names.push(token.name);
        }
    }
}

fn expressions(declaration: &ModuleDeclaration) -> impl Iterator<Item = &ModuleExpression> {
    let theories = declaration.parameters.iter().map(|parameter| &parameter.theory);
    theories.chain(declared(declaration).map(|(_, expression, _)| expression))
}

/// Finds the modules that a declaration imports, those its parameters stand for first.
pub(super) fn resolve(
    declaration: &ModuleDeclaration,
    parameters: &[Parameter],
    database: &mut ModuleDatabase,
    trusted: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Imports {
    let mut direct: Vec<(ImportMode, Arc<Module>)> = Vec::new();
    let automatic: Vec<(Name, ImportMode)> = match trusted {
        true => implicit(declaration, trusted).map(|name| (name, ImportMode::Protecting)).into_iter().collect(),
        false if declaration.kind.is_theory() => Vec::new(),
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
    for parameter in parameters {
        let copy = super::parameters::copy(parameter, declaration.name.span, database, diagnostics);
        direct.push((ImportMode::Protecting, copy));
    }
    for (mode, module, span) in declared(declaration) {
        if let Some(found) = find(declaration, parameters, module, span, database, diagnostics)
            && !direct.iter().any(|(_, known)| Arc::ptr_eq(known, &found))
        {
            direct.push((mode, found));
        }
    }
    let all = closure(&direct);
    Imports { direct, all }
}

/// Every module includes `BOOL`, but for the library's own modules that `BOOL` is made of, and theories.
fn implicit(declaration: &ModuleDeclaration, trusted: bool) -> Option<Name> {
    let base = trusted && library::BOOLEAN_BASE.contains(&declaration.name.name.as_str());
    (!base && !declaration.kind.is_theory()).then(|| Name::new("BOOL"))
}

fn declared(declaration: &ModuleDeclaration) -> impl Iterator<Item = (ImportMode, &ModuleExpression, Span)> + '_ {
    declaration.declarations.iter().filter_map(|d| match d {
        Declaration::Import { mode, module, span } => Some((*mode, module, *span)),
        _ => None,
    })
}

fn find(
    importer: &ModuleDeclaration,
    parameters: &[Parameter],
    module: &ModuleExpression,
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Module>> {
    let scope = Scope { parameters, own: Some(importer.name) };
    let found = evaluate_in(module, &scope, database, diagnostics)?;
    let place = module.first().span;
    if !found.parameters.is_empty() {
        diagnostics.push(not_instantiated(&found, place));
        return None;
    }
    if found.kind.is_theory() && !importer.kind.is_theory() {
        let message = format!("module `{}` imports theory `{}`", importer.name.name, found.name);
        diagnostics.push(
            Diagnostic::error("theory-import", message, place)
                .label("only theories import theories")
                .help(format!("make it a parameter: `{}{{X :: {}}}`", importer.name.name, found.name)),
        );
        return None;
    }
    if !importer.kind.has_rules() && found.kind.has_rules() {
        let (opening, rules) = match importer.kind.is_theory() {
            true => ("fth", "`th` and close it with `endth`"),
            false => ("fmod", "`mod` and close it with `endm`"),
        };
        diagnostics.push(
            Diagnostic::error(
                "system-import",
                format!("functional module `{}` imports system module `{}`", importer.name.name, found.name),
                span,
            )
            .also(importer.name.span, format!("functional, because it opens with `{opening}`"))
            .help(format!("open the importing module with {rules}")),
        );
        return None;
    }
    Some(found)
}

/// All modules below the given ones, imported before importer, without native recursion.
pub(super) fn closure(direct: &[(ImportMode, Arc<Module>)]) -> Vec<Arc<Module>> {
    closure_above(direct, &|_| false)
}

/// The same without what only modules at which to stop import.
pub(super) fn closure_above(direct: &[(ImportMode, Arc<Module>)], stops: &dyn Fn(&Module) -> bool) -> Vec<Arc<Module>> {
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
                    let imports = if stops(&module) { &[][..] } else { &module.imports[..] };
                    let below: Vec<_> =
                        imports.iter().rev().map(|(_, below)| Visit::Enter(Arc::clone(below))).collect();
                    stack.push(Visit::Leave(module));
                    stack.extend(below);
                }
            }
            Visit::Leave(module) => all.push(module),
        }
    }
    all
}
