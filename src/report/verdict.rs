//! The last line of an answer: what the search came to, in words that cannot be misread.

use crate::base::StopReason;
use crate::search::Statistics;

use super::figures::{count, counted, duration};

/// Why a search went no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// As many solutions as were asked for.
    Enough,
    /// The whole space was explored.
    Exhausted,
    /// Something stopped it first.
    Stopped(StopReason),
}

/// The answer to "is there such a state?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is.
    Found,
    /// There is none: the whole space was explored.
    None,
    /// The search stopped before it could tell.
    Undecided,
}

impl Answer {
    /// The word that JSON and people get.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::None => "none",
            Self::Undecided => "undecided",
        }
    }
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Solutions found.
    pub solutions: u64,
    /// Why it went no further.
    pub ending: Ending,
    /// The query's own bound on depth, `[, m]`, if it has one: the space explored is the space up to there.
    pub depth_bound: Option<u64>,
    /// The option that stopped it, as typed, such as `--max-memory 8G`.
    pub limit: Option<String>,
    /// Counts at the end.
    pub statistics: Statistics,
}

impl Verdict {
    /// The answer in one word.
    pub fn answer(&self) -> Answer {
        match self.ending {
            _ if self.solutions > 0 => Answer::Found,
            Ending::Exhausted | Ending::Enough => Answer::None,
            Ending::Stopped(_) => Answer::Undecided,
        }
    }

    /// The line, without a line break at its end.
    pub fn text(&self) -> String {
        match self.answer() {
            Answer::Found => self.found(),
            Answer::None => self.none(),
            Answer::Undecided => self.undecided(),
        }
    }

    fn found(&self) -> String {
        let why = match self.ending {
            Ending::Enough if self.solutions == 1 => "stopped at the first; -n all for more".to_owned(),
            Ending::Enough => format!("stopped at the first {}; -n all for more", count(self.solutions)),
            Ending::Exhausted => format!("no more: {}", self.space()),
            Ending::Stopped(_) => format!("stopped by {}; there may be more", self.cause()),
        };
        format!(
            "found {} ({why}) · {} · depth {} · {}",
            count(self.solutions),
            counted(self.statistics.states, "state"),
            count(self.statistics.depth),
            duration(self.statistics.elapsed)
        )
    }

    fn none(&self) -> String {
        let states = counted(self.statistics.states, "state");
        let depth = count(self.statistics.depth);
        match self.depth_bound {
            None => format!("none: all {states} explored (depth {depth}), no state matches"),
            Some(bound) => {
                let steps = counted(bound, "step");
                format!("none: all {states} within {steps} explored (depth {depth}), no state matches")
            }
        }
    }

    fn undecided(&self) -> String {
        let statistics = &self.statistics;
        format!(
            "undecided: stopped by {} at depth {}; {} seen, {} not expanded",
            self.cause(),
            count(statistics.depth),
            counted(statistics.states, "state"),
            count(statistics.states.saturating_sub(statistics.expanded))
        )
    }

    fn space(&self) -> String {
        match self.depth_bound {
            None => "the whole space was explored".to_owned(),
            Some(bound) => format!("the whole space within {} was explored", counted(bound, "step")),
        }
    }

    fn cause(&self) -> String {
        match (&self.limit, self.ending) {
            (Some(limit), _) => limit.clone(),
            (None, Ending::Stopped(reason)) => reason.to_string(),
            (None, Ending::Enough | Ending::Exhausted) => "nothing".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn verdict(solutions: u64, ending: Ending, states: u64, expanded: u64, depth: u64) -> Verdict {
        let elapsed = Duration::from_millis(2);
        let statistics = Statistics { states, expanded, depth, elapsed, ..Statistics::default() };
        Verdict { solutions, ending, depth_bound: None, limit: None, statistics }
    }

    fn check(verdict: &Verdict, text: &str) {
        assert_eq!(verdict.text(), text);
    }

    #[test]
    fn says_what_was_found_and_why_it_stopped() {
        check(
            &verdict(1, Ending::Enough, 14, 9, 6),
            "found 1 (stopped at the first; -n all for more) · 14 states · depth 6 · 2 ms",
        );
        check(
            &verdict(3, Ending::Enough, 1, 1, 0),
            "found 3 (stopped at the first 3; -n all for more) · 1 state · depth 0 · 2 ms",
        );
        check(
            &verdict(2, Ending::Exhausted, 1400, 1400, 6),
            "found 2 (no more: the whole space was explored) · 1,400 states · depth 6 · 2 ms",
        );
        check(
            &verdict(2, Ending::Stopped(StopReason::Interrupted), 1400, 1000, 6),
            "found 2 (stopped by an interruption; there may be more) · 1,400 states · depth 6 · 2 ms",
        );
    }

    #[test]
    fn tells_none_from_undecided() {
        let mut none = verdict(0, Ending::Exhausted, 29_536, 29_536, 5);
        check(&none, "none: all 29,536 states explored (depth 5), no state matches");
        none.depth_bound = Some(7);
        check(&none, "none: all 29,536 states within 7 steps explored (depth 5), no state matches");
        let mut stopped = verdict(0, Ending::Stopped(StopReason::Memory), 41_200_000, 35_200_000, 24);
        stopped.limit = Some("--max-memory 8G".to_owned());
        check(
            &stopped,
            "undecided: stopped by --max-memory 8G at depth 24; 41,200,000 states seen, 6,000,000 not expanded",
        );
        assert_eq!([none.answer().as_str(), stopped.answer().as_str()], ["none", "undecided"]);
    }
}
