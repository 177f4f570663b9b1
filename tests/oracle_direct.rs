//! Random modules of many kinds: this engine and Maude, run on the same files, must give the same answers.
//!
//! Answers are compared by their meaning. Where equations are not confluent, answers that some order of equations leads
//! to do not count as different; the reference engine says which. A difference is shown with a least module.
//! `REWRITE_SEED` and `REWRITE_CASES` choose what is tried.

mod support;

use std::collections::BTreeMap;
use std::time::Duration;

use support::generate::{self, Case, Command, shrink, text};
use support::judge::{Judgement, judge};
use support::meaning::InModules;
use support::oracle::compare::{Strictness, differences};
use support::oracle::run::{Printed, capture, scratch_file};
use support::oracle::{Answer, Body, Oracle, missing, read, rewrite_command};
use support::random::{cases, seed};
use support::reference::Arrow;

/// Modules in one file.
const BATCH: u64 = 10;
const THREADS: u64 = 3;
const LIMIT: Duration = Duration::from_secs(5);
/// Most smaller cases that are tried for one difference.
const MOST_TRIES: usize = 1_500;
/// A smaller case may run for ever.
const SMALL_LIMIT: Duration = Duration::from_millis(500);

#[test]
fn rewrite_agrees_with_maude_on_random_modules() {
    let Some(oracle) = Oracle::find() else {
        return missing("rewrite_agrees_with_maude_on_random_modules");
    };
    let (seed, cases) = (seed(), cases(60));
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| {
            let oracle = oracle.clone();
            // The reference engine recurses: it gets a stack of its own.
            let work = move || compare_some(&oracle, seed, thread, cases);
            std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread")
        })
        .collect();
    let mut all = Tally::default();
    for thread in threads {
        all.add(thread.join().expect("no comparison panics"));
    }
    println!("seed {seed}, {cases} modules: {:#?}", all.counts);
    all.failures.sort_by_key(String::len);
    println!("{}", all.remarks.join("\n"));
    let shown = all.failures.iter().take(100).cloned().collect::<Vec<_>>().join("\n");
    assert!(all.failures.is_empty(), "seed {seed}: {} differences\n{shown}", all.failures.len());
    assert!(all.count("same") * 10 > 9 * cases as usize, "too little is compared");
}

#[derive(Default)]
struct Tally {
    /// Commands, by what came out.
    counts: BTreeMap<&'static str, usize>,
    failures: Vec<String>,
    /// What is worth a look but no failure.
    remarks: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.failures.extend(other.failures);
        self.remarks.extend(other.remarks);
    }

    fn note(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn count(&self, what: &str) -> usize {
        self.counts.get(what).copied().unwrap_or(0)
    }
}

fn compare_some(oracle: &Oracle, seed: u64, thread: u64, cases: u64) -> Tally {
    let mut tally = Tally::default();
    let firsts = (0..cases).step_by(BATCH as usize).skip(thread as usize).step_by(THREADS as usize);
    for first in firsts {
        let numbers = first..cases.min(first + BATCH);
        let batch: Vec<Case> = numbers.map(|number| generate::wide_case(seed, number)).collect();
        compare_batch(oracle, &batch, &mut tally);
    }
    tally
}

/// Both programs on one file.
fn both(oracle: &Oracle, text: &str, limit: Duration) -> (Printed, Printed) {
    let file = scratch_file(&format!("{text}quit\n"));
    let ours = capture(&mut rewrite_command(&file), limit);
    let theirs = oracle.run(&file, limit);
    let _ = std::fs::remove_file(file);
    (ours, theirs)
}

/// Compares many modules in one file; where a program does not come to the end, the modules, then the commands, are taken
/// apart.
fn compare_batch(oracle: &Oracle, batch: &[Case], tally: &mut Tally) {
    let text: String = batch.iter().map(text::case).collect();
    let (ours, theirs) = both(oracle, &text, LIMIT);
    let wanted: usize = batch.iter().map(|case| case.commands.len()).sum();
    let (mine, wanted_ones) = (read(&ours.output), read(&theirs.output));
    let whole = !ours.timed_out && !theirs.timed_out && mine.len() == wanted && wanted_ones.len() == wanted;
    if !whole && batch.len() > 1 {
        return batch.iter().for_each(|case| compare_batch(oracle, std::slice::from_ref(case), tally));
    }
    if !whole && wanted > 1 {
        for command in &batch[0].commands {
            let case = Case { commands: vec![command.clone()], ..batch[0].clone() };
            compare_batch(oracle, &[case], tally);
        }
        return;
    }
    if !whole {
        return settle(oracle, &batch[0], tally);
    }
    let meaning = InModules::new(&text);
    let commands = batch.iter().flat_map(|case| case.commands.iter().map(move |command| (case, command)));
    for ((case, command), (ours, theirs)) in commands.zip(mine.iter().zip(&wanted_ones)) {
        let theirs = &with_unknown_states(command, ours, theirs);
        if alike(ours, theirs) || differences(one(ours), one(theirs), &meaning, Strictness::default()).is_empty() {
            note_same(case, command, ours, theirs, tally);
        } else {
            settle(oracle, &Case { commands: vec![command.clone()], ..case.clone() }, tally);
        }
    }
}

fn one(answer: &Answer) -> &[Answer] {
    std::slice::from_ref(answer)
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

/// Whether two answers are equal as text.
fn alike(ours: &Answer, theirs: &Answer) -> bool {
    ours.body == theirs.body
}

fn note_same(case: &Case, command: &Command, ours: &Answer, theirs: &Answer, tally: &mut Tally) {
    tally.note("same");
    match (&ours.body, &theirs.body) {
        (Body::Term { rewrites: a, .. }, Body::Term { rewrites: b, .. }) if a != b => {
            tally.note("same, other number of rewrites in a reduction");
            remark(case, command, &format!("rewrites: ours {a}, Maude's {b}"), tally);
        }
        (Body::Search { rewrites: a, solutions: c, exhausted, .. }, Body::Search { rewrites: b, solutions: d, .. }) => {
            let states = |solutions: &[support::oracle::Solution]| {
                solutions.iter().map(|solution| solution.state).collect::<Vec<_>>()
            };
            if states(c) != states(d) {
                tally.note("same, other numbers of states in a search");
            } else if a != b {
                let what = if *exhausted {
                    "same, other number of rewrites in a search"
                } else {
                    "same, other number of rewrites in a bounded search"
                };
                tally.note(what);
                remark(case, command, &format!("rewrites: ours {a}, Maude's {b}"), tally);
            }
        }
        _ => {}
    }
}

fn remark(case: &Case, command: &Command, what: &str, tally: &mut Tally) {
    if std::env::var_os("REWRITE_REMARKS").is_some() {
        let case = Case { commands: vec![command.clone()], ..case.clone() };
        tally.remarks.push(format!("{}{what}\n", text::case(&case)));
    }
}

/// What comes out of a case with one command.
#[derive(Clone, PartialEq, Eq)]
enum Outcome {
    Same,
    OracleFails(String),
    OracleSlow,
    OursFails(String),
    OursSlow,
    Differs { judgement: Judgement, why: String },
}

impl Outcome {
    fn name(&self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::OracleFails(_) => "Maude gives no answer",
            Self::OracleSlow => "Maude takes too long",
            Self::OursFails(_) => "rewrite gives no answer",
            Self::OursSlow => "rewrite takes too long, Maude does not",
            Self::Differs { judgement: Judgement::OrderDependent, .. } => "differs by the order of equations",
            Self::Differs { judgement: Judgement::Undecided, .. } => "differs, left undecided",
            Self::Differs { judgement: Judgement::Real(_), .. } => "differs",
        }
    }

    fn is_failure(&self) -> bool {
        matches!(self, Self::OursFails(_) | Self::OursSlow | Self::Differs { judgement: Judgement::Real(_), .. })
    }
}

/// Counts a case with one command, and shows the least one like it if it is a failure.
fn settle(oracle: &Oracle, case: &Case, tally: &mut Tally) {
    let outcome = compare(oracle, case, LIMIT);
    tally.note(outcome.name());
    let undecided = matches!(&outcome, Outcome::Differs { judgement: Judgement::Undecided, .. });
    if let Outcome::OracleFails(why) = &outcome {
        let first = why.lines().find(|line| line.contains("Warning")).unwrap_or(why);
        tally.remarks.push(format!("{}: Maude gives no answer: {first}", case.name));
    }
    if outcome.is_failure() || undecided {
        let (least, outcome) = least(oracle, case, outcome);
        let why = match &outcome {
            Outcome::OursFails(why) => why.clone(),
            Outcome::Differs { why, judgement } => format!("{why}\n  reference {judgement:?}"),
            _ => String::new(),
        };
        let shown = format!("{}{}: {why}\n", text::case(&least), outcome.name());
        if outcome.is_failure() { tally.failures.push(shown) } else { tally.remarks.push(shown) }
    }
}

/// The smallest case that can be reached with an outcome of the same kind (a real difference also serves for one that is
/// undecided).
fn least(oracle: &Oracle, case: &Case, outcome: Outcome) -> (Case, Outcome) {
    let (mut least, mut outcome) = (case.clone(), outcome);
    let mut tries = MOST_TRIES;
    'smaller: loop {
        for case in shrink::smaller(&least) {
            if tries == 0 {
                break 'smaller;
            }
            tries -= 1;
            let other = compare(oracle, &case, SMALL_LIMIT);
            if other.name() == outcome.name() || other.name() == "differs" && outcome.name().starts_with("differs") {
                (least, outcome) = (case, other);
                continue 'smaller;
            }
        }
        break;
    }
    (least, outcome)
}

fn compare(oracle: &Oracle, case: &Case, limit: Duration) -> Outcome {
    let text = text::case(case);
    let (ours, theirs) = both(oracle, &text, limit);
    if theirs.timed_out {
        return Outcome::OracleSlow;
    }
    let (mine, wanted) = (read(&ours.output), read(&theirs.output));
    let [wanted] = &wanted[..] else { return Outcome::OracleFails(theirs.errors) };
    if matches!(wanted.body, Body::Unread(_)) || theirs.errors.contains("Fatal error") {
        return Outcome::OracleFails(theirs.errors);
    }
    if ours.timed_out {
        return Outcome::OursSlow;
    }
    let [mine] = &mine[..] else { return Outcome::OursFails(ours.errors) };
    let wanted = &with_unknown_states(&case.commands[0], mine, wanted);
    let found = differences(one(mine), one(wanted), &InModules::new(&text), Strictness::default());
    if found.is_empty() {
        return Outcome::Same;
    }
    let judgement = judge(&text, &mine.body, &wanted.body);
    Outcome::Differs { judgement, why: format!("{}\n{}", found.join("\n"), theirs.errors) }
}
