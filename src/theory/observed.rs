//! What a compiled statement keeps of itself for those who watch it being applied.

use crate::base::hash::HashSet;
use crate::module::{Condition, Module, Statement, StatementKind, SymbolId, Term, Variable};

use crate::term::Heap;

use super::matching::{Context, Scope};
use super::program::Slot;
use super::statements::in_order_of_appearance;
use super::{Diagnostic, Theory};

/// A statement as it is told of. Only theories made by [`Theory::compile_observed`] have them: there every variable has a
/// value in a register, and every `if_then_else_fi` is a step of its own.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    /// Its place among the module's statements.
    pub(crate) statement: usize,
    /// The variables with the registers of their values, in order of appearance; those of the condition too.
    pub(crate) variables: Vec<(Variable, Slot)>,
    /// What is left over of the list or bag it applies to.
    pub(crate) context: Option<Context>,
    /// The right-hand side, if it has one.
    pub(crate) right: Option<Term>,
    /// The registers of the variables that have no value before the condition is looked at.
    pub(crate) bound_by_condition: Vec<Slot>,
}

impl Observed {
    /// What to keep of a statement whose terms have been compiled.
    pub(super) fn new(number: usize, source: &Statement, context: Option<Context>, scope: &Scope) -> Box<Self> {
        let (left, right) = match &source.kind {
            StatementKind::Equation { left, right, .. } | StatementKind::Rule { left, right } => {
                (left, Some(right.clone()))
            }
            StatementKind::Membership { term, .. } => (term, None),
        };
        let conditions: &[Condition] = &source.conditions;
        let variables = in_order_of_appearance(left, conditions, scope);
        let matched: HashSet<Variable> = left.variables().map(|(_, variable)| variable).collect();
        let bound_by_condition =
            variables.iter().filter(|(variable, _)| !matched.contains(variable)).map(|&(_, slot)| slot).collect();
        Box::new(Self { statement: number, variables, context, right, bound_by_condition })
    }
}

impl Theory {
    /// The same theory on a heap that was made for it and has grown since.
    pub(crate) fn on_heap(&self, heap: &Heap) -> Self {
        Self { heap: heap.clone(), ..self.clone() }
    }

    /// Whether any symbol remembers its values.
    pub fn remembers(&self) -> bool {
        (0..self.symbols.len() as u32).any(|symbol| self.symbols.of(symbol).memo)
    }

    /// The symbol of the signature behind one of the heap's; none for those that the heap adds.
    pub(crate) fn symbol_of(&self, symbol: u32) -> Option<SymbolId> {
        ((symbol as usize) < self.signature.symbols().len()).then(|| SymbolId::new(symbol as usize))
    }

    /// Compiles a module so that each step can be told of. Slower to run; meaning and counts are the same.
    ///
    /// # Errors
    /// As [`Self::compile`].
    pub fn compile_observed(module: &Module) -> Result<Self, Vec<Diagnostic>> {
        Self::compile_as(module, &module.statements, true)
    }
}
