//! Compares answers by meaning: terms as canonical terms, solutions as sets, counts as numbers.

use std::collections::BTreeSet;

use super::answer::{Answer, Body};

/// Reads terms of a module, so that two ways to write one term compare as equal.
///
/// An implementation gives equal texts for terms that are equal modulo the axioms of the module. It may not fail:
/// what it cannot read it gives back with single spaces.
pub trait Meaning {
    /// The canonical text of a term in a module.
    fn canonical(&self, module: &str, term: &str) -> String;
}

/// Compares terms as text: the words of bags may then differ in order.
#[derive(Clone, Copy, Debug)]
pub struct AsText;

impl Meaning for AsText {
    fn canonical(&self, _module: &str, term: &str) -> String {
        term.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Compares terms as bags of their tokens: blind to order and grouping, so weaker than the meaning but never stricter.
/// Serves until terms are read by the module's own grammar.
#[derive(Clone, Copy, Debug)]
pub struct AsBagOfTokens;

impl Meaning for AsBagOfTokens {
    fn canonical(&self, _module: &str, term: &str) -> String {
        let spaced: String =
            term.chars().flat_map(|c| if "()[]{},".contains(c) { vec![' ', c, ' '] } else { vec![c] }).collect();
        let mut tokens: Vec<&str> = spaced.split_whitespace().filter(|token| !"()".contains(token)).collect();
        tokens.sort_unstable();
        tokens.join(" ")
    }
}

/// How strictly counts are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strictness {
    /// Numbers of rewrites must agree.
    pub rewrites: bool,
}

/// The differences between two lists of answers; empty when they mean the same.
pub fn differences(ours: &[Answer], theirs: &[Answer], meaning: &dyn Meaning, strictness: Strictness) -> Vec<String> {
    let mut found = Vec::new();
    if ours.len() != theirs.len() {
        found.push(format!("{} answers, expected {}", ours.len(), theirs.len()));
    }
    for (number, (mine, wanted)) in ours.iter().zip(theirs).enumerate() {
        let (mine_text, wanted_text) =
            (summary(mine, &wanted.module, meaning, strictness), summary(wanted, &wanted.module, meaning, strictness));
        if mine_text != wanted_text {
            let command = &wanted.echo;
            found.push(format!(
                "command {}: {command}\n  expected {wanted_text:?}\n  but got  {mine_text:?}",
                number + 1
            ));
        }
    }
    found
}

/// What an answer means, as text that two equal answers share.
fn summary(answer: &Answer, module: &str, meaning: &dyn Meaning, strictness: Strictness) -> Vec<String> {
    let canonical = |term: &str| meaning.canonical(module, term);
    let bound = |bindings: &[(String, String)]| {
        let sorted: BTreeSet<String> =
            bindings.iter().map(|(variable, term)| format!("{variable} --> {}", canonical(term))).collect();
        sorted.into_iter().collect::<Vec<_>>().join("; ")
    };
    let mut lines = Vec::new();
    match &answer.body {
        Body::Term { rewrites, sort, term } => {
            lines.push(format!("result {sort}: {}", canonical(term)));
            counted(&mut lines, strictness, *rewrites);
        }
        Body::Search { solutions, exhausted, states, rewrites } => {
            lines.push(format!("solutions {} exhausted {exhausted}", solutions.len()));
            // Which solutions come first, and how many states that takes, depends on the order of exploration.
            if *exhausted {
                lines.push(format!("states {states}"));
                counted(&mut lines, strictness, *rewrites);
                let set: BTreeSet<String> = solutions.iter().map(|solution| bound(&solution.bindings)).collect();
                lines.extend(set);
            }
        }
        Body::Matches(matches) => {
            lines.push(format!("matches {}", matches.len()));
            let set: BTreeSet<String> = matches
                .iter()
                .map(|found| {
                    let portion = found.portion.as_deref().map_or("(whole)".into(), canonical);
                    format!("{portion} | {}", bound(&found.bindings))
                })
                .collect();
            lines.extend(set);
        }
        Body::Unread(text) => lines.extend(text.iter().cloned()),
    }
    lines
}

fn counted(lines: &mut Vec<String>, strictness: Strictness, rewrites: u64) {
    if strictness.rewrites {
        lines.push(format!("rewrites {rewrites}"));
    }
}
