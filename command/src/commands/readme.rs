//! `verdict readme`: the recorded verdicts, put where people read them.

use super::ledger;
use crate::args::Readme;
use crate::error::Failure;
use crate::exit::Surprise;
use crate::{Session, exit};
use std::path::Path;
use verdict_checker::command::name;
use verdict_checker::file;
use verdict_checker::ledger::table;

/// Where all verdicts go, if it is there.
const PAGE: &str = "docs/verdicts.md";

/// Writes the tables, or checks that they are there.
pub fn run(args: &Readme, session: &mut Session<'_>) -> Result<u8, Failure> {
    let ledger = ledger::load(&args.ledger)?.ok_or_else(|| ledger::missing(&args.ledger))?;
    let chapters = session.catalog.chapters();
    let page = args.table.clone();
    let page = page.or_else(|| Path::new(PAGE).exists().then(|| PAGE.into()));
    let all = table::table(&ledger, &chapters);
    let documents = match page {
        Some(page) => {
            let summary = table::summary(&ledger, &chapters);
            vec![(args.file.clone(), summary), (page, all)]
        }
        None => vec![(args.file.clone(), all)],
    };
    // Both are read before one is written: a document without a place for its table leaves everything as it is.
    let changed: Vec<_> = documents
        .iter()
        .map(|(path, table)| renewed(path, table))
        .collect::<Result<_, _>>()?;
    let mut stale = false;
    for ((path, _), after) in documents.iter().zip(changed) {
        let said = match after {
            None => "the table is as the ledger has it".to_owned(),
            Some(_) if args.check => {
                stale = true;
                format!(
                    "the table is not as the ledger has it; `{} readme` writes it",
                    name()
                )
            }
            Some(after) => {
                file::write_whole(path, &after).map_err(|error| Failure::file(path, error))?;
                "the table is written".to_owned()
            }
        };
        writeln!(session.out, "{}: {said}", path.display())?;
    }
    Ok(exit::code(stale.then_some(Surprise::Stale)))
}

/// The document with the table in it, unless that changes nothing.
fn renewed(path: &Path, table: &str) -> Result<Option<String>, Failure> {
    let in_file =
        |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
    let before = std::fs::read_to_string(path).map_err(|error| in_file(&error))?;
    let after = table::put_into(&before, table).map_err(|error| in_file(&error))?;
    Ok((before != after).then_some(after))
}
