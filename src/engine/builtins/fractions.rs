//! Fractions.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::base::Number;
use crate::term::{NodeId, View};

use super::super::Engine;

impl Engine {
    /// A fraction of integers in lowest terms; none where it is so already, or below zero, or over nothing above it.
    pub(super) fn divide(&mut self, symbol: u32, first: usize) -> Option<NodeId> {
        let [numerator, denominator] = self.values[first..] else { return None };
        let (n, d) = (self.heap.as_number(numerator)?.to_big(), self.heap.as_number(denominator)?.to_big());
        if n.is_zero() || !d.is_positive() || (!d.is_one() && n.gcd(&d).is_one()) {
            return None;
        }
        Some(self.fraction(symbol, n, d))
    }

    /// The fraction in lowest terms of a numerator and a positive denominator.
    pub(super) fn fraction(&mut self, division: u32, numerator: BigInt, denominator: BigInt) -> NodeId {
        let common = numerator.gcd(&denominator);
        let (numerator, denominator) = (Number::from_big(numerator / &common), Number::from_big(denominator / common));
        let top = self.heap.number(&numerator);
        if denominator == Number::Small(1) {
            return top;
        }
        let below = self.heap.number(&denominator);
        self.heap.make(division, &[top, below], true)
    }

    /// Numerator and denominator of a rational number in normal form.
    pub(super) fn as_fraction(&self, node: NodeId) -> Option<(BigInt, BigInt)> {
        if let Some(number) = self.heap.as_number(node) {
            return Some((number.to_big(), BigInt::one()));
        }
        match self.heap.view(node) {
            View::Free(symbol, &[numerator, denominator]) if self.is_division(symbol) => {
                let (n, d) = (self.heap.as_number(numerator)?, self.heap.as_number(denominator)?);
                (d.signum() > 0).then(|| (n.to_big(), d.to_big()))
            }
            _ => None,
        }
    }

    fn is_division(&self, symbol: u32) -> bool {
        self.division() == Some(symbol)
    }

    /// The symbol that fractions are made with.
    pub(super) fn division(&self) -> Option<u32> {
        self.theory.signature().division().map(|id| id.index() as u32)
    }
}
