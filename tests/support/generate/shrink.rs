//! Cases with one thing less, for the search for a least case that still shows something.

use crate::support::reference::{Fragment, Operator, Query, Statement, Term, Theory};

use super::{Case, Command};

/// Every case that is smaller in one place: fewer commands, statements, conditions, axioms or declarations, or a smaller
/// term.
pub fn smaller(case: &Case) -> Vec<Case> {
    let mut found = Vec::new();
    if case.commands.len() > 1 {
        for at in 0..case.commands.len() {
            found.push(Case { commands: vec![case.commands[at].clone()], ..case.clone() });
        }
        return found;
    }
    let theories = without_statements(&case.theory).into_iter().chain(with_smaller_statements(&case.theory));
    found.extend(theories.map(|theory| Case { theory, ..case.clone() }));
    for command in smaller_commands(&case.theory, &case.commands[0]) {
        found.push(Case { commands: vec![command], ..case.clone() });
    }
    found.extend(plainer_operators(case));
    found
}

fn without_statements(theory: &Theory) -> Vec<Theory> {
    let mut found = Vec::new();
    for at in 0..theory.equations.len() {
        let mut less = theory.clone();
        less.equations.remove(at);
        found.push(less);
    }
    for at in 0..theory.rules.len() {
        let mut less = theory.clone();
        less.rules.remove(at);
        found.push(less);
    }
    found
}

fn with_smaller_statements(theory: &Theory) -> Vec<Theory> {
    let mut found = Vec::new();
    for (at, equation) in theory.equations.iter().enumerate() {
        for statement in smaller_statements(theory, equation) {
            let mut less = theory.clone();
            less.equations[at] = statement;
            found.push(less);
        }
    }
    for (at, rule) in theory.rules.iter().enumerate() {
        for statement in smaller_statements(theory, rule) {
            let mut less = theory.clone();
            less.rules[at] = statement;
            found.push(less);
        }
    }
    found
}

fn smaller_statements(theory: &Theory, statement: &Statement) -> Vec<Statement> {
    let mut found = Vec::new();
    for at in 0..statement.conditions.len() {
        let mut less = statement.clone();
        less.conditions.remove(at);
        found.push(less);
    }
    if statement.otherwise {
        found.push(Statement { otherwise: false, ..statement.clone() });
    }
    for left in smaller_terms(theory, &statement.left) {
        found.push(Statement { left, ..statement.clone() });
    }
    for right in smaller_terms(theory, &statement.right) {
        found.push(Statement { right, ..statement.clone() });
    }
    for conditions in smaller_conditions(theory, &statement.conditions) {
        found.push(Statement { conditions, ..statement.clone() });
    }
    found.retain(is_bound);
    found
}

fn smaller_conditions(theory: &Theory, conditions: &[Fragment]) -> Vec<Vec<Fragment>> {
    let mut found = Vec::new();
    for (at, fragment) in conditions.iter().enumerate() {
        let terms = |term: &Term| smaller_terms(theory, term).into_iter();
        let fragments: Vec<Fragment> = match fragment {
            Fragment::Boolean(a) => terms(a).map(Fragment::Boolean).collect(),
            Fragment::Sort(a, sort) => terms(a).map(|a| Fragment::Sort(a, *sort)).collect(),
            Fragment::Equal(a, b) => pairs(theory, a, b).into_iter().map(|(a, b)| Fragment::Equal(a, b)).collect(),
            Fragment::Match(a, b) => pairs(theory, a, b).into_iter().map(|(a, b)| Fragment::Match(a, b)).collect(),
            Fragment::Rewrite(a, b) => pairs(theory, a, b).into_iter().map(|(a, b)| Fragment::Rewrite(a, b)).collect(),
        };
        for fragment in fragments {
            let mut less = conditions.to_vec();
            less[at] = fragment;
            found.push(less);
        }
    }
    found
}

fn pairs(theory: &Theory, first: &Term, second: &Term) -> Vec<(Term, Term)> {
    let firsts = smaller_terms(theory, first).into_iter().map(|less| (less, second.clone()));
    let seconds = smaller_terms(theory, second).into_iter().map(|less| (first.clone(), less));
    firsts.chain(seconds).collect()
}

/// Whether every variable is bound before it is used.
fn is_bound(statement: &Statement) -> bool {
    let mut bound = statement.left.variables();
    if matches!(statement.left, Term::Variable(_)) {
        return false;
    }
    for fragment in &statement.conditions {
        let (used, made) = match fragment {
            Fragment::Boolean(a) | Fragment::Sort(a, _) => (a.variables(), Vec::new()),
            Fragment::Equal(a, b) => ([a.variables(), b.variables()].concat(), Vec::new()),
            Fragment::Match(pattern, from) | Fragment::Rewrite(from, pattern) => {
                (from.variables(), pattern.variables())
            }
        };
        if !used.iter().all(|variable| bound.contains(variable)) {
            return false;
        }
        bound.extend(made);
    }
    statement.right.variables().iter().all(|variable| bound.contains(variable))
}

fn smaller_commands(theory: &Theory, command: &Command) -> Vec<Command> {
    match command {
        Command::Reduce(term) => smaller_terms(theory, term).into_iter().map(Command::Reduce).collect(),
        Command::Match(pattern, subject) => {
            pairs(theory, pattern, subject).into_iter().map(|(a, b)| Command::Match(a, b)).collect()
        }
        Command::ExtendedMatch(pattern, subject) => {
            pairs(theory, pattern, subject).into_iter().map(|(a, b)| Command::ExtendedMatch(a, b)).collect()
        }
        Command::Search(query) => smaller_queries(theory, query).into_iter().map(Command::Search).collect(),
        Command::First(most, query) => {
            let mut found = vec![Command::Search(query.clone())];
            found.extend(smaller_queries(theory, query).into_iter().map(|query| Command::First(*most, query)));
            found
        }
    }
}

fn smaller_queries(theory: &Theory, query: &Query) -> Vec<Query> {
    let mut found = Vec::new();
    for at in 0..query.conditions.len() {
        let mut less = query.clone();
        less.conditions.remove(at);
        found.push(less);
    }
    let shallower = query.depth.filter(|&depth| depth > 0);
    found.extend(shallower.map(|depth| Query { depth: Some(depth - 1), ..query.clone() }));
    for (initial, pattern) in pairs(theory, &query.initial, &query.pattern) {
        found.push(Query { initial, pattern, ..query.clone() });
    }
    for conditions in smaller_conditions(theory, &query.conditions) {
        found.push(Query { conditions, ..query.clone() });
    }
    found.retain(|query| {
        let Query { pattern, conditions, .. } = query;
        let (left, right) = (pattern.clone(), pattern.clone());
        let asked = Statement { left, right, conditions: conditions.clone(), otherwise: false, label: None };
        matches!(pattern, Term::Variable(_)) && conditions.is_empty() || is_bound(&asked)
    });
    found
}

/// The term with one subterm replaced by an argument of its kind, or by the first constant of its kind.
fn smaller_terms(theory: &Theory, term: &Term) -> Vec<Term> {
    let Term::Application(operator, arguments) = term else { return Vec::new() };
    let mut found: Vec<Term> =
        arguments.iter().filter(|argument| kind(theory, argument) == kind(theory, term)).cloned().collect();
    let operators = &theory.signature.operators;
    let constants = (0..operators.len()).filter(|&at| {
        let typing = &operators[at].typings[0];
        typing.domain.is_empty() && !operators[at].name.is_empty()
    });
    let constants = constants.map(|at| Term::Application(at, Vec::new()));
    let mut alike = constants.filter(|constant| kind(theory, constant) == kind(theory, term));
    if arguments.is_empty() {
        let first = alike.next();
        found.extend(first.filter(|first| matches!(first, Term::Application(at, _) if at < operator)));
        return found;
    }
    found.extend(alike.take(2));
    for (at, argument) in arguments.iter().enumerate() {
        for less in smaller_terms(theory, argument) {
            let mut changed = arguments.clone();
            changed[at] = less;
            found.push(Term::Application(*operator, changed));
        }
    }
    found
}

fn kind(theory: &Theory, term: &Term) -> Option<usize> {
    let sort = match term {
        Term::Variable(variable) => variable.sort,
        Term::Application(operator, _) => theory.signature.operators[*operator].typings[0].range,
        Term::Integer(_) | Term::Literal(..) => return None,
    };
    Some(theory.signature.sorts[sort].kind)
}

/// Operators without one of their axioms, attributes or typings, and without those that nothing uses (an operator without
/// a name is not written).
fn plainer_operators(case: &Case) -> Vec<Case> {
    let mut found = Vec::new();
    for (at, operator) in case.theory.signature.operators.iter().enumerate() {
        if operator.hook.is_some() || operator.name.is_empty() {
            continue;
        }
        let mut plainer = Vec::new();
        if !uses(case, at) {
            plainer.push(Operator { name: String::new(), ..operator.clone() });
        }
        if operator.associative {
            plainer.push(Operator { associative: false, ..operator.clone() });
        }
        if operator.commutative {
            plainer.push(Operator { commutative: false, ..operator.clone() });
        }
        if operator.has_identity() {
            plainer.push(Operator { left_identity: None, right_identity: None, ..operator.clone() });
        }
        if operator.strategy.is_some() {
            plainer.push(Operator { strategy: None, ..operator.clone() });
        }
        if operator.iterated {
            plainer.push(Operator { iterated: false, ..operator.clone() });
        }
        if operator.memoized {
            plainer.push(Operator { memoized: false, ..operator.clone() });
        }
        if !operator.frozen.is_empty() {
            plainer.push(Operator { frozen: Vec::new(), ..operator.clone() });
        }
        if operator.typings.len() > 1 {
            plainer.push(Operator { typings: operator.typings[..1].to_vec(), ..operator.clone() });
        }
        for operator in plainer {
            let mut less = case.clone();
            less.theory.signature.operators[at] = operator;
            found.push(less);
        }
    }
    found
}

/// Whether an operator stands in a statement, an identity or a command.
fn uses(case: &Case, wanted: usize) -> bool {
    let theory = &case.theory;
    let mut terms: Vec<&Term> = Vec::new();
    for statement in theory.equations.iter().chain(&theory.rules) {
        terms.extend([&statement.left, &statement.right]);
        terms.extend(statement.conditions.iter().flat_map(terms_of));
    }
    for operator in theory.signature.operators.iter().filter(|operator| !operator.name.is_empty()) {
        terms.extend([&operator.left_identity, &operator.right_identity].into_iter().flatten());
    }
    for command in &case.commands {
        match command {
            Command::Reduce(term) => terms.push(term),
            Command::Match(a, b) | Command::ExtendedMatch(a, b) => terms.extend([a, b]),
            Command::Search(query) | Command::First(_, query) => {
                terms.extend([&query.initial, &query.pattern]);
                terms.extend(query.conditions.iter().flat_map(terms_of));
            }
        }
    }
    terms.into_iter().any(|term| holds(term, wanted))
}

fn terms_of(fragment: &Fragment) -> Vec<&Term> {
    match fragment {
        Fragment::Boolean(a) | Fragment::Sort(a, _) => vec![a],
        Fragment::Equal(a, b) | Fragment::Match(a, b) | Fragment::Rewrite(a, b) => vec![a, b],
    }
}

fn holds(term: &Term, wanted: usize) -> bool {
    match term {
        Term::Application(operator, arguments) => {
            *operator == wanted || arguments.iter().any(|argument| holds(argument, wanted))
        }
        _ => false,
    }
}
