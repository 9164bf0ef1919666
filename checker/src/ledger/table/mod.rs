//! The verdicts as tables in Markdown, in the order of the catalog.
//!
//! | where | what |
//! |---|---|
//! | [`summary()`] | one table with a row for each source, for the README |
//! | [`table()`] | all verdicts, and what becomes of them without each assumption |
//! | [`verdicts`] | the verdicts alone, where the assumptions have pages of their own |
//! | [`assumptions()`] | claims by assumptions at a glance |
//! | [`assumptions_of`] | the page of one source: what becomes of each claim without each assumption and each pair |
//! | [`put_into`] | the place of a table in a document |

mod assumptions;
mod document;
mod summary;
mod verdicts;

pub use assumptions::{assumptions, assumptions_of};
pub use document::{BEGIN, END, MarkerError, put_into};
pub use summary::summary;
pub use verdicts::{table, verdicts};

use super::{Ledger, Record};
use crate::audit::AuditResult;
use crate::size::{Size, Value};

/// The claims of one source, in the order of the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The first segment of the ids of its claims.
    pub key: String,
    /// What the source is called.
    pub title: String,
    /// Its claims.
    pub claims: Vec<Listed>,
    /// What the assumptions of its readings mean: each name once, in the order of the catalog.
    pub assumptions: Vec<(String, String)>,
}

/// A claim with its readings, in the order of the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The claim's id.
    pub claim: String,
    /// The names of its readings.
    pub readings: Vec<String>,
}

/// A reading with its records.
struct Reading<'a> {
    claim: &'a str,
    variant: &'a str,
    /// Under its own assumptions, by size.
    records: &'a [Record],
    /// Without some of its assumptions.
    dropped: &'a [Record],
}

impl Reading<'_> {
    fn is_vacuous(&self) -> bool {
        let vacuous = |record: &Record| record.audit == AuditResult::Vacuous;
        self.records.iter().any(vacuous)
    }
}

/// The readings of a chapter of which the ledger has records.
fn readings<'a>(ledger: &'a Ledger, chapter: &'a Chapter) -> Vec<Reading<'a>> {
    let all = chapter.claims.iter().flat_map(|listed| {
        let variants = listed.readings.iter();
        variants.map(|variant| (listed.claim.as_str(), variant.as_str()))
    });
    all.map(|(claim, variant)| {
        let records = ledger.of_reading(claim, variant);
        let (records, dropped) =
            records.split_at(records.partition_point(|record| record.dropped.is_empty()));
        Reading {
            claim,
            variant,
            records,
            dropped,
        }
    })
    .filter(|reading| !reading.records.is_empty() || !reading.dropped.is_empty())
    .collect()
}

/// Text that does not end the cell it stands in.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// What stands in a cell about which there is nothing to say.
const NOTHING: &str = "—";

/// `1 step`, `7 steps`.
fn in_steps(steps: u64) -> String {
    match steps {
        1 => "1 step".to_owned(),
        steps => format!("{} steps", grouped(steps)),
    }
}

/// `1,234,567`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The record whose search came across the most states, or that was measured over the most seeds; the first of them, if there are several.
fn largest(records: &[Record]) -> Option<&Record> {
    // The last of equals counts as the largest, so they are asked in reverse.
    let seeds = |record: &Record| record.measured.as_ref().map_or(0, |m| m.seeds);
    let records = records.iter().rev();
    records.max_by_key(|record| (record.states, seeds(record)))
}

/// Whether no parameter of a size is larger than in another. Words are neither larger nor smaller.
fn is_within(size: &Size, other: &Size) -> bool {
    size.iter()
        .all(|(name, value)| match (value, other.value(name)) {
            (Value::Number(value), Some(Value::Number(limit))) => value <= limit,
            (value, limit) => Some(value) == limit,
        })
}
