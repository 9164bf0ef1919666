//! One file for each command.

mod assumptions;
mod check;
mod cite;
mod completions;
mod explain;
mod explore;
mod folder;
mod ledger;
mod list;
mod man;
mod mutants;
mod new;
mod page;
mod readme;
mod replay;
mod show;
mod simulate;
mod site;
mod suite;
mod trace;

pub use replay::{load, replay};
pub use verdict_checker::file::replace as write_whole;

use crate::Session;
use crate::app::{Engine, shown};
use crate::args::{Cli, Command};
use crate::error::Failure;
use crate::report::human::word_of_path;
use std::path::Path;
use verdict_checker::catalog::Case;
use verdict_checker::command::name;
use verdict_checker::trace::store;

/// Does what was typed, and answers with the exit code. `whole` is everything that can be typed.
pub fn run(cli: Cli, whole: clap::Command, session: &mut Session<'_>) -> Result<u8, Failure> {
    let Some(command) = cli.command else {
        return suite::run(cli.verbose, session);
    };
    match command {
        Command::List(args) => list::run(&args, session),
        Command::Show(args) => show::run(&args, session),
        Command::Check(args) => check::run(&args, session),
        Command::Assumptions(args) => assumptions::run(&args, session),
        Command::Replay(args) => replay::run(&args, session),
        Command::Trace(args) => trace::run(&args, session),
        Command::Ledger(args) => ledger::run(&args, session),
        Command::Readme(args) => readme::run(&args, session),
        Command::Explain(args) => explain::run(&args, session),
        Command::Mutants(args) => mutants::run(&args, session),
        Command::Simulate(args) => simulate::run(&args, session),
        Command::Page(args) => page::run(&args, session),
        Command::Explore(args) => explore::run(&args, session),
        Command::Site(args) => site::run(&args, session),
        Command::Cite(args) => cite::run(&args, session),
        Command::New(args) => new::run(&args, session),
        Command::Completions(args) => completions::run(&args, whole, session),
        Command::Man(args) => man::run(&args, whole),
    }
}

/// The commands that take real code through the stored trace of a case. An engine says of claims what it takes, and not of every
/// reading: it is asked, so that no command is told that fails.
fn on_code(engines: &[Engine], traces: &Path, case: &Case) -> Vec<String> {
    let path = store::path_for(traces, case.claim, case.variant);
    let takes = |engine: &&Engine| {
        let stored = || store::load(&path).is_ok_and(|trace| (engine.take)(&trace).is_ok());
        engine.takes(case.claim) && stored()
    };
    let commands = engines.iter().filter(takes).map(|engine| {
        let path = word_of_path(&path);
        format!("{} replay --on {} {path}", name(), engine.name)
    });
    commands.collect()
}

/// A remark for a person, beside the data.
pub fn note(session: &mut Session<'_>, text: &str) -> Result<(), Failure> {
    Ok(writeln!(session.err, "note: {}", shown(text))?)
}
