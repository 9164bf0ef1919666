//! The mechanism: a pipeline, who performs it, in which reading.

use crate::messages::Party;
use crate::mutant::Mutant;
use crate::pipeline::Pipeline;
use crate::reading::Reading;
use crate::registers::WorkerId;
use std::sync::Arc;

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

    /// Whether no deviation is in force.
    pub(crate) fn is_clear(&self) -> bool {
        self.reading == Reading::CLEAR && self.mutant.is_none()
    }

    /// The workers.
    pub fn workers(&self) -> impl Iterator<Item = WorkerId> + use<> {
        (1..=self.workers).map(WorkerId)
    }

    /// The party of a number: first the leader, then the workers, then the streams.
    pub fn party(&self, number: usize) -> Party {
        match number {
            0 => Party::Leader,
            worker if worker <= usize::from(self.workers) => Party::Worker(WorkerId(worker as u8)),
            _ => Party::Streams,
        }
    }

    /// The number of a party.
    pub fn number(&self, party: Party) -> usize {
        match party {
            Party::Leader => 0,
            Party::Worker(worker) => worker.0.into(),
            Party::Streams => usize::from(self.workers) + 1,
        }
    }
}
