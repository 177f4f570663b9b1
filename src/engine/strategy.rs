//! `rewrite` and `frewrite`: one path of rule applications among many, chosen by a fixed strategy.
//!
//! Both take the rules of a symbol in turn, so that none is starved. `rewrite` takes the outermost position first and
//! starts over at the root after each step; `frewrite` goes through all positions, arguments first, and applies a few
//! rules at each.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::base::StopReason;
use crate::base::hash::HashSet;
use crate::module::Term;
use crate::term::{Heap, NodeId, View};
use crate::theory::{Evaluable, Theory};

use super::rules::{Position, Site};
use super::{Budget, Engine, Memory, SharedObserver};

/// Words of the store after which what is no longer used is given up.
const CROWDED: usize = 1 << 26;

/// How a run of a strategy ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// No rule applies any more.
    Finished,
    /// As many rules were applied as were asked for.
    Enough,
    /// As many, in the midst of a pass: what stands above the last position was not simplified.
    Unsettled,
}

/// A term on its way, by `rewrite` or `frewrite`. Can be continued.
#[derive(Debug)]
pub struct Rewriting {
    pub(super) engine: Engine,
    /// What to begin with, until its normal form is the state.
    initial: Option<(Evaluable, Term)>,
    state: NodeId,
    /// For each symbol the rule whose turn it is.
    turns: Vec<usize>,
    /// Nodes at which no rule applies.
    dead: HashSet<NodeId>,
    /// The number that takes the place of the next counter.
    counter: i64,
    /// Rules applied at one position each time it is visited, for `frewrite`.
    gas: Option<u64>,
    /// Store size at which to clean up.
    crowded: usize,
    /// For `frewrite`: a pass over all positions that was left in its midst.
    pass: Option<Pass>,
}

/// A pass over all positions. Its nodes are in the store.
#[derive(Debug)]
struct Pass {
    /// Nodes whose arguments are being visited, outermost first.
    above: Vec<Visit>,
    /// The position where rules are being applied.
    here: Option<Here>,
    /// Whether any was applied in this pass.
    applied: bool,
}

impl Pass {
    fn new(state: NodeId) -> Self {
        Self { above: vec![Visit::new(state, true)], here: None, applied: false }
    }
}

/// A position where rules are applied.
#[derive(Clone, Copy, Debug)]
struct Here {
    /// What stood there when the pass came.
    node: NodeId,
    /// What stands there now.
    value: NodeId,
    /// How many more rules may be applied.
    gas: u64,
    /// As in [`Visit`].
    evaluate: bool,
}

/// A node whose arguments are being visited.
#[derive(Debug)]
struct Visit {
    node: NodeId,
    /// Where to look for the next argument.
    next: usize,
    /// New values of arguments.
    changed: Vec<(usize, NodeId)>,
    /// Neither it nor what stands above it is an argument that a strategy leaves alone.
    evaluate: bool,
}

impl Visit {
    fn new(node: NodeId, evaluate: bool) -> Self {
        Self { node, next: 0, changed: Vec::new(), evaluate }
    }
}

impl Rewriting {
    /// Prepares to rewrite a term: by position with this much gas at each, or from the root.
    pub fn new(theory: &Theory, term: &Term, gas: Option<u64>, budget: Budget) -> Self {
        let (theory, initial) = theory.with_command(term);
        let initial = (initial, term.clone());
        let symbols = theory.symbols.len();
        let engine = Engine::new(Arc::new(theory), budget);
        Self {
            engine,
            initial: Some(initial),
            state: NodeId::NONE,
            turns: vec![0; symbols],
            dead: HashSet::default(),
            counter: 0,
            gas,
            crowded: CROWDED,
            pass: None,
        }
    }

    /// Applies at most `most` rules.
    ///
    /// # Errors
    /// The reason, when the budget ends first.
    pub fn run(&mut self, most: Option<u64>) -> Result<Pause, StopReason> {
        if let Some((initial, _)) = &self.initial {
            let node = self.engine.evaluate_command(*initial)?;
            self.settle(node);
            self.initial = None;
        }
        let mut left = most.unwrap_or(u64::MAX);
        loop {
            if left == 0 {
                return Ok(Pause::Enough);
            }
            self.clean_up();
            match self.gas {
                None => match self.step_from_the_root()? {
                    true => left -= 1,
                    false => return Ok(Pause::Finished),
                },
                Some(gas) => match self.go_on_with_pass(gas, &mut left)? {
                    None => return Ok(Pause::Unsettled),
                    Some(false) => return Ok(Pause::Finished),
                    Some(true) => {}
                },
            }
        }
    }

    /// Remembers what an earlier engine did, as [`Engine::remember_all`].
    pub fn remember_all(&mut self, memory: Option<Memory>) {
        self.engine.remember_all(memory);
    }

    /// For each symbol the rule whose turn it is.
    pub fn turns(&self) -> &[usize] {
        &self.turns
    }

    /// Takes the turns over from an earlier run in the same theory.
    pub fn take_turns(&mut self, turns: &[usize]) {
        if turns.len() == self.turns.len() {
            self.turns.copy_from_slice(turns);
        }
    }

    /// Tells an observer of each step from now on.
    pub fn observe(&mut self, observer: SharedObserver) {
        self.engine.observe(observer);
    }

    /// The term as it is now; as it was written, while its normal form is not known.
    pub fn term(&self) -> Term {
        match &self.initial {
            Some((_, term)) => term.clone(),
            None => self.engine.read_back(self.state),
        }
    }

    /// The engine, for sorts and counts.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The least sort of the term.
    pub fn sort(&self) -> crate::module::SortId {
        self.engine.least_sort(self.state)
    }

    /// Makes a node the state and forgets all scratch terms.
    fn settle(&mut self, node: NodeId) {
        self.state = self.engine.heap.intern(node);
        self.engine.forget_scratch();
    }

    /// Starts over with a heap that holds the state alone, when the store has grown much.
    fn clean_up(&mut self) {
        // A pass holds nodes of the heap as it is.
        if self.pass.is_some() || self.engine.heap.store.words.len() < self.crowded {
            return;
        }
        let term = self.term();
        let theory = Arc::clone(self.engine.theory());
        self.engine.heap = theory.heap.clone();
        self.dead.clear();
        self.engine.exhausted.clear();
        self.engine.memory.clear();
        self.engine.settled.clear();
        let held = self.engine.suspend_budget();
        let node = self.engine.build_again(&term);
        self.engine.resume_budget(held);
        self.settle(node.expect("without a budget nothing stops a normal form"));
        self.crowded = CROWDED + 4 * self.engine.heap.store.words.len();
    }

    /// One rule at the outermost, then leftmost position at which one applies; whether there is any.
    fn step_from_the_root(&mut self) -> Result<bool, StopReason> {
        let mut positions = vec![Position { node: self.state, above: None }];
        let mut at = 0;
        while let Some(&Position { node, .. }) = positions.get(at) {
            let theory = Arc::clone(self.engine.theory());
            let site = self.engine.site(&theory, &positions, at);
            if let Some(result) = self.rewrite_here(node, site.unevaluated.is_none())? {
                let root = self.engine.rebuild(&theory, site, result);
                let root = self.engine.recover(root)?;
                self.settle(root);
                return Ok(true);
            }
            let mut next = 0;
            while let Some((place, argument)) = self.argument(node, next) {
                positions.push(Position { node: argument, above: Some((at, place)) });
                next = place + 1;
            }
            at += 1;
        }
        Ok(false)
    }

    /// The next argument at or below which rules may apply.
    fn argument(&mut self, node: NodeId, from: usize) -> Option<(usize, NodeId)> {
        let theory = Arc::clone(self.engine.theory());
        self.engine.argument_to_rewrite(&theory, node, from)
    }

    /// The result of the next rule in turn that applies at a node, evaluated or not, in the store.
    fn rewrite_here(&mut self, node: NodeId, evaluate: bool) -> Result<Option<NodeId>, StopReason> {
        if self.dead.contains(&node) {
            return Ok(None);
        }
        let theory = Arc::clone(self.engine.theory());
        let symbol = self.engine.heap.symbol(node);
        if theory.symbols.of(symbol).is_counter() {
            return Ok(Some(self.count()));
        }
        let result = if self.is_configuration(node) {
            self.round(node)?
        } else {
            self.rewrite_by(&theory, node, &theory.symbols.of(symbol).rules, evaluate, symbol)?
        };
        if result.is_none() {
            self.dead.insert(node);
        }
        Ok(result)
    }

    /// Whether rules are applied at all positions in turn.
    pub(super) fn is_fair(&self) -> bool {
        self.gas.is_some()
    }

    /// The result of the next of some rules that applies at a stored node, in the store. The rules take the turns of a
    /// symbol.
    pub(super) fn rewrite_by(
        &mut self,
        theory: &Theory,
        node: NodeId,
        rules: &[u32],
        evaluate: bool,
        symbol: u32,
    ) -> Result<Option<NodeId>, StopReason> {
        let result = self.engine.rewrite_in_turn(theory, node, rules, evaluate, &mut self.turns[symbol as usize]);
        let result = self.engine.recover(result)?;
        Ok(result.map(|result| self.engine.heap.intern(result)))
    }

    /// What takes the place of a counter.
    fn count(&mut self) -> NodeId {
        let number = self.engine.heap.number(&crate::base::Number::Small(self.counter));
        self.counter += 1;
        self.engine.rewrites += 1;
        self.engine.heap.intern(number)
    }

    /// Goes on with a pass, or begins one, that visits every position once, arguments first; whether any rule was applied
    /// in it, or nothing when the rules to apply ran out before its end.
    fn go_on_with_pass(&mut self, gas: u64, left: &mut u64) -> Result<Option<bool>, StopReason> {
        let mut pass = self.pass.take().unwrap_or_else(|| Pass::new(self.state));
        loop {
            if pass.here.is_none() {
                pass.here = Some(self.next_position(&mut pass.above, gas)?);
            }
            let here = pass.here.as_mut().expect("there is one now");
            while here.gas > 0 && *left > 0 {
                let Some(result) = self.rewrite_here(here.value, here.evaluate)? else {
                    here.gas = 0;
                    break;
                };
                here.value = result;
                here.gas -= 1;
                *left -= 1;
                pass.applied = true;
            }
            if *left == 0 {
                self.leave(&pass)?;
                if pass.above.is_empty() {
                    // What is left to apply at the root is given up, as in Maude.
                    return Ok(Some(true));
                }
                self.pass = Some(pass);
                return Ok(None);
            }
            let Here { node, value, .. } = pass.here.take().expect("it is still there");
            match pass.above.last_mut() {
                None => {
                    self.settle(value);
                    return Ok(Some(pass.applied));
                }
                Some(parent) if value != node => parent.changed.push((parent.next - 1, value)),
                Some(_) => {}
            }
        }
    }

    /// Goes down to the next position none of whose arguments is still to be visited.
    fn next_position(&mut self, stack: &mut Vec<Visit>, gas: u64) -> Result<Here, StopReason> {
        let theory = Arc::clone(self.engine.theory());
        loop {
            let visit = stack.last_mut().expect("left when the root is done");
            let (node, next, evaluate) = (visit.node, visit.next, visit.evaluate);
            if let Some((place, argument)) = self.argument(node, next) {
                visit.next = place + 1;
                let evaluate = evaluate && !self.engine.leaves_alone(&theory, node, place);
                stack.push(Visit::new(argument, evaluate));
                continue;
            }
            let Visit { node, changed, .. } = stack.pop().expect("it is still there");
            let value = if changed.is_empty() { node } else { self.with_arguments(node, &changed, evaluate)? };
            return Ok(Here { node, value, gas, evaluate });
        }
    }

    /// Makes the term as it stands in the midst of a pass the state; the pass goes on from where it is.
    fn leave(&mut self, pass: &Pass) -> Result<(), StopReason> {
        let Some(Here { mut node, mut value, .. }) = pass.here else { return Ok(()) };
        for visit in pass.above.iter().rev() {
            let mut changed = visit.changed.clone();
            if value != node {
                changed.push((visit.next - 1, value));
            }
            node = visit.node;
            value = if changed.is_empty() { node } else { self.with_arguments(node, &changed, false)? };
        }
        self.settle(value);
        Ok(())
    }

    /// A node with some arguments replaced, simplified or not, in the store. Of an element that stands several times in a
    /// bag one copy is replaced.
    fn with_arguments(
        &mut self,
        node: NodeId,
        changed: &[(usize, NodeId)],
        evaluate: bool,
    ) -> Result<NodeId, StopReason> {
        let theory = Arc::clone(self.engine.theory());
        if let ([(place, value)], View::Iterated(..) | View::Integer(_) | View::BigInteger(..)) =
            (changed, self.engine.heap.view(node))
        {
            let result = self.engine.with_argument(&theory, node, *place, *value, evaluate);
            let result = self.engine.recover(result)?;
            return Ok(self.engine.heap.intern(result));
        }
        let (symbol, arguments) = self.replaced(node, changed);
        let result = if evaluate {
            let count = arguments.len();
            self.engine.values.extend(arguments);
            let result = self.engine.call(&theory, symbol, count);
            self.engine.recover(result)?
        } else {
            self.engine.heap.make(symbol, &arguments, false)
        };
        Ok(self.engine.heap.intern(result))
    }

    fn replaced(&mut self, node: NodeId, changed: &[(usize, NodeId)]) -> (u32, Vec<NodeId>) {
        match self.engine.heap.view(node) {
            View::Free(symbol, arguments) | View::List(symbol, arguments) => {
                let mut arguments = arguments.to_vec();
                changed.iter().for_each(|&(place, value)| arguments[place] = value);
                (symbol, arguments)
            }
            View::Bag(symbol, elements) => {
                let elements = elements.to_vec();
                (symbol, self.replaced_elements(symbol, &elements, changed))
            }
            View::Chunks(symbol, directory) => {
                let elements = self.engine.heap.chunked_entries(directory);
                (symbol, self.replaced_elements(symbol, &elements, changed))
            }
            View::Iterated(..)
            | View::Integer(_)
            | View::BigInteger(..)
            | View::Text(..)
            | View::Float(..)
            | View::Variable(..) => {
                unreachable!("one argument, or none")
            }
        }
    }

    /// The elements of a bag, of some of which one copy is replaced. Many copies of one are a bag of their own.
    fn replaced_elements(&mut self, symbol: u32, elements: &[[NodeId; 2]], changed: &[(usize, NodeId)]) -> Vec<NodeId> {
        let mut arguments: Vec<NodeId> = changed.iter().map(|&(_, value)| value).collect();
        for (place, [element, copies]) in elements.iter().enumerate() {
            let gone = u32::from(changed.iter().any(|&(at, _)| at == place));
            match copies.as_word() - gone {
                many if many > Heap::FEW_COPIES => {
                    arguments.push(self.engine.heap.bag_of_copies(symbol, *element, many));
                }
                few => arguments.extend(std::iter::repeat_n(*element, few as usize)),
            }
        }
        arguments
    }
}

impl Engine {
    /// The first way to apply a rule at a node, the rules taken in turn from `turn` on, which is moved behind the rule
    /// that applied. The node is stored; the result lives until the next evaluation.
    fn rewrite_in_turn(
        &mut self,
        theory: &Theory,
        node: NodeId,
        rules: &[u32],
        evaluate: bool,
        turn: &mut usize,
    ) -> Result<Option<NodeId>, StopReason> {
        for step in 0..rules.len() {
            let at = (*turn + step) % rules.len();
            let rule = theory.first_rule(rules[at]);
            let mut found = None;
            let _ = self.rewrites_by_one(theory, rule, Site::top(evaluate), node, &mut |_, _, result| {
                found = Some(result);
                Ok(ControlFlow::Break(()))
            })?;
            if found.is_some() {
                // A rule can stand here several times in a row, once for each way to reach its subject.
                let same = |&&other: &&u32| theory.rules[other as usize].statement == rule.statement;
                *turn = (at + rules[at..].iter().take_while(same).count()) % rules.len();
                return Ok(found);
            }
        }
        Ok(None)
    }
}
