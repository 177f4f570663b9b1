//! How far a running search is, on one line.

use std::time::Duration;

use crate::search::Progress;

use super::figures::{bytes, count, counted, duration};

/// Depth, states, states a second, frontier, share of repeated successors, memory, time.
///
/// `elapsed` is the time since the search began.
pub fn progress(progress: &Progress, elapsed: Duration) -> String {
    let statistics = &progress.statistics;
    let seconds = elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { statistics.states as f64 / seconds } else { 0.0 };
    format!(
        "depth {} · {} · {}/s · {} waiting · {} % repeated · {} · {}",
        count(statistics.depth),
        counted(statistics.states, "state"),
        count(rate as u64),
        count(progress.frontier),
        repeated(statistics.states, statistics.transitions),
        bytes(statistics.bytes),
        duration(elapsed)
    )
}

/// The share, in percent, of successors that were known already.
pub fn repeated(states: u64, transitions: u64) -> u64 {
    let new = states.saturating_sub(1).min(transitions);
    (100 * (transitions - new)).checked_div(transitions).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Statistics;

    #[test]
    fn tells_depth_rate_frontier_repetition_and_memory() {
        let statistics = Statistics {
            states: 1_000_001,
            transitions: 4_000_000,
            depth: 12,
            bytes: 3 << 20,
            ..Statistics::default()
        };
        let line = progress(&Progress { statistics, frontier: 2_500 }, Duration::from_secs(2));
        assert_eq!(line, "depth 12 · 1,000,001 states · 500,000/s · 2,500 waiting · 75 % repeated · 3.0 MB · 2.0 s");
    }

    #[test]
    fn a_search_without_successors_repeats_nothing() {
        assert_eq!([repeated(1, 0), repeated(2, 1), repeated(1, 3)], [0, 0, 100]);
    }
}
