//! The five words, and what stands behind each.

use crate::search::{Counts, Cut};
use crate::trace::Trace;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The answer to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// For every size, by a proof.
    Proved,
    /// For the sizes stated, by an exhausted search.
    Holds,
    /// Nothing was found, but the search was cut.
    Bounded,
    /// A run breaks it.
    Refuted,
    /// Nobody has looked.
    Unchecked,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 5] = [
        Verdict::Proved,
        Verdict::Holds,
        Verdict::Bounded,
        Verdict::Refuted,
        Verdict::Unchecked,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Holds => "holds",
            Verdict::Bounded => "bounded",
            Verdict::Refuted => "refuted",
            Verdict::Unchecked => "unchecked",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a verdict; the verdicts are proved, holds, bounded, refuted, unchecked")]
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
}

impl Judgement {
    /// Whether every reachable state was seen. A search ends at the run that decides, unless that run is a
    /// lasso: liveness is judged on the whole graph.
    pub fn exhausted(&self) -> bool {
        let ended_early = |trace: &Trace| trace.loop_start.is_none();
        self.cut.is_none() && !self.trace.as_ref().is_some_and(ended_early)
    }
}
