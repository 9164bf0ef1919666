//! `verdict validate`: a run of the real system against the model, step by step.

use crate::args::Validate;
use verdict::error::Failure;
use verdict::layout::count;
use verdict::style::{self, paint};
use verdict::{Session, exit};
use verdict_checker::file::read_text;
use verdict_harnesses::validate::validate;
use verdict_recovery::system::steps;

/// More than a run of the largest pipelines writes.
const LONGEST: u64 = 256 << 20;

/// Walks a run through the model.
pub fn run(args: &Validate, session: &mut Session<'_>) -> Result<u8, Failure> {
    let path = args.log.display();
    let hint = "a run is a file written by `verdict pipeline run --log`";
    let text = read_text(&args.log, LONGEST)
        .map_err(|error| Failure::input(format!("{path}: cannot be read: {error}; {hint}")))?;
    let run = steps::parse(&text).map_err(|error| Failure::input(format!("{path}: {error}")))?;
    let walked = validate(&run).map_err(|refused| {
        // The header is the first line.
        let line = refused.number + 1;
        Failure::input(format!("{path}: line {line}: {refused}"))
    })?;
    let out = &mut *session.out;
    let done = format!("validated {}", count(walked.steps, "step"));
    writeln!(
        out,
        "{}: the model takes every one ({}, {})",
        paint(style::GOOD, &done),
        count(walked.crashes, "fault"),
        count(walked.power_cuts, "power cut"),
    )?;
    let end = match (walked.all_done, walked.nothing_left) {
        (false, _) => "at the end not all tasks are done",
        (true, false) => "at the end all tasks are done, but registers are left in stable storage",
        (true, true) => "at the end all tasks are done, and no register is left in stable storage",
    };
    writeln!(out, "{end}")?;
    Ok(exit::AS_EXPECTED)
}
