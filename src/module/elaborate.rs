//! Elaboration: from a module as written to a finished signature with all imported statements.

use std::sync::Arc;

use crate::base::hash::IndexMap;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{
    Declaration, ModuleDeclaration, StatementDeclaration, StatementKeyword, Token, TypeReference,
};

use super::families::{Family, FamilyKey, IdentityShape};
use super::flat::{Draft, Module, ModuleDatabase};
use super::imports;
use super::operators::Operators;
use super::parameters;
use super::polymorphic;
use super::signature::{Axioms, Gather, Grouping, MixfixPiece, OperatorTyping, Signature, SortId, Symbol};
use super::sorts::{SortGraph, SortTables};
use super::statement::Statement;
use super::transfer::Transfer;

/// Elaborates a module of the user's. All mistakes of the module are given; with an error among them the draft is
/// incomplete and must not be used further.
///
/// The modules named by [`imports::required_modules`] must be in the database.
pub fn elaborate(declaration: &ModuleDeclaration, database: &mut ModuleDatabase) -> (Draft, Vec<Diagnostic>) {
    elaborate_as(declaration, database, false)
}

/// Elaborates a module of our own library, which may name native code and does without `BOOL` where `BOOL` is made.
pub fn elaborate_trusted(declaration: &ModuleDeclaration, database: &mut ModuleDatabase) -> (Draft, Vec<Diagnostic>) {
    elaborate_as(declaration, database, true)
}

fn elaborate_as(
    declaration: &ModuleDeclaration,
    database: &mut ModuleDatabase,
    trusted: bool,
) -> (Draft, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let declared = &declaration.parameters;
    let parameters = parameters::declared_parameters(declared, declaration.name, database, &mut diagnostics);
    if declaration.kind.is_theory() && !declared.is_empty() {
        let message = "a theory has no parameters";
        diagnostics.push(Diagnostic::error("theory-with-parameters", message, declaration.name.span));
    }
    let imports = imports::resolve(declaration, &parameters, database, trusted, &mut diagnostics);

    let mut graph = SortGraph::default();
    for (_, module) in &imports.direct {
        graph.import(&module.signature);
    }
    graph.declare(&declaration.declarations, &mut diagnostics);
    let sorts = graph.finish(&mut diagnostics);

    let mut operators = Operators::default();
    for (_, module) in &imports.direct {
        import_symbols(&mut operators, &module.signature, &sorts, declaration.name.span, &mut diagnostics);
    }
    for own in &declaration.declarations {
        if let Declaration::Operators(own) = own {
            operators.declare(own, &sorts, trusted, &mut diagnostics);
        }
    }

    let variables = variables(declaration, &sorts, &mut diagnostics);
    let identities = std::mem::take(&mut operators.identities);
    let mut signature = finish_signature(sorts, operators, &mut diagnostics);
    for (_, module) in &imports.direct {
        import_identities(&mut signature, &module.signature, declaration.name.span, &mut diagnostics);
    }
    let draft = Draft {
        name: declaration.name.name,
        kind: declaration.kind,
        parameters,
        imported: imported_statements(&signature, &imports.all),
        own: own_statements(declaration, &mut diagnostics),
        signature,
        variables,
        imports: imports.direct,
        identities,
        span: declaration.span,
    };
    (draft, diagnostics)
}

/// Adds the symbols of a directly imported module, which has those of its own imports.
pub(super) fn import_symbols(
    operators: &mut Operators,
    from: &Signature,
    sorts: &SortTables,
    importer: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for symbol in from.symbols().iter().filter(|symbol| !symbol.polymorphic) {
        if let Some(symbol) = retyped(symbol, from, sorts, &|name| name)
            && let Some(first) = symbol.typings.first().map(|typing| typing.span)
        {
            let key = FamilyKey { name: symbol.name, domain: symbol.domain.clone(), range: symbol.range };
            let axioms = &symbol.axioms;
            let (left, right) = (axioms.left_identity.is_some(), axioms.right_identity.is_some());
            let identity = (left || right).then_some(IdentityShape { left, right, tokens: None });
            operators.families.add_imported(key, Family { symbol, first, identity }, importer, diagnostics);
        }
    }
    for operator in from.polymorphic_operators() {
        operators.polymorphic.entry((operator.symbol.name, operator.span)).or_insert_with(|| operator.clone());
    }
}

/// The symbol with its sorts and kinds looked up anew, and with the identities it had before as a mark.
pub(super) fn retyped(
    symbol: &Symbol,
    from: &Signature,
    sorts: &SortTables,
    image: &dyn Fn(Name) -> Name,
) -> Option<Symbol> {
    let sort = |id: SortId| match from.sort(id).span {
        Some(_) => sorts.named(image(from.sort(id).name)),
        None => {
            let member = *from.kind(from.kind_of(id)).sorts.get(1)?;
            sorts.named(image(from.sort(member).name)).map(|member| sorts.top_sort(sorts.kind_of(member)))
        }
    };
    let mut symbol = symbol.clone();
    for typing in &mut symbol.typings {
        typing.domain = typing.domain.iter().map(|&id| sort(id)).collect::<Option<_>>()?;
        typing.range = sort(typing.range)?;
    }
    let first = symbol.typings.first()?;
    symbol.domain = first.domain.iter().map(|&id| sorts.kind_of(id)).collect();
    symbol.range = sorts.kind_of(first.range);
    Some(symbol)
}

pub(super) fn finish_signature(
    sorts: SortTables,
    operators: Operators,
    diagnostics: &mut Vec<Diagnostic>,
) -> Signature {
    let Operators { families, polymorphic, .. } = operators;
    let polymorphic: Vec<_> = polymorphic.into_values().collect();
    let mut instances = Vec::new();
    for operator in &polymorphic {
        instances.extend(polymorphic::instances(operator, &sorts, &families, diagnostics));
    }
    let mut symbols: Vec<Symbol> = families
        .into_families()
        .map(|family| {
            let mut symbol = family.symbol;
            // Terms of other signatures until now; carried over once this signature stands.
            symbol.axioms.left_identity = None;
            symbol.axioms.right_identity = None;
            if symbol.axioms.commutative {
                super::families::turn(&mut symbol.typings);
            }
            symbol
        })
        .collect();
    symbols.extend(instances);
    symbols.extend(sort_tests(&sorts, &symbols));
    let mut signature = Signature::new(sorts.sorts, sorts.kinds, symbols);
    signature.set_polymorphic_operators(polymorphic);
    signature
}

/// The predicates `_:: S`, one for each sort, where there are Booleans.
fn sort_tests(sorts: &SortTables, symbols: &[Symbol]) -> Vec<Symbol> {
    let yes = symbols.iter().find(|symbol| symbol.hook.is_some_and(|hook| hook.as_str() == "true"));
    let Some(range) = yes.and_then(|yes| Some(yes.typings.first()?.range)) else { return Vec::new() };
    let test = |sort: &super::signature::Sort| {
        let name = super::transfer::sort_test_name(sort.name);
        let own = symbols.iter().any(|symbol| symbol.name == name);
        let span = sort.span.filter(|_| !own)?;
        let top = sorts.top_sort(sort.kind);
        let typing = OperatorTyping { domain: vec![top], range, constructor: false, span };
        Some(Symbol {
            name,
            mixfix: vec![MixfixPiece::Hole, MixfixPiece::Token(Name::new("::")), MixfixPiece::Token(sort.name)],
            domain: vec![sort.kind],
            range: sorts.kind_of(range),
            typings: vec![typing],
            axioms: Axioms::default(),
            precedence: 0,
            gather: vec![Gather::Any],
            grouping: Grouping::Declared,
            format: Vec::new(),
            strategy: None,
            frozen: Vec::new(),
            memo: false,
            hook: Some(Name::new("sortTest")),
            metadata: None,
            role: None,
            polymorphic: true,
        })
    };
    sorts.sorts.iter().filter_map(test).collect()
}

/// Carries the identity elements of an imported module over.
pub(super) fn import_identities(
    signature: &mut Signature,
    from: &Signature,
    importer: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let transfer = Transfer::new(from, signature);
    set_identities_of(signature, from, &transfer, importer, diagnostics);
}

/// Sets the identity elements of the images of all symbols.
pub(super) fn set_identities_of(
    signature: &mut Signature,
    from: &Signature,
    transfer: &Transfer,
    importer: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (id, symbol) in from.symbol_ids().zip(from.symbols()) {
        let axioms = &symbol.axioms;
        if axioms.left_identity.is_none() && axioms.right_identity.is_none() {
            continue;
        }
        let Some(target) = transfer.symbol(id) else { continue };
        let left = axioms.left_identity.as_ref().and_then(|term| transfer.term(term));
        let right = axioms.right_identity.as_ref().and_then(|term| transfer.term(term));
        let known = &signature.symbol(target).axioms;
        let differs = |a: &Option<_>, b: &Option<_>| super::identities::differ(a.as_ref(), b.as_ref());
        if differs(&known.left_identity, &left) || differs(&known.right_identity, &right) {
            diagnostics.push(Diagnostic::error(
                "different-attributes",
                format!("two imports give `{}` different identity elements", symbol.name),
                importer,
            ));
        }
        signature.set_identity(target, left, right);
    }
}

pub(super) fn imported_statements(signature: &Signature, modules: &[Arc<Module>]) -> Vec<Statement> {
    let mut statements = Vec::new();
    for module in modules {
        let transfer = Transfer::new(&module.signature, signature);
        let own = module.statements.get(..module.own).unwrap_or_default();
        statements.extend(own.iter().filter_map(|statement| transfer.statement(statement)));
    }
    statements
}

fn variables(
    declaration: &ModuleDeclaration,
    sorts: &SortTables,
    diagnostics: &mut Vec<Diagnostic>,
) -> IndexMap<Name, SortId> {
    let mut variables: IndexMap<Name, (SortId, Span)> = IndexMap::default();
    let mut declare = |names: &[Token], range: &TypeReference| {
        let Some(sort) = sorts.resolve_type(range, diagnostics) else { return };
        for name in names {
            if let Some(&(_, first)) = variables.get(&name.name) {
                let message = format!("variable `{}` is declared again", name.name);
                diagnostics.push(
                    Diagnostic::warning("duplicate-variable", message, name.span)
                        .label("has no effect: the first declaration counts")
                        .also(first, "first declared here"),
                );
            } else {
                variables.insert(name.name, (sort, name.span));
            }
        }
    };
    for own in &declaration.declarations {
        if let Declaration::Variables { names, range } = own {
            declare(names, range);
        }
    }
    variables.into_iter().map(|(name, (sort, _))| (name, sort)).collect()
}

fn own_statements(declaration: &ModuleDeclaration, diagnostics: &mut Vec<Diagnostic>) -> Vec<StatementDeclaration> {
    let mut statements = Vec::new();
    for own in &declaration.declarations {
        let Declaration::Statement(statement) = own else { continue };
        let rule = matches!(statement.keyword, StatementKeyword::Rule | StatementKeyword::ConditionalRule);
        if rule && !declaration.kind.has_rules() {
            let (open, close) = if declaration.kind.is_theory() { ("th", "endth") } else { ("mod", "endm") };
            let opening = declaration.kind.opening();
            diagnostics.push(
                Diagnostic::warning("rule-in-functional-module", "a functional module has no rules", statement.span)
                    .label("it is used all the same, as in Maude")
                    .also(declaration.name.span, format!("functional, because it opens with `{opening}`"))
                    .help(format!("open the module with `{open}` and close it with `{close}`")),
            );
        }
        statements.push(statement.clone());
    }
    statements
}
