//! Compiles terms to code that builds and evaluates them.

use crate::base::hash::HashMap;
use crate::module::{Position, Term, TermNode, Variable};
use crate::term::{Heap, NodeId, flat_arguments, small_count};

use super::matching::Scope;
use super::pattern::PatternId;
use super::program::{Slot, Step};
use super::symbols::{Evaluation, SymbolTheories};

/// Compiles right-hand sides and terms of conditions.
pub(crate) struct CodeCompiler<'a> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) symbols: &'a SymbolTheories,
    pub(crate) code: &'a mut Vec<Step>,
    /// Where the variables have their values (others are built as terms of their own), and known subterms theirs.
    pub(crate) scope: &'a mut Scope,
    /// The subterms as patterns: equal ones are evaluated once.
    pub(crate) subterms: &'a [Option<PatternId>],
    /// How often each subterm stands in the code of the whole statement.
    pub(crate) uses: &'a HashMap<PatternId, u32>,
    /// Branches are steps of their own, to be told of.
    pub(crate) observed: bool,
}

/// Work still to be done while a term is compiled, last first.
enum Task {
    Visit {
        at: Position,
        evaluate: bool,
    },
    /// Keeps the value of a subterm that is used again.
    Keep {
        subterm: PatternId,
    },
    /// Enters a part that may be jumped over.
    Enter,
    /// Leaves it: what was evaluated there is not known elsewhere.
    Leave,
    Emit(Step),
    /// Emits a branch on the value of a condition; then come both parts and the stuck case.
    Branch {
        then: Position,
        otherwise: Position,
        symbol: u32,
    },
    /// The then part is done: jump over the rest and let the branch know where the else part begins.
    Otherwise {
        branch: usize,
    },
    /// The else part is done: jump over the stuck case and let the branch know where it begins.
    Stuck {
        branch: usize,
    },
    /// All is done: both jumps lead here.
    End {
        branch: usize,
    },
}

impl CodeCompiler<'_> {
    /// Appends the code for a subterm, ended by `last`, and tells where it begins. `evaluate`: for its value, not just for
    /// the term.
    pub(crate) fn compile(&mut self, term: &Term, at: Position, evaluate: bool, last: &[Step]) -> u32 {
        let start = self.code.len() as u32;
        self.value(term, at, evaluate);
        self.code.extend_from_slice(last);
        start
    }

    fn value(&mut self, term: &Term, at: Position, evaluate: bool) {
        let values = self.ground_values(term);
        let mut jumps: Vec<(usize, usize)> = Vec::new();
        // What was kept since, for each part that may be jumped over and is under way.
        let mut kept: Vec<Vec<PatternId>> = Vec::new();
        let mut tasks = vec![Task::Visit { at, evaluate }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit { at, evaluate } => match values[at as usize] {
                    Some(node) => self.code.push(Step::Constant(node)),
                    None if evaluate && self.is_known(at) => {}
                    None => self.visit(term, at, evaluate, &mut tasks),
                },
                Task::Keep { subterm } => {
                    let slot = self.scope.slot();
                    self.scope.known.insert(subterm, slot);
                    if let Some(kept) = kept.last_mut() {
                        kept.push(subterm);
                    }
                    self.code.push(Step::Keep(slot));
                }
                Task::Enter => kept.push(Vec::new()),
                Task::Leave => {
                    for subterm in kept.pop().expect("what is left was entered") {
                        self.scope.known.remove(&subterm);
                    }
                }
                Task::Emit(step) => self.code.push(step),
                Task::Branch { then, otherwise, symbol } => self.branch(then, otherwise, symbol, &mut tasks),
                Task::Otherwise { branch } => {
                    jumps.push((branch, self.code.len()));
                    self.code.push(Step::Jump(0));
                    self.set_branch(branch, Some(self.code.len()), None);
                }
                Task::Stuck { branch } => {
                    jumps.push((branch, self.code.len()));
                    self.code.push(Step::Jump(0));
                    self.set_branch(branch, None, Some(self.code.len()));
                }
                Task::End { branch } => {
                    let end = self.code.len() as u32;
                    for (_, jump) in jumps.extract_if(.., |(of, _)| *of == branch) {
                        self.code[jump] = Step::Jump(end);
                    }
                }
            }
        }
    }

    fn set_branch(&mut self, at: usize, new_otherwise: Option<usize>, new_stuck: Option<usize>) {
        if let Step::Branch { otherwise, stuck } = &mut self.code[at] {
            *otherwise = new_otherwise.map_or(*otherwise, |to| to as u32);
            *stuck = new_stuck.map_or(*stuck, |to| to as u32);
        }
    }

    fn branch(&mut self, then: Position, otherwise: Position, symbol: u32, tasks: &mut Vec<Task>) {
        let branch = self.code.len();
        self.code.push(Step::Branch { otherwise: 0, stuck: 0 });
        let evaluated = |at| Task::Visit { at, evaluate: true };
        let order = [
            Task::Enter,
            evaluated(then),
            Task::Leave,
            Task::Otherwise { branch },
            Task::Enter,
            evaluated(otherwise),
            Task::Leave,
            Task::Stuck { branch },
            Task::Enter,
            evaluated(then),
            evaluated(otherwise),
            Task::Emit(Step::Call { symbol, count: 3 }),
            Task::Leave,
            Task::End { branch },
        ];
        tasks.extend(order.into_iter().rev());
    }

    /// Pushes the value of a subterm that was matched or evaluated before, if it was.
    fn is_known(&mut self, at: Position) -> bool {
        let slot = self.subterms[at as usize].and_then(|subterm| self.scope.known.get(&subterm));
        let Some(&slot) = slot else { return false };
        self.code.push(if self.symbols.any_lazy { Step::Unevaluated(slot) } else { Step::Variable(slot) });
        true
    }

    fn visit(&mut self, term: &Term, at: Position, evaluate: bool, tasks: &mut Vec<Task>) {
        let compound = match term.node(at) {
            TermNode::Variable(_) => false,
            TermNode::Number(_) => self.heap.integers_unsettled,
            TermNode::Value(symbol, _) => self.heap.unsettled[symbol.index()],
            TermNode::Application { .. } | TermNode::Iterated { .. } => true,
        };
        if let Some(subterm) = self.subterms[at as usize].filter(|_| compound && evaluate)
            && self.uses.get(&subterm).is_some_and(|&uses| uses > 1)
        {
            tasks.push(Task::Keep { subterm });
        }
        match term.node(at) {
            TermNode::Variable(variable) => self.variable(*variable, evaluate),
            TermNode::Value(symbol, value) => {
                let node = self.heap.value(symbol.index() as u32, value);
                let node = self.heap.intern(node);
                self.code.push(Step::Constant(node));
                if evaluate && self.heap.is_unsettled(node) {
                    self.code.push(Step::Settle);
                }
            }
            TermNode::Number(value) => {
                let node = self.heap.number(value);
                let node = self.heap.intern(node);
                self.code.push(Step::Constant(node));
                if evaluate && !self.heap.is_normal(node) {
                    self.code.push(Step::Settle);
                }
            }
            TermNode::Iterated { symbol, count, argument } => {
                let count = small_count(count).min(u64::from(u32::MAX)) as u32;
                let symbol = symbol.index() as u32;
                tasks.push(Task::Emit(Step::Iterate { symbol, count, evaluate }));
                let evaluate = evaluate && self.symbols.of(symbol).evaluation.is_eager(0);
                tasks.push(Task::Visit { at: *argument, evaluate });
            }
            TermNode::Application { symbol, .. } => {
                let symbol = symbol.index() as u32;
                // What nothing simplifies is made flat at once; the rest is evaluated nested as it is written, as in Maude:
                // with `eq b * d = f`, `a * b * d` becomes `a * f` before any equation for `a * b` is tried.
                let arguments = if self.symbols.of(symbol).is_constructor() {
                    flat_arguments(&self.heap.symbols, term, at)
                } else {
                    term.arguments(at).to_vec()
                };
                self.application(term, symbol, &arguments, evaluate, tasks);
            }
        }
    }

    fn variable(&mut self, variable: Variable, evaluate: bool) {
        match self.scope.bound.get(&variable) {
            Some(&slot) if evaluate && self.scope.parts.contains_key(&variable) => {
                let symbol = self.scope.parts[&variable];
                self.code.extend([Step::Part { slot, symbol }, Step::Keep(slot)]);
            }
            Some(&slot) if evaluate && self.symbols.any_lazy => self.code.push(Step::Unevaluated(slot)),
            Some(&slot) => self.code.push(Step::Variable(slot)),
            None => {
                let node = self.heap.variable(variable.name, variable.sort);
                let node = self.heap.intern(node);
                self.code.push(Step::Constant(node));
            }
        }
    }

    fn application(&mut self, term: &Term, symbol: u32, arguments: &[Position], evaluate: bool, tasks: &mut Vec<Task>) {
        let count = arguments.len() as u32;
        if !evaluate {
            tasks.push(Task::Emit(Step::Build { symbol, count }));
            tasks.extend(arguments.iter().rev().map(|&at| Task::Visit { at, evaluate: false }));
            return;
        }
        match &self.symbols.of(symbol).evaluation {
            Evaluation::Branch if self.observed => {
                tasks.extend([Task::Emit(Step::Evaluate), Task::Emit(Step::Build { symbol, count })]);
                tasks.extend(arguments.iter().rev().map(|&at| Task::Visit { at, evaluate: false }));
            }
            Evaluation::Branch => {
                tasks.push(Task::Branch { then: arguments[1], otherwise: arguments[2], symbol });
                tasks.push(Task::Visit { at: arguments[0], evaluate: true });
            }
            Evaluation::Eager if self.rest_among(term, arguments).is_some() => {
                let (place, bag, taken) = self.rest_among(term, arguments).expect("checked");
                tasks.push(Task::Emit(match taken {
                    None => Step::CallRest { symbol, count: count - 1, bag },
                    Some(taken) => Step::CallKept { symbol, count: count - 1, bag, taken },
                }));
                let others = arguments.iter().enumerate().filter(|(at, _)| *at != place);
                tasks.extend(others.rev().map(|(_, &at)| Task::Visit { at, evaluate: true }));
            }
            evaluation => {
                let construct = self.symbols.of(symbol).is_constructor();
                tasks.push(Task::Emit(if construct {
                    Step::Construct { symbol, count }
                } else {
                    Step::Call { symbol, count }
                }));
                let visit = |(place, &at): (usize, &Position)| Task::Visit { at, evaluate: evaluation.is_eager(place) };
                tasks.extend(arguments.iter().enumerate().rev().map(visit));
            }
        }
    }

    /// Which argument is a variable that is read straight from a bag, the bag's register, and the one that keeps what was
    /// taken out of it.
    fn rest_among(&self, term: &Term, arguments: &[Position]) -> Option<(usize, Slot, Option<Slot>)> {
        arguments.iter().enumerate().find_map(|(place, &at)| match term.node(at) {
            TermNode::Variable(variable) => {
                let rest = self.scope.rests.get(variable).map(|&bag| (place, bag, None));
                rest.or_else(|| self.scope.kept.get(variable).map(|&(bag, taken)| (place, bag, Some(taken))))
            }
            _ => None,
        })
    }

    /// For each position whether it is a ground term that nothing simplifies, and then the stored term.
    fn ground_values(&mut self, term: &Term) -> Vec<Option<NodeId>> {
        let mut values: Vec<Option<NodeId>> = vec![None; term.len()];
        let symbols = std::sync::Arc::clone(&self.heap.symbols);
        let outermost = crate::term::outermost(&symbols, term);
        for at in (0..term.len()).filter(|&at| outermost[at]) {
            let node = match term.node(at as Position) {
                TermNode::Application { symbol, .. } => {
                    let symbol = symbol.index() as u32;
                    let arguments = flat_arguments(&symbols, term, at as Position);
                    let nodes: Option<Vec<NodeId>> = arguments.iter().map(|&a| values[a as usize]).collect();
                    match nodes {
                        Some(nodes) if self.symbols.of(symbol).is_constructor() => {
                            Some(self.heap.make(symbol, &nodes, true))
                        }
                        _ => None,
                    }
                }
                TermNode::Number(_) if self.heap.integers_unsettled => None,
                TermNode::Number(value) => Some(self.heap.number(value)),
                TermNode::Value(symbol, _) if self.heap.unsettled[symbol.index()] => None,
                TermNode::Value(symbol, value) => Some(self.heap.value(symbol.index() as u32, value)),
                TermNode::Variable(_) | TermNode::Iterated { .. } => None,
            };
            values[at] = node.map(|node| self.heap.intern(node));
        }
        self.heap.rewind(0);
        values
    }
}
