//! What is claimed: the algorithms as stateright actors, each beside its claims and readings. [`catalog`] collects them.

pub mod basics;
mod catalog;
pub mod election;
pub mod families;
pub mod naimi;
pub mod resilience;
pub mod ring;
pub mod rollback;
pub mod topology;
pub mod wandering;

pub use catalog::{catalog, claims};

/// What the build found in the source of this crate.
pub static SOURCES: verdict_checker::sources::Package =
    verdict_macros::sources!(::verdict_checker::sources);
