//! `verdict experiment rollback`: what the mechanism costs, beside what the thesis says.

use crate::args::{Rollback as Args, StorageKind, TableFormat};
use serde_json::json;
use std::io::{self, Write};
use verdict::error::Failure;
use verdict::layout::{Flush, Table, text_width, wrap};
use verdict::report::json;
use verdict::{Session, exit};
use verdict_recovery::system::experiment::{Behaviour, Measured, Setting};

const READS: u32 = 300;
const WRITES: u32 = 500;

/// Measures.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    let scaled = |of: u32| (of * u32::from(args.scale) / 100).max(1) as u16;
    let scratch = tempfile::tempdir()?;
    let mut rows = Vec::new();
    for work in &args.work {
        for workers in &args.workers {
            let setting = Setting {
                workers: *workers,
                work: *work,
                reads: scaled(READS),
                writes: scaled(WRITES),
                policy: args.storage.policy(),
                repetitions: args.repetitions,
                seed: args.seed,
            };
            let measured = setting.measure(scratch.path());
            rows.push(measured.map_err(|error| Failure::input(error.to_string()))?);
        }
    }
    match args.format {
        TableFormat::Human => human(args, &rows, session.out)?,
        TableFormat::Json => json::write(session.out, &document(args, &rows))?,
        TableFormat::Csv => csv(&rows, session.out)?,
    }
    Ok(exit::AS_EXPECTED)
}

fn human(args: &Args, rows: &[Measured], out: &mut dyn Write) -> io::Result<()> {
    let storage = match args.storage {
        StorageKind::Memory => "memory, which survives the end of a thread",
        StorageKind::Written => "files, which survive the end of the process",
        StorageKind::Synced => "files written through to the disk, which survive a power loss",
    };
    let (reads, writes) = rows
        .first()
        .map_or((0, 0), |row| (row.setting.reads, row.setting.writes));
    let said = format!(
        "For each worker a task that writes {writes} data, and one that reads {reads} of them and writes {writes} (the thesis: {READS} and {WRITES}). \
         Stable storage is {storage}. Each time is the median of {}, taken in turns on this machine; the overhead is how much \
         longer than without the mechanism. A turn of work is a multiplication.",
        args.repetitions
    );
    for line in wrap(&said, text_width()) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let titles = [
        "work",
        "workers",
        "without it",
        "no fault",
        "one fault",
        "1 in 1000",
        "faults",
    ];
    let mut table = Table::new(titles.map(|title| (title, Flush::Right)));
    for row in rows {
        let [_, none, one, several] = row.overheads().map(|percent| format!("{percent:+.1}%"));
        table.row([
            row.setting.work.to_string().into(),
            row.setting.workers.to_string().into(),
            format!("{:.2} ms", row.times[0].as_secs_f64() * 1e3).into(),
            none.into(),
            one.into(),
            several.into(),
            format!("{:.1}", row.faults).into(),
        ]);
    }
    let [_, none, one, several] = Behaviour::REPORTED.map(|percent| format!("{percent:+.2}%"));
    table.row([
        "thesis".into(),
        "4-48".into(),
        "".into(),
        none.into(),
        one.into(),
        several.into(),
    ]);
    table.write(out)
}

fn document(args: &Args, rows: &[Measured]) -> serde_json::Value {
    let of_row = |row: &Measured| {
        let [_, none, one, several] = row.overheads();
        json!({
            "workers": row.setting.workers,
            "work": row.setting.work,
            "reads": row.setting.reads,
            "writes": row.setting.writes,
            "withoutSeconds": row.times[0].as_secs_f64(),
            "overheads": { "noFault": none, "oneFault": one, "severalFaults": several },
            "faults": row.faults,
        })
    };
    let [_, none, one, several] = Behaviour::REPORTED;
    json!({
        "seed": args.seed,
        "storage": format!("{:?}", args.storage).to_lowercase(),
        "repetitions": args.repetitions,
        "rows": rows.iter().map(of_row).collect::<Vec<_>>(),
        "thesis": { "noFault": none, "oneFault": one, "severalFaults": several },
    })
}

fn csv(rows: &[Measured], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "work,workers,seconds without,no fault,one fault,1 in 1000,faults"
    )?;
    for row in rows {
        let [_, none, one, several] = row.overheads();
        let (work, workers) = (row.setting.work, row.setting.workers);
        let bare = row.times[0].as_secs_f64();
        let faults = row.faults;
        writeln!(
            out,
            "{work},{workers},{bare:.6},{none:.2},{one:.2},{several:.2},{faults:.2}"
        )?;
    }
    Ok(())
}
