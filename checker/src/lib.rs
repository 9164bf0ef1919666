//! How a claim is judged.
//!
//! This crate knows `stateright::Model` and state spaces in general; it knows no algorithm.

pub mod audit;
pub mod catalog;
pub mod command;
pub mod debug;
pub mod domain;
pub mod exact;
pub mod explain;
pub mod figure;
pub mod file;
pub mod follow;
pub mod graph;
pub mod judge;
pub mod ledger;
pub mod liveness;
pub mod measure;
pub mod minimise;
pub mod property;
pub mod random;
pub mod recount;
pub mod reduce;
pub mod reduction;
pub mod replay;
pub mod search;
pub mod share;
pub mod simulate;
pub mod size;
pub mod space;
pub mod stepping;
pub mod straighten;
pub mod strict;
pub mod subject;
pub mod table;
pub mod trace;
mod transitions;
pub mod verdict;
pub mod watch;

pub use verdict_sources as sources;

/// What the build found in the source of this crate.
pub static SOURCES: sources::Package = verdict_macros::sources!(::verdict_sources);
