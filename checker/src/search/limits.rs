//! When a search gives up, and what it says then.

use super::BATCH;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Distinct states.
    pub states: usize,
    /// Bytes that the search holds, as it reckons them.
    pub bytes: usize,
    /// Bytes that the process holds, as the operating system counts them, where it does.
    pub resident: usize,
    /// Time.
    pub time: Duration,
    /// Threads.
    pub threads: usize,
    /// Raised by whoever wants the search to end now.
    pub stop: Stop,
}

/// A wish that a search end now, whoever has it: a flag that is raised once it is not 0, such as the number of a signal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop(Option<&'static AtomicUsize>);

impl Stop {
    /// Raised with this flag.
    pub fn on(flag: &'static AtomicUsize) -> Self {
        Stop(Some(flag))
    }

    /// Whether the search is to end.
    pub fn is_raised(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Relaxed) != 0)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            // State numbers are 32 bits wide.
            states: u32::MAX as usize - BATCH,
            bytes: 16 << 30,
            resident: usize::MAX,
            time: Duration::MAX,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            stop: Stop::default(),
        }
    }
}

/// What cut a search short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The limit on distinct states.
    States(usize),
    /// The limit on memory, in bytes, by what the search holds.
    Bytes(usize),
    /// The limit on memory, in bytes, by what the process holds.
    Resident(usize),
    /// The limit on time.
    Time(Duration),
    /// States beyond the boundary of the space exist.
    Boundary,
    /// Somebody wanted the search to end.
    Interrupted,
}

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cut::States(limit) => write!(f, "cut at {limit} distinct states"),
            Cut::Bytes(limit) => write!(f, "cut at {} MiB of memory", limit >> 20),
            Cut::Resident(limit) => {
                write!(f, "cut at {} MiB held by the process", limit >> 20)
            }
            Cut::Time(limit) => write!(f, "cut after {} s", limit.as_secs()),
            Cut::Boundary => write!(f, "cut at the boundary of the model"),
            Cut::Interrupted => write!(f, "interrupted"),
        }
    }
}
