//! What changed between two states: multiset difference where the change lies in a multiset, the changed part elsewhere.
//!
//! Terms of one path are cut into classes of equal subterms (modulo associativity and commutativity), so that two
//! states are compared top-down without looking into what they share. Cost: linear in the terms, times the logarithm
//! of the widest bag. Nothing recurses.

mod classes;
#[cfg(test)]
mod tests;

use crate::base::hash::HashMap;
use crate::module::{Position, SymbolId, Term, TermNode};

use classes::Class;
pub use classes::{Classified, Comparer};

/// One place where two states differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What was there before and is gone; empty for nothing.
    pub removed: Part,
    /// What is there now; empty for nothing.
    pub added: Part,
    /// The states differ at the top and not as collections: nothing is gained by showing the two halves.
    pub whole: bool,
}

/// Some elements of a collection, or one subterm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The associative symbol between the elements, when there is one.
    pub symbol: Option<SymbolId>,
    /// Where the elements stand in their state.
    pub positions: Vec<Position>,
}

impl Part {
    /// The elements as one term of their own; `None` when there are none.
    pub fn term(&self, state: &Term) -> Option<Term> {
        match (self.positions.as_slice(), self.symbol) {
            ([], _) => None,
            ([only], _) => Some(state.subterm(*only)),
            (several, symbol) => Some(joined(state, symbol?, several)),
        }
    }
}

/// A copy of the parts of a term below some positions, under one symbol.
fn joined(term: &Term, symbol: SymbolId, positions: &[Position]) -> Term {
    let size = positions.iter().max().map_or(0, |&last| last as usize + 1);
    let mut needed = vec![false; size];
    for &position in positions {
        needed[position as usize] = true;
    }
    for at in (0..size).rev() {
        if needed[at] {
            for &argument in term.arguments(at as Position) {
                needed[argument as usize] = true;
            }
        }
    }
    let mut moved: Vec<Position> = vec![0; size];
    let mut result = Term::new();
    for at in (0..size).filter(|&at| needed[at]) {
        let at = at as Position;
        let node = match term.node(at) {
            TermNode::Application { symbol, arguments } => TermNode::Application {
                symbol: *symbol,
                arguments: arguments.iter().map(|&argument| moved[argument as usize]).collect(),
            },
            TermNode::Iterated { symbol, count, argument } => {
                TermNode::Iterated { symbol: *symbol, count: count.clone(), argument: moved[*argument as usize] }
            }
            leaf => leaf.clone(),
        };
        moved[at as usize] = result.push(node, None);
    }
    result.apply(symbol, positions.iter().map(|&position| moved[position as usize]).collect());
    result
}

impl Comparer<'_> {
    /// The places where two states differ, from left to right; none when they are equal.
    pub fn changes(&self, before: &Classified<'_>, after: &Classified<'_>) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut open = vec![(before.term.root(), after.term.root())];
        while let Some((old, new)) = open.pop() {
            if before.class(old) == after.class(new) {
                continue;
            }
            if let Some(symbol) = self.collection(before, old, after, new) {
                changes.push(self.collection_change(symbol, before, old, after, new));
                continue;
            }
            let differing = self.differing_arguments(before, old, after, new);
            let all_collections = differing.iter().all(|&(o, n)| self.collection(before, o, after, n).is_some());
            if differing.len() == 1 || (!differing.is_empty() && all_collections) {
                open.extend(differing.into_iter().rev());
                continue;
            }
            changes.push(Change {
                removed: Part { symbol: None, positions: vec![old] },
                added: Part { symbol: None, positions: vec![new] },
                whole: old == before.term.root() && new == after.term.root(),
            });
        }
        changes
    }

    /// The associative symbol that both sides can be read as collections of, if there is one. A collapsed side (a
    /// single element, or the identity) counts.
    fn collection(
        &self,
        before: &Classified<'_>,
        old: Position,
        after: &Classified<'_>,
        new: Position,
    ) -> Option<SymbolId> {
        let associative = |symbol: &SymbolId| self.signature.symbol(*symbol).axioms.associative;
        let left = before.symbol(old).filter(associative);
        let right = after.symbol(new).filter(associative);
        match (left, right) {
            (Some(left), Some(right)) => (left == right).then_some(left),
            (Some(only), None) | (None, Some(only)) => Some(only),
            (None, None) => {
                let identity = |class| self.identities.get(&class).copied();
                identity(before.class(old)).or_else(|| identity(after.class(new)))
            }
        }
    }

    /// The elements of a subterm read as a collection.
    fn members(&self, symbol: SymbolId, state: &Classified<'_>, at: Position) -> Vec<Position> {
        if state.symbol(at) == Some(symbol) {
            state.elements(at).to_vec()
        } else if self.identities.contains_key(&state.class(at)) {
            Vec::new()
        } else {
            vec![at]
        }
    }

    fn collection_change(
        &self,
        symbol: SymbolId,
        before: &Classified<'_>,
        old: Position,
        after: &Classified<'_>,
        new: Position,
    ) -> Change {
        let (old, new) = (self.members(symbol, before, old), self.members(symbol, after, new));
        let (removed, added) = if self.signature.symbol(symbol).axioms.commutative {
            (minus(before, &old, after, &new), minus(after, &new, before, &old))
        } else {
            without_common_ends(before, &old, after, &new)
        };
        let part = |positions| Part { symbol: Some(symbol), positions };
        Change { removed: part(removed), added: part(added), whole: false }
    }

    /// The pairs of arguments that differ; none when the tops differ.
    fn differing_arguments(
        &self,
        before: &Classified<'_>,
        old: Position,
        after: &Classified<'_>,
        new: Position,
    ) -> Vec<(Position, Position)> {
        let (Some(symbol), true) = (before.symbol(old), before.symbol(old) == after.symbol(new)) else {
            return Vec::new();
        };
        let (old, new) = (before.elements(old), after.elements(new));
        if self.signature.symbol(symbol).axioms.commutative {
            let (removed, added) = (minus(before, old, after, new), minus(after, new, before, old));
            return removed.into_iter().zip(added).collect();
        }
        let pairs = old.iter().copied().zip(new.iter().copied());
        pairs.filter(|&(o, n)| before.class(o) != after.class(n)).collect()
    }
}

/// The members of one collection that the other has not, with multiplicities, in their own order.
fn minus(of: &Classified<'_>, members: &[Position], other: &Classified<'_>, taken: &[Position]) -> Vec<Position> {
    let mut left: HashMap<Class, usize> = HashMap::default();
    for &position in taken {
        *left.entry(other.class(position)).or_default() += 1;
    }
    let mut rest = Vec::new();
    for &position in members {
        match left.get_mut(&of.class(position)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => rest.push(position),
        }
    }
    rest
}

/// Two lists without what they begin and end with in common.
fn without_common_ends(
    before: &Classified<'_>,
    old: &[Position],
    after: &Classified<'_>,
    new: &[Position],
) -> (Vec<Position>, Vec<Position>) {
    let same = |&(&o, &n): &(&Position, &Position)| before.class(o) == after.class(n);
    let front = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[front..], &new[front..]);
    let back = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    (old[..old.len() - back].to_vec(), new[..new.len() - back].to_vec())
}
