//! The ledger against the catalog: what no longer fits.

use super::{Key, Ledger};
use crate::verdict::Verdict;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;

/// What the catalog says about one possible record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Which record.
    pub key: Key,
    /// The verdict it should have, if the catalog says.
    pub verdict: Option<Verdict>,
    /// The content hash of the model as it stands.
    pub model_hash: String,
    /// Whether the ledger must have it; deep sizes and dropped assumptions may be left out.
    pub required: bool,
}

/// Something that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which record.
    #[serde(flatten)]
    pub key: Key,
    /// What is the matter.
    #[serde(flatten)]
    pub kind: FindingKind,
}

/// What is the matter with a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FindingKind {
    /// The catalog has this case and size, the ledger has no record of it.
    Missing,
    /// The model has changed since.
    Stale {
        /// The hash of the model that was judged.
        recorded: String,
        /// The hash of the model as it stands.
        current: String,
    },
    /// The ledger has a record of a case or size that the catalog does not list.
    Unknown,
    /// The verdict is not the one that the catalog expects.
    Changed {
        /// What the catalog expects.
        expected: Verdict,
        /// What was found.
        recorded: Verdict,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.key)?;
        match &self.kind {
            FindingKind::Missing => f.write_str("missing, never checked"),
            FindingKind::Stale { recorded, current } => write!(
                f,
                "stale, the model has changed since it was checked (then {recorded}, now {current})"
            ),
            FindingKind::Unknown => f.write_str("unknown, the catalog has no such case or size"),
            FindingKind::Changed { expected, recorded } => {
                write!(
                    f,
                    "changed, the ledger says {recorded}, the catalog {expected}"
                )
            }
        }
    }
}

/// Everything in which the ledger does not fit the catalog, in the order of the catalog; records that the catalog
/// does not know come last.
pub fn compare(ledger: &Ledger, catalog: &[Expected]) -> Vec<Finding> {
    let mut records: HashMap<Key, _> = ledger
        .records
        .iter()
        .map(|record| (record.key(), record))
        .collect();
    let mut findings = Vec::new();
    for expected in catalog {
        let mut found = |kind| {
            let key = expected.key.clone();
            findings.push(Finding { key, kind });
        };
        let Some(record) = records.remove(&expected.key) else {
            if expected.required {
                found(FindingKind::Missing);
            }
            continue;
        };
        if record.model_hash != expected.model_hash {
            found(FindingKind::Stale {
                recorded: record.model_hash.clone(),
                current: expected.model_hash.clone(),
            });
        }
        match expected.verdict {
            Some(verdict) if verdict != record.verdict => found(FindingKind::Changed {
                expected: verdict,
                recorded: record.verdict,
            }),
            _ => {}
        }
    }
    let unknown = ledger.records.iter().map(|record| record.key());
    let unknown = unknown.filter(|key| records.contains_key(key));
    findings.extend(unknown.map(|key| Finding {
        key,
        kind: FindingKind::Unknown,
    }));
    findings
}
