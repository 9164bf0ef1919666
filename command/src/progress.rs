//! How far the checks have come, on standard error, if a person is watching.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use verdict_checker::search::Progress;

use crate::layout::thousands;

/// A run that takes longer is called slow.
pub const SLOW: Duration = Duration::from_secs(60);

/// A line that tells which run is under way and how many states it has seen.
pub struct Display {
    bar: ProgressBar,
    what: String,
    started: Instant,
    told_slow: AtomicBool,
}

impl Display {
    /// A display for this many runs; `shown` is false if nobody is watching.
    pub fn new(runs: usize, shown: bool) -> Self {
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(runs as u64), target);
        let style = ProgressStyle::with_template("{spinner} {pos}/{len} {elapsed} {wide_msg}");
        bar.set_style(style.expect("the template is well-formed"));
        if shown {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Display {
            bar,
            what: String::new(),
            started: Instant::now(),
            told_slow: AtomicBool::new(false),
        }
    }

    /// The next run is about this.
    pub fn start(&mut self, what: String) {
        self.bar.set_message(what.clone());
        self.what = what;
        self.started = Instant::now();
        self.told_slow = AtomicBool::new(false);
    }

    /// The search has come this far.
    pub fn update(&self, progress: Progress) {
        let taken = self.started.elapsed();
        self.bar.set_message(told(&self.what, taken, progress));
        if taken > SLOW && !self.told_slow.swap(true, Ordering::Relaxed) {
            self.bar.println(format!(
                "SLOW, more than {} s: {}",
                SLOW.as_secs(),
                self.what
            ));
        }
    }

    /// The run is over.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// So many runs are over, however many there really were.
    pub fn reach(&self, runs: usize) {
        self.bar.set_position(runs as u64);
    }

    /// Writes something without mixing it up with the display.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

/// `ring/once N=3: 1,234 states, 600/s, depth 7, 90 of 400 there expanded, no estimate`. How many levels are to come, nobody knows.
fn told(what: &str, taken: Duration, progress: Progress) -> String {
    let Progress {
        distinct,
        depth,
        level,
        expanded,
    } = progress;
    let rate = distinct as f64 / taken.as_secs_f64().max(0.001);
    format!(
        "{what}: {} states, {}/s, depth {depth}, {} of {} there expanded, no estimate",
        thousands(distinct),
        thousands(rate as usize),
        thousands(expanded),
        thousands(level)
    )
}

impl Drop for Display {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_has_a_rate_a_depth_and_a_frontier_and_promises_nothing() {
        let progress = Progress {
            distinct: 20_000,
            depth: 7,
            level: 4_000,
            expanded: 1_000,
        };
        assert_eq!(
            told("x", Duration::from_secs(2), progress),
            "x: 20,000 states, 10,000/s, depth 7, 1,000 of 4,000 there expanded, no estimate"
        );
    }
}
