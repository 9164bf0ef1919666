//! Chang and Roberts' election on rings of every size: how section III.C is read, and what can be put wrong in it.

use super::ChangRoberts;
use crate::ring::applications::{ASKING, asking};
use crate::ring::plugin::{self, Launch};
use crate::ring::setting::{Dimensions, Guest, OnRing};
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::size::Size;

/// How long a leader is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leadership {
    /// For good.
    ForGood,
    /// Until it passes a better claim on.
    StepsDown,
    /// The repair: for good, but a leader takes every other claim in, and nobody becomes leader by its own claim
    /// who has passed a better one on.
    Guarded,
}

/// Which claims are taken over when a copy is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Takeover {
    /// Lines 47-49: that of the registered leader.
    Registered,
    /// The repair: that of a candidate who was skipped, since D says that it has crashed.
    Skipped,
    /// None: there is no `UpdateToken`.
    Never,
}

/// When a site registers *currentLeader*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Registered {
    /// When it passes the claim on: no other message says who leads.
    OnForwarding,
    /// When it hears of the election: who considers itself the new leader tells everyone.
    OnElection,
}

/// For which k a reading is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rows {
    /// For all.
    Any,
    /// For k = 1: beyond, it falls.
    One,
}

/// One reading of section III.C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// How long a leader is one.
    pub leadership: Leadership,
    /// Which claims are taken over.
    pub takeover: Takeover,
    /// When *currentLeader* is registered.
    pub registered: Registered,
    /// Whether a site that takes in a worse claim sends its own.
    pub answers: bool,
    /// With which count a claim is sent.
    pub launch: Launch,
    /// For which k the reading is meant.
    pub rows: Rows,
}

impl Reading {
    /// As the text means it.
    pub const MEANT: Reading = Reading {
        leadership: Leadership::ForGood,
        takeover: Takeover::Registered,
        registered: Registered::OnForwarding,
        answers: true,
        launch: Launch::NextCount,
        rows: Rows::Any,
    };
}

verdict_checker::mutants! {
    /// A small error, made on purpose.
    PassWorse = "pass-worse": "a site passes the claims of worse candidates on",
    RegisterNobody = "register-nobody":
        "a site that passes a claim on does not register the candidate",
    NeverElected = "never-elected": "a site that receives its own claim passes it on",
    ElectedThoughOutdone = "elected-though-outdone":
        "a site is elected although it has passed a better claim on",
    LeaderPassesOn = "leader-passes-on": "a leader passes better claims on",
    TakeOverAny = "take-over-any": "line 48 dropped: UpdateToken takes any claim over",
}

impl Guest for Reading {
    type Application = ChangRoberts;
    type Mutant = Mutant;

    const PARAMETERS: &'static [Parameter] = ASKING;

    fn application(
        &self,
        ring: Dimensions,
        size: &Size,
        mutant: Option<Mutant>,
    ) -> Result<ChangRoberts, SetupError> {
        if self.rows == Rows::One {
            let why = "since this reading is about k = 1; two-dead-claims is about more";
            size.within::<u64>("k", 1..=1, why)?;
        }
        let (candidates, claims) = asking(ring, size)?;
        Ok(ChangRoberts {
            nodes: ring.nodes,
            candidates,
            claims,
            reading: *self,
            mutant,
        })
    }

    fn start(&self) -> &'static str {
        "no claim is under way; those who may stand are the best candidates"
    }

    fn beneath() -> Vec<plugin::Mutant> {
        vec![plugin::Mutant::ForgetSuspicion]
    }

    /// No claim exists at the start, so that there is nothing to have copies of.
    fn switches() -> &'static [Switch<OnRing<Self>>] {
        &[]
    }
}
