//! A boundary cuts the search, and the cut is reported.

use super::*;
use verdict_checker::search::Cut;

/// Two messages for S1; at most `limit` may have been delivered.
fn explored(boundary: fn(&View<Toy>) -> bool) -> (usize, Option<Cut>) {
    let toys = vec![toy(&[("start", &[Send(1, "A"), Send(1, "B")])]), idle()];
    let world = world(toys, |_| {}).within(boundary);
    let explored = Search::new(&world, &[]).run();
    (explored.counts.distinct, explored.cut)
}

#[test]
fn what_lies_beyond_is_not_counted_but_reported() {
    // Nothing, A, B delivered; AB and BA lie beyond.
    let one = explored(|view| view.node(1).is_some_and(|log| log.len() <= 1));
    assert_eq!(one, (3, Some(Cut::Boundary)));
}

#[test]
fn a_boundary_that_nothing_crosses_cuts_nothing() {
    let two = explored(|view| view.node(1).is_some_and(|log| log.len() <= 2));
    assert_eq!(two, (5, None));
}

#[test]
fn steps_beyond_the_boundary_are_not_offered() {
    let toys = vec![toy(&[("start", &[Send(1, "A")])]), idle()];
    let world = world(toys, |_| {}).within(|view| view.messages().next().is_some());
    assert_eq!(enabled(&world, &first_state(&world)), [""; 0]);
}
