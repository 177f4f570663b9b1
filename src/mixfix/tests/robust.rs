//! Whatever is asked, there is an answer: no panic, no overflow.

use super::printing::Random;
use super::*;
use crate::module::Term;

#[test]
fn soups_of_tokens_are_read_or_refused() {
    let world = digitle();
    let words = [
        "1", "75", "+", "-", "×", "→", "nil", "(", ")", "{", "}", ",", "&", "has", "almost", "Ps", "S", "N", "X:Nat",
        ":", "=", "=>", "if", "/\\", ":=", "=>*", "such", "that", "Nat", ".Steps", ".", "s_^3", "[", "]", "owise",
        "_+_", "zzz", "X:[", "s_^0", "X:List{", "not", "true", "s_", "^",
    ];
    let grammar = Grammar::new(&world.signature, &world.variables);
    for seed in 0..3_000 {
        let mut random = Random(seed);
        let length = random.below(14);
        let text: Vec<&str> = (0..length).map(|_| words[random.below(words.len())]).collect();
        let tokens = tokens(&text.join(if random.below(2) == 0 { " " } else { "" }));
        let refused = |mistakes: Vec<Diagnostic>| assert!(!mistakes.is_empty());
        let _ = grammar.parse_term(&tokens).map(|_| ()).map_err(refused);
        let _ = grammar.parse_search(&tokens).map(|_| ()).map_err(refused);
        let _ = grammar.parse_condition(&tokens).map(|_| ()).map_err(refused);
    }
}

#[test]
fn deep_and_wide_terms_are_printed() {
    let world = digitle();
    let symbol = |name: &str| world.signature.symbols_named(name.into())[0];
    let printer = Printer::new(&world.signature, PrintOptions::default());
    let (mut deep, mut nested, mut wide) = (Term::new(), Term::new(), Term::new());
    let mut at = deep.number(1);
    for _ in 0..1_000_000 {
        at = deep.apply(symbol("not_"), vec![at]);
    }
    assert_eq!(printer.print(&deep).len(), 4 * 1_000_000 + 1);
    let one = nested.number(1);
    let mut at = one;
    for _ in 0..1_000_000 {
        at = nested.apply(symbol("__"), vec![one, at]);
    }
    assert_eq!(printer.print(&nested).len(), 2 * 1_000_001 - 1);
    let all = (0..1_000_000).map(|_| wide.number(7)).collect();
    wide.apply(symbol("__"), all);
    assert_eq!(printer.print(&wide).len(), 2 * 1_000_000 - 1);
}

#[test]
fn open_brackets_without_end_are_refused_fast() {
    let world = digitle();
    for text in ["X:Nat{".repeat(20_000), "( ".repeat(50_000), "{ ".repeat(50_000), "[ ( ".repeat(30_000)] {
        assert_ne!(round(&world, &text), "");
    }
}
