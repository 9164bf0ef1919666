//! What came of a run, or why nothing did.

use super::MOST_WORKERS;
use super::faults::Fault;
use super::log::{LogError, Torn};
use super::stable::Taken;
use crate::messages::Party;
use crate::pipeline::Datum;
use std::path::PathBuf;

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Everything that was written to each stream, in order.
    pub written: Vec<Vec<Datum>>,
    /// How many data were left in each.
    pub left: Vec<usize>,
    /// How many steps were taken, in all processes that took part, if anyone counted.
    pub steps: usize,
    /// How many faults of nodes this process has seen.
    pub faults: u64,
    /// Whether this process went on from the logs of another.
    pub resumed: bool,
    /// Whether there was nothing left to do.
    pub was_finished: bool,
    /// Ends of logs that were cut off.
    pub torn: Vec<Torn>,
    /// Steps that an earlier process had begun, and was ended before it could record them.
    pub lost: Vec<u64>,
    /// Workers that have failed by chance as often as one may.
    pub spared: Vec<Party>,
    /// Every step in order, if steps were kept.
    pub taken: Vec<Taken>,
    /// Registers that were not collected, with who has them.
    pub leftovers: Vec<String>,
    /// How many steps each node took in this process.
    pub steps_of: Vec<(Party, u64)>,
}

/// Why a system does not run to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Nobody to work, or too many.
    #[error("workers: expected 1 to {MOST_WORKERS}, found {0}")]
    Workers(u8),
    /// A fault of nobody.
    #[error("fault {fault}: there is no {}; the workers are W1 to W{workers}", fault.node)]
    NoSuchWorker {
        /// The fault.
        fault: Fault,
        /// How many workers there are.
        workers: u8,
    },
    /// A fault of the streams.
    #[error("fault {0}: expected a worker or the leader; the streams do not fail")]
    NoNode(Fault),
    /// The same fault twice.
    #[error("fault {0} is given twice: a node fails once after a step")]
    Twice(Fault),
    /// A log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Another process is at it.
    #[error("{path}: another process runs this pipeline", path = .0.display())]
    Busy(PathBuf),
    /// Nothing can happen any more.
    #[error("the pipeline is stuck: {}", .waits.join(", "))]
    Stuck {
        /// What each task waits for.
        waits: Vec<String>,
        /// How it came to that.
        report: Box<Report>,
    },
    /// A planned fault was never due.
    #[error("fault {fault} never happened: {} took {took} steps, and the run was over", fault.node)]
    NotReached {
        /// The fault.
        fault: Fault,
        /// How many steps the node took.
        took: u64,
    },
    /// A thread has panicked, which is an error in this program.
    #[error("the thread of {0} has panicked")]
    Died(String),
}
