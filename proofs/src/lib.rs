//! Readings of claims that are about any number of nodes: the proof harnesses of `proofs/kani`, run through its stand-in.
//!
//! The claims themselves are in the catalog of the models, which knows nothing of proofs. Whoever makes the whole catalog adds
//! what is found here: `models.with(verdict_proofs::code(), verdict_proofs::cases())`.
//!
//! A verdict here says `holds` for every combination of values from short lists, and its setting says that the stand-in found it
//! ([`Means`]). Neither what is executed symbolically nor what Kani proves is recorded here: the jobs that run them say so by themselves.

mod counter;
mod harnesses;
mod llsc;
mod one_leader;
mod reads;
mod repair;

pub use harnesses::{Harnesses, Instead, Lacking, Means};

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
    [
        llsc::cases(),
        counter::cases(),
        one_leader::cases(),
        reads::cases(),
        repair::cases(),
    ]
    .concat()
}
