//! The ledger: every verdict, with what it was found on.
//!
//! | where | what |
//! |---|---|
//! | this file | the records, and how new ones replace old ones |
//! | [`record`](Record) | one verdict, and what makes it believable |
//! | `line` | a record as a line with its sum |
//! | [`folder`](load) | one file for each source: strictly read, salvaged, updated by one process at a time |
//! | [`compare`](fn@compare) | what is missing, stale, unknown or changed |
//! | [`since`](fn@since) | what became of the verdicts of an earlier ledger |
//! | [`table`](mod@table) | the tables of verdicts for the documents |
//!
//! A ledger is made to be read in a diff and merged by git: one line for each run, sorted, and nothing in it that another machine or
//! another day would change. The same records give the same bytes.

mod compare;
mod error;
mod folder;
mod line;
mod record;
mod since;
pub mod table;

pub use compare::{Expected, Finding, FindingKind, compare};
pub use error::{Flaw, FlawKind, LedgerError};
pub use folder::{Salvaged, expect_place, files, load, salvage, update};
pub use record::{Key, Record};
pub use since::{Change, ChangeKind, Found, since};

use crate::size::Size;

/// All records, each run once, sorted by claim, reading, dropped assumptions and size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    records: Vec<Record>,
}

/// What an update did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// Records that are new, or not as before.
    pub changed: Vec<Key>,
    /// How many fresh records were as before.
    pub unchanged: usize,
    /// Records that were removed, because the catalog no longer has their case or size.
    pub removed: Vec<Key>,
    /// Fresh records that do not belong in a ledger: of a mutant, with further assumptions, at a size that the catalog does not
    /// list, or of a model without a state.
    pub refused: Vec<Key>,
    /// Lines that were dropped, because they could not be believed.
    pub lost: Vec<Flaw>,
}

impl Ledger {
    /// The records, sorted.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The record with this key.
    pub fn get(&self, key: &Key) -> Option<&Record> {
        let place = (&*key.claim, &*key.variant, &*key.dropped, &key.parameters);
        self.find(place).ok().map(|at| &self.records[at])
    }

    /// The records of a reading: first at all sizes under its own assumptions, then without each of them.
    pub fn of_reading(&self, claim: &str, variant: &str) -> &[Record] {
        let reading = |record: &Record| (&*record.claim, &*record.variant).cmp(&(claim, variant));
        let start = self.records.partition_point(|r| reading(r).is_lt());
        let rest = &self.records[start..];
        &rest[..rest.partition_point(|r| reading(r).is_eq())]
    }

    fn find(&self, place: (&str, &str, &[String], &Size)) -> Result<usize, usize> {
        self.records
            .binary_search_by(|record| record.place().cmp(&place))
    }

    /// Puts a record in; answers with the one that it replaces.
    pub fn put(&mut self, record: Record) -> Option<Record> {
        match self.find(record.place()) {
            Ok(at) => Some(std::mem::replace(&mut self.records[at], record)),
            Err(at) => {
                self.records.insert(at, record);
                None
            }
        }
    }

    /// Puts fresh records in, and takes out those that the catalog does not know.
    pub fn update(
        &mut self,
        fresh: impl IntoIterator<Item = Record>,
        catalog: &impl Catalogued,
    ) -> Updated {
        let mut updated = Updated::default();
        self.records.retain(|record| {
            let key = record.key();
            let known = catalog.hash_of(&key).is_some();
            if !known {
                updated.removed.push(key);
            }
            known
        });
        for record in fresh {
            let key = record.key();
            let current = catalog.hash_of(&key);
            if current.as_ref() != Some(&record.hash) || record.contradiction().is_some() {
                updated.refused.push(key);
            } else if self.get(&key) == Some(&record) {
                updated.unchanged += 1;
            } else {
                self.put(record);
                updated.changed.push(key);
            }
        }
        updated
    }
}

/// Of two records of the same run, the later one counts.
impl FromIterator<Record> for Ledger {
    fn from_iter<I: IntoIterator<Item = Record>>(records: I) -> Self {
        let mut ledger = Ledger::default();
        for record in records {
            ledger.put(record);
        }
        ledger
    }
}

/// Which runs have a place in a ledger.
pub trait Catalogued {
    /// The content hash of whatever decides this run, as it stands; `None` if it has no place.
    fn hash_of(&self, key: &Key) -> Option<String>;
}

impl Catalogued for Vec<Expected> {
    fn hash_of(&self, key: &Key) -> Option<String> {
        let found = self.iter().find(|expected| expected.key == *key);
        found.map(|expected| expected.hash.clone())
    }
}
