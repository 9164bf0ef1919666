//! A table as a list of rows, each of which the algorithm must have.

use super::replay::{Contacts, Row, replay};
use super::{Run, Table};
use crate::election::algorithm::Mutant;
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

/// Which values a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cells {
    /// Those that are printed.
    AsPrinted,
    /// Those, with its errata put right.
    Corrected,
}

/// The rows of a table, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rows {
    /// Of which table.
    pub run: Run,
    /// With which values.
    pub cells: Cells,
    /// When a contact may fail.
    pub contacts: Contacts,
}

impl Model for Rows {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let printed = self.run.table();
        let what = format!("the rows of Table {}, in order", printed.table);
        let table = match self.cells {
            Cells::AsPrinted => printed,
            Cells::Corrected => printed.corrected(),
        };
        let contacts = self.contacts;
        Ok(Domain::in_order(what, move || {
            rows(&table, contacts, mutant)
        }))
    }
}

/// The rows of a table, and its totals where it has them.
fn rows(table: &Table, contacts: Contacts, mutant: Option<Mutant>) -> Vec<Instance> {
    let replayed = replay(table, contacts, mutant);
    let row = |(number, row): (usize, &Row)| {
        let named = |cells: &[String]| {
            let cells = table.columns.iter().zip(cells);
            let filled = cells.filter(|(_, cell)| !cell.is_empty());
            let cells: Vec<_> = filled
                .map(|(name, cell)| format!("{name}: {cell}"))
                .collect();
            cells.join("; ")
        };
        let wrong = row.wrong().map(|column| {
            let (printed, found) = (&row.printed[column], &row.found[column]);
            let name = &table.columns[column];
            format!("for {name} it has {printed}, and the algorithm {found}")
        });
        let wrong: Vec<_> = wrong.collect();
        Instance::new(format!("row {}", number + 1))
            .with("printed", named(&row.printed))
            .with("found", named(&row.found))
            .must(wrong.is_empty())
            .or_say(format!(
                "Row {} of Table {} cannot be: {}.",
                number + 1,
                table.table,
                wrong.join("; ")
            ))
    };
    let mut instances: Vec<_> = replayed.rows.iter().enumerate().map(row).collect();
    for (column, claimed) in table.totals.iter().enumerate() {
        let in_words = |[reads, writes]: [u8; 2]| format!("{reads} reads, {writes} writes");
        let found = replayed.totals[column];
        let total = Instance::new(format!("total of {}", table.columns[column]))
            .with("printed", in_words(*claimed))
            .with("found", in_words(found))
            .must(*claimed == found);
        instances.push(total);
    }
    instances
}
