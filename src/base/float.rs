//! Floating-point numbers as values of programs.

use std::cmp::Ordering;
use std::fmt;

/// A double, never "not a number" and never minus zero: equal values are the same bits.
///
/// Displayed as Maude does: all 17 digits that matter, and an exponent unless it is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Float(u64);

impl Float {
    /// The value, unless it is not a number.
    pub fn new(value: f64) -> Option<Self> {
        // Adding zero takes the sign from minus zero.
        (!value.is_nan()).then(|| Self((value + 0.0).to_bits()))
    }

    /// The value.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }

    /// The bits of the value.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The value of bits made by [`Self::bits`].
    pub(crate) fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Reads a literal: digits with a period or an exponent, or `Infinity`, with a sign or none.
    pub fn read(text: &str) -> Option<Self> {
        let (digits, negative) = match text.as_bytes().first()? {
            b'-' => (&text[1..], true),
            b'+' => (&text[1..], false),
            _ => (text, false),
        };
        let value = if digits == "Infinity" {
            f64::INFINITY
        } else if is_decimal(digits) {
            digits.parse().ok()?
        } else {
            return None;
        };
        Self::new(if negative { -value } else { value })
    }
}

/// Whether a text is digits with a period among or beside them, an exponent, or both.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent_fits = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && all_digits(digits)
    });
    (exponent.is_some() || mantissa.contains('.'))
        && exponent_fits
        && whole.len() + part.len() > 0
        && all_digits(whole)
        && all_digits(part)
}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Self) -> Ordering {
        self.get().total_cmp(&other.get())
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.get();
        if value.is_infinite() {
            return f.write_str(if value > 0.0 { "Infinity" } else { "-Infinity" });
        }
        let text = format!("{value:.16e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = digits.trim_end_matches('0');
        f.write_str(digits)?;
        if digits.ends_with('.') {
            f.write_str("0")?;
        }
        match exponent {
            "0" => Ok(()),
            _ if exponent.starts_with('-') => write!(f, "e{exponent}"),
            _ => write!(f, "e+{exponent}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, printed: &str) {
        let value = Float::read(text).expect("a literal");
        assert_eq!(value.to_string(), printed);
        assert_eq!(Float::read(printed), Some(value), "what is printed reads back");
    }

    #[test]
    fn floats_are_printed_with_all_their_digits() {
        check("1.0", "1.0");
        check("1e5", "1.0e+5");
        check("5.", "5.0");
        check("-.5", "-5.0e-1");
        check("+1.5", "1.5");
        check("0.1", "1.0000000000000001e-1");
        check("-0.0", "0.0");
        check("5e-324", "4.9406564584124654e-324");
        check("1e400", "Infinity");
        check("-Infinity", "-Infinity");
        check("123456789012345678.0", "1.2345678901234568e+17");
    }

    #[test]
    fn other_texts_are_no_floats() {
        for text in ["", "1", "-1", ".", "e5", "1.e", "1e+", "1.5f", "inf", "nan", "NaN", "1e5.5", "--1.0", "1.0.0"] {
            assert_eq!(Float::read(text), None, "{text}");
        }
        assert_eq!(Float::new(f64::NAN), None);
    }
}
