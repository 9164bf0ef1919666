//! How a claim is judged.
//!
//! This crate knows `stateright::Model` and state spaces in general; it knows no algorithm.

pub mod audit;
pub mod content;
pub mod file;
pub mod graph;
pub mod judge;
pub mod ledger;
pub mod liveness;
pub mod property;
pub mod replay;
pub mod search;
pub mod space;
pub mod table;
pub mod trace;
pub mod verdict;
