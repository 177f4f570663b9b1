//! From surface trees to flat modules: imports, sorts, kinds, operators and attributes become one finished signature.

mod attributes;
mod checks;
mod cycles;
mod defaults;
mod derive;
pub mod elaborate;
mod expression;
mod families;
pub mod flat;
mod identities;
pub mod imports;
mod instantiate;
pub mod library;
mod maximal;
mod morphism;
mod names;
mod nearest;
pub mod normal;
mod operators;
mod parameters;
pub mod polymorphic;
mod renaming;
pub mod signature;
mod sorts;
pub mod statement;
mod structured;
pub mod term;
#[cfg(test)]
mod test_text;
#[cfg(test)]
mod tests;
pub mod transfer;
mod view;

pub use elaborate::{elaborate, elaborate_trusted};
pub use expression::evaluate;
pub use flat::{Draft, IdentityDraft, Module, ModuleDatabase, Parameter};
pub use imports::{required_by_view, required_modules, required_views};
pub use morphism::TermImage;
pub use polymorphic::PolymorphicOperator;
pub use signature::{
    Axioms, Gather, Grouping, Kind, KindId, MixfixPiece, NumberSymbols, ObjectRole, OperatorTyping, Signature, Sort,
    SortId, SortSet, Symbol, SymbolId,
};
pub use statement::{Arrow, Condition, MatchQuery, PrintPart, SearchQuery, Statement, StatementKind};
pub use term::{Position, Term, TermNode, Variable};
pub use transfer::Transfer;
pub use view::{OperatorMap, Target, View, ViewDraft, elaborate_view};
