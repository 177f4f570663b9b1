//! Between syntactic terms and nodes.

use crate::base::{Name, Number, Value, ValueKind};
use crate::module::{Position, SymbolId, Term, TermNode};

use super::heap::{Heap, View};
use super::node::NodeId;
use super::symbols::SymbolTable;

/// For each position of a term, whether it is needed and not swallowed by a parent of the same associative symbol.
///
/// `a b c` is read as nested binary applications; only the outermost one becomes a node.
pub(crate) fn outermost(symbols: &SymbolTable, term: &Term) -> Vec<bool> {
    let mut needed = vec![false; term.len()];
    needed[term.root() as usize] = true;
    let mut reachable = needed.clone();
    for at in (0..term.len() as Position).rev() {
        if !reachable[at as usize] {
            continue;
        }
        let symbol = associative_symbol(symbols, term, at);
        for &argument in term.arguments(at) {
            reachable[argument as usize] = true;
            if symbol.is_none() || associative_symbol(symbols, term, argument) != symbol {
                needed[argument as usize] = true;
            }
        }
    }
    needed
}

fn associative_symbol(symbols: &SymbolTable, term: &Term, at: Position) -> Option<SymbolId> {
    match term.node(at) {
        TermNode::Application { symbol, .. } if symbols.info(symbol.index() as u32).is_associative() => Some(*symbol),
        _ => None,
    }
}

/// The arguments of an application, those of nested applications of the same associative symbol in their place.
pub(crate) fn flat_arguments(symbols: &SymbolTable, term: &Term, at: Position) -> Vec<Position> {
    let symbol = associative_symbol(symbols, term, at);
    if symbol.is_none() {
        return term.arguments(at).to_vec();
    }
    let mut arguments = Vec::new();
    let mut pending: Vec<Position> = term.arguments(at).iter().rev().copied().collect();
    while let Some(next) = pending.pop() {
        if associative_symbol(symbols, term, next) == symbol {
            pending.extend(term.arguments(next).iter().rev());
        } else {
            arguments.push(next);
        }
    }
    arguments
}

impl Heap {
    /// Builds a term in canonical form without evaluating it; variables stand for themselves.
    pub(crate) fn build(&mut self, term: &Term, normal: bool) -> NodeId {
        let symbols = std::sync::Arc::clone(&self.symbols);
        let needed = outermost(&symbols, term);
        let mut nodes = vec![NodeId::NONE; term.len()];
        for at in (0..term.len()).filter(|&at| needed[at]) {
            let node = match term.node(at as Position) {
                TermNode::Variable(variable) => self.variable(variable.name, variable.sort),
                TermNode::Number(value) => self.number(value),
                TermNode::Value(symbol, value) => self.value(symbol.index() as u32, value),
                TermNode::Iterated { symbol, count, argument } => {
                    let count = small_count(count);
                    self.make_iterated(symbol.index() as u32, count, nodes[*argument as usize], normal)
                }
                TermNode::Application { symbol, .. } => {
                    let arguments: Vec<NodeId> = flat_arguments(&symbols, term, at as Position)
                        .into_iter()
                        .map(|argument| nodes[argument as usize])
                        .collect();
                    self.make(symbol.index() as u32, &arguments, normal)
                }
            };
            nodes[at] = node;
        }
        nodes[term.root() as usize]
    }

    /// A node as a syntactic term. Shared nodes stay shared. Cost: linear in the distinct nodes.
    pub fn read_back(&self, root: NodeId) -> Term {
        let mut term = Term::new();
        let mut done: crate::base::hash::HashMap<NodeId, Position> = Default::default();
        let mut stack = vec![root];
        while let Some(&node) = stack.last() {
            if done.contains_key(&node) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            match self.view(node) {
                View::Integer(_) | View::Text(..) => {}
                View::Chunks(_, directory) => {
                    let elements = self.chunked_entries(directory).into_iter().map(|entry| entry[0]);
                    stack.extend(elements.filter(|element| !done.contains_key(element)));
                }
                _ => stack.extend(self.child_words(node).filter(|child| !done.contains_key(child))),
            }
            if stack.len() == before {
                stack.pop();
                let position = self.read_one(node, &mut term, &done);
                done.insert(node, position);
            }
        }
        // The root must be the last node pushed; it is, since everything else is below it.
        term
    }

    fn read_one(&self, node: NodeId, term: &mut Term, done: &crate::base::hash::HashMap<NodeId, Position>) -> Position {
        let apply = |symbol: u32, arguments: Vec<Position>| TermNode::Application {
            symbol: SymbolId::new(symbol as usize),
            arguments,
        };
        let read = match self.view(node) {
            View::Integer(value) => TermNode::Number(Number::Small(value)),
            View::BigInteger(..) => TermNode::Number(self.as_number(node).expect("an integer")),
            View::Free(symbol, arguments) | View::List(symbol, arguments) => {
                apply(symbol, arguments.iter().map(|argument| done[argument]).collect())
            }
            View::Bag(symbol, entries) => apply(symbol, repeated(symbol, entries, done, term)),
            View::Chunks(symbol, directory) => {
                apply(symbol, repeated(symbol, &self.chunked_entries(directory), done, term))
            }
            View::Iterated(symbol, count, argument) => TermNode::Iterated {
                symbol: SymbolId::new(symbol as usize),
                count: Number::from_big(count.into()),
                argument: done[&argument],
            },
            View::Text(symbol, text) => {
                let bytes = text.to_vec().into();
                let quoted = self.symbols.signature.value_kind(Self::symbol_id(symbol)) == Some(ValueKind::Quoted);
                let value = if quoted { Value::Quoted(bytes) } else { Value::Text(bytes) };
                TermNode::Value(Self::symbol_id(symbol), value)
            }
            View::Float(symbol, value) => TermNode::Value(Self::symbol_id(symbol), Value::Float(value)),
            View::Variable(name, sort) => return term.variable(Name::from_id(name), sort),
        };
        term.push(read, None)
    }
}

/// Most copies of an element that are written out one by one.
const FEW: u32 = 64;

/// The positions of the elements of a bag, each as often as it stands there. Many copies are nested applications of the
/// symbol, doubled and shared: bags of billions are read back in a few nodes.
fn repeated(
    symbol: u32,
    entries: &[[NodeId; 2]],
    done: &crate::base::hash::HashMap<NodeId, Position>,
    term: &mut Term,
) -> Vec<Position> {
    let mut positions = Vec::with_capacity(entries.len());
    for entry in entries {
        let (mut doubled, mut left) = (done[&entry[0]], entry[1].as_word());
        while left > FEW {
            if left % 2 == 1 {
                positions.push(doubled);
            }
            let arguments = vec![doubled, doubled];
            doubled = term.push(TermNode::Application { symbol: SymbolId::new(symbol as usize), arguments }, None);
            left /= 2;
        }
        positions.extend(std::iter::repeat_n(doubled, left as usize));
    }
    positions
}

/// A count as a machine word. Counts past 2⁶⁴ of symbols other than the successor of numbers do not fit any heap.
pub(crate) fn small_count(count: &Number) -> u64 {
    match count {
        Number::Small(value) => (*value).max(0) as u64,
        Number::Big(_) => u64::MAX,
    }
}
