//! The total order on terms, the same on every machine: by number of arguments, symbol, then structure; integers by
//! value.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::base::Name;

use super::chunks::Directory;
use super::heap::{Heap, View};
use super::node::{Header, NodeId};
use super::symbols::Shape;

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
        let mut next = Some((left, right));
        while let Some((left, right)) = next {
            match self.compare_tops(left, right, &mut pending) {
                Top::Differ(Ordering::Equal) => next = pending.pop(),
                Top::Differ(order) => return order,
                Top::Descend(left, right) => next = Some((left, right)),
            }
        }
        Ordering::Equal
    }

    /// Compares what stands at the top. The first pair of arguments that may differ is given back, later ones are left
    /// on the stack, the first of them on top.
    fn compare_tops(&self, left: NodeId, right: NodeId, pending: &mut Pending) -> Top {
        if left == right {
            return Top::Differ(Ordering::Equal);
        }
        match (left.as_integer(), right.as_integer()) {
            (Some(left), Some(right)) => return Top::Differ(left.cmp(&right)),
            (None, None) => {}
            _ => return Top::Differ(self.compare_others(left, right)),
        }
        let (one, other) = (self.words(left), self.words(right));
        let (f, g) = (Header(one[0].0).symbol(), Header(other[0].0).symbol());
        if f != g {
            return Top::Differ(self.compare_others(left, right));
        }
        let info = self.symbols.info(f);
        match info.shape {
            Shape::Free | Shape::Commutative => descend(pending, &one[1..=info.arity], &other[1..=info.arity]),
            Shape::List if one[1] != other[1] => Top::Differ(one[1].0.cmp(&other[1].0)),
            Shape::List => {
                let end = 2 + one[1].0 as usize;
                descend(pending, &one[2..end], &other[2..end])
            }
            _ => self.compare_unusual(left, right, pending),
        }
    }

    fn compare_unusual(&self, left: NodeId, right: NodeId, pending: &mut Pending) -> Top {
        match (self.view(left), self.view(right)) {
            (View::Bag(_, a), View::Bag(_, b)) => compare_bags(pending, a, b),
            (View::Chunks(_, a), View::Chunks(_, b)) => self.compare_chunks(a, b),
            (View::Bag(..), View::Chunks(..)) => Top::Differ(Ordering::Less),
            (View::Chunks(..), View::Bag(..)) => Top::Differ(Ordering::Greater),
            (View::Iterated(_, m, a), View::Iterated(_, n, b)) => match m.cmp(&n) {
                Ordering::Equal => Top::Descend(a, b),
                order => Top::Differ(order),
            },
            (View::Variable(_, m, s), View::Variable(_, n, t)) => {
                Top::Differ(Name::from_id(m).cmp(&Name::from_id(n)).then(s.cmp(&t)))
            }
            _ => Top::Differ(self.as_number(left).cmp(&self.as_number(right))),
        }
    }

    /// Big bags: by number of elements, then entry by entry; chunks that are the same node are passed over.
    fn compare_chunks(&self, left: Directory<'_>, right: Directory<'_>) -> Top {
        let sizes = (left.distinct, left.size).cmp(&(right.distinct, right.size));
        if sizes != Ordering::Equal || left.chunks == right.chunks {
            return Top::Differ(sizes);
        }
        let same = left.chunks.iter().zip(right.chunks).take_while(|(a, b)| a == b).count();
        let before = same.checked_sub(1).map_or(0, |last| left.chunks[last][1].0);
        for place in before..left.distinct {
            let ([a, m], [b, n]) = (self.chunked_entry(left, place), self.chunked_entry(right, place));
            let order = self.compare(a, b).then(m.0.cmp(&n.0));
            if order != Ordering::Equal {
                return Top::Differ(order);
            }
        }
        Top::Differ(Ordering::Equal)
    }

    /// Terms with different symbols, or of which one is an integer.
    fn compare_others(&self, left: NodeId, right: NodeId) -> Ordering {
        match self.rank(left).cmp(&self.rank(right)) {
            Ordering::Equal => self.as_number(left).cmp(&self.as_number(right)),
            order => order,
        }
    }

    /// Place of a term's symbol in the order: symbols of few arguments first, as in Maude. All integers share one place.
    fn rank(&self, node: NodeId) -> (usize, u32, u32) {
        let integers = self.symbols.integers.map_or(self.symbols.big_integer, |i| i.zero);
        match self.view(node) {
            View::Integer(_) | View::BigInteger(..) => (0, integers, 0),
            View::Free(f, _)
            | View::List(f, _)
            | View::Bag(f, _)
            | View::Chunks(f, _)
            | View::Iterated(f, ..)
            | View::Variable(f, ..) => (self.symbols.info(f).arity, f, 1),
        }
    }
}

/// What a comparison of two tops came to.
enum Top {
    /// All is said; when equal, what is on the stack still counts.
    Differ(Ordering),
    /// These arguments are to be compared next.
    Descend(NodeId, NodeId),
}

fn descend(pending: &mut Pending, left: &[NodeId], right: &[NodeId]) -> Top {
    let mut pairs = left.iter().zip(right).filter(|(a, b)| a != b);
    let Some((&first, &other)) = pairs.next() else { return Top::Differ(Ordering::Equal) };
    let start = pending.len();
    pending.extend(pairs.map(|(&a, &b)| (a, b)));
    pending[start..].reverse();
    Top::Descend(first, other)
}

/// By number of distinct elements, then multiplicities, then elements: what is cheap first.
fn compare_bags(pending: &mut Pending, left: &[[NodeId; 2]], right: &[[NodeId; 2]]) -> Top {
    let multiplicities = |bag: &[[NodeId; 2]]| bag.iter().map(|entry| entry[1].0).collect::<SmallVec<[u32; 16]>>();
    match left.len().cmp(&right.len()).then_with(|| multiplicities(left).cmp(&multiplicities(right))) {
        Ordering::Equal => {
            pending.extend(left.iter().zip(right).map(|(a, b)| (a[0], b[0])).rev());
            Top::Differ(Ordering::Equal)
        }
        order => Top::Differ(order),
    }
}
