//! Claims about figures that somebody measured: an experiment is repeated over seeds, and what the source says is put beside
//! what comes out.
//!
//! | where | what |
//! |---|---|
//! | [`figure`](crate::figure) | what a source says about a figure, what was measured, whether that fits |
//! | [`trial`](Trial) | an experiment, and the seeds it is run with |
//!
//! A measurement has words of its own ([`Verdict`](crate::verdict::Verdict)): `reproduced`, `not-reproduced`, `ambiguous`. It saw as many runs as there
//! were seeds and says nothing about any other, so it never `holds` and never `refutes`.

mod trial;

pub use crate::figure::{Figure, Fit, Gauge, Measurement, Number, Said, TEST};
pub use trial::{Experiment, SEEDS, Trial};

/// The generator of random numbers; see [`crate::random`].
pub const GENERATOR: &str = "SplitMix64";
