//! A line is read as it was written, or not at all; and what is left of a damaged ledger can be worked with.

use crate::records::{catalog, ledger, record, save};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::{
    FlawKind, Ledger, LedgerError, Record, files, load, salvage, update,
};
use verdict_checker::verdict::Verdict;

/// A folder whose file `toy.jsonl` was changed.
fn changed(change: impl FnOnce(&mut Vec<String>)) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    save(folder.path(), &ledger());
    let path = folder.path().join("toy.jsonl");
    let text = fs::read_to_string(&path).expect("just written");
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(&path, lines.join("\n") + "\n").expect("writable");
    folder
}

fn complaint(folder: &TempDir) -> String {
    let error = load(folder.path()).expect_err("not a ledger").to_string();
    let folder = format!("{}/", folder.path().display());
    error.replace(&folder, "")
}

/// The complaint about the second line of the file after a change to its fields.
fn complaint_about(change: impl FnOnce(&mut Value)) -> String {
    let folder = changed(|lines| {
        let mut line = serde_json::from_str(&lines[2]).expect("our own line");
        change(&mut line);
        lines[2] = line.to_string();
    });
    let complaint = complaint(&folder);
    let (complaint, advice) = complaint.rsplit_once("; ").expect("advice");
    assert_eq!(
        advice,
        "`verdict check --update-ledger` drops such lines and records anew what it checks"
    );
    let complaint = complaint.strip_prefix("toy.jsonl:3: ");
    complaint.expect("the file and the line").to_owned()
}

#[test]
fn every_wrong_field_is_named_with_what_was_expected() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change); 9] = [
        (
            "the line: expected a record, found a list of length 0",
            |d| *d = json!([]),
        ),
        (
            "toy/one as-printed: depth: expected a whole number, found the string \"deep\"",
            |d| d["depth"] = json!("deep"),
        ),
        (
            "toy/one as-printed: steps: expected a whole number, found the number -1",
            |d| d["steps"] = json!(-1),
        ),
        (
            "toy/one as-printed: cut: expected a string, found null",
            |d| d["cut"] = json!(null),
        ),
        (
            "toy/one as-printed: verdict: expected one of holds, bounded, refuted, reproduced, not-reproduced, ambiguous, found the string \"true\"",
            |d| d["verdict"] = json!("true"),
        ),
        (
            "toy/one as-printed: audit: expected one of passed, vacuous, partial, not-run, found nothing",
            |d| drop(d.as_object_mut().expect("a record").remove("audit")),
        ),
        ("claim: expected a string, found the number 5", |d| {
            d["claim"] = json!(5)
        }),
        (
            "toy/one as-printed: parameters: expected a record of whole numbers and words, found a record with 1 fields",
            |d| d["parameters"] = json!({ "N": 1.5 }),
        ),
        (
            "toy/one as-printed: \"comment\": expected no such field, found one",
            |d| d["comment"] = json!("looks fine"),
        ),
    ];
    for (expected, change) in cases {
        assert_eq!(complaint_about(change), expected);
    }
}

#[test]
fn a_verdict_typed_by_hand_is_noticed() {
    let words = complaint_about(|d| d["verdict"] = json!("holds"));
    let expected = "toy/one as-printed (N = 3, k = 1): sum: expected ";
    assert!(words.starts_with(expected), "{words}");
    assert!(words.ends_with(": it was edited by hand"), "{words}");
}

#[test]
fn a_line_that_was_cut_off_is_not_json() {
    let folder = changed(|lines| lines[1].truncate(40));
    let words = complaint(&folder);
    let expected = "toy.jsonl:2: expected a record in JSON, found a line that is none or cut off: EOF while parsing a value at column 40; ";
    assert!(words.starts_with(expected), "{words}");
    let folder = changed(|lines| lines.insert(1, String::new()));
    assert!(complaint(&folder).starts_with("toy.jsonl:2: expected a record in JSON"));
    fs::write(folder.path().join("toy.jsonl"), [0xff]).expect("writable");
    assert!(complaint(&folder).starts_with("toy.jsonl:1: expected a record in JSON"));
}

#[test]
fn marks_of_a_merge_and_lines_about_the_same_are_recognised() {
    let folder = changed(|lines| lines.insert(1, "<<<<<<< HEAD".to_owned()));
    let words = complaint(&folder);
    let expected = "toy.jsonl:2: the mark `<<<<<<< HEAD` of a merge that git could not finish; ";
    assert!(words.starts_with(expected), "{words}");
    let folder = changed(|lines| lines.push(lines[1].clone()));
    let words = complaint(&folder);
    let expected = "toy.jsonl:7: toy/one as-meant (N = 10, k = 1): line 2 is about the same; expected one line";
    assert!(words.starts_with(expected), "{words}");
}

#[test]
fn a_record_in_the_file_of_another_source_is_named() {
    let folder = changed(|_| ());
    let (art, toy) = (
        folder.path().join("art.jsonl"),
        folder.path().join("toy.jsonl"),
    );
    fs::copy(art, toy).expect("writable");
    let words = complaint(&folder);
    let expected = "toy.jsonl:1: art/one as-meant (N = 2, k = 1): expected in art.jsonl, the file of its source; ";
    assert!(words.starts_with(expected), "{words}");
}

#[test]
fn what_no_search_can_find_is_not_believed() {
    type Change = fn(&mut Record);
    let at_a_run: Change = |r| (r.steps, r.exhausted) = (Some(12), false);
    let cases: [(&str, Change); 15] = [
        ("states: expected at least 1, found 0", |r| r.states = 0),
        (
            "generated: expected at least 297, for that many states are distinct, found 296",
            |r| r.generated = 296,
        ),
        (
            "depth: expected less than 297, for every level has a state of its own, found 297",
            |r| r.depth = 297,
        ),
        (
            "branching: expected from 1 to 890, for so much was generated, found 0",
            |r| r.branching = 0,
        ),
        (
            "branching: expected from 1 to 890, for so much was generated, found 891",
            |r| r.branching = 891,
        ),
        (
            "verdict: expected holds, bounded or refuted: a search comes to nothing else, found proved",
            |r| r.verdict = Verdict::Proved,
        ),
        (
            "verdict: expected holds, bounded or refuted: a search comes to nothing else, found unchecked",
            |r| r.verdict = Verdict::Unchecked,
        ),
        (
            "cut: expected nothing, for without a run it is holds only if everything was seen, found \"cut after 3 s\"",
            |r| r.cut = Some("cut after 3 s".to_owned()),
        ),
        (
            "cut: expected nothing, for without a run it is refuted only if everything was seen, found \"cut after 3 s\"",
            |r| {
                r.verdict = Verdict::Refuted;
                r.cut = Some("cut after 3 s".to_owned());
            },
        ),
        (
            "cut: expected what cut the search, for it is bounded, found nothing",
            |r| r.verdict = Verdict::Bounded,
        ),
        (
            "steps: expected nothing, for a run would have decided, found 3",
            |r| (r.verdict, r.steps) = (Verdict::Bounded, Some(3)),
        ),
        (
            "exhausted: expected true, for neither a cut nor a run ended the search, found false",
            |r| r.exhausted = false,
        ),
        (
            "exhausted: expected false, for the search ended at a run, found true",
            |r| r.steps = Some(12),
        ),
        (
            "exhausted: expected false, for something cut the search, found true",
            |r| {
                r.verdict = Verdict::Bounded;
                r.cut = Some("cut after 3 s".to_owned());
            },
        ),
        (
            "steps: expected 12 or 13, for the search went no deeper, found 14",
            |r| (r.steps, r.exhausted) = (Some(14), false),
        ),
    ];
    let with = |change: Change| {
        let mut record = record("toy/one", "as-meant", 3);
        change(&mut record);
        let folder = tempfile::tempdir().expect("a folder");
        save(folder.path(), &Ledger::from_iter([record]));
        folder
    };
    for (expected, change) in cases {
        let words = complaint(&with(change));
        let expected = format!("toy.jsonl:1: toy/one as-meant (N = 3, k = 1): {expected}; ");
        assert!(words.starts_with(&expected), "{words}\n{expected}");
    }
    load(with(at_a_run).path()).expect("a witness ends a search");
}

#[test]
fn links_and_folders_are_no_files_of_a_ledger() {
    let folder = changed(|_| ());
    fs::create_dir(folder.path().join("deep.jsonl")).expect("writable");
    assert_eq!(
        complaint(&folder),
        "deep.jsonl: expected a file, found a folder"
    );
    let file = folder.path().join("art.jsonl");
    let words = load(&file).expect_err("a file").to_string();
    assert!(
        words.ends_with("art.jsonl: expected the folder of a ledger, found a file"),
        "{words}"
    );
}

#[cfg(unix)]
#[test]
fn nothing_is_read_or_written_through_a_link() {
    let (folder, outside) = (changed(|_| ()), changed(|_| ()));
    let target = outside.path().join("toy.jsonl");
    let before = fs::read(&target).expect("there");
    let link = |name: &str| {
        let path = folder.path().join(name);
        drop(fs::remove_file(&path));
        std::os::unix::fs::symlink(&target, &path).expect("a link");
        path
    };
    let path = link("toy.jsonl");
    let expected = "toy.jsonl: expected a file, found a symbolic link";
    assert_eq!(complaint(&folder), expected);
    let try_to_update = || {
        update(folder.path(), [], &Vec::new())
            .expect_err("a link")
            .to_string()
    };
    assert!(try_to_update().ends_with(expected));
    fs::remove_file(path).expect("the link");
    link(".lock");
    assert!(try_to_update().ends_with(".lock: expected a file, found a symbolic link"));
    assert_eq!(fs::read(&target).expect("there"), before);
}

fn text_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("toy.jsonl")).expect("there")
}

#[test]
fn the_command_that_the_error_names_mends_a_conflict() {
    // Both sides checked the same run: ours on a model that has changed since, theirs on the one that stands.
    let folder = changed(|lines| {
        let mut ours = Ledger::from_iter([Record {
            hash: "of another day".to_owned(),
            ..ledger().records()[1].clone()
        }]);
        ours.put(record("toy/two", "as-meant", 1));
        let ours = files(&ours)["toy.jsonl"].clone();
        let ours: Vec<_> = ours.lines().map(str::to_owned).collect();
        lines.insert(0, "<<<<<<< HEAD".to_owned());
        lines.insert(1, ours[0].clone());
        lines.insert(2, "=======".to_owned());
        lines.insert(4, ">>>>>>> theirs".to_owned());
        lines.push(ours[1].clone());
        lines.push("{\"claim\":".to_owned());
    });
    assert!(matches!(load(folder.path()), Err(LedgerError::Flaw(_))));
    let updated = update(folder.path(), [], &catalog(&ledger())).expect("mended");
    let kinds: Vec<_> = updated
        .lost
        .iter()
        .map(|flaw| (flaw.line, &flaw.kind))
        .collect();
    assert!(
        matches!(
            kinds[..],
            [
                (1, FlawKind::Conflict(_)),
                (3, FlawKind::Conflict(_)),
                (4, FlawKind::Duplicate { first: 2, .. }),
                (5, FlawKind::Conflict(_)),
                (12, FlawKind::NotJson(_)),
            ]
        ),
        "{kinds:?}"
    );
    assert_eq!(updated.removed, [record("toy/two", "as-meant", 1).key()]);
    assert_eq!(load(folder.path()).expect("mended"), Some(ledger()));
    assert_eq!(text_of(folder.path()), files(&ledger())["toy.jsonl"]);
}

#[test]
fn of_two_lines_that_could_both_be_so_none_is_believed() {
    let twice = |other: Record| {
        let other = files(&Ledger::from_iter([other]))["toy.jsonl"].clone();
        let folder = changed(|lines| lines.push(other.trim_end().to_owned()));
        let salvaged = salvage(folder.path(), &catalog(&ledger())).expect("readable");
        assert_eq!(salvaged.lost.len(), 1);
        salvaged.ledger
    };
    let first = ledger().records()[1].clone();
    assert_eq!(twice(first.clone()), ledger());
    let other = Record {
        audit: AuditResult::Partial,
        ..first.clone()
    };
    let left = twice(other);
    assert_eq!(left.get(&first.key()), None);
    assert_eq!(left.records().len(), ledger().records().len() - 1);
}

/// One edit of a text: from here, so much is replaced by this.
fn edit() -> impl Strategy<Value = (f64, usize, String)> {
    let piece = prop_oneof![
        Just(String::new()),
        "[0-9]",
        "[ -~\n]{0,4}",
        Just("\"holds\"".to_owned()),
        Just("null".to_owned()),
        Just("=======\n".to_owned()),
        Just("],".to_owned()),
        Just("\u{e9}\u{0}".to_owned()),
    ];
    (0.0..1.0, 0..12_usize, piece)
}

/// The text, read as the file of a ledger.
fn read(folder: &TempDir, text: &str) -> Result<Option<Ledger>, LedgerError> {
    fs::write(folder.path().join("toy.jsonl"), text).expect("writable");
    load(folder.path())
}

#[test]
fn every_change_of_one_character_is_refused_or_harmless() {
    let mut toys = Ledger::default();
    for record in ledger().records().iter().take(5).skip(3) {
        toys.put(record.clone());
    }
    let text = files(&toys)["toy.jsonl"].clone();
    let folder = tempfile::tempdir().expect("a folder");
    for at in 0..text.len() {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let kept = &text[at..];
        let others = ["", "0", "7", "a", "\"", ",", " ", "\n", "}", "-"];
        let edits = others.map(|other| format!("{before}{other}{after}"));
        let inserted = ["1", "x", " "].map(|other| format!("{before}{other}{kept}"));
        for edited in edits.into_iter().chain(inserted) {
            if let Ok(found) = read(&folder, &edited) {
                assert_eq!(found.as_ref(), Some(&toys), "{edited}");
            }
        }
    }
}

proptest! {
    /// A file that was tampered with is refused or says the same, but for lines that are gone. Salvaged, it says nothing that was not there.
    #[test]
    fn nothing_is_read_that_was_not_written(edits in prop::collection::vec(edit(), 1..4)) {
        let written = files(&ledger())["toy.jsonl"].clone();
        let mut text: Vec<char> = written.chars().collect();
        for (at, length, piece) in edits {
            let start = (at * text.len() as f64) as usize;
            let end = (start + length).min(text.len());
            text.splice(start..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        let folder = tempfile::tempdir().expect("a folder");
        let found = read(&folder, &text);
        let salvaged = salvage(folder.path(), &catalog(&ledger())).expect("readable");
        let whole = ledger();
        for record in salvaged.ledger.records() {
            prop_assert_eq!(whole.get(&record.key()), Some(record));
        }
        if let Ok(found) = found {
            prop_assert_eq!(found, Some(salvaged.ledger));
            prop_assert!(salvaged.lost.is_empty());
        }
        update(folder.path(), [], &catalog(&ledger())).expect("mended");
        prop_assert!(load(folder.path()).is_ok());
    }
}
