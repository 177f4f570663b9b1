//! Between numbers, floats and strings.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::base::{Float, Number};
use crate::term::NodeId;
use crate::theory::Builtin;

use super::super::Engine;

/// Most digits of a decimal that are asked for.
const MOST_DIGITS: usize = 1 << 24;

impl Engine {
    /// The value of a conversion, where it has one.
    pub(super) fn convert(&mut self, builtin: Builtin, symbol: u32, first: usize) -> Option<NodeId> {
        let made = self.theory.symbols.of(symbol).value_symbol;
        match (builtin, &self.values[first..]) {
            (Builtin::NumberToFloat, &[number]) => {
                let (numerator, denominator) = self.as_fraction(number)?;
                let float = Float::new(nearest_towards_zero(&numerator, &denominator))?;
                Some(self.heap.make_float(made?, float))
            }
            (Builtin::FloatToNumber, &[float]) => {
                let (numerator, denominator) = exact(self.heap.as_float(float)?.get())?;
                Some(self.fraction(self.division()?, numerator, denominator))
            }
            (Builtin::NumberToText, &[number, base]) => {
                let (numerator, denominator) = self.as_fraction(number)?;
                let base = self.base(base)?;
                let mut text = numerator.to_str_radix(base);
                if !denominator.is_one() {
                    text.push('/');
                    text.push_str(&denominator.to_str_radix(base));
                }
                Some(self.heap.make_text(made?, text.as_bytes()))
            }
            (Builtin::TextToNumber, &[text, base]) => {
                let base = self.base(base)?;
                let (numerator, denominator) = read_fraction(&self.heap.text(text)?.to_vec(), base)?;
                if denominator.is_some() {
                    return self.read_fraction(numerator, denominator?);
                }
                Some(self.heap.number(&Number::from_big(numerator)))
            }
            (Builtin::FloatToText, &[float]) => {
                let text = self.heap.as_float(float)?.to_string();
                Some(self.heap.make_text(made?, text.as_bytes()))
            }
            (Builtin::TextToFloat, &[text]) => {
                let bytes = self.heap.text(text)?.to_vec();
                let float = Float::read(std::str::from_utf8(&bytes).ok()?)?;
                Some(self.heap.make_float(made?, float))
            }
            (Builtin::FloatToDecimal, &[float, digits]) => {
                let digits = self.heap.as_number(digits)?.as_small().and_then(|digits| usize::try_from(digits).ok())?;
                self.decimal(self.heap.as_float(float)?.get(), digits)
            }
            _ => None,
        }
    }

    /// A base that digits and letters are enough for.
    fn base(&self, node: NodeId) -> Option<u32> {
        node.as_integer().filter(|base| (2..=36).contains(base)).map(|base| base as u32)
    }

    /// A fraction as it was written; to cancel it is a rewrite of its own.
    fn read_fraction(&mut self, numerator: BigInt, denominator: BigInt) -> Option<NodeId> {
        if !numerator.gcd(&denominator).is_one() {
            self.rewrites += 1;
        }
        Some(self.fraction(self.division()?, numerator, denominator))
    }

    /// A sign, so many digits (for none, as many as there are) and the place of the point.
    fn decimal(&mut self, value: f64, digits: usize) -> Option<NodeId> {
        let symbol = self.theory.signature().hooked("decimal")?.index() as u32;
        let kind = self.theory.signature().symbols()[symbol as usize].domain[1];
        let strings = self.theory.signature().values().iter().map(|(id, _)| *id);
        let strings = strings.filter(|&id| self.theory.signature().symbol(id).range == kind);
        let strings = strings.map(|id| id.index() as u32).next()?;
        if digits > MOST_DIGITS {
            return None;
        }
        let (text, point) = if value.is_infinite() {
            ("Infinity".to_owned(), 0)
        } else if value == 0.0 {
            ("0".repeat(digits), 0)
        } else {
            decimal_digits(value.abs(), digits)?
        };
        let sign = NodeId::integer(if value == 0.0 { 0 } else { value.signum() as i64 })?;
        let text = self.heap.make_text(strings, text.as_bytes());
        let point = NodeId::integer(point)?;
        Some(self.heap.make(symbol, &[sign, text, point], true))
    }
}

/// The float nearest to a fraction that is not further from zero.
fn nearest_towards_zero(numerator: &BigInt, denominator: &BigInt) -> f64 {
    const DIGITS: i64 = f64::MANTISSA_DIGITS as i64;
    // The smallest power of two is 2^-1074.
    const LEAST: i64 = f64::MIN_EXP as i64 - DIGITS;
    let (n, d) = (numerator.magnitude(), denominator.magnitude());
    if n.is_zero() {
        return 0.0;
    }
    // A quotient of a few bits more than needed, times two to the minus `shift`.
    let shift = (d.bits() as i64 - n.bits() as i64 + DIGITS + 1).min(-LEAST);
    let quotient = if shift >= 0 { (n << shift as u64) / d } else { n / (d << (-shift) as u64) };
    let surplus = (quotient.bits() as i64 - DIGITS).max(0).max(LEAST + shift);
    let mantissa = (quotient >> surplus as u64).to_u64().unwrap_or(0) as f64;
    let exponent = surplus - shift;
    let value = if exponent > i64::from(f64::MAX_EXP) {
        f64::INFINITY
    } else {
        // In two steps, neither of which leaves the range of powers.
        mantissa * power_of_two(exponent / 2) * power_of_two(exponent - exponent / 2)
    };
    if numerator.is_negative() { -value } else { value }
}

/// Two to an exponent of at most a thousand and a little, either way.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// A finite float as a fraction; not always in lowest terms.
fn exact(value: f64) -> Option<(BigInt, BigInt)> {
    let (mantissa, exponent) = parts(value)?;
    let sign = if value < 0.0 { Sign::Minus } else { Sign::Plus };
    let mantissa = BigInt::from_biguint(sign, BigUint::from(mantissa));
    Some(if exponent >= 0 {
        (mantissa << exponent as u64, BigInt::one())
    } else {
        (mantissa, BigInt::one() << (-exponent) as u64)
    })
}

/// Mantissa and exponent of the magnitude of a finite float.
fn parts(value: f64) -> Option<(u64, i64)> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    Some(if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) })
}

/// Numerator and denominator of a text such as `-5/3`, which may have no denominator. Numbers have no leading zeros.
fn read_fraction(text: &[u8], base: u32) -> Option<(BigInt, Option<BigInt>)> {
    let text = std::str::from_utf8(text).ok()?;
    let (magnitude, negative) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (top, below) = match magnitude.split_once('/') {
        Some((top, below)) => (top, Some(below)),
        None => (magnitude, None),
    };
    let number = |digits: &str| {
        let canonical = digits == "0" || !digits.starts_with('0');
        let fits = canonical && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| BigInt::parse_bytes(digits.as_bytes(), base)).flatten()
    };
    let numerator = number(top)?;
    let denominator = match below {
        Some(below) => Some(number(below).filter(|below| !below.is_zero())?),
        None => None,
    };
    if numerator.is_zero() && (negative || denominator.is_some()) {
        return None;
    }
    Some((if negative { -numerator } else { numerator }, denominator))
}

/// The digits of a positive float, rounded to the nearest, to the even one between two, and how many stand before the
/// point. For no digits, all there are.
fn decimal_digits(value: f64, digits: usize) -> Option<(String, i64)> {
    let (numerator, denominator) = exact(value)?;
    // A power of two below is a power of five above and one of ten below.
    let tens = denominator.bits() - 1;
    let mut text = (numerator * BigInt::from(5).pow(u32::try_from(tens).ok()?)).to_string();
    let mut point = text.len() as i64 - tens as i64;
    if digits == 0 {
        text.truncate(text.trim_end_matches('0').len());
    } else if digits >= text.len() {
        text.extend(std::iter::repeat_n('0', digits - text.len()));
    } else {
        let rest = text.split_off(digits);
        let odd = text.as_bytes().last().is_some_and(|digit| digit % 2 == 1);
        let half = format!("5{}", "0".repeat(rest.len() - 1));
        if rest > half || rest == half && odd {
            let up = (text.parse::<BigInt>().ok()? + 1_u32).to_string();
            point += (up.len() - text.len()) as i64;
            text = up[..digits].to_owned();
        }
    }
    Some((text, point))
}
