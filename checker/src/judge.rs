//! From a space and a property to a verdict with evidence.
//!
//! What this module uses, and what that uses in turn, is all that decides a verdict. Whatever looks at a verdict afterwards (audit,
//! replay, explanation and the rest) takes a [`Subject`] and is not known here.

use crate::graph::{self, Graph};
use crate::liveness::{self, BitSet, Fairness, Lasso};
use crate::property::{Demand, OfState, Property};
use crate::search::{Cut, Explored, KeepError, Keeping, Limits, Progress, Search};
use crate::space::{Row, Space};
use crate::trace::data::{Origin, Trace};
use crate::transitions::StateGraph;
use crate::verdict::{Judgement, Verdict};
use crate::watch::Patience;
use std::borrow::Borrow;
use std::sync::Arc;

/// Which classes of steps a scheduler must be fair to. Classes that are not listed are never
/// forced: crashes, losses and the like may happen or not.
pub type FairClasses = Vec<(&'static str, Fairness)>;

/// A property of a space, ready to be judged.
pub struct Subject<S: Space> {
    /// Where to look.
    pub space: Arc<S>,
    /// What to look for.
    pub property: Property<S>,
    /// What the scheduler owes, for liveness.
    pub fairness: FairClasses,
    /// What this is, for traces.
    pub origin: Origin,
}

impl<S: Space> Subject<S> {
    /// Judges the property.
    pub fn judge(&self, limits: Limits, on_progress: &(dyn Fn(Progress) + Sync)) -> Judgement {
        let judged = self.judge_kept(limits, &Keeping::default(), on_progress);
        judged.expect("nothing is kept, so nothing fails")
    }

    /// The same, and keeps the search on disk as far as it has come. What is judged on cycles is not kept.
    pub fn judge_kept(
        &self,
        limits: Limits,
        keeping: &Keeping,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Judgement, KeepError> {
        if self.property.is_liveness() {
            Ok(self.judge_liveness(limits, on_progress))
        } else {
            self.judge_safety(limits, keeping, on_progress)
        }
    }

    fn judge_safety(
        &self,
        limits: Limits,
        keeping: &Keeping,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Judgement, KeepError> {
        let properties = std::slice::from_ref(&self.property);
        let explored = Search::new(&*self.space, properties)
            .limits(limits)
            .on_progress(on_progress)
            .run_kept(keeping)?;
        Ok(self.conclude(&explored))
    }

    /// What a search for a violation comes to.
    pub(crate) fn conclude(&self, explored: &Explored<S>) -> Judgement {
        let wanted = matches!(self.property.demand, Demand::Possible(_));
        let verdict = match (&explored.violation, &explored.cut, wanted) {
            (Some(_), _, false) | (None, None, true) => Verdict::Refuted,
            (Some(_), _, true) | (None, None, false) => Verdict::Holds,
            (None, Some(_), _) => Verdict::Bounded,
        };
        let run = explored.violation.as_ref().map(|v| self.follow(&v.path));
        self.judgement(verdict, explored, run.map(|run| (run, None)))
    }

    fn judge_liveness(&self, limits: Limits, on_progress: &(dyn Fn(Progress) + Sync)) -> Judgement {
        let mut explored = Search::new(&*self.space, &[])
            .limits(limits)
            .on_progress(on_progress)
            .keep_states()
            .run();
        if explored.cut.is_some() {
            // A state whose successors were not seen looks as if the run could rest there.
            return self.judgement(Verdict::Bounded, &explored, None);
        }
        match self.judge_promises(&explored) {
            Ok(judgement) => judgement,
            Err(cut) => {
                explored.cut = Some(cut);
                self.judgement(Verdict::Bounded, &explored, None)
            }
        }
    }

    /// The promises one by one, on the graph of an exhausted search, unless the limits come first.
    fn judge_promises(&self, explored: &Explored<S>) -> Result<Judgement, Cut> {
        let counts = &explored.counts;
        let bytes = counts.bytes
            + graph::bytes_for(counts.distinct, counts.total)
            + counts.distinct * liveness::BYTES_PER_STATE;
        let patience = &mut Patience::with(&explored.watch, bytes);
        // Before anything of it is made: its memory is known.
        patience.look()?;
        let mut judgement = self.judge_graph(explored, patience)?;
        judgement.counts.bytes = bytes;
        judgement.counts.seconds = explored.watch.seconds();
        Ok(judgement)
    }

    fn judge_graph(
        &self,
        explored: &Explored<S>,
        patience: &mut Patience,
    ) -> Result<Judgement, Cut> {
        let StateGraph { graph, fairness } =
            StateGraph::of(&*self.space, &self.fairness, explored, patience)?;
        let states = |wanted: &OfState<S>| {
            BitSet::from_fn(graph.state_count(), |number| {
                wanted(&self.space, explored.states.get(number as usize))
            })
        };
        let Demand::Promises(promises) = &self.property.demand else {
            unreachable!("a safety property is judged elsewhere");
        };
        for promise in promises {
            patience.look()?;
            let lasso = promise.kept.with_goal(states, |goal| {
                let lasso = liveness::check_within(&graph, &fairness, goal, patience)?;
                if let Some(lasso) = &lasso {
                    liveness::validate(&graph, &fairness, goal, lasso)
                        .expect("a lasso satisfies the definition it was searched by");
                }
                Ok(lasso)
            })?;
            if let Some(lasso) = lasso {
                let run = self.unroll(explored, &graph, &lasso);
                let rests = lasso.cycle.is_empty();
                // The last state repeats the first of the loop, so the loop goes on behind that one; a
                // run that rests repeats its last state for ever.
                let loop_start = lasso.prefix.len() + usize::from(!rests);
                let run = Some((run, Some(loop_start)));
                let mut judgement = self.judgement(Verdict::Refuted, explored, run);
                judgement.broken = vec![promise.name.clone()];
                return Ok(judgement);
            }
        }
        Ok(self.judgement(Verdict::Holds, explored, None))
    }

    /// The run along these fingerprints, by the first step that leads to each.
    pub(crate) fn follow(&self, path: &[u64]) -> Run<S> {
        const REPRODUCIBLE: &str = "a path of the search can be walked again";
        let initial = self.space.initial();
        let start = (0..initial.len())
            .map(|index| initial.get(index))
            .find(|state| self.space.fingerprint(state) == path[0])
            .expect(REPRODUCIBLE);
        let mut run = Run {
            states: vec![start.to_owned()],
            steps: Vec::new(),
        };
        for wanted in &path[1..] {
            let mut steps = self.space.steps(run.last()).into_iter();
            let (step, next) = steps
                .find(|(step, next)| {
                    self.space.fingerprint(next.borrow()) == *wanted
                        && self.is_culprit(
                            run.last(),
                            step,
                            next.borrow(),
                            run.steps.len() + 2 == path.len(),
                        )
                })
                .expect(REPRODUCIBLE);
            run.steps.push(step);
            run.states.push(next);
        }
        run
    }

    /// For a property of steps, the last step of the run must be one that breaks it.
    pub(crate) fn is_culprit(
        &self,
        before: &S::State,
        step: &S::Step,
        after: &S::State,
        last: bool,
    ) -> bool {
        match &self.property.demand {
            Demand::EveryStep(holds) if last => !holds(&self.space, before, step, after),
            _ => true,
        }
    }

    /// The run of a lasso: the prefix, then the loop once.
    fn unroll(&self, explored: &Explored<S>, graph: &Graph, lasso: &Lasso) -> Run<S> {
        let mut run = Run {
            states: vec![explored.states.get(lasso.start as usize).to_owned()],
            steps: Vec::new(),
        };
        // A loop of one step is told twice: told once, it would look like a run that rests.
        let again = if lasso.cycle.len() == 1 {
            &lasso.cycle[..]
        } else {
            &[]
        };
        for edge in lasso.prefix.iter().chain(&lasso.cycle).chain(again) {
            let source = graph.source(*edge);
            let index = (edge - graph.edges(source).start) as usize;
            let (step, next) = self.space.steps(run.last()).swap_remove(index);
            run.steps.push(step);
            run.states.push(next);
        }
        run
    }

    pub(crate) fn judgement<T: Space>(
        &self,
        verdict: Verdict,
        explored: &Explored<T>,
        run: Option<(Run<S>, Option<usize>)>,
    ) -> Judgement {
        let last = run.as_ref().map(|(run, _)| run.last());
        let broken = match (&self.property.demand, last) {
            (Demand::Always(conjuncts), Some(last)) => conjuncts
                .iter()
                .filter(|conjunct| !(conjunct.holds)(&self.space, last))
                .map(|conjunct| conjunct.name.clone())
                .collect(),
            _ => Vec::new(),
        };
        let complaint =
            last.and_then(|last| Some(self.property.complaint.as_ref()?(&self.space, last)));
        Judgement {
            verdict,
            counts: explored.counts.clone(),
            cut: explored.cut.clone(),
            broken,
            complaint,
            trace: run.map(|(run, loop_start)| self.trace(&run, loop_start)),
            measurement: None,
            reduced: None,
            remarks: Vec::new(),
        }
    }

    /// The run as data.
    pub fn trace(&self, run: &Run<S>, loop_start: Option<usize>) -> Trace {
        let pairs = run.states.windows(2).zip(&run.steps);
        Trace {
            origin: self.origin.clone(),
            lanes: self.space.lanes(),
            states: run
                .states
                .iter()
                .map(|s| self.space.show(s.borrow()))
                .collect(),
            steps: pairs
                .map(|(pair, step)| {
                    self.space
                        .describe(pair[0].borrow(), step, pair[1].borrow())
                })
                .collect(),
            loop_start,
        }
    }
}

/// A run: one more state than steps.
pub struct Run<S: Space> {
    /// The states.
    pub states: Vec<S::OwnedState>,
    /// The steps between them.
    pub steps: Vec<S::Step>,
}

impl<S: Space> Run<S> {
    /// The state in which the run ends.
    pub fn last(&self) -> &S::State {
        self.states
            .last()
            .expect("a run has a first state")
            .borrow()
    }
}
