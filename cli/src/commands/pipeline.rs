//! `verdict pipeline`: the running rollback-recovery.

use crate::args::{Pipeline as Args, PipelineCommand, PipelineExample, PipelineRun};
use std::path::Path;
use verdict::commands::{note, write_whole};
use verdict::error::Failure;
use verdict::layout::{Flush, Table, count};
use verdict::style::{self, paint};
use verdict::{Session, exit};
use verdict_checker::file::read_text;
use verdict_recovery::pipeline::Pipeline;
use verdict_recovery::system::faults::{MOST_BY_CHANCE, Rate};
use verdict_recovery::system::log::Policy;
use verdict_recovery::system::program::Program;
use verdict_recovery::system::stable::Folder;
use verdict_recovery::system::steps;
use verdict_recovery::system::{Config, Report, RunError, run as run_system};

/// More than any pipeline that can be run needs.
const LONGEST: u64 = 4 << 20;

/// The three tasks of section 6.2.
const EXAMPLE: &str = r#"{
  "tasks": [
    ["write ST1 D1 x2", "write ST2 D2"],
    ["read ST1", "write ST2 D3"],
    ["read ST2 x2", "write ST3 D4"]
  ]
}
"#;

/// Does it.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    match &args.what {
        PipelineCommand::Example(args) => example(args, session),
        PipelineCommand::Run(args) => perform(args, session),
    }
}

fn example(args: &PipelineExample, session: &mut Session<'_>) -> Result<u8, Failure> {
    match &args.output {
        Some(path) => write_whole(path, EXAMPLE).map_err(|error| Failure::file(path, error))?,
        None => write!(session.out, "{EXAMPLE}")?,
    }
    Ok(exit::AS_EXPECTED)
}

fn load(path: &Path, capacity: Option<u16>) -> Result<Pipeline, Failure> {
    let in_file = |error: &dyn std::fmt::Display| {
        let hint = "`verdict pipeline example` writes one to begin with";
        Failure::input(format!("{}: {error}; {hint}", path.display()))
    };
    let text =
        read_text(path, LONGEST).map_err(|error| in_file(&format!("cannot be read: {error}")))?;
    let mut program = Program::parse(&text).map_err(|error| in_file(&error))?;
    program.capacity = capacity.or(program.capacity);
    program.pipeline().map_err(|error| in_file(&error))
}

fn perform(args: &PipelineRun, session: &mut Session<'_>) -> Result<u8, Failure> {
    let pipeline = load(&args.pipeline, args.capacity)?;
    let policy = if args.sync {
        Policy::Synced
    } else {
        Policy::Written
    };
    let folder = args.dir.clone().map(|path| Folder { path, policy });
    let config = Config {
        folder,
        keeps_steps: true,
        plan: args.faults.clone(),
        rate: args.fault_rate.unwrap_or(Rate::NEVER),
        seed: args.seed,
        ..Config::new(pipeline, args.workers)
    };
    let report = match run_system(&config) {
        Ok(report) => report,
        Err(error) => {
            if let RunError::Stuck { report, .. } = &error {
                write_log(args, &config, report)?;
            }
            return Err(Failure::input(error.to_string()));
        }
    };
    write_log(args, &config, &report)?;
    for torn in &report.torn {
        let (path, record, bytes) = (torn.path.display(), torn.record, torn.bytes);
        note(
            session,
            &format!("{path}: record {record} was not finished; its {bytes} bytes were cut off"),
        )?;
    }
    if !report.lost.is_empty() {
        let lost: Vec<_> = report.lost.iter().map(u64::to_string).collect();
        let (lost, steps) = (lost.join(", "), "begun and not recorded when it ended");
        note(
            session,
            &format!("an earlier process: step {lost} was {steps}"),
        )?;
    }
    for spared in &report.spared {
        let most = format!("{MOST_BY_CHANCE} times, and no oftener");
        note(session, &format!("{spared} failed by chance {most}"))?;
    }
    tell(&config, &report, session)?;
    Ok(exit::AS_EXPECTED)
}

fn write_log(args: &PipelineRun, config: &Config, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.log else {
        return Ok(());
    };
    let mut lines = Vec::new();
    steps::write(&mut lines, &config.pipeline, config.workers, &report.taken)?;
    let text = String::from_utf8_lossy(&lines);
    write_whole(path, &text).map_err(|error| Failure::file(path, error))
}

/// More values than these are not printed for a stream.
const SHOWN: usize = 12;

fn tell(config: &Config, report: &Report, session: &mut Session<'_>) -> Result<(), Failure> {
    let out = &mut *session.out;
    let titles = [
        ("stream", Flush::Left),
        ("data", Flush::Right),
        ("left", Flush::Right),
        ("values", Flush::Left),
    ];
    let mut table = Table::new(titles);
    for ((stream, data), left) in config
        .pipeline
        .streams()
        .zip(&report.written)
        .zip(&report.left)
    {
        let mut values: Vec<_> = data
            .iter()
            .take(SHOWN)
            .map(|d| d.value.to_string())
            .collect();
        if data.len() > SHOWN {
            values.push("...".to_owned());
        }
        table.row([
            stream.to_string().into(),
            data.len().to_string().into(),
            left.to_string().into(),
            values.join(" ").into(),
        ]);
    }
    table.write(out)?;
    writeln!(out)?;
    if report.was_finished {
        writeln!(out, "this run was finished before")?;
    } else if report.resumed {
        writeln!(out, "went on from the logs of an earlier process")?;
    }
    let restores = report
        .taken
        .iter()
        .filter(|t| t.step.starts_with("return "));
    let power_cuts = report.taken.iter().filter(|t| t.step == "power-cut");
    let done = format!("{} done", count(config.pipeline.tasks().count(), "task"));
    writeln!(
        out,
        "{}: {}, {}, {}, {}",
        paint(style::GOOD, &done),
        count(report.steps, "step"),
        count(report.faults as usize, "fault"),
        count(power_cuts.count(), "power cut"),
        count(restores.count(), "restore"),
    )?;
    if !report.leftovers.is_empty() {
        let left = report.leftovers.join(", ");
        note(
            session,
            &format!("not collected from stable storage: {left}"),
        )?;
    }
    Ok(())
}
