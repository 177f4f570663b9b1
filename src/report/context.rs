//! What every text needs: the module the terms are of, and how they shall look.

use crate::base::{Name, SourceMap};
use crate::mixfix::{PrintOptions, Printer, normalized};
use crate::module::{Module, SortId, Statement, Term, Variable};

/// Prints the terms of one module. Making one costs time linear in the module's symbols.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The module.
    pub module: &'a Module,
    /// Whether colours are written.
    pub colour: bool,
    /// Where statements without a label are looked up.
    sources: &'a SourceMap,
    /// As the user wants it.
    full: Printer<'a>,
    /// Without colours.
    plain: Printer<'a>,
    /// Without anything of `format`.
    bare: Printer<'a>,
    /// As the user wants it, associative symbols nested as they are written.
    nested: Printer<'a>,
}

impl<'a> Context<'a> {
    /// Prints terms of `module`, with the colours of `format` or without.
    pub fn new(module: &'a Module, sources: &'a SourceMap, colour: bool) -> Self {
        Self::with_options(module, sources, PrintOptions { color: colour, ..PrintOptions::default() })
    }

    /// Prints terms of `module` as the options say.
    pub fn with_options(module: &'a Module, sources: &'a SourceMap, wanted: PrintOptions) -> Self {
        let colour = wanted.color;
        let printer = |format, color| {
            let options = PrintOptions { format: format && wanted.format, color, ..wanted };
            Printer::new(&module.signature, options).with_variables(&module.variables)
        };
        Self {
            module,
            colour,
            sources,
            full: printer(true, colour),
            plain: printer(true, false),
            bare: printer(false, false),
            nested: printer(true, colour).nested(),
        }
    }

    /// Where statements are looked up.
    pub fn sources(&self) -> &'a SourceMap {
        self.sources
    }

    /// A term, with the line breaks and (if wanted) colours of `format`.
    pub fn term(&self, term: &Term) -> String {
        self.full.print(term)
    }

    /// A term as it is echoed in front of an answer, and on the right side and in the condition of a statement: nested as
    /// it is written, in normal form argument by argument.
    pub fn echoed(&self, term: &Term) -> String {
        self.nested.print(&normalized(&self.module.signature, term, false))
    }

    /// The left side of a statement.
    pub fn left_side(&self, term: &Term) -> String {
        self.full.print(&normalized(&self.module.signature, term, true))
    }

    /// A term on one line, without colours.
    pub fn one_line(&self, term: &Term) -> String {
        let text = self.plain.print(term);
        if text.contains('\n') { self.bare.print(term) } else { text }
    }

    /// A variable: its name alone when the module declares it so, else with its sort.
    pub fn variable(&self, variable: Variable) -> String {
        self.bare.print_variable(variable)
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
