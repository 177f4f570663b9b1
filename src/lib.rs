//! `rewrite`: a term-rewriting search engine for the core of the Maude language.

pub mod base;
pub mod module;
pub mod syntax;
