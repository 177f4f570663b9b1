//! Random modules: the reference engine and Maude must agree on normal forms, matches and searches.
//!
//! `REWRITE_SEED` and `REWRITE_CASES` choose what is tried.

mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use support::generate::{self, Case, Command, text};
use support::oracle::answer::Match;
use support::oracle::{Body, Oracle, missing, read};
use support::random::{cases, seed};
use support::reference::matching::{first_of_ground, matches};
use support::reference::read::read as read_term;
use support::reference::search::search;
use support::reference::{Canonical, Context, Engine, GaveUp, Signature, Substitution, Term};

/// Modules in one run of the oracle.
const BATCH: u64 = 20;
const FUEL: u64 = 3_000;

#[test]
fn reference_engine_agrees_with_maude_on_random_modules() {
    let Some(oracle) = Oracle::find() else {
        return missing("reference_engine_agrees_with_maude_on_random_modules");
    };
    // The reference engine recurses: it gets a stack of its own.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(move || run(&oracle)).expect("a thread");
    thread.join().expect("the reference engine and Maude agree");
}

fn run(oracle: &Oracle) {
    let (seed, cases) = (seed(), cases(60));
    let mut tally = Tally::default();
    for first in (0..cases).step_by(BATCH as usize) {
        let batch: Vec<Case> =
            (first..cases.min(first + BATCH)).map(|number| generate::oracle_case(seed, number)).collect();
        compare_batch(oracle, &batch, &mut tally);
    }
    println!("{} commands compared, {} not decided by the reference engine", tally.compared, tally.undecided);
    let shown = tally.failures.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(tally.failures.is_empty(), "seed {seed}: {} disagreements\n{shown}", tally.failures.len());
    assert!(tally.undecided * 4 < tally.compared, "too much is left undecided");
}

#[derive(Default)]
struct Tally {
    compared: usize,
    undecided: usize,
    failures: Vec<String>,
}

/// Runs a batch of modules in one process; a batch that takes too long is taken apart.
fn compare_batch(oracle: &Oracle, batch: &[Case], tally: &mut Tally) {
    let file: String = batch.iter().map(text::case).collect();
    let printed = oracle.run_text(&file, true, Duration::from_secs(20));
    let answers = read(&printed.output);
    let wanted: usize = batch.iter().map(|case| case.commands.len()).sum();
    if printed.timed_out || answers.len() != wanted {
        if let [case] = batch {
            if printed.timed_out {
                tally.undecided += case.commands.len();
            } else {
                tally.failures.push(format!(
                    "{} is not accepted:\n{}\n{}",
                    case.name,
                    printed.errors,
                    text::case(case)
                ));
            }
            return;
        }
        batch.iter().for_each(|case| compare_batch(oracle, std::slice::from_ref(case), tally));
        return;
    }
    let mut answers = answers.iter();
    for case in batch {
        let mut engine = Engine::new(case.theory.clone(), 0);
        for command in &case.commands {
            engine.refuel(FUEL);
            let answer = answers.next().expect("as many answers as commands");
            match compare(&mut engine, command, &answer.body) {
                Ok(()) => tally.compared += 1,
                Err(Disagreement::Undecided) => tally.undecided += 1,
                Err(Disagreement::Real(why)) => {
                    let asked = text::command(&case.name, &case.theory.signature, command);
                    tally.failures.push(format!("{}{asked}{why}\n", text::module(&case.name, &case.theory)));
                }
            }
        }
    }
}

enum Disagreement {
    Undecided,
    Real(String),
}

impl From<GaveUp> for Disagreement {
    fn from(_: GaveUp) -> Self {
        Self::Undecided
    }
}

impl From<String> for Disagreement {
    fn from(why: String) -> Self {
        Self::Real(why)
    }
}

fn compare(engine: &mut Engine, command: &Command, answer: &Body) -> Result<(), Disagreement> {
    match (command, answer) {
        (Command::Reduce(term), Body::Term { sort, term: result, .. }) => {
            let forms = engine.normal_forms(term)?;
            let result = read_term(engine.signature(), result)?;
            let least = &engine.signature().sorts[engine.signature().least_sort(&result)].name;
            let shown: Vec<String> = forms.iter().map(|form| engine.signature().show(form)).collect();
            agree(forms.contains(&result) && least == sort, || {
                format!("maude: {sort}: {}\nreference: {least}: {shown:?}", engine.signature().show(&result))
            })
        }
        (Command::Match(pattern, subject), Body::Matches(found)) => {
            let signature = engine.signature();
            let (pattern, subject) = (signature.canonical(pattern), signature.canonical(subject));
            let ours = matches(signature, &pattern, &subject, &Substitution::new());
            compare_matches(signature, ours.into_iter().map(|s| (subject.clone(), s)).collect(), &subject, found)
        }
        (Command::ExtendedMatch(pattern, subject), Body::Matches(found)) => {
            let signature = engine.signature();
            let (pattern, subject) = (signature.canonical(pattern), signature.canonical(subject));
            let ours = first_of_ground(signature, &pattern, &subject)
                .into_iter()
                .map(|(context, substitution)| {
                    let whole = context == Context::Whole;
                    (if whole { subject.clone() } else { signature.instance(&pattern, &substitution) }, substitution)
                })
                .collect();
            compare_matches(signature, ours, &subject, found)
        }
        (Command::Search(query), Body::Search { solutions, states, .. }) => {
            let ours = search(engine, query)?;
            let signature = engine.signature();
            let mine: BTreeSet<Substitution> = ours.solutions.iter().map(|(_, solution)| solution.clone()).collect();
            let mut theirs = BTreeSet::new();
            for solution in solutions {
                theirs.insert(substitution(signature, &solution.bindings)?);
            }
            agree(
                mine == theirs
                    && ours.solutions.len() == solutions.len()
                    && ours.states.is_none_or(|seen| seen as u64 == *states),
                || {
                    format!(
                        "maude: {states} states, {} solutions {theirs:?}\nreference: {:?} states, {} solutions {mine:?}",
                        solutions.len(),
                        ours.states,
                        ours.solutions.len()
                    )
                },
            )
        }
        (_, other) => Err(Disagreement::Real(format!("unexpected answer {other:?}"))),
    }
}

fn agree(holds: bool, why: impl FnOnce() -> String) -> Result<(), Disagreement> {
    if holds { Ok(()) } else { Err(Disagreement::Real(why())) }
}

fn compare_matches(
    signature: &Signature,
    ours: BTreeSet<(Term, Substitution)>,
    subject: &Term,
    found: &[Match],
) -> Result<(), Disagreement> {
    let mut theirs = BTreeSet::new();
    for one in found {
        let portion = match &one.portion {
            Some(text) => read_term(signature, text)?,
            None => subject.clone(),
        };
        theirs.insert((portion, substitution(signature, &one.bindings)?));
    }
    let show = |set: &BTreeSet<(Term, Substitution)>| {
        let line = |(portion, substitution): &(Term, Substitution)| {
            let bound: Vec<String> = substitution
                .iter()
                .map(|(variable, value)| format!("{variable} --> {}", signature.show(value)))
                .collect();
            format!("  {} | {}\n", signature.show(portion), bound.join("; "))
        };
        set.iter().map(line).collect::<String>()
    };
    agree(ours == theirs, || {
        format!(
            "maude only:\n{}reference only:\n{}",
            show(&theirs.difference(&ours).cloned().collect()),
            show(&ours.difference(&theirs).cloned().collect())
        )
    })
}

fn substitution(signature: &Signature, bindings: &[(String, String)]) -> Result<Substitution, String> {
    let mut substitution = Substitution::new();
    for (variable, value) in bindings {
        let Term::Variable(variable) = read_term(signature, variable)? else {
            return Err(format!("`{variable}` is no variable"));
        };
        substitution.insert(variable, read_term(signature, value)?);
    }
    Ok(substitution)
}
