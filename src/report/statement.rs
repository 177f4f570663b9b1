//! Statements and queries as text, in the form Maude shows them.

use crate::module::{Condition, PrintPart, SearchQuery, Statement, StatementKind};

use super::context::Context;

/// A statement with its keyword, condition and attributes, up to the closing period: `rl a => b [label r] .`
pub fn statement(context: &Context<'_>, statement: &Statement) -> String {
    let conditional = !statement.conditions.is_empty();
    let (keyword, conditional_keyword, head) = match &statement.kind {
        StatementKind::Equation { left, right, .. } => {
            ("eq", "ceq", format!("{} = {}", context.left_side(left), context.echoed(right)))
        }
        StatementKind::Rule { left, right } => {
            ("rl", "crl", format!("{} => {}", context.left_side(left), context.echoed(right)))
        }
        StatementKind::Membership { term, sort } => {
            ("mb", "cmb", format!("{} : {}", context.left_side(term), context.sort(*sort)))
        }
    };
    let keyword = if conditional { conditional_keyword } else { keyword };
    let mut text = format!("{keyword} {head}");
    if conditional {
        text.push_str(" if ");
        text.push_str(&conditions(context, &statement.conditions));
    }
    text.push_str(&attributes(statement));
    text.push_str(" .");
    text
}

fn attributes(statement: &Statement) -> String {
    let mut words = Vec::new();
    if statement.nonexec {
        words.push("nonexec".to_owned());
    }
    if matches!(statement.kind, StatementKind::Equation { otherwise: true, .. }) {
        words.push("owise".to_owned());
    }
    if let Some(label) = statement.label {
        words.push(format!("label {label}"));
    }
    if let Some(metadata) = statement.metadata {
        words.push(format!("metadata {metadata}"));
    }
    if let Some(print) = &statement.print {
        let parts = print.iter().map(|part| match part {
            PrintPart::Text(text) => text.as_str(),
            PrintPart::Variable(name) => name.as_str(),
        });
        words.extend(std::iter::once("print").chain(parts).map(str::to_owned));
    }
    if words.is_empty() { String::new() } else { format!(" [{}]", words.join(" ")) }
}

/// The fragments of a condition. A Boolean one shows what it must reduce to.
pub fn conditions(context: &Context<'_>, conditions: &[Condition]) -> String {
    conditions.iter().map(|one| condition(context, one)).collect::<Vec<_>>().join(" /\\ ")
}

/// One fragment of a condition.
pub fn condition(context: &Context<'_>, condition: &Condition) -> String {
    match condition {
        Condition::Boolean(term) => format!("{} = true", context.echoed(term)),
        Condition::Equal(left, right) => format!("{} = {}", context.echoed(left), context.echoed(right)),
        Condition::Match(pattern, term) => format!("{} := {}", context.echoed(pattern), context.echoed(term)),
        Condition::SortTest(term, sort) => format!("{} : {}", context.echoed(term), context.sort(*sort)),
        Condition::Rewrite(from, to) => format!("{} => {}", context.echoed(from), context.echoed(to)),
    }
}

/// `INIT =>* PATTERN such that CONDITION`.
pub fn query(context: &Context<'_>, query: &SearchQuery) -> String {
    let (initial, pattern) = (context.echoed(&query.initial), context.echoed(&query.pattern));
    let mut text = format!("{initial} {} {pattern}", query.arrow.as_str());
    if !query.conditions.is_empty() {
        text.push_str(" such that ");
        text.push_str(&conditions(context, &query.conditions));
    }
    text
}
