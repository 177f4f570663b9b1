//! Syntactic terms: what the user's grammar reads and the printer writes.

use crate::base::{Name, Number, Span, Value};

use super::signature::{SortId, SymbolId};

/// A node's position in its [`Term`].
pub type Position = u32;

/// A variable: a name and a sort (or kind). Two variables are the same when both agree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable {
    /// The name.
    pub name: Name,
    /// The sort it ranges over; a kind's own sort for a kind variable.
    pub sort: SortId,
}

/// One node of a [`Term`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TermNode {
    /// A variable.
    Variable(Variable),
    /// A symbol on its arguments. Associative symbols are flat or nested as written; no reader may rely on either.
    Application {
        /// The symbol.
        symbol: SymbolId,
        /// Positions of the arguments, each smaller than the node's own.
        arguments: Vec<Position>,
    },
    /// `symbolⁿ(argument)` of an iterated unary symbol, or an integer where `argument` is zero; see [`Term::number`].
    Number(Number),
    /// A literal of the constant symbol that stands for all values of its kind, such as `<Strings>`.
    Value(SymbolId, Value),
    /// `f^count(argument)` of a unary `iter` symbol, with `count >= 1`.
    Iterated {
        /// The unary symbol.
        symbol: SymbolId,
        /// How often it stands.
        count: Number,
        /// Position of the argument.
        argument: Position,
    },
}

/// A term as a flat vector in post-order: arguments stand before the node that uses them, the root is last.
///
/// A vector and not a tree of boxes, so that a term a million deep is built, walked and dropped without recursion.
/// Positions may be shared: the vector is a directed acyclic graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Term {
    nodes: Vec<TermNode>,
    spans: Vec<Option<Span>>,
}

impl Term {
    /// An empty builder; push nodes bottom-up, the last one is the root.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node whose arguments were added before, and gives its position.
    pub fn push(&mut self, node: TermNode, span: Option<Span>) -> Position {
        debug_assert!(match &node {
            TermNode::Application { arguments, .. } => arguments.iter().all(|&a| (a as usize) < self.nodes.len()),
            TermNode::Iterated { argument, .. } => (*argument as usize) < self.nodes.len(),
            TermNode::Variable(_) | TermNode::Number(_) | TermNode::Value(..) => true,
        });
        self.nodes.push(node);
        self.spans.push(span);
        (self.nodes.len() - 1) as Position
    }

    /// Adds a variable.
    pub fn variable(&mut self, name: Name, sort: SortId) -> Position {
        self.push(TermNode::Variable(Variable { name, sort }), None)
    }

    /// Adds an application.
    pub fn apply(&mut self, symbol: SymbolId, arguments: Vec<Position>) -> Position {
        self.push(TermNode::Application { symbol, arguments }, None)
    }

    /// Adds an integer. Zero stands for the constant with the zero hook, `n > 0` for `n` successors of it, `n < 0`
    /// for the unary minus on `-n`.
    pub fn number(&mut self, value: impl Into<Number>) -> Position {
        self.push(TermNode::Number(value.into()), None)
    }

    /// The root's position.
    ///
    /// # Panics
    /// On an empty term.
    pub fn root(&self) -> Position {
        assert!(!self.nodes.is_empty(), "an empty term has no root");
        (self.nodes.len() - 1) as Position
    }

    /// The node at a position.
    pub fn node(&self, position: Position) -> &TermNode {
        &self.nodes[position as usize]
    }

    /// Where in the text the node was read, if it was.
    pub fn span(&self, position: Position) -> Option<Span> {
        self.spans[position as usize]
    }

    /// All nodes, arguments before users. The last is the root; some may be unreachable from it.
    pub fn nodes(&self) -> &[TermNode] {
        &self.nodes
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was pushed yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The variables with their positions, in order of position.
    pub fn variables(&self) -> impl Iterator<Item = (Position, Variable)> + '_ {
        self.nodes.iter().enumerate().filter_map(|(position, node)| match node {
            TermNode::Variable(variable) => Some((position as Position, *variable)),
            _ => None,
        })
    }

    /// The part of this term below a position, as a term of its own. Cost: linear in the positions up to it.
    pub fn subterm(&self, position: Position) -> Self {
        let mut needed = vec![false; position as usize + 1];
        needed[position as usize] = true;
        for at in (0..=position).rev() {
            if needed[at as usize] {
                for &argument in self.arguments(at) {
                    needed[argument as usize] = true;
                }
            }
        }
        let mut result = Self::new();
        let mut moved = vec![0; position as usize + 1];
        for at in (0..=position).filter(|&at| needed[at as usize]) {
            let node = renumbered(self.node(at), &moved);
            moved[at as usize] = result.push(node, self.span(at));
        }
        result
    }

    /// Positions of the arguments of a node; none for variables and numbers.
    pub fn arguments(&self, position: Position) -> &[Position] {
        match self.node(position) {
            TermNode::Application { arguments, .. } => arguments,
            TermNode::Iterated { argument, .. } => std::slice::from_ref(argument),
            TermNode::Variable(_) | TermNode::Number(_) | TermNode::Value(..) => &[],
        }
    }
}

/// The node with its argument positions looked up in `moved`.
fn renumbered(node: &TermNode, moved: &[Position]) -> TermNode {
    match node {
        TermNode::Application { symbol, arguments } => {
            TermNode::Application { symbol: *symbol, arguments: arguments.iter().map(|&a| moved[a as usize]).collect() }
        }
        TermNode::Iterated { symbol, count, argument } => {
            TermNode::Iterated { symbol: *symbol, count: count.clone(), argument: moved[*argument as usize] }
        }
        TermNode::Variable(_) | TermNode::Number(_) | TermNode::Value(..) => node.clone(),
    }
}
