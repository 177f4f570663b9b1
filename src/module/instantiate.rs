//! Instantiation: views or parameters in the place of parameters.

use std::sync::Arc;

use crate::base::hash::HashSet;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::Argument;

use super::derive::{Naming, derive};
use super::expression::Scope;
use super::flat::{Module, ModuleDatabase, Parameter};
use super::library;
use super::morphism::{Image, Morphism, SymbolMap, TermImage, declared, kind_names};
use super::nearest::suggest_nearest;
use super::parameters::{copy, copy_name, sort_name, theory_sorts};
use super::structured::{self, Replacement};
use super::transfer::Transfer;
use super::view::{Target, View};

/// An argument, looked up.
enum Value {
    View(Arc<View>),
    Parameter(Parameter),
}

impl Value {
    fn theory(&self) -> &Arc<Module> {
        match self {
            Self::View(view) => &view.from,
            Self::Parameter(parameter) => &parameter.theory,
        }
    }

    fn name(&self) -> Name {
        match self {
            Self::View(view) => view.name,
            Self::Parameter(parameter) => parameter.name,
        }
    }
}

/// What an instantiation does, with the parameters that stay open.
struct Instantiation {
    morphism: Morphism,
    root: Name,
    name: Name,
    open: Vec<Parameter>,
}

impl Naming for Instantiation {
    fn name(&self, module: &Module) -> Name {
        if module.name == self.root { self.name } else { structured::replace(module.name, &self.morphism.names) }
    }

    fn parameters(&self, module: &Module) -> Vec<Parameter> {
        if module.name == self.root { self.open.clone() } else { Vec::new() }
    }
}

/// A module with arguments in place of its parameters.
pub(super) fn module(
    module: &Arc<Module>,
    arguments: &[Argument],
    scope: &Scope<'_>,
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Module>> {
    let what = format!("module `{}`", module.name);
    let values = values(&what, &module.parameters, arguments, scope, span, database, diagnostics)?;
    let name = applied_name(module.name, &values);
    if let Some(known) = database.get(name) {
        return Some(Arc::clone(known));
    }
    let instantiation = instantiation(module.name, name, &module.parameters, &values, span, database, diagnostics);
    Some(derive(module, &instantiation.morphism, &instantiation, span, database, diagnostics))
}

fn applied_name(name: Name, values: &[Value]) -> Name {
    let names: Vec<&str> = values.iter().map(|value| value.name().as_str()).collect();
    Name::new(&format!("{name}{{{}}}", names.join(",")))
}

/// Looks the arguments up and compares their theories with those of the parameters.
fn values(
    what: &str,
    parameters: &[Parameter],
    arguments: &[Argument],
    scope: &Scope<'_>,
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<Value>> {
    if parameters.len() != arguments.len() {
        let message = match parameters.len() {
            0 => format!("{what} has no parameters"),
            1 => format!("{what} has one parameter, not {}", arguments.len()),
            many => format!("{what} has {many} parameters, not {}", arguments.len()),
        };
        diagnostics.push(Diagnostic::error("wrong-arguments", message, span));
        return None;
    }
    let values: Vec<Option<Value>> =
        arguments.iter().map(|argument| value(argument, scope, database, diagnostics)).collect();
    let values: Vec<Value> = values.into_iter().collect::<Option<_>>()?;
    let mut sound = true;
    for ((parameter, value), argument) in parameters.iter().zip(&values).zip(arguments) {
        if value.theory().name != parameter.theory.name {
            sound = false;
            diagnostics.push(wrong_theory(what, parameter, value, argument.span));
        }
    }
    sound.then_some(values)
}

fn wrong_theory(what: &str, parameter: &Parameter, value: &Value, span: Span) -> Diagnostic {
    let (wanted, found) = (parameter.theory.name, value.theory().name);
    let message = format!("`{}` does not fit the parameter `{} :: {wanted}` of {what}", value.name(), parameter.name);
    let diagnostic = Diagnostic::error("wrong-theory", message, span);
    match value {
        Value::View(_) => diagnostic.label(format!("a view from `{found}`, not from `{wanted}`")),
        Value::Parameter(_) => diagnostic.label(format!("a parameter of theory `{found}`")).help(format!(
            "a view from `{wanted}` to `{found}` goes between: with one called `V`, write `{{V}}{{{}}}`",
            value.name()
        )),
    }
}

/// Recursion is bounded by the depth of expressions.
fn value(
    argument: &Argument,
    scope: &Scope<'_>,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Value> {
    let name = argument.name.name;
    if argument.groups.is_empty()
        && let Some(parameter) = scope.parameters.iter().find(|parameter| parameter.name == name)
    {
        return Some(Value::Parameter(parameter.clone()));
    }
    let Some(view) = database.view(name).cloned() else {
        let span = argument.name.span;
        let diagnostic = Diagnostic::error("unknown-view", format!("there is no view `{name}`"), span);
        let parameters = scope.parameters.iter().map(|parameter| parameter.name.as_str());
        let known = database.view_names().map(Name::as_str).chain(parameters).chain(library::view_names());
        let message = "one with a similar name exists";
        let mut diagnostic = suggest_nearest(diagnostic, message, name, span, known);
        if database.get(name).is_some() {
            diagnostic = diagnostic.note(format!("`{name}` is a module; a view from a theory to it is needed here"));
        }
        diagnostics.push(diagnostic);
        return None;
    };
    let mut view = view;
    let groups = if argument.groups.is_empty() { &[Vec::new()][..] } else { &argument.groups[..] };
    for group in groups {
        view = view_with_arguments(&view, group, scope, argument.span, database, diagnostics)?;
    }
    Some(Value::View(view))
}

/// A view with arguments in place of its parameters.
fn view_with_arguments(
    view: &Arc<View>,
    arguments: &[Argument],
    scope: &Scope<'_>,
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<View>> {
    if view.parameters.is_empty() && arguments.is_empty() {
        return Some(Arc::clone(view));
    }
    let what = format!("view `{}`", view.name);
    let values = values(&what, &view.parameters, arguments, scope, span, database, diagnostics)?;
    let name = applied_name(view.name, &values);
    let instantiation = instantiation(view.name, name, &view.parameters, &values, span, database, diagnostics);
    let morphism = &instantiation.morphism;
    let to = derive(&view.to, morphism, &instantiation, span, database, diagnostics);
    let mut image = View { name, parameters: instantiation.open.clone(), to, ..View::clone(view) };
    for sort in image.sorts.values_mut() {
        *sort = morphism.sort(*sort);
    }
    for map in &mut image.operators {
        if let Target::Term(term) = &mut map.target {
            let transfer = Transfer::through(&view.to.signature, &image.to.signature, morphism);
            let (module, variables) = (Arc::clone(&image.to), term.variables.clone());
            *term = Arc::new(TermImage { module, variables, term: transfer.term(&term.term)? });
        }
    }
    Some(Arc::new(image))
}

/// The map that takes parameters to their values.
fn instantiation(
    root: Name,
    name: Name,
    parameters: &[Parameter],
    values: &[Value],
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Instantiation {
    let mut result = Instantiation { morphism: Morphism::default(), root, name, open: Vec::new() };
    for (parameter, value) in parameters.iter().zip(values) {
        let old = copy(parameter, span, database, diagnostics);
        let new = match value {
            Value::Parameter(other) => {
                for sort in theory_sorts(&parameter.theory) {
                    let (from, to) = (sort_name(parameter.name, sort), sort_name(other.name, sort));
                    result.morphism.sorts.insert(from, to);
                }
                copy(other, span, database, diagnostics)
            }
            Value::View(view) => through_view(&mut result, parameter, &old, view, span, database, diagnostics),
        };
        result.morphism.dropped.extend(theory_declarations(parameter, &old));
        result.morphism.imports.insert(copy_name(parameter.name, &parameter.theory), new);
        let open = matches!(value, Value::View(view) if view.to.kind.is_theory());
        let replacement = Replacement { parameter: parameter.name, text: value.name(), open };
        result.morphism.names.push(replacement);
    }
    result
}

/// Adds what a view does to the sorts and symbols of a parameter; gives the module that replaces the parameter's.
fn through_view(
    result: &mut Instantiation,
    parameter: &Parameter,
    old: &Arc<Module>,
    view: &View,
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Arc<Module> {
    let open = view.to.kind.is_theory();
    let inner = Parameter { name: parameter.name, theory: Arc::clone(&view.to) };
    let own: HashSet<Name> = if open { theory_sorts(&view.to).into_iter().collect() } else { HashSet::default() };
    let renamed = |sort: Name| if own.contains(&sort) { sort_name(parameter.name, sort) } else { sort };
    for (&from, &to) in &view.sorts {
        result.morphism.sorts.insert(sort_name(parameter.name, from), renamed(to));
    }
    let new = if open { copy(&inner, span, database, diagnostics) } else { Arc::clone(&view.to) };
    if open {
        result.open.push(inner);
    }
    let into_copy = Morphism {
        sorts: own.iter().map(|&sort| (sort, sort_name(parameter.name, sort))).collect(),
        ..Morphism::default()
    };
    let from_theory = Transfer::through(
        &parameter.theory.signature,
        &old.signature,
        &Morphism {
            sorts: theory_sorts(&parameter.theory)
                .into_iter()
                .map(|sort| (sort, sort_name(parameter.name, sort)))
                .collect(),
            ..Morphism::default()
        },
    );
    for map in &view.operators {
        let Some(place) = from_theory.symbol(map.symbol) else { continue };
        let symbol = old.signature.symbol(place);
        let image = match &map.target {
            Target::Operator(name) => Image::Operator(*name),
            Target::Term(term) if open => {
                let transfer = Transfer::through(&view.to.signature, &new.signature, &into_copy);
                let Some(moved) = transfer.term(&term.term) else { continue };
                let variables = term.variables.clone();
                Image::Term(Arc::new(TermImage { module: Arc::clone(&new), variables, term: moved }))
            }
            Target::Term(term) => Image::Term(Arc::clone(term)),
        };
        let typing = Some(kind_names(&old.signature, symbol));
        result.morphism.symbols.push(SymbolMap { name: symbol.name, typing, image });
    }
    new
}

/// The declarations of a parameter's module that are the theory's own: those that name one of its sorts, and constants
/// and predicates on imported sorts that no imported module declares.
fn theory_declarations(parameter: &Parameter, old: &Arc<Module>) -> Vec<super::morphism::Declared> {
    let fixed: HashSet<super::morphism::Declared> =
        super::imports::closure(&old.imports).iter().filter(|module| !module.kind.is_theory()).flat_map(all).collect();
    debug_assert!(parameter.theory.kind.is_theory());
    all(old).into_iter().filter(|declaration| !fixed.contains(declaration)).collect()
}

fn all(module: &Arc<Module>) -> Vec<super::morphism::Declared> {
    let signature = &module.signature;
    let symbols = signature.symbols().iter().filter(|symbol| !symbol.polymorphic);
    symbols
        .flat_map(|symbol| {
            symbol.typings.iter().map(|typing| declared(signature, symbol.name, &typing.domain, typing.range))
        })
        .collect()
}
