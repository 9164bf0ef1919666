//! New records replace old ones, and nothing changes that need not.

use crate::records::{catalog, judged, judgement, ledger, origin, record, save};
use std::fs;
use std::time::SystemTime;
use verdict_checker::ledger::{Ledger, Record, Updated, files, load, update};
use verdict_checker::trace::Origin;
use verdict_checker::verdict::Verdict;

#[test]
fn a_rerun_changes_nothing() {
    let mut again = ledger();
    let done = again.update(ledger().records().to_vec(), &catalog(&ledger()));
    assert_eq!(again, ledger());
    let expected = Updated {
        unchanged: 7,
        ..Updated::default()
    };
    assert_eq!(done, expected);
}

#[test]
fn a_changed_record_takes_the_place_of_the_old_one() {
    let mut fresh = ledger().records()[1].clone();
    fresh.depth += 1;
    let mut updated = ledger();
    let done = updated.update([fresh.clone()], &catalog(&ledger()));
    assert_eq!(done.changed, [fresh.key()]);
    assert_eq!(updated.get(&fresh.key()), Some(&fresh));
    assert_eq!(updated.records().len(), 7);
}

#[test]
fn a_record_whose_case_is_gone_is_removed() {
    let mut shorter = catalog(&ledger());
    let gone = shorter.remove(2).key;
    let mut updated = ledger();
    let done = updated.update([], &shorter);
    assert_eq!(done.removed, [gone]);
    assert_eq!(updated.records().len(), 6);
}

#[test]
fn records_of_mutants_of_other_sizes_or_of_nothing_are_refused() {
    // The same case and size, but its hash says that another model was judged.
    let mutated = Origin {
        mutant: Some("keep-token".to_owned()),
        ..origin("toy/one", "as-meant", 9)
    };
    let mutated = Record {
        hash: "another".to_owned(),
        ..judged(&mutated, "", &judgement(Verdict::Refuted, 20, Some(2)))
    };
    let larger = record("toy/one", "as-meant", 70);
    let empty = Record {
        states: 0,
        ..record("toy/one", "as-meant", 9)
    };
    let mut updated = ledger();
    let fresh = [mutated, larger, empty];
    let done = updated.update(fresh.clone(), &catalog(&ledger()));
    let expected = Updated {
        refused: fresh.iter().map(Record::key).collect(),
        ..Updated::default()
    };
    assert_eq!(done, expected);
    assert_eq!(updated, ledger());
}

#[test]
fn only_files_that_change_are_written_and_others_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    save(folder.path(), &ledger());
    fs::write(path("notes.md"), "ours").expect("writable");
    let long_ago = SystemTime::UNIX_EPOCH;
    for name in ["art.jsonl", "toy.jsonl"] {
        let file = fs::File::options().write(true).open(path(name));
        let file = file.expect("just written");
        file.set_modified(long_ago).expect("a time");
    }
    let is_old = |name: &str| {
        let modified = fs::metadata(path(name)).and_then(|found| found.modified());
        modified.expect("there") == long_ago
    };
    let mut fresh = ledger().records()[1].clone();
    let done = update(folder.path(), [fresh.clone()], &catalog(&ledger())).expect("writable");
    assert_eq!(done.unchanged, 1);
    assert!(is_old("art.jsonl") && is_old("toy.jsonl"));
    fresh.branching += 1;
    update(folder.path(), [fresh], &catalog(&ledger())).expect("writable");
    assert!(is_old("art.jsonl") && !is_old("toy.jsonl"));
    assert_eq!(
        fs::read_to_string(path("notes.md")).ok().as_deref(),
        Some("ours")
    );
}

#[test]
fn a_source_without_records_loses_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    save(folder.path(), &ledger());
    let mut now = catalog(&ledger());
    let gone = now.remove(0).key;
    let done = update(folder.path(), [], &now).expect("writable");
    assert_eq!(done.removed, [gone]);
    assert!(!folder.path().join("art.jsonl").exists());
    assert!(folder.path().join("toy.jsonl").exists());
}

#[test]
fn a_ledger_begins_where_there_was_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new/ledger");
    let fresh = ledger().records().to_vec();
    update(&path, fresh, &catalog(&ledger())).expect("writable");
    assert_eq!(load(&path).expect("our own files"), Some(ledger()));
}

#[test]
fn of_updates_at_the_same_time_none_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let all: Vec<Record> = (0..24)
        .map(|number| {
            let claim = ["toy/one", "toy/two", "art/one"][number as usize % 3];
            record(claim, "as-meant", 1 + number)
        })
        .collect();
    let whole = Ledger::from_iter(all.clone());
    let catalog = catalog(&whole);
    std::thread::scope(|scope| {
        for part in all.chunks(3) {
            let (path, catalog) = (folder.path(), &catalog);
            scope.spawn(move || {
                for record in part {
                    update(path, [record.clone()], catalog).expect("writable");
                    // A reader never sees a part of a file.
                    load(path).expect("whole files");
                }
            });
        }
    });
    assert_eq!(load(folder.path()).expect("our own files"), Some(whole));
}

/// Not a test by itself: what the next one starts in other processes.
#[test]
fn update_as_one_of_several_processes() {
    let (Ok(folder), Ok(place)) = (
        std::env::var("LEDGER_OF_SEVERAL_PROCESSES"),
        std::env::var("PLACE_IN_LEDGER"),
    ) else {
        return;
    };
    let place: usize = place.parse().expect("a number");
    let fresh = ledger().records()[place].clone();
    update(folder.as_ref(), [fresh], &catalog(&ledger())).expect("writable");
}

#[test]
fn of_updates_by_several_processes_none_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let this = std::env::current_exe().expect("a test is a program");
    let start = |place: usize| {
        std::process::Command::new(&this)
            .args(["--exact", "update::update_as_one_of_several_processes"])
            .env("LEDGER_OF_SEVERAL_PROCESSES", folder.path())
            .env("PLACE_IN_LEDGER", place.to_string())
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a process")
    };
    let running: Vec<_> = (0..ledger().records().len()).map(start).collect();
    for mut process in running {
        assert!(process.wait().expect("it ends").success());
    }
    let found = load(folder.path()).expect("our own files").expect("there");
    assert_eq!(files(&found), files(&ledger()));
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
