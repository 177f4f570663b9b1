//! Statements that cannot be executed: a variable is needed before anything gives it a value.

use crate::base::Diagnostic;
use crate::base::hash::HashSet;
use crate::module::{Condition, Statement, StatementKind, Term, Variable};

/// Warnings about the variables of a statement that have no value where it is needed; such a statement is kept, and as
/// in Maude it is never executed. Nothing to say where the user says `nonexec`.
pub(super) fn check(statement: &mut Statement) -> Vec<Diagnostic> {
    if statement.nonexec {
        return Vec::new();
    }
    let warnings = unbound(statement);
    statement.nonexec = !warnings.is_empty();
    warnings
}

fn unbound(statement: &Statement) -> Vec<Diagnostic> {
    let (left, right) = match &statement.kind {
        StatementKind::Equation { left, right, .. } | StatementKind::Rule { left, right } => (left, Some(right)),
        StatementKind::Membership { term, .. } => (term, None),
    };
    let mut check = Check { statement, bound: HashSet::default(), warnings: Vec::new() };
    check.bind(left);
    for condition in &statement.conditions {
        match condition {
            Condition::Boolean(term) | Condition::SortTest(term, _) => check.need(term),
            Condition::Equal(one, other) => {
                check.need(one);
                check.need(other);
            }
            Condition::Match(pattern, term) | Condition::Rewrite(term, pattern) => {
                check.need(term);
                check.bind(pattern);
            }
        }
    }
    if let Some(right) = right {
        check.need(right);
    }
    check.warnings
}

struct Check<'a> {
    statement: &'a Statement,
    bound: HashSet<Variable>,
    warnings: Vec<Diagnostic>,
}

impl Check<'_> {
    fn bind(&mut self, pattern: &Term) {
        self.bound.extend(pattern.variables().map(|(_, variable)| variable));
    }

    /// Each variable is missed once.
    fn need(&mut self, term: &Term) {
        for (position, variable) in term.variables() {
            let others = self.bound.iter().any(|known| known.name == variable.name);
            if !self.bound.insert(variable) {
                continue;
            }
            let name = variable.name;
            let span = term.span(position).unwrap_or(self.statement.span);
            let mut warning = Diagnostic::warning("unbound-variable", format!("the variable `{name}` has no value here"), span)
                .label("not bound by the left-hand side or an earlier condition")
                .note("this statement is never executed, as if it were `nonexec`")
                .help("a variable gets its value from the left-hand side, or from the pattern of an earlier `:=` or `=>` condition");
            if others {
                warning = warning.note(format!(
                    "a variable `{name}` of another sort is bound; variables are the same only when name and sort agree"
                ));
            }
            self.warnings.push(warning);
        }
    }
}
