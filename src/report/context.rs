//! What every text needs: the module the terms are of, and how they shall look.

use crate::base::{Name, SourceMap};
use crate::mixfix::{PrintOptions, Printer};
use crate::module::{Module, SortId, Statement, Term, Variable};

/// Prints the terms of one module.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The module.
    pub module: &'a Module,
    /// Where statements without a label are looked up.
    pub sources: &'a SourceMap,
    /// Whether the colours of `format` are written.
    pub colour: bool,
}

impl Context<'_> {
    /// A term, with the line breaks and (if wanted) colours of `format`.
    pub fn term(&self, term: &Term) -> String {
        self.print(term, PrintOptions { colour: self.colour, ..PrintOptions::default() })
    }

    /// A term on one line, without colours.
    pub fn one_line(&self, term: &Term) -> String {
        let text = self.print(term, PrintOptions { colour: false, ..PrintOptions::default() });
        if text.contains('\n') {
            return self.print(term, PrintOptions { colour: false, format: false, ..PrintOptions::default() });
        }
        text
    }

    fn print(&self, term: &Term, options: PrintOptions) -> String {
        Printer::new(&self.module.signature, options).variables(&self.module.variables).print(term)
    }

    /// A variable: its name alone when the module declares it so, else with its sort.
    pub fn variable(&self, variable: Variable) -> String {
        if self.module.variables.get(&variable.name) == Some(&variable.sort) {
            return variable.name.to_string();
        }
        format!("{}:{}", variable.name, self.sort(variable.sort))
    }

    /// A sort, or a kind in brackets.
    pub fn sort(&self, sort: SortId) -> Name {
        self.module.signature.sort(sort).name
    }

    /// What a rule is called in a path: its label, else the line it stands on.
    pub fn rule_name(&self, statement: &Statement) -> String {
        match statement.label {
            Some(label) => label.to_string(),
            None => format!("line {}", self.sources.line_column(statement.span).0),
        }
    }
}
