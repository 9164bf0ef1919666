//! `verdict completions`: a script for a shell.

use crate::args::Completions;
use crate::error::Failure;
use crate::{Session, exit};
use verdict_checker::command::name;

/// Prints the script.
pub fn run(
    args: &Completions,
    mut whole: clap::Command,
    session: &mut Session<'_>,
) -> Result<u8, Failure> {
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut whole, name(), &mut script);
    session.out.write_all(&script)?;
    Ok(exit::AS_EXPECTED)
}
