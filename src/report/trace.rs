//! Steps told one by one, in the words of Maude's `trace`.

use crate::engine::{Bindings, Event};
use crate::module::{PrintPart, Statement, StatementKind, Term};

use super::context::Context;
use super::statement::{condition, statement};

/// What is told of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceParts {
    /// The statement.
    pub body: bool,
    /// The values of its variables.
    pub substitution: bool,
    /// The term before and after.
    pub rewrite: bool,
}

const STARS: &str = "***********";

/// One event.
pub fn event(context: &Context<'_>, event: &Event, parts: TraceParts) -> String {
    let source = |number: usize| &context.module.statements[number];
    match event {
        Event::Applied { statement, bindings, before, after } => {
            let mut text = applied(context, source(*statement), bindings, parts);
            if parts.rewrite {
                text.push_str(&rewrite(context, before, after));
            }
            text
        }
        Event::Sorted { statement, bindings, term, from, to } => {
            let mut text = applied(context, source(*statement), bindings, parts);
            if parts.rewrite {
                let (from, to) = (context.sort(*from), context.sort(*to));
                text.push_str(&format!("{from}: {} becomes {to}\n", context.term(term)));
            }
            text
        }
        Event::Native { symbol, before, after } => {
            let name = context.module.signature.symbol(*symbol).name;
            let mut text = if parts.body { format!("{STARS} equation\n") } else { String::new() };
            text.push_str(&format!("(built-in equation for symbol {name})\n"));
            if parts.rewrite {
                text.push_str(&rewrite(context, before, after));
            }
            text
        }
        Event::Trial { number, statement: of, bindings } => {
            let mut text = format!("{STARS} trial #{number}\n{}\n", statement(context, source(*of)));
            if parts.substitution {
                text.push_str(&values(context, bindings));
            }
            text
        }
        Event::TrialEnd { number, holds, .. } => {
            format!("{STARS} {} #{number}\n", if *holds { "success" } else { "failure" })
        }
        Event::Fragment { statement, fragment, again } => {
            let word = if *again { "re-solving" } else { "solving" };
            format!(
                "{STARS} {word} condition fragment\n{}\n",
                condition(context, &source(*statement).conditions[*fragment])
            )
        }
        Event::FragmentEnd { statement, fragment, bindings } => {
            let word = if bindings.is_some() { "success" } else { "failure" };
            let fragment = condition(context, &source(*statement).conditions[*fragment]);
            let mut text = format!("{STARS} {word} for condition fragment\n{fragment}\n");
            if let Some(bindings) = bindings.as_ref().filter(|_| parts.substitution) {
                text.push_str(&values(context, bindings));
            }
            text
        }
    }
}

fn applied(context: &Context<'_>, source: &Statement, bindings: &Bindings, parts: TraceParts) -> String {
    let what = match source.kind {
        StatementKind::Equation { .. } => "equation",
        StatementKind::Rule { .. } => "rule",
        StatementKind::Membership { .. } => "membership axiom",
    };
    if !parts.body {
        let label = source.label.map_or_else(|| format!("(unlabeled {what})"), |label| label.to_string());
        return label + "\n";
    }
    let mut text = format!("{STARS} {what}\n{}\n", statement(context, source));
    if parts.substitution {
        text.push_str(&values(context, bindings));
    }
    text
}

fn rewrite(context: &Context<'_>, before: &Term, after: &Term) -> String {
    format!("{}\n--->\n{}\n", context.term(before), context.term(after))
}

fn values(context: &Context<'_>, bindings: &Bindings) -> String {
    if bindings.is_empty() {
        return "empty substitution\n".to_owned();
    }
    let mut text = String::new();
    for (variable, value) in bindings {
        let value = value.as_ref().map_or_else(|| "(unbound)".to_owned(), |term| context.term(term));
        text.push_str(&format!("{} --> {value}\n", context.variable(*variable)));
    }
    text
}

/// What the `print` attribute of a statement says of an application of it; nothing if it has none.
pub fn print_attribute(context: &Context<'_>, statement: &Statement, bindings: &Bindings) -> Option<String> {
    let parts = statement.print.as_ref()?;
    let mut text = String::new();
    for part in parts.iter() {
        match part {
            PrintPart::Text(quoted) => text.push_str(&unquoted(quoted.as_str())),
            PrintPart::Variable(name) => {
                let plain = name.as_str().rsplit_once(':').map_or(name.as_str(), |(plain, _)| plain);
                let value = bindings.iter().find(|(variable, _)| variable.name.as_str() == plain);
                match value.and_then(|(_, value)| value.as_ref()) {
                    Some(term) => text.push_str(&context.term(term)),
                    None => text.push_str(name.as_str()),
                }
            }
        }
    }
    Some(text)
}

/// A string without its quotes and backslashes.
fn unquoted(quoted: &str) -> String {
    let inner = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(quoted);
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some(other) => text.push(other),
                None => {}
            },
            (other, false) => text.push(other),
        }
    }
    text
}
