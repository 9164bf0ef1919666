//! One run and what came of it.

use crate::args::Resources;
use crate::error::Failure;
use crate::exit::Surprise;
use crate::plan::Run;
use crate::progress::Display;
use std::path::PathBuf;
use std::time::Instant;
use verdict_checker::audit::{Audit, AuditResult};
use verdict_checker::search::Limits;
use verdict_checker::trace::Origin;
use verdict_checker::verdict::{Judgement, Verdict};
use verdict_models::catalog::mutants;

/// How far an audit looks: the space of a mutant may have no end.
const AUDITED_STATES: usize = 30_000;

/// What came of a run.
pub struct Outcome {
    /// The run.
    pub run: Run,
    /// The verdict with its evidence.
    pub judgement: Judgement,
    /// What was expected, if anything was.
    pub expected: Option<Verdict>,
    /// Whether the property was judged on cycles.
    pub liveness: bool,
    /// The names of the assumptions in force.
    pub assumptions: Vec<String>,
    /// How long it took, all in all.
    pub seconds: f64,
    /// Where the trace was saved.
    pub trace_file: Option<PathBuf>,
    /// Why a success can be believed: the audit of the case, made once, at its smallest size.
    pub audit: Option<Audit>,
    /// Where the result comes from.
    pub origin: Origin,
    /// The world that was assumed, in words.
    pub setting: String,
}

impl Outcome {
    /// Judges a run.
    pub fn of(
        run: Run,
        limits: Limits,
        expect: Option<Verdict>,
        display: &mut Display,
    ) -> Result<Self, Failure> {
        display.start(format!(
            "{} {} {}",
            run.case.claim,
            run.case.variant,
            run.size()
        ));
        let judge = run
            .case
            .judge(&run.setup)
            .map_err(|error| Failure::setup(run.case, &error))?;
        let started = Instant::now();
        let judgement = judge.judge(limits, &|progress| display.update(progress));
        let seconds = started.elapsed().as_secs_f64();
        let audit = Self::audit(&run, &judgement, display)?;
        display.advance();
        Ok(Outcome {
            audit,
            origin: judge.origin().clone(),
            setting: judge.setting(),
            expected: expect.or_else(|| run.expected(judgement.verdict)),
            liveness: judge.is_liveness(),
            assumptions: judge.origin().assumptions.clone(),
            run,
            judgement,
            seconds,
            trace_file: None,
        })
    }

    /// Audits a success of an unchanged case at its smallest size.
    fn audit(
        run: &Run,
        judgement: &Judgement,
        display: &mut Display,
    ) -> Result<Option<Audit>, Failure> {
        let is_success = matches!(judgement.verdict, Verdict::Holds | Verdict::Proved);
        if !is_success || run.setup != run.case.smallest() {
            return Ok(None);
        }
        let (claim, variant) = (run.case.claim, run.case.variant);
        display.start(format!("{claim} {variant}, audit"));
        let limits = Limits {
            states: AUDITED_STATES,
            ..Limits::default()
        };
        mutants::audit(run.case, &run.setup, limits)
            .map(Some)
            .map_err(|error| Failure::setup(run.case, &error))
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

    /// Whether every reachable state was seen. A search for a bad state ends where it finds one; a cycle is looked
    /// for only once all states are known.
    pub fn exhausted(&self) -> bool {
        self.judgement.cut.is_none() && (self.liveness || self.judgement.trace.is_none())
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
        if self.as_expected() != Some(false) {
            let vacuous = self.audit_result() == AuditResult::Vacuous;
            return vacuous.then_some(Surprise::Vacuous);
        }
        Some(match self.judgement.verdict {
            Verdict::Bounded | Verdict::Unchecked => Surprise::Inconclusive,
            _ if self.liveness => Surprise::Liveness,
            _ => Surprise::Safety,
        })
    }
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
