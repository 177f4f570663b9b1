//! Terms as data.

use std::fmt;
use std::sync::Arc;

use crate::base::{Number, Value};
use crate::mixfix::{PrintOptions, Printer};
use crate::module::{self, Module, Position, SymbolId, TermNode};

/// A term of a program, such as a state or the value of a variable. Displayed in the syntax of its module, on one line.
///
/// ```
/// let mut program = rewrite::Program::from_text("fmod SHOP is protecting STRING . protecting NAT .
///   sorts Item Bag .
///   subsort Item < Bag .
///   op _at_ : String Nat -> Item .
///   op none : -> Bag .
///   op __ : Bag Bag -> Bag [assoc comm id: none] .
/// endfm")?;
/// let bag = program.reduce("(\"pear\" at 3) (\"apple\" at 2 * 2)")?.term;
/// let items = bag.elements("__");
/// let prices: Vec<(String, i64)> = items
///     .iter()
///     .filter_map(|item| match item.arguments().as_slice() {
///         [name, price] if item.is("_at_") => Some((name.as_text()?, price.as_integer()?)),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(prices, [("apple".to_owned(), 4), ("pear".to_owned(), 3)]);
/// assert_eq!(items[0].to_string(), "\"apple\" at 4");
/// # Ok::<(), rewrite::Error>(())
/// ```
#[derive(Clone)]
pub struct Term {
    module: Arc<Module>,
    term: Arc<module::Term>,
    at: Position,
}

impl Term {
    pub(super) fn new(module: &Arc<Module>, term: module::Term) -> Self {
        let at = term.root();
        Self { module: Arc::clone(module), term: Arc::new(term), at }
    }

    fn node(&self) -> &TermNode {
        self.term.node(self.at)
    }

    fn below(&self, at: Position) -> Self {
        Self { module: Arc::clone(&self.module), term: Arc::clone(&self.term), at }
    }

    /// The value of an integer that fits.
    pub fn as_integer(&self) -> Option<i64> {
        match self.node() {
            TermNode::Number(number) => number.as_small(),
            _ => None,
        }
    }

    /// The value of an integer of any size.
    pub fn as_number(&self) -> Option<&Number> {
        match self.node() {
            TermNode::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The value of a floating-point number.
    pub fn as_float(&self) -> Option<f64> {
        match self.node() {
            TermNode::Value(_, Value::Float(float)) => Some(float.get()),
            _ => None,
        }
    }

    /// The characters of a string. Bytes that are no UTF-8 become U+FFFD.
    pub fn as_text(&self) -> Option<String> {
        self.as_bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// The bytes of a string.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self.node() {
            TermNode::Value(_, Value::Text(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// The value of `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match (self.operator()?, self.term.arguments(self.at)) {
            ("true", []) => Some(true),
            ("false", []) => Some(false),
            _ => None,
        }
    }

    /// The name of the operator at the top, such as `_+_`; none for literals and variables. As in Maude, there are
    /// backquotes where words would run together and before brackets and commas: [`Term::is`] does not mind them.
    pub fn operator(&self) -> Option<&str> {
        match self.node() {
            TermNode::Application { symbol, .. } | TermNode::Iterated { symbol, .. } => {
                Some(self.module.signature.symbol(*symbol).name.as_str())
            }
            TermNode::Variable(_) | TermNode::Number(_) | TermNode::Value(..) => None,
        }
    }

    /// Whether the operator at the top has a name, written with or without blanks and backquotes.
    pub fn is(&self, operator: &str) -> bool {
        self.operator().is_some_and(|name| same_name(name, operator))
    }

    /// The arguments of the operator at the top. Those of an associative operator may be more than two, or nested: there
    /// [`Term::elements`] is of more use.
    pub fn arguments(&self) -> Vec<Self> {
        self.term.arguments(self.at).iter().map(|&at| self.below(at)).collect()
    }

    /// The elements of a list or bag that is built with an associative operator, in the order in which they are printed:
    /// none where it is the identity of the operator, and the term itself where it is built with another one.
    pub fn elements(&self, operator: &str) -> Vec<Self> {
        let is_built = |term: &Self| term.is(operator) && term.term.arguments(term.at).len() > 1;
        if !is_built(self) {
            return if self.is_identity_of(operator) { Vec::new() } else { vec![self.clone()] };
        }
        let (top, mut elements, mut open) = (self.symbol(), Vec::new(), vec![self.at]);
        while let Some(at) = open.pop() {
            let here = self.below(at);
            // Operators of other kinds can have the same name.
            if here.symbol() == top {
                open.extend(self.term.arguments(at).iter().rev());
            } else {
                elements.push(here);
            }
        }
        elements
    }

    fn symbol(&self) -> Option<SymbolId> {
        match self.node() {
            TermNode::Application { symbol, .. } => Some(*symbol),
            _ => None,
        }
    }

    /// Whether it is an identity element of an operator of this name.
    fn is_identity_of(&self, operator: &str) -> bool {
        let is_this = |identity: &module::Term| identity.len() == 1 && identity.node(identity.root()) == self.node();
        let named = self.module.signature.symbols().iter().filter(|symbol| same_name(symbol.name.as_str(), operator));
        named
            .map(|symbol| &symbol.axioms)
            .any(|axioms| axioms.left_identity.iter().chain(&axioms.right_identity).any(is_this))
    }

    /// The term with the line breaks that the `format` of its operators asks for.
    pub fn formatted(&self) -> String {
        self.printed(true)
    }

    fn printed(&self, format: bool) -> String {
        let options = PrintOptions { format, color: false, ..PrintOptions::default() };
        let printer = Printer::new(&self.module.signature, options).with_variables(&self.module.variables);
        if self.at == self.term.root() { printer.print(&self.term) } else { printer.print(&self.term.subterm(self.at)) }
    }
}

fn same_name(name: &str, written: &str) -> bool {
    let plain = |text: &str| text.chars().filter(|&symbol| symbol != '`' && symbol != ' ').collect::<String>();
    name == written || plain(name) == plain(written)
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.printed(true);
        f.write_str(&if text.contains('\n') { self.printed(false) } else { text })
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Term({self})")
    }
}
