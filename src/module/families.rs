//! Families: the table of symbols under construction, and the agreement of declarations that share one.

use crate::base::hash::IndexMap;
use crate::base::{Diagnostic, Name, Severity, Span};

use super::signature::{KindId, OperatorTyping, Symbol};
use super::sorts::SortTables;

/// What makes two declarations one symbol.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct FamilyKey {
    pub name: Name,
    pub domain: Vec<KindId>,
    pub range: KindId,
}

/// The sides of an identity and its element as written; `None` where it is imported and already a term.
#[derive(Clone, Debug)]
pub(super) struct IdentityShape {
    pub left: bool,
    pub right: bool,
    pub tokens: Option<Vec<Name>>,
}

/// A symbol under construction.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The symbol, without its identity elements.
    pub symbol: Symbol,
    /// Its first declaration.
    pub first: Span,
    /// Its identity.
    pub identity: Option<IdentityShape>,
}

/// All symbols under construction, in the order of their first declaration, which is the order of their ids.
#[derive(Debug, Default)]
pub(super) struct Families(IndexMap<FamilyKey, Family>);

impl Families {
    /// Adds a symbol of an imported module. `importer` is where to point if two imports disagree.
    pub fn add_imported(&mut self, key: FamilyKey, family: Family, importer: Span, diagnostics: &mut Vec<Diagnostic>) {
        let Some(known) = self.0.get_mut(&key) else {
            self.0.insert(key, family);
            return;
        };
        let differences = differences(known, &family);
        if !differences.is_empty() {
            diagnostics.push(
                Diagnostic::error(
                    "different-attributes",
                    format!("two imports declare `{}` with different attributes: {}", key.name, differences.join(", ")),
                    importer,
                )
                .also(known.first, "declared here")
                .also(family.first, "and here"),
            );
        }
        for typing in family.symbol.typings {
            add_typing(&mut known.symbol.typings, typing);
        }
    }

    /// Adds a declaration of the module itself. Gives the symbol's place unless the declaration is unusable.
    pub fn add_own(
        &mut self,
        key: FamilyKey,
        family: Family,
        ditto: Option<Span>,
        sorts: &SortTables,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<usize> {
        let Some((place, _, known)) = self.0.get_full_mut(&key) else {
            if let Some(span) = ditto {
                let message = format!("`ditto`, but `{}` has no earlier declaration on these kinds", key.name);
                diagnostics.push(
                    Diagnostic::warning("ditto-without-declaration", message, span)
                        .note("it is declared without attributes, as in Maude"),
                );
            }
            self.warn_of_other_range(&key, family.first, diagnostics);
            return Some(self.0.insert_full(key, family).0);
        };
        if ditto.is_none() {
            let differences = differences(known, &family);
            if !differences.is_empty() {
                let mut diagnostic = disagreement(key.name, &family, known, &differences);
                if differences.iter().all(|attribute| SYNTAX.contains(attribute)) {
                    diagnostic.severity = Severity::Warning;
                    diagnostic = diagnostic.label("those of the earlier declaration count");
                }
                diagnostics.push(diagnostic);
            }
        }
        for typing in family.symbol.typings {
            warn_of_incomparable_range(key.name, &known.symbol.typings, &typing, sorts, diagnostics);
            add_typing(&mut known.symbol.typings, typing);
        }
        Some(place)
    }

    fn warn_of_other_range(&self, key: &FamilyKey, span: Span, diagnostics: &mut Vec<Diagnostic>) {
        let other = |known: &&FamilyKey| known.name == key.name && known.domain == key.domain;
        if !key.domain.is_empty()
            && let Some(other) = self.0.keys().find(other)
        {
            let message =
                format!("`{}` is declared with the same kinds of arguments but a different kind of result", key.name);
            diagnostics.push(
                Diagnostic::warning("ambiguous-operator", message, span)
                    .label("terms with it may be ambiguous")
                    .also(self.0[other].first, "first declared here"),
            );
        }
    }

    /// The family with a key.
    pub fn get(&self, key: &FamilyKey) -> Option<&Family> {
        self.0.get(key)
    }

    /// The families in order.
    pub fn into_families(self) -> impl Iterator<Item = Family> {
        self.0.into_values()
    }
}

/// Attributes that say how an operator is written: declarations may differ in them, the first one counts.
const SYNTAX: [&str; 3] = ["prec", "gather", "format"];

/// Adds a declaration unless it came by another way already.
fn add_typing(typings: &mut Vec<OperatorTyping>, typing: OperatorTyping) {
    let same = |known: &&mut OperatorTyping| known.domain == typing.domain && known.range == typing.range;
    match typings.iter_mut().find(same) {
        Some(known) => known.constructor |= typing.constructor,
        None => typings.push(typing),
    }
}

/// Puts the other order of its arguments behind each declaration of a commutative operator, unless it is declared too.
pub fn turn(typings: &mut Vec<OperatorTyping>) {
    for typing in std::mem::take(typings) {
        let mut turned = typing.clone();
        turned.domain.reverse();
        add_typing(typings, typing);
        add_typing(typings, turned);
    }
}

fn disagreement(name: Name, family: &Family, known: &Family, differences: &[&str]) -> Diagnostic {
    Diagnostic::error(
        "different-attributes",
        format!("`{name}` has other attributes than its earlier declaration: {}", differences.join(", ")),
        family.first,
    )
    .also(known.first, "the earlier declaration")
    .note("declarations on the same kinds are one operator, so axioms and syntax belong to all of them")
    .help("write `ditto` to take over the earlier attributes")
}

fn warn_of_incomparable_range(
    name: Name,
    typings: &[OperatorTyping],
    new: &OperatorTyping,
    sorts: &SortTables,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let clash = typings.iter().find(|known| {
        known.domain == new.domain
            && !sorts.is_subsort(known.range, new.range)
            && !sorts.is_subsort(new.range, known.range)
    });
    if let Some(known) = clash {
        let sort = |sort: super::signature::SortId| sorts.sorts[sort.index()].name;
        diagnostics.push(
            Diagnostic::warning(
                "ambiguous-range",
                format!("`{name}` gives `{}` and `{}` on the same arguments", sort(known.range), sort(new.range)),
                new.span,
            )
            .label("neither sort is below the other, so such terms have no least sort")
            .also(known.span, "the earlier declaration"),
        );
    }
}

/// The attributes in which two declarations of one symbol differ.
fn differences(a: &Family, b: &Family) -> Vec<&'static str> {
    let (x, y) = (&a.symbol, &b.symbol);
    let checks = [
        (x.axioms.associative != y.axioms.associative, "assoc"),
        (x.axioms.commutative != y.axioms.commutative, "comm"),
        (!same_identity(a.identity.as_ref(), b.identity.as_ref()), "id"),
        (x.axioms.iterated != y.axioms.iterated, "iter"),
        (x.axioms.idempotent != y.axioms.idempotent, "idem"),
        (x.memo != y.memo, "memo"),
        (x.precedence != y.precedence, "prec"),
        (x.gather != y.gather, "gather"),
        (x.format != y.format, "format"),
        (x.strategy != y.strategy, "strat"),
        (x.frozen != y.frozen, "frozen"),
        (x.hook != y.hook, "special"),
    ];
    checks.into_iter().filter(|(differ, _)| *differ).map(|(_, name)| name).collect()
}

/// Elements that are terms already are compared when the others have been read.
fn same_identity(a: Option<&IdentityShape>, b: Option<&IdentityShape>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            let elements = match (&a.tokens, &b.tokens) {
                (Some(a), Some(b)) => a == b,
                _ => true,
            };
            a.left == b.left && a.right == b.right && elements
        }
        _ => false,
    }
}
