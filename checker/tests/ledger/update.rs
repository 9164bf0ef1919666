//! New records replace old ones, and nothing changes that need not.

use crate::records::{catalog, judgement, ledger, origin, record};
use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::{Ledger, Record, Updated, write};
use verdict_checker::trace::Origin;
use verdict_checker::verdict::Verdict;

#[test]
fn a_rerun_gives_the_same_file_to_the_byte() {
    let mut again = ledger();
    for record in &mut again.records {
        record.seconds += 1.5;
    }
    assert_ne!(again, ledger());
    assert_eq!(again.without_times(), ledger().without_times());
    let mut updated = ledger();
    let done = updated.update(again.records, &catalog(&ledger()));
    assert_eq!(write(&updated), write(&ledger()));
    assert_eq!((done.unchanged, done.changed.len()), (5, 0));
}

#[test]
fn a_changed_record_brings_its_own_time() {
    let mut fresh = ledger().records[1].clone();
    fresh.depth += 1;
    fresh.seconds = 9.0;
    let mut updated = ledger();
    let done = updated.update(vec![fresh.clone()], &catalog(&ledger()));
    assert_eq!(done.changed, [fresh.key()]);
    assert_eq!(updated.get(&fresh.key()), Some(&fresh));
    assert_ne!(updated.without_times(), ledger().without_times());
}

#[test]
fn records_stand_in_the_order_of_the_catalog_whoever_comes_first() {
    let mut backwards = ledger().records;
    backwards.reverse();
    let mut updated = Ledger::default();
    updated.update(backwards, &catalog(&ledger()));
    assert_eq!(updated, ledger());
}

#[test]
fn a_record_whose_case_is_gone_is_removed() {
    let mut shorter = catalog(&ledger());
    let gone = shorter.remove(2).key;
    let mut updated = ledger();
    let done = updated.update(Vec::new(), &shorter);
    assert_eq!(done.removed, [gone]);
    assert_eq!(updated.records.len(), 4);
}

#[test]
fn records_of_mutants_or_of_other_sizes_are_refused() {
    // The same case and size, but its hash says that another model was judged.
    let mutated = Origin {
        mutant: Some("keep-token".to_owned()),
        model_hash: "another".to_owned(),
        ..origin("toy/one", "as-meant", 3)
    };
    let refuted = judgement(Verdict::Refuted, 20, Some(2));
    let mutated = Record::new(&mutated, "", &refuted, AuditResult::NotRun);
    let larger = record("toy/one", "as-meant", 7);
    let mut updated = ledger();
    let done = updated.update(vec![mutated.clone(), larger.clone()], &catalog(&ledger()));
    let refused = vec![mutated.key(), larger.key()];
    let expected = Updated {
        refused,
        ..Updated::default()
    };
    assert_eq!(done, expected);
    assert_eq!(updated, ledger());
}

#[test]
fn a_search_is_exhausted_unless_it_was_cut_or_ended_at_a_run() {
    let exhausted = |verdict, steps, loop_start| {
        let mut judgement = judgement(verdict, 10, steps);
        if let Some(trace) = &mut judgement.trace {
            trace.loop_start = loop_start;
        }
        judgement.exhausted()
    };
    assert!(exhausted(Verdict::Holds, None, None));
    assert!(!exhausted(Verdict::Bounded, None, None));
    assert!(!exhausted(Verdict::Refuted, Some(3), None));
    assert!(
        exhausted(Verdict::Refuted, Some(3), Some(2)),
        "a lasso needs the whole graph"
    );
    assert!(
        !exhausted(Verdict::Holds, Some(3), None),
        "a witness was found"
    );
    assert!(exhausted(Verdict::Refuted, None, None), "no witness exists");
}
