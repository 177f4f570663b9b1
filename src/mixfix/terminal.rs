//! Terminals of the user's grammar: words, and classes of tokens such as numbers and variables.

use crate::base::hash::IndexSet;
use crate::base::id::define_id;
use crate::base::{Name, ValueKind};
use crate::module::{KindId, SymbolId};

define_id! {
    /// A terminal of one grammar.
    TerminalId
}

/// What a terminal stands for. One token may be several terminals: `+` a constant here and an infix operator there
/// is one, but a word that is also the name of a variable is two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Terminal {
    /// Exactly this token.
    Word(Name),
    /// A positive number, without leading zeros; zero is the word of its constant.
    Natural,
    /// A negative number, `-5`.
    Negative,
    /// A fraction, `5/3`.
    Fraction,
    /// Any literal of a kind of values.
    Value(ValueKind),
    /// A variable of a kind, declared or written with its sort.
    Variable(KindId),
    /// `.S` behind a closing parenthesis, for a sort of the kind.
    DotSort(KindId),
    /// The name of a sort of the kind.
    Sort(KindId),
    /// `f^n` for an iterated symbol.
    Power(SymbolId),
    /// The end of the tokens.
    End,
}

/// The terminals of a grammar, numbered in order of first use.
#[derive(Clone, Default, Debug)]
pub(super) struct Terminals(IndexSet<Terminal>);

impl Terminals {
    /// The number of a terminal, new or not.
    pub fn intern(&mut self, terminal: Terminal) -> TerminalId {
        TerminalId::new(self.0.insert_full(terminal).0)
    }

    /// The number of a terminal the grammar uses.
    pub fn get(&self, terminal: Terminal) -> Option<TerminalId> {
        self.0.get_index_of(&terminal).map(TerminalId::new)
    }

    /// What a number stands for.
    pub fn terminal(&self, id: TerminalId) -> Terminal {
        self.0[id.index()]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All words, in order of first use.
    pub fn words(&self) -> impl Iterator<Item = Name> + '_ {
        self.0.iter().filter_map(|terminal| match terminal {
            Terminal::Word(name) => Some(*name),
            _ => None,
        })
    }
}

/// A set of terminals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TerminalSet(Box<[u64]>);

impl TerminalSet {
    /// The empty set, with room for `count` terminals.
    pub fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)].into_boxed_slice())
    }

    /// Adds a member; whether it was new.
    pub fn insert(&mut self, id: TerminalId) -> bool {
        let (word, bit) = (&mut self.0[id.index() / 64], 1 << (id.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether it is a member.
    pub fn contains(&self, id: TerminalId) -> bool {
        self.0[id.index() / 64] & (1 << (id.index() % 64)) != 0
    }

    /// Adds all members of another set; whether any was new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        let mut grown = false;
        for (word, &more) in self.0.iter_mut().zip(&*other.0) {
            grown |= more & !*word != 0;
            *word |= more;
        }
        grown
    }
}
