//! To a state by its way: the place of each successor among those of the state before.

use crate::space::{Row, Space, Visit};
use std::marker::PhantomData;

/// Where a walk has come to. The next one begins where the two have the same way, so that walks in order cost little.
pub(super) struct Walk<S: Space> {
    /// The states on the way, each in a row of its own.
    states: Vec<S::Row>,
    steps: usize,
}

impl<S: Space> Walk<S> {
    pub(super) fn new() -> Self {
        let states = Vec::new();
        Walk { states, steps: 0 }
    }

    /// How many states were expanded.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Goes back to so many states, then on by these places; the first place of all is that of an initial state.
    pub(super) fn go(
        &mut self,
        space: &S,
        scratch: &mut S::Scratch,
        shared: usize,
        on: &[u32],
    ) -> Option<u64> {
        if shared > self.states.len() {
            return None;
        }
        self.states.truncate(shared);
        for place in on {
            let mut wanted = Wanted::<S> {
                left: Some(*place as usize),
                found: S::Row::default(),
                space: PhantomData,
            };
            match self.states.last() {
                None => {
                    let mut initial = space.initial();
                    let first = *place as usize;
                    (wanted.found).append_where(&mut initial, &mut |index| index == first);
                }
                Some(row) => {
                    self.steps += 1;
                    space.expand(row.get(0), scratch, &mut wanted);
                }
            }
            if wanted.found.is_empty() {
                return None;
            }
            self.states.push(wanted.found);
        }
        let row = self.states.last()?;
        Some(space.fingerprint(row.get(0)))
    }

    /// Moves the last state to the end of this row.
    pub(super) fn leave(&mut self, row: &mut S::Row) {
        if let Some(mut last) = self.states.pop() {
            row.append(&mut last);
        }
    }
}

/// One of the successors of a state.
struct Wanted<S: Space> {
    /// How many come before it; nothing once it has come.
    left: Option<usize>,
    found: S::Row,
    space: PhantomData<fn(&S)>,
}

impl<S: Space> Visit<S::Row> for Wanted<S> {
    fn successor(&mut self, _: u64, build: impl FnOnce(&mut S::Row) -> bool) {
        if self.left == Some(0) {
            build(&mut self.found);
        }
        self.left = self.left.and_then(|left| left.checked_sub(1));
    }
}
