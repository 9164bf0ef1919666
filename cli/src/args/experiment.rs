//! What can be typed about the experiments of the sources.

use super::{Rollback, TableFormat, Wandering};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `verdict experiment`.
#[derive(Debug, Args)]
pub struct Experiment {
    /// Which experiment
    #[command(subcommand)]
    pub which: Which,
}

/// An experiment of a source.
#[derive(Debug, Subcommand)]
pub enum Which {
    /// Fig. 3 of the token-ring paper: response times of transactions under load, with failures
    Transpeer(Transpeer),
    /// Section 8.2 of the thesis: what the rollback-recovery costs, with and without faults
    Rollback(Rollback),
    /// Tables 1, 3, 4, 5 and Fig. 1 of the wandering token: the paper's rows beside ours, over many seeds
    Wandering(Wandering),
}

/// `verdict experiment transpeer`.
#[derive(Debug, Args)]
pub struct Transpeer {
    /// How long a manager works on a transaction, as a multiple of the time that a message takes
    #[arg(long, value_name = "MESSAGES", default_value_t = 2, value_parser = clap::value_parser!(u64).range(..=10_000))]
    pub routing: u64,
    /// The mean time between two transactions at the first load, as such a multiple
    #[arg(long, value_name = "MESSAGES", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub gap: u64,
    /// How late a crash is reported, as such a multiple
    #[arg(long, value_name = "MESSAGES", default_value_t = 50, value_parser = clap::value_parser!(u64).range(..=10_000))]
    pub detection: u64,
    /// Where randomness begins: the same seed gives the same run on every machine
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Draw the longest response times into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// For people, for programs, or for spreadsheets
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub format: TableFormat,
}
