//! `verdict completions`: a script for a shell.

use crate::args::{Cli, Completions};
use crate::error::Failure;
use crate::{Streams, exit};
use clap::CommandFactory;

/// Prints the script.
pub fn run(args: &Completions, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "verdict", &mut script);
    streams.out.write_all(&script)?;
    Ok(exit::AS_EXPECTED)
}
