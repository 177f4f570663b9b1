//! Canonical forms modulo the axioms, and least sorts.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::matching::Substitution;
use super::model::{Operator, OperatorIndex, Signature, SortIndex, Term};

/// Makes canonical terms over one signature: equal modulo the axioms exactly when they are equal trees.
pub trait Canonical {
    /// The canonical form of an operator on canonical arguments.
    fn make(&self, operator: OperatorIndex, arguments: Vec<Term>) -> Term;
    /// The canonical form of a term as written.
    fn canonical(&self, term: &Term) -> Term;
    /// The canonical form of an instance.
    fn instance(&self, term: &Term, substitution: &Substitution) -> Term;
    /// The arguments of a term whose top is `operator`: a number opens up into a successor or a minus.
    fn arguments(&self, operator: OperatorIndex, term: &Term) -> Option<Vec<Term>>;
    /// The least sort of a canonical term.
    fn least_sort(&self, term: &Term) -> SortIndex;
}

impl Canonical for Signature {
    fn make(&self, operator: OperatorIndex, arguments: Vec<Term>) -> Term {
        let symbol = &self.operators[operator];
        if let Some(number) = number(symbol, &arguments) {
            return Term::Integer(number);
        }
        let mut list = if symbol.associative { flat(operator, arguments) } else { arguments };
        if symbol.associative {
            list = without_identities(symbol, list);
        } else if list.len() == 2 {
            if symbol.left_identity.as_ref() == Some(&list[0]) {
                return list.swap_remove(1);
            }
            if symbol.right_identity.as_ref() == Some(&list[1]) {
                return list.swap_remove(0);
            }
        }
        if symbol.associative && list.len() == 1 {
            return list.swap_remove(0);
        }
        if symbol.commutative {
            list.sort();
        }
        Term::Application(operator, list)
    }

    fn canonical(&self, term: &Term) -> Term {
        self.instance(term, &Substitution::new())
    }

    fn instance(&self, term: &Term, substitution: &Substitution) -> Term {
        match term {
            Term::Variable(variable) => substitution.get(variable).unwrap_or(term).clone(),
            Term::Integer(_) | Term::Literal(..) => term.clone(),
            Term::Application(operator, arguments) => {
                self.make(*operator, arguments.iter().map(|a| self.instance(a, substitution)).collect())
            }
        }
    }

    fn arguments(&self, operator: OperatorIndex, term: &Term) -> Option<Vec<Term>> {
        match term {
            Term::Application(top, arguments) if *top == operator => Some(arguments.clone()),
            Term::Integer(value) => match self.operators[operator].hook.as_deref() {
                Some("successor") if value.is_positive() => Some(vec![Term::Integer(value - BigInt::one())]),
                Some("minus") if value.is_negative() => Some(vec![Term::Integer(-value)]),
                Some("zero") if value.is_zero() => Some(Vec::new()),
                _ => None,
            },
            _ => None,
        }
    }

    fn least_sort(&self, term: &Term) -> SortIndex {
        match term {
            Term::Variable(variable) => variable.sort,
            Term::Integer(value) => integer_sort(self, value),
            Term::Literal(operator, _, special) => literal_sort(self, *operator, *special),
            Term::Application(operator, arguments) => {
                let sorts: Vec<SortIndex> = arguments.iter().map(|a| self.least_sort(a)).collect();
                if !self.operators[*operator].associative {
                    return least_range(self, *operator, &sorts);
                }
                let mut sorts = sorts.into_iter();
                let first = sorts.next().expect("an associative operator has arguments");
                sorts.fold(first, |so_far, next| least_range(self, *operator, &[so_far, next]))
            }
        }
    }
}

/// The sort of a literal: of two declarations one is below the other.
fn literal_sort(signature: &Signature, operator: OperatorIndex, special: bool) -> SortIndex {
    let typings = &signature.operators[operator].typings;
    let (first, last) = (typings[0].range, typings[typings.len() - 1].range);
    if signature.below[first][last] == special { first } else { last }
}

/// The number that a number-making operator gives.
fn number(symbol: &Operator, arguments: &[Term]) -> Option<BigInt> {
    match (symbol.hook.as_deref()?, arguments) {
        ("zero", []) => Some(BigInt::zero()),
        ("successor", [Term::Integer(value)]) if !value.is_negative() => Some(value + BigInt::one()),
        ("minus", [Term::Integer(value)]) if value.is_positive() => Some(-value),
        _ => None,
    }
}

fn flat(operator: OperatorIndex, arguments: Vec<Term>) -> Vec<Term> {
    let mut list = Vec::new();
    for argument in arguments {
        match argument {
            Term::Application(top, inner) if top == operator => list.extend(inner),
            other => list.push(other),
        }
    }
    list
}

/// Drops identities from a flat list, but never its last element: f(e,e) is e. A left identity goes where something
/// stands on its right, a right identity where something stands on its left.
fn without_identities(symbol: &Operator, list: Vec<Term>) -> Vec<Term> {
    let mut list = list;
    let mut at = 0;
    while at < list.len() && list.len() > 1 {
        let left = symbol.left_identity.as_ref() == Some(&list[at]) && at + 1 < list.len();
        let right = symbol.right_identity.as_ref() == Some(&list[at]) && at > 0;
        if left || right {
            list.remove(at);
        } else {
            at += 1;
        }
    }
    list
}

/// The least range of the typings that apply; the kind's own sort when none does.
fn least_range(signature: &Signature, operator: OperatorIndex, sorts: &[SortIndex]) -> SortIndex {
    let typings = &signature.operators[operator].typings;
    let applies = |domain: &[SortIndex]| sorts.iter().zip(domain).all(|(&a, &b)| signature.below[a][b]);
    let mut best = signature.tops[signature.sorts[typings[0].range].kind];
    for typing in typings.iter().filter(|typing| applies(&typing.domain)) {
        if signature.below[typing.range][best] {
            best = typing.range;
        }
    }
    best
}

/// The sort of a number: the sorts of 0, 1, 2, … reach a fixed point soon.
fn integer_sort(signature: &Signature, value: &BigInt) -> SortIndex {
    let apply = |hook: &str, sorts: &[SortIndex]| {
        let operator = signature.hooked(hook).expect("numbers have their operators");
        least_range(signature, operator, sorts)
    };
    let mut sort = apply("zero", &[]);
    let mut reached = BigInt::zero();
    let magnitude = value.abs();
    while reached < magnitude {
        let next = apply("successor", &[sort]);
        reached += 1;
        if next == sort {
            break;
        }
        sort = next;
    }
    if value.is_negative() { apply("minus", &[sort]) } else { sort }
}
