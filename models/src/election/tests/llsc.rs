//! Algorithm 4 by brute force: every interleaving of two calls, and every order in which Algorithm 3 could have carried them out.

use super::*;
use crate::election::llsc::{Call, Reading, Value};

/// What a call answered, with the moments at which it began and ended.
type Done = (Call, bool, usize, usize);

/// Every interleaving of the steps of these calls.
fn histories(calls: &[Call], reading: Reading) -> Vec<(Vec<Done>, Value)> {
    #[derive(Clone)]
    struct Run {
        value: Value,
        linked: Vec<bool>,
        /// Where each call began, if it has; whether its SC is next.
        begun: Vec<Option<usize>>,
        done: Vec<Option<Done>>,
        moment: usize,
    }
    let mut open = vec![Run {
        value: 0,
        linked: vec![false; calls.len()],
        begun: vec![None; calls.len()],
        done: vec![None; calls.len()],
        moment: 0,
    }];
    let mut histories = Vec::new();
    while let Some(run) = open.pop() {
        let waiting = (0..calls.len()).filter(|i| run.done[*i].is_none());
        let waiting: Vec<_> = waiting.collect();
        if waiting.is_empty() {
            let done = run.done.iter().map(|done| done.expect("all are")).collect();
            histories.push((done, run.value));
        }
        for i in waiting {
            let mut run = run.clone();
            let (call, moment) = (calls[i], run.moment);
            run.moment += 1;
            match run.begun[i] {
                None => {
                    run.begun[i] = Some(moment);
                    run.linked[i] = true;
                    let stores = (run.value == call.old) != (reading == Reading::IfDifferent);
                    run.done[i] = (!stores).then_some((call, false, moment, moment));
                }
                Some(begin) => {
                    let stored = run.linked[i];
                    if stored {
                        run.linked.fill(false);
                        run.value = call.new;
                    }
                    run.done[i] = Some((call, stored, begin, moment));
                }
            }
            open.push(run);
        }
    }
    histories
}

/// Whether Algorithm 3 could have answered so, one call after the other.
fn linearisable(done: &[Done], end: Value) -> bool {
    fn from(value: Value, left: &[Done], end: Value) -> bool {
        if left.is_empty() {
            return value == end;
        }
        (0..left.len()).any(|first| {
            let (call, answer, begin, _) = left[first];
            let late = left.iter().any(|(.., ended)| *ended < begin);
            let equal = value == call.old;
            let mut rest = left.to_vec();
            rest.remove(first);
            let next = if equal { call.new } else { value };
            !late && equal == answer && from(next, &rest, end)
        })
    }
    from(0, done, end)
}

fn all_linearisable(calls: &[Call], reading: Reading) -> bool {
    let mut all = histories(calls, reading).into_iter();
    all.all(|(done, end)| linearisable(&done, end))
}

fn calls() -> impl Iterator<Item = Call> {
    (0..4).map(|bits| Call {
        old: bits / 2,
        new: bits % 2,
    })
}

#[test]
fn two_calls_interleave_in_six_ways_if_both_store() {
    let call = Call { old: 0, new: 0 };
    assert_eq!(histories(&[call, call], Reading::IfEqual).len(), 6);
}

#[test]
fn as_meant_two_calls_go_wrong_only_if_one_stores_what_is_there() {
    for first in calls() {
        for second in calls() {
            let right = all_linearisable(&[first, second], Reading::IfEqual);
            // Both store, and what one stores is what the other expects and has.
            let silent = first.old == first.new || second.old == second.new;
            let wrong = first.old == 0 && second.old == 0 && silent;
            assert_eq!(right, !wrong, "{first:?} {second:?}");
        }
    }
}

#[test]
fn as_printed_no_call_is_right() {
    for call in calls() {
        assert!(!all_linearisable(&[call], Reading::IfDifferent), "{call:?}");
    }
}

#[test]
fn the_model_says_the_same() {
    for (variant, size, expected) in [
        ("as-printed", [1, 1, 2], Verdict::Refuted),
        ("as-meant", [1, 1, 2], Verdict::Holds),
        ("as-meant", [2, 1, 2], Verdict::Refuted),
        ("as-meant-changing", [2, 1, 2], Verdict::Holds),
    ] {
        let case = case("thesis/cas-from-llsc", variant);
        let judge = sized(case, &size).expect("a legal size");
        assert_eq!(judged(&*judge).verdict, expected, "{variant}");
    }
}

#[test]
fn threads_crash_and_the_location_does_not() {
    let case = case("thesis/cas-from-llsc", "as-meant-changing");
    let without_no_crash = Setup {
        without: vec!["no-crash".to_owned()],
        ..Setup::of(case.smallest())
    };
    let plain = case.subject(&Setup::of(case.smallest())).expect("a size");
    let crashing = case.subject(&without_no_crash).expect("it is assumed");
    let [plain, crashing] = [judged(&*plain), judged(&*crashing)];
    assert_ne!(crashing.verdict, Verdict::Bounded);
    assert_ne!(crashing.counts.distinct, plain.counts.distinct);
}
