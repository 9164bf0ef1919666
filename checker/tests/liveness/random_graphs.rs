//! The engine against brute force on random small graphs.

use crate::brute_force::shortest_prefix;
use crate::{checked, graph};
use proptest::collection::vec;
use proptest::prelude::*;
use verdict_checker::graph::{Graph, Key, State};
use verdict_checker::liveness::{BitSet, Fairness, Goal};

const KEYS: Key = 3;
/// Brute force tries every set of edges.
const MOST_EDGES: usize = 10;

prop_compose! {
    fn any_graph()(states in 1u32..=7)(
        edges in vec((0..states, 0..states, 0..KEYS), 0..=MOST_EDGES),
        initial in vec(0..states, 1..=2),
        states in Just(states),
    ) -> Graph {
        let row = |state: State| -> Vec<(State, Key)> {
            let own = edges.iter().filter(|edge| edge.0 == state);
            own.map(|&(_, target, key)| (target, key)).collect()
        };
        let rows: Vec<Vec<_>> = (0..states).map(row).collect();
        graph(&initial, &rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }
}

fn any_fairness() -> impl Strategy<Value = Vec<Fairness>> {
    let one = prop_oneof![
        1 => Just(Fairness::Optional),
        1 => Just(Fairness::None),
        2 => Just(Fairness::Weak),
        2 => Just(Fairness::Strong),
    ];
    vec(one, KEYS as usize)
}

/// The states whose bit is set.
fn subset(graph: &Graph, bits: u32) -> BitSet {
    BitSet::from_fn(graph.state_count(), |state| bits >> state & 1 == 1)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// `checked` validates each lasso; its prefix must be as short as brute force says one can be.
    #[test]
    fn the_engine_agrees_with_brute_force(
        graph in any_graph(),
        fairness in any_fairness(),
        // Goals with few states: else most answers are "holds" for want of anything to avoid them
        // in.
        (good, from, also) in (0u32..128, 0u32..128, 0u32..128),
    ) {
        let (good, from) = (subset(&graph, good & also), subset(&graph, from));
        let goals = [
            Goal::Eventually(&good),
            Goal::LeadsTo { from: &from, to: &good },
            Goal::InfinitelyOften(&good),
        ];
        for goal in goals {
            let lasso = checked(&graph, &fairness, goal);
            let expected = shortest_prefix(&graph, &fairness, goal);
            let found = lasso.map(|lasso| lasso.prefix.len());
            prop_assert_eq!(found, expected, "prefix length for {:?}", goal);
        }
    }
}
