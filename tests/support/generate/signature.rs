//! Random signatures: preregular, with every combination of axioms.

use crate::support::random::Random;
use crate::support::reference::model::SortIndex;
use crate::support::reference::{Operator, Signature, Term, Typing};

/// A signature with what the other generators ask of it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The signature.
    pub signature: Signature,
    /// Operators that make terms of some sort below each sort: `makers[s]`, constants first.
    pub makers: Vec<Vec<(usize, Typing)>>,
    /// The sorts to make statements and commands of; what is wanted often stands here often.
    pub usual: Vec<SortIndex>,
    /// Whether conditions and commands of every kind are wanted.
    pub wide: bool,
}

/// Associative, commutative, left identity, right identity.
pub type Axioms = (bool, bool, bool, bool);

/// How many of [`AXIOMS`] the oracle masters.
pub const SOUND_IN_ORACLE: usize = 10;

/// The kinds of axioms in turn: (assoc, comm, left identity, right identity). The last two, associative with one
/// identity, come last: the oracle loses matches there, and crashes on some (3.2), so it can not be asked about them.
pub const AXIOMS: [Axioms; 12] = [
    (false, false, false, false),
    (false, true, false, false),
    (true, false, false, false),
    (true, true, false, false),
    (false, false, true, true),
    (false, true, true, true),
    (true, false, true, true),
    (true, true, true, true),
    (false, false, true, false),
    (false, false, false, true),
    (true, false, true, false),
    (true, false, false, true),
];

/// A random signature: a chain or a fork of sorts, constants, unary and binary operators.
pub fn plan(random: &mut Random, axioms: &[Axioms]) -> Plan {
    let (names, direct, chain) = sorts(random);
    let mut operators = constants(random, names.len(), chain[chain.len() - 1]);
    for name in ["f", "_*_", "k"].iter().take(1 + random.below(3)) {
        operators.push(binary(random, name, &chain, axioms));
    }
    for name in ["g", "h"].iter().take(1 + random.below(2)) {
        operators.push(unary(random, name, &chain));
    }
    if random.chance(30) {
        let sorts: Vec<SortIndex> = (0..names.len()).collect();
        let domain = vec![*random.choose(&sorts), *random.choose(&sorts)];
        operators.push(Operator {
            name: "p".into(),
            typings: vec![Typing { domain, range: *random.choose(&sorts) }],
            ..Operator::default()
        });
    }
    give_identities(random, &mut operators);
    let signature = Signature::finish(&names, &direct, operators);
    let makers = makers(&signature, names.len());
    Plan { signature, makers, usual: (0..names.len()).collect(), wide: false }
}

/// Puts constants in the place of the stand-ins. Most operators get an identity of their own, some share one.
pub(super) fn give_identities(random: &mut Random, operators: &mut [Operator]) {
    let mut free: Vec<usize> = (0..operators.len()).filter(|&at| operators[at].name.starts_with('e')).collect();
    for operator in operators.iter_mut().filter(|operator| operator.has_identity()) {
        let constant = if free.len() > 1 && random.chance(70) { free.remove(1) } else { free[0] };
        let identity = Term::Application(constant, Vec::new());
        operator.left_identity = operator.left_identity.is_some().then(|| identity.clone());
        operator.right_identity = operator.right_identity.is_some().then_some(identity);
    }
}

/// Names, direct subsorts, and the chain of sorts from the least to the greatest that operators are declared on.
pub(super) fn sorts(random: &mut Random) -> (Vec<String>, Vec<(usize, usize)>, Vec<usize>) {
    let names = |count: usize| (0..count).map(|at| char::from(b'A' + at as u8).to_string()).collect();
    match random.below(5) {
        0 => (names(1), vec![], vec![0]),
        1 => (names(2), vec![(0, 1)], vec![0, 1]),
        2 => (names(3), vec![(0, 1), (1, 2)], vec![0, 1, 2]),
        3 => (names(3), vec![(0, 2), (1, 2)], vec![0, 2]),
        _ => (names(3), vec![(0, 1)], vec![0, 1]),
    }
}

/// One or two constants of every sort, and three of the greatest that may serve as identities.
pub(super) fn constants(random: &mut Random, sorts: usize, greatest: usize) -> Vec<Operator> {
    let mut operators = Vec::new();
    let mut add = |name: String, range: usize| {
        let typings = vec![Typing { domain: Vec::new(), range }];
        operators.push(Operator { name, typings, ..Operator::default() });
    };
    for sort in 0..sorts {
        for number in 0..1 + random.below(2) {
            add(format!("{}{number}", char::from(b'a' + sort as u8)), sort);
        }
    }
    for number in 0..2 {
        add(format!("e{number}"), greatest);
    }
    operators
}

/// A binary operator on the chain, overloaded below its greatest sort now and then.
pub(super) fn binary(random: &mut Random, name: &str, chain: &[usize], axioms: &[Axioms]) -> Operator {
    let (associative, commutative, left, right) = *random.choose(axioms);
    let greatest = chain[chain.len() - 1];
    let all = |sort: usize| Typing { domain: vec![sort, sort], range: sort };
    let mut typings = vec![all(greatest)];
    for &sort in chain[..chain.len() - 1].iter().rev() {
        if !random.chance(40) {
            continue;
        }
        if associative && !commutative && random.chance(40) {
            // As in lists that are known not to be empty. Elsewhere the mixed typings would not be preregular.
            typings.push(Typing { domain: vec![sort, greatest], range: sort });
            typings.push(Typing { domain: vec![greatest, sort], range: sort });
            break;
        }
        typings.push(all(sort));
    }
    if !associative && !left && !right && random.chance(25) {
        typings = vec![Typing { domain: vec![greatest, greatest], range: *random.choose(chain) }];
    }
    // A stand-in, replaced by a constant once all constants are known.
    let identity = |wanted: bool| wanted.then(|| Term::Application(0, Vec::new()));
    Operator {
        name: name.into(),
        typings,
        associative,
        commutative,
        left_identity: identity(left),
        right_identity: identity(right),
        frozen: if random.chance(10) { vec![0, 1] } else { Vec::new() },
        ..Operator::default()
    }
}

pub(super) fn unary(random: &mut Random, name: &str, chain: &[usize]) -> Operator {
    let mut typings = vec![Typing { domain: vec![*random.choose(chain)], range: *random.choose(chain) }];
    if random.chance(30) && chain.len() > 1 {
        typings = chain.iter().map(|&sort| Typing { domain: vec![sort], range: sort }).collect();
    }
    let frozen = if random.chance(15) { vec![0] } else { Vec::new() };
    Operator { name: name.into(), typings, frozen, ..Operator::default() }
}

/// For every sort, the declarations whose range lies below it.
pub(super) fn makers(signature: &Signature, sorts: usize) -> Vec<Vec<(usize, Typing)>> {
    let below = |sort: usize| {
        let all = signature.operators.iter().enumerate();
        let typings = all.flat_map(|(at, operator)| operator.typings.iter().map(move |typing| (at, typing.clone())));
        let mut fitting: Vec<_> = typings.filter(|(_, typing)| signature.below[typing.range][sort]).collect();
        fitting.sort_by_key(|(_, typing)| !typing.domain.is_empty());
        fitting
    };
    (0..sorts).map(below).collect()
}
