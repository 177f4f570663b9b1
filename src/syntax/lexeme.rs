//! The terminals of the outer grammar, and the adapter that names each token of a piece by its role.
//!
//! One word can be a keyword in one place and an identifier in the next (`op op : -> Foo .`), so the role depends on
//! where in its piece a token stands. A lexeme carries no data: its place is a range of token indices.

use std::ops::Range;

use super::keyword::Role;
use super::lexer::Class;
use super::piece::{Piece, Text};

/// A terminal of the outer grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each variant is the word it is named after")]
pub enum Lexeme {
    // Words that open a piece.
    FunctionalModule,
    SystemModule,
    FunctionalTheory,
    SystemTheory,
    View,
    Protecting,
    Extending,
    Including,
    Sorts,
    Subsorts,
    Operator,
    Operators,
    Variables,
    Equation,
    ConditionalEquation,
    Rule,
    ConditionalRule,
    Membership,
    ConditionalMembership,
    Reduce,
    Rewrite,
    FairRewrite,
    ExternalRewrite,
    Match,
    ExtendedMatch,
    Parse,
    Search,
    Continue,
    Select,
    Set,
    Show,
    Load,
    LoadOnce,
    Quit,
    EndOfFile,
    /// `trace`, `break`, `print` and `do`, which work by the words that follow.
    Direct,
    /// `cd`, `pwd` and their like.
    Folder,
    /// What Maude has and we refuse by name; never reaches the grammar.
    Foreign,
    // Mappings of renamings and views: `sort A to B`, `op f to g`, `label l to m`.
    SortMapping,
    OperatorMapping,
    LabelMapping,
    // Words inside a piece.
    Is,
    From,
    To,
    Term,
    In,
    Path,
    Labels,
    States,
    SearchGraph,
    // Punctuation.
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Colon,
    DoubleColon,
    Arrow,
    PartialArrow,
    Less,
    Plus,
    Star,
    Period,
    // Attributes.
    Associative,
    Commutative,
    Idempotent,
    Identity,
    Left,
    Right,
    Constructor,
    Iterated,
    Ditto,
    Memo,
    Configuration,
    Object,
    Message,
    ParameterConstant,
    Precedence,
    Gather,
    Format,
    Strategy,
    Frozen,
    Polymorphic,
    Label,
    Metadata,
    Latex,
    Special,
    // Classes of tokens, and runs of them.
    Word,
    Number,
    Quoted,
    /// An operator's name: one or more tokens.
    OperatorName,
    /// A term, or all of a statement or query behind its head.
    Body,
}

/// A lexeme between two token indices, as LALRPOP wants it.
pub(super) type Placed = (usize, Lexeme, usize);

/// Names the tokens of a piece; a [`Lexeme::Period`] stands at the end whether or not the text has one.
pub(super) fn lexemes(text: &Text<'_>, piece: &Piece) -> Vec<Placed> {
    let mut adapter = Adapter { text, found: Vec::with_capacity(piece.tokens.len() + 1), end: piece.tokens.end };
    let start = piece.tokens.start;
    adapter.push(start, piece.keyword.lexeme);
    match piece.keyword.lexeme {
        Lexeme::FunctionalModule | Lexeme::SystemModule | Lexeme::FunctionalTheory | Lexeme::SystemTheory => {
            adapter.header(start + 1);
        }
        Lexeme::View => adapter.header(start + 1),
        Lexeme::SortMapping => adapter.mapping(start + 1, piece.tokens.end),
        Lexeme::OperatorMapping => adapter.operator_mapping(start + 1),
        Lexeme::Operator | Lexeme::Operators => adapter.operator(start + 1, piece.keyword.lexeme),
        Lexeme::Variables => adapter.variables(start + 1),
        Lexeme::Subsorts | Lexeme::Sorts => adapter.sorts(text, piece),
        Lexeme::Protecting | Lexeme::Extending | Lexeme::Including => adapter.expression(start + 1, piece.tokens.end),
        Lexeme::Reduce | Lexeme::Parse => adapter.query(start + 1),
        Lexeme::Continue => adapter.numbers(start + 1),
        Lexeme::Select => adapter.expression(start + 1, piece.tokens.end),
        Lexeme::Set | Lexeme::Direct | Lexeme::Folder => adapter.run(start + 1..piece.tokens.end, Lexeme::Body),
        Lexeme::Search
        | Lexeme::Rewrite
        | Lexeme::FairRewrite
        | Lexeme::ExternalRewrite
        | Lexeme::Match
        | Lexeme::ExtendedMatch => {
            let after = adapter.bounds(start + 1);
            adapter.query(after);
        }
        Lexeme::Show => adapter.show(start + 1),
        Lexeme::Load | Lexeme::LoadOnce => adapter.file_name(start + 1),
        Lexeme::Quit | Lexeme::EndOfFile => {}
        _ => adapter.statement(start + 1),
    }
    if !matches!(piece.keyword.role, Role::Module | Role::View) {
        adapter.found.push((piece.tokens.end, Lexeme::Period, piece.tokens.end));
    }
    adapter.found
}

/// The commas in a declaration of sorts or subsorts that stand between names, and not within one.
pub(super) fn separating_commas(text: &Text<'_>, piece: &Piece) -> Vec<usize> {
    let (mut depth, mut found) = (0_usize, Vec::new());
    for index in piece.tokens.clone() {
        match text.at(index) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "," if depth == 0 => found.push(index),
            _ => {}
        }
    }
    found
}

pub(super) struct Adapter<'a> {
    pub(super) text: &'a Text<'a>,
    found: Vec<Placed>,
    pub(super) end: usize,
}

impl Adapter<'_> {
    pub(super) fn push(&mut self, index: usize, lexeme: Lexeme) {
        self.found.push((index, lexeme, index + 1));
    }

    pub(super) fn run(&mut self, range: Range<usize>, lexeme: Lexeme) {
        if !range.is_empty() {
            self.found.push((range.start, lexeme, range.end));
        }
    }

    pub(super) fn is(&self, index: usize, word: &str) -> bool {
        index < self.end && self.text.at(index) == word
    }

    /// Punctuation as it is, everything else a word, without the commas between names: Maude passes over them, and a
    /// warning tells of them.
    fn sorts(&mut self, text: &Text<'_>, piece: &Piece) {
        let commas = separating_commas(text, piece);
        for index in piece.tokens.start + 1..self.end {
            if !commas.contains(&index) {
                self.push(index, self.plain_lexeme(index));
            }
        }
    }

    /// As [`Self::sorts`], but commas between the names are no punctuation: people write `vars X, Y : S` and Maude takes it.
    fn variables(&mut self, from: usize) {
        let colon = (from..self.end).find(|&index| self.is(index, ":")).unwrap_or(from);
        for index in from..self.end {
            let lexeme = self.plain_lexeme(index);
            if index > colon || lexeme != Lexeme::Comma {
                self.push(index, lexeme);
            }
        }
    }

    pub(super) fn plain_lexeme(&self, index: usize) -> Lexeme {
        match self.text.class(index) {
            Class::OpenParenthesis => Lexeme::OpenParenthesis,
            Class::CloseParenthesis => Lexeme::CloseParenthesis,
            Class::OpenBracket => Lexeme::OpenBracket,
            Class::CloseBracket => Lexeme::CloseBracket,
            Class::OpenBrace => Lexeme::OpenBrace,
            Class::CloseBrace => Lexeme::CloseBrace,
            Class::Comma => Lexeme::Comma,
            _ => match self.text.at(index) {
                ":" => Lexeme::Colon,
                "<" => Lexeme::Less,
                "+" => Lexeme::Plus,
                "*" => Lexeme::Star,
                _ => Lexeme::Word,
            },
        }
    }

    /// `NAME{X :: T} is` or `NAME from T to M is`.
    fn header(&mut self, from: usize) {
        let last = self.end > from + 1 && self.is(self.end - 1, "is");
        let name = from + usize::from(from < self.end);
        self.run(from..name, Lexeme::Word);
        self.expression(name, self.end - usize::from(last));
        if last {
            self.push(self.end - 1, Lexeme::Is);
        }
    }

    /// `[LABEL] :` if it is there, then the body.
    fn statement(&mut self, from: usize) {
        let labelled = from + 3 < self.end
            && self.text.class(from) == Class::OpenBracket
            && matches!(self.text.class(from + 1), Class::Word | Class::Glued)
            && self.text.class(from + 2) == Class::CloseBracket
            && self.is(from + 3, ":");
        let mut body = from;
        if labelled {
            for (offset, lexeme) in
                [Lexeme::OpenBracket, Lexeme::Word, Lexeme::CloseBracket, Lexeme::Colon].into_iter().enumerate()
            {
                self.push(from + offset, lexeme);
            }
            body = from + 4;
        }
        self.run(body..self.end, Lexeme::Body);
    }

    /// `in M :` if it is there, then the body.
    fn query(&mut self, from: usize) {
        let mut body = from;
        if self.is(from, "in")
            && let Some(colon) = self.module_prefix(from + 1)
        {
            self.push(from, Lexeme::In);
            self.expression(from + 1, colon);
            self.push(colon, Lexeme::Colon);
            body = colon + 1;
        }
        self.run(body..self.end, Lexeme::Body);
    }

    /// The colon that ends a module expression, if what follows `in` looks like one and not like a term.
    fn module_prefix(&self, from: usize) -> Option<usize> {
        if self.is(from + 1, ":") {
            return Some(from + 1);
        }
        let composed = from + 1 < self.end
            && (self.text.class(from) == Class::OpenParenthesis || matches!(self.text.at(from + 1), "{" | "+" | "*"));
        if !composed {
            return None;
        }
        self.text.colon(from, self.end)
    }

    /// `[n]`, `[n, m]` or `[, m]` behind `search`, unless the bracket is a term of its own.
    fn bounds(&mut self, from: usize) -> usize {
        if from >= self.end || self.text.class(from) != Class::OpenBracket {
            return from;
        }
        let mut index = from + 1;
        while index < self.end.min(from + 5) && self.text.class(index) != Class::CloseBracket {
            let fits = self.text.class(index) == Class::Comma || is_number(self.text.at(index));
            if !fits {
                return from;
            }
            index += 1;
        }
        let term = index == from + 1 || index >= self.end || self.text.class(index) != Class::CloseBracket;
        if term || (index + 1 < self.end && self.text.at(index + 1).starts_with("=>")) {
            return from;
        }
        for place in from..=index {
            let lexeme = self.numeric_lexeme(place);
            self.push(place, lexeme);
        }
        index + 1
    }

    fn numeric_lexeme(&self, index: usize) -> Lexeme {
        if is_number(self.text.at(index)) { Lexeme::Number } else { self.plain_lexeme(index) }
    }

    fn show(&mut self, from: usize) {
        let mut index = from;
        if self.is(from, "path") {
            self.push(from, Lexeme::Path);
            index += 1;
            if self.is(index, "labels") || self.is(index, "label") {
                self.push(index, Lexeme::Labels);
                index += 1;
            } else if self.is(index, "states") || self.is(index, "state") {
                self.push(index, Lexeme::States);
                index += 1;
            }
        } else if self.is(from, "search") && self.is(from + 1, "graph") {
            self.run(from..from + 2, Lexeme::SearchGraph);
            index += 2;
        } else {
            return self.run(from..self.end, Lexeme::Body);
        }
        self.numbers(index);
    }

    fn numbers(&mut self, index: usize) {
        for place in index..self.end {
            let lexeme = self.numeric_lexeme(place);
            self.push(place, lexeme);
        }
    }

    fn file_name(&mut self, from: usize) {
        self.run(from..self.end, Lexeme::Word);
    }

    /// Names, ` : `, argument types, arrow, result type, attributes.
    fn operator(&mut self, from: usize, keyword: Lexeme) {
        let colon = self.text.colon(from, self.end);
        let names = from..colon.unwrap_or(self.end);
        if keyword == Lexeme::Operator {
            self.run(names, Lexeme::OperatorName);
        } else {
            self.names(names);
        }
        let Some(colon) = colon else { return };
        self.push(colon, Lexeme::Colon);
        let mut index = colon + 1;
        while index < self.end {
            let lexeme = match self.text.at(index) {
                "->" => Lexeme::Arrow,
                "~>" => Lexeme::PartialArrow,
                _ => self.plain_lexeme(index),
            };
            self.push(index, lexeme);
            index += 1;
            if matches!(lexeme, Lexeme::Arrow | Lexeme::PartialArrow) {
                break;
            }
        }
        let attributes = self.result_end(index);
        for place in index..attributes {
            self.push(place, self.plain_lexeme(place));
        }
        self.attributes(attributes, self.end);
    }

    /// Each token is a name of its own; parentheses group several into one.
    fn names(&mut self, names: Range<usize>) {
        let mut index = names.start;
        while index < names.end {
            let end = if self.text.class(index) == Class::OpenParenthesis {
                self.text.matching(index, names.end).map_or(index + 1, |close| close + 1)
            } else {
                index + 1
            };
            self.run(index..end, Lexeme::OperatorName);
            index = end;
        }
    }

    /// Where the result type ends: a kind in brackets, or a sort with its parameters in braces.
    fn result_end(&self, from: usize) -> usize {
        let mut index = from;
        let mut depth = 0_usize;
        while index < self.end {
            match self.text.class(index) {
                Class::OpenBracket if depth == 0 && index > from => return index,
                Class::OpenBracket | Class::OpenBrace => depth += 1,
                Class::CloseBracket | Class::CloseBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            index += 1;
        }
        self.end
    }

    pub(super) fn attributes(&mut self, from: usize, to: usize) {
        let mut index = from;
        let mut depth = 0_usize;
        while index < to {
            let mut lexeme = self.numeric_lexeme(index);
            match lexeme {
                Lexeme::OpenBracket | Lexeme::OpenParenthesis | Lexeme::OpenBrace => depth += 1,
                Lexeme::CloseBracket | Lexeme::CloseParenthesis | Lexeme::CloseBrace => depth = depth.saturating_sub(1),
                Lexeme::Word if depth == 1 => lexeme = self.attribute_lexeme(index),
                Lexeme::Word if self.text.at(index).starts_with('"') => lexeme = Lexeme::Quoted,
                _ => {}
            }
            self.push(index, lexeme);
            index += 1;
            if lexeme == Lexeme::Label && index < to && self.plain_lexeme(index) == Lexeme::Word {
                self.push(index, Lexeme::Word);
                index += 1;
            } else if lexeme == Lexeme::Identity {
                let end = self.identity_end(index);
                self.run(index..end, Lexeme::Body);
                index = end;
            }
        }
    }

    /// An identity element runs up to the next attribute or the closing bracket.
    fn identity_end(&self, from: usize) -> usize {
        let mut depth = 0_usize;
        for index in from..self.end {
            match self.text.class(index) {
                Class::OpenParenthesis | Class::OpenBracket | Class::OpenBrace => depth += 1,
                Class::CloseBracket if depth == 0 => return index,
                Class::CloseParenthesis | Class::CloseBracket | Class::CloseBrace => depth = depth.saturating_sub(1),
                _ if depth == 0 && index > from && self.attribute_lexeme(index) != Lexeme::Word => return index,
                _ => {}
            }
        }
        self.end
    }

    pub(super) fn attribute_lexeme(&self, index: usize) -> Lexeme {
        let text = self.text.at(index);
        let sided = || self.is(index + 1, "id:") || self.is(index + 1, "identity:");
        match text {
            "left" if sided() => Lexeme::Left,
            "right" if sided() => Lexeme::Right,
            _ if text.starts_with('"') => Lexeme::Quoted,
            _ => attribute(text).unwrap_or(Lexeme::Word),
        }
    }
}

fn attribute(text: &str) -> Option<Lexeme> {
    Some(match text {
        "assoc" | "associative" => Lexeme::Associative,
        "comm" | "commutative" => Lexeme::Commutative,
        "idem" | "idempotent" => Lexeme::Idempotent,
        "id:" | "identity:" => Lexeme::Identity,
        "ctor" | "constructor" => Lexeme::Constructor,
        "iter" | "iterated" => Lexeme::Iterated,
        "ditto" => Lexeme::Ditto,
        "memo" => Lexeme::Memo,
        "config" | "configuration" => Lexeme::Configuration,
        "obj" | "object" => Lexeme::Object,
        "msg" | "message" => Lexeme::Message,
        "pconst" => Lexeme::ParameterConstant,
        "prec" | "precedence" => Lexeme::Precedence,
        "gather" | "gathering" => Lexeme::Gather,
        "format" => Lexeme::Format,
        "strat" | "strategy" => Lexeme::Strategy,
        "frozen" => Lexeme::Frozen,
        "poly" | "polymorphic" => Lexeme::Polymorphic,
        "label" => Lexeme::Label,
        "metadata" => Lexeme::Metadata,
        "latex" => Lexeme::Latex,
        "special" => Lexeme::Special,
        _ => return None,
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
