//! Counting, over some states and steps, how often each key was enabled and whether it was taken.

use super::{Fairness, slot};
use crate::graph::{Graph, Key, State};

/// What a run that repeats the counted states and steps for ever does to the keys.
pub(super) struct Tally {
    /// For each key, in how many of the counted states it is enabled.
    enabled_in: Vec<u32>,
    /// For each key, the last state counted for it (by its turn, from 1), lest two edges of one
    /// state count twice.
    counted_at: Vec<u32>,
    taken: Vec<bool>,
    /// The keys with entries to be wiped: what makes many small tallies cheap when there are many
    /// keys.
    touched: Vec<Key>,
    states: u32,
}

/// Which fairness assumption the counted states and steps break.
#[derive(PartialEq, Eq)]
pub(super) enum Judgment {
    Fair,
    /// A weakly fair key is enabled in every state and never taken.
    StarvesWeak,
    /// No weakly fair key starves, but these strongly fair ones, enabled in some state and never
    /// taken.
    StarvesStrong(Vec<Key>),
}

impl Tally {
    pub(super) fn new(keys: usize) -> Self {
        Tally {
            enabled_in: vec![0; keys],
            counted_at: vec![0; keys],
            taken: vec![false; keys],
            touched: Vec::new(),
            states: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        for key in self.touched.drain(..) {
            self.enabled_in[slot(key)] = 0;
            self.counted_at[slot(key)] = 0;
            self.taken[slot(key)] = false;
        }
        self.states = 0;
    }

    /// Counts a state. All of its out-edges make their keys enabled, also those which lead out of
    /// what is counted.
    pub(super) fn count_state(&mut self, graph: &Graph, state: State) {
        self.states += 1;
        for edge in graph.edges(state) {
            let key = graph.key(edge);
            if self.enabled_in[slot(key)] == 0 {
                self.touched.push(key);
            }
            if self.counted_at[slot(key)] != self.states {
                self.counted_at[slot(key)] = self.states;
                self.enabled_in[slot(key)] += 1;
            }
        }
    }

    /// Counts a step by this key, out of the state that was counted last.
    pub(super) fn count_step(&mut self, key: Key) {
        debug_assert_eq!(
            self.counted_at[slot(key)],
            self.states,
            "a taken key is enabled"
        );
        self.taken[slot(key)] = true;
    }

    pub(super) fn judge(&self, fairness: &[Fairness]) -> Judgment {
        let mut starved = Vec::new();
        for &key in self.touched.iter().filter(|&&key| !self.taken[slot(key)]) {
            match fairness[slot(key)] {
                Fairness::Optional | Fairness::None => {}
                Fairness::Weak if self.enabled_in[slot(key)] < self.states => {}
                Fairness::Weak => return Judgment::StarvesWeak,
                Fairness::Strong => starved.push(key),
            }
        }
        match starved.is_empty() {
            true => Judgment::Fair,
            false => Judgment::StarvesStrong(starved),
        }
    }
}
