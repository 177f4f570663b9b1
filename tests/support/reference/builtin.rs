//! The native functions on numbers and the polymorphic ones, by the name of their hook.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

use super::canonical::Canonical;
use super::model::{OperatorIndex, Signature, Term};

/// What a native function makes of normal arguments; `None` when it does not apply.
pub fn evaluate(signature: &Signature, operator: OperatorIndex, arguments: &[Term]) -> Option<Term> {
    let hook = signature.operators[operator].hook.as_deref()?;
    match (hook, arguments) {
        ("equal", [a, b]) => return truth(signature, a == b),
        ("notEqual", [a, b]) => return truth(signature, a != b),
        _ => {}
    }
    let numbers: Vec<&BigInt> = arguments.iter().filter_map(as_integer).collect();
    if let Some(combine) = folding(hook) {
        return fold(signature, operator, arguments, &numbers, combine);
    }
    if numbers.len() != arguments.len() {
        return None;
    }
    match numbers[..] {
        [a] => unary(hook, a).map(Term::Integer),
        [a, b] => binary(hook, a, b).map(Term::Integer).or_else(|| truth(signature, compare(hook, a, b)?)),
        [base, exponent, modulus] if hook == "modularPower" => {
            modular_power(base, exponent, modulus).map(Term::Integer)
        }
        _ => None,
    }
}

fn as_integer(term: &Term) -> Option<&BigInt> {
    match term {
        Term::Integer(value) => Some(value),
        _ => None,
    }
}

fn truth(signature: &Signature, holds: bool) -> Option<Term> {
    let operator = signature.hooked(if holds { "true" } else { "false" })?;
    Some(Term::Application(operator, Vec::new()))
}

/// Functions that are associative and commutative: any two numbers among the arguments combine.
fn folding(hook: &str) -> Option<fn(&BigInt, &BigInt) -> BigInt> {
    Some(match hook {
        "plus" => |a, b| a + b,
        "times" => |a, b| a * b,
        "gcd" => |a, b| a.gcd(b),
        "lcm" => |a, b| a.lcm(b),
        "minimum" => |a, b| a.min(b).clone(),
        "maximum" => |a, b| a.max(b).clone(),
        "bitAnd" => |a, b| a & b,
        "bitOr" => |a, b| a | b,
        "bitXor" => |a, b| a ^ b,
        _ => return None,
    })
}

fn fold(
    signature: &Signature,
    operator: OperatorIndex,
    arguments: &[Term],
    numbers: &[&BigInt],
    combine: fn(&BigInt, &BigInt) -> BigInt,
) -> Option<Term> {
    let (first, more) = numbers.split_first()?;
    if more.is_empty() {
        return None;
    }
    let value = more.iter().fold((*first).clone(), |so_far, next| combine(&so_far, next));
    let mut list: Vec<Term> = arguments.iter().filter(|term| as_integer(term).is_none()).cloned().collect();
    list.push(Term::Integer(value));
    if list.len() == 1 { list.pop() } else { Some(signature.make(operator, list)) }
}

fn unary(hook: &str, a: &BigInt) -> Option<BigInt> {
    match hook {
        // On a positive number the minus is a constructor.
        "minus" if !a.is_positive() => Some(-a),
        "absolute" => Some(a.abs()),
        "complement" => Some(-a - BigInt::one()),
        _ => None,
    }
}

fn binary(hook: &str, a: &BigInt, b: &BigInt) -> Option<BigInt> {
    match hook {
        "subtract" => Some(a - b),
        "symmetricDifference" => Some((a - b).abs()),
        // Rust's division of big integers truncates towards zero, as wanted.
        "quotient" if !b.is_zero() => Some(a / b),
        "remainder" if !b.is_zero() => Some(a % b),
        "power" => Some(Pow::pow(a, b.to_u32()?)),
        "shiftRight" => shift(a, &-b),
        "shiftLeft" => shift(a, b),
        _ => None,
    }
}

/// Shifts left, or right (rounding down) when negative.
fn shift(a: &BigInt, by: &BigInt) -> Option<BigInt> {
    if by.is_negative() {
        return Some(match (-by).to_u64() {
            Some(count) => a >> count,
            None if a.is_negative() => -BigInt::one(),
            None => BigInt::zero(),
        });
    }
    Some(a << by.to_u64()?)
}

fn compare(hook: &str, a: &BigInt, b: &BigInt) -> Option<bool> {
    match hook {
        "less" => Some(a < b),
        "lessEqual" => Some(a <= b),
        "greater" => Some(a > b),
        "greaterEqual" => Some(a >= b),
        "divides" if !a.is_zero() => Some((b % a).is_zero()),
        _ => None,
    }
}

fn modular_power(base: &BigInt, exponent: &BigInt, modulus: &BigInt) -> Option<BigInt> {
    if exponent.is_negative() || modulus.is_zero() {
        return None;
    }
    Some(base.modpow(exponent, modulus))
}
