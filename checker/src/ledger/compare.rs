//! The ledger against the catalog: what no longer fits.

use super::{Key, Ledger};
use crate::audit::AuditResult;
use crate::size::Size;
use crate::verdict::{Verdict, together};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;

/// What the catalog says about one possible record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Which record.
    pub key: Key,
    /// The verdict it should have, if the catalog says so. Without an assumption, what all sizes should come to together: a claim may
    /// well survive at the smallest.
    pub verdict: Option<Verdict>,
    /// The content hash of whatever decides the verdict, as it stands.
    pub hash: String,
    /// Whether the ledger must have it; larger sizes may be left out.
    pub required: bool,
}

/// Something that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which record; without a size, all sizes together.
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
        /// The hash of what was judged.
        recorded: String,
        /// The hash of what stands there now.
        current: String,
    },
    /// The ledger has a record of a case or size that the catalog does not list.
    Unknown,
    /// The audit found that the success could not have failed.
    Vacuous,
    /// The record speaks of another world than the model has now, although nothing that decides has changed.
    Altered {
        /// Which field.
        field: &'static str,
        /// What the record says.
        recorded: String,
        /// What the model says.
        current: String,
    },
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
            FindingKind::Vacuous => f.write_str("vacuous, a success that could not have failed"),
            FindingKind::Altered {
                field,
                recorded,
                current,
            } => write!(
                f,
                "altered, its {field} is {recorded:?} in the ledger and {current:?} in the model"
            ),
            FindingKind::Unknown => f.write_str("unknown, the catalog has no such case or size"),
            FindingKind::Changed { expected, recorded } => write!(
                f,
                "changed, the ledger says {recorded}, the catalog {expected}"
            ),
        }
    }
}

/// Everything in which the ledger does not fit the catalog, in the order of the catalog; records that the catalog does not know
/// come last.
pub fn compare(ledger: &Ledger, catalog: &[Expected]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for question in catalog.chunk_by(same_question) {
        let mut settled = false;
        for expected in question {
            let record = ledger.get(&expected.key);
            let needless = settled && record.is_none();
            findings.extend(difference(ledger, expected).filter(|_| !needless));
            if record.is_some_and(|record| record.audit == AuditResult::Vacuous) {
                findings.push(Finding {
                    key: expected.key.clone(),
                    kind: FindingKind::Vacuous,
                });
            }
            // Once a size is refuted without an assumption, the larger ones need not be looked at.
            let is_refuted = record.is_some_and(|record| record.verdict == Verdict::Refuted);
            settled |= is_refuted && !expected.key.dropped.is_empty();
        }
        findings.extend(change(ledger, question));
    }
    let known: HashSet<&Key> = catalog.iter().map(|expected| &expected.key).collect();
    let keys = ledger.records().iter().map(|record| record.key());
    findings.extend(keys.filter(|key| !known.contains(key)).map(|key| Finding {
        key,
        kind: FindingKind::Unknown,
    }));
    findings
}

/// Whether one verdict is expected of both together.
fn same_question(one: &Expected, other: &Expected) -> bool {
    let (one, other) = (&one.key, &other.key);
    !one.dropped.is_empty()
        && one.dropped == other.dropped
        && (&one.claim, &one.variant) == (&other.claim, &other.variant)
}

/// A record that is not there, or was found on another model.
fn difference(ledger: &Ledger, expected: &Expected) -> Option<Finding> {
    let kind = match ledger.get(&expected.key) {
        None if expected.required => FindingKind::Missing,
        Some(record) if record.hash != expected.hash => FindingKind::Stale {
            recorded: record.hash.clone(),
            current: expected.hash.clone(),
        },
        None | Some(_) => return None,
    };
    let key = expected.key.clone();
    Some(Finding { key, kind })
}

/// Another verdict than the catalog expects of these together.
fn change(ledger: &Ledger, question: &[Expected]) -> Option<Finding> {
    let [first, ..] = question else { return None };
    let wanted = first.verdict?;
    let recorded = question
        .iter()
        .map(|expected| ledger.get(&expected.key).map(|record| record.verdict));
    let complete = recorded.clone().all(|verdict| verdict.is_some());
    let recorded = together(recorded.flatten());
    // What is still missing may change everything but a failure.
    if recorded == wanted || (!complete && !recorded.is_failure()) {
        return None;
    }
    let mut key = first.key.clone();
    if question.len() > 1 {
        key.parameters = Size::default();
    }
    let kind = FindingKind::Changed {
        expected: wanted,
        recorded,
    };
    Some(Finding { key, kind })
}
