//! The native functions of the standard library.

mod conversion;
mod equality;
mod floats;
mod fractions;
mod identifiers;
mod numbers;
mod random;
mod texts;

use crate::term::NodeId;
use crate::theory::Builtin;

use super::Engine;

pub(super) use random::Twister;

use numbers::folds;

impl Engine {
    /// The value of a built-in function on the values from `first` on, if it has one there. Counts the rewrites.
    #[inline]
    pub(in crate::engine) fn builtin(&mut self, builtin: Builtin, symbol: u32, first: usize) -> Option<NodeId> {
        let arguments = &self.values[first..];
        let result = match (builtin, arguments) {
            (Builtin::Equal, &[left, right]) => Some(self.boolean(self.heap.equal(left, right))),
            (Builtin::NotEqual, &[left, right]) => Some(self.boolean(!self.heap.equal(left, right))),
            (Builtin::SortTest, &[value]) => self.theory.symbols.of(symbol).tested_sort.map(|sort| {
                let below = self.heap.symbols.is_below(self.heap.sort(value), sort);
                self.boolean(below)
            }),
            (Builtin::IfThenElse, &[condition, then, otherwise]) => {
                if condition == self.yes {
                    Some(then)
                } else {
                    (condition == self.no).then_some(otherwise)
                }
            }
            (_, &[left, right]) => match (left.as_integer(), right.as_integer()) {
                (Some(left), Some(right)) => {
                    self.small(builtin, left, right).or_else(|| self.other(builtin, symbol, first))
                }
                _ => self.other(builtin, symbol, first),
            },
            _ => self.other(builtin, symbol, first),
        };
        match result {
            Some(node) => {
                self.rewrites += 1;
                Some(node)
            }
            None if folds(builtin) => self.fold_some(builtin, symbol, first),
            None => None,
        }
    }

    #[inline]
    fn boolean(&self, value: bool) -> NodeId {
        if value { self.yes } else { self.no }
    }

    /// The general case: big numbers and other values.
    fn other(&mut self, builtin: Builtin, symbol: u32, first: usize) -> Option<NodeId> {
        match builtin {
            Builtin::CharacterCode
            | Builtin::Character
            | Builtin::Concatenation
            | Builtin::TextLength
            | Builtin::Subtext
            | Builtin::FindFirst
            | Builtin::FindLast
            | Builtin::UpperCase
            | Builtin::LowerCase
            | Builtin::IdentifierText
            | Builtin::Identifier => self.text_function(builtin, symbol, first),
            Builtin::Division => self.divide(symbol, first),
            Builtin::NumberToFloat
            | Builtin::FloatToNumber
            | Builtin::NumberToText
            | Builtin::TextToNumber
            | Builtin::FloatToText
            | Builtin::TextToFloat
            | Builtin::FloatToDecimal => self.convert(builtin, symbol, first),
            Builtin::InitialEqual => self.initial_equality(first),
            Builtin::Random => self.random(first),
            // Strategies and the machine itself see to these.
            Builtin::Counter | Builtin::ModelChecking => None,
            _ => self
                .large(builtin, first)
                .or_else(|| self.compare_values(builtin, first))
                .or_else(|| self.float_function(builtin, first)),
        }
    }

    /// Comparisons of values that are no numbers.
    fn compare_values(&self, builtin: Builtin, first: usize) -> Option<NodeId> {
        let [left, right] = self.values[first..] else { return None };
        let order = match (self.heap.as_float(left), self.heap.as_float(right)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => self.heap.text(left)?.cmp(&self.heap.text(right)?),
        };
        Some(self.boolean(match builtin {
            Builtin::Less => order.is_lt(),
            Builtin::LessEqual => order.is_le(),
            Builtin::Greater => order.is_gt(),
            Builtin::GreaterEqual => order.is_ge(),
            _ => return None,
        }))
    }
}
