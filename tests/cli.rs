//! The command line from outside: files and arguments in, output and exit code out.

mod cli_support;

use cli_support::Play;

#[test]
fn help_names_the_commands_and_the_exit_codes() {
    let help = Play::new("help").run(&["--help"]);
    help.code(0);
    for word in ["search", "reduce", "run", "check", "Exit codes"] {
        assert!(help.stdout.contains(word), "{}", help.stdout);
    }
    Play::new("none").run(&[]).code(2);
}

#[test]
fn commands_that_are_not_there_yet_are_refused() {
    let repl = Play::new("later").run(&["repl"]);
    repl.code(2).stdout("");
    assert!(repl.stderr.contains("unrecognized subcommand 'repl'"), "{}", repl.stderr);
}

#[test]
fn a_missing_file_names_the_nearest_one() {
    let play = Play::new("missing").file("counter.rules", "");
    let missing = play.run(&["check", "countre.rules"]);
    missing.code(2).stdout("");
    missing
        .stderr("error: there is no file `countre.rules`\nhelp: a file with a similar name exists: `counter.rules`\n");
}

#[test]
fn a_folder_is_not_a_file() {
    let folder = Play::new("folder").run(&["check", "."]);
    folder.code(2).stderr("error: cannot read `.`: it is a folder; name a file in it\n");
}

#[test]
fn quantities_are_checked_before_anything_runs() {
    let play = Play::new("quantities");
    for wrong in [["--max-time", "soon"], ["--max-memory", "8X"], ["--max-states", "many"], ["--solutions", "0"]] {
        let run = play.run(&[&["search", "x.rules", "q"], wrong.as_slice()].concat());
        run.code(2).stdout("");
        assert!(run.stderr.contains(wrong[0]), "{}", run.stderr);
    }
}

#[test]
fn an_empty_file_is_a_mistake() {
    for command in ["check", "run"] {
        let run = Play::new(&format!("empty-{command}")).file("empty.rules", "").run(&[command, "empty.rules"]);
        run.code(2);
        assert!(run.stderr.contains("empty-file"), "{}", run.stderr);
    }
}
