//! What can be typed about proofs.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `verdict prove`.
#[derive(Debug, Args)]
pub struct Prove {
    /// The claim; all that have a proof, if none is named
    pub claim: Option<String>,
    /// Which solver decides; several must agree
    #[arg(long, value_enum, default_values_t = [Solver::Builtin])]
    pub solver: Vec<Solver>,
    /// Write the certificate of the proof into this file
    #[arg(long, value_name = "FILE", requires = "claim")]
    pub certificate: Option<PathBuf>,
    /// Check a certificate instead, with the checker alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["claim", "certificate", "solver", "file", "without"])]
    pub check: Option<PathBuf>,
    /// Prove the protocol in this file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["claim", "certificate"])]
    pub file: Option<PathBuf>,
    /// Also leave out each guard and each clause, and say which obligations fail then
    #[arg(long)]
    pub without: bool,
}

/// Who decides an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Solver {
    /// batsat, with a certificate that `verdict-certify` accepts
    Builtin,
    /// The program z3, from SMT-LIB
    Z3,
    /// The program cvc5, from SMT-LIB
    Cvc5,
}
