//! The finished signature of a flat module: sorts, kinds, symbols.
//!
//! An order-sorted signature in the sense of Goguen and Meseguer (*Order-sorted algebra I*, 1992) with one kind per
//! connected component of sorts, as in membership equational logic (Meseguer, *Membership algebra as a logical
//! framework for equational specification*, 1998).

use crate::base::hash::HashMap;
use crate::base::id::define_id;
use crate::base::{Name, Span, Value, ValueKind};

use super::polymorphic::PolymorphicOperator;
use super::term::Term;

define_id! {
    /// A sort of a signature. Every kind has one sort of its own, its top, which error terms have.
    SortId
}
define_id! {
    /// A connected component of the subsort relation.
    KindId
}
define_id! {
    /// A symbol: all declarations of one name over the same kinds.
    SymbolId
}

/// A sort.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The name; for a kind's own sort the printed kind, such as `[Nat]` or `[Nat,Pool]` (maximal sorts).
    pub name: Name,
    /// The kind it belongs to.
    pub kind: KindId,
    /// Its place in [`Kind::sorts`].
    pub index_in_kind: usize,
    /// Where it was declared; `None` for a kind's own sort.
    pub span: Option<Span>,
}

/// A kind and its sorts.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The kind's own sort first, then the others such that every sort comes after all sorts above it.
    pub sorts: Vec<SortId>,
    /// `below[i]` holds bit `j` exactly when the sort at place `j` is a subsort of, or the same as, the one at `i`.
    pub below: Vec<SortSet>,
    /// Maximal sorts of the kind, in order of declaration.
    pub maximal: Vec<SortId>,
}

/// A set of sorts of one kind, by their place in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SortSet(Vec<u64>);

impl SortSet {
    /// The empty set, with room for `sorts` members.
    pub fn with_capacity(sorts: usize) -> Self {
        Self(vec![0; sorts.div_ceil(64)])
    }

    /// Adds a member.
    pub fn insert(&mut self, index: usize) {
        if index / 64 >= self.0.len() {
            self.0.resize(index / 64 + 1, 0);
        }
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Whether `index` is a member.
    pub fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    /// Adds all members of another set.
    pub fn union_with(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, &more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(at, &word)| (0..64).filter(move |bit| word & (1 << bit) != 0).map(move |bit| at * 64 + bit))
    }
}

/// One declaration of a symbol.
#[derive(Clone, Debug)]
pub struct OperatorTyping {
    /// Sorts of the arguments (a kind's own sort where a kind was written, or for a partial operator).
    pub domain: Vec<SortId>,
    /// Sort of the result.
    pub range: SortId,
    /// Declared `ctor`.
    pub constructor: bool,
    /// Where.
    pub span: Span,
}

/// The equational axioms a symbol is matched modulo.
#[derive(Clone, Debug, Default)]
pub struct Axioms {
    /// f(f(x,y),z) = f(x,f(y,z))
    pub associative: bool,
    /// f(x,y) = f(y,x)
    pub commutative: bool,
    /// f(x,x) = x
    pub idempotent: bool,
    /// e with f(e,x) = x, a ground term.
    pub left_identity: Option<Term>,
    /// e with f(x,e) = x, a ground term. Equal to the left one for `id:`.
    pub right_identity: Option<Term>,
    /// Unary and printed as `f^n(t)` when nested.
    pub iterated: bool,
}

/// A piece of a mixfix name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MixfixPiece {
    /// A token of the operator's own.
    Token(Name),
    /// The place of an argument.
    Hole,
}

/// How an operator that is open on both sides groups with itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grouping {
    /// As its gathering pattern says.
    #[default]
    Declared,
    /// No pattern is declared and the sorts fit both ways or none.
    Open,
    /// No pattern is declared, and by the sorts only the first argument can be a term of the operator itself.
    Left,
    /// The same for the last argument: `_:_ : Elt List -> List`.
    Right,
}

/// How an argument is gathered: which precedences may stand in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gather {
    /// `e`: strictly lower.
    Lower,
    /// `E`: lower or equal.
    LowerOrEqual,
    /// `&`: any.
    Any,
}

/// A symbol: all declarations of one name over the same kinds, with its syntax and its axioms.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name in single-token form: `_+_`, `_almost`has_`, `__`, `nil`, `{_}` as `` `{_`} ``.
    pub name: Name,
    /// The pieces of the name. No holes: prefix form `f(a, b)` or a constant.
    pub mixfix: Vec<MixfixPiece>,
    /// Kinds of the arguments.
    pub domain: Vec<KindId>,
    /// Kind of the result.
    pub range: KindId,
    /// The declarations, at least one, in order.
    pub typings: Vec<OperatorTyping>,
    /// What it is matched modulo.
    pub axioms: Axioms,
    /// Precedence of the mixfix form, 0 binds tightest.
    pub precedence: u32,
    /// One for each argument of the mixfix form.
    pub gather: Vec<Gather>,
    /// How it groups with itself where the gathering pattern leaves that open.
    pub grouping: Grouping,
    /// The words of `format`, one for each place; empty for none.
    pub format: Vec<Name>,
    /// Evaluation strategy: argument numbers from 1, 0 for the top; `None` for the usual eager one.
    pub strategy: Option<Vec<u32>>,
    /// Arguments (from 0) below which rules do not apply.
    pub frozen: Vec<usize>,
    /// Results are remembered.
    pub memo: bool,
    /// Name of the native function behind it.
    pub hook: Option<Name>,
    /// `metadata`, if given.
    pub metadata: Option<Name>,
    /// What it is where objects and messages meet.
    pub role: Option<ObjectRole>,
    /// An instance, at one kind, of a polymorphic operator such as `_==_`.
    pub polymorphic: bool,
}

/// What a symbol heads where objects and messages meet: the attributes `config`, `object` and `msg`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectRole {
    /// Bags of objects and messages.
    Configuration,
    /// An object, named by its first argument.
    Object,
    /// A message to the object that its first argument names.
    Message,
}

impl Symbol {
    /// What may stand in the place of an argument, grouping considered.
    pub fn gathered(&self, argument: usize) -> Option<Gather> {
        let gather = self.gather.get(argument).copied();
        let stricter = match self.grouping {
            Grouping::Declared | Grouping::Open => false,
            Grouping::Left => argument + 1 == self.arity(),
            Grouping::Right => argument == 0,
        };
        if stricter && gather == Some(Gather::LowerOrEqual) { Some(Gather::Lower) } else { gather }
    }

    /// Number of arguments.
    pub fn arity(&self) -> usize {
        self.domain.len()
    }

    /// Whether the mixfix form has holes.
    pub fn is_mixfix(&self) -> bool {
        self.mixfix.contains(&MixfixPiece::Hole)
    }
}

/// The symbols that integers are made of.
#[derive(Clone, Copy, Debug)]
pub struct NumberSymbols {
    /// The constant with the hook `zero`; written `0`.
    pub zero: SymbolId,
    /// The unary symbol with the hook `successor`.
    pub successor: SymbolId,
    /// The unary symbol with the hook `minus`, where integers are imported.
    pub minus: Option<SymbolId>,
}

/// Sorts, kinds and symbols of a flat module, finished: nothing is added after it is built.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    sorts: Vec<Sort>,
    kinds: Vec<Kind>,
    symbols: Vec<Symbol>,
    sort_names: HashMap<Name, SortId>,
    symbol_names: HashMap<Name, Vec<SymbolId>>,
    numbers: Option<NumberSymbols>,
    /// Booleans: the constants with the hooks `true` and `false`.
    booleans: Option<(SymbolId, SymbolId)>,
    /// The constants that stand for all literals of a kind.
    values: Vec<(SymbolId, ValueKind)>,
    /// The symbol that fractions are made with.
    division: Option<SymbolId>,
    polymorphic: Vec<PolymorphicOperator>,
}

impl Signature {
    /// Joins tables that were checked by the elaborator: places in kinds agree with the sorts, ids are in range.
    ///
    /// Finds the symbols with the hooks `zero`, `successor`, `minus`, `true` and `false`.
    pub fn new(sorts: Vec<Sort>, kinds: Vec<Kind>, symbols: Vec<Symbol>) -> Self {
        let mut signature = Self { sorts, kinds, ..Self::default() };
        for (index, sort) in signature.sorts.iter().enumerate() {
            signature.sort_names.insert(sort.name, SortId::new(index));
        }
        let hook =
            |name: &str| symbols.iter().position(|s| s.hook.is_some_and(|h| h.as_str() == name)).map(SymbolId::new);
        if let (Some(zero), Some(successor)) = (hook("zero"), hook("successor")) {
            signature.numbers = Some(NumberSymbols { zero, successor, minus: hook("minus") });
        }
        if let (Some(yes), Some(no)) = (hook("true"), hook("false")) {
            signature.booleans = Some((yes, no));
        }
        signature.division = hook("division");
        for (index, symbol) in symbols.iter().enumerate() {
            let kind = symbol.hook.and_then(|hook| ValueKind::of_hook(hook.as_str()));
            signature.values.extend(kind.map(|kind| (SymbolId::new(index), kind)));
            signature.symbol_names.entry(symbol.name).or_default().push(SymbolId::new(index));
        }
        signature.symbols = symbols;
        for place in 0..signature.symbols.len() {
            if signature.symbols[place].grouping != Grouping::Declared {
                signature.symbols[place].grouping = signature.grouping(&signature.symbols[place]);
            }
        }
        signature
    }

    /// What the declared sorts say of the grouping, as Maude reads them.
    fn grouping(&self, symbol: &Symbol) -> Grouping {
        let is_hole = |piece: Option<&MixfixPiece>| piece == Some(&MixfixPiece::Hole);
        let open = is_hole(symbol.mixfix.first()) && is_hole(symbol.mixfix.last()) && symbol.arity() > 1;
        if !open || symbol.axioms.associative || symbol.precedence == 0 {
            return Grouping::Open;
        }
        let fits = |place: usize| {
            let argument = |typing: &OperatorTyping| typing.domain.get(place).copied();
            let arguments: Vec<SortId> = symbol.typings.iter().filter_map(argument).collect();
            symbol.typings.iter().any(|typing| arguments.iter().any(|&sort| self.is_subsort(typing.range, sort)))
        };
        match (fits(0), fits(symbol.arity() - 1)) {
            (true, false) => Grouping::Left,
            (false, true) => Grouping::Right,
            _ => Grouping::Open,
        }
    }

    /// Sets the identity elements of a symbol, which can only be read once the rest of the signature stands.
    pub fn set_identity(&mut self, symbol: SymbolId, left: Option<Term>, right: Option<Term>) {
        let axioms = &mut self.symbols[symbol.index()].axioms;
        axioms.left_identity = left;
        axioms.right_identity = right;
    }

    /// Keeps the polymorphic operators in scope, so that importing modules can make instances of them.
    pub fn set_polymorphic_operators(&mut self, operators: Vec<PolymorphicOperator>) {
        self.polymorphic = operators;
    }

    /// The polymorphic operators in scope. Their instances at each kind are among the symbols.
    pub fn polymorphic_operators(&self) -> &[PolymorphicOperator] {
        &self.polymorphic
    }

    /// All sorts, kinds' own ones included.
    pub fn sorts(&self) -> &[Sort] {
        &self.sorts
    }

    /// All kinds.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// All symbols, in the order that the total order on terms follows.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The ids of all symbols.
    pub fn symbol_ids(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.len()).map(SymbolId::new)
    }

    /// A sort.
    pub fn sort(&self, id: SortId) -> &Sort {
        &self.sorts[id.index()]
    }

    /// A kind.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// The kind of a sort.
    pub fn kind_of(&self, sort: SortId) -> KindId {
        self.sorts[sort.index()].kind
    }

    /// The kind's own sort, above all its sorts.
    pub fn top_sort(&self, kind: KindId) -> SortId {
        self.kinds[kind.index()].sorts[0]
    }

    /// A symbol.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The sort with a name; kinds' own sorts are found by their printed name.
    pub fn sort_named(&self, name: Name) -> Option<SortId> {
        self.sort_names.get(&name).copied()
    }

    /// The symbols with a name, in order of declaration.
    pub fn symbols_named(&self, name: Name) -> &[SymbolId] {
        self.symbol_names.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The symbols integers are made of, if the module has them.
    pub fn numbers(&self) -> Option<NumberSymbols> {
        self.numbers
    }

    /// The first symbol with a hook.
    pub fn hooked(&self, hook: &str) -> Option<SymbolId> {
        let has = |symbol: &Symbol| symbol.hook.is_some_and(|name| name.as_str() == hook);
        self.symbols.iter().position(has).map(SymbolId::new)
    }

    /// The constants `true` and `false`, if the module has them.
    pub fn booleans(&self) -> Option<(SymbolId, SymbolId)> {
        self.booleans
    }

    /// The constants that stand for all literals of a kind, in order of declaration: `<Strings>` and its like.
    pub fn values(&self) -> &[(SymbolId, ValueKind)] {
        &self.values
    }

    /// The symbol that fractions are made with, if the module has them.
    pub fn division(&self) -> Option<SymbolId> {
        self.division
    }

    /// The kind of literals that a constant stands for.
    pub fn value_kind(&self, symbol: SymbolId) -> Option<ValueKind> {
        self.values.iter().find(|(known, _)| *known == symbol).map(|(_, kind)| *kind)
    }

    /// The least sort a literal of a constant can have and the one that every literal has: `Char` and `String`.
    pub fn value_sorts(&self, symbol: SymbolId) -> (SortId, SortId) {
        let ranges = || self.symbol(symbol).typings.iter().map(|typing| typing.range);
        let least = ranges().reduce(|a, b| if self.is_subsort(b, a) { b } else { a });
        let greatest = ranges().reduce(|a, b| if self.is_subsort(a, b) { b } else { a });
        let top = self.top_sort(self.symbol(symbol).range);
        (least.unwrap_or(top), greatest.unwrap_or(top))
    }

    /// The sort of a literal of a constant.
    pub fn value_sort(&self, symbol: SymbolId, value: &Value) -> SortId {
        let (special, usual) = self.value_sorts(symbol);
        if value.is_special() { special } else { usual }
    }

    /// Whether `lower` is a subsort of, or the same as, `upper`.
    pub fn is_subsort(&self, lower: SortId, upper: SortId) -> bool {
        let (lower, upper) = (&self.sorts[lower.index()], &self.sorts[upper.index()]);
        lower.kind == upper.kind
            && self.kinds[upper.kind.index()].below[upper.index_in_kind].contains(lower.index_in_kind)
    }
}
