//! Text in, surface tree or diagnostics out.

mod dump;
mod mistakes;
mod robust;
mod trees;

use super::{parse, tokenize};
use crate::base::SourceMap;

/// The tree of a text without mistakes.
fn tree(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("test.rules", text);
    let (unit, diagnostics) = parse(file, text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    dump::unit(&unit)
}

/// The codes of what is wrong with a text, with line and column.
fn codes(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("test.rules", text);
    let (_, diagnostics) = parse(file, text);
    let place = |diagnostic: &crate::base::Diagnostic| match &diagnostic.primary {
        Some(label) => {
            let (line, column) = sources.line_column(label.span);
            format!("{} {line}:{column}", diagnostic.code)
        }
        None => diagnostic.code.to_owned(),
    };
    diagnostics.iter().map(place).collect::<Vec<_>>().join(", ")
}

/// The tokens of a text, separated by a bar.
fn tokens(text: &str) -> String {
    let mut sources = SourceMap::new();
    let (tokens, _) = tokenize(sources.add("test.rules", text), text);
    tokens.iter().map(|token| token.name.as_str()).collect::<Vec<_>>().join("|")
}
