//! Limits on a run, the reasons it can end early, and interruption from outside.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Upper bounds of a run; `None` is no bound.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Most states a search may hold.
    pub states: Option<u64>,
    /// Most steps from the initial state.
    pub depth: Option<u64>,
    /// Most wall-clock time.
    pub time: Option<Duration>,
    /// Most bytes of memory held by terms and tables.
    pub memory: Option<u64>,
}

/// Why a run ended before its own end. It is data, not an error: what was found until then stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The limit on states.
    States,
    /// The limit on depth.
    Depth,
    /// The limit on time.
    Time,
    /// The limit on memory, given or of the machine's addressable ids.
    Memory,
    /// A bag with more copies of an element, or a tower of more applications, than can be counted.
    Copies,
    /// A question about temporal logic that is not answered here.
    ModelChecking,
    /// An interruption from outside, such as Ctrl-C.
    Interrupted,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::States => "the limit on states",
            Self::Depth => "the limit on depth",
            Self::Time => "the limit on time",
            Self::Memory => "the limit on memory",
            Self::Copies => "the limit on copies (4294967295 of an element, 2^64 of an iterated operator)",
            Self::ModelChecking => {
                "a question of temporal logic: only `modelCheck` with symbols of their own names is supported"
            }
            Self::Interrupted => "an interruption",
        })
    }
}

/// A flag that asks running work to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the work to stop at its next check.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, before the next command.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What long-running inner loops ask now and then: interrupted, or out of time?
#[derive(Clone, Debug)]
pub struct Watch {
    interrupt: Interrupt,
    deadline: Option<Instant>,
}

impl Watch {
    /// Starts the clock of a run.
    pub fn start(interrupt: Interrupt, time: Option<Duration>) -> Self {
        Self { interrupt, deadline: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// The reason to stop, if there is one. Costs a load and, with a deadline, a look at the clock: ask every few
    /// thousand steps.
    pub fn check(&self) -> Option<StopReason> {
        if self.interrupt.is_raised() {
            return Some(StopReason::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(StopReason::Time),
            _ => None,
        }
    }
}
