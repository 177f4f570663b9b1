//! Runs a task: a reduction at once, a search solution by solution.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::limits::Watch;
use crate::base::{Diagnostic, Interrupt, Limits, Name, StopReason};
use crate::engine::{Budget, Engine, Pause, Rewriting, SharedObserver};
use crate::module::{MatchQuery, SearchQuery, Term, Variable};
use crate::report::{Ending, Verdict};
use crate::search::{Event, PathStep, Progress, Search, Solution, StateArc, Statistics};

use super::program::{Program, Way};

/// What a reduction came to.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The normal form.
    pub term: Term,
    /// Its least sort.
    pub sort: Name,
    /// Rewrites it took.
    pub rewrites: u64,
    /// Time it took.
    pub elapsed: Duration,
}

impl Program {
    /// The normal form of a term.
    ///
    /// # Errors
    /// The reason, when a limit or an interruption came first.
    pub fn reduce(&self, term: &Term, limits: &Limits, interrupt: &Interrupt) -> Result<Reduction, StopReason> {
        let watch = Watch::start(interrupt.clone(), limits.time);
        let start = Instant::now();
        let (theory, memory) = self.start();
        let (theory, command) = theory.with_command(term);
        let mut engine = Engine::new(Arc::new(theory), Budget { watch, memory: limits.memory });
        engine.remember_all(memory);
        self.watch(|observer| engine.observe(observer));
        let node = engine.evaluate_command(command)?;
        let elapsed = start.elapsed();
        self.keep(|| engine.memory());
        let sort = self.module.signature.sort(engine.least_sort(node)).name;
        Ok(Reduction { term: engine.read_back(node), sort, rewrites: engine.rewrites(), elapsed })
    }

    /// Prepares a `rewrite`, `frewrite` or `erewrite`.
    pub fn rewrite(&self, term: &Term, way: Way, limits: &Limits, interrupt: &Interrupt) -> RunningRewrite {
        let gas = match way {
            Way::FromTheRoot => None,
            Way::Fair { gas, .. } => Some(gas.unwrap_or(1)),
        };
        let watch = Watch::start(interrupt.clone(), limits.time);
        let budget = Budget { watch, memory: limits.memory };
        let (theory, memory) = self.start();
        let mut rewriting = Rewriting::new(&theory, term, gas, budget);
        rewriting.remember_all(memory);
        self.watch(|observer| rewriting.observe(observer));
        RunningRewrite { program: self.clone(), rewriting }
    }

    fn watch(&self, observe: impl FnOnce(SharedObserver)) {
        if let Some(observer) = self.observer.clone() {
            observe(observer);
        }
    }

    /// Calls `found` for each way a term matches a pattern, until it says no.
    ///
    /// # Errors
    /// Mistakes of the query that only show when it is compiled.
    pub fn matches(
        &self,
        query: &MatchQuery,
        extended: bool,
        limits: &Limits,
        interrupt: &Interrupt,
        found: &mut dyn FnMut(&MatchFound) -> bool,
    ) -> Result<Result<(), StopReason>, Vec<Diagnostic>> {
        let (theory, subject, goal) = self.theory.with_match(query, extended)?;
        let watch = Watch::start(interrupt.clone(), limits.time);
        let mut engine = Engine::new(Arc::new(theory), Budget { watch, memory: limits.memory });
        self.watch(|observer| engine.observe(observer));
        let has_parts = extended && engine.heap.has_parts(subject);
        let outcome = engine.each_answer(&goal, subject, &mut |engine, registers| {
            let value = |&(variable, slot): &(Variable, u32)| (variable, engine.read_back(registers[slot as usize]));
            let bindings = goal.variables.iter().map(value).collect();
            let portion = engine.matched_portion(&goal, subject, registers).map(|node| engine.read_back(node));
            match found(&MatchFound { portion, bindings, has_parts }) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        Ok(outcome.map(|_| ()))
    }

    /// The least sort of a term as it is written, without evaluating it.
    pub fn least_sort(&self, term: &Term) -> Name {
        let mut heap = self.theory.heap.clone();
        let node = heap.build(term, true);
        self.module.signature.sort(heap.least_sort(node)).name
    }

    /// Prepares a search for at most `wanted` solutions, within `depth` steps if the query says so itself.
    ///
    /// # Errors
    /// Mistakes of the query that only show when it is compiled.
    pub fn search(
        &self,
        query: &SearchQuery,
        wanted: Option<u64>,
        depth: Option<u64>,
        mut limits: Limits,
        interrupt: Interrupt,
    ) -> Result<Running, Vec<Diagnostic>> {
        // The query's own bound describes the space; a limit cuts it off. Only one of them can bite: the smaller.
        let depth_bound = depth.filter(|&own| limits.depth.is_none_or(|limit| own <= limit));
        limits.depth = depth_bound.or(limits.depth);
        let depth_limited = depth_bound.is_none() && limits.depth.is_some();
        let (theory, memory) = self.start();
        let mut search = Search::new(&theory, query, limits, interrupt)?;
        search.remember_all(memory);
        self.watch(|observer| search.observe(observer));
        Ok(Running {
            program: self.clone(),
            search,
            wanted,
            found: 0,
            counted: 0,
            depth_bound,
            depth_limited,
            ending: None,
        })
    }
}

/// One way a term matches a pattern.
#[derive(Clone, Debug)]
pub struct MatchFound {
    /// The part that matches; none when it is the whole.
    pub portion: Option<Term>,
    /// The variables with their values.
    pub bindings: Vec<(Variable, Term)>,
    /// Whether a part could match, so that it is worth telling what did.
    pub has_parts: bool,
}

/// A `rewrite` or `frewrite` that can go on.
#[derive(Debug)]
pub struct RunningRewrite {
    program: Program,
    rewriting: Rewriting,
}

/// What a `rewrite` came to so far.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The term.
    pub term: Term,
    /// Its least sort; none where it was not simplified to the end.
    pub sort: Option<Name>,
    /// Rewrites of this run.
    pub rewrites: u64,
    /// Time of this run.
    pub elapsed: Duration,
}

impl RunningRewrite {
    /// The program it runs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// For each symbol the rule whose turn it is.
    pub fn turns(&self) -> &[usize] {
        self.rewriting.turns()
    }

    /// Takes the turns over from an earlier command in the same module.
    pub fn take_turns(&mut self, turns: &[usize]) {
        self.rewriting.take_turns(turns);
    }

    /// Applies at most `most` rules, or goes on until none applies. A limit or an interruption ends it with the term as
    /// it is then, and the reason.
    pub fn run(&mut self, most: Option<u64>) -> (Rewritten, Option<StopReason>) {
        let (start, before) = (Instant::now(), self.rewriting.engine().rewrites());
        let pause = self.rewriting.run(most);
        let elapsed = start.elapsed();
        self.program.keep(|| self.rewriting.engine().memory());
        let settled = matches!(pause, Ok(Pause::Finished | Pause::Enough));
        let sort = || self.program.module.signature.sort(self.rewriting.sort()).name;
        let rewritten = Rewritten {
            term: self.rewriting.term(),
            sort: settled.then(sort),
            rewrites: self.rewriting.engine().rewrites() - before,
            elapsed,
        };
        (rewritten, pause.err())
    }
}

/// What [`Running::next`] gives.
#[derive(Clone, Debug)]
pub enum Next {
    /// A solution.
    Solution(Solution),
    /// The end.
    End(Ending),
}

/// A search that is under way or over; its states and paths can be asked for at any time.
#[derive(Debug)]
pub struct Running {
    program: Program,
    search: Search,
    wanted: Option<u64>,
    found: u64,
    /// Rewrites told of before the search went on.
    counted: u64,
    depth_bound: Option<u64>,
    depth_limited: bool,
    ending: Option<Ending>,
}

impl Running {
    /// The next solution, or why there is none. After the end it gives the end again.
    pub fn next(&mut self, on_progress: &mut dyn FnMut(&Progress)) -> Next {
        if let Some(ending) = self.ending {
            return Next::End(ending);
        }
        if self.wanted.is_some_and(|wanted| self.found >= wanted) {
            return self.end(Ending::Enough);
        }
        match self.search.next(on_progress) {
            Event::Solution(solution) => {
                self.found += 1;
                Next::Solution(solution)
            }
            Event::Exhausted if self.cut_by_depth() => self.end(Ending::Stopped(StopReason::Depth)),
            Event::Stopped(StopReason::Depth) if !self.depth_limited => self.end(Ending::Exhausted),
            Event::Exhausted => self.end(Ending::Exhausted),
            Event::Stopped(reason) => self.end(Ending::Stopped(reason)),
        }
    }

    fn end(&mut self, ending: Ending) -> Next {
        self.program.keep(|| self.search.memory());
        self.ending = Some(ending);
        Next::End(ending)
    }

    /// Whether a limit on depth, which is none of the query's own, left states without their successors.
    fn cut_by_depth(&self) -> bool {
        let statistics = self.search.statistics();
        self.depth_limited && statistics.expanded < statistics.states
    }

    /// What it came to, as far as it got. `limit` is the option that stopped it, as typed.
    pub fn verdict(&self, limit: Option<String>) -> Verdict {
        Verdict {
            solutions: self.found,
            ending: self.ending.unwrap_or(Ending::Enough),
            depth_bound: self.depth_bound,
            limit,
            statistics: self.search.statistics(),
        }
    }

    /// The program it runs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Counts so far; rewrites since the search last went on.
    pub fn statistics(&self) -> Statistics {
        let statistics = self.search.statistics();
        Statistics { rewrites: statistics.rewrites - self.counted, ..statistics }
    }

    /// Looks for so many more solutions, or all that are left.
    pub fn go_on(&mut self, wanted: Option<u64>) {
        self.wanted = wanted.map(|wanted| self.found.saturating_add(wanted));
        self.counted = self.search.statistics().rewrites;
        if self.ending == Some(Ending::Enough) {
            self.ending = None;
        }
    }

    /// A shortest path to a state; `None` when there is no state of that number.
    pub fn path(&mut self, state: u64) -> Option<Vec<PathStep>> {
        Some(self.search.path(self.number(state)?))
    }

    /// A state's term; `None` when there is no state of that number.
    pub fn state(&mut self, state: u64) -> Option<Term> {
        Some(self.search.state(self.number(state)?))
    }

    /// The arcs out of a state, as far as they are known.
    pub fn arcs(&mut self, state: u64) -> Vec<StateArc> {
        match self.number(state) {
            Some(number) => self.search.arcs(number),
            None => Vec::new(),
        }
    }

    fn number(&self, state: u64) -> Option<u32> {
        if state < self.search.statistics().states { u32::try_from(state).ok() } else { None }
    }

    /// The least sort of each of some states of this search.
    pub fn sort_finder(&self) -> impl FnMut(&Term) -> Name + use<> {
        let budget = Budget { watch: Watch::start(Interrupt::new(), None), memory: None };
        let mut engine = Engine::new(self.program.theory.clone(), budget);
        let module = self.program.module.clone();
        move |term| match engine.build_again(term) {
            Ok(node) => module.signature.sort(engine.least_sort(node)).name,
            // Not reached: without limits nothing stops a state, which is in normal form, from being read again.
            Err(_) => Name::new("?"),
        }
    }
}
