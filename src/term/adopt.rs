//! Terms that move from one store to another.

use crate::base::hash::HashMap;

use super::heap::Heap;
use super::node::NodeId;
use super::store::{child_places, node_size};

impl Heap {
    /// The stored terms of a heap that began as a copy of this one, in this one: each with what it is here.
    ///
    /// Cost: linear in the nodes that this heap does not have yet.
    pub(crate) fn adopt(&mut self, other: &Heap, roots: impl Iterator<Item = NodeId>) -> HashMap<NodeId, NodeId> {
        let mut moved: HashMap<NodeId, NodeId> = HashMap::default();
        let common = self.store.words.len();
        let is_here = |node: NodeId| node.is_integer() || node.at() < common;
        for root in roots {
            let mut stack = vec![root];
            while let Some(&node) = stack.last() {
                if is_here(node) || moved.contains_key(&node) {
                    moved.entry(node).or_insert(node);
                    stack.pop();
                    continue;
                }
                let before = stack.len();
                stack.extend(other.child_words(node).filter(|child| !is_here(*child) && !moved.contains_key(child)));
                if stack.len() == before {
                    stack.pop();
                    let here = self.adopt_node(other, node, |child| if is_here(child) { child } else { moved[&child] });
                    moved.insert(node, here);
                }
            }
        }
        moved
    }

    fn adopt_node(&mut self, other: &Heap, node: NodeId, here: impl Fn(NodeId) -> NodeId) -> NodeId {
        let words = other.words(node);
        let size = node_size(&other.symbols, words);
        let (first, step) = child_places(&other.symbols, words);
        let mut words = words[..size].to_vec();
        for word in words.iter_mut().skip(first).step_by(step) {
            *word = here(*word);
        }
        self.store.unique(&words).0
    }
}
