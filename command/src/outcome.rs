//! One run and what came of it.

use crate::args::Resources;
use crate::error::Failure;
use crate::exit::Surprise;
use crate::plan::{Run, Target};
use crate::progress::Display;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use verdict_checker::audit::{Audit, AuditResult};
use verdict_checker::catalog::kill::{self, AuditLimits, MUTANT_STATES};
use verdict_checker::exact::Exactness;
use verdict_checker::reduce::Reduce;
use verdict_checker::search::{Cut, Keeping, Limits};
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::Origin;
use verdict_checker::verdict::{Judgement, Verdict};

/// How far an audit looks at the model itself.
const AUDITED_STATES: usize = 30_000;

/// What came of a run.
pub struct Outcome<'c> {
    /// What was judged.
    pub target: Target<'c>,
    /// The verdict with its evidence.
    pub judgement: Judgement,
    /// What was expected, if anything was.
    pub expected: Option<Verdict>,
    /// Whether the property was judged on cycles.
    pub liveness: bool,
    /// How long it took, all in all.
    pub seconds: f64,
    /// Where the trace was saved.
    pub trace_file: Option<PathBuf>,
    /// Why a success can be believed: the audit of the case, made once, at its smallest size.
    pub audit: Option<Audit>,
    /// Whether somebody ended it before it was over. Then it is not recorded: another day it would end elsewhere.
    pub interrupted: bool,
    /// Whether the search can be believed without its fingerprints, if that was asked and the search was exhausted.
    pub exact: Option<Exactness>,
    /// Where the result comes from: the world, the assumptions in force.
    pub origin: Origin,
}

/// How far the audit of a run goes. The states are its own; the memory is what there is, all in all; the time is that of each search.
fn of_audit(limits: Limits) -> AuditLimits {
    let states = |states: usize| Limits {
        states,
        threads: Limits::default().threads,
        ..limits
    };
    AuditLimits {
        model: states(AUDITED_STATES),
        mutants: states(MUTANT_STATES),
    }
}

impl<'c> Outcome<'c> {
    /// Judges a run, and audits it if it is an unchanged case at its smallest size and a success.
    pub fn of(
        run: Run<'c>,
        limits: Limits,
        expect: Option<Verdict>,
        exact: bool,
        reduce: Reduce,
        display: &mut Display,
    ) -> Result<Self, Failure> {
        let here = |subject: &Arc<dyn AnySubject>, display: &Display| {
            Ok(subject.judge_reduced(reduce, limits, &|progress| display.update(progress)))
        };
        Outcome::by(run, limits, expect, exact, display, here)
    }

    /// The same, with the search kept on disk as far as it has come.
    pub fn kept(
        run: Run<'c>,
        limits: Limits,
        keeping: &Keeping,
        expect: Option<Verdict>,
        exact: bool,
        display: &mut Display,
    ) -> Result<Self, Failure> {
        let here = |subject: &Arc<dyn AnySubject>, display: &Display| {
            let on_progress = |progress| display.update(progress);
            Ok(subject.judge_kept(limits, keeping, &on_progress)?)
        };
        Outcome::by(run, limits, expect, exact, display, here)
    }

    /// The same, judged in this way.
    pub fn by(
        run: Run<'c>,
        limits: Limits,
        expect: Option<Verdict>,
        exact: bool,
        display: &mut Display,
        judge: impl FnOnce(&Arc<dyn AnySubject>, &Display) -> Result<Judgement, Failure>,
    ) -> Result<Self, Failure> {
        let Run { target, subject } = run;
        display.start(target.name());
        let started = Instant::now();
        let judgement = straightened(&*subject, judge(&subject, display)?);
        let seconds = started.elapsed().as_secs_f64();
        let is_success = judgement.verdict.is_success();
        let is_smallest = target.setup.is_plain() && target.setup.size == target.case.smallest();
        let audit = if is_success && is_smallest {
            display.start(format!("{}, audit", target.name()));
            let limits = of_audit(limits);
            let audit = kill::audit(target.case, &target.setup, &*subject, limits);
            let audit = audit.map_err(|error| Failure::setup(target.case, &error))?;
            // What was stopped is no audit.
            (!limits.model.stop.is_raised()).then_some(audit)
        } else {
            None
        };
        let exact = if exact && judgement.exhausted() {
            display.start(format!("{}, full states", target.name()));
            subject.exact(limits)
        } else {
            None
        };
        let unaudited = is_success && is_smallest && audit.is_none();
        let cut_off = judgement.cut == Some(Cut::Interrupted);
        let expected = expect.or_else(|| target.expected(judgement.verdict));
        display.advance();
        Ok(Outcome {
            audit,
            exact,
            origin: subject.origin().clone(),
            expected: expected.filter(|_| !cut_off),
            interrupted: cut_off || unaudited,
            liveness: subject.is_liveness(),
            target,
            judgement,
            seconds,
            trace_file: None,
        })
    }

    /// What the audit came to.
    pub fn audit_result(&self) -> AuditResult {
        self.audit
            .as_ref()
            .map_or(AuditResult::NotRun, Audit::result)
    }

    /// Whether the verdict is the expected one, if one was expected.
    pub fn as_expected(&self) -> Option<bool> {
        self.expected
            .map(|expected| expected == self.judgement.verdict)
    }

    /// The number of steps of the trace.
    pub fn steps(&self) -> Option<usize> {
        Some(self.judgement.trace.as_ref()?.steps.len())
    }

    /// Memory for each distinct state.
    pub fn bytes_per_state(&self) -> f64 {
        let counts = &self.judgement.counts;
        counts.bytes as f64 / counts.distinct.max(1) as f64
    }

    /// What is wrong with the verdict, if something is.
    pub fn surprise(&self) -> Option<Surprise> {
        if self.exact.as_ref().is_some_and(|exact| !exact.is_exact()) {
            return Some(Surprise::Inconclusive);
        }
        if self.as_expected() != Some(false) {
            let vacuous = self.audit_result() == AuditResult::Vacuous;
            return vacuous.then_some(Surprise::Vacuous);
        }
        Some(match self.judgement.verdict {
            Verdict::Bounded | Verdict::Ambiguous | Verdict::Unchecked => Surprise::Inconclusive,
            _ if self.liveness => Surprise::Liveness,
            _ => Surprise::Safety,
        })
    }
}

/// Judges a subject. Its run is put in order: every command tells it in this order, and it is kept in this order.
pub fn judge(subject: &dyn AnySubject, limits: Limits, display: &Display) -> Judgement {
    let judgement = subject.judge(limits, &|progress| display.update(progress));
    straightened(subject, judgement)
}

fn straightened(subject: &dyn AnySubject, mut judgement: Judgement) -> Judgement {
    judgement.trace = judgement.trace.map(|trace| {
        let straight = subject.straighten(&trace);
        straight.expect("a run that was found is a run of the model")
    });
    judgement
}

/// The limits that repeat a run, as they were typed.
pub fn limit_words(max_states: Option<u32>, resources: &Resources) -> String {
    let mut words = String::new();
    if let Some(states) = max_states {
        words += &format!(" --max-states {states}");
    }
    if resources.max_memory != Resources::default().max_memory {
        words += &format!(" --max-memory {}", resources.max_memory);
    }
    if let Some(seconds) = resources.max_seconds {
        words += &format!(" --max-seconds {seconds}");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_audit_takes_no_longer_for_a_search_than_a_run_may() {
        let limits = Limits {
            time: Duration::from_secs(2),
            ..Limits::default()
        };
        let audit = of_audit(limits);
        assert_eq!(audit.model.time, limits.time);
        assert_eq!(audit.mutants.time, limits.time);
    }
}
