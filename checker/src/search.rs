//! Parallel breadth-first search, level by level.
//!
//! The answer is the same for any number of threads: the same counts, the same depth, and the
//! same counterexample, which is a shortest one; among the shortest, the one whose steps come first in
//! action order. Three things make it so. A level is finished before the next begins; the parent of
//! a state is the smallest of its possible parents (see [`crate::table`]); and new states are put
//! in the order of their parents, then of their parents' actions.
//!
//! What cuts a search is the same too, where it can be: states are counted, and memory is reckoned from what was
//! found rather than from what the allocator gave. Only the clock and the resident memory of the process (see
//! [`crate::watch`]) are up to the machine.
//!
//! Of a state that is expanded nothing is kept but its fingerprint and its parent's number. `frontier` has the states that wait,
//! `batch` expands some of them on all threads, `sweep` goes through the levels, `path` finds the way to a state again.

mod batch;
mod checkpoint;
mod frontier;
mod keep;
mod limits;
mod path;
mod regrow;
mod runs;
mod sheet;
mod shelf;
mod spill;
mod sweep;

pub use checkpoint::is_over;
pub use keep::{Claimed, KeepError, Keeping};
pub use limits::{Cut, Limits, Stop};

use crate::property::{Demand, Property};
use crate::space::Space;
use crate::table::Table;
use crate::watch::Watch;
use serde::{Deserialize, Serialize};
use sweep::Sweep;

/// How many states are expanded between two looks at the limits. A fixed number, so that a search cut by
/// the number of states ends at the same state for any number of threads.
const BATCH: usize = 1 << 14;

/// A broken property and the fingerprints of a shortest run that breaks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// Index of the property.
    pub property: usize,
    /// The states from an initial one to the broken one.
    pub path: Vec<u64>,
}

/// What a search counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Distinct states.
    pub distinct: usize,
    /// Successors generated, known ones included, plus the initial states.
    pub total: usize,
    /// Steps from an initial state to the deepest state.
    pub depth: usize,
    /// The largest number of successors of one state.
    pub branching: usize,
    /// Largest memory held by the search, in bytes, as it reckons it.
    pub bytes: usize,
    /// Time taken.
    pub seconds: f64,
}

impl Counts {
    /// The probability that two different states shared a fingerprint, so that one was missed
    /// (birthday bound).
    pub fn collision_probability(&self) -> f64 {
        let n = self.distinct as f64;
        (n * (n - 1.0) / 2.0 / 2f64.powi(64)).min(1.0)
    }
}

/// The result of a search.
pub struct Explored<S: Space> {
    /// What was counted.
    pub counts: Counts,
    /// What cut the search, if anything did.
    pub cut: Option<Cut>,
    /// The violation, if one was found.
    pub violation: Option<Violation>,
    /// All states in order of discovery, if the search was asked to keep them.
    pub states: S::Row,
    /// The fingerprints of all states in order of discovery, if they were kept.
    pub fingerprints: Vec<u64>,
    /// The table, for looking up numbers.
    pub table: Table,
    /// The limits, for what follows.
    pub watch: Watch,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Distinct states so far.
    pub distinct: usize,
    /// The current level.
    pub depth: usize,
    /// States of the current level.
    pub level: usize,
    /// States of the current level that are expanded.
    pub expanded: usize,
}

/// A search of a space for a violation of one of its safety properties.
pub struct Search<'a, S: Space> {
    space: &'a S,
    properties: &'a [Property<S>],
    limits: Limits,
    keep_states: bool,
    on_progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl<'a, S: Space> Search<'a, S> {
    /// A search with the default limits. Liveness properties are left to [`crate::judge`].
    pub fn new(space: &'a S, properties: &'a [Property<S>]) -> Self {
        Search {
            space,
            properties,
            limits: Limits::default(),
            keep_states: false,
            on_progress: None,
        }
    }

    /// Sets the limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Keeps all states, as a graph needs them.
    pub fn keep_states(mut self) -> Self {
        self.keep_states = true;
        self
    }

    /// Reports progress after every batch.
    pub fn on_progress(mut self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.on_progress = Some(report);
        self
    }

    /// Searches until everything is seen, something is broken, or a limit is reached.
    pub fn run(self) -> Explored<S> {
        let explored = self.run_kept(&Keeping::default());
        explored.expect("nothing is kept, so nothing fails")
    }

    /// The same, and keeps what is asked for on disk. A search that keeps all states in memory is not kept there.
    pub fn run_kept(self, keeping: &Keeping) -> Result<Explored<S>, KeepError> {
        Sweep::new(&self, keeping).run()
    }

    /// The first property that `state` decides.
    fn broken(&self, state: &S::State) -> Option<usize> {
        let decided = |property: &Property<S>| property.decides(self.space, state);
        self.properties.iter().position(decided)
    }

    /// The first property that this step breaks.
    fn broken_step(&self, before: &S::State, step: &S::Step, after: &S::State) -> Option<usize> {
        self.properties.iter().position(|property| {
            matches!(&property.demand, Demand::EveryStep(holds) if !holds(self.space, before, step, after))
        })
    }
}
