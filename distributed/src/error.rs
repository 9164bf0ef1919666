//! Why a search on several processes has no result. None of these is a verdict.

use std::io;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An address at which this process cannot listen.
    #[error("this process cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: String,
        /// Why not.
        error: io::Error,
    },
    /// A process that did not come, or did not answer.
    #[error(
        "process {process} at {address} did not answer within {seconds} s: {why}; \
         start one process for each line of the file of hosts, with the same words and its own --process"
    )]
    NoAnswer {
        /// Which.
        process: usize,
        /// Where it should be.
        address: String,
        /// How long it was waited for.
        seconds: u64,
        /// What the last attempt said.
        why: String,
    },
    /// A process that would search something else, or otherwise.
    #[error(
        "process {process} has another {what}: {theirs}; expected {ours}, as here; nothing was searched"
    )]
    Unequal {
        /// Which.
        process: usize,
        /// What differs.
        what: String,
        /// What it has there.
        theirs: String,
        /// What this process has.
        ours: String,
    },
    /// A process that is not where it should be, or is there twice.
    #[error("{0}")]
    Misplaced(String),
    /// A process that has ended before the search has.
    #[error(
        "process {process} at {address} has gone away before the search was over; there is no verdict, and what was found so far is lost"
    )]
    Lost {
        /// Which.
        process: usize,
        /// Where it was.
        address: String,
    },
    /// Nobody ended, and nothing came.
    #[error(
        "nothing was heard of {who} for {seconds} s, and no connection was closed; there is no verdict"
    )]
    Silent {
        /// Whose part is missing.
        who: String,
        /// For how long.
        seconds: u64,
    },
    /// A state that is another one elsewhere.
    #[error(
        "a state that process {process} has moved here is another one here: the model does not behave the same in all processes, so there is no verdict"
    )]
    Unlike {
        /// Who moved it.
        process: usize,
    },
    /// The dataflow could not be started.
    #[error("the dataflow cannot be started: {0}")]
    Engine(String),
}
