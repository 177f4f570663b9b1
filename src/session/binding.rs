//! Constants that get their value from outside of the file: from `--input`, `-D` and `--each`.
//!
//! A binding is an equation that is added to each module of the user's that declares the constant, in front of all
//! stages but parsing, so that it means what it would mean had it been written there. Its places lie in a source of its
//! own, the option as it was typed.

use crate::base::hash::HashMap;
use crate::base::source::FileId;
use crate::base::{Diagnostic, Name, Span, Value, diagnostic::nearest};
use crate::module::{Module, StatementKind, SymbolId, Term, TermNode};
use crate::syntax;
use crate::syntax::surface::{
    Declaration, ModuleDeclaration, OperatorDeclaration, StatementDeclaration, StatementKeyword, Token, TypeReference,
};

use super::Session;
use super::program::Program;

/// What a constant is bound to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A string: these very characters.
    Text(String),
    /// A term, in the syntax of the module that declares the constant.
    Term(String),
    /// A string that changes from one run to the next, by [`Program::with_text`]; empty until then.
    Varying,
}

/// A constant whose text changes from one run to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VaryingText {
    /// Where its equation stands: nothing else does.
    source: FileId,
}

/// A constant with the equation it gets.
#[derive(Clone, Debug)]
struct Binding {
    name: Name,
    /// The option as typed, and the name in it.
    whole: Span,
    name_span: Span,
    /// The right-hand side.
    value: Vec<Token>,
    is_text: bool,
    /// Some module declares the constant.
    declared: bool,
}

/// All bindings of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings {
    all: Vec<Binding>,
    /// The constants of the user's modules, to name one that is near.
    constants: Vec<String>,
}

impl Session {
    /// Binds a constant in all modules that are loaded from now on. `option` and `typed` are what mistakes show:
    /// `--input` and `NAME=PATH`, where `typed` begins with the name.
    ///
    /// # Errors
    /// Mistakes of the binding itself, such as a name that is bound already. Others show when a text is loaded.
    pub fn bind(
        &mut self,
        option: &str,
        typed: &str,
        name: &str,
        bound: Bound,
    ) -> Result<VaryingText, Vec<Diagnostic>> {
        let typed = if typed.starts_with(name) { typed } else { name };
        let source = self.sources.add(option, typed);
        let whole = Span::new(source, 0, typed.len());
        let name_span = Span::new(source, 0, name.len());
        if name.is_empty() {
            let mistake = Diagnostic::error("bad-binding", format!("`{option}` names no constant"), whole);
            return Err(vec![mistake.help("write the constant's name in front of the `=`")]);
        }
        if let Some(first) = self.bindings.all.iter().find(|binding| binding.name.as_str() == name) {
            let mistake = Diagnostic::error("bound-twice", format!("the constant `{name}` is given twice"), name_span);
            return Err(vec![mistake.also(first.name_span, "it is given here first")]);
        }
        let is_text = !matches!(bound, Bound::Term(_));
        let value = match &bound {
            Bound::Term(term) => read_value(source, name, term, whole)?,
            Bound::Text(text) => vec![string(text, whole)],
            Bound::Varying => vec![string("", whole)],
        };
        let name = Name::new(name);
        self.bindings.all.push(Binding { name, whole, name_span, value, is_text, declared: false });
        Ok(VaryingText { source })
    }
}

/// The tokens of a term, in parentheses, so that all of it is the right-hand side and nothing an attribute.
fn read_value(source: FileId, name: &str, term: &str, whole: Span) -> Result<Vec<Token>, Vec<Diagnostic>> {
    let shown = whole.end as usize;
    let before = shown.saturating_sub(term.len());
    let (tokens, mistakes) = syntax::tokenize(source, &(" ".repeat(before) + term));
    if super::has_errors(&mistakes) {
        return Err(mistakes);
    }
    let Some((first, last)) = tokens.first().zip(tokens.last()) else {
        let mistake = Diagnostic::error("bad-binding", format!("there is no term for the constant `{name}`"), whole);
        return Err(vec![mistake.help("write a term behind the `=`")]);
    };
    let around =
        |text: &str, at: u32| Token { name: Name::new(text), span: Span::new(source, at as usize, at as usize) };
    let (open, close) = (around("(", first.span.start), around(")", last.span.end));
    Ok([open].into_iter().chain(tokens).chain([close]).collect())
}

fn string(text: &str, span: Span) -> Token {
    Token { name: Name::new(&Value::Text(text.as_bytes().into()).to_string()), span }
}

impl Bindings {
    /// Whether nothing is bound.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Notes which constants a module of the user's declares.
    pub(super) fn note(&mut self, module: &ModuleDeclaration) {
        if self.is_empty() || module.kind.is_theory() {
            return;
        }
        for name in constants(module).flat_map(|operators| &operators.names).map(|name| written(&name.tokens)) {
            for binding in self.all.iter_mut().filter(|binding| binding.name.as_str() == name) {
                binding.declared = true;
            }
            self.constants.push(name);
        }
    }

    /// The module with an equation for each bound constant that it declares; nothing where it declares none.
    pub(super) fn added_to(&self, module: &ModuleDeclaration) -> Option<ModuleDeclaration> {
        if self.is_empty() || module.kind.is_theory() {
            return None;
        }
        let tokens = constants(module).flat_map(|operators| &operators.names).map(|name| &name.tokens);
        let names: Vec<(String, &Vec<Token>)> = tokens.map(|tokens| (written(tokens), tokens)).collect();
        let equations: Vec<Declaration> = self
            .all
            .iter()
            .filter_map(|binding| {
                let (_, tokens) = names.iter().find(|(name, _)| name == binding.name.as_str())?;
                Some(Declaration::Statement(binding.equation(tokens)))
            })
            .collect();
        if equations.is_empty() {
            return None;
        }
        let mut module = module.clone();
        module.declarations.extend(equations);
        Some(module)
    }

    /// Constants that no module declares.
    pub(super) fn undeclared(&self) -> Vec<Diagnostic> {
        let mistake = |binding: &Binding| {
            let name = binding.name;
            let message = format!("no module of this file declares a constant `{name}`");
            let mistake = Diagnostic::error("unknown-constant", message, binding.name_span);
            match nearest(name.as_str(), self.constants.iter().map(String::as_str)) {
                Some(near) => mistake.suggest("a constant with a similar name exists", binding.name_span, near),
                None => {
                    let sort = if binding.is_text { "String" } else { "SORT" };
                    mistake.help(format!("declare it in the module that uses it: `op {name} : -> {sort} .`"))
                }
            }
        };
        self.all.iter().filter(|binding| !binding.declared).map(mistake).collect()
    }

    /// Bound constants that have another equation in a module: one of them would never be used.
    pub(super) fn defined_otherwise(&self, module: &Module) -> Vec<Diagnostic> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut bound: HashMap<SymbolId, &Binding> = HashMap::default();
        for (symbol, span) in constant_equations(module) {
            if let Some(binding) = self.of(span) {
                bound.insert(symbol, binding);
            }
        }
        let others = constant_equations(module).filter(|(_, span)| self.of(*span).is_none());
        let clashes = others.filter_map(|(symbol, span)| Some((*bound.get(&symbol)?, span)));
        let mistake = |(binding, span): (&Binding, Span)| {
            let message = format!("the constant `{}` has an equation already", binding.name);
            Diagnostic::error("bound-already", message, binding.name_span)
                .also(span, format!("in the module `{}` this is its value", module.name))
                .help("take that equation out, or put it into a module of its own that imports this one")
        };
        clashes.map(mistake).collect()
    }

    /// Says what mistakes in the added equations come to for one who wrote an option and no equation.
    pub(super) fn explain(&self, module: &ModuleDeclaration, mistakes: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let explained = |mistake: Diagnostic| {
            let place = mistake.primary.as_ref().map(|label| label.span);
            match place.and_then(|place| self.of(place)) {
                Some(binding) if binding.is_text => binding.no_string(module),
                Some(binding) if mistake.code == "kind-clash" => binding.wrong_sort(module),
                Some(binding) if mistake.code == "unknown-word" && binding.wants_text(module) => {
                    let name = binding.name;
                    mistake.help(format!("a string stands in quotes: `-D '{name}=\"…\"'`; that of a file is given by `--input {name}=PATH`"))
                }
                _ => mistake,
            }
        };
        mistakes.into_iter().map(explained).collect()
    }

    fn of(&self, span: Span) -> Option<&Binding> {
        self.all.iter().find(|binding| binding.whole.file == span.file)
    }
}

impl Binding {
    /// `eq NAME = VALUE .`
    fn equation(&self, name: &[Token]) -> StatementDeclaration {
        let here = |token: &Token| Token { name: token.name, span: self.name_span };
        let equals = Token { name: Name::new("="), span: self.whole };
        let body = name.iter().map(here).chain([equals]).chain(self.value.iter().copied()).collect();
        StatementDeclaration { keyword: StatementKeyword::Equation, label: None, body, span: self.whole }
    }

    fn no_string(&self, module: &ModuleDeclaration) -> Diagnostic {
        let (name, module_name) = (self.name, module.name.name);
        let message = format!("the constant `{name}` of the module `{module_name}` cannot be a string");
        self.with_declaration(
            Diagnostic::error("not-a-string", message, self.name_span).label("gives it a text"),
            module,
        )
        .help(format!("declare it as `op {name} : -> String .` in a module that imports `STRING`"))
        .help(format!("a term of another sort is given by `-D {name}=TERM`"))
    }

    fn wrong_sort(&self, module: &ModuleDeclaration) -> Diagnostic {
        let (name, module_name) = (self.name, module.name.name);
        let message = format!("the constant `{name}` of the module `{module_name}` cannot have this value");
        self.with_declaration(Diagnostic::error("kind-clash", message, self.whole), module)
            .note("the sorts of both must be connected by subsorts")
    }

    fn with_declaration(&self, mistake: Diagnostic, module: &ModuleDeclaration) -> Diagnostic {
        match self.declaration(module) {
            Some(operators) => mistake.also(operators.span, "it is declared here"),
            None => mistake,
        }
    }

    fn declaration<'m>(&self, module: &'m ModuleDeclaration) -> Option<&'m OperatorDeclaration> {
        let is_this = |operators: &&OperatorDeclaration| {
            operators.names.iter().any(|declared| written(&declared.tokens) == self.name.as_str())
        };
        constants(module).find(is_this)
    }

    /// Whether the constant is declared to be a string.
    fn wants_text(&self, module: &ModuleDeclaration) -> bool {
        let range = self.declaration(module).map(|operators| &operators.range);
        matches!(range, Some(TypeReference::Sort(sort)) if sort.name.as_str() == "String")
    }
}

/// The declarations of operators without arguments.
fn constants(module: &ModuleDeclaration) -> impl Iterator<Item = &OperatorDeclaration> {
    module.declarations.iter().filter_map(|declaration| match declaration {
        Declaration::Operators(operators) if operators.domain.is_empty() => Some(operators),
        _ => None,
    })
}

/// A name as it is typed on the command line.
fn written(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.name.as_str()).collect()
}

/// The equations of constants, with their places.
fn constant_equations(module: &Module) -> impl Iterator<Item = (SymbolId, Span)> {
    module.statements.iter().filter_map(|statement| {
        let StatementKind::Equation { left, .. } = &statement.kind else { return None };
        match left.node(left.root()) {
            TermNode::Application { symbol, arguments } if arguments.is_empty() => Some((*symbol, statement.span)),
            _ => None,
        }
    })
}

impl Program {
    /// The same program with another text for a constant; nothing is compiled but that. `None` when the program's module
    /// does not know the constant. Cost: that of copying the compiled module, and linear in the text.
    pub fn with_text(&self, varying: VaryingText, text: &str) -> Option<Self> {
        let mut theory = (*self.theory).clone();
        let mut known = false;
        for (at, statement) in self.module.statements.iter().enumerate() {
            if statement.span.file != varying.source {
                continue;
            }
            let StatementKind::Equation { right, .. } = &statement.kind else { continue };
            theory.set_value(at, &with_text(right, text));
            known = true;
        }
        known.then(|| self.with_theory(theory))
    }
}

/// A literal string with another text.
fn with_text(literal: &Term, text: &str) -> Term {
    let mut term = Term::new();
    for (at, node) in literal.nodes().iter().enumerate() {
        let node = match node {
            TermNode::Value(symbol, Value::Text(_)) => TermNode::Value(*symbol, Value::Text(text.as_bytes().into())),
            other => other.clone(),
        };
        term.push(node, literal.span(at as u32));
    }
    term
}
