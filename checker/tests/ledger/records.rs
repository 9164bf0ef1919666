//! A small ledger to work on.

use std::path::Path;
use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::{Expected, Ledger, Record, files};
use verdict_checker::search::{Counts, Cut};
use verdict_checker::size::{Size, Value};
use verdict_checker::trace::{Origin, Step, Trace};
use verdict_checker::verdict::{Judgement, Verdict};

pub fn size(values: &[(&str, u64)]) -> Size {
    let values = values.iter();
    values
        .map(|(name, value)| ((*name).to_owned(), Value::Number(*value)))
        .collect()
}

/// Where a record of the toy claims comes from.
pub fn origin(claim: &str, variant: &str, nodes: u64) -> Origin {
    Origin {
        claim: claim.to_owned(),
        variant: variant.to_owned(),
        size: size(&[("N", nodes), ("k", 1)]),
        world: "reliable; asynchronous".to_owned(),
        assumptions: vec!["no-loss".to_owned()],
        ..Origin::default()
    }
}

pub fn without(dropped: &str, origin: Origin) -> Origin {
    Origin {
        dropped: vec![dropped.to_owned()],
        assumptions: Vec::new(),
        ..origin
    }
}

/// A judgement; one with steps ended at a run.
pub fn judgement(verdict: Verdict, distinct: usize, steps: Option<usize>) -> Judgement {
    let trace = steps.map(|steps| Trace {
        origin: Origin::default(),
        lanes: Vec::new(),
        states: vec![serde_json::Map::new(); steps + 1],
        steps: vec![Step::default(); steps],
        loop_start: None,
    });
    Judgement {
        verdict,
        counts: Counts {
            distinct,
            total: 3 * distinct,
            depth: steps.unwrap_or(12),
            branching: 4,
            bytes: 1 << 20,
            seconds: 0.123_456,
        },
        cut: (verdict == Verdict::Bounded).then_some(Cut::States(distinct)),
        trace,
        broken: Vec::new(),
        complaint: None,
        measurement: None,
        reduced: None,
        remarks: Vec::new(),
    }
}

/// The record of a judgement that was not audited; its hash tells what it is about.
pub fn judged(origin: &Origin, fairness: &str, judgement: &Judgement) -> Record {
    let hash = format!("{} {} {}", origin.claim, origin.variant, origin.size);
    Record::new(origin, fairness, judgement, AuditResult::NotRun, hash)
}

/// A record that holds.
pub fn record(claim: &str, variant: &str, nodes: u64) -> Record {
    let judgement = judgement(Verdict::Holds, 99 * nodes as usize, None);
    Record {
        audit: AuditResult::Passed,
        ..judged(&origin(claim, variant, nodes), "", &judgement)
    }
}

/// Of two sources: two sizes that hold, one refuted, one cut, two without an assumption.
pub fn ledger() -> Ledger {
    let refuted = judgement(Verdict::Refuted, 1_234_567, Some(7));
    let bounded = judgement(Verdict::Bounded, 50_000, None);
    let soon = judgement(Verdict::Refuted, 20, Some(1));
    let fair = "weak, for every delivery";
    let dropped = |nodes| without("no-loss", origin("toy/two", "as-meant", nodes));
    Ledger::from_iter([
        record("toy/one", "as-meant", 9),
        record("toy/one", "as-meant", 10),
        judged(&origin("toy/one", "as-printed", 3), fair, &refuted),
        judged(&origin("toy/two", "as-meant", 9), "", &bounded),
        judged(&dropped(3), "", &judgement(Verdict::Holds, 30, None)),
        judged(&dropped(9), "", &soon),
        record("art/one", "as-meant", 2),
    ])
}

/// A catalog that this ledger fits.
pub fn catalog(ledger: &Ledger) -> Vec<Expected> {
    let entry = |record: &Record| Expected {
        key: record.key(),
        verdict: Some(match record.dropped.is_empty() {
            true => record.verdict,
            false => Verdict::Refuted,
        }),
        hash: record.hash.clone(),
        required: record.parameters != size(&[("N", 10), ("k", 1)]),
    };
    ledger.records().iter().map(entry).collect()
}

/// Puts the files of a ledger into a folder.
pub fn save(folder: &Path, ledger: &Ledger) {
    std::fs::create_dir_all(folder).expect("a writable folder");
    for (name, text) in files(ledger) {
        std::fs::write(folder.join(name), text).expect("a writable folder");
    }
}
