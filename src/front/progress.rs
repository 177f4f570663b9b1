//! Tells how far a search is: one redrawn line on a terminal, else a plain line now and then. On standard error.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report::progress::progress;
use crate::search::Progress;

use super::arguments::ShowProgress;

/// Between two plain lines.
const LINES: Duration = Duration::from_secs(30);
/// Between two redraws; the first comes late enough that short searches show none.
const REDRAWS: Duration = Duration::from_millis(200);

/// The progress line of one search.
pub struct ProgressLine {
    bar: Option<ProgressBar>,
    lines: bool,
    start: Instant,
    shown: Instant,
}

impl ProgressLine {
    /// Starts the clock. Nothing is shown yet.
    pub fn new(how: ShowProgress, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let redrawn = how == ShowProgress::Auto && terminal && !quiet;
        let bar = redrawn.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        let now = Instant::now();
        Self { bar, lines: !redrawn && how != ShowProgress::Never && !quiet, start: now, shown: now }
    }

    /// Shows how far it is, if it is time to.
    pub fn update(&mut self, now: &Progress) {
        let interval = if self.bar.is_some() { REDRAWS } else { LINES };
        if (self.bar.is_none() && !self.lines) || self.shown.elapsed() < interval {
            return;
        }
        self.shown = Instant::now();
        let text = progress(now, self.start.elapsed());
        match &self.bar {
            Some(bar) => bar.set_message(text),
            None => eprintln_quietly(&text),
        }
    }

    /// Takes the line away before an answer is printed.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A closed standard error ends nothing.
fn eprintln_quietly(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
