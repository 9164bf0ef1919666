//! The election on real atomics.
//!
//! The models search what the code does in a world of messages; here the code itself runs, on threads and under shuttle,
//! and one trace moves between the two.
//!
//! | where | what |
//! |---|---|
//! | [`engine`] | threads of this machine, and threads that shuttle schedules |
//! | [`cells`] | the shared memory over any atomics, with orderings to choose |
//! | [`gate`] | a node that stops before and after each access |
//! | [`plan`] | an interleaving: which node takes the next step, who crashes, who comes back |
//! | [`drive`] | the nodes of an election, taken through a plan |
//! | [`replay`] | a trace of the model, replayed on the code |
//! | [`explore`] | a scenario without gates, for shuttle and loom to schedule |
//! | [`schedule`] | what shuttle scheduled, and after how many schedules |
//! | [`lift`] | a run of the code as a trace of the model |
//!
//! [`validate`] is about the other running system, `verdict-recovery`: it walks a run of it through the model.

pub mod cells;
pub mod drive;
pub mod engine;
pub mod explore;
pub mod gate;
pub mod lift;
pub mod plan;
pub mod replay;
pub mod schedule;
pub mod validate;
