//! A search that was cut says so, and is never `holds`.

use crate::puzzles::{Counters, Puzzle, Scramble};
use crate::{THREADS, counted, good, judge, space, with_threads};
use std::sync::atomic::AtomicUsize;
use std::time::Duration;
use verdict_checker::property::{Promise, Property};
use verdict_checker::search::{Cut, Limits, Search, Stop};
use verdict_checker::verdict::Verdict;

/// 15^4 = 50 625 states, none bad.
const GRID: Counters = Counters {
    number: 4,
    limit: 14,
    bad_sum: 100,
};

fn limited(states: usize) -> Limits {
    Limits {
        states,
        ..with_threads(2)
    }
}

#[test]
fn a_limit_on_states_cuts_at_the_same_state_for_any_number_of_threads() {
    let scramble = Scramble {
        modulus: 60_013,
        bad: u64::MAX,
    };
    let cut = |threads| {
        let limits = Limits {
            threads,
            ..limited(30_000)
        };
        let judgement = judge(&scramble, good(), limits);
        assert_eq!(judgement.verdict, Verdict::Bounded);
        assert_eq!(judgement.cut, Some(Cut::States(30_000)));
        assert!(judgement.trace.is_none() && !judgement.exhausted());
        assert!(judgement.counts.distinct >= 30_000);
        counted(&judgement.counts)
    };
    let [first, others @ ..] = THREADS.map(cut);
    assert!(first[0] < 60_000, "the cut came before the end");
    assert_eq!(others, [first; 3]);
}

#[test]
fn a_limit_that_is_not_reached_changes_nothing() {
    let judgement = judge(&GRID, good(), limited(50_626));
    assert_eq!(judgement.verdict, Verdict::Holds);
    assert_eq!((judgement.counts.distinct, judgement.cut), (50_625, None));
}

#[test]
fn a_limit_that_is_just_reached_is_no_cut() {
    let judgement = judge(&GRID, good(), limited(50_625));
    assert_eq!(judgement.verdict, Verdict::Holds);
    assert_eq!((judgement.counts.distinct, judgement.cut), (50_625, None));
    let judgement = judge(&GRID, good(), limited(50_624));
    assert_eq!(judgement.cut, Some(Cut::States(50_624)));
}

#[test]
fn a_limit_on_memory_cuts_at_the_same_state_for_any_number_of_threads() {
    let scramble = Scramble {
        modulus: 200_003,
        bad: u64::MAX,
    };
    let cut = |threads| {
        let limits = Limits {
            bytes: 3 << 20,
            threads,
            ..Limits::default()
        };
        let judgement = judge(&scramble, good(), limits);
        assert_eq!(judgement.cut, Some(Cut::Bytes(3 << 20)));
        (counted(&judgement.counts), judgement.counts.bytes)
    };
    let [first, others @ ..] = THREADS.map(cut);
    assert!(first.0[0] < 200_000, "the cut came before the end");
    assert_eq!(others, [first; 3]);
}

/// A walk over numbers, each with so many kibibytes beside it.
#[derive(Clone)]
struct Laden {
    kibibytes: usize,
}

impl Puzzle for Laden {
    type State = (u16, Vec<u64>);
    type Action = bool;

    fn starts(&self) -> Vec<Self::State> {
        vec![(0, vec![0; 128 * self.kibibytes])]
    }

    fn moves(&self, (number, load): &Self::State) -> Vec<(bool, Self::State)> {
        let next = |double: bool| (number * 2 + u16::from(double)) % 4096;
        [false, true].map(|d| (d, (next(d), load.clone()))).into()
    }

    fn bad(&self, _: &Self::State) -> bool {
        false
    }
}

#[test]
fn what_states_hold_elsewhere_counts() {
    let light = judge(&Laden { kibibytes: 0 }, good(), with_threads(2));
    assert_eq!((light.cut, light.counts.distinct), (None, 4096));
    let heavy = judge(&Laden { kibibytes: 4 }, good(), with_threads(2));
    // The largest levels, one and the next, have 1024 and 2048 states of 4 KiB.
    assert!(heavy.counts.bytes > light.counts.bytes + (8 << 20));
    let limits = Limits {
        bytes: 6 << 20,
        ..with_threads(2)
    };
    let cut = judge(&Laden { kibibytes: 4 }, good(), limits);
    assert_eq!(cut.cut, Some(Cut::Bytes(6 << 20)));
}

#[test]
fn the_limits_hold_for_what_follows_the_search() {
    let promise = || Promise::infinitely_often("back", |_: &_, state: &Vec<u8>| state[0] == 0);
    let property = || Property::promises("something", vec![promise()]);
    let enough = judge(&GRID, property(), with_threads(2));
    assert_eq!(enough.verdict, Verdict::Refuted);
    let graph = enough.counts.bytes - (1 << 20);
    let searched = judge(&GRID, good(), with_threads(2)).counts.bytes;
    assert!(graph > searched, "the graph counts: {graph} {searched}");
    let limits = Limits {
        bytes: graph,
        ..with_threads(2)
    };
    let cut = judge(&GRID, property(), limits);
    assert_eq!(
        (cut.verdict, cut.cut),
        (Verdict::Bounded, Some(Cut::Bytes(graph)))
    );
    assert_eq!(
        cut.counts.distinct, 50_625,
        "the search had come to its end"
    );
}

#[test]
fn a_limit_on_memory_cuts() {
    let limits = Limits {
        bytes: 1 << 19,
        ..with_threads(2)
    };
    let judgement = judge(&GRID, good(), limits);
    assert_eq!(judgement.verdict, Verdict::Bounded);
    assert_eq!(judgement.cut, Some(Cut::Bytes(1 << 19)));
    assert!(judgement.counts.bytes >= 1 << 19);
    assert!(judgement.counts.distinct < 50_625);
}

#[test]
fn a_limit_on_time_cuts() {
    let limits = Limits {
        time: Duration::ZERO,
        ..with_threads(2)
    };
    let judgement = judge(&GRID, good(), limits);
    assert_eq!(judgement.verdict, Verdict::Bounded);
    assert_eq!(judgement.cut, Some(Cut::Time(Duration::ZERO)));
    // No time at all is enough for one batch.
    assert_eq!(judgement.counts.distinct, 5);
}

#[test]
fn what_is_found_before_the_cut_counts() {
    let near = Counters { bad_sum: 3, ..GRID };
    let judgement = judge(&near, good(), limited(1_000));
    assert_eq!((judgement.verdict, judgement.cut), (Verdict::Refuted, None));
    let far = Counters {
        bad_sum: 50,
        ..GRID
    };
    let judgement = judge(&far, good(), limited(1_000));
    assert_eq!(judgement.verdict, Verdict::Bounded);
}

#[test]
fn what_was_not_found_before_the_cut_may_still_exist() {
    let wanted = |sum: u8| {
        let all_at = move |_: &_, state: &Vec<u8>| state.iter().sum::<u8>() == sum;
        judge(&GRID, Property::possible("sum", all_at), limited(1_000))
    };
    assert_eq!(wanted(2).verdict, Verdict::Holds);
    assert_eq!(wanted(50).verdict, Verdict::Bounded);
    assert_eq!(
        wanted(57).verdict,
        Verdict::Bounded,
        "it does not exist, but who knows"
    );
}

#[test]
fn liveness_is_not_judged_on_a_part() {
    let promise = || Promise::eventually("never", |_: &_, _: &Vec<u8>| false);
    let property = || Property::promises("something", vec![promise()]);
    let judgement = judge(&GRID, property(), limited(1_000));
    assert_eq!(judgement.verdict, Verdict::Bounded);
    assert!(judgement.trace.is_none());
}

/// Counters of which only those within a sum are looked at.
#[derive(Clone)]
pub struct Fenced {
    pub within: u32,
    pub bad: u32,
    pub start: u8,
}

impl Fenced {
    fn sum(state: &[u8]) -> u32 {
        state.iter().map(|count| u32::from(*count)).sum()
    }
}

impl Puzzle for Fenced {
    type State = Vec<u8>;
    type Action = usize;

    fn starts(&self) -> Vec<Vec<u8>> {
        vec![vec![self.start; 2]]
    }

    fn moves(&self, state: &Vec<u8>) -> Vec<(usize, Vec<u8>)> {
        let counters = Counters {
            number: 2,
            limit: 3,
            bad_sum: 0,
        };
        counters.moves(state)
    }

    fn bad(&self, state: &Vec<u8>) -> bool {
        Self::sum(state) >= self.bad
    }

    fn within(&self, state: &Vec<u8>) -> bool {
        Self::sum(state) <= self.within
    }
}

#[test]
fn a_boundary_makes_a_verdict_bounded() {
    let fenced = |within, bad| {
        let judgement = judge(
            &Fenced {
                within,
                bad,
                start: 0,
            },
            good(),
            with_threads(2),
        );
        (judgement.verdict, judgement.cut, judgement.counts.distinct)
    };
    // Sums 0, 1, 2: 1 + 2 + 3 states.
    assert_eq!(fenced(2, 3), (Verdict::Bounded, Some(Cut::Boundary), 6));
    assert_eq!(fenced(6, 9), (Verdict::Holds, None, 16));
    assert_eq!(fenced(4, 3).0, Verdict::Refuted);
}

#[test]
fn a_boundary_does_not_hide_where_runs_begin() {
    let outside = Fenced {
        within: 1,
        bad: 2,
        start: 1,
    };
    let judgement = judge(&outside, good(), with_threads(1));
    assert_eq!(judgement.verdict, Verdict::Refuted);
    let harmless = Fenced { bad: 9, ..outside };
    let explored = Search::new(&space(&harmless), &[]).run();
    assert_eq!(explored.cut, Some(Cut::Boundary));
    assert_eq!(explored.counts.distinct, 1);
}

#[test]
fn a_search_that_is_stopped_is_cut_even_where_it_has_not_seen_a_successor() {
    static STOPPED: AtomicUsize = AtomicUsize::new(15);
    let limits = Limits {
        stop: Stop::on(&STOPPED),
        ..with_threads(2)
    };
    let judgement = judge(&GRID, good(), limits);
    assert_eq!(judgement.verdict, Verdict::Bounded);
    assert_eq!(judgement.cut, Some(Cut::Interrupted));
}
