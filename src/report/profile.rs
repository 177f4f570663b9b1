//! How many steps were of which kind and by which statement.

use crate::base::hash::IndexMap;
use crate::engine::Event;
use crate::module::{Module, StatementKind, SymbolId};

use super::context::Context;
use super::statement::statement;

/// Steps of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Breakdown {
    /// By memberships.
    pub memberships: u64,
    /// By equations and native functions.
    pub equations: u64,
    /// By rules.
    pub rules: u64,
}

impl Breakdown {
    /// Counts an event, if it is a step.
    pub fn add(&mut self, module: &Module, event: &Event) {
        match event {
            Event::Applied { statement, .. } => match module.statements[*statement].kind {
                StatementKind::Rule { .. } => self.rules += 1,
                _ => self.equations += 1,
            },
            Event::Native { .. } => self.equations += 1,
            Event::Sorted { .. } => self.memberships += 1,
            _ => {}
        }
    }

    /// The line below `rewrites: …`.
    pub fn text(self) -> String {
        let Self { memberships, equations, rules } = self;
        format!(
            "mb applications: {memberships}  equational rewrites: {equations}  rule rewrites: {rules}  variant narrowing steps: 0  narrowing steps: 0\n"
        )
    }
}

/// What happened to a statement.
#[derive(Clone, Debug, Default)]
struct Counts {
    rewrites: u64,
    /// Matches of the left-hand side, where there is a condition.
    trials: u64,
    fragments: Vec<FragmentCounts>,
}

#[derive(Clone, Copy, Debug, Default)]
struct FragmentCounts {
    first: u64,
    again: u64,
    holds: u64,
    fails: u64,
}

/// How often each statement and each native function was applied.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    statements: IndexMap<usize, Counts>,
    native: IndexMap<SymbolId, u64>,
    total: u64,
}

impl Profile {
    /// Counts an event.
    pub fn add(&mut self, event: &Event) {
        match event {
            Event::Applied { statement, .. } | Event::Sorted { statement, .. } => {
                self.total += 1;
                self.counts(*statement).rewrites += 1;
            }
            Event::Native { symbol, .. } => {
                self.total += 1;
                *self.native.entry(*symbol).or_default() += 1;
            }
            Event::Trial { statement, .. } => self.counts(*statement).trials += 1,
            Event::Fragment { statement, fragment, again } => {
                let counts = self.fragment(*statement, *fragment);
                *if *again { &mut counts.again } else { &mut counts.first } += 1;
            }
            Event::FragmentEnd { statement, fragment, bindings } => {
                let counts = self.fragment(*statement, *fragment);
                *if bindings.is_some() { &mut counts.holds } else { &mut counts.fails } += 1;
            }
            Event::TrialEnd { .. } => {}
        }
    }

    fn counts(&mut self, statement: usize) -> &mut Counts {
        self.statements.entry(statement).or_default()
    }

    fn fragment(&mut self, statement: usize, fragment: usize) -> &mut FragmentCounts {
        let fragments = &mut self.counts(statement).fragments;
        if fragments.len() <= fragment {
            fragments.resize(fragment + 1, FragmentCounts::default());
        }
        &mut fragments[fragment]
    }

    /// The profile: native functions first, then statements, each in the order of the module.
    pub fn text(&self, context: &Context<'_>) -> String {
        let mut native: Vec<(SymbolId, u64)> = self.native.iter().map(|(&symbol, &count)| (symbol, count)).collect();
        native.sort_unstable();
        let mut text = String::new();
        for (symbol, count) in native {
            let operator = super::module::operator_of_kinds(context, symbol);
            text.push_str(&format!("{operator}built-in eq rewrites: {}\n\n", self.share(count)));
        }
        let mut numbers: Vec<usize> = self.statements.keys().copied().collect();
        numbers.sort_unstable_by_key(|&number| (kind_order(&context.module.statements[number].kind), number));
        for number in numbers {
            let counts = &self.statements[&number];
            text.push_str(&statement(context, &context.module.statements[number]));
            text.push('\n');
            if counts.trials > 0 {
                text.push_str(&format!("lhs matches: {}\t", counts.trials));
            }
            text.push_str(&format!("rewrites: {}\n", self.share(counts.rewrites)));
            if !counts.fragments.is_empty() {
                text.push_str("Fragment\tInitial tries\tResolve tries\tSuccesses\tFailures\n");
            }
            for (place, one) in counts.fragments.iter().enumerate() {
                let FragmentCounts { first, again, holds, fails } = one;
                text.push_str(&format!("{}\t\t{first}\t\t{again}\t\t{holds}\t\t{fails}\n", place + 1));
            }
            text.push('\n');
        }
        text
    }

    fn share(&self, count: u64) -> String {
        let percent = if self.total == 0 { 0.0 } else { 100.0 * count as f64 / self.total as f64 };
        format!("{count} ({})", percentage(percent))
    }
}

/// Six significant digits, as C++ streams write numbers.
fn percentage(value: f64) -> String {
    let digits = if value >= 100.0 {
        3
    } else if value >= 10.0 {
        4
    } else {
        5
    };
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}%")
}

fn kind_order(kind: &StatementKind) -> u8 {
    match kind {
        StatementKind::Membership { .. } => 0,
        StatementKind::Equation { .. } => 1,
        StatementKind::Rule { .. } => 2,
    }
}
