//! Ugly texts: no panic, time linear in the length, few words.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::{codes, parse, tree};
use crate::base::SourceMap;

/// Generous, for slow machines and unoptimised builds; a quadratic stage would need hours.
const PATIENCE: Duration = Duration::from_secs(10);

fn check(text: &str, code: &str) {
    let start = Instant::now();
    let mut sources = SourceMap::new();
    let (_, found) = parse(sources.add("test.rules", text), text);
    assert!(start.elapsed() < PATIENCE, "{:?} for {:.40}", start.elapsed(), text);
    assert!(found.iter().any(|diagnostic| diagnostic.code == code), "{:?}", found.first());
}

#[test]
fn a_million_of_anything() {
    const MILLION: usize = 1_000_000;
    check(&"y\n".repeat(MILLION), "stray-text");
    check(&"y ".repeat(MILLION), "stray-text");
    check(&"(".repeat(MILLION), "not-supported");
    check(&format!("fmod A is eq a = {}", "(".repeat(MILLION)), "unbalanced-parentheses");
    check(&format!("red {} .", "(\n".repeat(MILLION)), "unbalanced-parentheses");
    check(&format!("red {} .", ")".repeat(MILLION)), "unbalanced-parentheses");
    check(&"\"".repeat(MILLION + 1), "stray-text");
    check(&"\" \\".repeat(MILLION / 2), "stray-text");
    check(&"***(".repeat(MILLION / 2), "unterminated-comment");
    check(&"`".repeat(MILLION), "stray-text");
    check(&format!("fmod A is sort {} .", "A{".repeat(MILLION / 2)), "syntax-error");
    check(&format!("fmod A is\n{}", "eq\n".repeat(MILLION / 2)), "missing-period");
    check(&format!("fmod A is\n{}", "eq a = b\n".repeat(100_000)), "missing-period");
    check(&format!("fmod A is op f : A -> A [{}] .", "id: ( ".repeat(MILLION / 4)), "bad-attribute");
    assert_eq!(codes(&"y\n".repeat(1000)), "stray-text 1:1");
}

#[test]
fn a_long_program_is_read_in_linear_time() {
    let mut text = String::from("mod A is\n");
    for number in 0..50_000 {
        let _ =
            writeln!(text, "  op f{number} : A B -> C [assoc comm id: nil prec 3] .\n  eq f{number}(X, Y) = (Y . X) .");
    }
    text.push_str("endm\nred ");
    text.push_str(&"75 ".repeat(200_000));
    text.push_str(".\n");
    let start = Instant::now();
    assert_eq!(tree(&text).lines().count(), 100_002);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

fn soup() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "fmod", "mod", "A", "is", "endfm", "endm", "op", "ops", ":", "->", "~>", "[", "]", "(", ")", "{", "}", ",",
        ".", "X.", "eq", "ceq", "rl", "=", "=>", "if", "sort", "subsort", "<", "var", "pr", "id:", "left", "prec", "3",
        "0", "strat", "label", "metadata", "\"s\"", "\"", "***(", "---", "red", "search", "=>*", "in", "show", "path",
        "labels", "load", "q", "eof", "view", "fth", "set", "\n", "\n", "\r\n", "`{", "`", "\u{feff}", "÷", "+", "*",
    ]);
    prop::collection::vec((word, prop::bool::ANY), 0..60).prop_map(|words| {
        words.into_iter().map(|(word, blank)| if blank { format!("{word} ") } else { word.to_owned() }).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        codes(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        codes(&text);
    }

    #[test]
    fn any_soup_of_words(text in soup()) {
        codes(&text);
        codes(&format!("mod A is\n{text}"));
        codes(&format!("mod A is\n{text}\nendm\nred a .\n"));
    }
}
