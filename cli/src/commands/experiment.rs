//! `verdict experiment`: the experiments of the sources; here the one in virtual time.

use crate::args::{Experiment as Args, TableFormat, Transpeer, Which};
use crate::plot::Plot;
use serde_json::{Value, json};
use std::io::{self, Write};
use verdict::commands::write_whole;
use verdict::error::Failure;
use verdict::layout::{Flush, Table, text_width, wrap};
use verdict::report::json;
use verdict::{Session, exit};
use verdict_models::ring::applications::transpeer::experiment::{
    Constants, Experiment, Outcome, Row, Shape,
};

/// Repeats one.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    match &args.which {
        Which::Transpeer(args) => transpeer(args, session),
        Which::Rollback(args) => super::rollback::run(args, session),
        Which::Wandering(args) => super::wandering::run(args, session),
    }
}

fn transpeer(args: &Transpeer, session: &mut Session<'_>) -> Result<u8, Failure> {
    let experiment = Experiment {
        constants: Constants {
            routing: args.routing,
            gap: args.gap,
            detection: args.detection,
        },
        seed: args.seed,
        ..Experiment::default()
    };
    let rows = experiment.rows(1..=10);
    if let Some(path) = &args.plot {
        write_whole(path, &draw(&rows)).map_err(|error| Failure::file(path, error))?;
    }
    match args.format {
        TableFormat::Human => human(&experiment, &rows, session.out)?,
        TableFormat::Json => json::write(session.out, &document(&experiment, &rows))?,
        TableFormat::Csv => csv(&rows, session.out)?,
    }
    Ok(exit::AS_EXPECTED)
}

/// The curves of the figure.
fn curves(row: &Row) -> [(&'static str, &Outcome); 3] {
    [
        ("Transpeer", &row.transpeer),
        ("TranspeerToken", &row.token),
        ("with failures", &row.failing),
    ]
}

fn draw(rows: &[Row]) -> String {
    let longest = rows
        .iter()
        .flat_map(|row| curves(row).map(|(_, o)| o.longest()));
    let highest = longest.fold(1.0, f64::max);
    let last = rows.last().map_or(1, |row| row.load).max(2);
    let right = |load: u64| (load - 1) as f64 / (last - 1) as f64;
    let mut plot = Plot::new("Longest response time of 500 transactions, in messages");
    for fifths in 0..=5 {
        let level = f64::from(fifths) / 5.0;
        plot.level(level, &format!("{:.0}", level * highest));
    }
    for row in rows {
        plot.tick(right(row.load), &row.load.to_string());
    }
    plot.axis("load");
    for (index, (name, _)) in rows.first().map(curves).into_iter().flatten().enumerate() {
        let points = rows.iter().map(|row| {
            let (_, outcome) = curves(row)[index];
            (right(row.load), outcome.longest() / highest)
        });
        plot.curve(points, name);
    }
    plot.finish()
}

fn human(experiment: &Experiment, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let Constants {
        routing,
        gap,
        detection,
    } = experiment.constants;
    let said = format!(
        "{} transactions on one data set, {} managers of which {} fail upon receiving their {}th, k = {}; seed {}. \
         Not said by the paper, and chosen here, in units of the time that a message takes: a manager works \
         {routing} on a transaction, one is submitted every {gap} at load 1, a crash is reported after {detection}.",
        experiment.transactions,
        experiment.managers,
        experiment.failing,
        experiment.fail_at,
        experiment.k,
        experiment.seed
    );
    for line in wrap(&said, text_width()) {
        writeln!(out, "{line}")?;
    }
    writeln!(
        out,
        "\nLongest response time, in units of the time that a message takes:"
    )?;
    let mut titles = vec![("load", Flush::Right)];
    titles.extend(
        rows.first()
            .map(curves)
            .into_iter()
            .flatten()
            .map(|(name, _)| (name, Flush::Right)),
    );
    titles.extend([("lost", Flush::Right), ("in no order", Flush::Right)]);
    let mut table = Table::new(titles);
    for row in rows {
        let mut cells = vec![row.load.to_string().into()];
        cells.extend(curves(row).map(|(_, outcome)| format!("{:.0}", outcome.longest()).into()));
        cells.push(row.failing.lost.to_string().into());
        cells.push(row.failing.clashes.to_string().into());
        table.row(cells);
    }
    table.write(out)?;
    writeln!(out)?;
    for sentence in sentences(rows) {
        for line in wrap(&sentence, text_width()) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// What the text says about the figure, beside what was found.
fn sentences(rows: &[Row]) -> Vec<String> {
    let shape = Shape::of(rows);
    let faster = match shape.faster_from {
        Some(load) => format!("from load {load} on"),
        None => "at no load that was tried to the end".to_owned(),
    };
    let clashes: usize = rows.iter().map(|row| row.failing.clashes).sum();
    let (all, loads) = (shape.growing, rows.len());
    vec![
        format!(
            "Faster than Transpeer with failures (the text: when load exceeds seven times): {faster}."
        ),
        format!(
            "Failures lengthen the mean response time (the text: by approx. 40%) by {:.0}%.",
            shape.overhead * 100.0
        ),
        format!(
            "The response time grows during a run with failures (the text: it does) at {all} of {loads} loads."
        ),
        format!(
            "Pairs of transactions that were routed in no serial order, in all runs with failures: {clashes}; \
             repaired: {}.",
            rows.iter().map(|row| row.repaired.clashes).sum::<usize>()
        ),
    ]
}

fn document(experiment: &Experiment, rows: &[Row]) -> Value {
    let shape = Shape::of(rows);
    let of_outcome = |outcome: &Outcome| {
        json!({
            "longest": outcome.longest(),
            "mean": outcome.mean(),
            "lost": outcome.lost,
            "inNoOrder": outcome.clashes,
            "crashed": outcome.crashed,
        })
    };
    let of_row = |row: &Row| {
        json!({
            "load": row.load,
            "transpeer": of_outcome(&row.transpeer),
            "token": of_outcome(&row.token),
            "failing": of_outcome(&row.failing),
            "repaired": { "lost": row.repaired.lost, "inNoOrder": row.repaired.clashes },
        })
    };
    json!({
        "seed": experiment.seed,
        "routing": experiment.constants.routing,
        "gap": experiment.constants.gap,
        "detection": experiment.constants.detection,
        "rows": rows.iter().map(of_row).collect::<Vec<_>>(),
        "fasterFrom": shape.faster_from,
        "overhead": shape.overhead,
        "growing": shape.growing,
    })
}

fn csv(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "load,system,longest,mean,lost,in no order")?;
    for row in rows {
        for (name, outcome) in curves(row) {
            let (longest, mean) = (outcome.longest(), outcome.mean());
            let Outcome { lost, clashes, .. } = outcome;
            writeln!(
                out,
                "{},{name},{longest:.2},{mean:.2},{lost},{clashes}",
                row.load
            )?;
        }
    }
    Ok(())
}
