//! The commands about files: recorded results, and a new crate.

use super::{Format, LEDGER, TRACES};
use clap::Args;
use std::path::PathBuf;

/// Enough to notice a count that was made up, and little enough not to wait for.
const RECOUNTED: usize = 1_000;

/// `verdict ledger`.
#[derive(Debug, Args)]
pub struct Ledger {
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
    /// Say instead what became of the verdicts of this other ledger
    #[arg(long, value_name = "DIR")]
    pub since: Option<PathBuf>,
    /// Count the states of every record again, up to so many, by full states and single steps
    #[arg(long, value_name = "STATES", default_value_t = RECOUNTED, conflicts_with = "since")]
    pub recount: usize,
    /// Where traces are kept: a run that a record tells of has as many steps
    #[arg(long, value_name = "DIR", default_value = TRACES, conflicts_with = "since")]
    pub traces_dir: PathBuf,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// `verdict readme`.
#[derive(Debug, Args)]
pub struct Readme {
    /// The file with the two markers between which the summary goes, or all verdicts if there is no other file for them
    #[arg(default_value = "README.md")]
    pub file: PathBuf,
    /// The file with the two markers between which all verdicts go [default: docs/verdicts.md, if it is there]
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// The file with the two markers between which the claims go by their assumptions; a page for each source goes into the folder of
    /// the same name [default: docs/assumptions.md, if it is there]
    #[arg(long, value_name = "FILE")]
    pub assumptions: Option<PathBuf>,
    /// Write nothing, but fail if a table is not as the ledger has it
    #[arg(long)]
    pub check: bool,
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
}

/// `verdict new`.
#[derive(Debug, Args)]
pub struct New {
    /// The folder of the new crate; its last part is the name
    pub dir: PathBuf,
    /// The folder of the crate `verdict` to build on: `command` in a copy of the repository [default: the one that this
    /// command was built from, if it is still there]
    #[arg(long, value_name = "DIR")]
    pub framework: Option<PathBuf>,
}
