//! Values that are written as one token beside integers: strings, quoted identifiers and floats.

use std::fmt;
use std::sync::Arc;

use super::float::Float;

/// What a literal token stands for.
///
/// Texts are bytes: a character outside ASCII is as many characters of a string as it has bytes in UTF-8, as in Maude.
/// Displayed as it is written in a program.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// What stands between the quotes of a string, escapes resolved.
    Text(Arc<[u8]>),
    /// What stands behind the quote of an identifier, as it is written.
    Quoted(Arc<[u8]>),
    /// A floating-point number.
    Float(Float),
}

/// The kinds of values that a signature can have literals of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// Strings.
    Text,
    /// Quoted identifiers.
    Quoted,
    /// Floating-point numbers.
    Float,
}

impl ValueKind {
    /// The kind whose literals belong to the constant with this hook.
    pub fn of_hook(hook: &str) -> Option<Self> {
        match hook {
            "strings" => Some(Self::Text),
            "quotedIdentifiers" => Some(Self::Quoted),
            "floats" => Some(Self::Float),
            _ => None,
        }
    }

    /// The kind of literal that a token is, if it is one. Cost: constant, but linear for strings.
    pub fn of_token(token: &str) -> Option<Self> {
        match token.as_bytes().first()? {
            b'"' => is_string(token).then_some(Self::Text),
            b'\'' => Some(Self::Quoted),
            b'0'..=b'9' | b'+' | b'-' | b'.' | b'I' => Float::read(token).map(|_| Self::Float),
            _ => None,
        }
    }

    /// Reads a token of the kind.
    pub fn read(self, token: &str) -> Option<Value> {
        if Self::of_token(token) != Some(self) {
            return None;
        }
        Some(match self {
            Self::Text => Value::Text(unescaped(&token[1..token.len() - 1]).into()),
            Self::Quoted => Value::Quoted(token.as_bytes()[1..].into()),
            Self::Float => Value::Float(Float::read(token)?),
        })
    }
}

impl Value {
    /// Whether the value has the smaller one of two sorts: strings of one character, finite floats.
    pub fn is_special(&self) -> bool {
        match self {
            Self::Text(bytes) => bytes.len() == 1,
            Self::Quoted(_) => false,
            Self::Float(float) => float.get().is_finite(),
        }
    }

    /// The kind of the value.
    pub fn kind(&self) -> ValueKind {
        match self {
            Self::Text(_) => ValueKind::Text,
            Self::Quoted(_) => ValueKind::Quoted,
            Self::Float(_) => ValueKind::Float,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(bytes) => write_escaped(bytes, f),
            Self::Float(float) => float.fmt(f),
            Self::Quoted(bytes) => write!(f, "'{}", String::from_utf8_lossy(bytes)),
        }
    }
}

/// Whether a token is one string from its first to its last character.
fn is_string(token: &str) -> bool {
    let mut bytes = token.bytes().skip(1);
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'"' => return bytes.next().is_none(),
            _ => {}
        }
    }
    false
}

/// The bytes that the inside of a string stands for.
fn unescaped(inside: &str) -> Vec<u8> {
    let mut result = Vec::with_capacity(inside.len());
    let mut bytes = inside.bytes().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            result.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'a') => result.push(7),
            Some(b'b') => result.push(8),
            Some(b't') => result.push(b'\t'),
            Some(b'n') => result.push(b'\n'),
            Some(b'v') => result.push(11),
            Some(b'f') => result.push(12),
            Some(b'r') => result.push(b'\r'),
            // A string goes on behind the end of its line.
            Some(b'\n') => {}
            Some(b'\r') if bytes.peek() == Some(&b'\n') => {
                bytes.next();
            }
            Some(digit @ b'0'..=b'7') => {
                let mut code = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(more) = bytes.next_if(|next| matches!(next, b'0'..=b'7')) else { break };
                    code = 8 * code + u32::from(more - b'0');
                }
                // Codes past a byte lose their highest bit, as in Maude.
                result.push(code as u8);
            }
            Some(other) => result.push(other),
            None => {}
        }
    }
    result
}

fn write_escaped(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    for &byte in bytes {
        match byte {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            7 => text.push_str("\\a"),
            8 => text.push_str("\\b"),
            b'\t' => text.push_str("\\t"),
            b'\n' => text.push_str("\\n"),
            11 => text.push_str("\\v"),
            12 => text.push_str("\\f"),
            b'\r' => text.push_str("\\r"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    f.write_str(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(token: &str, printed: &str) {
        let value = ValueKind::of_token(token).and_then(|kind| kind.read(token)).expect("a literal");
        assert_eq!(value.to_string(), printed);
        let again = value.kind().read(printed).expect("what is printed is a literal");
        assert_eq!(again, value, "what is printed reads back");
    }

    #[test]
    fn strings_are_printed_with_escapes() {
        check("\"\"", "\"\"");
        check(r#""a\nb\tc\"d\\e\a\b\f\v\r\000\001\x41\101\'q\?""#, r#""a\nb\tc\"d\\e\a\b\f\v\r\000\001x41A'q?""#);
        check("\"a\\\n  b\"", "\"a  b\"");
        check("\"\u{e9}\"", r#""\303\251""#);
        check(r#""\0""#, r#""\000""#);
        check(r#""\08""#, r#""\0008""#);
        check(r#""\1234\777\400a""#, r#""S4\377\000a""#);
    }

    #[test]
    fn identifiers_are_what_stands_behind_the_quote() {
        check("'abc", "'abc");
        check("'", "'");
        check("'a`(b`)", "'a`(b`)");
    }

    #[test]
    fn other_tokens_are_no_literals() {
        for token in ["", "abc", "\"abc\"x", "\"abc\"\"d\"", "\"", "\"a\\\"", "a'b"] {
            assert_eq!(ValueKind::of_token(token), None, "{token}");
        }
    }
}
