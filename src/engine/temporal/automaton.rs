//! Büchi automata of formulas: states are sets of promises that are all kept, with a counter of the kinds of promises that
//! have been fulfilled in turn (Gastin and Oddoux 2001, sections 4 and 5).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::StopReason;
use crate::base::hash::IndexSet;

use super::alternating::{Alternating, Promises, Tick, is_part, union};
use super::diagram::{Diagrams, Label};
use super::formula::{Formula, Formulas};

/// A step: what must hold in the state it leaves, and where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) label: Label,
    pub(super) target: u32,
}

/// An automaton that accepts the words of which its formula holds: those with a run that meets accepting states without
/// end. State 0 is the initial one.
#[derive(Debug)]
pub(super) struct Automaton {
    alternating: Alternating,
    /// The formulas that promise something to come, each of which may not be put off for ever.
    untils: Vec<u32>,
    /// Sets of promises, and how many of `untils` were fulfilled in turn.
    states: IndexSet<(Promises, u32)>,
    /// The edges from each state, to states from which some word is accepted.
    edges: Vec<Rc<[Edge]>>,
}

/// By what is promised next and which of `untils` are fulfilled or not promised: what holds now.
type Steps = BTreeMap<(Promises, Vec<u32>), Label>;

impl Automaton {
    /// The automaton of the last formula of a table.
    pub(super) fn new(formulas: &Formulas, tick: &mut Tick<'_>) -> Result<Self, StopReason> {
        let alternating = Alternating::new(formulas, tick)?;
        let is_until = |&number: &u32| matches!(formulas.get(number), Formula::Until(..));
        let untils = (0..formulas.len()).filter(is_until).collect();
        let states = IndexSet::from_iter([(vec![formulas.len() - 1], 0)]);
        let mut this = Self { alternating, untils, states, edges: Vec::new() };
        while this.edges.len() < this.states.len() {
            let edges = this.edges_of(this.edges.len(), tick)?;
            this.edges.push(edges.into());
        }
        this.keep_useful(tick)?;
        Ok(this)
    }

    /// The functions that label its edges.
    pub(super) fn diagrams(&self) -> &Diagrams {
        &self.alternating.diagrams
    }

    /// Whether a state is accepting.
    pub(super) fn accepts(&self, state: u32) -> bool {
        self.states[state as usize].1 as usize == self.untils.len()
    }

    /// The steps from a state.
    pub(super) fn edges(&self, state: u32) -> Rc<[Edge]> {
        Rc::clone(&self.edges[state as usize])
    }

    fn edges_of(&mut self, state: usize, tick: &mut Tick<'_>) -> Result<Vec<Edge>, StopReason> {
        let (promises, counter) = self.states[state].clone();
        let mut edges: Vec<Edge> = Vec::new();
        for ((next, fulfilled), label) in self.steps(&promises, tick)? {
            let counter = self.counted(counter, &fulfilled);
            let target = self.states.insert_full((next, counter)).0 as u32;
            match edges.iter_mut().find(|edge| edge.target == target) {
                Some(edge) => edge.label = self.alternating.diagrams.or(edge.label, label),
                None => edges.push(Edge { label, target }),
            }
        }
        Ok(edges)
    }

    /// Drops the edges to states from which no word is accepted: the others are the greatest set of states each of which
    /// leads to an accepting one of the set (Emerson and Lei, 1986).
    fn keep_useful(&mut self, tick: &mut Tick<'_>) -> Result<(), StopReason> {
        let mut sources = vec![Vec::new(); self.states.len()];
        for (source, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|edge| sources[edge.target as usize].push(source as u32));
        }
        let mut useful = vec![true; self.states.len()];
        loop {
            let accepting = |state: &u32| useful[*state as usize] && self.accepts(*state);
            let mut open: Vec<u32> = (0..self.states.len() as u32).filter(accepting).collect();
            let mut leads = vec![false; self.states.len()];
            while let Some(state) = open.pop() {
                tick()?;
                for &source in &sources[state as usize] {
                    if !std::mem::replace(&mut leads[source as usize], true) {
                        open.push(source);
                    }
                }
            }
            if leads == useful {
                break;
            }
            useful = leads;
        }
        for edges in &mut self.edges {
            *edges = edges.iter().copied().filter(|edge| useful[edge.target as usize]).collect();
        }
        Ok(())
    }

    /// The counter after a step, which begins anew when all were fulfilled.
    fn counted(&self, counter: u32, fulfilled: &[u32]) -> u32 {
        let mut counter = if counter as usize == self.untils.len() { 0 } else { counter };
        while self.untils.get(counter as usize).is_some_and(|until| fulfilled.binary_search(until).is_ok()) {
            counter += 1;
        }
        counter
    }

    /// All ways to keep some promises at once.
    fn steps(&mut self, promises: &[u32], tick: &mut Tick<'_>) -> Result<Steps, StopReason> {
        let mut steps = Steps::from([((Vec::new(), Vec::new()), Label::TRUE)]);
        for &promise in promises {
            let is_until = self.untils.binary_search(&promise).is_ok();
            let mut longer = Steps::new();
            for ((next, fulfilled), &now) in &steps {
                tick()?;
                for (also_next, &also_now) in &self.alternating.ways[promise as usize] {
                    let label = self.alternating.diagrams.and(now, also_now);
                    if label == Label::FALSE {
                        continue;
                    }
                    let mut fulfilled = fulfilled.clone();
                    if is_until && also_next.binary_search(&promise).is_err() {
                        fulfilled.push(promise);
                    }
                    let old = longer.entry((union(next, also_next), fulfilled)).or_insert(Label::FALSE);
                    *old = self.alternating.diagrams.or(*old, label);
                }
            }
            steps = longer;
        }
        self.pruned(steps, tick)
    }

    /// Counts what is not promised as fulfilled, and leaves out, where one step is open, those that promise more and
    /// fulfil less.
    fn pruned(&mut self, steps: Steps, tick: &mut Tick<'_>) -> Result<Steps, StopReason> {
        let mut merged = Steps::new();
        for ((next, fulfilled), label) in steps {
            let free = |until: &u32| next.binary_search(until).is_err() || fulfilled.binary_search(until).is_ok();
            let fulfilled = self.untils.iter().copied().filter(free).collect();
            let old = merged.entry((next, fulfilled)).or_insert(Label::FALSE);
            *old = self.alternating.diagrams.or(*old, label);
        }
        let mut list: Vec<_> = merged.into_iter().collect();
        for at in 0..list.len() {
            tick()?;
            for other in 0..list.len() {
                let ((more, less_fulfilled), (next, fulfilled)) = (&list[at].0, &list[other].0);
                if other != at
                    && list[other].1 != Label::FALSE
                    && is_part(next, more)
                    && is_part(less_fulfilled, fulfilled)
                {
                    list[at].1 = self.alternating.diagrams.without(list[at].1, list[other].1);
                }
            }
        }
        Ok(list.into_iter().filter(|(_, label)| *label != Label::FALSE).collect())
    }
}
