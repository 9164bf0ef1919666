//! One file for each command.

mod assumptions;
mod bench;
mod check;
mod completions;
mod experiment;
mod explain;
mod ledger;
mod list;
mod mutants;
mod pipeline;
mod readme;
mod replay;
mod resilience;
mod rollback;
mod show;
mod simulate;
mod suite;
mod trace;
mod validate;

pub use replay::replay;

use crate::Streams;
use crate::args::{Cli, Command};
use crate::error::Failure;

/// Does what was typed, and answers with the exit code.
pub fn run(cli: Cli, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let Some(command) = cli.command else {
        return suite::run(streams);
    };
    match command {
        Command::List(args) => list::run(&args, streams),
        Command::Show(args) => show::run(&args, streams),
        Command::Check(args) => check::run(&args, streams),
        Command::Assumptions(args) => assumptions::run(&args, streams),
        Command::Replay(args) => replay::run(&args, streams),
        Command::Trace(args) => trace::run(&args, streams),
        Command::Ledger(args) => ledger::run(&args, streams),
        Command::Readme(args) => readme::run(&args, streams),
        Command::Experiment(args) => experiment::run(&args, streams),
        Command::Pipeline(args) => pipeline::run(&args, streams),
        Command::Validate(args) => validate::run(&args, streams),
        Command::Explain(args) => explain::run(&args, streams),
        Command::Mutants(args) => mutants::run(&args, streams),
        Command::Simulate(args) => simulate::run(&args, streams),
        Command::Resilience(args) => resilience::run(&args, streams),
        Command::Bench(args) => bench::run(&args, streams),
        Command::Completions(args) => completions::run(&args, streams),
    }
}

/// A remark for a person, beside the data.
fn note(streams: &mut Streams<'_>, text: &str) -> Result<(), Failure> {
    Ok(writeln!(streams.err, "note: {text}")?)
}
