//! Terms read, and mistakes.

use super::*;

#[track_caller]
fn check(world: &World, text: &str, printed: &str) {
    assert_eq!(round(world, text), printed);
}

#[test]
fn precedence_and_gathering_choose_the_reading() {
    let world = digitle();
    check(&world, "1 + 2 * 3", "1 + 2 * 3");
    check(&world, "(1 + 2) * 3", "(1 + 2) * 3");
    check(&world, "1 - 2 - 3", "1 - 2 - 3");
    check(&world, "1 - (2 - 3)", "1 - (2 - 3)");
    check(&world, "_+_(1, 2)", "1 + 2");
    check(&world, "_+_(1, 2, 3)", "1 + 2 + 3");
    check(&world, "sd(1 + 2, 3)", "sd(1 + 2, 3)");
    check(&world, "not 1 < 2 and true", "not 1 < 2 and true");
    check(&world, "75 4 7 + 1", "75 4 7 + 1");
}

#[test]
fn numbers_are_read_whole() {
    let world = integers();
    check(&world, "s s s 0", "3");
    check(&world, "s (s 4)", "6");
    check(&world, "- 5", "-5");
    check(&world, "-5 + 3", "-5 + 3");
    check(&world, "s_^3(N)", "s_^3(N)");
    check(&world, "s s X:Nat", "s_^2(X:Nat)");
    check(&world, "s_^3(4)", "7");
    check(&world, "- - 5", "- -5");
    let huge = "9".repeat(10_000);
    check(&world, &huge, &huge);
    check(&world, "007", "unknown-word `007`: `007` is no operator, variable or number here");
}

#[test]
fn overloaded_names_are_resolved_by_kind_or_reported() {
    let world = digitle();
    check(&world, "{Ps}", "{Ps}");
    check(&world, "(Ps & nil) has 3", "Ps &\n  nil has 3");
    check(&world, "nil 5", "nil 5");
    check(&world, "(nil).Steps", "(nil).Steps");
    check(&world, "(nil).[Steps]", "(nil).Steps");
    check(&world, "M N Ps & Ss, (M + N → (M + N))", "(M N Ps) &\n  Ss, (M + N → (M + N))");
    check(
        &world,
        "nil",
        "ambiguous-term `nil`: this can be read in more than one way; taken: (nil).Steps; another one: (nil).Pool",
    );
}

#[test]
fn variables_can_carry_their_sort() {
    let world = world("sort A\nsort List{A}\nsort A < List{A}\nop f : A -> A\nop [_] : A -> A\nvar X : A");
    check(&world, "f(X)", "f(X)");
    check(&world, "f(Y:A)", "f(Y:A)");
    check(&world, "Y:List{A}", "Y:List{A}");
    check(&world, "[Y:[A]]", "[Y:[List{A}]]");
    check(&world, "[(X).List{A}]", "[X]");
    check(
        &world,
        "f(Y:B)",
        "unknown-word `Y:B`: `Y:B` is no operator, variable or number here; `Y:B` would be a variable, but there is no sort `B`; try `Y:A`",
    );
}

#[test]
fn mistakes_point_at_the_token() {
    let world = digitle();
    check(&world, "1 + + 2 *", "no-parse `+`: no reading goes on with `+`; expected a term");
    check(&world, "1 + 2 *", "incomplete-term ``: this ends too early; expected a term");
    check(&world, "(1 + 2", "incomplete-term ``: this ends too early; expected a term");
    check(&world, "1 + 2)", "no-parse `)`: no reading goes on with `)`; expected a term");
    check(
        &world,
        "{Ps} almst has 3 foo",
        "unknown-word `almst`: `almst` is no operator, variable or number here; try `almost`\nunknown-word `foo`: `foo` is no operator, variable or number here",
    );
    check(&world, "", "incomplete-term: there is no term here");
}

#[test]
fn ambiguity_shows_both_readings() {
    let world = world(
        "sort A\nop a : -> A\nop _@_ : A A -> A\nop _;_ : A A -> A <assoc gather E E>\nop !_ : A -> A\nop _~ : A -> A",
    );
    check(
        &world,
        "a @ a @ a",
        "ambiguous-term `a @ a @ a`: this can be read in more than one way; taken: (a @ a) @ a; another one: a @ (a @ a)",
    );
    check(
        &world,
        "! a ~",
        "ambiguous-term `! a ~`: this can be read in more than one way; taken: (! a) ~; another one: ! (a ~)",
    );
    check(&world, "a ; a ; a ; a", "a ; (a ; (a ; a))");
    check(&world, "(a ; a) ; a", "a ; (a ; a)");
}

#[test]
fn an_exploding_grammar_is_given_up() {
    let world = world("sort A\nop a : -> A\nop __ : A A -> A");
    let text = "a ".repeat(5_000);
    assert!(round(&world, &text).starts_with("ambiguous-term"));
}
