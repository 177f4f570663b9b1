//! From surface trees to flat modules: imports, sorts, kinds, operators and attributes become one finished signature.

mod attributes;
mod checks;
mod cycles;
mod defaults;
pub mod elaborate;
mod families;
pub mod flat;
mod identities;
pub mod imports;
pub mod library;
mod names;
mod nearest;
mod operators;
pub mod polymorphic;
pub mod signature;
mod sorts;
pub mod statement;
pub mod term;
#[cfg(test)]
mod test_text;
#[cfg(test)]
mod tests;
pub mod transfer;

pub use elaborate::{elaborate, elaborate_trusted};
pub use flat::{Draft, IdentityDraft, Module, ModuleDatabase};
pub use imports::required_modules;
pub use polymorphic::PolymorphicOperator;
pub use signature::{
    Axioms, Gather, Kind, KindId, MixfixPiece, NumberSymbols, ObjectRole, OperatorTyping, Signature, Sort, SortId,
    SortSet, Symbol, SymbolId,
};
pub use statement::{Arrow, Condition, MatchQuery, PrintPart, SearchQuery, Statement, StatementKind};
pub use term::{Position, Term, TermNode, Variable};
pub use transfer::Transfer;
