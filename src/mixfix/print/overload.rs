//! Which symbols share their name with others, so that their terms may need `(t).S` to be told apart.

use crate::base::hash::HashMap;
use crate::base::{Name, ValueKind};
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
    /// Constants that look like numbers, strings or other values of the module.
    literals: HashMap<Name, ()>,
}

impl Overloading {
    /// Looks at all names. Cost: linear in the symbols, and quadratic in those that share a name and arity.
    pub fn new(signature: &Signature) -> Self {
        let symbols = signature.symbols();
        let mut groups: HashMap<(Name, usize), Vec<usize>> = HashMap::default();
        for (at, symbol) in symbols.iter().enumerate() {
            groups.entry((symbol.name, symbol.arity())).or_default().push(at);
        }
        let mut literals = HashMap::default();
        let numbers = signature.numbers();
        let sharing = symbols.iter().enumerate().map(|(at, symbol)| {
            let mut sharing = Sharing::default();
            for &other in groups[&(symbol.name, symbol.arity())].iter().filter(|&&other| other != at) {
                sharing.any = true;
                sharing.same_domain |= symbols[other].domain == symbol.domain;
                sharing.same_range |= symbols[other].range == symbol.range;
                sharing.iterated |= symbols[other].axioms.iterated;
            }
            let name = symbol.name.as_str();
            let is_number = numbers.is_some() && looks_like_number(name);
            let is_value = || signature.values().iter().any(|&(_, kind)| looks_like_value(name, kind));
            if symbol.arity() == 0 && (is_number || is_value()) {
                literals.insert(symbol.name, ());
                sharing.any = true;
            }
            sharing
        });
        let sharing = sharing.collect();
        Self { sharing, literals }
    }

    /// Whether a term of the symbol must say its sort, when its surroundings do (not) tell its kind.
    pub fn is_ambiguous(&self, symbol: SymbolId, arity: usize, range_known: bool) -> bool {
        let sharing = self.sharing[symbol.index()];
        !range_known && (sharing.same_domain || arity == 0 && sharing.any)
    }

    /// Whether a number or another value must say its sort.
    pub fn is_ambiguous_literal(&self, text: &str, range_known: bool) -> bool {
        !range_known && !self.literals.is_empty() && self.literals.contains_key(&Name::new(text))
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
}

fn looks_like_value(text: &str, kind: ValueKind) -> bool {
    match kind {
        ValueKind::Text => text.len() > 1 && text.starts_with('"') && text.ends_with('"'),
        ValueKind::Quoted => text.len() > 1 && text.starts_with('\''),
        ValueKind::Float => text.contains(['.', 'e']) && text.parse::<f64>().is_ok(),
    }
}

fn looks_like_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}
