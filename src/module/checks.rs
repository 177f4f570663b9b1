//! Checks of attributes against the name and the sorts of the operator they stand at.

use crate::base::{Diagnostic, Span};

use super::attributes::{Attributes, Placed};
use super::names::OperatorPieces;
use super::signature::{KindId, MixfixPiece, SortId};
use super::sorts::SortTables;

/// An operator whose attributes are checked: name, arguments, result.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    pub name: &'a OperatorPieces,
    /// Sorts of the arguments; `None` for the argument of a polymorphic operator that may be of any kind.
    pub domain: &'a [Option<SortId>],
    pub range: Option<SortId>,
    pub sorts: &'a SortTables,
}

/// Checks all attributes that are meaningless or contradictory for this operator, and takes out what cannot be used.
pub(super) fn check(attributes: &mut Attributes, shape: &Shape<'_>, diagnostics: &mut Vec<Diagnostic>) {
    check_ditto(attributes, shape, diagnostics);
    check_axioms(attributes, shape, diagnostics);
    check_syntax(attributes, shape, diagnostics);
    check_places(attributes, shape, diagnostics);
}

/// What becomes of an attribute that cannot be.
const IGNORED: &str = "the attribute is ignored, as in Maude";

/// `ditto` takes over everything but `ctor` and `metadata`, so nothing else may stand beside it.
fn check_ditto(attributes: &Attributes, shape: &Shape<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(ditto) = attributes.ditto else { return };
    let others = [
        attributes.associative,
        attributes.commutative,
        attributes.iterated,
        attributes.identity.as_ref().map(|placed| placed.span),
        attributes.precedence.as_ref().map(|placed| placed.span),
        attributes.gather.as_ref().map(|placed| placed.span),
        attributes.format.as_ref().map(|placed| placed.span),
        attributes.strategy.as_ref().map(|placed| placed.span),
        attributes.frozen.as_ref().map(|placed| placed.span),
    ];
    for other in others.into_iter().flatten() {
        let message = format!("`{}` has `ditto` beside another attribute", shape.name.name);
        diagnostics.push(
            Diagnostic::error("bad-attributes", message, other)
                .label("only `ctor` and `metadata` may stand beside `ditto`")
                .also(ditto, "`ditto` takes the other attributes from the earlier declaration"),
        );
    }
}

fn check_axioms(attributes: &mut Attributes, shape: &Shape<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let identity = attributes.identity.as_ref().map(|identity| identity.span);
    let axioms = [(attributes.associative, "assoc"), (attributes.commutative, "comm"), (identity, "an identity")];
    let mut usable = [true; 3];
    for (slot, (span, what)) in axioms.into_iter().enumerate() {
        if let Some(span) = span
            && let Some(reason) = why_not(what, shape, attributes)
        {
            usable[slot] = false;
            let message = format!("operator `{}` cannot have {}", shape.name.name, quoted(what));
            diagnostics.push(Diagnostic::warning("bad-attributes", message, span).label(reason).note(IGNORED));
        }
    }
    if let Some(span) = attributes.idempotent {
        let reason = match why_not("an identity", shape, &Attributes::default()) {
            None if attributes.associative.is_some() => Some("cannot be combined with `assoc`, as in Maude"),
            None if shape.domain.len() != 2 => Some("needs two arguments"),
            _ => None,
        };
        if let Some(reason) = reason {
            // Maude drops it with a warning, and so do programs that have it expect.
            let message = format!("`idem` has no effect on operator `{}`", shape.name.name);
            diagnostics.push(Diagnostic::warning("useless-attribute", message, span).label(reason));
            attributes.idempotent = None;
        }
    }
    if let Some(span) = attributes.iterated
        && shape.domain.len() != 1
    {
        let message = format!("operator `{}` cannot have `iter`", shape.name.name);
        let diagnostic = Diagnostic::warning("bad-attributes", message, span).label("only for one argument");
        diagnostics.push(diagnostic.note(IGNORED));
        attributes.iterated = None;
    }
    if !usable[0] {
        attributes.associative = None;
    }
    if !usable[1] {
        attributes.commutative = None;
    }
    if !usable[2] {
        attributes.identity = None;
    }
}

fn quoted(what: &str) -> String {
    if what.contains(' ') { what.to_owned() } else { format!("`{what}`") }
}

/// The reason why an axiom makes no sense for these arguments and this result.
fn why_not(what: &str, shape: &Shape<'_>, attributes: &Attributes) -> Option<String> {
    if shape.domain.len() != 2 {
        return Some(format!("needs two arguments, not {}", shape.domain.len()));
    }
    let kind = |sort: Option<SortId>| sort.map(|sort| shape.sorts.kind_of(sort));
    let (left, right, range) = (kind(shape.domain[0]), kind(shape.domain[1]), kind(shape.range));
    let show = |kind: Option<KindId>| {
        kind.map_or("any".to_owned(), |kind| shape.sorts.sorts[shape.sorts.top_sort(kind).index()].name.to_string())
    };
    let against = |side: &str, argument: Option<KindId>| {
        (argument != range)
            .then(|| format!("the {side} argument is of kind {}, the result of {}", show(argument), show(range)))
    };
    match what {
        "comm" => {
            (left != right).then(|| format!("the arguments are of different kinds, {} and {}", show(left), show(right)))
        }
        "assoc" => against("left", left).or_else(|| against("right", right)),
        // e with f(e, x) = x: the argument that stays and the result are the same thing.
        _ => {
            let identity = attributes.identity.as_ref()?;
            let stays_right = if identity.left { against("right", right) } else { None };
            stays_right.or_else(|| if identity.right { against("left", left) } else { None })
        }
    }
}

fn check_syntax(attributes: &mut Attributes, shape: &Shape<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mixfix = shape.name.pieces.contains(&MixfixPiece::Hole);
    let prec = attributes.precedence.as_ref().map(|p| (p.span, "prec"));
    let gather = attributes.gather.as_ref().map(|g| (g.span, "gather"));
    if !mixfix {
        for (span, what) in [prec, gather].into_iter().flatten() {
            let message = format!("`{what}` has no effect on `{}`, which has no holes", shape.name.name);
            diagnostics.push(Diagnostic::warning("useless-attribute", message, span).label("ignored"));
        }
        attributes.precedence = None;
        attributes.gather = None;
    } else if let Some(Placed { value, span }) = &attributes.gather
        && value.len() != shape.domain.len()
    {
        let message = format!("the gathering pattern of `{}` has the wrong length", shape.name.name);
        let expected = format!("{} for {} arguments", counted(value.len(), "entry", "entries"), shape.domain.len());
        diagnostics.push(Diagnostic::warning("bad-attributes", message, *span).label(expected).note(IGNORED));
        attributes.gather = None;
    }
    check_format(attributes, shape, mixfix, diagnostics);
}

/// A format has one word before each token or hole and one at the end; a name without holes counts as one token.
fn check_format(attributes: &mut Attributes, shape: &Shape<'_>, mixfix: bool, diagnostics: &mut Vec<Diagnostic>) {
    let expected = if mixfix { shape.name.pieces.len() } else { 1 } + 1;
    if let Some(Placed { value, span }) = &attributes.format
        && value.len() != expected
    {
        let message = format!("the format of `{}` has the wrong length", shape.name.name);
        let label = format!("{}, should be {expected}", counted(value.len(), "word", "words"));
        diagnostics.push(Diagnostic::warning("bad-attributes", message, *span).label(label).note(
            "a format has one word in front of each token and each hole, and one at the end; this one is ignored",
        ));
        attributes.format = None;
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn check_places(attributes: &mut Attributes, shape: &Shape<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let arity = shape.domain.len() as u32;
    let mut refuse = |place: u32, what: &str, span: Span| {
        let message = format!("`{what}` names argument {place} of `{}`", shape.name.name);
        let label = format!(
            "there {} {}",
            if arity == 1 { "is" } else { "are" },
            counted(arity as usize, "argument", "arguments")
        );
        diagnostics.push(Diagnostic::warning("bad-attributes", message, span).label(label).note(IGNORED));
    };
    if let Some(Placed { value, span }) = &attributes.strategy
        && let Some(&place) = value.iter().find(|&&place| place > arity)
    {
        refuse(place, "strat", *span);
        attributes.strategy = None;
    }
    if let Some(Placed { value, span }) = &attributes.frozen
        && let Some(&place) = value.iter().find(|&&place| place == 0 || place > arity)
    {
        refuse(place, "frozen", *span);
        attributes.frozen = None;
    }
    if let Some(Placed { value, span }) = &attributes.polymorphic
        && let Some(&place) = value.iter().find(|&&place| place > arity)
    {
        refuse(place, "poly", *span);
        attributes.polymorphic = None;
    }
}
