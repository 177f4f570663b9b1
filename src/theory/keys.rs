//! Elements of a bag that are looked for by what is known of them.
//!
//! Elements are chosen in a fixed order, which is that of the solutions. What is known of an element that is chosen later can
//! still narrow the choice of an earlier one: in `c(X, Y, T) c(s X, Y, 0)` the second is looked for by its `0`, and where
//! only one element has it, the first must agree with that one in the variables both have.

use super::matching::{Compiler, Item};
use super::pattern::{Pattern, PatternId};
use super::program::{Key, KeyValue, Match, Slot, Test};

impl Compiler<'_> {
    /// An element of a bag, chosen before the other items that are given.
    pub(super) fn element(
        &mut self,
        symbol: u32,
        id: PatternId,
        multiplicity: u32,
        bag: Slot,
        others: &[(PatternId, u32)],
    ) {
        let patterns = self.patterns;
        if let Pattern::Ground(term) = *patterns.get(id) {
            self.code.push(Match::TakeGround { bag, symbol, term, multiplicity });
            return;
        }
        let sure = self.test(id);
        let test = match sure {
            Test::Top(_) => self.hinted_test(symbol, id, bag, others),
            _ => sure,
        };
        let to = self.scope.slot();
        self.code.push(Match::Choose { bag, symbol, test, multiplicity, to });
        match (sure, patterns.get(id)) {
            (Test::Keys { first, second, .. }, Pattern::Free { symbol, arguments }) => {
                self.scope.known.entry(id).or_insert(to);
                self.free(*symbol, arguments, to, &[Some(first), second]);
            }
            _ => self.pattern(id, to),
        }
    }

    /// What can be told of an element at a glance: its top, and up to two arguments that are known.
    fn test(&mut self, id: PatternId) -> Test {
        let patterns = self.patterns;
        let Pattern::Free { symbol: top, arguments } = patterns.get(id) else { return Test::Any };
        let mut keys = arguments.iter().enumerate().filter_map(|(place, &argument)| {
            let place = u16::try_from(place).ok()?;
            Some(Key { place, value: self.key(argument)? })
        });
        match keys.next() {
            Some(first) => Test::Keys { top: *top, first, second: keys.next() },
            None => Test::Top(*top),
        }
    }

    /// The value of an argument that is known: a ground term, a variable that is bound, or an iterated symbol on one.
    fn key(&mut self, argument: PatternId) -> Option<KeyValue> {
        match self.patterns.get(argument) {
            Pattern::Ground(term) => Some(KeyValue::Term(*term)),
            Pattern::Variable(variable) => self.scope.bound.get(variable).copied().map(KeyValue::Slot),
            Pattern::Iterated { symbol, count, argument } => {
                let Pattern::Variable(variable) = self.patterns.get(*argument) else { return None };
                let from = *self.scope.bound.get(variable)?;
                let to = self.scope.slot();
                self.code.push(Match::Raise { from, symbol: *symbol, count: *count, to });
                Some(KeyValue::Slot(to))
            }
            _ => None,
        }
    }

    /// A test for an element of which nothing is known, from what another one must be if it can be one element only.
    fn hinted_test(&mut self, symbol: u32, id: PatternId, bag: Slot, others: &[(PatternId, u32)]) -> Test {
        let patterns = self.patterns;
        let Pattern::Free { symbol: top, arguments } = patterns.get(id) else { return Test::Any };
        for &(other, _) in others {
            let Pattern::Free { symbol: other_top, arguments: sole } = patterns.get(other) else { continue };
            let shares =
                sole.iter().any(|&theirs| arguments.iter().any(|&ours| self.differ_by(ours, theirs).is_some()));
            if !shares || !matches!(self.item(other, symbol), Item::Element) {
                continue;
            }
            let Test::Keys { first: key, .. } = self.test(other) else { continue };
            let arity = sole.len() as u32;
            let to = self.scope.slots;
            self.scope.slots += arity;
            self.code.push(Match::Sole { bag, symbol, top: *other_top, key, arity, to });
            let mut keys = arguments.iter().enumerate().filter_map(|(place, &ours)| {
                let place = u16::try_from(place).ok()?;
                let (at, difference) =
                    sole.iter().enumerate().find_map(|(at, &theirs)| Some((at, self.differ_by(ours, theirs)?)))?;
                Some(Key { place, value: KeyValue::Slot(self.shifted(to + at as Slot, difference)) })
            });
            if let Some(first) = keys.next() {
                return Test::Keys { top: *top, first, second: keys.next() };
            }
        }
        Test::Top(*top)
    }

    /// How many applications of an iterated symbol one argument has more than another, on the same variable; the symbol too.
    fn differ_by(&self, ours: PatternId, theirs: PatternId) -> Option<Option<(u32, i64)>> {
        let taken_apart = |id: PatternId| match self.patterns.get(id) {
            Pattern::Variable(_) => Some((None, 0, id)),
            Pattern::Iterated { symbol, count, argument } => {
                matches!(self.patterns.get(*argument), Pattern::Variable(_)).then_some(())?;
                Some((Some(*symbol), i64::try_from(*count).ok()?, *argument))
            }
            _ => None,
        };
        let ((f, m, x), (g, n, y)) = (taken_apart(ours)?, taken_apart(theirs)?);
        match (f, g) {
            _ if x != y => None,
            (Some(f), Some(g)) if f != g => None,
            _ => Some(f.or(g).map(|symbol| (symbol, m - n)).filter(|&(_, difference)| difference != 0)),
        }
    }

    /// A register with so many more applications of an iterated symbol than another register has, or fewer.
    fn shifted(&mut self, from: Slot, difference: Option<(u32, i64)>) -> Slot {
        let Some((symbol, difference)) = difference else { return from };
        let to = self.scope.slot();
        let count = difference.unsigned_abs();
        self.code.push(if difference > 0 {
            Match::Raise { from, symbol, count, to }
        } else {
            Match::Lower { from, symbol, count, to }
        });
        to
    }
}
