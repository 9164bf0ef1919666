//! The ledger of the real catalog.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::ledger::table::{summary, table};
use verdict_checker::ledger::{FindingKind, Ledger, Record, compare, files};
use verdict_checker::search::Limits;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| verdict_models::catalog().expect("a sound catalog"));

static SMALLEST: LazyLock<Ledger> = LazyLock::new(smallest);

fn judged(case: &Case, setup: &Setup) -> Record {
    let subject = case.subject(setup).expect("a size of its own");
    let judgement = subject.judge(Limits::default(), &|_| {});
    Record::new(
        subject.origin(),
        &case.fairness(),
        &judgement,
        AuditResult::NotRun,
        CATALOG.hash(case, setup),
    )
}

/// A reading of each claim at its smallest size; `verdict check` and `verdict ledger` go through all of them.
fn smallest() -> Ledger {
    let records = one_of_each_claim().map(|case| judged(case, &Setup::of(case.smallest())));
    let mut ledger = Ledger::default();
    let updated = ledger.update(records, &CATALOG.expected());
    assert_eq!(updated.refused, []);
    ledger
}

fn one_of_each_claim() -> impl Iterator<Item = &'static Case> {
    CATALOG.claims().iter().map(|claim| &claim.cases[0])
}

#[test]
fn each_setup_is_expected_once() {
    let expected = CATALOG.expected();
    let keys: BTreeSet<_> = expected.iter().map(|entry| &entry.key).collect();
    assert_eq!(keys.len(), expected.len());
    let find = |case: &Case, setup: &Setup| {
        let found = expected.iter().find(|entry| {
            (&*entry.key.claim, &*entry.key.variant) == (case.claim, case.variant)
                && entry.key.parameters == setup.size
                && entry.key.dropped == setup.without
        });
        let found = found.expect("every size of every case");
        assert!(found.required, "{}", found.key);
        assert_eq!(found.hash, CATALOG.hash(case, setup), "{}", found.key);
        found.verdict
    };
    for case in CATALOG.cases() {
        for size in case.default_sizes() {
            let plain = Setup::of(size);
            assert_eq!(find(case, &plain), Some(case.expected));
            for (name, verdict) in &case.without {
                let without = vec![(*name).to_owned()];
                let dropped = Setup {
                    without,
                    ..plain.clone()
                };
                assert_eq!(find(case, &dropped), Some(*verdict));
            }
        }
    }
}

#[test]
fn two_runs_write_the_same_files_and_only_what_was_not_run_is_missing() {
    let mut ledger = SMALLEST.clone();
    let (first, again) = (files(&ledger), smallest());
    assert_eq!(again, ledger);
    let updated = ledger.update(again.records().to_vec(), &CATALOG.expected());
    assert_eq!(
        (updated.changed, updated.unchanged),
        (vec![], one_of_each_claim().count())
    );
    assert_eq!(files(&ledger), first);
    for finding in compare(&ledger, &CATALOG.expected()) {
        assert_eq!(finding.kind, FindingKind::Missing, "{finding}");
        assert!(ledger.get(&finding.key).is_none(), "{finding}");
    }
}

#[test]
fn the_tables_have_every_case_that_is_recorded() {
    let chapters = CATALOG.chapters();
    let (all, brief) = (table(&SMALLEST, &chapters), summary(&SMALLEST, &chapters));
    for source in CATALOG.sources() {
        assert!(brief.contains(source.title), "{brief}");
    }
    for case in one_of_each_claim() {
        let row = format!(
            "| `{}` | {} | {} |",
            case.claim, case.variant, case.expected
        );
        assert!(all.contains(&row), "{row} in\n{all}");
    }
}
