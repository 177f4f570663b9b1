//! How the cost grows.

use super::*;

/// Steps per token must not grow with the number of tokens.
#[track_caller]
fn check_linear(world: &World, text: &dyn Fn(usize) -> String) {
    let grammar = Grammar::new(&world.signature, &world.variables);
    let mut per_token = Vec::new();
    for size in [2_000, 20_000] {
        let tokens = tokens(&text(size));
        let (steps, states) = grammar.cost(&tokens);
        assert!(states < 500, "{states} states");
        per_token.push(steps as f64 / tokens.len() as f64);
        let term = grammar.parse_term(&tokens).unwrap();
        let printed = Printer::new(&world.signature, PrintOptions::default()).print(&term);
        assert!(printed.len() < 20 * tokens.len(), "printing stays linear too");
    }
    assert!(per_token[1] < per_token[0] * 1.1 + 0.1, "steps per token {per_token:?}");
    assert!(per_token[1] < 16.0, "steps per token {per_token:?}");
}

fn nested(open: &str, inside: &str, close: &str, size: usize) -> String {
    format!("{}{inside}{}", open.repeat(size), close.repeat(size))
}

#[test]
fn reading_is_linear_on_the_grammars_people_write() {
    let world = digitle();
    check_linear(&world, &|size| (0..size).map(|at| format!("{} ", at % 97 + 1)).collect());
    check_linear(&world, &|size| nested("s ", "N", "", size));
    check_linear(&world, &|size| nested("( ", "N", " )", size));
    check_linear(&world, &|size| nested("sd ( 1 , ", "N", " )", size));
    check_linear(&world, &|size| "1 + ".repeat(size) + "1");
    check_linear(&world, &|size| "1 - ".repeat(size) + "1");
    check_linear(&world, &|size| "not ".repeat(size) + "true");
    check_linear(&world, &|size| format!("_+_ ( {} 1 )", "1 , ".repeat(size)));
    check_linear(&world, &|size| format!("{{ {} }} has 3", "1 2 + 3 * 4 ".repeat(size)));
    check_linear(&world, &|size| format!("1 & {} (nil).Steps", "(1 + 2 → 3), ".repeat(size)));
}

#[test]
fn right_recursion_that_the_lookahead_cannot_see_is_linear() {
    // A pool may be followed by a state that begins with a pool: the lookahead never rules a completion out.
    let world = world(
        "sort P
        sort S
        op p : -> P
        op __ : P P -> P <assoc>
        op e : -> S
        op __ : P S -> S <gather E e>
        op _|_ : P S -> S <prec 30>",
    );
    check_linear(&world, &|size| "p ".repeat(size) + "| e");
}
