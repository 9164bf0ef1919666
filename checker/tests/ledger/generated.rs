//! Records of every shape that a search can give.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::Record;
use verdict_checker::size::{Size, Value};
use verdict_checker::verdict::Verdict;

fn odd_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-zA-Z0-9 ,;-]{0,12}",
        1 => any::<String>(),
        1 => select(vec!["line\nbreak\r", "\"q\" \\ '", "<<<<<<< HEAD", "日本語 😀", "\u{0}\u{7f}"])
            .prop_map(String::from),
    ]
}

fn size() -> impl Strategy<Value = Size> {
    let value = prop_oneof![
        3 => (0_u64..12).prop_map(Value::Number),
        1 => any::<u64>().prop_map(Value::Number),
        1 => "[a-z][a-z0-9.-]{0,4}".prop_map(Value::Word),
    ];
    vec((select(vec!["N", "k", "pipeline"]), value), 0..3).prop_map(|values| {
        let values = values.into_iter();
        values
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    })
}

/// How a search ends: the verdict, whether at a run, whether everything was seen, whether something cut it.
const ENDS: [(Verdict, bool, bool, bool); 8] = [
    (Verdict::Holds, false, true, false),
    (Verdict::Holds, true, false, false),
    (Verdict::Holds, true, false, true),
    (Verdict::Refuted, false, true, false),
    (Verdict::Refuted, true, false, false),
    (Verdict::Refuted, true, true, false),
    (Verdict::Refuted, true, false, true),
    (Verdict::Bounded, false, false, true),
];

/// One record.
pub fn record() -> impl Strategy<Value = Record> {
    let key = (
        select(vec!["toy/one", "toy/two/part", "art/one", "to/y"]),
        select(vec!["as-meant", "as-printed"]),
        size(),
        vec(select(vec!["no-loss", "no-crash"]), 0..3),
    );
    let counts = (
        1_u64..1 << 40,
        0_u64..1 << 40,
        0_u64..40,
        1_u64..40,
        any::<bool>(),
    );
    let audit = select(vec![
        AuditResult::Passed,
        AuditResult::Vacuous,
        AuditResult::Partial,
        AuditResult::NotRun,
    ]);
    let texts = (odd_text(), vec(odd_text(), 0..3), odd_text(), "[0-9a-f]{4}");
    let end = (select(ENDS.to_vec()), option::of(odd_text()));
    (key, counts, end, audit, texts).prop_map(|(key, counts, end, audit, texts)| {
        let (claim, variant, parameters, dropped) = key;
        let (states, more, depth, branching, further) = counts;
        let ((verdict, run, exhausted, cut), why) = end;
        let (world, assumptions, fairness, hash) = texts;
        let depth = depth.min(states - 1);
        // Cycles are judged on all states.
        let reduced: &[&str] = match more % 4 {
            _ if !fairness.is_empty() => &[],
            1 => &["symmetry"],
            2 => &["silent"],
            3 => &["symmetry", "silent"],
            _ => &[],
        };
        Record {
            claim: claim.to_owned(),
            variant: variant.to_owned(),
            parameters,
            dropped: dropped.into_iter().map(str::to_owned).collect(),
            verdict,
            states,
            generated: states + branching + more,
            depth,
            branching,
            steps: run.then_some(depth + u64::from(further)),
            exhausted,
            cut: cut.then(|| why.unwrap_or_default()),
            reduced: reduced.iter().map(|by| (*by).to_owned()).collect(),
            measured: None,
            audit,
            world,
            assumptions,
            fairness,
            hash,
        }
    })
}

/// Some records, among them several of one run.
pub fn records() -> impl Strategy<Value = Vec<Record>> {
    vec(record(), 0..12)
}
