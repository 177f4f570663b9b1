//! Operator attributes as written, read into one record; what needs neither name nor sorts is checked here.

use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{OperatorAttribute, OperatorAttributeKind as Kind, Token};

use super::nearest::suggest_nearest;
use super::signature::Gather;
use super::signature::ObjectRole;

/// `id: t`, `left id: t` or `right id: t`.
#[derive(Clone, Debug)]
pub(super) struct IdentityAttribute {
    pub left: bool,
    pub right: bool,
    pub tokens: Vec<Token>,
    pub span: Span,
}

/// An attribute's value and its place.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    pub value: T,
    pub span: Span,
}

/// All attributes of one declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub associative: Option<Span>,
    pub commutative: Option<Span>,
    pub iterated: Option<Span>,
    pub identity: Option<IdentityAttribute>,
    pub idempotent: Option<Span>,
    pub memo: bool,
    pub constructor: bool,
    pub ditto: Option<Span>,
    pub precedence: Option<Placed<u32>>,
    pub gather: Option<Placed<Vec<Gather>>>,
    pub format: Option<Placed<Vec<Name>>>,
    pub strategy: Option<Placed<Vec<u32>>>,
    pub frozen: Option<Placed<Vec<u32>>>,
    pub polymorphic: Option<Placed<Vec<u32>>>,
    pub metadata: Option<Name>,
    pub role: Option<ObjectRole>,
    pub hook: Option<Name>,
}

/// The attributes a user may write, for suggestions.
const KNOWN: &[&str] = &[
    "assoc", "comm", "id:", "left", "right", "ctor", "prec", "gather", "format", "strat", "frozen", "metadata",
    "ditto", "idem", "iter", "memo", "poly", "config", "object", "msg",
];

/// Greatest precedence.
const MAXIMAL_PRECEDENCE: u32 = 127;

/// Letters of a `format` word: colours and text modes, white space and indentation.
const FORMAT_LETTERS: &str = "dnstif+-!ubgcrmypkowPhRGBCMYWKUPxo";

/// Reads the attributes of a declaration. `trusted` text, our own library, may name native code.
pub(super) fn read(written: &[OperatorAttribute], trusted: bool, diagnostics: &mut Vec<Diagnostic>) -> Attributes {
    let mut attributes = Attributes::default();
    for attribute in written {
        attributes.add(attribute, trusted, diagnostics);
    }
    attributes
}

impl Attributes {
    fn add(&mut self, attribute: &OperatorAttribute, trusted: bool, diagnostics: &mut Vec<Diagnostic>) {
        let span = attribute.span;
        let repeated = match &attribute.kind {
            Kind::Associative => self.associative.replace(span).is_some(),
            Kind::Commutative => self.commutative.replace(span).is_some(),
            Kind::Ditto => self.ditto.replace(span).is_some(),
            Kind::Constructor => std::mem::replace(&mut self.constructor, true),
            Kind::Identity { left, right, term } => {
                let identity = IdentityAttribute { left: *left, right: *right, tokens: term.clone(), span };
                self.identity.replace(identity).is_some()
            }
            Kind::Precedence(value) => self.set_precedence(*value, span, diagnostics),
            Kind::Gather(words) => self.set_gather(words, span, diagnostics),
            Kind::Format(words) => self.set_format(words, span, diagnostics),
            Kind::Strategy(places) => self.strategy.replace(Placed { value: places.clone(), span }).is_some(),
            Kind::Frozen(places) => self.frozen.replace(Placed { value: places.clone(), span }).is_some(),
            Kind::Metadata(text) => self.metadata.replace(text.name).is_some(),
            Kind::Iterated => self.iterated.replace(span).is_some(),
            Kind::Idempotent => self.idempotent.replace(span).is_some(),
            Kind::Memo => std::mem::replace(&mut self.memo, true),
            Kind::Configuration => self.role.replace(ObjectRole::Configuration).is_some(),
            Kind::Object => self.role.replace(ObjectRole::Object).is_some(),
            Kind::Message => self.role.replace(ObjectRole::Message).is_some(),
            // They say how parameters print and how text is typeset: nothing that changes what a term means.
            Kind::ParameterConstant | Kind::Latex(_) => false,
            Kind::Special(hook) if trusted => self.hook.replace(hook.name).is_some(),
            Kind::Polymorphic(places) => self.polymorphic.replace(Placed { value: places.clone(), span }).is_some(),
            refused => {
                diagnostics.push(refusal(refused, span));
                false
            }
        };
        if repeated {
            diagnostics.push(
                Diagnostic::warning("repeated-attribute", "this attribute is given more than once", span)
                    .label("the last one counts"),
            );
        }
    }

    fn set_precedence(&mut self, value: u32, span: Span, diagnostics: &mut Vec<Diagnostic>) -> bool {
        if value > MAXIMAL_PRECEDENCE {
            diagnostics.push(
                Diagnostic::warning("bad-attributes", format!("precedence {value} is out of range"), span)
                    .label("ignored")
                    .note(format!("precedences go from 0, which binds tightest, to {MAXIMAL_PRECEDENCE}")),
            );
            return false;
        }
        self.precedence.replace(Placed { value, span }).is_some()
    }

    fn set_gather(&mut self, words: &[Token], span: Span, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let mut value = Vec::new();
        for word in words {
            value.push(match word.name.as_str() {
                "e" => Gather::Lower,
                "E" => Gather::LowerOrEqual,
                "&" => Gather::Any,
                other => {
                    diagnostics.push(
                        Diagnostic::error("bad-attributes", format!("`{other}` is no gathering pattern"), word.span)
                            .note("a gathering pattern is `e` (lower), `E` (lower or equal) or `&` (any precedence)"),
                    );
                    Gather::Any
                }
            });
        }
        self.gather.replace(Placed { value, span }).is_some()
    }

    fn set_format(&mut self, words: &[Token], span: Span, diagnostics: &mut Vec<Diagnostic>) -> bool {
        for word in words {
            if let Some(letter) = word.name.as_str().chars().find(|&letter| !FORMAT_LETTERS.contains(letter)) {
                diagnostics.push(
                    Diagnostic::error("bad-attributes", format!("`{letter}` means nothing in a format"), word.span)
                        .note(
                            "`d` stands for the usual space, `n` for a new line, `s` for a space, `o` for plain text",
                        ),
                );
            }
        }
        let value = words.iter().map(|word| word.name).collect();
        self.format.replace(Placed { value, span }).is_some()
    }
}

/// Why an attribute is not taken.
fn refusal(kind: &Kind, span: Span) -> Diagnostic {
    let name = match kind {
        Kind::Unknown(word) => {
            let diagnostic =
                Diagnostic::error("unknown-attribute", format!("`{}` is not an operator attribute", word.name), span);
            let known = KNOWN.iter().copied();
            return suggest_nearest(diagnostic, "an attribute with a similar name exists", word.name, word.span, known);
        }
        Kind::Label(_) => {
            return Diagnostic::error("bad-attributes", "an operator has no label", span)
                .note("`label` names a statement: an equation, rule or membership");
        }
        Kind::Special(_) => {
            return Diagnostic::error(
                "not-supported",
                "the attribute `special` is not supported outside the library",
                span,
            )
            .note("it names native code, which only the standard library has");
        }
        _ => "this one",
    };
    Diagnostic::error("not-supported", format!("the operator attribute `{name}` is not supported yet"), span)
}
