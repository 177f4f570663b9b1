//! Functions of floating-point numbers.

use crate::base::Float;
use crate::term::NodeId;
use crate::theory::Builtin;

use super::super::Engine;

impl Engine {
    /// The value of a function of floats: none where it would be no number.
    pub(super) fn float_function(&mut self, builtin: Builtin, first: usize) -> Option<NodeId> {
        let value = |node: NodeId| self.heap.as_float(node).map(Float::get);
        let (top, result) = match self.values[first..] {
            [only] => (only, unary(builtin, value(only)?)?),
            [left, right] => (left, binary(builtin, value(left)?, value(right)?)?),
            _ => return None,
        };
        let symbol = self.heap.symbol(top);
        Some(self.heap.make_float(symbol, Float::new(result)?))
    }
}

fn unary(builtin: Builtin, value: f64) -> Option<f64> {
    Some(match builtin {
        Builtin::FloatMinus => -value,
        Builtin::FloatAbsolute => value.abs(),
        Builtin::FloatFloor => value.floor(),
        Builtin::FloatCeiling => value.ceil(),
        Builtin::SquareRoot => value.sqrt(),
        Builtin::Exponential => value.exp(),
        Builtin::Logarithm => value.ln(),
        Builtin::Sine => value.sin(),
        Builtin::Cosine => value.cos(),
        Builtin::Tangent => value.tan(),
        Builtin::ArcSine => value.asin(),
        Builtin::ArcCosine => value.acos(),
        Builtin::ArcTangent => value.atan(),
        _ => return None,
    })
}

/// A power, unless it is infinite for a base of zero or its sign is not known: that of a negative base to an exponent that
/// is not whole, or so big that neighbouring floats are more than one apart.
fn power(base: f64, exponent: f64) -> Option<f64> {
    const WHOLE: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    let result = base.powf(exponent);
    let parity = exponent.fract() == 0.0 && exponent.abs() <= WHOLE;
    let known = if base == 0.0 { exponent >= 0.0 } else { base > 0.0 || parity || result == 0.0 };
    known.then_some(result)
}

fn binary(builtin: Builtin, left: f64, right: f64) -> Option<f64> {
    Some(match builtin {
        Builtin::FloatPlus => left + right,
        Builtin::FloatSubtract => left - right,
        Builtin::FloatTimes => left * right,
        Builtin::FloatDivide if right != 0.0 => left / right,
        Builtin::FloatRemainder if right != 0.0 => left % right,
        Builtin::FloatPower => power(left, right)?,
        Builtin::FloatMinimum => left.min(right),
        Builtin::FloatMaximum => left.max(right),
        Builtin::Angle => left.atan2(right),
        _ => return None,
    })
}
