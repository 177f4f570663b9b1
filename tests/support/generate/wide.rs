//! Random signatures of many kinds: with numbers and truth values, kinds, operators in mixfix, strategies.

use crate::support::random::Random;
use crate::support::reference::model::SortIndex;
use crate::support::reference::{Operator, Signature, Typing};

use super::signature::{AXIOMS, Axioms, Plan, binary, constants, give_identities, makers, sorts, unary};

/// What comes from the library has this hook; the text of a module leaves it out.
const IMPORTED: &str = "imported";
const BINARY: [&str; 5] = ["f", "_;_", "__", "_,_", "_!_"];

/// A signature under construction.
struct Draft {
    names: Vec<String>,
    direct: Vec<(SortIndex, SortIndex)>,
    operators: Vec<Operator>,
}

impl Draft {
    fn sort(&self, name: &str) -> Option<SortIndex> {
        self.names.iter().position(|other| other == name)
    }

    /// An operator of the library, if its sorts are there.
    fn import(&mut self, name: &str, typings: &[(&[&str], &str)]) {
        let place = |sort: &&str| self.sort(sort);
        let typings: Option<Vec<Typing>> = typings
            .iter()
            .map(|(domain, range)| {
                Some(Typing { domain: domain.iter().map(place).collect::<Option<_>>()?, range: self.sort(range)? })
            })
            .collect();
        let hook = Some(IMPORTED.to_owned());
        if let Some(typings) = typings {
            self.operators.push(Operator { name: name.into(), typings, hook, ..Operator::default() });
        }
    }

    fn add(&mut self, name: &str, domain: &[SortIndex], range: SortIndex) {
        let typings = vec![Typing { domain: domain.to_vec(), range }];
        self.operators.push(Operator { name: name.into(), typings, ..Operator::default() });
    }
}

/// A random signature of many kinds.
pub fn plan(random: &mut Random) -> Plan {
    let (names, direct, chain) = sorts(random);
    let own = names.len();
    let mut draft = Draft { names, direct, operators: Vec::new() };
    draft.operators = constants(random, own, chain[chain.len() - 1]);
    own_operators(random, &mut draft, &chain, own);
    let number = numbers(random, &mut draft, chain[chain.len() - 1]);
    let truth = draft.sort("Bool").expect("truth values are always there");
    if let Some(number) = number {
        draft.add("n", &[number], *random.choose(&chain));
        if random.chance(50) {
            draft.add("w", &[*random.choose(&chain)], number);
        }
        if random.chance(30) {
            draft.add("c", &[], number);
        }
    }
    if random.chance(50) {
        draft.add("q", &[*random.choose(&chain)], truth);
    }
    give_identities(random, &mut draft.operators);
    if let Some(zero) = draft.operators.iter().position(|operator| operator.name == "0" && linked(&draft, &chain)) {
        numbers_as_identities(random, &mut draft, zero);
    }
    finish(random, draft, own, number)
}

/// Whether numbers lie below the greatest sort of the chain.
fn linked(draft: &Draft, chain: &[SortIndex]) -> bool {
    let number = draft.sort("Int").or(draft.sort("Nat"));
    draft.direct.iter().any(|&(lower, upper)| Some(lower) == number && upper == chain[chain.len() - 1])
}

/// Some operators on everything have the identity 0.
fn numbers_as_identities(random: &mut Random, draft: &mut Draft, zero: usize) {
    use crate::support::reference::Term;
    for operator in &mut draft.operators {
        let even = operator.typings.iter().all(|typing| typing.domain.iter().all(|&sort| sort == typing.range));
        if operator.hook.is_none() && operator.has_identity() && even && random.chance(30) {
            let identity = Term::Application(zero, Vec::new());
            operator.left_identity = operator.left_identity.is_some().then(|| identity.clone());
            operator.right_identity = operator.right_identity.is_some().then_some(identity);
        }
    }
}

/// Truth values always, natural numbers or integers often, now and then below the module's own sorts.
fn numbers(random: &mut Random, draft: &mut Draft, greatest: SortIndex) -> Option<SortIndex> {
    draft.names.push("Bool".into());
    let which = random.below(5);
    let first = draft.names.len();
    if which >= 2 {
        draft.names.extend(["Zero", "NzNat", "Nat"].map(str::to_owned));
        draft.direct.extend([(first, first + 2), (first + 1, first + 2)]);
    }
    if which == 4 {
        draft.names.extend(["NzInt", "Int"].map(str::to_owned));
        draft.direct.extend([(first + 1, first + 3), (first + 2, first + 4), (first + 3, first + 4)]);
    }
    let number = draft.sort("Int").or(draft.sort("Nat"));
    if let Some(number) = number
        && random.chance(60)
    {
        draft.direct.push((number, greatest));
    }
    import_truth(draft);
    import_numbers(draft);
    number
}

fn import_truth(draft: &mut Draft) {
    draft.import("true", &[(&[], "Bool")]);
    draft.import("false", &[(&[], "Bool")]);
    draft.import("not_", &[(&["Bool"], "Bool")]);
    for name in ["_and_", "_or_", "_xor_", "_implies_"] {
        draft.import(name, &[(&["Bool", "Bool"], "Bool")]);
    }
}

fn import_numbers(draft: &mut Draft) {
    draft.import("0", &[(&[], "Zero")]);
    for name in ["1", "2", "3", "5"] {
        draft.import(name, &[(&[], "NzNat")]);
    }
    for name in ["-1", "-2", "-4"] {
        draft.import(name, &[(&[], "NzInt")]);
    }
    draft.import("s_", &[(&["Nat"], "NzNat")]);
    draft.import("-_", &[(&["Int"], "Int"), (&["NzInt"], "NzInt")]);
    draft.import("abs", &[(&["Int"], "Nat")]);
    if !draft.operators.iter().any(|operator| operator.name == "__") {
        // `a - b` could also be `a (- b)`.
        draft.import("_-_", &[(&["Int", "Int"], "Int")]);
    }
    draft.import("sd", &[(&["Nat", "Nat"], "Nat")]);
    let whole = if draft.sort("Int").is_some() { "Int" } else { "Nat" };
    let not_zero = if draft.sort("Int").is_some() { "NzInt" } else { "NzNat" };
    for name in ["_+_", "_+_", "_*_", "min", "max"] {
        draft.import(name, &[(&[whole, whole], whole)]);
    }
    for name in ["_quo_", "_rem_"] {
        draft.import(name, &[(&[whole, not_zero], whole)]);
    }
    draft.import("gcd", &[(&[whole, whole], "Nat")]);
    for name in ["_<_", "_<=_", "_>_", "_>=_"] {
        draft.import(name, &[(&[whole, whole], "Bool")]);
    }
    draft.import("_divides_", &[(&[not_zero, whole], "Bool")]);
}

/// Binary, unary and ternary operators on the module's own sorts.
fn own_operators(random: &mut Random, draft: &mut Draft, chain: &[SortIndex], own: usize) {
    // What is associative with one identity is asked for seldom: the oracle has troubles of its own there.
    let axioms: &[Axioms] = if random.chance(90) { &AXIOMS[..AXIOMS.len() - 2] } else { &AXIOMS };
    let first = random.below(BINARY.len());
    for number in 0..1 + random.below(3) {
        let mut made = binary(random, BINARY[(first + number) % BINARY.len()], chain, axioms);
        if made.commutative && made.left_identity.is_some() && random.chance(15) {
            made.right_identity = None;
        }
        draft.operators.push(made);
    }
    for name in ["g", "h"].iter().take(1 + random.below(2)) {
        let mut made = unary(random, name, chain);
        evaluate_otherwise(random, &mut made);
        made.iterated = random.chance(25);
        made.memoized = random.chance(15);
        draft.operators.push(made);
    }
    let all: Vec<SortIndex> = (0..own).collect();
    if random.chance(40) {
        let domain: Vec<SortIndex> = (0..2 + random.below(2)).map(|_| *random.choose(&all)).collect();
        draft.add("p", &domain, *random.choose(&all));
        let made = draft.operators.last_mut().expect("just added");
        evaluate_otherwise(random, made);
        if random.chance(15) {
            made.frozen = vec![random.below(domain.len())];
        }
    }
    if random.chance(30) {
        // The same name on sorts that may be of another kind.
        let sort = *random.choose(&all);
        let related = draft.direct.iter().any(|&(lower, upper)| lower == sort || upper == sort);
        if !related && !chain.contains(&sort) {
            draft.add("f", &[sort, sort], sort);
        }
    }
}

fn evaluate_otherwise(random: &mut Random, operator: &mut Operator) {
    if random.chance(5) {
        let strategies: &[&[usize]] = match operator.typings[0].domain.len() {
            1 => &[&[0], &[1, 0], &[0, 1, 0]],
            _ => &[&[0], &[1, 0], &[2, 0], &[2, 1, 0], &[1, 0, 2, 0]],
        };
        operator.strategy = Some(random.choose(strategies).to_vec());
    }
}

/// Adds what needs the kinds: choices and comparisons, and operators declared on a kind.
fn finish(random: &mut Random, mut draft: Draft, own: usize, number: Option<SortIndex>) -> Plan {
    let truth = draft.sort("Bool").expect("truth values are always there");
    let shape = Signature::finish(&draft.names, &draft.direct, Vec::new());
    let plain = draft.names.len();
    for (kind, &top) in shape.tops.iter().enumerate() {
        let sorts = (0..plain).filter(|&sort| shape.sorts[sort].kind == kind);
        let choice = sorts.map(|sort| Typing { domain: vec![truth, sort, sort], range: sort }).collect();
        let test = || vec![Typing { domain: vec![top, top], range: truth }];
        for (name, typings) in [("if_then_else_fi", choice), ("_==_", test()), ("_=/=_", test())] {
            let hook = Some(IMPORTED.to_owned());
            draft.operators.push(Operator { name: name.into(), typings, hook, ..Operator::default() });
        }
    }
    if random.chance(25) {
        let top = shape.tops[shape.sorts[random.below(own)].kind];
        let domain = if random.chance(50) { vec![top] } else { vec![random.below(own)] };
        draft.add("k", &domain, top);
    }
    let signature = Signature::finish(&draft.names, &draft.direct, draft.operators);
    let makers = makers(&signature, signature.sorts.len());
    let mut usual: Vec<SortIndex> = (0..own).flat_map(|sort| [sort; 4]).collect();
    usual.extend(number.into_iter().flat_map(|sort| [sort; 3]));
    usual.push(truth);
    usual.push(shape.tops[shape.sorts[0].kind]);
    Plan { signature, makers, usual, wide: true }
}
