//! The commands that go beyond a check: explain, mutate, simulate, measure.

use super::{Changes, Format, Resources};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use verdict_checker::simulate::Schedule;

/// `verdict explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// A trace file, a claim, or a prefix such as `ring`
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
    /// Claims, or prefixes such as `ring`; none means all
    pub claims: Vec<String>,
    /// Only this reading of the claims
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Try every mutant on every property, not only those that a property must refute
    #[arg(long)]
    pub all: bool,
    /// Give up beyond this number of distinct states: the space of a mutant may have no end
    #[arg(long, value_name = "N", default_value_t = 30_000)]
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
    /// The claim, or a prefix such as `ring`
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

/// `verdict bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// Measure only this row, in this process, as JSON
    #[arg(long, value_enum)]
    pub row: Option<Rower>,
    /// The largest count of the ring: decides the number of states
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub hops: u32,
    /// Threads, for a single row
    #[arg(long, requires = "row")]
    pub threads: Option<usize>,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rower {
    /// Our search over a world of actors.
    World,
    /// Our search over the same states, packed by hand.
    Packed,
    /// stateright's own search over the same actors.
    Stateright,
    /// Our search over the ring with crashes.
    Search,
    /// The same ring, judged on cycles.
    Liveness,
}

impl Rower {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Rower::World => "world",
            Rower::Packed => "packed",
            Rower::Stateright => "stateright",
            Rower::Search => "search",
            Rower::Liveness => "liveness",
        }
    }

    /// What it is, in a table.
    pub fn title(self) -> &'static str {
        match self {
            Rower::World => "our search, actors",
            Rower::Packed => "our search, packed by hand",
            Rower::Stateright => "stateright's search, actors",
            Rower::Search => "our search, with crashes",
            Rower::Liveness => "liveness, with crashes",
        }
    }
}
