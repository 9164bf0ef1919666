//! Liveness under fairness: graphs with known answers, stateright's blind spots, random graphs.

mod against_stateright;
mod brute_force;
mod by_hand;
mod random_graphs;

use verdict_checker::graph::{Graph, GraphBuilder, Key, State};
use verdict_checker::liveness::{BitSet, Fairness, Goal, Lasso, check, validate};

/// A graph from its rows: for each state the (target, key) of its out-edges.
fn graph(initial: &[State], rows: &[&[(State, Key)]]) -> Graph {
    let mut builder = GraphBuilder::default();
    initial
        .iter()
        .for_each(|&state| builder.push_initial(state));
    rows.iter()
        .for_each(|row| builder.push_state(row.iter().copied()));
    builder.build().expect("a well-formed graph")
}

fn states(graph: &Graph, members: &[State]) -> BitSet {
    BitSet::from_fn(graph.state_count(), |state| members.contains(&state))
}

/// Checks a goal, and validates the lasso if there is one.
fn checked(graph: &Graph, fairness: &[Fairness], goal: Goal) -> Option<Lasso> {
    let lasso = check(graph, fairness, goal);
    if let Some(lasso) = &lasso {
        validate(graph, fairness, goal, lasso).unwrap_or_else(|flaw| {
            panic!("{flaw}: {lasso:?} in {graph:?}, {fairness:?}, {goal:?}")
        });
    }
    lasso
}
