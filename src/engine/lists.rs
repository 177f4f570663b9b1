//! Matching of associative lists: windows on a flat list are narrowed from both ends.

use crate::term::NodeId;
use crate::theory::{Match, Slot, Span, Window};

use super::Engine;
use super::matcher::{Attempt, Outcome};

/// A list under way.
#[derive(Clone, Copy)]
struct List {
    node: NodeId,
    symbol: u32,
}

impl Engine {
    pub(super) fn list_step(&mut self, step: &Match, attempt: &Attempt, alternative: u32) -> Outcome {
        let list = |slot: Slot, symbol: u32| List { node: self.register(attempt, slot), symbol };
        match *step {
            Match::OpenList { from, symbol, window, least, exact } => {
                let length = self.heap.list_length(self.register(attempt, from), symbol);
                self.set_window(attempt, window, (0, length));
                (if exact { length == least } else { length >= least }).into()
            }
            Match::First { list: slot, symbol, window, rest, to } => {
                let (start, end) = self.window(attempt, window);
                let list = list(slot, symbol);
                self.take_element(attempt, list, start < end, start, (rest, start + 1, end), to).into()
            }
            Match::Last { list: slot, symbol, window, rest, to } => {
                let (start, end) = self.window(attempt, window);
                let list = list(slot, symbol);
                self.take_element(
                    attempt,
                    list,
                    start < end,
                    end.wrapping_sub(1),
                    (rest, start, end.wrapping_sub(1)),
                    to,
                )
                .into()
            }
            Match::Prefix { list: slot, symbol, window, rest, value, vanishes } => {
                let (start, end) = self.window(attempt, window);
                let length = self.known_length(attempt, value, symbol, vanishes);
                let fits = self.stands_at(attempt, list(slot, symbol), (value, length), (start, end), start);
                self.set_window(attempt, rest, (start + length, end));
                fits.into()
            }
            Match::Suffix { list: slot, symbol, window, rest, value, vanishes } => {
                let (start, end) = self.window(attempt, window);
                let length = self.known_length(attempt, value, symbol, vanishes);
                let at = end.saturating_sub(length);
                let fits = self.stands_at(attempt, list(slot, symbol), (value, length), (start, end), at);
                self.set_window(attempt, rest, (start, at));
                fits.into()
            }
            Match::Some { list: slot, symbol, window, rest, span, reserve, one_first, to } => {
                let list = list(slot, symbol);
                self.take_some(attempt, list, (window, rest), (span, one_first), reserve, to, alternative)
            }
            Match::PassOver { window, rest, least, reserve } => {
                self.pass_over(attempt, (window, rest), (least, reserve), alternative)
            }
            Match::Share { list: slot, symbol, whole, rest, start, span, context, to } => {
                let list = list(slot, symbol);
                self.share(attempt, list, (whole, rest, start), span, (context, to), alternative)
            }
            Match::Rest { list: slot, symbol, window, span, to } => {
                let (start, end) = self.window(attempt, window);
                let list = list(slot, symbol);
                let fits = span.least <= end - start && end - start <= span.most;
                if fits {
                    let part = self.part(list, start, end, span.context);
                    self.set(attempt, to, part);
                }
                fits.into()
            }
            Match::Context { list: slot, symbol, window, whole, start: from, to } => {
                let (start, end) = self.window(attempt, window);
                let list = list(slot, symbol);
                let matched = start - self.window(attempt, from).0;
                let (_, length) = self.window(attempt, whole);
                let enough = matched >= length.min(2);
                if enough {
                    let part = self.part(list, start, end, true);
                    self.set(attempt, to, part);
                }
                enough.into()
            }
            Match::EndList { window } => {
                let (start, end) = self.window(attempt, window);
                (start == end).into()
            }
            _ => unreachable!("not a step on lists"),
        }
    }

    /// Leaves some elements in front to be shared out later: the fewest first.
    fn pass_over(
        &mut self,
        attempt: &Attempt,
        (window, rest): (Window, Window),
        (least, reserve): (u32, u32),
        alternative: u32,
    ) -> Outcome {
        let (start, end) = self.window(attempt, window);
        match least.checked_add(alternative).zip((end - start).checked_sub(reserve)) {
            Some((length, most)) if length <= most => {
                self.set_window(attempt, rest, (start + length, end));
                Outcome::HoldsFirst(alternative + 1)
            }
            _ => Outcome::Fails,
        }
    }

    /// Shares out what was passed over between the context and a variable: the context takes the least first.
    fn share(
        &mut self,
        attempt: &Attempt,
        list: List,
        (whole, rest, start): (Window, Window, Window),
        span: Span,
        (context, to): (Slot, Slot),
        alternative: u32,
    ) -> Outcome {
        let (from, end) = self.window(attempt, whole);
        let (until, _) = self.window(attempt, rest);
        match (until - from).checked_sub(alternative) {
            Some(length) if span.least <= length && length <= span.most => {}
            _ => return Outcome::Fails,
        }
        let middle = from + alternative;
        let left = self.part(list, from, middle, true);
        self.set(attempt, context, left);
        let part = self.part(list, middle, until, span.context);
        self.set(attempt, to, part);
        self.set_window(attempt, start, (middle, end));
        Outcome::HoldsFirst(alternative + 1)
    }

    fn take_element(
        &mut self,
        attempt: &Attempt,
        list: List,
        exists: bool,
        place: u32,
        (rest, start, end): (Window, u32, u32),
        to: Slot,
    ) -> bool {
        if exists {
            let element = self.heap.list_element(list.node, list.symbol, place);
            self.set(attempt, to, element);
            self.set_window(attempt, rest, (start, end));
        }
        exists
    }

    /// How many elements a known term is; none where it is the identity that vanishes.
    fn known_length(&self, attempt: &Attempt, value: Slot, symbol: u32, vanishes: NodeId) -> u32 {
        let value = self.register(attempt, value);
        let none = vanishes != NodeId::NONE && self.heap.equal(value, vanishes);
        if none { 0 } else { self.heap.list_length(value, symbol) }
    }

    /// Whether the elements of a known term of some length stand at a place inside a window.
    fn stands_at(
        &self,
        attempt: &Attempt,
        list: List,
        (value, length): (Slot, u32),
        (start, end): (u32, u32),
        at: u32,
    ) -> bool {
        let value = self.register(attempt, value);
        if at < start || u64::from(at) + u64::from(length) > u64::from(end) || end - start < length {
            return false;
        }
        (0..length).all(|place| {
            let known = self.heap.list_element(value, list.symbol, place);
            self.heap.equal(known, self.heap.list_element(list.node, list.symbol, at + place))
        })
    }

    /// Alternative `n` takes `least + n` elements, or `n` less than the most.
    #[allow(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn take_some(
        &mut self,
        attempt: &Attempt,
        list: List,
        (window, rest): (Window, Window),
        (span, one_first): (Span, bool),
        reserve: u32,
        to: Slot,
        alternative: u32,
    ) -> Outcome {
        let (start, end) = self.window(attempt, window);
        let Some(most) = (end - start).checked_sub(reserve).map(|most| most.min(span.most)) else {
            return Outcome::Fails;
        };
        // What collapses to a single element is Maude's first variable first, of a longer list it takes the least.
        let collapsed = !span.context && self.heap.list_length(list.node, list.symbol) == 1;
        let length = match alternative {
            0 | 1 if one_first && most > 0 => Some(1 - alternative),
            _ if collapsed => most.checked_sub(alternative),
            _ => span.least.checked_add(alternative),
        };
        let Some(length) = length.filter(|&length| span.least <= length && length <= most) else {
            return Outcome::Fails;
        };
        let part = self.part(list, start, start + length, span.context);
        self.set(attempt, to, part);
        self.set_window(attempt, rest, (start + length, end));
        if span.least + alternative < most { Outcome::HoldsFirst(alternative + 1) } else { Outcome::Holds }
    }

    /// The term of a part of a list; for an empty context, none.
    fn part(&mut self, list: List, start: u32, end: u32, context: bool) -> NodeId {
        if start == end && context {
            return NodeId::NONE;
        }
        if start == 0 && end == self.heap.list_length(list.node, list.symbol) {
            return list.node;
        }
        let part = self.heap.sublist(list.node, list.symbol, start as usize, end as usize);
        self.settled(list.symbol, part)
    }
}
