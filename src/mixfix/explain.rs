//! Why tokens were not read, in words.

use crate::base::diagnostic::nearest;
use crate::base::hash::IndexSet;
use crate::base::{Diagnostic, Name, Span};

use super::ambiguity::Rivals;
use super::grammar::Grammar;
use super::lexeme::Lexeme;
use super::parse::Failure;
use super::terminal::{Terminal, TerminalId};

/// Most things that are listed as expected.
const LONGEST_LIST: usize = 6;

/// The diagnostics for tokens that were not read; at least one.
pub(super) fn diagnostics(
    grammar: &Grammar<'_>,
    lexemes: &[Lexeme],
    place: Option<Span>,
    failure: Failure,
) -> Vec<Diagnostic> {
    match failure {
        Failure::TooAmbiguous { lexeme } => vec![
            Diagnostic::error("ambiguous-term", "this has too many readings to follow", lexemes[lexeme].span)
                .label("given up here")
                .help("parentheses, or `prec` and `gather` attributes, reduce them"),
        ],
        Failure::Unexpected { lexeme, expected } => {
            let unknown = unknown_words(grammar, lexemes);
            if unknown.is_empty() { vec![unexpected(grammar, lexemes, place, lexeme, &expected)] } else { unknown }
        }
    }
}

/// The warning about a stretch with several readings.
pub(super) fn ambiguous(rivals: Rivals) -> Diagnostic {
    let [taken, other] = rivals.readings;
    Diagnostic::warning("ambiguous-term", "this can be read in more than one way", rivals.span)
        .label("the first of several readings is taken")
        .note(format!("taken: {taken}"))
        .note(format!("another one: {other}"))
        .help("parentheses, `(t).Sort`, or `prec` and `gather` attributes choose between them")
}

/// One diagnostic for each word that the grammar does not know, at its first place.
fn unknown_words(grammar: &Grammar<'_>, lexemes: &[Lexeme]) -> Vec<Diagnostic> {
    let mut seen: IndexSet<Name> = IndexSet::default();
    let mut found = Vec::new();
    for lexeme in lexemes {
        if lexeme.terminals.is_empty() && seen.insert(lexeme.name) {
            found.push(unknown_word(grammar, lexeme));
        }
    }
    found
}

fn unknown_word(grammar: &Grammar<'_>, lexeme: &Lexeme) -> Diagnostic {
    let text = lexeme.name.as_str();
    let message = format!("`{text}` is no operator, variable or number here");
    let diagnostic = Diagnostic::error("unknown-word", message, lexeme.span).label("unknown");
    if let Some((name, sort)) = text.rsplit_once(':').filter(|(name, sort)| !name.is_empty() && !sort.is_empty())
        && grammar.lexicon().sort(sort).is_none()
    {
        return unknown_sort(grammar, diagnostic, lexeme, (name, sort));
    }
    // Words of one or two letters are near to everything.
    let words = grammar.vocabulary().map(Name::as_str).filter(|word| !is_bracket(word));
    match nearest(text, words).filter(|near| near.chars().count() > 1 || text.chars().count() > 1) {
        Some(near) => diagnostic.suggest("a word with a similar name exists", lexeme.span, near),
        None => diagnostic,
    }
}

/// `X:Nta` is meant as a variable.
fn unknown_sort(
    grammar: &Grammar<'_>,
    diagnostic: Diagnostic,
    lexeme: &Lexeme,
    (name, sort): (&str, &str),
) -> Diagnostic {
    let sorts = grammar.signature.sorts().iter().map(|sort| sort.name.as_str());
    let diagnostic = diagnostic.note(format!("`{name}:{sort}` would be a variable, but there is no sort `{sort}`"));
    match nearest(sort, sorts) {
        Some(near) => diagnostic.suggest("a sort with a similar name exists", lexeme.span, format!("{name}:{near}")),
        None => diagnostic,
    }
}

fn is_bracket(word: &str) -> bool {
    matches!(word, "(" | ")" | "[" | "]" | "{" | "}" | ",")
}

/// The token where it became impossible.
fn unexpected(
    grammar: &Grammar<'_>,
    lexemes: &[Lexeme],
    place: Option<Span>,
    lexeme: usize,
    expected: &[TerminalId],
) -> Diagnostic {
    let Some(last) = lexemes.last() else {
        let message = "there is no term here";
        return match place {
            Some(span) => Diagnostic::error("incomplete-term", message, span),
            None => Diagnostic::error_without_place("incomplete-term", message),
        };
    };
    let diagnostic = match lexemes.get(lexeme) {
        Some(there) => {
            let message = format!("no reading goes on with `{}`", there.name);
            Diagnostic::error("no-parse", message, there.span).label("not expected here")
        }
        None => {
            let span = last.span;
            let end = Span { start: span.end, ..span };
            Diagnostic::error("incomplete-term", "this ends too early", end).label("something must follow")
        }
    };
    let diagnostic = match unmatched(lexemes) {
        Some((at, text)) => diagnostic.also(lexemes[at].span, text),
        None => diagnostic,
    };
    match expected_list(grammar, expected) {
        Some(list) => diagnostic.note(format!("expected {list}")),
        None => diagnostic,
    }
}

/// The first closing bracket that closes nothing, or the last opening one that is not closed.
fn unmatched(lexemes: &[Lexeme]) -> Option<(usize, &'static str)> {
    let mut open = Vec::new();
    for (at, lexeme) in lexemes.iter().enumerate() {
        match lexeme.name.as_str() {
            "(" => open.push(at),
            ")" if open.pop().is_none() => return Some((at, "this closes nothing")),
            _ => {}
        }
    }
    open.pop().map(|at| (at, "this is not closed"))
}

/// What could have stood there, if that is short.
fn expected_list(grammar: &Grammar<'_>, expected: &[TerminalId]) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    let mut any_term = false;
    let terminals = &grammar.productions().terminals;
    for &id in expected {
        match terminals.terminal(id) {
            Terminal::Word(word) => names.push(format!("`{word}`")),
            // Where a variable could stand, so could any term of its kind.
            Terminal::Variable(_) => any_term = true,
            Terminal::Sort(_) => names.push("a sort".to_owned()),
            Terminal::End => names.push("the end".to_owned()),
            Terminal::Natural
            | Terminal::Negative
            | Terminal::Fraction
            | Terminal::Value(_)
            | Terminal::DotSort(_)
            | Terminal::Power(_) => {}
        }
    }
    if any_term {
        return Some("a term".to_owned());
    }
    names.dedup();
    let last = names.pop().filter(|_| names.len() < LONGEST_LIST)?;
    Some(if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) })
}
