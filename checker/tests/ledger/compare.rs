//! What no longer fits is found, each thing by its name.

use crate::records::{catalog, judged, judgement, ledger, origin, without};
use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::{Finding, FindingKind, Ledger, Record, compare, since};
use verdict_checker::verdict::Verdict;

fn words(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_ledger_that_fits_has_no_findings() {
    assert_eq!(compare(&ledger(), &catalog(&ledger())), []);
}

#[test]
fn an_empty_ledger_misses_what_is_required_and_nothing_else() {
    let findings = compare(&Ledger::default(), &catalog(&ledger()));
    let expected = [
        "art/one as-meant (N = 2, k = 1): missing, never checked",
        "toy/one as-meant (N = 9, k = 1): missing, never checked",
        "toy/one as-printed (N = 3, k = 1): missing, never checked",
        "toy/two as-meant (N = 9, k = 1): missing, never checked",
        "toy/two as-meant (N = 3, k = 1; without no-loss): missing, never checked",
        "toy/two as-meant (N = 9, k = 1; without no-loss): missing, never checked",
    ];
    assert_eq!(words(&findings), expected);
}

#[test]
fn a_record_is_stale_once_its_model_has_another_hash() {
    let mut now = catalog(&ledger());
    now[1].hash = "now".to_owned();
    let finding = Finding {
        key: now[1].key.clone(),
        kind: FindingKind::Stale {
            recorded: "toy/one as-meant N=9 k=1".to_owned(),
            current: "now".to_owned(),
        },
    };
    assert_eq!(compare(&ledger(), &now), [finding]);
}

#[test]
fn a_record_the_catalog_does_not_know_comes_last() {
    let mut now = catalog(&ledger());
    let gone = now.remove(0).key;
    now[1].verdict = Some(Verdict::Refuted);
    let findings = compare(&ledger(), &now);
    let changed = FindingKind::Changed {
        expected: Verdict::Refuted,
        recorded: Verdict::Holds,
    };
    let expected = [(now[1].key.clone(), changed), (gone, FindingKind::Unknown)];
    assert_eq!(findings, expected.map(|(key, kind)| Finding { key, kind }));
    assert_eq!(
        findings[0].to_string(),
        "toy/one as-meant (N = 10, k = 1): changed, the ledger says holds, the catalog refuted"
    );
}

#[test]
fn a_record_without_an_assumption_is_told_from_the_one_with_it() {
    let mut now = catalog(&ledger());
    now[6].hash = "now".to_owned();
    let expected = "toy/two as-meant (N = 9, k = 1; without no-loss): stale, the model has changed since it was \
         checked (then toy/two as-meant N=9 k=1, now now)";
    assert_eq!(words(&compare(&ledger(), &now)), [expected]);
}

#[test]
fn without_an_assumption_all_sizes_are_judged_together() {
    // The smallest holds and another falls: the two are refuted.
    let mut now = catalog(&ledger());
    now[5].verdict = Some(Verdict::Holds);
    now[6].verdict = Some(Verdict::Holds);
    let changed =
        "toy/two as-meant (without no-loss): changed, the ledger says refuted, the catalog holds";
    assert_eq!(words(&compare(&ledger(), &now)), [changed]);
    // One that was cut leaves it open.
    let origin = without("no-loss", origin("toy/two", "as-meant", 9));
    let mut cut = ledger();
    cut.put(judged(&origin, "", &judgement(Verdict::Bounded, 900, None)));
    let changed =
        "toy/two as-meant (without no-loss): changed, the ledger says bounded, the catalog refuted";
    assert_eq!(words(&compare(&cut, &catalog(&ledger()))), [changed]);
}

#[test]
fn what_is_missing_may_change_everything_but_a_refutation() {
    let leave_out = |place: usize| {
        let mut records = ledger().records().to_vec();
        records.remove(place);
        Ledger::from_iter(records)
    };
    let mut now = catalog(&ledger());
    let missing = |nodes| {
        format!("toy/two as-meant (N = {nodes}, k = 1; without no-loss): missing, never checked")
    };
    // Only the size that holds is there, and a refutation is expected.
    assert_eq!(words(&compare(&leave_out(6), &now)), [missing(9)]);
    now[5].verdict = Some(Verdict::Holds);
    now[6].verdict = Some(Verdict::Holds);
    let changed =
        "toy/two as-meant (without no-loss): changed, the ledger says refuted, the catalog holds";
    assert_eq!(
        words(&compare(&leave_out(5), &now)),
        [missing(3), changed.to_owned()]
    );
}

#[test]
fn findings_are_plain_data() {
    let mut now = catalog(&ledger());
    now[1].hash = "now".to_owned();
    let json = serde_json::to_value(compare(&ledger(), &now)).expect("plain data");
    let expected = serde_json::json!([{
        "claim": "toy/one", "variant": "as-meant", "parameters": { "N": 9, "k": 1 }, "dropped": [],
        "kind": "stale", "recorded": "toy/one as-meant N=9 k=1", "current": "now"
    }]);
    assert_eq!(json, expected);
}

#[test]
fn a_success_that_could_not_have_failed_is_found() {
    let mut vacuous = ledger().records()[1].clone();
    vacuous.audit = AuditResult::Vacuous;
    let key = vacuous.key();
    let mut now = ledger();
    now.put(vacuous);
    let kind = FindingKind::Vacuous;
    assert_eq!(compare(&now, &catalog(&now)), [Finding { key, kind }]);
}

#[test]
fn what_became_of_each_verdict_is_said_in_words() {
    let then = ledger();
    assert_eq!(since(&then, &then), []);
    let mut records: Vec<Record> = then.records().to_vec();
    // A larger space of another model, another verdict of another model, another count of the same, and one that is gone.
    records[1].states += 1;
    records[1].hash = "now".to_owned();
    records[2].states += 1;
    records[3].verdict = Verdict::Holds;
    records[3].hash = "now".to_owned();
    let gone = records.remove(0);
    let mut fresh = gone.clone();
    fresh.variant = "new".to_owned();
    records.push(fresh);
    let changes = since(&then, &Ledger::from_iter(records));
    let words: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let expected = [
        "art/one new (N = 2, k = 1): new, holds (198 states, depth 12)",
        "toy/one as-meant (N = 9, k = 1): still holds, in another space: 891 states, depth 12 then, 892 states, \
         depth 12 now",
        "toy/one as-meant (N = 10, k = 1): was holds (990 states, depth 12), is holds (991 states, depth 12), \
         although nothing that decides it has changed",
        "toy/one as-printed (N = 3, k = 1): was refuted (7 steps, 1234567 states, depth 7), is holds (7 steps, \
         1234567 states, depth 7)",
        "art/one as-meant (N = 2, k = 1): gone, it was holds (198 states, depth 12)",
    ];
    assert_eq!(words, expected);
}
