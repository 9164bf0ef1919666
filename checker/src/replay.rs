//! Strict replay: a trace is believed only if the model really takes every step of it, passes
//! through every state of it, and ends where the property is broken.

use crate::judge::{Run, Subject};
use crate::liveness::Fairness;
use crate::property::{Demand, Kept};
use crate::space::{Row, Space};
use crate::trace::Trace;
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
    /// The trace leads nowhere bad.
    #[error("every step is possible, but the run does not {0}")]
    DecidesNothing(String),
    /// The loop of a lasso does not close.
    #[error(
        "the trace says that its last state returns to state {0}, but the state before that one is another"
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

impl<S: Space> Subject<S> {
    /// Walks through a trace, step by step.
    pub fn replay(&self, trace: &Trace) -> Result<Replayed, Mismatch> {
        let run = self.walk(trace)?;
        let last = run.last();
        let mut broken = Vec::new();
        let decided = match &self.property.demand {
            Demand::Always(conjuncts) => {
                let violated = conjuncts.iter().filter(|c| !(c.holds)(&self.space, last));
                broken.extend(violated.map(|conjunct| conjunct.name.clone()));
                !broken.is_empty()
            }
            Demand::Possible(wanted) => wanted(&self.space, last),
            Demand::EveryStep(holds) => run.steps.last().is_some_and(|step| {
                let before = run.states[run.states.len() - 2].borrow();
                !holds(&self.space, before, step, last)
            }),
            Demand::Promises(promises) => {
                if let Some(entry) = self.loop_entry(trace, &run)? {
                    let unkept = promises
                        .iter()
                        .filter(|p| self.breaks(&p.kept, &run, entry));
                    broken.extend(unkept.map(|promise| promise.name.clone()));
                }
                !broken.is_empty()
            }
        };
        let shows = match self.property.demand {
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
                self.property.name
            )));
        }
        Ok(Replayed {
            steps: run.steps.len(),
            broken,
            complaint: self.property.complaint.map(|say| say(&self.space, last)),
            shows,
            still_possible: self
                .space
                .steps(last)
                .iter()
                .map(|(step, _)| self.space.label(step))
                .collect(),
        })
    }

    /// The run that a trace tells, if the model can take it.
    pub(crate) fn walk(&self, trace: &Trace) -> Result<Run<S>, Mismatch> {
        let initial = self.space.initial();
        let mut first_difference = None;
        let start = (0..initial.len()).map(|i| initial.get(i)).find(|state| {
            let difference = differs(&self.space.show(state), &trace.states[0], 0, "start");
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
            let steps = self.space.steps(run.last());
            let found = steps
                .iter()
                .find(|(step, _)| self.space.label(step) == wanted.label);
            let Some((step, next)) = found else {
                return Err(Mismatch::NotEnabled {
                    step: index + 1,
                    label: wanted.label.clone(),
                    enabled: steps
                        .iter()
                        .map(|(step, _)| self.space.label(step))
                        .collect(),
                });
            };
            let shown = self.space.show(next.borrow());
            if let Some(difference) =
                differs(&shown, &trace.states[index + 1], index + 1, &wanted.label)
            {
                return Err(difference);
            }
            run.steps.push(step.clone());
            run.states.push(next.clone());
        }
        Ok(run)
    }

    /// Where the loop of a lasso is entered, if it closes and is fair.
    fn loop_entry(&self, trace: &Trace, run: &Run<S>) -> Result<Option<usize>, Mismatch> {
        let Some(start) = trace.loop_start else {
            return Ok(None);
        };
        let rests = start == run.steps.len();
        // A loop that moves repeats, as its last state, the one before its first.
        let entry = if rests {
            start
        } else {
            start.saturating_sub(1)
        };
        if run.states[entry].borrow() != run.last() {
            return Err(Mismatch::LoopDoesNotClose(start));
        }
        self.check_fairness(run, entry)?;
        Ok(Some(entry))
    }

    /// Whether the run that loops from `entry` on breaks a promise.
    fn breaks(&self, kept: &Kept<S>, run: &Run<S>, entry: usize) -> bool {
        let looping = || run.states[entry..].iter().map(Borrow::borrow);
        match kept {
            Kept::Eventually(p) => run.states.iter().all(|s| !p(&self.space, s.borrow())),
            Kept::InfinitelyOften(p) => looping().all(|s| !p(&self.space, s)),
            Kept::LeadsTo(p, q) => {
                let last_from = run.states.iter().rposition(|s| p(&self.space, s.borrow()));
                last_from.is_some_and(|from| {
                    let rest = run.states[from..].iter().map(Borrow::borrow);
                    rest.chain(looping()).all(|s| !q(&self.space, s))
                })
            }
        }
    }

    fn check_fairness(&self, run: &Run<S>, entry: usize) -> Result<(), Mismatch> {
        let taken: BTreeSet<_> = run.steps[entry..]
            .iter()
            .map(|s| self.space.action(s).1)
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
            let steps = self.space.steps(state.borrow());
            let actions: BTreeMap<_, _> = steps
                .iter()
                .map(|(step, _)| self.space.action(step))
                .map(|(class, action)| (action, class))
                .collect();
            for (action, class) in actions {
                enabled.entry(action).or_insert((class, 0)).1 += 1;
            }
        }
        for (action, (class, times)) in enabled {
            let owed = self.fairness.iter().find(|(name, _)| *name == class);
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
