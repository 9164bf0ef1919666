//! The tables of the thesis.

use crate::election::algorithm::Mutant;
use crate::election::tables::replay::replay;
use crate::election::tables::{RUNS, table};

/// Row, column, what is printed, what the algorithm has.
type Wrong = (usize, String, String, String);

fn wrong(number: &str) -> Vec<Wrong> {
    let table = table(number);
    let mut all = Vec::new();
    for (index, row) in replay(&table, None).rows.iter().enumerate() {
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
    for number in RUNS {
        let listed = table(number).errata.into_iter();
        let listed: Vec<Wrong> = listed
            .map(|e| (e.row, e.column, e.printed, e.should_be))
            .collect();
        assert_eq!(wrong(number), listed, "Table {number}");
    }
}

#[test]
fn five_cells_of_four_tables_are_wrong() {
    let counts = RUNS.map(|number| (number, wrong(number).len()));
    let expected = [
        ("5.1", 0),
        ("5.2", 0),
        ("5.3", 1),
        ("5.4", 0),
        ("5.5", 0),
        ("5.6", 1),
        ("5.7", 1),
        ("5.10", 2),
    ];
    assert_eq!(counts, expected);
}

#[test]
fn every_table_is_well_formed() {
    for number in RUNS {
        let table = table(number);
        assert_eq!(table.table, number);
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len(), "Table {number}: {row:?}");
        }
    }
}

#[test]
fn a_value_changed_by_one_is_found() {
    for number in RUNS {
        let right = table(number).corrected();
        let columns = right.columns.len();
        for row in 1..right.rows.len() {
            let mut changed = right.clone();
            let shm = &mut changed.rows[row][columns - 1];
            let digit = shm.pop().expect("a value");
            shm.push(if digit == '7' { '8' } else { '7' });
            let found = replay(&changed, None);
            assert!(
                found.rows[row].wrong().any(|column| column == columns - 1),
                "Table {number}, row {}",
                row + 1
            );
        }
    }
}

#[test]
fn table_5_10_costs_more_than_the_bound_that_it_illustrates() {
    let four = table("5.10");
    let totals = replay(&four, None).totals;
    assert_eq!(totals, four.totals);
    let reads: u8 = totals.iter().map(|[reads, _]| reads).sum();
    assert_eq!(reads, 21, "6(n-1) is 18");
}

#[test]
fn in_table_5_1_two_nodes_lead_in_the_end_and_in_table_5_2_one() {
    let last = |number: &str, node: usize| {
        let rows = replay(&table(number), None).rows;
        rows.iter()
            .filter(|row| row.found[node] == "BecomeLeader()")
            .count()
    };
    assert_eq!([last("5.1", 0), last("5.1", 2)], [1, 1]);
    assert_eq!([last("5.2", 0), last("5.2", 2)], [0, 1]);
    assert_ne!(
        replay(&table("5.2"), Some(Mutant::IgnoreCounter)),
        replay(&table("5.2"), None)
    );
}
