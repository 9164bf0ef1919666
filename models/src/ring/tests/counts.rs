//! How many states there are, and that every kind of step occurs among them.

use super::*;
use stateright::{Checker, Model};
use std::collections::BTreeSet;
use std::sync::Arc;
use verdict_checker::search::Search;
use verdict_checker::space::{AsModel, Row, Space};

/// Distinct states in normal form (counts lowered, stale messages dropped), and the steps to the
/// farthest: N, k, states, depth.
const PINNED: [(usize, usize, usize, usize); 4] = [
    (3, 1, 99, 9),
    (4, 1, 279, 14),
    (4, 2, 3_232, 19),
    (5, 2, 11_916, 24),
];

#[test]
fn the_ring_has_as_many_states_as_ever() {
    for (nodes, k, states, depth) in PINNED {
        let counts = Search::new(&ring(nodes, k), &[]).run().counts;
        assert_eq!(
            (counts.distinct, counts.depth),
            (states, depth),
            "N = {nodes}, k = {k}"
        );
        let case = case("ring/unique-real", "as-meant");
        let setup = Setup::of(case.size(&[nodes as u64, k as u64]));
        let judgement = judged(case, &setup, usize::MAX);
        assert_eq!(judgement.counts.distinct, states, "the case of the catalog");
    }
}

#[test]
fn stateright_counts_the_same() {
    for (nodes, k, states, depth) in &PINNED[..3] {
        let model = AsModel(Arc::new(ring(*nodes, *k)));
        let theirs = model.checker().spawn_bfs().join();
        assert_eq!(
            (theirs.unique_state_count(), theirs.max_depth() - 1),
            (*states, *depth),
            "N = {nodes}, k = {k}"
        );
    }
}

/// The beginnings of labels that no step between reachable states has.
fn unheard_of(ring: &Ring) -> Vec<String> {
    let explored = Search::new(ring, &[]).keep_states().run();
    let labels: BTreeSet<_> = (0..explored.states.len())
        .flat_map(|number| ring.steps(explored.states.get(number)))
        .map(|(step, _)| ring.label(&step))
        .collect();
    let mut words = ring.vocabulary();
    words.retain(|word| !labels.iter().any(|label| label.starts_with(word)));
    words
}

#[test]
fn every_kind_of_step_occurs() {
    let mut without_crashes = section_ii(3, 1);
    without_crashes.assume_named("no-crash").unwrap();
    let mut one_more = section_ii(3, 1);
    one_more.drop_named("at-most-k-in-a-row").unwrap();
    let rings = [
        ring(3, 1),
        closest_only(3, 1),
        World::new(vec![site(3, 1); 3], without_crashes),
        World::new(vec![site(3, 1); 3], one_more),
    ];
    for ring in &rings {
        assert!(ring.vocabulary().len() >= 2);
        assert_eq!(unheard_of(ring), [""; 0], "{}", ring.assumptions());
    }
}

#[test]
fn a_kind_of_step_that_cannot_occur_is_missed() {
    // A budget for crashes, but no row of them is short enough.
    let mut assumptions = section_ii(3, 1);
    assumptions.crash.consecutive = Some(0);
    let ring = World::new(vec![site(3, 1); 3], assumptions);
    assert_eq!(unheard_of(&ring), ["crash ", "suspect "]);
}
