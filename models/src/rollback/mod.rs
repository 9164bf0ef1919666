//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", chapter 6: log-based rollback-recovery for tasks
//! that communicate through streams, and section 7.2, which says why it should work.
//!
//! The mechanism itself is the crate [`verdict_recovery`], whose steps know nothing of stateright: what is searched here is what runs
//! there. Here are the actors made of it, what is asked of them, and what was found.
//!
//! | thesis | here |
//! |---|---|
//! | leader, workers and streams as actors | `actor` |
//! | how the chapter is read, and the world of it | [`Chapter6`] |
//! | what is claimed (7.2) | [`properties`], [`claims()`] |
//! | the worked example (6.2) | [`example`] |
//! | what the mechanism costs (8.2) | [`overhead`] |
//!
//! Not modelled: faults that change data (Assumptions 7.2.4 and "stable storage is failure-free"), so that comparing a datum finds
//! it unchanged; priorities (a task may be blocked at any time); the election of the new leader (chapter 5): the role
//! is one actor, and a new leader is that actor back with the stable storage of the old.

mod actor;
mod chapter_6;
mod claims;
pub mod example;
pub mod overhead;
pub mod properties;
mod show;
#[cfg(test)]
mod tests;

pub use chapter_6::{Chapter6, Example, Fails, Planted};
pub use claims::claims;

use std::ops::Deref;
use verdict_recovery::leader::{self, Leader};
use verdict_recovery::registers::{Record, Register, WorkerId};
use verdict_recovery::streams::{self, Streams};
use verdict_recovery::worker::{self, Worker};
use verdict_recovery::{Mechanism, Mutant, Scheduling, messages, pipeline, reading, registers};
use verdict_world::World;

/// Leader, worker or streams: which of them an actor is, its number says ([`Mechanism::party`]).
#[derive(Clone, Debug)]
pub struct Node(pub Mechanism);

impl Deref for Node {
    type Target = Mechanism;

    fn deref(&self) -> &Mechanism {
        &self.0
    }
}

/// What an actor has in memory. Its stable storage is part of it, because handlers see nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// The leader.
    Leader {
        /// Its memory.
        memory: Leader,
        /// Its stable storage.
        log: Vec<Record>,
    },
    /// A worker.
    Worker {
        /// Its memory.
        memory: Worker,
        /// Its Log Buffer.
        log: Vec<Register>,
    },
    /// The streams.
    Streams(Streams),
}

/// What survives a fault.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Of the leader.
    Leader(Vec<Record>),
    /// Of a worker.
    Worker(Vec<Register>),
}

/// Leader, workers and streams in their world.
pub type System = World<Node>;
