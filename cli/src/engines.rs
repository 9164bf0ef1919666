//! The code of the election, taken through a trace of its model.

use verdict::Engine;
use verdict::checker::trace::Trace;
use verdict_harnesses::engine::{Shuttle, Threads};
use verdict_harnesses::replay::{self, ReplayError, Replayed};

/// What the code of the election was written for.
const ELECTION: &[&str] = &["thesis/alg6", "thesis/alg7", "thesis/repair"];

/// The threads and the atomics of this machine.
pub const THREADS: Engine = Engine {
    name: "threads",
    claims: ELECTION,
    take: |trace| told(trace, replay::replay::<Threads>(trace)),
};

/// Those of the scheduler shuttle.
pub const SHUTTLE: Engine = Engine {
    name: "shuttle",
    claims: ELECTION,
    take: |trace| told(trace, replay::replay::<Shuttle>(trace)),
};

fn told(trace: &Trace, taken: Result<Replayed, ReplayError>) -> Result<String, String> {
    let taken = taken.map_err(|error| error.to_string())?;
    let leaders = taken.leaders.iter().map(|id| format!("n{id}"));
    let leaders = leaders.collect::<Vec<_>>().join(", ");
    Ok(format!(
        "the code takes {} of the {} steps; {} what the trace says\n\
         leaders at the end: {}",
        taken.steps,
        trace.steps.len(),
        match taken.accesses {
            1 => "its only access finds".to_owned(),
            accesses => format!("its {accesses} accesses find"),
        },
        if leaders.is_empty() { "none" } else { &leaders }
    ))
}
