//! For programs in Rust: rules as a value, searches as iterators, terms as data.
//!
//! [`Rules`] binds constants and loads a text, which makes a [`Program`]. That reduces terms and starts a [`Search`], an
//! iterator of [`Solution`]s whose paths can be walked. Nothing is printed here, and a mistake of the rules or of a query
//! is an [`Error`] that says where it is, just as the command line does.

mod error;
mod program;
mod rules;
mod search;
mod term;
#[cfg(test)]
mod tests;

pub use error::{Error, Mistakes};
pub use program::{Program, Query, Reduced};
pub use rules::Rules;
pub use search::{Search, Solution, Step};
pub use term::Term;
