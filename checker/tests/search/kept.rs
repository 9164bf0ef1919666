//! A search that is gone on with ends as if it had never been ended.

use crate::limits::Fenced;
use crate::puzzles::{Counters, Fan, Jugs, Puzzle, Scramble, Tiles};
use crate::random_graphs::any_graph;
use crate::{Space, counted, good, judge, labels, subject, with_threads};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use verdict_checker::property::Property;
use verdict_checker::search::{
    Claimed, Cut, KeepError, Keeping, Limits, Progress, Search, Stop, is_over,
};
use verdict_checker::verdict::{Judgement, Verdict};

/// A checkpoint after every batch.
pub fn keeping(file: &Path) -> Keeping {
    Keeping {
        checkpoint: Some(file.to_owned()),
        every: Duration::ZERO,
        resume: true,
        of: "a puzzle".to_owned(),
        hash: "its hash".to_owned(),
        spill: None,
    }
}

/// All that can be said of a judgement.
pub fn told(
    judgement: &Judgement,
) -> (Verdict, Option<Cut>, [usize; 4], usize, Option<Vec<String>>) {
    (
        judgement.verdict,
        judgement.cut.clone(),
        counted(&judgement.counts),
        judgement.counts.bytes,
        judgement.trace.as_ref().map(labels),
    )
}

fn judge_kept<P: Puzzle>(
    puzzle: &P,
    property: Property<Space<P>>,
    limits: Limits,
    keeping: &Keeping,
    see: &(dyn Fn(Progress) + Sync),
) -> Result<Judgement, KeepError> {
    subject(puzzle, property).judge_kept(limits, keeping, see)
}

/// Ends a search at every moment at which it can have left something, and goes on with each; answers how many there were.
fn survives<P: Puzzle>(puzzle: &P, property: impl Fn() -> Property<Space<P>>) -> usize {
    let plain = told(&judge(puzzle, property(), with_threads(2)));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deep").join("search");
    let copies = Mutex::new(Vec::new());
    let copy = |_| {
        let bytes = fs::read(&file).ok();
        copies.lock().unwrap().extend(bytes);
    };
    let kept = judge_kept(puzzle, property(), with_threads(2), &keeping(&file), &copy);
    assert_eq!(told(&kept.unwrap()), plain, "kept");
    copies.lock().unwrap().push(fs::read(&file).unwrap());
    let copies = copies.into_inner().unwrap();
    for (index, bytes) in copies.iter().enumerate() {
        fs::write(&file, bytes).unwrap();
        let threads = with_threads([1, 3][index % 2]);
        let resumed = judge_kept(puzzle, property(), threads, &keeping(&file), &|_| {});
        assert_eq!(told(&resumed.unwrap()), plain, "gone on with {index}");
    }
    copies.len()
}

const WIDE: Scramble = Scramble {
    modulus: 60_013,
    bad: u64::MAX,
};

#[test]
fn puzzles_survive() {
    survives(&Jugs, good);
    let counters = Counters {
        number: 4,
        limit: 5,
        bad_sum: 100,
    };
    assert!(survives(&counters, good) > 15);
    let found = Counters {
        bad_sum: 9,
        ..counters
    };
    assert!(survives(&found, good) > 5);
    let tiles = Tiles {
        bad: [1, 2, 3, 5, 4, 0],
    };
    assert!(survives(&tiles, good) > 15);
    assert!(survives(&Fan { width: 20_000 }, good) > 2);
    let fenced = Fenced {
        within: 2,
        bad: 3,
        start: 0,
    };
    assert!(survives(&fenced, good) > 2);
}

#[test]
fn levels_wider_than_a_batch_survive() {
    assert!(survives(&WIDE, good) > 15);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_graphs_survive(graph in any_graph(), modulus in 3u8..20) {
        survives(&graph, good);
        let is_bad = move |from: &u8, to: &u8| from.wrapping_mul(31).wrapping_add(*to).is_multiple_of(modulus);
        survives(&graph, move || {
            Property::every_step("no bad step", move |_, from, _, to| !is_bad(from, to))
        });
    }
}

#[test]
fn whoever_ends_a_search_loses_nothing() {
    static STOPPED: AtomicUsize = AtomicUsize::new(0);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("search");
    let stopping = Limits {
        stop: Stop::on(&STOPPED),
        ..with_threads(2)
    };
    let rarely = Keeping {
        every: Duration::MAX,
        ..keeping(&file)
    };
    let stop = |progress: Progress| {
        STOPPED.store(usize::from(progress.distinct > 20_000), Relaxed);
    };
    let ended = judge_kept(&WIDE, good(), stopping, &rarely, &stop).unwrap();
    assert_eq!(ended.cut, Some(Cut::Interrupted));
    // The flag is up from the beginning: one batch is finished all the same.
    STOPPED.store(15, Relaxed);
    let mut distinct = ended.counts.distinct;
    assert!(distinct > 20_000);
    for _ in 0..3 {
        let ended = judge_kept(&WIDE, good(), stopping, &rarely, &|_| {}).unwrap();
        assert_eq!(ended.cut, Some(Cut::Interrupted));
        assert!(ended.counts.distinct >= distinct);
        distinct = ended.counts.distinct;
        assert_eq!(is_over(&file, &rarely).unwrap(), Some(false));
    }
    STOPPED.store(0, Relaxed);
    let done = judge_kept(&WIDE, good(), stopping, &rarely, &|_| {}).unwrap();
    assert_eq!(told(&done), told(&judge(&WIDE, good(), with_threads(2))));
    assert_eq!(is_over(&file, &rarely).unwrap(), Some(true));
}

#[test]
fn a_limit_leaves_a_checkpoint_and_holds_for_whoever_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("search");
    let limited = Limits {
        states: 30_000,
        ..with_threads(3)
    };
    let plain = told(&judge(&WIDE, good(), limited));
    for _ in 0..2 {
        let cut = judge_kept(&WIDE, good(), limited, &keeping(&file), &|_| {}).unwrap();
        assert_eq!(told(&cut), plain);
    }
    let done = judge_kept(&WIDE, good(), with_threads(2), &keeping(&file), &|_| {}).unwrap();
    assert_eq!(told(&done), told(&judge(&WIDE, good(), with_threads(2))));
}

/// A checkpoint of a small search that is not over, and what comes of going on with it.
fn small(
    folder: &Path,
) -> (
    std::path::PathBuf,
    impl Fn() -> Result<Judgement, KeepError>,
) {
    let counters = Counters {
        number: 3,
        limit: 2,
        bad_sum: 100,
    };
    let file = folder.join("search");
    let limited = Limits {
        states: 10,
        ..with_threads(1)
    };
    let cut = judge_kept(&counters, good(), limited, &keeping(&file), &|_| {}).unwrap();
    assert_eq!(cut.verdict, Verdict::Bounded);
    let path = file.clone();
    let go_on = move || judge_kept(&counters, good(), with_threads(1), &keeping(&path), &|_| {});
    (file, go_on)
}

#[test]
fn no_byte_of_a_checkpoint_can_be_changed_unnoticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, go_on) = small(folder.path());
    let whole = fs::read(&file).unwrap();
    assert!(whole.len() < 4_000, "{} bytes", whole.len());
    let refused = |bytes: &[u8], what: String| {
        fs::write(&file, bytes).unwrap();
        let error = go_on().err().unwrap_or_else(|| panic!("{what}"));
        assert!(
            matches!(error, KeepError::Damaged { .. }),
            "{what}: {error}"
        );
        assert_eq!(fs::read(&file).unwrap(), bytes, "{what}: it is left alone");
    };
    for at in 0..whole.len() {
        for flipped in [0x01, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= flipped;
            refused(&bytes, format!("byte {at}, {flipped:#x}"));
        }
        refused(&whole[..at], format!("cut off at {at}"));
    }
    refused(
        &[&whole[..], b"!"].concat(),
        "something at its end".to_owned(),
    );
    fs::write(&file, &whole).unwrap();
    assert_eq!(go_on().unwrap().counts.distinct, 27);
}

#[test]
fn what_belongs_to_another_search_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, _) = small(folder.path());
    let others = [
        (
            "content hash",
            Keeping {
                hash: "another".to_owned(),
                ..keeping(&file)
            },
        ),
        (
            "run",
            Keeping {
                of: "another".to_owned(),
                ..keeping(&file)
            },
        ),
    ];
    for (name, other) in others {
        let error = judge_kept(&WIDE, good(), with_threads(1), &other, &|_| {}).unwrap_err();
        assert!(
            matches!(error, KeepError::Foreign { field, .. } if field == name),
            "{error}"
        );
        assert!(error.to_string().contains("another"), "{error}");
    }
    // The same name and the same hash, but other states.
    let error = judge_kept(&WIDE, good(), with_threads(1), &keeping(&file), &|_| {});
    let error = error.unwrap_err().to_string();
    assert!(error.contains("do not follow from each other"), "{error}");
}

#[test]
fn what_cannot_be_written_is_an_error_and_leaves_the_old_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, go_on) = small(folder.path());
    let whole = fs::read(&file).unwrap();
    let beside = folder.path().join("search.new");
    fs::create_dir(&beside).unwrap();
    let error = go_on().unwrap_err();
    assert!(
        matches!(
            error,
            KeepError::File {
                tried: "written",
                ..
            }
        ),
        "{error}"
    );
    assert_eq!(fs::read(&file).unwrap(), whole);
    // What one that was killed has left is no obstacle.
    fs::remove_dir(&beside).unwrap();
    fs::write(&beside, "half a checkpoint").unwrap();
    assert_eq!(go_on().unwrap().counts.distinct, 27);
    assert!(!beside.exists());
}

#[test]
fn a_folder_is_used_by_one_check_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Claimed::folder(folder.path()).unwrap();
    let error = Claimed::folder(folder.path()).unwrap_err();
    assert!(
        error.to_string().ends_with("is in use by another check"),
        "{error}"
    );
    drop(first);
    Claimed::folder(folder.path()).unwrap();
    let no_folder = folder.path().join("file");
    fs::write(&no_folder, "").unwrap();
    assert!(matches!(
        Claimed::folder(&no_folder),
        Err(KeepError::File { .. })
    ));
}

#[test]
fn a_search_that_keeps_its_states_in_memory_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("search");
    let space = crate::space(&Jugs);
    let search = Search::new(&space, &[]).keep_states();
    assert_eq!(search.run_kept(&keeping(&file)).unwrap().states.len(), 16);
    assert!(!file.exists());
}
