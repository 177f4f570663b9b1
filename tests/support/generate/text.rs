//! Modules and commands as text.

use std::fmt::Write;

use crate::support::reference::model::SortIndex;
use crate::support::reference::{Fragment, Operator, Query, Signature, Statement, Term, Theory};

use super::{Case, Command};

/// A module and its commands, as a file.
pub fn case(case: &Case) -> String {
    let mut text = module(&case.name, &case.theory);
    for asked in &case.commands {
        text.push_str(&command(&case.name, &case.theory.signature, asked));
    }
    text
}

/// A module.
pub fn module(name: &str, theory: &Theory) -> String {
    let signature = &theory.signature;
    let mut text = format!("mod {name} is\n");
    for (sort, library) in [("Int", "INT"), ("Nat", "NAT")] {
        if signature.sort_named(sort).is_some() {
            let _ = writeln!(text, "  protecting {library} .");
            break;
        }
    }
    // Names of one letter are the module's own; longer ones come from the library.
    let own = |sort: SortIndex| signature.sorts[sort].name.len() == 1;
    let plain = signature.sorts.len() - signature.tops.len();
    for sort in (0..plain).filter(|&sort| own(sort)) {
        let _ = writeln!(text, "  sort {} .", signature.sorts[sort].name);
    }
    for lower in 0..plain {
        let between = |a: SortIndex, b: SortIndex| a != b && signature.below[a][b];
        let direct = |upper: SortIndex| !(0..plain).any(|middle| between(lower, middle) && between(middle, upper));
        let uppers = (0..plain).filter(|&upper| between(lower, upper) && direct(upper));
        for upper in uppers.filter(|&upper| own(lower) || own(upper)) {
            let _ = writeln!(text, "  subsort {} < {} .", signature.sorts[lower].name, signature.sorts[upper].name);
        }
    }
    for operator in signature.operators.iter().filter(|operator| operator.hook.is_none() && !operator.name.is_empty()) {
        text.push_str(&declarations(signature, operator));
    }
    for equation in &theory.equations {
        text.push_str(&statement(signature, equation, "eq", "="));
    }
    for rule in &theory.rules {
        text.push_str(&statement(signature, rule, "rl", "=>"));
    }
    text.push_str("endm\n");
    text
}

fn declarations(signature: &Signature, operator: &Operator) -> String {
    let name = |sort: SortIndex| signature.sorts[sort].name.as_str();
    let mut attributes = Vec::new();
    if operator.associative {
        attributes.push("assoc".to_owned());
    }
    if operator.commutative {
        attributes.push("comm".to_owned());
    }
    if let Some(identity) = operator.identity() {
        let side = match (&operator.left_identity, &operator.right_identity) {
            (Some(_), None) => "left id:",
            (None, Some(_)) => "right id:",
            _ => "id:",
        };
        attributes.push(format!("{side} {}", term(signature, identity)));
    }
    let numbers = |list: &[usize]| list.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    if operator.frozen.len() == operator.typings[0].domain.len() && !operator.frozen.is_empty() {
        attributes.push("frozen".to_owned());
    } else if !operator.frozen.is_empty() {
        let places: Vec<usize> = operator.frozen.iter().map(|at| at + 1).collect();
        attributes.push(format!("frozen ({})", numbers(&places)));
    }
    if operator.iterated {
        attributes.push("iter".to_owned());
    }
    if operator.memoized {
        attributes.push("memo".to_owned());
    }
    if let Some(steps) = &operator.strategy {
        attributes.push(format!("strat ({})", numbers(steps)));
    }
    let attributes = if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(" ")) };
    let mut text = String::new();
    for typing in &operator.typings {
        let domain: Vec<&str> = typing.domain.iter().map(|&sort| name(sort)).collect();
        let range = name(typing.range);
        let _ = writeln!(text, "  op {} : {} -> {range}{attributes} .", operator.name, domain.join(" "));
    }
    text
}

fn statement(signature: &Signature, statement: &Statement, keyword: &str, arrow: &str) -> String {
    let conditional = if statement.conditions.is_empty() { "" } else { "c" };
    let label = statement.label.as_ref().map_or(String::new(), |label| format!(" [{label}] :"));
    let (left, right) = (term(signature, &statement.left), term(signature, &statement.right));
    let mut text = format!("  {conditional}{keyword}{label} {left} {arrow} {right}");
    text.push_str(&condition(signature, &statement.conditions, " if "));
    text.push_str(if statement.otherwise { " [owise] .\n" } else { " .\n" });
    text
}

fn condition(signature: &Signature, fragments: &[Fragment], opening: &str) -> String {
    let show = |t: &Term| term(signature, t);
    let texts: Vec<String> = fragments
        .iter()
        .map(|fragment| match fragment {
            Fragment::Boolean(a) => show(a),
            Fragment::Equal(a, b) => format!("{} = {}", show(a), show(b)),
            Fragment::Match(a, b) => format!("{} := {}", show(a), show(b)),
            Fragment::Sort(a, sort) => format!("{} : {}", show(a), signature.sorts[*sort].name),
            Fragment::Rewrite(a, b) => format!("{} => {}", show(a), show(b)),
        })
        .collect();
    if texts.is_empty() { String::new() } else { format!("{opening}{}", texts.join(" /\\ ")) }
}

/// A term: operators with holes between their arguments in parentheses, everything else in prefix form.
pub fn term(signature: &Signature, shown: &Term) -> String {
    let Term::Application(operator, arguments) = shown else { return signature.show(shown) };
    let name = signature.operators[*operator].name.as_str();
    let texts: Vec<String> = arguments.iter().map(|argument| term(signature, argument)).collect();
    match name {
        _ if arguments.is_empty() => signature.show(shown),
        "if_then_else_fi" => format!("if {} then {} else {} fi", texts[0], texts[1], texts[2]),
        _ if name.starts_with('_') && name.ends_with('_') => {
            format!("({})", texts.join(&format!(" {} ", name.trim_matches('_'))))
        }
        _ if name.ends_with('_') => format!("({} {})", name.trim_matches('_'), texts[0]),
        _ => format!("{name}({})", texts.join(", ")),
    }
}

/// A command.
pub fn command(module: &str, signature: &Signature, command: &Command) -> String {
    let show = |t: &Term| term(signature, t);
    match command {
        Command::Reduce(a) => format!("reduce in {module} : {} .\n", show(a)),
        Command::Match(pattern, subject) => format!("match in {module} : {} <=? {} .\n", show(pattern), show(subject)),
        Command::ExtendedMatch(pattern, subject) => {
            format!("xmatch in {module} : {} <=? {} .\n", show(pattern), show(subject))
        }
        Command::Search(asked) => {
            let bound = asked.depth.map_or(String::new(), |depth| format!(" [, {depth}]"));
            format!("search{bound} in {module} : {} .\n", query(signature, &Query { depth: None, ..asked.clone() }))
        }
        Command::First(most, asked) => {
            let bound = asked.depth.map_or(format!("[{most}]"), |depth| format!("[{most}, {depth}]"));
            format!("search {bound} in {module} : {} .\n", query(signature, &Query { depth: None, ..asked.clone() }))
        }
    }
}

/// A query, its bound in front.
pub fn query(signature: &Signature, query: &Query) -> String {
    let bound = query.depth.map_or(String::new(), |depth| format!("[, {depth}] "));
    let suffix = condition(signature, &query.conditions, " such that ");
    let (initial, pattern) = (term(signature, &query.initial), term(signature, &query.pattern));
    format!("{bound}{initial} {} {pattern}{suffix}", query.arrow.text())
}
