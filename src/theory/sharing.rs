//! How a bag, or the end of a list, is shared out: how much its items take, and which way comes first where only the first one counts.
//!
//! The order of *all* ways is that of solutions: a variable takes small parts first. But an equation is applied in the
//! first way that fits, and Maude does not look for that way through all of them where nothing else depends on the choice:
//! each variable takes one element, the last one all that is left. The answers show it, so it is the same here. After
//! that first way all ways follow as usual, so nothing is missed where a sort forbids it.

use crate::base::hash::HashMap;
use crate::module::{Term, Variable};

use super::matching::Deferred;
use super::matching::{Compiler, Item, ListCompiler};
use super::pattern::{Pattern, PatternId};
use super::program::{Match, Parts, Slot, Span};

/// How often each variable stands in a left-hand side, those left out that a condition names.
pub(super) fn occurrences<'t>(left: &Term, conditions: impl Iterator<Item = &'t Term>) -> HashMap<Variable, u32> {
    let mut counts: HashMap<Variable, u32> = HashMap::default();
    for (_, variable) in left.variables() {
        *counts.entry(variable).or_default() += 1;
    }
    for (_, variable) in conditions.flat_map(Term::variables) {
        counts.remove(&variable);
    }
    counts
}

impl Parts {
    /// The order for a variable that shares a bag freely with others; the last one takes what they leave.
    pub(super) fn free(last: bool) -> Self {
        if last { Self::All } else { Self::One }
    }
}

impl Compiler<'_> {
    /// Whether an item and those after it, all that is left of a bag, are variables that nothing else depends on.
    pub(super) fn share_freely(&self, symbol: u32, first: (PatternId, u32), rest: &[(PatternId, u32)]) -> bool {
        let mut items = std::iter::once(&first).chain(rest);
        items.all(|&(id, multiplicity)| self.shares_freely(symbol, id, multiplicity))
    }

    /// Whether an item is a variable that takes parts of this bag and stands nowhere else.
    fn shares_freely(&self, symbol: u32, id: PatternId, multiplicity: u32) -> bool {
        match (self.patterns.get(id), self.item(id, symbol)) {
            (Pattern::Variable(variable), Item::Span(_)) => self.scope.free.get(variable) == Some(&multiplicity),
            _ => false,
        }
    }

    /// Whether an item and those after it, all that is left of a list, are variables that nothing else depends on.
    pub(super) fn shares_list_freely(&self, list: &ListCompiler, first: PatternId) -> bool {
        let mut items = std::iter::once(&first).chain(&list.items);
        list.context.is_none() && items.all(|&id| self.shares_freely(list.symbol, id, 1))
    }

    /// Whether a bag is nothing but two variables that take an element at least: there the first one takes the rest.
    pub(super) fn is_two_parts(&self, symbol: u32, items: &[(PatternId, u32)]) -> bool {
        let part = |&(id, multiplicity): &(PatternId, u32)| {
            multiplicity == 1
                && self.shares_freely(symbol, id, multiplicity)
                && matches!(self.item(id, symbol), Item::Span(Span { least: 1, .. }))
        };
        items.len() == 2 && items.iter().all(part)
    }

    /// Whether the elements of a pattern alone are too few, so that its variables must take something too.
    pub(super) fn must_take_more(&self, symbol: u32, items: &[(PatternId, u32)]) -> bool {
        let element = |&&(id, _): &&(PatternId, u32)| matches!(self.item(id, symbol), Item::Element);
        let elements: u64 = items.iter().filter(element).map(|&(_, multiplicity)| u64::from(multiplicity)).sum();
        let (least, _) = self.bag_size(symbol, items);
        elements < 2 || elements < u64::from(least)
    }

    /// Fewest elements of a bag that items take, and whether they always take just as many.
    pub(super) fn bag_size(&self, symbol: u32, items: &[(PatternId, u32)]) -> (u32, bool) {
        let mut least = 0u32;
        let mut fixed = true;
        for &(id, multiplicity) in items {
            match self.item(id, symbol) {
                Item::Element => least = least.saturating_add(multiplicity),
                Item::Span(span) => {
                    least = least.saturating_add(span.least.saturating_mul(multiplicity));
                    fixed = false;
                }
                Item::Bound(_) => fixed = false,
            }
        }
        (least, fixed)
    }

    /// Puts off the value of a variable that takes the rest of a bag; tells whether that can be.
    pub(super) fn defer(&mut self, symbol: u32, id: PatternId, span: Span, bag: Slot, to: Slot) -> bool {
        let Pattern::Variable(variable) = *self.patterns.get(id) else { return false };
        let constrained = self.heap.constrained[symbol as usize];
        if !self.scope.deferrable.contains(&variable) || span.most != u32::MAX || constrained {
            return false;
        }
        let signature = &self.heap.symbols.signature;
        let sort = Some(variable.sort).filter(|&sort| signature.top_sort(signature.kind_of(sort)) != sort);
        let sure = sort.is_none_or(|sort| self.heap.all_parts_below(symbol, sort));
        if sort.is_some() || span.least > 0 {
            self.code.push(Match::CheckRest { bag, symbol, span, sort, sure });
        }
        self.scope.bound.insert(variable, to);
        self.scope.deferred.push(Deferred { to, bag, symbol, variable: Some(variable), span });
        true
    }
}
