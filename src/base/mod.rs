//! What every layer needs and nothing of terms: typed ids, interned names, source text and spans,
//! diagnostics, numbers, hashing with fixed seeds, limits and interruption.

pub mod diagnostic;
pub mod float;
pub mod hash;
pub mod id;
pub mod limits;
pub mod name;
pub mod number;
pub mod source;
pub mod value;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use float::Float;
pub use limits::{Interrupt, Limits, StopReason};
pub use name::Name;
pub use number::Number;
pub use source::{SourceFile, SourceMap, Span};
pub use value::{Value, ValueKind};
