//! Every rule file that states queries in its header answers them as it says there, and Maude agrees where it is installed.
//!
//! In a header, `---   $ rewrite …` is a command and what follows with the same indent is its output, up to the next
//! command or the next words. A line `…` stands for any lines. Times differ and are not compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const CLASSICS: [&str; 8] = [
    "eight_puzzle",
    "hanoi",
    "missionaries",
    "mutual_exclusion",
    "queens",
    "river_crossing",
    "token_ring",
    "water_jugs",
];

/// A command of a header and the output stated below it.
struct Stated {
    command: String,
    output: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The rule files, in the order of their names.
fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("rules")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "rules")).collect();
    files.sort();
    files
}

/// The commands of a header. Empty lines inside an output belong to it, those at its end do not.
fn stated(text: &str) -> Vec<Stated> {
    let mut all: Vec<Stated> = Vec::new();
    let mut inside = false;
    for line in text.lines().map_while(|line| line.strip_prefix("---")) {
        if let Some(command) = line.strip_prefix("   $ ") {
            all.push(Stated { command: command.to_owned(), output: String::new() });
            inside = true;
        } else if let (true, Some(last)) = (inside && (line.is_empty() || line.starts_with("   ")), all.last_mut()) {
            last.output.push_str(line.strip_prefix("   ").unwrap_or(line));
            last.output.push('\n');
        } else {
            inside = false;
        }
    }
    for stated in &mut all {
        stated.output.truncate(stated.output.trim_end().len());
    }
    all
}

/// The program's output for a command as a person types it.
fn run(command: &str) -> Output {
    let arguments = command.strip_prefix("rewrite ").unwrap_or_else(|| panic!("{command}: no command of ours"));
    let line = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_rewrite"));
    Command::new("sh").arg("-c").arg(line).current_dir(root()).output().unwrap()
}

/// The text without the times that end its verdicts.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(" · ") {
        Some((rest, time)) if time.ends_with('s') => format!("{rest}\n"),
        _ => format!("{line}\n"),
    };
    text.trim_end().lines().map(line).collect()
}

/// Whether an output is the one stated, where a line `…` stands for any lines.
fn is_stated(output: &str, stated: &str) -> bool {
    let parts: Vec<&str> = stated.split("…\n").collect();
    let [first, middle @ .., last] = parts.as_slice() else { return output == stated };
    let Some(mut rest) = output.strip_prefix(first) else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn headers_state_the_answers() {
    for file in files() {
        for Stated { command, output } in stated(&fs::read_to_string(&file).unwrap()) {
            let answer = run(&command);
            let warnings = String::from_utf8(answer.stderr).unwrap();
            assert_eq!(warnings, "", "{command}");
            let (answer, output) = (without_times(&String::from_utf8(answer.stdout).unwrap()), without_times(&output));
            assert!(is_stated(&answer, &output), "{command}\n{answer}\nis not what is stated:\n{output}");
        }
    }
}

#[test]
fn every_classic_states_an_answer() {
    for name in CLASSICS {
        let text = fs::read_to_string(root().join(format!("rules/{name}.rules"))).unwrap();
        assert!(!stated(&text).is_empty(), "{name}");
        assert!(text.lines().count() < 100, "{name} is longer than a page or two");
    }
}

/// What Maude prints for a file, warnings included; nothing where it is not installed.
fn maude(text: &str) -> Option<String> {
    let file = std::env::temp_dir().join(format!("gallery-{}.maude", std::process::id()));
    fs::write(&file, text).unwrap();
    let output = Command::new("maude").args(["-no-banner"]).arg(&file).stdin(Stdio::null()).output();
    fs::remove_file(&file).unwrap();
    let output = output.ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

/// The search of a command in Maude's words: the first solution of the quoted query in the module that is named, if one
/// is. Maude has no input from files.
fn search(command: &str) -> Option<String> {
    let (_, after) = command.strip_prefix("rewrite search ")?.split_once('\'')?;
    let (query, options) = after.rsplit_once('\'')?;
    if options.contains("--input") {
        return None;
    }
    let select = options.split_once("--module ").map(|(_, module)| format!("select {module} .\n")).unwrap_or_default();
    Some(format!("{select}search [1] {query} .\n"))
}

#[test]
fn maude_agrees() {
    for file in files() {
        let searches: Vec<(String, String)> = stated(&fs::read_to_string(&file).unwrap())
            .into_iter()
            .filter_map(|stated| Some((search(&stated.command)?, stated.output)))
            .collect();
        let commands: String = searches.iter().map(|(search, _)| search.as_str()).collect();
        let Some(answer) = maude(&format!("load {}\n{commands}", file.display())) else { return };
        assert!(!answer.contains("Warning") && !answer.contains("Advisory"), "{}\n{answer}", file.display());
        let found: Vec<bool> = answer
            .lines()
            .filter(|line| line.starts_with("Solution 1 ") || *line == "No solution.")
            .map(|line| line != "No solution.")
            .collect();
        let ours: Vec<bool> = searches.iter().map(|(_, output)| !output.starts_with("none")).collect();
        assert_eq!(ours, found, "{}\n{answer}", file.display());
    }
}
