//! Statements and queries with their terms read.

use std::sync::Arc;

use crate::base::{Name, Span};

use super::signature::SortId;
use super::term::Term;

/// What a statement says, apart from its condition.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `left = right`: simplifies from left to right.
    Equation {
        /// The pattern.
        left: Term,
        /// What replaces it.
        right: Term,
        /// Tried only when no equation without this mark applies.
        otherwise: bool,
    },
    /// `left => right`: a step of the system.
    Rule {
        /// The pattern.
        left: Term,
        /// What replaces it.
        right: Term,
    },
    /// `term : sort`: an instance of the term has the sort.
    Membership {
        /// The pattern.
        term: Term,
        /// The sort its instances have.
        sort: SortId,
    },
}

/// One fragment of a condition; fragments hold from left to right.
#[derive(Clone, Debug)]
pub enum Condition {
    /// `t`, a Boolean term, which must reduce to `true`.
    Boolean(Term),
    /// `t = t'`: both reduce to the same normal form.
    Equal(Term, Term),
    /// `pattern := t`: the normal form of `t` matches the pattern, which may bind new variables.
    Match(Term, Term),
    /// `t : S`: the normal form of `t` has the sort.
    SortTest(Term, SortId),
    /// `t => pattern`: some state reachable from `t` matches the pattern, which may bind new variables.
    Rewrite(Term, Term),
}

/// An equation, rule or membership.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// Under which condition; empty for none.
    pub conditions: Vec<Condition>,
    /// `[label] :` in front or `[label l]` behind.
    pub label: Option<Name>,
    /// Not to be applied by reduction or search.
    pub nonexec: bool,
    /// `[metadata "…"]`, without the quotes' meaning touched.
    pub metadata: Option<Name>,
    /// `[print …]`: what is printed when the statement is applied, if that is asked for.
    pub print: Option<Arc<[PrintPart]>>,
    /// Keyword to period.
    pub span: Span,
}

/// A part of what a `print` attribute says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintPart {
    /// A string, as written, in quotes.
    Text(Name),
    /// The value of the variable of this name.
    Variable(Name),
}

/// The arrow of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrow {
    /// `=>1`: exactly one step.
    One,
    /// `=>+`: one step or more.
    OneOrMore,
    /// `=>*`: any number of steps.
    Any,
    /// `=>!`: any number of steps, to a state without a successor.
    Final,
    /// `=>#`: any number of steps, to a state with several successors.
    Branching,
}

impl Arrow {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::One, Self::OneOrMore, Self::Any, Self::Final, Self::Branching];

    /// As written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::One => "=>1",
            Self::OneOrMore => "=>+",
            Self::Any => "=>*",
            Self::Final => "=>!",
            Self::Branching => "=>#",
        }
    }

    /// Whether an answer is told by the successors of a state, so that it must be expanded before it is tested.
    pub fn asks_for_successors(self) -> bool {
        matches!(self, Self::Final | Self::Branching)
    }
}

/// `pattern <=? subject such that conditions`, read.
#[derive(Clone, Debug)]
pub struct MatchQuery {
    /// What is to match.
    pub pattern: Term,
    /// What it is to match. It is not simplified.
    pub subject: Term,
    /// What the substitution has to fulfil.
    pub conditions: Vec<Condition>,
}

/// `initial =>* pattern such that conditions`, read.
#[derive(Clone, Debug)]
pub struct SearchQuery {
    /// Where the search starts.
    pub initial: Term,
    /// Which states count.
    pub arrow: Arrow,
    /// What they must match.
    pub pattern: Term,
    /// And fulfil.
    pub conditions: Vec<Condition>,
}
