//! `verdict bench`.

use clap::{Args, ValueEnum};
use verdict::args::Format;

/// `verdict bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// Measure only this row, in this process, as JSON
    #[arg(long, value_enum)]
    pub row: Option<Rower>,
    /// The largest count of the ring: decides the number of states
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub hops: u32,
    /// Also a space of tens of millions of states: some minutes, and gigabytes for stateright's rows
    #[arg(long, conflicts_with = "row")]
    pub large: bool,
    /// Also Spin and rumur, as far as they are installed, on the ring without crashes
    #[arg(long, conflicts_with = "row")]
    pub peers: bool,
    /// How often each row is measured; the fastest counts
    #[arg(long, default_value_t = 1, conflicts_with = "row", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub runs: u32,
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
    /// Our search over the ring of Fig. 2 with crashes and a detector.
    Crashes,
    /// stateright's own search over the same steps.
    StaterightCrashes,
    /// Our search over a world with timers, ticks and crashes.
    Timers,
    /// Our search over the ring with crashes, as its claims have it.
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
            Rower::Crashes => "crashes",
            Rower::StaterightCrashes => "stateright-crashes",
            Rower::Timers => "timers",
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
            Rower::Crashes => "our search, crashes and detector",
            Rower::StaterightCrashes => "stateright's search, the same steps",
            Rower::Timers => "our search, timers in ticks",
            Rower::Search => "our search, with crashes, dates lowered",
            Rower::Liveness => "liveness, with crashes",
        }
    }
}
