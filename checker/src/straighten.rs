//! Reordering: the same run, told with the fewest switches between lanes.
//!
//! Steps of different lanes that do not depend on each other can be told in any order. Every order
//! that is tried is walked in the model: each step must be possible where it is put, and the run must end
//! where it ended. Steps of one lane keep their order, and so does the loop of a lasso.

use crate::judge::{Run, Subject};
use crate::property::Demand;
use crate::replay::{Mismatch, replay, walk};
use crate::space::Space;
use crate::trace::Trace;
use crate::trace::causality::Causality;
use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// How many partial orders are tried before a good one is taken for the best.
const MOST_TRIED: usize = 20_000;

/// How often the lane changes from one step to the next. Steps on no lane change nothing.
pub fn lane_switches(trace: &Trace) -> usize {
    let lanes = trace
        .steps
        .iter()
        .filter_map(|step| step.lane(&trace.lanes));
    let lanes: Vec<_> = lanes.collect();
    lanes.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The run of a trace, reordered to switch lanes as rarely as possible; of equally good orders the one
/// that keeps the earlier steps early. It has the same steps, ends in the same state and shows the same.
pub fn straighten<S: Space>(subject: &Subject<S>, trace: &Trace) -> Result<Trace, Mismatch> {
    let shown = replay(subject, trace)?;
    let run = walk(subject, trace)?;
    let tangle = Tangle::new(subject, trace, &run);
    let order = tangle.best_order().or_else(|| tangle.good_order());
    let straight = order.map(|order| subject.trace(&tangle.follow(&order), trace.loop_start));
    Ok(straight
        .filter(|straight| lane_switches(straight) < lane_switches(trace))
        .filter(|straight| replay(subject, straight).as_ref() == Ok(&shown))
        .unwrap_or_else(|| trace.clone()))
}

/// A run to be put in order.
struct Tangle<'a, S: Space> {
    space: &'a S,
    run: &'a Run<S>,
    /// The steps of each lane, in order; those on no lane come last.
    chains: Vec<Vec<usize>>,
    lane_of: Vec<Option<usize>>,
    causality: Causality,
    /// The steps from this one on stay where they are.
    fixed: usize,
}

/// The beginning of a new order.
struct Part<S: Space> {
    /// How many steps of each chain are taken.
    taken: Vec<usize>,
    lane: Option<usize>,
    state: S::OwnedState,
}

impl<'a, S: Space> Tangle<'a, S> {
    fn new(subject: &'a Subject<S>, trace: &Trace, run: &'a Run<S>) -> Self {
        let steps = run.steps.len();
        let lane_of: Vec<_> = trace
            .steps
            .iter()
            .map(|step| step.lane(&trace.lanes))
            .collect();
        let nowhere = trace.lanes.len();
        let mut chains = vec![Vec::new(); nowhere + 1];
        for (index, lane) in lane_of.iter().enumerate() {
            chains[lane.unwrap_or(nowhere)].push(index);
        }
        let fixed = match (trace.before_loop(), &subject.property.demand) {
            (Some(entry), _) => entry,
            // It is the last step that breaks the property.
            (None, Demand::EveryStep(_)) => steps.saturating_sub(1),
            (None, _) => steps,
        };
        Tangle {
            space: &subject.space,
            run,
            chains,
            lane_of,
            causality: Causality::of(trace),
            fixed,
        }
    }

    fn start(&self) -> Part<S> {
        Part {
            taken: vec![0; self.chains.len()],
            lane: None,
            state: self.run.states[0].clone(),
        }
    }

    /// The steps that may come next in a part of the order: chain and step.
    fn next(&self, part: &Part<S>) -> Vec<(usize, usize)> {
        let length: usize = part.taken.iter().sum();
        let heads = self.chains.iter().zip(&part.taken).enumerate();
        let heads = heads.filter_map(|(chain, (steps, taken))| Some((chain, *steps.get(*taken)?)));
        let in_place = |step: usize| step < self.fixed || step == length;
        heads.filter(|(_, step)| in_place(*step)).collect()
    }

    /// Takes a step, if the model can.
    fn take(&self, part: &Part<S>, chain: usize, step: usize) -> Option<Part<S>> {
        let mut steps = self.space.steps(part.state.borrow()).into_iter();
        let (_, state) = steps.find(|(possible, _)| *possible == self.run.steps[step])?;
        let mut taken = part.taken.clone();
        taken[chain] += 1;
        let lane = self.lane_of[step].or(part.lane);
        Some(Part { taken, lane, state })
    }

    fn is_switch(&self, part: &Part<S>, step: usize) -> bool {
        part.lane.is_some() && self.lane_of[step].is_some_and(|lane| part.lane != Some(lane))
    }

    /// The order with the fewest switches: a shortest-path search over the beginnings of orders.
    fn best_order(&self) -> Option<Vec<usize>> {
        let mut parts = vec![self.start()];
        let mut closed = HashSet::new();
        let mut open = BinaryHeap::from([Reverse((0, Vec::new(), 0))]);
        for _ in 0..MOST_TRIED {
            let Reverse((switches, order, at)) = open.pop()?;
            let part = &parts[at];
            let fingerprint = self.space.fingerprint(part.state.borrow());
            if !closed.insert((part.taken.clone(), part.lane, fingerprint)) {
                continue;
            }
            if order.len() == self.run.steps.len() {
                if parts[at].state.borrow() == self.run.last() {
                    return Some(order);
                }
                continue;
            }
            for (chain, step) in self.next(&parts[at]) {
                let Some(part) = self.take(&parts[at], chain, step) else {
                    continue;
                };
                let switches = switches + usize::from(self.is_switch(&parts[at], step));
                let mut order = order.clone();
                order.push(step);
                open.push(Reverse((switches, order, parts.len())));
                parts.push(part);
            }
        }
        None
    }

    /// A good order: stay on the lane while that is possible, else go where the original run went first.
    fn good_order(&self) -> Option<Vec<usize>> {
        let (mut part, mut order) = (self.start(), Vec::new());
        let mut done = vec![false; self.run.steps.len()];
        while order.len() < done.len() {
            let mut next = self.next(&part);
            next.retain(|(_, step)| self.causality.direct_causes(*step).iter().all(|c| done[*c]));
            next.sort_by_key(|(_, step)| (self.is_switch(&part, *step), *step));
            let (step, after) = next
                .into_iter()
                .find_map(|(chain, step)| Some((step, self.take(&part, chain, step)?)))?;
            done[step] = true;
            order.push(step);
            part = after;
        }
        Some(order)
    }

    /// The run in another order, as far as the model can take it.
    fn follow(&self, order: &[usize]) -> Run<S> {
        let mut run = Run {
            states: vec![self.run.states[0].clone()],
            steps: Vec::new(),
        };
        for step in order {
            let mut steps = self.space.steps(run.last()).into_iter();
            let Some((step, state)) =
                steps.find(|(possible, _)| *possible == self.run.steps[*step])
            else {
                break;
            };
            run.steps.push(step);
            run.states.push(state);
        }
        run
    }
}
