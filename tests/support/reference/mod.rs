//! A slow, obvious engine, written from the definitions, to check the fast one against.
//!
//! Order-sorted rewriting modulo associativity, commutativity and identity as in Goguen and Meseguer, *Order-sorted
//! algebra I* (1992), and Clavel et al., *Maude: specification and programming in rewriting logic* (2002). It shares no
//! code with the layers from `term` on: terms are trees, matching tries every way, a normal form is the *set* of all
//! normal forms that some order of equations reaches. Everything recurses and nothing is fast: small terms only.

pub mod builtin;
pub mod canonical;
pub mod convert;
pub mod equations;
pub mod matching;
pub mod model;
pub mod read;
pub mod rules;
pub mod search;

pub use canonical::Canonical;
pub use equations::{Engine, GaveUp};
pub use matching::{Context, Substitution};
pub use model::{Fragment, Operator, Signature, Statement, Term, Theory, Typing, Variable};
pub use search::{Arrow, Outcome, Query};
