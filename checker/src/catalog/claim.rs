//! Sources and their claims.

use super::Case;
use std::panic::Location;

/// A paper, lecture or thesis whose claims are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The first segment of the ids of its claims.
    pub key: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// What it is called.
    pub title: &'static str,
}

/// What kind of statement a claim is; it decides how it can be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Something bad never happens: an invariant of every reachable state or step.
    Safety,
    /// Something good happens in the end: checked on cycles, under a stated fairness.
    Liveness,
    /// A number: a count of messages, a bound, a probability, a measured table.
    Quantity,
    /// A worked example or table of the source, replayed step by step.
    Replay,
}

impl Kind {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Safety => "safety",
            Kind::Liveness => "liveness",
            Kind::Quantity => "quantity",
            Kind::Replay => "replay",
        }
    }
}

/// One claim of a source, with its readings.
#[derive(Clone)]
pub struct Claim {
    /// The stable id that reviews cite: the key of the source, then a name, as in `ring/unique-real`.
    pub id: &'static str,
    /// What kind of statement it is.
    pub kind: Kind,
    /// Where the source says it: section, figure, line, lemma.
    pub place: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// Where it is written.
    pub written: &'static Location<'static>,
    /// Its readings.
    pub cases: Vec<Case>,
    pub(super) unchecked: bool,
}

impl Claim {
    /// A claim that something bad never happens.
    #[track_caller]
    pub fn safety(id: &'static str, place: &'static str, says: &'static str) -> Self {
        Claim::new(Kind::Safety, id, place, says)
    }

    /// A claim that something good happens in the end.
    #[track_caller]
    pub fn liveness(id: &'static str, place: &'static str, says: &'static str) -> Self {
        Claim::new(Kind::Liveness, id, place, says)
    }

    /// A claim about a number.
    #[track_caller]
    pub fn quantity(id: &'static str, place: &'static str, says: &'static str) -> Self {
        Claim::new(Kind::Quantity, id, place, says)
    }

    /// A worked example or table.
    #[track_caller]
    pub fn replay(id: &'static str, place: &'static str, says: &'static str) -> Self {
        Claim::new(Kind::Replay, id, place, says)
    }

    #[track_caller]
    fn new(kind: Kind, id: &'static str, place: &'static str, says: &'static str) -> Self {
        Claim {
            id,
            kind,
            place,
            says,
            written: Location::caller(),
            cases: Vec::new(),
            unchecked: false,
        }
    }

    /// Adds a reading.
    pub fn case(mut self, case: impl Into<Case>) -> Self {
        self.push(case.into());
        self
    }

    pub(super) fn push(&mut self, case: Case) {
        let claim = self.id;
        self.cases.push(Case { claim, ..case });
    }

    /// Adds readings.
    pub fn cases<C: Into<Case>>(self, cases: impl IntoIterator<Item = C>) -> Self {
        cases.into_iter().fold(self, |claim, case| claim.case(case))
    }

    /// Nobody has modelled it yet.
    pub fn unchecked(mut self) -> Self {
        self.unchecked = true;
        self
    }

    /// The first segment of the id: the key of its source.
    pub fn source_key(&self) -> &'static str {
        self.id.split('/').next().unwrap_or_default()
    }
}
