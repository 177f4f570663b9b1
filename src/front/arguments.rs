//! The command line: what can be typed.

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::report::Show;

use super::data::{Assignment, EachFile};
use super::quantity::{Count, Size, Solutions, Threads, Time, Typed};

/// A term-rewriting search engine for the core of the Maude language.
#[derive(Parser, Debug)]
#[command(name = "rewrite", version, about, disable_help_subcommand = true, arg_required_else_help = true)]
#[command(after_help = "`rewrite FILE` is the same as `rewrite run FILE`. FILE may be `-` for standard input.\n\
    Exit codes: 0 yes, 1 no, 2 a mistake of yours, 3 undecided, 4 environment, 101 a bug of ours, 130 interrupted.")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Search for states that match a pattern: 'INIT =>* PATTERN such that COND'
    Search(SearchArguments),
    /// Simplify a term to its normal form
    #[command(alias = "red")]
    Reduce(ReduceArguments),
    /// Run every command written in a file
    Run(RunArguments),
    /// Look for mistakes in files without running them
    Check(CheckArguments),
}

/// Names of the commands, and of those to come, which are not files.
const COMMANDS: [&str; 5] = ["search", "reduce", "red", "run", "check"];

/// The commands that are planned: naming one must not be taken for a file of that name.
const LATER: [&str; 10] = ["repl", "path", "why", "explore", "graph", "test", "resume", "replay", "fmt", "lsp"];

/// Puts `run` in front of a first argument that is a file.
pub fn expanded(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let first = arguments.get(1).and_then(|first| first.to_str());
    let is_file = first.is_some_and(|first| {
        let known = COMMANDS.contains(&first) || LATER.contains(&first);
        (first == "-" || !first.starts_with('-')) && !known && (looks_like_file(first) || arguments.len() == 2)
    });
    if is_file {
        arguments.insert(1, "run".into());
    }
    arguments
}

fn looks_like_file(text: &str) -> bool {
    text == "-" || text.contains(['.', '/', '\\']) || std::path::Path::new(text).exists()
}

/// Looks and messages, the same for every command.
#[derive(Args, Clone, Debug)]
pub struct Looks {
    /// Colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Say less: no warnings, no progress
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more
    #[arg(short, long)]
    pub verbose: bool,
}

/// What stops a run before its own end.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitArguments {
    /// Stop after so many steps from the start
    #[arg(long, value_name = "N")]
    pub max_depth: Option<Typed<Count>>,
    /// Stop when so many states are known
    #[arg(long, value_name = "N")]
    pub max_states: Option<Typed<Count>>,
    /// Stop after a time, such as 500ms, 90s, 10m or 2h
    #[arg(long, value_name = "TIME")]
    pub max_time: Option<Typed<Time>>,
    /// Stop when so much memory is used, such as 500M or 8G
    #[arg(long, value_name = "SIZE")]
    pub max_memory: Option<Typed<Size>>,
}

/// Constants that get their value from outside of the file.
#[derive(Args, Clone, Debug, Default)]
pub struct BindingArguments {
    /// Bind a constant of sort String to the text of a file; `-` for standard input
    #[arg(long, value_name = "NAME=PATH")]
    pub input: Vec<Assignment>,
    /// Give a constant a value, as `eq NAME = TERM .` in its module would
    #[arg(short = 'D', long, value_name = "NAME=TERM")]
    pub define: Vec<Assignment>,
}

/// `rewrite search`
#[derive(Args, Debug)]
pub struct SearchArguments {
    /// The rules; `-` for standard input
    pub file: String,
    /// INIT =>* PATTERN such that COND; or @FILE to read it from a file
    pub query: String,
    /// How many solutions: a number or `all` [default: 1, or what brackets in the query say]
    #[arg(short = 'n', long, value_name = "N|all")]
    pub solutions: Option<Solutions>,
    /// Count the solutions without showing them; all of them unless -n says otherwise
    #[arg(long)]
    pub count: bool,
    /// What comes from outside
    #[command(flatten)]
    pub bindings: BindingArguments,
    /// Answer once for each line of a file, bound to a constant of sort String [default constant: INPUT]
    #[arg(long, value_name = "[NAME=]PATH")]
    pub each: Option<EachFile>,
    /// What ends the search early
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Threads, a number or `auto`. The answer does not depend on it. This version uses one
    #[arg(long, value_name = "N|auto", default_value = "auto")]
    pub threads: Threads,
    /// How paths are shown
    #[arg(long, value_name = "HOW", default_value = "diff", conflicts_with = "each")]
    pub show: ShowPaths,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
    /// Whether to tell how far the search is
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub progress: ShowProgress,
    /// Print counts at the end
    #[arg(long)]
    pub stats: bool,
    /// The module to search in [default: the last one in the file]
    #[arg(long, value_name = "NAME")]
    pub module: Option<String>,
    /// Looks
    #[command(flatten)]
    pub looks: Looks,
}

/// `rewrite reduce`
#[derive(Args, Debug)]
pub struct ReduceArguments {
    /// The rules; `-` for standard input
    pub file: String,
    /// The term; or @FILE to read it from a file
    pub term: String,
    /// What comes from outside
    #[command(flatten)]
    pub bindings: BindingArguments,
    /// Answer once for each line of a file, bound to a constant of sort String [default constant: INPUT]
    #[arg(long, value_name = "[NAME=]PATH")]
    pub each: Option<EachFile>,
    /// Stop after a time, such as 500ms, 90s, 10m or 2h
    #[arg(long, value_name = "TIME")]
    pub max_time: Option<Typed<Time>>,
    /// Stop when so much memory is used, such as 500M or 8G
    #[arg(long, value_name = "SIZE")]
    pub max_memory: Option<Typed<Size>>,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
    /// Print the number of rewrites and the time
    #[arg(long)]
    pub stats: bool,
    /// The module to reduce in [default: the last one in the file]
    #[arg(long, value_name = "NAME")]
    pub module: Option<String>,
    /// Looks
    #[command(flatten)]
    pub looks: Looks,
}

/// `rewrite run`
#[derive(Args, Debug)]
pub struct RunArguments {
    /// The file; `-` for standard input
    pub file: String,
    /// What comes from outside
    #[command(flatten)]
    pub bindings: BindingArguments,
    /// What ends a command early
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Whether to tell how far a search is
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub progress: ShowProgress,
    /// Leave the times out of the statistics, so that two runs print the same
    #[arg(long)]
    pub no_timing: bool,
    /// Looks
    #[command(flatten)]
    pub looks: Looks,
}

/// `rewrite check`
#[derive(Args, Debug)]
pub struct CheckArguments {
    /// The files; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<String>,
    /// What comes from outside
    #[command(flatten)]
    pub bindings: BindingArguments,
    /// Looks
    #[command(flatten)]
    pub looks: Looks,
}

/// When to write colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// When to tell how far a search is.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShowProgress {
    /// One line, redrawn, on a terminal; elsewhere a line every 30 seconds
    Auto,
    /// Never
    Never,
    /// A line every 30 seconds
    Lines,
}

/// How paths are shown.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShowPaths {
    /// What each step changes
    Diff,
    /// Every state in full
    Full,
    /// The names of the rules
    Labels,
    /// No paths
    None,
}

impl From<ShowPaths> for Show {
    fn from(show: ShowPaths) -> Self {
        match show {
            ShowPaths::Diff => Self::Diff,
            ShowPaths::Full => Self::Full,
            ShowPaths::Labels => Self::Labels,
            ShowPaths::None => Self::None,
        }
    }
}
