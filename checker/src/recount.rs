//! Counting a space again, slowly: by full states and single steps, so that what is recorded of a search can be compared with
//! something that has neither its fingerprints nor its order.

use crate::judge::Subject;
use crate::space::{Row, Space};
use std::borrow::Borrow;
use std::collections::HashSet;

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recount {
    /// Distinct states.
    pub states: usize,
    /// Successors, known ones included, plus the initial states.
    pub generated: usize,
    /// Steps from an initial state to the deepest state.
    pub depth: usize,
    /// The largest number of successors of one state.
    pub branching: usize,
    /// Whether that was all; otherwise there are more states than were to be counted.
    pub exhausted: bool,
}

impl<S: Space> Subject<S> {
    /// Counts states, breadth first, until there are more than so many.
    pub fn recount(&self, at_most: usize) -> Recount {
        let initial = self.space.initial();
        let mut counted = Recount {
            generated: initial.len(),
            ..Recount::default()
        };
        let mut seen: HashSet<S::OwnedState> = HashSet::new();
        let mut level = Vec::new();
        for index in 0..initial.len() {
            let state = initial.get(index).to_owned();
            if seen.insert(state.clone()) {
                level.push(state);
            }
        }
        loop {
            let mut next = Vec::new();
            for state in &level {
                counted.states = seen.len();
                if seen.len() > at_most {
                    return counted;
                }
                let steps = self.space.steps(state.borrow());
                counted.generated += steps.len();
                counted.branching = counted.branching.max(steps.len());
                for (_, successor) in steps {
                    if seen.insert(successor.clone()) {
                        next.push(successor);
                    }
                }
            }
            counted.states = seen.len();
            if next.is_empty() {
                counted.exhausted = seen.len() <= at_most;
                return counted;
            }
            counted.depth += 1;
            level = next;
        }
    }
}
