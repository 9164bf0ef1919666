//! What a search has found is not thrown away: a place that nothing can be written to is refused before it, and what fails after it does
//! not keep the rest from being told.

mod toy;

use std::fs;
use std::path::Path;
use toy::{Ran, run, sound};

/// A check whose places are all in this folder.
fn check(folder: &Path, args: &[&str]) -> Ran {
    let place = |arg: &&str| arg.replace("HERE", folder.to_str().expect("a plain path"));
    let args: Vec<String> = args.iter().map(place).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run(sound(), &[&["check", "count"], &args[..]].concat())
}

/// Refused with these words before anything was searched.
fn refused(folder: &Path, args: &[&str], words: &str) {
    let ran = check(folder, args);
    assert_eq!(ran.code, 2, "{args:?}: {}{}", ran.out, ran.err);
    assert_eq!(ran.out, "", "{args:?}");
    assert!(ran.err.contains(words), "{args:?}: {}", ran.err);
}

const UPDATE: [&str; 3] = ["--update-ledger", "--ledger", "HERE/ledger"];

#[test]
fn a_place_that_nothing_can_be_written_to_is_refused_before_the_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("file"), "").expect("writable");
    fs::create_dir_all(here.join("ledger/.lock")).expect("writable");
    refused(here, &UPDATE, ".lock: expected a file, found a folder");
    fs::remove_dir(here.join("ledger/.lock")).expect("ours");
    let no_folder = "file is no folder";
    refused(
        here,
        &["--report", "json=HERE/file/x.json"],
        "cannot be written",
    );
    refused(
        here,
        &["--save-traces", "--traces-dir", "HERE/file"],
        no_folder,
    );
    refused(here, &["--report", "json=HERE"], "it is a directory");
    let left: Vec<_> = fs::read_dir(here).expect("a folder").collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn what_cannot_be_recorded_is_reported_nonetheless() {
    let folder = tempfile::tempdir().expect("a folder");
    // The trace takes the place in which the ledger is to be made.
    let args = [
        "--variant=refuted",
        "--trace-out=HERE/ledger",
        "--report=junit=HERE/out.xml",
        "--format=json",
    ];
    let ran = check(folder.path(), &[&args[..], &UPDATE].concat());
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(
        ran.err.contains("expected the folder of a ledger"),
        "{}",
        ran.err
    );
    assert!(ran.out.contains("\"verdict\": \"refuted\""), "{}", ran.out);
    let report = fs::read_to_string(folder.path().join("out.xml"));
    assert!(report.expect("a report").contains("count/small"));
}

#[test]
fn what_is_dropped_of_a_ledger_does_not_reach_the_terminal_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let ledger = folder.path().join("ledger");
    fs::create_dir(&ledger).expect("ours");
    fs::write(ledger.join("count.jsonl"), "<<<<<<< \u{1b}]0;title\u{7}\n").expect("ours");
    let path = ledger.to_str().expect("a plain path");
    let words = [
        "verdict",
        "check",
        "count",
        "--update-ledger",
        "--ledger",
        path,
    ];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let app = verdict::App::new(sound().unwrap_or_else(|slips| panic!("{slips}")));
    app.run(words.map(Into::into), &mut out, &mut err, false);
    let err = String::from_utf8(err).expect("UTF-8");
    assert!(err.contains("\\u{1b}]0;title\\u{7}"), "{err}");
    assert!(!err.contains('\u{7}'), "{err}");
}
