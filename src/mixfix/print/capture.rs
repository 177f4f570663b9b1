//! When parentheses are needed.
//!
//! A term needs them where its precedence is above what its place takes. Where it ends in a hole, it also needs them if
//! the operator around it, read on, could take the end of it away: `(a @ b) @ c`, `(! a) ~`. The strength of the
//! tightest operator that waits on either side is passed down to the outermost arguments.

use crate::module::{Gather, KindId, MixfixPiece, Signature, Symbol};

/// The highest precedence: takes everything.
pub(super) const FREE: i32 = i32::MAX;

/// An operator that waits beside a place and could take the nearest argument of what stands there: its precedence, and
/// the kind that it takes there. No operator waits at [`FREE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    precedence: i32,
    kind: KindId,
}

impl Waiting {
    /// The operator around an argument.
    pub fn operator(symbol: &Symbol, argument: usize) -> Self {
        Self { precedence: precedence(symbol), kind: symbol.domain[argument] }
    }

    /// Nobody.
    pub fn nobody() -> Self {
        Self { precedence: FREE, kind: KindId::new(0) }
    }

    /// The tighter of two; the second one where they take different kinds and both wait.
    pub fn or(self, nearer: Self) -> Self {
        if nearer.precedence == FREE || self.kind == nearer.kind && self.precedence < nearer.precedence {
            self
        } else {
            nearer
        }
    }

    /// Whether its term could become an argument that takes a precedence in a kind.
    fn takes(self, bound: i32, kind: KindId) -> bool {
        self.precedence != FREE && bound >= self.precedence && kind == self.kind
    }
}

/// What the surroundings of a term ask of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The highest precedence that may stand here.
    pub bound: i32,
    /// The tightest operator that ends just before.
    pub left: Waiting,
    /// The tightest operator that begins just behind.
    pub right: Waiting,
    /// Whether the kind of the term is known from around it.
    pub range_known: bool,
}

impl Context {
    /// Inside brackets of some kind.
    pub fn inside(bound: i32, range_known: bool) -> Self {
        Self { bound, left: Waiting::nobody(), right: Waiting::nobody(), range_known }
    }
}

/// For each kind the tightest operator that is nothing but holes and takes it.
pub(super) fn juxtapositions(signature: &Signature) -> Vec<Waiting> {
    let mut all = vec![Waiting::nobody(); signature.kinds().len()];
    let bare = |symbol: &&Symbol| symbol.arity() > 1 && symbol.mixfix.iter().all(|&piece| piece == MixfixPiece::Hole);
    for symbol in signature.symbols().iter().filter(bare) {
        for (argument, kind) in symbol.domain.iter().enumerate() {
            let tightest = &mut all[kind.index()];
            if precedence(symbol) < tightest.precedence {
                *tightest = Waiting::operator(symbol, argument);
            }
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
    match symbol.gathered(argument) {
        Some(Gather::Lower) => precedence(symbol) - 1,
        Some(Gather::LowerOrEqual) => precedence(symbol),
        Some(Gather::Any) | None => FREE,
    }
}

/// Whether a term of a symbol in mixfix form needs parentheses in a place.
pub(super) fn needs_parentheses(symbol: &Symbol, context: Context) -> bool {
    let is_hole = |piece: Option<&MixfixPiece>| piece == Some(&MixfixPiece::Hole);
    let (first, last) = (is_hole(symbol.mixfix.first()), is_hole(symbol.mixfix.last()));
    let taken = |waiting: Waiting, argument: usize| waiting.takes(bound(symbol, argument), symbol.domain[argument]);
    precedence(symbol) > context.bound
        || first && taken(context.left, 0)
        || last && taken(context.right, symbol.arity().saturating_sub(1))
}
