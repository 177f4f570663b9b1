//! Joins the pieces of a text into modules and commands, and resumes after a mistake.

use crate::base::source::FileId;
use crate::base::{Diagnostic, Severity, Span};

use super::keyword::{Keyword, Role, closing_of, in_view};
use super::lexeme::{Lexeme, lexemes, separating_commas};
use super::lexer::{Class, scan};
use super::piece::{Input, Piece, Text, cut};
use super::rules::{CommandParser, DeclarationParser, HeaderParser, ViewHeaderParser, ViewItemParser};
use super::surface::{Command, Item, ModuleDeclaration, SourceUnit, ViewDeclaration};
use super::{mistake, shape};

/// Reads a whole text.
pub(super) fn read(file: FileId, source: &str) -> (SourceUnit, Vec<Diagnostic>) {
    let mut scanned = scan(file, source);
    let diagnostics = std::mem::take(&mut scanned.diagnostics);
    let comments = scanned.comments;
    let mut reader = Reader {
        text: Text::new(file, source, scanned),
        at: 0,
        module: None,
        items: Vec::new(),
        stray: Vec::new(),
        diagnostics,
        parsers: Parsers::new(),
    };
    if reader.text.len() == 0 && !comments {
        reader.diagnostics.push(
            Diagnostic::error_without_place("empty-file", "there is nothing in this file")
                .note("expected a module (`fmod NAME is`, `mod NAME is`) or a command such as `search` or `reduce`"),
        );
    }
    reader.run();
    reader.forget_strings_in_stray_text();
    reader.take_stray_text_seriously();
    reader.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span.start));
    (SourceUnit { items: reader.items }, reader.diagnostics)
}

/// The generated parsers; making one is not free.
struct Parsers {
    header: HeaderParser,
    declaration: DeclarationParser,
    command: CommandParser,
    view_header: ViewHeaderParser,
    view_item: ViewItemParser,
}

impl Parsers {
    fn new() -> Self {
        Self {
            header: HeaderParser::new(),
            declaration: DeclarationParser::new(),
            command: CommandParser::new(),
            view_header: ViewHeaderParser::new(),
            view_item: ViewItemParser::new(),
        }
    }
}

/// A module or view whose end was not seen yet.
struct OpenModule {
    /// Index of its opening keyword.
    opening: usize,
    /// What it is so far.
    content: Content,
}

/// What a module or view is so far.
enum Content {
    Module(ModuleDeclaration),
    View(ViewDeclaration),
    /// A module whose header was refused: its declarations are only checked.
    RefusedModule,
    /// The same of a view.
    RefusedView,
}

impl OpenModule {
    fn is_view(&self) -> bool {
        matches!(self.content, Content::View(_) | Content::RefusedView)
    }
}

struct Reader<'a> {
    text: Text<'a>,
    at: usize,
    module: Option<OpenModule>,
    items: Vec<Item>,
    /// Places of skipped text, in order.
    stray: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
    parsers: Parsers,
}

impl Reader<'_> {
    fn run(&mut self) {
        while self.at < self.text.len() {
            let view = self.module.as_ref().is_some_and(OpenModule::is_view);
            let mut keyword = self.text.keyword(self.at);
            if view && matches!(keyword.map(|keyword| keyword.role), Some(Role::Declaration(_))) {
                keyword = in_view(self.text.at(self.at));
            }
            match (keyword.map(|keyword| keyword.role), self.module.is_some()) {
                (Some(Role::End), true) => self.close_module(),
                (Some(Role::Declaration(_)), true) => self.piece(keyword),
                (Some(Role::Module | Role::View | Role::Command(_)), true) if self.begins_outside() => {
                    self.abandon_module(self.at);
                }
                (Some(Role::Module | Role::View), false) => self.open_module(),
                (Some(Role::Command(_)), false) => self.piece(keyword),
                _ => self.skip_stray(),
            }
        }
        if self.module.is_some() {
            self.abandon_module(self.text.len());
        }
    }

    fn begins_outside(&self) -> bool {
        shape::begins(&self.text, self.at, true)
    }

    /// One declaration or command.
    fn piece(&mut self, keyword: Option<Keyword>) {
        let Some(keyword) = keyword else { return };
        let (piece, next) = cut(&mut self.text, self.at, keyword, &mut self.diagnostics);
        self.at = next;
        if keyword.lexeme == Lexeme::Foreign {
            return self.refuse(&piece);
        }
        if piece.broken {
            // Reported already; a second opinion on half a piece would only confuse.
            return;
        }
        self.check_balance(&piece);
        match keyword.role {
            Role::Declaration(_) if self.module.as_ref().is_some_and(OpenModule::is_view) => self.view_item(&piece),
            Role::Declaration(_) => self.declaration(&piece),
            _ => self.command(&piece),
        }
    }

    fn refuse(&mut self, piece: &Piece) {
        let word = self.text.at(piece.tokens.start);
        let place = self.text.tokens[piece.tokens.start].span;
        let what = match piece.keyword.role {
            Role::Declaration(_) => format!("the declaration {}", mistake::quote(word)),
            _ => format!("the command {}", mistake::quote(word)),
        };
        self.diagnostics.push(mistake::unsupported(&what, place));
    }

    fn check_balance(&mut self, piece: &Piece) {
        let mut depth = 0_usize;
        for index in piece.tokens.clone() {
            match self.text.class(index) {
                Class::OpenParenthesis => depth += 1,
                Class::CloseParenthesis if depth == 0 => {
                    self.diagnostics.push(mistake::unopened(&self.text, index));
                    return;
                }
                Class::CloseParenthesis => depth -= 1,
                _ => {}
            }
        }
    }

    fn declaration(&mut self, piece: &Piece) {
        if matches!(piece.keyword.lexeme, Lexeme::Sorts | Lexeme::Subsorts) {
            let commas = separating_commas(&self.text, piece);
            self.diagnostics.extend(commas.first().map(|&at| mistake::comma_between_sorts(&self.text, piece, at)));
        }
        let input = Input { text: &self.text, piece };
        match self.parsers.declaration.parse(&input, triples(&self.text, piece)) {
            Ok(declaration) => {
                if let Some(OpenModule { content: Content::Module(module), .. }) = &mut self.module {
                    module.declarations.push(declaration);
                }
            }
            Err(error) => self.diagnostics.push(mistake::of_parse(&self.text, piece, error)),
        }
    }

    fn view_item(&mut self, piece: &Piece) {
        let input = Input { text: &self.text, piece };
        match self.parsers.view_item.parse(&input, triples(&self.text, piece)) {
            Ok(item) => {
                if let Some(OpenModule { content: Content::View(view), .. }) = &mut self.module {
                    view.items.push(item);
                }
            }
            Err(error) => self.diagnostics.push(mistake::of_parse(&self.text, piece, error)),
        }
    }

    fn command(&mut self, piece: &Piece) {
        let input = Input { text: &self.text, piece };
        match self.parsers.command.parse(&input, triples(&self.text, piece)) {
            Ok(kind) => self.items.push(Item::Command(Command { kind, span: piece.span })),
            Err(error) => self.diagnostics.push(mistake::of_parse(&self.text, piece, error)),
        }
    }

    /// From the opening keyword to `is`.
    fn open_module(&mut self) {
        let opening = self.at;
        let Some(keyword) = self.text.keyword(opening) else { return };
        let end = self.header_end(opening);
        self.at = end;
        let span = self.text.span(opening..end);
        let piece = Piece { keyword, tokens: opening..end, span, broken: false };
        let content = match keyword.lexeme {
            Lexeme::Foreign => {
                let what = format!("a module opened with `{}`", self.text.at(opening));
                self.diagnostics.push(mistake::unsupported(&what, self.text.tokens[opening].span));
                Content::RefusedModule
            }
            Lexeme::View => self.view_header(&piece),
            _ => self.header(&piece),
        };
        self.module = Some(OpenModule { opening, content });
    }

    fn header(&mut self, piece: &Piece) -> Content {
        let input = Input { text: &self.text, piece };
        match self.parsers.header.parse(&input, triples(&self.text, piece)) {
            Ok((kind, name, parameters)) => {
                let (declarations, span) = (Vec::new(), piece.span);
                Content::Module(ModuleDeclaration { kind, name, parameters, declarations, span })
            }
            Err(error) => {
                self.diagnostics.push(mistake::of_parse(&self.text, piece, error));
                Content::RefusedModule
            }
        }
    }

    fn view_header(&mut self, piece: &Piece) -> Content {
        let input = Input { text: &self.text, piece };
        match self.parsers.view_header.parse(&input, triples(&self.text, piece)) {
            Ok(view) => Content::View(view),
            Err(error) => {
                self.diagnostics.push(mistake::of_parse(&self.text, piece, error));
                Content::RefusedView
            }
        }
    }

    /// Behind `is`, or before what can no longer belong to a header.
    fn header_end(&self, opening: usize) -> usize {
        let mut depth = 0_usize;
        for index in opening + 1..self.text.len() {
            if index > opening + 1 && self.text.at(index) == "is" {
                return index + 1;
            }
            match self.text.class(index) {
                Class::OpenParenthesis => depth += 1,
                Class::CloseParenthesis => depth = depth.saturating_sub(1),
                _ => {}
            }
            // The items of a renaming look like declarations.
            let over = depth == 0 && self.text.first(index) && self.text.keyword(index).is_some();
            if over || self.text.class(index) == Class::Period {
                return index;
            }
        }
        self.text.len()
    }

    fn close_module(&mut self) {
        let at = self.at;
        self.at += 1;
        if self.at < self.text.len() && self.text.class(self.at) == Class::Period && !self.text.first(self.at) {
            self.at += 1;
        }
        let Some(module) = self.module.take() else { return };
        if self.text.at(at) != closing_of(self.text.at(module.opening)) {
            self.diagnostics.push(mistake::wrong_end(&self.text, module.opening, at));
        }
        self.finish_module(module, self.text.tokens[at].span);
    }

    fn abandon_module(&mut self, before: usize) {
        let Some(module) = self.module.take() else { return };
        self.diagnostics.push(mistake::missing_end(&self.text, module.opening, before));
        self.finish_module(module, self.text.after(before));
    }

    fn finish_module(&mut self, module: OpenModule, end: Span) {
        match module.content {
            Content::Module(mut declaration) => {
                declaration.span = declaration.span.to(end);
                self.items.push(Item::Module(declaration));
            }
            Content::View(mut view) => {
                view.span = view.span.to(end);
                self.items.push(Item::View(view));
            }
            Content::RefusedModule | Content::RefusedView => {}
        }
    }

    /// Goes on to the next word that can begin a piece here: one diagnostic for all that lies between.
    fn skip_stray(&mut self) {
        let from = self.at;
        let mut index = from + 1;
        if self.module.is_none() && self.text.class(from) == Class::OpenParenthesis {
            // Input for a loop goes on to the closing parenthesis, whatever stands in it.
            index = self.text.matching(from, self.text.len()).map_or(self.text.len(), |close| close + 1);
        } else {
            while index < self.text.len() && !self.resumes(index) {
                index += 1;
            }
        }
        self.diagnostics.push(mistake::stray(&self.text, from, index, self.module.is_some()));
        self.stray.push(self.text.span(from..index));
        self.at = index;
    }

    /// What lies in skipped text is one mistake: the quotes in a file of random bytes are none of their own.
    fn forget_strings_in_stray_text(&mut self) {
        let stray = &self.stray;
        self.diagnostics.retain(|diagnostic| {
            let Some(label) = diagnostic.primary.as_ref().filter(|_| diagnostic.code == "unterminated-string") else {
                return true;
            };
            let after = stray.partition_point(|span| span.start <= label.span.start);
            after == 0 || stray[after - 1].end < label.span.end
        });
    }

    /// Stray text alone is no program.
    fn take_stray_text_seriously(&mut self) {
        if self.items.is_empty() {
            for stray in self.diagnostics.iter_mut().filter(|diagnostic| diagnostic.code == "stray-text") {
                stray.severity = Severity::Error;
            }
        }
    }

    fn resumes(&self, index: usize) -> bool {
        let separate = self.text.first(index) || self.text.class(index - 1) == Class::Period;
        match (self.text.keyword(index).map(|keyword| keyword.role), self.module.is_some()) {
            (Some(Role::End | Role::Declaration(_)), true) => separate,
            (Some(Role::Module | Role::View | Role::Command(_)), true) => {
                separate && shape::begins(&self.text, index, true)
            }
            (Some(Role::Module | Role::View | Role::Command(_)), false) => {
                separate || shape::begins(&self.text, index, false)
            }
            _ => false,
        }
    }
}

fn triples(text: &Text<'_>, piece: &Piece) -> impl Iterator<Item = Result<super::lexeme::Placed, mistake::Mistake>> {
    lexemes(text, piece).into_iter().map(Ok)
}
