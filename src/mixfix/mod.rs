//! The user's own grammar: from tokens to terms and statements, and back to text.
//!
//! Takes a finished signature and runs of tokens; gives terms, statements and queries with the place of every node.
//! Never looks at what equations mean, nor at whether variables are bound.
//!
//! | file | |
//! |---|---|
//! | `terminal`, `production`, `build` | the context-free grammar of a signature |
//! | `follow`, `automaton` | its lookahead sets and viable prefixes |
//! | `lexeme` | what each token can be |
//! | `stack`, `forest`, `parse` | the general parse |
//! | `reader`, `choice`, `ambiguity`, `statement`, `attribute` | from derivations to terms and statements |
//! | `explain` | mistakes in words |
//! | `read` | a draft's terms: the module complete |
//! | `print` | terms to text |

mod ambiguity;
mod attribute;
mod automaton;
mod build;
mod choice;
mod explain;
mod follow;
mod forest;
mod grammar;
mod lexeme;
mod parse;
mod print;
mod production;
mod read;
mod reader;
mod stack;
mod statement;
mod terminal;
#[cfg(test)]
mod tests;

pub use grammar::Grammar;
pub use print::{PrintOptions, Printer, normalized};
pub use read::{read_module, read_view};
