//! Modules made of others by a map: renamed and instantiated ones, and the copies of theories that parameters stand for.

use std::sync::Arc;

use crate::base::hash::{HashMap, IndexMap};
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{ImportMode, ModuleKind};

use super::elaborate::{finish_signature, import_identities, import_symbols, imported_statements, set_identities_of};
use super::families::{Family, FamilyKey, IdentityShape};
use super::flat::{Module, ModuleDatabase, Parameter};
use super::imports::{closure, closure_above};
use super::morphism::{Image, Morphism, Syntax, declared};
use super::operators::Operators;
use super::signature::{Gather, Signature, SortId, Symbol};
use super::sorts::{SortGraph, SortTables};
use super::statement::Statement;
use super::transfer::Transfer;

/// How the modules below the root are called.
pub(super) trait Naming {
    /// The name of the image of a module.
    fn name(&self, module: &Module) -> Name;
    /// The parameters that its image has.
    fn parameters(&self, module: &Module) -> Vec<Parameter>;
}

/// The image of a module and of everything it imports, each made once: what the database knows under the name is taken.
///
/// A module of which nothing changes is its own image. Cost: linear in the modules that change.
pub(super) fn derive(
    root: &Arc<Module>,
    morphism: &Morphism,
    naming: &dyn Naming,
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Arc<Module> {
    // The addresses tell modules apart and are never ordered by.
    let mut images: HashMap<*const Module, Arc<Module>> = HashMap::default();
    let replaced = |module: &Module| morphism.imports.contains_key(&module.name);
    for module in closure_above(&[(ImportMode::Including, Arc::clone(root))], &replaced) {
        let image = match morphism.imports.get(&module.name) {
            Some(replacement) => Arc::clone(replacement),
            None => {
                let imports: Vec<(ImportMode, Arc<Module>)> = image_imports(&module, &images);
                let same = imports.iter().zip(&module.imports).all(|(new, old)| Arc::ptr_eq(&new.1, &old.1));
                let is_root = Arc::ptr_eq(&module, root);
                if same && !is_root && !morphism.touches(&module) {
                    Arc::clone(&module)
                } else {
                    let name = naming.name(&module);
                    match database.get(name).filter(|known| !Arc::ptr_eq(known, &module)) {
                        Some(known) => Arc::clone(known),
                        None => {
                            let parameters = naming.parameters(&module);
                            let made = image(&module, name, imports, parameters, morphism, span, diagnostics);
                            database.insert_derived(Arc::new(made))
                        }
                    }
                }
            }
        };
        images.insert(Arc::as_ptr(&module), image);
    }
    images.remove(&Arc::as_ptr(root)).unwrap_or_else(|| Arc::clone(root))
}

fn image_imports(module: &Module, images: &HashMap<*const Module, Arc<Module>>) -> Vec<(ImportMode, Arc<Module>)> {
    let image = |(mode, import): &(ImportMode, Arc<Module>)| {
        (*mode, Arc::clone(images.get(&Arc::as_ptr(import)).unwrap_or(import)))
    };
    module.imports.iter().map(image).collect()
}

/// The image of one module whose imports are made.
fn image(
    module: &Module,
    name: Name,
    imports: Vec<(ImportMode, Arc<Module>)>,
    parameters: Vec<Parameter>,
    morphism: &Morphism,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Module {
    let mut graph = SortGraph::default();
    for (_, import) in &imports {
        graph.import(&import.signature);
    }
    graph.import_through(&module.signature, &|name| morphism.sort(name));
    let sorts = graph.finish(diagnostics);
    let mut operators = Operators::default();
    for (_, import) in &imports {
        import_symbols(&mut operators, &import.signature, &sorts, span, diagnostics);
    }
    import_images(&mut operators, module, &sorts, morphism, span, diagnostics);
    let mut signature = finish_signature(sorts, operators, diagnostics);
    for (_, import) in &imports {
        import_identities(&mut signature, &import.signature, span, diagnostics);
    }
    let transfer = Transfer::through(&module.signature, &signature, morphism);
    set_identities_of(&mut signature, &module.signature, &transfer, span, diagnostics);
    let mut statements = own_statements(module, &transfer, morphism, span, diagnostics);
    let own = statements.len();
    statements.extend(imported_statements(&signature, &closure(&imports)));
    let variable = |(&name, &sort): (&Name, &SortId)| Some((name, transfer.sort(sort)?));
    let variables: IndexMap<Name, SortId> = module.variables.iter().filter_map(variable).collect();
    let kind = kind(module.kind, &imports);
    let (signature, span) = (Arc::new(signature), module.span);
    Module { name, kind, parameters, signature, variables, imports, statements, own, span }
}

/// A functional module that is given a system module for a parameter has rules.
fn kind(kind: ModuleKind, imports: &[(ImportMode, Arc<Module>)]) -> ModuleKind {
    let rules = imports.iter().any(|(_, import)| import.kind.has_rules());
    match kind {
        ModuleKind::Functional if rules => ModuleKind::System,
        ModuleKind::FunctionalTheory if rules => ModuleKind::SystemTheory,
        other => other,
    }
}

fn own_statements(
    module: &Module,
    transfer: &Transfer,
    morphism: &Morphism,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Statement> {
    let mut own = Vec::new();
    for statement in module.statements.get(..module.own).unwrap_or_default() {
        let Some(mut image) = transfer.statement(statement) else {
            diagnostics.push(lost(module.name, statement, span));
            continue;
        };
        if let Some(&label) = image.label.and_then(|label| morphism.labels.get(&label)) {
            image.label = Some(label);
        }
        own.push(image);
    }
    own
}

fn lost(module: Name, statement: &Statement, span: Span) -> Diagnostic {
    let message = format!("a statement of `{module}` makes no sense after this mapping of its sorts and operators");
    Diagnostic::error("lost-statement", message, span)
        .also(statement.span, "this statement")
        .note("an operator in it goes to one that is not there, or that takes other kinds of arguments")
}

/// Adds the images of the symbols of a module, those it imports included: where they go, their imports agree.
fn import_images(
    operators: &mut Operators,
    module: &Module,
    sorts: &SortTables,
    morphism: &Morphism,
    importer: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let from = &module.signature;
    for symbol in from.symbols().iter().filter(|symbol| !symbol.polymorphic) {
        let mut symbol = symbol.clone();
        if !morphism.dropped.is_empty() {
            symbol.typings.retain(|typing| {
                !morphism.dropped.contains(&declared(from, symbol.name, &typing.domain, typing.range))
            });
        }
        let image = morphism.symbol(from, &symbol);
        let Some(first) = symbol.typings.first().map(|typing| typing.span) else { continue };
        match image {
            Some(Image::Renamed(syntax)) => rename(&mut symbol, syntax),
            Some(Image::Operator(name)) => symbol.name = *name,
            Some(Image::Term(_)) => continue,
            None => {}
        }
        if let Some(symbol) = super::elaborate::retyped(&symbol, from, sorts, &|name| morphism.sort(name)) {
            let key = FamilyKey { name: symbol.name, domain: symbol.domain.clone(), range: symbol.range };
            let axioms = &symbol.axioms;
            let (left, right) = (axioms.left_identity.is_some(), axioms.right_identity.is_some());
            let identity = (left || right).then_some(IdentityShape { left, right, tokens: None });
            operators.families.add_imported(key, Family { symbol, first, identity }, importer, diagnostics);
        }
    }
    for operator in from.polymorphic_operators() {
        let image = || {
            let mut operator = operator.clone();
            let renamed = |sort: &mut Option<Name>| *sort = sort.map(|name| morphism.sort(name));
            operator.domain.iter_mut().for_each(renamed);
            operator.range = operator.range.map(|name| morphism.sort(name));
            operator
        };
        operators.polymorphic.entry((operator.symbol.name, operator.span)).or_insert_with(image);
    }
}

/// The new name brings its own syntax, the usual one where nothing is said: that of the old name is forgotten.
fn rename(symbol: &mut Symbol, syntax: &Syntax) {
    symbol.name = syntax.name;
    symbol.mixfix.clone_from(&syntax.mixfix);
    symbol.precedence = syntax.precedence;
    symbol.gather.clone_from(&syntax.gather);
    symbol.grouping = syntax.grouping;
    if symbol.precedence == 0 {
        symbol.gather.iter_mut().filter(|gather| **gather == Gather::Lower).for_each(|g| *g = Gather::LowerOrEqual);
    }
    symbol.format.clone_from(&syntax.format);
}

/// A module that only joins others.
pub(super) fn sum(
    name: Name,
    parts: Vec<Arc<Module>>,
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Arc<Module> {
    if let Some(known) = database.get(name) {
        return Arc::clone(known);
    }
    let theory = parts.iter().any(|part| part.kind.is_theory());
    let kind = if theory { ModuleKind::FunctionalTheory } else { ModuleKind::Functional };
    let empty = Module {
        name,
        kind,
        parameters: Vec::new(),
        signature: Arc::new(Signature::default()),
        variables: IndexMap::default(),
        imports: Vec::new(),
        statements: Vec::new(),
        own: 0,
        span,
    };
    let imports = parts.into_iter().map(|part| (ImportMode::Including, part)).collect();
    let made = image(&empty, name, imports, Vec::new(), &Morphism::default(), span, diagnostics);
    database.insert_derived(Arc::new(made))
}
