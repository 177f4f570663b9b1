//! When parentheses are needed.
//!
//! A term needs them where its precedence is above what its place takes. Where it ends in a hole, it also needs them if
//! the operator around it, read on, could take the end of it away: `(a @ b) @ c`, `(! a) ~`. The strength of the
//! tightest operator that waits on either side is passed down to the outermost arguments.

use crate::module::{Gather, MixfixPiece, Signature, Symbol};

/// Takes everything; nobody waits.
pub(super) const FREE: i32 = i32::MAX;

/// What the surroundings of a term ask of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The highest precedence that may stand here.
    pub bound: i32,
    /// Precedence of the tightest operator that ends just before, or [`FREE`].
    pub left: i32,
    /// Precedence of the tightest operator that begins just behind, or [`FREE`].
    pub right: i32,
    /// Whether the kind of the term is known from around it.
    pub range_known: bool,
}

impl Context {
    /// Inside brackets of some kind.
    pub fn inside(bound: i32, range_known: bool) -> Self {
        Self { bound, left: FREE, right: FREE, range_known }
    }
}

/// The precedences of operators that are nothing but holes.
pub(super) fn juxtapositions(signature: &Signature) -> Vec<i32> {
    let mut all = vec![FREE; signature.kinds().len()];
    let bare = |symbol: &&Symbol| symbol.arity() > 1 && symbol.mixfix.iter().all(|&piece| piece == MixfixPiece::Hole);
    for symbol in signature.symbols().iter().filter(bare) {
        for kind in &symbol.domain {
            let least = &mut all[kind.index()];
            *least = (*least).min(precedence(symbol));
        }
    }
    all
}

/// A symbol's precedence as a signed number.
pub(super) fn precedence(symbol: &Symbol) -> i32 {
    i32::try_from(symbol.precedence).unwrap_or(FREE - 1)
}

/// The highest precedence an argument may have.
pub(super) fn bound(symbol: &Symbol, argument: usize) -> i32 {
    match symbol.gather.get(argument) {
        Some(Gather::Lower) => precedence(symbol) - 1,
        Some(Gather::LowerOrEqual) => precedence(symbol),
        Some(Gather::Any) | None => FREE,
    }
}

/// Whether a term of a symbol in mixfix form needs parentheses in a place.
pub(super) fn needs_parentheses(symbol: &Symbol, context: Context) -> bool {
    let hole = |piece: Option<&MixfixPiece>| piece == Some(&MixfixPiece::Hole);
    let first = hole(symbol.mixfix.first()).then(|| bound(symbol, 0));
    let last = hole(symbol.mixfix.last()).then(|| bound(symbol, symbol.arity().saturating_sub(1)));
    precedence(symbol) > context.bound
        || first.is_some_and(|first| context.left != FREE && first >= context.left)
        || last.is_some_and(|last| context.right != FREE && last >= context.right)
}
