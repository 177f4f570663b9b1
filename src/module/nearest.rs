//! Suggestions of names that look like what was written.

use crate::base::diagnostic::nearest;
use crate::base::{Diagnostic, Name, Span};

/// Adds the nearest candidate, if there is one near enough, as an edit.
pub(super) fn suggest_nearest<'a>(
    diagnostic: Diagnostic,
    message: &str,
    written: Name,
    span: Span,
    candidates: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    match nearest(written.as_str(), candidates) {
        Some(name) => diagnostic.suggest(message, span, name),
        None => diagnostic,
    }
}
