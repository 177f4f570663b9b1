//! `rewrite`: a term-rewriting search engine for the core of the Maude language.

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
