//! The attributes in square brackets at the end of a statement.

use crate::base::diagnostic::nearest;
use std::sync::Arc;

use crate::base::{Diagnostic, Name, Span};
use crate::module::PrintPart;
use crate::syntax::surface::Token;

/// Words that may stand there.
const WORDS: [&str; 8] = ["owise", "otherwise", "nonexec", "metadata", "label", "print", "variant", "narrowing"];

/// What the attributes of a statement say.
#[derive(Clone, Default, Debug)]
pub(super) struct Attributes {
    /// `owise` or `otherwise`, and where.
    pub otherwise: Option<Span>,
    /// `nonexec`
    pub nonexec: bool,
    /// `metadata "…"`
    pub metadata: Option<Name>,
    /// `print …`
    pub print: Option<Arc<[PrintPart]>>,
    /// `label l`
    pub label: Option<Name>,
    /// `variant` or `narrowing`, and where.
    pub symbolic: Option<(Name, Span)>,
}

/// Splits a body that ends in square brackets in what stands before them and what they hold.
pub(super) fn split(body: &[Token]) -> Option<(&[Token], &[Token])> {
    let (last, before) = body.split_last()?;
    if last.name.as_str() != "]" {
        return None;
    }
    let mut depth = 1_usize;
    for (at, token) in before.iter().enumerate().rev() {
        match token.name.as_str() {
            "]" => depth += 1,
            "[" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (at > 0 && at + 1 < before.len()).then(|| (&before[..at], &before[at + 1..]));
        }
    }
    None
}

/// Reads attributes.
///
/// # Errors
/// A diagnostic for each word that is none, or that lacks what must follow it.
pub(super) fn read(tokens: &[Token]) -> Result<Attributes, Vec<Diagnostic>> {
    let mut attributes = Attributes::default();
    let mut wrong = Vec::new();
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        match token.name.as_str() {
            "owise" | "otherwise" => attributes.otherwise = Some(token.span),
            "nonexec" => attributes.nonexec = true,
            "variant" | "narrowing" => attributes.symbolic = Some((token.name, token.span)),
            "metadata" => match rest.next().filter(|next| next.name.as_str().starts_with('"')) {
                Some(next) => attributes.metadata = Some(next.name),
                None => wrong.push(lacks(token, "a string")),
            },
            "label" => match rest.next() {
                Some(next) => attributes.label = Some(next.name),
                None => wrong.push(lacks(token, "a name")),
            },
            "print" => {
                let parts: Vec<PrintPart> =
                    rest.as_slice().iter().take_while(|next| !ends_print(next)).map(part).collect();
                rest = rest.as_slice()[parts.len()..].iter();
                attributes.print = Some(parts.into());
            }
            _ => wrong.push(unknown(token)),
        }
    }
    if wrong.is_empty() { Ok(attributes) } else { Err(wrong) }
}

/// Whether a word behind `print` is an attribute of its own.
fn ends_print(token: &Token) -> bool {
    WORDS.contains(&token.name.as_str())
}

fn part(token: &Token) -> PrintPart {
    if token.name.as_str().starts_with('"') { PrintPart::Text(token.name) } else { PrintPart::Variable(token.name) }
}

fn lacks(token: &Token, what: &str) -> Diagnostic {
    let message = format!("`{}` must be followed by {what}", token.name);
    Diagnostic::error("bad-attribute", message, token.span)
}

fn unknown(token: &Token) -> Diagnostic {
    let message = format!("`{}` is no attribute of a statement", token.name);
    let diagnostic = Diagnostic::error("unknown-attribute", message, token.span);
    match nearest(token.name.as_str(), WORDS) {
        Some(near) => diagnostic.suggest("an attribute with a similar name exists", token.span, near),
        None => diagnostic.note(format!("attributes are {}", WORDS.join(", "))),
    }
}
