//! Readings of claims that are about any number of nodes: the proof harnesses of `proofs/kani`, run through its stand-in.
//!
//! The claims themselves are in the catalog of the models, which knows nothing of proofs. Whoever makes the whole catalog adds
//! what is found here: `models.with(verdict_proofs::code(), verdict_proofs::cases())`.
//!
//! A verdict here says `holds` for every combination of values from short lists. That Kani has proved a harness, for all
//! values at once, is never recorded here: the job that runs it says so by itself.

mod counter;
mod harnesses;
mod llsc;
mod repair;

pub use harnesses::{Harnesses, Instead, Lacking};

use verdict_checker::catalog::Case;
use verdict_checker::sources::Package;

/// What the build found in the source of this crate.
pub static SOURCES: Package = verdict_macros::sources!(::verdict_checker::sources);

/// The source that decides these verdicts.
pub fn code() -> [Package; 3] {
    [SOURCES, verdict_kani::SOURCES, verdict_election::SOURCES]
}

/// The readings, each with the claim to which it belongs.
pub fn cases() -> Vec<(&'static str, Case)> {
    [llsc::cases(), counter::cases(), repair::cases()].concat()
}
