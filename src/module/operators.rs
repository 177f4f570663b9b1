//! Operators: all declarations of one name over the same kinds become one symbol.

use crate::base::hash::IndexMap;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{OperatorDeclaration, OperatorName};

use super::attributes::{self, Attributes, IdentityAttribute};
use super::checks::{self, Shape};
use super::defaults;
use super::families::{Families, Family, FamilyKey, IdentityShape};
use super::flat::IdentityDraft;
use super::names::{self, OperatorPieces};
use super::polymorphic::PolymorphicOperator;
use super::signature::{Axioms, Gather, Grouping, KindId, MixfixPiece, OperatorTyping, SortId, Symbol, SymbolId};
use super::sorts::SortTables;

/// The symbols of a module under construction.
#[derive(Debug, Default)]
pub(super) struct Operators {
    pub families: Families,
    pub polymorphic: IndexMap<(Name, Span), PolymorphicOperator>,
    pub identities: Vec<IdentityDraft>,
}

/// One name of a declaration with its sorts.
struct Declared<'a> {
    name: OperatorPieces,
    domain: &'a [Option<SortId>],
    range: Option<SortId>,
    attributes: Attributes,
    span: Span,
}

impl Operators {
    /// Adds the module's own declaration of one operator or several.
    pub fn declare(
        &mut self,
        declaration: &OperatorDeclaration,
        sorts: &SortTables,
        trusted: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let attributes = attributes::read(&declaration.attributes, trusted, diagnostics);
        let Some((domain, range)) = types(declaration, &attributes, sorts, diagnostics) else { return };
        for name in &declaration.names {
            let mut attributes = attributes.clone();
            let pieces = mixfix_form(name, domain.len(), diagnostics);
            let shape = Shape { name: &pieces, domain: &domain, range, sorts };
            checks::check(&mut attributes, &shape, diagnostics);
            let declared = Declared { name: pieces, domain: &domain, range, attributes, span: name.span };
            self.add(declared, sorts, diagnostics);
        }
    }

    fn add(&mut self, declared: Declared<'_>, sorts: &SortTables, diagnostics: &mut Vec<Diagnostic>) {
        if declared.attributes.polymorphic.is_some() {
            let symbol = bare_symbol(&declared.name, declared.domain.len(), &declared.attributes);
            let name = |sort: Option<SortId>| sort.map(|sort| sorts.sorts[sort.index()].name);
            let operator = PolymorphicOperator {
                symbol,
                domain: declared.domain.iter().map(|&sort| name(sort)).collect(),
                range: name(declared.range),
                span: declared.span,
            };
            self.polymorphic.insert((declared.name.name, declared.span), operator);
            return;
        }
        let domain: Option<Vec<SortId>> = declared.domain.iter().copied().collect();
        let (Some(domain), Some(range)) = (domain, declared.range) else { return };
        let key = FamilyKey {
            name: declared.name.name,
            domain: domain.iter().map(|&sort| sorts.kind_of(sort)).collect(),
            range: sorts.kind_of(range),
        };
        let mut symbol = bare_symbol(&declared.name, domain.len(), &declared.attributes);
        symbol.domain.clone_from(&key.domain);
        symbol.range = key.range;
        let constructor = declared.attributes.constructor;
        symbol.typings = vec![OperatorTyping { domain, range, constructor, span: declared.span }];
        let identity = declared.attributes.identity;
        let family = Family {
            symbol,
            first: declared.span,
            identity: identity.as_ref().map(|identity| IdentityShape {
                left: identity.left || declared.attributes.commutative.is_some(),
                right: identity.right || declared.attributes.commutative.is_some(),
                tokens: Some(identity.tokens.iter().map(|token| token.name).collect()),
            }),
        };
        let place = self.families.add_own(key, family, declared.attributes.ditto, sorts, diagnostics);
        if let (Some(place), Some(identity)) = (place, identity) {
            self.add_identity(place, identity, declared.attributes.commutative.is_some());
        }
    }

    fn add_identity(&mut self, place: usize, identity: IdentityAttribute, commutative: bool) {
        let IdentityAttribute { left, right, tokens, span } = identity;
        let (left, right) = (left || commutative, right || commutative);
        self.identities.push(IdentityDraft { symbol: SymbolId::new(place), left, right, tokens, span });
    }
}

/// The sorts of arguments and result; `None` inside where a polymorphic operator takes any kind.
#[allow(clippy::type_complexity)] // two lists that only travel together from here to the caller
fn types(
    declaration: &OperatorDeclaration,
    attributes: &Attributes,
    sorts: &SortTables,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Vec<Option<SortId>>, Option<SortId>)> {
    let universal =
        |place: usize| attributes.polymorphic.as_ref().is_some_and(|poly| poly.value.contains(&(place as u32)));
    let mut complete = true;
    let mut resolve = |place: usize, written| {
        if universal(place) {
            return None;
        }
        let sort = sorts.resolve_type(written, diagnostics);
        complete &= sort.is_some();
        sort.map(|sort| if declaration.partial { sorts.top_sort(sorts.kind_of(sort)) } else { sort })
    };
    let domain = declaration.domain.iter().enumerate().map(|(at, written)| resolve(at + 1, written)).collect();
    let range = resolve(0, &declaration.range);
    complete.then_some((domain, range))
}

/// The pieces of a name. One whose holes do not count the arguments keeps its prefix form only, with a warning.
fn mixfix_form(name: &OperatorName, arity: usize, diagnostics: &mut Vec<Diagnostic>) -> OperatorPieces {
    let mut split = names::split(&name.tokens);
    let holes = defaults::holes(&split.pieces);
    if holes != 0 && holes != arity {
        let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        diagnostics.push(
            Diagnostic::warning(
                "hole-count",
                format!("`{}` has {} but takes {}", split.name, plural(holes, "underscore"), plural(arity, "argument")),
                name.span,
            )
            .label("can only be used in prefix form")
            .note("each underscore is the place of one argument"),
        );
        split.pieces = vec![MixfixPiece::Token(split.name)];
    }
    split
}

/// The symbol without its sorts and identities.
fn bare_symbol(name: &OperatorPieces, arity: usize, attributes: &Attributes) -> Symbol {
    let associative = attributes.associative.is_some();
    let commutative = attributes.commutative.is_some();
    let idempotent = attributes.idempotent.is_some();
    let precedence = attributes.precedence.as_ref().map(|precedence| precedence.value);
    let precedence = precedence.unwrap_or_else(|| defaults::precedence(&name.pieces));
    let gather = attributes.gather.as_ref().map(|gather| gather.value.clone());
    let mut gather = gather.unwrap_or_else(|| defaults::gather(&name.pieces, associative));
    if precedence == 0 {
        // Nothing binds tighter, so what asks for lower gets equal, as in Maude.
        gather.iter_mut().filter(|gather| **gather == Gather::Lower).for_each(|gather| *gather = Gather::LowerOrEqual);
    }
    Symbol {
        name: name.name,
        mixfix: name.pieces.clone(),
        domain: Vec::new(),
        // Replaced as soon as the kinds are known.
        range: KindId::new(0),
        typings: Vec::new(),
        axioms: Axioms {
            associative,
            commutative,
            idempotent,
            iterated: attributes.iterated.is_some(),
            ..Axioms::default()
        },
        precedence,
        gather,
        grouping: if attributes.gather.is_some() { Grouping::Declared } else { Grouping::Open },
        format: attributes.format.as_ref().map_or_else(Vec::new, |format| format.value.clone()),
        strategy: attributes
            .strategy
            .as_ref()
            .and_then(|places| strategy(&places.value, arity, associative || commutative)),
        frozen: frozen(attributes, arity, associative || commutative),
        memo: attributes.memo,
        hook: attributes.hook,
        metadata: attributes.metadata,
        role: attributes.role,
        polymorphic: false,
    }
}

/// A strategy in normal form: arguments count once, no two tops in a row, the top last. The usual one is `None`.
/// Arguments that axioms can exchange are all evaluated where one of them is.
fn strategy(places: &[u32], arity: usize, exchangeable: bool) -> Option<Vec<u32>> {
    let all: Vec<u32> = (1..=arity as u32).chain([0]).collect();
    let mut result: Vec<u32> = Vec::new();
    for &place in places.iter().chain([&0]) {
        let repeated = if place == 0 { result.last() == Some(&0) } else { result.contains(&place) };
        if !repeated {
            result.push(place);
        }
    }
    if exchangeable && result.iter().any(|&place| place != 0) {
        let lazy = result.first() == Some(&0);
        result = if lazy { [vec![0], all.clone()].concat() } else { all.clone() };
    }
    (result != all).then_some(result)
}

/// Frozen argument places from 0, ascending; all of them where none was named or axioms can exchange them.
fn frozen(attributes: &Attributes, arity: usize, exchangeable: bool) -> Vec<usize> {
    match &attributes.frozen {
        None => Vec::new(),
        Some(places) if places.value.is_empty() || exchangeable => (0..arity).collect(),
        Some(places) => (0..arity).filter(|&at| places.value.contains(&(at as u32 + 1))).collect(),
    }
}
