//! What `set`, `show`, `trace`, `break`, `print` and `do` can be asked for, by the words that follow.

use crate::base::diagnostic::nearest;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{ImportMode, Token};

/// What `show` shows of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The module as it was written.
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

/// A switch set on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// How many rewrites were by which kind of statement.
    ShowBreakdown,
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
    /// Declared variables by their name alone.
    PrintAliases,
    /// What `print` attributes say.
    PrintAttribute,
    /// A line break behind each.
    PrintAttributeNewline,
    /// Each step, and what of it.
    Trace(TraceSwitch),
    /// Rules start anew with each command.
    ClearRules,
    /// Nothing is remembered from one command to the next.
    ClearMemo,
    /// Statements are counted.
    Profile,
    /// The counts start anew with each command.
    ClearProfile,
    /// A switch without effect on answers here, such as those of memory.
    WithoutEffect,
}

/// What is told of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceSwitch {
    /// Anything.
    Any,
    /// What happens in conditions.
    Conditions,
    /// The whole term around the step.
    Whole,
    /// The values of the variables.
    Substitution,
    /// Steps of chosen statements and operators only.
    Select,
    /// Steps by memberships.
    Memberships,
    /// Steps by equations.
    Equations,
    /// Steps by rules.
    Rules,
    /// The term before and after.
    Rewrite,
    /// The statement.
    Body,
    /// Steps by native code.
    Builtin,
}

/// What `trace`, `break`, `print` and `do` ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Directive {
    /// `trace select` and `trace deselect`: labels and operators.
    Trace(Vec<Name>, bool),
    /// `trace exclude` and `trace include`: modules whose statements are passed over.
    Exclude(Vec<Name>, bool),
    /// `do clear memo`
    ClearMemo,
    /// What takes effect only with a switch that is refused, such as `break select`.
    WithoutEffect,
}

/// A `set` command.
pub(super) enum SetCommand {
    /// Takes effect when commands run.
    Setting(Setting),
    /// `set include M on`: takes effect where modules are defined.
    Import(ImportMode, Token, bool),
}

/// The switches by their words. What has no effect on answers is accepted, so that files that set it run.
const SWITCHES: [(&str, Switch); 43] = [
    ("show stats", Switch::ShowStatistics),
    ("show timing", Switch::ShowTiming),
    ("show command", Switch::ShowCommand),
    ("show breakdown", Switch::ShowBreakdown),
    ("show advisories", Switch::ShowAdvisories),
    ("show loop stats", Switch::WithoutEffect),
    ("show loop timing", Switch::WithoutEffect),
    ("show gc", Switch::WithoutEffect),
    ("show wrapping", Switch::WithoutEffect),
    ("print mixfix", Switch::PrintMixfix),
    ("print flat", Switch::PrintFlat),
    ("print with parentheses", Switch::PrintParentheses),
    ("print with aliases", Switch::PrintAliases),
    ("print format", Switch::PrintFormat),
    ("print color", Switch::PrintColor),
    ("print number", Switch::PrintNumber),
    ("print rat", Switch::PrintRational),
    ("print graph", Switch::WithoutEffect),
    ("print conceal", Switch::WithoutEffect),
    ("print attribute", Switch::PrintAttribute),
    ("print attribute newline", Switch::PrintAttributeNewline),
    ("trace", Switch::Trace(TraceSwitch::Any)),
    ("trace condition", Switch::Trace(TraceSwitch::Conditions)),
    ("trace whole", Switch::Trace(TraceSwitch::Whole)),
    ("trace substitution", Switch::Trace(TraceSwitch::Substitution)),
    ("trace select", Switch::Trace(TraceSwitch::Select)),
    ("trace mb", Switch::Trace(TraceSwitch::Memberships)),
    ("trace eq", Switch::Trace(TraceSwitch::Equations)),
    ("trace rl", Switch::Trace(TraceSwitch::Rules)),
    ("trace sd", Switch::WithoutEffect),
    ("trace rewrite", Switch::Trace(TraceSwitch::Rewrite)),
    ("trace body", Switch::Trace(TraceSwitch::Body)),
    ("trace builtin", Switch::Trace(TraceSwitch::Builtin)),
    ("clear memo", Switch::ClearMemo),
    ("clear rules", Switch::ClearRules),
    ("clear profile", Switch::ClearProfile),
    ("profile", Switch::Profile),
    ("verbose", Switch::WithoutEffect),
    ("compile count", Switch::WithoutEffect),
    ("break", Switch::WithoutEffect),
    ("include M", Switch::WithoutEffect),
    ("protect M", Switch::WithoutEffect),
    ("extend M", Switch::WithoutEffect),
];

/// Switches whose position on would change answers in a way that is not there: on is refused by name.
const ONLY_OFF: [&str; 3] = ["print graph", "print conceal", "break"];

/// One word for all its spellings.
fn usual(word: &str) -> &str {
    match word {
        "eqs" => "eq",
        "rls" => "rl",
        "mbs" => "mb",
        "sds" => "sd",
        "cond" | "conds" | "conditions" => "condition",
        "subst" | "substitutions" => "substitution",
        "builtins" => "builtin",
        "parens" => "parentheses",
        "attr" => "attribute",
        "advisory" => "advisories",
        "cmd" => "command",
        other => other,
    }
}

/// Reads the words behind `set`.
pub(super) fn setting(words: &[Token], span: Span) -> Result<SetCommand, Box<Diagnostic>> {
    let on = match words.last().map(|word| word.name.as_str()) {
        Some("on") => true,
        Some("off") => false,
        _ => {
            let mistake = Diagnostic::error("no-switch", "a `set` command ends with `on` or `off`", span);
            return Err(Box::new(mistake.help("for example `set show timing off .`")));
        }
    };
    let words = &words[..words.len() - 1];
    if let [mode, module] = words {
        let mode = match mode.name.as_str() {
            "include" => Some(ImportMode::Including),
            "protect" => Some(ImportMode::Protecting),
            "extend" => Some(ImportMode::Extending),
            _ => None,
        };
        if let Some(mode) = mode {
            return Ok(SetCommand::Import(mode, *module, on));
        }
    }
    let name = words.iter().map(|word| usual(word.name.as_str())).collect::<Vec<_>>().join(" ");
    if on && ONLY_OFF.contains(&name.as_str()) {
        let message = format!("`set {name} on` is not supported yet");
        return Err(Box::new(Diagnostic::error("not-supported", message, span)));
    }
    match SWITCHES.iter().find(|(known, _)| *known == name) {
        Some(&(_, switch)) => Ok(SetCommand::Setting(Setting { switch, on })),
        None => {
            let mistake = Diagnostic::error("unknown-switch", format!("there is no switch `{name}`"), span);
            Err(Box::new(match nearest(&name, SWITCHES.iter().map(|(known, _)| *known)) {
                Some(near) => mistake.help(format!("did you mean `set {near}`?")),
                None => mistake,
            }))
        }
    }
}

/// Reads the words behind `trace`, `break`, `print` and `do`.
pub(super) fn directive(word: &Token, words: &[Token], span: Span) -> Result<Directive, Box<Diagnostic>> {
    let (first, rest) = words.split_first().expect("the grammar wants a word");
    let names = || rest.iter().map(|token| token.name).collect();
    Ok(match (word.name.as_str(), first.name.as_str()) {
        ("trace", "select") if !rest.is_empty() => Directive::Trace(names(), true),
        ("trace", "deselect") if !rest.is_empty() => Directive::Trace(names(), false),
        ("trace", "exclude") if !rest.is_empty() => Directive::Exclude(names(), true),
        ("trace", "include") if !rest.is_empty() => Directive::Exclude(names(), false),
        ("break", "select" | "deselect") | ("print", "conceal" | "reveal") if !rest.is_empty() => {
            Directive::WithoutEffect
        }
        ("do", "clear") if joined(rest) == "memo" => Directive::ClearMemo,
        (command, _) => {
            let usage = match command {
                "trace" => {
                    "`trace select NAMES`, `trace deselect NAMES`, `trace exclude MODULES`, `trace include MODULES`"
                }
                "break" => "`break select NAMES`, `break deselect NAMES`",
                "print" => "`print conceal NAMES`, `print reveal NAMES`",
                _ => "`do clear memo`",
            };
            let message = format!("there is no command `{command} {}`", joined(words));
            return Err(Box::new(
                Diagnostic::error("unknown-command", message, span).note(format!("there is {usage}")),
            ));
        }
    })
}

/// What `show` can be asked for: of a module, or of the whole session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShowCommand {
    /// Something of the module named, else of the current one.
    Of(Shown),
    /// The modules.
    Modules,
    /// The views.
    Views,
    /// The view named.
    View,
    /// The profile.
    Profile,
}

/// Reads the words behind `show`: what is to be shown, and the words that name a module.
pub(super) fn shown(words: &[Token], span: Span) -> Result<(ShowCommand, &[Token]), Box<Diagnostic>> {
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
        "kind" | "kinds" | "component" | "components" => Shown::Kinds,
        "summary" => Shown::Summary,
        "modules" if rest.is_empty() => return Ok((ShowCommand::Modules, rest)),
        "views" if rest.is_empty() => return Ok((ShowCommand::Views, rest)),
        "view" => return Ok((ShowCommand::View, rest)),
        "profile" => return Ok((ShowCommand::Profile, rest)),
        _ => {
            let what = joined(words);
            let mistake = Diagnostic::error("not-supported", format!("`show {what}` is not supported yet"), span);
            return Err(Box::new(mistake.note(
                "what can be shown: module, all, sorts, ops, vars, mbs, eqs, rls, kinds, components, summary, modules, views, view V, profile, path N, path labels N, path states N, search graph",
            )));
        }
    };
    Ok((ShowCommand::Of(shown), rest))
}

fn joined(words: &[Token]) -> String {
    words.iter().map(|token| token.name.as_str()).collect::<Vec<_>>().join(" ")
}
