//! The words of a search on several processes.

use clap::Args;
use std::path::PathBuf;

/// What a search on several processes cannot be asked for as well: it keeps no full states, and a record in the ledger is one of the
/// search on one machine.
const NOT_WITH: [&str; 6] = [
    "watch",
    "update_ledger",
    "exact",
    "checkpoint",
    "resume",
    "spill",
];

/// On how many processes a safety property is judged.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "On several processes")]
pub struct Processes {
    /// Search on this many processes of this machine, each with its share of the states; liveness is judged by one alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64), conflicts_with = "hosts", conflicts_with_all = NOT_WITH)]
    pub processes: Option<u16>,
    /// Search together with other machines: a file with a host:port on each line, for each of which this command is started with the
    /// same words and its own --process; only hosts that trust each other
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_WITH)]
    pub hosts: Option<PathBuf>,
    /// Which of the hosts this is, from 0, the one that reports [default: 0]
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<usize>,
    /// How a process started by --processes knows which one it is.
    #[arg(long, value_name = "I", requires = "processes", hide = true)]
    pub joined_as: Option<usize>,
}
