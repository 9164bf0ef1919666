//! How far the checks have come, on standard error, if a person is watching.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;
use verdict_checker::search::Progress;

use crate::layout::thousands;

/// A line that tells which run is under way and how many states it has seen.
pub struct Display {
    bar: ProgressBar,
    what: String,
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
        let what = String::new();
        Display { bar, what }
    }

    /// The next run is about this.
    pub fn start(&mut self, what: String) {
        self.bar.set_message(what.clone());
        self.what = what;
    }

    /// The search has come this far.
    pub fn update(&self, progress: Progress) {
        self.bar.set_message(format!(
            "{}: {} states, depth {}",
            self.what,
            thousands(progress.distinct),
            progress.depth
        ));
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

impl Drop for Display {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
