//! Formulas in negation normal form.

use crate::base::Name;
use crate::base::hash::{HashMap, IndexSet};
use crate::module::{KindId, Signature};
use crate::term::{Heap, NodeId};

/// A formula whose parts stand before it in their table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Formula {
    /// Always.
    True,
    /// Never.
    False,
    /// A proposition, or its negation if it is not positive.
    Literal { proposition: u32, positive: bool },
    /// In the next state.
    Next(u32),
    /// Both.
    And(u32, u32),
    /// One of them.
    Or(u32, u32),
    /// The second comes, and until then the first holds.
    Until(u32, u32),
    /// The second holds up to where the first comes, and there too; or always.
    Release(u32, u32),
}

/// The symbols of formulas.
#[derive(Clone, Copy, Debug)]
pub(super) struct Connectives {
    truth: u32,
    falsity: u32,
    pub(super) negation: u32,
    conjunction: u32,
    disjunction: u32,
    next: u32,
    until: u32,
    release: u32,
}

impl Connectives {
    /// The symbols of a kind of formulas; nothing where they have other names.
    pub(super) fn find(signature: &Signature, kind: KindId) -> Option<Self> {
        let find = |name: &str, arity: usize| symbol(signature, name, &vec![kind; arity], kind);
        Some(Self {
            truth: find("True", 0)?,
            falsity: find("False", 0)?,
            negation: find("~_", 1)?,
            conjunction: find("_/\\_", 2)?,
            disjunction: find("_\\/_", 2)?,
            next: find("O_", 1)?,
            until: find("_U_", 2)?,
            release: find("_R_", 2)?,
        })
    }
}

/// The symbol with a name and kinds.
pub(super) fn symbol(signature: &Signature, name: &str, domain: &[KindId], range: KindId) -> Option<u32> {
    let fits = |id: &&crate::module::SymbolId| {
        let symbol = signature.symbol(**id);
        symbol.range == range && symbol.domain == domain
    };
    signature.symbols_named(Name::new(name)).iter().find(fits).map(|id| id.index() as u32)
}

/// A formula and its parts, each once; the whole stands last.
#[derive(Clone, Debug, Default)]
pub(super) struct Formulas {
    table: IndexSet<Formula>,
    /// Whatever is no connective, in the order of the text.
    pub(super) propositions: IndexSet<NodeId>,
}

impl Formulas {
    /// Reads a stored term; nothing where a negation stands above anything but a proposition. Linear.
    pub(super) fn read(heap: &Heap, symbols: &Connectives, root: NodeId) -> Option<Self> {
        let mut formulas = Self::default();
        let mut numbers: HashMap<NodeId, u32> = HashMap::default();
        // Terms whose parts are still to be read come a second time.
        let mut open = vec![(root, false)];
        while let Some((node, parts_read)) = open.pop() {
            if numbers.contains_key(&node) {
                continue;
            }
            let parts = parts(heap, symbols, node);
            if !parts_read && !parts.is_empty() {
                open.push((node, true));
                open.extend(parts.iter().rev().map(|&part| (part, false)));
                continue;
            }
            let formula = formulas.formula(heap.symbol(node), symbols, node, |place| numbers[&parts[place]])?;
            numbers.insert(node, formulas.add(formula));
        }
        debug_assert_eq!(numbers[&root] as usize + 1, formulas.table.len(), "nothing is read after the whole");
        Some(formulas)
    }

    fn formula(
        &mut self,
        symbol: u32,
        symbols: &Connectives,
        node: NodeId,
        part: impl Fn(usize) -> u32,
    ) -> Option<Formula> {
        Some(match symbol {
            _ if symbol == symbols.truth => Formula::True,
            _ if symbol == symbols.falsity => Formula::False,
            _ if symbol == symbols.negation => match self.get(part(0)) {
                Formula::Literal { proposition, positive: true } => Formula::Literal { proposition, positive: false },
                _ => return None,
            },
            _ if symbol == symbols.conjunction => Formula::And(part(0), part(1)),
            _ if symbol == symbols.disjunction => Formula::Or(part(0), part(1)),
            _ if symbol == symbols.next => Formula::Next(part(0)),
            _ if symbol == symbols.until => Formula::Until(part(0), part(1)),
            _ if symbol == symbols.release => Formula::Release(part(0), part(1)),
            _ => {
                let proposition = self.propositions.insert_full(node).0 as u32;
                Formula::Literal { proposition, positive: true }
            }
        })
    }

    /// The number of a formula whose parts are in the table.
    pub(super) fn add(&mut self, formula: Formula) -> u32 {
        self.table.insert_full(formula).0 as u32
    }

    /// The formula with a number.
    pub(super) fn get(&self, number: u32) -> Formula {
        self.table[number as usize]
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        self.table.len() as u32
    }
}

/// The formulas that a term joins: none for propositions and constants.
fn parts<'h>(heap: &'h Heap, symbols: &Connectives, node: NodeId) -> &'h [NodeId] {
    let arity = match heap.symbol(node) {
        symbol if symbol == symbols.negation || symbol == symbols.next => 1,
        symbol if [symbols.conjunction, symbols.disjunction, symbols.until, symbols.release].contains(&symbol) => 2,
        _ => return &[],
    };
    heap.free_arguments(node, heap.symbol(node), arity).expect("of this symbol")
}
