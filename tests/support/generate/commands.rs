//! Random commands for a random module.

use crate::support::random::Random;
use crate::support::reference::{Arrow, Canonical, Query, Statement, Term, Theory};

use super::Command;
use super::signature::Plan;
use super::statements::{instance, pattern, search_conditions};
use super::terms::ground;

/// Reductions, matches with and without extension, and searches.
pub fn commands(random: &mut Random, plan: &Plan, theory: &Theory) -> Vec<Command> {
    let mut commands = Vec::new();
    for _ in 0..4 {
        commands.push(Command::Reduce(subject(random, plan, &lefts(&theory.equations))));
    }
    for _ in 0..6 {
        let sort = *random.choose(&plan.usual);
        let asked = pattern(random, plan, sort, 2);
        let start = if random.chance(85) { instance(random, plan, &asked) } else { ground(random, plan, sort, 2) };
        let kind = kind_of(plan, &asked);
        let wrapped = in_context(random, plan, start.clone());
        let term = if kind_of(plan, &wrapped) == kind { wrapped } else { start };
        commands.push(if random.chance(50) {
            Command::Match(asked, term)
        } else {
            Command::ExtendedMatch(asked, term)
        });
    }
    for _ in 0..3 {
        let initial = subject(random, plan, &lefts(&theory.rules));
        let arrow = *random.choose(&[Arrow::One, Arrow::OneOrMore, Arrow::Any, Arrow::Final]);
        let sort = kind_mate(random, plan, &initial);
        // The oracle (3.2) crashes on search patterns that collapse: it gets them collapsed.
        let asked = plan.signature.canonical(&pattern(random, plan, sort, 1));
        let depth = random.chance(80).then(|| 1 + random.below(3));
        commands.push(Command::Search(Query { initial, arrow, pattern: asked, conditions: Vec::new(), depth }));
    }
    commands
}

/// Reductions, matches, and searches with conditions and bounds.
pub fn wide_commands(random: &mut Random, plan: &Plan, theory: &Theory) -> Vec<Command> {
    let mut commands = Vec::new();
    for _ in 0..4 {
        commands.push(Command::Reduce(subject(random, plan, &lefts(&theory.equations))));
    }
    for _ in 0..2 {
        let sort = *random.choose(&plan.usual);
        let asked = plan.signature.canonical(&pattern(random, plan, sort, 2));
        let term = instance(random, plan, &asked);
        commands.push(if random.chance(50) {
            Command::Match(asked, term)
        } else {
            Command::ExtendedMatch(asked, term)
        });
    }
    for _ in 0..5 {
        let initial = subject(random, plan, &lefts(&theory.rules));
        let arrow = *random.choose(&[Arrow::One, Arrow::OneOrMore, Arrow::Any, Arrow::Any, Arrow::Final]);
        let sort = kind_mate(random, plan, &initial);
        // The oracle (3.2) crashes on search patterns that collapse: it gets them collapsed.
        let pattern = plan.signature.canonical(&pattern(random, plan, sort, 1));
        let conditions = if random.chance(25) { search_conditions(random, plan, &pattern) } else { Vec::new() };
        let depth = random.chance(80).then(|| 1 + random.below(4));
        let query = Query { initial, arrow, pattern, conditions, depth };
        commands.push(if random.chance(20) {
            Command::First(1 + random.below(3), query)
        } else {
            Command::Search(query)
        });
    }
    commands
}

fn lefts(statements: &[Statement]) -> Vec<&Term> {
    statements.iter().map(|statement| &statement.left).collect()
}

/// A ground term in which some of the patterns occur.
fn subject(random: &mut Random, plan: &Plan, patterns: &[&Term]) -> Term {
    let start = if patterns.is_empty() || random.chance(25) {
        let sort = *random.choose(&plan.usual);
        ground(random, plan, sort, 3)
    } else {
        let asked = *random.choose(patterns);
        instance(random, plan, asked)
    };
    in_context(random, plan, start)
}

/// Wraps a term in operators of its kind, once or twice or not at all.
fn in_context(random: &mut Random, plan: &Plan, term: Term) -> Term {
    let mut term = term;
    for _ in 0..random.below(3) {
        let Some(kind) = kind_of(plan, &term) else { return term };
        let operators = &plan.signature.operators;
        let fits: Vec<usize> = (0..operators.len())
            .filter(|&at| {
                let typing = &operators[at].typings[0];
                typing.domain.first().is_some_and(|&sort| plan.signature.sorts[sort].kind == kind)
            })
            .collect();
        if fits.is_empty() {
            return term;
        }
        let operator = *random.choose(&fits);
        let domain = operators[operator].typings[0].domain.clone();
        let mut arguments = vec![term];
        for &sort in &domain[1..] {
            arguments.push(ground(random, plan, sort, 1));
        }
        // The sides change only where both arguments have one kind.
        if domain.len() == 2 && plan.signature.sorts[domain[1]].kind == kind && random.chance(50) {
            arguments.reverse();
        }
        term = Term::Application(operator, arguments);
    }
    term
}

fn kind_of(plan: &Plan, term: &Term) -> Option<usize> {
    match term {
        Term::Application(operator, _) => {
            Some(plan.signature.sorts[plan.signature.operators[*operator].typings[0].range].kind)
        }
        Term::Variable(variable) => Some(plan.signature.sorts[variable.sort].kind),
        Term::Integer(_) | Term::Literal(..) => None,
    }
}

/// A sort of a term's kind.
fn kind_mate(random: &mut Random, plan: &Plan, term: &Term) -> usize {
    let kind = kind_of(plan, term).expect("generated terms hold no numbers");
    let same: Vec<usize> = (0..plan.makers.len()).filter(|&sort| plan.signature.sorts[sort].kind == kind).collect();
    *random.choose(&same)
}
