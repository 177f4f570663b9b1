//! Which statements can apply at which symbols.

use crate::base::Diagnostic;
use crate::base::hash::{HashMap, IndexSet};
use crate::module::{KindId, ObjectRole, Statement, StatementKind};
use crate::term::{Heap, Shape};

use super::pattern::{Pattern, PatternId, Patterns};
use super::statements::{LeftSide, Reach};
use super::symbols::{Candidates, SymbolTheories};

/// A way to run an executable statement: its number among all statements, and its left-hand side.
#[derive(Clone)]
pub(crate) struct Variant {
    pub(crate) statement: usize,
    pub(crate) left: LeftSide,
    pub(crate) reach: Reach,
    /// A rule of one object and one message to it.
    pub(crate) delivers: bool,
}

/// The ways to run the executable statements, in the order to be tried.
#[derive(Default)]
pub(crate) struct LeftSides {
    pub(crate) equations: Vec<Variant>,
    pub(crate) rules: Vec<Variant>,
    pub(crate) memberships: Vec<Variant>,
}

/// Reads left-hand sides and enters each statement at every symbol it can apply at.
pub(crate) fn index(
    statements: &[Statement],
    heap: &mut Heap,
    symbols: &mut SymbolTheories,
    diagnostics: &mut Vec<Diagnostic>,
) -> LeftSides {
    let (mut equations, mut last_resort, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    let mut memberships: Vec<(usize, LeftSide)> = Vec::new();
    for (number, statement) in statements.iter().enumerate().filter(|(_, statement)| !statement.nonexec) {
        let mut read = |term| {
            let mut patterns = Patterns::default();
            let root = patterns.read_left(term, heap);
            (number, LeftSide { patterns, root })
        };
        match &statement.kind {
            StatementKind::Equation { left, otherwise: false, .. } => equations.push(read(left)),
            StatementKind::Equation { left, otherwise: true, .. } => last_resort.push(read(left)),
            StatementKind::Rule { left, .. } => rules.push(read(left)),
            StatementKind::Membership { term, .. } => memberships.push(read(term)),
        }
    }
    equations.append(&mut last_resort);
    let mut sides = LeftSides::default();
    for (statement, left) in equations {
        for (left, reach, tops) in variants(&left, heap, symbols, true) {
            tops.iter().for_each(|&top| symbols.of_mut(top).equations.all.push(sides.equations.len() as u32));
            sides.equations.push(Variant { statement, left, reach, delivers: false });
        }
    }
    for symbol in 0..symbols.len() as u32 {
        let all = std::mem::take(&mut symbols.of_mut(symbol).equations.all);
        symbols.of_mut(symbol).equations = split_by_argument(symbol, all, &sides.equations, heap);
    }
    for (statement, left) in rules {
        for (left, reach, tops) in variants(&left, heap, symbols, false) {
            tops.iter().for_each(|&top| symbols.of_mut(top).rules.push(sides.rules.len() as u32));
            let message = delivered(&left, reach, heap, symbols);
            if let Some(message) = message {
                symbols.of_mut(message).deliveries.push(sides.rules.len() as u32);
            }
            sides.rules.push(Variant { statement, left, reach, delivers: message.is_some() });
        }
    }
    // The smallest sorts first, as in Maude: sorts come after all above them.
    memberships.sort_by_key(|(statement, _)| match &statements[*statement].kind {
        StatementKind::Membership { sort, .. } => std::cmp::Reverse(heap.symbols.signature.sort(*sort).index_in_kind),
        _ => std::cmp::Reverse(0),
    });
    for (statement, left) in memberships {
        for symbol in symbols_at_top(&left, heap, symbols) {
            if is_of_numbers(heap, symbol) {
                if !narrows_numbers(heap, &statements[statement]) {
                    continue;
                }
                let span = statements[statement].span;
                diagnostics.push(
                    Diagnostic::error("not-supported", "memberships of built-in numbers are not supported yet", span)
                        .help("use a predicate, or a sort of your own with an operator around the number"),
                );
                break;
            }
            symbols.of_mut(symbol).memberships.push(sides.memberships.len() as u32);
        }
        sides.memberships.push(Variant { statement, left, reach: Reach::Whole, delivers: false });
    }
    mark_steps(heap, symbols);
    mark_arguments(heap, symbols);
    sides
}

/// For each symbol whether a rule, and whether a membership, may apply at its nodes. The heap is only used to read
/// left-hand sides.
pub(crate) fn stepping_and_constrained(
    statements: &[Statement],
    heap: &mut Heap,
    symbols: &SymbolTheories,
) -> (Vec<bool>, Vec<bool>) {
    let mut stepping = vec![false; symbols.len()];
    let mut constrained = stepping.clone();
    for symbol in (0..symbols.len() as u32).filter(|&symbol| symbols.of(symbol).is_counter()) {
        stepping[symbol as usize] = true;
    }
    for statement in statements.iter().filter(|statement| !statement.nonexec) {
        let (left, marked) = match &statement.kind {
            StatementKind::Rule { left, .. } => (left, &mut stepping),
            StatementKind::Membership { term, .. } => (term, &mut constrained),
            StatementKind::Equation { .. } => continue,
        };
        let mut patterns = Patterns::default();
        let root = patterns.read_left(left, heap);
        for symbol in symbols_at_top(&LeftSide { patterns, root }, heap, symbols) {
            marked[symbol as usize] |=
                !is_of_numbers(heap, symbol) || matches!(statement.kind, StatementKind::Rule { .. });
        }
    }
    (stepping, constrained)
}

/// The constants for literals whose values equations or memberships may change.
pub(crate) fn unsettled(statements: &[Statement], heap: &mut Heap, symbols: &SymbolTheories) -> Vec<bool> {
    let mut unsettled = vec![false; symbols.len()];
    let values: Vec<u32> = heap.symbols.signature.values().iter().map(|(id, _)| id.index() as u32).collect();
    for statement in statements.iter().filter(|statement| !statement.nonexec && !values.is_empty()) {
        let left = match &statement.kind {
            StatementKind::Rule { .. } => continue,
            StatementKind::Membership { term, .. } => term,
            StatementKind::Equation { left, .. } => left,
        };
        let mut patterns = Patterns::default();
        let root = patterns.read_left(left, heap);
        let tops = symbols_at_top(&LeftSide { patterns, root }, heap, symbols);
        values.iter().filter(|value| tops.contains(*value)).for_each(|&value| unsettled[value as usize] = true);
    }
    unsettled
}

/// Whether an equation can apply to numbers.
pub(crate) fn changes_numbers(statements: &[Statement], heap: &mut Heap) -> bool {
    statements.iter().filter(|statement| !statement.nonexec).any(|statement| {
        let StatementKind::Equation { left, .. } = &statement.kind else { return false };
        let mut patterns = Patterns::default();
        let root = patterns.read_left(left, heap);
        patterns.may_be_number(root, heap)
    })
}

/// Whether a membership can give a number a smaller sort than it has: only one below the sort of zero, of the numbers
/// above it or of those below.
fn narrows_numbers(heap: &Heap, statement: &Statement) -> bool {
    let (StatementKind::Membership { sort, .. }, Some(integers)) = (&statement.kind, heap.symbols.integers) else {
        return false;
    };
    let signature = &heap.symbols.signature;
    let kind = signature.kind(integers.kind);
    let own =
        [integers.zero_sort, integers.positive_sort, integers.negative_sort].map(|place| kind.sorts[place as usize]);
    own.into_iter()
        .any(|upper| signature.sort(upper).index_in_kind > 0 && upper != *sort && signature.is_subsort(*sort, upper))
}

/// Whether a symbol heads numbers.
fn is_of_numbers(heap: &Heap, symbol: u32) -> bool {
    heap.symbols.integers.is_some_and(|i| i.zero == symbol || i.successor == symbol || i.minus == Some(symbol))
}

/// The ways to run a statement, each with the symbols it is to be tried at.
///
/// A left-hand side that can collapse to something with another associative symbol at its top (`f(X, Y)` where `X` can be
/// the identity of `f`) matches parts of what that symbol heads: a variant for each such symbol. One that can collapse to
/// something with an iterated symbol at its top matches what is left of it below some of its applications.
fn variants(
    left: &LeftSide,
    heap: &Heap,
    symbols: &SymbolTheories,
    is_equation: bool,
) -> Vec<(LeftSide, Reach, Vec<u32>)> {
    let own = match left.patterns.get(left.root) {
        Pattern::List { symbol, .. } | Pattern::Bag { symbol, .. } => Some(*symbol),
        _ => None,
    };
    let tops = symbols_at_top(left, heap, symbols);
    let foreign = |symbol: u32| heap.symbols.info(symbol).is_associative() && own != Some(symbol);
    let mut found = Vec::new();
    let collapses =
        matches!(left.patterns.get(left.root), Pattern::Pair { .. } | Pattern::List { .. } | Pattern::Bag { .. });
    let tower = |symbol: u32| collapses && heap.symbols.info(symbol).shape == Shape::Iterated;
    let here: Vec<u32> = tops.iter().copied().filter(|&symbol| !foreign(symbol) && !tower(symbol)).collect();
    let towers: Vec<u32> = tops.iter().copied().filter(|&symbol| tower(symbol)).collect();
    if is_equation && own.is_some_and(|own| left.patterns.can_absorb(left.root, own, heap)) {
        found.push((left.clone(), Reach::Whole, own.into_iter().collect()));
    }
    if !here.is_empty() {
        found.push((left.clone(), Reach::Extended, here));
    }
    if !towers.is_empty() && !left.patterns.collapsed(left.root, heap).is_empty() {
        found.push((left.clone(), Reach::Tower, towers));
    }
    let parts = tops.into_iter().filter(|&symbol| foreign(symbol));
    found.extend(parts.map(|symbol| (left.clone(), Reach::PartOf(symbol), vec![symbol])));
    found
}

/// The symbols a left-hand side can match at, ascending.
fn symbols_at_top(left: &LeftSide, heap: &Heap, symbols: &SymbolTheories) -> IndexSet<u32> {
    let mut tops: Vec<u32> = match left.patterns.tops(left.root, heap) {
        Some(tops) => tops,
        None => {
            let kind = kind_of(left, heap);
            (0..symbols.len() as u32).filter(|&symbol| heap.symbols.info(symbol).kind == kind).collect()
        }
    };
    tops.sort_unstable();
    tops.into_iter().collect()
}

fn kind_of(left: &LeftSide, heap: &Heap) -> KindId {
    match left.patterns.get(left.root) {
        Pattern::Variable(variable) => heap.symbols.signature.kind_of(variable.sort),
        Pattern::Ground(node) => heap.symbols.info(heap.symbol(*node)).kind,
        Pattern::Free { symbol, .. }
        | Pattern::Pair { symbol, .. }
        | Pattern::List { symbol, .. }
        | Pattern::Bag { symbol, .. }
        | Pattern::Iterated { symbol, .. }
        | Pattern::Negative { symbol, .. } => heap.symbols.info(*symbol).kind,
    }
}

/// The symbol of the message, if a left-hand side is one object and one message to it.
fn delivered(left: &LeftSide, reach: Reach, heap: &Heap, symbols: &SymbolTheories) -> Option<u32> {
    let Pattern::Bag { symbol, items } = left.patterns.get(left.root) else { return None };
    if reach != Reach::Extended || symbols.of(*symbol).role != Some(ObjectRole::Configuration) {
        return None;
    }
    // With the symbol its role and name: a pattern, or a stored term.
    let part = |item: PatternId| match left.patterns.get(item) {
        Pattern::Free { symbol, arguments } => {
            let name = *arguments.first()?;
            let ground = match left.patterns.get(name) {
                Pattern::Ground(node) => Some(*node),
                _ => None,
            };
            Some((*symbol, symbols.of(*symbol).role?, (ground.is_none().then_some(name), ground)))
        }
        Pattern::Ground(node) => {
            let symbol = heap.symbol(*node);
            let name = *heap.free_arguments(*node, symbol, heap.symbols.info(symbol).arity)?.first()?;
            Some((symbol, symbols.of(symbol).role?, (None, Some(name))))
        }
        _ => None,
    };
    let [(one, 1), (other, 1)] = items[..] else { return None };
    let (one, other) = (part(one)?, part(other)?);
    if one.2 != other.2 {
        return None;
    }
    match (one.1, other.1) {
        (ObjectRole::Object, ObjectRole::Message) => Some(other.0),
        (ObjectRole::Message, ObjectRole::Object) => Some(one.0),
        _ => None,
    }
}

/// Splits a free symbol's equations by the top symbol of the argument that tells most of them apart.
///
/// One level of a decision automaton: what it leaves is decided by the matching programs.
fn split_by_argument(symbol: u32, all: Vec<u32>, equations: &[Variant], heap: &Heap) -> Candidates {
    // The symbols each equation needs at each argument; `None` for any.
    let needs: Vec<Vec<Option<Vec<u32>>>> = all
        .iter()
        .map(|&equation| {
            let left = &equations[equation as usize].left;
            match left.patterns.get(left.root) {
                Pattern::Free { symbol: top, arguments } if *top == symbol => {
                    arguments.iter().map(|&argument| left.patterns.tops(argument, heap)).collect()
                }
                _ => vec![None; heap.symbols.info(symbol).arity],
            }
        })
        .collect();
    let arity = heap.symbols.info(symbol).arity;
    let decided = |place: usize| needs.iter().filter(|need| need.get(place).is_some_and(Option::is_some)).count();
    let Some(place) =
        (0..arity).filter(|&place| decided(place) > 0).max_by_key(|&place| (decided(place), arity - place))
    else {
        return Candidates { by_argument: None, all };
    };
    let tops: IndexSet<u32> = needs.iter().filter_map(|need| need[place].as_ref()).flatten().copied().collect();
    let fitting = |top: Option<u32>| -> Vec<u32> {
        let fits =
            |need: &Option<Vec<u32>>| need.as_ref().is_none_or(|tops| top.is_some_and(|top| tops.contains(&top)));
        all.iter().zip(&needs).filter(|(_, need)| fits(&need[place])).map(|(&equation, _)| equation).collect()
    };
    let table: HashMap<u32, Vec<u32>> = tops.iter().map(|&top| (top, fitting(Some(top)))).collect();
    Candidates { by_argument: Some((place, table)), all: fitting(None) }
}

/// Marks the symbols below whose own arguments a rule may apply; an associative symbol is no argument of itself.
fn mark_arguments(heap: &Heap, symbols: &mut SymbolTheories) {
    let signature = &heap.symbols.signature;
    let mut steppers: Vec<Vec<u32>> = vec![Vec::new(); signature.kinds().len()];
    for symbol in (0..symbols.len() as u32).filter(|&symbol| symbols.of(symbol).may_step) {
        steppers[heap.symbols.info(symbol).kind.index()].push(symbol);
    }
    for (index, declared) in signature.symbols().iter().enumerate() {
        let symbol = index as u32;
        let flat = heap.symbols.info(symbol).is_associative();
        let open = |(place, kind): (usize, &KindId)| {
            !symbols.of(symbol).frozen.contains(&place)
                && steppers[kind.index()].iter().any(|&stepper| !flat || stepper != symbol)
        };
        let below = declared.domain.iter().enumerate().any(open);
        symbols.of_mut(symbol).may_step_below = below;
    }
}

/// Marks the symbols below which a rule may apply: a fixed point over kinds.
fn mark_steps(heap: &Heap, symbols: &mut SymbolTheories) {
    let signature = &heap.symbols.signature;
    let mut kinds = vec![false; signature.kinds().len()];
    let mut changed = true;
    while changed {
        changed = false;
        for symbol in 0..symbols.len() as u32 {
            let theory = symbols.of(symbol);
            let below = (symbol as usize) < signature.symbols().len()
                && signature.symbols()[symbol as usize]
                    .domain
                    .iter()
                    .enumerate()
                    .any(|(place, kind)| kinds[kind.index()] && !theory.frozen.contains(&place));
            if !theory.may_step && (below || !theory.rules.is_empty() || theory.is_counter()) {
                symbols.of_mut(symbol).may_step = true;
                changed = true;
            }
            let kind = heap.symbols.info(symbol).kind.index();
            if symbols.of(symbol).may_step && !kinds.get(kind).copied().unwrap_or(true) {
                kinds[kind] = true;
                changed = true;
            }
        }
    }
}
