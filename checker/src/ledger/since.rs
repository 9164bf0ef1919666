//! What became of verdicts: one ledger against an earlier one.

use super::{Key, Ledger, Record};
use serde::Serialize;
use std::fmt;

/// What became of one verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Which record.
    #[serde(flatten)]
    pub key: Key,
    /// What became of it.
    #[serde(flatten)]
    pub kind: ChangeKind,
}

/// What can become of a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ChangeKind {
    /// There was none.
    New {
        /// What was found.
        now: Found,
    },
    /// It is no longer there.
    Gone {
        /// What was found then.
        then: Found,
    },
    /// Something else was found, and what decides it has changed.
    Changed {
        /// What was found then.
        then: Found,
        /// What was found now.
        now: Found,
    },
    /// Something else was found, although nothing that decides it has changed: one of the two is not what a check finds.
    Contradicted {
        /// What was found then.
        then: Found,
        /// What was found now.
        now: Found,
    },
}

/// What a check found, as far as it can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The verdict.
    pub verdict: crate::verdict::Verdict,
    /// Distinct states.
    pub states: u64,
    /// Steps to the deepest state.
    pub depth: u64,
    /// Steps of the run that decides.
    pub steps: Option<u64>,
}

impl Found {
    fn of(record: &Record) -> Self {
        Found {
            verdict: record.verdict,
            states: record.states,
            depth: record.depth,
            steps: record.steps,
        }
    }
}

impl Found {
    /// `7 steps, 419 states, depth 7`
    fn counts(&self) -> String {
        let steps = self.steps.map(|steps| format!("{steps} steps, "));
        let steps = steps.unwrap_or_default();
        format!("{steps}{} states, depth {}", self.states, self.depth)
    }
}

impl fmt::Display for Found {
    /// `refuted (7 steps, 419 states, depth 7)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        match self.verdict.is_measured() {
            true => Ok(()),
            false => write!(f, " ({})", self.counts()),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = &self.key;
        match &self.kind {
            ChangeKind::New { now } => write!(f, "{key}: new, {now}"),
            ChangeKind::Gone { then } => write!(f, "{key}: gone, it was {then}"),
            ChangeKind::Changed { then, now } if then.verdict == now.verdict => {
                let (was, is) = (then.counts(), now.counts());
                write!(
                    f,
                    "{key}: still {}, in another space: {was} then, {is} now",
                    now.verdict
                )
            }
            ChangeKind::Changed { then, now } => write!(f, "{key}: was {then}, is {now}"),
            ChangeKind::Contradicted { then, now } => write!(
                f,
                "{key}: was {then}, is {now}, although nothing that decides it has changed"
            ),
        }
    }
}

/// What became of each verdict, in the order of the records; what is as it was is not listed. What is no longer there is
/// listed last.
pub fn since(then: &Ledger, now: &Ledger) -> Vec<Change> {
    let mut changes = Vec::new();
    for record in now.records() {
        let key = record.key();
        let found = Found::of(record);
        let kind = match then.get(&key) {
            None => ChangeKind::New { now: found },
            Some(before) if same_evidence(before, record) => continue,
            Some(before) => {
                let (then, now) = (Found::of(before), found);
                if before.hash == record.hash {
                    ChangeKind::Contradicted { then, now }
                } else if then == now {
                    continue;
                } else {
                    ChangeKind::Changed { then, now }
                }
            }
        };
        changes.push(Change { key, kind });
    }
    let gone = then.records().iter().filter_map(|record| {
        let key = record.key();
        let then = Found::of(record);
        let kind = ChangeKind::Gone { then };
        now.get(&key).is_none().then_some(Change { key, kind })
    });
    changes.extend(gone);
    changes
}

/// Whether two records of one run tell the same of the search. A run that was not audited now says nothing about an audit then.
fn same_evidence(one: &Record, other: &Record) -> bool {
    let evidence = |record: &Record| {
        let Record {
            verdict,
            states,
            generated,
            depth,
            branching,
            steps,
            exhausted,
            ..
        } = *record;
        (
            verdict,
            [states, generated, depth, branching],
            steps,
            exhausted,
        )
    };
    let reduced = one.reduced != other.reduced;
    if reduced {
        // What was stored is not what there is: only the word and the run can be compared.
        return (one.verdict, one.steps) == (other.verdict, other.steps);
    }
    evidence(one) == evidence(other)
        && (&one.cut, &one.measured, &one.world) == (&other.cut, &other.measured, &other.world)
}
