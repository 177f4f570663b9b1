//! Texts in; tasks and codes of mistakes out.

use super::*;
use crate::report::{Context, statement};

/// Texts by name; a path is its name.
struct Texts(&'static [(&'static str, &'static str)]);

impl Loader for Texts {
    fn load(&mut self, name: &str, _from: &str) -> Result<LoadedText, String> {
        let found = self.0.iter().find(|(known, _)| *known == name).ok_or("not there")?;
        Ok(LoadedText { path: found.0.to_owned(), text: found.1.to_owned() })
    }
}

/// A task as a line: its module, and what it asks.
fn shown(session: &Session, task: &Task) -> String {
    match task {
        Task::Reduce { program, term } => {
            let context = Context::new(&program.module, &session.sources, false);
            format!("{}: {}", program.module.name, context.term(term))
        }
        Task::Search { program, query, solutions, depth } => {
            let context = Context::new(&program.module, &session.sources, false);
            let bounds = format!("{solutions:?} {depth:?}").replace("Some", "").replace("None", "-");
            format!("{}: {bounds} {}", program.module.name, statement::query(&context, query))
        }
        Task::ShowPath(state, form) => format!("path {state} {form:?}"),
        Task::ShowSearchGraph => "graph".to_owned(),
        Task::Rewrite { term, most, way, .. } => format!("rewrite {most:?} {way:?} {} nodes", term.len()),
        Task::Match { extended, solutions, .. } => format!("match {extended} {solutions:?}"),
        Task::Parse { term, .. } => format!("parse {} nodes", term.len()),
        Task::Continue(most) => format!("continue {most:?}"),
        Task::Set(setting) => format!("{setting:?}"),
        Task::Show { what, .. } => format!("show {what:?}"),
        other => format!("{other:?}"),
    }
}

fn codes(session: &Session, diagnostics: &[Diagnostic]) -> Vec<String> {
    let line = |one: &Diagnostic| match &one.primary {
        Some(label) => format!("{} at {}", one.code, session.sources.line_column(label.span).0),
        None => one.code.to_owned(),
    };
    diagnostics.iter().map(line).collect()
}

const A: &str = "mod A is sort S . ops a b : -> S . rl [go] : a => b . endm\n";
const B: &str = "mod B is inc A . op c : -> S . endm\n";

#[track_caller]
fn check_with(texts: &'static [(&'static str, &'static str)], text: &str, commands: Commands, expected: &[&str]) {
    let mut session = Session::new();
    let loaded = session.load_text("main", text, commands, &mut Texts(texts));
    let mut lines: Vec<String> = loaded.tasks.iter().map(|task| shown(&session, task)).collect();
    lines.extend(codes(&session, &loaded.diagnostics));
    assert_eq!(lines, expected);
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    check_with(&[], text, Commands::Plan, expected);
}

#[test]
fn commands_run_in_the_last_module_unless_they_say_where() {
    check(
        &format!("{A}red a .\n{B}red c .\nred in A : b .\nred in NAT : 1 + 2 .\nred c ."),
        &["A: a", "B: c", "A: b", "NAT: 1 + 2", "unknown-word at 7"],
    );
}

#[test]
fn a_later_definition_does_not_change_earlier_commands() {
    check(&format!("{A}red a .\nmod A is sort T . op z : -> T . endm\nred z ."), &["A: a", "A: z"]);
}

#[test]
fn searches_keep_their_bounds() {
    check(
        &format!("{A}search [2, 3] a =>* X:S such that X:S =/= a .\nsearch [, 3] a =>! b .\nshow path 1 ."),
        &["A: (2) (3) a =>* X:S such that X:S =/= a = true", "A: - (3) a =>! b", "path 1 Full"],
    );
}

#[test]
fn nothing_runs_on_a_module_with_mistakes() {
    let broken = "mod A is sort S . op a : -> T . endm\n";
    check(&format!("{broken}red a .\n{B}red c .\nred in NAT : 1 ."), &["NAT: 1", "unknown-sort at 1"]);
    // A sound definition makes up for a broken one.
    check(&format!("{broken}{A}red a ."), &["A: a", "unknown-sort at 1"]);
}

#[test]
fn mistakes_of_all_modules_and_commands_come_together_in_order() {
    let text =
        format!("{A}red q .\nmod C is inc NOWHERE . endm\nred in MISSING : a .\nmod D is sort S . op a : -> T . endm");
    check(&text, &["unknown-word at 2", "unknown-module at 3", "unknown-module at 4", "unknown-sort at 5"]);
}

#[test]
fn a_mistake_in_a_declaration_hides_only_what_follows_from_it() {
    let text = "mod A is sort S . op a : -> S . op b : -> T . var X : T .\neq b = a .\neq X = a .\neq a = c . endm";
    check(text, &["unknown-sort at 1", "unknown-sort at 1", "unknown-word at 4"]);
    check("mod A is inc NOWHERE . sort S . op a : -> S .\neq a = c . endm", &["unknown-module at 1"]);
}

#[test]
fn a_command_needs_a_module() {
    check("red 1 .", &["no-module at 1"]);
    check("", &["empty-file"]);
}

#[test]
fn quit_ends_everything_and_eof_one_text() {
    const TEXTS: &[(&str, &str)] = &[("a", "mod A is sort S . op a : -> S . endm\neof\nred a ."), ("q", "quit")];
    check_with(TEXTS, "load a\nred a .\nload q\nred a .", Commands::Plan, &["A: a"]);
}

#[test]
fn texts_load_each_other_but_not_themselves() {
    const TEXTS: &[(&str, &str)] = &[("a", "load b\n"), ("b", "load a\n"), ("main", "")];
    check_with(
        TEXTS,
        "load a\nload c\nload main",
        Commands::Skip,
        &["missing-file at 2", "load-cycle at 3", "load-cycle at 1"],
    );
}

#[test]
fn a_long_chain_of_texts_needs_no_deep_stack() {
    struct Chain;
    impl Loader for Chain {
        fn load(&mut self, name: &str, _from: &str) -> Result<LoadedText, String> {
            let next: u32 = name.parse::<u32>().map_err(|error| error.to_string())? + 1;
            let text = if next < 3_000 { format!("load {next}\n") } else { "--- the end".to_owned() };
            Ok(LoadedText { path: name.to_owned(), text })
        }
    }
    let mut session = Session::new();
    let loaded = session.load_text("main", "load 1\n", Commands::Plan, &mut Chain);
    assert_eq!(codes(&session, &loaded.diagnostics), Vec::<String>::new());
}

#[test]
fn commands_can_be_passed_over() {
    check_with(&[("a", A)], "load a\nred nonsense .\nsearch more nonsense .", Commands::Skip, &[]);
}

#[track_caller]
fn check_query(text: &str, module: Option<&str>, expected: &str) {
    let mut session = Session::new();
    let loaded = session.load_text("main", &format!("{A}{B}"), Commands::Skip, &mut NoLoader);
    assert_eq!(codes(&session, &loaded.diagnostics), Vec::<String>::new());
    let line = match session.read_query("<query>", text, module) {
        Ok(task) => shown(&session, &task),
        Err(mistakes) => codes(&session, &mistakes).join(", "),
    };
    assert_eq!(line, expected);
}

#[test]
fn queries_are_read_with_and_without_their_trimmings() {
    for query in ["a =>* b", "a =>* b .", "a =>* b.", "search a =>* b", "search a =>* b ."] {
        check_query(query, None, "B: - - a =>* b");
    }
    check_query("[2, 40] a =>! X:S such that X:S = b", None, "B: (2) (40) a =>! X:S such that X:S = b");
    check_query("search [1] in A : a =>+ b", None, "A: (1) - a =>+ b");
    check_query("a =>* b", Some("A"), "A: - - a =>* b");
    check_query("in A : a =>* b", Some("B"), "A: - - a =>* b");
    check_query("1 =>* 2", Some("NAT"), "NAT: - - 1 =>* 2");
}

#[test]
fn mistakes_in_queries_are_told() {
    check_query("", None, "empty-query at 1");
    check_query("search [1] .", None, "empty-query at 1");
    check_query("a =>* q", None, "unknown-word at 1");
    check_query("a =>* b", Some("C"), "unknown-module at 1");
}

#[test]
fn a_module_with_similar_name_is_suggested() {
    let mut session = Session::new();
    session.load_text("main", "mod COUNTER is sort S . op a : -> S . endm", Commands::Skip, &mut NoLoader);
    let mistakes = session.read_term("<term>", "a", Some("CUONTER")).unwrap_err();
    assert_eq!(mistakes[0].suggestion.as_ref().unwrap().replacement, "COUNTER");
}
