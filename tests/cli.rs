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

const COUNTER: &str = "mod COUNTER is
  protecting NAT .
  sort State .
  op at : Nat -> State .
  vars N M : Nat .
  crl [up] : at(N) => at(N + 1) if N < 5 .
  rl at(3) => at(0) .
endm
";

const BAG: &str = "mod BAG is
  sorts Item Bag State .
  subsort Item < Bag .
  ops a b c : -> Item .
  op none : -> Bag .
  op __ : Bag Bag -> Bag [assoc comm id: none] .
  op <_> : Bag -> State .
  rl [swap] : < a B:Bag > => < b b B:Bag > .
  rl [melt] : < b b B:Bag > => < c B:Bag > .
endm
";

/// The text without the time at the end of its last line.
fn untimed(text: &str) -> &str {
    match text.trim_end().rsplit_once(" · ") {
        Some((rest, time)) if time.ends_with('s') => rest,
        _ => text,
    }
}

#[track_caller]
fn check_search(name: &str, file: &str, arguments: &[&str], code: i32, expected: &str) {
    let play = Play::new(name).file("x.rules", file);
    let run = play.run(&[&["search", "x.rules"], arguments].concat());
    assert_eq!(untimed(&run.stdout), expected, "stderr:\n{}", run.stderr);
    run.code(code);
}

#[test]
fn a_path_shows_what_each_step_changes() {
    check_search(
        "diff",
        BAG,
        &["< a a c > =>* < c c B:Bag > such that B:Bag =/= none"],
        0,
        "Solution 1 after 2 steps: B:Bag = a\n\
         \x20    < a a c >\n\
         \x20 1  swap   - a     + b b\n\
         \x20 2  melt   - b b   + c\n\
         \nfound 1 (stopped at the first; -n all for more) · 4 states · depth 2",
    );
}

#[test]
fn paths_are_shown_as_asked_and_rules_without_label_by_their_line() {
    let (query, verdict) = ("at(2) =>* at(0)", "found 1 (stopped at the first; -n all for more) · 4 states · depth 2");
    let shown = [
        ("diff", "     at(2)\n  1  up       - 2   + 3\n  2  line 7   - 3   + 0\n"),
        ("full", "     at(2)\n  1  up       at(3)\n  2  line 7   at(0)\n"),
        ("labels", "     up line 7\n"),
        ("none", ""),
    ];
    for (how, path) in shown {
        let expected = format!("Solution 1 after 2 steps\n{path}\n{verdict}");
        check_search(&format!("show-{how}"), COUNTER, &[query, "--show", how], 0, &expected);
    }
}

#[test]
fn verdicts_and_exit_codes_tell_yes_no_and_undecided_apart() {
    let none = "none: all 6 states explored (depth 5), no state matches\n";
    check_search("no", COUNTER, &["at(0) =>* at(6)"], 1, none);
    let bounded = "none: all 3 states within 2 steps explored (depth 2), no state matches\n";
    check_search("bound", COUNTER, &["[, 2] at(0) =>* at(6)"], 1, bounded);
    let depth = "undecided: stopped by --max-depth 2 at depth 2; 3 states seen, 1 not expanded\n";
    check_search("depth", COUNTER, &["at(0) =>* at(6)", "--max-depth", "2"], 3, depth);
    let found = "found 6 (no more: the whole space was explored) · 6 states · depth 5";
    check_search("count", COUNTER, &["at(0) =>* at(N)", "--count"], 0, found);
    let two = "found 2 (stopped at the first 2; -n all for more) · 2 states · depth 1";
    check_search("brackets", COUNTER, &["[2] at(0) =>* at(N)", "--count", "--max-states", "100"], 0, two);
}

#[test]
fn queries_and_terms_come_from_files_and_standard_input_too() {
    let play = Play::new("at").file("x.rules", COUNTER).file("q", "search at(0) =>* at(6) .\n").file("t", "1 + 1 .\n");
    play.run(&["search", "x.rules", "@q"]).code(1);
    play.run(&["reduce", "x.rules", "@t"]).code(0).stdout("result NzNat: 2\n");
    play.run_with_input(&["red", "-", "at(1 + 1)"], COUNTER.as_bytes()).code(0).stdout("result State: at(2)\n");
    play.run(&["red", "x.rules", "1 + 1", "-q"]).code(0).stdout("2\n");
    play.run(&["red", "x.rules", "not true", "--module", "BOOL"]).code(0).stdout("result Bool: false\n");
    play.run(&["search", "x.rules", "@nothing"]).code(2).stderr("error: there is no file `nothing`\n");
}

#[test]
fn run_prints_maudes_block_form() {
    let commands = "reduce 1 + 2 .\nsearch [1] at(2) =>* at(0) .\nshow path 3 .\nshow path labels 3 .\n\
                    search at(4) =>! at(N) .\nsearch at(0) =>1 at(0) .\nshow search graph .\nquit\nreduce 0 .\n";
    let play = Play::new("run").file("x.rules", &format!("{COUNTER}{commands}"));
    let run = play.run(&["x.rules", "--no-timing"]);
    run.code(0).stderr("").stdout(
        "==========================================\n\
         reduce in COUNTER : 1 + 2 .\n\
         rewrites: 1\n\
         result NzNat: 3\n\
         ==========================================\n\
         search [1] in COUNTER : at(2) =>* at(0) .\n\
         \n\
         Solution 1 (state 3)\n\
         states: 4  rewrites: 7\n\
         empty substitution\n\
         state 0, State: at(2)\n\
         ===[ crl at(N) => at(N + 1) if N < 5 = true [label up] . ]===>\n\
         state 1, State: at(3)\n\
         ===[ rl at(3) => at(0) . ]===>\n\
         state 3, State: at(0)\n\
         up\n\
         (unlabeled rule)\n\
         ==========================================\n\
         search in COUNTER : at(4) =>! at(N) .\n\
         \n\
         Solution 1 (state 1)\n\
         states: 2  rewrites: 4\n\
         N --> 5\n\
         \n\
         No more solutions.\n\
         states: 2  rewrites: 4\n\
         ==========================================\n\
         search in COUNTER : at(0) =>1 at(0) .\n\
         \n\
         No solution.\n\
         states: 2  rewrites: 3\n\
         state 0, State: at(0)\n\
         arc 0 ===> state 1 (crl at(N) => at(N + 1) if N < 5 = true [label up] .)\n\
         \n\
         state 1, State: at(1)\n",
    );
}

#[test]
fn run_goes_on_after_mistakes_and_says_so_in_its_exit_code() {
    let play = Play::new("mistakes")
        .file("x.rules", &format!("{COUNTER}show path 1 .\nred at(0 .\nred at(1) .\nshow path 9 .\n"));
    let run = play.run(&["run", "x.rules", "--no-timing"]);
    run.code(2).stdout(
        "==========================================\nreduce in COUNTER : at(1) .\nrewrites: 0\nresult State: at(1)\n",
    );
    assert!(run.stderr.contains("there is no search whose path could be shown"), "{}", run.stderr);
}

#[test]
fn files_load_others_from_their_own_folder() {
    let play = Play::new("load").file("lib/base.maude", COUNTER).file("lib/top.rules", "load base\nred at(7) .\n");
    play.run(&["check", "lib/top.rules"]).code(0).stdout("lib/top.rules: ok (1 module, 2 statements)\n");
    let cycle = Play::new("cycle").file("a.rules", "load b\n").file("b.rules", "load a\n").run(&["check", "a.rules"]);
    cycle.code(2).stdout("a.rules: 1 mistake\n");
    assert!(cycle.stderr.contains("load-cycle"), "{}", cycle.stderr);
}

#[test]
fn mistakes_of_file_and_query_are_shown_together() {
    let play = Play::new("both").file("x.rules", &COUNTER.replace("Nat -> State", "Nit -> State"));
    let run = play.run(&["search", "x.rules", "at(0) =>* at(1)"]);
    run.code(2).stdout("");
    assert!(run.stderr.contains("x.rules:4:"), "{}", run.stderr);
    let play = Play::new("query").file("x.rules", COUNTER);
    let run = play.run(&["search", "x.rules", "at(0) =>* et(1)"]);
    run.code(2).stdout("");
    assert!(run.stderr.contains("<query>:1:"), "{}", run.stderr);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::Read;
    use std::process::Stdio;
    let play = Play::new("pipe").file("x.rules", BAG);
    let mut command = play.command(&["search", "x.rules", "< a a a a a a a a a a a a > =>* S:State", "-n", "all"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 1];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_how_far_it_got() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let endless = "mod M is pr NAT . sort S . op f : Nat -> S . rl f(N:Nat) => f(N:Nat + 1) . endm";
    let play = Play::new("interrupt").file("x.rules", endless);
    let mut command = play.command(&["search", "x.rules", "f(0) =>* S:S such that S:S == f(0)", "-n", "2"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.starts_with("Solution 1"), "{line}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("found 1 (stopped by Ctrl-C; there may be more)"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn two_runs_print_the_same_bytes() {
    let play = Play::new("same").file("x.rules", BAG);
    let arguments = ["search", "x.rules", "< a a a a b > =>* S:State", "-n", "all"];
    let (first, second) = (play.run(&arguments), play.run(&arguments));
    assert_eq!(untimed(&first.stdout), untimed(&second.stdout));
    assert!(first.stdout.lines().count() > 20);
}

#[test]
fn colours_are_written_when_asked_for_and_only_then() {
    let play = Play::new("colour").file("x.rules", BAG);
    let plain = play.run(&["search", "x.rules", "< a > =>* < c >"]);
    assert!(!plain.stdout.contains('\x1b'));
    let coloured = play.run(&["search", "x.rules", "< a > =>* < c >", "--color", "always"]);
    assert!(coloured.stdout.contains("\x1b[32m+ c\x1b[0m"), "{}", coloured.stdout);
}
