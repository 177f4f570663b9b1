//! Matching, normal forms, conditions and rule application.

mod arguments;
mod bags;
mod builtins;
mod conditions;
mod delivery;
mod integers;
mod lists;
mod machine;
mod matcher;
mod memberships;
mod memory;
mod observer;
mod rules;
mod strategy;
mod temporal;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::base::hash::{HashMap, HashSet};
use crate::base::limits::Watch;
use crate::base::{Interrupt, StopReason};
use crate::module::{SortId, Term};
use crate::term::{Heap, NodeId};
use crate::theory::{EVALUATE, Evaluable, Theory};

pub use memory::Memory;
pub use observer::{Bindings, Event, Observer, SharedObserver};
pub use strategy::{Pause, Rewriting};

use machine::Frame;
use matcher::Matcher;

/// How much an engine may use.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Asked now and then whether to stop.
    pub watch: Watch,
    /// Most bytes of memory.
    pub memory: Option<u64>,
}

/// What is put aside while work is done again: nobody is told of it, and it costs nothing.
#[derive(Debug)]
pub(crate) struct Suspended {
    rewrites: u64,
    budget: Budget,
    watched: Option<Box<observer::Watched>>,
}

/// Scratch words after which the collector first looks at what is still alive. Tests of this crate collect at every turn.
const FIRST_COLLECTION: usize = if cfg!(test) { 1 << 9 } else { 1 << 18 };

/// Rewrites between two looks at the clock, the interrupt flag and the memory.
const CHECK_INTERVAL: u64 = 1 << 12;

/// Evaluates terms of one theory on one thread.
///
/// All ids of terms in use stand in `values`, `registers`, `frames` or `protected` whenever an equation is applied: these
/// are the roots of the collector. Code that holds an id elsewhere across an evaluation must have it interned.
#[derive(Debug)]
pub struct Engine {
    theory: Arc<Theory>,
    pub(crate) heap: Heap,
    /// Operands of the code under way.
    values: Vec<NodeId>,
    /// Registers of the statements under way, innermost last.
    registers: Vec<NodeId>,
    /// Where to go on.
    frames: Vec<Frame>,
    matcher: Matcher,
    /// Values of terms of symbols with `memo`, all in the store.
    memory: HashMap<NodeId, NodeId>,
    /// Literals that have been evaluated, and the rewrites that took.
    settled: HashMap<NodeId, u64>,
    /// Stored nodes at whose top no rule applies: they are met again in other states, and no condition is tried twice.
    exhausted: HashSet<NodeId>,
    /// Where the parts of bags begin that the match of the rule under way has taken.
    rule_taken: usize,
    /// Conditions that are being solved, one inside the other.
    nested: u32,
    /// The constants `true` and `false`.
    yes: NodeId,
    no: NodeId,
    /// The constant `notFound`, or none.
    not_found: NodeId,
    /// The random numbers, once one was asked for.
    twister: Option<Box<builtins::Twister>>,
    rewrites: u64,
    next_check: u64,
    next_collection: usize,
    budget: Budget,
    /// Why the evaluation under way has to end, once that is known.
    stopped: Option<StopReason>,
    /// A reason to stop that came up where it could not be given back: whoever can looks for it.
    ended: Option<StopReason>,
    /// Who is told of each step, if anybody is.
    watched: Option<Box<observer::Watched>>,
}

impl Engine {
    /// An engine with an empty heap.
    pub fn new(theory: Arc<Theory>, budget: Budget) -> Self {
        let mut heap = theory.heap.clone();
        heap.limit_scratch(budget.memory);
        let (yes, no) = heap.booleans();
        let not_found = theory.signature().hooked("notFound").map_or(NodeId::NONE, |id| heap.constants[id.index()]);
        Self {
            theory,
            heap,
            values: Vec::new(),
            registers: Vec::new(),
            frames: Vec::new(),
            matcher: Matcher::default(),
            memory: HashMap::default(),
            settled: HashMap::default(),
            exhausted: HashSet::default(),
            rule_taken: 0,
            nested: 0,
            yes,
            no,
            not_found,
            twister: None,
            rewrites: 0,
            next_check: CHECK_INTERVAL,
            next_collection: FIRST_COLLECTION,
            budget,
            stopped: None,
            ended: None,
            watched: None,
        }
    }

    /// The theory it runs.
    pub fn theory(&self) -> &Arc<Theory> {
        &self.theory
    }

    /// The normal form of a term by the equations, equal subterms evaluated once. Variables stand for themselves.
    ///
    /// The result lives until the next evaluation, unless it is interned.
    ///
    /// # Errors
    /// The reason, when the budget ends before the evaluation.
    pub(crate) fn evaluate_command(&mut self, term: Evaluable) -> Result<NodeId, StopReason> {
        let theory = Arc::clone(&self.theory);
        let base = self.registers.len();
        self.registers.resize(base + term.registers as usize, NodeId::NONE);
        let result = self.execute(&theory, term.code, base);
        self.registers.truncate(base);
        self.recover(result)
    }

    /// A term read back from a normal form, in this engine's heap.
    ///
    /// # Errors
    /// The reason, when the budget ends before.
    pub(crate) fn build_again(&mut self, term: &Term) -> Result<NodeId, StopReason> {
        let node = self.heap.build(term, false);
        self.normalise(node)
    }

    /// The normal form of a node by the equations.
    pub(crate) fn normalise(&mut self, node: NodeId) -> Result<NodeId, StopReason> {
        self.values.push(node);
        let theory = Arc::clone(&self.theory);
        let base = self.registers.len();
        let result = self.execute(&theory, EVALUATE, base);
        self.recover(result)
    }

    /// Clears the stacks after an evaluation that was stopped half-way, or that ran out of ids for what it made.
    fn recover<T>(&mut self, mut result: Result<T, StopReason>) -> Result<T, StopReason> {
        if result.is_ok() && self.heap.is_full() {
            result = Err(self.stop(self.heap.met()));
        }
        if let Some(reason) = self.ended.take() {
            result = result.and_then(|_| Err(self.stop(reason)));
        }
        if result.is_err() {
            self.values.clear();
            self.registers.clear();
            self.frames.clear();
            self.matcher.clear();
            self.nested = 0;
            // The next evaluation may have another budget, or is stopped by itself.
            self.stopped = None;
            if std::mem::take(&mut self.heap.full) {
                // What filled it is garbage by now.
                self.collect();
            }
        }
        result
    }

    /// A run-time term as a syntactic one, for printing.
    pub fn read_back(&self, node: NodeId) -> Term {
        self.heap.read_back(node)
    }

    /// The least sort of a normal form.
    pub fn least_sort(&self, node: NodeId) -> SortId {
        self.heap.least_sort(node)
    }

    /// Number of rewrites since the engine was made: equations, rules, memberships and built-in calls, as Maude counts.
    pub fn rewrites(&self) -> u64 {
        self.rewrites
    }

    /// Sets the count back, where work is done again that was counted before.
    pub(crate) fn set_rewrites(&mut self, rewrites: u64) {
        self.rewrites = rewrites;
        self.next_check = rewrites + CHECK_INTERVAL;
    }

    /// Lifts the budget for work that is done again after the end of a run; gives what [`Self::resume_budget`] needs.
    pub(crate) fn suspend_budget(&mut self) -> Suspended {
        let free = Budget { watch: Watch::start(Interrupt::new(), None), memory: None };
        self.heap.limit_scratch(None);
        let budget = std::mem::replace(&mut self.budget, free);
        Suspended { rewrites: self.rewrites, budget, watched: self.watched.take() }
    }

    /// Puts the budget and the count back.
    pub(crate) fn resume_budget(&mut self, suspended: Suspended) {
        self.budget = suspended.budget;
        self.heap.limit_scratch(self.budget.memory);
        self.watched = suspended.watched;
        self.set_rewrites(suspended.rewrites);
    }

    /// Counts a rewrite and, now and then, looks whether to stop or to collect.
    #[inline]
    fn count_rewrite(&mut self) -> Result<(), StopReason> {
        self.rewrites += 1;
        if self.rewrites >= self.next_check || self.heap.scratch.len() >= self.next_collection {
            return self.pause();
        }
        Ok(())
    }

    #[cold]
    fn pause(&mut self) -> Result<(), StopReason> {
        self.next_check = self.rewrites + CHECK_INTERVAL;
        if self.heap.scratch.len() >= self.next_collection {
            self.collect();
        }
        if let Some(reason) = self.ended.take() {
            return Err(self.stop(reason));
        }
        let over = self.budget.memory.is_some_and(|limit| self.bytes() > limit);
        if self.heap.is_full() {
            return Err(self.stop(self.heap.met()));
        }
        if over {
            return Err(self.stop(StopReason::Memory));
        }
        match self.budget.watch.check() {
            Some(reason) => Err(self.stop(reason)),
            None => Ok(()),
        }
    }

    /// Remembers why the engine stopped; everything unwinds from here.
    fn stop(&mut self, reason: StopReason) -> StopReason {
        *self.stopped.get_or_insert(reason)
    }

    /// Bytes held by the heap and the stacks.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.values.capacity() + self.registers.capacity();
        let native = u64::from(self.nested) * conditions::CONDITION_BYTES;
        let known = self.exhausted.capacity() * (size_of::<NodeId>() + 1);
        native
            + known as u64
            + self.heap.bytes()
            + (words * size_of::<NodeId>() + self.frames.capacity() * size_of::<Frame>()) as u64
    }

    fn collect(&mut self) {
        let (values, registers, frames) = (&mut self.values, &mut self.registers, &mut self.frames);
        self.heap.collect(|visit| {
            values.iter_mut().for_each(&mut *visit);
            registers.iter_mut().for_each(&mut *visit);
            frames.iter_mut().filter_map(Frame::node_mut).for_each(&mut *visit);
        });
        // Twice what is alive, so that collecting costs in proportion to what is allocated.
        self.next_collection = self.heap.scratch.len() + self.heap.scratch.len().max(FIRST_COLLECTION);
    }

    /// Forgets all scratch terms. Nothing may be under way.
    pub(crate) fn forget_scratch(&mut self) {
        debug_assert!(self.frames.is_empty());
        self.values.clear();
        self.registers.clear();
        self.heap.rewind(0);
    }
}
