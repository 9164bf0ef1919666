//! One verdict with what it rests on, and what makes it believable.

use crate::audit::AuditResult;
use crate::figure::{Figure, Measurement};
use crate::reduce::Reduced;
use crate::size::Size;
use crate::trace::Origin;
use crate::verdict::{Judgement, Verdict};
use serde::Serialize;
use std::fmt;

/// One verdict: a claim in one reading at one size. The fields stand in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Record {
    /// The claim's id.
    pub claim: String,
    /// The reading.
    pub variant: String,
    /// The size, in the order of the model's parameters.
    pub parameters: Size,
    /// The names of the assumptions that were dropped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// Distinct states.
    pub states: u64,
    /// States generated, known ones included.
    pub generated: u64,
    /// Steps to the deepest state.
    pub depth: u64,
    /// The largest number of successors of one state.
    pub branching: u64,
    /// Steps of the run that decides, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// Whether every reachable state was seen.
    pub exhausted: bool,
    /// What cut the search, if anything did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
    /// The reductions by which the search has left out states for which others stand; then all counts are of what was stored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reduced: Vec<String>,
    /// The figures, if the claim was measured; then no state was searched, and all counts are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measurement>,
    /// What the audit came to.
    pub audit: AuditResult,
    /// The world that was built, in words.
    pub world: String,
    /// The names of the assumptions in force.
    pub assumptions: Vec<String>,
    /// What the scheduler owes, in words; empty for safety.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fairness: String,
    /// Content hash over whatever decides the verdict.
    pub hash: String,
}

/// What makes a record the one it is, in the order in which records are sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Key {
    /// The claim's id.
    pub claim: String,
    /// The reading.
    pub variant: String,
    /// The names of the assumptions that were dropped.
    pub dropped: Vec<String>,
    /// The size.
    pub parameters: Size,
}

impl fmt::Display for Key {
    /// `ring/unique-real as-meant (N = 3, k = 1; without no-loss)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.claim, self.variant)?;
        let mut remarks = vec![self.parameters.in_words()];
        if !self.dropped.is_empty() {
            remarks.push(format!("without {}", self.dropped.join(", ")));
        }
        remarks.retain(|remark| !remark.is_empty());
        if remarks.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", remarks.join("; "))
    }
}

/// A field of a record that cannot be as it is, given the others.
pub(super) struct Contradiction {
    pub field: &'static str,
    pub expected: String,
    pub found: String,
}

impl Record {
    /// The record of a judgement. `hash` is what [`Catalog::hash`](crate::catalog::Catalog::hash) says of the setup.
    pub fn new(
        origin: &Origin,
        fairness: &str,
        judgement: &Judgement,
        audit: AuditResult,
        hash: String,
    ) -> Record {
        let counts = &judgement.counts;
        Record {
            claim: origin.claim.clone(),
            variant: origin.variant.clone(),
            parameters: origin.size.clone(),
            dropped: origin.dropped.clone(),
            verdict: judgement.verdict,
            states: counts.distinct as u64,
            generated: counts.total as u64,
            depth: counts.depth as u64,
            branching: counts.branching as u64,
            steps: judgement.trace.as_ref().map(|t| t.steps.len() as u64),
            exhausted: judgement.exhausted(),
            cut: judgement.cut.as_ref().map(ToString::to_string),
            reduced: (judgement.reduced.as_ref()).map_or_else(Vec::new, Reduced::names),
            measured: judgement.measurement.clone(),
            audit,
            world: origin.world.clone(),
            assumptions: origin.assumptions.clone(),
            fairness: fairness.to_owned(),
            hash,
        }
    }

    /// What makes it this record.
    pub fn key(&self) -> Key {
        Key {
            claim: self.claim.clone(),
            variant: self.variant.clone(),
            dropped: self.dropped.clone(),
            parameters: self.parameters.clone(),
        }
    }

    /// The parts of the key, for comparing without making one.
    pub(super) fn place(&self) -> (&str, &str, &[String], &Size) {
        let Record {
            claim,
            variant,
            dropped,
            parameters,
            ..
        } = self;
        (claim, variant, dropped, parameters)
    }

    /// The first field that no judgement could have given to this record.
    pub(super) fn contradiction(&self) -> Option<Contradiction> {
        match &self.measured {
            Some(measured) => self.impossible_measurement(measured),
            None => (self.impossible_count())
                .or_else(|| self.impossible_reduction())
                .or_else(|| self.impossible_end()),
        }
    }

    /// A measurement searches nothing, and its figures decide.
    fn impossible_measurement(&self, measured: &Measurement) -> Option<Contradiction> {
        let Record {
            verdict,
            states,
            generated,
            depth,
            branching,
            exhausted,
            ..
        } = *self;
        if verdict != measured.verdict() {
            let expected = format!("{}, for so the figures say", measured.verdict());
            return Some(contradiction("verdict", expected, verdict));
        }
        let counts = [
            ("states", states),
            ("generated", generated),
            ("depth", depth),
            ("branching", branching),
            ("steps", self.steps.unwrap_or(0)),
        ];
        if let Some((field, found)) = counts.into_iter().find(|(_, count)| *count > 0) {
            let expected = "0, for a measurement searches nothing".to_owned();
            return Some(contradiction(field, expected, found));
        }
        if exhausted {
            let expected = "false, for a measurement sees some runs and not all".to_owned();
            return Some(contradiction("exhausted", expected, exhausted));
        }
        let disordered = |figure: &&Figure| figure.least > figure.mean || figure.mean > figure.most;
        if let Some(figure) = measured.figures.iter().find(disordered) {
            let (least, most) = (figure.least, figure.most);
            let expected = format!("{}: a mean from {least} to {most}", figure.name);
            return Some(contradiction("measured", expected, figure.mean));
        }
        if measured.seeds < 2 {
            let expected = "two seeds or more, for there is a spread".to_owned();
            return Some(contradiction("measured", expected, measured.seeds));
        }
        None
    }

    /// A search counts every level and every successor.
    fn impossible_count(&self) -> Option<Contradiction> {
        let Record {
            states,
            generated,
            depth,
            branching,
            ..
        } = *self;
        let rules = [
            ("states", states, states >= 1, "at least 1".to_owned()),
            (
                "generated",
                generated,
                generated >= states,
                format!("at least {states}, for that many states are distinct"),
            ),
            (
                "depth",
                depth,
                depth < states,
                format!("less than {states}, for every level has a state of its own"),
            ),
            (
                "branching",
                branching,
                branching < generated && (branching > 0 || depth == 0),
                format!(
                    "from {} to {}, for so much was generated",
                    u64::from(depth > 0),
                    generated.saturating_sub(1)
                ),
            ),
        ];
        let broken = rules.into_iter().find(|(_, _, holds, _)| !holds);
        broken.map(|(field, found, _, expected)| contradiction(field, expected, found))
    }

    /// Safety alone is reduced, and in known ways, each told once.
    fn impossible_reduction(&self) -> Option<Contradiction> {
        let known = Reduced::NAMES.into_iter();
        let told: Vec<&str> = known
            .filter(|name| self.reduced.iter().any(|told| told == name))
            .collect();
        let found = || self.reduced.join(", ");
        if self.reduced != told {
            let expected = format!("some of {}, in this order", Reduced::NAMES.join(", "));
            return Some(contradiction("reduced", expected, found()));
        }
        let expected = "nothing, for cycles are judged on all states".to_owned();
        let both = !told.is_empty() && !self.fairness.is_empty();
        both.then(|| contradiction("reduced", expected, found()))
    }

    /// A search ends at a run that decides, when something cuts it, or when everything is seen; only a lasso is looked for when
    /// everything is seen.
    fn impossible_end(&self) -> Option<Contradiction> {
        let Record {
            verdict,
            steps,
            exhausted,
            depth,
            ..
        } = *self;
        let cut = self.cut.is_some();
        match verdict {
            Verdict::Proved
            | Verdict::Unchecked
            | Verdict::Reproduced
            | Verdict::NotReproduced
            | Verdict::Ambiguous => {
                let expected = "holds, bounded or refuted: a search comes to nothing else";
                return Some(contradiction("verdict", expected.to_owned(), verdict));
            }
            Verdict::Bounded => match (steps, cut) {
                (Some(steps), _) => {
                    let expected = "nothing, for a run would have decided".to_owned();
                    return Some(contradiction("steps", expected, steps));
                }
                (None, false) => {
                    let expected = "what cut the search, for it is bounded".to_owned();
                    return Some(contradiction("cut", expected, "nothing"));
                }
                (None, true) => {}
            },
            Verdict::Holds | Verdict::Refuted => {
                if let (None, Some(cut)) = (steps, &self.cut) {
                    let expected = format!(
                        "nothing, for without a run it is {verdict} only if everything was seen"
                    );
                    return Some(contradiction("cut", expected, format!("{cut:?}")));
                }
            }
        }
        let (wrong, why) = match (steps, cut) {
            (_, true) => (exhausted, "something cut the search"),
            (None, false) => (!exhausted, "neither a cut nor a run ended the search"),
            (Some(_), false) => {
                let witness = verdict == Verdict::Holds;
                (exhausted && witness, "the search ended at a run")
            }
        };
        if wrong {
            let expected = format!("{}, for {why}", !exhausted);
            return Some(contradiction("exhausted", expected, exhausted));
        }
        match steps {
            // The step that breaks a property of steps may lead back to a known state.
            // Silent steps that were put off are no levels of the search, and steps of the run.
            Some(steps) if steps >= depth && self.reduced.iter().any(|name| name == "silent") => {
                None
            }
            Some(steps) if !exhausted && !(depth..=depth + 1).contains(&steps) => {
                let expected = format!("{depth} or {}, for the search went no deeper", depth + 1);
                Some(contradiction("steps", expected, steps))
            }
            Some(_) | None => None,
        }
    }
}

fn contradiction(field: &'static str, expected: String, found: impl fmt::Display) -> Contradiction {
    Contradiction {
        field,
        expected,
        found: found.to_string(),
    }
}
