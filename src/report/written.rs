//! Modules and views as they were written, in one style: keywords in full, one declaration on a line, single spaces.

use crate::base::source::FileId;
use crate::base::{Name, Span};
use crate::syntax::surface::{
    Declaration, ImportMode, Item, ModuleDeclaration, OperatorAttribute, OperatorAttributeKind, OperatorDeclaration,
    OperatorName, ParameterDeclaration, StatementDeclaration, StatementKeyword, Token, TypeReference, ViewDeclaration,
    ViewItem,
};
use crate::syntax::{parse, tokenize};

/// The module of a name in the text that it was declared by; none if that declares another one.
pub fn module(text: &str, name: Name) -> Option<String> {
    let (unit, _) = parse(FileId::new(0), text);
    unit.items.iter().find_map(|item| match item {
        Item::Module(declaration) if declaration.name.name == name => Some(Writer { text }.module(declaration)),
        _ => None,
    })
}

/// The view of a name in the text that it was declared by; none if that declares another one.
pub fn view(text: &str, name: Name) -> Option<String> {
    let (unit, _) = parse(FileId::new(0), text);
    unit.items.iter().find_map(|item| match item {
        Item::View(declaration) if declaration.name.name == name => Some(Writer { text }.view(declaration)),
        _ => None,
    })
}

/// Writes what a text declares.
struct Writer<'a> {
    text: &'a str,
}

/// Where a declaration stands: imports, sorts, subsorts, operators and variables, statements.
const GROUPS: u8 = 5;

impl Writer<'_> {
    fn module(&self, module: &ModuleDeclaration) -> String {
        let parameters = self.parameters(&module.parameters);
        let mut text = format!("{} {}{parameters} is\n", module.kind.opening(), module.name.name);
        for group in 0..GROUPS {
            let declarations = module.declarations.iter().filter(|declaration| group_of(declaration) == group);
            text.extend(declarations.map(|declaration| format!("  {} .\n", self.declaration(declaration))));
        }
        text + module.kind.closing() + "\n"
    }

    fn view(&self, view: &ViewDeclaration) -> String {
        let (from, to) = (self.between(view.from.first().span, "to"), self.between(view.to.first().span, "is"));
        let parameters = self.parameters(&view.parameters);
        let mut text = format!("view {}{parameters} from {from} to {to} is\n", view.name.name);
        for item in &view.items {
            let line = match item {
                ViewItem::Sort { from, to } => format!("sort {} to {}", from.name, to.name),
                ViewItem::Operator { span, .. } | ViewItem::Term { span, .. } => self.piece(*span),
                ViewItem::Variables { names, range } => variables(names, range),
            };
            text.push_str(&format!("  {line} .\n"));
        }
        text + "endv\n"
    }

    fn parameters(&self, parameters: &[ParameterDeclaration]) -> String {
        if parameters.is_empty() {
            return String::new();
        }
        let one = |one: &ParameterDeclaration| format!("{} :: {}", one.name.name, one.theory.first().name);
        format!("{{{}}}", parameters.iter().map(one).collect::<Vec<_>>().join(", "))
    }

    fn declaration(&self, declaration: &Declaration) -> String {
        match declaration {
            Declaration::Import { mode, span, .. } => {
                let word = match mode {
                    ImportMode::Protecting => "protecting",
                    ImportMode::Extending => "extending",
                    ImportMode::Including => "including",
                };
                let piece = self.piece(*span);
                format!("{word} {}", piece.split_once(' ').map_or("", |(_, rest)| rest))
            }
            Declaration::Sorts(sorts) => {
                let names: Vec<&str> = sorts.iter().map(|sort| sort.name.as_str()).collect();
                format!("sorts {}", names.join(" "))
            }
            Declaration::Subsorts(chain) => {
                let group = |group: &Vec<_>| names_of(group);
                format!("subsorts {}", chain.iter().map(group).collect::<Vec<_>>().join(" < "))
            }
            Declaration::Operators(operators) => self.operators(operators),
            Declaration::Variables { names, range } => variables(names, range),
            Declaration::Statement(statement) => written_statement(statement),
        }
    }

    fn operators(&self, operators: &OperatorDeclaration) -> String {
        let names: Vec<String> = operators.names.iter().map(single_token).collect();
        let word = if names.len() > 1 { "ops" } else { "op" };
        let shown = |written: &TypeReference| {
            let plain = type_name(written);
            // Behind `~>` the sorts stand for their kinds.
            if operators.partial && !plain.starts_with('[') { format!("[{plain}]") } else { plain }
        };
        let mut text = format!("{word} {} :", names.join(" "));
        operators.domain.iter().for_each(|argument| text.push_str(&format!(" {}", shown(argument))));
        text.push_str(&format!(" -> {}", shown(&operators.range)));
        if !operators.attributes.is_empty() {
            let mut attributes: Vec<&OperatorAttribute> = operators.attributes.iter().collect();
            attributes.sort_by_key(|attribute| place_of(&attribute.kind));
            let attributes: Vec<String> = attributes.into_iter().map(|attribute| self.piece(attribute.span)).collect();
            text.push_str(&format!(" [{}]", attributes.join(" ")));
        }
        text
    }

    /// A piece of the text without its period, with single spaces.
    fn piece(&self, span: Span) -> String {
        let (tokens, _) = tokenize(FileId::new(0), &self.text[span.start as usize..span.end as usize]);
        let tokens = match tokens.split_last() {
            Some((last, others)) if last.name.as_str() == "." => others,
            _ => &tokens,
        };
        joined(tokens, false)
    }

    /// What stands from a place on to a word.
    fn between(&self, from: Span, word: &str) -> String {
        let (tokens, _) = tokenize(FileId::new(0), &self.text[from.start as usize..]);
        let end = tokens.iter().position(|token| token.name.as_str() == word).unwrap_or(tokens.len());
        joined(&tokens[..end], false)
    }
}

fn group_of(declaration: &Declaration) -> u8 {
    match declaration {
        Declaration::Import { .. } => 0,
        Declaration::Sorts(_) => 1,
        Declaration::Subsorts(_) => 2,
        Declaration::Operators(_) => 3,
        Declaration::Variables { .. } => 3,
        Declaration::Statement(_) => 4,
    }
}

/// Where an attribute stands among the others, as in Maude.
fn place_of(kind: &OperatorAttributeKind) -> u8 {
    match kind {
        OperatorAttributeKind::Associative => 0,
        OperatorAttributeKind::Commutative => 1,
        OperatorAttributeKind::Message => 2,
        OperatorAttributeKind::Object => 3,
        OperatorAttributeKind::Configuration => 4,
        OperatorAttributeKind::Identity { .. } => 5,
        OperatorAttributeKind::Idempotent => 6,
        OperatorAttributeKind::Iterated => 7,
        OperatorAttributeKind::Strategy(_) => 8,
        OperatorAttributeKind::Memo => 9,
        OperatorAttributeKind::Frozen(_) => 10,
        OperatorAttributeKind::Constructor => 11,
        OperatorAttributeKind::Precedence(_) => 12,
        OperatorAttributeKind::Gather(_) => 13,
        OperatorAttributeKind::Format(_) => 14,
        _ => 15,
    }
}

fn names_of(sorts: &[crate::syntax::surface::SortReference]) -> String {
    sorts.iter().map(|sort| sort.name.as_str()).collect::<Vec<_>>().join(" ")
}

fn type_name(written: &TypeReference) -> String {
    match written {
        TypeReference::Sort(sort) => sort.name.to_string(),
        TypeReference::Kind(sorts, _) => {
            format!("[{}]", sorts.iter().map(|sort| sort.name.as_str()).collect::<Vec<_>>().join(","))
        }
    }
}

fn variables(names: &[Token], range: &TypeReference) -> String {
    let word = if names.len() > 1 { "vars" } else { "var" };
    let names: Vec<&str> = names.iter().map(|name| name.name.as_str()).collect();
    format!("{word} {} : {}", names.join(" "), type_name(range))
}

/// An operator's name in the form of a single token: blanks and punctuation behind backquotes.
fn single_token(name: &OperatorName) -> String {
    let mut text = String::new();
    for token in &name.tokens {
        let word = token.name.as_str();
        let punctuation = matches!(word, "(" | ")" | "[" | "]" | "{" | "}" | ",");
        let glued = text.is_empty() || text.ends_with('_') || word.starts_with('_') || punctuation;
        if !glued && !text.ends_with(['(', ')', '[', ']', '{', '}', ',']) || punctuation {
            text.push('`');
        }
        text.push_str(word);
    }
    text
}

fn written_statement(statement: &StatementDeclaration) -> String {
    let word = match statement.keyword {
        StatementKeyword::Equation => "eq",
        StatementKeyword::ConditionalEquation => "ceq",
        StatementKeyword::Rule => "rl",
        StatementKeyword::ConditionalRule => "crl",
        StatementKeyword::Membership => "mb",
        StatementKeyword::ConditionalMembership => "cmb",
    };
    let label = statement.label.map(|label| format!("[{}] : ", label.name)).unwrap_or_default();
    format!("{word} {label}{}", joined(&statement.body, true))
}

/// Tokens with single spaces between them, none inside brackets. In terms an opening bracket has a space in front.
fn joined(tokens: &[Token], terms: bool) -> String {
    let mut text = String::new();
    for token in tokens {
        let word = token.name.as_str();
        let closes = matches!(word, ")" | "]" | "}" | ",");
        let opens = !terms && word == "{" && !text.ends_with(' ');
        if !text.is_empty() && !text.ends_with(['(', '[', '{']) && !closes && !opens {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}
