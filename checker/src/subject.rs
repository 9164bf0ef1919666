//! A subject of any space, with everything that can be asked of it.

use crate::audit::{self, Audit};
use crate::exact::{self, Exactness};
use crate::explain::{self, Explanation};
use crate::judge::Subject;
use crate::measure::{Experiment, Trial};
use crate::minimise;
use crate::recount::Recount;
use crate::reduce::{Reduce, audit as reduce};
use crate::reduction::Compared;
use crate::replay::{self, Mismatch, Replayed};
use crate::search::{KeepError, Keeping, Limits, Progress};
use crate::share::{Share, Sharing};
use crate::simulate::{self, NotSimulated, Simulated, Simulating, Simulation};
use crate::space::Space;
use crate::stepping::Stepping;
use crate::straighten;
use crate::trace::{Origin, Trace};
use crate::verdict::Judgement;

/// A [`Subject`] whose space is forgotten, or a [`Trial`].
pub trait AnySubject: Send + Sync {
    /// Judges the property.
    fn judge(&self, limits: Limits, on_progress: &(dyn Fn(Progress) + Sync)) -> Judgement;
    /// Judges the property, with these reductions where they can be made; see [`crate::reduce`].
    fn judge_reduced(
        &self,
        _wanted: Reduce,
        limits: Limits,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Judgement {
        self.judge(limits, on_progress)
    }

    /// The same, and keeps the search on disk as far as it has come; what is measured or judged on cycles is not kept.
    fn judge_kept(
        &self,
        limits: Limits,
        _keeping: &Keeping,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Judgement, KeepError> {
        Ok(self.judge(limits, on_progress))
    }
    /// What this is.
    fn origin(&self) -> &Origin;
    /// Walks through a trace, step by step.
    fn replay(&self, trace: &Trace) -> Result<Replayed, Mismatch>;
    /// Replays a trace and explains it.
    fn explain(&self, trace: &Trace) -> Result<Explanation, Mismatch>;
    /// A trace, reordered to switch lanes as rarely as possible.
    fn straighten(&self, trace: &Trace) -> Result<Trace, Mismatch>;
    /// A trace with every step left out that it can do without.
    fn minimise(&self, trace: &Trace) -> Result<Trace, Mismatch>;
    /// Looks for a run that decides the property by taking random steps.
    fn simulate(
        &self,
        simulation: &Simulation,
        on_progress: &dyn Fn(Simulating),
    ) -> Result<Simulated, NotSimulated>;
    /// Whether the property is judged on cycles.
    fn is_liveness(&self) -> bool;
    /// The world that is assumed, in words.
    fn setting(&self) -> String;
    /// Looks for reasons why a success would mean nothing; see [`crate::audit`].
    fn audit(&self, limits: Limits) -> Audit;
    /// The same, to be stepped through; nothing for a measurement.
    fn stepping(&self) -> Option<&dyn Stepping>;
    /// Compares states with nothing left out with the form in which they are stored; see [`crate::reduction`].
    fn compare_plain(&self, _at_most: usize) -> Option<Result<Compared, String>> {
        None
    }
    /// Compares what a reduced search stores with the whole space; see [`crate::reduce::audit`].
    fn compare_reduced(
        &self,
        _wanted: Reduce,
        _at_most: usize,
    ) -> Option<Result<reduce::Compared, String>> {
        None
    }
    /// Counts states again, until there are more than so many; see [`crate::recount`]. None for what is measured.
    fn recount(&self, _at_most: usize) -> Option<Recount> {
        None
    }
    /// Searches with full states kept and compared; see [`crate::exact`]. None for what is measured.
    fn exact(&self, _limits: Limits) -> Option<Exactness> {
        None
    }
    /// A part in a search that many workers share; see [`crate::share`]. None for what is measured or judged on cycles.
    fn share(&self) -> Option<Box<dyn Share + '_>> {
        None
    }
}

impl<S: Space + Send + Sync + 'static> AnySubject for Subject<S> {
    fn judge(&self, limits: Limits, on_progress: &(dyn Fn(Progress) + Sync)) -> Judgement {
        Subject::judge(self, limits, on_progress)
    }

    fn judge_reduced(
        &self,
        wanted: Reduce,
        limits: Limits,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Judgement {
        Subject::judge_reduced(self, wanted, limits, on_progress)
    }

    fn judge_kept(
        &self,
        limits: Limits,
        keeping: &Keeping,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Judgement, KeepError> {
        Subject::judge_kept(self, limits, keeping, on_progress)
    }

    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn replay(&self, trace: &Trace) -> Result<Replayed, Mismatch> {
        replay::replay(self, trace)
    }

    fn explain(&self, trace: &Trace) -> Result<Explanation, Mismatch> {
        explain::explain(self, trace)
    }

    fn straighten(&self, trace: &Trace) -> Result<Trace, Mismatch> {
        straighten::straighten(self, trace)
    }

    fn minimise(&self, trace: &Trace) -> Result<Trace, Mismatch> {
        minimise::minimise(self, trace)
    }

    fn simulate(
        &self,
        simulation: &Simulation,
        on_progress: &dyn Fn(Simulating),
    ) -> Result<Simulated, NotSimulated> {
        simulate::simulate(self, simulation, on_progress)
    }

    fn is_liveness(&self) -> bool {
        self.property.is_liveness()
    }

    fn setting(&self) -> String {
        self.space.setting()
    }

    fn audit(&self, limits: Limits) -> Audit {
        audit::audit(self, limits)
    }

    fn stepping(&self) -> Option<&dyn Stepping> {
        Some(self)
    }

    fn compare_plain(&self, at_most: usize) -> Option<Result<Compared, String>> {
        Subject::compare_plain(self, at_most)
    }

    fn compare_reduced(
        &self,
        wanted: Reduce,
        at_most: usize,
    ) -> Option<Result<reduce::Compared, String>> {
        Subject::compare_reduced(self, wanted, at_most)
    }

    fn recount(&self, at_most: usize) -> Option<Recount> {
        Some(Subject::recount(self, at_most))
    }

    fn exact(&self, limits: Limits) -> Option<Exactness> {
        Some(exact::exact(&*self.space, limits))
    }

    fn share(&self) -> Option<Box<dyn Share + '_>> {
        match self.property.is_liveness() {
            true => None,
            false => Some(Box::new(Sharing::of(self))),
        }
    }
}

/// A measurement has no runs to walk through: what asks for one is told so.
impl<E: Experiment> AnySubject for Trial<E> {
    fn judge(&self, limits: Limits, _: &(dyn Fn(Progress) + Sync)) -> Judgement {
        Trial::judge(self, limits)
    }

    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn replay(&self, _: &Trace) -> Result<Replayed, Mismatch> {
        Err(Mismatch::Measured)
    }

    fn explain(&self, _: &Trace) -> Result<Explanation, Mismatch> {
        Err(Mismatch::Measured)
    }

    fn straighten(&self, _: &Trace) -> Result<Trace, Mismatch> {
        Err(Mismatch::Measured)
    }

    fn minimise(&self, _: &Trace) -> Result<Trace, Mismatch> {
        Err(Mismatch::Measured)
    }

    fn simulate(&self, _: &Simulation, _: &dyn Fn(Simulating)) -> Result<Simulated, NotSimulated> {
        Err(NotSimulated::Measured)
    }

    fn is_liveness(&self) -> bool {
        false
    }

    fn setting(&self) -> String {
        E::setting(&self.ready)
    }

    /// Its mutants are all that can be audited; see [`crate::catalog::kill`].
    fn audit(&self, _: Limits) -> Audit {
        Audit::default()
    }

    fn stepping(&self) -> Option<&dyn Stepping> {
        None
    }
}
