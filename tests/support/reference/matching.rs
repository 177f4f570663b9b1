//! Matching modulo associativity, commutativity and identity by trying every way.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::Signed;

use super::canonical::Canonical;
use super::model::{OperatorIndex, Signature, Term, Variable};

/// What variables stand for: canonical terms.
pub type Substitution = BTreeMap<Variable, Term>;

/// What stays around a matched part of an associative list or bag, or above it in a tower of successors.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Context {
    /// The whole was matched.
    Whole,
    /// Elements before and after (for a bag: all before).
    Around(OperatorIndex, Vec<Term>, Vec<Term>),
    /// So many applications of a unary operator above.
    Below(OperatorIndex, usize),
}

impl Context {
    /// Puts a term in the place of the matched part.
    pub fn fill(&self, signature: &Signature, part: Term) -> Term {
        match self {
            Self::Whole => part,
            Self::Around(operator, before, after) => {
                let list = before.iter().cloned().chain([part]).chain(after.iter().cloned()).collect();
                signature.make(*operator, list)
            }
            Self::Below(operator, count) => (0..*count).fold(part, |inner, _| signature.make(*operator, vec![inner])),
        }
    }
}

/// All substitutions that extend `given` and make the canonical pattern equal to the canonical subject.
pub fn matches(signature: &Signature, pattern: &Term, subject: &Term, given: &Substitution) -> BTreeSet<Substitution> {
    match pattern {
        Term::Variable(variable) => bind(signature, variable, subject, given),
        Term::Integer(_) | Term::Literal(..) => keep(pattern == subject, given),
        Term::Application(..) if pattern.variables().is_empty() => keep(pattern == subject, given),
        Term::Application(operator, patterns) => {
            let symbol = &signature.operators[*operator];
            let mut found = if symbol.associative {
                let list = signature.arguments(*operator, subject).unwrap_or_else(|| vec![subject.clone()]);
                share_out(signature, *operator, patterns, &list, given)
            } else {
                let mut found = BTreeSet::new();
                for ways in ways_to_split(signature, *operator, subject) {
                    found.extend(match_all(signature, patterns, &ways, given));
                }
                found
            };
            found.retain(|substitution| signature.instance(pattern, substitution) == *subject);
            found
        }
    }
}

fn keep(holds: bool, given: &Substitution) -> BTreeSet<Substitution> {
    if holds { BTreeSet::from([given.clone()]) } else { BTreeSet::new() }
}

fn bind(signature: &Signature, variable: &Variable, value: &Term, given: &Substitution) -> BTreeSet<Substitution> {
    if let Some(bound) = given.get(variable) {
        return keep(bound == value, given);
    }
    if !signature.below[signature.least_sort(value)][variable.sort] {
        return BTreeSet::new();
    }
    let mut extended = given.clone();
    extended.insert(variable.clone(), value.clone());
    BTreeSet::from([extended])
}

/// Argument lists of an operator that is not associative whose application may equal the subject.
fn ways_to_split(signature: &Signature, operator: OperatorIndex, subject: &Term) -> Vec<Vec<Term>> {
    let symbol = &signature.operators[operator];
    let mut ways: Vec<Vec<Term>> = signature.arguments(operator, subject).into_iter().collect();
    if let Some(identity) = &symbol.left_identity {
        ways.push(vec![identity.clone(), subject.clone()]);
    }
    if let Some(identity) = &symbol.right_identity {
        ways.push(vec![subject.clone(), identity.clone()]);
    }
    if symbol.commutative {
        let turned: Vec<Vec<Term>> = ways.iter().map(|way| way.iter().rev().cloned().collect()).collect();
        ways.extend(turned);
    }
    ways
}

fn match_all(
    signature: &Signature,
    patterns: &[Term],
    subjects: &[Term],
    given: &Substitution,
) -> BTreeSet<Substitution> {
    let mut found = BTreeSet::from([given.clone()]);
    for (pattern, subject) in patterns.iter().zip(subjects) {
        found = found.iter().flat_map(|so_far| matches(signature, pattern, subject, so_far)).collect();
    }
    found
}

/// Gives every pattern a part of the list, perhaps empty where there is an identity, and matches it against that.
fn share_out(
    signature: &Signature,
    operator: OperatorIndex,
    patterns: &[Term],
    list: &[Term],
    given: &Substitution,
) -> BTreeSet<Substitution> {
    let Some((first, rest)) = patterns.split_first() else {
        return keep(list.is_empty(), given);
    };
    let symbol = &signature.operators[operator];
    let mut found = BTreeSet::new();
    for (part, left_over) in parts(list, symbol.commutative) {
        let value = match (part.is_empty(), symbol.identity()) {
            (true, None) => continue,
            (true, Some(identity)) => identity.clone(),
            (false, _) => signature.make(operator, part.clone()),
        };
        for substitution in matches(signature, first, &value, given) {
            found.extend(share_out(signature, operator, rest, &left_over, &substitution));
        }
    }
    found
}

/// All ways to take a part off a list: prefixes, or sub-multisets when order does not matter.
fn parts(list: &[Term], any_order: bool) -> BTreeSet<(Vec<Term>, Vec<Term>)> {
    if !any_order {
        return (0..=list.len()).map(|at| (list[..at].to_vec(), list[at..].to_vec())).collect();
    }
    assert!(list.len() < 20, "the reference engine is for small terms");
    let choose = |mask: u32, wanted: bool| {
        let chosen = list.iter().enumerate().filter(|(at, _)| ((mask >> at) & 1 == 1) == wanted);
        chosen.map(|(_, term)| term.clone()).collect::<Vec<_>>()
    };
    (0..1u32 << list.len()).map(|mask| (choose(mask, true), choose(mask, false))).collect()
}

/// Matches with extension: where the subject's top is associative, also every part of two or more of its elements (a
/// pattern with another top may collapse to such a part); where it is a successor, also what stands below some
/// successors. The context is what the match leaves out.
pub fn extended_matches(signature: &Signature, pattern: &Term, subject: &Term) -> BTreeSet<(Context, Substitution)> {
    let none = Substitution::new();
    let whole = matches(signature, pattern, subject, &none);
    let mut found: BTreeSet<_> = whole.into_iter().map(|substitution| (Context::Whole, substitution)).collect();
    if let Term::Application(operator, list) = subject
        && signature.operators[*operator].associative
    {
        found.extend(matches_of_portions(signature, *operator, pattern, list));
    }
    found.extend(below_successors(signature, pattern, subject));
    found
}

fn matches_of_portions(
    signature: &Signature,
    operator: OperatorIndex,
    pattern: &Term,
    list: &[Term],
) -> BTreeSet<(Context, Substitution)> {
    let commutative = signature.operators[operator].commutative;
    let mut found = BTreeSet::new();
    for (before, part, after) in portions(list, commutative) {
        let value = signature.make(operator, part);
        for substitution in matches(signature, pattern, &value, &Substitution::new()) {
            found.insert((Context::Around(operator, before.clone(), after.clone()), substitution));
        }
    }
    found
}

/// [`extended_matches`] as Maude takes them: a list pattern without variables only where it stands first, so `b a` in
/// `b a b a` once.
pub fn first_of_ground(signature: &Signature, pattern: &Term, subject: &Term) -> BTreeSet<(Context, Substitution)> {
    let found = extended_matches(signature, pattern, subject);
    let list = match subject {
        Term::Application(operator, _) => {
            let symbol = &signature.operators[*operator];
            symbol.associative && !symbol.commutative
        }
        _ => false,
    };
    if list && pattern.variables().is_empty() {
        let first = |(context, _): &(Context, Substitution)| match context {
            Context::Around(_, before, _) => before.len(),
            _ => 0,
        };
        return found.into_iter().min_by_key(first).into_iter().collect();
    }
    found
}

/// Proper parts of two or more elements.
fn portions(list: &[Term], any_order: bool) -> BTreeSet<(Vec<Term>, Vec<Term>, Vec<Term>)> {
    let proper = |part: &[Term]| part.len() >= 2 && part.len() < list.len();
    if any_order {
        let split = parts(list, true).into_iter();
        return split.filter(|(part, _)| proper(part)).map(|(part, rest)| (rest, part, Vec::new())).collect();
    }
    let mut found = BTreeSet::new();
    for from in 0..list.len() {
        for to in from..=list.len() {
            if proper(&list[from..to]) {
                found.insert((list[..from].to_vec(), list[from..to].to_vec(), list[to..].to_vec()));
            }
        }
    }
    found
}

/// A pattern that is no variable also matches a number below some of its successors.
fn below_successors(signature: &Signature, pattern: &Term, subject: &Term) -> BTreeSet<(Context, Substitution)> {
    let mut found = BTreeSet::new();
    let (Term::Integer(value), Some(successor)) = (subject, signature.hooked("successor")) else {
        return found;
    };
    if matches!(pattern, Term::Variable(_)) {
        return found;
    }
    let mut below = value.clone();
    let mut count = 0;
    while below.is_positive() {
        below -= 1;
        count += 1;
        // Zero itself is a position of its own.
        if below.is_positive() {
            for substitution in matches(signature, pattern, &Term::Integer(below.clone()), &Substitution::new()) {
                found.insert((Context::Below(successor, count), substitution));
            }
        }
    }
    found
}
