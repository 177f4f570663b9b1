//! What the README says is so: its example prints what it shows, its test command is the one that is run.

use std::fs;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The commands of the README, each with the output shown below it.
fn commands() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            commands.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = commands.last_mut().filter(|_| inside) {
            output.push_str(line);
            output.push('\n');
        }
    }
    commands
}

/// The text with the time of the verdict taken out.
fn without_time(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(" · ") {
        Some((rest, time)) if time.ends_with('s') => format!("{rest} · TIME\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Runs a command of the README. A release build runs cargo as it stands; others put this build's program in its place,
/// and so does every build where the program is called by its name.
fn run(command: &str) -> String {
    let program = env!("CARGO_BIN_EXE_rewrite");
    let command = match command.strip_prefix("rewrite ") {
        Some(arguments) => format!("{program} {arguments}"),
        None if cfg!(debug_assertions) => command.replace("cargo run --release --", program),
        None => command.to_owned(),
    };
    let output = Command::new("sh").arg("-c").arg(&command).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_example_prints_what_is_shown() {
    let example = commands().into_iter().find(|(command, _)| command.starts_with("cargo run"));
    let (command, shown) = example.expect("the README runs the example with cargo");
    assert_eq!(without_time(&run(&command)), without_time(&shown));
}

#[test]
fn the_systems_of_the_repository_answer_as_shown() {
    let systems = commands().into_iter().filter(|(command, _)| command.starts_with("rewrite search rules/"));
    let shown: Vec<(String, String)> = systems.collect();
    assert!(shown.len() >= 3);
    for (command, shown) in shown {
        assert_eq!(without_time(&run(&command)), without_time(&shown), "{command}");
    }
}

#[test]
fn the_test_command_is_the_one_that_is_run() {
    let test = commands().into_iter().map(|(command, _)| command).find(|command| command.starts_with("cargo test"));
    let script = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(script.contains(&test.expect("the README names the test command")));
}
