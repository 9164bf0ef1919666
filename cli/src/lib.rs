//! The command `verdict`, as a library: [`run`] takes the words of the command line and answers with the
//! exit code.
//!
//! | where | what |
//! |---|---|
//! | [`args`] | what can be typed |
//! | [`commands`] | one file for each command |
//! | [`plan`] | from what was typed to the runs it asks for |
//! | [`outcome`] | one run and what came of it |
//! | [`report`] | outcomes for people and for programs |
//! | [`exit`] | the exit codes |
//! | [`error`], [`suggest`] | what is said about bad input |
//! | [`layout`], [`style`], [`progress`] | how things look on a terminal |

pub mod args;
pub mod commands;
pub mod error;
pub mod exit;
pub mod layout;
pub mod outcome;
pub mod plan;
pub mod plot;
pub mod progress;
pub mod report;
pub mod select;
pub mod style;
pub mod suggest;

use clap::Parser;
use error::Failure;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};

/// Where the command writes. Colours are written always; a stream that wants none strips them.
pub struct Streams<'a> {
    /// Data.
    pub out: &'a mut dyn Write,
    /// Errors and notes.
    pub err: &'a mut dyn Write,
    /// Whether to draw progress on standard error, which then must be a terminal.
    pub show_progress: bool,
}

/// Runs the command and answers with its exit code.
pub fn run(words: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> u8 {
    let done = match args::Cli::try_parse_from(words) {
        Ok(cli) => commands::run(cli, streams),
        Err(problem) => report_usage(&problem, streams),
    };
    let done = done.and_then(|code| Ok(streams.out.flush().map(|()| code)?));
    match done {
        Ok(code) => code,
        // Whoever reads has seen enough: nothing to complain about, but the verdicts were not all told.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => exit::PIPE_CLOSED,
        Err(failure) => {
            let word = style::paint(style::BAD, "error:");
            // If even the error cannot be written, the exit code is all that is left.
            let _ = writeln!(streams.err, "{word} {failure}");
            exit::BAD_INPUT
        }
    }
}

/// Help and version go to standard output, complaints to standard error.
fn report_usage(problem: &clap::Error, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let text = problem.render().ansi().to_string();
    if problem.use_stderr() {
        write!(streams.err, "{text}")?;
        return Ok(exit::BAD_INPUT);
    }
    write!(streams.out, "{text}")?;
    Ok(exit::AS_EXPECTED)
}
