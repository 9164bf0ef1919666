//! `verdict readme`: the table of recorded verdicts, put where people read it.

use super::ledger;
use crate::args::Readme;
use crate::error::Failure;
use crate::exit::Surprise;
use crate::{Streams, exit};
use verdict_checker::file;
use verdict_checker::ledger::table;
use verdict_models::catalog::chapters;

/// Writes the table, or checks that it is there.
pub fn run(args: &Readme, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let path = &args.file;
    let in_file =
        |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
    let before = std::fs::read_to_string(path).map_err(|error| in_file(&error))?;
    let ledger = ledger::load(&args.ledger)?.ok_or_else(|| {
        let file = args.ledger.display();
        Failure::input(format!(
            "{file} does not exist; `verdict check --update-ledger` writes it"
        ))
    })?;
    let table = table::table(&ledger, &chapters());
    let after = table::put_into(&before, &table).map_err(|error| in_file(&error))?;
    if before == after {
        writeln!(
            streams.out,
            "{}: the table is as the ledger has it",
            path.display()
        )?;
        return Ok(exit::AS_EXPECTED);
    }
    if args.check {
        writeln!(
            streams.out,
            "{}: the table is not as the ledger has it; `verdict readme` writes it",
            path.display()
        )?;
        return Ok(exit::code([Surprise::Stale]));
    }
    file::write_whole(path, &after).map_err(|error| Failure::file(path, error))?;
    writeln!(streams.out, "{}: the table is written", path.display())?;
    Ok(exit::AS_EXPECTED)
}
