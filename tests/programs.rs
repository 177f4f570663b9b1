//! Every program under `tests/programs` gives the answers stored beside it.
//!
//! `NAME.expected` holds Maude's answers in its own block form, without timings. To write them anew:
//! `REWRITE_BLESS=1 cargo test --test programs stored_answers`. Programs named `warned_…` are those that Maude warns about
//! and runs; what is answered to those named `printed_…` is compared letter by letter.

mod support;

use std::path::{Path, PathBuf};
use std::time::Duration;

use support::meaning::InModules;
use support::oracle::compare::{Strictness, differences};
use support::oracle::{Answer, Oracle, expected, missing, read, rewrite_command, run::capture};

const LIMIT: Duration = Duration::from_secs(30);

/// Programs whose numbers of rewrites differ from Maude's, and why.
const OTHER_REWRITES: [(&str, &str); 4] = [
    ("memberships", "a subterm of a condition that was matched is not sorted again"),
    ("conditions", "Maude remembers of a state met in a condition's search that no rule applies to it"),
    ("nested_promises", "automata of a formula differ, and with them the propositions that are asked for"),
    ("reducible_parts", "Maude's first match of two variables in a list is not always the shortest for the left one"),
];

/// The programs, in order of name.
fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rules"));
    files.sort();
    files
}

fn stored(program: &Path) -> Vec<Answer> {
    let file = program.with_extension("expected");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    read(&text)
}

fn report(failures: &[String]) {
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn there_are_programs_of_many_kinds() {
    assert!(programs().len() >= 25, "only {} programs", programs().len());
}

#[test]
fn stored_answers_are_those_of_maude() {
    let Some(oracle) = Oracle::find() else { return missing("stored_answers_are_those_of_maude") };
    let bless = std::env::var_os("REWRITE_BLESS").is_some();
    let mut failures = Vec::new();
    for program in programs() {
        let printed = oracle.run(&program, LIMIT);
        let name = program.display();
        assert!(!printed.timed_out, "{name}: Maude takes too long");
        let warned = program.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with("warned_"));
        assert_eq!(printed.errors.contains("Warning"), warned, "{name}: {}", printed.errors);
        let answers = read(&printed.output);
        let text = expected::write(&answers);
        assert_eq!(read(&text), answers, "{name}: what is written reads back as it was");
        if bless {
            std::fs::write(program.with_extension("expected"), text).expect("the expectation can be written");
        } else if stored(&program) != answers {
            failures.push(format!("{name}: Maude answers otherwise; see the head of this file"));
        }
    }
    report(&failures);
}

#[test]
fn rewrite_gives_the_stored_answers() {
    let mut failures = Vec::new();
    for program in programs() {
        let printed = capture(&mut rewrite_command(&program), LIMIT);
        let name = program.display();
        if printed.timed_out {
            failures.push(format!("{name}: no answer in {} s", LIMIT.as_secs()));
            continue;
        }
        let meaning = InModules::new(&std::fs::read_to_string(&program).expect("the program"));
        let (ours, theirs) = (read(&printed.output), stored(&program));
        let stem = program.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let strictness = Strictness { rewrites: !OTHER_REWRITES.iter().any(|(known, _)| *known == stem) };
        let mut found = differences(&ours, &theirs, &meaning, strictness);
        if stem.starts_with("printed_") && found.is_empty() && expected::write(&ours) != expected::write(&theirs) {
            found.push(format!("printed otherwise:\n{}", expected::write(&ours)));
        }
        if !found.is_empty() {
            failures.push(format!("{name}: {}\n{}", found.join("\n"), printed.errors));
        }
    }
    report(&failures);
}
