//! `ledger.json` is read back as it was written, or not at all.

use crate::records::ledger;
use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_checker::ledger::{LedgerError, STATERIGHT_VERSION, load, read, save, write};

/// The text of the ledger after `edit`.
fn edited(edit: impl FnOnce(&mut Value)) -> String {
    let mut document = serde_json::from_str(&write(&ledger())).expect("our own text");
    edit(&mut document);
    document.to_string()
}

fn complaint(text: &str) -> String {
    read(text).expect_err("not a ledger").to_string()
}

#[test]
fn what_is_written_is_read_back_to_the_byte() {
    let text = write(&ledger());
    assert!(text.ends_with("}\n"));
    let back = read(&text).expect("our own text");
    assert_eq!(back, ledger());
    assert_eq!(write(&back), text);
}

#[test]
fn a_record_shows_every_field_in_order_and_time_last() {
    let document: Value = serde_json::from_str(&write(&ledger())).expect("our own text");
    let refuted = &document["records"][2];
    let expected = json!({
        "claim": "toy/one",
        "variant": "as-printed",
        "parameters": { "N": 3, "k": 1 },
        "verdict": "refuted",
        "assumptions": ["no-loss"],
        "dropped": [],
        "fairness": "weak, for every delivery",
        "distinctStates": 1_234_567,
        "totalStates": 3_703_701,
        "depth": 12,
        "branching": 4,
        "traceSteps": 7,
        "exhausted": false,
        "cut": null,
        "audit": "not-run",
        "modelHash": "toy/one as-printed 3",
        "verdictVersion": env!("CARGO_PKG_VERSION"),
        "staterightVersion": "0.31.0",
        "seconds": 0.123
    });
    assert_eq!(refuted.to_string(), expected.to_string());
    let bounded = &document["records"][3];
    assert_eq!(bounded["cut"], "cut at 50000 distinct states");
    assert_eq!(bounded["exhausted"], false);
    assert_eq!(bounded["traceSteps"], Value::Null);
    assert_eq!(document["records"][0]["exhausted"], true);
}

#[test]
fn the_version_of_stateright_is_the_one_that_is_built() {
    let lock = include_str!("../../../Cargo.lock");
    let entry = format!("name = \"stateright\"\nversion = \"{STATERIGHT_VERSION}\"\n");
    assert!(lock.contains(&entry), "Cargo.lock has another stateright");
}

#[test]
fn a_truncated_file_is_not_json() {
    let text = write(&ledger());
    for length in [0, 1, 20, text.len() / 2, text.len() - 3] {
        let error = read(&text[..length]).expect_err("truncated");
        assert!(
            matches!(error, LedgerError::NotJson(_)),
            "{length}: {error}"
        );
    }
    assert!(complaint("").starts_with("not JSON, or cut off: EOF"));
}

#[test]
fn a_verdict_typed_by_hand_is_noticed() {
    let text = write(&ledger()).replacen("\"refuted\"", "\"holds\"", 1);
    let error = read(&text).expect_err("edited");
    assert!(matches!(error, LedgerError::Edited { .. }), "{error}");
    let words = error.to_string();
    assert!(words.contains("edited by hand"), "{words}");
    assert!(words.contains("`verdict check --update-ledger`"), "{words}");
    let text = write(&ledger()).replacen("0.123", "0.124", 1);
    assert!(matches!(read(&text), Err(LedgerError::Edited { .. })));
}

#[test]
fn a_newer_format_names_the_one_that_can_be_read() {
    // In a newer format nothing else need be as it is now.
    let error = read(r#"{"ledger": 2, "verdicts": {}}"#).expect_err("newer");
    assert!(matches!(error, LedgerError::Newer { found: 2 }));
    assert!(
        error
            .to_string()
            .contains("format 2 is newer than format 1")
    );
}

#[test]
fn every_wrong_field_is_named_with_what_was_expected() {
    type Edit = fn(&mut Value);
    let cases: [(&str, Edit); 12] = [
        (
            "ledger: expected the version of the format, a number, found nothing",
            |d| *d = json!({}),
        ),
        ("ledger: expected format 1, found format 0", |d| {
            d["ledger"] = json!(0)
        }),
        (
            "the file: expected a record, found a list of length 0",
            |d| *d = json!([]),
        ),
        (
            "records: expected a list of records, found the number 3",
            |d| d["records"] = json!(3),
        ),
        (
            "the file: expected no further field, found the field \"extra\"",
            |d| d["extra"] = json!(1),
        ),
        ("records[1]: expected a record, found null", |d| {
            d["records"][1] = json!(null)
        }),
        (
            "records[1] (toy/one as-meant).depth: expected a whole number, found the string \"deep\"",
            |d| d["records"][1]["depth"] = json!("deep"),
        ),
        (
            "records[2] (toy/one as-printed).traceSteps: expected a whole number or null, found the number -1",
            |d| d["records"][2]["traceSteps"] = json!(-1),
        ),
        (
            "records[0] (toy/one as-meant).verdict: expected one of proved, holds, bounded, refuted, unchecked, found the string \"true\"",
            |d| d["records"][0]["verdict"] = json!("true"),
        ),
        (
            "records[0] (toy/one as-meant).audit: expected one of passed, vacuous, not-run, found nothing",
            |d| {
                d["records"][0]
                    .as_object_mut()
                    .expect("a record")
                    .remove("audit");
            },
        ),
        (
            "records[0].claim: expected a string, found the number 5",
            |d| d["records"][0]["claim"] = json!(5),
        ),
        (
            "records[0] (toy/one as-meant): expected no further field, found the field \"comment\"",
            |d| d["records"][0]["comment"] = json!("looks fine"),
        ),
    ];
    for (expected, edit) in cases {
        assert_eq!(complaint(&edited(edit)), expected);
    }
}

#[test]
fn two_records_of_one_size_are_one_too_many() {
    let mut twice = ledger();
    twice.records.push(twice.records[1].clone());
    assert_eq!(
        complaint(&write(&twice)),
        "records[1] and records[5] are both about toy/one as-meant (N = 4, k = 1); expected one record"
    );
}

#[test]
fn a_saved_file_is_loaded_and_errors_carry_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ledger.json");
    let missing = load(&path).expect_err("not there yet").to_string();
    assert!(missing.contains("ledger.json: cannot be read"), "{missing}");
    save(&path, &ledger()).expect("a writable folder");
    save(&path, &ledger()).expect("a second time");
    assert_eq!(load(&path).expect("our own file"), ledger());
    let files = std::fs::read_dir(folder.path()).expect("readable");
    assert_eq!(files.count(), 1, "nothing else is left behind");
    std::fs::write(&path, [0xff]).expect("writable");
    assert!(load(&path).is_err(), "not UTF-8");
}

/// One edit of a text: from here, so much is replaced by this.
fn edit() -> impl Strategy<Value = (f64, usize, String)> {
    let piece = prop_oneof![
        Just(String::new()),
        "[0-9]",
        "[ -~]{0,4}",
        Just("\"holds\"".to_owned()),
        Just("null".to_owned()),
        Just("{".to_owned()),
        Just("],".to_owned()),
        Just("\u{e9}\u{0}".to_owned()),
    ];
    (0.0..1.0, 0..12_usize, piece)
}

proptest! {
    /// A text that was tampered with is refused, or says the same as before.
    #[test]
    fn a_mutated_file_is_refused_or_means_the_same(edits in prop::collection::vec(edit(), 1..4)) {
        let mut text: Vec<char> = write(&ledger()).chars().collect();
        for (at, length, piece) in edits {
            let start = (at * text.len() as f64) as usize;
            let end = (start + length).min(text.len());
            text.splice(start..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(found) = read(&text) {
            prop_assert_eq!(found, ledger());
        }
    }

    /// Times of every magnitude survive being written and read.
    #[test]
    fn times_are_read_back_exactly(milliseconds in 0_u64..1 << 40) {
        let mut timed = ledger();
        timed.records[0].seconds = milliseconds as f64 / 1000.0;
        prop_assert_eq!(read(&write(&timed)).expect("our own text"), timed);
    }
}
