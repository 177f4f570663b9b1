//! What commands print, word for word: traces, profiles, modules as they are shown, paths, folders, settings.
//!
//! Beside each `NAME.rules` of `tests/transcripts` stands what `rewrite run` prints, and Maude too, but for the files that
//! say in their first line why not. `REWRITE_BLESS=1 cargo test --test transcripts` writes them anew, from this program;
//! the other test then tells where Maude prints something else.

mod support;

use std::path::{Path, PathBuf};
use std::time::Duration;

use support::oracle::{Oracle, missing, rewrite_command, run::capture};

const LIMIT: Duration = Duration::from_secs(20);

/// What the first line of a file says that Maude 3.2 is not to be asked about.
const OURS: &str = "*** Not for Maude";

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    // Some files change folders; all tests of this file go there.
    std::env::set_current_dir(&folder).expect("the folder of transcripts");
    let entries = std::fs::read_dir(folder).expect("the folder of transcripts");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rules"));
    files.sort();
    files
}

/// Where two texts first differ.
fn first_difference(file: &Path, ours: &str, theirs: &str) -> Option<String> {
    let (mut one, mut other) = (ours.lines(), theirs.lines());
    for line in 1.. {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => return Some(format!("{}: line {line}:\n  {a:?}\n  {b:?}", file.display())),
        }
    }
    None
}

#[test]
fn every_file_prints_what_stands_beside_it() {
    let bless = std::env::var_os("REWRITE_BLESS").is_some();
    let mut failures = Vec::new();
    for file in transcripts() {
        let printed = capture(&mut rewrite_command(&file), LIMIT);
        assert!(!printed.timed_out, "{}: no end", file.display());
        assert!(!printed.errors.contains("error"), "{}: {}", file.display(), printed.errors);
        let pinned = file.with_extension("stdout");
        if bless {
            std::fs::write(&pinned, &printed.output).expect("the transcript is written");
        }
        let expected = std::fs::read_to_string(&pinned).unwrap_or_default();
        failures.extend(first_difference(&file, &printed.output, &expected));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn maude_prints_the_same() {
    let Some(oracle) = Oracle::find() else { return missing("maude_prints_the_same") };
    let mut failures = Vec::new();
    for file in transcripts() {
        let text = std::fs::read_to_string(&file).expect("the file");
        if text.starts_with(OURS) {
            continue;
        }
        let printed = oracle.run(&file, LIMIT);
        let expected = std::fs::read_to_string(file.with_extension("stdout")).unwrap_or_default();
        let theirs = printed.output.strip_suffix("Bye.\n").unwrap_or(&printed.output);
        failures.extend(first_difference(&file, &expected, theirs));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
