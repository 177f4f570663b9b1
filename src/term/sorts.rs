//! Least sorts by table: one walk over the arguments' sorts gives the sort of an application.

use crate::base::hash::HashMap;
use crate::module::{Signature, SymbolId};

/// Decision diagrams for the least sort of `f(t1, …, tn)` from the least sorts of the arguments.
///
/// A state is an offset into `cells`; the cell at `state + sort` is the next state, and after the last argument the
/// sort itself (a place in the range's kind). Built once per symbol: at most one state for each set of declarations that
/// are still possible.
#[derive(Debug, Default)]
pub(crate) struct SortTables {
    cells: Vec<u32>,
    starts: Vec<u32>,
}

impl SortTables {
    pub(crate) fn new(signature: &Signature) -> Self {
        let mut tables = Self::default();
        for symbol in signature.symbol_ids() {
            let start = Builder { tables: &mut tables, signature, symbol, known: HashMap::default() }.start();
            tables.starts.push(start);
        }
        tables
    }

    /// The state before the first argument; for a constant, the sort.
    #[inline]
    pub(crate) fn start(&self, symbol: u32) -> u32 {
        self.starts[symbol as usize]
    }

    /// The state (after the last argument, the sort) that an argument's sort leads to.
    #[inline]
    pub(crate) fn step(&self, state: u32, sort: u32) -> u32 {
        self.cells[(state + sort) as usize]
    }
}

struct Builder<'a> {
    tables: &'a mut SortTables,
    signature: &'a Signature,
    symbol: SymbolId,
    known: HashMap<(usize, Vec<usize>), u32>,
}

impl Builder<'_> {
    fn start(mut self) -> u32 {
        let all = (0..self.signature.symbol(self.symbol).typings.len()).collect();
        self.state(0, all)
    }

    /// The state in which arguments from `level` on are to come and the declarations in `possible` have survived.
    ///
    /// Recursion is as deep as the symbol's arity.
    fn state(&mut self, level: usize, possible: Vec<usize>) -> u32 {
        let signature = self.signature;
        let symbol = signature.symbol(self.symbol);
        if level == symbol.arity() {
            return self.least(&possible);
        }
        if let Some(&state) = self.known.get(&(level, possible.clone())) {
            return state;
        }
        let kind = signature.kind(symbol.domain[level]);
        let offset = self.tables.cells.len();
        self.tables.cells.resize(offset + kind.sorts.len(), 0);
        for (place, &sort) in kind.sorts.iter().enumerate() {
            let survivors = possible
                .iter()
                .copied()
                .filter(|&t| signature.is_subsort(sort, symbol.typings[t].domain[level]))
                .collect();
            let next = self.state(level + 1, survivors);
            self.tables.cells[offset + place] = next;
        }
        self.known.insert((level, possible), offset as u32);
        offset as u32
    }

    /// The least range of some declarations, as a place in its kind; the kind's own sort when none is left.
    ///
    /// Without a unique least one the declarations decide: a later one counts if its range is below that of the one before.
    fn least(&self, possible: &[usize]) -> u32 {
        let symbol = self.signature.symbol(self.symbol);
        let kind = self.signature.kind(symbol.range);
        let ranges = possible.iter().map(|&t| self.signature.sort(symbol.typings[t].range).index_in_kind);
        ranges.reduce(|least, range| if kind.below[least].contains(range) { range } else { least }).unwrap_or(0) as u32
    }
}
