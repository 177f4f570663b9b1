//! For tests: a small reader of module texts, enough for declarations; statements stay tokens.

use std::sync::Arc;

use crate::base::source::{FileId, SourceMap};
use crate::base::{Diagnostic, Name, Severity, Span};
use crate::syntax::surface::*;

use super::elaborate::{elaborate, elaborate_trusted};
use super::flat::{Draft, Module, ModuleDatabase};
use super::library;

fn tokens(file: FileId, text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut push = |start: usize, end: usize| {
        if start < end {
            tokens.push(Token { name: Name::new(&text[start..end]), span: Span::new(file, start, end) });
        }
    };
    let mut start = 0;
    let mut comment = false;
    for (at, c) in text.char_indices() {
        if comment || c == '\n' {
            if !comment {
                push(start, at);
            }
            comment = c != '\n';
            start = at + c.len_utf8();
        } else if c.is_whitespace() || "()[]{},".contains(c) {
            push(start, at);
            start = at + c.len_utf8();
            if !c.is_whitespace() {
                push(at, start);
            }
        } else if text[start..].starts_with("---") {
            comment = true;
        }
    }
    push(start, text.len());
    tokens
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> &'static str {
        self.tokens.get(self.at).map_or("", |token| token.name.as_str())
    }

    fn next(&mut self) -> Token {
        self.at += 1;
        self.tokens[self.at - 1]
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.at += usize::from(found);
        found
    }

    fn until(&mut self, end: &str) -> Vec<Token> {
        let mut taken = Vec::new();
        while !self.eat(end) {
            taken.push(self.next());
        }
        taken
    }

    fn module(&mut self) -> ModuleDeclaration {
        let open = self.next();
        let kind = if open.name.as_str() == "fmod" { ModuleKind::Functional } else { ModuleKind::System };
        let name = self.next();
        assert!(self.eat("is"));
        let mut declarations = Vec::new();
        while !matches!(self.peek(), "endfm" | "endm") {
            declarations.push(self.declaration());
        }
        let span = open.span.to(self.next().span);
        ModuleDeclaration { kind, name, declarations, span }
    }

    fn declaration(&mut self) -> Declaration {
        let keyword = self.next();
        match keyword.name.as_str() {
            word @ ("protecting" | "extending" | "including") => {
                let mode = match word {
                    "protecting" => ImportMode::Protecting,
                    "extending" => ImportMode::Extending,
                    _ => ImportMode::Including,
                };
                let module = ModuleExpression::Named(self.next());
                let span = keyword.span.to(self.next().span);
                Declaration::Import { mode, module, span }
            }
            "sort" | "sorts" => Declaration::Sorts(self.until(".").into_iter().map(sort).collect()),
            "subsort" | "subsorts" => {
                let all = self.until(".");
                let groups = all.split(|t| t.name.as_str() == "<");
                Declaration::Subsorts(groups.map(|group| group.iter().copied().map(sort).collect()).collect())
            }
            "op" | "ops" => self.operators(keyword),
            "var" | "vars" => {
                let names = self.until(":");
                let range = self.types(".").remove(0);
                Declaration::Variables { names, range }
            }
            word => {
                let keyword_kind = match word {
                    "eq" => StatementKeyword::Equation,
                    "rl" => StatementKeyword::Rule,
                    other => panic!("test text: {other}"),
                };
                let body = self.until(".");
                let span = keyword.span.to(self.tokens[self.at - 1].span);
                Declaration::Statement(StatementDeclaration { keyword: keyword_kind, label: None, body, span })
            }
        }
    }

    fn types(&mut self, end: &str) -> Vec<TypeReference> {
        let mut types = Vec::new();
        while !self.eat(end) {
            let token = self.next();
            types.push(if token.name.as_str() == "[" {
                let members = self.until("]").into_iter().filter(|t| t.name.as_str() != ",").map(sort).collect();
                TypeReference::Kind(members, token.span)
            } else {
                TypeReference::Sort(sort(token))
            });
        }
        types
    }

    fn operators(&mut self, keyword: Token) -> Declaration {
        let name_tokens = self.until(":");
        let name = |tokens: Vec<Token>| OperatorName { span: tokens[0].span.to(tokens[tokens.len() - 1].span), tokens };
        let names = if keyword.name.as_str() == "ops" {
            name_tokens.into_iter().map(|token| name(vec![token])).collect()
        } else {
            vec![name(name_tokens)]
        };
        let partial = self.tokens[self.at..].iter().find(|t| matches!(t.name.as_str(), "->" | "~>")).unwrap().name;
        let partial = partial.as_str() == "~>";
        let domain = self.types(if partial { "~>" } else { "->" });
        let kind = self.peek() == "[";
        let start = self.at;
        self.at += if kind { self.tokens[start..].iter().position(|t| t.name.as_str() == "]").unwrap() + 1 } else { 1 };
        let mut range = Reader { tokens: self.tokens[start..self.at].to_vec(), at: 0 };
        range.tokens.push(Token { name: Name::new("."), span: keyword.span });
        let range = range.types(".").remove(0);
        let attributes = if self.eat("[") { self.attributes() } else { Vec::new() };
        assert!(self.eat("."), "test text: {}", self.peek());
        Declaration::Operators(OperatorDeclaration { names, domain, range, partial, attributes, span: keyword.span })
    }

    fn attributes(&mut self) -> Vec<OperatorAttribute> {
        use OperatorAttributeKind as Kind;
        let mut attributes = Vec::new();
        while !self.eat("]") {
            let word = self.next();
            let kind = match word.name.as_str() {
                "assoc" => Kind::Associative,
                "comm" => Kind::Commutative,
                "idem" => Kind::Idempotent,
                "ctor" => Kind::Constructor,
                "iter" => Kind::Iterated,
                "ditto" => Kind::Ditto,
                "memo" => Kind::Memo,
                "id:" => Kind::Identity { left: true, right: true, term: vec![self.next()] },
                side @ ("left" | "right") => {
                    assert!(self.eat("id:"));
                    Kind::Identity { left: side == "left", right: side == "right", term: vec![self.next()] }
                }
                "prec" => Kind::Precedence(self.next().name.as_str().parse().unwrap()),
                "gather" => Kind::Gather(self.parenthesised()),
                "format" => Kind::Format(self.parenthesised()),
                "strat" => Kind::Strategy(numbers(&self.parenthesised())),
                "poly" => Kind::Polymorphic(numbers(&self.parenthesised())),
                "frozen" if self.peek() == "(" => Kind::Frozen(numbers(&self.parenthesised())),
                "frozen" => Kind::Frozen(Vec::new()),
                "special" => Kind::Special(self.parenthesised()[0]),
                _ => Kind::Unknown(word),
            };
            attributes.push(OperatorAttribute { kind, span: word.span });
        }
        attributes
    }

    fn parenthesised(&mut self) -> Vec<Token> {
        assert!(self.eat("("));
        self.until(")")
    }
}

fn numbers(tokens: &[Token]) -> Vec<u32> {
    tokens.iter().map(|token| token.name.as_str().parse().unwrap()).collect()
}

fn sort(token: Token) -> SortReference {
    SortReference { name: token.name, span: token.span }
}

/// Reads a text of modules.
pub fn read(sources: &mut SourceMap, text: &str) -> Vec<ModuleDeclaration> {
    let file = sources.add("test", text);
    let mut reader = Reader { tokens: tokens(file, text), at: 0 };
    let mut modules = Vec::new();
    while reader.at < reader.tokens.len() {
        modules.push(reader.module());
    }
    modules
}

/// A draft with identities that are constants read, and without its own statements, as a module.
pub fn finish(mut draft: Draft) -> Module {
    let mut read = Vec::new();
    for identity in draft.identities.clone() {
        let mut term = super::term::Term::new();
        let range = draft.signature.symbol(identity.symbol).range;
        let constants = draft.signature.symbols_named(identity.tokens[0].name);
        if let Some(&constant) = constants.iter().find(|&&c| draft.signature.symbol(c).range == range) {
            term.apply(constant, Vec::new());
            read.push((identity, term));
        }
    }
    let clashes = draft.set_identities(read);
    assert!(clashes.is_empty(), "{clashes:?}");
    draft.finish(Vec::new())
}

/// A database with the whole library in it.
pub fn library(sources: &mut SourceMap) -> ModuleDatabase {
    let mut database = ModuleDatabase::new();
    for name in library::names() {
        if database.get(Name::new(name)).is_none() {
            let (_, text) = library::source(name).unwrap();
            for declaration in read(sources, text) {
                let (draft, diagnostics) = elaborate_trusted(&declaration, &database);
                assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
                database.insert(Arc::new(finish(draft)));
            }
        }
    }
    database
}

/// Elaborates the modules of a text after the library; gives the database and the shown diagnostics.
pub fn load(text: &str) -> (ModuleDatabase, Vec<String>) {
    let mut sources = SourceMap::new();
    let mut database = library(&mut sources);
    let mut shown = Vec::new();
    for declaration in read(&mut sources, text) {
        let (draft, diagnostics) = elaborate(&declaration, &database);
        if !diagnostics.iter().any(|d| d.severity == Severity::Error) {
            database.insert(Arc::new(finish(draft)));
        }
        shown.extend(diagnostics.iter().map(|d| show(&sources, d)));
    }
    (database, shown)
}

fn show(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let place = diagnostic.primary.as_ref().map_or("", |label| sources.text(label.span));
    let mut text = format!("{}: {} @ {place}", diagnostic.code, diagnostic.message);
    if let Some(suggestion) = &diagnostic.suggestion {
        text.push_str(&format!(" -> {}", suggestion.replacement));
    }
    text
}
