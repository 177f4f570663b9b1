//! The terminals of module expressions, renamings and views.

use super::lexeme::{Adapter, Lexeme};
use super::lexer::Class;

impl Adapter<'_> {
    /// A module expression, or a header behind its name. `from` and `to` are words of their own outside brackets.
    pub(super) fn expression(&mut self, from: usize, to: usize) {
        let mut index = from;
        let mut depth = 0_usize;
        while index < to {
            let lexeme = match self.plain_lexeme(index) {
                Lexeme::Word if self.is(index, "::") => Lexeme::DoubleColon,
                Lexeme::Word if depth == 0 && self.is(index, "from") => Lexeme::From,
                Lexeme::Word if depth == 0 && self.is(index, "to") => Lexeme::To,
                other => other,
            };
            match lexeme {
                Lexeme::OpenParenthesis | Lexeme::OpenBrace => depth += 1,
                Lexeme::CloseParenthesis | Lexeme::CloseBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.push(index, lexeme);
            index += 1;
            if lexeme == Lexeme::Star && index < to && self.text.class(index) == Class::OpenParenthesis {
                index = self.renaming(index, to);
            }
        }
    }

    /// `( sort A to B, op f to g, label l to m )`; gives the place behind the parenthesis.
    fn renaming(&mut self, open: usize, to: usize) -> usize {
        self.push(open, Lexeme::OpenParenthesis);
        let mut index = open + 1;
        while index < to && self.text.class(index) != Class::CloseParenthesis {
            let end = self.item_end(index, to);
            match self.text.at(index) {
                "sort" => {
                    self.push(index, Lexeme::SortMapping);
                    self.mapping(index + 1, end);
                }
                "label" => {
                    self.push(index, Lexeme::LabelMapping);
                    self.mapping(index + 1, end);
                }
                "op" => {
                    self.push(index, Lexeme::OperatorMapping);
                    self.operator_renaming(index + 1, end);
                }
                _ => self.push(index, Lexeme::Word),
            }
            index = end.max(index + 1);
            if index < to && self.text.class(index) == Class::Comma {
                self.push(index, Lexeme::Comma);
                index += 1;
            }
        }
        if index < to {
            self.push(index, Lexeme::CloseParenthesis);
        }
        (index + 1).min(to)
    }

    /// The comma behind an item, or the parenthesis behind the last one. A comma belongs to the item unless a further
    /// item begins behind it: it may be part of an operator's name.
    fn item_end(&self, from: usize, to: usize) -> usize {
        let mut depth = 0_usize;
        for index in from..to {
            match self.text.class(index) {
                Class::OpenParenthesis => depth += 1,
                Class::CloseParenthesis if depth == 0 => return index,
                Class::CloseParenthesis => depth -= 1,
                Class::Comma if depth == 0 && index + 1 < to => {
                    let next = self.text.at(index + 1);
                    if matches!(next, "sort" | "op" | "label" | "class" | "attr" | "msg" | "strat") {
                        return index;
                    }
                }
                _ => {}
            }
        }
        to
    }

    /// `A to B`: sorts or labels.
    pub(super) fn mapping(&mut self, from: usize, end: usize) {
        for index in from..end {
            let lexeme = if self.is(index, "to") && index > from { Lexeme::To } else { self.plain_lexeme(index) };
            self.push(index, lexeme);
        }
    }

    /// `f [: A -> B] to g [ATTRIBUTES]`.
    fn operator_renaming(&mut self, from: usize, end: usize) {
        let Some(arrow) = self.to(from, end) else { return self.run(from..end, Lexeme::OperatorName) };
        self.typed_name(from, arrow);
        self.push(arrow, Lexeme::To);
        let attributes = (arrow + 2..end)
            .find(|&at| {
                self.text.class(at) == Class::OpenBracket
                    && at + 1 < end
                    && self.attribute_lexeme(at + 1) != Lexeme::Word
            })
            .unwrap_or(end);
        self.run(arrow + 1..attributes, Lexeme::OperatorName);
        self.attributes(attributes, end);
    }

    /// `f [: A -> B] to g` or `f(X, Y) to term t`.
    pub(super) fn operator_mapping(&mut self, from: usize) {
        let end = self.end;
        let Some(arrow) = self.to(from, end) else { return self.run(from..end, Lexeme::OperatorName) };
        if self.is(arrow + 1, "term") && arrow + 2 < end {
            self.run(from..arrow, Lexeme::Body);
            self.push(arrow, Lexeme::To);
            self.push(arrow + 1, Lexeme::Term);
            self.run(arrow + 2..end, Lexeme::Body);
        } else {
            self.typed_name(from, arrow);
            self.push(arrow, Lexeme::To);
            self.run(arrow + 1..end, Lexeme::OperatorName);
        }
    }

    /// The word `to` behind at least one token, outside parentheses.
    fn to(&self, from: usize, end: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in from..end {
            match self.text.class(index) {
                Class::OpenParenthesis => depth += 1,
                Class::CloseParenthesis => depth = depth.saturating_sub(1),
                _ if depth == 0 && index > from && self.is(index, "to") => return Some(index),
                _ => {}
            }
        }
        None
    }

    fn typed_name(&mut self, from: usize, to: usize) {
        let colon = self.text.colon(from + 1, to).unwrap_or(to);
        self.run(from..colon, Lexeme::OperatorName);
        for index in colon..to {
            let lexeme = match self.text.at(index) {
                "->" => Lexeme::Arrow,
                "~>" => Lexeme::PartialArrow,
                _ => self.plain_lexeme(index),
            };
            self.push(index, lexeme);
        }
    }
}
