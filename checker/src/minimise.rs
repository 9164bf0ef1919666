//! Delta debugging: the same finding with fewer steps.
//!
//! Runs that come from simulation wander. First every detour that returns to a state is cut out; then pieces
//! of the run are left out, large ones first and single steps last, as long as the rest still shows what
//! the whole showed. What cannot be done any more once something was left out is left out with it.

use crate::judge::{Run, Subject};
use crate::property::Demand;
use crate::replay::Mismatch;
use crate::space::Space;
use crate::trace::Trace;
use std::borrow::Borrow;
use std::collections::HashMap;

impl<S: Space> Subject<S> {
    /// The run of a trace with every step left out that it can do without; no further single step can be
    /// left out. A lasso is returned as it is.
    pub fn minimise(&self, trace: &Trace) -> Result<Trace, Mismatch> {
        self.replay(trace)?;
        if trace.loop_start.is_some() {
            return Ok(trace.clone());
        }
        let run = self.walk(trace)?;
        Ok(self.trace(&self.minimise_run(run), None))
    }

    /// As [`Subject::minimise`], for a run that ends when the property is decided.
    pub(crate) fn minimise_run(&self, mut run: Run<S>) -> Run<S> {
        loop {
            let before = run.steps.len();
            run = self.without_detours(run);
            let mut size = run.steps.len().div_ceil(2);
            while size > 0 {
                let mut end = run.steps.len();
                while end > 0 {
                    let start = end.saturating_sub(size);
                    if let Some(shorter) = self.without_steps(&run, start, end) {
                        run = shorter;
                    }
                    end = start;
                }
                size /= 2;
            }
            if run.steps.len() == before {
                return run;
            }
        }
    }

    /// Whether a step decides the property.
    pub(crate) fn is_decided(&self, before: &S::State, step: &S::Step, after: &S::State) -> bool {
        match &self.property.demand {
            Demand::EveryStep(holds) => !holds(&self.space, before, step, after),
            _ => self.property.decides(&self.space, after),
        }
    }

    /// The run without what lies between two visits of one state. The last step is always kept: a property
    /// of steps is decided by it.
    fn without_detours(&self, run: Run<S>) -> Run<S> {
        let Some(last) = run.steps.len().checked_sub(1) else {
            return run;
        };
        let mut straight: Run<S> = Run {
            states: Vec::new(),
            steps: Vec::new(),
        };
        // By fingerprint; two states with one fingerprint only leave a detour where it is.
        let mut visited: HashMap<u64, usize> = HashMap::new();
        for (index, state) in run.states[..=last].iter().enumerate() {
            let known = visited
                .get(&self.space.fingerprint(state.borrow()))
                .copied();
            // What was cut out is still in the map, and no longer in the run.
            let known = known.filter(|earlier| straight.states.get(*earlier) == Some(state));
            if let Some(earlier) = known {
                straight.states.truncate(earlier + 1);
                straight.steps.truncate(earlier);
            } else {
                let place = straight.states.len();
                visited.insert(self.space.fingerprint(state.borrow()), place);
                straight.states.push(state.clone());
            }
            straight.steps.push(run.steps[index].clone());
        }
        straight.states.push(run.states[last + 1].clone());
        straight
    }

    /// The run without its steps from `start` to before `end`, if it still decides the property.
    fn without_steps(&self, run: &Run<S>, start: usize, end: usize) -> Option<Run<S>> {
        let mut shorter = Run {
            states: vec![run.states[0].clone()],
            steps: Vec::new(),
        };
        for wanted in run.steps[..start].iter().chain(&run.steps[end..]) {
            let Some((step, next)) = self.like(shorter.last(), wanted) else {
                continue;
            };
            let decided = self.is_decided(shorter.last(), &step, next.borrow());
            shorter.steps.push(step);
            shorter.states.push(next);
            if decided {
                return Some(shorter);
            }
        }
        None
    }

    /// The step that is possible here and is the wanted one, or the same action: a message may bear
    /// another number when less has happened before it.
    fn like(&self, state: &S::State, wanted: &S::Step) -> Option<(S::Step, S::OwnedState)> {
        let mut steps = self.space.steps(state);
        let same = steps.iter().position(|(step, _)| step == wanted);
        let found = same.or_else(|| {
            let action = self.space.action(wanted);
            steps
                .iter()
                .position(|(step, _)| self.space.action(step) == action)
        })?;
        Some(steps.swap_remove(found))
    }
}
