//! How a claim is judged.
//!
//! This crate knows `stateright::Model` and state spaces in general; it knows no algorithm.

pub mod graph;
pub mod liveness;
pub mod trace;
