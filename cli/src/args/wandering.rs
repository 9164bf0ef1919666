//! What can be typed about the simulations of the wandering token.

use super::TableFormat;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `verdict experiment wandering`.
#[derive(Debug, Args)]
pub struct Wandering {
    /// Which table of the paper
    #[arg(long, value_enum, default_value_t = PaperTable::Three)]
    pub table: PaperTable,
    /// Instead of a table: which figure of the paper
    #[arg(long, value_enum, conflicts_with = "table")]
    pub figure: Option<PaperFigure>,
    /// How many components; the paper has 150 and 300
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(2..=10_000))]
    pub nodes: u64,
    /// How many seeds: 1, 2, 3 and so on
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..=10_000))]
    pub seeds: u64,
    /// How many time units are counted, of Tables 1, 3 and 4
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub units: u64,
    /// How often each seed loses the token, of Table 5
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub losses: u64,
    /// How the rules are read
    #[arg(long, value_enum, default_value_t = Reading::Fitted)]
    pub rules: Reading,
    /// Draw the table or figure into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// For people, for programs, or for spreadsheets
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub format: TableFormat,
}

/// A table of the paper. Table 2 has the constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperTable {
    /// Random access: time units by the number of operations at once
    #[value(name = "1")]
    One,
    /// The wandering token: time units by the number of operations at once
    #[value(name = "3")]
    Three,
    /// The wandering token: intervals between operations
    #[value(name = "4")]
    Four,
    /// The wandering token: how long stabilisation takes after a loss
    #[value(name = "5")]
    Five,
}

/// A figure of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperFigure {
    /// Operations that run, from the loss of a token on
    #[value(name = "1")]
    One,
}

/// A reading of the rules of section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Reading {
    /// Nearest to the words
    Text,
    /// Nearest to the tables of N = 150
    Fitted,
    /// As before, but the timeout comes back eleven times as fast: nearest to Tables 3 and 4 of N = 300
    FittedRate,
    /// As fitted, without the adaptive timeout
    NotAdaptive,
    /// Ours: only what happened since a token was generated counts against it, and the timeout is 4.5 Delta_op N
    SinceGeneration,
}
