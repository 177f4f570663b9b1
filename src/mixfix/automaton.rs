//! The automaton of viable prefixes (LR(0)), built state by state as parses need it.
//!
//! Knuth, *On the translation of languages from left to right*, 1965. Two departures: a state's predictions are one
//! precedence bound per category, not a list of items; and a move over a finished part is by its category and
//! precedence. States are kept between parses, so that a module's hundredth statement finds them made.

use crate::base::hash::HashMap;
use crate::base::id::define_id;

use super::production::{ClassId, Part, ProductionId, Productions};
use super::terminal::TerminalId;

define_id! {
    /// A state of the automaton.
    StateId
}

/// A production and how many of its parts were seen.
pub(super) type Item = (ProductionId, u32);

/// A bound that lets no production in.
const NONE: i32 = i32::MIN;

/// A state: the items it stands for.
#[derive(Debug)]
pub(super) struct State {
    /// Items with at least one part seen (none in a start state), ascending.
    pub kernel: Box<[Item]>,
    /// Per category, the highest precedence predicted.
    bounds: Box<[i32]>,
    /// Productions that are complete here.
    pub complete: Box<[ProductionId]>,
}

impl State {
    /// Whether a production may begin here.
    fn predicts(&self, productions: &Productions, id: ProductionId) -> bool {
        let production = productions.get(id);
        production.precedence <= self.bounds[production.category.index()]
    }

    /// Whether nothing can happen here but the completion of one production.
    pub fn only_completes(&self) -> Option<ProductionId> {
        (self.kernel.len() == 1).then(|| self.complete.first().copied()).flatten()
    }
}

/// What a move goes over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Step {
    /// A token.
    Terminal(TerminalId),
    /// A finished production.
    Class(ClassId),
}

/// States made so far and the moves between them.
#[derive(Default, Debug)]
pub(super) struct Automaton {
    states: Vec<State>,
    by_kernel: HashMap<Box<[Item]>, StateId>,
    moves: HashMap<(StateId, Step), Option<StateId>>,
}

impl Automaton {
    /// A state.
    pub fn state(&self, id: StateId) -> &State {
        &self.states[id.index()]
    }

    /// How many states there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The state before anything of these productions was seen.
    pub fn start(&mut self, productions: &Productions, goals: &[ProductionId]) -> StateId {
        self.intern(productions, goals.iter().map(|&id| (id, 0)).collect())
    }

    /// Where a move leads, if anywhere. Expected cost: one look-up.
    pub fn next(&mut self, productions: &Productions, from: StateId, step: Step) -> Option<StateId> {
        if let Some(&known) = self.moves.get(&(from, step)) {
            return known;
        }
        let kernel = match step {
            Step::Terminal(terminal) => self.over_terminal(productions, from, terminal),
            Step::Class(class) => self.over_class(productions, from, class),
        };
        let target = (!kernel.is_empty()).then(|| self.intern(productions, kernel));
        self.moves.insert((from, step), target);
        target
    }

    /// The terminals that can be read in a state, in order of production.
    pub fn readable(&self, productions: &Productions, id: StateId) -> Vec<TerminalId> {
        let state = self.state(id);
        let seen = state.kernel.iter().filter_map(|&(id, dot)| productions.get(id).parts.get(dot as usize));
        let begun = productions.list.iter().enumerate().filter_map(|(index, production)| {
            state.predicts(productions, ProductionId::new(index)).then_some(&production.parts[0])
        });
        let terminal = |part: &Part| match *part {
            Part::Terminal(terminal) => Some(terminal),
            Part::Hole { .. } => None,
        };
        seen.chain(begun).filter_map(terminal).collect()
    }

    fn over_terminal(&self, productions: &Productions, from: StateId, terminal: TerminalId) -> Vec<Item> {
        let state = self.state(from);
        let seen = |&&(id, dot): &&Item| {
            productions.get(id).parts.get(dot as usize).is_some_and(|part| *part == Part::Terminal(terminal))
        };
        let mut kernel: Vec<Item> = state.kernel.iter().filter(seen).map(|&(id, dot)| (id, dot + 1)).collect();
        let begun = &productions.by_first_terminal[terminal.index()];
        kernel.extend(begun.iter().filter(|&&id| state.predicts(productions, id)).map(|&id| (id, 1)));
        kernel
    }

    fn over_class(&self, productions: &Productions, from: StateId, class: ClassId) -> Vec<Item> {
        let state = self.state(from);
        let class = productions.class(class);
        let fits = |id: ProductionId, dot: u32| match productions.get(id).parts.get(dot as usize) {
            Some(&Part::Hole { category, bound, refuses_itself }) => {
                category == class.category
                    && class.precedence <= bound
                    && !(refuses_itself && class.refused == Some(id))
            }
            _ => false,
        };
        let seen = state.kernel.iter().filter(|&&(id, dot)| fits(id, dot));
        let mut kernel: Vec<Item> = seen.map(|&(id, dot)| (id, dot + 1)).collect();
        let begun = &productions.by_first_hole[class.category.index()];
        kernel.extend(begun.iter().filter(|&&id| state.predicts(productions, id) && fits(id, 0)).map(|&id| (id, 1)));
        kernel
    }

    fn intern(&mut self, productions: &Productions, mut kernel: Vec<Item>) -> StateId {
        kernel.sort_unstable();
        kernel.dedup();
        let kernel = kernel.into_boxed_slice();
        if let Some(&known) = self.by_kernel.get(&kernel) {
            return known;
        }
        let id = StateId::new(self.states.len());
        let complete = kernel.iter().filter(|&&(id, dot)| productions.get(id).parts.len() == dot as usize);
        let complete = complete.map(|&(id, _)| id).collect();
        let bounds = predictions(productions, &kernel);
        self.by_kernel.insert(kernel.clone(), id);
        self.states.push(State { kernel, bounds, complete });
        id
    }
}

/// The highest precedence that is predicted for each category: what the items wait for, and what that begins with.
fn predictions(productions: &Productions, kernel: &[Item]) -> Box<[i32]> {
    let mut bounds = vec![NONE; productions.categories.len()].into_boxed_slice();
    let mut grown = Vec::new();
    for &(id, dot) in kernel {
        if let Some(&Part::Hole { category, bound, .. }) = productions.get(id).parts.get(dot as usize)
            && bound > bounds[category.index()]
        {
            bounds[category.index()] = bound;
            grown.push(category);
        }
    }
    while let Some(category) = grown.pop() {
        let bound = bounds[category.index()];
        for &id in &productions.with_first_hole[category.index()] {
            let production = productions.get(id);
            let Part::Hole { category: first, bound: wanted, .. } = production.parts[0] else { continue };
            if production.precedence <= bound && wanted > bounds[first.index()] {
                bounds[first.index()] = wanted;
                grown.push(first);
            }
        }
    }
    bounds
}
