//! The stack machine that evaluates: innermost first, with every stack explicit.

use crate::base::StopReason;
use crate::term::{NodeId, Shape, View};
use crate::theory::{Builtin, Entry, Evaluation, Guard, RETURN, STOP, Step, Theory};

use super::Engine;

/// Where to go on when what is under way is done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// At a step, with the registers from `base`.
    Code { at: u32, base: u32 },
    /// With the argument at place `next` of a node that is being evaluated; with all of them, or as its strategy says.
    Arguments { node: NodeId, next: u32, all: bool },
    /// By applying an iterated symbol to the value on top so many times; `last`: all its strategy asks for was evaluated.
    Wrap { symbol: u32, count: u64, last: bool },
    /// By remembering the value on top for a term of a symbol with `memo`.
    Memo { term: NodeId },
    /// With entry `next` of the strategy of a symbol whose arguments are the values from `first` on.
    Strategy { symbol: u32, next: u32, first: u32 },
}

impl Frame {
    /// The term in a frame.
    pub(crate) fn node_mut(&mut self) -> Option<&mut NodeId> {
        match self {
            Self::Arguments { node, .. } => Some(node),
            // What is remembered is in the store and never moved.
            Self::Code { .. } | Self::Strategy { .. } | Self::Memo { .. } | Self::Wrap { .. } => None,
        }
    }
}

/// The place in the code and the registers of the statement it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) at: u32,
    pub(super) base: usize,
}

impl Engine {
    /// Runs code until it stops; gives the value on top. `base` is where the registers of its statement begin.
    ///
    /// # Errors
    /// The reason, when the budget ends first. The stacks are then cut back to where they were, less the operands.
    pub(crate) fn execute(&mut self, theory: &Theory, at: u32, base: usize) -> Result<NodeId, StopReason> {
        self.run(theory, Place { at, base })
    }

    /// Evaluates a symbol on the top `count` values.
    pub(crate) fn call(&mut self, theory: &Theory, symbol: u32, count: usize) -> Result<NodeId, StopReason> {
        let mut place = Place { at: STOP, base: self.registers.len() };
        self.apply(theory, symbol, count, &mut place)?;
        self.run(theory, place)
    }

    /// Evaluates `count` applications of an iterated symbol to the value on top.
    pub(crate) fn call_iterated(&mut self, theory: &Theory, symbol: u32, count: u64) -> Result<NodeId, StopReason> {
        let mut place = Place { at: STOP, base: self.registers.len() };
        self.iterate(theory, symbol, count, true, &mut place)?;
        self.run(theory, place)
    }

    pub(super) fn run(&mut self, theory: &Theory, mut place: Place) -> Result<NodeId, StopReason> {
        let steps = &theory.code.steps[..];
        loop {
            let step = steps[place.at as usize];
            place.at += 1;
            match step {
                Step::Variable(slot) => self.values.push(self.registers[place.base + slot as usize]),
                Step::Constant(node) => self.values.push(node),
                Step::Keep(slot) => {
                    self.registers[place.base + slot as usize] = *self.values.last().expect("a value to keep");
                }
                Step::Call { symbol, count } => self.apply(theory, symbol, count as usize, &mut place)?,
                Step::CallRest { symbol, count, bag } => {
                    self.apply_rest(theory, symbol, count as usize, bag, &mut place)?;
                }
                Step::CallKept { symbol, count, bag, taken } => {
                    self.apply_kept(theory, (symbol, count as usize), (bag, taken), &mut place)?;
                }
                Step::Construct { symbol, count } => self.construct(symbol, count as usize),
                Step::Return => {
                    self.registers.truncate(place.base);
                    self.resume(theory, &mut place)?;
                }
                Step::Stop => {
                    return Ok(self.values.pop().expect("code leaves a value"));
                }
                other => self.rare(theory, other, &mut place)?,
            }
        }
    }

    /// The steps that are met less often.
    pub(super) fn rare(&mut self, theory: &Theory, step: Step, place: &mut Place) -> Result<(), StopReason> {
        match step {
            Step::Unevaluated(slot) => {
                let node = self.registers[place.base + slot as usize];
                self.values.push(node);
                self.evaluate(theory, place)?;
            }
            Step::Part { slot, symbol } => self.push_part(theory, slot, symbol, place)?,
            Step::Build { symbol, count } => {
                let first = self.values.len() - count as usize;
                let node = self.heap.make(symbol, &self.values[first..], false);
                self.replace(first, node);
            }
            Step::Iterate { symbol, count, evaluate } => {
                self.iterate(theory, symbol, u64::from(count), evaluate, place)?;
            }
            Step::Evaluate => self.evaluate(theory, place)?,
            Step::Settle => {
                let node = self.values.pop().expect("a literal");
                self.settle_value(theory, node, place)?;
            }
            Step::Branch { otherwise, stuck } => self.branch(otherwise, stuck, place)?,
            Step::Jump(to) => place.at = to,
            Step::Context { symbol, left, right } => self.put_back(theory, symbol, left, right, place)?,
            Step::Variable(_)
            | Step::Constant(_)
            | Step::Call { .. }
            | Step::Construct { .. }
            | Step::Keep(_)
            | Step::CallRest { .. }
            | Step::CallKept { .. }
            | Step::Return
            | Step::Stop => {
                unreachable!("handled by the loop")
            }
        }
        Ok(())
    }

    /// Pushes a part of a list or bag that an equation applies to, in normal form.
    pub(super) fn push_part(
        &mut self,
        theory: &Theory,
        slot: u32,
        symbol: u32,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let node = self.registers[place.base + slot as usize];
        self.values.push(node);
        if !self.heap.is_normal(node) {
            return self.evaluate(theory, place);
        }
        if self.heap.symbol(node) != symbol {
            return Ok(());
        }
        if self.heap.symbols.info(symbol).shape == Shape::Iterated {
            return self.rewrite_iterated(theory, false, place);
        }
        self.rewrite_top(theory, (symbol, true), self.values.len() - 1, node, place).map(|_| ())
    }

    /// Replaces the values from `first` on by one.
    #[inline]
    pub(super) fn replace(&mut self, first: usize, node: NodeId) {
        self.values.truncate(first);
        self.values.push(node);
    }

    #[inline]
    pub(super) fn construct(&mut self, symbol: u32, count: usize) {
        let first = self.values.len() - count;
        let node = self.heap.make(symbol, &self.values[first..], true);
        self.replace(first, node);
    }

    pub(super) fn branch(&mut self, otherwise: u32, stuck: u32, place: &mut Place) -> Result<(), StopReason> {
        let condition = *self.values.last().expect("a branch has a condition");
        if condition == self.yes {
            self.values.pop();
            return self.count_rewrite();
        }
        if condition == self.no {
            self.values.pop();
            place.at = otherwise;
            return self.count_rewrite();
        }
        place.at = stuck;
        Ok(())
    }

    /// Puts the value of a right-hand side back into what the left-hand side left over.
    pub(super) fn put_back(
        &mut self,
        theory: &Theory,
        symbol: u32,
        left: u32,
        right: u32,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let register = |slot: u32| match slot {
            crate::theory::NO_SLOT => NodeId::NONE,
            slot => self.registers[place.base + slot as usize],
        };
        let (left, right) = (register(left), register(right));
        let mut count = 1;
        if left != NodeId::NONE {
            let value = self.values.pop().expect("a right-hand side has a value");
            self.values.extend([left, value]);
            count += 1;
        }
        if right != NodeId::NONE {
            self.values.push(right);
            count += 1;
        }
        if count > 1 { self.apply(theory, symbol, count, place) } else { Ok(()) }
    }

    pub(super) fn iterate(
        &mut self,
        theory: &Theory,
        symbol: u32,
        count: u64,
        evaluate: bool,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let argument = self.values.pop().expect("an argument");
        let node = self.heap.make_iterated(symbol, count, argument, evaluate);
        self.values.push(node);
        if !evaluate || theory.symbols.of(symbol).is_constructor() {
            return Ok(());
        }
        self.rewrite_iterated(theory, false, place)
    }

    /// Tries the equations of an iterated symbol on the value on top: each on the whole and on what is left below some
    /// applications of the symbol. `last`: its argument is not evaluated any more afterwards.
    pub(super) fn rewrite_iterated(
        &mut self,
        theory: &Theory,
        last: bool,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let first = self.values.len() - 1;
        let symbol = self.heap.symbol(self.values[first]);
        let Some(count) = self.heap.iteration_count(self.values[first]) else { return Ok(()) };
        let base = self.registers.len();
        let early = !last && theory.symbols.of(symbol).evaluation.goes_on();
        for &number in &theory.symbols.of(symbol).equations.all {
            let equation = &theory.equations[number as usize];
            if early && equation.otherwise {
                break;
            }
            let Some(places) = equation.chain.places(count) else { continue };
            for above in places {
                let node = self.values[first];
                let subject = if above == 0 { node } else { self.heap.inner_iteration(node, count - above) };
                self.enter(&equation.guard, symbol, first, subject);
                if self.satisfies(theory, &equation.guard, base)? {
                    self.count_rewrite()?;
                    if self.watched.is_some() {
                        self.tell_replacement(equation, self.values[first], base);
                    }
                    self.values.truncate(first);
                    if above > 0 {
                        self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
                        self.frames.push(Frame::Wrap { symbol, count: above, last: false });
                        self.frames.push(Frame::Code { at: RETURN, base: base as u32 });
                        *place = Place { at: equation.right, base };
                        return Ok(());
                    }
                    self.go(theory, equation.right, base, place);
                    return Ok(());
                }
                self.registers.truncate(base);
            }
        }
        if last { self.constrain(theory) } else { self.settle_iterated(theory, symbol, place) }
    }

    /// No equation applies to the iterated term on top: evaluates its argument if the strategy says so at last.
    pub(super) fn settle_iterated(
        &mut self,
        theory: &Theory,
        symbol: u32,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        if !theory.symbols.of(symbol).evaluation.goes_on() {
            return self.constrain(theory);
        }
        if let View::Iterated(_, count, argument) = self.heap.view(self.values[self.values.len() - 1])
            && !self.heap.is_normal(argument)
        {
            self.values.pop();
            self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
            self.frames.push(Frame::Wrap { symbol, count, last: true });
            return self.evaluate_argument(theory, argument, (0, false), place);
        }
        self.rewrite_iterated(theory, true, place)
    }

    /// Evaluates a symbol on the top `count` values: goes on with the right-hand side of an equation, or leaves the
    /// normal form.
    pub(super) fn apply(
        &mut self,
        theory: &Theory,
        symbol: u32,
        count: usize,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let first = self.values.len() - count;
        let info = theory.symbols.of(symbol);
        if info.builtin == Some(Builtin::ModelChecking) {
            if let Some(result) = self.check_model(theory, symbol, first)? {
                self.rewrites += 1;
                if self.watched.is_some() {
                    self.tell_native(symbol, first, result);
                }
                self.replace(first, result);
                return if self.heap.is_normal(result) { Ok(()) } else { self.evaluate(theory, place) };
            }
        } else if let Some(builtin) = info.builtin
            && let Some(result) = self.builtin(builtin, symbol, first)
        {
            if self.watched.is_some() {
                self.tell_native(symbol, first, result);
            }
            self.replace(first, result);
            return if self.heap.is_normal(result) { Ok(()) } else { self.evaluate(theory, place) };
        }
        if info.is_constructor() {
            self.construct(symbol, count);
            return Ok(());
        }
        if info.memo && self.remembered(symbol, first, place) {
            return Ok(());
        }
        let shape = self.heap.symbols.info(symbol).shape;
        if shape == Shape::Iterated && info.evaluation != Evaluation::Eager {
            return self.iterate(theory, symbol, 1, true, place);
        }
        let subject = if shape == Shape::Free && !self.heap.symbols.info(symbol).collapses() {
            NodeId::NONE
        } else {
            let node = self.heap.make(symbol, &self.values[first..], true);
            if self.heap.symbol(node) != symbol {
                // An argument was all that was left, and it is a normal form unless the strategy left it alone.
                self.replace(first, node);
                let lazy = info.evaluation != Evaluation::Eager;
                return if lazy { self.evaluate(theory, place) } else { Ok(()) };
            }
            self.replace(first, node);
            node
        };
        let last = !info.evaluation.goes_on();
        if self.rewrite_top(theory, (symbol, last), first, subject, place)? {
            return Ok(());
        }
        if let Evaluation::Strategy { then, .. } = &info.evaluation
            && !then.is_empty()
        {
            return self.begin_strategy(theory, symbol, first, place);
        }
        if subject == NodeId::NONE {
            self.construct(symbol, count);
        }
        self.constrain(theory)
    }

    /// Evaluates a literal that equations or memberships may change. What its memberships take is remembered and counted
    /// each time, as if it were found out each time.
    pub(super) fn settle_value(&mut self, theory: &Theory, node: NodeId, place: &mut Place) -> Result<(), StopReason> {
        if node.is_integer() {
            return self.settle_number(theory, node, place);
        }
        let node = self.heap.intern(node);
        let first = self.values.len();
        self.values.push(node);
        if let Some(&rewrites) = self.settled.get(&node) {
            self.rewrites += rewrites;
            return Ok(());
        }
        let before = self.rewrites;
        if self.rewrite_top(theory, (self.heap.symbol(node), true), first, node, place)? {
            return Ok(());
        }
        while let Some(sort) = self.smaller_sort(theory, first)? {
            self.count_rewrite()?;
            self.heap.settle_value(node, sort);
        }
        self.heap.settle_value(node, self.heap.sort(node));
        self.settled.insert(node, self.rewrites - before);
        Ok(())
    }

    /// Takes the value of a term of a symbol with `memo` from memory; if it is not there, has it remembered when it is found.
    pub(super) fn remembered(&mut self, symbol: u32, first: usize, place: &mut Place) -> bool {
        let term = self.heap.make(symbol, &self.values[first..], false);
        let term = self.heap.intern(term);
        if let Some(&value) = self.memory.get(&term) {
            self.replace(first, value);
            // What is remembered counts, as in Maude.
            self.rewrites += 1;
            return true;
        }
        self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
        self.frames.push(Frame::Memo { term });
        *place = Place { at: RETURN, base: self.registers.len() };
        false
    }

    /// Remembers the value on top and goes on.
    pub(super) fn remember(&mut self, theory: &Theory, term: NodeId, place: &mut Place) -> Result<(), StopReason> {
        let value = self.values.pop().expect("a value to remember");
        let value = self.heap.intern(value);
        self.values.push(value);
        self.memory.insert(term, value);
        self.resume(theory, place)
    }

    /// Evaluates a bag of the top `count` values and what the rule's match left of the bag in a register.
    pub(super) fn apply_rest(
        &mut self,
        theory: &Theory,
        symbol: u32,
        count: usize,
        bag: u32,
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let subject = self.registers[place.base + bag as usize];
        let gone = self.taken_from(bag, self.rule_taken);
        self.apply_without(theory, symbol, count, (subject, gone), place)
    }

    /// The same in an equation: what the match took out of the bag was kept in a register.
    pub(super) fn apply_kept(
        &mut self,
        theory: &Theory,
        (symbol, count): (u32, usize),
        (bag, taken): (u32, u32),
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let subject = self.registers[place.base + bag as usize];
        let gone = self.heap.places_kept(self.registers[place.base + taken as usize]);
        self.apply_without(theory, symbol, count, (subject, gone), place)
    }

    /// Evaluates a bag of the top `count` values and a bag less some copies at some places.
    pub(super) fn apply_without(
        &mut self,
        theory: &Theory,
        symbol: u32,
        count: usize,
        (subject, gone): (NodeId, smallvec::SmallVec<[(u32, u32); 8]>),
        place: &mut Place,
    ) -> Result<(), StopReason> {
        let first = self.values.len() - count;
        let edited = self.heap.edited_flat(symbol, subject, &gone, &self.values[first..]);
        let node = edited.unwrap_or_else(|| self.edited(symbol, first, (subject, &gone)));
        self.replace(first, node);
        let info = theory.symbols.of(symbol);
        if self.heap.symbol(node) != symbol || info.is_constructor() {
            return Ok(());
        }
        if info.builtin.is_some() {
            return self.apply(theory, symbol, 1, place);
        }
        if self.rewrite_top(theory, (symbol, true), first, node, place)? { Ok(()) } else { self.constrain(theory) }
    }

    /// The bag of the values from `first` on and a bag less some copies at some places.
    fn edited(&mut self, symbol: u32, first: usize, (subject, gone): (NodeId, &[(u32, u32)])) -> NodeId {
        let mut entries = std::mem::take(&mut self.heap.spare_entries);
        entries.clear();
        let big = self.heap.directory(subject, symbol).is_some();
        if !big {
            let left = |place: u32| gone.iter().filter(|(at, _)| *at == place).map(|(_, count)| count).sum();
            self.entries_without(subject, symbol, left, &mut entries);
        }
        for &value in &self.values[first..] {
            self.heap.overflow |= self.heap.add_to_bag(symbol, value, 1, &mut entries);
        }
        self.heap.overflow |= self.heap.settle(&mut entries);
        let node = if big {
            self.heap.edited_bag(symbol, subject, gone, &entries)
        } else {
            self.heap.bag_of(symbol, &entries, true)
        };
        self.heap.spare_entries = entries;
        node
    }

    /// Tries the equations of a symbol; those for what no other applies to only at the `last` entry of its strategy. The subject
    /// stands on top of the values, or (for a free symbol) its arguments do.
    pub(super) fn rewrite_top(
        &mut self,
        theory: &Theory,
        (symbol, last): (u32, bool),
        first: usize,
        subject: NodeId,
        place: &mut Place,
    ) -> Result<bool, StopReason> {
        let candidates = &theory.symbols.of(symbol).equations;
        let list = match &candidates.by_argument {
            None => &candidates.all,
            Some((argument, table)) => {
                let argument = self.values[first + argument];
                table.get(&self.heap.symbol(argument)).unwrap_or(&candidates.all)
            }
        };
        if list.is_empty() {
            return Ok(false);
        }
        let base = self.registers.len();
        for &number in list {
            let equation = &theory.equations[number as usize];
            if !last && equation.otherwise {
                break;
            }
            // The subject moves when a condition makes the collector run.
            let subject = if subject == NodeId::NONE { subject } else { self.values[first] };
            self.enter(&equation.guard, symbol, first, subject);
            if self.satisfies(theory, &equation.guard, base)? {
                self.count_rewrite()?;
                if self.watched.is_some() {
                    self.tell_equation(equation, symbol, first, base);
                }
                self.values.truncate(first);
                self.go(theory, equation.right, base, place);
                return Ok(true);
            }
            self.registers.truncate(base);
        }
        Ok(false)
    }

    /// Makes the registers of a statement and fills the first ones with its subject.
    pub(super) fn enter(&mut self, guard: &Guard, symbol: u32, first: usize, subject: NodeId) {
        let base = self.registers.len();
        match guard.entry {
            Entry::Arguments => self.registers.extend_from_slice(&self.values[first..]),
            Entry::Whole if subject == NodeId::NONE => {
                let node = self.heap.make(symbol, &self.values[first..], true);
                self.registers.push(node);
            }
            Entry::Whole => self.registers.push(subject),
        }
        self.registers.resize(base + guard.registers as usize, NodeId::NONE);
    }

    /// Goes on with a right-hand side whose registers begin at `base`; comes back to `place` afterwards, unless that is
    /// the end of a right-hand side itself.
    pub(super) fn go(&mut self, theory: &Theory, right: u32, base: usize, place: &mut Place) {
        // Behind a branch the end of the right-hand side is a jump away.
        let mut next = theory.code.steps[place.at as usize];
        while let Step::Jump(to) = next {
            next = theory.code.steps[to as usize];
        }
        if matches!(next, Step::Return) {
            let count = self.registers.len() - base;
            self.registers.copy_within(base.., place.base);
            self.registers.truncate(place.base + count);
            place.at = right;
            return;
        }
        self.frames.push(Frame::Code { at: place.at, base: place.base as u32 });
        *place = Place { at: right, base };
    }

    /// Goes on where the innermost frame says.
    pub(super) fn resume(&mut self, theory: &Theory, place: &mut Place) -> Result<(), StopReason> {
        match self.frames.pop().expect("a right-hand side was entered from somewhere") {
            Frame::Code { at, base } => {
                *place = Place { at, base: base as usize };
                Ok(())
            }
            Frame::Arguments { node, next, all } => self.evaluate_argument(theory, node, (next, all), place),
            Frame::Memo { term } => self.remember(theory, term, place),
            Frame::Wrap { symbol, count, last } => {
                *place = Place { at: RETURN, base: self.registers.len() };
                if !last {
                    return self.iterate(theory, symbol, count, true, place);
                }
                let argument = self.values.pop().expect("an evaluated argument");
                let node = self.heap.make_iterated(symbol, count, argument, true);
                self.values.push(node);
                self.rewrite_iterated(theory, true, place)
            }
            Frame::Strategy { symbol, next, first } => {
                self.follow_strategy(theory, symbol, next, first as usize, place)
            }
        }
    }
}
