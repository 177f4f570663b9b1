//! From text to the surface tree: tokens by logos, the outer grammar by LALRPOP.
//!
//! The text goes through four short stages: `lexer` makes tokens, `piece` cuts them into module headers,
//! declarations and commands (the one place that knows where a statement ends, and where to resume after a mistake),
//! `lexeme` names each token of a piece by its role, and the LALRPOP grammar turns the piece into a node of the
//! [`surface`] tree. `reader` joins the nodes into modules. All stages are linear in the length of the text.

mod expression;
mod keyword;
mod lexeme;
mod lexer;
mod mistake;
mod piece;
mod reader;
mod shape;
pub mod surface;

use lalrpop_util::lalrpop_mod;

use crate::base::Diagnostic;
use crate::base::source::FileId;
use surface::{SourceUnit, Token};

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, missing_docs, unused_qualifications, unused_imports, dead_code)]
    rules
);

/// Reads a source text into modules and commands, with every mistake found on the way.
///
/// A declaration with a mistake is left out of the tree and reading resumes at the next one; a tree with errors is
/// only good for finding more mistakes. Never panics; cost is linear in the text.
pub fn parse(file: FileId, text: &str) -> (SourceUnit, Vec<Diagnostic>) {
    reader::read(file, text)
}

/// The tokens of a text that is one term or one query, as given on a command line.
pub fn tokenize(file: FileId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let scanned = lexer::scan(file, text);
    (scanned.tokens, scanned.diagnostics)
}

#[cfg(test)]
mod tests;
