//! What the heap knows of each symbol: the shape of its nodes, its sort table, its identity elements.

use std::sync::Arc;

use crate::base::ValueKind;
use crate::module::{KindId, Signature, SortId, SymbolId};

use super::node::Header;
use super::sorts::SortTables;

/// How the nodes of a symbol are laid out, and which axioms their canonical form is modulo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Arguments in order; perhaps an identity.
    Free,
    /// Two arguments, the smaller one first; perhaps an identity.
    Commutative,
    /// A flat list of at least two elements, none headed by the symbol itself.
    List,
    /// A flat bag of at least two elements, none headed by the symbol itself: sorted, with multiplicities.
    Bag,
    /// A count and an argument that is not headed by the symbol itself.
    Iterated,
    /// A string or quoted identifier: its length, then its bytes, or a buffer and the place in it where they begin.
    Text,
    /// A floating-point number: its bits.
    Float,
    /// Auxiliary: bytes that long texts share. Never a term of its own.
    Buffer,
    /// Auxiliary: an integer too big for an id. Payload: sign and length, then 32-bit limbs.
    BigInteger,
    /// Auxiliary: a run of neighbouring entries of a big bag. Never a term of its own.
    Chunk,
    /// Auxiliary, one for each kind: a variable that stands for itself. Payload: interned name, sort.
    Variable,
}

/// One symbol.
#[derive(Debug)]
pub(crate) struct SymbolInfo {
    pub(crate) shape: Shape,
    pub(crate) arity: usize,
    pub(crate) kind: KindId,
    pub(crate) has_left_identity: bool,
    pub(crate) has_right_identity: bool,
    /// f(x, x) = x; never together with associativity.
    pub(crate) idempotent: bool,
    /// For constants that stand for literals: the sort of special values, and that of the others.
    pub(crate) value_sorts: (u32, u32),
    /// For lists and bags: the sort of any two or more elements, whenever it is no error and does not depend on them.
    pub(crate) uniform_sort: Option<u32>,
    /// Sorts (the first 64 of the kind) of which any two or more elements have the uniform sort.
    pub(crate) uniform_from: u64,
}

impl SymbolInfo {
    pub(crate) fn is_associative(&self) -> bool {
        matches!(self.shape, Shape::List | Shape::Bag)
    }

    /// Whether two arguments can become one.
    pub(crate) fn collapses(&self) -> bool {
        self.has_identity() || self.idempotent
    }

    pub(crate) fn has_identity(&self) -> bool {
        self.has_left_identity || self.has_right_identity
    }
}

/// The integers of a theory: their symbols and their least sorts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IntegerInfo {
    pub(crate) zero: u32,
    pub(crate) successor: u32,
    pub(crate) minus: Option<u32>,
    pub(crate) kind: KindId,
    pub(crate) zero_sort: u32,
    pub(crate) positive_sort: u32,
    pub(crate) negative_sort: u32,
}

/// Everything the heap knows of a signature. Shared by all heaps of a theory.
///
/// Symbols are numbered as in the signature; behind them stand the auxiliary ones.
#[derive(Debug)]
pub(crate) struct SymbolTable {
    pub(crate) signature: Arc<Signature>,
    pub(crate) infos: Vec<SymbolInfo>,
    pub(crate) sorts: SortTables,
    pub(crate) integers: Option<IntegerInfo>,
    pub(crate) big_integer: u32,
    pub(crate) chunk: u32,
    pub(crate) buffer: u32,
    first_variable: u32,
}

/// The theory has more symbols, or a kind more sorts, than a node's header can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooLarge {
    Symbols { have: usize, limit: usize },
    Sorts { have: usize, limit: usize },
}

impl SymbolTable {
    pub(crate) fn new(signature: Arc<Signature>) -> Result<Self, TooLarge> {
        check_size(&signature)?;
        let sorts = SortTables::new(&signature);
        let mut infos: Vec<SymbolInfo> = signature.symbol_ids().map(|id| info(&signature, &sorts, id)).collect();
        let kind_zero = KindId::new(0);
        let auxiliary = |shape, kind| SymbolInfo {
            shape,
            arity: 0,
            kind,
            has_left_identity: false,
            has_right_identity: false,
            idempotent: false,
            value_sorts: (0, 0),
            uniform_sort: None,
            uniform_from: 0,
        };
        let integers = integer_info(&signature, &sorts);
        let big_integer = infos.len() as u32;
        infos.push(auxiliary(Shape::BigInteger, integers.map_or(kind_zero, |i| i.kind)));
        let chunk = infos.len() as u32;
        infos.push(auxiliary(Shape::Chunk, kind_zero));
        let buffer = infos.len() as u32;
        infos.push(auxiliary(Shape::Buffer, kind_zero));
        let first_variable = infos.len() as u32;
        infos.extend((0..signature.kinds().len()).map(|kind| auxiliary(Shape::Variable, KindId::new(kind))));
        Ok(Self { signature, infos, sorts, integers, big_integer, chunk, buffer, first_variable })
    }

    #[inline]
    pub(crate) fn info(&self, symbol: u32) -> &SymbolInfo {
        &self.infos[symbol as usize]
    }

    /// The auxiliary symbol of variables of a kind.
    pub(crate) fn variable_symbol(&self, kind: KindId) -> u32 {
        self.first_variable + kind.index() as u32
    }

    /// Whether the sort at a place of a kind is below `upper`.
    #[inline]
    pub(crate) fn is_below(&self, place: u32, upper: SortId) -> bool {
        let upper = self.signature.sort(upper);
        self.signature.kind(upper.kind).below[upper.index_in_kind].contains(place as usize)
    }
}

fn check_size(signature: &Signature) -> Result<(), TooLarge> {
    let have = signature.symbols().len() + signature.kinds().len() + 3;
    // The last symbol number is kept free as a mark.
    if have >= Header::SYMBOLS {
        return Err(TooLarge::Symbols { have, limit: Header::SYMBOLS });
    }
    match signature.kinds().iter().map(|kind| kind.sorts.len()).max() {
        Some(have) if have > Header::SORTS => Err(TooLarge::Sorts { have, limit: Header::SORTS }),
        _ => Ok(()),
    }
}

fn info(signature: &Signature, sorts: &SortTables, id: SymbolId) -> SymbolInfo {
    let symbol = signature.symbol(id);
    let axioms = &symbol.axioms;
    let value_kind = signature.value_kind(id);
    let value_sorts = value_kind.map(|_| signature.value_sorts(id));
    let place = |sort: SortId| signature.sort(sort).index_in_kind as u32;
    let shape = match (axioms.associative, axioms.commutative, axioms.iterated) {
        _ if value_kind == Some(ValueKind::Float) => Shape::Float,
        _ if value_kind.is_some() => Shape::Text,
        (true, true, _) => Shape::Bag,
        (true, false, _) => Shape::List,
        (false, true, _) => Shape::Commutative,
        (false, false, true) => Shape::Iterated,
        (false, false, false) => Shape::Free,
    };
    SymbolInfo {
        shape,
        arity: symbol.arity(),
        kind: symbol.range,
        has_left_identity: axioms.left_identity.is_some(),
        has_right_identity: axioms.right_identity.is_some(),
        idempotent: axioms.idempotent && !axioms.associative,
        value_sorts: value_sorts.map_or((0, 0), |(special, usual)| (place(special), place(usual))),
        uniform_from: if axioms.associative { uniform_from(signature, sorts, id) } else { 0 },
        uniform_sort: if axioms.associative { uniform_sort(signature, sorts, id) } else { None },
    }
}

/// The one sort other than an error that two arguments can give, if there is just one.
fn uniform_sort(signature: &Signature, sorts: &SortTables, id: SymbolId) -> Option<u32> {
    let places = signature.kind(signature.symbol(id).range).sorts.len() as u32;
    let start = sorts.start(id.index() as u32);
    let mut results = (0..places)
        .flat_map(|left| (0..places).map(move |right| (left, right)))
        .map(|(left, right)| sorts.step(sorts.step(start, left), right))
        .filter(|&sort| sort != 0);
    let first = results.next()?;
    results.all(|sort| sort == first).then_some(first)
}

/// The sorts below which every combination has the uniform sort: those that combine so with it, on either side.
fn uniform_from(signature: &Signature, sorts: &SortTables, id: SymbolId) -> u64 {
    let Some(uniform) = uniform_sort(signature, sorts, id) else { return 0 };
    let start = sorts.start(id.index() as u32);
    let joined = |left, right| sorts.step(sorts.step(start, left), right) == uniform;
    let places = (signature.kind(signature.symbol(id).range).sorts.len() as u32).min(64);
    // Two sorts below the uniform one combine at least as well as it does with itself.
    let fits = |&place: &u32| {
        joined(place, uniform) && joined(uniform, place) && joined(place, place) && below(signature, id, place, uniform)
    };
    (0..places).filter(fits).fold(0, |set, place| set | 1 << place)
}

fn below(signature: &Signature, id: SymbolId, place: u32, uniform: u32) -> bool {
    signature.kind(signature.symbol(id).range).below[uniform as usize].contains(place as usize)
}

fn integer_info(signature: &Signature, sorts: &SortTables) -> Option<IntegerInfo> {
    let symbols = signature.numbers()?;
    let (zero, successor) = (symbols.zero.index() as u32, symbols.successor.index() as u32);
    let minus = symbols.minus.map(|symbol| symbol.index() as u32);
    let zero_sort = sorts.start(zero);
    let positive_sort = sorts.step(sorts.start(successor), zero_sort);
    let negative_sort = minus.map_or(0, |minus| sorts.step(sorts.start(minus), positive_sort));
    let kind = signature.symbol(symbols.successor).range;
    Some(IntegerInfo { zero, successor, minus, kind, zero_sort, positive_sort, negative_sort })
}
