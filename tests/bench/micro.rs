//! Micro-benchmarks with plain clocks: matching, normalising, states, big pools, reading and printing of terms.
//!
//! `cargo bench --bench micro [-- FILTER]` prints for each piece of work the time of one operation: the fastest, the
//! median and the slowest of several rounds. What has to be there first is made outside the clock.

mod workloads;

use std::time::{Duration, Instant};

use workloads::{BENCHMARKS, Sample};

/// Most and fewest rounds, and the time after which no further one is begun.
const MOST: usize = 9;
const FEWEST: usize = 3;
const PATIENCE: Duration = Duration::from_millis(1_500);

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    println!("{:<44} {:<10} {:>10} {:>10} {:>10} {:>7}", "benchmark", "per", "fastest", "median", "slowest", "rounds");
    for benchmark in BENCHMARKS.iter().filter(|benchmark| benchmark.name.contains(&filter)) {
        let mut times = rounds(&mut (benchmark.prepare)());
        times.sort_by(f64::total_cmp);
        let [fastest, median, slowest] = [0, times.len() / 2, times.len() - 1].map(|place| shown(times[place]));
        let (name, unit, count) = (benchmark.name, benchmark.unit, times.len());
        println!("{name:<44} {unit:<10} {fastest:>10} {median:>10} {slowest:>10} {count:>7}");
    }
}

/// Nanoseconds of one operation, once for each round; the first round warms up and does not count.
fn rounds(work: &mut workloads::Work) -> Vec<f64> {
    work();
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < FEWEST || (times.len() < MOST && start.elapsed() < PATIENCE) {
        let Sample { time, operations } = work();
        times.push(time.as_nanos() as f64 / operations as f64);
    }
    times
}

fn shown(nanoseconds: f64) -> String {
    match nanoseconds {
        _ if nanoseconds < 1e3 => format!("{nanoseconds:.1} ns"),
        _ if nanoseconds < 1e6 => format!("{:.2} µs", nanoseconds / 1e3),
        _ => format!("{:.2} ms", nanoseconds / 1e6),
    }
}
