mod builder;
mod cost;
mod modules;
mod printing;
mod reading;
mod robust;
mod statements;

use builder::{NUMBERS, World, tokens, world};

use super::{Grammar, PrintOptions, Printer};
use crate::base::Diagnostic;

/// A pool of numbers with a trace of steps, as in the Digitle puzzle.
fn digitle() -> World {
    let naturals: String =
        NUMBERS.lines().filter(|line| !line.contains("op -_")).map(|line| format!("{line}\n")).collect();
    world(&format!(
        "{naturals}
        sort Nat < Pool
        op nil : -> Pool
        op __ : Pool Pool -> Pool <assoc comm>
        sort Op
        op + : -> Op <format r o>
        op - : -> Op <format g o>
        sort Steps
        op nil : -> Steps
        op ___→_ : Nat Op Nat Nat -> Steps <prec 20 format d d d d ! o>
        op _,_ : Steps Steps -> Steps <assoc prec 10 format d d s d>
        sort State
        op _&_ : Pool Steps -> State <format d d n++i -->
        op {{_}} : Pool -> State
        op _has_ : State Nat -> Bool
        op _almost has_ : State Nat -> Bool
        var M N : Nat
        var Ps : Pool
        var Ss : Steps
        var S : State"
    ))
}

/// Integers alone.
fn integers() -> World {
    world(&format!("{NUMBERS} var N : Nat"))
}

/// A term read and printed again, or the diagnostics.
fn round(world: &World, text: &str) -> String {
    let grammar = Grammar::new(&world.signature, &world.variables);
    let read = grammar.parse_term(&tokens(text));
    let warnings = grammar.take_warnings();
    match read {
        Ok(_) if !warnings.is_empty() => shown(&warnings, text),
        Ok(term) => {
            Printer::new(&world.signature, PrintOptions::default()).with_variables(&world.variables).print(&term)
        }
        Err(diagnostics) => shown(&diagnostics, text),
    }
}

/// Diagnostics on one line each: code, marked text, message, notes and suggestion.
fn shown(diagnostics: &[Diagnostic], text: &str) -> String {
    let one = |diagnostic: &Diagnostic| {
        let mut line = diagnostic.code.to_owned();
        if let Some(label) = &diagnostic.primary {
            line += &format!(" `{}`", &text[label.span.start as usize..label.span.end as usize]);
        }
        line += &format!(": {}", diagnostic.message);
        for note in &diagnostic.notes {
            line += &format!("; {note}");
        }
        if let Some(suggestion) = &diagnostic.suggestion {
            line += &format!("; try `{}`", suggestion.replacement);
        }
        line
    };
    diagnostics.iter().map(one).collect::<Vec<_>>().join("\n")
}
