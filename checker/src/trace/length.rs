//! How long a trace is, and what of it is the loop.

use super::Trace;

impl Trace {
    /// `1 step`, `7 steps`.
    pub fn length_in_words(&self) -> String {
        match self.steps.len() {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        }
    }

    /// For a lasso: how many steps come before its loop. All of them, if the run comes to rest.
    ///
    /// The last state goes on to the state at `loop_start`, so it is the one before that again; some
    /// tools repeat the state at `loop_start` itself instead, and that is understood too.
    pub fn before_loop(&self) -> Option<usize> {
        let start = self.loop_start?;
        let rests = start >= self.steps.len();
        let repeated = start
            .checked_sub(1)
            .and_then(|entry| self.states.get(entry));
        let goes_on = !rests && repeated.is_some() && repeated == self.states.last();
        Some(start - usize::from(goes_on))
    }
}
