//! Compiled equations, rules and goals.

use crate::base::hash::{HashMap, HashSet, IndexMap};
use crate::base::source::FileId;
use crate::base::{Diagnostic, Name, Span as SourceSpan};
use crate::module::{Condition, Position, Statement, StatementKind, Term, TermNode, Variable};
use crate::term::{Heap, Shape};

use super::code::CodeCompiler;
use super::index::Variant;
use super::matching::{Compiler, Context, Scope};
use super::observed::Observed;
use super::pattern::{Pattern, PatternId, Patterns};
use super::program::{Fragment, Match, Parts, Slot, Step};
use super::sharing;
use super::symbols::{Evaluation, SymbolTheories};

/// What the subject's parts are when a program starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// The arguments of the (free) top symbol stand in the first registers.
    Arguments,
    /// The whole subject stands in the first register.
    Whole,
}

/// A left-hand side with its condition: what equations, rules and goals have in common.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) entry: Entry,
    /// Where the matching program begins.
    pub(crate) program: u32,
    pub(crate) conditions: Vec<Fragment>,
    /// Where the program begins that puts together the rests of bags once the conditions hold, if there is one.
    pub(crate) completion: Option<u32>,
    /// How many registers and windows the statement uses.
    pub(crate) registers: u32,
    pub(crate) windows: u32,
    /// What those who watch are told of.
    pub(crate) observed: Option<Box<Observed>>,
}

/// An equation or a rule.
#[derive(Clone, Debug)]
pub(crate) struct Replacement {
    pub(crate) guard: Guard,
    /// Its place among the module's statements.
    pub(crate) statement: usize,
    /// What it is called.
    pub(crate) label: Option<Name>,
    /// Where the code of the right-hand side begins.
    pub(crate) right: u32,
    /// What the left-hand side needs of an iterated symbol at the top.
    pub(crate) chain: Chain,
    /// A rule of one object and one message to it.
    pub(crate) delivers: bool,
    /// An equation for what no other one applies to: not tried before the last entry of a strategy.
    pub(crate) otherwise: bool,
    /// For a rule, where arguments may stay unevaluated: how it applies below one of those.
    pub(crate) unevaluated: Option<Unevaluated>,
}

/// A right-hand side that is not to be evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unevaluated {
    /// Where the code begins that builds it.
    pub(crate) right: u32,
    /// What the left-hand side leaves over.
    pub(crate) context: Option<Context>,
}

/// A membership.
#[derive(Clone, Debug)]
pub(crate) struct Membership {
    pub(crate) guard: Guard,
    /// The sort it gives, as a place in its kind.
    pub(crate) sort: u32,
}

/// How many applications of an iterated symbol at the top of a subject a left-hand side takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chain {
    /// So many, with all that is below them.
    Exactly(u64),
    /// So many or more: a variable takes the rest.
    AtLeast(u64),
    /// Any number.
    Any,
}

impl Chain {
    /// How many of `count` applications may stand above those that are taken, if enough are there.
    pub(crate) fn places(self, count: u64) -> Option<std::ops::RangeInclusive<u64>> {
        match self {
            Self::Exactly(needed) => count.checked_sub(needed).map(|above| above..=above),
            Self::AtLeast(needed) => count.checked_sub(needed).map(|most| 0..=most),
            Self::Any => Some(0..=count - 1),
        }
    }
}

/// The pattern and the condition of a query.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) guard: Guard,
    /// The variables with the registers of their values, in order of appearance.
    pub(crate) variables: Vec<(Variable, Slot)>,
    /// Where parts of lists and bags may match: what is left over.
    pub(crate) context: Option<Context>,
    /// Where some of the applications of an iterated symbol may match: how many.
    pub(crate) chain: Option<Chain>,
}

/// A term of a command, to be evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluable {
    /// Where its code begins.
    pub(crate) code: u32,
    /// How many registers it uses.
    pub(crate) registers: u32,
}

/// Matching programs and code, all in two vectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) matches: Vec<Match>,
    pub(crate) steps: Vec<Step>,
}

/// What of a subject a statement applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The whole.
    Whole,
    /// A part, where the left-hand side is a list or bag itself, else the whole.
    Extended,
    /// A part of a list or bag of another symbol: the left-hand side collapses to that part.
    PartOf(u32),
    /// Some applications of an iterated symbol, to which the left-hand side collapses in one way: Maude looks for no other.
    Tower,
}

/// A left-hand side as read: what the theory indexes it by.
#[derive(Clone)]
pub(crate) struct LeftSide {
    pub(crate) patterns: Patterns,
    pub(crate) root: PatternId,
}

impl LeftSide {
    /// What it takes of an iterated symbol.
    pub(crate) fn chain(&self, heap: &Heap) -> Chain {
        let ways = self.patterns.collapsed(self.root, heap);
        let mut chains = ways.into_iter().filter_map(|way| self.chain_of(way, heap));
        let first = chains.next().unwrap_or(Chain::Any);
        if chains.all(|other| other == first) { first } else { Chain::Any }
    }

    /// What a pattern takes of an iterated symbol, if it can be headed by one.
    fn chain_of(&self, pattern: PatternId, heap: &Heap) -> Option<Chain> {
        match self.patterns.get(pattern) {
            Pattern::Ground(node) => heap.iteration_count(*node).map(Chain::Exactly),
            Pattern::Iterated { symbol, count, argument } => Some(match self.patterns.tops(*argument, heap) {
                Some(tops) if !tops.contains(symbol) => Chain::Exactly(*count),
                _ => Chain::AtLeast(*count),
            }),
            Pattern::Variable(_) => Some(Chain::Any),
            _ => None,
        }
    }
}

/// Compiles the statements of a theory, one after the other.
pub(crate) struct StatementCompiler<'a> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) symbols: &'a SymbolTheories,
    pub(crate) code: &'a mut Code,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Statements can be told of.
    pub(crate) observed: bool,
}

impl StatementCompiler<'_> {
    /// Compiles `left = right if conditions` so that it applies inside bigger lists and bags too.
    pub(crate) fn replacement(
        &mut self,
        variant: Variant,
        source: &Statement,
        last: Step,
        first_only: bool,
    ) -> Replacement {
        let Variant { statement, mut left, reach, delivers } = variant;
        let (StatementKind::Equation { left: term, right, .. } | StatementKind::Rule { left: term, right }) =
            &source.kind
        else {
            unreachable!("only equations and rules are indexed")
        };
        let conditions = &source.conditions[..];
        let place = source.span;
        let uses = self.uses(&mut left.patterns, conditions, Some(right));
        let chain = left.chain(self.heap);
        let (entry, arguments) = entry(&left, reach, self.heap);
        let mut scope = Scope::new(arguments.map_or(1, <[PatternId]>::len));
        if !self.observed {
            scope.deferrable = read_last(term, conditions);
            scope.defer_context = true;
        }
        if first_only {
            scope.free = sharing::occurrences(term, conditions.iter().flat_map(terms));
        }
        scope.is_equation = matches!(last, Step::Return) && arguments.is_none();
        scope.fixed_first = true;
        scope.in_tower = reach == Reach::Tower;
        let program = self.code.matches.len() as u32;
        let mut compiler =
            Compiler { heap: self.heap, patterns: &left.patterns, scope: &mut scope, code: &mut self.code.matches };
        let context = match arguments {
            Some(arguments) => {
                compiler.compile_arguments(arguments);
                None
            }
            None => compiler.compile_reach(left.root, 0, reach),
        };
        if matches!(source.kind, StatementKind::Rule { .. }) {
            // What a rule's left-hand side names is made anew, as in Maude: only equations share it with the right-hand side.
            scope.known.clear();
        }
        let mut names = Names { scope: &mut scope, patterns: &mut left.patterns, uses: &uses, place };
        let conditions = self.conditions(conditions, &mut names);
        self.check_bound(right, &names);
        let completion = self.completion(right, &mut names, last);
        let unevaluated = (self.symbols.any_lazy && matches!(last, Step::Stop))
            .then(|| Unevaluated { right: self.unevaluated(right, &mut names), context });
        let right = self.right(right, &mut names, context, last);
        let observed = self.observed.then(|| Observed::new(statement, source, context, &scope));
        let (registers, windows) = (scope.slots, scope.windows);
        let guard = Guard { entry, program, conditions, completion, registers, windows, observed };
        let otherwise = matches!(source.kind, StatementKind::Equation { otherwise: true, .. });
        let label = source.label;
        Replacement { guard, statement, label, right, chain, delivers, otherwise, unevaluated }
    }

    /// A rule for those who want its first match only; none where that is the first of all matches anyway.
    pub(crate) fn first_replacement(&mut self, variant: Variant, source: &Statement) -> Option<Replacement> {
        let (matches, mistakes) = (self.code.matches.len(), self.diagnostics.len());
        let rule = self.replacement(variant, source, Step::Stop, true);
        // They are found again with the rule itself.
        self.diagnostics.truncate(mistakes);
        let shares = |step: &Match| match step {
            Match::SomeOfBag { parts, .. } => *parts != Parts::Smallest,
            Match::Some { one_first, .. } => *one_first,
            _ => false,
        };
        self.code.matches[matches..].iter().any(shares).then_some(rule)
    }

    /// Compiles `term : sort if conditions`.
    pub(crate) fn membership(&mut self, variant: Variant, source: &Statement) -> Membership {
        let StatementKind::Membership { sort, .. } = source.kind else { unreachable!("indexed as a membership") };
        let Variant { statement, mut left, .. } = variant;
        let mut scope = Scope::new(1);
        let uses = self.uses(&mut left.patterns, &source.conditions, None);
        let program = self.program(&left.patterns, left.root, 0, &mut scope);
        // What stands in the condition is made and sorted anew, as in Maude: this very node is being sorted just now.
        scope.known.clear();
        let mut names = Names { scope: &mut scope, patterns: &mut left.patterns, uses: &uses, place: source.span };
        let conditions = self.conditions(&source.conditions, &mut names);
        let guard = Guard {
            entry: Entry::Whole,
            program,
            conditions,
            completion: None,
            registers: scope.slots,
            windows: scope.windows,
            observed: self.observed.then(|| Observed::new(statement, source, None, &scope)),
        };
        let sort = self.heap.symbols.signature.sort(sort).index_in_kind as u32;
        Membership { guard, sort }
    }

    /// Decides what becomes of the rests that were put off: a rule reads one straight from its bag where it stands once,
    /// under the same symbol; others that are used get a program that puts them together.
    fn completion(&mut self, right: &Term, names: &mut Names<'_>, last: Step) -> Option<u32> {
        let start = self.code.matches.len() as u32;
        let once = !self.symbols.any_lazy && !self.has_branch(right);
        let straight = once && matches!(last, Step::Stop);
        for rest in std::mem::take(&mut names.scope.deferred) {
            let (bag, symbol, to) = (rest.bag, rest.symbol, rest.to);
            let Some(variable) = rest.variable else {
                if straight {
                    names.scope.deferred.push(rest);
                } else {
                    self.code.matches.push(Match::ContextOfBag { bag, symbol, to });
                }
                continue;
            };
            let occurrences: Vec<Position> =
                right.variables().filter(|(_, v)| *v == variable).map(|(at, _)| at).collect();
            match occurrences[..] {
                [] => {}
                [at] if straight && self.stands_under(right, at, symbol) => {
                    names.scope.rests.insert(variable, bag);
                }
                [at] if once && self.stands_under(right, at, symbol) && !names.scope.parts.contains_key(&variable) => {
                    let taken = names.scope.slot();
                    names.scope.kept.insert(variable, (bag, taken));
                    self.code.matches.push(Match::KeepTaken { bag, to: taken });
                }
                _ => self.code.matches.push(Match::RestOfBag { bag, symbol, multiplicity: 1, span: rest.span, to }),
            }
        }
        (self.code.matches.len() as u32 > start).then(|| {
            self.code.matches.push(Match::Done);
            start
        })
    }

    fn has_branch(&self, term: &Term) -> bool {
        term.nodes().iter().any(|node| match node {
            TermNode::Application { symbol, .. } => {
                self.symbols.of(symbol.index() as u32).evaluation == Evaluation::Branch
            }
            _ => false,
        })
    }

    /// Whether the node at a position is an argument of the symbol in the flat form of a term.
    fn stands_under(&self, term: &Term, at: Position, symbol: u32) -> bool {
        (0..term.len() as Position).any(|above| match term.node(above) {
            TermNode::Application { symbol: top, arguments } => top.index() as u32 == symbol && arguments.contains(&at),
            _ => false,
        })
    }

    /// How often each subterm stands in the terms that a statement evaluates.
    fn uses(
        &mut self,
        patterns: &mut Patterns,
        conditions: &[Condition],
        right: Option<&Term>,
    ) -> HashMap<PatternId, u32> {
        let mut uses = HashMap::default();
        for term in conditions.iter().flat_map(evaluated).chain(right) {
            self.count_uses(patterns, term, &mut uses);
        }
        uses
    }

    fn count_uses(&mut self, patterns: &mut Patterns, term: &Term, uses: &mut HashMap<PatternId, u32>) {
        for id in patterns.read_all(term, self.heap).into_iter().flatten() {
            *uses.entry(id).or_default() += 1;
        }
    }

    fn right(&mut self, right: &Term, names: &mut Names<'_>, context: Option<Context>, last: Step) -> u32 {
        let straight = names.scope.deferred.iter().find(|rest| rest.variable.is_none()).copied();
        let around = context.map(|c| match straight {
            Some(rest) => Step::CallRest { symbol: c.symbol, count: 1, bag: rest.bag },
            None => Step::Context { symbol: c.symbol, left: c.left, right: c.right },
        });
        let ending: Vec<Step> = around.into_iter().chain([last]).collect();
        self.term_code(right, names, &ending)
    }

    fn term_code(&mut self, term: &Term, names: &mut Names<'_>, last: &[Step]) -> u32 {
        self.term_code_to(term, names, true, last)
    }

    /// The code that builds a right-hand side as it stands.
    fn unevaluated(&mut self, right: &Term, names: &mut Names<'_>) -> u32 {
        self.term_code_to(right, names, false, &[Step::Stop])
    }

    fn term_code_to(&mut self, term: &Term, names: &mut Names<'_>, evaluate: bool, last: &[Step]) -> u32 {
        let subterms = names.patterns.read_all(term, self.heap);
        let mut compiler = CodeCompiler {
            heap: self.heap,
            symbols: self.symbols,
            code: &mut self.code.steps,
            scope: names.scope,
            subterms: &subterms,
            uses: names.uses,
            observed: self.observed,
        };
        compiler.compile(term, term.root(), evaluate, last)
    }

    /// Compiles a term of a command: equal subterms are evaluated once.
    pub(crate) fn command(&mut self, term: &Term) -> Evaluable {
        self.ground(term, Step::Stop)
    }

    /// Compiles a ground term as the right-hand side of an equation.
    pub(crate) fn value(&mut self, term: &Term) -> Evaluable {
        self.ground(term, Step::Return)
    }

    fn ground(&mut self, term: &Term, last: Step) -> Evaluable {
        let mut scope = Scope::new(0);
        let mut patterns = Patterns::default();
        let mut uses = HashMap::default();
        self.count_uses(&mut patterns, term, &mut uses);
        let mut names = Names { scope: &mut scope, patterns: &mut patterns, uses: &uses, place: place_of(term) };
        let code = self.term_code(term, &mut names, &[last]);
        Evaluable { code, registers: scope.slots }
    }

    /// Compiles the pattern and condition of a query: no right-hand side. `reach`: what of a subject may match.
    pub(crate) fn goal(&mut self, pattern: &Term, conditions: &[Condition], reach: Reach) -> Goal {
        let place = place_of(pattern);
        let mut scope = Scope::new(1);
        let mut patterns = Patterns::default();
        let uses = self.uses(&mut patterns, conditions, None);
        let root = match reach {
            Reach::Whole => patterns.read(pattern, self.heap),
            Reach::Extended | Reach::PartOf(_) | Reach::Tower => patterns.read_left(pattern, self.heap),
        };
        let program = self.code.matches.len() as u32;
        let context =
            Compiler { heap: self.heap, patterns: &patterns, scope: &mut scope, code: &mut self.code.matches }
                .compile_reach(root, 0, reach);
        let mut names = Names { scope: &mut scope, patterns: &mut patterns, uses: &uses, place };
        let fragments = self.conditions(conditions, &mut names);
        let variables = in_order_of_appearance(pattern, conditions, &scope);
        let guard = Guard {
            entry: Entry::Whole,
            program,
            conditions: fragments,
            completion: None,
            registers: scope.slots,
            windows: scope.windows,
            observed: None,
        };
        let chain = (reach == Reach::Tower).then(|| LeftSide { patterns, root }.chain(self.heap));
        Goal { guard, variables, context, chain }
    }

    /// What of a subject with the symbol on top a pattern may match.
    pub(crate) fn reach(&mut self, pattern: &Term, top: u32, extended: bool) -> Reach {
        let mut patterns = Patterns::default();
        let root = patterns.read_left(pattern, self.heap);
        match patterns.get(root) {
            _ if !extended => Reach::Whole,
            Pattern::List { symbol, .. } | Pattern::Bag { symbol, .. } if *symbol == top => Reach::Extended,
            _ if self.heap.symbols.info(top).is_associative() => Reach::PartOf(top),
            _ if self.heap.symbols.info(top).shape == Shape::Iterated => Reach::Tower,
            _ => Reach::Whole,
        }
    }

    fn program(&mut self, patterns: &Patterns, root: PatternId, from: Slot, scope: &mut Scope) -> u32 {
        let program = self.code.matches.len() as u32;
        Compiler { heap: self.heap, patterns, scope, code: &mut self.code.matches }.compile(root, from);
        program
    }

    fn conditions(&mut self, conditions: &[Condition], names: &mut Names<'_>) -> Vec<Fragment> {
        conditions.iter().map(|condition| self.fragment(condition, names)).collect()
    }

    fn fragment(&mut self, condition: &Condition, names: &mut Names<'_>) -> Fragment {
        match condition {
            Condition::Boolean(term) => Fragment::Boolean { code: self.condition_code(term, names) },
            Condition::Equal(left, right) => {
                Fragment::Equal { left: self.condition_code(left, names), right: self.condition_code(right, names) }
            }
            Condition::SortTest(term, sort) => Fragment::Sort { code: self.condition_code(term, names), sort: *sort },
            Condition::Match(pattern, term) => {
                let code = self.condition_code(term, names);
                let (to, program) = self.condition_pattern(pattern, names);
                Fragment::Match { code, to, program }
            }
            Condition::Rewrite(term, pattern) => {
                let code = self.condition_code(term, names);
                let (to, program) = self.condition_pattern(pattern, names);
                Fragment::Rewrite { code, to, program }
            }
        }
    }

    fn condition_code(&mut self, term: &Term, names: &mut Names<'_>) -> u32 {
        self.check_bound(term, names);
        self.term_code(term, names, &[Step::Stop])
    }

    fn condition_pattern(&mut self, pattern: &Term, names: &mut Names<'_>) -> (Slot, u32) {
        let to = names.scope.slot();
        let root = names.patterns.read(pattern, self.heap);
        (to, self.program(names.patterns, root, to, names.scope))
    }

    fn check_bound(&mut self, term: &Term, names: &Names<'_>) {
        let bound = &names.scope.bound;
        for (position, variable) in first_occurrences(term) {
            if bound.contains_key(&variable) {
                continue;
            }
            let name = variable.name;
            let span = term.span(position).unwrap_or(names.place);
            let mut diagnostic = Diagnostic::error("unbound-variable", format!("the variable `{name}` has no value here"), span)
                .label("not bound by the left-hand side or an earlier condition")
                .help("a variable gets its value from the left-hand side, or from the pattern of an earlier `:=` or `=>` condition");
            if bound.keys().any(|known| known.name == name) {
                diagnostic = diagnostic.note(format!(
                    "a variable `{name}` of another sort is bound; variables are the same only when name and sort agree"
                ));
            }
            self.diagnostics.push(diagnostic);
        }
    }
}

/// Where a term of a command stands, for mistakes without a place of their own.
fn place_of(term: &Term) -> SourceSpan {
    term.span(term.root()).unwrap_or(SourceSpan::new(FileId::new(0), 0, 0))
}

/// What a statement's terms are compiled against.
struct Names<'a> {
    scope: &'a mut Scope,
    patterns: &'a mut Patterns,
    /// How often each subterm is used.
    uses: &'a HashMap<PatternId, u32>,
    /// The statement, for mistakes without a place of their own.
    place: SourceSpan,
}

/// The terms of a condition that are evaluated.
pub(crate) fn evaluated(condition: &Condition) -> Vec<&Term> {
    match condition {
        Condition::Boolean(term) | Condition::SortTest(term, _) => vec![term],
        Condition::Match(_, term) | Condition::Rewrite(term, _) => vec![term],
        Condition::Equal(left, right) => vec![left, right],
    }
}

/// The variables of a left-hand side that stand in it once and in no condition.
fn read_last(left: &Term, conditions: &[Condition]) -> HashSet<Variable> {
    let mut counts: HashMap<Variable, u32> = HashMap::default();
    for (_, variable) in left.variables().chain(conditions.iter().flat_map(terms).flat_map(Term::variables)) {
        *counts.entry(variable).or_default() += 1;
    }
    left.variables().map(|(_, variable)| variable).filter(|variable| counts[variable] == 1).collect()
}

/// All terms of a condition.
fn terms(condition: &Condition) -> Vec<&Term> {
    match condition {
        Condition::Boolean(term) | Condition::SortTest(term, _) => vec![term],
        Condition::Match(one, other) | Condition::Rewrite(one, other) | Condition::Equal(one, other) => {
            vec![one, other]
        }
    }
}

/// Each variable of a term once, where it stands first.
fn first_occurrences(term: &Term) -> Vec<(Position, Variable)> {
    let mut seen: IndexMap<Variable, Position> = IndexMap::default();
    for (position, variable) in term.variables() {
        seen.entry(variable).or_insert(position);
    }
    seen.into_iter().map(|(variable, position)| (position, variable)).collect()
}

/// How a left-hand side is entered, and the argument patterns for [`Entry::Arguments`].
fn entry<'p>(left: &'p LeftSide, reach: Reach, heap: &Heap) -> (Entry, Option<&'p [PatternId]>) {
    match left.patterns.get(left.root) {
        _ if matches!(reach, Reach::PartOf(_)) => (Entry::Whole, None),
        Pattern::Free { symbol, arguments } if heap.symbols.info(*symbol).shape == Shape::Free => {
            (Entry::Arguments, Some(arguments))
        }
        _ => (Entry::Whole, None),
    }
}

/// The variables of a query in the order they are written, pattern first; each bound one once.
pub(super) fn in_order_of_appearance(pattern: &Term, conditions: &[Condition], scope: &Scope) -> Vec<(Variable, Slot)> {
    let mut found: IndexMap<Variable, Slot> = IndexMap::default();
    let mut add = |term: &Term| {
        for (_, variable) in term.variables() {
            if let Some(&slot) = scope.bound.get(&variable) {
                found.insert(variable, slot);
            }
        }
    };
    add(pattern);
    for condition in conditions {
        match condition {
            Condition::Match(pattern, _) | Condition::Rewrite(_, pattern) => add(pattern),
            Condition::Boolean(_) | Condition::Equal(..) | Condition::SortTest(..) => {}
        }
    }
    found.into_iter().collect()
}
