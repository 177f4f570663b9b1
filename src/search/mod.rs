//! Breadth-first search: which states can be reached, and which of them answer the query.

mod answers;
pub mod outcome;
mod states;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use crate::base::hash::IndexMap;
use crate::base::limits::Watch;
use crate::base::{Diagnostic, Interrupt, Limits, StopReason};
use crate::engine::{Budget, Engine, Memory, SharedObserver};
use crate::module::{Arrow, SearchQuery, Term};
use crate::term::NodeId;
use crate::theory::{Evaluable, Goal, Theory};

pub use outcome::{Arc as StateArc, Event, PathStep, Progress, Solution, Statistics};

use answers::Answers;
use states::States;

/// States expanded between two calls of the progress function.
const PROGRESS_INTERVAL: u64 = 1 << 10;

/// A state to be tested, with the counts when it was reached: a solution is shown with those, though the whole expansion
/// was finished before the test.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    state: u32,
    states: u64,
    rewrites: u64,
}

/// A search that is under way: asks for one answer after the other.
///
/// Breadth first: states are numbered in the order they are found, by their parent's number, then position, rule and
/// match in the engine's order. So numbers, depths and paths are the same in every run, and a state's path is a shortest
/// one. Visited states are compared exactly.
#[derive(Debug)]
pub struct Search {
    engine: Engine,
    arrow: Arrow,
    goal: Goal,
    initial: Evaluable,
    limits: Limits,
    states: States,
    /// Number of the first state at each depth reached so far.
    levels: Vec<u32>,
    /// The state to be expanded next; all before it were.
    next: u32,
    /// States whose test for the goal is still to come, the next one last.
    untested: Vec<Candidate>,
    /// Rewrites when the last expansion was done: what came after belongs to tests.
    rewrites_expanded: u64,
    /// The counts when the last solution was found, while it is the last event.
    at_solution: Option<(u64, u64)>,
    answers: Option<Answers>,
    /// Whether the initial state was put to the test (for `=>1` and `=>+`: was reached again).
    tested_initial: bool,
    statistics: Statistics,
    solutions: u64,
    end: Option<Event>,
    /// Why no state is expanded any more, once what was reached has been tested.
    full: Option<StopReason>,
}

impl Search {
    /// Prepares a search. `limits.depth` counts steps from the initial state.
    ///
    /// # Errors
    /// Diagnostics when the query itself is wrong, such as a condition with a variable that nothing binds.
    pub fn new(
        theory: &Theory,
        query: &SearchQuery,
        limits: Limits,
        interrupt: Interrupt,
    ) -> Result<Self, Vec<Diagnostic>> {
        let (theory, initial, goal) = theory.with_query(&query.initial, &query.pattern, &query.conditions)?;
        let budget = Budget { watch: Watch::start(interrupt, limits.time), memory: limits.memory };
        Ok(Self {
            engine: Engine::new(Arc::new(theory), budget),
            arrow: query.arrow,
            goal,
            initial,
            limits,
            states: States::default(),
            levels: Vec::new(),
            next: 0,
            untested: Vec::new(),
            rewrites_expanded: 0,
            at_solution: None,
            answers: None,
            tested_initial: false,
            statistics: Statistics::default(),
            solutions: 0,
            end: None,
            full: None,
        })
    }

    /// Remembers what an earlier engine did, as [`Engine::remember_all`].
    pub fn remember_all(&mut self, memory: Option<Memory>) {
        self.engine.remember_all(memory);
    }

    /// What is remembered so far, for the next command.
    pub fn memory(&self) -> Option<Memory> {
        self.engine.memory()
    }

    /// Tells an observer of each step from now on.
    pub fn observe(&mut self, observer: SharedObserver) {
        self.engine.observe(observer);
    }

    /// Runs to the next solution or the end. `on_progress` is called every few thousand successors.
    ///
    /// Calling again after a solution goes on; after [`Event::Exhausted`] or [`Event::Stopped`] it gives the same again.
    pub fn next(&mut self, on_progress: &mut dyn FnMut(&Progress)) -> Event {
        if let Some(end) = &self.end {
            return end.clone();
        }
        let start = Instant::now();
        let before = self.statistics.elapsed;
        let mut report = |progress: &mut Progress| {
            progress.statistics.elapsed = before + start.elapsed();
            on_progress(progress);
        };
        self.at_solution = None;
        let event = loop {
            match self.step(&mut report) {
                Ok(None) => {}
                Ok(Some(event)) => break event,
                Err(reason) => break Event::Stopped(reason),
            }
        };
        self.statistics.elapsed = before + start.elapsed();
        if !matches!(event, Event::Solution(_)) {
            self.end = Some(event.clone());
        }
        event
    }

    /// One piece of work: an answer, a test, or an expansion.
    fn step(&mut self, on_progress: &mut dyn FnMut(&mut Progress)) -> Result<Option<Event>, StopReason> {
        if self.states.len() == 0 {
            self.begin()?;
            return Ok(None);
        }
        if let Some(solution) = self.next_answer()? {
            return Ok(Some(Event::Solution(solution)));
        }
        if let Some(candidate) = self.untested.pop() {
            self.answers = Some(Answers::new(candidate));
            return Ok(None);
        }
        if let Some(reason) = self.full {
            return Err(reason);
        }
        if self.next as usize >= self.states.len() {
            return Ok(Some(Event::Exhausted));
        }
        let depth = self.depth_of(self.next);
        // Whether a state is final or branches shows only when it is expanded, those at the bound too.
        let reached = if self.arrow.asks_for_successors() { depth } else { depth + 1 };
        if self.depth_limit().is_some_and(|limit| reached > limit) {
            let by_arrow = self.arrow == Arrow::One && self.limits.depth.is_none_or(|limit| limit >= 1);
            return Ok(Some(if by_arrow { Event::Exhausted } else { Event::Stopped(StopReason::Depth) }));
        }
        self.expand(depth)?;
        if self.statistics.expanded.is_multiple_of(PROGRESS_INTERVAL) {
            on_progress(&mut Progress {
                statistics: self.statistics(),
                frontier: self.states.len() as u64 - u64::from(self.next),
            });
        }
        Ok(None)
    }

    /// The next answer of the state that is being tested.
    fn next_answer(&mut self) -> Result<Option<Solution>, StopReason> {
        let Some(answers) = &mut self.answers else { return Ok(None) };
        let Candidate { state, states, rewrites } = answers.candidate;
        let Some(answer) = answers.next(&mut self.engine, &self.goal, &self.states)? else {
            self.answers = None;
            return Ok(None);
        };
        self.solutions += 1;
        self.at_solution = Some((states, rewrites + answer.rewrites - self.rewrites_expanded));
        let depth = self.depth_of(state);
        Ok(Some(Solution { number: self.solutions, state, depth, bindings: answer.bindings }))
    }

    fn depth_limit(&self) -> Option<u64> {
        match (self.arrow, self.limits.depth) {
            (Arrow::One, limit) => Some(limit.unwrap_or(1).min(1)),
            (_, limit) => limit,
        }
    }

    fn begin(&mut self) -> Result<(), StopReason> {
        let node = self.engine.evaluate_command(self.initial)?;
        let (root, fresh) = self.engine.heap.intern_noting(node);
        self.engine.forget_scratch();
        self.states.add(&mut self.engine.heap, root, fresh, None);
        self.levels.push(0);
        self.rewrites_expanded = self.engine.rewrites();
        if self.arrow == Arrow::Any {
            self.untested.push(Candidate { state: 0, states: 1, rewrites: self.rewrites_expanded });
            self.tested_initial = true;
        }
        Ok(())
    }

    /// Makes all successors of the next state.
    fn expand(&mut self, depth: u64) -> Result<(), StopReason> {
        let parent = self.next;
        let known = self.states.len();
        let mut successors = 0u64;
        let (states, most) = (&mut self.states, self.limits.states);
        let (untested, tested_initial) = (&mut self.untested, &mut self.tested_initial);
        let collect = !self.arrow.asks_for_successors();
        let branching = self.arrow == Arrow::Branching;
        let mut first: Option<u32> = None;
        let mut branch: Option<Candidate> = None;
        let outcome = self.engine.each_successor(states.term(parent), &mut |engine, _, node| {
            successors += 1;
            let (root, fresh) = engine.heap.intern_noting(node);
            let seen = if fresh { None } else { states.find(&engine.heap, root) };
            let target = seen.unwrap_or(states.len() as u32);
            match seen {
                Some(0) if collect && !*tested_initial => {
                    *tested_initial = true;
                    untested.push(Candidate { state: 0, states: states.len() as u64, rewrites: engine.rewrites() });
                }
                Some(_) => {}
                None if engine.heap.is_full() => return Err(engine.heap.met()),
                None if states.len() >= States::MOST => return Err(StopReason::Memory),
                None if most.is_some_and(|most| states.len() as u64 >= most) => return Err(StopReason::States),
                None => {
                    let state = states.add(&mut engine.heap, root, fresh, Some(parent));
                    if collect {
                        untested.push(Candidate { state, states: u64::from(state) + 1, rewrites: engine.rewrites() });
                    }
                }
            }
            if branching && *first.get_or_insert(target) != target && branch.is_none() {
                let (states, rewrites) = (states.len() as u64, engine.rewrites());
                branch = Some(Candidate { state: parent, states, rewrites });
            }
            Ok(ControlFlow::Continue(()))
        });
        self.engine.forget_scratch();
        if self.states.len() > known && self.levels.len() as u64 == depth + 1 {
            self.levels.push(known as u32);
        }
        match outcome {
            Ok(_) => {
                self.next += 1;
                self.statistics.expanded += 1;
                self.statistics.transitions += successors;
            }
            // What was reached before is tested still.
            Err(StopReason::States) => self.full = Some(StopReason::States),
            Err(reason) => return Err(reason),
        }
        self.rewrites_expanded = self.engine.rewrites();
        if self.arrow == Arrow::Final && successors == 0 {
            let (states, rewrites) = (self.states.len() as u64, self.rewrites_expanded);
            self.untested.push(Candidate { state: parent, states, rewrites });
        }
        self.untested.extend(branch);
        // Reached first, tested first.
        self.untested.reverse();
        if self.limits.memory.is_some_and(|limit| self.engine.bytes() + self.states.bytes() > limit) {
            self.full = Some(StopReason::Memory);
        }
        Ok(())
    }

    fn depth_of(&self, state: u32) -> u64 {
        self.levels.partition_point(|&first| first <= state) as u64 - 1
    }

    /// Counts so far. States and rewrites are those at the moment when the last solution was found, while that is the last
    /// event: the same for any batch in which states are expanded and tested.
    pub fn statistics(&self) -> Statistics {
        let (states, rewrites) = self.at_solution.unwrap_or((self.states.len() as u64, self.engine.rewrites()));
        Statistics {
            states,
            rewrites,
            depth: (self.levels.len() as u64).saturating_sub(1),
            bytes: self.engine.bytes() + self.states.bytes(),
            ..self.statistics.clone()
        }
    }

    /// The term of a state.
    pub fn state(&self, number: u32) -> Term {
        self.engine.read_back(self.states.term(number))
    }

    /// How many states have a number.
    pub fn state_count(&self) -> u32 {
        self.states.len() as u32
    }

    /// A shortest path from state 0 to a state: the first entry has no rule, the last is the state itself.
    ///
    /// Rules are not stored: each step's parent is expanded anew. The counts of the search do not change.
    pub fn path(&mut self, number: u32) -> Vec<PathStep> {
        let mut numbers = vec![number];
        while let Some(parent) = self.states.parent(numbers[numbers.len() - 1]) {
            numbers.push(parent);
        }
        numbers.reverse();
        let mut path = Vec::with_capacity(numbers.len());
        for (place, &state) in numbers.iter().enumerate() {
            let rule = place.checked_sub(1).and_then(|before| self.rule_between(numbers[before], state));
            path.push(PathStep { rule, state, term: self.state(state) });
        }
        path
    }

    /// The first rule that leads from one state to another.
    fn rule_between(&mut self, from: u32, to: u32) -> Option<usize> {
        let target = self.states.term(to);
        let mut found = None;
        self.look_again(from, &mut |rule, root| {
            if root == target {
                found = Some(rule);
            }
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// The arcs out of a state that was expanded: for each target, in order of first arrival, the rules that lead there.
    /// Computed anew.
    pub fn arcs(&mut self, number: u32) -> Vec<StateArc> {
        if number >= self.next {
            return Vec::new();
        }
        let mut arcs: IndexMap<NodeId, Vec<usize>> = IndexMap::default();
        self.look_again(number, &mut |rule, root| {
            let rules = arcs.entry(root).or_default();
            if !rules.contains(&rule) {
                rules.push(rule);
            }
            ControlFlow::Continue(())
        });
        arcs.into_iter()
            .map(|(root, rules)| StateArc { target: self.states.find(&self.engine.heap, root), rules })
            .collect()
    }

    /// Makes the successors of a state once more, without counting them and without limits.
    fn look_again(&mut self, state: u32, visit: &mut dyn FnMut(usize, NodeId) -> ControlFlow<()>) {
        let term = self.states.term(state);
        let rewrites = self.engine.suspend_budget();
        let outcome = self.engine.each_successor(term, &mut |engine, rule, node| {
            let root = engine.heap.intern(node);
            Ok(visit(rule, root))
        });
        self.engine.resume_budget(rewrites);
        debug_assert!(outcome.is_ok());
        self.engine.forget_scratch();
    }
}
