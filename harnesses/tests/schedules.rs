//! Shuttle schedules the code: all schedules of two nodes, and after how many it finds the bad ones.
//!
//! Shuttle's atomics are sequentially consistent whatever ordering is asked for; orderings are for loom. With three nodes the
//! schedules are too many for all of them, and a priority scheduler or a random one takes over.

use shuttle::scheduler::{DfsScheduler, PctScheduler, RandomScheduler};
use verdict_election::{Algorithm, Procedure};
use verdict_harnesses::explore::Scenario;
use verdict_harnesses::schedule::{needed, search};

const SIX: Procedure = Procedure::as_meant(Algorithm::Six);
const SEVEN: Procedure = Procedure::as_meant(Algorithm::Seven);

#[test]
fn two_nodes_under_every_schedule_have_one_leader_only_with_one_word() {
    for (procedure, schedules, broken) in [
        (SIX, 45, true),
        (SEVEN, 65, true),
        (Procedure::REPAIRED, 601, false),
    ] {
        let all = DfsScheduler::new(None, false);
        let found = search(Scenario::two_nodes(procedure), all);
        assert_eq!(found.broken.is_some(), broken, "{procedure:?}");
        assert_eq!(found.schedules, schedules, "{procedure:?}");
    }
}

#[test]
fn a_priority_scheduler_needs_two_changes_of_priority_to_find_the_aba() {
    for procedure in [SIX, SEVEN] {
        let scenario = Scenario::two_nodes(procedure);
        let with_depth = |depth| {
            needed(scenario, 5, |seed| {
                PctScheduler::new_from_seed(seed, depth, 500)
            })
        };
        assert_eq!(with_depth(1), [None; 5]);
        assert_eq!(with_depth(2), [None; 5]);
        for depth in [3, 4, 5] {
            assert!(
                with_depth(depth).iter().all(Option::is_some),
                "{procedure:?} {depth}"
            );
        }
    }
}

#[test]
fn three_nodes_repeat_table_5_1() {
    let scenario = Scenario::table_5_1(SIX);
    let priorities = needed(scenario, 3, |seed| {
        PctScheduler::new_from_seed(seed, 3, 3000)
    });
    assert!(priorities.iter().all(Option::is_some), "{priorities:?}");
    let random = needed(scenario, 3, |seed| {
        RandomScheduler::new_from_seed(seed, 3000)
    });
    assert!(random.iter().all(Option::is_some), "{random:?}");
}

#[test]
fn no_schedule_breaks_the_repair_with_three_nodes() {
    let scenario = Scenario::table_5_1(Procedure::REPAIRED);
    for depth in [3, 5] {
        let found = search(scenario, PctScheduler::new_from_seed(0, depth, 2000));
        assert_eq!((found.broken, found.schedules), (None, 2000));
    }
}
