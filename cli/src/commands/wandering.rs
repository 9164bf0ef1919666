//! `verdict experiment wandering`: the simulations of the wandering token, the paper's rows beside ours.

use crate::args::{PaperFigure, PaperTable, Reading, TableFormat, Wandering as Args};
use crate::plot::Plot;
use serde_json::{Value, json};
use std::io::{self, Write};
use verdict::commands::write_whole;
use verdict::error::Failure;
use verdict::layout::{Flush, Table, text_width, wrap};
use verdict::progress::Display;
use verdict::report::{figures, json};
use verdict::{Session, exit};
use verdict_checker::measure::{Experiment, Gauge, Measurement, TEST, Trial};
use verdict_checker::random::Random;
use verdict_checker::size::{self, Size};
use verdict_models::wandering::rules::{Constants, Rules};
use verdict_models::wandering::simulation::access::{Access, Between, Bias};
use verdict_models::wandering::simulation::experiments::{Losses, RandomAccess, Stable};
use verdict_models::wandering::simulation::readings::{
    FITTED, FITTED_RATE, NOT_ADAPTIVE, SINCE_GENERATION,
};
use verdict_models::wandering::simulation::{gauges, transient};

/// Runs it.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    match args.figure {
        Some(PaperFigure::One) => figure_1(args, session)?,
        None => table(args, session)?,
    }
    Ok(exit::AS_EXPECTED)
}

fn rules(reading: Reading, nodes: u64) -> Rules {
    match reading {
        Reading::Text => Rules::TEXT,
        Reading::Fitted => FITTED,
        Reading::FittedRate => FITTED_RATE,
        Reading::NotAdaptive => NOT_ADAPTIVE,
        Reading::SinceGeneration => {
            let constants = SINCE_GENERATION.constants;
            // Never shorter than a component may rest.
            let max = (9 * constants.op * nodes / 2).max(constants.min);
            Rules {
                constants: Constants { max, ..constants },
                ..SINCE_GENERATION
            }
        }
    }
}

fn table(args: &Args, session: &mut Session<'_>) -> Result<(), Failure> {
    let rules = rules(args.rules, args.nodes);
    let access = Access::table_1(Between::StartAndStart, Bias::Below);
    let (setting, measurement) = match args.table {
        PaperTable::One => measure(&RandomAccess(access), gauges::table_1, args, session),
        PaperTable::Three => measure(&Stable(rules), gauges::table_3, args, session),
        PaperTable::Four => measure(&Stable(rules), gauges::table_4, args, session),
        PaperTable::Five => measure(&Losses(rules), gauges::table_5, args, session),
    }?;
    if let Some(path) = &args.plot {
        let drawn = draw(args, &measurement);
        write_whole(path, &drawn).map_err(|error| Failure::file(path, error))?;
    }
    let out = &mut *session.out;
    match args.format {
        TableFormat::Human => human(&setting, &measurement, out)?,
        TableFormat::Json => json::write(out, &document(&setting, &measurement))?,
        TableFormat::Csv => csv(&measurement, out)?,
    }
    Ok(())
}

/// What is run, in words, and what came out.
fn measure<E: Experiment>(
    experiment: &E,
    gauges: fn(&Size) -> Vec<Gauge<E::Outcome>>,
    args: &Args,
    session: &Session<'_>,
) -> Result<(String, Measurement), Failure> {
    let value = |name: &str| match name {
        "N" => args.nodes,
        "units" => args.units,
        _ => args.losses,
    };
    let parameters = experiment.parameters();
    let names = parameters.iter().map(|parameter| parameter.name);
    let size: Size = names
        .map(|name| (name.to_owned(), size::Value::Number(value(name))))
        .collect();
    let ready = experiment.build(&size, None);
    let ready = ready.map_err(|error| Failure::input(error.to_string()))?;
    let setting = E::setting(&ready);
    let trial = Trial::<E> {
        origin: Default::default(),
        gauges: gauges(&size),
        seeds: args.seeds,
        ready,
    };
    let mut display = Display::new(args.seeds as usize, session.show_progress);
    display.start("seeds".to_owned());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let measurement = trial.measure(threads, &|| display.advance());
    Ok((setting, measurement))
}

fn human(setting: &str, measurement: &Measurement, out: &mut dyn Write) -> io::Result<()> {
    let Measurement {
        generator, seeds, ..
    } = measurement;
    let said = format!("{setting}. {generator}, seeded with 1 to {seeds}.");
    for line in wrap(&said, text_width()) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    figures::table(measurement).write(out)?;
    let verdict = measurement.verdict();
    writeln!(out, "\n{verdict}: {}", measurement.in_words())?;
    for line in wrap(&format!("({TEST}.)"), text_width()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn document(setting: &str, measurement: &Measurement) -> Value {
    json!({
        "setting": setting,
        "generator": measurement.generator,
        "seeds": measurement.seeds,
        "test": TEST,
        "verdict": measurement.verdict().word(),
        "figures": measurement.figures,
    })
}

fn csv(measurement: &Measurement, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "figure,said,mean,spread,least,most,deviations,fits")?;
    for figure in &measurement.figures {
        let deviations = figure.deviations.map(|d| d.to_string()).unwrap_or_default();
        let fits = figure.fits.map_or("", |fits| fits.word());
        writeln!(
            out,
            "{},{},{},{},{},{},{deviations},{fits}",
            figure.name, figure.said, figure.mean, figure.spread, figure.least, figure.most
        )?;
    }
    Ok(())
}

/// The rows of a table as curves: the paper's, and the mean, least and most of the seeds. Of Table 5 the levels are even; the
/// counts of the others reach over six decades, so that a level is ten times the one below, and 0 lies on the ground.
fn draw(args: &Args, measurement: &Measurement) -> String {
    const DECADES: i32 = 6;
    /// Of a hundred losses.
    const LOSSES: f64 = 80.0;
    let even = args.table == PaperTable::Five;
    let up = |value: f64| {
        let part = if even {
            value / LOSSES
        } else {
            value.max(1.0).log10() / f64::from(DECADES)
        };
        part.min(1.0)
    };
    let is_row =
        |name: &str| name.starts_with("from ") || name.starts_with(|c: char| c.is_ascii_digit());
    let figures = measurement.figures.iter();
    let rows: Vec<_> = figures.filter(|figure| is_row(&figure.name)).collect();
    let right = |row: usize| row as f64 / rows.len().saturating_sub(1).max(1) as f64;
    let number = match args.table {
        PaperTable::One => 1,
        PaperTable::Three => 3,
        PaperTable::Four => 4,
        PaperTable::Five => 5,
    };
    let (nodes, seeds) = (args.nodes, args.seeds);
    let mut plot = Plot::new(&format!("Table {number}, N = {nodes}, over {seeds} seeds"));
    if even {
        for losses in (0..=80).step_by(20) {
            plot.level(up(f64::from(losses)), &losses.to_string());
        }
    } else {
        for decade in 0..=DECADES {
            let level = f64::from(decade) / f64::from(DECADES);
            plot.level(level, &format!("10^{decade}"));
        }
    }
    for (row, figure) in rows.iter().enumerate() {
        let label: Vec<&str> = figure.name.split(' ').collect();
        let label = match label[..] {
            ["from", _, "to", to] => to,
            [first, ..] => first,
            [] => "",
        };
        plot.tick(right(row), label);
    }
    let said = rows.iter().map(|figure| figure.said.parse::<f64>().ok());
    let said = said.enumerate();
    let said: Vec<_> = said
        .filter_map(|(row, value)| Some((right(row), up(value?))))
        .collect();
    if !said.is_empty() {
        plot.curve(said, "the paper");
    }
    let mut curve = |name, of: &dyn Fn(usize) -> f64| {
        plot.curve((0..rows.len()).map(|row| (right(row), up(of(row)))), name);
    };
    curve("mean", &|row| rows[row].mean.value());
    curve("least", &|row| rows[row].least.value());
    curve("most", &|row| rows[row].most.value());
    plot.finish()
}

/// Time units over which the operations that run are averaged.
const WINDOW: usize = 250;
/// How long a loss is followed.
const FOLLOWED: usize = 60_000;

/// The operations that run from the loss of a token on, under three readings: of all seeds, the loss of median duration.
fn figure_1(args: &Args, session: &mut Session<'_>) -> Result<(), Failure> {
    let readings = [
        ("not adaptive", Reading::NotAdaptive),
        ("adaptive", Reading::Fitted),
        ("ours", Reading::SinceGeneration),
    ];
    let curves = readings.map(|(name, reading)| {
        let rules = rules(reading, args.nodes);
        let nodes = args.nodes as u16;
        let losses = (1..=args.seeds).map(|seed| {
            let mut series = Vec::new();
            let watch = |running| series.push(running);
            let lost = transient::lose(&rules, nodes, Random::from_seed(seed), watch);
            (lost.duration, series)
        });
        let mut losses: Vec<_> = losses.collect();
        losses.sort();
        let (duration, series) = losses.swap_remove(losses.len() / 2);
        let windows = series.chunks(WINDOW).take(FOLLOWED / WINDOW);
        let means = windows.map(|w| w.iter().sum::<u32>() as f64 / w.len() as f64);
        (name, duration, means.collect::<Vec<f64>>())
    });
    if let Some(path) = &args.plot {
        let nodes = args.nodes;
        let title = format!(
            "Operations at once from a loss to stability, N = {nodes}, mean of {WINDOW} time units"
        );
        let mut plot = Plot::new(&title);
        let means = curves.iter().flat_map(|(_, _, means)| means);
        let highest = means.fold(1.0, |most: f64, mean| most.max(*mean));
        for quarter in 0..=4 {
            let level = f64::from(quarter) / 4.0;
            plot.level(level, &format!("{:.2}", level * highest));
        }
        for tenth in 0..=6 {
            let at = f64::from(tenth) / 6.0;
            plot.tick(at, &format!("{:.0}", at * FOLLOWED as f64));
        }
        plot.axis("time units since the loss");
        for (name, _, means) in &curves {
            let right = |window: usize| (window * WINDOW) as f64 / FOLLOWED as f64;
            let points = means.iter().enumerate();
            plot.curve(points.map(|(w, mean)| (right(w), mean / highest)), name);
        }
        let drawn = plot.finish();
        write_whole(path, &drawn).map_err(|error| Failure::file(path, error))?;
    }
    let out = &mut *session.out;
    match args.format {
        TableFormat::Human => {
            let titles = [
                ("rules", Flush::Left),
                ("stable after, in the median", Flush::Right),
            ];
            let mut table = Table::new(titles);
            for (name, duration, _) in &curves {
                table.row(vec![(*name).into(), duration.to_string().into()]);
            }
            table.write(out)?;
        }
        TableFormat::Json => {
            let curves = curves.iter().map(|(name, duration, means)| {
                json!({ "rules": name, "stableAfter": duration, "window": WINDOW, "operations": means })
            });
            json::write(out, &json!({ "curves": curves.collect::<Vec<_>>() }))?;
        }
        TableFormat::Csv => {
            writeln!(out, "rules,since the loss,operations at once")?;
            for (name, _, means) in &curves {
                for (window, mean) in means.iter().enumerate() {
                    writeln!(out, "{name},{},{mean:.4}", window * WINDOW)?;
                }
            }
        }
    }
    Ok(())
}
