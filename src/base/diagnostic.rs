//! Mistakes in the user's text, as data. Rendering is the business of `report`.

use super::source::Span;

/// How bad a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Nothing runs on a module that has one.
    Error,
    /// The program runs; the user should know.
    Warning,
}

/// A marked place with a few words about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// An edit that would mend the mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// Words in front of the edit, such as "an operator with a similar name exists".
    pub message: String,
    /// What to replace; an empty span inserts.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// One mistake of the user's text: what, where, what was expected, and what to write instead where it can be guessed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable code, such as `unknown-sort`. Kebab-case, listed in the documentation.
    pub code: &'static str,
    /// One sentence without a full stop, lower case.
    pub message: String,
    /// Where; shown first. `None` only when there is no text to point at (an empty file).
    pub primary: Option<Label>,
    /// Other places that matter, such as a first declaration.
    pub secondary: Vec<Label>,
    /// Further sentences: what was expected, what it means.
    pub notes: Vec<String>,
    /// Advice.
    pub help: Vec<String>,
    /// A concrete edit.
    pub suggestion: Option<Suggestion>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, message: impl Into<String>, span: Span) -> Self {
        Self::new(Severity::Error, code, message.into(), Some(span))
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, message: impl Into<String>, span: Span) -> Self {
        Self::new(Severity::Warning, code, message.into(), Some(span))
    }

    /// An error that no place in the text can be named for.
    pub fn error_without_place(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into(), None)
    }

    fn new(severity: Severity, code: &'static str, message: String, span: Option<Span>) -> Self {
        let primary = span.map(|span| Label { span, text: String::new() });
        Self {
            severity,
            code,
            message,
            primary,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            suggestion: None,
        }
    }

    /// Adds words at the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(primary) = &mut self.primary {
            primary.text = text.into();
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds a concrete edit.
    #[must_use]
    pub fn suggest(mut self, message: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.suggestion = Some(Suggestion { message: message.into(), span, replacement: replacement.into() });
        self
    }
}

/// The candidate nearest to `text` by edit distance, if one is near enough to be worth naming.
///
/// Cost: product of the lengths, per candidate. Ties go to the first candidate.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (text.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != text)
        .map(|candidate| (edit_distance(text, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Optimal-string-alignment distance: insertions, deletions, replacements, swaps of neighbours.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut current = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            current[j] = replace.min(previous[j] + 1).min(current[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                current[j] = current[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_typing_slips_and_refuses_strangers() {
        assert_eq!(nearest("Poool", ["Nat", "Pool", "State"]), Some("Pool"));
        assert_eq!(nearest("Sate", ["Nat", "Pool", "State"]), Some("State"));
        assert_eq!(nearest("Zebra", ["Nat", "Pool", "State"]), None);
    }
}
