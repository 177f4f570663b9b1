//! A search as an iterator, its solutions and their paths.

use std::sync::Arc;

use crate::base::SourceMap;
use crate::report::{Context, Show, Verdict, solution};
use crate::search as engine;
use crate::session::{Next, Running};

use super::term::Term;

/// A search that is under way or over: an iterator of its solutions, nearest to the initial state first.
///
/// ```
/// use rewrite::Program;
///
/// let mut program = Program::from_text("mod JUGS is protecting NAT .
///   sort State .
///   op <_,_> : Nat Nat -> State [ctor] .
///   vars M N : Nat .
///   rl [fill] : < M,N > => < 3,N > .
///   rl [fill] : < M,N > => < M,5 > .
///   rl [empty] : < M,N > => < 0,N > .
///   rl [empty] : < M,N > => < M,0 > .
///   rl [pour] : < M,N > => < sd(M, min(M, sd(5, N))), N + min(M, sd(5, N)) > .
///   rl [pour] : < M,N > => < M + min(N, sd(3, M)), sd(N, min(N, sd(3, M))) > .
/// endm")?;
/// let mut search = program.search("< 0,0 > =>* < M,4 >")?;
/// let solution = search.next().expect("it can be done");
/// assert_eq!((solution.depth(), solution.get("M").and_then(|m| m.as_integer())), (6, Some(3)));
/// let labels: Vec<String> = search.path(&solution).into_iter().map(|step| step.rule).collect();
/// assert_eq!(labels, ["fill", "pour", "empty", "pour", "fill", "pour"]);
/// # Ok::<(), rewrite::Error>(())
/// ```
#[derive(Debug)]
pub struct Search {
    running: Running,
    sources: Arc<SourceMap>,
}

/// A state that answers the query, with the values of its variables.
#[derive(Clone, Debug)]
pub struct Solution {
    found: engine::Solution,
    bindings: Vec<(String, Term)>,
}

/// One step of a path.
#[derive(Clone, Debug)]
pub struct Step {
    /// The label of the rule, or `line N` where it has none.
    pub rule: String,
    /// The state it was applied to.
    pub before: Term,
    /// The state it led to.
    pub after: Term,
}

impl Search {
    pub(super) fn new(running: Running, sources: Arc<SourceMap>) -> Self {
        Self { running, sources }
    }

    /// What the search came to so far: whether there was a solution, why it went no further, and counts. Once
    /// [`Search::next`] gives `None`, this tells whether the whole space was explored or a limit came first.
    pub fn verdict(&self) -> Verdict {
        self.running.verdict(None)
    }

    /// The state of a solution of this search.
    pub fn state(&mut self, solution: &Solution) -> Option<Term> {
        let term = self.running.state(u64::from(solution.found.state))?;
        Some(Term::new(&self.running.program().module, term))
    }

    /// A shortest path from the initial state to a solution of this search; empty where that is the initial state itself.
    ///
    /// Cost: the states on the path are computed again.
    pub fn path(&mut self, solution: &Solution) -> Vec<Step> {
        let entries = self.running.path(u64::from(solution.found.state)).unwrap_or_default();
        let module = Arc::clone(&self.running.program().module);
        let context = Context::new(&module, &self.sources, false);
        let states: Vec<Term> = entries.iter().map(|entry| Term::new(&module, entry.term.clone())).collect();
        let arrived = entries.iter().zip(&states).skip(1).zip(&states);
        let step = |((entry, after), before): ((&engine::PathStep, &Term), &Term)| Step {
            rule: entry.rule.map(|rule| context.rule_name(&module.statements[rule])).unwrap_or_default(),
            before: before.clone(),
            after: after.clone(),
        };
        arrived.map(step).collect()
    }

    /// A solution and its path as the command line prints them.
    pub fn text(&mut self, solution: &Solution, show: Show) -> String {
        let path = match show {
            Show::None => Vec::new(),
            _ => self.running.path(u64::from(solution.found.state)).unwrap_or_default(),
        };
        let module = Arc::clone(&self.running.program().module);
        let context = Context::new(&module, &self.sources, false);
        solution::solution(&context, &solution.found, &path, show)
    }
}

impl Iterator for Search {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self.running.next(&mut |_| {}) {
            Next::Solution(found) => {
                let module = &self.running.program().module;
                let bindings = found.bindings.iter();
                let bindings =
                    bindings.map(|(variable, value)| (variable.name.to_string(), Term::new(module, value.clone())));
                let bindings = bindings.collect();
                Some(Solution { found, bindings })
            }
            Next::End(_) => None,
        }
    }
}

impl Solution {
    /// Counted from one.
    pub fn number(&self) -> u64 {
        self.found.number
    }

    /// Steps from the initial state.
    pub fn depth(&self) -> u64 {
        self.found.depth
    }

    /// The value of a variable of the query, given by its name without its sort.
    pub fn get(&self, variable: &str) -> Option<&Term> {
        self.bindings.iter().find(|(name, _)| name == variable).map(|(_, value)| value)
    }

    /// The variables with their values, in order of appearance.
    pub fn bindings(&self) -> impl Iterator<Item = (&str, &Term)> {
        self.bindings.iter().map(|(name, value)| (name.as_str(), value))
    }
}
