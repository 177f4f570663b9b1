//! Polymorphic operators: one symbol for each kind of the module that uses them.

use crate::base::{Diagnostic, Name, Span};

use super::families::{Families, FamilyKey};
use super::signature::{KindId, OperatorTyping, SortId, Symbol};
use super::sorts::SortTables;

/// An operator on all kinds, such as `_==_`; never a symbol itself. Every module makes its instances anew, since an
/// importing module has other kinds.
#[derive(Clone, Debug)]
pub struct PolymorphicOperator {
    /// Name, syntax and hook; without sorts.
    pub symbol: Symbol,
    /// Names of the argument sorts; `None` where any kind may stand, the same one everywhere.
    pub domain: Vec<Option<Name>>,
    /// Name of the result sort, or `None`.
    pub range: Option<Name>,
    /// Where it is declared.
    pub span: Span,
}

/// The instances of an operator at every kind, in the order of kinds.
pub(super) fn instances(
    operator: &PolymorphicOperator,
    sorts: &SortTables,
    own: &Families,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for kind in (0..sorts.kinds.len()).map(KindId::new) {
        let Some(symbol) = instance(operator, kind, sorts) else { continue };
        let key = FamilyKey { name: symbol.name, domain: symbol.domain.clone(), range: symbol.range };
        match own.get(&key) {
            None => symbols.push(symbol),
            Some(declared) => diagnostics.push(
                Diagnostic::error(
                    "clash-with-built-in",
                    format!("`{}` exists for all kinds already and cannot be declared again", symbol.name),
                    declared.first,
                )
                .also(operator.span, "the declaration for all kinds"),
            ),
        }
    }
    symbols
}

fn instance(operator: &PolymorphicOperator, kind: KindId, sorts: &SortTables) -> Option<Symbol> {
    let mut symbol = operator.symbol.clone();
    symbol.polymorphic = true;
    // A choice has the least sort that covers what it chooses from: one declaration per sort. Others know the kind only.
    let chooses = symbol.hook.is_some_and(|hook| hook.as_str() == "ifThenElse");
    let places: &[SortId] = if chooses { &sorts.kinds[kind.index()].sorts } else { &[sorts.top_sort(kind)] };
    for &place in places {
        let sort = |name: Option<Name>| name.map_or(Some(place), |name| sorts.named(name));
        let domain: Vec<SortId> = operator.domain.iter().map(|&name| sort(name)).collect::<Option<_>>()?;
        let range = sort(operator.range)?;
        symbol.typings.push(OperatorTyping { domain, range, constructor: false, span: operator.span });
    }
    let first = symbol.typings.first()?;
    symbol.domain = first.domain.iter().map(|&sort| sorts.kind_of(sort)).collect();
    symbol.range = sorts.kind_of(first.range);
    Some(symbol)
}
