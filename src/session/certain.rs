//! Which mistakes of a module's terms are certain although its signature has holes.
//!
//! When a declaration is wrong, what it would have declared is missing, and the terms that use it cannot be read. To
//! tell of those would be to tell of the same mistake twice. A word that no declaration of the module mentions is a
//! mistake of its own, whatever the holes.

use crate::base::hash::HashSet;
use crate::base::{Diagnostic, SourceMap};
use crate::syntax::surface::{Declaration, ModuleDeclaration};

/// The mistakes that stand on their own.
pub(super) fn certain(
    declaration: &ModuleDeclaration,
    earlier: &[Diagnostic],
    mistakes: Vec<Diagnostic>,
    sources: &SourceMap,
) -> Vec<Diagnostic> {
    // A module that was not found could have declared anything.
    if earlier.iter().any(|mistake| mistake.code == "unknown-module") {
        return Vec::new();
    }
    let mentioned = mentioned(declaration);
    let stands = |mistake: &Diagnostic| {
        let word = mistake.primary.as_ref().map(|label| sources.text(label.span));
        mistake.code == "unknown-word" && word.is_some_and(|word| !mentioned.contains(word))
    };
    mistakes.into_iter().filter(stands).collect()
}

/// The words of all operators and variables that the module declares, well or badly.
fn mentioned(declaration: &ModuleDeclaration) -> HashSet<&'static str> {
    let mut words = HashSet::default();
    for declaration in &declaration.declarations {
        match declaration {
            Declaration::Operators(operators) => {
                let tokens = operators.names.iter().flat_map(|name| &name.tokens);
                words.extend(tokens.flat_map(|token| token.name.as_str().split(['_', '`'])));
            }
            Declaration::Variables { names, .. } => words.extend(names.iter().map(|token| token.name.as_str())),
            _ => {}
        }
    }
    words
}
