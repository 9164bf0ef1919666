//! A lasso judged from the definitions alone.

use super::{Fairness, Goal, Lasso};
use crate::graph::{Edge, Graph, State};

/// Checks that a lasso is a run of the graph, that it is fair, and that it breaks the goal; the
/// error says what is not so.
///
/// This is deliberately the plainest reading of the definitions, and shares no code with the
/// search.
pub fn validate(
    graph: &Graph,
    fairness: &[Fairness],
    goal: Goal,
    lasso: &Lasso,
) -> Result<(), String> {
    if !graph.initial().contains(&lasso.start) {
        return Err(format!("state {} is not initial", lasso.start));
    }
    let mut before_loop = vec![lasso.start];
    follow(graph, &lasso.prefix, &mut before_loop)?;
    let loop_state = before_loop.pop().expect("the start is in it");
    let mut on_loop = vec![loop_state];
    follow(graph, &lasso.cycle, &mut on_loop)?;
    if on_loop.last() != Some(&loop_state) {
        return Err(format!("the cycle does not return to state {loop_state}"));
    }
    if lasso.cycle.is_empty() {
        may_stop(graph, fairness, loop_state)?;
    } else {
        is_fair(graph, fairness, &on_loop, &lasso.cycle)?;
    }
    breaks(goal, &before_loop, &on_loop)
}

/// Appends the states to which the edges lead, one after the other, from the last state given.
fn follow(graph: &Graph, edges: &[Edge], states: &mut Vec<State>) -> Result<(), String> {
    for &edge in edges {
        let state = *states.last().expect("never empty");
        if !graph.edges(state).contains(&edge) {
            return Err(format!("edge {edge} does not lead out of state {state}"));
        }
        states.push(graph.target(edge));
    }
    Ok(())
}

fn may_stop(graph: &Graph, fairness: &[Fairness], state: State) -> Result<(), String> {
    for edge in graph.edges(state) {
        let key = graph.key(edge);
        if fairness.get(key as usize) != Some(&Fairness::Optional) {
            return Err(format!(
                "the run rests in state {state}, where key {key} is enabled"
            ));
        }
    }
    Ok(())
}

fn is_fair(
    graph: &Graph,
    fairness: &[Fairness],
    on_loop: &[State],
    cycle: &[Edge],
) -> Result<(), String> {
    for key in 0..graph.key_count() {
        let is_enabled = |&state: &State| graph.edges(state).any(|e| graph.key(e) as usize == key);
        if cycle.iter().any(|&edge| graph.key(edge) as usize == key) {
            continue;
        }
        match fairness.get(key) {
            None => return Err(format!("no fairness is given for key {key}")),
            Some(Fairness::Optional | Fairness::None) => {}
            Some(Fairness::Weak) => {
                if on_loop.iter().all(is_enabled) {
                    return Err(format!(
                        "key {key} is always enabled on the cycle, never taken"
                    ));
                }
            }
            Some(Fairness::Strong) => {
                if let Some(state) = on_loop.iter().find(|&state| is_enabled(state)) {
                    return Err(format!(
                        "key {key} is enabled in state {state} of the cycle, but never taken"
                    ));
                }
            }
        }
    }
    Ok(())
}

fn breaks(goal: Goal, before_loop: &[State], on_loop: &[State]) -> Result<(), String> {
    match goal {
        Goal::Eventually(good) => {
            let mut states = before_loop.iter().chain(on_loop);
            match states.find(|&&state| good.contains(state)) {
                Some(state) => Err(format!("the run visits state {state}, which is good")),
                None => Ok(()),
            }
        }
        Goal::InfinitelyOften(good) => match on_loop.iter().find(|&&state| good.contains(state)) {
            Some(state) => Err(format!("the cycle visits state {state}, which is good")),
            None => Ok(()),
        },
        Goal::LeadsTo { from, to } => {
            if let Some(state) = on_loop.iter().find(|&&state| to.contains(state)) {
                return Err(format!("the cycle visits state {state}, which pays"));
            }
            let paid_last = before_loop.iter().rposition(|&state| to.contains(state));
            let since_paid = &before_loop[paid_last.map_or(0, |last| last + 1)..];
            match since_paid
                .iter()
                .chain(on_loop)
                .any(|&state| from.contains(state))
            {
                true => Ok(()),
                false => Err("the run never owes anything that it does not pay".into()),
            }
        }
    }
}
