//! Patterns and statements with the arguments of commutative symbols in order, as Maude keeps them.
//!
//! The order is that of terms in the heap (`term/order.rs`), with variables behind the constants. It shows in three places:
//! in how statements and queries are printed, in the order in which a solution names its variables, and in which of several
//! matches comes first.

use std::cmp::Ordering;

use crate::base::Number;
use crate::base::hash::{HashMap, IndexSet};

use super::flat::Draft;
use super::signature::{Signature, SortId, SymbolId};
use super::statement::{Condition, Statement, StatementKind};
use super::term::{Position, Term, TermNode, Variable};

/// The order of variables: by when their sorts are first used in the statements of a module, then by name.
#[derive(Clone, Debug, Default)]
pub struct VariableOrder {
    sorts: IndexSet<SortId>,
}

impl VariableOrder {
    /// The order that statements make, one after the other.
    pub fn of<'s>(statements: impl IntoIterator<Item = &'s Statement>) -> Self {
        let mut order = Self::default();
        for statement in statements {
            match &statement.kind {
                StatementKind::Equation { left, right, .. } | StatementKind::Rule { left, right } => {
                    order.note(left);
                    order.note(right);
                }
                StatementKind::Membership { term, .. } => order.note(term),
            }
            order.note_conditions(&statement.conditions);
        }
        order
    }

    /// Sorts that are new in a term come last.
    pub fn note(&mut self, term: &Term) {
        self.sorts.extend(term.variables().map(|(_, variable)| variable.sort));
    }

    /// As [`Self::note`], for all terms of some conditions.
    pub fn note_conditions(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            match condition {
                Condition::Boolean(term) | Condition::SortTest(term, _) => self.note(term),
                Condition::Equal(left, right) | Condition::Match(left, right) | Condition::Rewrite(left, right) => {
                    self.note(left);
                    self.note(right);
                }
            }
        }
    }

    fn compare(&self, left: &Variable, right: &Variable) -> Ordering {
        let sort = |variable: &Variable| self.sorts.get_index_of(&variable.sort);
        sort(left).cmp(&sort(right)).then_with(|| left.name.age().cmp(&right.name.age()))
    }
}

/// Puts the statements of a module in order, once they are read.
pub fn normalise_own(draft: &Draft, statements: &mut [Statement]) {
    let order = VariableOrder::of(statements.iter().chain(&draft.imported));
    for statement in statements {
        match &mut statement.kind {
            StatementKind::Equation { left, right, .. } | StatementKind::Rule { left, right } => {
                normalise(left, &draft.signature, &order, Form::Flat);
                normalise(right, &draft.signature, &order, Form::Nested);
            }
            StatementKind::Membership { term, .. } => normalise(term, &draft.signature, &order, Form::Flat),
        }
        normalise_conditions(&mut statement.conditions, &draft.signature, &order);
    }
}

/// Puts all terms of some conditions in order.
pub fn normalise_conditions(conditions: &mut [Condition], signature: &Signature, order: &VariableOrder) {
    for condition in conditions {
        match condition {
            Condition::Boolean(term) | Condition::SortTest(term, _) => normalise(term, signature, order, Form::Nested),
            Condition::Equal(left, right) => {
                normalise(left, signature, order, Form::Nested);
                normalise(right, signature, order, Form::Nested);
            }
            Condition::Match(pattern, term) | Condition::Rewrite(term, pattern) => {
                normalise(pattern, signature, order, Form::Flat);
                normalise(term, signature, order, Form::Nested);
            }
        }
    }
}

/// What becomes of a bag in a bag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// They become one: patterns.
    Flat,
    /// They stay as they were written: what is evaluated, part by part.
    Nested,
}

/// Puts the arguments of commutative symbols in order.
///
/// Cost: that of sorting the arguments of each such symbol; nothing is done where there is none.
pub fn normalise(term: &mut Term, signature: &Signature, order: &VariableOrder, form: Form) {
    let commutes = |node: &TermNode| matches!(node, TermNode::Application { symbol, .. } if signature.symbol(*symbol).axioms.commutative);
    if term.nodes().iter().any(commutes) {
        *term =
            Normaliser { signature, order, form, result: Term::new(), classes: Vec::new(), known: HashMap::default() }
                .run(term);
    }
}

struct Normaliser<'a> {
    signature: &'a Signature,
    order: &'a VariableOrder,
    form: Form,
    result: Term,
    /// Of each node of the result, the first node that is equal to it.
    classes: Vec<Position>,
    known: HashMap<TermNode, Position>,
}

impl Normaliser<'_> {
    fn run(mut self, term: &Term) -> Term {
        let inner = self.inner(term);
        let mut moved: Vec<Position> = vec![0; term.len()];
        for at in (0..term.len()).filter(|&at| !inner[at]) {
            let node = match term.node(at as Position) {
                TermNode::Application { symbol, .. } => {
                    let flat = self.flat_arguments(term, at as Position);
                    let mut arguments: Vec<Position> = flat.into_iter().map(|a| moved[a as usize]).collect();
                    if self.signature.symbol(*symbol).axioms.commutative {
                        arguments.sort_by(|&a, &b| self.compare(a, b));
                    }
                    TermNode::Application { symbol: *symbol, arguments }
                }
                TermNode::Iterated { symbol, count, argument } => {
                    TermNode::Iterated { symbol: *symbol, count: count.clone(), argument: moved[*argument as usize] }
                }
                other => other.clone(),
            };
            moved[at] = self.add(node, term, at as Position);
        }
        in_order(&self.result)
    }

    fn add(&mut self, node: TermNode, term: &Term, at: Position) -> Position {
        let classes = &self.classes;
        let key = match &node {
            TermNode::Application { symbol, arguments } => {
                let arguments = arguments.iter().map(|&a| classes[a as usize]).collect();
                TermNode::Application { symbol: *symbol, arguments }
            }
            TermNode::Iterated { symbol, count, argument } => {
                TermNode::Iterated { symbol: *symbol, count: count.clone(), argument: classes[*argument as usize] }
            }
            other => other.clone(),
        };
        let position = self.result.push(node, term.span(at));
        let class = *self.known.entry(key).or_insert(position);
        self.classes.push(class);
        position
    }

    /// The symbol of a node whose arguments are to be one flat bag.
    fn bag_symbol(&self, term: &Term, at: Position) -> Option<SymbolId> {
        let TermNode::Application { symbol, .. } = term.node(at) else { return None };
        let axioms = &self.signature.symbol(*symbol).axioms;
        (self.form == Form::Flat && axioms.associative && axioms.commutative).then_some(*symbol)
    }

    /// Which nodes are parts of a bag that stands above them.
    fn inner(&self, term: &Term) -> Vec<bool> {
        let mut inner = vec![false; term.len()];
        for at in 0..term.len() as Position {
            let Some(symbol) = self.bag_symbol(term, at) else { continue };
            for &argument in term.arguments(at) {
                inner[argument as usize] = self.bag_symbol(term, argument) == Some(symbol);
            }
        }
        inner
    }

    fn flat_arguments(&self, term: &Term, at: Position) -> Vec<Position> {
        let symbol = self.bag_symbol(term, at);
        if symbol.is_none() {
            return term.arguments(at).to_vec();
        }
        let mut flat = Vec::new();
        let mut pending: Vec<Position> = term.arguments(at).iter().rev().copied().collect();
        while let Some(next) = pending.pop() {
            if self.bag_symbol(term, next) == symbol {
                pending.extend(term.arguments(next).iter().rev());
            } else {
                flat.push(next);
            }
        }
        flat
    }

    fn compare(&self, left: Position, right: Position) -> Ordering {
        let mut pending = vec![(left, right)];
        while let Some((left, right)) = pending.pop() {
            if self.classes[left as usize] == self.classes[right as usize] {
                continue;
            }
            match self.compare_tops(left, right, &mut pending) {
                Ordering::Equal => {}
                order => return order,
            }
        }
        Ordering::Equal
    }

    /// Compares what stands at the top; pairs of arguments that count if that is equal are added to `pending`.
    fn compare_tops(&self, left: Position, right: Position, pending: &mut Vec<(Position, Position)>) -> Ordering {
        let (one, other) = (self.result.node(left), self.result.node(right));
        let ranks = self.rank(one).cmp(&self.rank(other));
        if ranks.is_ne() {
            return ranks;
        }
        match (one, other) {
            (TermNode::Variable(one), TermNode::Variable(other)) => self.order.compare(one, other),
            (TermNode::Value(_, one), TermNode::Value(_, other)) => one.cmp(other),
            (TermNode::Application { symbol, arguments: one }, TermNode::Application { arguments: other, .. })
                if self.is_bag(*symbol) =>
            {
                self.compare_bags(one, other, pending)
            }
            (TermNode::Application { arguments: one, .. }, TermNode::Application { arguments: other, .. }) => {
                pending.extend(one.iter().zip(other).map(|(&a, &b)| (a, b)).rev());
                one.len().cmp(&other.len())
            }
            (
                TermNode::Iterated { count: one, argument: a, .. },
                TermNode::Iterated { count: other, argument: b, .. },
            ) => {
                pending.push((*a, *b));
                one.cmp(other)
            }
            _ => height(one).cmp(&height(other)),
        }
    }

    fn is_bag(&self, symbol: SymbolId) -> bool {
        let axioms = &self.signature.symbol(symbol).axioms;
        axioms.associative && axioms.commutative
    }

    /// By number of different arguments, then one by one: how often, then what.
    fn compare_bags(&self, left: &[Position], right: &[Position], pending: &mut Vec<(Position, Position)>) -> Ordering {
        let same = |&a: &Position, &b: &Position| self.classes[a as usize] == self.classes[b as usize];
        let (one, other): (Vec<_>, Vec<_>) = (left.chunk_by(same).collect(), right.chunk_by(same).collect());
        if one.len() != other.len() {
            return one.len().cmp(&other.len());
        }
        for (a, b) in one.into_iter().zip(other) {
            if a.len() != b.len() {
                return a.len().cmp(&b.len());
            }
            if !same(&a[0], &b[0]) {
                pending.push((a[0], b[0]));
                return Ordering::Equal;
            }
        }
        Ordering::Equal
    }

    /// Number of arguments, then place; variables stand behind all constants.
    fn rank(&self, node: &TermNode) -> (usize, usize) {
        let symbol = match node {
            TermNode::Variable(_) => return (0, usize::MAX),
            TermNode::Application { symbol, .. } | TermNode::Iterated { symbol, .. } | TermNode::Value(symbol, _) => {
                *symbol
            }
            TermNode::Number(value) => match (self.signature.numbers(), value.signum()) {
                (Some(numbers), 0) => numbers.zero,
                (Some(numbers), 1) => numbers.successor,
                (Some(numbers), _) => numbers.minus.unwrap_or(numbers.successor),
                (None, _) => return (0, 0),
            },
        };
        (self.signature.symbol(symbol).arity(), symbol.index())
    }
}

/// The same term, its nodes in the order in which they are met from left to right, arguments first.
fn in_order(term: &Term) -> Term {
    let mut result = Term::new();
    let mut moved: Vec<Option<Position>> = vec![None; term.len()];
    let mut pending = vec![(term.root(), false)];
    while let Some((at, arguments_done)) = pending.pop() {
        if moved[at as usize].is_some() {
            continue;
        }
        if !arguments_done {
            pending.push((at, true));
            pending.extend(term.arguments(at).iter().rev().map(|&argument| (argument, false)));
            continue;
        }
        let place = |argument: &Position| moved[*argument as usize].expect("arguments come first");
        let node = match term.node(at) {
            TermNode::Application { symbol, arguments } => {
                TermNode::Application { symbol: *symbol, arguments: arguments.iter().map(place).collect() }
            }
            TermNode::Iterated { symbol, count, argument } => {
                TermNode::Iterated { symbol: *symbol, count: count.clone(), argument: place(argument) }
            }
            other => other.clone(),
        };
        moved[at as usize] = Some(result.push(node, term.span(at)));
    }
    result
}

/// How many successors stand on each other, and whether on something else than zero.
fn height(node: &TermNode) -> (Option<Number>, bool) {
    match node {
        TermNode::Number(value) if value.signum() < 0 => (Some(value.negated()), false),
        TermNode::Number(value) => (Some(value.clone()), false),
        TermNode::Iterated { count, .. } => (Some(count.clone()), true),
        TermNode::Application { .. } => (Some(Number::from(1)), true),
        TermNode::Variable(_) | TermNode::Value(..) => (None, true),
    }
}
