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

/// A pair of states, of the system and of the automaton, and how far its successors have been tried.
#[derive(Debug)]
struct Frame {
    pair: (u32, u32),
    edges: Rc<[Edge]>,
    edge: usize,
    place: usize,
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
    automaton: &'s mut Automaton,
    visited: HashMap<(u32, u32), Visited>,
}

/// A run of the system that the automaton accepts, if there is one. Every pair is visited twice at most.
pub(super) fn accepted_lasso<S: System>(
    system: &mut S,
    automaton: &mut Automaton,
) -> Result<Option<Lasso>, StopReason> {
    let mut search = Search { system, automaton, visited: HashMap::default() };
    let mut path = vec![search.enter_outer((0, 0))?];
    while let Some(frame) = path.last_mut() {
        if let Some(pair) = search.next(frame)? {
            if !search.visited.contains_key(&pair) {
                path.push(search.enter_outer(pair)?);
            }
            continue;
        }
        let pair = frame.pair;
        if search.automaton.accepts(pair.1)
            && let Some((met, rest)) = search.inner(pair)?
        {
            let states: Vec<u32> = path.iter().map(|frame| frame.pair.0).collect();
            let split = path.iter().position(|frame| frame.pair == met).expect("the pair is on the path");
            let cycle = states[split..].iter().copied().chain(rest).collect();
            return Ok(Some(Lasso { prefix: states[..split].to_vec(), cycle }));
        }
        search.visited.entry(pair).or_default().on_path = false;
        path.pop();
    }
    Ok(None)
}

impl<S: System> Search<'_, S> {
    fn enter_outer(&mut self, pair: (u32, u32)) -> Result<Frame, StopReason> {
        self.visited.insert(pair, Visited { on_path: true, inner: false });
        self.frame(pair)
    }

    fn frame(&mut self, pair: (u32, u32)) -> Result<Frame, StopReason> {
        let edges = self.automaton.edges(pair.1, &mut || self.system.tick())?;
        Ok(Frame { pair, edges, edge: 0, place: 0 })
    }

    /// The next successor of a pair.
    fn next(&mut self, frame: &mut Frame) -> Result<Option<(u32, u32)>, StopReason> {
        self.system.tick()?;
        while let Some(&Edge { label, target }) = frame.edges.get(frame.edge) {
            let state = frame.pair.0;
            if (frame.place > 0 || self.system.holds(state, label, self.automaton.diagrams())?)
                && let Some(successor) = self.system.successor(state, frame.place)?
            {
                frame.place += 1;
                return Ok(Some((successor, target)));
            }
            frame.edge += 1;
            frame.place = 0;
        }
        Ok(None)
    }

    /// Looks for a way from a pair back to the path of the outer search: the pair that is met there, and the states of
    /// the system on the way.
    fn inner(&mut self, seed: (u32, u32)) -> Result<Option<((u32, u32), Vec<u32>)>, StopReason> {
        let mut path = vec![self.frame(seed)?];
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
                path.push(self.frame(pair)?);
            }
        }
        Ok(None)
    }
}
