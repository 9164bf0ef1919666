//! Where and how a property is decided.

use crate::puzzles::{Counters, Jugs, Puzzle};
use crate::{agree, good, judge, labels, space, with_threads};
use stateright::Model;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use verdict_checker::property::{Promise, Property};
use verdict_checker::search::{Cut, Limits, Search};
use verdict_checker::space::OfModel;
use verdict_checker::verdict::Verdict;

const SMALL: Counters = Counters {
    number: 2,
    limit: 3,
    bad_sum: 100,
};

/// Counters that begin in several states.
#[derive(Clone)]
struct Begun(Vec<Vec<u8>>, u32);

impl Puzzle for Begun {
    type State = Vec<u8>;
    type Action = usize;

    fn starts(&self) -> Vec<Vec<u8>> {
        self.0.clone()
    }

    fn moves(&self, state: &Vec<u8>) -> Vec<(usize, Vec<u8>)> {
        SMALL.moves(state)
    }

    fn bad(&self, state: &Vec<u8>) -> bool {
        state.iter().map(|count| u32::from(*count)).sum::<u32>() >= self.1
    }
}

#[test]
fn runs_begin_in_any_initial_state() {
    // From (0, 2): 4 * 2 states; from (2, 0): 2 * 4; both reach the 2 * 2 from (2, 2) on. One is given twice.
    let starts = vec![vec![0, 2], vec![2, 0], vec![0, 2]];
    let begun = Begun(starts.clone(), 100);
    assert_eq!(agree(&begun).counts()[0], 8 + 8 - 4);
    // The way to a sum of 4 begins in the first.
    let way = agree(&Begun(starts, 4)).way_to(|state| state == &vec![2, 2]);
    assert_eq!(way.unwrap(), ["0", "0"]);
}

#[test]
fn no_initial_state_no_run() {
    let counts = agree(&Begun(Vec::new(), 0)).counts();
    assert_eq!(counts, [0, 0, 0, 0]);
}

#[test]
fn a_bad_initial_state_is_a_run_of_no_steps() {
    let begun = Begun(vec![vec![0, 0], vec![3, 3]], 6);
    agree(&begun);
    let judgement = judge(&begun, good(), Limits::default());
    let trace = judgement.trace.unwrap();
    assert_eq!((trace.states.len(), trace.steps.len()), (1, 0));
    assert_eq!(trace.states[0]["state"], serde_json::json!([3, 3]));
}

#[test]
fn states_are_kept_also_if_the_first_is_bad() {
    let begun = Begun(vec![vec![0, 0], vec![3, 3]], 6);
    let (space, properties) = (space(&begun), [good()]);
    let explored = Search::new(&space, &properties).keep_states().run();
    assert_eq!(explored.states, begun.0);
    assert_eq!(explored.fingerprints.len(), 2);
}

#[test]
fn of_several_steps_to_one_state_the_one_that_breaks_the_property_is_shown() {
    // From (5, 0) both filling and emptying lead somewhere; only "empty big" is forbidden here, and
    // from (0, 3) to (0, 0) "empty small" is not.
    let property = Property::every_step("the big jug is never emptied", |_, _, step, _| {
        *step != "empty big"
    });
    let judgement = judge(&Jugs, property, with_threads(1));
    // In the first state, emptying the empty jug is already a step, from the state to itself.
    assert_eq!(labels(&judgement.trace.unwrap()), ["\"empty big\""]);
}

/// Two counters that count how often a successor is built.
struct Built(AtomicUsize);

impl Model for Built {
    type State = [u8; 2];
    type Action = usize;

    fn init_states(&self) -> Vec<[u8; 2]> {
        vec![[0; 2]]
    }

    fn actions(&self, _: &[u8; 2], actions: &mut Vec<usize>) {
        actions.extend([0, 1]);
    }

    fn next_state(&self, state: &[u8; 2], which: usize) -> Option<[u8; 2]> {
        self.0.fetch_add(1, Relaxed);
        let mut next = *state;
        next[which] += 1;
        Some(next)
    }

    fn within_boundary(&self, state: &[u8; 2]) -> bool {
        state.iter().all(|count| *count < 10)
    }
}

#[test]
fn a_property_of_steps_costs_no_second_expansion() {
    let space = OfModel(Built(AtomicUsize::new(0)));
    let property = [Property::every_step(
        "up",
        |_, before: &[u8; 2], _, after| before < after && after.iter().all(|count| *count < 10),
    )];
    let explored = Search::new(&space, &property).run();
    assert_eq!(explored.violation, None);
    assert_eq!(explored.cut, Some(Cut::Boundary));
    assert_eq!(explored.counts.distinct, 100);
    assert_eq!(space.0.0.into_inner(), 2 * 100, "two for each state");
}

#[test]
fn every_broken_conjunct_is_named() {
    let property = Property::always("small", |_, state: &(u8, u8)| state.0 < 4)
        .and("even smaller", |_, state: &(u8, u8)| state.1 < 3)
        .and("very small", |_, state: &(u8, u8)| state.0 < 5);
    let judgement = judge(&Jugs, property, Limits::default());
    assert_eq!(judgement.broken, ["small", "very small"]);
}

#[test]
fn of_several_properties_the_first_in_the_list_is_reported() {
    let properties = [
        Property::always("never 9", |_, state: &(u8, u8)| state.0 < 9),
        Property::always("never 5", |_, state: &(u8, u8)| state.0 < 5),
        Property::always("never full", |_, state: &(u8, u8)| state.0 < 5),
    ];
    let violation = Search::new(&space(&Jugs), &properties).run().violation;
    assert_eq!(violation.unwrap().property, 1);
}

#[test]
fn a_lasso_is_found_with_everything_seen() {
    let promise = Promise::eventually("never", |_, _: &(u8, u8)| false);
    let property = Property::promises("something", vec![promise]);
    let judgement = judge(&Jugs, property, Limits::default());
    assert_eq!(judgement.verdict, Verdict::Refuted);
    assert!(judgement.exhausted());
    assert_eq!(judgement.counts.distinct, 16);
}
