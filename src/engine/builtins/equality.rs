//! Equality in the initial model.

use crate::base::hash::HashSet;
use crate::term::{NodeId, View};

use super::super::Engine;

impl Engine {
    /// Whether two terms are equal for all values of their variables, or for none; nothing where that is not known.
    pub(super) fn initial_equality(&self, first: usize) -> Option<NodeId> {
        let [left, right] = self.values[first..] else { return None };
        if self.heap.equal(left, right) {
            return Some(self.yes);
        }
        let differ = match (self.fixed_top(left), self.fixed_top(right)) {
            (Some(left), Some(right)) => left != right,
            _ => false,
        };
        (differ || self.is_ground(left) && self.is_ground(right)).then_some(self.no)
    }

    /// The symbol at the top of a term, if that is the same in all instances.
    fn fixed_top(&self, node: NodeId) -> Option<u32> {
        match self.heap.view(node) {
            View::Free(symbol, _) => {
                let collapses = self.heap.symbols.info(symbol).collapses();
                (self.theory.symbols.of(symbol).is_constructor() && !collapses).then_some(symbol)
            }
            _ => None,
        }
    }

    /// Whether there is no variable in a term. Linear in its distinct nodes.
    fn is_ground(&self, root: NodeId) -> bool {
        let mut met: HashSet<NodeId> = HashSet::default();
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if matches!(self.heap.view(node), View::Variable(..)) {
                return false;
            }
            let arguments = (0..).map_while(|place| self.heap.distinct_argument(node, place));
            open.extend(arguments.filter(|argument| met.insert(*argument)));
        }
        true
    }
}
