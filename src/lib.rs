//! `rewrite`: a term-rewriting search engine for the core of the Maude language.
//!
//! A system is written as rules: sorts, operators with a syntax of their own, equations that simplify and rules that
//! step. A [`Program`] is such rules, loaded; it reduces terms and searches the states that the rules lead to.
//!
//! ```
//! use rewrite::Program;
//!
//! // Sixteen coins in three heaps: a step doubles a heap out of a bigger one. Can one heap hold half of them?
//! let rules = "mod COINS is protecting NAT .
//!   sort Heaps .
//!   subsort Nat < Heaps .
//!   op __ : Heaps Heaps -> Heaps [assoc comm] .
//!   vars M N : Nat .
//!   crl [double] : M N => (M + M) sd(N, M) if M <= N .
//! endm";
//! let mut program = Program::from_text(rules)?;
//! let mut search = program.search("3 6 7 =>* 8 H:Heaps")?;
//! let solution = search.next().expect("it can be done");
//! assert_eq!(solution.get("H").map(|rest| rest.to_string()), Some("2 6".to_owned()));
//! for step in search.path(&solution) {
//!     println!("{}: {} becomes {}", step.rule, step.before, step.after);
//! }
//! # Ok::<(), rewrite::Error>(())
//! ```
//!
//! The programs in `examples/` go on from here: a search with its path (`digitle`), input from outside, many inputs one
//! after the other, values of variables as numbers and lists. What is named at the root of this crate is meant for other
//! programs; the modules are the layers of the engine, documented for those who work on it.

pub mod base;
pub mod engine;
pub mod front;
pub mod mixfix;
pub mod module;
pub mod report;
pub mod search;
pub mod session;
pub mod syntax;
pub mod term;
pub mod theory;

pub use base::{Interrupt, Limits, Number, StopReason};
pub use front::api::{Error, Mistakes, Program, Query, Reduced, Rules, Search, Solution, Step, Term};
pub use report::{Answer, Ending, Show, Verdict};
pub use search::Statistics;
pub use session::{LoadedText, Loader};
