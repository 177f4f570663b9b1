//! Random equations that terminate and random rules that do not grow.

use crate::support::random::Random;
use crate::support::reference::model::SortIndex;
use crate::support::reference::{Canonical, Fragment, Statement, Term, Variable};

use super::signature::Plan;
use super::terms::{Shape, ground, lighter, term};

/// Up to three equations whose right sides weigh less than their left sides, whatever the variables stand for.
pub fn equations(random: &mut Random, plan: &Plan) -> Vec<Statement> {
    let wanted = random.below(if plan.wide { 6 } else { 4 });
    let mut made: Vec<Statement> =
        (0..60).filter_map(|_| statement(random, plan, Kind::Equation)).take(wanted).collect();
    for equation in &mut made {
        equation.otherwise = random.chance(15);
    }
    made
}

/// One to four rules that keep or lose weight, with labels.
pub fn rules(random: &mut Random, plan: &Plan) -> Vec<Statement> {
    let wanted = 1 + random.below(4);
    let mut made: Vec<Statement> = (0..60).filter_map(|_| statement(random, plan, Kind::Rule)).take(wanted).collect();
    for (number, rule) in made.iter_mut().enumerate() {
        rule.label = Some(format!("r{number}"));
    }
    made
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Loses weight.
    Equation,
    /// Does not gain weight.
    Rule,
}

/// A statement; `None` when the dice gave no good one.
fn statement(random: &mut Random, plan: &Plan, kind: Kind) -> Option<Statement> {
    let sort = *random.choose(&plan.usual);
    let left = pattern(random, plan, sort, 2);
    let margin = usize::from(kind == Kind::Equation);
    let Term::Application(top, _) = &left else { return None };
    // The functions of the library keep their meaning.
    if plan.signature.operators[*top].hook.is_some() && (kind == Kind::Equation || random.chance(70)) {
        return None;
    }
    let mut conditions = Vec::new();
    let mut variables = left.variables();
    while conditions.len() < 3 && random.chance(25) {
        conditions.push(fragment(random, plan, Some(&left), kind, &mut variables)?);
    }
    let bound: Vec<&Variable> = variables.iter().filter(|variable| !left.variables().contains(variable)).collect();
    let ours = |variable: &&Variable| plan.signature.sorts[variable.sort].kind == plan.signature.sorts[sort].kind;
    if let Some(variable) = bound.into_iter().find(ours)
        && random.chance(50)
    {
        // It stands for a part of a lighter term.
        let right = Term::Variable(variable.clone());
        return Some(Statement { left, right, conditions, otherwise: false, label: None });
    }
    let shape = Shape { depth: 2, variables, errors: 2, ..Shape::default() };
    let right = (0..20).map(|_| term(random, plan, sort, &shape)).find(|right| {
        let known = right.variables().iter().all(|variable| left.variables().contains(variable));
        known && lighter(plan, right, &left, margin) && *right != left
    })?;
    Some(Statement { left, right, conditions, otherwise: false, label: None })
}

/// A condition, on terms lighter than the left side of a statement so that it can be evaluated while the left side is.
fn fragment(
    random: &mut Random,
    plan: &Plan,
    left: Option<&Term>,
    kind: Kind,
    variables: &mut Vec<Variable>,
) -> Option<Fragment> {
    let truth = plan.signature.sort_named("Bool").filter(|_| plan.wide);
    let which = random.below(if truth.is_none() { 3 } else { 6 });
    let sort = match truth {
        Some(truth) if which >= 4 => truth,
        _ => *random.choose(&plan.usual),
    };
    let shape = Shape { depth: if which >= 4 { 2 } else { 1 }, variables: variables.clone(), ..Shape::default() };
    let light = |term: &Term| left.is_none_or(|left| lighter(plan, term, left, 1));
    let mut draw = || (0..10).map(|_| term(random, plan, sort, &shape)).find(light);
    let (first, second) = (draw()?, draw()?);
    let mut bind = |random: &mut Random| {
        let shape = Shape { depth: 1, new_variables: 40, variables: variables.clone(), ..Shape::default() };
        let pattern = term(random, plan, sort, &shape);
        variables.extend(pattern.variables());
        variables.dedup();
        pattern
    };
    Some(match which {
        0 => Fragment::Equal(first, second),
        1 => Fragment::Sort(first, *random.choose(&plan.usual)).in_kind(plan, sort)?,
        2 => Fragment::Match(bind(random), first),
        3 if kind == Kind::Rule => Fragment::Rewrite(first, plan.signature.canonical(&bind(random))),
        3 => Fragment::Match(bind(random), first),
        _ => Fragment::Boolean(first),
    })
}

/// One or two conditions of a search.
pub fn search_conditions(random: &mut Random, plan: &Plan, pattern: &Term) -> Vec<Fragment> {
    let mut variables = pattern.variables();
    (0..1 + random.below(2)).filter_map(|_| fragment(random, plan, None, Kind::Rule, &mut variables)).collect()
}

impl Fragment {
    /// Itself, unless it tests for a sort of another kind than that of `sort`.
    fn in_kind(self, plan: &Plan, sort: SortIndex) -> Option<Self> {
        match self {
            Self::Sort(_, tested) if plan.signature.sorts[tested].kind != plan.signature.sorts[sort].kind => None,
            // A kind's own sort can not be tested for.
            Self::Sort(_, tested) if plan.signature.tops.contains(&tested) => None,
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

fn replace(term: &Term, values: &[(Variable, Term)]) -> Term {
    match term {
        Term::Variable(variable) => {
            values.iter().find(|(other, _)| other == variable).map_or(term.clone(), |(_, value)| value.clone())
        }
        Term::Integer(_) | Term::Literal(..) => term.clone(),
        Term::Application(operator, arguments) => {
            Term::Application(*operator, arguments.iter().map(|argument| replace(argument, values)).collect())
        }
    }
}
