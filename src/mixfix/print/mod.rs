//! From terms to text, as Maude prints them: mixfix, with as few parentheses as precedence and gathering allow.

mod capture;
mod echo;
mod format;
mod frames;
mod overload;

use std::fmt;

use crate::base::Name;
use crate::base::hash::IndexMap;
use crate::module::{Signature, SortId, Term, Variable};

use overload::Overloading;

pub use echo::normalized;

/// How terms are printed.
#[derive(Clone, Copy, Debug)]
pub struct PrintOptions {
    /// White space and colours of `format` are honoured.
    pub format: bool,
    /// Colours of `format` are written as terminal escapes; white space is not touched by this.
    pub color: bool,
    /// Every operator's term is put in parentheses.
    pub parentheses: bool,
    /// Operators in the user's own syntax; in prefix form otherwise.
    pub mixfix: bool,
    /// Several arguments of an associative symbol in one prefix form; nested to the right otherwise.
    pub flat: bool,
    /// Integers in digits; as successors of zero otherwise.
    pub number: bool,
    /// Fractions of integers as one word.
    pub rational: bool,
    /// Declared variables by their name alone.
    pub aliases: bool,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            format: true,
            color: false,
            parentheses: false,
            mixfix: true,
            flat: true,
            number: true,
            rational: true,
            aliases: true,
        }
    }
}

/// Prints terms of one signature.
///
/// What is printed reads back as the same term, up to nesting of associative symbols, as long as `format` and
/// overloading leave the user's own syntax unambiguous.
#[derive(Clone, Debug)]
pub struct Printer<'a> {
    signature: &'a Signature,
    variables: Option<&'a IndexMap<Name, SortId>>,
    options: PrintOptions,
    overloading: Overloading,
    /// Associative symbols are shown nested as they stand in the term.
    nested: bool,
    /// Juxtaposition operators, those with nothing but holes.
    juxtapositions: Vec<capture::Waiting>,
}

/// Most bytes of a term's text: a bag of billions of elements is a small term and a text that fits no memory.
const LONGEST: usize = 1 << 26;

/// A text of limited length.
struct Limited(String);

impl fmt::Write for Limited {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        if self.0.len() + piece.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(piece);
        Ok(())
    }
}

impl<'a> Printer<'a> {
    /// A printer. Cost: linear in the symbols.
    pub fn new(signature: &'a Signature, options: PrintOptions) -> Self {
        Self {
            signature,
            variables: None,
            options,
            overloading: Overloading::new(signature),
            nested: false,
            juxtapositions: capture::juxtapositions(signature),
        }
    }

    /// Prints variables that are declared with their sort by their name alone.
    #[must_use]
    pub fn with_variables(mut self, variables: &'a IndexMap<Name, SortId>) -> Self {
        self.variables = Some(variables);
        self
    }

    /// Shows associative symbols nested as they stand in the term; without this they are flat.
    #[must_use]
    pub fn nested(mut self) -> Self {
        self.nested = true;
        self
    }

    /// The term as text. Linear in the text; no recursion. A text that grows past all reading is cut, and says so.
    pub fn print(&self, term: &Term) -> String {
        let mut text = Limited(String::new());
        if self.print_to(term, &mut text).is_err() {
            text.0.push_str(" … (cut here: too long to be shown)");
        }
        text.0
    }

    /// Writes the term.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn print_to(&self, term: &Term, out: &mut dyn fmt::Write) -> fmt::Result {
        if term.is_empty() {
            return Ok(());
        }
        frames::Run::new(self, term, out).run()
    }

    /// A variable as text: `X:Nat`, or `X` where it is declared so.
    pub fn print_variable(&self, variable: Variable) -> String {
        let declared = self.options.aliases
            && self.variables.and_then(|variables| variables.get(&variable.name)) == Some(&variable.sort);
        if declared
            && self.signature.symbols_named(variable.name).iter().all(|&id| self.signature.symbol(id).arity() > 0)
        {
            return variable.name.as_str().to_owned();
        }
        format!("{}:{}", variable.name, self.signature.sort(variable.sort).name)
    }
}
