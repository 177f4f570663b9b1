//! Terms as trees, and their canonical form by the definition of the axioms alone.

use crate::base::Number;
use crate::module::{Position, Term};

use super::{Random, World, trusted_world};

/// Operators of every shape, with sorts that depend on the arguments.
pub(super) const MIX: &str = "fmod MIX is
  protecting INT .
  sorts S Even Odd T . subsorts Int S Even Odd < T .
  ops a b e : -> S . op z : -> Even . op c : -> T .
  op f : S T -> S . op f : T T -> T .
  op k : S -> S .
  op g : T -> T [iter] . op g : Even -> Odd [ditto] . op g : Odd -> Even [ditto] .
  op h : S S -> S [comm] . op h : T T -> T [ditto] .
  op p : S S -> S [comm id: e] . op p : T T -> T [ditto] .
  op q : S S -> S [left id: e] . op q : T T -> T [ditto] .
  op r : S S -> S [right id: e] . op r : T T -> T [ditto] .
  op i : S S -> S [id: e] . op i : T T -> T [ditto] .
  op l : S S -> S [assoc] . op l : T T -> T [ditto] .
  op m : S S -> S [assoc id: e] . op m : T T -> T [ditto] .
  op n : S S -> S [assoc right id: e] . op n : T T -> T [ditto] .
  op o : S S -> S [assoc left id: e] . op o : T T -> T [ditto] .
  op u : S S -> S [assoc comm] . op u : T T -> T [ditto] .
  op v : S S -> S [assoc comm id: e] . op v : T T -> T [ditto] .
  op w : S S -> S [idem] . op w : T T -> T [ditto] .
  op x : S S -> S [comm idem] . op x : T T -> T [ditto] .
  op y : S S -> S [comm idem id: e] . op y : T T -> T [ditto] .
endfm";

const BINARY: &str = "fhpqrilmnouvwxy";
const COMMUTATIVE: &str = "hpuvxy";
const ASSOCIATIVE: &str = "lmnouv";
const LEFT_IDENTITY: &str = "pqimovy";
const IDEMPOTENT: &str = "wxy";
const RIGHT_IDENTITY: &str = "primnvy";

pub(super) fn mix() -> World {
    trusted_world(MIX)
}

/// A term of [`MIX`]; a name is one letter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Tree {
    Number(i64),
    Apply(char, Vec<Tree>),
}

fn is(set: &str, name: char) -> bool {
    set.contains(name)
}

impl Tree {
    fn constant(name: char) -> Self {
        Self::Apply(name, Vec::new())
    }

    /// A random tree of so many levels at most. Few leaves, so that different trees often mean the same.
    pub(super) fn random(random: &mut Random, levels: usize) -> Self {
        const NUMBERS: [i64; 6] = [0, 1, -1, (1 << 29) - 1, 1 << 29, -(1 << 29) - 1];
        match random.below(if levels == 0 { 6 } else { 20 }) {
            0 => Self::Number(NUMBERS[random.below(NUMBERS.len())]),
            1..=5 => Self::constant(b"eabzc"[random.below(5)] as char),
            6 => Self::Apply('k', vec![Self::random(random, levels - 1)]),
            7 => {
                let argument = Self::random(random, levels - 1);
                (0..=random.below(4)).fold(argument, |argument, _| Self::Apply('g', vec![argument]))
            }
            _ => {
                let name = BINARY.as_bytes()[random.below(BINARY.len())] as char;
                Self::Apply(name, vec![Self::random(random, levels - 1), Self::random(random, levels - 1)])
            }
        }
    }

    /// Another tree of the same meaning: arguments swapped, brackets moved, identities put in.
    pub(super) fn varied(&self, random: &mut Random) -> Self {
        let varied = match self {
            Self::Number(_) => self.clone(),
            Self::Apply(name, arguments) => {
                let mut arguments: Vec<Self> = arguments.iter().map(|argument| argument.varied(random)).collect();
                if is(COMMUTATIVE, *name) && random.below(2) == 0 {
                    arguments.reverse();
                }
                Self::Apply(*name, arguments).rotated(random)
            }
        };
        let name = BINARY.as_bytes()[random.below(BINARY.len())] as char;
        let identity = Self::constant('e');
        match random.below(12) {
            0 if is(LEFT_IDENTITY, name) => Self::Apply(name, vec![identity, varied]),
            1 if is(RIGHT_IDENTITY, name) => Self::Apply(name, vec![varied, identity]),
            2 if is(IDEMPOTENT, name) => Self::Apply(name, vec![varied.clone(), varied]),
            _ => varied,
        }
    }

    /// `f(f(x, y), z)` as `f(x, f(y, z))`, now and then.
    fn rotated(self, random: &mut Random) -> Self {
        let Self::Apply(name, mut arguments) = self else { return self };
        let turns = is(ASSOCIATIVE, name) && random.below(2) == 0;
        match arguments.first().cloned() {
            Some(Self::Apply(inner, below)) if turns && inner == name => {
                let last = arguments.pop().expect("two arguments");
                let right = Self::Apply(name, vec![below[1].clone(), last]);
                Self::Apply(name, vec![below[0].clone(), right])
            }
            _ => Self::Apply(name, arguments),
        }
    }

    /// The canonical form: arguments of associative symbols in one list, identities gone, commutative ones sorted.
    pub(super) fn canonical(&self) -> Self {
        let Self::Apply(name, arguments) = self else { return self.clone() };
        let name = *name;
        let mut arguments: Vec<Self> = arguments.iter().map(Self::canonical).collect();
        if is(ASSOCIATIVE, name) {
            let flat = |argument| match argument {
                Self::Apply(inner, below) if inner == name => below,
                other => vec![other],
            };
            arguments = arguments.into_iter().flat_map(flat).collect();
        }
        // As long as some neighbours are an identity and something else.
        let identity = Self::constant('e');
        while arguments.len() > 1 {
            let last = arguments.len() - 1;
            let left = (0..last).find(|&at| is(LEFT_IDENTITY, name) && arguments[at] == identity);
            let right = (1..=last).find(|&at| is(RIGHT_IDENTITY, name) && arguments[at] == identity);
            match left.or(right) {
                Some(at) => drop(arguments.remove(at)),
                None => break,
            }
        }
        if is(IDEMPOTENT, name) && arguments.len() == 2 && arguments[0] == arguments[1] {
            arguments.pop();
        }
        if arguments.len() == 1 && is(BINARY, name) {
            return arguments.remove(0);
        }
        if is(COMMUTATIVE, name) {
            arguments.sort();
        }
        Self::Apply(name, arguments)
    }

    /// The tree as it stands, as a term.
    pub(super) fn term(&self, world: &World) -> Term {
        let mut term = Term::new();
        self.push(world, &mut term);
        term
    }

    fn push(&self, world: &World, term: &mut Term) -> Position {
        match self {
            Self::Number(value) => term.number(Number::from(*value)),
            Self::Apply(name, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.push(world, term)).collect();
                term.apply(crate::module::SymbolId::new(world.symbol(&name.to_string()) as usize), arguments)
            }
        }
    }
}
