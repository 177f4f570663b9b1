//! Statements, conditions and searches: bodies whose terms are read by the same parse that splits them.

use crate::base::{Diagnostic, Name, Span};
use crate::module::{Arrow, Condition, MatchQuery, SearchQuery, SortId, Statement, StatementKind, Term};
use crate::syntax::surface::{StatementDeclaration, StatementKeyword, Token};

use super::attribute::{self, Attributes};
use super::explain;
use super::forest::Tree;
use super::grammar::Grammar;
use super::parse::Failure;
use super::production::{Action, Goal, PairKind};
use super::reader::Reader;

/// Two terms and the word between them, or a term and a sort.
enum Body {
    Pair(PairKind, Term, Term),
    SortTest(Term, SortId),
}

/// A body and its condition.
type Parts = (Body, Vec<Condition>);

impl Grammar<'_> {
    /// Reads a statement: an equation, rule or membership with its condition and attributes.
    ///
    /// # Errors
    /// Diagnostics, all that are found.
    pub fn parse_statement(&self, declaration: &StatementDeclaration) -> Result<Statement, Vec<Diagnostic>> {
        let (parts, attributes) = self.body_and_attributes(declaration)?;
        self.warn(misplaced(declaration.keyword, &attributes));
        let (body, conditions) = parts;
        self.refuse_kinds(Some(&body), &conditions)?;
        let kind = match body {
            Body::Pair(PairKind::Rewrites, left, right) => StatementKind::Rule { left, right },
            Body::Pair(_, left, right) => {
                StatementKind::Equation { left, right, otherwise: attributes.otherwise.is_some() }
            }
            Body::SortTest(term, sort) => StatementKind::Membership { term, sort },
        };
        let label: Option<Name> = declaration.label.map(|label| label.name).or(attributes.label);
        let Attributes { nonexec, metadata, print, .. } = attributes;
        Ok(Statement { kind, conditions, label, nonexec, metadata, print, span: declaration.span })
    }

    /// Reads a condition: fragments joined by `/\`.
    ///
    /// # Errors
    /// Diagnostics, as for terms.
    pub fn parse_condition(&self, tokens: &[Token]) -> Result<Vec<Condition>, Vec<Diagnostic>> {
        self.parse(tokens, None, Goal::Condition, |reader, tree| {
            let (_, holes) = unwrapped(reader, tree.as_node()?, false);
            conditions(self, reader, *holes.first()?)
        })
        .and_then(|conditions| self.refuse_kinds(None, &conditions).map(|()| conditions))
    }

    /// `t : [S]` says nothing: every term of the kind is of the kind.
    fn refuse_kinds(&self, body: Option<&Body>, conditions: &[Condition]) -> Result<(), Vec<Diagnostic>> {
        let asked = conditions.iter().filter_map(|condition| match condition {
            Condition::SortTest(term, sort) => Some((term, *sort)),
            _ => None,
        });
        let given = body.and_then(|body| match body {
            Body::SortTest(term, sort) => Some((term, *sort)),
            Body::Pair(..) => None,
        });
        let signature = self.signature;
        let refused = |(term, sort): (&Term, SortId)| {
            let kind = signature.kind_of(sort);
            (signature.top_sort(kind) == sort).then(|| {
                let message = format!("`{}` is a kind: every term here has it", signature.sort(sort).name);
                match term.span(term.root()) {
                    Some(span) => Diagnostic::error("kind-test", message, span),
                    None => Diagnostic::error_without_place("kind-test", message),
                }
                .label("of this term")
                .help("name a sort; a condition that asks for the kind can be left out")
            })
        };
        let mistakes: Vec<Diagnostic> = given.into_iter().chain(asked).filter_map(refused).collect();
        if mistakes.is_empty() { Ok(()) } else { Err(mistakes) }
    }

    /// Reads the body of a search: `INITIAL =>* PATTERN such that CONDITION`.
    ///
    /// # Errors
    /// Diagnostics, as for terms.
    pub fn parse_search(&self, tokens: &[Token]) -> Result<SearchQuery, Vec<Diagnostic>> {
        let (body, conditions) =
            self.parse(tokens, None, Goal::Search, |reader, tree| parts(self, reader, tree)).map_err(|mistakes| {
                let has_arrow = tokens.iter().any(|token| arrow(token.name.as_str()).is_some());
                if has_arrow { mistakes } else { vec![no_arrow(tokens, mistakes)] }
            })?;
        self.refuse_kinds(None, &conditions)?;
        match body {
            Body::Pair(PairKind::Searches(arrow), initial, pattern) => {
                Ok(SearchQuery { initial, arrow, pattern, conditions })
            }
            _ => Err(vec![Diagnostic::error_without_place("no-parse", "this is no search")]),
        }
    }

    /// Reads the body of a `match`: `PATTERN <=? TERM such that CONDITION`.
    ///
    /// # Errors
    /// Diagnostics, as for terms.
    pub fn parse_match(&self, tokens: &[Token]) -> Result<MatchQuery, Vec<Diagnostic>> {
        let (body, conditions) = self.parse(tokens, None, Goal::Matching, |reader, tree| parts(self, reader, tree))?;
        self.refuse_kinds(None, &conditions)?;
        match body {
            Body::Pair(PairKind::MatchesWith, pattern, subject) => Ok(MatchQuery { pattern, subject, conditions }),
            _ => Err(vec![Diagnostic::error_without_place("no-parse", "this is no match")]),
        }
    }

    /// Finds out whether square brackets at the end are attributes or belong to the term.
    fn body_and_attributes(&self, declaration: &StatementDeclaration) -> Result<(Parts, Attributes), Vec<Diagnostic>> {
        let whole = |grammar: &Self| grammar.body(declaration, &declaration.body);
        let Some((before, inside)) = attribute::split(&declaration.body) else {
            return whole(self).map(|parts| (parts, Attributes::default()));
        };
        match attribute::read(inside) {
            Ok(attributes) => match self.body(declaration, before) {
                Ok(parts) => Ok((parts, attributes)),
                // A user's own brackets around words that happen to be attributes.
                Err(mistakes) => whole(self).map(|parts| (parts, Attributes::default())).map_err(|_| mistakes),
            },
            Err(unknown) => whole(self)
                .map(|parts| (parts, Attributes::default()))
                .map_err(|mistakes| if self.body(declaration, before).is_ok() { unknown } else { mistakes }),
        }
    }

    fn body(&self, declaration: &StatementDeclaration, tokens: &[Token]) -> Result<Parts, Vec<Diagnostic>> {
        let (goal, other) = goals(declaration.keyword);
        let lexemes = self.lexicon().lexemes(tokens);
        let failure = match self.try_parse(&lexemes, goal, |reader, tree| parts(self, reader, tree)) {
            Ok(parts) => return Ok(parts),
            Err(failure) => failure,
        };
        let reads_as = |goal| self.try_parse(&lexemes, goal, |_, _| Some(())).is_ok();
        if matches!(failure, Failure::Unexpected { .. }) {
            if reads_as(other) {
                return Err(vec![wrong_keyword(declaration)]);
            }
            let mixed = match declaration.keyword {
                StatementKeyword::Equation => Some(Goal::MixedEquation),
                StatementKeyword::Rule => Some(Goal::MixedRule),
                _ => None,
            };
            if mixed.is_some_and(reads_as) {
                return Err(vec![kind_clash(tokens, declaration.span)]);
            }
        }
        Err(explain::diagnostics(self, &lexemes, Some(declaration.span), failure))
    }
}

/// What a keyword asks for, and what its brother with or without a condition does.
fn goals(keyword: StatementKeyword) -> (Goal, Goal) {
    match keyword {
        StatementKeyword::Equation => (Goal::Equation, Goal::ConditionalEquation),
        StatementKeyword::ConditionalEquation => (Goal::ConditionalEquation, Goal::Equation),
        StatementKeyword::Rule => (Goal::Rule, Goal::ConditionalRule),
        StatementKeyword::ConditionalRule => (Goal::ConditionalRule, Goal::Rule),
        StatementKeyword::Membership => (Goal::Membership, Goal::ConditionalMembership),
        StatementKeyword::ConditionalMembership => (Goal::ConditionalMembership, Goal::Membership),
    }
}

/// Follows productions that add nothing down to one that does (`stop`: only the first is looked at).
fn unwrapped(reader: &mut Reader<'_>, mut node: u32, follow: bool) -> (u32, Vec<Tree>) {
    loop {
        reader.note(node);
        let (action, holes) = reader.holes(node);
        match holes.first().and_then(|tree| tree.as_node()) {
            Some(next) if follow && action == Action::Same => node = next,
            _ => return (node, holes),
        }
    }
}

/// A body and its condition off the root of a parse.
fn parts(grammar: &Grammar<'_>, reader: &mut Reader<'_>, root: Tree) -> Option<Parts> {
    let (root, holes) = unwrapped(reader, root.as_node()?, true);
    if let (Action::Conditional, [inner, condition]) = (reader.holes(root).0, &holes[..]) {
        let (node, _) = unwrapped(reader, inner.as_node()?, true);
        return Some((body(grammar, reader, node)?, conditions(grammar, reader, *condition)?));
    }
    Some((body(grammar, reader, root)?, Vec::new()))
}

fn body(grammar: &Grammar<'_>, reader: &mut Reader<'_>, node: u32) -> Option<Body> {
    match reader.holes(node) {
        (Action::Pair(kind), holes) => {
            let [left, right] = holes[..] else { return None };
            Some(Body::Pair(kind, reader.term(left), reader.term(right)))
        }
        (Action::SortTest, holes) => Some(Body::SortTest(reader.term(*holes.first()?), sort(grammar, reader, node)?)),
        _ => None,
    }
}

/// The sort at the end of `t : S`.
fn sort(grammar: &Grammar<'_>, reader: &mut Reader<'_>, node: u32) -> Option<SortId> {
    let name = reader.lexemes[reader.last_lexeme(node)?].name;
    grammar.lexicon().sort(name.as_str())
}

/// The fragments of a condition, which hang to the left.
fn conditions(grammar: &Grammar<'_>, reader: &mut Reader<'_>, tree: Tree) -> Option<Vec<Condition>> {
    let mut fragments = Vec::new();
    let mut rest = Some(tree);
    while let Some(tree) = rest {
        let (node, holes) = unwrapped(reader, tree.as_node()?, true);
        let (before, last) = match (reader.holes(node).0, &holes[..]) {
            (Action::List, [before, last]) => (Some(*before), unwrapped(reader, last.as_node()?, true).0),
            _ => (None, node),
        };
        fragments.push(fragment(grammar, reader, last)?);
        rest = before;
    }
    fragments.reverse();
    Some(fragments)
}

fn fragment(grammar: &Grammar<'_>, reader: &mut Reader<'_>, node: u32) -> Option<Condition> {
    if let (Action::Boolean, holes) = reader.holes(node) {
        return Some(Condition::Boolean(reader.term(*holes.first()?)));
    }
    Some(match body(grammar, reader, node)? {
        Body::Pair(PairKind::Matches, pattern, term) => Condition::Match(pattern, term),
        Body::Pair(PairKind::Rewrites, term, pattern) => Condition::Rewrite(term, pattern),
        Body::Pair(_, left, right) => Condition::Equal(left, right),
        Body::SortTest(term, sort) => Condition::SortTest(term, sort),
    })
}

/// Attributes that say nothing about this sort of statement.
fn misplaced(keyword: StatementKeyword, attributes: &Attributes) -> Vec<Diagnostic> {
    let equation = matches!(keyword, StatementKeyword::Equation | StatementKeyword::ConditionalEquation);
    let rule = matches!(keyword, StatementKeyword::Rule | StatementKeyword::ConditionalRule);
    let mut wrong = Vec::new();
    if let (Some(span), false) = (attributes.otherwise, equation) {
        let message = "only an equation can be tried last";
        let diagnostic = Diagnostic::warning("misplaced-attribute", message, span);
        wrong.push(diagnostic.label("ignored: `owise` is for `eq` and `ceq`"));
    }
    if let Some((name, span)) = attributes.symbolic {
        let fits = if name.as_str() == "variant" { equation } else { rule };
        if !fits {
            let message = format!("`{name}` says nothing about this statement");
            wrong.push(Diagnostic::warning("misplaced-attribute", message, span).label("ignored"));
        }
    }
    wrong
}

fn keyword_text(keyword: StatementKeyword) -> &'static str {
    match keyword {
        StatementKeyword::Equation => "eq",
        StatementKeyword::ConditionalEquation => "ceq",
        StatementKeyword::Rule => "rl",
        StatementKeyword::ConditionalRule => "crl",
        StatementKeyword::Membership => "mb",
        StatementKeyword::ConditionalMembership => "cmb",
    }
}

fn wrong_keyword(declaration: &StatementDeclaration) -> Diagnostic {
    let keyword = keyword_text(declaration.keyword);
    if let Some(short) = keyword.strip_prefix('c') {
        let message = format!("`{keyword}` needs a condition");
        return Diagnostic::error("missing-condition", message, declaration.span)
            .help(format!("add `if CONDITION`, or write `{short}`"));
    }
    let message = format!("a statement with a condition is written `c{keyword}`");
    let span = declaration.body.iter().rev().find(|token| token.name.as_str() == "if").map(|token| token.span);
    Diagnostic::error("unexpected-condition", message, span.unwrap_or(declaration.span)).label("a condition")
}

/// Both sides read, but not as one kind.
fn kind_clash(tokens: &[Token], span: Span) -> Diagnostic {
    let place = tokens.first().zip(tokens.last()).map_or(span, |(first, last)| first.span.to(last.span));
    Diagnostic::error("kind-clash", "the two sides are of different kinds", place)
        .note("the sorts of both sides must be connected by subsorts")
}

/// The arrow a token is.
fn arrow(text: &str) -> Option<Arrow> {
    Arrow::ALL.into_iter().find(|arrow| arrow.as_str() == text)
}

fn no_arrow(tokens: &[Token], mistakes: Vec<Diagnostic>) -> Diagnostic {
    if let Some(unknown) = mistakes.into_iter().find(|mistake| mistake.code == "unknown-word") {
        return unknown;
    }
    let message = "a search needs an arrow between initial term and pattern";
    let diagnostic = match tokens.first().zip(tokens.last()) {
        Some((first, last)) => Diagnostic::error("missing-arrow", message, first.span.to(last.span)),
        None => Diagnostic::error_without_place("missing-arrow", message),
    };
    diagnostic.help("write `INITIAL =>* PATTERN`; `=>1`, `=>+` and `=>!` are the other arrows")
}
