//! Compiles patterns to matching programs.
//!
//! The order of instructions is fixed here, once: what decides without a choice comes first (symbols, ground terms,
//! known variables), then elements of bags and lists from the most to the least special, variables that can take many
//! elements last. So at each instruction it is known which variables have a value.

use crate::base::hash::{HashMap, HashSet, IndexMap};
use crate::module::Variable;
use crate::term::{Heap, NodeId, Shape};

use super::pattern::{Pattern, PatternId, Patterns, span};
use super::program::{Key, Match, NO_SLOT, Parts, Slot, Span, Window};
use super::statements::Reach;

/// Native stack kept free for one level of a nested pattern, and how much is added when it runs short.
const RED_ZONE: usize = 64 * 1024;
const STACK_STEP: usize = 1024 * 1024;

/// The register of the whole subject.
const SUBJECT: Slot = 0;

/// Registers and bindings of one statement while it is compiled.
#[derive(Debug)]
pub(crate) struct Scope {
    /// Where each variable met so far has its value.
    pub(crate) bound: IndexMap<Variable, Slot>,
    /// Where the values of compound patterns stand: matched, or evaluated before.
    pub(crate) known: HashMap<PatternId, Slot>,
    /// How often each variable stands in the pattern, where the first match is enough and no condition names it.
    pub(crate) free: HashMap<Variable, u32>,
    /// Variables that nothing looks at before the right-hand side: what is left of a bag need not be put together for
    /// them while it is not certain that the statement applies.
    pub(crate) deferrable: HashSet<Variable>,
    /// Whether that holds for the context of an extension.
    pub(crate) defer_context: bool,
    /// The rests that were put off: the register each is to go to, and of which bag it is.
    pub(crate) deferred: Vec<Deferred>,
    /// Variables that right-hand sides read straight from what is left of the bag in a register.
    pub(crate) rests: HashMap<Variable, Slot>,
    /// The same in an equation, with the register that keeps what was taken out of the bag.
    pub(crate) kept: HashMap<Variable, (Slot, Slot)>,
    /// Variables of an equation that can stand for a part of the very list or bag (of the symbol) it applies to. That is no
    /// normal form yet, and neither need its parts be.
    pub(crate) parts: HashMap<Variable, u32>,
    /// Whether the statement is an equation, and its subject as a whole stands in the first register.
    pub(crate) is_equation: bool,
    /// Whether the subject is headed by an iterated symbol, to which the left-hand side collapses.
    pub(crate) in_tower: bool,
    /// Whether a list pattern in a context places what is fixed before the variable in front: in statements.
    pub(crate) fixed_first: bool,
    pub(crate) slots: Slot,
    pub(crate) windows: Window,
}

/// What is left of a bag and was not put together yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deferred {
    pub(crate) to: Slot,
    pub(crate) bag: Slot,
    pub(crate) symbol: u32,
    pub(crate) variable: Option<Variable>,
    pub(crate) span: Span,
}

impl Scope {
    /// A scope whose first registers are filled by the caller.
    pub(crate) fn new(filled: usize) -> Self {
        Self {
            bound: IndexMap::default(),
            known: HashMap::default(),
            parts: HashMap::default(),
            is_equation: false,
            in_tower: false,
            fixed_first: false,
            deferrable: HashSet::default(),
            free: HashMap::default(),
            defer_context: false,
            deferred: Vec::new(),
            rests: HashMap::default(),
            kept: HashMap::default(),
            slots: filled as Slot,
            windows: 0,
        }
    }

    /// A new register.
    pub(crate) fn slot(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    pub(super) fn window(&mut self) -> Window {
        self.windows += 1;
        self.windows - 1
    }
}

/// What is left over of a list or bag that a pattern matched a part of: the registers of the parts around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) symbol: u32,
    pub(crate) left: Slot,
    pub(crate) right: Slot,
}

/// Compiles patterns of one statement.
#[derive(Debug)]
pub(crate) struct Compiler<'a> {
    pub(crate) heap: &'a Heap,
    pub(crate) patterns: &'a Patterns,
    pub(crate) scope: &'a mut Scope,
    pub(crate) code: &'a mut Vec<Match>,
}

/// An item of a list or bag, seen from the symbol above it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    /// Takes one element: a pattern that cannot collapse, or a variable of an element sort without a value.
    Element,
    /// A variable with a value.
    Bound(Slot),
    /// Takes several elements: a variable, or a pattern that may collapse.
    Span(Span),
}

impl Compiler<'_> {
    /// A program for a whole term in a register.
    pub(crate) fn compile(&mut self, pattern: PatternId, from: Slot) {
        self.pattern(pattern, from);
        self.code.push(Match::Done);
    }

    /// A program for the arguments of a free symbol, in the first registers.
    pub(crate) fn compile_arguments(&mut self, arguments: &[PatternId]) {
        self.arguments(arguments, 0, &[]);
        self.code.push(Match::Done);
    }

    /// A program for what a statement reaches of a term in a register, and where the rest goes.
    pub(crate) fn compile_reach(&mut self, pattern: PatternId, from: Slot, reach: Reach) -> Option<Context> {
        match reach {
            Reach::Whole => {
                self.compile(pattern, from);
                None
            }
            Reach::Extended => self.compile_extended(pattern, from),
            Reach::PartOf(symbol) => Some(self.compile_part(pattern, from, symbol)),
            Reach::Tower => {
                self.pattern(pattern, from);
                let collapses = self.patterns.collapsed(pattern, self.heap) != [pattern];
                self.code.extend(collapses.then_some(Match::Commit).into_iter().chain([Match::Done]));
                None
            }
        }
    }

    /// A program for a part of two elements or more of a list or bag in a register: first the part is chosen.
    fn compile_part(&mut self, pattern: PatternId, from: Slot, symbol: u32) -> Context {
        let (part, right) = (self.scope.slot(), self.scope.slot());
        let span = Span { least: 2, most: u32::MAX, context: false };
        let mut left = NO_SLOT;
        if self.heap.symbols.info(symbol).shape == Shape::Bag {
            self.code.push(Match::OpenBag { from, symbol, least: 2, exact: false });
            self.code.push(Match::SomeOfBag {
                bag: from,
                symbol,
                multiplicity: 1,
                span,
                parts: Parts::Smallest,
                to: part,
            });
            self.code.push(Match::ContextOfBag { bag: from, symbol, to: right });
        } else {
            left = self.scope.slot();
            let [whole, middle, rest] = [(); 3].map(|()| self.scope.window());
            let before = Span { least: 0, context: true, ..span };
            self.code.push(Match::OpenList { from, symbol, window: whole, least: 2, exact: false });
            let some = |window, rest, span, reserve, to| {
                let one_first = false;
                Match::Some { list: from, symbol, window, rest, span, reserve, one_first, to }
            };
            self.code.push(some(whole, middle, before, 2, left));
            self.code.push(some(middle, rest, span, 0, part));
            self.code.push(Match::Context { list: from, symbol, window: rest, whole, start: middle, to: right });
        }
        self.note_part(pattern, symbol, from);
        self.pattern(pattern, part);
        self.code.push(Match::Done);
        Context { symbol, left, right }
    }

    /// A program for a part of a list or bag in a register, and where the rest goes.
    fn compile_extended(&mut self, pattern: PatternId, from: Slot) -> Option<Context> {
        let patterns = self.patterns;
        let context = match patterns.get(pattern) {
            Pattern::List { symbol, items } => {
                let (left, right) = (self.scope.slot(), self.scope.slot());
                self.list(*symbol, items, from, Some((left, right)));
                if items.iter().all(|&item| matches!(patterns.get(item), Pattern::Ground(_))) {
                    self.code.push(Match::Commit);
                }
                Some(Context { symbol: *symbol, left, right })
            }
            Pattern::Bag { symbol, items } => {
                let right = self.scope.slot();
                self.bag(*symbol, items, from, Some(right));
                Some(Context { symbol: *symbol, left: NO_SLOT, right })
            }
            _ => {
                self.pattern(pattern, from);
                None
            }
        };
        self.code.push(Match::Done);
        context
    }

    /// Notes that the variables of an item can stand for parts of the subject, if they are to be evaluated.
    pub(super) fn note_part(&mut self, id: PatternId, symbol: u32, from: Slot) {
        // What a left-hand side collapses to can be the subject, wherever it stands.
        if (from == SUBJECT || self.scope.in_tower) && self.scope.is_equation {
            let variables = self.patterns.variables(id);
            self.scope.parts.extend(variables.into_iter().map(|variable| (variable, symbol)));
        }
    }

    pub(super) fn pattern(&mut self, id: PatternId, from: Slot) {
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || self.pattern_here(id, from));
    }

    fn pattern_here(&mut self, id: PatternId, from: Slot) {
        let patterns = self.patterns;
        if !matches!(patterns.get(id), Pattern::Variable(_) | Pattern::Ground(_)) {
            self.scope.known.entry(id).or_insert(from);
        }
        match patterns.get(id) {
            Pattern::Variable(variable) => self.variable(*variable, from),
            Pattern::Ground(term) => self.code.push(Match::Ground { from, term: *term }),
            Pattern::Free { symbol, arguments } => {
                self.free(*symbol, arguments, from, &[]);
            }
            Pattern::Pair { symbol, left, right } => {
                let (to, _) = (self.scope.slot(), self.scope.slot());
                self.code.push(Match::Pair { from, symbol: *symbol, to });
                self.arguments(&[*left, *right], to, &[]);
            }
            Pattern::List { symbol, items } => self.list(*symbol, items, from, None),
            Pattern::Bag { symbol, items } => self.bag(*symbol, items, from, None),
            Pattern::Iterated { symbol, count, argument } => {
                self.note_part(*argument, *symbol, from);
                let to = self.scope.slot();
                self.code.push(Match::Iterated { from, symbol: *symbol, count: *count, to });
                self.pattern(*argument, to);
            }
            Pattern::Negative { symbol, argument } => {
                let to = self.scope.slot();
                self.code.push(Match::Negative { from, symbol: *symbol, to });
                self.pattern(*argument, to);
            }
        }
    }

    /// A term headed by a free symbol, of which some arguments were found to be what they must be.
    pub(super) fn free(&mut self, symbol: u32, arguments: &[PatternId], from: Slot, keys: &[Option<Key>]) {
        let arity = arguments.len() as u32;
        let to = self.scope.slots;
        self.scope.slots += arity;
        self.code.push(Match::Symbol { from, symbol, arity, to });
        self.arguments(arguments, to, keys);
    }

    /// Matches patterns against registers in a row: the cheap ones first, and those not that were keys.
    fn arguments(&mut self, arguments: &[PatternId], first: Slot, keys: &[Option<Key>]) {
        let patterns = self.patterns;
        let is_key = |place: usize| keys.iter().flatten().any(|key| usize::from(key.place) == place);
        let effort = |id: PatternId| match patterns.get(id) {
            Pattern::Variable(_) | Pattern::Ground(_) => 0,
            Pattern::Free { .. } | Pattern::Iterated { .. } | Pattern::Negative { .. } => 1,
            Pattern::Pair { .. } | Pattern::List { .. } | Pattern::Bag { .. } => 2,
        };
        for round in 0..3 {
            for (place, &argument) in arguments.iter().enumerate() {
                if effort(argument) == round && !is_key(place) {
                    self.pattern(argument, first + place as Slot);
                }
            }
        }
    }

    fn variable(&mut self, variable: Variable, from: Slot) {
        if let Some(&known) = self.scope.bound.get(&variable) {
            self.code.push(Match::Same { left: known, right: from });
            return;
        }
        self.check_sort(variable, from);
        self.scope.bound.insert(variable, from);
    }

    fn check_sort(&mut self, variable: Variable, from: Slot) {
        let signature = &self.heap.symbols.signature;
        if signature.top_sort(signature.kind_of(variable.sort)) != variable.sort {
            self.code.push(Match::Sort { from, sort: variable.sort });
        }
    }

    pub(super) fn item(&self, id: PatternId, symbol: u32) -> Item {
        match self.patterns.get(id) {
            Pattern::Variable(variable) => match self.scope.bound.get(variable) {
                Some(&slot) => Item::Bound(slot),
                None => match span(variable.sort, symbol, self.heap) {
                    span if span.is_element() => Item::Element,
                    span => Item::Span(span),
                },
            },
            _ if self.patterns.may_collapse(id, self.heap) => {
                // It can be nothing only where there is an identity for it to become.
                let least = u32::from(self.heap.identity(symbol) == NodeId::NONE);
                Item::Span(Span { least, most: u32::MAX, context: false })
            }
            _ => Item::Element,
        }
    }

    fn list(&mut self, symbol: u32, items: &[PatternId], from: Slot, context: Option<(Slot, Slot)>) {
        let whole = self.scope.window();
        let mut list = ListCompiler {
            list: from,
            symbol,
            window: whole,
            whole,
            context,
            items: items.to_vec(),
            matched_from: whole,
            started: false,
            ended: false,
        };
        let (least, fixed) = self.list_size(&list);
        self.code.push(Match::OpenList { from, symbol, window: whole, least, exact: fixed && context.is_none() });
        if context.is_none() {
            while let Some(&item) = list.items.first() {
                if !self.fixed_end(&mut list, item, true) {
                    break;
                }
            }
            while let Some(&item) = list.items.last() {
                if !self.fixed_end(&mut list, item, false) {
                    break;
                }
            }
        }
        self.list_middle(&mut list);
    }

    /// Fewest elements the rest of a list pattern takes, and whether it always takes just as many.
    pub(super) fn list_size(&self, list: &ListCompiler) -> (u32, bool) {
        let mut least = 0;
        let mut fixed = true;
        for (place, &id) in list.items.iter().enumerate() {
            match self.item(id, list.symbol) {
                Item::Element => least += 1,
                Item::Span(span) => {
                    least += self.placed(span, list, place).least;
                    fixed = false;
                }
                Item::Bound(_) => fixed = false,
            }
        }
        (least, fixed)
    }

    /// A span at its place: with an identity on one side only, the item at the other end cannot vanish.
    fn placed(&self, span: Span, list: &ListCompiler, place: usize) -> Span {
        let info = self.heap.symbols.info(list.symbol);
        let (first, last) = (place == 0 && !list.started, place + 1 == list.items.len() && !list.ended);
        let stays = (last && !info.has_right_identity) || (first && !info.has_left_identity);
        if stays { Span { least: 1, ..span } } else { span }
    }

    /// Compiles an item at one end if it takes a known number of elements; tells whether it did.
    pub(super) fn fixed_end(&mut self, list: &mut ListCompiler, id: PatternId, left: bool) -> bool {
        let (from, symbol, window) = (list.list, list.symbol, list.window);
        let item = self.item(id, symbol);
        if !matches!(item, Item::Element | Item::Bound(_)) {
            return false;
        }
        let rest = self.scope.window();
        let place = if left { 0 } else { list.items.len() - 1 };
        let anything = Span { least: 0, most: u32::MAX, context: false };
        let stays = self.placed(anything, list, place).least > 0;
        let vanishes = if stays { NodeId::NONE } else { self.heap.identity(symbol) };
        list.window = rest;
        if left {
            list.items.remove(0);
            list.started = true;
        } else {
            list.items.pop();
            list.ended = true;
        }
        match item {
            Item::Bound(value) => self.code.push(if left {
                Match::Prefix { list: from, symbol, window, rest, value, vanishes }
            } else {
                Match::Suffix { list: from, symbol, window, rest, value, vanishes }
            }),
            _ => {
                let to = self.scope.slot();
                self.code.push(if left {
                    Match::First { list: from, symbol, window, rest, to }
                } else {
                    Match::Last { list: from, symbol, window, rest, to }
                });
                self.pattern(id, to);
            }
        }
        true
    }

    /// Compiles what is left of a list pattern: from the left, each span followed by what is fixed after it.
    fn list_middle(&mut self, list: &mut ListCompiler) {
        if let Some((left, _)) = list.context
            && !self.fixed_first(list, left)
        {
            self.some(list, Span { least: 0, most: u32::MAX, context: true }, left, false);
            list.matched_from = list.window;
        }
        while let Some(&id) = list.items.first() {
            if self.fixed_end(list, id, true) {
                continue;
            }
            if self.next_span(list, id) {
                return;
            }
        }
        match list.context {
            Some((_, right)) => self.code.push(Match::Context {
                list: list.list,
                symbol: list.symbol,
                window: list.window,
                whole: list.whole,
                start: list.matched_from,
                to: right,
            }),
            None => self.code.push(Match::EndList { window: list.window }),
        }
    }

    /// Compiles the first item, which takes several elements; tells whether it was the last and took all that is left.
    pub(super) fn next_span(&mut self, list: &mut ListCompiler, id: PatternId) -> bool {
        let Item::Span(span) = self.item(id, list.symbol) else { unreachable!("fixed items were taken") };
        let span = self.placed(span, list, 0);
        self.note_part(id, list.symbol, list.list);
        list.items.remove(0);
        list.started = true;
        let to = self.scope.slot();
        let last = list.items.is_empty() && list.context.is_none();
        let one_first = span.least == 0 && !last && self.shares_list_freely(list, id);
        if last {
            self.code.push(Match::Rest { list: list.list, symbol: list.symbol, window: list.window, span, to });
        } else {
            self.some(list, span, to, one_first);
        }
        self.pattern(id, to);
        last
    }

    fn some(&mut self, list: &mut ListCompiler, span: Span, to: Slot, one_first: bool) {
        let (reserve, _) = self.list_size(list);
        let rest = self.scope.window();
        self.code.push(Match::Some {
            list: list.list,
            symbol: list.symbol,
            window: list.window,
            rest,
            span,
            reserve,
            one_first,
            to,
        });
        list.window = rest;
    }

    fn bag(&mut self, symbol: u32, items: &[(PatternId, u32)], from: Slot, mut context: Option<Slot>) {
        let (least, fixed) = self.bag_size(symbol, items);
        self.code.push(Match::OpenBag { from, symbol, least, exact: fixed && context.is_none() });
        let mut items = items.to_vec();
        // Whether the variables that share out what is left may do so in the first way that comes to mind.
        let mut free = None;
        if self.is_two_parts(symbol, &items) {
            items.reverse();
        }
        let bounded = self.must_take_more(symbol, &items);
        while !items.is_empty() {
            let place = self.next_item(symbol, &items);
            let (id, multiplicity) = items.remove(place);
            match self.item(id, symbol) {
                Item::Bound(value) => self.code.push(Match::TakeBound { bag: from, symbol, value, multiplicity }),
                Item::Element => self.element(symbol, id, multiplicity, from, &items),
                Item::Span(span) => {
                    self.note_part(id, symbol, from);
                    let parts = if *free.get_or_insert_with(|| self.share_freely(symbol, (id, multiplicity), &items)) {
                        Parts::free(items.is_empty())
                    } else {
                        Parts::Smallest
                    };
                    if parts == Parts::Smallest && multiplicity == 1 && bounded {
                        // The context shares out what is left with the variables, and comes before them, as in Maude, where
                        // it cannot have it all.
                        if let Some(to) = context.take() {
                            let span = Span { least: 0, most: u32::MAX, context: true };
                            self.code.push(Match::SomeOfBag { bag: from, symbol, multiplicity, span, parts, to });
                        }
                    }
                    let to = self.scope.slot();
                    let last = items.is_empty() && context.is_none();
                    if last && multiplicity == 1 && self.defer(symbol, id, span, from, to) {
                        return;
                    }
                    self.code.push(if last {
                        Match::RestOfBag { bag: from, symbol, multiplicity, span, to }
                    } else {
                        Match::SomeOfBag { bag: from, symbol, multiplicity, span, parts, to }
                    });
                    self.pattern(id, to);
                    if last {
                        return;
                    }
                }
            }
        }
        if let Some(to) = context.filter(|_| self.scope.defer_context) {
            if least < 2 {
                self.code.push(Match::CheckContext { bag: from, symbol });
            }
            let span = Span { least: 0, most: u32::MAX, context: true };
            self.scope.deferred.push(Deferred { to, bag: from, symbol, variable: None, span });
            return;
        }
        self.code.push(match context {
            Some(to) => Match::ContextOfBag { bag: from, symbol, to },
            None => Match::EndBag { bag: from, symbol },
        });
    }

    /// The item of a bag to be matched next: the one with the fewest ways.
    fn next_item(&self, symbol: u32, items: &[(PatternId, u32)]) -> usize {
        let rank = |&(id, multiplicity): &(PatternId, u32)| match (self.item(id, symbol), self.patterns.get(id)) {
            (Item::Element, Pattern::Ground(_)) => (0, 0),
            (Item::Bound(_), _) => (1, 0),
            (Item::Element, Pattern::Variable(_)) => (4, 0),
            (Item::Element, _) if self.is_known(id) => (2, 0),
            (Item::Element, _) => (3, 0),
            // A variable that stands several times is the better divisor; one that stands once can take the rest.
            (Item::Span(_), _) => {
                if multiplicity > 1 {
                    (5, u32::MAX - multiplicity)
                } else {
                    (6, 0)
                }
            }
        };
        (0..items.len()).min_by_key(|&place| rank(&items[place])).expect("there is an item")
    }

    /// Whether all variables of a pattern have values.
    fn is_known(&self, id: PatternId) -> bool {
        self.patterns.variables(id).iter().all(|variable| self.scope.bound.contains_key(variable))
    }
}

/// A list pattern under way.
#[derive(Debug)]
pub(super) struct ListCompiler {
    pub(super) list: Slot,
    pub(super) symbol: u32,
    /// What is left of the subject.
    pub(super) window: Window,
    /// The whole subject.
    whole: Window,
    /// The subject after the left context.
    pub(super) matched_from: Window,
    pub(super) context: Option<(Slot, Slot)>,
    /// What is left of the pattern.
    pub(super) items: Vec<PatternId>,
    /// Something of the pattern stood left of what is left.
    pub(super) started: bool,
    /// Something of the pattern stood right of what is left.
    ended: bool,
}
