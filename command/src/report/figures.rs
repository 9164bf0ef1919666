//! What was measured, one line for each figure: what is said beside what came out.

use crate::layout::{Cell, Flush, Table, count, field};
use crate::style;
use anstyle::Style;
use std::io::{self, Write};
use verdict_checker::measure::{Fit, Measurement, TEST};

/// Writes how it was measured, and the figures.
pub fn write(out: &mut dyn Write, measurement: &Measurement, seconds: f64) -> io::Result<()> {
    let Measurement {
        generator, seeds, ..
    } = measurement;
    let runs = count(*seeds as usize, "run");
    let how = format!("not searched: {runs}, {generator} seeded with 1 to {seeds}; {seconds:.2} s");
    field(out, "measured", &how)?;
    field(out, "test", TEST)?;
    table(measurement).write(out)
}

/// The figures as a table.
pub fn table(measurement: &Measurement) -> Table {
    let mut table = Table::new([
        ("figure", Flush::Left),
        ("said", Flush::Right),
        ("mean", Flush::Right),
        ("spread", Flush::Right),
        ("least", Flush::Right),
        ("most", Flush::Right),
        ("away", Flush::Right),
        ("fits", Flush::Left),
    ]);
    for figure in &measurement.figures {
        let away = figure
            .deviations
            .map(|away| format!("{:+.1}", away.value()));
        let fits = figure.fits.map_or("", Fit::word);
        table.row(vec![
            figure.name.as_str().into(),
            figure.said.as_str().into(),
            figure.mean.to_string().into(),
            figure.spread.to_string().into(),
            figure.least.to_string().into(),
            figure.most.to_string().into(),
            away.unwrap_or_default().into(),
            Cell::styled(fits, style_of(figure.fits)),
        ]);
    }
    table
}

fn style_of(fit: Option<Fit>) -> Style {
    match fit {
        Some(Fit::Yes) => style::GOOD,
        Some(Fit::No) => style::FALSE,
        Some(Fit::Unclear) => style::DOUBTFUL,
        None => style::FAINT,
    }
}
