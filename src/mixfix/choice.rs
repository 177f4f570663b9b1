//! Which of several derivations is taken: the one that Maude takes.
//!
//! Its parser finds them in an order that comes from its lists of waiting productions. Asked with many small grammars,
//! it answers by these rules, in all but one of a hundred ambiguous terms of a random grammar. The derivation whose last
//! part begins later comes first, so that `a + b + c` is `(a + b) + c`; then the one that binds tighter; then the one
//! whose other parts begin later. Where all parts begin alike, a constant comes before a variable or a number of the
//! same name. Else the derivations run in parallel, in different kinds: the one declared first is taken if the holes
//! behind the beginnings of their productions are odd in number, the last one if they are even, for each of them turns
//! a list around.

use std::cmp::Ordering;

use super::forest::Tree;
use super::production::{Action, PairKind, Part};
use super::reader::Reader;

/// Nodes that one parse may look at to choose; beyond it the derivation met first is taken.
pub(super) const LOOKED_AT: usize = 4_000_000;

/// The derivation taken among those of one stretch.
pub(super) fn best(reader: &mut Reader<'_>, nodes: &[u32]) -> Option<u32> {
    let (&first, others) = nodes.split_first()?;
    let mut best = first;
    for &other in others {
        if compare(reader, other, best) == Ordering::Less {
            best = other;
        }
    }
    Some(best)
}

/// `Less` if the first derivation is taken before the second.
fn compare(reader: &mut Reader<'_>, first: u32, second: u32) -> Ordering {
    let mut pairs = vec![(first, second)];
    while let Some((first, second)) = pairs.pop() {
        if first == second || !reader.spend(1) {
            continue;
        }
        let (one, other) = (reader.unsettled(first), reader.unsettled(second));
        let later = compare_parts(reader, one, other);
        if later != Ordering::Equal {
            return later;
        }
        if one.0 != other.0 {
            return compare_productions(reader, first, second);
        }
        // The same production on the same parts: they differ further down, first on the right.
        let count = reader.productions.get(one.0).parts.len();
        let (left, right) =
            (reader.parsed.forest.children(one.1, count), reader.parsed.forest.children(other.1, count));
        let below = left.iter().zip(right).filter_map(|(left, right)| left.as_node().zip(right.as_node()));
        pairs.extend(below);
    }
    Ordering::Equal
}

type Derived = (super::production::ProductionId, u32);

/// Compares where the last parts begin, how tightly the productions bind, and where the other holes and parts begin from
/// the last to the first: later is better.
fn compare_parts(reader: &Reader<'_>, one: Derived, other: Derived) -> Ordering {
    let begins = |derived: Derived, terminals: bool| {
        let parts = &reader.productions.get(derived.0).parts;
        let trees = reader.parsed.forest.children(derived.1, parts.len());
        let wanted = move |part: &Part| terminals || matches!(part, Part::Hole { .. });
        let begin = |tree: &Tree| match tree.as_node() {
            Some(node) => reader.parsed.forest.get(node).start as usize,
            None => tree.as_lexeme(),
        };
        parts.iter().zip(trees).rev().filter(move |(part, _)| wanted(part)).map(move |(_, tree)| begin(tree))
    };
    let compare = |terminals| begins(other, terminals).cmp(begins(one, terminals));
    let precedence = |derived: Derived| reader.productions.get(derived.0).precedence;
    let last = |derived: Derived| begins(derived, true).next();
    last(other)
        .cmp(&last(one))
        .then_with(|| precedence(one).cmp(&precedence(other)))
        .then_with(|| compare(false))
        .then_with(|| compare(true))
}

/// Compares derivations that are alike but for their productions.
fn compare_productions(reader: &mut Reader<'_>, first: u32, second: u32) -> Ordering {
    let (one, other) = (reader.unsettled(first).0, reader.unsettled(second).0);
    let (a, b) = (run(reader, first), run(reader, second));
    let in_parallel = if a.turns % 2 == 1 { one.cmp(&other) } else { other.cmp(&one) };
    a.classes.cmp(&b.classes).then(in_parallel)
}

/// What decides between derivations that run in parallel.
#[derive(Default)]
struct Course {
    /// Holes that do not begin their production.
    turns: usize,
    /// Variables, numbers and other literals.
    classes: usize,
}

/// The course of a derivation. Where it goes on in several ways, any will do: they all end at the same places.
fn run(reader: &mut Reader<'_>, node: u32) -> Course {
    let mut course = Course::default();
    let mut rest = vec![node];
    while let Some(node) = rest.pop() {
        if !reader.spend(1) {
            break;
        }
        let (production, children) = reader.unsettled(node);
        let production = reader.productions.get(production);
        let holes = production.parts.iter().skip(1).filter(|part| matches!(part, Part::Hole { .. }));
        // The arrow of a search counts as a hole of its own.
        let arrow = matches!(production.action, Action::Pair(PairKind::Searches(_)));
        course.turns += holes.count() + usize::from(arrow);
        course.classes += usize::from(is_class(production.action));
        let trees = reader.parsed.forest.children(children, production.parts.len());
        rest.extend(trees.iter().filter_map(|tree| tree.as_node()));
    }
    course
}

/// Whether a production stands for a class of tokens.
fn is_class(action: Action) -> bool {
    matches!(action, Action::Variable | Action::Number | Action::Fraction(_) | Action::Value(_))
}
