//! This engine and the oracle on one file, and what it means when their answers differ.

use std::time::Duration;

use crate::support::generate::{Case, Command, text};
use crate::support::judge::{Judgement, judge};
use crate::support::meaning::InModules;
use crate::support::reference::Arrow;

use super::compare::{Strictness, differences};
use super::run::{Oracle, Printed, capture, rewrite_command, scratch_file};
use super::{Answer, Body, Solution, read};

/// What comes out of a case with one command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Equal in meaning and in all numbers.
    Same,
    /// Equal in meaning, but not in a number that depends on the order of steps: which, and both.
    OtherCount(&'static str, String),
    /// The oracle refuses the module, warns of it, or ends.
    OracleFails(String),
    /// The oracle does not end.
    OracleSlow,
    /// This engine refuses the module, or ends.
    OursFails(String),
    /// This engine does not end, the oracle does.
    OursSlow,
    /// The answers mean different things.
    Differs {
        /// By the reference engine.
        judgement: Judgement,
        /// Both answers.
        why: String,
    },
}

impl Outcome {
    /// Under which it is counted.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::OtherCount(what, _) => what,
            Self::OracleFails(_) => "Maude refuses, warns or crashes",
            Self::OracleSlow => "Maude takes too long",
            Self::OursFails(_) => "rewrite gives no answer",
            Self::OursSlow => "rewrite takes too long, Maude does not",
            Self::Differs { judgement: Judgement::OrderDependent, .. } => "differs by the order of equations",
            Self::Differs { judgement: Judgement::Undecided, .. } => "differs, left undecided",
            Self::Differs { judgement: Judgement::Real(_), .. } => "differs",
        }
    }

    /// Whether this engine is to blame.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::OursFails(_) | Self::OursSlow | Self::Differs { judgement: Judgement::Real(_), .. })
    }

    /// What there is to say.
    pub fn details(&self) -> String {
        match self {
            Self::OtherCount(_, why) | Self::OracleFails(why) | Self::OursFails(why) => why.clone(),
            Self::Differs { why, judgement } => format!("{why}\n  reference: {judgement:?}"),
            _ => String::new(),
        }
    }
}

/// Both programs on one file: what this engine printed, and what the oracle did.
pub fn both(oracle: &Oracle, text: &str, limit: Duration) -> (Printed, Printed) {
    let file = scratch_file(&format!("{text}quit\n"));
    let ours = capture(&mut rewrite_command(&file), limit);
    let theirs = oracle.run(&file, limit);
    let _ = std::fs::remove_file(file);
    (ours, theirs)
}

/// Runs a case with one command.
pub fn compare(oracle: &Oracle, case: &Case, limit: Duration) -> Outcome {
    let text = text::case(case);
    let (ours, theirs) = both(oracle, &text, limit);
    if theirs.timed_out {
        return Outcome::OracleSlow;
    }
    let (mine, wanted) = (read(&ours.output), read(&theirs.output));
    let [wanted] = &wanted[..] else { return Outcome::OracleFails(theirs.errors) };
    // After a warning Maude may run a module without the statement it warns of.
    if matches!(wanted.body, Body::Unread(_)) || theirs.errors.contains("Warning:") {
        return Outcome::OracleFails(theirs.errors);
    }
    if ours.timed_out {
        return Outcome::OursSlow;
    }
    let [mine] = &mine[..] else { return Outcome::OursFails(ours.errors) };
    match compare_answers(&case.commands[0], mine, wanted, &InModules::new(&text)) {
        Outcome::Differs { why, .. } => Outcome::Differs { judgement: judge(&text, &mine.body, &wanted.body), why },
        other => other,
    }
}

/// Compares two answers to a command by their meaning. What differs is not judged yet.
pub fn compare_answers(command: &Command, ours: &Answer, theirs: &Answer, meaning: &InModules) -> Outcome {
    let theirs = &with_unknown_states(command, ours, theirs);
    let one = |answer| std::slice::from_ref(answer);
    if ours.body != theirs.body {
        let found = differences(one(ours), one(theirs), meaning, Strictness::default());
        if !found.is_empty() {
            return Outcome::Differs { judgement: Judgement::Undecided, why: found.join("\n") };
        }
    }
    compare_counts(ours, theirs)
}

fn compare_counts(ours: &Answer, theirs: &Answer) -> Outcome {
    match (&ours.body, &theirs.body) {
        (Body::Term { rewrites: a, .. }, Body::Term { rewrites: b, .. }) if a != b => {
            Outcome::OtherCount("same, other number of rewrites in a reduction", format!("ours {a}, Maude's {b}"))
        }
        (Body::Search { rewrites: a, solutions: c, exhausted, .. }, Body::Search { rewrites: b, solutions: d, .. }) => {
            let states = |solutions: &[Solution]| solutions.iter().map(|found| found.state).collect::<Vec<_>>();
            if states(c) != states(d) {
                let why = format!("ours {:?}, Maude's {:?}", states(c), states(d));
                Outcome::OtherCount("same, other numbers of states in a search", why)
            } else if a != b && *exhausted {
                Outcome::OtherCount("same, other number of rewrites in a search", format!("ours {a}, Maude's {b}"))
            } else if a != b {
                let why = format!("ours {a}, Maude's {b}");
                Outcome::OtherCount("same, other number of rewrites in a search with a bound on solutions", why)
            } else {
                Outcome::Same
            }
        }
        _ => Outcome::Same,
    }
}

/// Maude's answer, with our number of states where that depends on the order in which successors are looked at: in a
/// search for final states that stops at a depth, one successor shows that a state at that depth is not final.
fn with_unknown_states(command: &Command, ours: &Answer, theirs: &Answer) -> Answer {
    let mut answer = theirs.clone();
    let (Command::Search(query) | Command::First(_, query)) = command else { return answer };
    if let (Body::Search { states, .. }, Body::Search { states: ours, .. }) = (&mut answer.body, &ours.body)
        && query.arrow == Arrow::Final
        && query.depth.is_some()
    {
        *states = *ours;
    }
    answer
}
