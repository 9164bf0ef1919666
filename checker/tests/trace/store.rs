//! The store: files are where they are expected, whole or not there at all.

use crate::ring;
use std::path::Path;
use verdict_checker::trace::store::{load, path_for, save};

#[test]
fn slashes_of_a_claim_are_folders() {
    let path = path_for(Path::new("traces"), "ring/unique-real", "as-printed");
    assert_eq!(
        path,
        Path::new("traces/ring/unique-real/as-printed.itf.json")
    );
}

#[test]
fn no_claim_leads_out_of_the_root() {
    let path = path_for(Path::new("traces"), "/../etc//x", "../../y");
    assert_eq!(path, Path::new("traces/etc/x/..-..-y.itf.json"));
}

#[test]
fn what_was_saved_is_loaded_and_nothing_else_is_left_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = path_for(folder.path(), "ring/unique-real", "as-printed");
    save(&path, &ring::lasso()).expect("the first time, with new folders");
    save(&path, &ring::trace()).expect("the second time, over the first");
    assert_eq!(load(&path).expect("our own file"), ring::trace());
    let files = std::fs::read_dir(path.parent().expect("a folder")).expect("readable");
    assert_eq!(files.count(), 1);
}

#[test]
fn a_trace_that_could_not_be_read_back_leaves_the_old_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.itf.json");
    save(&path, &ring::trace()).expect("a good trace");
    let mut broken = ring::trace();
    broken.states.pop();
    let error = save(&path, &broken).expect_err("a state is missing");
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    assert_eq!(load(&path).expect("the old file"), ring::trace());
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").expect("writable");
    assert!(save(&file.join("run.itf.json"), &ring::trace()).is_err());
}

#[test]
fn errors_carry_the_name_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = load(&folder.path().join("missing.itf.json")).expect_err("no such file");
    assert!(
        missing
            .to_string()
            .contains("missing.itf.json: cannot be read: ")
    );
    let path = folder.path().join("broken.itf.json");
    std::fs::write(&path, "{\"#meta\": {}}").expect("writable");
    let broken = load(&path).expect_err("no trace").to_string();
    assert!(
        broken.ends_with("broken.itf.json: #meta.format: expected a string, found nothing"),
        "{broken}"
    );
    std::fs::write(&path, [0xff, 0xfe]).expect("writable");
    assert!(load(&path).is_err(), "not UTF-8");
}
