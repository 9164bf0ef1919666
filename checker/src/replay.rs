//! Strict replay: a trace is believed only if the model really takes every step of it, passes
//! through every state of it, and ends where the property is broken.

use crate::judge::{Run, Subject};
use crate::liveness::Fairness;
use crate::property::{Demand, Kept};
use crate::space::{Row, Space};
use crate::trace::{Step, Trace};
use serde_json::{Map, Value};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

/// What a trace and its model disagree about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// A state has another value than the trace says.
    #[error(
        "after step {step} (`{label}`) the model has `{variable}` = {model}, but the trace says {trace}"
    )]
    Differs {
        /// The number of steps taken.
        step: usize,
        /// The last step taken, or `start`.
        label: String,
        /// The variable that differs.
        variable: String,
        /// Its value in the model.
        model: String,
        /// Its value in the trace.
        trace: String,
    },
    /// A step cannot be taken.
    #[error("step {step} (`{label}`) is not enabled; enabled are: {}", .enabled.join(", "))]
    NotEnabled {
        /// The number of the step, counted from 1.
        step: usize,
        /// The step.
        label: String,
        /// What could be done instead.
        enabled: Vec<String>,
    },
    /// There is no run to compare it with.
    #[error("the claim is measured over seeds, and has no traces")]
    Measured,
    /// The trace is no record of a run at all.
    #[error("the trace does not hang together: {0}")]
    Malformed(String),
    /// A step is not what the trace says it is.
    #[error(
        "step {step} (`{label}`) has `{field}` = {model} in the model, but the trace says {trace}"
    )]
    Misdescribed {
        /// The number of the step, counted from 1.
        step: usize,
        /// The step.
        label: String,
        /// What is described otherwise: `kind`, `at`, `from`, `message` or `sent`.
        field: &'static str,
        /// What it is in the model.
        model: String,
        /// What the trace says.
        trace: String,
    },
    /// The trace leads nowhere bad.
    #[error("every step is possible, but the run does not {0}")]
    DecidesNothing(String),
    /// A loop where a single state decides.
    #[error("the trace has a loop, but `{0}` is decided by the state in which a run ends")]
    NeedlessLoop(String),
    /// The loop of a lasso does not close.
    #[error(
        "the trace says that its last state goes on to state {0}, but it is not the state before that one"
    )]
    LoopDoesNotClose(usize),
    /// The scheduler of the loop is not fair.
    #[error(
        "the loop is not fair: `{0}` could be done all the time, or again and again, and never is"
    )]
    Unfair(String),
}

/// A replayed trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The number of steps.
    pub steps: usize,
    /// The conjuncts that the last state breaks.
    pub broken: Vec<String>,
    /// What is wrong with the last state.
    pub complaint: Option<String>,
    /// What the run shows.
    pub shows: Shows,
    /// The labels of what can still happen in the last state.
    pub still_possible: Vec<String>,
}

/// What a run shows about a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shows {
    /// It is broken.
    Violation,
    /// What it calls possible is possible.
    Witness,
}

/// Walks through a trace, step by step.
pub fn replay<S: Space>(subject: &Subject<S>, trace: &Trace) -> Result<Replayed, Mismatch> {
    trace
        .validate()
        .map_err(|error| Mismatch::Malformed(error.to_string()))?;
    shown(subject, &walk(subject, trace)?, trace.loop_start)
}

/// What a run shows, if it decides the property; `loop_start` is as in a trace.
pub(crate) fn shown<S: Space>(
    subject: &Subject<S>,
    run: &Run<S>,
    loop_start: Option<usize>,
) -> Result<Replayed, Mismatch> {
    if loop_start.is_some() && !subject.property.is_liveness() {
        return Err(Mismatch::NeedlessLoop(subject.property.name.to_owned()));
    }
    let last = run.last();
    let mut broken = Vec::new();
    let decided = match &subject.property.demand {
        Demand::Always(conjuncts) => {
            let violated = conjuncts
                .iter()
                .filter(|c| !(c.holds)(&subject.space, last));
            broken.extend(violated.map(|conjunct| conjunct.name.clone()));
            !broken.is_empty()
        }
        Demand::Possible(wanted) => wanted(&subject.space, last),
        Demand::EveryStep(holds) => run.steps.last().is_some_and(|step| {
            let before = run.states[run.states.len() - 2].borrow();
            !holds(&subject.space, before, step, last)
        }),
        Demand::Promises(promises) => {
            if let Some(entry) = loop_entry(subject, run, loop_start)? {
                let unkept = promises
                    .iter()
                    .filter(|p| breaks(subject, &p.kept, run, entry));
                broken.extend(unkept.map(|promise| promise.name.clone()));
            }
            !broken.is_empty()
        }
    };
    let shows = match subject.property.demand {
        Demand::Possible(_) => Shows::Witness,
        _ => Shows::Violation,
    };
    if !decided {
        let verb = match shows {
            Shows::Witness => "reach",
            Shows::Violation => "break",
        };
        return Err(Mismatch::DecidesNothing(format!(
            "{verb} `{}`",
            subject.property.name
        )));
    }
    Ok(Replayed {
        steps: run.steps.len(),
        broken,
        complaint: (subject.property.complaint.as_ref()).map(|say| say(&subject.space, last)),
        shows,
        still_possible: subject
            .space
            .steps(last)
            .iter()
            .map(|(step, _)| subject.space.label(step))
            .collect(),
    })
}

/// The run that a trace tells, if the model can take it.
pub(crate) fn walk<S: Space>(subject: &Subject<S>, trace: &Trace) -> Result<Run<S>, Mismatch> {
    let (lanes, told) = (subject.space.lanes(), &trace.lanes);
    if lanes != *told {
        return Err(Mismatch::Differs {
            step: 0,
            label: "start".to_owned(),
            variable: "#meta.lanes".to_owned(),
            model: lanes.join(" "),
            trace: told.join(" "),
        });
    }
    let initial = subject.space.initial();
    let mut first_difference = None;
    let start = (0..initial.len()).map(|i| initial.get(i)).find(|state| {
        let difference = differs(&subject.space.show(state), &trace.states[0], 0, "start");
        let same = difference.is_none();
        first_difference = first_difference.take().or(difference);
        same
    });
    let Some(start) = start else {
        return Err(first_difference.expect("a space has an initial state"));
    };
    let mut run = Run {
        states: vec![start.to_owned()],
        steps: Vec::new(),
    };
    for (index, wanted) in trace.steps.iter().enumerate() {
        let mut steps = subject.space.steps(run.last());
        let (number, told) = (index + 1, &trace.states[index + 1]);
        let mut first_difference = None;
        // Where steps of one name lead to different states, the trace's state says which is meant.
        let found = steps.iter().position(|(step, next)| {
            if subject.space.label(step) != wanted.label {
                return false;
            }
            let shown = subject.space.show(next.borrow());
            let difference = differs(&shown, told, number, &wanted.label);
            let same = difference.is_none();
            first_difference = first_difference.take().or(difference);
            same
        });
        let Some(found) = found else {
            let enabled = steps.iter().map(|(step, _)| subject.space.label(step));
            return Err(first_difference.unwrap_or_else(|| Mismatch::NotEnabled {
                step: number,
                label: wanted.label.clone(),
                enabled: enabled.collect(),
            }));
        };
        let (step, next) = steps.swap_remove(found);
        let described = subject.space.describe(run.last(), &step, next.borrow());
        if let Some(difference) = misdescribed(&described, wanted, number) {
            return Err(difference);
        }
        run.steps.push(step);
        run.states.push(next);
    }
    Ok(run)
}

/// Where the loop of a lasso is entered, if it closes and is fair.
fn loop_entry<S: Space>(
    subject: &Subject<S>,
    run: &Run<S>,
    loop_start: Option<usize>,
) -> Result<Option<usize>, Mismatch> {
    let Some(start) = loop_start else {
        return Ok(None);
    };
    let rests = start == run.steps.len();
    // A loop that moves repeats, as its last state, the one before its first.
    let entry = if rests {
        Some(start)
    } else {
        start.checked_sub(1)
    };
    let closes = |entry: &usize| run.states[*entry].borrow() == run.last();
    let Some(entry) = entry.filter(closes) else {
        return Err(Mismatch::LoopDoesNotClose(start));
    };
    check_fairness(subject, run, entry)?;
    Ok(Some(entry))
}

/// Whether the run that loops from `entry` on breaks a promise.
fn breaks<S: Space>(subject: &Subject<S>, kept: &Kept<S>, run: &Run<S>, entry: usize) -> bool {
    let looping = || run.states[entry..].iter().map(Borrow::borrow);
    match kept {
        Kept::Eventually(p) => run.states.iter().all(|s| !p(&subject.space, s.borrow())),
        Kept::InfinitelyOften(p) => looping().all(|s| !p(&subject.space, s)),
        Kept::LeadsTo(p, q) => {
            let last_from = run
                .states
                .iter()
                .rposition(|s| p(&subject.space, s.borrow()));
            last_from.is_some_and(|from| {
                let rest = run.states[from..].iter().map(Borrow::borrow);
                rest.chain(looping()).all(|s| !q(&subject.space, s))
            })
        }
    }
}

fn check_fairness<S: Space>(
    subject: &Subject<S>,
    run: &Run<S>,
    entry: usize,
) -> Result<(), Mismatch> {
    let taken: BTreeSet<_> = run.steps[entry..]
        .iter()
        .map(|s| subject.space.action(s).1)
        .collect();
    let rests = taken.is_empty();
    // By action: its class, and in how many states of the loop it is enabled.
    let mut enabled: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let states = if rests {
        &run.states[entry..]
    } else {
        &run.states[entry + 1..]
    };
    for state in states {
        let steps = subject.space.steps(state.borrow());
        let actions: BTreeMap<_, _> = steps
            .iter()
            .map(|(step, _)| subject.space.action(step))
            .map(|(class, action)| (action, class))
            .collect();
        for (action, class) in actions {
            enabled.entry(action).or_insert((class, 0)).1 += 1;
        }
    }
    for (action, (class, times)) in enabled {
        let owed = subject.fairness.iter().find(|(name, _)| *name == class);
        let owed = owed.map_or(Fairness::Optional, |(_, fairness)| *fairness);
        let due = match owed {
            Fairness::Optional => false,
            Fairness::None => rests,
            Fairness::Weak => times == states.len(),
            Fairness::Strong => true,
        };
        if due && !taken.contains(&action) {
            return Err(Mismatch::Unfair(action));
        }
    }
    Ok(())
}

/// The first thing that the model and the trace tell differently about a step of one label.
fn misdescribed(model: &Step, trace: &Step, step: usize) -> Option<Mismatch> {
    let label = trace.label.clone();
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
    let sent = |step: &Step| {
        let sends = step.sent.iter();
        let all: Vec<_> = sends.map(|s| format!("{}->{}", s.message, s.to)).collect();
        text(&Some(all.join(", ")).filter(|all| !all.is_empty()))
    };
    let (field, model, trace) = if model.kind != trace.kind {
        ("kind", model.kind.clone(), trace.kind.clone())
    } else if model.at != trace.at {
        ("at", text(&model.at), text(&trace.at))
    } else if model.from != trace.from {
        ("from", text(&model.from), text(&trace.from))
    } else if model.message != trace.message {
        ("message", text(&model.message), text(&trace.message))
    } else if model.sent != trace.sent {
        ("sent", sent(model), sent(trace))
    } else {
        return None;
    };
    Some(Mismatch::Misdescribed {
        step,
        label,
        field,
        model,
        trace,
    })
}

/// The first variable in which the model's state and the trace's state differ.
fn differs(
    model: &Map<String, Value>,
    trace: &Map<String, Value>,
    step: usize,
    label: &str,
) -> Option<Mismatch> {
    let names: BTreeSet<_> = model.keys().chain(trace.keys()).collect();
    let differing = names
        .into_iter()
        .find(|name| model.get(*name) != trace.get(*name))?;
    let show = |state: &Map<String, Value>| match state.get(differing) {
        Some(value) => value.to_string(),
        None => "no such variable".to_owned(),
    };
    Some(Mismatch::Differs {
        step,
        label: label.to_owned(),
        variable: differing.clone(),
        model: show(model),
        trace: show(trace),
    })
}
