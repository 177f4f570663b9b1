//! Micro-benchmarks with plain clocks: matching, normalising, interning of states, reading of terms.
//!
//! Not wired yet. In `Cargo.toml`: `[[bench]] name = "micro"`, `path = "tests/bench/micro.rs"`, `harness = false`; then
//! `cargo bench --bench micro [FILTER]`.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A named piece of work. What has to be set up first is done in `prepare`, outside the clock.
struct Benchmark {
    name: &'static str,
    prepare: fn() -> Box<dyn FnMut() -> u64>,
}

/// The list of benchmarks; the entries of the engine go here.
const BENCHMARKS: &[Benchmark] = &[Benchmark { name: "clock/empty", prepare: || Box::new(|| 0) }];

const WARM_UP: Duration = Duration::from_millis(200);
const SAMPLES: usize = 15;
const SAMPLE: Duration = Duration::from_millis(40);

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    println!("{:<32} {:>12} {:>12} {:>12}", "benchmark", "fastest", "median", "slowest");
    for benchmark in BENCHMARKS.iter().filter(|benchmark| benchmark.name.contains(&filter)) {
        let mut work = (benchmark.prepare)();
        let mut times = measure(&mut *work);
        times.sort_by(f64::total_cmp);
        let (fastest, median, slowest) = (times[0], times[times.len() / 2], times[times.len() - 1]);
        println!("{:<32} {fastest:>9.1} ns {median:>9.1} ns {slowest:>9.1} ns", benchmark.name);
    }
}

/// Nanoseconds of one call, once for each sample.
fn measure(work: &mut dyn FnMut() -> u64) -> Vec<f64> {
    let start = Instant::now();
    let mut calls = 0u64;
    while start.elapsed() < WARM_UP {
        black_box(work());
        calls += 1;
    }
    let per_call = WARM_UP.as_nanos() as f64 / calls as f64;
    let count = ((SAMPLE.as_nanos() as f64 / per_call) as u64).max(1);
    let sample = |_| {
        let start = Instant::now();
        for _ in 0..count {
            black_box(work());
        }
        start.elapsed().as_nanos() as f64 / count as f64
    };
    (0..SAMPLES).map(sample).collect()
}
