//! The words for what can be wrong with the outer syntax.

use lalrpop_util::ParseError;

use crate::base::{Diagnostic, Severity, Span};

use super::keyword::{Role, closing_of, nearest_keyword};
use super::lexeme::Lexeme;
use super::lexer::Class;
use super::piece::{Piece, Text};

/// A mistake found by an action of the grammar; boxed, for LALRPOP moves it around.
pub struct Mistake(Box<Diagnostic>);

impl Mistake {
    /// A number beyond the machine's.
    pub(super) fn too_large(span: Span) -> Self {
        Self(Box::new(Diagnostic::error("number-too-large", "this number is too large", span)))
    }

    /// A module expression nested beyond reason.
    pub(super) fn too_deep(span: Span) -> Self {
        let message = "this module expression is nested too deeply";
        Self(Box::new(Diagnostic::error("too-deep", message, span).help("give the inner parts names of their own")))
    }

    /// `[0]` or `[, 0]` behind a command.
    pub(super) fn zero_bound(span: Span) -> Self {
        let message = "a bound must be at least one";
        Self(Box::new(
            Diagnostic::error("bad-bound", message, span).help("leave it out where nothing is to be bounded"),
        ))
    }
}

/// The refusal of something that Maude has and we do not support yet.
pub(super) fn unsupported(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-supported", format!("{what} is not supported yet"), span)
}

/// The token as it can be shown in a sentence.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if shown.len() < text.len() { format!("`{shown}…`") } else { format!("`{shown}`") }
}

/// A period with no space in front; Maude takes it, with a warning.
pub(super) fn glued_period(text: &Text<'_>, at: usize) -> Diagnostic {
    let whole = text.tokens[at].span;
    let period = Span { start: whole.end - 1, ..whole };
    let word = text.at(at).strip_suffix('.').unwrap_or_default();
    Diagnostic::warning("glued-period", format!("there is no space between {} and the period", quote(word)), period)
        .label("taken for the end")
        .suggest("put a space in front", Span { end: period.start, ..period }, " ")
}

/// Commas between the names of sorts; Maude passes over them, with a warning.
pub(super) fn comma_between_sorts(text: &Text<'_>, piece: &Piece, at: usize) -> Diagnostic {
    let keyword = quote(text.at(piece.tokens.start));
    let message = format!("the names in {keyword} are separated by spaces, not by commas");
    Diagnostic::warning("comma-between-sorts", message, text.tokens[at].span).label("passed over").suggest(
        "leave the comma out",
        text.tokens[at].span,
        "",
    )
}

/// The end of a piece was awaited, and something else begins, or the text is over.
pub(super) fn missing_period(text: &Text<'_>, start: usize, end: usize) -> Diagnostic {
    let keyword = text.at(start);
    let place = text.after(end);
    let last = text.tokens[end - 1].span;
    let found = if end < text.len() { "what begins behind it" } else { "the end of the text" };
    let mut diagnostic =
        Diagnostic::error("missing-period", format!("{} has no period at its end", quote(keyword)), last)
            .label("expected ` .` behind this");
    if end > start + 1 {
        diagnostic = diagnostic.also(text.tokens[start].span, "it begins here");
    }
    if end < text.len() {
        diagnostic = diagnostic.also(text.tokens[end].span, "this begins something else");
    }
    diagnostic.suggest(format!("end it before {found}"), place, " .")
}

/// A parenthesis that nothing closes before the next piece begins.
pub(super) fn unclosed(text: &Text<'_>, start: usize, open: usize) -> Diagnostic {
    Diagnostic::error("unbalanced-parentheses", "a parenthesis is never closed", text.tokens[open].span)
        .label("opened here")
        .also(text.tokens[start].span, format!("inside this {}", quote(text.at(start))))
}

/// Parentheses that close nothing, in a body.
pub(super) fn unopened(text: &Text<'_>, close: usize) -> Diagnostic {
    Diagnostic::error("unbalanced-parentheses", "a parenthesis closes nothing", text.tokens[close].span)
        .label("nothing open here")
}

/// A module with no closing keyword.
pub(super) fn missing_end(text: &Text<'_>, opening: usize, before: usize) -> Diagnostic {
    let keyword = text.at(opening);
    let closing = closing_of(keyword);
    let named = if opening + 1 < text.len() { quote(text.at(opening + 1)) } else { String::new() };
    let mut diagnostic = Diagnostic::error(
        "missing-end",
        format!("module {named} is never closed"),
        text.span(opening..(opening + 2).min(text.len())),
    )
    .label("opened here");
    if before < text.len() {
        diagnostic = diagnostic.also(text.tokens[before].span, "this cannot stand inside a module");
    }
    diagnostic.suggest(format!("close it with `{closing}`"), text.after(before), format!("\n{closing}"))
}

/// A closing keyword of another kind of module; Maude takes it, with a warning.
pub(super) fn wrong_end(text: &Text<'_>, opening: usize, at: usize) -> Diagnostic {
    let (keyword, closing, found) = (text.at(opening), closing_of(text.at(opening)), text.at(at));
    let message = format!("a module opened with `{keyword}` ends with `{found}`");
    Diagnostic::warning("wrong-end", message, text.tokens[at].span)
        .label(format!("expected `{closing}`"))
        .also(text.tokens[opening].span, "opened here")
        .suggest("close it as it was opened", text.tokens[at].span, closing)
}

/// A run of text in which nothing begins that we know. Outside of modules it is a warning, as in Maude, unless it looks
/// like something that is lost with it: a misspelt command, a declaration in the wrong place.
pub(super) fn stray(text: &Text<'_>, from: usize, to: usize, in_module: bool) -> Diagnostic {
    let word = text.at(from);
    if word == "(" && !in_module {
        // Commands of programs that run in a `loop`, Full Maude among them.
        let mistake = unsupported("input in parentheses, for a `loop`,", text.tokens[from].span);
        return mistake.note(format!("{} tokens were skipped", to - from));
    }
    let (message, expected) = match text.keyword(from).map(|keyword| keyword.role) {
        Some(Role::End) => (format!("{} closes no module", quote(word)), ""),
        Some(_) if !in_module => (format!("{} stands outside of every module", quote(word)), ""),
        _ if in_module => (
            format!("no declaration begins with {}", quote(word)),
            "expected a declaration such as `sort`, `op`, `var`, `eq`, `rl`, or the end of the module",
        ),
        _ => (
            format!("no module and no command begins with {}", quote(word)),
            "expected a module (`fmod NAME is`, `mod NAME is`) or a command such as `search` or `reduce`",
        ),
    };
    let mut diagnostic = Diagnostic::error("stray-text", message, text.tokens[from].span);
    if !expected.is_empty() {
        diagnostic = diagnostic.note(expected);
    }
    if to - from > 1 {
        diagnostic = diagnostic.note(format!("{} tokens were skipped", to - from));
    }
    let near = nearest_keyword(word, in_module);
    let lost = in_module
        || near.is_some()
        || matches!(text.keyword(from).map(|keyword| keyword.role), Some(Role::Declaration(_)));
    if !lost {
        diagnostic.severity = Severity::Warning;
    }
    match near {
        Some(near) => diagnostic.suggest("a keyword with a similar name exists", text.tokens[from].span, near),
        None => diagnostic,
    }
}

/// Turns what LALRPOP found into words.
pub(super) fn of_parse(text: &Text<'_>, piece: &Piece, error: ParseError<usize, Lexeme, Mistake>) -> Diagnostic {
    let (index, expected) = match error {
        ParseError::User { error } => return *error.0,
        ParseError::UnrecognizedToken { token, expected } => (token.0, expected),
        ParseError::UnrecognizedEof { location, expected } => (location, expected),
        ParseError::InvalidToken { location } => (location, Vec::new()),
        ParseError::ExtraToken { token } => (token.0, Vec::new()),
    };
    match piece.keyword.lexeme {
        Lexeme::Operator | Lexeme::Operators => operator(text, piece, index, &expected),
        Lexeme::Show => show(text, piece),
        _ => unexpected(text, piece, index, &expected),
    }
}

fn show(text: &Text<'_>, piece: &Piece) -> Diagnostic {
    let from = piece.tokens.start;
    let supported = from + 1 < piece.tokens.end
        && (text.at(from + 1) == "search"
            || (text.at(from + 1) == "path" && piece.tokens.end > from + 2 && text.at(from + 2) != "states"));
    let to = piece.tokens.end.min(from + 2);
    let span = text.span(from..to);
    if supported {
        return Diagnostic::error("syntax-error", "this `show` is not complete", span)
            .help("write `show path N .`, `show path labels N .` or `show search graph .`");
    }
    let words: Vec<&str> = (from..to).map(|index| text.at(index)).collect();
    unsupported(&format!("the command {}", quote(&words.join(" "))), span)
}

fn operator(text: &Text<'_>, piece: &Piece, index: usize, expected: &[String]) -> Diagnostic {
    let tokens = piece.tokens.clone();
    let keyword = text.at(tokens.start);
    let Some(colon) = text.colon(tokens.start + 1, tokens.end) else {
        return missing_colon(text, piece);
    };
    let has_arrow = (colon..tokens.end).any(|at| matches!(text.at(at), "->" | "~>"));
    if !has_arrow {
        let place = text.after(tokens.end);
        let diagnostic =
            Diagnostic::error("missing-arrow", format!("`{keyword}` has no arrow"), text.span(colon..tokens.end))
                .label("expected `->` and the sort of the result");
        return match (colon + 1..tokens.end).find(|&at| text.class(at) == Class::OpenBracket) {
            None if tokens.end == colon + 2 => {
                diagnostic.suggest("a constant is written so", text.tokens[colon + 1].span, arrow(text, colon + 1))
            }
            _ if tokens.end == colon + 1 => diagnostic.suggest("name the sort", place, " -> SORT"),
            _ => diagnostic,
        };
    }
    let attributes = (colon..tokens.end.min(index + 1)).rfind(|&at| matches!(text.at(at), "->" | "~>"));
    let in_attributes = attributes
        .is_some_and(|arrow| (arrow + 2..index.min(tokens.end)).any(|at| text.class(at) == Class::OpenBracket));
    let mut diagnostic = unexpected(text, piece, index, expected);
    if in_attributes {
        diagnostic.code = "bad-attribute";
    }
    diagnostic
}

fn arrow(text: &Text<'_>, sort: usize) -> String {
    format!("-> {}", text.at(sort))
}

fn missing_colon(text: &Text<'_>, piece: &Piece) -> Diagnostic {
    let tokens = piece.tokens.clone();
    let keyword = text.at(tokens.start);
    let diagnostic = Diagnostic::error("missing-colon", format!("`{keyword}` has no ` : `"), text.span(tokens.clone()))
        .label("expected ` : ` between the name and the sorts");
    let glued = (tokens.start + 1..tokens.end).find(|&at| text.at(at).len() > 1 && text.at(at).ends_with(':'));
    match glued {
        Some(at) => {
            let colon = Span { start: text.tokens[at].span.end - 1, ..text.tokens[at].span };
            diagnostic.suggest("put a space in front of the colon", Span { end: colon.start, ..colon }, " ")
        }
        None => diagnostic,
    }
}

fn unexpected(text: &Text<'_>, piece: &Piece, index: usize, expected: &[String]) -> Diagnostic {
    let keyword = text.at(piece.tokens.start);
    let wanted = list(expected);
    if index >= piece.tokens.end {
        let last = text.tokens[piece.tokens.end - 1].span;
        return Diagnostic::error("syntax-error", format!("{} is not complete", quote(keyword)), last)
            .label(format!("expected {wanted} behind this"));
    }
    let message = format!("did not expect {} in {}", quote(text.at(index)), quote(keyword));
    Diagnostic::error("syntax-error", message, text.tokens[index].span).label(format!("expected {wanted}"))
}

/// What LALRPOP would have taken, in words; long lists are cut short.
fn list(expected: &[String]) -> String {
    let mut words: Vec<String> = Vec::new();
    for terminal in expected {
        let word = match terminal.as_str() {
            "word" => "a name".to_owned(),
            "number" => "a number".to_owned(),
            "quoted" => "a string in quotes".to_owned(),
            "name" => "the name of an operator".to_owned(),
            "body" => "a term".to_owned(),
            "\"assoc\"" => "an attribute".to_owned(),
            "\".\"" => "the period".to_owned(),
            other => format!("`{}`", other.trim_matches('"')),
        };
        words.push(word);
    }
    if words.iter().any(|word| word == "an attribute") {
        words.retain(|word| matches!(word.as_str(), "an attribute" | "`]`" | "`(`"));
    } else if words.iter().any(|word| word == "a name") {
        words.retain(|word| !matches!(word.as_str(), "`+`" | "`*`"));
    }
    match words.split_last() {
        None => "nothing more".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
    }
}
