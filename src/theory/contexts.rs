//! The left context of a list pattern that begins with a variable.
//!
//! `L a L'` inside a longer list: Maude first places what is fixed, here `a`, and only then shares out what stands left of
//! it between the context and `L`. The order of solutions shows it.

use super::matching::{Compiler, Item, ListCompiler};
use super::pattern::{Pattern, PatternId};
use super::program::{Match, Slot, Span};

/// A variable in front whose share of what it takes with the context is left open.
pub(super) struct Front {
    id: PatternId,
    span: Span,
    whole: u32,
    rest: u32,
}

impl Compiler<'_> {
    /// Places what is fixed in a list pattern with context that begins with a variable, then the variable itself; tells
    /// whether it did.
    pub(super) fn fixed_first(&mut self, list: &mut ListCompiler, context: Slot) -> bool {
        if !self.scope.fixed_first || !self.begins_with_a_variable(list) {
            return false;
        }
        let front = self.pass_over(list);
        while let Some(&id) = list.items.first() {
            if self.fixed_end(list, id, true) {
                continue;
            }
            if !list.items.iter().any(|&id| self.is_fixed(list, id)) {
                break;
            }
            self.next_span(list, id);
        }
        self.share_with_context(list, &front, context);
        true
    }

    /// Whether a variable without a value comes first and something fixed after it.
    fn begins_with_a_variable(&self, list: &ListCompiler) -> bool {
        let [first, second, ..] = list.items[..] else { return false };
        let variable = matches!(self.patterns.get(first), Pattern::Variable(_));
        variable && !self.is_fixed(list, first) && self.is_fixed(list, second)
    }

    fn is_fixed(&self, list: &ListCompiler, id: PatternId) -> bool {
        matches!(self.item(id, list.symbol), Item::Element | Item::Bound(_))
    }

    /// Passes over what the context and the first variable take together.
    fn pass_over(&mut self, list: &mut ListCompiler) -> Front {
        let id = list.items.remove(0);
        let Item::Span(span) = self.item(id, list.symbol) else { unreachable!("it is no fixed item") };
        let (reserve, _) = self.list_size(list);
        let (whole, rest) = (list.window, self.scope.window());
        self.code.push(Match::PassOver { window: whole, rest, least: span.least, reserve });
        list.window = rest;
        list.started = true;
        Front { id, span, whole, rest }
    }

    fn share_with_context(&mut self, list: &mut ListCompiler, front: &Front, context: Slot) {
        self.note_part(front.id, list.symbol, list.list);
        let (to, start) = (self.scope.slot(), self.scope.window());
        self.code.push(Match::Share {
            list: list.list,
            symbol: list.symbol,
            whole: front.whole,
            rest: front.rest,
            start,
            span: front.span,
            context,
            to,
        });
        list.matched_from = start;
        self.pattern(front.id, to);
    }
}
