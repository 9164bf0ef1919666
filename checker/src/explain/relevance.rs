//! Which steps of a run play a part in what it shows, and which made which possible.
//!
//! Both are asked of the model. A step plays no part only if the run without it, and without the others that play none, can be
//! taken, step by step, and still breaks the same with the same complaint. In a shortest run that is never so. A step made another
//! possible if the run without it cannot take the other any more: it let a timer fire, it made room in a budget, it
//! was waited for.

use crate::judge::{Run, Subject};
use crate::minimise::{Names, Rest, needed, retake};
use crate::replay::Replayed;
use crate::space::Space;
use crate::trace::Trace;
use crate::trace::causality::Causality;
use std::collections::BTreeSet;

pub(super) struct Relevance {
    /// The steps that play a part, in order.
    pub steps: Vec<usize>,
    /// For each step, the earlier ones without which it could not be taken although nothing else that it follows from does.
    enabled_by: Vec<Vec<usize>>,
    causality: Causality,
}

impl Relevance {
    /// By the trace alone: every step plays a part.
    pub(super) fn by_trace(trace: &Trace) -> Self {
        Relevance {
            steps: (0..trace.steps.len()).collect(),
            enabled_by: vec![Vec::new(); trace.steps.len()],
            causality: Causality::of(trace),
        }
    }

    /// As the model says.
    pub(super) fn by_model<S: Space>(
        subject: &Subject<S>,
        trace: &Trace,
        run: Run<S>,
        replayed: &Replayed,
    ) -> Self {
        let whole = Rest::of(run);
        let causality = Causality::of(trace);
        let enabled_by = enablers(subject, &whole, &causality);
        Relevance {
            steps: needed(subject, trace, whole, replayed).kept,
            enabled_by,
            causality,
        }
    }

    pub(super) fn is_told(&self, step: usize) -> bool {
        self.steps.binary_search(&step).is_ok()
    }

    /// The steps from which a step follows directly, as far as they play a part.
    pub(super) fn because(&self, step: usize) -> Vec<usize> {
        let causes = self.causality.direct_causes(step).iter();
        let causes: BTreeSet<_> = causes.chain(&self.enabled_by[step]).copied().collect();
        let told = causes.into_iter().filter(|cause| self.is_told(*cause));
        told.collect()
    }

    /// The steps without which a step could not be taken although neither its lane nor its message knows of them. The passing of
    /// time is left out, on both sides: that it had to pass, and that what was due came first, is plain.
    pub(super) fn hidden_causes(&self, trace: &Trace, step: usize) -> Vec<usize> {
        let is_of_a_lane = |step: usize| trace.steps[step].at.is_some();
        let enablers = self.enabled_by[step].iter().copied();
        let told = enablers.filter(|cause| is_of_a_lane(*cause) && self.is_told(*cause));
        told.filter(|_| is_of_a_lane(step)).collect()
    }

    /// The lanes that are named by what is wrong, or on which a step happens that plays a part, in the order of the trace.
    pub(super) fn lanes(&self, trace: &Trace, replayed: &Replayed) -> Vec<String> {
        let named = named_lanes(trace, replayed);
        let happens_on = |lane: &str| {
            let on_lane = |step: &usize| trace.steps[*step].at.as_deref() == Some(lane);
            self.steps.iter().any(on_lane)
        };
        let lanes = trace.lanes.iter();
        let lanes = lanes.filter(|lane| named.contains(&lane.as_str()) || happens_on(lane));
        lanes.cloned().collect()
    }
}

/// For each step, the earlier ones without which it cannot be taken, apart from those that it follows from anyway.
fn enablers<S: Space>(
    subject: &Subject<S>,
    whole: &Rest<S>,
    causality: &Causality,
) -> Vec<Vec<usize>> {
    let count = whole.kept.len();
    // By step: the later ones that cannot be taken without it.
    let lost = (0..count).map(|step| {
        let others = (0..count).filter(|other| *other != step);
        let rest = retake(subject, whole, others, Names::Same, |_| false);
        (step + 1..count)
            .filter(|later| rest.kept.binary_search(later).is_err())
            .collect()
    });
    let lost: Vec<BTreeSet<usize>> = lost.collect();
    let mut pasts: Vec<BTreeSet<usize>> = Vec::new();
    let mut enablers = Vec::new();
    for step in 0..count {
        let mut past = BTreeSet::new();
        let mut follows_from = |cause: usize| {
            past.extend(&pasts[cause]);
            past.insert(cause)
        };
        for cause in causality.direct_causes(step) {
            follows_from(*cause);
        }
        // The latest first: it may follow from the others.
        let needs = (0..step).rev().filter(|cause| lost[*cause].contains(&step));
        let mut hidden: Vec<_> = needs.filter(|cause| follows_from(*cause)).collect();
        hidden.sort_unstable();
        enablers.push(hidden);
        pasts.push(past);
    }
    enablers
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
