//! A path as people read it: per step, the rule's name and what changed.

use crate::module::Term;
use crate::search::PathStep;

use super::context::Context;
use super::difference::{Change, Comparer, Part};

/// How paths are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Show {
    /// The first state, then what each step removes and adds.
    #[default]
    Diff,
    /// Every state in full.
    Full,
    /// The names of the rules.
    Labels,
    /// Nothing.
    None,
}

/// Width of the column of step numbers, and how far states are indented.
const NUMBER: usize = 3;
const INDENT: &str = "     ";

/// A path, line by line, each ended by a line break; empty for [`Show::None`].
pub fn path(context: &Context<'_>, steps: &[PathStep], show: Show) -> String {
    match show {
        Show::None => String::new(),
        Show::Labels => labels(context, steps),
        Show::Full => with_cells(context, steps, &full_cells(context, steps)),
        Show::Diff => with_cells(context, steps, &difference_cells(context, steps)),
    }
}

fn labels(context: &Context<'_>, steps: &[PathStep]) -> String {
    let names: Vec<String> = steps.iter().filter_map(|step| rule_name(context, step)).collect();
    if names.is_empty() { String::new() } else { format!("{INDENT}{}\n", names.join(" ")) }
}

/// The name of the rule that led to a step.
fn rule_name(context: &Context<'_>, step: &PathStep) -> Option<String> {
    step.rule.map(|rule| context.rule_name(&context.module.statements[rule]))
}

fn full_cells(context: &Context<'_>, steps: &[PathStep]) -> Vec<Vec<String>> {
    steps.iter().skip(1).map(|step| vec![context.term(&step.term)]).collect()
}

/// Per step after the first one: pairs of cells, what a place lost and what it gained.
fn difference_cells(context: &Context<'_>, steps: &[PathStep]) -> Vec<Vec<String>> {
    let mut comparer = Comparer::new(&context.module.signature);
    let states: Vec<_> = steps.iter().map(|step| comparer.classify(&step.term)).collect();
    let pairs = states.windows(2).zip(steps.windows(2));
    pairs
        .map(|(states, steps)| {
            let changes = comparer.changes(&states[0], &states[1]);
            changes.iter().flat_map(|change| cells(context, change, &steps[0].term, &steps[1].term)).collect()
        })
        .collect()
}

fn cells(context: &Context<'_>, change: &Change, before: &Term, after: &Term) -> Vec<String> {
    if change.whole {
        return vec![context.one_line(after)];
    }
    let cell = |mark: char, part: &Part, state: &Term| match part.term(state) {
        Some(term) => format!("{mark} {}", context.one_line(&term)),
        None => String::new(),
    };
    vec![cell('-', &change.removed, before), cell('+', &change.added, after)]
}

/// The first state, then a numbered line per step with its cells in columns.
fn with_cells(context: &Context<'_>, steps: &[PathStep], rows: &[Vec<String>]) -> String {
    let Some(first) = steps.first() else { return String::new() };
    let mut text = format!("{INDENT}{}\n", indented(&context.term(&first.term), INDENT.len()));
    let names: Vec<String> = steps.iter().skip(1).filter_map(|step| rule_name(context, step)).collect();
    let name_width = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let widths = column_widths(rows);
    for (at, (name, row)) in names.iter().zip(rows).enumerate() {
        let mut line = format!("{:>NUMBER$}  {}", at + 1, padded(name, name_width));
        for (cell, &column) in row.iter().zip(&widths).filter(|&(_, &column)| column > 0) {
            line.push_str("   ");
            let start = width(line.rsplit('\n').next().unwrap_or(""));
            let shown = indented(cell, start);
            line.push_str(&padded(&if context.colour { coloured(&shown) } else { shown }, column));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The width of each column, 0 for one that is empty. What stands last in its line needs no room, so a long cell that
/// is alone in its line moves nothing.
fn column_widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let empty = |column: usize| rows.iter().filter_map(|row| row.get(column)).all(String::is_empty);
    let inner =
        |column: usize| rows.iter().filter(move |row| row.len() > column + 1).map(move |row| width(&row[column]));
    (0..columns).map(|column| if empty(column) { 0 } else { inner(column).max().unwrap_or(0).max(1) }).collect()
}

/// Removed in red, added in green.
fn coloured(cell: &str) -> String {
    match cell.as_bytes().first() {
        Some(b'-') => format!("\x1b[31m{cell}\x1b[0m"),
        Some(b'+') => format!("\x1b[32m{cell}\x1b[0m"),
        _ => cell.to_owned(),
    }
}

/// The text with every line after the first one moved to the right.
pub(super) fn indented(text: &str, columns: usize) -> String {
    text.replace('\n', &format!("\n{}", " ".repeat(columns)))
}

fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Characters of the longest line, escape sequences of colours left out.
fn width(text: &str) -> usize {
    text.split('\n').map(line_width).max().unwrap_or(0)
}

fn line_width(line: &str) -> usize {
    let mut columns = 0;
    let mut escaped = false;
    for character in line.chars() {
        match character {
            '\x1b' => escaped = true,
            'm' if escaped => escaped = false,
            _ if escaped => {}
            _ => columns += 1,
        }
    }
    columns
}
