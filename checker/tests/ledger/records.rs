//! A small ledger to work on.

use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::{Expected, Ledger, Record};
use verdict_checker::search::{Counts, Cut};
use verdict_checker::trace::{Origin, Step, Trace};
use verdict_checker::verdict::{Judgement, Verdict};

/// Where a record of the toy claims comes from.
pub fn origin(claim: &str, variant: &str, nodes: u64) -> Origin {
    Origin {
        claim: claim.to_owned(),
        variant: variant.to_owned(),
        parameters: [("N".to_owned(), nodes), ("k".to_owned(), 1)].into(),
        assumptions: vec!["no-loss".to_owned()],
        model_hash: format!("{claim} {variant} {nodes}"),
        ..Origin::default()
    }
}

/// A judgement; refuted ones have a run of `steps`.
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
            depth: 12,
            branching: 4,
            bytes: 1 << 20,
            seconds: 0.123_456,
        },
        cut: (verdict == Verdict::Bounded).then_some(Cut::States(distinct)),
        trace,
        broken: Vec::new(),
        complaint: None,
    }
}

pub fn record(claim: &str, variant: &str, nodes: u64) -> Record {
    let judgement = judgement(Verdict::Holds, 99 * nodes as usize, None);
    let origin = origin(claim, variant, nodes);
    Record::new(&origin, "", &judgement, AuditResult::Passed)
}

/// Two sizes that hold, one refuted, one cut, one without an assumption.
pub fn ledger() -> Ledger {
    let refuted = Record::new(
        &origin("toy/one", "as-printed", 3),
        "weak, for every delivery",
        &judgement(Verdict::Refuted, 1_234_567, Some(7)),
        AuditResult::NotRun,
    );
    let bounded = Record::new(
        &origin("toy/two", "as-meant", 9),
        "",
        &judgement(Verdict::Bounded, 50_000, None),
        AuditResult::NotRun,
    );
    let dropped = Origin {
        dropped: vec!["no-loss".to_owned()],
        assumptions: Vec::new(),
        ..origin("toy/two", "as-meant", 9)
    };
    let dropped = Record::new(
        &dropped,
        "",
        &judgement(Verdict::Refuted, 20, Some(1)),
        AuditResult::NotRun,
    );
    Ledger {
        records: vec![
            record("toy/one", "as-meant", 3),
            record("toy/one", "as-meant", 4),
            refuted,
            bounded,
            dropped,
        ],
    }
}

/// A catalog that this ledger fits.
pub fn catalog(ledger: &Ledger) -> Vec<Expected> {
    let entry = |record: &Record| Expected {
        key: record.key(),
        verdict: Some(record.verdict),
        model_hash: record.model_hash.clone(),
        required: record.dropped.is_empty(),
    };
    ledger.records.iter().map(entry).collect()
}
