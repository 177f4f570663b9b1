//! Integers in theories whose equations apply to them: `eq 3 = 0`, or `eq s s N = N`.
//!
//! An integer stands for zero, a tower of successors over zero, or the opposite of such a tower. It is one word and has no mark
//! of a normal form, so in such a theory it is evaluated wherever it is made.

use crate::base::StopReason;
use crate::term::NodeId;
use crate::theory::{EVALUATE, RETURN, Theory};

use super::Engine;
use super::conditions::grown;
use super::machine::{Frame, Place};

impl Engine {
    /// Evaluates an integer: what it stands for inside first, then the whole.
    pub(super) fn settle_number(&mut self, theory: &Theory, node: NodeId, place: &mut Place) -> Result<(), StopReason> {
        let (Some(value), Some(integers)) = (node.as_integer(), self.heap.symbols.integers) else {
            self.values.push(node);
            return Ok(());
        };
        let changes = |symbol: u32| !theory.symbols.of(symbol).equations.all.is_empty();
        if value < 0 {
            return self.settle_negative(theory, node, place);
        }
        if value > 0 && changes(integers.zero) {
            self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
            self.frames.push(Frame::Wrap { symbol: integers.successor, count: value as u64, last: false });
            *place = Place { at: RETURN, base: self.registers.len() };
            return self.settle_zero(theory, integers.zero, place);
        }
        if value == 0 {
            return self.settle_zero(theory, integers.zero, place);
        }
        self.values.push(node);
        self.rewrite_iterated(theory, false, place)
    }

    fn settle_zero(&mut self, theory: &Theory, zero: u32, place: &mut Place) -> Result<(), StopReason> {
        let first = self.values.len();
        let node = NodeId::integer(0).expect("zero fits");
        self.values.push(node);
        self.rewrite_top(theory, (zero, true), first, node, place).map(|_| ())
    }

    fn settle_negative(&mut self, theory: &Theory, node: NodeId, place: &mut Place) -> Result<(), StopReason> {
        let minus = self.heap.symbols.integers.and_then(|integers| integers.minus).expect("heads negative numbers");
        let opposite = node.as_integer().and_then(|value| NodeId::integer(-value));
        let Some(opposite) = opposite else {
            self.values.push(node);
            return Ok(());
        };
        let first = self.values.len();
        self.values.push(opposite);
        let base = self.registers.len();
        let value = grown(|| self.execute(theory, EVALUATE, base))?;
        self.values.push(value);
        if value != opposite {
            return self.apply(theory, minus, 1, place);
        }
        if self.rewrite_top(theory, (minus, true), first, NodeId::NONE, place)? {
            return Ok(());
        }
        self.construct(minus, 1);
        Ok(())
    }
}
