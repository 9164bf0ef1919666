//! Spaces of known size.

use crate::agree;
use crate::puzzles::{Counters, Fan, Jugs, Scramble, Tiles};

#[test]
fn counters_make_a_grid() {
    // 6^4 states; the last is 4 * 5 steps away.
    let counters = Counters {
        number: 4,
        limit: 5,
        bad_sum: 100,
    };
    let [distinct, _, depth, branching] = agree(&counters).counts();
    assert_eq!((distinct, depth, branching), (1296, 20, 4));
}

#[test]
fn of_many_shortest_ways_the_first_in_action_order_is_found() {
    let counters = Counters {
        number: 4,
        limit: 2,
        bad_sum: 5,
    };
    let way = agree(&counters).way_to_a_bad_state(&counters);
    assert_eq!(way.unwrap(), ["0", "0", "1", "1", "2"]);
}

#[test]
fn four_litres_take_six_steps() {
    let way = agree(&Jugs).way_to_a_bad_state(&Jugs);
    assert_eq!(way.unwrap().len(), 6);
    assert_eq!(agree(&Jugs).counts()[0], 16);
}

#[test]
fn two_rows_of_three_tiles_are_solved_in_21_moves() {
    // Half of the 6! arrangements can be reached; the farthest needs 21 moves.
    let out_of_reach = Tiles {
        bad: [1, 2, 3, 5, 4, 0],
    };
    let all = agree(&out_of_reach);
    let [distinct, _, depth, _] = all.counts();
    assert_eq!((distinct, depth), (360, 21));
    let farthest = Tiles {
        bad: *all.states.last().unwrap(),
    };
    let way = agree(&farthest).way_to_a_bad_state(&farthest);
    assert_eq!(way.unwrap().len(), 21);
}

#[test]
fn levels_wider_than_a_batch_and_a_table_that_grows_amid_them() {
    // The table begins with room for fewer than 25 000 states, a batch is 16 384.
    let scramble = Scramble {
        modulus: 60_013,
        bad: u64::MAX,
    };
    let all = agree(&scramble);
    let [distinct, _, depth, _] = all.counts();
    assert!(distinct > 50_000 && depth < 30, "{distinct} {depth}");
    let deep = Scramble {
        bad: all.states[distinct - 10],
        ..scramble
    };
    agree(&deep);
}

#[test]
fn one_state_with_more_successors_than_a_chunk_or_the_table_holds() {
    agree(&Fan { width: 1_000 });
    let [distinct, total, depth, branching] = agree(&Fan { width: 70_000 }).counts();
    assert_eq!(
        (distinct, total, depth, branching),
        (70_002, 140_001, 2, 70_000)
    );
}
