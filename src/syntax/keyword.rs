//! The words that open a piece of text. They are keywords only where a piece can begin.

use crate::base::diagnostic::nearest;

use super::lexeme::Lexeme;

/// Where the piece that a keyword opens ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// At the first period outside brackets.
    Period,
    /// At the first period outside brackets that stands behind the ` : `.
    PeriodAfterColon,
    /// At a period outside parentheses that a keyword or the end of the text follows.
    Statement,
    /// At a period outside parentheses that ends its line.
    Line,
    /// Behind one file name.
    FileName,
    /// At once.
    Nothing,
    /// With the line.
    RestOfLine,
}

/// What kind of piece a keyword opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A module; its header ends with `is`.
    Module,
    /// A view; its header ends with `is`.
    View,
    /// The end of a module.
    End,
    /// A part of a module.
    Declaration(Ending),
    /// A command.
    Command(Ending),
}

/// A word that opens a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Keyword {
    /// What it opens.
    pub role: Role,
    /// Its terminal in the grammar; [`Lexeme::Foreign`] for what Maude has and we do not support yet.
    pub lexeme: Lexeme,
}

/// The longest keyword, in bytes: most tokens are told apart from keywords by their length alone.
const LONGEST: usize = 13;

/// The keyword that `text` is at the place where a piece can begin.
pub(super) fn opening(text: &str) -> Option<Keyword> {
    if text.len() > LONGEST {
        return None;
    }
    let (role, lexeme) = module_word(text).or_else(|| declaration_word(text)).or_else(|| command_word(text))?;
    Some(Keyword { role, lexeme })
}

fn module_word(text: &str) -> Option<(Role, Lexeme)> {
    Some(match text {
        "fmod" => (Role::Module, Lexeme::FunctionalModule),
        "mod" => (Role::Module, Lexeme::SystemModule),
        "fth" => (Role::Module, Lexeme::FunctionalTheory),
        "th" => (Role::Module, Lexeme::SystemTheory),
        "omod" | "oth" | "smod" | "sth" => (Role::Module, Lexeme::Foreign),
        "view" => (Role::View, Lexeme::View),
        "endfm" | "endm" | "endfth" | "endth" | "endom" | "endoth" | "endsm" | "endsth" | "endv" => {
            (Role::End, Lexeme::Foreign)
        }
        _ => return None,
    })
}

fn declaration_word(text: &str) -> Option<(Role, Lexeme)> {
    let (ending, lexeme) = match text {
        "protecting" | "pr" => (Ending::Period, Lexeme::Protecting),
        "extending" | "ex" => (Ending::Period, Lexeme::Extending),
        // The last two are older ways to promise nothing.
        "including" | "inc" | "using" | "us" | "gb" => (Ending::Period, Lexeme::Including),
        "sort" | "sorts" => (Ending::Period, Lexeme::Sorts),
        "subsort" | "subsorts" => (Ending::Period, Lexeme::Subsorts),
        "op" => (Ending::PeriodAfterColon, Lexeme::Operator),
        "ops" => (Ending::PeriodAfterColon, Lexeme::Operators),
        "var" | "vars" => (Ending::PeriodAfterColon, Lexeme::Variables),
        "eq" => (Ending::Statement, Lexeme::Equation),
        "ceq" | "cq" => (Ending::Statement, Lexeme::ConditionalEquation),
        "rl" => (Ending::Statement, Lexeme::Rule),
        "crl" => (Ending::Statement, Lexeme::ConditionalRule),
        "mb" => (Ending::Statement, Lexeme::Membership),
        "cmb" => (Ending::Statement, Lexeme::ConditionalMembership),
        "class" | "classes" | "subclass" | "subclasses" | "strat" | "strats" => (Ending::Period, Lexeme::Foreign),
        "msg" | "msgs" => (Ending::PeriodAfterColon, Lexeme::Foreign),
        "sd" | "csd" => (Ending::Statement, Lexeme::Foreign),
        _ => return None,
    };
    Some((Role::Declaration(ending), lexeme))
}

fn command_word(text: &str) -> Option<(Role, Lexeme)> {
    let (ending, lexeme) = match text {
        "reduce" | "red" => (Ending::Line, Lexeme::Reduce),
        "rewrite" | "rew" => (Ending::Line, Lexeme::Rewrite),
        "frewrite" | "frew" => (Ending::Line, Lexeme::FairRewrite),
        "match" => (Ending::Line, Lexeme::Match),
        "xmatch" => (Ending::Line, Lexeme::ExtendedMatch),
        "parse" => (Ending::Line, Lexeme::Parse),
        "continue" | "cont" => (Ending::Period, Lexeme::Continue),
        "select" => (Ending::Period, Lexeme::Select),
        "set" => (Ending::Period, Lexeme::Set),
        "search" => (Ending::Line, Lexeme::Search),
        "show" => (Ending::Period, Lexeme::Show),
        "load" | "in" => (Ending::FileName, Lexeme::Load),
        "sload" => (Ending::FileName, Lexeme::LoadOnce),
        "quit" | "q" => (Ending::Nothing, Lexeme::Quit),
        "eof" => (Ending::Nothing, Lexeme::EndOfFile),
        "erewrite" | "erew" => (Ending::Line, Lexeme::ExternalRewrite),
        "srewrite" | "srew" | "dsrewrite" | "dsrew" | "unify" | "variant" | "narrow" | "vu-narrow" | "fvu-narrow"
        | "filtered" | "irredundant" | "smt-search" | "get" | "check" | "debug" | "loop" => {
            (Ending::Line, Lexeme::Foreign)
        }
        "do" | "trace" | "break" | "print" => (Ending::Period, Lexeme::Direct),
        "resume" | "abort" | "step" | "where" | "deselect" => (Ending::Period, Lexeme::Foreign),
        "cd" | "pushd" => (Ending::FileName, Lexeme::Folder),
        "ls" => (Ending::RestOfLine, Lexeme::Folder),
        "pwd" | "popd" => (Ending::Nothing, Lexeme::Folder),
        _ => return None,
    };
    Some((Role::Command(ending), lexeme))
}

/// What a keyword opens inside a view, if anything.
pub(super) fn in_view(text: &str) -> Option<Keyword> {
    let (ending, lexeme) = match text {
        "sort" => (Ending::Period, Lexeme::SortMapping),
        "op" => (Ending::Statement, Lexeme::OperatorMapping),
        "var" | "vars" => (Ending::PeriodAfterColon, Lexeme::Variables),
        "class" | "attr" | "msg" | "strat" => (Ending::Period, Lexeme::Foreign),
        _ => return None,
    };
    Some(Keyword { role: Role::Declaration(ending), lexeme })
}

/// The closing keyword that belongs to an opening one.
pub(super) fn closing_of(opening: &str) -> &'static str {
    match opening {
        "fmod" => "endfm",
        "fth" => "endfth",
        "th" => "endth",
        "omod" => "endom",
        "oth" => "endoth",
        "smod" => "endsm",
        "sth" => "endsth",
        "view" => "endv",
        _ => "endm",
    }
}

/// The keyword that a word was most likely meant to be.
pub(super) fn nearest_keyword(word: &str, in_module: bool) -> Option<&'static str> {
    const DECLARATIONS: [&str; 20] = [
        "protecting",
        "extending",
        "including",
        "sort",
        "sorts",
        "subsort",
        "subsorts",
        "op",
        "ops",
        "var",
        "vars",
        "eq",
        "ceq",
        "rl",
        "crl",
        "mb",
        "cmb",
        "endm",
        "endfm",
        "inc",
    ];
    const COMMANDS: [&str; 8] = ["fmod", "mod", "search", "reduce", "red", "show", "load", "quit"];
    const SHORTEST: usize = 3;
    const LONGEST: usize = 12;
    if !(SHORTEST..=LONGEST).contains(&word.len()) {
        return None;
    }
    nearest(word, if in_module { &DECLARATIONS[..] } else { &COMMANDS[..] }.iter().copied())
}
