//! Productions of the user's grammar.
//!
//! A category is a kind, or a helper such as "condition". Precedence is not spelled out in categories: each production
//! has one, each hole has the highest one it takes, and a finished part fits a hole when its precedence is not above
//! the hole's bound. That is the grammar with one non-terminal per kind and precedence, without its chain productions.

use crate::base::hash::IndexSet;
use crate::base::id::define_id;
use crate::module::{Arrow, KindId, SymbolId};

use super::terminal::{Terminal, TerminalId, Terminals};

define_id! {
    /// A non-terminal without its precedence.
    CategoryId
}
define_id! {
    /// A production of one grammar.
    ProductionId
}
define_id! {
    /// What matters of a production once it is finished: category, precedence, and itself where a hole refuses it.
    ClassId
}

/// Highest precedence a hole can ask for: takes everything.
pub(super) const ANY: i32 = i32::MAX;
/// The bound of arguments in prefix form, so that an infix comma of precedence 96 or more stays apart from the commas
/// between arguments.
pub(super) const PREFIX_ARGUMENT: i32 = 95;

/// One place of a right-hand side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A terminal.
    Terminal(TerminalId),
    /// Something of a category with at most this precedence.
    Hole {
        category: CategoryId,
        bound: i32,
        /// Refuses the production it stands in: an associative symbol whose gathering lets it stand on both of its own
        /// sides is read in one way only.
        refuses_itself: bool,
    },
}

/// What a finished production means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// The symbol on the holes.
    Apply(SymbolId),
    /// The associative symbol on a list of three or more arguments.
    ApplyList(SymbolId),
    /// Items of a list: the holes, where a list in the first hole goes on.
    List,
    /// Just what the only hole says: parentheses, choices between categories.
    Same,
    /// A variable.
    Variable,
    /// An integer.
    Number,
    /// A fraction.
    Fraction(SymbolId),
    /// A literal of a constant.
    Value(SymbolId),
    /// `f^n` of the hole.
    Power(SymbolId),
    /// Two terms joined by a word of the statement level.
    Pair(PairKind),
    /// `t : S`.
    SortTest,
    /// A fragment that is a Boolean term.
    Boolean,
    /// Body and condition of a statement or query.
    Conditional,
}

/// Which word joins two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PairKind {
    /// `=`
    Equals,
    /// `=>`
    Rewrites,
    /// `:=`
    Matches,
    /// `=>*` and its like.
    Searches(Arrow),
    /// `<=?`
    MatchesWith,
}

/// A production.
#[derive(Clone, Debug)]
pub(super) struct Production {
    /// What it makes.
    pub category: CategoryId,
    /// How tightly it binds, 0 is tightest.
    pub precedence: i32,
    /// The right-hand side, never empty.
    pub parts: Box<[Part]>,
    /// What it means.
    pub action: Action,
    /// See [`ClassId`].
    pub class: ClassId,
}

/// A class of finished productions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Class {
    /// The category.
    pub category: CategoryId,
    /// The precedence.
    pub precedence: i32,
    /// The production itself where one of its own holes refuses it.
    pub refused: Option<ProductionId>,
}

/// The helper categories beside the kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Category {
    /// Terms of a kind.
    Kind(KindId),
    /// Three or more arguments of the kind, with commas between them.
    Arguments(KindId),
    /// A term of whatever kind.
    AnyTerm,
    /// `t = t'`
    Equality,
    /// `t => t'`
    Step,
    /// `t : S`
    SortTest,
    /// `t =>* t'`
    Query,
    /// `t <=? t'`
    Matching,
    /// A fragment of a condition.
    Fragment,
    /// Fragments joined by `/\`.
    Condition,
    /// What a parse can be asked for.
    Goal(Goal),
}

/// What a parse can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Goal {
    /// A term of any kind.
    Term,
    /// A term of one kind.
    TermOf(KindId),
    /// `t = t'`
    Equation,
    /// `t = t' if C`
    ConditionalEquation,
    /// `t => t'`
    Rule,
    /// `t => t' if C`
    ConditionalRule,
    /// `t : S`
    Membership,
    /// `t : S if C`
    ConditionalMembership,
    /// A condition alone.
    Condition,
    /// A search.
    Search,
    /// A pattern and what it is to match.
    Matching,
    /// Two terms of whatever kinds joined as in an equation; tells a clash of kinds from other mistakes.
    MixedEquation,
    /// The same with `=>`.
    MixedRule,
}

/// Terminals, categories and productions of one grammar.
#[derive(Default, Debug)]
pub(super) struct Productions {
    /// The terminals.
    pub terminals: Terminals,
    /// The categories.
    pub categories: IndexSet<Category>,
    /// The productions.
    pub list: Vec<Production>,
    /// The classes of finished productions.
    pub classes: IndexSet<Class>,
    /// Productions that begin with a terminal, by that terminal.
    pub by_first_terminal: Vec<Vec<ProductionId>>,
    /// Productions that begin with a hole, by the hole's category.
    pub by_first_hole: Vec<Vec<ProductionId>>,
    /// Productions that begin with a hole, by their own category.
    pub with_first_hole: Vec<Vec<ProductionId>>,
}

impl Productions {
    /// The id of a category, new or not.
    pub fn category(&mut self, category: Category) -> CategoryId {
        CategoryId::new(self.categories.insert_full(category).0)
    }

    /// The id of a terminal, new or not.
    pub fn terminal(&mut self, terminal: Terminal) -> TerminalId {
        self.terminals.intern(terminal)
    }

    /// A hole for anything of a category.
    pub fn hole(&mut self, category: Category, bound: i32) -> Part {
        Part::Hole { category: self.category(category), bound, refuses_itself: false }
    }

    /// A place for one word.
    pub fn word(&mut self, text: &str) -> Part {
        Part::Terminal(self.terminal(Terminal::Word(text.into())))
    }

    /// Adds a production. One without parts, or which is nothing but its own category, is left out: it would derive
    /// everything in endlessly many ways.
    pub fn add(&mut self, category: Category, precedence: i32, parts: Vec<Part>, action: Action) {
        let category = self.category(category);
        let circular = matches!(parts[..], [Part::Hole { category: only, .. }] if only == category);
        if parts.is_empty() || circular {
            return;
        }
        let id = ProductionId::new(self.list.len());
        let refuses = parts.iter().any(|part| matches!(part, Part::Hole { refuses_itself: true, .. }));
        let class = Class { category, precedence, refused: refuses.then_some(id) };
        let class = ClassId::new(self.classes.insert_full(class).0);
        self.list.push(Production { category, precedence, parts: parts.into_boxed_slice(), action, class });
    }

    /// Builds the indices; to be called once, after the last production.
    pub fn finish(&mut self) {
        self.by_first_terminal = vec![Vec::new(); self.terminals.len()];
        self.by_first_hole = vec![Vec::new(); self.categories.len()];
        self.with_first_hole = vec![Vec::new(); self.categories.len()];
        for (index, production) in self.list.iter().enumerate() {
            let id = ProductionId::new(index);
            match production.parts[0] {
                Part::Terminal(terminal) => self.by_first_terminal[terminal.index()].push(id),
                Part::Hole { category, .. } => {
                    self.by_first_hole[category.index()].push(id);
                    self.with_first_hole[production.category.index()].push(id);
                }
            }
        }
    }

    /// A production.
    pub fn get(&self, id: ProductionId) -> &Production {
        &self.list[id.index()]
    }

    /// A class.
    pub fn class(&self, id: ClassId) -> Class {
        self.classes[id.index()]
    }

    /// The productions of a goal.
    pub fn of_goal(&self, goal: Goal) -> Vec<ProductionId> {
        let Some(category) = self.categories.get_index_of(&Category::Goal(goal)) else { return Vec::new() };
        let ids = (0..self.list.len()).filter(|&index| self.list[index].category.index() == category);
        ids.map(ProductionId::new).collect()
    }
}
