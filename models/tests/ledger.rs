//! The ledger of the real catalog.

use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::table::{summary, table};
use verdict_checker::ledger::{FindingKind, Ledger, Record, compare, read, write};
use verdict_checker::search::Limits;
use verdict_models::catalog::{self, Case};

fn judged(case: &Case, size: &[u64]) -> Record {
    let judge = case.judge(&case.setup(size)).expect("a size of its own");
    let judgement = judge.judge(Limits::default(), &|_| {});
    Record::new(
        judge.origin(),
        case.fairness,
        &judgement,
        AuditResult::NotRun,
    )
}

/// Every case at its smallest size.
fn smallest() -> Ledger {
    let records = catalog::cases().map(|case| judged(case, case.sizes[0]));
    let mut ledger = Ledger::default();
    let updated = ledger.update(records.collect(), &catalog::expected());
    assert_eq!(updated.refused, []);
    ledger
}

#[test]
fn each_setup_is_expected_once_and_with_the_hash_its_traces_carry() {
    let expected = catalog::expected();
    for (index, entry) in expected.iter().enumerate() {
        let twice = expected[..index].iter().any(|other| other.key == entry.key);
        assert!(!twice, "{} is listed twice", entry.key);
    }
    for case in catalog::cases() {
        for size in case.sizes {
            let judge = case.judge(&case.setup(size)).expect("a size of its own");
            let origin = judge.origin();
            let entry = expected
                .iter()
                .find(|entry| {
                    entry.required
                        && entry.key.parameters == origin.parameters
                        && entry.key.claim == origin.claim
                        && entry.key.variant == origin.variant
                })
                .expect("every size of every case");
            assert_eq!(entry.model_hash, origin.model_hash, "{}", entry.key);
            assert_eq!(entry.verdict, Some(case.expected), "{}", entry.key);
        }
        for name in case.assumed() {
            let dropped = |entry: &&verdict_checker::ledger::Expected| {
                entry.key.claim == case.claim
                    && entry.key.variant == case.variant
                    && entry.key.dropped == [name]
            };
            assert_eq!(expected.iter().filter(dropped).count(), 1, "{}", case.claim);
        }
    }
}

#[test]
fn two_runs_write_the_same_file_and_only_larger_sizes_are_missing() {
    let mut ledger = smallest();
    let text = write(&ledger);
    let again = smallest();
    assert_eq!(again.without_times(), ledger.without_times());
    ledger.update(again.records, &catalog::expected());
    assert_eq!(write(&ledger), text);
    assert_eq!(read(&text).expect("our own text"), ledger);
    for finding in compare(&ledger, &catalog::expected()) {
        assert_eq!(finding.kind, FindingKind::Missing, "{finding}");
        let smallest = catalog::cases_of(&finding.key.claim).any(|case| {
            case.variant == finding.key.variant
                && case.smallest().parameters == finding.key.parameters
        });
        assert!(!smallest, "{finding}");
    }
}

#[test]
fn the_tables_have_every_case() {
    let ledger = smallest();
    let (all, brief) = (table(&ledger), summary(&ledger, &catalog::chapters()));
    for case in catalog::cases() {
        let row = format!(
            "| `{}` | {} | {} |",
            case.claim, case.variant, case.expected
        );
        assert!(all.contains(&row), "{row} in\n{all}");
        let claim = format!("| `{}` |", case.claim);
        let line = brief.lines().find(|line| line.starts_with(&claim));
        let line = line.expect("a row for each claim that was judged");
        assert!(line.contains(&format!(" {} (", case.variant)), "{line}");
    }
}
