//! The tables of the paper, as printed.
//!
//! Slips in them: Table 2 says ∆min = 600 = 1.5 (∆op N), which is 900 for N = 150; and 600 is ∆op N. The
//! paper calls 10^6 ("106" in the extraction) the length of every simulation; see the claims for what the columns of N = 300 say.

/// A row: its label, and a figure for N = 300 and for N = 150, as the columns stand.
pub type Row = (u64, u64, u64);

/// Table 1: how many operations run at once under random access, and for how many time units.
pub const TABLE_1: [Row; 11] = [
    (1, 322_428, 360_945),
    (2, 258_358, 144_035),
    (3, 138_910, 38_048),
    (4, 55_138, 7_535),
    (5, 17_644, 1_292),
    (6, 4_670, 149),
    (7, 1_017, 8),
    (8, 172, 1),
    (9, 26, 0),
    (10, 3, 0),
    (11, 2, 0),
];

/// Table 3: how many operations run at once with the wandering token, and for how many time units.
pub const TABLE_3: [Row; 10] = [
    (1, 378_512, 661_678),
    (2, 80_719, 4_275),
    (3, 8_485, 19),
    (4, 616, 0),
    (5, 30, 0),
    (6, 0, 0),
    (7, 4, 0),
    (8, 0, 0),
    (9, 2, 0),
    (10, 2, 0),
];

/// Table 4: intervals between the operations of a component.
pub const TABLE_4: [Row; 9] = [
    (500, 64_785, 123_817),
    (1000, 41_289, 35_750),
    (1500, 17_251, 6_311),
    (2000, 3_029, 585),
    (2500, 134, 1),
    (3000, 3, 0),
    (3500, 3, 0),
    (4000, 2, 0),
    (4500, 1, 0),
];

/// Table 5: how long stabilisation takes after a loss, of 100 losses. The columns add up to 99 and 100.
pub const TABLE_5: [Row; 15] = [
    (10_000, 1, 39),
    (15_000, 2, 4),
    (20_000, 2, 13),
    (25_000, 3, 10),
    (30_000, 12, 10),
    (35_000, 12, 13),
    (40_000, 22, 7),
    (45_000, 8, 2),
    (50_000, 14, 2),
    (55_000, 7, 0),
    (60_000, 6, 0),
    (65_000, 6, 0),
    (70_000, 2, 0),
    (75_000, 1, 0),
    (80_000, 1, 0),
];

/// How many components: the columns of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Load {
    /// N = 150.
    Nominal,
    /// N = 300.
    Overload,
}

impl Load {
    /// The column of so many components, if the paper has one.
    pub fn of(components: u64) -> Option<Self> {
        match components {
            150 => Some(Load::Nominal),
            300 => Some(Load::Overload),
            _ => None,
        }
    }

    /// The figure of this column.
    pub fn figure(self, (_, overload, nominal): Row) -> u64 {
        match self {
            Load::Nominal => nominal,
            Load::Overload => overload,
        }
    }
}

/// A column: label and figure of each row.
pub fn column(table: &[Row], load: Load) -> Vec<(u64, u64)> {
    table.iter().map(|row| (row.0, load.figure(*row))).collect()
}
