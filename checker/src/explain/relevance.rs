//! Which steps of a run play a part in what it shows.
//!
//! The lanes that matter are those that the complaint names. For each, the last step that changed
//! it matters, and with it whatever happened before. Happens-before knows messages and reports of crashes;
//! where lanes share variables, every step that changes one matters. Steps that changed nothing and sent
//! nothing are left out even then, unless the run goes on for ever: there, what is ignored may be the point.

use super::effects;
use crate::replay::Replayed;
use crate::trace::causality::Causality;
use crate::trace::{Role, Step, Trace};
use std::collections::BTreeSet;

pub(super) struct Relevance {
    /// The steps that play a part, in order.
    pub steps: Vec<usize>,
    /// The lanes that are named, or on which such a step happens, in the order of the trace.
    pub lanes: Vec<String>,
    count: usize,
    causality: Causality,
}

impl Relevance {
    pub(super) fn of(trace: &Trace, replayed: &Replayed) -> Self {
        let causality = Causality::of(trace);
        let named = named_lanes(trace, replayed);
        let mut ends: Vec<usize> = Vec::new();
        match trace.before_loop() {
            // What a lane saw and did nothing about may be the point, and so may every step of the loop.
            Some(entry) => {
                ends.extend(named.iter().filter_map(|lane| last_step(trace, lane)));
                ends.extend(entry..trace.steps.len());
            }
            // The last step decides.
            None => {
                ends.extend(named.iter().filter_map(|lane| last_change(trace, lane)));
                ends.extend(trace.steps.len().checked_sub(1));
            }
        }
        // What did not arrive is in nobody's past, and may be the point all the same.
        ends.extend(losses(trace, &named));
        // What happens nowhere, such as the passing of time, happens to everyone.
        let nowhere = |step: &usize| trace.steps[*step].at.is_none();
        let of_the_world = |step: &usize| trace.steps[*step].role() == Role::Local;
        ends.extend((0..trace.steps.len()).filter(nowhere).filter(of_the_world));
        ends.extend((0..trace.steps.len()).filter(|step| effects::changes_shared(trace, *step)));
        let mut steps = BTreeSet::new();
        while let Some(step) = ends.pop() {
            if steps.insert(step) {
                ends.extend(causality.causes(step));
            }
        }
        if trace.loop_start.is_none() {
            let last = trace.steps.len().saturating_sub(1);
            steps.retain(|step| *step == last || has_effect(trace, *step));
        }
        let happens_on = |lane: &str| {
            let on_lane = |step: &usize| trace.steps[*step].at.as_deref() == Some(lane);
            steps.iter().any(on_lane)
        };
        let lanes = trace.lanes.iter();
        let lanes = lanes.filter(|lane| named.contains(&lane.as_str()) || happens_on(lane));
        Relevance {
            lanes: lanes.cloned().collect(),
            steps: steps.iter().copied().collect(),
            count: trace.steps.len(),
            causality,
        }
    }

    /// The steps from which a step follows directly, as far as they play a part.
    pub(super) fn because(&self, step: usize) -> impl Iterator<Item = usize> {
        let causes = self.causality.direct_causes(step).iter().copied();
        causes.filter(|cause| self.steps.binary_search(cause).is_ok())
    }

    pub(super) fn left_out(&self) -> impl Iterator<Item = usize> {
        (0..self.count).filter(|step| self.steps.binary_search(step).is_err())
    }
}

/// The lanes named by the complaint or by what is broken; all of them, if none is.
fn named_lanes<'a>(trace: &'a Trace, replayed: &Replayed) -> Vec<&'a str> {
    let texts = || replayed.complaint.iter().chain(&replayed.broken);
    let lanes = || trace.lanes.iter().map(String::as_str);
    let named: Vec<_> = lanes()
        .filter(|lane| texts().any(|text| names(text, lane)))
        .collect();
    match named.is_empty() {
        true => lanes().collect(),
        false => named,
    }
}

/// Whether a text names a lane, as a word of its own.
fn names(text: &str, lane: &str) -> bool {
    let part_of_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    !lane.is_empty()
        && text.match_indices(lane).any(|(at, _)| {
            !part_of_word(text[..at].chars().next_back())
                && !part_of_word(text[at + lane.len()..].chars().next())
        })
}

fn last_step(trace: &Trace, lane: &str) -> Option<usize> {
    let on_lane = |step: &Step| step.at.as_deref() == Some(lane);
    trace.steps.iter().rposition(on_lane)
}

fn last_change(trace: &Trace, lane: &str) -> Option<usize> {
    let mut steps = (0..trace.steps.len()).rev();
    steps.find(|step| effects::changes_lane(trace, *step, lane))
}

/// Losses of messages to lanes that matter.
fn losses<'a>(trace: &'a Trace, named: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
    let lost = |step: usize| {
        let step = &trace.steps[step];
        let to = step
            .channel(&trace.lanes)
            .map(|(_, to)| trace.lanes[to].as_str());
        step.role() == Role::Lose && to.is_some_and(|to| named.contains(&to))
    };
    (0..trace.steps.len()).filter(move |step| lost(*step))
}

/// Whether a step changed its lane or sent anything, or is no step of a lane.
fn has_effect(trace: &Trace, index: usize) -> bool {
    let step = &trace.steps[index];
    let Some(lane) = step.lane(&trace.lanes).map(|lane| &trace.lanes[lane]) else {
        return true;
    };
    !step.sent.is_empty()
        || effects::changes_lane(trace, index, lane)
        || effects::changes_shared(trace, index)
}
