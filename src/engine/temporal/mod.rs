//! Model checking: whether all runs from a state fulfil a formula of linear temporal logic.
//!
//! The negation of the formula becomes an automaton (`formula.rs`, `alternating.rs`, `automaton.rs`, with `diagram.rs` for
//! what holds in one state); a run that it accepts is a counterexample (`product.rs`). The runs are those of the module's
//! rules (`model.rs`); a state without successors is followed by itself.

mod alternating;
mod automaton;
mod diagram;
mod formula;
mod model;
mod product;
#[cfg(test)]
mod tests;

use crate::base::{StopReason, ValueKind};
use crate::module::{KindId, Signature};
use crate::term::NodeId;
use crate::theory::Theory;

use super::Engine;
use super::conditions::grown;
use automaton::Automaton;
use formula::{Connectives, Formulas, symbol};
use model::Model;
use product::{Lasso, accepted_lasso};

/// The symbols of a question and its answers.
#[derive(Clone, Copy, Debug)]
struct Vocabulary {
    connectives: Connectives,
    /// `_|=_`
    satisfies: u32,
    counterexample: u32,
    /// `{_,_}`
    transition: u32,
    /// `__` of transitions
    list: u32,
    unlabeled: u32,
    deadlock: u32,
    /// The constant that stands for quoted identifiers.
    identifiers: u32,
}

impl Vocabulary {
    /// The symbols that belong to one `modelCheck`; nothing where they have been renamed.
    fn find(signature: &Signature, asked: u32) -> Option<Self> {
        let asked = &signature.symbols()[asked as usize];
        let &[state, formula] = &asked.domain[..] else { return None };
        let truth = signature.symbol(signature.booleans()?.0).range;
        let kinds = || (0..signature.kinds().len()).map(KindId::new);
        let mut lists = kinds().filter_map(|list| {
            let counterexample = symbol(signature, "counterexample", &[list, list], asked.range)?;
            Some((counterexample, list))
        });
        let (counterexample, list) = lists.next()?;
        let mut names = kinds().filter_map(|name| Some((symbol(signature, "`{_`,_`}", &[state, name], list)?, name)));
        let (transition, name) = names.next()?;
        let of_names = |id: &crate::module::SymbolId| signature.symbol(*id).range == name;
        let mut quoted = signature.values().iter().filter(|(_, kind)| *kind == ValueKind::Quoted);
        Some(Self {
            connectives: Connectives::find(signature, formula)?,
            satisfies: symbol(signature, "_|=_", &[state, formula], truth)?,
            counterexample,
            transition,
            list: symbol(signature, "__", &[list, list], list)?,
            unlabeled: symbol(signature, "unlabeled", &[], name)?,
            deadlock: symbol(signature, "deadlock", &[], name)?,
            identifiers: quoted.find(|(id, _)| of_names(id))?.0.index() as u32,
        })
    }
}

impl Engine {
    /// The value of `modelCheck` on the values from `first` on: `true`, or a counterexample. Nothing where the negation of
    /// the formula has no negation normal form.
    ///
    /// # Errors
    /// The reason, when the budget ends first, or where the question is one that nobody here can answer.
    pub(super) fn check_model(
        &mut self,
        theory: &Theory,
        symbol: u32,
        first: usize,
    ) -> Result<Option<NodeId>, StopReason> {
        let Some(vocabulary) = Vocabulary::find(theory.signature(), symbol) else {
            return Err(self.stop(StopReason::ModelChecking));
        };
        // Propositions may ask such questions themselves.
        self.deepen()?;
        let result = grown(|| self.answer(theory, &vocabulary, first));
        self.nested -= 1;
        result
    }

    fn answer(&mut self, theory: &Theory, vocabulary: &Vocabulary, first: usize) -> Result<Option<NodeId>, StopReason> {
        let state = self.heap.intern(self.values[first]);
        self.values.push(self.values[first + 1]);
        let negated = self.call(theory, vocabulary.connectives.negation, 1)?;
        let negated = self.heap.intern(negated);
        let Some(formulas) = Formulas::read(&self.heap, &vocabulary.connectives, negated) else { return Ok(None) };
        let automaton = Automaton::new(&formulas, &mut || self.pause())?;
        let propositions = formulas.propositions.into_iter().collect();
        let mut model = Model::new(self, theory, vocabulary.satisfies, propositions, state);
        let Some(lasso) = accepted_lasso(&mut model, &automaton)? else { return Ok(Some(self.yes)) };
        let steps = model.steps(&lasso);
        Ok(Some(self.counterexample(vocabulary, &lasso, &steps)))
    }

    /// The term of a lasso. `steps`: for each of its states, the term and the name of the rule that leads on.
    fn counterexample(&mut self, vocabulary: &Vocabulary, lasso: &Lasso, steps: &[model::Step]) -> NodeId {
        let transitions: Vec<NodeId> = steps.iter().map(|step| self.transition(vocabulary, step)).collect();
        let (prefix, cycle) = transitions.split_at(lasso.prefix.len());
        let prefix = self.heap.list_of(vocabulary.list, prefix, false);
        let cycle = self.heap.list_of(vocabulary.list, cycle, false);
        self.heap.make(vocabulary.counterexample, &[prefix, cycle], false)
    }

    fn transition(&mut self, vocabulary: &Vocabulary, step: &model::Step) -> NodeId {
        let name = match step.rule {
            model::Rule::None => self.heap.constants[vocabulary.deadlock as usize],
            model::Rule::Unlabeled => self.heap.constants[vocabulary.unlabeled as usize],
            model::Rule::Labeled(label) => self.heap.make_text(vocabulary.identifiers, label.as_str().as_bytes()),
        };
        self.heap.make(vocabulary.transition, &[step.state, name], false)
    }
}
