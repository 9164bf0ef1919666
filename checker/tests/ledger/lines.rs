//! One line for each run, one file for each source, the same bytes for the same records.

use crate::records::{ledger, record, save, without};
use crate::{generated, records};
use proptest::prelude::*;
use verdict_checker::ledger::{Key, Ledger, files, load};
use verdict_checker::size::{Size, Value};

#[test]
fn each_source_has_a_file_and_each_run_a_line() {
    let files = files(&ledger());
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["art.jsonl", "toy.jsonl"]);
    insta::assert_snapshot!("toy", files["toy.jsonl"]);
}

#[test]
fn a_folder_that_does_not_exist_is_no_ledger_and_an_empty_one_is_empty() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(load(&folder.path().join("ledger")).expect("no error"), None);
    assert_eq!(
        load(folder.path()).expect("no error"),
        Some(Ledger::default())
    );
}

#[test]
fn a_record_is_found_by_its_key() {
    let ledger = ledger();
    for record in ledger.records() {
        assert_eq!(ledger.get(&record.key()), Some(record));
        let absent = Key {
            parameters: Size::default(),
            ..record.key()
        };
        assert_eq!(ledger.get(&absent), None);
    }
    let lengths = [("toy/one", 2), ("toy/two", 3), ("toy/three", 0)];
    for (claim, length) in lengths {
        assert_eq!(
            ledger.of_reading(claim, "as-meant").len(),
            length,
            "{claim}"
        );
    }
}

#[test]
fn numbers_are_sorted_as_numbers_and_dropped_assumptions_come_after_all_sizes() {
    let keys: Vec<_> = ledger()
        .records()
        .iter()
        .map(|r| r.key().to_string())
        .collect();
    let expected = [
        "art/one as-meant (N = 2, k = 1)",
        "toy/one as-meant (N = 9, k = 1)",
        "toy/one as-meant (N = 10, k = 1)",
        "toy/one as-printed (N = 3, k = 1)",
        "toy/two as-meant (N = 9, k = 1)",
        "toy/two as-meant (N = 3, k = 1; without no-loss)",
        "toy/two as-meant (N = 9, k = 1; without no-loss)",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn parameters_keep_the_order_of_the_model() {
    let mut origin = without("no-loss", records::origin("toy/one", "as-meant", 3));
    origin.size = Size::default();
    for (name, value) in [("workers", "2"), ("pipeline", "twice"), ("N", "3")] {
        origin.size.set(name, value.parse().expect("a value"));
    }
    let mut odd = record("toy/one", "as-meant", 3);
    odd.parameters = origin.size.clone();
    let folder = tempfile::tempdir().expect("a folder");
    save(folder.path(), &Ledger::from_iter([odd.clone()]));
    let text = std::fs::read_to_string(folder.path().join("toy.jsonl")).expect("written");
    assert!(text.contains(r#""parameters":{"workers":2,"pipeline":"twice","N":3}"#));
    let back = load(folder.path()).expect("our own file").expect("there");
    assert_eq!(back.records(), [odd]);
    assert_eq!(
        back.records()[0].parameters.value("pipeline"),
        Some(&Value::Word("twice".to_owned()))
    );
}

proptest! {
    /// Whatever a search may find is read back as it was, whoever comes first.
    #[test]
    fn what_is_written_is_read_back_to_the_byte(records in generated::records()) {
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = Ledger::from_iter(records.clone());
        save(folder.path(), &ledger);
        let back = load(folder.path()).expect("our own files").expect("there");
        prop_assert_eq!(&back, &ledger);
        let again = Ledger::from_iter(ledger.records().iter().rev().cloned());
        prop_assert_eq!(files(&again), files(&ledger));
        for text in files(&back).values() {
            prop_assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
        }
    }
}
