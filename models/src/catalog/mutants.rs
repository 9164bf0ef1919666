//! Mutants: a property that holds is believed only if it refutes what is wrong.
//!
//! Each case lists the mutants of its algorithm that its property must refute ([`Case::kills`]). A
//! mutant that survives shows that the property does not look where the mutant is wrong: the
//! success is vacuous.

use super::{Case, Setup, SetupError};
use std::collections::BTreeMap;
use verdict_checker::audit::{Audit, AuditCheck, AuditResult, Outcome};
use verdict_checker::search::Limits;
use verdict_checker::trace::Trace;
use verdict_checker::verdict::Verdict;

/// An enum of mutants, each with the name that the command line takes and with what it changes.
macro_rules! mutants {
    ($(#[$about:meta])* $($mutant:ident = $name:literal: $what:literal,)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mutant {
            $(#[doc = $what] $mutant,)+
        }

        impl Mutant {
            /// The names of all mutants, with what each changes.
            pub const NAMES: &[(&str, &str)] = &[$(($name, $what),)+];

            /// The mutant of this name.
            pub fn named(name: &str) -> Option<Mutant> {
                match name {
                    $($name => Some(Mutant::$mutant),)+
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use mutants;

/// The name of the checks on mutants in an [`Audit`]; there is one for each mutant.
pub const MUTANT_KILLED: &str = "mutant-killed";

/// What became of a mutant in the hands of one case.
#[derive(Clone, Debug)]
pub struct Killed {
    /// The mutant.
    pub mutant: String,
    /// The size at which it was refuted, or the last one tried.
    pub parameters: BTreeMap<String, u64>,
    /// `refuted` if it was killed; `holds` if it survived at every size; `bounded` if a search was cut.
    pub verdict: Verdict,
    /// The property that judged it.
    pub property: String,
    /// The conjuncts or promises that it breaks, if the property has several.
    pub broken: Vec<String>,
    /// The run that kills it. A mutant that makes something impossible dies without one.
    pub trace: Option<Trace>,
}

impl Killed {
    /// Whether the property refutes the mutant.
    pub fn is_killed(&self) -> bool {
        self.verdict == Verdict::Refuted
    }

    /// The steps of the run that kills it.
    pub fn steps(&self) -> Option<usize> {
        let trace = self.trace.as_ref().filter(|_| self.is_killed());
        trace.map(|trace| trace.steps.len())
    }

    /// In a few words: `refuted in 7 steps (N = 3, k = 1): titles nest`.
    pub fn in_words(&self) -> String {
        let sizes: Vec<_> = self
            .parameters
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let sizes = sizes.join(", ");
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
            (Verdict::Bounded, _) => format!("not refuted before the search was cut ({sizes})"),
            _ => format!("survives, up to {sizes}"),
        }
    }
}

/// Judges a mutant at the case's own sizes, smallest first, until one refutes it.
pub fn kill(case: &Case, mutant: &str, limits: Limits) -> Result<Killed, SetupError> {
    let mut killed = Killed {
        mutant: mutant.to_owned(),
        parameters: BTreeMap::new(),
        verdict: Verdict::Unchecked,
        property: String::new(),
        broken: Vec::new(),
        trace: None,
    };
    for size in case.sizes {
        let mut setup = case.setup(size);
        setup.mutant = Some(mutant.to_owned());
        let judge = case.judge(&setup)?;
        let judgement = judge.judge(limits, &|_| {});
        let was_cut = killed.verdict == Verdict::Bounded;
        killed.parameters = setup.parameters;
        killed.property = judge.origin().property.clone();
        killed.verdict = judgement.verdict;
        if killed.is_killed() {
            killed.broken = judgement.broken;
            killed.trace = judgement.trace;
            break;
        }
        if was_cut {
            killed.verdict = Verdict::Bounded;
        }
    }
    Ok(killed)
}

/// Audits a success: the model of this setup, and every mutant that the case must kill.
///
/// Meant for the smallest size of a case, [`Case::smallest`]. A mutant whose search was cut was not
/// refuted, and that is not enough. If assumptions were dropped or added,
/// the mutants are left alone, for what they do there is not in the catalog.
pub fn audit(case: &Case, setup: &Setup, limits: Limits) -> Result<Audit, SetupError> {
    let mut audit = case.judge(setup)?.audit(limits);
    if setup.mutant.is_some() || !setup.without.is_empty() || !setup.with.is_empty() {
        let why = "the mutants are judged under the catalog's own assumptions";
        audit.checks.push(AuditCheck::skipped(MUTANT_KILLED, why));
        return Ok(audit);
    }
    if case.kills.is_empty() {
        let why = "the catalog names no mutant for this case";
        audit.checks.push(AuditCheck::skipped(MUTANT_KILLED, why));
    }
    // If not even the model itself fits the limits, nothing follows from a mutant that does not.
    let too_tight = audit.result() == AuditResult::NotRun;
    for mutant in case.kills {
        let killed = kill(case, mutant, limits)?;
        audit.checks.push(AuditCheck {
            name: MUTANT_KILLED,
            outcome: match killed.verdict {
                Verdict::Refuted => Outcome::Passed,
                Verdict::Bounded if too_tight => Outcome::Skipped,
                _ => Outcome::Failed,
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
    pub mutant: &'static str,
    /// What it changes.
    pub change: &'static str,
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
        let survived = |killed: &Killed| killed.verdict == Verdict::Holds;
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
    let holds = |case: &&Case| matches!(case.expected, Verdict::Holds | Verdict::Proved);
    let cases: Vec<_> = cases.into_iter().filter(holds).collect();
    let mut mutants: Vec<(&str, &str)> = Vec::new();
    for mutant in cases.iter().flat_map(|case| case.mutants) {
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
                before_each(case, mutant.0);
                Some(kill(case, mutant.0, limits)?)
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
        let (mutant, change) = mutant;
        rows.push(Row {
            mutant,
            change,
            cells,
        });
    }
    Ok(rows)
}

fn covers(case: &Case, mutant: &(&str, &str), coverage: Coverage) -> bool {
    case.mutants.contains(mutant) && (coverage == Coverage::All || case.kills.contains(&mutant.0))
}
