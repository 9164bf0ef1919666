//! What can be typed about the running system.

use super::TableFormat;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use verdict_recovery::system::MOST_WORKERS;
use verdict_recovery::system::faults::{Fault, Rate};
use verdict_recovery::system::log::Policy;

/// `verdict pipeline`.
#[derive(Debug, Args)]
pub struct Pipeline {
    /// What to do.
    #[command(subcommand)]
    pub what: PipelineCommand,
}

/// What to do with a pipeline.
#[derive(Debug, Subcommand)]
pub enum PipelineCommand {
    /// Write down the pipeline of section 6.2 of the thesis, to begin with
    #[command(after_help = "Example:\n  verdict pipeline example -o pipeline.json")]
    Example(PipelineExample),
    /// Run a pipeline, with faults if you like
    ///
    /// Without --dir, stable storage is memory that outlives the threads. With --dir it is files, and a run that was
    /// ended by any signal goes on when it is started again.
    #[command(after_help = RUN_EXAMPLES)]
    Run(PipelineRun),
}

/// Examples that work one after the other.
pub const PIPELINE_EXAMPLES: &str = "\
Examples:
  verdict pipeline example -o pipeline.json
  verdict pipeline run pipeline.json --fault W1@12 --log run.jsonl
  verdict validate run.jsonl
  verdict pipeline run pipeline.json --dir state --workers 3 --fault-rate 1/100 --seed 7";

const RUN_EXAMPLES: &str = "\
Examples:
  verdict pipeline run pipeline.json --workers 2 --fault W1@12 --fault leader@30
  verdict pipeline run pipeline.json --dir state --sync --fault-rate 1/1000 --seed 7";

/// `verdict pipeline example`.
#[derive(Debug, Args)]
pub struct PipelineExample {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `verdict pipeline run`.
#[derive(Debug, Args)]
pub struct PipelineRun {
    /// The pipeline: {"tasks": [["write ST1 D1 x2"], ["read ST1", "write ST2 D2"]]}
    pub pipeline: PathBuf,
    /// How many workers there are
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_WORKERS)))]
    pub workers: u8,
    /// How many data a stream holds [default: as the pipeline says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub capacity: Option<u16>,
    /// Keep stable storage in files of this folder
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Write each record through to the disk, so that it survives a power loss
    #[arg(long, requires = "dir")]
    pub sync: bool,
    /// Let a node fail after so many of its own steps: W1@12, leader@30
    #[arg(long = "fault", value_name = "NODE@STEP")]
    pub faults: Vec<Fault>,
    /// Let workers fail at this share of their accesses to the streams, each 250 times at most
    #[arg(long, value_name = "N/M")]
    pub fault_rate: Option<Rate>,
    /// Where chance begins; which thread comes first is still up to the machine
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write every step to this file, for `verdict validate`
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// `verdict validate`.
#[derive(Debug, Args)]
pub struct Validate {
    /// The run, as written by `verdict pipeline run --log`
    pub log: PathBuf,
}

/// Examples that work one after the other.
pub const VALIDATE_EXAMPLE: &str = "\
Example:
  verdict pipeline example -o pipeline.json
  verdict pipeline run pipeline.json --fault W1@12 --log run.jsonl
  verdict validate run.jsonl";

/// Where the storage of an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StorageKind {
    /// In memory, as in the thesis: it survives the end of a thread.
    Memory,
    /// In files: it survives the end of the process.
    Written,
    /// In files, written through to the disk: it survives a power loss.
    Synced,
}

impl StorageKind {
    /// What the files survive; none means memory.
    pub fn policy(self) -> Option<Policy> {
        match self {
            StorageKind::Memory => None,
            StorageKind::Written => Some(Policy::Written),
            StorageKind::Synced => Some(Policy::Synced),
        }
    }
}

/// `verdict experiment rollback`.
#[derive(Debug, Args)]
pub struct Rollback {
    /// Numbers of workers
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_values_t = [1, 2, 4], value_parser = clap::value_parser!(u8).range(1..=48))]
    pub workers: Vec<u8>,
    /// How much a task computes for each datum, in turns of a small loop
    #[arg(long, value_name = "TURNS,...", value_delimiter = ',', default_values_t = [0, 1_000, 10_000, 100_000])]
    pub work: Vec<u32>,
    /// How many percent of the 300 reads and 500 writes a task makes
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub scale: u16,
    /// How often each behaviour is measured; the median counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repetitions: u32,
    /// Where stable storage is
    #[arg(long, value_enum, default_value_t = StorageKind::Memory)]
    pub storage: StorageKind,
    /// Where randomness begins: the same seed gives the same faults
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// For people, for programs, or for spreadsheets
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub format: TableFormat,
}
