//! The tables of the thesis.

use crate::election::algorithm::Mutant;
use crate::election::tables::replay::replay;
use crate::election::tables::{Contacts, Run};

/// Row, column, what is printed, what the algorithm has.
type Wrong = (usize, String, String, String);

fn wrong(run: Run) -> Vec<Wrong> {
    let table = run.table();
    let mut all = Vec::new();
    for (index, row) in replay(&table, Contacts::AtAnyTime, None)
        .rows
        .iter()
        .enumerate()
    {
        for column in row.wrong() {
            let name = table.columns[column].clone();
            let (printed, found) = (row.printed[column].clone(), row.found[column].clone());
            all.push((index + 1, name, printed, found));
        }
    }
    all
}

#[test]
fn the_errata_are_what_the_replay_finds() {
    for run in Run::ALL {
        let listed = run.table().errata.into_iter();
        let listed: Vec<Wrong> = listed
            .map(|e| (e.row, e.column, e.printed, e.should_be))
            .collect();
        assert_eq!(wrong(run), listed, "{run:?}");
    }
}

#[test]
fn five_cells_of_four_tables_are_wrong() {
    let counts = Run::ALL.map(|run| (run, wrong(run).len()));
    let expected = [
        (Run::Table5_1, 0),
        (Run::Table5_2, 0),
        (Run::Table5_3, 1),
        (Run::Table5_4, 0),
        (Run::Table5_5, 0),
        (Run::Table5_6, 1),
        (Run::Table5_7, 1),
        (Run::Table5_10, 2),
    ];
    assert_eq!(counts, expected);
}

#[test]
fn every_table_is_well_formed() {
    for run in Run::ALL {
        let table = run.table();
        let number = table.table.replace('.', "_");
        assert_eq!(format!("Table{number}"), format!("{run:?}"));
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len(), "{run:?}: {row:?}");
        }
    }
}

#[test]
fn a_value_changed_by_one_is_found() {
    for run in Run::ALL {
        let right = run.table().corrected();
        let columns = right.columns.len();
        for row in 1..right.rows.len() {
            let mut changed = right.clone();
            let shm = &mut changed.rows[row][columns - 1];
            let digit = shm.pop().expect("a value");
            shm.push(if digit == '7' { '8' } else { '7' });
            let found = replay(&changed, Contacts::AtAnyTime, None);
            assert!(
                found.rows[row].wrong().any(|column| column == columns - 1),
                "{run:?}, row {}",
                row + 1
            );
        }
    }
}

#[test]
fn table_5_10_costs_more_than_the_bound_that_it_illustrates() {
    let four = Run::Table5_10.table();
    let totals = replay(&four, Contacts::AtAnyTime, None).totals;
    assert_eq!(totals, four.totals);
    let reads: u8 = totals.iter().map(|[reads, _]| reads).sum();
    assert_eq!(reads, 21, "6(n-1) is 18");
}

#[test]
fn in_table_5_1_two_nodes_lead_in_the_end_and_in_table_5_2_one() {
    let last = |run: Run, node: usize| {
        let rows = replay(&run.table(), Contacts::AtAnyTime, None).rows;
        rows.iter()
            .filter(|row| row.found[node] == "BecomeLeader()")
            .count()
    };
    assert_eq!([last(Run::Table5_1, 0), last(Run::Table5_1, 2)], [1, 1]);
    assert_eq!([last(Run::Table5_2, 0), last(Run::Table5_2, 2)], [0, 1]);
    assert_ne!(
        replay(
            &Run::Table5_2.table(),
            Contacts::AtAnyTime,
            Some(Mutant::IgnoreCounter)
        ),
        replay(&Run::Table5_2.table(), Contacts::AtAnyTime, None)
    );
}
