//! A search that is gone on with in a world built anew, where numbers stand for other things.

use super::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use verdict_checker::search::{Explored, Keeping};

/// How a world is built, each time anew.
type Build = Box<dyn Fn() -> World<Toy>>;

/// Worlds that between them make local states and messages in every way there is.
fn worlds() -> Vec<(&'static str, Build)> {
    let chatty = || {
        let script: &[(&'static str, &[Do])] = &[
            (
                "start",
                &[
                    Send(1, "A"),
                    Send(2, "B"),
                    Set("T", 1, 3),
                    Offer(&["x", "y"]),
                ],
            ),
            ("A", &[Send(0, "B"), Save]),
            ("B", &[Cancel("T"), Offer(&["z"])]),
            ("timeout T", &[Send(2, "A")]),
            ("x", &[Send(1, "B")]),
            ("suspect S0", &[Send(2, "A")]),
        ];
        vec![
            toy(script),
            toy(&script[1..]),
            toy(&script[1..]).remembered(),
        ]
    };
    let ticking = |a: &mut Assumptions| {
        a.time = Time::Ticks { delay: 2 };
        crash_budget(a, 1);
    };
    let crashing = |a: &mut Assumptions| {
        crash_budget(a, 2);
        a.detector = Detector::Perfect;
    };
    let returning = |a: &mut Assumptions| {
        crash_budget(a, 1);
        may_return(a, 1, Memory::Stable);
        a.detector = Detector::Perfect;
    };
    vec![
        ("ticking", Box::new(move || world(chatty(), ticking))),
        ("crashing", Box::new(move || world(chatty(), crashing))),
        ("returning", Box::new(move || world(chatty(), returning))),
        (
            "beginning in two ways",
            Box::new(move || world(chatty(), crashing).or_with(vec![idle(); 3])),
        ),
    ]
}

fn search(
    world: &World<Toy>,
    states: usize,
    threads: usize,
    keeping: &Keeping,
) -> Explored<World<Toy>> {
    let limits = Limits {
        states,
        threads,
        ..Limits::default()
    };
    let search = Search::new(world, &[]).limits(limits);
    search.run_kept(keeping).expect("it can be kept")
}

fn counted(explored: &Explored<World<Toy>>) -> [usize; 5] {
    let counts = &explored.counts;
    [
        counts.distinct,
        counts.total,
        counts.depth,
        counts.branching,
        counts.bytes,
    ]
}

/// Many states, but few enough for a test.
const MANY: usize = 60_000;

/// Takes many steps, the last ones first, so that things get their numbers in another order.
fn wander(world: &World<Toy>) {
    let mut state = first_state(world);
    for turn in 0..40 {
        let mut steps = world.steps(&state);
        if steps.is_empty() {
            return;
        }
        let step = steps.len() - 1 - turn % steps.len();
        state = steps.swap_remove(step).1;
    }
}

fn keeping(file: PathBuf) -> Keeping {
    Keeping {
        checkpoint: Some(file),
        every: Duration::MAX,
        resume: true,
        ..Keeping::default()
    }
}

fn in_folder(go_on: impl Fn(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    go_on(folder.path());
}

#[test]
fn numbers_may_stand_for_other_things() {
    in_folder(|folder| {
        for (name, build) in worlds() {
            let plain = counted(&search(&build(), MANY, 1, &Keeping::default()));
            let keeping = keeping(folder.join(name));
            for (states, threads) in [(2, 1), (30, 3), (500, 2), (MANY, 1)] {
                let world = build();
                wander(&world);
                let explored = search(&world, states, threads, &keeping);
                let expected = search(&build(), states, 1, &Keeping::default());
                assert_eq!(
                    counted(&explored)[..4],
                    counted(&expected)[..4],
                    "{name} {states}"
                );
            }
            assert!(plain[0] > 500, "{name}: {plain:?}");
            let renamed = renamed(&build);
            assert!(renamed > 5, "{name}: only {renamed} numbers are others");
        }
    });
}

/// How many numbers stand for something else in a world where others came first.
fn renamed(build: &dyn Fn() -> World<Toy>) -> usize {
    let (then, now) = (build(), build());
    wander(&then);
    search(&then, 500, 1, &Keeping::default());
    search(&now, 50, 1, &Keeping::default());
    let numbers = now.remake(&then.origins()).expect("the same world");
    let [locals, envelopes] = &numbers.0[..] else {
        panic!("two kinds of things have numbers");
    };
    for (old, new) in (0..).zip(locals) {
        assert_eq!(then.locals.get(old), now.locals.get(*new));
    }
    for (old, new) in (0..).zip(envelopes) {
        assert_eq!(then.envelopes.get(old), now.envelopes.get(*new));
    }
    let others = |list: &[u32]| (0..).zip(list).filter(|(old, new)| old != *new).count();
    others(locals) + others(envelopes)
}

#[test]
fn what_another_world_did_cannot_be_done_again() {
    let one = || world(vec![toy(&[("start", &[Send(1, "A")])]), idle()], |_| {});
    let two = || world(vec![toy(&[("start", &[])]), idle()], |_| {});
    let then = one();
    search(&then, 100, 1, &Keeping::default());
    assert!(one().remake(&then.origins()).is_ok());
    assert!(two().remake(&then.origins()).is_err(), "it sends nothing");
    let bytes = then.origins();
    for cut in (4..bytes.len()).step_by(4) {
        // A shorter list of calls is a list of calls, but never one with half a call.
        let whole = one().remake(&bytes[..cut]).is_ok();
        assert!(!whole || cut >= 28, "{cut} of {}", bytes.len());
    }
}

#[test]
fn pieces_on_disk_are_the_same_pieces() {
    in_folder(|folder| {
        let longest = AtomicUsize::new(0);
        for (name, build) in worlds() {
            let world = build();
            let plain = counted(&search(&world, MANY, 1, &Keeping::default()));
            let spill = folder.join("spill");
            let limits = Limits {
                states: MANY,
                bytes: Space::held(&world) + (450 << 10),
                threads: 2,
                ..Limits::default()
            };
            let see = |_| {
                for name in ["level-0", "level-1"] {
                    let file = std::fs::metadata(spill.join("search").join(name));
                    longest.fetch_max(file.expect("a file").len() as usize, Relaxed);
                }
            };
            let spilling = Keeping {
                spill: Some(spill.clone()),
                ..Keeping::default()
            };
            let world = build();
            let search = Search::new(&world, &[]).limits(limits).on_progress(&see);
            let explored = search.run_kept(&spilling).expect("a disk");
            assert_eq!(
                counted(&explored)[..4],
                plain[..4],
                "{name}: {:?}",
                explored.cut
            );
        }
        let longest = longest.into_inner();
        assert!(
            longest > 50_000,
            "only {longest} bytes of a level were on disk"
        );
    });
}
