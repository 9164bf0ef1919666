//! Records that were made up, each of them whole and each with the right sum: `ledger` says what no check has found.

mod toy;

use std::path::{Path, PathBuf};
use tempfile::TempDir;
use toy::{run, sound};
use verdict::checker::audit::AuditResult;
use verdict::checker::ledger::{self, Ledger, Record};

fn ledger_of(folder: &Path) -> Ledger {
    ledger::load(folder)
        .expect("readable")
        .expect("it is there")
}

/// What a check of the sound catalog records, changed.
fn forged(change: impl Fn(&mut Record)) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ledger");
    let shown = path.to_str().expect("a plain path").to_owned();
    let checked = run(sound(), &["check", "--update-ledger", "--ledger", &shown]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    let mut records = ledger_of(&path).records().to_vec();
    records.iter_mut().for_each(change);
    for (name, text) in ledger::files(&Ledger::from_iter(records)) {
        std::fs::write(path.join(name), text).expect("writable");
    }
    (folder, path)
}

/// What `ledger` says of it, and its exit code.
fn said(change: impl Fn(&mut Record), more: &[&str]) -> (String, u8) {
    let (_folder, path) = forged(change);
    let path = path.to_str().expect("a plain path");
    let ran = run(sound(), &[&["ledger", "--ledger", path], more].concat());
    (ran.out + &ran.err, ran.code)
}

/// The findings name these fields with these words.
fn refused(change: impl Fn(&mut Record), words: &[&str]) {
    let (said, code) = said(change, &[]);
    assert_eq!(code, 22, "{said}");
    for word in words {
        assert!(said.contains(word), "{word} is missing in: {said}");
    }
}

fn all_seen(record: &Record) -> bool {
    record.exhausted
}

#[test]
fn what_a_check_has_recorded_is_believed() {
    let (said, code) = said(|_| {}, &[]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_count_that_was_made_up_is_noticed() {
    refused(
        |record| {
            if all_seen(record) {
                (record.states, record.generated) = (1, 1);
                (record.depth, record.branching) = (0, 0);
            }
        },
        &["its states is \"1\" in the ledger and \"9\" in the model"],
    );
    let one_more = |record: &mut Record| record.generated += 1;
    refused(one_more, &["its generated is"]);
    let deeper = |record: &mut Record| record.depth += u64::from(all_seen(record));
    refused(deeper, &["its depth is \"5\"", "\"4\" in the model"]);
    let narrower = |record: &mut Record| record.branching -= u64::from(all_seen(record));
    refused(narrower, &["its branching is \"1\"", "\"2\" in the model"]);
    // Of a search that ended at a run it is known that it saw no more than there is.
    let more = |record: &mut Record| {
        if !all_seen(record) {
            (record.states, record.generated) = (17, 40);
        }
    };
    refused(more, &["its states is \"17\" in the ledger and \"16\""]);
}

#[test]
fn counts_beyond_what_is_counted_again_are_bounded_by_it() {
    let few = |record: &mut Record| {
        if all_seen(record) {
            record.states -= 1;
        }
    };
    let (words, code) = said(few, &["--recount", "4"]);
    assert_eq!(code, 0, "8 of 9 states, of which 4 are counted: {words}");
    let (words, code) = said(few, &["--recount", "8"]);
    assert_eq!(code, 22, "{words}");
    assert!(words.contains("\"more than 8\" in the model"), "{words}");
}

#[test]
fn a_run_has_as_many_steps_as_its_record_says() {
    let one_more = |record: &mut Record| {
        if let Some(steps) = &mut record.steps {
            *steps += 1;
        }
    };
    let kept = tempfile::tempdir().expect("a folder");
    let kept = kept.path().to_str().expect("a plain path");
    let saved = run(sound(), &["check", "--save-traces", "--traces-dir", kept]);
    assert_eq!(saved.code, 0, "{}", saved.err);
    let (words, code) = said(|_| {}, &["--traces-dir", kept]);
    assert_eq!(code, 0, "{words}");
    let (words, code) = said(one_more, &["--traces-dir", kept]);
    assert_eq!(code, 22, "{words}");
    assert!(words.contains("its steps is"), "{words}");
}

#[test]
fn an_audit_that_was_made_up_or_left_out_is_noticed() {
    let passed = |record: &mut Record| record.audit = AuditResult::Passed;
    refused(
        passed,
        &["its audit is \"passed\" in the ledger and \"not-run\""],
    );
    let not_run = |record: &mut Record| record.audit = AuditResult::NotRun;
    refused(not_run, &["its audit is \"not-run\"", "\"due\""]);
}

#[test]
fn another_world_is_noticed() {
    let world = |record: &mut Record| record.world += " and more";
    refused(world, &["its world is"]);
    let assumptions = |record: &mut Record| record.assumptions.push("no-loss".to_owned());
    refused(assumptions, &["its assumptions is \"no-loss\""]);
    let fairness = |record: &mut Record| record.fairness += "weak, for everything";
    refused(fairness, &["its fairness is \"weak, for everything\""]);
}

#[test]
fn another_word_or_an_unfinished_search_is_noticed() {
    let cut = |record: &mut Record| {
        if all_seen(record) {
            record.exhausted = false;
            record.cut = Some("cut at 5 distinct states".to_owned());
            record.verdict = "bounded".parse().expect("a verdict");
            record.audit = AuditResult::NotRun;
        }
    };
    refused(
        cut,
        &["changed, the ledger says bounded, the catalog holds"],
    );
}
