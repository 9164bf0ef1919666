//! The commands that go beyond a check: explain, mutate, simulate.

use super::{Changes, Format, Resources};
use clap::Args;
use std::path::PathBuf;
use verdict_checker::catalog::kill::MUTANT_STATES;
use verdict_checker::simulate::Schedule;

/// `verdict explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// A trace file, a claim, or a prefix such as the key of a source
    #[arg(value_name = "TRACE OR CLAIM")]
    pub subject: String,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub changes: Changes,
    /// Drop an assumption, such as `perfect-detector`
    #[arg(long, value_name = "ASSUMPTION")]
    pub without: Vec<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub resources: Resources,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// `verdict mutants`.
#[derive(Debug, Args)]
pub struct Mutants {
    /// Claims, or prefixes such as the key of a source; none means all
    pub claims: Vec<String>,
    /// Only this reading of the claims
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Try every mutant on every property, not only those that a property must refute
    #[arg(long)]
    pub all: bool,
    /// Give up beyond this number of distinct states: the space of a mutant may have no end
    #[arg(long, value_name = "N", default_value_t = MUTANT_STATES as u32)]
    pub max_states: u32,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub resources: Resources,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// `verdict simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// The claim, or a prefix such as the key of a source
    pub claim: String,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub changes: Changes,
    /// Drop an assumption, such as `perfect-detector`
    #[arg(long, value_name = "ASSUMPTION")]
    pub without: Vec<String>,
    /// Where randomness begins: the same seed gives the same runs on every machine
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many runs
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// How many steps in a run, at most
    #[arg(long = "steps", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_steps: u32,
    /// How the next step is chosen: `weights` (each run favours some kinds of steps), `uniform`, or
    /// `priorities:3` (few changes between nodes)
    #[arg(long, default_value = "weights")]
    pub schedule: Schedule,
    /// Write the trace that is found to this file
    #[arg(long, value_name = "FILE")]
    pub trace_out: Option<PathBuf>,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}
