//! The repaired rollback-recovery of chapter 6 as a running system: threads, streams, logs on disk.
//!
//! What a node does is decided by the steps that the models search, [`crate::worker`] and
//! [`crate::leader`], in the reading in which every claim holds. What is here is everything around them:
//! threads that fail and come back, mail, streams behind a lock, files. Every step is named as the model names it and
//! gets a ticket, so that a real run can be walked through the model afterwards.
//!
//! | where | what |
//! |---|---|
//! | [`program`] | pipelines as people write them |
//! | [`Config`], [`run`], [`Report`], [`RunError`] | what is run, the supervisor that runs it, and what comes of it |
//! | [`streams`] | the streams |
//! | [`mail`] | mailboxes, and how the end of a run is noticed |
//! | [`log`], [`stable`] | files that only grow, and stable storage in them |
//! | [`faults`] | which node fails when |
//! | `node`, `roles` | the life of a node, and what leader and worker choose |
//! | `agreement`, `retrace` | what the logs of a run say of each other, and their steps taken once more |
//! | `stores` | everything stable of a system: new, or as an earlier process has left it |
//! | `office` | what all nodes keep through their lives |
//! | [`steps`] | the steps of a run as a file |
//! | [`bare`], [`experiment`] | the same without the mechanism, and what the mechanism costs |
//!
//! **Why the tickets are an order that the model can take.** A node takes a ticket after it has received what it acts on, and
//! before anything it does can be seen; the sender had its own before it sent. An access takes its ticket while the streams
//! are locked. So whatever a step depends on has a smaller ticket, and steps with the same cause are in the order in which the
//! streams or the receiver saw them.

mod agreement;
pub mod bare;
mod brief;
mod config;
pub mod experiment;
pub mod faults;
pub mod log;
pub mod mail;
mod node;
mod office;
pub mod program;
mod report;
mod retrace;
mod roles;
pub mod stable;
pub mod steps;
mod stores;
pub mod streams;
mod supervisor;

pub use config::Config;
pub use report::{Report, RunError};
pub use supervisor::{POWER_CUT, run};

use crate::mechanism::{Mechanism, Scheduling};
use crate::pipeline::Pipeline;

/// The mechanism that runs, and that runs are compared with.
pub fn mechanism(pipeline: Pipeline, workers: u8) -> Mechanism {
    Mechanism {
        blocks: u16::MAX,
        scheduling: Scheduling::Free,
        leader_fails: true,
        ..Mechanism::new(pipeline, workers)
    }
}

/// The largest number of workers: with leader and streams, as many as a world of the models holds, so that every run can be
/// walked through it.
pub const MOST_WORKERS: u8 = 62;
