//! Big inputs: deep terms, long queries, many elements. Nothing overflows, and cost grows as the input does.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const DEEP: &str = "mod DEEP is protecting NAT .
  sort T . op z : -> T . op g : T -> T . var X : T . var N : Nat .
  op b : Nat T -> T . eq b(0, X) = X . eq b(s N, X) = b(N, g(X)) .
  op f : Nat -> T . eq f(0) = z . eq f(s N) = g(f(N)) .
  op c : Nat -> T . eq c(0) = z . ceq c(s N) = g(X) if X := c(N) .
  op same : T T -> Bool . eq same(X, X) = true .
  op box : T -> B . sort B . rl [step] : box(X) => box(g(X)) .
endm
";

fn run(program: &str, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rewrite"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(program.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_term_a_million_deep_is_normalised_compared_and_searched() {
    let commands = "red b(1000000, z) == f(1000000) .
red same(b(1000000, z), f(1000000)) .
red c(100000) == f(100000) .
search [1, 2] box(b(1000000, z)) =>* box(z) .
";
    let output = run(&format!("{DEEP}{commands}"), &["run", "-"]);
    let out = text(&output);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(out.matches("result Bool: true").count(), 3, "{out}");
    assert!(out.contains("states: 3  rewrites: 1000003"), "{out}");
}

#[test]
fn a_term_a_million_deep_is_printed() {
    let output = run(DEEP, &["reduce", "-", "b(1000000, z)"]);
    let out = text(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(out.starts_with("result T: g(g(g(") && out.trim_end().ends_with(")))") && out.len() > 3_000_000);
}

/// Time to search a pool of so many elements for nothing, written out in the query.
fn time_pool(elements: u64) -> Duration {
    let pool: Vec<String> = (0..elements).map(|i| (i * 7919 % 1_000_003).to_string()).collect();
    let program = "mod P is protecting NAT . sort Pool . subsort Nat < Pool . op nil : -> Pool .
        op __ : Pool Pool -> Pool [assoc comm id: nil] . ops a b : -> Pool . rl a => b . endm\n";
    let program = format!("{program}search {} =>* b .\n", pool.join(" "));
    let start = Instant::now();
    let output = run(&program, &["run", "-"]);
    let time = start.elapsed();
    assert!(text(&output).contains("No solution.\nstates: 1 "), "{}", text(&output));
    time
}

#[test]
fn a_pool_written_out_in_the_query_is_read_in_linear_time() {
    let best = |elements| (0..3).map(|_| time_pool(elements)).min().expect("three runs");
    let (small, large) = (best(25_000), best(200_000));
    // Eight times the elements: far below the factor of sixty-four that quadratic growth would show.
    assert!(large < small * 8 * 3, "25,000: {small:?}, 200,000: {large:?}");
}

#[test]
fn limits_stop_a_search_and_say_so() {
    let counter = "mod C is protecting NAT . op st : Nat -> S . sort S . var N : Nat . rl st(N) => st(s N) . endm\n";
    let limits = [["--max-states", "1000"], ["--max-time", "200ms"], ["--max-memory", "20M"], ["--max-depth", "50"]];
    for [option, value] in limits {
        let output = run(counter, &["search", "-", "st(0) =>* st(0 - 1)", option, value]);
        // The query has a mistake: there is no `-` in NAT.
        assert_eq!(output.status.code(), Some(2));
        let output = run(counter, &["search", "-", "st(0) =>+ st(0)", option, value]);
        let out = text(&output);
        assert_eq!(output.status.code(), Some(3), "{option}: {out}");
        assert!(out.contains("undecided: stopped by") && out.contains(option), "{option}: {out}");
    }
}

#[test]
fn conditions_that_nest_without_end_stop_at_a_limit() {
    let endless = "mod C is sort S . ops a b : -> S . op f : S -> S . var X : S . crl f(X) => b if f(X) => b . endm\n";
    for [option, value] in [["--max-time", "300ms"], ["--max-memory", "100M"]] {
        let output = run(endless, &["search", "-", "f(a) =>* b", option, value]);
        let out = text(&output);
        assert_eq!(output.status.code(), Some(3), "{option}: {out}");
        assert!(out.contains("undecided: stopped by") && out.contains(option), "{option}: {out}");
    }
}

#[test]
fn a_bag_of_billions_is_read_back_and_its_text_is_cut() {
    let doubling = "mod C is sorts A S . op a : -> A . op __ : A A -> A [assoc comm] . op <_> : A -> S . var X : A .\n\
                    rl < X > => < X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X > . endm\n";
    let output = run(doubling, &["search", "-", "< a > =>* < X:A >", "-n", "7", "--show", "none", "-q"]);
    let out = text(&output);
    assert_eq!(output.status.code(), Some(0), "{}", out.len());
    assert!(out.contains("cut here"), "{} bytes", out.len());
}

/// Each list is twice the one before; all of them share their parts until one is put together.
#[test]
fn lists_that_double_stop_at_the_limit_on_memory() {
    let program = "fmod DOUBLE is pr NAT . sort L . subsort Nat < L . op __ : L L -> L [assoc] .
        op d : Nat L -> L . var N : Nat . var X : L . eq d(0, X) = X . eq d(s N, X) = d(N, X X X X X X X X) . endfm\n";
    let output = run(program, &["reduce", "-", "d(40, 1)", "--max-memory", "200M"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("stopped by --max-memory 200M") || errors.contains("the limit on memory"), "{errors}");
}

/// Whether a path is one asks for its parts, again and again: what takes exponential time must still end in time.
#[test]
fn memberships_of_parts_stop_at_the_limit_on_time() {
    let program = "fmod PATHS is sorts Node Edge Path . ops a b c : -> Node . op e : Node Node -> Edge .
        subsort Edge < Path . op _;_ : [Path] [Path] -> [Path] [assoc] . ops source target : Path -> Node .
        vars X Y : Node . var E : Edge . var P : Path . cmb E ; P : Path if target(E) = source(P) .
        eq source(e(X, Y)) = X . eq target(e(X, Y)) = Y .
        ceq source(E ; P) = source(E) if E ; P : Path . ceq target(P ; E) = target(E) if P ; E : Path . endfm\n";
    let path = format!("e(a, b){}", " ; e(c, b)".repeat(50));
    let output = run(program, &["reduce", "-", &path, "--max-time", "1s"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}
