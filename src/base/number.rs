//! Integers of any size that are one machine word until they overflow.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

/// An integer of unbounded size.
///
/// Invariant: `Big` never holds a value that fits an `i64`, so derived equality is equality of values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Number {
    /// A value that fits a machine word.
    Small(i64),
    /// Any other value.
    Big(Box<BigInt>),
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self::Small(0);

    /// Wraps a big integer, restoring the invariant. Cost: constant.
    pub fn from_big(value: BigInt) -> Self {
        match value.to_i64() {
            Some(small) => Self::Small(small),
            None => Self::Big(Box::new(value)),
        }
    }

    /// The value as a big integer. Cost: one allocation for small values.
    pub fn to_big(&self) -> BigInt {
        match self {
            Self::Small(value) => BigInt::from(*value),
            Self::Big(value) => (**value).clone(),
        }
    }

    /// The value when it fits an `i64`.
    pub fn as_small(&self) -> Option<i64> {
        match self {
            Self::Small(value) => Some(*value),
            Self::Big(_) => None,
        }
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self {
            Self::Small(value) => value.signum() as i32,
            Self::Big(value) => match value.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    /// Whether the value is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Small(0))
    }

    /// The value with its sign turned round.
    pub fn negated(&self) -> Self {
        match self {
            Self::Small(value) => match value.checked_neg() {
                Some(negative) => Self::Small(negative),
                None => Self::from_big(-BigInt::from(*value)),
            },
            Self::Big(value) => Self::from_big(-(**value).clone()),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::Small(value)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a.cmp(b),
            (Self::Big(a), Self::Big(b)) => a.cmp(b),
            // A big value lies outside the range of small ones, on the side its sign tells.
            (Self::Small(_), Self::Big(b)) => {
                if b.sign() == Sign::Minus {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (Self::Big(_), Self::Small(_)) => other.cmp(self).reverse(),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(value) => fmt::Display::fmt(value, f),
            Self::Big(value) => fmt::Display::fmt(value, f),
        }
    }
}

/// The text was not a decimal integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNumberError;

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a decimal integer")
    }
}

impl std::error::Error for ParseNumberError {}

impl FromStr for Number {
    type Err = ParseNumberError;

    /// Reads an optional `-` and decimal digits.
    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseNumberError);
        }
        match text.parse::<i64>() {
            Ok(small) => Ok(Self::Small(small)),
            Err(_) => text.parse::<BigInt>().map(Self::from_big).map_err(|_| ParseNumberError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_crosses_the_word_boundary() {
        let texts =
            ["-9223372036854775809", "-9223372036854775808", "-1", "0", "9223372036854775807", "9223372036854775808"];
        let numbers: Vec<Number> = texts.iter().map(|t| t.parse().unwrap()).collect();
        assert!(numbers.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(numbers[0].negated().to_string(), "9223372036854775809");
        assert_eq!(Number::Small(i64::MIN).negated(), numbers[5]);
        assert!("".parse::<Number>().is_err() && "-".parse::<Number>().is_err() && "1a".parse::<Number>().is_err());
    }
}
