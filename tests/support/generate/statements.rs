//! Random equations that terminate and random rules that do not grow.

use crate::support::random::Random;
use crate::support::reference::model::SortIndex;
use crate::support::reference::{Fragment, Statement, Term};

use super::signature::Plan;
use super::terms::{Shape, ground, lighter, term};

/// Up to three equations whose right sides weigh less than their left sides, whatever the variables stand for.
pub fn equations(random: &mut Random, plan: &Plan) -> Vec<Statement> {
    let wanted = random.below(4);
    let mut made: Vec<Statement> = (0..60).filter_map(|_| statement(random, plan, 1)).take(wanted).collect();
    for equation in &mut made {
        equation.otherwise = random.chance(15);
    }
    made
}

/// One to four rules that keep or lose weight, with labels.
pub fn rules(random: &mut Random, plan: &Plan) -> Vec<Statement> {
    let wanted = 1 + random.below(4);
    let mut made: Vec<Statement> = (0..60).filter_map(|_| statement(random, plan, 0)).take(wanted).collect();
    for (number, rule) in made.iter_mut().enumerate() {
        rule.label = Some(format!("r{number}"));
    }
    made
}

/// A statement that loses at least `margin` of weight; `None` when the dice gave no good one.
fn statement(random: &mut Random, plan: &Plan, margin: usize) -> Option<Statement> {
    let sort = random.below(plan.makers.len());
    let left = pattern(random, plan, sort, 2);
    if matches!(left, Term::Variable(_)) {
        return None;
    }
    let mut conditions = Vec::new();
    let mut variables = left.variables();
    if random.chance(25) {
        conditions.push(fragment(random, plan, &left, &mut variables)?);
    }
    let shape = Shape { depth: 2, variables, errors: 2, ..Shape::default() };
    let right = (0..20).map(|_| term(random, plan, sort, &shape)).find(|right| {
        // A variable bound by a condition stands for a part of a lighter term.
        let known = right.variables().iter().all(|variable| left.variables().contains(variable));
        known && lighter(plan, right, &left, margin) && *right != left
    })?;
    Some(Statement { left, right, conditions, otherwise: false, label: None })
}

/// A condition on lighter terms, so that it can be evaluated while the left side is.
fn fragment(
    random: &mut Random,
    plan: &Plan,
    left: &Term,
    variables: &mut Vec<crate::support::reference::Variable>,
) -> Option<Fragment> {
    let sort = random.below(plan.makers.len());
    let shape = Shape { depth: 1, variables: variables.clone(), ..Shape::default() };
    let mut light = || (0..10).map(|_| term(random, plan, sort, &shape)).find(|term| lighter(plan, term, left, 1));
    let (first, second) = (light()?, light()?);
    Some(match random.below(3) {
        0 => Fragment::Equal(first, second),
        1 => Fragment::Sort(first, random.below(plan.makers.len())).in_kind(plan, sort)?,
        _ => {
            let shape = Shape { depth: 1, new_variables: 40, variables: variables.clone(), ..Shape::default() };
            let pattern = term(random, plan, sort, &shape);
            variables.extend(pattern.variables());
            Fragment::Match(pattern, first)
        }
    })
}

impl Fragment {
    /// Itself, unless it tests for a sort of another kind than that of `sort`.
    fn in_kind(self, plan: &Plan, sort: SortIndex) -> Option<Self> {
        match self {
            Self::Sort(_, tested) if plan.signature.sorts[tested].kind != plan.signature.sorts[sort].kind => None,
            other => Some(other),
        }
    }
}

/// A random pattern, perhaps with a variable that occurs twice.
pub fn pattern(random: &mut Random, plan: &Plan, sort: SortIndex, depth: usize) -> Term {
    term(random, plan, sort, &Shape { depth, new_variables: 30, errors: 2, ..Shape::default() })
}

/// A ground term that has a chance to match a pattern: an instance of it, perhaps in a context.
pub fn instance(random: &mut Random, plan: &Plan, pattern: &Term) -> Term {
    let values: Vec<(_, Term)> = pattern
        .variables()
        .into_iter()
        .map(|variable| (variable.clone(), ground(random, plan, variable.sort, 1)))
        .collect();
    replace(pattern, &values)
}

fn replace(term: &Term, values: &[(crate::support::reference::Variable, Term)]) -> Term {
    match term {
        Term::Variable(variable) => {
            values.iter().find(|(other, _)| other == variable).map_or(term.clone(), |(_, value)| value.clone())
        }
        Term::Integer(_) => term.clone(),
        Term::Application(operator, arguments) => {
            Term::Application(*operator, arguments.iter().map(|argument| replace(argument, values)).collect())
        }
    }
}
