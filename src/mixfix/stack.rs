//! The graph-structured stack: all parser stacks of a general LR parse, their common parts shared.
//!
//! Tomita, *An efficient augmented-context-free parsing algorithm*, 1987.

use super::automaton::StateId;
use super::forest::Tree;

/// No link, no memo.
pub(super) const NONE: u32 = u32::MAX;

/// The top of one or several stacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackNode {
    /// The automaton's state.
    pub state: StateId,
    /// How many lexemes were read.
    pub level: u32,
    /// The first link downwards.
    pub first_link: u32,
    /// Where the chain of sole completions that begins over this node ends, if it was followed before: an index into
    /// [`Stack::memos`].
    pub memo: u32,
}

/// One step down a stack, over the tree that was put on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The node below.
    pub to: u32,
    /// What lies between.
    pub tree: Tree,
    /// The next link of the same node.
    pub next: u32,
}

/// The end of a chain of sole completions (Leo, *A general context-free parsing algorithm running in linear time on
/// every LR(k) grammar without using lookahead*, 1991).
#[derive(Clone, Copy, Debug)]
pub(super) struct Memo {
    /// The state the chain begins in, above the node the memo is kept at.
    pub state: StateId,
    /// The node its last product stands on.
    pub top: u32,
    /// The state above that.
    pub top_state: StateId,
}

/// Nodes and links of all levels.
#[derive(Default, Debug)]
pub(super) struct Stack {
    /// The nodes.
    pub nodes: Vec<StackNode>,
    /// The links.
    pub links: Vec<Link>,
    /// The memos.
    pub memos: Vec<Memo>,
}

impl Stack {
    /// Adds a node without links.
    pub fn add_node(&mut self, state: StateId, level: u32) -> u32 {
        self.nodes.push(StackNode { state, level, first_link: NONE, memo: NONE });
        (self.nodes.len() - 1) as u32
    }

    /// Adds a link to a node. The first one stays first.
    pub fn add_link(&mut self, from: u32, to: u32, tree: Tree) -> u32 {
        let link = self.links.len() as u32;
        let first = self.nodes[from as usize].first_link;
        let next = match self.links.get_mut(first as usize) {
            Some(first) => std::mem::replace(&mut first.next, link),
            None => {
                self.nodes[from as usize].first_link = link;
                NONE
            }
        };
        self.links.push(Link { to, tree, next });
        link
    }

    /// The only link of a node, if it has just one.
    pub fn sole_link(&self, node: u32) -> Option<Link> {
        let link = self.links.get(self.nodes[node as usize].first_link as usize)?;
        (link.next == NONE).then_some(*link)
    }

    /// The node `steps` below, where there is one way only.
    pub fn sole_ancestor(&self, mut node: u32, steps: usize) -> Option<u32> {
        for _ in 0..steps {
            node = self.sole_link(node)?.to;
        }
        Some(node)
    }
}
