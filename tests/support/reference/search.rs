//! Breadth-first search with sets.

use std::collections::BTreeSet;

use super::canonical::Canonical;
use super::equations::{Engine, GaveUp};
use super::matching::{Substitution, matches};
use super::model::{Fragment, Term};
use super::rules::successors;

/// Which states count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrow {
    /// `=>1`
    One,
    /// `=>+`
    OneOrMore,
    /// `=>*`
    Any,
    /// `=>!`
    Final,
}

impl Arrow {
    /// As written.
    pub fn text(self) -> &'static str {
        match self {
            Self::One => "=>1",
            Self::OneOrMore => "=>+",
            Self::Any => "=>*",
            Self::Final => "=>!",
        }
    }
}

/// `initial =>* pattern such that conditions` within a depth.
#[derive(Clone, Debug)]
pub struct Query {
    /// Where to start.
    pub initial: Term,
    /// Which states count.
    pub arrow: Arrow,
    /// What they match.
    pub pattern: Term,
    /// And fulfil.
    pub conditions: Vec<Fragment>,
    /// Most steps.
    pub depth: Option<usize>,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The states first reached in so many steps.
    pub layers: Vec<BTreeSet<Term>>,
    /// Each state that counts with each substitution that matches and fulfils.
    pub solutions: BTreeSet<(Term, Substitution)>,
    /// How many states an implementation sees. `None` for `=>!` that stops at a depth: how many successors of the last
    /// layer are looked at to see that it is not final depends on their order.
    pub states: Option<usize>,
}

/// Most states of one search.
const MOST_STATES: usize = 3000;

/// Searches the whole space within the depth.
pub fn search(engine: &mut Engine, query: &Query) -> Result<Outcome, GaveUp> {
    let initial = engine.normal_form(&query.initial)?;
    let pattern = engine.signature().canonical(&query.pattern);
    let depth = if query.arrow == Arrow::One { Some(query.depth.unwrap_or(1).min(1)) } else { query.depth };
    let mut seen = BTreeSet::from([initial.clone()]);
    let mut outcome = Outcome { layers: vec![seen.clone()], ..Outcome::default() };
    let mut counting = if query.arrow == Arrow::Any { seen.clone() } else { BTreeSet::new() };
    let mut step = 0;
    let mut extra = BTreeSet::new();
    loop {
        let expand = depth.is_none_or(|most| step < most);
        if !expand && query.arrow != Arrow::Final {
            break;
        }
        let mut next = BTreeSet::new();
        for state in outcome.layers[step].clone() {
            let targets = successors(engine, &state)?;
            if targets.is_empty() && query.arrow == Arrow::Final {
                counting.insert(state);
            }
            if query.arrow != Arrow::Final {
                counting.extend(targets.iter().cloned());
            }
            next.extend(targets.into_iter().filter(|target| !seen.contains(target)));
        }
        if !expand {
            extra = next;
            break;
        }
        if next.is_empty() {
            break;
        }
        seen.extend(next.iter().cloned());
        if seen.len() > MOST_STATES {
            return Err(GaveUp::TooMuch);
        }
        outcome.layers.push(next);
        step += 1;
    }
    for state in counting {
        for substitution in matches(engine.signature(), &pattern, &state, &Substitution::new()) {
            for solution in engine.solve(&query.conditions, substitution)? {
                outcome.solutions.insert((state.clone(), solution));
            }
        }
    }
    outcome.states = extra.is_empty().then_some(seen.len());
    Ok(outcome)
}

/// Every state reachable from a normal form, itself included.
pub(super) fn reachable(engine: &mut Engine, start: &Term) -> Result<BTreeSet<Term>, GaveUp> {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut open = vec![start.clone()];
    while let Some(state) = open.pop() {
        for target in successors(engine, &state)? {
            if seen.insert(target.clone()) {
                open.push(target);
            }
        }
        if seen.len() > MOST_STATES {
            return Err(GaveUp::TooMuch);
        }
    }
    Ok(seen)
}
