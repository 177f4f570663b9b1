//! From surface tokens to lexemes: what each token can be in the user's grammar.

use smallvec::SmallVec;

use crate::base::hash::IndexMap;
use crate::base::{Name, Number, Span, ValueKind};
use crate::module::{Signature, SortId, Variable};
use crate::syntax::surface::Token;

use super::terminal::{Terminal, TerminalId, Terminals};

/// Most tokens that are joined to one name such as `X:List{Nat}`; keeps a run of open brackets from costing its square.
const LONGEST_JOIN: usize = 256;

/// A token, or several glued ones that make one name, with all it can be.
#[derive(Clone, Debug)]
pub(super) struct Lexeme {
    /// The text.
    pub name: Name,
    /// The place.
    pub span: Span,
    /// What it can be; nothing for an unknown word.
    pub terminals: SmallVec<[TerminalId; 2]>,
    /// The variable, where it can be one.
    pub variable: Option<Variable>,
}

/// What lexemes are told apart by.
#[derive(Clone, Copy)]
pub(super) struct Lexicon<'a> {
    /// Sorts and symbols.
    pub signature: &'a Signature,
    /// Declared variables.
    pub variables: &'a IndexMap<Name, SortId>,
    /// The terminals of the grammar.
    pub terminals: &'a Terminals,
}

impl Lexicon<'_> {
    /// All lexemes of a run of tokens. Linear in the tokens.
    pub fn lexemes(&self, tokens: &[Token]) -> Vec<Lexeme> {
        let mut lexemes: Vec<Lexeme> = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            let before = lexemes.last().map(|lexeme| lexeme.name.as_str());
            let (lexeme, used) = self.joined(tokens, at, before).unwrap_or_else(|| (self.single(tokens[at]), 1));
            lexemes.push(lexeme);
            at += used;
        }
        lexemes
    }

    /// A name that spans several tokens glued together: `X:List{Nat}`, `X:[Nat]`, `.List{Nat}` behind a closing
    /// parenthesis, and a sort behind a colon.
    fn joined(&self, tokens: &[Token], at: usize, before: Option<&str>) -> Option<(Lexeme, usize)> {
        let (first, next) = (tokens[at], tokens.get(at + 1)?);
        let opens = |token: &Token| matches!(token.name.as_str(), "{" | "[");
        let text = first.name.as_str();
        let sort_is_wanted = before == Some(":");
        let starts = opens(next) && first.span.end == next.span.start;
        let variable = starts && text.find(':').is_some_and(|colon| colon > 0);
        let dot_sort = starts && before == Some(")") && text.starts_with('.');
        if !(variable || dot_sort || sort_is_wanted && (starts || text == "[")) {
            return None;
        }
        let used = glued(&tokens[at..])?;
        let run = &tokens[at..at + used];
        let whole: String = run.iter().map(|token| token.name.as_str()).collect();
        let token = Token { name: Name::new(&whole), span: first.span.to(run[used - 1].span) };
        let lexeme = self.single(token);
        (!lexeme.terminals.is_empty()).then_some((lexeme, used))
    }

    /// What one token can be.
    fn single(&self, token: Token) -> Lexeme {
        let text = token.name.as_str();
        let mut terminals = SmallVec::new();
        let mut add = |terminal| terminals.extend(self.terminals.get(terminal));
        add(Terminal::Word(token.name));
        if is_positive(text) {
            add(Terminal::Natural);
        } else if text.strip_prefix('-').is_some_and(is_positive) {
            add(Terminal::Negative);
        } else if fraction(text).is_some() {
            add(Terminal::Fraction);
        }
        if let Some(kind) = ValueKind::of_token(text) {
            add(Terminal::Value(kind));
        }
        let variable = self.variable(token.name);
        if let Some(variable) = variable {
            add(Terminal::Variable(self.signature.kind_of(variable.sort)));
        }
        if let Some(sort) = self.sort(text) {
            add(Terminal::Sort(self.signature.kind_of(sort)));
        }
        if let Some(sort) = text.strip_prefix('.').and_then(|sort| self.sort(sort)) {
            add(Terminal::DotSort(self.signature.kind_of(sort)));
        }
        if let Some((name, _)) = power(text) {
            for &symbol in self.signature.symbols_named(Name::new(name)) {
                add(Terminal::Power(symbol));
            }
        }
        Lexeme { name: token.name, span: token.span, terminals, variable }
    }

    /// The variable a token names: a declared one, or one written with its sort.
    fn variable(&self, name: Name) -> Option<Variable> {
        if let Some(&sort) = self.variables.get(&name) {
            return Some(Variable { name, sort });
        }
        let text = name.as_str();
        // A structured sort has no colon, a variable's name may: the last colon outside brackets decides.
        let outside = text.find(['{', '[']).unwrap_or(text.len());
        let colon = text[..outside].rfind(':').filter(|&colon| colon > 0)?;
        let sort = self.sort(&text[colon + 1..])?;
        Some(Variable { name: Name::new(&text[..colon]), sort })
    }

    /// The sort or kind with a name as written: `Nat`, `[Nat]`, `[Nat,Pool]`.
    pub fn sort(&self, text: &str) -> Option<SortId> {
        if text.is_empty() {
            return None;
        }
        if let Some(sort) = self.signature.sort_named(Name::new(text)) {
            return Some(sort);
        }
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        let mut kinds = split_outside_braces(inner)
            .map(|part| self.signature.sort_named(Name::new(part)).map(|sort| self.signature.kind_of(sort)));
        let kind = kinds.next()??;
        kinds.all(|other| other == Some(kind)).then(|| self.signature.top_sort(kind))
    }
}

/// How many tokens from the first on are glued together up to the closing of the brackets they open.
fn glued(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().take(LONGEST_JOIN) {
        if at > 0 && tokens[at - 1].span.end != token.span.start {
            return None;
        }
        match token.name.as_str() {
            "{" | "[" => depth += 1,
            "}" | "]" => {
                depth = depth.checked_sub(1)?;
                let goes_on = tokens
                    .get(at + 1)
                    .is_some_and(|next| next.name.as_str() == "{" && next.span.start == token.span.end);
                if depth == 0 && !goes_on {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Splits at commas that stand in no braces.
fn split_outside_braces(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}

/// Decimal digits without leading zeros, not zero.
fn is_positive(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The numerator and denominator of `5/3` or `-5/3`.
pub(super) fn fraction(text: &str) -> Option<(&str, &str)> {
    let (numerator, denominator) = text.split_once('/')?;
    let magnitude = numerator.strip_prefix('-').unwrap_or(numerator);
    ((is_positive(magnitude) || numerator == "0") && is_positive(denominator)).then_some((numerator, denominator))
}

/// The parts of `f^n`.
pub(super) fn power(text: &str) -> Option<(&str, Number)> {
    let (name, count) = text.rsplit_once('^')?;
    (!name.is_empty() && is_positive(count)).then(|| Some((name, count.parse().ok()?))).flatten()
}
