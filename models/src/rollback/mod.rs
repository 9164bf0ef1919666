//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", chapter 6: log-based rollback-recovery for tasks
//! that communicate through streams, and section 7.2, which says why it should work.
//!
//! | thesis | here |
//! |---|---|
//! | tasks, streams, data | [`pipeline`] |
//! | the registers of Algorithms 8 and 9, stable storage | [`registers`] |
//! | Log Buffer, restore mechanism (6.1.1, 6.1.5), garbage collection of a Log Buffer (6.1.4) | [`worker`] |
//! | leader, FTC, the check of a new leader (6.1.2, 6.1.5), garbage collection of its storage | [`leader`] |
//! | streams in shared memory | [`streams`] |
//! | what is open or said twice | [`reading`] |
//!
//! Each handler does at most one thing that lasts (store registers, or access a stream), so that a fault can fall
//! between any two; what it stores and what it sends leave together. A fault takes the memory of a node and leaves its stable
//! storage; accesses that had not happened never do; mail is not lost (Assumption 7.2.2) and waits until the node is back.
//!
//! Not modelled: faults that change data (Assumptions 7.2.4 and "stable storage is failure-free"), so that comparing a datum finds
//! it unchanged; priorities (a task may be blocked at any time); the election of the new leader (chapter 5): the role
//! is one actor, and a new leader is that actor back with the stable storage of the old.
//!
//! The steps know nothing of stateright: [`Mechanism`] is what the models search and what the running system of
//! `verdict-harnesses` runs.

mod actor;
pub mod claims;
pub mod example;
pub mod leader;
pub mod messages;
pub mod overhead;
pub mod pipeline;
pub mod properties;
pub mod reading;
pub mod registers;
mod show;
pub mod streams;
#[cfg(test)]
mod tests;
pub mod worker;

use crate::world::World;
use leader::Leader;
use pipeline::Pipeline;
use reading::{Mutant, Reading};
use registers::{Record, Register, WorkerId};
use std::sync::Arc;
use streams::Streams;
use worker::Worker;

/// When a task may be sent to a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheduling {
    /// When all that it reads can be read (6.2).
    WhenReady,
    /// At any time; a task that finds a stream empty or full is blocked.
    Free,
}

/// The mechanism, in one of its readings, for one pipeline.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// What is performed.
    pub pipeline: Arc<Pipeline>,
    /// How many workers there are.
    pub workers: u8,
    /// How often a task may be blocked.
    pub blocks: u16,
    /// When tasks are sent.
    pub scheduling: Scheduling,
    /// Whether workers may fail.
    pub workers_fail: bool,
    /// Whether the leader may fail.
    pub leader_fails: bool,
    /// The reading.
    pub reading: Reading,
    /// The error made on purpose.
    pub mutant: Option<Mutant>,
}

impl Mechanism {
    /// The mechanism in which every claim holds.
    pub fn new(pipeline: Pipeline, workers: u8) -> Self {
        Mechanism {
            pipeline: Arc::new(pipeline),
            workers,
            blocks: 0,
            scheduling: Scheduling::WhenReady,
            workers_fail: true,
            leader_fails: false,
            reading: Reading::CLEAR,
            mutant: None,
        }
    }

    /// The workers.
    pub fn workers(&self) -> impl Iterator<Item = WorkerId> + use<> {
        (1..=self.workers).map(WorkerId)
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
pub type System = World<Mechanism>;
