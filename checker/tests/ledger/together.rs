//! Two branches that grew from one ledger come together again.

use crate::generated;
use crate::records::catalog;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::process::Command;
use verdict_checker::ledger::{Expected, Ledger, Record, files, load, salvage, update};

/// What git makes of three versions of a file, marks and all; nothing if there is no git.
fn merged(base: &str, ours: &str, theirs: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        fs::write(path(name), text).expect("writable");
    }
    let mut git = Command::new("git");
    git.current_dir(folder.path());
    let output = git
        .args(["merge-file", "-p", "ours", "base", "theirs"])
        .output();
    Some(String::from_utf8(output.ok()?.stdout).expect("text"))
}

fn merge_folders(path: &Path, base: &Ledger, ours: &Ledger, theirs: &Ledger) -> bool {
    let versions = [base, ours, theirs].map(files);
    for name in versions.iter().flat_map(|version| version.keys()) {
        let of = |version: usize| versions[version].get(name).map_or("", String::as_str);
        let Some(text) = merged(of(0), of(1), of(2)) else {
            return false;
        };
        fs::write(path.join(name), text).expect("writable");
    }
    true
}

fn extended(base: &[Record], more: Vec<Record>) -> Ledger {
    Ledger::from_iter(base.iter().cloned().chain(more))
}

/// A catalog that knows the runs of both, with the hashes of theirs where they differ.
fn catalog_of(ours: &Ledger, theirs: &Ledger) -> Vec<Expected> {
    let all = ours.records().iter().chain(theirs.records());
    catalog(&all.cloned().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever only one side has changed is kept, and the rest is what one side has found on the model as it stands, or is gone.
    #[test]
    fn a_merge_of_git_can_be_worked_with(
        base in generated::records(), ours in generated::records(), theirs in generated::records()
    ) {
        let (ours, theirs) = (extended(&base, ours), extended(&base, theirs));
        let base = Ledger::from_iter(base);
        let catalog = catalog_of(&ours, &theirs);
        let folder = tempfile::tempdir().expect("a folder");
        if !merge_folders(folder.path(), &base, &ours, &theirs) {
            return Ok(());
        }
        let salvaged = salvage(folder.path(), &catalog).expect("readable").ledger;
        let updated = update(folder.path(), [], &catalog).expect("mended");
        let found = load(folder.path()).expect("mended").expect("there");
        prop_assert_eq!(&found, &salvaged);
        prop_assert_eq!(&updated.removed, &[]);
        for expected in &catalog {
            let sides = [ours.get(&expected.key), theirs.get(&expected.key)];
            let said: Vec<_> = sides.into_iter().flatten().collect();
            let found = found.get(&expected.key);
            let same = said.windows(2).all(|pair| pair[0] == pair[1]);
            if same {
                prop_assert_eq!(found, said.first().copied());
            } else if let Some(found) = found {
                prop_assert!(said.contains(&found));
            }
        }
    }

    /// Updates of the same ledger by two sides that do not know of each other, one after the other, keep what both have found.
    #[test]
    fn one_update_does_not_undo_another(
        base in generated::records(), ours in generated::records(), theirs in generated::records()
    ) {
        let all = || base.iter().chain(&ours).chain(&theirs).cloned();
        let whole = Ledger::from_iter(all());
        let catalog = catalog(&whole);
        let is_current = |record: &Record| whole.get(&record.key()).map(|r| &r.hash) == Some(&record.hash);
        let folder = tempfile::tempdir().expect("a folder");
        for part in [&base, &ours, &theirs] {
            update(folder.path(), part.clone(), &catalog).expect("writable");
        }
        let found = load(folder.path()).expect("our own files").expect("there");
        prop_assert_eq!(found, Ledger::from_iter(all().filter(is_current)));
    }
}
