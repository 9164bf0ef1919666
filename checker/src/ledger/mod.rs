//! The ledger: every verdict, with what it was found on.
//!
//! | where | what |
//! |---|---|
//! | this file | the records, and how new ones replace old ones |
//! | [`format`](mod@format) | `ledger.json`, written and strictly read |
//! | [`compare`](fn@compare) | what is missing, stale, unknown or changed |
//! | [`table`](mod@table) | the table of verdicts for the README |
//!
//! Repeated runs give the same file to the byte: only times differ between two runs of the same
//! search, and a record of which nothing else has changed keeps its old time.

mod compare;
pub mod format;
pub mod table;

pub use compare::{Expected, Finding, FindingKind, compare};
pub use format::{LedgerError, load, read, save, write};

use crate::audit::AuditResult;
use crate::trace::Origin;
use crate::verdict::{Judgement, Verdict};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The version of verdict that writes records now.
pub const VERDICT_VERSION: &str = env!("CARGO_PKG_VERSION");
/// The version of stateright that models and audits are built on.
pub const STATERIGHT_VERSION: &str = "0.31.0";

/// All records, in the order of the catalog, then of the sizes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// The records.
    pub records: Vec<Record>,
}

/// One verdict: a claim in one reading at one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// The claim's id.
    pub claim: String,
    /// The reading.
    pub variant: String,
    /// The size.
    pub parameters: BTreeMap<String, u64>,
    /// The verdict.
    pub verdict: Verdict,
    /// The names of the assumptions in force.
    pub assumptions: Vec<String>,
    /// The names of the assumptions that were dropped.
    pub dropped: Vec<String>,
    /// What the scheduler owes, in words; empty for safety.
    pub fairness: String,
    /// Distinct states.
    pub distinct_states: u64,
    /// States generated.
    pub total_states: u64,
    /// Steps to the deepest state.
    pub depth: u64,
    /// The largest number of successors of one state.
    pub branching: u64,
    /// Steps of the run that decides, if there is one.
    pub trace_steps: Option<u64>,
    /// Whether every reachable state was seen.
    pub exhausted: bool,
    /// What cut the search, if anything did.
    pub cut: Option<String>,
    /// What the audit came to.
    pub audit: AuditResult,
    /// Content hash over what defines the model.
    pub model_hash: String,
    /// The version of verdict that found this.
    pub verdict_version: String,
    /// The version of stateright below it.
    pub stateright_version: String,
    /// How long it took. The only field that differs between runs.
    pub seconds: f64,
}

/// What makes a record the one it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Key {
    /// The claim's id.
    pub claim: String,
    /// The reading.
    pub variant: String,
    /// The size.
    pub parameters: BTreeMap<String, u64>,
    /// The names of the assumptions that were dropped.
    pub dropped: Vec<String>,
}

impl std::fmt::Display for Key {
    /// `ring/unique-real as-meant (N = 3, k = 1; without no-loss)`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.claim, self.variant)?;
        let sizes: Vec<_> = self
            .parameters
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let mut remarks = vec![sizes.join(", ")];
        if !self.dropped.is_empty() {
            remarks.push(format!("without {}", self.dropped.join(", ")));
        }
        remarks.retain(|remark| !remark.is_empty());
        if remarks.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", remarks.join("; "))
    }
}

impl Record {
    /// The record of a judgement.
    pub fn new(
        origin: &Origin,
        fairness: &str,
        judgement: &Judgement,
        audit: AuditResult,
    ) -> Record {
        let counts = &judgement.counts;
        Record {
            claim: origin.claim.clone(),
            variant: origin.variant.clone(),
            parameters: origin.parameters.clone(),
            verdict: judgement.verdict,
            assumptions: origin.assumptions.clone(),
            dropped: origin.dropped.clone(),
            fairness: fairness.to_owned(),
            distinct_states: counts.distinct as u64,
            total_states: counts.total as u64,
            depth: counts.depth as u64,
            branching: counts.branching as u64,
            trace_steps: judgement.trace.as_ref().map(|t| t.steps.len() as u64),
            exhausted: judgement.exhausted(),
            cut: judgement.cut.as_ref().map(ToString::to_string),
            audit,
            model_hash: origin.model_hash.clone(),
            verdict_version: VERDICT_VERSION.to_owned(),
            stateright_version: STATERIGHT_VERSION.to_owned(),
            seconds: in_milliseconds(counts.seconds),
        }
    }

    /// What makes it this record.
    pub fn key(&self) -> Key {
        Key {
            claim: self.claim.clone(),
            variant: self.variant.clone(),
            parameters: self.parameters.clone(),
            dropped: self.dropped.clone(),
        }
    }

    fn without_time(&self) -> Record {
        Record {
            seconds: 0.0,
            ..self.clone()
        }
    }
}

/// Whole milliseconds: more would be noise, and short decimals are read back exactly.
fn in_milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// What an update did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// Records that are new, or differ from before in more than their time.
    pub changed: Vec<Key>,
    /// How many fresh records were as before.
    pub unchanged: usize,
    /// Records that were removed, because the catalog no longer has their case.
    pub removed: Vec<Key>,
    /// Fresh records that do not belong in a ledger: of a mutant, with further assumptions, or at a
    /// size that the catalog does not list.
    pub refused: Vec<Key>,
}

impl Ledger {
    /// The record with this key.
    pub fn get(&self, key: &Key) -> Option<&Record> {
        self.records.iter().find(|record| record.key() == *key)
    }

    /// The ledger with all times zero, for comparing two runs.
    pub fn without_times(&self) -> Ledger {
        Ledger {
            records: self.records.iter().map(Record::without_time).collect(),
        }
    }

    /// Puts fresh records in, in the order of the catalog; takes out those that the catalog does not know.
    pub fn update(&mut self, fresh: Vec<Record>, catalog: &[Expected]) -> Updated {
        let order: HashMap<&Key, usize> = catalog
            .iter()
            .enumerate()
            .map(|(place, expected)| (&expected.key, place))
            .collect();
        let mut updated = Updated::default();
        self.records.retain(|record| {
            let known = order.contains_key(&record.key());
            if !known {
                updated.removed.push(record.key());
            }
            known
        });
        for record in fresh {
            let key = record.key();
            let place = order.get(&key);
            if place.is_none_or(|place| catalog[*place].model_hash != record.model_hash) {
                updated.refused.push(key);
                continue;
            }
            match self.records.iter_mut().find(|old| old.key() == key) {
                Some(old) if old.without_time() == record.without_time() => updated.unchanged += 1,
                Some(old) => {
                    *old = record;
                    updated.changed.push(key);
                }
                None => {
                    self.records.push(record);
                    updated.changed.push(key);
                }
            }
        }
        self.records.sort_by_key(|record| order[&record.key()]);
        updated
    }
}
