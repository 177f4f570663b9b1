//! Guesses, by a short look ahead, whether a piece really begins at a word that could open one.
//!
//! They are asked only for the first word of a line inside a piece that has not ended yet. A wrong yes would refuse a
//! good program, so each keyword must be followed by what makes it one.

use super::keyword::{Ending, Keyword, Role, nearest_keyword, opening};
use super::lexeme::Lexeme;
use super::lexer::Class;
use super::piece::Text;

/// How many tokens are looked at: enough for any heading, and it keeps the whole linear.
const LOOK_AHEAD: usize = 64;

/// Whether a piece begins at `index`. Cost: at most [`LOOK_AHEAD`] tokens.
pub(super) fn begins(text: &Text<'_>, index: usize, in_module: bool) -> bool {
    let Some(keyword) = text.keyword(index) else { return false };
    let rest = Rest { text, from: index + 1, to: text.len().min(index + 1 + LOOK_AHEAD) };
    match keyword.role {
        Role::Module => rest.is_header(),
        Role::View => rest.contains(4, |word| word == "from"),
        Role::End => in_module && rest.ends_line(),
        Role::Declaration(_) if !in_module => false,
        Role::Declaration(ending) => rest.is_declaration(keyword.lexeme, ending),
        Role::Command(ending) => rest.is_command(keyword.lexeme, ending),
    }
}

/// Whether the word at `index` is a misspelt keyword, such as `opp`: nearly one, and followed by what belongs to it.
pub(super) fn misspelt(text: &Text<'_>, index: usize) -> bool {
    let rest = Rest { text, from: index + 1, to: text.len().min(index + 1 + LOOK_AHEAD) };
    // The cheap question first: the search for the nearest keyword is not free.
    let declares = rest.before_period(|word| matches!(word, ":" | "=" | "=>" | "<"));
    if !declares {
        return false;
    }
    let Some(keyword) = nearest_keyword(text.at(index), true).and_then(opening) else { return false };
    matches!(keyword.role, Role::Declaration(ending) if rest.is_declaration(keyword.lexeme, ending))
}

/// The tokens behind a keyword, as far as we look.
struct Rest<'a, 'b> {
    text: &'a Text<'b>,
    from: usize,
    to: usize,
}

impl Rest<'_, '_> {
    fn contains(&self, within: usize, wanted: impl Fn(&str) -> bool) -> bool {
        (self.from..self.to.min(self.from + within)).any(|index| wanted(self.text.at(index)))
    }

    fn is_header(&self) -> bool {
        self.from < self.to
            && self.text.class(self.from) == Class::Word
            && (self.from + 1..self.to.min(self.from + 12)).any(|index| self.text.at(index) == "is")
    }

    /// Nothing else on the line but a period.
    fn ends_line(&self) -> bool {
        self.text.last(self.from - 1) || (self.text.class(self.from) == Class::Period && self.text.last(self.from))
    }

    fn is_declaration(&self, lexeme: Lexeme, ending: Ending) -> bool {
        match lexeme {
            Lexeme::Operator | Lexeme::Operators => self.has_in_order(":", &["->", "~>", "=>"]),
            Lexeme::Variables => self.has_in_order(":", &["."]) || self.glued_after_colon(),
            Lexeme::Subsorts => self.words_only() && self.before_period(|word| word == "<"),
            Lexeme::Sorts => self.words_only(),
            Lexeme::Protecting | Lexeme::Extending | Lexeme::Including => self.is_import(),
            Lexeme::Equation | Lexeme::ConditionalEquation => self.balanced_until("="),
            Lexeme::Rule | Lexeme::ConditionalRule => self.balanced_until("=>"),
            Lexeme::Membership | Lexeme::ConditionalMembership => self.balanced_until(":"),
            _ => ending == Ending::Period && self.words_only(),
        }
    }

    fn is_command(&self, lexeme: Lexeme, ending: Ending) -> bool {
        match lexeme {
            Lexeme::Search => self.contains(LOOK_AHEAD, |word| matches!(word, "=>*" | "=>+" | "=>1" | "=>!" | "=>#")),
            Lexeme::Reduce | Lexeme::Rewrite | Lexeme::FairRewrite | Lexeme::ExtendedMatch => {
                self.from < self.to && self.before_period(|_| true)
            }
            Lexeme::Match => self.contains(LOOK_AHEAD, |word| word == "<=?"),
            Lexeme::Set => {
                ending == Ending::Period && self.contains(1, |word| matches!(word, "trace" | "show" | "print"))
            }
            Lexeme::Show => self.contains(1, |word| matches!(word, "path" | "search" | "module" | "all")),
            Lexeme::Load | Lexeme::LoadOnce => {
                self.text.at(self.from - 1) != "in" && self.from < self.to && self.text.last(self.from)
            }
            Lexeme::Quit | Lexeme::EndOfFile => self.ends_line(),
            _ => false,
        }
    }

    /// One capitalised word, then a period or what makes a module expression of it.
    fn is_import(&self) -> bool {
        let capital = |index: usize| self.text.at(index).starts_with(|c: char| c.is_ascii_uppercase());
        self.from < self.to
            && capital(self.from)
            && (self.text.class(self.from) == Class::Glued
                || (self.from + 1 < self.to && matches!(self.text.at(self.from + 1), "." | "{" | "+" | "*")))
    }

    /// Words, and no brackets but braces, up to a period.
    fn words_only(&self) -> bool {
        for index in self.from..self.to {
            match self.text.class(index) {
                Class::Period => return index > self.from,
                Class::Glued => return true,
                Class::Word | Class::OpenBrace | Class::CloseBrace | Class::Comma => {}
                _ => return false,
            }
        }
        false
    }

    /// `first`, not at once, and behind it one of `second`, before a period ends it all.
    fn has_in_order(&self, first: &str, second: &[&str]) -> bool {
        let mut seen = false;
        for index in self.from..self.to {
            let word = self.text.at(index);
            if !seen && word == first && index > self.from {
                seen = true;
            } else if seen && second.contains(&word) {
                return true;
            } else if seen && self.text.stops(index) {
                return false;
            }
        }
        false
    }

    fn glued_after_colon(&self) -> bool {
        (self.from..self.to.min(self.from + LOOK_AHEAD / 2))
            .find(|&index| self.text.at(index) == ":")
            .is_some_and(|colon| colon + 1 < self.to && self.text.class(colon + 1) == Class::Glued)
    }

    fn before_period(&self, wanted: impl Fn(&str) -> bool) -> bool {
        for index in self.from..self.to {
            if self.text.class(index) == Class::Period {
                return false;
            }
            if wanted(self.text.at(index)) {
                return true;
            }
        }
        false
    }

    /// `word` outside all parentheses, not at once, before a period or a parenthesis too many. Where the left side
    /// is longer than we look, the answer is no.
    fn balanced_until(&self, word: &str) -> bool {
        let mut depth = 0_usize;
        for index in self.from..self.to {
            match self.text.class(index) {
                Class::OpenParenthesis => depth += 1,
                Class::CloseParenthesis if depth == 0 => return false,
                Class::CloseParenthesis => depth -= 1,
                Class::Period if depth == 0 => return false,
                _ if depth == 0 && index > self.from && self.text.at(index) == word => return true,
                _ => {}
            }
        }
        false
    }
}

/// How far a body has come: whether it could be whole already, had it only a period.
pub(super) struct Progress {
    separator: &'static str,
    separated: bool,
    whole: bool,
}

impl Progress {
    /// At the keyword.
    pub fn new(keyword: Option<Keyword>) -> Self {
        let separator = match keyword.map(|keyword| keyword.lexeme) {
            Some(Lexeme::Equation | Lexeme::ConditionalEquation) => "=",
            Some(Lexeme::Rule | Lexeme::ConditionalRule) => "=>",
            Some(Lexeme::Membership | Lexeme::ConditionalMembership) => ":",
            _ => "",
        };
        Self { separator, separated: separator.is_empty(), whole: false }
    }

    /// Takes the next token.
    pub fn see(&mut self, word: &str) {
        self.whole = self.separated && !matches!(word, "=" | "=>" | ":=" | "if" | "/\\" | ":" | ",");
        self.separated |= word == self.separator;
    }

    /// Whether the body has a separator and something behind it.
    pub fn may_end(&self) -> bool {
        self.whole
    }
}
