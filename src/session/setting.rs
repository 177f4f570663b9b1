//! What `set` and `show` can be asked for, by the words that follow.

use crate::base::diagnostic::nearest;
use crate::base::{Diagnostic, Span};
use crate::syntax::surface::Token;

/// What `show` shows of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The module's own part.
    Module,
    /// All that holds in it.
    All,
    /// Its sorts.
    Sorts,
    /// Its operators.
    Operators,
    /// Its variables.
    Variables,
    /// Its memberships.
    Memberships,
    /// Its equations.
    Equations,
    /// Its rules.
    Rules,
    /// Its kinds.
    Kinds,
    /// How many there are of each.
    Summary,
}

/// A `set` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Which switch.
    pub switch: Switch,
    /// On or off.
    pub on: bool,
}

/// What can be set on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// The line `rewrites: …`.
    ShowStatistics,
    /// The times in it.
    ShowTiming,
    /// The echo of commands.
    ShowCommand,
    /// Messages beside answers.
    ShowAdvisories,
    /// Terms in the user's syntax rather than in prefix form.
    PrintMixfix,
    /// Flat lists.
    PrintFlat,
    /// All parentheses.
    PrintParentheses,
    /// Colours and line breaks of `format`.
    PrintFormat,
    /// Colours of constructors and stuck terms.
    PrintColor,
    /// Numbers in digits.
    PrintNumber,
    /// Rational numbers in digits.
    PrintRational,
    /// Forgetting the values of terms with `memo` before each command.
    ClearMemory,
    /// A switch without effect on answers here, such as those of memory and profiles.
    WithoutEffect,
}

/// The switches by their words. What has no effect on answers is accepted, so that files that set it run.
const SWITCHES: [(&str, Switch); 32] = [
    ("show stats", Switch::ShowStatistics),
    ("show timing", Switch::ShowTiming),
    ("show command", Switch::ShowCommand),
    ("show advisories", Switch::ShowAdvisories),
    ("show loop stats", Switch::WithoutEffect),
    ("show loop timing", Switch::WithoutEffect),
    ("show breakdown", Switch::WithoutEffect),
    ("show gc", Switch::WithoutEffect),
    ("print mixfix", Switch::PrintMixfix),
    ("print flat", Switch::PrintFlat),
    ("print with parens", Switch::PrintParentheses),
    ("print with parentheses", Switch::PrintParentheses),
    ("print with aliases", Switch::WithoutEffect),
    ("print format", Switch::PrintFormat),
    ("print color", Switch::PrintColor),
    ("print number", Switch::PrintNumber),
    ("print rat", Switch::PrintRational),
    ("print graph", Switch::WithoutEffect),
    ("print attribute", Switch::WithoutEffect),
    ("print attribute newline", Switch::WithoutEffect),
    ("include BOOL", Switch::WithoutEffect),
    ("include TRUTH-VALUE", Switch::WithoutEffect),
    ("clear memo", Switch::ClearMemory),
    ("clear rules", Switch::WithoutEffect),
    ("profile", Switch::WithoutEffect),
    ("clear profile", Switch::WithoutEffect),
    ("verbose", Switch::WithoutEffect),
    ("compile count", Switch::WithoutEffect),
    ("break", Switch::WithoutEffect),
    ("print conceal", Switch::WithoutEffect),
    ("trace", Switch::WithoutEffect),
    ("show wrapping", Switch::WithoutEffect),
];

/// Reads the words behind `set`. `off` for what would change an answer and is not there is fine; `on` is refused by name.
pub(super) fn setting(words: &[Token], span: Span) -> Result<Setting, Box<Diagnostic>> {
    let text = joined(words);
    let (name, on) = match (text.strip_suffix(" on"), text.strip_suffix(" off")) {
        (Some(name), _) => (name, true),
        (_, Some(name)) => (name, false),
        _ => {
            let mistake = Diagnostic::error("no-switch", "a `set` command ends with `on` or `off`", span);
            return Err(Box::new(mistake.help("for example `set show timing off .`")));
        }
    };
    let refused =
        |what: &str| Box::new(Diagnostic::error("not-supported", format!("{what} is not supported yet"), span));
    match (name, on) {
        ("include BOOL" | "include TRUTH-VALUE", false) => return Err(refused(&format!("`set {name} off`"))),
        ("trace" | "print graph" | "break" | "profile", true) => return Err(refused(&format!("`set {name} on`"))),
        _ if name.starts_with("trace ") => return Ok(Setting { switch: Switch::WithoutEffect, on }),
        _ if name.starts_with("include ") => return Err(refused(&format!("`set {name}`"))),
        _ => {}
    }
    match SWITCHES.iter().find(|(known, _)| *known == name) {
        Some(&(_, switch)) => Ok(Setting { switch, on }),
        None => {
            let mistake = Diagnostic::error("unknown-switch", format!("there is no switch `{name}`"), span);
            Err(Box::new(match nearest(name, SWITCHES.iter().map(|(known, _)| *known)) {
                Some(near) => mistake.help(format!("did you mean `set {near}`?")),
                None => mistake,
            }))
        }
    }
}

/// Reads the words behind `show`: what is to be shown, and the module's name if there is one.
pub(super) fn shown(words: &[Token], span: Span) -> Result<(Option<Shown>, Option<&Token>), Box<Diagnostic>> {
    let (first, rest) = words.split_first().expect("the grammar wants a word");
    let shown = match first.name.as_str() {
        "mod" | "module" => Shown::Module,
        "all" => Shown::All,
        "sort" | "sorts" => Shown::Sorts,
        "op" | "ops" => Shown::Operators,
        "var" | "vars" => Shown::Variables,
        "mb" | "mbs" => Shown::Memberships,
        "eq" | "eqs" => Shown::Equations,
        "rl" | "rls" => Shown::Rules,
        "kind" | "kinds" => Shown::Kinds,
        "summary" => Shown::Summary,
        "modules" if rest.is_empty() => return Ok((None, None)),
        _ => {
            let what = joined(words);
            let mistake = Diagnostic::error("not-supported", format!("`show {what}` is not supported yet"), span);
            return Err(Box::new(mistake.note(
                "what can be shown: module, all, sorts, ops, vars, mbs, eqs, rls, kinds, summary, modules, path N, path labels N, search graph",
            )));
        }
    };
    Ok((Some(shown), rest.first()))
}

fn joined(words: &[Token]) -> String {
    words.iter().map(|token| token.name.as_str()).collect::<Vec<_>>().join(" ")
}
