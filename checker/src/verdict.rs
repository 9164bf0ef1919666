//! The words, and what stands behind each: five for what was proved or searched, three for what was measured.
//!
//! A measurement looks at some runs, whatever their number; a search looks at all. So the two kinds of evidence share no word.

use crate::figure::Measurement;
use crate::reduce::Reduced;
use crate::search::{Counts, Cut};
use crate::trace::data::Trace;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The answer to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// For every size, by a proof.
    Proved,
    /// For the sizes stated, by an exhausted search.
    Holds,
    /// Nothing was found, but the search was cut.
    Bounded,
    /// A run breaks it.
    Refuted,
    /// Measured over seeds: every figure fits by the stated test.
    Reproduced,
    /// Measured over seeds: a figure does not fit by the stated test.
    NotReproduced,
    /// Measured over seeds: the stated test does not decide.
    Ambiguous,
    /// Nobody has looked.
    Unchecked,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 8] = [
        Verdict::Proved,
        Verdict::Holds,
        Verdict::Bounded,
        Verdict::Refuted,
        Verdict::Reproduced,
        Verdict::NotReproduced,
        Verdict::Ambiguous,
        Verdict::Unchecked,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Holds => "holds",
            Verdict::Bounded => "bounded",
            Verdict::Refuted => "refuted",
            Verdict::Reproduced => "reproduced",
            Verdict::NotReproduced => "not-reproduced",
            Verdict::Ambiguous => "ambiguous",
            Verdict::Unchecked => "unchecked",
        }
    }

    /// Whether it was measured over seeds, and not searched or proved.
    pub fn is_measured(self) -> bool {
        match self {
            Verdict::Reproduced | Verdict::NotReproduced | Verdict::Ambiguous => true,
            Verdict::Proved
            | Verdict::Holds
            | Verdict::Bounded
            | Verdict::Refuted
            | Verdict::Unchecked => false,
        }
    }

    /// Whether the claim came out as it says, by a search, a proof or a measurement.
    pub fn is_success(self) -> bool {
        matches!(self, Verdict::Proved | Verdict::Holds | Verdict::Reproduced)
    }

    /// Whether the claim came out otherwise: a run breaks it, or a measured figure does not fit.
    pub fn is_failure(self) -> bool {
        matches!(self, Verdict::Refuted | Verdict::NotReproduced)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// What verdicts on the same question at several sizes come to: `refuted` if one of them is, `holds` if all of them hold,
/// `bounded` otherwise. Of measured ones, `not-reproduced` if one of them is, `reproduced` if all of them are, `ambiguous`
/// otherwise: also beside a size that was not measured. Of none at all, nothing is known.
pub fn together(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    use Verdict::{
        Ambiguous, Bounded, Holds, NotReproduced, Proved, Refuted, Reproduced, Unchecked,
    };
    let both = |one, other| match (one, other) {
        (Refuted, _) | (_, Refuted) => Refuted,
        (NotReproduced, _) | (_, NotReproduced) => NotReproduced,
        (Reproduced, Reproduced) => Reproduced,
        (Reproduced | Ambiguous, _) | (_, Reproduced | Ambiguous) => Ambiguous,
        (Proved, Proved) => Proved,
        (Proved | Holds, Proved | Holds) => Holds,
        (Unchecked, Unchecked) => Unchecked,
        (Bounded | Unchecked, _) | (_, Bounded | Unchecked) => Bounded,
    };
    verdicts.into_iter().reduce(both).unwrap_or(Unchecked)
}

/// A word that is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a verdict; the verdicts are {words}", words = Verdict::ALL.map(Verdict::word).join(", "))]
pub struct NotAVerdict(String);

impl FromStr for Verdict {
    type Err = NotAVerdict;

    fn from_str(word: &str) -> Result<Self, NotAVerdict> {
        let found = Verdict::ALL.into_iter().find(|v| v.word() == word);
        found.ok_or_else(|| NotAVerdict(word.to_owned()))
    }
}

/// A verdict with its evidence.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What the search counted.
    pub counts: Counts,
    /// What cut the search.
    pub cut: Option<Cut>,
    /// The run that decides: a counterexample, or the witness of a claim that something can happen.
    pub trace: Option<Trace>,
    /// The names of the conjuncts that the last state of the trace breaks.
    pub broken: Vec<String>,
    /// What is wrong with that state, in a sentence.
    pub complaint: Option<String>,
    /// The figures, if the claim was measured: then no state was searched.
    pub measurement: Option<Measurement>,
    /// What the search has left out, if it was reduced.
    pub reduced: Option<Reduced>,
    /// What is to be said of reductions: why one that was asked for was not made.
    pub remarks: Vec<String>,
}

impl Judgement {
    /// The judgement of a measurement.
    pub fn measured(measurement: Measurement) -> Self {
        let misfits = measurement.misfits();
        Judgement {
            verdict: measurement.verdict(),
            counts: Counts::default(),
            cut: None,
            trace: None,
            broken: misfits.map(|figure| figure.name.clone()).collect(),
            complaint: None,
            measurement: Some(measurement),
            reduced: None,
            remarks: Vec::new(),
        }
    }

    /// The judgement of what was stopped before it had anything to say.
    pub fn interrupted() -> Self {
        Judgement {
            verdict: Verdict::Bounded,
            counts: Counts::default(),
            cut: Some(Cut::Interrupted),
            trace: None,
            broken: Vec::new(),
            complaint: None,
            measurement: None,
            reduced: None,
            remarks: Vec::new(),
        }
    }

    /// Whether every reachable state was seen; never, if the claim was measured. A run that is no lasso ended the search where it was
    /// found; a lasso is looked for only when everything is known.
    pub fn exhausted(&self) -> bool {
        let lasso = |trace: &Trace| trace.loop_start.is_some();
        self.measurement.is_none() && self.cut.is_none() && self.trace.as_ref().is_none_or(lasso)
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{
        Ambiguous, Bounded, Holds, NotReproduced, Proved, Refuted, Reproduced, Unchecked,
    };
    use super::*;

    #[test]
    fn together_is_what_the_weakest_allows() {
        let cases: [(&[Verdict], Verdict); 14] = [
            (&[], Unchecked),
            (&[Unchecked, Unchecked], Unchecked),
            (&[Holds], Holds),
            (&[Holds, Holds], Holds),
            (&[Proved, Holds], Holds),
            (&[Proved, Proved], Proved),
            (&[Holds, Bounded, Holds], Bounded),
            (&[Unchecked, Holds], Bounded),
            (&[Holds, Bounded, Refuted, Holds], Refuted),
            (&[Reproduced, Reproduced], Reproduced),
            (&[Reproduced, Ambiguous], Ambiguous),
            (&[Reproduced, Ambiguous, NotReproduced], NotReproduced),
            (&[Reproduced, Unchecked], Ambiguous),
            (&[Reproduced, Holds], Ambiguous),
        ];
        for (verdicts, expected) in cases {
            assert_eq!(together(verdicts.iter().copied()), expected, "{verdicts:?}");
        }
    }

    #[test]
    fn the_order_does_not_matter() {
        for (a, b, c) in Verdict::ALL
            .into_iter()
            .flat_map(|a| Verdict::ALL.map(|b| (a, b)))
            .flat_map(|(a, b)| Verdict::ALL.map(|c| (a, b, c)))
        {
            let expected = together([a, b, c]);
            for other in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                assert_eq!(together(other), expected, "{other:?}");
            }
        }
    }
}
