//! Section 5.6 and Table A.2 of Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", as far as no search
//! is needed: what one run of `LeaderElection` costs, what a call of Algorithm 5 costs, and what was measured.

pub mod instructions;
pub mod one_run;
pub mod samples;

pub use instructions::{Instructions, Rounds};
pub use one_run::OneRun;
pub use samples::{Averages, Bound, Samples};
