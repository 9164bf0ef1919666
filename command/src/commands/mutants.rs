//! `verdict mutants`: small errors made on purpose, and which property notices.

use crate::args::{Format, Mutants};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::{Cell, Flush, Table};
use crate::progress::Display;
use crate::report::json;
use crate::style::{self, paint};
use crate::{Session, exit, select};
use serde_json::{Value, json};
use std::io;
use verdict_checker::catalog::kill::{self, Coverage, Row};
use verdict_checker::verdict::Verdict;

/// Prints the matrix mutant x case.
pub fn run(args: &Mutants, session: &mut Session<'_>) -> Result<u8, Failure> {
    let selection = select::select(session.catalog, &args.claims, args.variant.as_deref())?;
    let coverage = if args.all {
        Coverage::All
    } else {
        Coverage::Listed
    };
    let limits = args.resources.limits(Some(args.max_states));
    let mut display = Display::new(selection.cases.len(), session.show_progress);
    let cases = selection.cases.iter().copied();
    let rows = kill::matrix(cases, coverage, limits, |case, mutant| {
        display.start(format!("{} {}, {mutant}", case.claim, case.variant));
    })
    .map_err(|error| Failure::input(error.to_string()))?;
    drop(display);
    match args.format {
        Format::Json => {
            let rows: Vec<Value> = rows.iter().map(document).collect();
            json::write(session.out, &json!({ "mutants": rows }))?;
        }
        Format::Human => tables(&rows, session)?,
    }
    let cells = rows.iter().flat_map(|row| &row.cells);
    Ok(exit::code(cells.filter_map(surprise)))
}

/// What is wrong with a cell, if something is: a mutant that must die lives, or was not judged to the end.
fn surprise(cell: &kill::Cell<'_>) -> Option<Surprise> {
    let killed = cell.killed.as_ref().filter(|_| cell.listed)?;
    match killed.verdict {
        Verdict::Refuted | Verdict::NotReproduced => None,
        Verdict::Holds | Verdict::Proved | Verdict::Reproduced => Some(Surprise::Vacuous),
        Verdict::Bounded | Verdict::Ambiguous | Verdict::Unchecked => Some(Surprise::Inconclusive),
    }
}

fn tables(rows: &[Row], session: &mut Session<'_>) -> io::Result<()> {
    let out = &mut *session.out;
    if rows.is_empty() {
        return writeln!(out, "the selected claims name no mutants");
    }
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let mutant = paint(style::STRONG, row.mutant.name);
        writeln!(out, "{mutant}: {}", row.mutant.change)?;
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
                (Verdict::Refuted | Verdict::NotReproduced, _) => {
                    (format!("dies{steps}"), style::GOOD)
                }
                (Verdict::Bounded | Verdict::Unchecked, true) => {
                    ("cut".to_owned(), style::DOUBTFUL)
                }
                (Verdict::Bounded | Verdict::Unchecked, false) => ("cut".to_owned(), style::FAINT),
                (Verdict::Ambiguous, _) => ("ambiguous".to_owned(), style::DOUBTFUL),
                (Verdict::Holds | Verdict::Proved | Verdict::Reproduced, true) => {
                    ("SURVIVES".to_owned(), style::BAD)
                }
                (Verdict::Holds | Verdict::Proved | Verdict::Reproduced, false) => {
                    ("lives".to_owned(), style::FAINT)
                }
            };
            table.row(vec![
                cell.case.claim.into(),
                cell.case.variant.into(),
                Cell::styled(words, style),
                killed.size.to_string().into(),
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
            "parameters": killed.size,
            "steps": killed.steps(),
            "broken": killed.broken,
        }))
    });
    json!({
        "mutant": row.mutant.name,
        "change": row.mutant.change,
        "cases": cells.collect::<Vec<_>>(),
    })
}
