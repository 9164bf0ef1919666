//! The definitions of a fair run, tried out on every set of edges: hopelessly slow, hard to get
//! wrong.

use verdict_checker::graph::{Graph, State};
use verdict_checker::liveness::{Fairness, Goal};

/// The fewest steps to a state in which a run, owing the goal, can begin to repeat itself for ever
/// and be fair; `None` if there is no such run.
pub fn shortest_prefix(graph: &Graph, fairness: &[Fairness], goal: Goal) -> Option<usize> {
    let lingering = lingering_states(graph, fairness, goal);
    // All (state, owes) that some run of exactly `steps` steps can end with. There are at most 2n
    // such pairs, so whatever can be reached at all is reached within 2n steps.
    let mut now: Vec<(State, bool)> = Vec::new();
    for &state in graph.initial() {
        now.extend(accounts(goal, state, None));
    }
    for steps in 0..=2 * graph.state_count() {
        if now
            .iter()
            .any(|&(state, owes)| owes && lingering[state as usize])
        {
            return Some(steps);
        }
        let mut next = Vec::new();
        for &(state, owes) in &now {
            for edge in graph.edges(state) {
                next.extend(accounts(goal, graph.target(edge), Some(owes)));
            }
        }
        next.sort_unstable();
        next.dedup();
        now = next;
    }
    None
}

/// How a run that owed the goal or not (`None`: it only begins) may stand when it enters `state`.
fn accounts(goal: Goal, state: State, owed: Option<bool>) -> Vec<(State, bool)> {
    let (arises, is_paid) = match goal {
        Goal::Eventually(good) => (owed.is_none(), good.contains(state)),
        Goal::LeadsTo { from, to } => (from.contains(state), to.contains(state)),
        Goal::InfinitelyOften(good) => (true, good.contains(state)),
    };
    match (owed == Some(true) || arises) && !is_paid {
        true => vec![(state, true), (state, false)],
        false => vec![(state, false)],
    }
}

/// The states in which a run can linger: rest there, or be on some strongly connected set of edges
/// which, all repeated for ever, is fair; and the goal is paid nowhere on it.
fn lingering_states(graph: &Graph, fairness: &[Fairness], goal: Goal) -> Vec<bool> {
    let pays = |state: State| match goal {
        Goal::Eventually(good) | Goal::InfinitelyOften(good) => good.contains(state),
        Goal::LeadsTo { to, .. } => to.contains(state),
    };
    let all: Vec<State> = (0..graph.state_count() as State).collect();
    let is_optional = |edge| fairness[graph.key(edge) as usize] == Fairness::Optional;
    let mut lingering: Vec<bool> = (all.iter())
        .map(|&state| !pays(state) && graph.edges(state).all(is_optional))
        .collect();

    for subset in 1u32..1 << graph.edge_count() {
        let chosen: Vec<u32> = (0..graph.edge_count() as u32)
            .filter(|edge| subset >> edge & 1 == 1)
            .collect();
        let visited: Vec<State> = (all.iter().copied())
            .filter(|&s| {
                chosen
                    .iter()
                    .any(|&e| graph.source(e) == s || graph.target(e) == s)
            })
            .collect();
        if visited.iter().any(|&state| pays(state)) || !connects(graph, &visited, &chosen) {
            continue;
        }
        let is_fair = fairness.iter().enumerate().all(|(key, fairness)| {
            let has_key = |edge: u32| graph.key(edge) as usize == key;
            let enabled_in = |state: &State| graph.edges(*state).any(has_key);
            let taken = chosen.iter().any(|&edge| has_key(edge));
            match fairness {
                Fairness::Optional | Fairness::None => true,
                Fairness::Weak => taken || !visited.iter().all(enabled_in),
                Fairness::Strong => taken || !visited.iter().any(enabled_in),
            }
        });
        if is_fair {
            visited
                .iter()
                .for_each(|&state| lingering[state as usize] = true);
        }
    }
    lingering
}

/// Whether the chosen edges lead from each visited state to each other one (and to itself).
fn connects(graph: &Graph, visited: &[State], chosen: &[u32]) -> bool {
    visited.iter().all(|&from| {
        let mut reached = vec![false; graph.state_count()];
        for _ in 0..graph.state_count() + 1 {
            for &edge in chosen {
                let source = graph.source(edge);
                if source == from || reached[source as usize] {
                    reached[graph.target(edge) as usize] = true;
                }
            }
        }
        visited.iter().all(|&to| reached[to as usize])
    })
}
