//! The search of a state space on several processes, and on several machines.
//!
//! It is the breadth-first search of `verdict_checker::search`, and it gives the same answer: counts, depth, verdict, and the same
//! counterexample. What each worker holds is its share of two things:
//!
//! - **the table**: every fingerprint has one owner, chosen by the fingerprint itself. It alone says whether a state is new.
//! - **the level**: a state stays with the worker that generated it, because how it is stored means nothing elsewhere. Only
//!   fingerprints travel.
//!
//! **Order.** Each worker's part of a level stands in one piece in the order of the level, and the parts follow each other in the order
//! of the workers. Of all who claim a new state, the first worker wins, and of its claims the first: that is the claim
//! of the smallest parent, and there of the first action. So the children of the first worker's states come
//! before those of the second's, the next level is in order again, and nobody has to number anything.
//!
//! **Balance.** Where parts have become too unequal, states at their borders move: as the way to them from an initial state, which
//! the receiver walks ([`verdict_checker::share`]). The order stays as it was.
//!
//! Workers step together: what is sent in one phase has a timestamp of the dataflow, and the next phase begins once timely says that
//! nothing of it is under way any more. `exchange` has the phases, `search` the levels, `claims` the owner's side, `trail` how states
//! are found again, `connect` the beginning, `stream` how a lost process is noticed, and `cluster` puts them together.

mod balance;
mod claims;
mod cluster;
mod connect;
mod error;
mod exchange;
mod hosts;
mod message;
mod search;
mod stream;
mod trail;

pub use cluster::{Cluster, Found, Place};
pub use connect::{Fact, PATIENCE, listen};
pub use error::Error;
pub use exchange::SILENCE;
pub use hosts::Hosts;
pub use search::{Load, Tuning};

/// What the build found in the source of this crate.
pub static SOURCES: verdict_checker::sources::Package =
    verdict_macros::sources!(::verdict_checker::sources);
