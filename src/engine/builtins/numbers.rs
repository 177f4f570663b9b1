//! Functions of integers of any size.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::base::Number;
use crate::term::{Heap, NodeId, View};
use crate::theory::Builtin;

use super::super::Engine;

/// Most bits of a number that a power or a shift may make; bigger ones stay as they are written.
const MOST_BITS: u64 = 1 << 32;

impl Engine {
    /// Functions of two numbers that fit ids, where no intermediate result can overflow a word.
    #[inline]
    pub(super) fn small(&mut self, builtin: Builtin, left: i64, right: i64) -> Option<NodeId> {
        let value = match builtin {
            Builtin::Plus => left + right,
            Builtin::Times => left * right,
            Builtin::Subtract => left - right,
            Builtin::SymmetricDifference if left >= 0 && right >= 0 => (left - right).abs(),
            Builtin::Quotient if right != 0 => left / right,
            Builtin::Remainder if right != 0 => left % right,
            Builtin::Minimum => left.min(right),
            Builtin::Maximum => left.max(right),
            Builtin::BitAnd => left & right,
            Builtin::BitOr => left | right,
            Builtin::BitXor => left ^ right,
            Builtin::Less => return Some(self.boolean(left < right)),
            Builtin::LessEqual => return Some(self.boolean(left <= right)),
            Builtin::Greater => return Some(self.boolean(left > right)),
            Builtin::GreaterEqual => return Some(self.boolean(left >= right)),
            Builtin::Divides if left != 0 => return Some(self.boolean(right % left == 0)),
            Builtin::Gcd => left.gcd(&right),
            _ => return None,
        };
        Some(NodeId::integer(value).unwrap_or_else(|| self.heap.number(&Number::Small(value))))
    }

    /// The general case: all arguments are numbers.
    pub(super) fn large(&mut self, builtin: Builtin, first: usize) -> Option<NodeId> {
        let numbers: Vec<BigInt> = self.values[first..]
            .iter()
            .map(|&value| self.heap.as_number(value).map(|n| n.to_big()))
            .collect::<Option<_>>()?;
        if let Some(truth) = relation(builtin, &numbers) {
            return Some(self.boolean(truth));
        }
        let value = match numbers.as_slice() {
            [only] => unary(builtin, only)?,
            [left, right] if !folds(builtin) => binary(builtin, left, right)?,
            [base, exponent, modulus] if builtin == Builtin::ModularPower => modular_power(base, exponent, modulus)?,
            several if folds(builtin) => fold(builtin, several)?,
            _ => return None,
        };
        Some(self.heap.number(&Number::from_big(value)))
    }

    /// Joins the numbers among the arguments of an associative and commutative function that has others too.
    pub(super) fn fold_some(&mut self, builtin: Builtin, symbol: u32, first: usize) -> Option<NodeId> {
        let node = self.heap.make(symbol, &self.values[first..], true);
        let (top, entries) = match self.heap.view(node) {
            View::Bag(top, entries) => (top, entries.to_vec()),
            View::Chunks(top, directory) => (top, self.heap.chunked_entries(directory)),
            _ => return None,
        };
        if top != symbol {
            return None;
        }
        let mut numbers: Vec<BigInt> = Vec::new();
        let mut others = Vec::new();
        for [element, multiplicity] in entries {
            match self.heap.as_number(element) {
                Some(number) => match multiplicity.as_word() {
                    many if many > Heap::FEW_COPIES => {
                        let half = joined_copies(builtin, &number.to_big(), many / 2)?;
                        let odd = (many % 2 == 1).then(|| number.to_big());
                        numbers.extend([half.clone(), half].into_iter().chain(odd));
                    }
                    few => numbers.extend(std::iter::repeat_n(number.to_big(), few as usize)),
                },
                None => others.push([element, multiplicity]),
            }
        }
        if numbers.len() < 2 {
            return None;
        }
        let value = fold(builtin, &numbers)?;
        self.rewrites += 1;
        let number = self.heap.number(&Number::from_big(value));
        if others.is_empty() {
            return Some(number);
        }
        let rest = self.heap.bag_of(symbol, &others, true);
        Some(self.heap.make(symbol, &[rest, number], true))
    }
}

/// Whether a function is associative and commutative and takes any number of arguments.
pub(super) fn folds(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Plus
            | Builtin::Times
            | Builtin::Gcd
            | Builtin::Lcm
            | Builtin::Minimum
            | Builtin::Maximum
            | Builtin::BitAnd
            | Builtin::BitOr
            | Builtin::BitXor
    )
}

/// Many copies of a number, joined.
fn joined_copies(builtin: Builtin, number: &BigInt, copies: u32) -> Option<BigInt> {
    Some(match builtin {
        Builtin::Plus => number * copies,
        Builtin::Times => power(number, &BigInt::from(copies))?,
        Builtin::BitXor if copies.is_multiple_of(2) => BigInt::zero(),
        _ => number.clone(),
    })
}

fn fold(builtin: Builtin, numbers: &[BigInt]) -> Option<BigInt> {
    let (first, rest) = numbers.split_first()?;
    let join = |left: BigInt, right: &BigInt| match builtin {
        Builtin::Plus => left + right,
        Builtin::Times => left * right,
        Builtin::Gcd => left.gcd(right),
        Builtin::Lcm => left.lcm(right),
        Builtin::Minimum => left.min(right.clone()),
        Builtin::Maximum => left.max(right.clone()),
        Builtin::BitAnd => left & right,
        Builtin::BitOr => left | right,
        _ => left ^ right,
    };
    Some(rest.iter().fold(first.clone(), join))
}

fn relation(builtin: Builtin, numbers: &[BigInt]) -> Option<bool> {
    let [left, right] = numbers else { return None };
    match builtin {
        Builtin::Less => Some(left < right),
        Builtin::LessEqual => Some(left <= right),
        Builtin::Greater => Some(left > right),
        Builtin::GreaterEqual => Some(left >= right),
        Builtin::Divides if !left.is_zero() => Some((right % left).is_zero()),
        _ => None,
    }
}

fn unary(builtin: Builtin, value: &BigInt) -> Option<BigInt> {
    match builtin {
        // A positive number under a minus is a negative number already.
        Builtin::Minus if !value.is_positive() => Some(-value),
        Builtin::Complement => Some(!value),
        Builtin::Absolute => Some(value.abs()),
        _ => None,
    }
}

fn binary(builtin: Builtin, left: &BigInt, right: &BigInt) -> Option<BigInt> {
    match builtin {
        Builtin::Subtract => Some(left - right),
        Builtin::SymmetricDifference if !left.is_negative() && !right.is_negative() => Some((left - right).abs()),
        Builtin::Quotient if !right.is_zero() => Some(left / right),
        Builtin::Remainder if !right.is_zero() => Some(left % right),
        Builtin::Power => power(left, right),
        Builtin::ShiftLeft => shift(left, right, true),
        Builtin::ShiftRight => shift(left, right, false),
        _ => None,
    }
}

fn power(base: &BigInt, exponent: &BigInt) -> Option<BigInt> {
    if exponent.is_negative() {
        return None;
    }
    if base.magnitude().bits() <= 1 {
        // −1, 0 and 1 have all their powers at hand.
        let odd = exponent.bit(0);
        return Some(if exponent.is_zero() || (base.is_negative() && !odd) { BigInt::from(1) } else { base.clone() });
    }
    let exponent = exponent.to_u32()?;
    (base.bits().checked_mul(u64::from(exponent))? <= MOST_BITS).then(|| base.pow(exponent))
}

fn shift(value: &BigInt, by: &BigInt, left: bool) -> Option<BigInt> {
    if by.is_negative() {
        return None;
    }
    if value.is_zero() {
        return Some(BigInt::zero());
    }
    match (by.to_u64(), left) {
        (Some(by), true) => (value.bits().checked_add(by)? <= MOST_BITS).then(|| value << by),
        (Some(by), false) => Some(value >> by),
        (None, true) => None,
        (None, false) => Some(BigInt::from(if value.is_negative() { -1 } else { 0 })),
    }
}

fn modular_power(base: &BigInt, exponent: &BigInt, modulus: &BigInt) -> Option<BigInt> {
    if !modulus.is_positive() || exponent.is_negative() || base.is_negative() {
        return None;
    }
    Some(base.modpow(exponent, modulus))
}
