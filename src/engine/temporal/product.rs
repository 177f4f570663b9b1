//! The search for an accepting cycle in the product of a system and an automaton: nested depth-first search (Courcoubetis,
//! Vardi, Wolper and Yannakakis, *Memory-efficient algorithms for the verification of temporal properties*, 1992), which
//! stops as soon as the inner search meets the path of the outer one (Holzmann, Peled and Yannakakis, 1996).

use std::rc::Rc;

use crate::base::StopReason;
use crate::base::hash::HashMap;

use super::automaton::{Automaton, Edge};
use super::diagram::{Diagrams, Label};

/// States that follow one another. State 0 is the initial one; each has a successor.
pub(super) trait System {
    /// The successor at a place, in order; nothing behind the last.
    fn successor(&mut self, state: u32, place: usize) -> Result<Option<u32>, StopReason>;
    /// Whether a function of propositions holds in a state.
    fn holds(&mut self, state: u32, label: Label, diagrams: &Diagrams) -> Result<bool, StopReason>;
    /// Called at each step.
    fn tick(&mut self) -> Result<(), StopReason>;
}

/// States that a system goes through: first the ones of the prefix, then those of the cycle without end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lasso {
    pub(super) prefix: Vec<u32>,
    pub(super) cycle: Vec<u32>,
}

/// A state of the system, and one of the automaton, which has read that state already.
type Pair = (u32, u32);

/// A pair, and how far its successors have been tried: a successor of the system's state and an edge to read it by.
#[derive(Debug)]
struct Frame {
    pair: Pair,
    edges: Rc<[Edge]>,
    place: usize,
    successor: Option<u32>,
    edge: usize,
}

/// What is known of a pair.
#[derive(Clone, Copy, Default, Debug)]
struct Visited {
    /// The outer search has it on its path.
    on_path: bool,
    /// The inner search was there.
    inner: bool,
}

/// The search under way.
struct Search<'s, S> {
    system: &'s mut S,
    automaton: &'s Automaton,
    visited: HashMap<Pair, Visited>,
}

/// A run of the system that the automaton accepts, if there is one. Every pair is visited twice at most.
pub(super) fn accepted_lasso<S: System>(system: &mut S, automaton: &Automaton) -> Result<Option<Lasso>, StopReason> {
    let mut search = Search { system, automaton, visited: HashMap::default() };
    let edges = search.automaton.edges(0);
    for &Edge { label, target } in &edges[..] {
        if search.system.holds(0, label, search.automaton.diagrams())?
            && !search.visited.contains_key(&(0, target))
            && let Some(lasso) = search.outer((0, target))?
        {
            return Ok(Some(lasso));
        }
    }
    Ok(None)
}

impl<S: System> Search<'_, S> {
    /// Visits all that can be reached from a pair, and starts an inner search at each accepting one that is left.
    fn outer(&mut self, start: Pair) -> Result<Option<Lasso>, StopReason> {
        let mut path = vec![self.enter(start)];
        while let Some(frame) = path.last_mut() {
            if let Some(pair) = self.next(frame)? {
                if !self.visited.contains_key(&pair) {
                    path.push(self.enter(pair));
                }
                continue;
            }
            let pair = frame.pair;
            if self.automaton.accepts(pair.1)
                && let Some((met, rest)) = self.inner(pair)?
            {
                let states: Vec<u32> = path.iter().map(|frame| frame.pair.0).collect();
                let split = path.iter().position(|frame| frame.pair == met).expect("the pair is on the path");
                let cycle = states[split..].iter().copied().chain(rest).collect();
                return Ok(Some(Lasso { prefix: states[..split].to_vec(), cycle }));
            }
            self.visited.entry(pair).or_default().on_path = false;
            path.pop();
        }
        Ok(None)
    }

    fn enter(&mut self, pair: Pair) -> Frame {
        self.visited.insert(pair, Visited { on_path: true, inner: false });
        self.frame(pair)
    }

    fn frame(&self, pair: Pair) -> Frame {
        Frame { pair, edges: self.automaton.edges(pair.1), place: 0, successor: None, edge: 0 }
    }

    /// The next successor of a pair.
    fn next(&mut self, frame: &mut Frame) -> Result<Option<Pair>, StopReason> {
        if frame.edges.is_empty() {
            return Ok(None);
        }
        loop {
            self.system.tick()?;
            let Some(successor) = frame.successor else {
                frame.successor = self.system.successor(frame.pair.0, frame.place)?;
                if frame.successor.is_none() {
                    return Ok(None);
                }
                frame.place += 1;
                frame.edge = 0;
                continue;
            };
            let Some(&Edge { label, target }) = frame.edges.get(frame.edge) else {
                frame.successor = None;
                continue;
            };
            frame.edge += 1;
            if self.system.holds(successor, label, self.automaton.diagrams())? {
                return Ok(Some((successor, target)));
            }
        }
    }

    /// Looks for a way from a pair back to the path of the outer search: the pair that is met there, and the states of
    /// the system on the way.
    fn inner(&mut self, seed: Pair) -> Result<Option<(Pair, Vec<u32>)>, StopReason> {
        let mut path = vec![self.frame(seed)];
        while let Some(frame) = path.last_mut() {
            let Some(pair) = self.next(frame)? else {
                path.pop();
                continue;
            };
            let visited = self.visited.entry(pair).or_default();
            if visited.on_path {
                return Ok(Some((pair, path[1..].iter().map(|frame| frame.pair.0).collect())));
            }
            if !visited.inner {
                visited.inner = true;
                path.push(self.frame(pair));
            }
        }
        Ok(None)
    }
}
