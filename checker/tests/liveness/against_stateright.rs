//! Where stateright's own `eventually` passes although a run breaks it. Should one of these begin
//! to fail because stateright reports a discovery, stateright has been repaired, and that is good
//! news.

use crate::{checked, graph, states};
use stateright::{Checker, Model, Property};
use verdict_checker::graph::{Graph, State};
use verdict_checker::liveness::{Fairness, Goal};

/// A graph as a stateright model: an action is the state it leads to.
struct AsModel {
    graph: Graph,
    good: &'static [State],
}

impl Model for AsModel {
    type State = State;
    type Action = State;

    fn init_states(&self) -> Vec<State> {
        self.graph.initial().to_vec()
    }

    fn actions(&self, state: &State, actions: &mut Vec<State>) {
        actions.extend(self.graph.edges(*state).map(|edge| self.graph.target(edge)));
    }

    fn next_state(&self, _: &State, target: State) -> Option<State> {
        Some(target)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::eventually("good", |model: &AsModel, state| {
            model.good.contains(state)
        })]
    }
}

/// Whether stateright sees the property broken, and the states of our lasso, if any.
fn both(graph: Graph, good: &'static [State]) -> (bool, Option<Vec<State>>) {
    let fairness = vec![Fairness::Strong; graph.key_count()];
    let lasso = checked(&graph, &fairness, Goal::Eventually(&states(&graph, good)));
    let ours = lasso.map(|lasso| lasso.states(&graph));
    let checker = AsModel { graph, good }.checker().spawn_bfs().join();
    (checker.discovery("good").is_some(), ours)
}

#[test]
fn both_see_a_run_that_stops_too_early() {
    assert_eq!(
        both(graph(&[0], &[&[(1, 0)], &[]]), &[]),
        (true, Some(vec![0, 1]))
    );
}

#[test]
fn both_pass_a_run_that_arrives() {
    assert_eq!(both(graph(&[0], &[&[(1, 0)], &[]]), &[1]), (false, None));
}

#[test]
fn stateright_passes_a_cycle_that_never_arrives() {
    let ring = graph(&[0], &[&[(1, 0)], &[(0, 0)]]);
    assert_eq!(both(ring, &[]), (false, Some(vec![0, 1])));
}

#[test]
fn stateright_passes_a_self_loop_that_never_arrives() {
    assert_eq!(both(graph(&[0], &[&[(0, 0)]]), &[]), (false, Some(vec![0])));
}

#[test]
fn stateright_passes_the_second_way_to_a_state_if_the_first_was_good() {
    // 0-1-3 passes the good state 1; 0-2-3 does not, and stops in 3 all the same.
    let diamond = graph(&[0], &[&[(1, 0), (2, 1)], &[(3, 0)], &[(3, 0)], &[]]);
    assert_eq!(both(diamond, &[1]), (false, Some(vec![0, 2, 3])));
}
