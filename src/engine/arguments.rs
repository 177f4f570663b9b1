//! Evaluation of a node: its arguments in the order that its symbol's strategy asks for, then its top.

use super::Engine;
use super::machine::{Frame, Place};
use crate::base::StopReason;
use crate::term::{Heap, NodeId, Shape, View};
use crate::theory::{EVALUATE_RETURN, Evaluation, RETURN, Theory};

impl Engine {
    /// Evaluates the value on top if that was not done yet.
    pub(super) fn evaluate(&mut self, theory: &Theory, place: &mut Place) -> Result<(), StopReason> {
        let node = *self.values.last().expect("a value to evaluate");
        if self.heap.is_normal(node) {
            return Ok(());
        }
        self.values.pop();
        self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
        self.evaluate_argument(theory, node, (0, false), place)
    }

    /// Evaluates the arguments of a node from `next` on, then the node. The frame of the node is not on the stack.
    pub(super) fn evaluate_argument(
        &mut self,
        theory: &Theory,
        mut node: NodeId,
        (mut next, mut all): (u32, bool),
        place: &mut Place,
    ) -> Result<(), StopReason> {
        if let Some((_, copies)) =
            next.checked_sub(1).and_then(|last| self.heap.evaluation_argument(node, last as usize))
        {
            // The value of an element stands on top; it is wanted as often as the element stood there.
            let value = self.values.pop().expect("an evaluated argument");
            self.push_copies(self.heap.symbol(node), value, copies);
        }
        // Never entered natively again: a nested node leaves a frame and starts over here.
        loop {
            let symbol = self.heap.symbol(node);
            if let Some((argument, copies)) = self.heap.evaluation_argument(node, next as usize) {
                next += 1;
                let eager = all || theory.symbols.of(symbol).evaluation.is_eager(next as usize - 1);
                if !eager || self.heap.is_normal(argument) {
                    self.push_copies(symbol, argument, copies);
                    continue;
                }
                self.frames.push(Frame::Arguments { node, next, all });
                (node, next, all) = (argument, 0, false);
                continue;
            }
            let count = self.heap.argument_count(node, next);
            if all {
                return self.apply_again(theory, symbol, count, place);
            }
            return self.evaluate_node(theory, node, symbol, count, place);
        }
    }

    /// Pushes a value so often; as one bag where that is many times.
    pub(super) fn push_copies(&mut self, symbol: u32, value: NodeId, copies: u32) {
        if copies > Heap::FEW_COPIES {
            let bag = self.heap.bag_of_copies(symbol, value, copies);
            return self.values.push(bag);
        }
        self.values.extend(std::iter::repeat_n(value, copies as usize));
    }

    /// All arguments are evaluated and stand on top: evaluates the node itself, then goes on with the frame below.
    pub(super) fn evaluate_node(
        &mut self,
        theory: &Theory,
        node: NodeId,
        symbol: u32,
        count: usize,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        // Whatever the node becomes, the frame below is next: let the machine return there.
        let Some(Frame::Code { .. }) = self.frames.last() else {
            // The frame below wants the value as another argument: come back through a return.
            *place = Place { at: RETURN, base: self.registers.len() };
            return self.finish_node(theory, node, symbol, count, place);
        };
        self.resume(theory, place)?;
        self.finish_node(theory, node, symbol, count, place)
    }

    pub(super) fn finish_node(
        &mut self,
        theory: &Theory,
        node: NodeId,
        symbol: u32,
        count: usize,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        if node.is_integer() {
            return self.settle_number(theory, node, place);
        }
        if let View::Iterated(_, count, _) = self.heap.view(node) {
            return self.iterate(theory, symbol, count, true, place);
        }
        if self.heap.is_unsettled(node) {
            return self.settle_value(theory, node, place);
        }
        if theory.symbols.of(symbol).evaluation == Evaluation::Branch {
            return self.evaluate_branch(theory, symbol, place);
        }
        self.apply(theory, symbol, count, place)
    }

    /// A branch met while evaluating a node: the condition is a normal form, the two other arguments are not.
    pub(super) fn evaluate_branch(
        &mut self,
        theory: &Theory,
        symbol: u32,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let first = self.values.len() - 3;
        let (condition, then, otherwise) = (self.values[first], self.values[first + 1], self.values[first + 2]);
        if condition == self.yes || condition == self.no {
            let chosen = if condition == self.yes { then } else { otherwise };
            if self.watched.is_some() {
                self.tell_native(symbol, first, chosen);
            }
            self.replace(first, chosen);
            self.count_rewrite()?;
            // Through the machine and not natively: branches can be nested as deep as the user likes.
            self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
            *place = Place { at: EVALUATE_RETURN, base: self.registers.len() };
            return Ok(());
        }
        self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
        self.frames.push(Frame::Strategy { symbol, next: 0, first: first as u32 });
        self.resume(theory, place)
    }

    /// No equation applies as yet to a symbol whose strategy goes on: its arguments, or the term they make, are the values
    /// from `first` on.
    #[cold]
    pub(super) fn begin_strategy(
        &mut self,
        theory: &Theory,
        symbol: u32,
        first: usize,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
        let info = self.heap.symbols.info(symbol);
        let made = self.values[first];
        if info.is_associative() {
            self.values.pop();
            return self.evaluate_argument(theory, made, (0, true), place);
        }
        if (info.shape == Shape::Commutative || info.collapses())
            && let Some(arguments) = self.heap.free_arguments(made, symbol, info.arity)
        {
            self.values.truncate(first);
            self.values.extend_from_slice(arguments);
        }
        self.frames.push(Frame::Strategy { symbol, next: 0, first: first as u32 });
        self.resume(theory, place)
    }

    /// Puts one argument in the place of all where an axiom makes the others vanish; tells whether it did.
    pub(super) fn collapsed(&mut self, symbol: u32, first: usize) -> bool {
        if !self.heap.symbols.info(symbol).collapses() {
            return false;
        }
        let node = self.heap.make(symbol, &self.values[first..], false);
        let collapsed = self.heap.symbol(node) != symbol;
        if collapsed {
            self.replace(first, node);
        }
        collapsed
    }

    /// Tries the equations of a lazy associative symbol once more, on the top `count` values, its elements; then goes on
    /// with the frame below.
    pub(super) fn apply_again(
        &mut self,
        theory: &Theory,
        symbol: u32,
        count: usize,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let first = self.values.len() - count;
        let node = self.heap.make(symbol, &self.values[first..], true);
        self.replace(first, node);
        *place = Place { at: RETURN, base: self.registers.len() };
        if self.heap.symbol(node) != symbol || self.rewrite_top(theory, (symbol, true), first, node, place)? {
            return Ok(());
        }
        self.constrain(theory)
    }

    /// Goes on with a strategy at entry `next`. The value of an argument just evaluated stands on top.
    pub(super) fn follow_strategy(
        &mut self,
        theory: &Theory,
        symbol: u32,
        next: u32,
        first: usize,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let arity = self.heap.symbols.info(symbol).arity;
        let then: &[u32] = match &theory.symbols.of(symbol).evaluation {
            Evaluation::Strategy { then, .. } => then,
            // A branch whose condition is stuck: both parts are evaluated.
            Evaluation::Branch => &[2, 3],
            Evaluation::Eager => &[],
        };
        if next > 0 && self.values.len() > first + arity {
            let value = self.values.pop().expect("an evaluated argument");
            self.values[first + then[next as usize - 1] as usize - 1] = value;
        }
        let mut next = next;
        while let Some(&entry) = then.get(next as usize) {
            next += 1;
            if entry == 0 {
                let last = !then[next as usize..].contains(&0);
                // The frame below says where to go on if an equation applies.
                *place = Place { at: RETURN, base: self.registers.len() };
                if self.collapsed(symbol, first) {
                    return self.evaluate(theory, place);
                }
                if self.rewrite_top(theory, (symbol, last), first, NodeId::NONE, place)? {
                    return Ok(());
                }
                continue;
            }
            let argument = self.values[first + entry as usize - 1];
            if self.heap.is_normal(argument) {
                continue;
            }
            self.frames.push(Frame::Strategy { symbol, next, first: first as u32 });
            return self.evaluate_argument(theory, argument, (0, false), place);
        }
        self.construct(symbol, arity);
        *place = Place { at: RETURN, base: self.registers.len() };
        self.constrain(theory)
    }
}
