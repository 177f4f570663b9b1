//! Module expressions: from names, sums, renamings and instantiations to modules.

use std::sync::Arc;

use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{ModuleExpression, Token};

use super::derive;
use super::flat::{Module, ModuleDatabase, Parameter};
use super::nearest::suggest_nearest;
use super::{instantiate, library, renaming};

/// What a module expression stands in.
pub(super) struct Scope<'a> {
    /// The parameters that may be named in it.
    pub parameters: &'a [Parameter],
    /// The module or view itself, which it may not name.
    pub own: Option<Token>,
}

/// The module that an expression denotes; modules made on the way are kept in the database. All modules and views that
/// it names must be there already.
///
/// # Errors
/// None, when there is no such module: the diagnostics say why.
pub fn evaluate(
    expression: &ModuleExpression,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Module>> {
    evaluate_in(expression, &Scope { parameters: &[], own: None }, database, diagnostics)
}

/// The same where parameters may occur. Recursion is bounded by [`ModuleExpression::DEEPEST`].
pub(super) fn evaluate_in(
    expression: &ModuleExpression,
    scope: &Scope<'_>,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Module>> {
    let span = expression.first().span;
    match expression {
        ModuleExpression::Named(token) => named(*token, scope, database, diagnostics),
        ModuleExpression::Sum(parts) => {
            let parts: Vec<Option<Arc<Module>>> =
                parts.iter().map(|part| evaluate_in(part, scope, database, diagnostics)).collect();
            let parts: Vec<Arc<Module>> = parts.into_iter().collect::<Option<_>>()?;
            if let Some(part) = parts.iter().find(|part| !part.parameters.is_empty()) {
                diagnostics.push(not_instantiated(part, span));
                return None;
            }
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            let name = Name::new(&names.join(" + "));
            without_errors(diagnostics, |diagnostics| Some(derive::sum(name, parts, span, database, diagnostics)))
        }
        ModuleExpression::Renamed(inner, items) => {
            let inner = evaluate_in(inner, scope, database, diagnostics)?;
            without_errors(diagnostics, |diagnostics| renaming::rename(&inner, items, span, database, diagnostics))
        }
        ModuleExpression::Instantiated(inner, arguments) => {
            let inner = evaluate_in(inner, scope, database, diagnostics)?;
            without_errors(diagnostics, |diagnostics| {
                instantiate::module(&inner, arguments, scope, span, database, diagnostics)
            })
        }
    }
}

/// The result of the work, unless it found a mistake.
fn without_errors<T>(
    diagnostics: &mut Vec<Diagnostic>,
    work: impl FnOnce(&mut Vec<Diagnostic>) -> Option<T>,
) -> Option<T> {
    let mut found = Vec::new();
    let result = work(&mut found);
    let failed = found.iter().any(|diagnostic| diagnostic.severity == crate::base::Severity::Error);
    diagnostics.extend(found);
    result.filter(|_| !failed)
}

fn named(
    module: Token,
    scope: &Scope<'_>,
    database: &ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Module>> {
    if let Some(own) = scope.own
        && own.name == module.name
    {
        diagnostics.push(
            Diagnostic::error("import-cycle", format!("module `{}` imports itself", module.name), module.span)
                .also(own.span, "the module"),
        );
        return None;
    }
    if let Some(found) = database.get(module.name) {
        return Some(Arc::clone(found));
    }
    let diagnostic = Diagnostic::error("unknown-module", format!("there is no module `{}`", module.name), module.span);
    let known: Vec<Name> = database.names().filter(|&name| scope.own.is_none_or(|own| own.name != name)).collect();
    let candidates = known.iter().map(|name| name.as_str()).chain(library::names());
    let message = "a module with a similar name exists";
    diagnostics.push(suggest_nearest(diagnostic, message, module.name, module.span, candidates));
    None
}

/// A module with parameters where one without is needed.
pub(super) fn not_instantiated(module: &Module, span: Span) -> Diagnostic {
    let names: Vec<String> =
        module.parameters.iter().map(|parameter| format!("{} :: {}", parameter.name, parameter.theory.name)).collect();
    Diagnostic::error("missing-arguments", format!("module `{}` has parameters", module.name), span)
        .label(format!("takes {{{}}}", names.join(", ")))
        .help(format!("give it views, as in `{}{{…}}`", module.name))
}
