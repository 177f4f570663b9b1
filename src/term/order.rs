//! The total order on terms, the same on every machine and Maude's wherever the text fixes it: by number of arguments, then by
//! the symbol's place in the module, then by structure. Bags are kept in this order, so it decides how they are printed and
//! which of several matches comes first.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::base::{Name, Number};

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
            return integers(left, right);
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
        if self.header(left).symbol() != self.header(right).symbol() {
            return false;
        }
        self.compare_nodes(left, right) == Ordering::Equal
    }

    /// Compares a term with all terms that are headed by a free symbol and have this first argument: these are `Equal`.
    ///
    /// Among the elements of a bag they are neighbours.
    #[inline]
    pub(crate) fn compare_with_key(&self, node: NodeId, symbol: u32, first: NodeId) -> Ordering {
        match self.free_arguments(node, symbol, 1) {
            Some(arguments) => self.compare(arguments[0], first),
            None => self.rank(node).cmp(&(self.symbols.info(symbol).arity, symbol)),
        }
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
            (Some(left), Some(right)) => return Top::Differ(integers(left, right)),
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
            (View::Text(_, a), View::Text(_, b)) => Top::Differ(a.cmp(&b)),
            (View::Float(_, a), View::Float(_, b)) => Top::Differ(a.cmp(&b)),
            (View::Variable(m, s), View::Variable(n, t)) => {
                Top::Differ(s.cmp(&t).then_with(|| Name::from_id(m).age().cmp(&Name::from_id(n).age())))
            }
            _ => Top::Differ(self.compare_others(left, right)),
        }
    }

    /// Big bags: as small ones; chunks that are the same node are passed over.
    fn compare_chunks(&self, left: Directory<'_>, right: Directory<'_>) -> Top {
        let sizes = left.distinct.cmp(&right.distinct);
        if sizes != Ordering::Equal || left.chunks == right.chunks {
            return Top::Differ(sizes);
        }
        let same = left.chunks.iter().zip(right.chunks).take_while(|(a, b)| a == b).count();
        let before = same.checked_sub(1).map_or(0, |last| left.chunks[last][1].0);
        for place in before..left.distinct {
            let ([a, m], [b, n]) = (self.chunked_entry(left, place), self.chunked_entry(right, place));
            let order = m.0.cmp(&n.0).then_with(|| self.compare(a, b));
            if order != Ordering::Equal {
                return Top::Differ(order);
            }
        }
        Top::Differ(Ordering::Equal)
    }

    /// Terms with different symbols, or of which one is an integer.
    fn compare_others(&self, left: NodeId, right: NodeId) -> Ordering {
        match self.rank(left).cmp(&self.rank(right)) {
            Ordering::Equal => self.compare_towers(left, right),
            order => order,
        }
    }

    /// Terms of one rank of which one is an integer: the other one is an integer, too, or a tower of successors over something
    /// else, or the negative of such a term. The larger number is the larger one; of the same number, the bare one is the
    /// smaller.
    fn compare_towers(&self, left: NodeId, right: NodeId) -> Ordering {
        let height = |node| match self.view(node) {
            View::Iterated(_, count, _) => (Some(Number::from_big(count.into())), true),
            View::Free(..) => (None, true),
            _ => {
                (self.as_number(node).map(|number| if number.signum() < 0 { number.negated() } else { number }), false)
            }
        };
        height(left).cmp(&height(right))
    }

    /// Place of a term's symbol in the order: constants come first, then what has one argument, and so on. Integers stand
    /// where the symbols stand of which they are made: zero, successors, negatives of successors.
    #[inline]
    fn rank(&self, node: NodeId) -> (usize, u32) {
        let symbol = match node.as_integer() {
            Some(value) => self.number_symbol(value < 0, value == 0),
            None => match self.header(node).symbol() {
                symbol if symbol == self.symbols.big_integer => {
                    self.number_symbol(matches!(self.view(node), View::BigInteger(true, _)), false)
                }
                symbol => symbol,
            },
        };
        (self.symbols.info(symbol).arity, symbol)
    }

    fn number_symbol(&self, negative: bool, zero: bool) -> u32 {
        match self.symbols.integers {
            Some(symbols) if zero => symbols.zero,
            Some(symbols) if negative => symbols.minus.unwrap_or(symbols.successor),
            Some(symbols) => symbols.successor,
            None => self.symbols.big_integer,
        }
    }
}

/// Zero, then the positive ones, then the negative ones, the nearest to zero first.
fn integers(left: i64, right: i64) -> Ordering {
    (left < 0).cmp(&(right < 0)).then(left.unsigned_abs().cmp(&right.unsigned_abs()))
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

/// By number of distinct elements, then entry by entry: how often, then what.
fn compare_bags(pending: &mut Pending, left: &[[NodeId; 2]], right: &[[NodeId; 2]]) -> Top {
    if left.len() != right.len() {
        return Top::Differ(left.len().cmp(&right.len()));
    }
    let multiplicities = |(a, b): (&[NodeId; 2], &[NodeId; 2])| a[1].0.cmp(&b[1].0);
    let same = left.iter().zip(right).take_while(|&pair| multiplicities(pair).is_eq()).count();
    let pairs = left[..same].iter().zip(&right[..same]);
    if same < left.len() {
        let order = multiplicities((&left[same], &right[same]));
        if same == 0 {
            return Top::Differ(order);
        }
        // Counts only if all entries before it are equal: said as two numbers that differ so.
        let numbers = [0, 1].map(|value| NodeId::integer(value).expect("is small"));
        pending.push(if order.is_lt() { (numbers[0], numbers[1]) } else { (numbers[1], numbers[0]) });
    }
    pending.extend(pairs.map(|(a, b)| (a[0], b[0])).rev());
    Top::Differ(Ordering::Equal)
}
