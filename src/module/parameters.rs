//! Parameters: `X :: TRIV` stands for a copy of the theory in which every sort `S` of the theory is called `X$S`.

use std::sync::Arc;

use crate::base::hash::HashSet;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{ImportMode, ParameterDeclaration, Token};

use super::derive::{Naming, derive};
use super::expression::{Scope, evaluate_in, not_instantiated};
use super::flat::{Module, ModuleDatabase, Parameter};
use super::imports::closure;
use super::morphism::Morphism;

/// The name of the module that a parameter stands for.
pub(super) fn copy_name(parameter: Name, theory: &Module) -> Name {
    Name::new(&format!("{parameter} :: {}", theory.name))
}

/// The name of a theory's sort in the copy of a parameter.
pub(super) fn sort_name(parameter: Name, sort: Name) -> Name {
    Name::new(&format!("{parameter}${sort}"))
}

/// The parameters of a module or view as declared. Those with mistakes are left out.
pub(super) fn declared_parameters(
    declarations: &[ParameterDeclaration],
    own: Token,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for declaration in declarations {
        let ParameterDeclaration { name, theory } = declaration;
        let scope = Scope { parameters: &[], own: Some(own) };
        let Some(theory) = evaluate_in(theory, &scope, database, diagnostics) else { continue };
        let span = declaration.theory.first().span;
        if !theory.kind.is_theory() {
            let message = format!("`{}` is no theory", theory.name);
            diagnostics.push(
                Diagnostic::error("not-a-theory", message, span)
                    .label("a parameter ranges over what fulfils a theory")
                    .help("name a theory such as `TRIV`, or write one: `fth … endfth`"),
            );
        } else if !theory.parameters.is_empty() {
            diagnostics.push(not_instantiated(&theory, span));
        } else if parameters.iter().any(|known| known.name == name.name) {
            let message = format!("there are two parameters `{}`", name.name);
            diagnostics.push(Diagnostic::error("duplicate-parameter", message, name.span));
        } else {
            parameters.push(Parameter { name: name.name, theory });
        }
    }
    parameters
}

/// The sorts that are the theory's own, and not those of a module it imports.
pub(super) fn theory_sorts(theory: &Arc<Module>) -> Vec<Name> {
    let all = closure(&[(ImportMode::Including, Arc::clone(theory))]);
    let mut fixed: HashSet<Name> = HashSet::default();
    for module in all.iter().filter(|module| !module.kind.is_theory()) {
        fixed.extend(module.signature.sorts().iter().map(|sort| sort.name));
    }
    let sorts = theory.signature.sorts().iter().filter(|sort| sort.span.is_some());
    sorts.map(|sort| sort.name).filter(|name| !fixed.contains(name)).collect()
}

struct CopyNaming(Name);

impl Naming for CopyNaming {
    fn name(&self, module: &Module) -> Name {
        copy_name(self.0, module)
    }

    fn parameters(&self, _: &Module) -> Vec<Parameter> {
        Vec::new()
    }
}

/// The module that a parameter stands for.
pub(super) fn copy(
    parameter: &Parameter,
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Arc<Module> {
    if let Some(known) = database.get(copy_name(parameter.name, &parameter.theory)) {
        return Arc::clone(known);
    }
    let sorts = theory_sorts(&parameter.theory);
    let morphism = Morphism {
        sorts: sorts.into_iter().map(|sort| (sort, sort_name(parameter.name, sort))).collect(),
        ..Morphism::default()
    };
    derive(&parameter.theory, &morphism, &CopyNaming(parameter.name), span, database, diagnostics)
}
