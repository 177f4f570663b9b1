//! From a draft to a module: all its own terms read.

use crate::base::{Diagnostic, Severity};
use crate::module::normal::normalise_own;
use crate::module::{Draft, IdentityDraft, Module, Signature, SortId, Symbol, Term, TermNode, View, ViewDraft};

use super::Grammar;

/// Reads identities and statements of a draft. The module is complete only if there are no diagnostics: statements with
/// mistakes are left out of it.
pub fn read_module(mut draft: Draft) -> (Module, Vec<Diagnostic>) {
    if draft.own.is_empty() && draft.identities.is_empty() {
        return (draft.finish(Vec::new()), Vec::new());
    }
    let mut diagnostics = Vec::new();
    let (mut elements, mut statements) = (Vec::new(), Vec::new());
    let grammar = Grammar::new(&draft.signature, &draft.variables);
    for identity in &draft.identities {
        match read_identity(&grammar, &draft.signature, identity, &mut diagnostics) {
            Ok(term) => elements.push((identity.clone(), term)),
            Err(mistakes) => diagnostics.extend(mistakes),
        }
    }
    for declaration in &draft.own {
        match grammar.parse_statement(declaration) {
            Ok(statement) => statements.push(statement),
            Err(mistakes) => diagnostics.extend(mistakes),
        }
    }
    diagnostics.extend(grammar.take_warnings());
    normalise_own(&draft, &mut statements);
    diagnostics.extend(draft.set_identities(elements));
    (draft.finish(statements), diagnostics)
}

/// Reads the terms of a view and completes it. The view must not be used if there are errors.
pub fn read_view(mut draft: ViewDraft) -> (View, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    if !draft.terms.is_empty() {
        let (from, to) = (draft.view.from.clone(), draft.view.to.clone());
        let (variables, images) = (draft.variables.clone(), draft.images.clone());
        let theory = Grammar::new(&from.signature, &variables);
        let module = Grammar::new(&to.signature, &images);
        for (left, right, span) in std::mem::take(&mut draft.terms) {
            let read = theory.parse_term(&left).and_then(|left| Ok((left, module.parse_term(&right)?)));
            let added = read.and_then(|(left, right)| draft.add_term(&left, right, span).map_err(|one| vec![one]));
            diagnostics.extend(added.err().unwrap_or_default());
        }
    }
    let span = draft.view.span;
    let view = draft.finish(span, &mut diagnostics);
    (view, diagnostics)
}

/// An identity element: a ground term of the kind its symbol takes. One of a sort that no declaration takes is a
/// warning, put in `warnings`: as in Maude it is used all the same.
fn read_identity(
    grammar: &Grammar<'_>,
    signature: &Signature,
    identity: &IdentityDraft,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Term, Vec<Diagnostic>> {
    let symbol = signature.symbol(identity.symbol);
    let argument = usize::from(!identity.left);
    let kind = symbol.domain.get(argument).copied().unwrap_or(symbol.range);
    let term = grammar.parse_term_of_kind(&identity.tokens, kind).map_err(|mistakes| {
        let Ok(other) = grammar.parse_term(&identity.tokens) else { return mistakes };
        let wanted = symbol.typings.iter().find_map(|typing| typing.domain.get(argument).copied());
        let wanted = wanted.unwrap_or_else(|| signature.top_sort(kind));
        vec![wrong_sort(Severity::Error, signature, identity, wanted, least_sort(signature, &other))]
    })?;
    if term.variables().next().is_some() {
        let message = format!("the identity element of `{}` has a variable", symbol.name);
        return Err(vec![Diagnostic::error("identity-not-ground", message, identity.span)]);
    }
    let found = least_sort(signature, &term);
    if let Some(wanted) = missing_sort(signature, symbol, identity, found) {
        warnings.push(wrong_sort(Severity::Warning, signature, identity, wanted, found));
    }
    Ok(term)
}

fn wrong_sort(
    severity: Severity,
    signature: &Signature,
    identity: &IdentityDraft,
    wanted: SortId,
    found: SortId,
) -> Diagnostic {
    let (wanted, found) = (signature.sort(wanted).name, signature.sort(found).name);
    let name = signature.symbol(identity.symbol).name;
    let message = format!("the identity element of `{name}` has sort `{found}`, not `{wanted}`");
    let mut diagnostic = Diagnostic::error("identity-sort", message, identity.span);
    diagnostic.severity = severity;
    diagnostic.label(format!("has sort `{found}`")).note("the operator does not take its own identity element")
}

/// The sort of an argument that no declaration of the symbol lets the element stand for.
fn missing_sort(signature: &Signature, symbol: &Symbol, identity: &IdentityDraft, found: SortId) -> Option<SortId> {
    let takes = |sort: &SortId| signature.is_subsort(found, *sort);
    let sides = [(identity.left, 0), (identity.right, 1)];
    for argument in sides.into_iter().filter(|(asked, _)| *asked).map(|(_, argument)| argument) {
        let mut sorts = symbol.typings.iter().filter_map(|typing| typing.domain.get(argument));
        if !sorts.clone().any(takes) {
            return sorts.next().copied();
        }
    }
    None
}

/// The least sort of a ground term by the declarations alone, memberships not counted.
fn least_sort(signature: &Signature, term: &Term) -> SortId {
    let mut sorts: Vec<SortId> = Vec::with_capacity(term.len());
    let least = |symbol: &Symbol, arguments: &[SortId]| {
        let fits = |domain: &[SortId]| {
            domain.len() == arguments.len()
                && arguments.iter().zip(domain).all(|(&argument, &sort)| signature.is_subsort(argument, sort))
        };
        let ranges = symbol.typings.iter().filter(|typing| fits(&typing.domain)).map(|typing| typing.range);
        ranges
            .reduce(|best, range| if signature.is_subsort(range, best) { range } else { best })
            .unwrap_or_else(|| signature.top_sort(symbol.range))
    };
    for node in term.nodes() {
        let sort = match node {
            TermNode::Variable(variable) => variable.sort,
            TermNode::Application { symbol, arguments } => {
                let mut known: Vec<SortId> = arguments.iter().map(|&at| sorts[at as usize]).collect();
                let symbol = signature.symbol(*symbol);
                while known.len() > symbol.arity().max(1) && symbol.arity() == 2 {
                    let first = least(symbol, &known[..2]);
                    known.splice(..2, [first]);
                }
                least(symbol, &known)
            }
            TermNode::Value(symbol, value) => signature.value_sort(*symbol, value),
            TermNode::Number(number) => number_sort(signature, number, &least),
            TermNode::Iterated { symbol, argument, .. } => {
                least(signature.symbol(*symbol), &[sorts[*argument as usize]])
            }
        };
        sorts.push(sort);
    }
    sorts.last().copied().unwrap_or_else(|| SortId::new(0))
}

/// The sort of an integer: zero's, that of its second successor (all later ones have it too), or of its negation.
fn number_sort(
    signature: &Signature,
    number: &crate::base::Number,
    least: &dyn Fn(&Symbol, &[SortId]) -> SortId,
) -> SortId {
    let Some(numbers) = signature.numbers() else { return SortId::new(0) };
    let zero = least(signature.symbol(numbers.zero), &[]);
    if number.is_zero() {
        return zero;
    }
    let successor = signature.symbol(numbers.successor);
    let positive = least(successor, &[least(successor, &[zero])]);
    match numbers.minus {
        Some(minus) if number.signum() < 0 => least(signature.symbol(minus), &[positive]),
        _ => positive,
    }
}
