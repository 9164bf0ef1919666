//! Mutants: a property that holds is believed only if it refutes what is wrong.
//!
//! Each case lists the mutants of its algorithm that its property must refute ([`Case::kills`]). A
//! mutant that survives shows that the property does not look where the mutant is wrong: the
//! success is vacuous.

use super::{Case, Mutation, Setup, SetupError};
use crate::audit::{Audit, AuditCheck, CheckResult};
use crate::search::Limits;
use crate::size::Size;
use crate::subject::AnySubject;
use crate::trace::Trace;
use crate::verdict::Verdict;

/// The name of the checks on mutants in an [`Audit`]; there is one for each mutant.
pub const MUTANT_KILLED: &str = "mutant-killed";

/// How many distinct states a mutant is given, unless told otherwise: its space may have no end, and some die late.
pub const MUTANT_STATES: usize = 200_000;

/// What became of a mutant in the hands of one case.
#[derive(Clone, Debug)]
pub struct Killed {
    /// The mutant.
    pub mutant: String,
    /// The size at which it was refuted, or the last one tried.
    pub size: Size,
    /// `refuted` or `not-reproduced` if it was killed; `holds` or `reproduced` if it survived at every size; `bounded` or
    /// `ambiguous` if that was not decided.
    pub verdict: Verdict,
    /// The property that judged it.
    pub property: String,
    /// The conjuncts or promises that it breaks, if the property has several.
    pub broken: Vec<String>,
    /// The run that kills it. A mutant that makes something impossible dies without one.
    pub trace: Option<Trace>,
}

impl Killed {
    /// Whether the property refutes the mutant, or its figures are not reproduced.
    pub fn is_killed(&self) -> bool {
        self.verdict.is_failure()
    }

    /// The steps of the run that kills it.
    pub fn steps(&self) -> Option<usize> {
        let trace = self.trace.as_ref().filter(|_| self.is_killed());
        trace.map(|trace| trace.steps.len())
    }

    /// In a few words: `refuted in 7 steps (N = 3, k = 1): titles nest`.
    pub fn in_words(&self) -> String {
        let sizes = self.size.in_words();
        match (self.verdict, &self.trace) {
            (Verdict::Refuted, Some(trace)) => {
                let broken = match &self.broken[..] {
                    [] => &self.property,
                    broken => &broken.join(", "),
                };
                let length = trace.length_in_words();
                format!("refuted in {length} ({sizes}): {broken}")
            }
            (Verdict::Refuted, None) => format!("refuted ({sizes}): {}", self.property),
            (Verdict::NotReproduced, _) => {
                format!("not reproduced ({sizes}): {}", self.broken.join(", "))
            }
            (Verdict::Bounded, _) => format!("not refuted before the search was cut ({sizes})"),
            (Verdict::Ambiguous, _) => format!("the figures do not decide ({sizes})"),
            (Verdict::Holds | Verdict::Proved | Verdict::Reproduced | Verdict::Unchecked, _) => {
                format!("survives, up to {sizes}")
            }
        }
    }
}

/// How far the first look at a mutant goes. Where an error makes the space infinite, a search to the limit finds nothing
/// slowly that the next size shows at once.
const FIRST_LOOK: usize = 2_000;

/// Judges a mutant at the case's own sizes, smallest first, until one refutes it: a short look at each, then those to the limit
/// whose search the first look has cut.
pub fn kill(case: &Case, mutant: &str, limits: Limits) -> Result<Killed, SetupError> {
    let mut killed = Killed {
        mutant: mutant.to_owned(),
        size: Size::default(),
        verdict: Verdict::Unchecked,
        property: String::new(),
        broken: Vec::new(),
        trace: None,
    };
    let mut left: Vec<Size> = case.default_sizes().collect();
    let first = limits.states.min(FIRST_LOOK);
    for states in [first, limits.states] {
        let look = Limits { states, ..limits };
        let mut cut = Vec::new();
        for size in left {
            let mut setup = Setup::of(size);
            setup.mutant = Some(mutant.to_owned());
            let subject = case.subject(&setup)?;
            let judgement = subject.judge(look, &|_| {});
            killed.property = subject.origin().property.clone();
            killed.verdict = judgement.verdict;
            killed.size = setup.size;
            if killed.is_killed() {
                killed.broken = judgement.broken;
                killed.trace = judgement.trace;
                return Ok(killed);
            }
            if killed.verdict == Verdict::Bounded {
                cut.push(killed.size.clone());
            }
        }
        match cut.last() {
            Some(size) => {
                killed.verdict = Verdict::Bounded;
                killed.size = size.clone();
            }
            None => killed.size = case.default_sizes().last().unwrap_or_default(),
        }
        if states == limits.states || cut.is_empty() {
            break;
        }
        left = cut;
    }
    Ok(killed)
}

/// How far an audit looks.
#[derive(Clone, Copy, Debug)]
pub struct AuditLimits {
    /// At the model itself, again and by other means.
    pub model: Limits,
    /// At each mutant, at each size.
    pub mutants: Limits,
}

/// Audits a success: the model of this setup, which is `subject`, and every mutant that the case must kill.
///
/// Meant for the smallest size of a case, [`Case::smallest`]. A mutant whose search was cut was neither refuted nor acquitted, and
/// leaves the audit partial. If assumptions were dropped or added,
/// the mutants are left alone, for what they do there is not in the catalog.
pub fn audit(
    case: &Case,
    setup: &Setup,
    subject: &dyn AnySubject,
    limits: AuditLimits,
) -> Result<Audit, SetupError> {
    let mut audit = subject.audit(limits.model);
    if !setup.is_plain() {
        let why = "the mutants are judged under the catalog's own assumptions";
        audit
            .checks
            .push(AuditCheck::not_applicable(MUTANT_KILLED, why));
        return Ok(audit);
    }
    if case.kills.is_empty() {
        let why = "the catalog names no mutant for this case";
        audit
            .checks
            .push(AuditCheck::not_applicable(MUTANT_KILLED, why));
    }
    for mutant in &case.kills {
        let killed = kill(case, mutant, limits.mutants)?;
        audit.checks.push(AuditCheck {
            name: MUTANT_KILLED,
            result: match killed.verdict {
                Verdict::Refuted | Verdict::NotReproduced => CheckResult::Passed,
                Verdict::Bounded => CheckResult::Cut,
                Verdict::Holds
                | Verdict::Proved
                | Verdict::Reproduced
                | Verdict::Ambiguous
                | Verdict::Unchecked => CheckResult::Failed,
            },
            detail: format!("{mutant}: {}", killed.in_words()),
        });
    }
    Ok(audit)
}

/// Which mutants a matrix covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// For each case, those that it must kill.
    Listed,
    /// All mutants of its model: also shows what a property does not look at.
    All,
}

/// One mutant in the hands of all cases.
pub struct Row<'a> {
    /// The mutant.
    pub mutant: Mutation,
    /// What became of it in each case, in the order in which the cases were given.
    pub cells: Vec<Cell<'a>>,
}

/// One mutant in the hands of one case.
pub struct Cell<'a> {
    /// The case.
    pub case: &'a Case,
    /// Whether the case must kill the mutant.
    pub listed: bool,
    /// What became of it; nothing if the matrix does not cover it.
    pub killed: Option<Killed>,
}

impl Cell<'_> {
    /// Whether the mutant should have been killed and was not.
    pub fn is_vacuous(&self) -> bool {
        let survived = |killed: &Killed| killed.verdict.is_success();
        self.listed && self.killed.as_ref().is_some_and(survived)
    }
}

/// The matrix mutant x case, for the cases that hold. `before_each` hears of every cell before it is judged.
///
/// Mutants of different models are different mutants, even if they share a name. The space of a mutant
/// may have no end, unless a property ends it: with [`Coverage::All`] the limits should be tight.
pub fn matrix<'a>(
    cases: impl IntoIterator<Item = &'a Case>,
    coverage: Coverage,
    limits: Limits,
    mut before_each: impl FnMut(&Case, &str),
) -> Result<Vec<Row<'a>>, SetupError> {
    let succeeds = |case: &&Case| case.expected.is_success();
    let cases: Vec<_> = cases.into_iter().filter(succeeds).collect();
    let mut mutants: Vec<Mutation> = Vec::new();
    for mutant in cases.iter().flat_map(|case| &case.mutants) {
        let covered = |case: &&Case| covers(case, mutant, coverage);
        if !mutants.contains(mutant) && cases.iter().any(covered) {
            mutants.push(*mutant);
        }
    }
    let mut rows = Vec::new();
    for mutant in mutants {
        let mut cells = Vec::new();
        for case in &cases {
            let killed = if covers(case, &mutant, coverage) {
                before_each(case, mutant.name);
                Some(kill(case, mutant.name, limits)?)
            } else {
                None
            };
            let listed = covers(case, &mutant, Coverage::Listed);
            cells.push(Cell {
                case,
                listed,
                killed,
            });
        }
        rows.push(Row { mutant, cells });
    }
    Ok(rows)
}

fn covers(case: &Case, mutant: &Mutation, coverage: Coverage) -> bool {
    case.mutants.contains(mutant)
        && (coverage == Coverage::All || case.kills.contains(&mutant.name))
}
