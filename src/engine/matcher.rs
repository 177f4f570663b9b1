//! Runs matching programs: one solution after the other, backtracking over explicit choices.

use crate::base::StopReason;
use crate::term::{NodeId, View};
use crate::theory::{Match, Slot, Theory, Window};

use super::Engine;

/// Backtracks between two looks at the clock and the interrupt flag.
pub(super) const PATIENCE: u32 = 1 << 14;

/// The stacks of all matches under way, innermost last.
#[derive(Debug, Default)]
pub(crate) struct Matcher {
    pub(super) choices: Vec<Choice>,
    /// What was taken out of bags: undone back to a choice.
    pub(super) taken: Vec<Taken>,
    /// Parts of lists, as first and one past the last element.
    pub(super) windows: Vec<(u32, u32)>,
    /// How many of each element of a bag a variable has taken, for choices among parts of bags.
    pub(super) parts: Vec<u32>,
    pub(super) backtracks: u32,
}

impl Matcher {
    pub(super) fn clear(&mut self) {
        self.choices.clear();
        self.taken.clear();
        self.windows.clear();
        self.parts.clear();
    }
}

/// A place to come back to, and with which alternative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    at: u32,
    next: u32,
    taken: u32,
    parts: u32,
}

/// Some copies of the element at a place of the bag in a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) bag: u32,
    pub(super) place: u32,
    pub(super) count: u32,
}

/// A match under way: where its parts of the stacks begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    /// The program's first instruction.
    pub(super) program: u32,
    /// The registers of the statement.
    pub(super) base: usize,
    /// The windows of the statement.
    pub(super) windows: usize,
    pub(super) choices: usize,
    pub(super) taken: usize,
    pub(super) parts: usize,
}

/// How an instruction went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Fails,
    Holds,
    /// It holds, and may hold again with this alternative.
    HoldsFirst(u32),
}

impl From<bool> for Outcome {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// The last way to see a term as two arguments.
const LAST_WAY: u32 = 4;

impl Engine {
    /// Prepares a match. The statement's registers begin at `base`, its windows at `windows`.
    #[inline]
    pub(super) fn attempt(&self, program: u32, base: usize, windows: usize) -> Attempt {
        Attempt {
            program,
            base,
            windows,
            choices: self.matcher.choices.len(),
            taken: self.matcher.taken.len(),
            parts: self.matcher.parts.len(),
        }
    }

    /// Finds the first solution.
    #[inline]
    pub(super) fn first(&mut self, theory: &Theory, attempt: &Attempt) -> Result<bool, StopReason> {
        self.solve(theory, attempt, attempt.program, 0)
    }

    /// Finds the next solution.
    #[inline]
    pub(super) fn next(&mut self, theory: &Theory, attempt: &Attempt) -> Result<bool, StopReason> {
        match self.backtrack(attempt)? {
            Some((at, alternative)) => self.solve(theory, attempt, at, alternative),
            None => Ok(false),
        }
    }

    /// Whether another solution may exist.
    #[inline]
    pub(super) fn has_more(&self, attempt: &Attempt) -> bool {
        self.matcher.choices.len() > attempt.choices
    }

    /// Gives up the remaining solutions.
    #[inline]
    pub(super) fn leave(&mut self, attempt: &Attempt) {
        self.matcher.choices.truncate(attempt.choices);
        self.matcher.taken.truncate(attempt.taken);
        self.matcher.parts.truncate(attempt.parts);
    }

    /// Takes up the innermost choice again.
    fn backtrack(&mut self, attempt: &Attempt) -> Result<Option<(u32, u32)>, StopReason> {
        if let Some(reason) = self.ended.take() {
            return Err(reason);
        }
        if self.matcher.choices.len() <= attempt.choices {
            self.leave(attempt);
            return Ok(None);
        }
        self.matcher.backtracks += 1;
        if self.matcher.backtracks.is_multiple_of(PATIENCE) {
            self.pause()?;
        }
        let choice = self.matcher.choices.pop().expect("there is one");
        self.matcher.taken.truncate(choice.taken as usize);
        // The part a choice counts up from lies above; it is cut off by the choice itself.
        self.matcher.parts.truncate(choice.parts as usize);
        Ok(Some((choice.at, choice.next)))
    }

    fn solve(
        &mut self,
        theory: &Theory,
        attempt: &Attempt,
        mut at: u32,
        mut alternative: u32,
    ) -> Result<bool, StopReason> {
        let program = &theory.code.matches[..];
        loop {
            let taken = self.matcher.taken.len() as u32;
            let step = &program[at as usize];
            if matches!(step, Match::Done) {
                return self.ended.take().map_or(Ok(true), Err);
            }
            if matches!(step, Match::Commit) {
                self.matcher.choices.truncate(attempt.choices);
                at += 1;
                continue;
            }
            match self.step(step, attempt, std::mem::take(&mut alternative)) {
                Outcome::Holds => at += 1,
                Outcome::HoldsFirst(next) => {
                    let parts = self.matcher.parts.len() as u32;
                    self.matcher.choices.push(Choice { at, next, taken, parts });
                    at += 1;
                }
                Outcome::Fails => match self.backtrack(attempt)? {
                    Some(choice) => (at, alternative) = choice,
                    None => return Ok(false),
                },
            }
        }
    }

    #[inline]
    pub(super) fn register(&self, attempt: &Attempt, slot: Slot) -> NodeId {
        self.registers[attempt.base + slot as usize]
    }

    #[inline]
    pub(super) fn set(&mut self, attempt: &Attempt, slot: Slot, node: NodeId) {
        self.registers[attempt.base + slot as usize] = node;
    }

    #[inline]
    pub(super) fn window(&self, attempt: &Attempt, window: Window) -> (u32, u32) {
        self.matcher.windows[attempt.windows + window as usize]
    }

    #[inline]
    pub(super) fn set_window(&mut self, attempt: &Attempt, window: Window, part: (u32, u32)) {
        self.matcher.windows[attempt.windows + window as usize] = part;
    }

    /// One instruction with one of its alternatives; 0 is the first.
    #[inline]
    fn step(&mut self, step: &Match, attempt: &Attempt, alternative: u32) -> Outcome {
        match *step {
            Match::Symbol { from, symbol, arity, to } => self.take_apart(attempt, from, symbol, arity, to).into(),
            Match::Same { left, right } => {
                self.heap.equal(self.register(attempt, left), self.register(attempt, right)).into()
            }
            Match::Ground { from, term } => self.heap.equal(self.register(attempt, from), term).into(),
            Match::Sort { from, sort } => {
                let place = self.heap.sort(self.register(attempt, from));
                self.heap.symbols.is_below(place, sort).into()
            }
            Match::Choose { bag, symbol, test, multiplicity, to } => {
                self.choose(attempt, bag, symbol, test, multiplicity, to, alternative)
            }
            Match::OpenBag { from, symbol, least, exact } => self.open_bag(attempt, from, symbol, least, exact).into(),
            _ => self.rare_step(step, attempt, alternative),
        }
    }

    fn rare_step(&mut self, step: &Match, attempt: &Attempt, alternative: u32) -> Outcome {
        match *step {
            Match::Iterated { from, symbol, count, to } => self.take_off(attempt, from, symbol, count, to).into(),
            Match::Raise { from, symbol, count, to } => self.raise(attempt, from, symbol, count, to).into(),
            Match::Lower { from, symbol, count, to } => {
                let known = self.register(attempt, from) != NodeId::NONE;
                if !known {
                    self.set(attempt, to, NodeId::NONE);
                }
                (!known || self.take_off(attempt, from, symbol, count, to)).into()
            }
            Match::Negative { from, symbol, to } => self.negate(attempt, from, symbol, to).into(),
            Match::Pair { from, symbol, to } => self.pair(attempt, from, symbol, to, alternative),
            Match::OpenList { .. }
            | Match::First { .. }
            | Match::Last { .. }
            | Match::Prefix { .. }
            | Match::Suffix { .. }
            | Match::Some { .. }
            | Match::PassOver { .. }
            | Match::Share { .. }
            | Match::Rest { .. }
            | Match::Context { .. }
            | Match::EndList { .. } => self.list_step(step, attempt, alternative),
            _ => self.bag_step(step, attempt, alternative),
        }
    }

    #[inline]
    fn take_apart(&mut self, attempt: &Attempt, from: Slot, symbol: u32, arity: u32, to: Slot) -> bool {
        let node = self.register(attempt, from);
        let Some(arguments) = self.heap.free_arguments(node, symbol, arity as usize) else { return false };
        let to = attempt.base + to as usize;
        self.registers[to..to + arity as usize].copy_from_slice(arguments);
        true
    }

    /// Puts `count` applications of an iterated symbol on a term, if there is one.
    fn raise(&mut self, attempt: &Attempt, from: Slot, symbol: u32, count: u64, to: Slot) -> bool {
        let node = self.register(attempt, from);
        let raised = if node == NodeId::NONE {
            node
        } else {
            let normal = self.heap.is_normal(node);
            self.heap.make_iterated(symbol, count, node, normal)
        };
        self.set(attempt, to, raised);
        true
    }

    /// Takes `count` applications of an iterated symbol off a term.
    fn take_off(&mut self, attempt: &Attempt, from: Slot, symbol: u32, count: u64, to: Slot) -> bool {
        let node = self.register(attempt, from);
        let rest = match self.heap.view(node) {
            View::Integer(value) if self.heap.is_successor(symbol) => {
                if value < 0 || (value as u64) < count {
                    return false;
                }
                NodeId::integer(value - count as i64).expect("smaller than before")
            }
            View::BigInteger(false, _) if self.heap.is_successor(symbol) => {
                let value = self.heap.as_number(node).expect("an integer").to_big() - count;
                self.heap.number(&crate::base::Number::from_big(value))
            }
            View::Iterated(top, have, argument) if top == symbol && have >= count => {
                let normal = self.heap.is_normal(node);
                self.heap.make_iterated(symbol, have - count, argument, normal)
            }
            _ => return false,
        };
        self.set(attempt, to, rest);
        true
    }

    /// The opposite of a negative number, or the argument of a minus that stands on something else.
    fn negate(&mut self, attempt: &Attempt, from: Slot, symbol: u32, to: Slot) -> bool {
        let node = self.register(attempt, from);
        let opposite = match self.heap.view(node) {
            View::Integer(value) if value < 0 => self.heap.number(&crate::base::Number::Small(-value)),
            View::BigInteger(true, _) => {
                let value = self.heap.as_number(node).expect("an integer").negated();
                self.heap.number(&value)
            }
            View::Free(top, arguments) if top == symbol => arguments[0],
            _ => return false,
        };
        self.set(attempt, to, opposite);
        true
    }

    /// The ways to see a term as two arguments: as they stand, swapped, or one of them the identity.
    fn pair(&mut self, attempt: &Attempt, from: Slot, symbol: u32, to: Slot, alternative: u32) -> Outcome {
        let node = self.register(attempt, from);
        for way in alternative..=LAST_WAY {
            if let Some((left, right)) = self.way(node, symbol, way) {
                self.set(attempt, to, left);
                self.set(attempt, to + 1, right);
                return if way < LAST_WAY { Outcome::HoldsFirst(way + 1) } else { Outcome::Holds };
            }
        }
        Outcome::Fails
    }

    fn way(&self, node: NodeId, symbol: u32, way: u32) -> Option<(NodeId, NodeId)> {
        let (left, right) = self.heap.identities[symbol as usize];
        match way {
            0 => self.heap.free_arguments(node, symbol, 2).map(|arguments| (arguments[0], arguments[1])),
            1 if self.heap.is_commutative(symbol) => {
                let arguments = self.heap.free_arguments(node, symbol, 2)?;
                (!self.heap.equal(arguments[0], arguments[1])).then(|| (arguments[1], arguments[0]))
            }
            2 if left != NodeId::NONE => Some((left, node)),
            // For the identity itself both ways are the same pair.
            3 if right != NodeId::NONE && !(left != NodeId::NONE && self.heap.equal(node, left)) => Some((node, right)),
            // u(x, x) = x; for the identity itself that is the pair above.
            4 if self.heap.symbols.info(symbol).idempotent => {
                let known = [left, right].iter().any(|&e| e != NodeId::NONE && self.heap.equal(node, e));
                (!known).then_some((node, node))
            }
            _ => None,
        }
    }
}
