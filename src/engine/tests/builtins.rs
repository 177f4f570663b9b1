//! Native functions against big integers, at the borders of immediate integers and machine words.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Machine, machine, unlimited};
use crate::base::Number;
use crate::engine::Engine;
use crate::module::Term;

fn borders() -> Vec<BigInt> {
    let mut borders = Vec::new();
    for bits in [0, 2, 15, 29, 30, 32, 62, 63, 64, 100] {
        for offset in -1i32..=1 {
            let value: BigInt = (BigInt::from(1) << bits) + offset;
            borders.extend([value.clone(), -value]);
        }
    }
    borders.sort();
    borders.dedup();
    borders
}

struct Calculator {
    machine: Machine,
    engine: Engine,
}

impl Calculator {
    fn new() -> Self {
        let machine = machine("fmod CALC is protecting INT . endfm");
        let engine = machine.engine(unlimited());
        Self { machine, engine }
    }

    /// An operator on two numbers; `None` when it stays as it is.
    fn apply(&mut self, operator: &str, left: &BigInt, right: &BigInt) -> Option<String> {
        let mut term = Term::new();
        let arguments = [left, right].map(|value| term.number(Number::from_big(value.clone())));
        let symbol = crate::module::SymbolId::new(self.machine.world.symbol(operator) as usize);
        term.apply(symbol, arguments.to_vec());
        let node = self.engine.build_again(&term).expect("nothing stops it");
        let heap = &self.engine.heap;
        let result = match heap.as_number(node) {
            Some(number) => Some(number.to_string()),
            None if node == self.engine.yes => Some("true".to_owned()),
            None if node == self.engine.no => Some("false".to_owned()),
            None => None,
        };
        self.engine.forget_scratch();
        result
    }

    #[track_caller]
    fn check<T: ToString>(&mut self, operator: &str, expected: impl Fn(&BigInt, &BigInt) -> Option<T>) {
        let numbers = borders();
        for left in &numbers {
            for right in &numbers {
                let expected = expected(left, right).map(|value| value.to_string());
                assert_eq!(self.apply(operator, left, right), expected, "{left} {operator} {right}");
            }
        }
    }
}

#[test]
fn arithmetic() {
    let mut calculator = Calculator::new();
    calculator.check("_+_", |a, b| Some(a + b));
    calculator.check("_-_", |a, b| Some(a - b));
    calculator.check("_*_", |a, b| Some(a * b));
    // Towards zero; the remainder has the sign of the first.
    calculator.check("_quo_", |a, b| (!b.is_zero()).then(|| a / b));
    calculator.check("_rem_", |a, b| (!b.is_zero()).then(|| a % b));
    calculator.check("min", |a, b| Some(a.min(b).clone()));
    calculator.check("max", |a, b| Some(a.max(b).clone()));
    calculator.check("gcd", |a, b| Some(a.gcd(b).abs()));
    calculator.check("lcm", |a, b| Some(a.lcm(b).abs()));
}

#[test]
fn comparison() {
    let mut calculator = Calculator::new();
    calculator.check("_<_", |a, b| Some(a < b));
    calculator.check("_<=_", |a, b| Some(a <= b));
    calculator.check("_>_", |a, b| Some(a > b));
    calculator.check("_>=_", |a, b| Some(a >= b));
    calculator.check("_divides_", |a, b| (!a.is_zero()).then(|| (b % a).is_zero()));
}

#[test]
fn bits() {
    let mut calculator = Calculator::new();
    calculator.check("_&_", |a, b| Some(a & b));
    calculator.check("_|_", |a, b| Some(a | b));
    for bits in [0u32, 1, 29, 31, 32, 63, 64, 200] {
        for value in borders() {
            let count = BigInt::from(bits);
            let shifted = calculator.apply("_<<_", &value, &count);
            assert_eq!(shifted, Some((value.clone() << bits).to_string()), "{value} << {bits}");
            let shifted = calculator.apply("_>>_", &value, &count);
            assert_eq!(shifted, Some((value.clone() >> bits).to_string()), "{value} >> {bits}");
        }
    }
}

#[test]
fn powers() {
    let mut calculator = Calculator::new();
    for value in borders() {
        for exponent in [0u32, 1, 2, 3, 7] {
            let found = calculator.apply("_^_", &value, &BigInt::from(exponent));
            assert_eq!(found, Some(value.pow(exponent).to_string()), "{value} ^ {exponent}");
        }
    }
    // Bigger than any memory: it stays as it is.
    let huge = BigInt::from(1) << 70;
    assert_eq!(calculator.apply("_^_", &BigInt::from(2), &huge), None);
    assert_eq!(calculator.apply("_^_", &BigInt::from(1), &huge), Some("1".to_owned()));
    assert!(huge.to_u64().is_none());
}

#[test]
fn sums_and_products_fold_their_numbers() {
    let machine = machine("fmod FOLD is protecting INT . op x : -> Int . op y : -> Nat . endfm");
    machine.check("1 + x + 2 + 536870911", "Int: x + 536870914");
    machine.check("2 * x * 536870911 * 4", "Int: x * 4294967288");
    machine.check("y + y", "Nat: y + y");
    machine.check("gcd(12, y, 18)", "NzNat: gcd(y, 6)");
    machine.check("max(3, y, 9, 4)", "NzNat: max(y, 9)");
    machine.check("- (- 536870912)", "NzNat: 536870912");
    machine.check("s 536870911", "NzNat: 536870912");
    machine.check("~ 0", "NzInt: -1");
    machine.check("abs(-9223372036854775808)", "NzNat: 9223372036854775808");
    machine.check("sd(3, 10)", "NzNat: 7");
    machine.check("modExp(3, 1000000007 - 1, 1000000007)", "NzNat: 1");
}
