//! `verdict mutants`: small errors made on purpose, and which property notices.

use crate::args::{Format, Mutants};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::{Cell, Flush, Table};
use crate::plan::size;
use crate::progress::Display;
use crate::report::json;
use crate::style::{self, paint};
use crate::{Streams, exit, select};
use serde_json::{Value, json};
use std::io;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::Setup;
use verdict_models::catalog::mutants::{self, Coverage, Row};

/// Prints the matrix mutant x case.
pub fn run(args: &Mutants, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let selection = select::select(&args.claims, args.variant.as_deref())?;
    let coverage = if args.all {
        Coverage::All
    } else {
        Coverage::Listed
    };
    let limits = args.resources.limits(Some(args.max_states));
    let mut display = Display::new(selection.cases.len(), streams.show_progress);
    let cases = selection.cases.iter().copied();
    let rows = mutants::matrix(cases, coverage, limits, |case, mutant| {
        display.start(format!("{} {}, {mutant}", case.claim, case.variant));
    })
    .map_err(|error| Failure::input(error.to_string()))?;
    drop(display);
    match args.format {
        Format::Json => {
            let rows: Vec<Value> = rows.iter().map(document).collect();
            json::write(streams.out, &json!({ "mutants": rows }))?;
        }
        Format::Human => tables(&rows, streams)?,
    }
    let cells = rows.iter().flat_map(|row| &row.cells);
    let alive = cells.filter(|cell| {
        let killed = cell.killed.as_ref();
        cell.listed && killed.is_none_or(|killed| !killed.is_killed())
    });
    Ok(exit::code(alive.map(|_| Surprise::Vacuous)))
}

fn tables(rows: &[Row], streams: &mut Streams<'_>) -> io::Result<()> {
    let out = &mut *streams.out;
    if rows.is_empty() {
        return writeln!(out, "the selected claims name no mutants");
    }
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let mutant = paint(style::STRONG, row.mutant);
        writeln!(out, "{mutant}: {}", row.change)?;
        let mut table = Table::new([
            ("claim", Flush::Left),
            ("variant", Flush::Left),
            ("the mutant", Flush::Left),
            ("at", Flush::Left),
            ("breaks", Flush::Left),
        ]);
        for cell in &row.cells {
            let Some(killed) = &cell.killed else { continue };
            let steps = killed
                .steps()
                .map_or_else(String::new, |n| format!(" in {n}"));
            let (words, style) = match (killed.verdict, cell.listed) {
                (Verdict::Refuted, _) => (format!("dies{steps}"), style::GOOD),
                (_, true) => ("SURVIVES".to_owned(), style::BAD),
                (Verdict::Bounded, false) => ("not found".to_owned(), style::FAINT),
                (_, false) => ("lives".to_owned(), style::FAINT),
            };
            let mut setup = Setup::default();
            setup.parameters = killed.parameters.clone();
            table.row(vec![
                cell.case.claim.into(),
                cell.case.variant.into(),
                Cell::styled(words, style),
                size(cell.case, &setup).into(),
                Cell::styled(killed.broken.join(", "), style::FAINT),
            ]);
        }
        table.fit();
        table.write(out)?;
    }
    Ok(())
}

fn document(row: &Row) -> Value {
    let cells = row.cells.iter().filter_map(|cell| {
        let killed = cell.killed.as_ref()?;
        Some(json!({
            "claim": cell.case.claim,
            "variant": cell.case.variant,
            "mustDie": cell.listed,
            "verdict": killed.verdict.word(),
            "parameters": killed.parameters,
            "steps": killed.steps(),
            "broken": killed.broken,
        }))
    });
    json!({
        "mutant": row.mutant,
        "change": row.change,
        "cases": cells.collect::<Vec<_>>(),
    })
}
