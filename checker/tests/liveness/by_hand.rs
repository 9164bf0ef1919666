//! Graphs small enough to know the answer.

use crate::{checked, graph, states};
use verdict_checker::graph::{Graph, State};
use verdict_checker::liveness::Fairness::{None as Unfair, Optional, Strong, Weak};
use verdict_checker::liveness::{Fairness, Goal, Lasso, validate};

fn eventually(graph: &Graph, fairness: &[Fairness], good: &[State]) -> Option<Lasso> {
    checked(graph, fairness, Goal::Eventually(&states(graph, good)))
}

fn infinitely_often(graph: &Graph, fairness: &[Fairness], good: &[State]) -> Option<Lasso> {
    checked(graph, fairness, Goal::InfinitelyOften(&states(graph, good)))
}

fn leads_to(graph: &Graph, fairness: &[Fairness], from: &[State], to: &[State]) -> Option<Lasso> {
    let (from, to) = (&states(graph, from), &states(graph, to));
    checked(graph, fairness, Goal::LeadsTo { from, to })
}

/// The states of the prefix and those of the cycle.
fn shape(graph: &Graph, lasso: Option<Lasso>) -> (Vec<State>, Vec<State>) {
    let lasso = lasso.expect("a lasso");
    let states = lasso.states(graph);
    let (prefix, cycle) = states.split_at(lasso.prefix.len());
    (prefix.to_vec(), cycle.to_vec())
}

#[test]
fn a_run_that_stops_before_the_goal_breaks_it() {
    let graph = graph(&[0], &[&[(1, 0)], &[]]);
    let lasso = eventually(&graph, &[Strong], &[]).expect("state 1 is quiescent");
    assert_eq!(
        (lasso.start, lasso.prefix, lasso.cycle),
        (0, vec![0], vec![])
    );
    assert_eq!(eventually(&graph, &[Unfair], &[1]), None);
}

#[test]
fn without_fairness_a_run_may_still_not_stop_where_it_can_go_on() {
    let graph = graph(&[0], &[&[(1, 0)], &[]]);
    assert_eq!(eventually(&graph, &[Unfair], &[1]), None);
}

#[test]
fn an_optional_action_need_never_happen_even_if_nothing_else_can() {
    let graph = graph(&[0], &[&[(1, 0)], &[]]);
    assert_eq!(
        shape(&graph, eventually(&graph, &[Optional], &[1])),
        (vec![], vec![0])
    );
}

#[test]
fn a_run_may_not_rest_where_one_action_is_not_optional() {
    let graph = graph(&[0], &[&[(1, 0), (1, 1)], &[]]);
    assert_eq!(eventually(&graph, &[Optional, Unfair], &[1]), None);
}

#[test]
fn a_cycle_without_fairness_goes_round_for_ever() {
    let graph = graph(&[0], &[&[(1, 0)], &[(0, 0), (2, 1)], &[]]);
    let lasso = eventually(&graph, &[Unfair, Unfair], &[2]);
    assert_eq!(shape(&graph, lasso), (vec![], vec![0, 1]));
}

#[test]
fn weak_fairness_breaks_a_cycle_on_which_the_exit_is_always_open() {
    let graph = graph(&[0], &[&[(1, 0), (2, 1)], &[(0, 0), (2, 1)], &[]]);
    assert!(eventually(&graph, &[Unfair, Unfair], &[2]).is_some());
    assert_eq!(eventually(&graph, &[Unfair, Weak], &[2]), None);
}

#[test]
fn an_exit_that_opens_again_and_again_needs_strong_fairness() {
    let graph = graph(&[0], &[&[(1, 0)], &[(0, 0), (2, 1)], &[]]);
    let lasso = eventually(&graph, &[Weak, Weak], &[2]);
    assert_eq!(shape(&graph, lasso), (vec![], vec![0, 1]));
    assert_eq!(eventually(&graph, &[Weak, Strong], &[2]), None);
}

#[test]
fn an_action_is_enabled_by_an_edge_that_leaves_the_component() {
    // Key 1 leads only to where the goal is reached; in the loop it is enabled all the same.
    let graph = graph(&[0], &[&[(0, 0), (1, 1)], &[]]);
    assert!(eventually(&graph, &[Weak, Unfair], &[1]).is_some());
    assert_eq!(eventually(&graph, &[Weak, Weak], &[1]), None);
}

#[test]
fn a_self_loop_takes_its_action() {
    let graph = graph(&[0], &[&[(0, 0), (1, 0)], &[]]);
    let lasso = eventually(&graph, &[Strong], &[1]).expect("key 0 is taken for ever");
    assert_eq!(lasso.cycle, [0]);
}

#[test]
fn a_state_without_self_loop_cannot_be_stayed_in() {
    let graph = graph(&[0], &[&[(1, 0)], &[(2, 0)], &[(2, 0)]]);
    assert_eq!(eventually(&graph, &[Unfair], &[2]), None);
}

#[test]
fn strong_fairness_to_a_key_holds_in_what_remains_when_its_states_are_left() {
    // Staying in 0-1-2 starves key 1, enabled in 2 alone; staying in 0-1 is fair.
    let graph = graph(
        &[2],
        &[&[(1, 0)], &[(0, 0), (2, 0)], &[(0, 0), (3, 1)], &[]],
    );
    let lasso = eventually(&graph, &[Strong, Strong], &[3]);
    assert_eq!(shape(&graph, lasso), (vec![2], vec![0, 1]));
}

#[test]
fn strong_fairness_can_need_two_rounds_of_leaving_states() {
    // Without state 2 (key 1), the inner loop 0-1 stays; it starves key 2, enabled in 1, taken at
    // 2.
    let rows: &[&[_]] = &[
        &[(1, 0)],
        &[(0, 0), (2, 0), (3, 2)],
        &[(0, 2), (2, 2), (3, 1)],
        &[],
    ];
    let graph = graph(&[0], rows);
    assert!(eventually(&graph, &[Unfair, Strong, Unfair], &[3]).is_some());
    assert!(eventually(&graph, &[Unfair, Unfair, Strong], &[3]).is_some());
    assert_eq!(eventually(&graph, &[Unfair, Strong, Strong], &[3]), None);
}

#[test]
fn weak_and_strong_keys_mix() {
    // Loop 0-1: weak key 1 is enabled in both and leads out; strong key 2 is taken inside.
    let rows: &[&[_]] = &[&[(1, 2), (2, 1)], &[(0, 0), (2, 1)], &[]];
    let graph = graph(&[0], rows);
    assert_eq!(eventually(&graph, &[Unfair, Weak, Strong], &[2]), None);
    assert!(eventually(&graph, &[Unfair, Unfair, Strong], &[2]).is_some());
}

#[test]
fn the_cycle_visits_all_that_fairness_asks_for_and_nothing_else() {
    // A hub with three petals by keys 1, 2, 3, all enabled in the hub.
    let petals: &[&[_]] = &[&[(1, 1), (2, 2), (3, 3)], &[(0, 0)], &[(0, 0)], &[(0, 0)]];
    let graph = graph(&[0], petals);
    let cycle = |fairness| shape(&graph, eventually(&graph, fairness, &[])).1;
    assert_eq!(cycle(&[Unfair; 4]), [0, 1]);
    assert_eq!(
        cycle(&[Weak; 4]),
        [0, 1],
        "each petal disables the other two"
    );
    assert_eq!(cycle(&[Unfair, Unfair, Unfair, Strong]), [0, 3]);
    assert_eq!(cycle(&[Unfair, Strong, Unfair, Strong]), [0, 1, 0, 3]);
    assert_eq!(cycle(&[Strong; 4]), [0, 1, 0, 2, 0, 3]);
}

#[test]
fn a_detour_that_a_later_step_makes_needless_is_dropped() {
    // The nearest way to take key 1 is 0-1-0; but taking key 2 by 0-2-0 takes key 1 on the way
    // back.
    let graph = graph(&[0], &[&[(1, 1), (2, 2)], &[(0, 0)], &[(0, 1)]]);
    let lasso = eventually(&graph, &[Unfair, Strong, Strong], &[]);
    assert_eq!(shape(&graph, lasso), (vec![], vec![0, 2]));
}

#[test]
fn two_edges_of_one_state_enable_their_key_once() {
    // Key 1 is enabled in one state of two, though by two edges.
    let graph = graph(&[0], &[&[(1, 0), (2, 1), (2, 1)], &[(0, 0)], &[]]);
    let lasso = eventually(&graph, &[Weak, Weak], &[2]);
    assert_eq!(shape(&graph, lasso), (vec![], vec![0, 1]));
}

#[test]
fn the_prefix_is_the_shortest_over_all_components_and_initial_states() {
    // From 0 a loop is three steps away, from 4 one step: 5 loops.
    let rows: &[&[_]] = &[
        &[(1, 0)],
        &[(2, 0)],
        &[(3, 0)],
        &[(3, 0)],
        &[(5, 0)],
        &[(5, 0)],
    ];
    let two_starts = graph(&[0, 4], rows);
    assert_eq!(
        shape(&two_starts, eventually(&two_starts, &[Weak], &[])),
        (vec![4], vec![5])
    );
    let one_start = graph(&[0], rows);
    assert_eq!(
        shape(&one_start, eventually(&one_start, &[Weak], &[])),
        (vec![0, 1, 2], vec![3])
    );
}

#[test]
fn every_initial_state_counts() {
    let graph = graph(&[1, 0], &[&[(0, 0)], &[(1, 0)]]);
    assert_eq!(
        shape(&graph, eventually(&graph, &[Weak], &[1])),
        (vec![], vec![0])
    );
    assert_eq!(eventually(&graph, &[Weak], &[0, 1]), None);
}

#[test]
fn what_cannot_be_reached_breaks_nothing() {
    let graph = graph(&[0], &[&[(1, 0)], &[], &[(2, 0)]]);
    assert_eq!(eventually(&graph, &[Unfair], &[1]), None);
    assert_eq!(infinitely_often(&graph, &[Unfair], &[1]), None);
    assert_eq!(leads_to(&graph, &[Unfair], &[2], &[]), None);
}

#[test]
fn a_goal_reached_once_is_reached_eventually_but_not_infinitely_often() {
    let graph = graph(&[0], &[&[(1, 0)], &[(2, 0)], &[(2, 0)]]);
    assert_eq!(eventually(&graph, &[Weak], &[1]), None);
    let lasso = infinitely_often(&graph, &[Weak], &[1]);
    assert_eq!(shape(&graph, lasso), (vec![0, 1], vec![2]));
}

#[test]
fn resting_in_the_goal_is_visiting_it_infinitely_often() {
    let graph = graph(&[0], &[&[(1, 0)], &[]]);
    assert_eq!(infinitely_often(&graph, &[Weak], &[1]), None);
    assert_eq!(
        shape(&graph, infinitely_often(&graph, &[Weak], &[0])),
        (vec![0], vec![1])
    );
}

#[test]
fn leads_to_is_satisfied_in_the_same_state() {
    let graph = graph(&[0], &[&[(1, 0)], &[(2, 0)], &[(2, 0)]]);
    assert_eq!(leads_to(&graph, &[Weak], &[1], &[1]), None);
}

#[test]
fn leads_to_is_not_satisfied_by_a_payment_before_the_debt() {
    let graph = graph(&[0], &[&[(1, 0)], &[(2, 0)], &[(2, 0)]]);
    let lasso = leads_to(&graph, &[Weak], &[1], &[0]);
    assert_eq!(shape(&graph, lasso), (vec![0, 1], vec![2]));
}

#[test]
fn leads_to_asks_for_nothing_where_no_debt_arises() {
    let graph = graph(&[0], &[&[(0, 0), (1, 1)], &[(2, 0)], &[]]);
    assert_eq!(leads_to(&graph, &[Unfair, Unfair], &[1], &[2]), None);
}

#[test]
fn leads_to_may_pass_the_payment_on_the_way_to_a_later_debt() {
    // 0 owes and 1 pays; then 2 owes and nothing pays.
    let graph = graph(&[0], &[&[(1, 0)], &[(2, 0)], &[(3, 0)], &[]]);
    let lasso = leads_to(&graph, &[Weak], &[0, 2], &[1]);
    assert_eq!(shape(&graph, lasso), (vec![0, 1, 2], vec![3]));
}

#[test]
fn leads_to_comes_to_a_state_in_debt_by_the_longer_way() {
    // The short way 0-2 is free of debt, the long way 0-1-2 is not.
    let graph = graph(&[0], &[&[(2, 0), (1, 0)], &[(2, 0)], &[(2, 0)]]);
    let lasso = leads_to(&graph, &[Weak], &[1], &[]);
    assert_eq!(shape(&graph, lasso), (vec![0, 1], vec![2]));
}

#[test]
fn a_graph_without_initial_states_has_no_runs() {
    let graph = graph(&[], &[&[(0, 0)]]);
    assert_eq!(eventually(&graph, &[Unfair], &[]), None);
}

#[test]
fn a_chain_deeper_than_any_stack_is_walked() {
    let length: State = 300_000;
    let mut builder = verdict_checker::graph::GraphBuilder::default();
    builder.push_initial(0);
    (0..length).for_each(|state| builder.push_state([((state + 1) % length, 0)]));
    let graph = builder.build().unwrap();
    assert_eq!(eventually(&graph, &[Strong], &[length - 1]), None);
    let lasso = eventually(&graph, &[Strong], &[]).expect("the ring is one cycle");
    assert_eq!(lasso.cycle.len(), length as usize);
}

#[test]
#[should_panic(expected = "the graph has 2 keys, but fairness is given for 1 only")]
fn fairness_must_cover_all_keys() {
    let graph = graph(&[0], &[&[(0, 1)]]);
    eventually(&graph, &[Weak], &[]);
}

#[test]
fn a_false_lasso_is_refused_and_the_reason_named() {
    // 0 <-> 1 by key 0; key 1 leads from 1 to the quiescent 2. Edges: 0: 0-1, 1: 1-0, 2: 1-2.
    let graph = graph(&[0], &[&[(1, 0)], &[(0, 0), (2, 1)], &[]]);
    let good = states(&graph, &[2]);
    let flaw = |fairness, goal, start, prefix: &[u32], cycle: &[u32]| {
        let (prefix, cycle) = (prefix.to_vec(), cycle.to_vec());
        let lasso = Lasso {
            start,
            prefix,
            cycle,
        };
        validate(&graph, fairness, goal, &lasso)
            .err()
            .unwrap_or_default()
    };
    let weak = [Weak, Weak];
    let eventually = Goal::Eventually(&good);
    assert_eq!(flaw(&weak, eventually, 0, &[], &[0, 1]), "");
    assert_eq!(
        flaw(&weak, eventually, 1, &[], &[1, 0]),
        "state 1 is not initial"
    );
    assert_eq!(
        flaw(&weak, eventually, 0, &[1], &[]),
        "edge 1 does not lead out of state 0"
    );
    assert_eq!(
        flaw(&weak, eventually, 0, &[], &[0]),
        "the cycle does not return to state 0"
    );
    assert_eq!(
        flaw(&weak, eventually, 0, &[], &[]),
        "the run rests in state 0, where key 0 is enabled"
    );
    assert_eq!(
        flaw(&weak, eventually, 0, &[0, 2], &[]),
        "the run visits state 2, which is good"
    );
    assert_eq!(
        flaw(&weak, Goal::InfinitelyOften(&good), 0, &[0, 2], &[]),
        "the cycle visits state 2, which is good"
    );
    assert_eq!(
        flaw(&[Weak, Strong], eventually, 0, &[], &[0, 1]),
        "key 1 is enabled in state 1 of the cycle, but never taken"
    );
    let (nowhere, one) = (states(&graph, &[]), states(&graph, &[1]));
    let leads_to = |from, to| Goal::LeadsTo { from, to };
    assert_eq!(
        flaw(&weak, leads_to(&nowhere, &nowhere), 0, &[], &[0, 1]),
        "the run never owes anything that it does not pay"
    );
    assert_eq!(
        flaw(&weak, leads_to(&one, &one), 0, &[], &[0, 1]),
        "the cycle visits state 1, which pays"
    );
}

#[test]
fn a_lasso_that_pays_its_only_debt_in_the_prefix_is_refused() {
    let graph = graph(&[0], &[&[(1, 0)], &[(2, 0)], &[]]);
    let (from, to) = (&states(&graph, &[0]), &states(&graph, &[1]));
    let lasso = Lasso {
        start: 0,
        prefix: vec![0, 1],
        cycle: vec![],
    };
    assert_eq!(
        validate(&graph, &[Weak], Goal::LeadsTo { from, to }, &lasso),
        Err("the run never owes anything that it does not pay".into())
    );
}

#[test]
fn a_lasso_that_starves_a_weak_key_is_refused() {
    let graph = graph(&[0], &[&[(0, 0), (1, 1)], &[]]);
    let good = states(&graph, &[1]);
    let lasso = Lasso {
        start: 0,
        prefix: vec![],
        cycle: vec![0],
    };
    assert_eq!(
        validate(&graph, &[Weak, Weak], Goal::Eventually(&good), &lasso),
        Err("key 1 is always enabled on the cycle, never taken".into())
    );
}
