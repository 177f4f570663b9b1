//! Programs with mistakes: each is refused with the message that stands beside it. Those under `tests/warned` are taken,
//! with the warnings beside them.
//!
//! `REWRITE_BLESS=1 cargo test --test rejected` writes the messages anew; read the difference before committing it.

use std::path::{Path, PathBuf};
use std::process::Command;

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rules"))
        .collect();
    found.sort();
    found
}

/// What `rewrite check` says of a program, and its exit code.
fn check(program: &Path) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_rewrite"))
        .arg("check")
        .arg(program.file_name().expect("a file"))
        .current_dir(program.parent().expect("in a folder"))
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs");
    (String::from_utf8(output.stderr).expect("UTF-8"), output.status.code())
}

/// Compares what is said of the programs of a folder.
fn check_folder(folder: &str, least: usize, exit: i32) {
    let programs = programs(folder);
    assert!(programs.len() >= least, "only {} programs", programs.len());
    let bless = std::env::var_os("REWRITE_BLESS").is_some();
    let mut wrong = Vec::new();
    for program in &programs {
        let (message, code) = check(program);
        let pinned = program.with_extension("stderr");
        if bless {
            std::fs::write(&pinned, &message).expect("the message is written");
        }
        let expected = std::fs::read_to_string(&pinned).unwrap_or_default();
        if message != expected {
            wrong.push(format!("{}:\n{message}\ninstead of\n{expected}", program.display()));
        }
        if code != Some(exit) {
            wrong.push(format!("{}: exit code {code:?}", program.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_program_is_refused_with_its_message() {
    check_folder("rejected", 45, 2);
}

#[test]
fn every_program_is_taken_with_its_warnings() {
    check_folder("warned", 11, 0);
}

#[test]
fn all_mistakes_of_a_stage_are_reported() {
    let (message, _) = check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rejected/several.rules"));
    assert_eq!(message.matches("error[unknown-sort]").count(), 3, "{message}");
}
