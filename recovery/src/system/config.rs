//! What is run: the pipeline, who performs it, where its logs are, what befalls it.

use super::MOST_WORKERS;
use super::faults::{Fault, Rate};
use super::program::Program;
use super::report::RunError;
use super::stable::Folder;
use super::streams::Handout;
use crate::messages::Party;
use crate::pipeline::Pipeline;
use crate::registers::WorkerId;
use serde_json::{Value, json};

/// A system to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// What is performed.
    pub pipeline: Pipeline,
    /// By how many workers.
    pub workers: u8,
    /// Where the logs are; none means that stable storage is memory that the supervisor keeps.
    pub folder: Option<Folder>,
    /// Whether the names of steps are wanted; with a folder they are kept always.
    pub keeps_steps: bool,
    /// Faults after named steps.
    pub plan: Vec<Fault>,
    /// Faults of workers by chance, at each access to a stream.
    pub rate: Rate,
    /// Where chance begins.
    pub seed: u64,
    /// How often a worker blocks a task that could go on, as LPEL may.
    pub preempts: Rate,
    /// When the leader hands a task out.
    pub handout: Handout,
    /// How much a task computes for each datum.
    pub work: u32,
}

impl Config {
    /// A system without faults, in memory.
    pub fn new(pipeline: Pipeline, workers: u8) -> Self {
        Config {
            pipeline,
            workers,
            folder: None,
            keeps_steps: false,
            plan: Vec::new(),
            rate: Rate::NEVER,
            seed: 1,
            preempts: Rate::NEVER,
            handout: Handout::AtOnce,
            work: 0,
        }
    }

    pub(super) fn check(&self) -> Result<(), RunError> {
        if !(1..=MOST_WORKERS).contains(&self.workers) {
            return Err(RunError::Workers(self.workers));
        }
        for (index, fault) in self.plan.iter().enumerate() {
            if let Party::Worker(WorkerId(worker)) = fault.node
                && !(1..=self.workers).contains(&worker)
            {
                let (fault, workers) = (*fault, self.workers);
                return Err(RunError::NoSuchWorker { fault, workers });
            }
            if fault.node == Party::Streams {
                return Err(RunError::NoNode(*fault));
            }
            if self.plan[..index].contains(fault) {
                return Err(RunError::Twice(*fault));
            }
        }
        Ok(())
    }

    /// The nodes: the leader, then the workers.
    pub(super) fn parties(&self) -> impl Iterator<Item = Party> + use<> {
        let workers = (1..=self.workers).map(|id| Party::Worker(WorkerId(id)));
        std::iter::once(Party::Leader).chain(workers)
    }

    /// What the logs of a node say first, apart from the run.
    pub(super) fn header(&self, party: Party) -> Value {
        let program = Program::of(&self.pipeline);
        json!({
            "node": party.to_string(),
            "tasks": program.tasks,
            "capacity": program.capacity,
            "workers": self.workers,
        })
    }

    /// What the logs of a node say first in this run.
    pub(super) fn header_in(&self, run: &str, party: Party) -> Value {
        let mut header = self.header(party);
        header[RUN] = run.into();
        header
    }
}

/// The field of a header that says which run a log is of.
pub(super) const RUN: &str = "run";
