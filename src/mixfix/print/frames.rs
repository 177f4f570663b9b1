//! The printing itself: an explicit stack of frames, one for each term that is under way.

use std::fmt;
use std::rc::Rc;

use crate::base::{Name, Number, Value};
use crate::module::{MixfixPiece, Position, Signature, SortId, Symbol, SymbolId, Term, TermNode};

use super::super::production::PREFIX_ARGUMENT;
use super::capture::{Context, FREE, Waiting, bound, needs_parentheses};
use super::format::Page;
use super::{LONGEST, Printer};

/// Precedence of the signs in front of numbers.
const PREFIX_SIGN: i32 = 15;

/// The arguments of an application, or its last ones.
#[derive(Clone)]
enum Arguments<'t> {
    /// As they stand in the term.
    Own(&'t [Position]),
    /// Those of an associative symbol without nesting, from a place on.
    Flat(Rc<[Position]>, usize),
}

impl Arguments<'_> {
    fn all(&self) -> &[Position] {
        match self {
            Self::Own(all) => all,
            Self::Flat(all, from) => &all[*from..],
        }
    }

    /// All but the first.
    fn rest(&self) -> Self {
        match self {
            Self::Own(all) => Self::Own(&all[1..]),
            Self::Flat(all, from) => Self::Flat(all.clone(), from + 1),
        }
    }
}

/// What is still to be written.
enum Frame<'t> {
    /// A term.
    Visit(Position, Context),
    /// The same symbol on the rest of the arguments: an associative symbol hangs to the right.
    Tail(SymbolId, Arguments<'t>, Context),
    /// The rest of a mixfix form, from a piece on.
    Mixfix {
        symbol: SymbolId,
        arguments: Arguments<'t>,
        piece: usize,
        argument: usize,
        context: Context,
        colors: usize,
    },
    /// The rest of the arguments of a prefix form.
    Prefix { symbol: SymbolId, arguments: Arguments<'t>, at: usize, range_known: bool },
    /// A closing parenthesis.
    Close,
    /// A closing parenthesis and the sort.
    CloseSort(SortId),
    /// The end of an operator that may have set colours.
    Restore(usize),
}

/// One printing.
pub(super) struct Run<'p, 'a, 't, 'o> {
    printer: &'p Printer<'a>,
    term: &'t Term,
    page: Page<'o>,
    frames: Vec<Frame<'t>>,
}

impl<'p, 'a, 't, 'o> Run<'p, 'a, 't, 'o> {
    /// Makes ready.
    pub fn new(printer: &'p Printer<'a>, term: &'t Term, out: &'o mut dyn fmt::Write) -> Self {
        let colored = printer.options.color && printer.options.format;
        let top = Frame::Visit(term.root(), Context::inside(FREE, false));
        Self { printer, term, page: Page::new(out, colored), frames: vec![top] }
    }

    /// Writes it all.
    pub fn run(mut self) -> fmt::Result {
        while let Some(frame) = self.frames.pop() {
            match frame {
                Frame::Visit(position, context) => self.visit(position, context)?,
                Frame::Tail(symbol, arguments, context) => self.form(symbol, arguments, context)?,
                Frame::Mixfix { symbol, arguments, piece, argument, context, colors } => {
                    self.mixfix(symbol, arguments, (piece, argument), context, colors)?;
                }
                Frame::Prefix { symbol, arguments, at, range_known } => {
                    self.prefix(symbol, arguments, at, range_known)?;
                }
                Frame::Close => self.page.text(")")?,
                Frame::CloseSort(sort) => {
                    let name = self.signature().sort(sort).name;
                    self.page.text(").")?;
                    self.page.text(name.as_str())?;
                }
                Frame::Restore(colors) => self.page.restore(colors, false)?,
            }
        }
        Ok(())
    }

    fn signature(&self) -> &'a Signature {
        self.printer.signature
    }

    fn visit(&mut self, position: Position, context: Context) -> fmt::Result {
        let term = self.term;
        match term.node(position) {
            TermNode::Variable(variable) => {
                let text = self.printer.print_variable(*variable);
                self.page.text(&text)
            }
            TermNode::Number(number) => self.number(number, context),
            TermNode::Value(symbol, value) => self.value(*symbol, value, context),
            TermNode::Iterated { symbol, count: Number::Small(1), argument } => {
                self.application(*symbol, std::slice::from_ref(argument), context)
            }
            TermNode::Iterated { symbol, count, argument } => self.power(*symbol, count, *argument, context),
            TermNode::Application { symbol, arguments } => self.application(*symbol, arguments, context),
        }
    }

    fn number(&mut self, number: &Number, context: Context) -> fmt::Result {
        let overloading = &self.printer.overloading;
        if let (Some(numbers), true) = (self.signature().numbers(), number.is_zero()) {
            return self.application(numbers.zero, &[], context);
        }
        if !self.printer.options.number {
            return self.successors(number, context);
        }
        let text = number.to_string();
        if !overloading.is_ambiguous_literal(&text, context.range_known) {
            return self.page.text(&text);
        }
        let sort = self.signature().numbers().and_then(|numbers| {
            let symbol = if number.signum() < 0 { numbers.minus? } else { numbers.successor };
            Some(self.signature().symbol(symbol).typings.last()?.range)
        });
        self.page.text("(")?;
        self.page.text(&text)?;
        self.frames.extend(sort.map(Frame::CloseSort));
        Ok(())
    }

    /// A number that is not zero as a tower of successors on zero.
    fn successors(&mut self, number: &Number, context: Context) -> fmt::Result {
        let Some(numbers) = self.signature().numbers() else { return self.page.text(&number.to_string()) };
        let magnitude = if number.signum() < 0 { number.negated() } else { number.clone() };
        let zero = self.signature().symbol(numbers.zero).name;
        let name = self.signature().symbol(numbers.successor).name;
        let unary = |symbol: SymbolId| self.signature().symbol(symbol).mixfix.first().copied();
        let tower = match (&magnitude, unary(numbers.successor)) {
            (Number::Small(1), Some(MixfixPiece::Token(word))) if self.printer.options.mixfix => {
                format!("{word} {zero}")
            }
            (Number::Small(1), _) => format!("{name}({zero})"),
            _ => format!("{name}^{magnitude}({zero})"),
        };
        let sign = numbers.minus.filter(|_| number.signum() < 0).and_then(unary);
        let parentheses = context.bound < PREFIX_SIGN && (sign.is_some() || magnitude == Number::Small(1));
        let text = match sign {
            Some(MixfixPiece::Token(word)) => format!("{word} {tower}"),
            _ => tower,
        };
        self.page.text(&if parentheses { format!("({text})") } else { text })
    }

    /// A literal, with its sort where several kinds have it.
    fn value(&mut self, symbol: SymbolId, value: &Value, context: Context) -> fmt::Result {
        let text = value.to_string();
        let known = self.open_sort(symbol, context)?;
        if self.printer.overloading.is_ambiguous_literal(&text, known) {
            // The smaller of two sorts is that of strings of one character.
            let typings = &self.signature().symbol(symbol).typings;
            let typing = if is_character(value) { typings.first() } else { typings.last() };
            let sort = typing.map(|typing| typing.range);
            self.page.text("(")?;
            self.frames.extend(sort.map(Frame::CloseSort));
        }
        self.page.text(&text)
    }

    /// A fraction of two numbers as one token, where it reads back as one.
    fn fraction(&self, id: SymbolId, arguments: &[Position]) -> Option<String> {
        if self.signature().division() != Some(id) || !self.printer.options.rational {
            return None;
        }
        let [numerator, denominator] = arguments else { return None };
        match (self.term.node(*numerator), self.term.node(*denominator)) {
            (TermNode::Number(n), TermNode::Number(d)) if !n.is_zero() && d.signum() > 0 => Some(format!("{n}/{d}")),
            _ => None,
        }
    }

    /// `f^n(t)`, for more than one application.
    fn power(&mut self, symbol: SymbolId, count: &Number, argument: Position, context: Context) -> fmt::Result {
        let range_known = self.open_sort(symbol, context)?;
        let name = self.signature().symbol(symbol).name;
        self.page.text(&format!("{name}^{count}("))?;
        let known = self.printer.overloading.tells_iterated(symbol, range_known);
        self.frames.push(Frame::Close);
        self.frames.push(Frame::Visit(argument, Context::inside(PREFIX_ARGUMENT, known)));
        Ok(())
    }

    /// Opens `(t).S` where it is needed; whether the range is known then.
    fn open_sort(&mut self, id: SymbolId, context: Context) -> Result<bool, fmt::Error> {
        let symbol = self.signature().symbol(id);
        if !self.printer.overloading.is_ambiguous(id, symbol.arity(), context.range_known) {
            return Ok(context.range_known);
        }
        self.page.text("(")?;
        let sort =
            symbol.typings.first().map_or_else(|| self.signature().top_sort(symbol.range), |typing| typing.range);
        self.frames.push(Frame::CloseSort(sort));
        Ok(true)
    }

    fn application(&mut self, id: SymbolId, arguments: &'t [Position], mut context: Context) -> fmt::Result {
        let symbol = self.signature().symbol(id);
        let before = self.frames.len();
        context.range_known = self.open_sort(id, context)?;
        if self.frames.len() > before {
            context = Context::inside(FREE, true);
        }
        let arguments = self.flattened(id, symbol, arguments);
        match self.fraction(id, arguments.all()) {
            Some(text) => self.page.text(&text),
            None => self.form(id, arguments, context),
        }
    }

    /// A symbol on arguments, in mixfix or prefix form.
    fn form(&mut self, id: SymbolId, arguments: Arguments<'t>, context: Context) -> fmt::Result {
        let symbol = self.signature().symbol(id);
        let count = arguments.all().len();
        let nested = symbol.axioms.associative && symbol.arity() == 2 && count > 2;
        let mixfix = symbol.is_mixfix() && self.printer.options.mixfix;
        if count == 0 || mixfix && (count == symbol.arity() || nested) {
            return self.mixfix_form(id, arguments, context);
        }
        self.prefix_name(symbol)?;
        let range_known = self.printer.overloading.tells_arguments(id, context.range_known);
        self.frames.push(Frame::Prefix { symbol: id, arguments, at: 0, range_known });
        Ok(())
    }

    /// Begins a mixfix form, in parentheses where they are needed.
    fn mixfix_form(&mut self, id: SymbolId, arguments: Arguments<'t>, mut context: Context) -> fmt::Result {
        let symbol = self.signature().symbol(id);
        let parentheses = self.printer.options.parentheses || needs_parentheses(symbol, context);
        if parentheses && !arguments.all().is_empty() {
            self.page.text("(")?;
            self.frames.push(Frame::Close);
            context = Context::inside(FREE, context.range_known);
        }
        let colors = self.page.depth();
        self.frames.push(Frame::Mixfix { symbol: id, arguments, piece: 0, argument: 0, context, colors });
        Ok(())
    }

    fn prefix_name(&mut self, symbol: &Symbol) -> fmt::Result {
        let colors = self.page.depth();
        if symbol.is_mixfix() {
            // The format is one for the mixfix form.
            self.page.text(symbol.name.as_str())?;
            return self.page.text("(");
        }
        self.format_word(symbol, 0, false, colors)?;
        self.page.text(symbol.name.as_str())?;
        self.format_word(symbol, 1, false, colors)?;
        self.page.text("(")?;
        self.frames.push(Frame::Restore(colors));
        Ok(())
    }

    /// The arguments, those of an associative symbol without nesting.
    fn flattened(&self, id: SymbolId, symbol: &Symbol, arguments: &'t [Position]) -> Arguments<'t> {
        let same = |position: Position| match self.term.node(position) {
            TermNode::Application { symbol, arguments } if *symbol == id => Some(&arguments[..]),
            _ => None,
        };
        if !symbol.axioms.associative || self.printer.nested || arguments.iter().all(|&at| same(at).is_none()) {
            return Arguments::Own(arguments);
        }
        let mut flat = Vec::new();
        let mut rest: Vec<Position> = arguments.iter().rev().copied().collect();
        while let Some(position) = rest.pop() {
            match same(position) {
                Some(inner) => rest.extend(inner.iter().rev()),
                // Each takes two bytes of text at least: what is left over would be cut.
                None if flat.len() > LONGEST / 2 => break,
                None => flat.push(position),
            }
        }
        Arguments::Flat(flat.into(), 0)
    }

    /// Writes a mixfix form up to its next argument.
    fn mixfix(
        &mut self,
        id: SymbolId,
        arguments: Arguments<'t>,
        (mut piece, argument): (usize, usize),
        context: Context,
        colors: usize,
    ) -> fmt::Result {
        let symbol = self.signature().symbol(id);
        while let Some(&next) = symbol.mixfix.get(piece) {
            let space = piece > 0 && !is_special(symbol.mixfix[piece - 1]) && !is_special(next);
            self.format_word(symbol, piece, space, colors)?;
            piece += 1;
            match next {
                MixfixPiece::Token(name) => self.page.text(name.as_str())?,
                MixfixPiece::Hole => {
                    let inner = self.argument_context(id, symbol, argument, piece - 1, context);
                    let all = arguments.all();
                    let nested = argument == 1 && all.len() > symbol.arity();
                    let next = if nested {
                        Frame::Tail(id, arguments.rest(), inner)
                    } else {
                        Frame::Visit(all[argument], inner)
                    };
                    // Nothing is left to do behind the last hole of most operators: lists may be long.
                    if piece < symbol.mixfix.len() || !symbol.format.is_empty() {
                        let argument = argument + 1;
                        self.frames.push(Frame::Mixfix { symbol: id, arguments, piece, argument, context, colors });
                    }
                    self.frames.push(next);
                    return Ok(());
                }
            }
        }
        self.format_word(symbol, symbol.mixfix.len(), false, colors)?;
        self.page.restore(colors, false)
    }

    /// What a mixfix form asks of an argument.
    fn argument_context(
        &self,
        id: SymbolId,
        symbol: &Symbol,
        argument: usize,
        piece: usize,
        context: Context,
    ) -> Context {
        let (own, nobody) = (Waiting::operator(symbol, argument), Waiting::nobody());
        let is_hole = |at: Option<usize>| at.and_then(|at| symbol.mixfix.get(at)) == Some(&MixfixPiece::Hole);
        let end = symbol.mixfix.len() - 1;
        let (begins, ends) = (piece == 0, piece == end);
        let beside = |there: bool| {
            if there { self.printer.juxtapositions[symbol.domain[argument].index()] } else { nobody }
        };
        // Within: only an operator open at that end can take from, or give to, what stands there.
        let left = match (begins, ends) {
            (true, _) => context.left,
            (_, true) => context.left.or(own),
            _ => nobody,
        };
        let right = match (ends, begins) {
            (true, _) => context.right,
            (_, true) => context.right.or(own),
            _ => nobody,
        };
        Context {
            bound: bound(symbol, argument),
            left: left.or(beside(is_hole(piece.checked_sub(1)))),
            right: right.or(beside(is_hole(Some(piece + 1)))),
            range_known: self.printer.overloading.tells_arguments(id, context.range_known),
        }
    }

    /// Writes a prefix form up to its next argument.
    fn prefix(&mut self, symbol: SymbolId, arguments: Arguments<'t>, at: usize, range_known: bool) -> fmt::Result {
        let Some(&position) = arguments.all().get(at) else { return self.page.text(")") };
        if at > 0 {
            self.page.text(", ")?;
        }
        let context = Context::inside(PREFIX_ARGUMENT, range_known);
        if at == 1 && arguments.all().len() > 2 && self.hangs(symbol) {
            self.frames.extend([Frame::Close, Frame::Tail(symbol, arguments.rest(), context)]);
            return Ok(());
        }
        self.frames.push(Frame::Prefix { symbol, arguments, at: at + 1, range_known });
        self.frames.push(Frame::Visit(position, context));
        Ok(())
    }

    /// Whether several arguments of an associative symbol are to be shown as nested.
    fn hangs(&self, symbol: SymbolId) -> bool {
        !self.printer.options.flat && self.signature().symbol(symbol).axioms.associative
    }

    /// The white space of a place: what `format` says, else a space or none.
    fn format_word(&mut self, symbol: &Symbol, place: usize, space: bool, colors: usize) -> fmt::Result {
        match symbol.format.get(place) {
            Some(&word) if self.printer.options.format => self.page.directive(Name::as_str(word), space, colors),
            _ if space => self.page.text(" "),
            _ => Ok(()),
        }
    }
}

/// Whether a piece is one of the characters that stand alone in any case, beside which no space is put.
fn is_special(piece: MixfixPiece) -> bool {
    matches!(piece, MixfixPiece::Token(name) if matches!(name.as_str(), "(" | ")" | "[" | "]" | "{" | "}" | ","))
}

fn is_character(value: &Value) -> bool {
    matches!(value, Value::Text(text) if text.len() == 1)
}
