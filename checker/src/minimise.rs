//! Delta debugging: the same finding with fewer steps.
//!
//! Runs that come from simulation wander, and the way to a loop may pass by what has nothing to do with it. First every detour
//! that returns to a state is cut out; then pieces of the run are left out, large ones first and single steps last,
//! as long as the rest still shows what the whole showed. What cannot be done any more once something was left out
//! is left out with it. The loop of a lasso stays as it is.

use crate::judge::{Run, Subject};
use crate::property::Demand;
use crate::replay::{Mismatch, Replayed, replay, shown, walk};
use crate::space::Space;
use crate::trace::Trace;
use std::borrow::Borrow;
use std::collections::HashMap;

/// The run of a trace with every step left out that it can do without: it still breaks the same, with the same complaint, and
/// its steps have the names that they had. No further single step can be left out.
pub fn minimise<S: Space>(subject: &Subject<S>, trace: &Trace) -> Result<Trace, Mismatch> {
    let whole = replay(subject, trace)?;
    let run = Rest::of(walk(subject, trace)?);
    let rest = needed(subject, trace, run, &whole);
    let loop_start = rest.loop_start(trace.before_loop());
    Ok(subject.trace(&rest.run, loop_start))
}

/// The steps of a trace that it cannot do without; see [`minimise`].
pub(crate) fn needed<S: Space>(
    subject: &Subject<S>,
    trace: &Trace,
    run: Rest<S>,
    whole: &Replayed,
) -> Rest<S> {
    let same = |rest: &Rest<S>| {
        let loop_start = rest.loop_start(trace.before_loop());
        let shown = shown(subject, &rest.run, loop_start);
        shown.is_ok_and(|rest| (&rest.broken, &rest.complaint) == (&whole.broken, &whole.complaint))
    };
    let cut = Cut {
        subject,
        names: Names::Same,
        entry: trace.before_loop(),
        is_enough: &same,
    };
    cut.least(run)
}

/// As [`minimise`], for a run that ends when the property is decided, whatever the complaint. A message may bear another number
/// when less has happened before it.
pub(crate) fn minimise_run<S: Space>(subject: &Subject<S>, run: Run<S>) -> Run<S> {
    let cut = Cut {
        subject,
        names: Names::OfOneAction,
        entry: None,
        is_enough: &|_| true,
    };
    cut.least(Rest::of(run)).run
}

/// Whether a step decides the property.
pub(crate) fn is_decided<S: Space>(
    subject: &Subject<S>,
    before: &S::State,
    step: &S::Step,
    after: &S::State,
) -> bool {
    match &subject.property.demand {
        Demand::EveryStep(holds) => !holds(&subject.space, before, step, after),
        _ => subject.property.decides(&subject.space, after),
    }
}

/// What is left of a run when steps are left out.
pub(crate) struct Rest<S: Space> {
    /// A run of its own.
    pub run: Run<S>,
    /// For each of its steps, which step of the whole run it is.
    pub kept: Vec<usize>,
}

impl<S: Space> Rest<S> {
    /// All of it.
    pub(crate) fn of(run: Run<S>) -> Self {
        let kept = (0..run.steps.len()).collect();
        Rest { run, kept }
    }

    fn starting_at(state: S::OwnedState) -> Self {
        let (states, steps) = (vec![state], Vec::new());
        let run = Run { states, steps };
        let kept = Vec::new();
        Rest { run, kept }
    }

    fn push(&mut self, (step, next): (S::Step, S::OwnedState), place: usize) {
        self.run.steps.push(step);
        self.run.states.push(next);
        self.kept.push(place);
    }

    /// How many of its steps come before step `entry` of the whole.
    fn before(&self, entry: usize) -> usize {
        self.kept.partition_point(|place| *place < entry)
    }

    /// Where its loop starts, if the whole enters one at `entry`.
    fn loop_start(&self, entry: Option<usize>) -> Option<usize> {
        let before = self.before(entry?);
        let rests = before == self.kept.len();
        Some(before + usize::from(!rests))
    }
}

/// What a step may be called when others before it were left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// As it was.
    Same,
    /// As another step of the same action.
    OfOneAction,
}

/// As many of the wanted steps of a run as can be taken one after the other, until the property is decided if `until` says so.
pub(crate) fn retake<S: Space>(
    subject: &Subject<S>,
    whole: &Rest<S>,
    wanted: impl Iterator<Item = usize>,
    names: Names,
    until: impl Fn(&Rest<S>) -> bool,
) -> Rest<S> {
    let mut rest = Rest::starting_at(whole.run.states[0].clone());
    for index in wanted {
        let found = like(subject, rest.run.last(), &whole.run.steps[index], names);
        let Some(taken) = found else { continue };
        rest.push(taken, whole.kept[index]);
        if until(&rest) {
            break;
        }
    }
    rest
}

/// The step that is possible here and is the wanted one, or is called alike.
fn like<S: Space>(
    subject: &Subject<S>,
    state: &S::State,
    wanted: &S::Step,
    names: Names,
) -> Option<(S::Step, S::OwnedState)> {
    let space = &subject.space;
    let mut steps = space.steps(state);
    let same = steps.iter().position(|(step, _)| step == wanted);
    let found = same.or_else(|| match names {
        Names::Same => {
            let label = space.label(wanted);
            steps.iter().position(|(s, _)| space.label(s) == label)
        }
        Names::OfOneAction => {
            let action = space.action(wanted);
            steps.iter().position(|(s, _)| space.action(s) == action)
        }
    })?;
    Some(steps.swap_remove(found))
}

/// How a run is cut down.
struct Cut<'a, S: Space> {
    subject: &'a Subject<S>,
    names: Names,
    /// For a lasso: the step with which its loop begins.
    entry: Option<usize>,
    /// Whether what is left still shows what is to be shown, if it decides the property at all.
    is_enough: &'a dyn Fn(&Rest<S>) -> bool,
}

impl<S: Space> Cut<'_, S> {
    fn least(&self, mut rest: Rest<S>) -> Rest<S> {
        let whole = rest.kept.len();
        loop {
            let before = rest.kept.len();
            rest = self.without_detours(rest);
            let mut size = self.free(&rest).div_ceil(2);
            while size > 0 {
                let mut end = self.free(&rest);
                while end > 0 {
                    let start = end.saturating_sub(size);
                    if let Some(shorter) = self.without_steps(&rest, start, end, whole) {
                        rest = shorter;
                    }
                    end = start;
                }
                size /= 2;
            }
            if rest.kept.len() == before {
                return rest;
            }
        }
    }

    /// How many steps may be left out: those of a loop may not.
    fn free(&self, rest: &Rest<S>) -> usize {
        self.entry
            .map_or(rest.kept.len(), |entry| rest.before(entry))
    }

    /// The run without what lies between two visits of one state. A loop is kept, and so is the last step: a property of steps is
    /// decided by it.
    fn without_detours(&self, rest: Rest<S>) -> Rest<S> {
        let space = &self.subject.space;
        let last = rest.kept.len().saturating_sub(1);
        let fixed = self.entry.map_or(last, |entry| rest.before(entry));
        let mut straight: Rest<S> = Rest::starting_at(rest.run.states[0].clone());
        // By fingerprint; two states with one fingerprint only leave a detour where it is.
        let mut visited = HashMap::from([(space.fingerprint(straight.run.last()), 0)]);
        for (index, step) in rest.run.steps.iter().enumerate() {
            let next = &rest.run.states[index + 1];
            straight.push((step.clone(), next.clone()), rest.kept[index]);
            if index >= fixed {
                continue;
            }
            let place = straight.kept.len();
            let earlier = visited.insert(space.fingerprint(next.borrow()), place);
            // What was cut out is still in the map, and no longer in the run.
            let earlier = earlier.filter(|at| *at < place && straight.run.states[*at] == *next);
            if let Some(earlier) = earlier {
                visited.insert(space.fingerprint(next.borrow()), earlier);
                straight.run.states.truncate(earlier + 1);
                straight.run.steps.truncate(earlier);
                straight.kept.truncate(earlier);
            }
        }
        straight
    }

    /// The run without its steps from `start` to before `end`, if it still shows the same.
    fn without_steps(
        &self,
        rest: &Rest<S>,
        start: usize,
        end: usize,
        whole: usize,
    ) -> Option<Rest<S>> {
        let wanted = (0..start).chain(end..rest.kept.len());
        let shorter = retake(self.subject, rest, wanted, self.names, |rest| {
            self.is_decided(rest) && (self.is_enough)(rest)
        });
        let enough = match self.entry {
            None => self.is_decided(&shorter) && (self.is_enough)(&shorter),
            Some(entry) => {
                let loops = shorter.kept.len() - shorter.before(entry) == whole - entry;
                loops && (self.is_enough)(&shorter)
            }
        };
        enough.then_some(shorter)
    }

    /// Whether the last step decides the property. A lasso is decided as a whole.
    fn is_decided(&self, rest: &Rest<S>) -> bool {
        let Run { states, steps } = &rest.run;
        self.entry.is_none()
            && steps.last().is_some_and(|step| {
                let before = states[states.len() - 2].borrow();
                is_decided(self.subject, before, step, rest.run.last())
            })
    }
}
