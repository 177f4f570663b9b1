//! Cuts the tokens of a text into pieces: module headers, declarations, commands.
//!
//! This is the only place that knows where a piece ends, and so where reading resumes after a mistake. As in Maude,
//! a statement ends at a period outside parentheses that a keyword follows, a command at one that ends its line, and
//! any other declaration at its first period; so the body of a statement may contain periods.

use std::ops::Range;

use crate::base::source::FileId;
use crate::base::{Diagnostic, Name, Span};

use super::keyword::{Ending, Keyword, Role, opening};
use super::lexeme::Lexeme;
use super::lexer::{Class, Mark, Scanned};
use super::mistake::{self, Mistake};
use super::shape;
use super::surface::{Argument, ModuleExpression, OperatorName, SortReference, Token};

/// The tokens of a text together with the text.
pub(super) struct Text<'a> {
    /// The file, for spans.
    pub file: FileId,
    /// The whole text.
    pub source: &'a str,
    /// Its tokens.
    pub tokens: Vec<Token>,
    marks: Vec<Mark>,
}

impl<'a> Text<'a> {
    /// Takes over what the lexer found.
    pub fn new(file: FileId, source: &'a str, scanned: Scanned) -> Self {
        Self { file, source, tokens: scanned.tokens, marks: scanned.marks }
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The text of a token; faster than asking the table of names.
    pub fn at(&self, index: usize) -> &'a str {
        let span = self.tokens[index].span;
        &self.source[span.start as usize..span.end as usize]
    }

    /// The class of a token.
    pub fn class(&self, index: usize) -> Class {
        self.marks[index].class
    }

    /// Whether the token is the first on its line.
    pub fn first(&self, index: usize) -> bool {
        self.marks[index].first
    }

    /// Whether the token is the last on its line.
    pub fn last(&self, index: usize) -> bool {
        index + 1 >= self.len() || self.first(index + 1)
    }

    /// Whether the token is a period or ends with one.
    pub fn stops(&self, index: usize) -> bool {
        matches!(self.class(index), Class::Period | Class::Glued)
    }

    /// The keyword at a token, were a piece to begin there.
    pub fn keyword(&self, index: usize) -> Option<Keyword> {
        if index < self.len() { opening(self.at(index)) } else { None }
    }

    /// The first ` : ` outside parentheses in `from..to`.
    pub fn colon(&self, from: usize, to: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in from..to {
            match self.class(index) {
                Class::OpenParenthesis => depth += 1,
                Class::CloseParenthesis => depth = depth.saturating_sub(1),
                _ if depth == 0 && self.at(index) == ":" => return Some(index),
                _ => {}
            }
        }
        None
    }

    /// The parenthesis that closes the one at `open`, before `to`.
    pub fn matching(&self, open: usize, to: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in open..to {
            match self.class(index) {
                Class::OpenParenthesis => depth += 1,
                Class::CloseParenthesis => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// From the first to the last token of a range; the end of the text if it is empty and nothing follows.
    pub fn span(&self, range: Range<usize>) -> Span {
        match self.tokens.get(range.clone()) {
            Some([only]) => only.span,
            Some([first, .., last]) => first.span.to(last.span),
            _ => self.after(range.start),
        }
    }

    /// The empty place behind the token before `index`.
    pub fn after(&self, index: usize) -> Span {
        let end = match index.checked_sub(1).and_then(|before| self.tokens.get(before)) {
            Some(token) => token.span.end,
            None => 0,
        };
        Span { file: self.file, start: end, end }
    }

    /// Takes a glued period off a token.
    fn unglue(&mut self, index: usize) {
        let token = &mut self.tokens[index];
        token.span.end -= 1;
        self.marks[index].class = Class::Word;
        let text = &self.source[token.span.start as usize..token.span.end as usize];
        token.name = Name::new(text);
    }
}

/// A piece of the text.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// What opened it.
    pub keyword: Keyword,
    /// Keyword and all that belongs to it, without the closing period.
    pub tokens: Range<usize>,
    /// The same with the closing period.
    pub span: Span,
    /// Its end is missing, or that of a string in it: reported already, and what else is wrong in here is most likely
    /// a consequence.
    pub broken: bool,
}

/// What the actions of the grammar work on.
pub(super) struct Input<'a> {
    /// The text.
    pub text: &'a Text<'a>,
    /// The piece of it that is being read.
    pub piece: &'a Piece,
}

impl Input<'_> {
    /// The place of the whole piece.
    pub fn whole(&self) -> Span {
        self.piece.span
    }

    /// The place of the tokens `from..to`.
    pub fn span(&self, from: usize, to: usize) -> Span {
        self.text.span(from..to)
    }

    /// One token.
    pub fn token(&self, at: usize) -> Token {
        self.text.tokens[at]
    }

    /// The tokens `from..to`.
    pub fn tokens(&self, from: usize, to: usize) -> Vec<Token> {
        self.text.tokens[from..to].to_vec()
    }

    /// A sort's name: the tokens joined, backquotes taken out.
    pub fn sort(&self, from: usize, to: usize) -> SortReference {
        let span = self.span(from, to);
        if to == from + 1 && !self.text.at(from).contains('`') {
            return SortReference { name: self.token(from).name, span };
        }
        let joined: String = (from..to).flat_map(|at| self.text.at(at).chars()).filter(|&c| c != '`').collect();
        SortReference { name: Name::new(&joined), span }
    }

    /// An operator's name, without the parentheses around the whole of it.
    pub fn operator_name(&self, from: usize, to: usize) -> OperatorName {
        let span = self.span(from, to);
        let wrapped = to > from + 2
            && self.text.class(from) == Class::OpenParenthesis
            && self.text.matching(from, to) == Some(to - 1);
        let tokens = if wrapped { self.tokens(from + 1, to - 1) } else { self.tokens(from, to) };
        OperatorName { tokens, span }
    }

    /// A file's name: what stands there up to the next white space, quotes taken off.
    pub fn file_name(&self, from: usize, to: usize) -> Token {
        let span = self.span(from, to);
        let text = &self.text.source[span.start as usize..span.end as usize];
        let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        Token { name: Name::new(bare), span }
    }

    /// The expression, unless it is nested too deeply to be worked with by recursion.
    pub fn shallow(&self, expression: ModuleExpression) -> Result<ModuleExpression, MistakeResult> {
        if expression.depth() > ModuleExpression::DEEPEST {
            return Err(MistakeResult::User { error: Mistake::too_deep(expression.first().span) });
        }
        Ok(expression)
    }

    /// The same for a view with arguments.
    pub fn shallow_argument(&self, argument: Argument) -> Result<Argument, MistakeResult> {
        if argument.depth() > ModuleExpression::DEEPEST {
            return Err(MistakeResult::User { error: Mistake::too_deep(argument.name.span) });
        }
        Ok(argument)
    }

    /// A number that fits 32 bits.
    pub fn small(&self, at: usize) -> Result<u32, MistakeResult> {
        self.number(at)
    }

    /// A number that fits 64 bits.
    pub fn large(&self, at: usize) -> Result<u64, MistakeResult> {
        self.number(at)
    }

    /// A number from one that fits 64 bits.
    pub fn positive(&self, at: usize) -> Result<u64, MistakeResult> {
        match self.number(at)? {
            0 => Err(MistakeResult::User { error: Mistake::zero_bound(self.token(at).span) }),
            number => Ok(number),
        }
    }

    fn number<T: std::str::FromStr>(&self, at: usize) -> Result<T, MistakeResult> {
        let text = self.text.at(at);
        text.parse().map_err(|_| MistakeResult::User { error: Mistake::too_large(self.token(at).span) })
    }
}

/// An error as LALRPOP wants it from an action.
type MistakeResult = lalrpop_util::ParseError<usize, super::lexeme::Lexeme, Mistake>;

/// Finds the end of the piece that `keyword` opens at `start`, and where to go on reading.
pub(super) fn cut(text: &mut Text<'_>, start: usize, keyword: Keyword, found: &mut Vec<Diagnostic>) -> (Piece, usize) {
    let (ending, in_module) = match keyword.role {
        Role::Declaration(ending) => (ending, true),
        Role::Command(ending) => (ending, false),
        Role::Module | Role::View | Role::End => (Ending::Nothing, false),
    };
    let stop = match ending {
        Ending::Nothing => Stop::Here(start + 1),
        Ending::RestOfLine => Stop::Here((start + 1..text.len()).find(|&i| text.first(i)).unwrap_or(text.len())),
        Ending::FileName => Stop::Here(file_name_end(text, start)),
        Ending::Period | Ending::PeriodAfterColon => first_period(text, start, ending, in_module),
        Ending::Statement | Ending::Line => body_end(text, start, ending, in_module),
    };
    finish(text, start, keyword, &stop, found)
}

/// How a piece was found to end.
enum Stop {
    /// No period is needed; one that stands there on the same line is skipped.
    Here(usize),
    /// With the period at this index, glued or not.
    Period(usize),
    /// Before this index, where something else begins or the text ends, and the period is missing.
    Missing(usize),
    /// Before this index, inside the parenthesis at the second one.
    Open(usize, usize),
}

fn finish(
    text: &mut Text<'_>,
    start: usize,
    keyword: Keyword,
    stop: &Stop,
    found: &mut Vec<Diagnostic>,
) -> (Piece, usize) {
    let mut broken = false;
    let (end, next) = match *stop {
        Stop::Here(end) => {
            let period = end < text.len() && text.class(end) == Class::Period && !text.first(end);
            (end, end + usize::from(period))
        }
        Stop::Period(at) if text.class(at) == Class::Glued => {
            found.push(mistake::glued_period(text, at));
            text.unglue(at);
            (at + 1, at + 1)
        }
        Stop::Period(at) => (at, at + 1),
        Stop::Missing(end) => {
            found.push(mistake::missing_period(text, start, end));
            broken = true;
            (end, end)
        }
        Stop::Open(end, open) => {
            found.push(mistake::unclosed(text, start, open));
            broken = true;
            // The period in front of the next piece was meant to end this one.
            let period = text.class(end - 1) == Class::Period;
            (end - usize::from(period), end)
        }
    };
    broken |= (start..end).any(|index| text.class(index) == Class::Unclosed);
    let span = text.span(start..next.max(start + 1));
    (Piece { keyword, tokens: start..end.max(start + 1), span, broken }, next.max(start + 1))
}

fn file_name_end(text: &Text<'_>, start: usize) -> usize {
    let mut end = start + 1;
    if end < text.len() && !text.first(end) {
        end += 1;
        while end < text.len() && text.tokens[end].span.start == text.tokens[end - 1].span.end {
            end += 1;
        }
    }
    end
}

/// For declarations and commands without a body: the first period outside square brackets.
fn first_period(text: &Text<'_>, start: usize, ending: Ending, in_module: bool) -> Stop {
    let mut named = ending != Ending::PeriodAfterColon;
    let (mut square, mut round) = (0_usize, 0_usize);
    let import = text
        .keyword(start)
        .is_some_and(|keyword| matches!(keyword.lexeme, Lexeme::Protecting | Lexeme::Extending | Lexeme::Including));
    for index in start + 1..text.len() {
        // The items of a renaming look like declarations.
        let open = import && round > 0;
        // `vars X Y . vars Z : S .`: Maude reads on up to the colon, so X and Y have the sort of Z.
        let more = |at: usize| at < text.len() && variables(text, start) && variables(text, at);
        if !named && more(index) {
            continue;
        }
        if text.first(index) && !open && shape::begins(text, index, in_module) {
            return Stop::Missing(index);
        }
        match text.class(index) {
            Class::Period if !named && more(index + 1) => {}
            Class::OpenBracket => square += 1,
            Class::CloseBracket => square = square.saturating_sub(1),
            Class::OpenParenthesis => round += 1,
            Class::CloseParenthesis => round = round.saturating_sub(1),
            Class::Period if named && square == 0 => return Stop::Period(index),
            // Before the colon a period may be the name of an operator; at the end of a line it is not.
            Class::Period if !named && text.last(index) => return Stop::Period(index),
            Class::Glued if named && square == 0 => return Stop::Period(index),
            _ if !named && round == 0 && text.at(index) == ":" => {
                named = true;
                square = 0;
            }
            _ => {}
        }
    }
    Stop::Missing(text.len())
}

/// Whether a word opens a declaration of variables.
fn variables(text: &Text<'_>, index: usize) -> bool {
    text.keyword(index).is_some_and(|keyword| keyword.lexeme == Lexeme::Variables)
}

/// For statements and for commands with a term: see the head of this file.
fn body_end(text: &Text<'_>, start: usize, ending: Ending, in_module: bool) -> Stop {
    let mut open: Vec<usize> = Vec::new();
    let mut complete = shape::Progress::new(text.keyword(start));
    for index in start + 1..text.len() {
        if text.first(index) && shape::begins(text, index, in_module) {
            match open.first() {
                Some(&parenthesis) => return Stop::Open(index, parenthesis),
                None if complete.may_end() => return Stop::Missing(index),
                None => {}
            }
        }
        match text.class(index) {
            Class::OpenParenthesis => open.push(index),
            Class::CloseParenthesis => {
                open.pop();
            }
            Class::Period | Class::Glued if open.is_empty() && ends(text, index, ending, in_module) => {
                return Stop::Period(index);
            }
            _ => {}
        }
        complete.see(text.at(index));
    }
    match open.first() {
        Some(&parenthesis) => Stop::Open(text.len(), parenthesis),
        None => Stop::Missing(text.len()),
    }
}

/// Whether the period at `index`, outside parentheses, ends the body.
fn ends(text: &Text<'_>, index: usize, ending: Ending, in_module: bool) -> bool {
    if ending == Ending::Line {
        return text.last(index);
    }
    match text.keyword(index + 1).map(|keyword| keyword.role) {
        None => index + 1 == text.len() || (text.first(index + 1) && in_module && shape::misspelt(text, index + 1)),
        Some(Role::Declaration(_) | Role::End) => true,
        Some(Role::Module | Role::View | Role::Command(_)) => {
            text.first(index + 1) && shape::begins(text, index + 1, in_module)
        }
    }
}
