//! Functions of strings.

use num_traits::ToPrimitive;

use crate::base::Number;
use crate::term::{NodeId, Text};
use crate::theory::Builtin;

use super::super::Engine;
use super::identifiers::identifier;

impl Engine {
    /// The value of a function of strings or quoted identifiers, where it has one.
    pub(super) fn text_function(&mut self, builtin: Builtin, symbol: u32, first: usize) -> Option<NodeId> {
        let made = self.theory.symbols.of(symbol).value_symbol;
        match (builtin, &self.values[first..]) {
            (Builtin::Character, &[code]) => {
                let code = u8::try_from(code.as_integer()?).ok()?;
                Some(self.heap.make_text(made?, &[code]))
            }
            (Builtin::Concatenation, &[left, right]) => self.heap.join_texts(left, right),
            (Builtin::Subtext, &[text, start, length]) => {
                let whole = self.heap.text(text)?.len();
                let start = self.size(start)?.min(whole);
                let length = self.size(length)?.min(whole - start);
                Some(self.heap.part_of_text(text, start, length))
            }
            (Builtin::FindFirst | Builtin::FindLast, &[text, pattern, from]) => {
                let (text, pattern) = (self.heap.text(text)?, self.heap.text(pattern)?);
                let from = self.size(from)?;
                let place = if builtin == Builtin::FindFirst {
                    first_place(text, pattern, from)
                } else {
                    last_place(text, pattern, from)
                };
                Some(match place {
                    Some(place) => self.count(place),
                    None if self.not_found == NodeId::NONE => return None,
                    None => self.not_found,
                })
            }
            (_, &[text]) => self.text_conversion(builtin, made, text),
            _ => None,
        }
    }

    /// The functions of one text.
    fn text_conversion(&mut self, builtin: Builtin, made: Option<u32>, node: NodeId) -> Option<NodeId> {
        let text = self.heap.text(node)?;
        let bytes = match builtin {
            Builtin::CharacterCode if text.len() == 1 => return NodeId::integer(i64::from(text.byte(0))),
            Builtin::TextLength => return Some(self.count(text.len())),
            Builtin::UpperCase => text.to_vec().to_ascii_uppercase(),
            Builtin::LowerCase => text.to_vec().to_ascii_lowercase(),
            Builtin::IdentifierText => text.to_vec(),
            Builtin::Identifier => identifier(text)?,
            _ => return None,
        };
        Some(self.heap.make_text(made?, &bytes))
    }

    /// A natural number as a size; one that fits no word is more than any size.
    fn size(&self, node: NodeId) -> Option<usize> {
        let number = match node.as_integer() {
            Some(small) => return usize::try_from(small).ok(),
            None => self.heap.as_number(node)?,
        };
        (number.signum() > 0).then(|| number.to_big().to_usize().unwrap_or(usize::MAX))
    }

    fn count(&mut self, value: usize) -> NodeId {
        self.heap.number(&Number::Small(value as i64))
    }
}

/// The first place from `from` on where a pattern stands.
fn first_place(text: Text<'_>, pattern: Text<'_>, from: usize) -> Option<usize> {
    let rest = text.len().checked_sub(from)?;
    let passed = passed_until_found(text.part(from, rest).bytes(), &pattern.to_vec())?;
    Some(from + passed - pattern.len())
}

/// The last place up to `from` where a pattern stands.
fn last_place(text: Text<'_>, pattern: Text<'_>, from: usize) -> Option<usize> {
    let end = text.len().checked_sub(pattern.len())?.min(from) + pattern.len();
    let backwards: Vec<u8> = pattern.bytes().rev().collect();
    let passed = passed_until_found(text.part(0, end).bytes().rev(), &backwards)?;
    Some(end - passed)
}

/// How many bytes are read until a pattern has been seen (Knuth, Morris and Pratt, *Fast pattern matching in strings*,
/// 1977). Linear in the pattern and in what is read.
fn passed_until_found(bytes: impl Iterator<Item = u8>, pattern: &[u8]) -> Option<usize> {
    if pattern.is_empty() {
        return Some(0);
    }
    // For each prefix of the pattern the length of its longest border.
    let mut borders = vec![0; pattern.len()];
    let next = |borders: &[usize], mut seen: usize, byte: u8| {
        while seen > 0 && pattern[seen] != byte {
            seen = borders[seen - 1];
        }
        if pattern[seen] == byte { seen + 1 } else { 0 }
    };
    for place in 1..pattern.len() {
        borders[place] = next(&borders, borders[place - 1], pattern[place]);
    }
    let mut seen = 0;
    for (place, byte) in bytes.enumerate() {
        seen = next(&borders, seen, byte);
        if seen == pattern.len() {
            return Some(place + 1);
        }
    }
    None
}
