//! Compiled theories: what the engine runs. Takes a flat module, gives matching programs, code and indices.

mod builtin;
mod code;
mod contexts;
mod index;
mod keys;
mod matching;
mod observed;
mod pattern;
mod program;
mod sharing;
mod statements;
mod symbols;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::base::{Diagnostic, Severity};
use crate::mixfix::normalized;
use crate::module::{Condition, MatchQuery, Module, Signature, Statement, Term};
use crate::term::{Heap, NodeId, SymbolTable, TooLarge};

pub(crate) use builtin::Builtin;
pub(crate) use observed::Observed;
pub(crate) use program::{Fragment, Key, KeyValue, Match, NO_SLOT, Parts, Slot, Span, Step, Test, Window};
pub(crate) use statements::{Code, Entry, Evaluable, Goal, Guard, Membership, Replacement, Unevaluated, evaluated};
pub(crate) use symbols::{Evaluation, SymbolTheories};

use statements::{Reach, StatementCompiler};

/// A module compiled for execution. Immutable and shared between threads.
///
/// Equations are tried in the order of the module's statements, those marked `owise` after all others; rules in the
/// order of the statements.
#[derive(Clone, Debug)]
pub struct Theory {
    signature: Arc<Signature>,
    /// Has constants, identity elements and the ground terms of all programs in its store.
    pub(crate) heap: Heap,
    pub(crate) symbols: SymbolTheories,
    pub(crate) code: Code,
    pub(crate) equations: Vec<Replacement>,
    pub(crate) rules: Vec<Replacement>,
    /// For each rule the one to use where only its first match counts, if that is another one.
    first_rules: Vec<Option<Replacement>>,
    pub(crate) memberships: Vec<Membership>,
    /// What is odd about the statements, but no mistake.
    pub(crate) warnings: Vec<Diagnostic>,
    /// Steps can be told of.
    observed: bool,
}

/// Where the code `Evaluate; Stop` begins.
pub(crate) const EVALUATE: u32 = 0;
/// Where the code `Stop` begins.
pub(crate) const STOP: u32 = 1;
/// Where the code `Evaluate; Return` begins.
pub(crate) const EVALUATE_RETURN: u32 = 2;
/// Where the code `Return` begins.
pub(crate) const RETURN: u32 = 3;

impl Theory {
    /// Compiles a module. The diagnostics are errors that only show here, such as a variable of a right-hand side that
    /// nothing binds; all of them at once.
    pub fn compile(module: &Module) -> Result<Self, Vec<Diagnostic>> {
        Self::compile_as(module, &module.statements, false)
    }

    /// The warnings of a module's own statements, of which it would be compiled.
    ///
    /// # Errors
    /// As [`Self::compile`]; those of imported statements show where these are declared.
    pub fn check(module: &Module) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        Self::compile_as(module, &module.statements[..module.own], false).map(|theory| theory.warnings)
    }

    fn compile_as(module: &Module, statements: &[Statement], observed: bool) -> Result<Self, Vec<Diagnostic>> {
        let signature = Arc::clone(&module.signature);
        let table = SymbolTable::new(Arc::clone(&signature)).map_err(|error| vec![too_large(error, module)])?;
        let table = Arc::new(table);
        let symbols = SymbolTheories::new(&signature, table.infos.len());
        // Nodes say whether rules may apply below them, so this is settled before any is built for good.
        let none: Arc<[bool]> = vec![false; symbols.len()].into();
        let mut probe = Heap::new(Arc::clone(&table), Arc::clone(&none), none);
        let (stepping, constrained) = index::stepping_and_constrained(statements, &mut probe, &symbols);
        let unsettled = index::unsettled(statements, &mut probe, &symbols);
        let mut heap = Heap::new(table, stepping.into(), constrained.into());
        heap.unsettled = unsettled.into();
        heap.integers_unsettled = index::changes_numbers(&module.statements, &mut probe);
        let code = Code { matches: Vec::new(), steps: vec![Step::Evaluate, Step::Stop, Step::Evaluate, Step::Return] };
        let mut theory = Self {
            signature,
            heap,
            symbols,
            code,
            equations: Vec::new(),
            rules: Vec::new(),
            first_rules: Vec::new(),
            memberships: Vec::new(),
            warnings: Vec::new(),
            observed,
        };
        theory.add_statements(statements)?;
        Ok(theory)
    }

    /// The signature the theory was compiled from.
    pub fn signature(&self) -> &Arc<Signature> {
        &self.signature
    }

    /// Puts a ground term in the place of the right-hand side of an equation without variables or conditions, given by its
    /// place among the module's statements.
    pub(crate) fn set_value(&mut self, statement: usize, value: &Term) {
        let code = self.compiler().value(value);
        for equation in self.equations.iter_mut().filter(|equation| equation.statement == statement) {
            equation.right = code.code;
            equation.guard.registers = equation.guard.registers.max(code.registers);
        }
    }

    /// The theory with a term of a command compiled into it: as Maude takes it, without the identities it is written with,
    /// which are not evaluated.
    pub(crate) fn with_command(&self, term: &Term) -> (Self, Evaluable) {
        let mut theory = self.clone();
        let evaluable = theory.compiler().command(&normalized(&self.signature, term, false));
        (theory, evaluable)
    }

    /// The theory with a query compiled into it: its initial term, and its pattern and condition.
    pub(crate) fn with_query(
        &self,
        initial: &Term,
        pattern: &Term,
        conditions: &[Condition],
    ) -> Result<(Self, Evaluable, Goal), Vec<Diagnostic>> {
        let (mut theory, initial) = self.with_command(initial);
        let mut compiler = theory.compiler();
        let goal = compiler.goal(pattern, conditions, Reach::Whole);
        let diagnostics = compiler.diagnostics;
        if diagnostics.is_empty() { Ok((theory, initial, goal)) } else { Err(diagnostics) }
    }

    /// The theory with a match compiled into it, and its subject, which is not evaluated.
    pub(crate) fn with_match(
        &self,
        query: &MatchQuery,
        extended: bool,
    ) -> Result<(Self, NodeId, Goal), Vec<Diagnostic>> {
        let mut theory = self.clone();
        // The subject is not evaluated, so variables stand for terms that may be no normal forms.
        theory.symbols.any_lazy = true;
        let subject = theory.heap.build(&query.subject, false);
        let subject = theory.heap.intern(subject);
        theory.heap.rewind(0);
        let top = theory.heap.symbol(subject);
        let mut compiler = theory.compiler();
        let reach = compiler.reach(&query.pattern, top, extended);
        let goal = compiler.goal(&query.pattern, &query.conditions, reach);
        let diagnostics = compiler.diagnostics;
        if diagnostics.is_empty() { Ok((theory, subject, goal)) } else { Err(diagnostics) }
    }

    /// The rule of a number, to be applied in the first way that fits.
    pub(crate) fn first_rule(&self, number: u32) -> &Replacement {
        self.first_rules[number as usize].as_ref().unwrap_or(&self.rules[number as usize])
    }

    fn compiler(&mut self) -> StatementCompiler<'_> {
        StatementCompiler {
            heap: &mut self.heap,
            symbols: &self.symbols,
            code: &mut self.code,
            diagnostics: Vec::new(),
            observed: self.observed,
        }
    }

    fn add_statements(&mut self, statements: &[Statement]) -> Result<(), Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let lefts = index::index(statements, &mut self.heap, &mut self.symbols, &mut diagnostics);
        let simplified = |symbol: &u32| !self.symbols.of(*symbol).is_constructor();
        let unevaluated: Vec<u32> = (0..self.symbols.len() as u32).filter(simplified).collect();
        self.heap.mark_unevaluated(&unevaluated);
        let mut compiler = StatementCompiler {
            heap: &mut self.heap,
            symbols: &self.symbols,
            code: &mut self.code,
            diagnostics,
            observed: self.observed,
        };
        for variant in lefts.equations {
            let source = &statements[variant.statement];
            self.equations.push(compiler.replacement(variant, source, Step::Return, true));
        }
        for variant in lefts.rules {
            let source = &statements[variant.statement];
            self.first_rules.push(compiler.first_replacement(variant.clone(), source));
            self.rules.push(compiler.replacement(variant, source, Step::Stop, false));
        }
        for variant in lefts.memberships {
            let source = &statements[variant.statement];
            self.memberships.push(compiler.membership(variant, source));
        }
        let diagnostics = compiler.diagnostics;
        if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(diagnostics);
        }
        self.warnings = diagnostics;
        Ok(())
    }
}

fn too_large(error: TooLarge, module: &Module) -> Diagnostic {
    let (have, limit, what) = match error {
        TooLarge::Symbols { have, limit } => (have, limit, "operators"),
        TooLarge::Sorts { have, limit } => (have, limit, "sorts of one kind"),
    };
    Diagnostic::error("too-large", format!("the module has {have} {what}; at most {limit} can be handled"), module.span)
}
