//! What a parse found: all derivations, shared.

use super::automaton::StateId;
use super::production::ProductionId;

/// A derivation of a stretch of lexemes: a lexeme itself, or a node of the forest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Tree(u32);

/// The top bit tells lexemes from nodes.
const LEXEME: u32 = 1 << 31;
/// No further alternative.
pub(super) const NO_NODE: u32 = u32::MAX;

impl Tree {
    /// A lexeme.
    pub fn lexeme(index: usize) -> Self {
        Self(index as u32 | LEXEME)
    }

    /// A node.
    pub fn node(index: u32) -> Self {
        Self(index)
    }

    /// The lexeme, of a tree that is no node.
    pub fn as_lexeme(self) -> usize {
        (self.0 & !LEXEME) as usize
    }

    /// The node, if it is one.
    pub fn as_node(self) -> Option<u32> {
        (self.0 & LEXEME == 0).then_some(self.0)
    }
}

/// How a node is derived.
#[derive(Clone, Copy, Debug)]
pub(super) enum Derivation {
    /// By a production, from as many trees as it has parts, which stand together in the table of children.
    Production { production: ProductionId, children: u32 },
    /// By a chain of completions that the parser skipped (Leo): begins with `tree` on top of the stack node `base`,
    /// in `state`, and goes on until what is made stands on the stack node `top`, in `top_state`.
    Chain { tree: Tree, base: u32, state: StateId, top: u32, top_state: StateId },
}

/// A stretch of lexemes with one of its derivations.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForestNode {
    /// How.
    pub derivation: Derivation,
    /// Its first lexeme.
    pub start: u32,
    /// One past its last lexeme.
    pub end: u32,
    /// Another derivation of the same stretch for the same purpose, or [`NO_NODE`].
    pub alternative: u32,
}

/// All nodes of a parse. Children stand before their parents, but for skipped chains.
#[derive(Default, Debug)]
pub(super) struct Forest {
    nodes: Vec<ForestNode>,
    children: Vec<Tree>,
}

impl Forest {
    /// Adds a node derived by a production from children in reverse order.
    pub fn add_reversed(&mut self, production: ProductionId, reversed: &[Tree], start: u32, end: u32) -> Tree {
        let children = self.children.len() as u32;
        self.children.extend(reversed.iter().rev());
        self.add(Derivation::Production { production, children }, start, end)
    }

    /// Adds a node.
    pub fn add(&mut self, derivation: Derivation, start: u32, end: u32) -> Tree {
        self.nodes.push(ForestNode { derivation, start, end, alternative: NO_NODE });
        Tree::node((self.nodes.len() - 1) as u32)
    }

    /// Adds another derivation behind those a node already has.
    pub fn add_alternative(&mut self, tree: Tree, other: Tree) {
        let (Some(mut at), Some(other)) = (tree.as_node(), other.as_node()) else { return };
        // Inserted behind the first: the order is that of arrival reversed, which is as fixed, and costs no walk.
        if at != other {
            let rest = std::mem::replace(&mut self.nodes[at as usize].alternative, other);
            at = other;
            self.nodes[at as usize].alternative = rest;
        }
    }

    /// A node.
    pub fn get(&self, node: u32) -> ForestNode {
        self.nodes[node as usize]
    }

    /// Puts the spelled-out derivation in place of a skipped chain.
    pub fn settle(&mut self, node: u32, derivation: Derivation) {
        self.nodes[node as usize].derivation = derivation;
    }

    /// The `count` children from a place of the table on.
    pub fn children(&self, from: u32, count: usize) -> &[Tree] {
        &self.children[from as usize..from as usize + count]
    }
}
