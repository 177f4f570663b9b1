//! Which symbols share their name with others, so that their terms may need `(t).S` to be told apart.

use crate::base::Name;
use crate::base::hash::HashMap;
use crate::module::{Signature, SymbolId};

/// In which ways a symbol's name is shared.
#[derive(Clone, Copy, Default, Debug)]
struct Sharing {
    /// With another symbol of as many arguments.
    any: bool,
    /// With one whose arguments have the same kinds.
    same_domain: bool,
    /// With one whose result has the same kind.
    same_range: bool,
    /// With one that is iterated.
    iterated: bool,
}

/// What is known of all symbols' names.
#[derive(Clone, Debug)]
pub(super) struct Overloading {
    sharing: Vec<Sharing>,
    /// Constants that look like numbers.
    digits: HashMap<Name, ()>,
}

impl Overloading {
    /// Looks at all names. Cost: linear in the symbols, and quadratic in those that share a name and arity.
    pub fn new(signature: &Signature) -> Self {
        let symbols = signature.symbols();
        let mut groups: HashMap<(Name, usize), Vec<usize>> = HashMap::default();
        for (at, symbol) in symbols.iter().enumerate() {
            groups.entry((symbol.name, symbol.arity())).or_default().push(at);
        }
        let mut digits = HashMap::default();
        let numbers = signature.numbers();
        let sharing = symbols.iter().enumerate().map(|(at, symbol)| {
            let mut sharing = Sharing::default();
            for &other in groups[&(symbol.name, symbol.arity())].iter().filter(|&&other| other != at) {
                sharing.any = true;
                sharing.same_domain |= symbols[other].domain == symbol.domain;
                sharing.same_range |= symbols[other].range == symbol.range;
                sharing.iterated |= symbols[other].axioms.iterated;
            }
            if symbol.arity() == 0 && numbers.is_some() && looks_like_number(symbol.name.as_str()) {
                digits.insert(symbol.name, ());
                sharing.any = true;
            }
            sharing
        });
        let sharing = sharing.collect();
        Self { sharing, digits }
    }

    /// Whether a term of the symbol must say its sort, when its surroundings do (not) tell its kind.
    pub fn is_ambiguous(&self, symbol: SymbolId, arity: usize, range_known: bool) -> bool {
        let sharing = self.sharing[symbol.index()];
        !range_known && (sharing.same_domain || arity == 0 && sharing.any)
    }

    /// Whether a number must say its sort.
    pub fn is_ambiguous_number(&self, text: &str, range_known: bool) -> bool {
        !range_known && self.digits.contains_key(&Name::new(text))
    }

    /// Whether the name and what is known of its surroundings tell the kinds of the arguments.
    pub fn tells_arguments(&self, symbol: SymbolId, range_known: bool) -> bool {
        let sharing = self.sharing[symbol.index()];
        !sharing.any || range_known && !sharing.same_range
    }

    /// Whether `f^n` tells the kind of the argument: no other symbol of the name is iterated.
    pub fn tells_iterated(&self, symbol: SymbolId, range_known: bool) -> bool {
        !self.sharing[symbol.index()].iterated || self.tells_arguments(symbol, range_known)
    }

    /// Whether there are no constants that look like numbers.
    pub fn numbers_are_alone(&self) -> bool {
        self.digits.is_empty()
    }
}

fn looks_like_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}
