//! The tables of chapter 5 and Table A.2 of Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", as data.
//!
//! Cells are written as they are printed. Marks (a tick or a cross behind a contact or a CAS) are kept where the extracted text
//! has them and not used, for there they are unreliable: the same failed `ContactLeader` is marked now one way, now the
//! other. What a step did is taken from the values of its row and of the rows after it.
//!
//! `errata` lists the cells that the algorithm cannot produce, with what they should say. [`replay`] finds
//! them by itself; a test compares. [`Rows`] is a table as something to be judged.

pub mod replay;
mod rows;

pub use replay::Contacts;
pub use rows::{Cells, Rows};

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

/// The tables that show runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Run {
    /// Table 5.1.
    Table5_1,
    /// Table 5.2.
    Table5_2,
    /// Table 5.3.
    Table5_3,
    /// Table 5.4.
    Table5_4,
    /// Table 5.5.
    Table5_5,
    /// Table 5.6.
    Table5_6,
    /// Table 5.7.
    Table5_7,
    /// Table 5.10.
    Table5_10,
}

impl Run {
    /// All of them, in order.
    pub const ALL: [Run; 8] = [
        Run::Table5_1,
        Run::Table5_2,
        Run::Table5_3,
        Run::Table5_4,
        Run::Table5_5,
        Run::Table5_6,
        Run::Table5_7,
        Run::Table5_10,
    ];

    /// The table.
    pub fn table(self) -> Table {
        let text = match self {
            Run::Table5_1 => include_str!("printed/5.1.json"),
            Run::Table5_2 => include_str!("printed/5.2.json"),
            Run::Table5_3 => include_str!("printed/5.3.json"),
            Run::Table5_4 => include_str!("printed/5.4.json"),
            Run::Table5_5 => include_str!("printed/5.5.json"),
            Run::Table5_6 => include_str!("printed/5.6.json"),
            Run::Table5_7 => include_str!("printed/5.7.json"),
            Run::Table5_10 => include_str!("printed/5.10.json"),
        };
        serde_json::from_str(text).expect(PART_OF_THE_PROGRAM)
    }
}

const PART_OF_THE_PROGRAM: &str = "the data are part of the program";

/// Table A.2.
pub fn readings() -> Readings {
    serde_json::from_str(include_str!("printed/A.2.json")).expect(PART_OF_THE_PROGRAM)
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
