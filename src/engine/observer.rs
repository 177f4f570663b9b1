//! Tells those who watch of each step: which statement, on what, with which values, under which condition.
//!
//! An engine that nobody watches pays one test of a pointer for each step; all else here is cold.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use crate::base::hash::HashMap;
use crate::module::{Position, SortId, SymbolId, Term, TermNode, Variable};
use crate::term::{NodeId, Shape};
use crate::theory::{Guard, NO_SLOT, Observed, Replacement, Theory};

use super::Engine;
use super::conditions::{Area, Next, grown};

/// Values of the variables of a statement, as far as they have any yet.
pub type Bindings = Vec<(Variable, Option<Term>)>;

/// What an engine does.
#[derive(Clone, Debug)]
pub enum Event {
    /// An equation or a rule is applied.
    Applied {
        /// Its place among the module's statements.
        statement: usize,
        /// With which values.
        bindings: Bindings,
        /// The term it applies to, with all of the list or bag around.
        before: Term,
        /// The term it makes of that, not simplified.
        after: Term,
    },
    /// A membership gives a term a smaller sort.
    Sorted {
        /// Its place among the module's statements.
        statement: usize,
        /// With which values.
        bindings: Bindings,
        /// The term.
        term: Term,
        /// Its sort before.
        from: SortId,
        /// Its sort from now on.
        to: SortId,
    },
    /// A native function is applied.
    Native {
        /// Which.
        symbol: SymbolId,
        /// The term it applies to.
        before: Term,
        /// Its value.
        after: Term,
    },
    /// The condition of a statement whose left-hand side matches is looked at.
    Trial {
        /// Counts the trials of a command.
        number: u64,
        /// The statement's place among the module's.
        statement: usize,
        /// The values so far.
        bindings: Bindings,
    },
    /// It holds, or holds no more.
    TrialEnd {
        /// As when it began.
        number: u64,
        /// The statement's place among the module's.
        statement: usize,
        /// Whether it holds.
        holds: bool,
    },
    /// A fragment of a condition is looked at.
    Fragment {
        /// The statement's place among the module's.
        statement: usize,
        /// Which fragment.
        fragment: usize,
        /// For another solution than the one before.
        again: bool,
    },
    /// A fragment has a solution, or none any more.
    FragmentEnd {
        /// The statement's place among the module's.
        statement: usize,
        /// Which fragment.
        fragment: usize,
        /// The values, if it holds.
        bindings: Option<Bindings>,
    },
}

/// Somebody who watches.
pub trait Observer: Send {
    /// Receives what happens, in order. `inside`: in so many conditions, one within the other.
    fn see(&mut self, event: Event, inside: u32);
}

/// A watcher that several engines can tell of what they do.
#[derive(Clone)]
pub struct SharedObserver(Arc<Mutex<dyn Observer>>);

impl SharedObserver {
    /// Shares a watcher.
    pub fn new(observer: Arc<Mutex<dyn Observer>>) -> Self {
        Self(observer)
    }

    fn see(&self, event: Event, inside: u32) {
        if let Ok(mut observer) = self.0.lock() {
            observer.see(event, inside);
        }
    }
}

impl std::fmt::Debug for SharedObserver {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SharedObserver")
    }
}

/// Who watches an engine, and how deep it is in conditions.
#[derive(Debug)]
pub(super) struct Watched {
    observer: SharedObserver,
    trials: u64,
    inside: u32,
}

impl Engine {
    /// Tells an observer of all that is done from now on. The theory must have been compiled for it.
    pub fn observe(&mut self, observer: SharedObserver) {
        self.watched = Some(Box::new(Watched { observer, trials: 0, inside: 0 }));
    }

    fn tell(&self, event: Event) {
        if let Some(watched) = &self.watched {
            watched.observer.see(event, watched.inside);
        }
    }

    /// An equation is about to replace the value at `first`; its values stand in the registers from `base` on.
    #[cold]
    pub(super) fn tell_equation(&mut self, equation: &Replacement, symbol: u32, first: usize, base: usize) {
        let node = self.heap.make(symbol, &self.values[first..], true);
        self.tell_replacement(equation, node, base);
    }

    /// A statement is about to replace a node.
    #[cold]
    pub(super) fn tell_replacement(&mut self, replacement: &Replacement, node: NodeId, base: usize) {
        let Some(observed) = &replacement.guard.observed else { return };
        let bindings = self.bindings(observed, base);
        let after = self.instance(observed, &bindings, base);
        let before = self.heap.read_back(node);
        self.tell(Event::Applied { statement: observed.statement, bindings, before, after });
    }

    /// A membership is about to give a node a sort.
    #[cold]
    pub(super) fn tell_membership(&mut self, guard: &Guard, node: NodeId, sort: u32, base: usize) {
        let Some(observed) = &guard.observed else { return };
        let bindings = self.bindings(observed, base);
        let from = self.heap.least_sort(node);
        let kind = self.heap.symbols.info(self.heap.symbol(node)).kind;
        let to = self.heap.symbols.signature.kind(kind).sorts[sort as usize];
        let term = self.heap.read_back(node);
        self.tell(Event::Sorted { statement: observed.statement, bindings, term, from, to });
    }

    /// A native function is about to replace its arguments, the values from `first` on.
    #[cold]
    pub(super) fn tell_native(&mut self, symbol: u32, first: usize, result: NodeId) {
        let node = self.heap.make(symbol, &self.values[first..], true);
        let (before, after) = (self.heap.read_back(node), self.heap.read_back(result));
        if let Some(symbol) = self.theory.symbol_of(symbol) {
            self.tell(Event::Native { symbol, before, after });
        }
    }

    fn bindings(&self, observed: &Observed, base: usize) -> Bindings {
        let value = |slot: u32| {
            let node = self.registers[base + slot as usize];
            (node != NodeId::NONE).then(|| self.heap.read_back(node))
        };
        observed.variables.iter().map(|&(variable, slot)| (variable, value(slot))).collect()
    }

    /// The right-hand side with values for its variables, inside what was left over of the list or bag.
    fn instance(&self, observed: &Observed, bindings: &Bindings, base: usize) -> Term {
        let mut term = Term::new();
        let Some(right) = &observed.right else { return term };
        let values: HashMap<Variable, &Term> =
            bindings.iter().filter_map(|(variable, value)| Some((*variable, value.as_ref()?))).collect();
        let register = |slot: u32| match slot {
            NO_SLOT => NodeId::NONE,
            slot => self.registers[base + slot as usize],
        };
        let rests = observed.context.map(|context| (context.symbol, register(context.left), register(context.right)));
        // What is left of a bag stands in front, as in Maude.
        let (before, after) = match rests {
            Some((symbol, left, right))
                if self.heap.symbols.info(symbol).shape == Shape::Bag && left == NodeId::NONE =>
            {
                (right, NodeId::NONE)
            }
            Some((_, left, right)) => (left, right),
            None => (NodeId::NONE, NodeId::NONE),
        };
        let mut parts = Vec::new();
        for (is_rest, rest) in [(true, before), (false, NodeId::NONE), (true, after)] {
            if !is_rest {
                parts.push(append(&mut term, right, &values));
            } else if rest != NodeId::NONE {
                parts.extend(self.append_flat(&mut term, rest, rests.map_or(u32::MAX, |(symbol, ..)| symbol)));
            }
        }
        if let Some((symbol, ..)) = rests
            && parts.len() > 1
            && let Some(symbol) = self.theory.symbol_of(symbol)
        {
            term.apply(symbol, parts);
        }
        term
    }

    /// Appends the elements of a list or bag of a symbol, or the node itself where it is none.
    fn append_flat(&self, term: &mut Term, node: NodeId, symbol: u32) -> Vec<Position> {
        let rest = self.heap.read_back(node);
        let shift = term.len() as Position;
        let root = append(term, &rest, &HashMap::default());
        match rest.node(rest.root()) {
            TermNode::Application { symbol: top, arguments } if top.index() as u32 == symbol => {
                arguments.iter().map(|argument| argument + shift).collect()
            }
            _ => vec![root],
        }
    }

    /// As `each_match`, telling of trials and fragments.
    pub(super) fn each_match_observed(
        &mut self,
        theory: &Theory,
        guard: &Guard,
        area: Area,
        found: &mut dyn FnMut(&mut Self) -> Next,
    ) -> Next {
        let Some(observed) = guard.observed.as_deref() else { return Ok(ControlFlow::Continue(())) };
        let statement = observed.statement;
        self.each_solution(theory, guard.program, &[], area, &mut |engine| {
            engine.clear_unbound(observed, area);
            let number = engine.next_trial();
            let bindings = engine.bindings(observed, area.base);
            engine.tell(Event::Trial { number, statement, bindings });
            let outcome = engine.fulfil_observed(theory, guard, (0, number), area, found)?;
            if outcome.is_continue() {
                engine.tell(Event::TrialEnd { number, statement, holds: false });
            }
            Ok(outcome)
        })
    }

    /// What an earlier match left in the registers of variables that the condition binds is no value of theirs.
    fn clear_unbound(&mut self, observed: &Observed, area: Area) {
        for &slot in &observed.bound_by_condition {
            self.registers[area.base + slot as usize] = NodeId::NONE;
        }
    }

    fn next_trial(&mut self) -> u64 {
        self.watched.as_deref_mut().map_or(0, |watched| {
            watched.trials += 1;
            watched.trials
        })
    }

    fn shift_inside(&mut self, inwards: bool) {
        if let Some(watched) = self.watched.as_deref_mut() {
            watched.inside = if inwards { watched.inside + 1 } else { watched.inside.saturating_sub(1) };
        }
    }

    /// Solves the fragments from one on, then calls `found`.
    fn fulfil_observed(
        &mut self,
        theory: &Theory,
        guard: &Guard,
        (fragment, trial): (usize, u64),
        area: Area,
        found: &mut dyn FnMut(&mut Self) -> Next,
    ) -> Next {
        let Some(observed) = guard.observed.as_deref() else { return Ok(ControlFlow::Continue(())) };
        let statement = observed.statement;
        let Some(condition) = guard.conditions.get(fragment) else {
            self.tell(Event::TrialEnd { number: trial, statement, holds: true });
            return found(self);
        };
        self.tell(Event::Fragment { statement, fragment, again: false });
        self.deepen()?;
        self.shift_inside(true);
        let outcome = grown(|| {
            self.fragment(theory, condition, &[], area, &mut |engine| {
                engine.shift_inside(false);
                let bindings = Some(engine.bindings(observed, area.base));
                engine.tell(Event::FragmentEnd { statement, fragment, bindings });
                let outcome = engine.fulfil_observed(theory, guard, (fragment + 1, trial), area, found)?;
                if outcome.is_continue() {
                    engine.tell(Event::Fragment { statement, fragment, again: true });
                }
                engine.shift_inside(true);
                Ok(outcome)
            })
        });
        self.shift_inside(false);
        self.nested -= 1;
        if outcome? == ControlFlow::Continue(()) {
            self.tell(Event::FragmentEnd { statement, fragment, bindings: None });
            return Ok(ControlFlow::Continue(()));
        }
        Ok(ControlFlow::Break(()))
    }

    /// Whether matches of a statement are told of.
    #[inline]
    pub(super) fn is_observed(&self, guard: &Guard) -> bool {
        self.watched.is_some() && guard.observed.is_some() && !guard.conditions.is_empty()
    }
}

/// Appends a term with values in the place of its variables; gives the place of its root.
fn append(to: &mut Term, from: &Term, values: &HashMap<Variable, &Term>) -> Position {
    let mut places: Vec<Position> = Vec::with_capacity(from.len());
    for (at, node) in from.nodes().iter().enumerate() {
        let moved = |at: &Position, places: &[Position]| places[*at as usize];
        let place = match node {
            TermNode::Variable(variable) if values.contains_key(variable) => {
                append(to, values[variable], &HashMap::default())
            }
            TermNode::Application { symbol, arguments } => {
                let arguments = arguments.iter().map(|argument| moved(argument, &places)).collect();
                to.push(TermNode::Application { symbol: *symbol, arguments }, from.span(at as Position))
            }
            TermNode::Iterated { symbol, count, argument } => {
                let argument = moved(argument, &places);
                to.push(TermNode::Iterated { symbol: *symbol, count: count.clone(), argument }, None)
            }
            other => to.push(other.clone(), None),
        };
        places.push(place);
    }
    places.last().copied().unwrap_or_default()
}
