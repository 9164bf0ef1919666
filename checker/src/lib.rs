//! How a claim is judged.
//!
//! This crate knows `stateright::Model` and state spaces in general; it knows no algorithm.

pub mod audit;
pub mod content;
pub mod domain;
pub mod explain;
pub mod file;
pub mod follow;
pub mod graph;
pub mod judge;
pub mod ledger;
pub mod liveness;
pub mod minimise;
pub mod property;
pub mod random;
pub mod replay;
pub mod search;
pub mod simulate;
pub mod space;
pub mod straighten;
pub mod table;
pub mod trace;
pub mod verdict;
