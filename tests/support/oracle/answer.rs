//! Answers as data: what Maude prints after a command, its terms still text.

/// One answered command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The command as echoed.
    pub echo: String,
    /// Its module, from the echo; empty when the echo names none.
    pub module: String,
    /// What came out.
    pub body: Body,
    /// Lines that commands without an echo print, such as `show path`.
    pub after: Vec<String>,
}

/// What came out of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// `reduce` and `rewrite`.
    Term {
        /// Number of rewrites.
        rewrites: u64,
        /// The result's sort.
        sort: String,
        /// The result.
        term: String,
    },
    /// `search`.
    Search {
        /// The solutions in order.
        solutions: Vec<Solution>,
        /// No further solution exists within the bounds.
        exhausted: bool,
        /// Number of states seen at the end.
        states: u64,
        /// Number of rewrites at the end.
        rewrites: u64,
    },
    /// `match` and `xmatch`.
    Matches(Vec<Match>),
    /// Nothing that could be read.
    Unread(Vec<String>),
}

/// A solution of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solution {
    /// The number of the state.
    pub state: u64,
    /// Variables and what they stand for.
    pub bindings: Vec<(String, String)>,
}

/// A matcher.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Match {
    /// The matched portion, of `xmatch`; `None` for the whole.
    pub portion: Option<String>,
    /// Variables and what they stand for.
    pub bindings: Vec<(String, String)>,
}
