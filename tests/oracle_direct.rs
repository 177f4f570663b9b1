//! Random modules of many kinds: this engine and Maude, run on the same files, must give the same answers.
//!
//! Answers are compared by their meaning. Where equations are not confluent, answers that some order of equations leads
//! to do not count as different; the reference engine says which. A difference is shown with a least module.
//! `REWRITE_SEED` and `REWRITE_CASES` choose what is tried; `REWRITE_COUNTS=rewrites` also shows least modules where only
//! the numbers of rewrites differ, `REWRITE_COUNTS=states` where states are met in another order.

mod support;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use support::generate::{self, Case, shrink, text};
use support::meaning::InModules;
use support::oracle::direct::{Outcome, both, compare, compare_answers};
use support::oracle::{Oracle, missing, read};
use support::random::{cases, seed};
use support::reference::{Operator, Term};

/// Modules in one file.
const BATCH: u64 = 10;
const THREADS: u64 = 3;
const LIMIT: Duration = Duration::from_secs(5);
/// Most time for the least case of one difference.
const MOST_TIME: Duration = Duration::from_secs(10);
/// A smaller case may run for ever.
const SMALL_LIMIT: Duration = Duration::from_millis(500);

/// Most differences of one run whose least module is looked for.
const MOST_SHOWN: usize = 12;

/// Whether a least module shows a cause.
type Shows = fn(&Case) -> bool;

/// Differences that are known and not mended yet: what causes them, and how a least module shows it. They are counted.
const KNOWN: [(&str, Shows); 3] = [
    (
        "known difference: an associative operator with an identity on one side, which Maude leaves inside of lists",
        has_one_sided_list,
    ),
    ("known difference: an equation for an identity", has_equation_for_identity),
    (
        "known difference: a collapsing rule on a tower, which Maude tries in the way it begins with only",
        may_collapse_on_tower,
    ),
];

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

    fn shown(&self) -> usize {
        self.failures.len() + self.remarks.len()
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

/// Compares many modules in one file; where a program does not come to the end, the modules, then the commands, are taken
/// apart.
fn compare_batch(oracle: &Oracle, batch: &[Case], tally: &mut Tally) {
    let text: String = batch.iter().map(text::case).collect();
    let (ours, theirs) = both(oracle, &text, LIMIT);
    let wanted: usize = batch.iter().map(|case| case.commands.len()).sum();
    let (mine, answers) = (read(&ours.output), read(&theirs.output));
    let whole = !ours.timed_out && !theirs.timed_out && mine.len() == wanted && answers.len() == wanted;
    if !whole && batch.len() > 1 {
        return batch.iter().for_each(|case| compare_batch(oracle, std::slice::from_ref(case), tally));
    }
    let meaning = InModules::new(&text);
    let commands = batch.iter().flat_map(|case| case.commands.iter().map(move |command| (case, command)));
    for (number, (case, command)) in commands.enumerate() {
        if whole && compare_answers(command, &mine[number], &answers[number], &meaning) == Outcome::Same {
            tally.note("same");
        } else {
            settle(oracle, &Case { commands: vec![command.clone()], ..case.clone() }, tally);
        }
    }
}

/// Counts a case with one command, and shows the least one like it if it is a failure.
fn settle(oracle: &Oracle, case: &Case, tally: &mut Tally) {
    let outcome = compare(oracle, case, LIMIT);
    if let Outcome::OracleFails(why) = &outcome {
        let first = why.lines().find(|line| line.contains("Warning")).unwrap_or(why.trim());
        tally.remarks.push(format!("{}: {}: {first}", case.name, outcome.name()));
    }
    let undecided = outcome.name() == "differs, left undecided";
    let counted = matches!(outcome, Outcome::OtherCount(..))
        && std::env::var("REWRITE_COUNTS").is_ok_and(|wanted| outcome.name().contains(&wanted));
    if !outcome.is_failure() && !undecided && !counted || tally.shown() >= MOST_SHOWN {
        tally.note(outcome.name());
        if outcome.is_failure() {
            tally.failures.push(format!("{}{}: {}\n", text::case(case), outcome.name(), outcome.details()));
        }
        return;
    }
    let (least, outcome) = least(oracle, case, outcome);
    if outcome.is_failure()
        && let Some((known, _)) = KNOWN.iter().find(|(_, shows)| shows(&least))
    {
        return tally.note(known);
    }
    tally.note(outcome.name());
    let shown = format!("{}{}: {}\n", text::case(&least), outcome.name(), outcome.details());
    if outcome.is_failure() { tally.failures.push(shown) } else { tally.remarks.push(shown) }
}

/// The smallest case that can be reached with an outcome of the same kind (a real difference also serves for one that is
/// undecided).
fn least(oracle: &Oracle, case: &Case, outcome: Outcome) -> (Case, Outcome) {
    let (mut least, mut outcome) = (case.clone(), outcome);
    let end = Instant::now() + MOST_TIME;
    'smaller: loop {
        for case in shrink::smaller(&least) {
            if Instant::now() > end {
                break 'smaller;
            }
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

fn has_one_sided_list(case: &Case) -> bool {
    let theory = &case.theory;
    let one_sided = |o: &Operator| o.left_identity.is_some() != o.right_identity.is_some() && !o.commutative;
    theory.signature.operators.iter().any(|o| !o.name.is_empty() && o.associative && one_sided(o))
}

/// Whether an equation says something of an identity.
fn has_equation_for_identity(case: &Case) -> bool {
    let theory = &case.theory;
    let operators = theory.signature.operators.iter().filter(|operator| !operator.name.is_empty());
    let identities: Vec<&Term> = operators.flat_map(|o| [&o.left_identity, &o.right_identity]).flatten().collect();
    theory.equations.iter().any(|equation| identities.contains(&&equation.left))
}

/// Whether a rule may collapse and there are numbers or other towers.
fn may_collapse_on_tower(case: &Case) -> bool {
    let theory = &case.theory;
    let operators = &theory.signature.operators;
    let collapses = |term: &Term| matches!(term, Term::Application(operator, _) if operators[*operator].has_identity());
    let towers = theory.signature.sort_named("Nat").is_some() || operators.iter().any(|operator| operator.iterated);
    towers && theory.rules.iter().any(|rule| collapses(&rule.left))
}
