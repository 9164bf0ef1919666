//! The tables of chapter 5 and Table A.2 of Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", as data.
//!
//! Cells are written as they are printed. Marks (a tick or a cross behind a contact or a CAS) are kept where the extracted text
//! has them and not used, for there they are unreliable: the same failed `ContactLeader` is marked now one way, now the
//! other. What a step did is taken from the values of its row and of the rows after it.
//!
//! `errata` lists the cells that the algorithm cannot produce, with what they should say. [`replay`] finds
//! them by itself; a test compares.

pub mod replay;

use serde::Deserialize;

/// A run, printed as a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its number.
    pub table: String,
    /// What is printed below it.
    pub caption: String,
    /// Which algorithm it shows.
    pub algorithm: u8,
    /// The nodes, and the shared memory.
    pub columns: Vec<String>,
    /// The cells, row by row, without the sequence number in front.
    pub rows: Vec<Vec<String>>,
    /// The reads and writes of each node, where they are given.
    #[serde(default)]
    pub totals: Vec<[u8; 2]>,
    /// The cells that are wrong.
    pub errata: Vec<Erratum>,
}

/// A cell that the algorithm cannot produce.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// The sequence number of the row.
    pub row: usize,
    /// The column.
    pub column: String,
    /// What is printed, without a mark.
    pub printed: String,
    /// What the algorithm does.
    pub should_be: String,
    /// Why.
    pub why: String,
}

/// Table A.2: reads of the shared memory per election, measured.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readings {
    /// Its number.
    pub table: String,
    /// What is printed below it.
    pub caption: String,
    /// The columns.
    pub cores: Vec<u32>,
    /// How the values were recovered from the extracted text.
    pub extraction: String,
    /// The last row, as printed.
    pub averages: Vec<String>,
    /// One row for each experiment.
    pub samples: Vec<Vec<u32>>,
}

/// The files, for content hashes and for reading.
pub const DATA: crate::catalog::Sources = &[
    (
        "../../traces/thesis/tables/5.1.json",
        include_str!("../../../../traces/thesis/tables/5.1.json"),
    ),
    (
        "../../traces/thesis/tables/5.2.json",
        include_str!("../../../../traces/thesis/tables/5.2.json"),
    ),
    (
        "../../traces/thesis/tables/5.3.json",
        include_str!("../../../../traces/thesis/tables/5.3.json"),
    ),
    (
        "../../traces/thesis/tables/5.4.json",
        include_str!("../../../../traces/thesis/tables/5.4.json"),
    ),
    (
        "../../traces/thesis/tables/5.5.json",
        include_str!("../../../../traces/thesis/tables/5.5.json"),
    ),
    (
        "../../traces/thesis/tables/5.6.json",
        include_str!("../../../../traces/thesis/tables/5.6.json"),
    ),
    (
        "../../traces/thesis/tables/5.7.json",
        include_str!("../../../../traces/thesis/tables/5.7.json"),
    ),
    (
        "../../traces/thesis/tables/5.10.json",
        include_str!("../../../../traces/thesis/tables/5.10.json"),
    ),
    (
        "../../traces/thesis/tables/A.2.json",
        include_str!("../../../../traces/thesis/tables/A.2.json"),
    ),
];

/// The numbers of the tables that show runs.
pub const RUNS: [&str; 8] = ["5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.10"];

fn text(number: &str) -> &'static str {
    let file = format!("/{number}.json");
    let found = DATA.iter().find(|(path, _)| path.ends_with(&file));
    found.map(|(_, text)| *text).expect("a table of the list")
}

/// A table that shows a run.
///
/// # Panics
///
/// If the number is not in [`RUNS`].
pub fn table(number: &str) -> Table {
    serde_json::from_str(text(number)).expect("the data are part of the program")
}

/// Table A.2.
pub fn readings() -> Readings {
    serde_json::from_str(text("A.2")).expect("the data are part of the program")
}

impl Table {
    /// The table with its errata put right.
    pub fn corrected(mut self) -> Self {
        for Erratum {
            row,
            column,
            should_be,
            ..
        } in &self.errata
        {
            let column = self.columns.iter().position(|name| name == column);
            let column = column.expect("an erratum names a column");
            self.rows[row - 1][column].clone_from(should_be);
        }
        self.errata.clear();
        self
    }

    /// A cell without its mark.
    fn cell(&self, row: usize, column: usize) -> &str {
        let text = &self.rows[row][column];
        text.trim_end_matches(['✓', '✗']).trim_end()
    }
}
