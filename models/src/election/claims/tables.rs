//! The tables of chapter 5 that show runs, row by row.

use super::*;
use crate::election::tables::replay::{Row, replay};
use crate::election::tables::{self, Table, table};
use verdict_checker::domain::{Domain, Instance};

const REPLAY: Sources = &[
    ("election/tables/mod.rs", include_str!("../tables/mod.rs")),
    (
        "election/tables/replay.rs",
        include_str!("../tables/replay.rs"),
    ),
    ("election/algorithm.rs", include_str!("../algorithm.rs")),
    ("election/memory.rs", include_str!("../memory.rs")),
    (
        "../../election/src/access.rs",
        include_str!("../../../../election/src/access.rs"),
    ),
    (
        "../../election/src/procedure.rs",
        include_str!("../../../../election/src/procedure.rs"),
    ),
];

/// The rows of a table, and its totals where it has them.
fn rows(table: &Table, mutant: Option<Mutant>) -> Vec<Instance> {
    let replayed = replay(table, mutant);
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

/// A table, as printed or put right.
fn judged(
    setup: &Setup,
    number: &'static str,
    put_right: fn(Table) -> Table,
) -> Result<Box<dyn Judge>, SetupError> {
    let mutant = setup.mutant.as_deref().and_then(Mutant::named);
    let list = move || rows(&put_right(table(number)), mutant);
    let what = format!("the rows of Table {number}, in order");
    Ok(Domain::in_order(what, list).subject(setup.origin("")))
}

fn as_printed(setup: &Setup, number: &'static str) -> Result<Box<dyn Judge>, SetupError> {
    judged(setup, number, |table| table)
}

fn corrected(setup: &Setup, number: &'static str) -> Result<Box<dyn Judge>, SetupError> {
    judged(setup, number, Table::corrected)
}

const PRINTED: Case = Case {
    variant: "as-printed",
    expected: Holds,
    parameters: &[],
    sizes: &[&[]],
    sources: &[REPLAY, tables::DATA],
    ..BASE
};

const WRONG: Case = Case {
    expected: Refuted,
    ..PRINTED
};

const CORRECTED: Case = Case {
    variant: "corrected",
    kills: &["skip-update", "ignore-counter"],
    ..PRINTED
};

/// Every case about a table.
pub const CASES: &[Case] = &[
    Case {
        claim: "thesis/table-5.1",
        reading: "every value of Table 5.1, under Algorithm 6",
        kills: &["skip-update", "lead-anyway"],
        build: build!(|setup| as_printed(setup, "5.1")),
        ..PRINTED
    },
    Case {
        claim: "thesis/table-5.2",
        reading: "every value of Table 5.2, under Algorithm 7",
        kills: &["skip-update", "ignore-counter"],
        build: build!(|setup| as_printed(setup, "5.2")),
        ..PRINTED
    },
    Case {
        claim: "thesis/table-5.3",
        reading: "every value of Table 5.3: shm.cnt is 1 in row 2 already, before the CAS that raises it",
        build: build!(|setup| as_printed(setup, "5.3")),
        ..WRONG
    },
    Case {
        claim: "thesis/table-5.3",
        reading: "Table 5.3 with shm.cnt:0 in row 2",
        build: build!(|setup| corrected(setup, "5.3")),
        ..CORRECTED
    },
    Case {
        claim: "thesis/table-5.4",
        reading: "every value of Table 5.4, under Algorithm 7",
        kills: &["skip-update", "ignore-counter", "lead-anyway"],
        build: build!(|setup| as_printed(setup, "5.4")),
        ..PRINTED
    },
    Case {
        claim: "thesis/table-5.5",
        reading: "every value of Table 5.5, under Algorithm 7",
        kills: &["skip-update", "ignore-counter", "lead-anyway"],
        build: build!(|setup| as_printed(setup, "5.5")),
        ..PRINTED
    },
    Case {
        claim: "thesis/table-5.6",
        reading: "every value of Table 5.6: shm.cnt is 1 in row 2 already, before the CAS that raises it",
        build: build!(|setup| as_printed(setup, "5.6")),
        ..WRONG
    },
    Case {
        claim: "thesis/table-5.6",
        reading: "Table 5.6 with shm.cnt:0 in row 2",
        build: build!(|setup| corrected(setup, "5.6")),
        ..CORRECTED
    },
    Case {
        claim: "thesis/table-5.7",
        reading: "every value of Table 5.7: shm.cnt is 1 in row 2 already, before the CAS that raises it",
        build: build!(|setup| as_printed(setup, "5.7")),
        ..WRONG
    },
    Case {
        claim: "thesis/table-5.7",
        reading: "Table 5.7 with shm.cnt:0 in row 2",
        build: build!(|setup| corrected(setup, "5.7")),
        ..CORRECTED
    },
    Case {
        claim: "thesis/table-5.10",
        reading: "every value of Table 5.10 and its totals: in row 6 node 2 contacts the leader of node 1, in row 8 node 4 \
                  contacts leader 0 although it has read leader 1 in row 7",
        build: build!(|setup| as_printed(setup, "5.10")),
        ..WRONG
    },
    Case {
        claim: "thesis/table-5.10",
        reading: "Table 5.10 with n2.lid in row 6 and n4.lid:1 in row 8; its totals, 21 reads and 3 writes, are more than 6(n-1) \
                  reads",
        build: build!(|setup| corrected(setup, "5.10")),
        ..CORRECTED
    },
];
