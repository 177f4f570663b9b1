//! Whether several derivations are several meanings.

use crate::base::Span;
use crate::module::{Position, Signature, SymbolId, Term, TermNode};

use super::forest::Tree;
use super::print::{PrintOptions, Printer};
use super::production::{Action, Category, PairKind};
use super::reader::Reader;

/// Comparisons of terms that one parse may spend, in nodes; beyond it, derivations count as the same.
const COMPARED_NODES: usize = 4_000_000;
/// Longest reading that is shown, in characters.
const LONGEST_READING: usize = 400;

/// Two readings of one stretch of text.
#[derive(Clone, Debug)]
pub(super) struct Rivals {
    /// The stretch.
    pub span: Span,
    /// The readings, as text.
    pub readings: [String; 2],
}

/// Two readings of different meaning among those the reader met, if there are any.
pub(super) fn rivals(reader: &mut Reader<'_>, roots: &[Tree]) -> Option<Rivals> {
    let mut budget = COMPARED_NODES;
    let root_nodes: Vec<u32> = roots.iter().filter_map(|root| root.as_node()).collect();
    if let Some(found) = differing(reader, &root_nodes, &mut budget) {
        return Some(found);
    }
    let met = std::mem::take(&mut reader.ambiguous);
    for node in met {
        let alternatives = reader.alternatives(node);
        if let Some(found) = differing(reader, &alternatives, &mut budget) {
            return Some(found);
        }
    }
    None
}

/// The first node and one that means something else.
fn differing(reader: &mut Reader<'_>, nodes: &[u32], budget: &mut usize) -> Option<Rivals> {
    let (&first, others) = nodes.split_first()?;
    for &other in others {
        if *budget == 0 {
            return None;
        }
        if !same_meaning(reader, first, other, budget) {
            let span = reader.span(first);
            return Some(Rivals { span, readings: [reading(reader, first), reading(reader, other)] });
        }
    }
    None
}

fn same_meaning(reader: &mut Reader<'_>, first: u32, other: u32, budget: &mut usize) -> bool {
    let (Some(first), Some(other)) = (inner_term(reader, first), inner_term(reader, other)) else { return false };
    let (first, other) = (reader.term(Tree::node(first)), reader.term(Tree::node(other)));
    *budget = budget.saturating_sub(first.len() + other.len());
    same_modulo_associativity(reader.signature, &first, &other)
}

/// The node of a term that a node is, if it is one.
fn inner_term(reader: &mut Reader<'_>, mut node: u32) -> Option<u32> {
    loop {
        let (production, _) = reader.derivation(node);
        let category = reader.productions.get(production).category;
        if matches!(reader.productions.categories[category.index()], Category::Kind(_)) {
            return Some(node);
        }
        match reader.holes(node) {
            (Action::Same | Action::Boolean, holes) => node = holes.first()?.as_node()?,
            _ => return None,
        }
    }
}

/// Whether two terms are the same when associative symbols are flat. Linear; no recursion.
pub(super) fn same_modulo_associativity(signature: &Signature, a: &Term, b: &Term) -> bool {
    let mut a = Preorder::new(signature, a);
    let mut b = Preorder::new(signature, b);
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (first, second) if first != second => return false,
            _ => {}
        }
    }
}

/// A term's nodes from the root down, an associative symbol below itself left out.
struct Preorder<'t> {
    signature: &'t Signature,
    term: &'t Term,
    rest: Vec<Visit>,
}

#[derive(Clone, Copy)]
enum Visit {
    Node(Position, Option<SymbolId>),
    Close,
}

#[derive(PartialEq)]
enum Event<'t> {
    Open(SymbolId),
    Leaf(&'t TermNode),
    Power(SymbolId, &'t crate::base::Number),
    Close,
}

impl<'t> Preorder<'t> {
    fn new(signature: &'t Signature, term: &'t Term) -> Self {
        let rest = if term.is_empty() { Vec::new() } else { vec![Visit::Node(term.root(), None)] };
        Self { signature, term, rest }
    }
}

impl<'t> Iterator for Preorder<'t> {
    type Item = Event<'t>;

    fn next(&mut self) -> Option<Event<'t>> {
        loop {
            let (position, above) = match self.rest.pop()? {
                Visit::Close => return Some(Event::Close),
                Visit::Node(position, above) => (position, above),
            };
            let node = self.term.node(position);
            match node {
                TermNode::Application { symbol, arguments } => {
                    let associative = self.signature.symbol(*symbol).axioms.associative;
                    let inner = associative.then_some(*symbol);
                    let nested = associative && above == Some(*symbol);
                    if !nested {
                        self.rest.push(Visit::Close);
                    }
                    self.rest.extend(arguments.iter().rev().map(|&at| Visit::Node(at, inner)));
                    if !nested {
                        return Some(Event::Open(*symbol));
                    }
                }
                TermNode::Iterated { symbol, count, argument } => {
                    self.rest.push(Visit::Node(*argument, None));
                    return Some(Event::Power(*symbol, count));
                }
                TermNode::Variable(_) | TermNode::Number(_) | TermNode::Value(..) => return Some(Event::Leaf(node)),
            }
        }
    }
}

/// A reading as text, every operator in parentheses.
fn reading(reader: &mut Reader<'_>, node: u32) -> String {
    let text = match inner_term(reader, node) {
        Some(term) => without_outermost(term_reading(reader, Tree::node(term))),
        None => statement_reading(reader, node),
    };
    if text.chars().count() <= LONGEST_READING {
        return text;
    }
    text.chars().take(LONGEST_READING).chain(" …".chars()).collect()
}

fn term_reading(reader: &mut Reader<'_>, tree: Tree) -> String {
    let term = reader.term(tree);
    let options = PrintOptions { format: false, parentheses: true, ..PrintOptions::default() };
    Printer::new(reader.signature, options).print(&term)
}

/// The outermost pair of parentheses says nothing.
fn without_outermost(text: String) -> String {
    match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) if is_balanced(inner) => inner.to_owned(),
        _ => text,
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i64;
    let stays = text.chars().all(|letter| {
        depth += i64::from(letter == '(') - i64::from(letter == ')');
        depth >= 0
    });
    stays && depth == 0
}

/// Statements are not nested, but for conditions, whose fragments hang to the left.
fn statement_reading(reader: &mut Reader<'_>, node: u32) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = vec![Work::Node(node)];
    while let Some(work) = rest.pop() {
        let node = match work {
            Work::Node(node) => node,
            Work::Text(text) => {
                parts.push(text);
                continue;
            }
        };
        if inner_term(reader, node).is_some() {
            parts.push(term_reading(reader, Tree::node(node)));
            continue;
        }
        let (action, holes) = reader.holes(node);
        let word = match action {
            Action::Pair(PairKind::Equals) => " = ",
            Action::Pair(PairKind::Rewrites) => " => ",
            Action::Pair(PairKind::Matches) => " := ",
            Action::Pair(PairKind::Searches(arrow)) => &format!(" {} ", arrow.as_str()),
            Action::Pair(PairKind::MatchesWith) => " <=? ",
            Action::Conditional => " if ",
            Action::List => " /\\ ",
            _ => "",
        };
        if action == Action::SortTest {
            let sort = reader.last_lexeme(node).map(|at| reader.lexemes[at].name);
            rest.push(Work::Text(format!(" : {}", sort.map_or("", |name| name.as_str()))));
        }
        for (at, hole) in holes.iter().enumerate().rev() {
            rest.extend(hole.as_node().map(Work::Node));
            if at > 0 {
                rest.push(Work::Text(word.to_owned()));
            }
        }
    }
    parts.concat()
}

/// What a reading of a statement still has to say.
enum Work {
    Node(u32),
    Text(String),
}
