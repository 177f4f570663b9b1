//! The total order on terms, the same on every machine: by symbol, then structure; integers by value.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::base::Name;

use super::heap::{Heap, View};
use super::node::NodeId;

type Pending = SmallVec<[(NodeId, NodeId); 16]>;

impl Heap {
    /// Compares two terms in canonical form. Equal exactly when they are the same term modulo the axioms.
    ///
    /// Cost: linear in what they have in common; constant for integers and for stored terms that are equal.
    #[inline]
    pub fn compare(&self, left: NodeId, right: NodeId) -> Ordering {
        if left == right {
            return Ordering::Equal;
        }
        if let (Some(left), Some(right)) = (left.as_integer(), right.as_integer()) {
            return left.cmp(&right);
        }
        self.compare_nodes(left, right)
    }

    /// Whether two terms in canonical form are the same.
    #[inline]
    pub fn equal(&self, left: NodeId, right: NodeId) -> bool {
        if left == right {
            return true;
        }
        // Distinct stored terms differ, and an integer id differs from everything else.
        if (left.is_stored() && right.is_stored()) || left.is_integer() || right.is_integer() {
            return false;
        }
        self.compare_nodes(left, right) == Ordering::Equal
    }

    fn compare_nodes(&self, left: NodeId, right: NodeId) -> Ordering {
        let mut pending = Pending::new();
        pending.push((left, right));
        while let Some((left, right)) = pending.pop() {
            if left == right {
                continue;
            }
            let order = self.compare_tops(left, right, &mut pending);
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }

    /// Compares what stands at the top and leaves the arguments to be compared, the first on top of the stack.
    fn compare_tops(&self, left: NodeId, right: NodeId, pending: &mut Pending) -> Ordering {
        match (self.view(left), self.view(right)) {
            (View::Free(f, a), View::Free(g, b)) if f == g => leave(pending, a, b),
            (View::List(f, a), View::List(g, b)) if f == g => match a.len().cmp(&b.len()) {
                Ordering::Equal => leave(pending, a, b),
                order => order,
            },
            (View::Bag(f, a), View::Bag(g, b)) if f == g => compare_bags(pending, a, b),
            (View::Iterated(f, m, a), View::Iterated(g, n, b)) if f == g => {
                pending.push((a, b));
                m.cmp(&n)
            }
            (View::Variable(f, m, s), View::Variable(g, n, t)) if f == g => {
                Name::from_id(m).cmp(&Name::from_id(n)).then(s.cmp(&t))
            }
            (View::Integer(_) | View::BigInteger(..), View::Integer(_) | View::BigInteger(..)) => {
                self.as_number(left).cmp(&self.as_number(right))
            }
            _ => self.rank(left).cmp(&self.rank(right)),
        }
    }

    /// Place of a term's symbol in the order; all integers share one place.
    fn rank(&self, node: NodeId) -> (u32, u32) {
        let integers = self.symbols.integers.map_or(self.symbols.big_integer, |i| i.zero);
        match self.view(node) {
            View::Integer(_) | View::BigInteger(..) => (integers, 0),
            View::Free(f, _) | View::List(f, _) | View::Bag(f, _) | View::Iterated(f, ..) | View::Variable(f, ..) => {
                (f, 1)
            }
        }
    }
}

fn leave(pending: &mut Pending, left: &[NodeId], right: &[NodeId]) -> Ordering {
    pending.extend(left.iter().copied().zip(right.iter().copied()).rev());
    Ordering::Equal
}

/// By number of distinct elements, then multiplicities, then elements: what is cheap first.
fn compare_bags(pending: &mut Pending, left: &[[NodeId; 2]], right: &[[NodeId; 2]]) -> Ordering {
    match left.len().cmp(&right.len()) {
        Ordering::Equal => {}
        order => return order,
    }
    match left.iter().map(|e| e[1].0).cmp(right.iter().map(|e| e[1].0)) {
        Ordering::Equal => {}
        order => return order,
    }
    pending.extend(left.iter().zip(right).map(|(a, b)| (a[0], b[0])).rev());
    Ordering::Equal
}
