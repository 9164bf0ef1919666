//! The commands about recorded results.

use super::Format;
use clap::Args;
use std::path::PathBuf;

/// `verdict ledger`.
#[derive(Debug, Args)]
pub struct Ledger {
    /// Where results are recorded
    #[arg(long, value_name = "FILE", default_value = "ledger.json")]
    pub ledger: PathBuf,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// `verdict readme`.
#[derive(Debug, Args)]
pub struct Readme {
    /// The file with the two markers between which the summary goes
    #[arg(default_value = "README.md")]
    pub file: PathBuf,
    /// The file with the two markers between which all verdicts go
    #[arg(long, value_name = "FILE", default_value = "docs/verdicts.md")]
    pub table: PathBuf,
    /// Write nothing, but fail if a table is not as the ledger has it
    #[arg(long)]
    pub check: bool,
    /// Where results are recorded
    #[arg(long, value_name = "FILE", default_value = "ledger.json")]
    pub ledger: PathBuf,
}
