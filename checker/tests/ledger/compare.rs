//! What no longer fits is found, each thing by its name.

use crate::records::{catalog, ledger};
use verdict_checker::ledger::{Finding, FindingKind, Ledger, compare};
use verdict_checker::verdict::Verdict;

#[test]
fn a_ledger_that_fits_has_no_findings() {
    assert_eq!(compare(&ledger(), &catalog(&ledger())), []);
}

#[test]
fn an_empty_ledger_misses_what_is_required_and_nothing_else() {
    let findings = compare(&Ledger::default(), &catalog(&ledger()));
    let missing: Vec<_> = findings.iter().map(ToString::to_string).collect();
    let expected = [
        "toy/one as-meant (N = 3, k = 1): missing, never checked",
        "toy/one as-meant (N = 4, k = 1): missing, never checked",
        "toy/one as-printed (N = 3, k = 1): missing, never checked",
        "toy/two as-meant (N = 9, k = 1): missing, never checked",
    ];
    assert_eq!(missing, expected);
}

#[test]
fn a_record_is_stale_once_its_model_has_another_hash() {
    let mut now = catalog(&ledger());
    now[1].model_hash = "now".to_owned();
    let finding = Finding {
        key: now[1].key.clone(),
        kind: FindingKind::Stale {
            recorded: "toy/one as-meant 4".to_owned(),
            current: "now".to_owned(),
        },
    };
    assert_eq!(compare(&ledger(), &now), [finding]);
}

#[test]
fn a_record_the_catalog_does_not_know_comes_last() {
    let mut now = catalog(&ledger());
    let gone = now.remove(0).key;
    now[0].verdict = Some(Verdict::Refuted);
    // The catalog need not expect anything.
    now[1].verdict = None;
    let findings = compare(&ledger(), &now);
    let changed = FindingKind::Changed {
        expected: Verdict::Refuted,
        recorded: Verdict::Holds,
    };
    let expected = [(now[0].key.clone(), changed), (gone, FindingKind::Unknown)];
    assert_eq!(findings, expected.map(|(key, kind)| Finding { key, kind }));
    assert_eq!(
        findings[0].to_string(),
        "toy/one as-meant (N = 4, k = 1): changed, the ledger says holds, the catalog refuted"
    );
}

#[test]
fn a_record_without_an_assumption_is_told_from_the_one_with_it() {
    let mut now = catalog(&ledger());
    now[4].model_hash = "now".to_owned();
    let findings = compare(&ledger(), &now);
    assert_eq!(findings.len(), 1);
    assert_eq!(
        findings[0].to_string(),
        "toy/two as-meant (N = 9, k = 1; without no-loss): stale, the model has changed since it was \
         checked (then toy/two as-meant 9, now now)"
    );
}

#[test]
fn findings_are_plain_data() {
    let mut now = catalog(&ledger());
    now[0].model_hash = "now".to_owned();
    let json = serde_json::to_value(compare(&ledger(), &now)).expect("plain data");
    let expected = serde_json::json!([{
        "claim": "toy/one", "variant": "as-meant", "parameters": { "N": 3, "k": 1 }, "dropped": [],
        "kind": "stale", "recorded": "toy/one as-meant 3", "current": "now"
    }]);
    assert_eq!(json, expected);
}
