//! Expected answers kept in a file beside a program: one block per command, in the form the reader reads.

use std::fmt::Write;

use super::answer::{Answer, Body};

/// Answers as text that [`super::read()`] reads back: separators, echo, counts, results; no timings.
pub fn write(answers: &[Answer]) -> String {
    let mut text = String::new();
    for answer in answers {
        let _ = writeln!(text, "{}\n{}", "=".repeat(42), answer.echo);
        match &answer.body {
            Body::Term { rewrites, sort, term } => {
                let _ = writeln!(text, "rewrites: {rewrites}\nresult {sort}: {term}");
            }
            Body::Search { solutions, exhausted, states, rewrites } => {
                for (number, solution) in solutions.iter().enumerate() {
                    let _ = writeln!(text, "\nSolution {} (state {})", number + 1, solution.state);
                    if number + 1 == solutions.len() && !exhausted {
                        let _ = writeln!(text, "states: {states}  rewrites: {rewrites}");
                    }
                    bindings(&mut text, &solution.bindings);
                }
                if *exhausted {
                    let verdict = if solutions.is_empty() { "No solution." } else { "No more solutions." };
                    let _ = writeln!(text, "\n{verdict}\nstates: {states}  rewrites: {rewrites}");
                }
            }
            Body::Matches(matches) => {
                for (number, found) in matches.iter().enumerate() {
                    let _ = writeln!(text, "\nMatcher {}", number + 1);
                    if let Some(portion) = &found.portion {
                        let _ = writeln!(text, "Matched portion = {portion}");
                    }
                    bindings(&mut text, &found.bindings);
                }
                if matches.is_empty() {
                    text.push_str("No match.\n");
                }
            }
            Body::Unread(lines) => lines.iter().for_each(|line| {
                let _ = writeln!(text, "{line}");
            }),
        }
        for line in &answer.after {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

fn bindings(text: &mut String, bindings: &[(String, String)]) {
    for (variable, term) in bindings {
        let _ = writeln!(text, "{variable} --> {term}");
    }
    if bindings.is_empty() {
        text.push_str("empty substitution\n");
    }
}
