//! From surface trees to flat modules: imports, sorts, kinds, operators and attributes become one finished signature.

pub mod flat;
pub mod signature;
pub mod statement;
pub mod term;

pub use flat::{Draft, IdentityDraft, Module, ModuleDatabase};
pub use signature::{
    Axioms, Gather, Kind, KindId, MixfixPiece, NumberSymbols, OperatorTyping, Signature, Sort, SortId, SortSet, Symbol,
    SymbolId,
};
pub use statement::{Arrow, Condition, SearchQuery, Statement, StatementKind};
pub use term::{Position, Term, TermNode, Variable};
