//! What evaluation needs to know of each symbol.

use crate::base::Name;
use crate::base::hash::HashMap;
use crate::module::{ObjectRole, Signature, SortId};

use super::builtin::Builtin;

/// In which order a symbol's arguments and its top are evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Evaluation {
    /// All arguments, then the top.
    Eager,
    /// The first argument; then one of the others, chosen by its value.
    Branch,
    /// By strategy.
    Strategy {
        /// Arguments (from 0) evaluated before the top is tried first.
        first: Vec<usize>,
        /// What is done after that: arguments from 1, 0 for the top.
        then: Vec<u32>,
    },
}

impl Evaluation {
    /// Whether the top is tried once more after it was tried first.
    pub(crate) fn goes_on(&self) -> bool {
        matches!(self, Self::Strategy { then, .. } if !then.is_empty())
    }

    /// Whether an argument (from 0) is evaluated before the top is tried first.
    pub(crate) fn is_eager(&self, place: usize) -> bool {
        match self {
            Self::Eager => true,
            Self::Branch => place == 0,
            Self::Strategy { first, .. } => first.contains(&place),
        }
    }
}

/// The equations that may apply at a symbol, in the order to be tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    /// The argument (from 0) whose top decides which ones can match, and the candidates for each top.
    pub(crate) by_argument: Option<(usize, HashMap<u32, Vec<u32>>)>,
    /// All, or those that can match whatever the deciding argument is.
    pub(crate) all: Vec<u32>,
}

/// One symbol.
#[derive(Clone, Debug)]
pub(crate) struct SymbolTheory {
    pub(crate) builtin: Option<Builtin>,
    /// For built-in functions: the constant whose literals are of the kind of the results.
    pub(crate) value_symbol: Option<u32>,
    /// The sort that a sort test asks for.
    pub(crate) tested_sort: Option<SortId>,
    pub(crate) evaluation: Evaluation,
    /// Values are remembered.
    pub(crate) memo: bool,
    /// Equations, those marked `owise` behind the others.
    pub(crate) equations: Candidates,
    /// Memberships whose term can match here, in order.
    pub(crate) memberships: Vec<u32>,
    /// Rules whose left-hand side can match here, in order.
    pub(crate) rules: Vec<u32>,
    /// A rule may apply here or at a position below.
    pub(crate) may_step: bool,
    /// A rule may apply at an argument or below it.
    pub(crate) may_step_below: bool,
    /// Arguments below which rules do not apply.
    pub(crate) frozen: Vec<usize>,
    /// What it is where objects and messages meet.
    pub(crate) role: Option<ObjectRole>,
    /// For a message: the rules of one object and this message, in order.
    pub(crate) deliveries: Vec<u32>,
}

impl SymbolTheory {
    /// Whether strategies put the next number in its place.
    pub(crate) fn is_counter(&self) -> bool {
        self.builtin == Some(Builtin::Counter)
    }

    /// Whether a term of this symbol on normal forms is a normal form itself.
    pub(crate) fn is_constructor(&self) -> bool {
        self.builtin.is_none()
            && self.equations.all.is_empty()
            && self.equations.by_argument.is_none()
            && self.evaluation == Evaluation::Eager
            && !self.memo
            && self.memberships.is_empty()
    }
}

/// All symbols of a theory.
#[derive(Clone, Debug)]
pub(crate) struct SymbolTheories {
    symbols: Vec<SymbolTheory>,
    /// Some symbol leaves arguments unevaluated, so that variables can stand for terms that are not normal.
    pub(crate) any_lazy: bool,
}

impl SymbolTheories {
    /// The symbols of a signature, without equations and rules; `count` includes the auxiliary symbols of the heap.
    pub(crate) fn new(signature: &Signature, count: usize) -> Self {
        let blank = SymbolTheory {
            builtin: None,
            value_symbol: None,
            tested_sort: None,
            evaluation: Evaluation::Eager,
            memo: false,
            equations: Candidates::default(),
            memberships: Vec::new(),
            rules: Vec::new(),
            may_step: false,
            may_step_below: false,
            frozen: Vec::new(),
            role: None,
            deliveries: Vec::new(),
        };
        let mut symbols = vec![blank; count];
        for (theory, symbol) in symbols.iter_mut().zip(signature.symbols()) {
            theory.builtin = symbol.hook.and_then(|hook| Builtin::named(hook.as_str()));
            if theory.builtin.is_some() {
                let value = signature.values().iter().find(|(id, _)| signature.symbol(*id).range == symbol.range);
                theory.value_symbol = value.map(|(id, _)| id.index() as u32);
            }
            if theory.builtin == Some(Builtin::SortTest) {
                let name = symbol.name.as_str().trim_start_matches("_::");
                theory.tested_sort = signature.sort_named(Name::new(name));
            }
            theory.frozen.clone_from(&symbol.frozen);
            theory.memo = symbol.memo;
            theory.role = symbol.role;
            theory.evaluation = match (theory.builtin, &symbol.strategy) {
                (Some(Builtin::IfThenElse), _) => Evaluation::Branch,
                (_, Some(strategy)) => by_strategy(strategy, symbol.arity()),
                _ => Evaluation::Eager,
            };
        }
        let any_lazy = symbols.iter().any(|s| matches!(s.evaluation, Evaluation::Strategy { .. }));
        Self { symbols, any_lazy }
    }

    #[inline]
    pub(crate) fn of(&self, symbol: u32) -> &SymbolTheory {
        &self.symbols[symbol as usize]
    }

    pub(crate) fn of_mut(&mut self, symbol: u32) -> &mut SymbolTheory {
        &mut self.symbols[symbol as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.symbols.len()
    }
}

fn by_strategy(strategy: &[u32], arity: usize) -> Evaluation {
    let split = strategy.iter().position(|&entry| entry == 0).unwrap_or(strategy.len());
    let first: Vec<usize> = strategy[..split].iter().map(|&argument| argument as usize - 1).collect();
    let then: Vec<u32> = strategy.get(split + 1..).unwrap_or(&[]).to_vec();
    if then.is_empty() && (0..arity).all(|place| first.contains(&place)) && split < strategy.len() {
        return Evaluation::Eager;
    }
    Evaluation::Strategy { first, then }
}
