//! A search that has no room ends as one that has, with a disk.

use crate::kept::told;
use crate::limits::Fenced;
use crate::puzzles::{Counters, Fan, Jugs, Puzzle, Scramble, Tiles};
use crate::random_graphs::any_graph;
use crate::{Space, explore, good, judge, subject, with_threads};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use verdict_checker::property::Property;
use verdict_checker::search::{Cut, KeepError, Keeping, Limits, Progress, Search};
use verdict_checker::verdict::{Judgement, Verdict};

/// Room for little more than an empty table: it is written out after every batch.
const NO_ROOM: usize = 600 << 10;

fn spilling(folder: &Path) -> Keeping {
    Keeping {
        spill: Some(folder.to_owned()),
        ..Keeping::default()
    }
}

fn judge_spilled<P: Puzzle>(
    puzzle: &P,
    property: Property<Space<P>>,
    limits: Limits,
    folder: &Path,
    see: &(dyn Fn(Progress) + Sync),
) -> Result<Judgement, KeepError> {
    let limits = Limits {
        bytes: NO_ROOM,
        ..limits
    };
    subject(puzzle, property).judge_kept(limits, &spilling(folder), see)
}

/// All that can be said of a judgement but the memory it took.
fn said(judgement: &Judgement) -> impl PartialEq + std::fmt::Debug + use<> {
    let (verdict, cut, counts, _, way) = told(judgement);
    (verdict, cut, counts, way)
}

/// Compares a search that spills with one that does not; answers how many files there were at most.
fn spills<P: Puzzle>(
    puzzle: &P,
    property: impl Fn() -> Property<Space<P>>,
    limits: impl Fn(usize) -> Limits,
) -> usize {
    let plain = said(&judge(puzzle, property(), limits(2)));
    let folder = tempfile::tempdir().expect("a folder");
    let most = AtomicUsize::new(0);
    let count = |_| {
        let files = fs::read_dir(folder.path().join("search")).expect("a folder");
        most.fetch_max(files.count(), Relaxed);
    };
    for threads in [1, 3] {
        let limits = limits(threads);
        let spilled = judge_spilled(puzzle, property(), limits, folder.path(), &count);
        assert_eq!(said(&spilled.unwrap()), plain, "{threads} threads");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "left");
    }
    most.into_inner()
}

const WIDE: Scramble = Scramble {
    modulus: 60_013,
    bad: u64::MAX,
};
/// The shelves of two levels, and runs until they are merged.
const ALL_FILES: usize = 2 + 8;

#[test]
fn puzzles_spill() {
    spills(&Jugs, good, with_threads);
    let counters = Counters {
        number: 4,
        limit: 5,
        bad_sum: 100,
    };
    assert_eq!(spills(&counters, good, with_threads), ALL_FILES);
    let found = Counters {
        bad_sum: 9,
        ..counters
    };
    assert_eq!(spills(&found, good, with_threads), ALL_FILES);
    let tiles = Tiles {
        bad: [1, 2, 3, 5, 4, 0],
    };
    assert_eq!(spills(&tiles, good, with_threads), ALL_FILES);
    assert!(spills(&Fan { width: 20_000 }, good, with_threads) > 2);
}

#[test]
fn levels_wider_than_a_batch_spill() {
    assert_eq!(spills(&WIDE, good, with_threads), ALL_FILES);
    // What was found early, in the middle, and last.
    let all = explore(&WIDE);
    for place in [5_000, 30_000, all.states.len() - 10] {
        let bad = all.states[place];
        spills(&Scramble { bad, ..WIDE }, good, with_threads);
    }
}

#[test]
fn a_limit_on_states_cuts_at_the_same_state() {
    let limited = |threads| Limits {
        states: 30_000,
        ..with_threads(threads)
    };
    spills(&WIDE, good, limited);
}

#[test]
fn a_boundary_is_told() {
    for (within, bad) in [(2, 3), (6, 9), (4, 3)] {
        let fenced = Fenced {
            within,
            bad,
            start: 0,
        };
        spills(&fenced, good, with_threads);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_graphs_spill(graph in any_graph(), modulus in 3u8..20) {
        spills(&graph, good, with_threads);
        let is_bad = move |from: &u8, to: &u8| from.wrapping_mul(31).wrapping_add(*to).is_multiple_of(modulus);
        let property = move || {
            Property::every_step("no bad step", move |_, from, _, to| !is_bad(from, to))
        };
        spills(&graph, property, with_threads);
    }
}

#[test]
fn without_a_disk_it_is_cut_and_with_too_little_room_too() {
    let wide = Scramble {
        modulus: 200_003,
        ..WIDE
    };
    let limits = |bytes| Limits {
        bytes,
        ..with_threads(2)
    };
    let cut = judge(&wide, good(), limits(3 << 20));
    assert_eq!(cut.verdict, Verdict::Bounded);
    let folder = tempfile::tempdir().expect("a folder");
    let spilled = |bytes| {
        let spilling = spilling(folder.path());
        let judged = subject(&wide, good()).judge_kept(limits(bytes), &spilling, &|_| {});
        judged.expect("a disk")
    };
    assert_eq!(spilled(3 << 20).verdict, Verdict::Holds);
    assert!(spilled(3 << 20).counts.bytes < 3 << 20);
    // States of a plain model wait in memory.
    let cut = spilled(1 << 19);
    assert_eq!(cut.cut, Some(Cut::Bytes(1 << 19)));
    assert_eq!(cut.verdict, Verdict::Bounded);
}

#[test]
fn where_nothing_can_be_written_nothing_is_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = judge_spilled(&WIDE, good(), with_threads(1), &file, &|_| {}).unwrap_err();
    assert!(error.to_string().contains("cannot be written"), "{error}");
    let spilling = spilling(&file);
    let space = crate::space(&Jugs);
    let kept = Search::new(&space, &[]).keep_states().run_kept(&spilling);
    assert_eq!(kept.unwrap().states.len(), 16, "it does not spill");
}

/// The files of a checkpoint with its runs.
type Files = Vec<(PathBuf, Vec<u8>)>;

fn files(file: &Path) -> Files {
    let runs = fs::read_dir(file.with_extension("runs"))
        .into_iter()
        .flatten();
    let runs = runs.map(|run| run.expect("a file").path());
    let paths = std::iter::once(file.to_owned()).chain(runs);
    paths
        .filter_map(|path| fs::read(&path).ok().map(|bytes| (path, bytes)))
        .collect()
}

/// Ends a search that spills after every batch, and goes on; answers how often that was, and how many runs there were at most.
fn survives_spilled<P: Puzzle>(
    puzzle: &P,
    property: impl Fn() -> Property<Space<P>>,
) -> [usize; 2] {
    let plain = said(&judge(puzzle, property(), with_threads(2)));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept");
    let keeping = Keeping {
        spill: Some(folder.path().join("disk")),
        ..crate::kept::keeping(&file)
    };
    let limits = |threads| Limits {
        bytes: NO_ROOM,
        ..with_threads(threads)
    };
    let copies: Mutex<Vec<Files>> = Mutex::default();
    let copy = |_| copies.lock().unwrap().push(files(&file));
    let kept = subject(puzzle, property()).judge_kept(limits(2), &keeping, &copy);
    assert_eq!(said(&kept.unwrap()), plain);
    assert!(!file.with_extension("runs").exists(), "it is over");
    let mut copies = copies.into_inner().unwrap();
    copies.retain(|files| !files.is_empty());
    for (index, files) in copies.iter().enumerate() {
        fs::create_dir_all(file.with_extension("runs")).unwrap();
        // What one that was killed was about to write must not be taken for what it is not.
        for number in 1..30 {
            let stale = file.with_extension("runs").join(format!("run-{number}"));
            fs::write(stale, "half a run").unwrap();
        }
        for (path, bytes) in files {
            fs::write(path, bytes).unwrap();
        }
        let resumed =
            subject(puzzle, property()).judge_kept(limits(1 + index % 3), &keeping, &|_| {});
        assert_eq!(said(&resumed.unwrap()), plain, "gone on with {index}");
    }
    let runs = copies.iter().map(|files| files.len() - 1).max();
    [copies.len(), runs.unwrap_or(0)]
}

#[test]
fn what_spills_survives() {
    let counters = Counters {
        number: 4,
        limit: 5,
        bad_sum: 100,
    };
    let [times, runs] = survives_spilled(&counters, good);
    assert!(times > 15 && runs == 8, "{times} {runs}");
    let found = Counters {
        bad_sum: 9,
        ..counters
    };
    survives_spilled(&found, good);
    survives_spilled(&Fan { width: 20_000 }, good);
    let wide = Scramble {
        modulus: 40_009,
        bad: u64::MAX,
    };
    let [times, runs] = survives_spilled(&wide, good);
    assert!(times > 10 && runs == 8, "{times} {runs}");
}

#[test]
fn a_checkpoint_whose_runs_are_damaged_or_gone_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept");
    let keeping = Keeping {
        spill: Some(folder.path().join("disk")),
        ..crate::kept::keeping(&file)
    };
    let limits = Limits {
        bytes: NO_ROOM,
        states: 20_000,
        ..with_threads(2)
    };
    let go_on = |keeping: &Keeping| subject(&WIDE, good()).judge_kept(limits, keeping, &|_| {});
    assert_eq!(go_on(&keeping).unwrap().cut, Some(Cut::States(20_000)));
    let whole = files(&file);
    assert!(whole.len() > 2);
    let alone = Keeping {
        spill: None,
        ..keeping.clone()
    };
    let error = go_on(&alone).unwrap_err();
    assert!(matches!(error, KeepError::Spilled { .. }), "{error}");
    let (run, bytes) = &whole[1];
    for at in (0..bytes.len()).step_by(bytes.len() / 50) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        fs::remove_file(run).unwrap();
        fs::write(run, damaged).unwrap();
        let error = go_on(&keeping).unwrap_err();
        assert!(matches!(error, KeepError::Damaged { .. }), "{at}: {error}");
    }
    fs::remove_file(run).unwrap();
    let error = go_on(&keeping).unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
    fs::write(run, bytes).unwrap();
    let cut = go_on(&keeping).unwrap();
    assert_eq!(
        said(&cut),
        said(&judge(
            &WIDE,
            good(),
            Limits {
                states: 20_000,
                ..with_threads(1)
            }
        ))
    );
}
