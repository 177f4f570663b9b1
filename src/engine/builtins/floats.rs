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

fn binary(builtin: Builtin, left: f64, right: f64) -> Option<f64> {
    Some(match builtin {
        Builtin::FloatPlus => left + right,
        Builtin::FloatSubtract => left - right,
        Builtin::FloatTimes => left * right,
        Builtin::FloatDivide if right != 0.0 => left / right,
        Builtin::FloatRemainder if right != 0.0 => left % right,
        Builtin::FloatPower if left != 0.0 || right >= 0.0 => left.powf(right),
        Builtin::FloatMinimum => left.min(right),
        Builtin::FloatMaximum => left.max(right),
        Builtin::Angle => left.atan2(right),
        _ => return None,
    })
}
