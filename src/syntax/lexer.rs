//! From text to tokens by Maude's lexical rules. Takes any text; gives tokens with places; never fails.

use logos::{Lexer, Logos};

use crate::base::source::FileId;
use crate::base::{Diagnostic, Name, Span};

use super::surface::Token;

/// What the automaton finds. Two of the variants are comments and never leave this file.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\f\x0B]+")]
enum Raw {
    #[token("\n")]
    LineEnd,
    #[token("(")]
    OpenParenthesis,
    #[token(")")]
    CloseParenthesis,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token(",")]
    Comma,
    // A backquote takes away the meaning of the special character after it; a string may stand inside an identifier.
    #[regex(r#"([^ \t\r\n\f\x0B()\[\]{},"`]|`[()\[\]{},]|`|"([^"\\\n]|\\.|\\\r?\n)*")+"#, priority = 3)]
    Word,
    // A quote that no second one closes on its line. Taking the rest of the line keeps the lexer linear; a period at
    // its end is left, so that the mistake stays one.
    #[regex(r#"""#, take_line, priority = 2)]
    OpenQuote,
    #[regex(r"(---|\*\*\*)[ \t]*([^ \t\n(][^\n]*)?", priority = 100, allow_greedy = true)]
    LineComment,
    #[regex(r"(---|\*\*\*)[ \t]*\(", take_nested, priority = 101)]
    NestedComment(Closed),
}

/// Whether a bracketed comment found its closing parenthesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Closed {
    Yes,
    No,
}

fn take_line(lexer: &mut Lexer<'_, Raw>) {
    let rest = lexer.remainder();
    let line = rest[..rest.find('\n').unwrap_or(rest.len())].trim_end();
    let kept = line.strip_suffix(" .").unwrap_or(line).trim_end();
    lexer.bump(kept.len());
}

/// Parentheses nest inside a bracketed comment; a backquoted one does not count, one inside quotes does.
fn take_nested(lexer: &mut Lexer<'_, Raw>) -> Closed {
    let rest = lexer.remainder();
    let (mut depth, mut escaped) = (1_usize, false);
    for (offset, byte) in rest.bytes().enumerate() {
        match byte {
            b'(' if !escaped => depth += 1,
            b')' if !escaped => depth -= 1,
            _ => {}
        }
        escaped = byte == b'`';
        if depth == 0 {
            lexer.bump(offset + 1);
            return Closed::Yes;
        }
    }
    lexer.bump(rest.len());
    Closed::No
}

/// The lexical class of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// `(`
    OpenParenthesis,
    /// `)`
    CloseParenthesis,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `,`
    Comma,
    /// `.` on its own.
    Period,
    /// Any other run of characters that ends with a period, such as `X.`.
    Glued,
    /// A string without an end, reported already.
    Unclosed,
    /// Any other run of characters.
    Word,
}

/// What the next stages want to know of a token beside its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Its class.
    pub class: Class,
    /// No token stands before it on its line.
    pub first: bool,
}

/// The tokens of one text; `marks` runs in step with `tokens`.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    /// The tokens, comments left out.
    pub tokens: Vec<Token>,
    /// One mark per token.
    pub marks: Vec<Mark>,
    /// Comments and strings without an end.
    pub diagnostics: Vec<Diagnostic>,
    /// The text holds at least one comment.
    pub comments: bool,
}

/// Cuts a text into tokens. Linear in its length.
pub(super) fn scan(file: FileId, text: &str) -> Scanned {
    let mut scanned = Scanned::default();
    // A mark of the byte order in front, as some editors leave it.
    let skip = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lexer = Raw::lexer(&text[skip..]);
    let mut first = true;
    while let Some(found) = lexer.next() {
        let range = lexer.span();
        let span = Span::new(file, range.start + skip, range.end + skip);
        let class = match found {
            Ok(Raw::LineEnd) => {
                first = true;
                continue;
            }
            Ok(Raw::LineComment | Raw::NestedComment(Closed::Yes)) => {
                scanned.comments = true;
                first |= lexer.slice().contains('\n');
                continue;
            }
            Ok(Raw::NestedComment(Closed::No)) => {
                scanned.comments = true;
                scanned.diagnostics.push(unterminated_comment(span));
                continue;
            }
            Ok(Raw::OpenQuote) => {
                scanned.diagnostics.push(unterminated_string(span, lexer.slice()));
                Class::Unclosed
            }
            Ok(Raw::Word) if is_comment(lexer.slice()) => {
                // A string with a continued line made the word longer than the comment that it is.
                let end = range.start + lexer.slice().find('\n').unwrap_or(lexer.slice().len());
                lexer = Raw::lexer(&text[skip..]);
                lexer.bump(end);
                scanned.comments = true;
                continue;
            }
            Ok(raw) => class_of(raw, lexer.slice()),
            // The patterns cover every character; should one slip through, it is a word of its own.
            Err(()) => Class::Word,
        };
        scanned.tokens.push(Token { name: Name::new(lexer.slice()), span });
        scanned.marks.push(Mark { class, first });
        first = false;
    }
    scanned
}

fn is_comment(word: &str) -> bool {
    word.starts_with("---") || word.starts_with("***")
}

fn class_of(raw: Raw, text: &str) -> Class {
    match raw {
        Raw::OpenParenthesis => Class::OpenParenthesis,
        Raw::CloseParenthesis => Class::CloseParenthesis,
        Raw::OpenBracket => Class::OpenBracket,
        Raw::CloseBracket => Class::CloseBracket,
        Raw::OpenBrace => Class::OpenBrace,
        Raw::CloseBrace => Class::CloseBrace,
        Raw::Comma => Class::Comma,
        _ if text == "." => Class::Period,
        _ if text.ends_with('.') => Class::Glued,
        _ => Class::Word,
    }
}

fn unterminated_comment(span: Span) -> Diagnostic {
    let opening = Span { end: span.start + 3, ..span };
    Diagnostic::error("unterminated-comment", "a comment in parentheses has no end", opening)
        .label("it begins here and takes the rest of the text")
        .note("`***(` and `---(` open a comment that ends at the matching `)`; parentheses inside it nest")
        .help("close it with `)`, or put a word between `***` and the parenthesis for a comment of one line")
}

fn unterminated_string(span: Span, text: &str) -> Diagnostic {
    let quote = Span { end: span.start + 1, ..span };
    let end = span.start + text.trim_end().len() as u32;
    Diagnostic::error("unterminated-string", "a string has no closing quote on its line", quote)
        .label("it begins here")
        .note("inside a string a quote is written `\\\"`, a line break `\\n`")
        .suggest("close it", Span { start: end, end, ..span }, "\"")
}
