//! Compiled theories: what the engine runs. Takes a flat module, gives matching programs, code and indices.

mod builtin;
mod code;
mod index;
mod matching;
mod pattern;
mod program;
mod statements;
mod symbols;

use std::sync::Arc;

use crate::base::Diagnostic;
use crate::module::{Condition, Module, Signature, Statement, StatementKind, Term};
use crate::term::{Heap, SymbolTable, TooLarge};

pub(crate) use builtin::Builtin;
pub(crate) use program::{Fragment, Match, NO_SLOT, Slot, Span, Step, Window};
pub(crate) use statements::{Code, Entry, Goal, Guard, Replacement};
pub(crate) use symbols::{Evaluation, SymbolTheories};

use statements::StatementCompiler;

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
        let signature = Arc::clone(&module.signature);
        let table = SymbolTable::new(Arc::clone(&signature)).map_err(|error| vec![too_large(error, module)])?;
        let heap = Heap::new(Arc::new(table));
        let symbols = SymbolTheories::new(&signature, heap.symbols.infos.len());
        let code = Code { matches: Vec::new(), steps: vec![Step::Evaluate, Step::Stop, Step::Evaluate, Step::Return] };
        let mut theory = Self { signature, heap, symbols, code, equations: Vec::new(), rules: Vec::new() };
        theory.add_statements(&module.statements)?;
        Ok(theory)
    }

    /// The signature the theory was compiled from.
    pub fn signature(&self) -> &Arc<Signature> {
        &self.signature
    }

    /// The theory with a query's pattern and condition compiled into it.
    pub(crate) fn with_goal(&self, pattern: &Term, conditions: &[Condition]) -> Result<(Self, Goal), Vec<Diagnostic>> {
        let mut theory = self.clone();
        let place =
            pattern.span(pattern.root()).unwrap_or(crate::base::Span::new(crate::base::source::FileId::new(0), 0, 0));
        let mut compiler = StatementCompiler {
            heap: &mut theory.heap,
            symbols: &theory.symbols,
            code: &mut theory.code,
            diagnostics: Vec::new(),
        };
        let goal = compiler.goal(pattern, conditions, place);
        let diagnostics = compiler.diagnostics;
        if diagnostics.is_empty() { Ok((theory, goal)) } else { Err(diagnostics) }
    }

    fn add_statements(&mut self, statements: &[Statement]) -> Result<(), Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let lefts = index::index(statements, &mut self.heap, &mut self.symbols, &mut diagnostics);
        let simplified = |symbol: &u32| !self.symbols.of(*symbol).is_constructor();
        let unevaluated: Vec<u32> = (0..self.symbols.len() as u32).filter(simplified).collect();
        self.heap.mark_unevaluated(&unevaluated);
        let mut compiler =
            StatementCompiler { heap: &mut self.heap, symbols: &self.symbols, code: &mut self.code, diagnostics };
        for (number, left) in lefts.equations {
            let statement = &statements[number];
            let StatementKind::Equation { right, .. } = &statement.kind else { unreachable!("indexed as an equation") };
            self.equations.push(compiler.replacement(
                number,
                left,
                right,
                &statement.conditions,
                Step::Return,
                statement.span,
            ));
        }
        for (number, left) in lefts.rules {
            let statement = &statements[number];
            let StatementKind::Rule { right, .. } = &statement.kind else { unreachable!("indexed as a rule") };
            self.rules.push(compiler.replacement(
                number,
                left,
                right,
                &statement.conditions,
                Step::Stop,
                statement.span,
            ));
        }
        let diagnostics = compiler.diagnostics;
        if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
    }
}

fn too_large(error: TooLarge, module: &Module) -> Diagnostic {
    let (have, limit, what) = match error {
        TooLarge::Symbols { have, limit } => (have, limit, "operators"),
        TooLarge::Sorts { have, limit } => (have, limit, "sorts of one kind"),
    };
    Diagnostic::error("too-large", format!("the module has {have} {what}; at most {limit} can be handled"), module.span)
}
