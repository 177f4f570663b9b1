//! What is measured.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rewrite::base::{Interrupt, Limits};
use rewrite::module::Term;
use rewrite::report::Context;
use rewrite::session::{Commands, Next, NoLoader, Program, Running, Session, Task};

/// One round.
pub struct Sample {
    /// Time of all its operations.
    pub time: Duration,
    /// How many these were.
    pub operations: u64,
}

/// Runs a round.
pub type Work = Box<dyn FnMut() -> Sample>;

/// A named piece of work. What has to be set up first is done in `prepare`, outside the clock.
pub struct Benchmark {
    /// Its name.
    pub name: &'static str,
    /// What an operation is.
    pub unit: &'static str,
    /// Sets up.
    pub prepare: fn() -> Work,
}

const fn benchmark(name: &'static str, unit: &'static str, prepare: fn() -> Work) -> Benchmark {
    Benchmark { name, unit, prepare }
}

/// All of them.
pub const BENCHMARKS: &[Benchmark] = &[
    benchmark("match/bag of 100: element and rest", "match", || reducing("turn(20000, pool(0, 100))", 20_000)),
    benchmark("match/bag of 100: known element and rest", "match", || {
        reducing("swap(20000, 50, pool(0, 100))", 20_000)
    }),
    benchmark("match/bag of 200: a(N) b(N) and rest", "match", || reducing("join(2000, pairs(100))", 2_000)),
    benchmark("match/list of 100: first and rest", "match", || reducing("roll(20000, list(100))", 20_000)),
    benchmark("match/list of 100: rest, known, rest", "match", || reducing("middle(20000, list(100))", 20_000)),
    benchmark("match/condition with a match", "match", || reducing("cond(20000, 7)", 20_000)),
    benchmark("normalise/arithmetic", "rewrite", || rewriting("sum(100000, 0)")),
    benchmark("normalise/big numbers: factorial of 2000", "rewrite", || rewriting("fac(2000)")),
    benchmark("normalise/reverse a list of 1000", "rewrite", || rewriting("rev(list(1000), nl)")),
    benchmark("normalise/set of 1000 filled 10000 times", "rewrite", || rewriting("fill(10000, none)")),
    benchmark("normalise/tree of depth 15", "rewrite", || rewriting("leaves(tree(15))")),
    benchmark("search/five counters, 100000 states", "state", || searching(|counts| counts.states)),
    benchmark("search/the same", "successor", || searching(|counts| counts.transitions)),
    benchmark("parse/pool of 10000 numbers", "element", || parsing(10_000)),
    benchmark("parse/pool of 100000 numbers", "element", || parsing(100_000)),
    benchmark("read back/pool of 100000 numbers", "element", || reading_back(100_000)),
    benchmark("print/pool of 100000 numbers", "element", || printing(100_000)),
    benchmark("pool of a million/building it", "element", || building(1 << 20)),
    benchmark("pool of a million/-2 +1 by an equation", "step", || stepping("job(0, 500000, pool(0, 1048576))")),
    benchmark("pool of a million/-2 +1 to a new state", "step", || stepping("go(0, 0, 500000, pool(0, 1048576))")),
];

const PROGRAM: &str = include_str!("micro.rules");

/// Steps between two solutions of the searches on big pools.
const STEPS: u64 = 2_000;

fn session() -> Session {
    let mut session = Session::new();
    let loaded = session.load_text("micro.rules", PROGRAM, Commands::Skip, &mut NoLoader);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    session
}

fn term(session: &mut Session, text: &str) -> (Program, Term) {
    match session.read_term("<term>", text, None) {
        Ok(Task::Reduce { program, term, .. }) => (program, term),
        other => panic!("{other:?}"),
    }
}

fn reduce(program: &Program, term: &Term) -> rewrite::session::Reduction {
    program.reduce(term, &Limits::default(), &Interrupt::new()).expect("nothing stops it")
}

/// Reduces a term whose right-hand sides apply an equation so many times.
fn reducing(text: &str, operations: u64) -> Work {
    let (program, term) = term(&mut session(), text);
    Box::new(move || Sample { time: reduce(&program, &term).elapsed, operations })
}

/// The same, rewrites counted.
fn rewriting(text: &str) -> Work {
    let (program, term) = term(&mut session(), text);
    Box::new(move || {
        let reduction = reduce(&program, &term);
        Sample { time: reduction.elapsed, operations: reduction.rewrites }
    })
}

fn search(session: &mut Session, text: &str) -> Running {
    match session.read_query("<query>", text, None) {
        Ok(Task::Search { program, query, solutions, depth, .. }) => {
            program.search(&query, solutions, depth, Limits::default(), Interrupt::new()).expect("a sound query")
        }
        other => panic!("{other:?}"),
    }
}

fn searching(count: fn(rewrite::search::Statistics) -> u64) -> Work {
    let mut session = session();
    Box::new(move || {
        let mut running = search(&mut session, "c(1, 0) ; c(2, 0) ; c(3, 0) ; c(4, 0) ; c(5, 0) =>* c(1, 10)");
        let start = Instant::now();
        assert!(matches!(running.next(&mut |_| {}), Next::End(_)), "no such state");
        let time = start.elapsed();
        let statistics = running.statistics();
        assert_eq!((statistics.states, statistics.transitions), (100_000, 450_000));
        Sample { time, operations: count(statistics) }
    })
}

/// Numbers in an order that is not theirs.
fn pool(elements: u64) -> String {
    (0..elements).map(|i| (i * 7_919 % 1_000_003).to_string()).collect::<Vec<_>>().join(" ")
}

fn parsing(elements: u64) -> Work {
    let mut session = session();
    let text = pool(elements);
    Box::new(move || {
        let start = Instant::now();
        black_box(term(&mut session, &text));
        Sample { time: start.elapsed(), operations: elements }
    })
}

fn reading_back(elements: u64) -> Work {
    let mut running = search(&mut session(), &format!("{} =>* none", pool(elements)));
    running.next(&mut |_| {});
    Box::new(move || {
        let start = Instant::now();
        black_box(running.state(0)).expect("the initial state");
        Sample { time: start.elapsed(), operations: elements }
    })
}

fn printing(elements: u64) -> Work {
    let mut session = session();
    let (program, term) = term(&mut session, &pool(elements));
    Box::new(move || {
        let context = Context::new(&program.module, &session.sources, false);
        let start = Instant::now();
        black_box(context.term(&term));
        Sample { time: start.elapsed(), operations: elements }
    })
}

fn building(elements: u64) -> Work {
    let (program, term) = term(&mut session(), &format!("built(pool(0, {elements}))"));
    Box::new(move || Sample { time: reduce(&program, &term).elapsed, operations: elements })
}

/// A search that meets a solution every [`STEPS`] steps. The pool is built on the way to the first one.
fn stepping(initial: &str) -> Work {
    let mut running = search(&mut session(), &format!("{initial} =>* done(N:Nat)"));
    running.next(&mut |_| {});
    Box::new(move || {
        let start = Instant::now();
        assert!(matches!(running.next(&mut |_| {}), Next::Solution(_)));
        Sample { time: start.elapsed(), operations: STEPS }
    })
}
