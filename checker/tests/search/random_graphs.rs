//! Random small graphs with random sets of bad states.

use crate::puzzles::Puzzle;
use crate::{THREADS, agree, explore, judge, labels, with_threads};
use proptest::collection::vec;
use proptest::prelude::*;
use verdict_checker::property::Property;
use verdict_checker::verdict::Verdict;

/// A graph; an action is the place of an edge among those of its state.
#[derive(Clone, Debug)]
pub struct Graph {
    starts: Vec<u8>,
    edges: Vec<Vec<u8>>,
    bad: Vec<u8>,
}

impl Puzzle for Graph {
    type State = u8;
    type Action = usize;

    fn starts(&self) -> Vec<u8> {
        self.starts.clone()
    }

    fn moves(&self, state: &u8) -> Vec<(usize, u8)> {
        let edges = self.edges[usize::from(*state)].iter();
        edges.copied().enumerate().collect()
    }

    fn bad(&self, state: &u8) -> bool {
        self.bad.contains(state)
    }
}

prop_compose! {
    pub fn any_graph()(states in 1u8..=60)(
        starts in vec(0..states, 0..=3),
        edges in vec(vec(0..states, 0..=3), usize::from(states)),
        bad in vec(0..states, 0..=3),
    ) -> Graph {
        Graph { starts, edges, bad }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn all_searches_agree_on_random_graphs(graph in any_graph()) {
        agree(&graph);
    }

    #[test]
    fn a_bad_step_is_found_by_the_shortest_run(graph in any_graph(), modulus in 3u8..20) {
        let is_bad = move |from: &u8, to: &u8| from.wrapping_mul(31).wrapping_add(*to).is_multiple_of(modulus);
        let expected = explore(&graph).way_by_move(&graph, is_bad);
        for threads in THREADS {
            let property = Property::every_step("no bad step", move |_, from, _, to| !is_bad(from, to));
            let judgement = judge(&graph, property, with_threads(threads));
            prop_assert_eq!(judgement.trace.as_ref().map(labels), expected.clone());
            prop_assert_eq!(judgement.verdict == Verdict::Refuted, expected.is_some());
        }
    }

    #[test]
    fn a_witness_is_found_by_the_shortest_run(graph in any_graph()) {
        let expected = explore(&graph).way_to_a_bad_state(&graph);
        for threads in THREADS {
            let bad = graph.bad.clone();
            let property = Property::possible("bad", move |_, state: &u8| bad.contains(state));
            let judgement = judge(&graph, property, with_threads(threads));
            prop_assert_eq!(judgement.trace.as_ref().map(labels), expected.clone());
            prop_assert_eq!(judgement.verdict == Verdict::Holds, expected.is_some());
            prop_assert_eq!(judgement.verdict == Verdict::Refuted, expected.is_none());
            prop_assert_eq!(judgement.exhausted(), expected.is_none());
        }
    }
}
