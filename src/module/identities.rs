//! From draft to module: identity elements set, statements joined.

use std::sync::Arc;

use crate::base::Diagnostic;

use super::flat::{Draft, IdentityDraft, Module};
use super::statement::Statement;
use super::term::Term;

/// Whether two identity elements are both known and not the same term.
pub(super) fn differ(a: Option<&Term>, b: Option<&Term>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.nodes() != b.nodes())
}

impl Draft {
    /// Sets the identity elements that were read, before any statement is read. Gives the contradictions: two
    /// declarations of one symbol, perhaps one of them imported, with different elements.
    pub fn set_identities(&mut self, read: Vec<(IdentityDraft, Term)>) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (draft, term) in read {
            let axioms = &self.signature.symbol(draft.symbol).axioms;
            let (mut left, mut right) = (axioms.left_identity.clone(), axioms.right_identity.clone());
            let clash = (draft.left && differ(left.as_ref(), Some(&term)))
                || (draft.right && differ(right.as_ref(), Some(&term)));
            if clash {
                let name = self.signature.symbol(draft.symbol).name;
                diagnostics.push(
                    Diagnostic::error(
                        "different-attributes",
                        format!("`{name}` has another identity element already"),
                        draft.span,
                    )
                    .note("declarations on the same kinds are one operator, so they share its identity"),
                );
                continue;
            }
            if draft.left {
                left = Some(term.clone());
            }
            if draft.right {
                right = Some(term);
            }
            self.signature.set_identity(draft.symbol, left, right);
        }
        self.identities.clear();
        diagnostics
    }

    /// The finished module: its own statements, then the imported ones.
    pub fn finish(self, own: Vec<Statement>) -> Module {
        let Self { name, kind, parameters, signature, variables, imports, imported, span, .. } = self;
        let mut statements = own;
        let own = statements.len();
        statements.extend(imported);
        let signature = Arc::new(signature);
        Module { name, kind, parameters, signature, variables, imports, statements, own, span }
    }
}
