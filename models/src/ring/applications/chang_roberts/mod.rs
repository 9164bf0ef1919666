//! Chang and Roberts' election over the plug-in: Arantes and Sopena, section III.C, lines 47-49.
//!
//! "A claim message is transmitted from node to node in the ring until it is received by a node which is a better
//! leader candidate. A node considers itself the new leader when it receives its own claim message." Each
//! claim is an object of its own, sent through the plug-in: `CLAIM-Sj`, which carries S_claim.
//!
//! | paper | here |
//! |---|---|
//! | S_claim | the data of a claim |
//! | *currentLeader* | `leader` of [`Own`] |
//! | considers itself the new leader | `elected` of [`Own`] |
//! | UpdateToken, lines 47-49 | [`Application::update_token`] |
//!
//! # Readings taken
//!
//! - The better candidate is the one with the larger number. A site that takes in a worse claim sends its
//!   own, if it has not, as in Chang and Roberts' own algorithm ([`Reading::answers`]); the words alone do not say so.
//! - A site registers S_j as *currentLeader* when it passes the claim of S_j on: the paper says that it has
//!   "previously registered" it and has no other message by which it could. Or it does so when S_j is elected and tells
//!   everyone, a message that the paper does not have ([`Registered`]).
//! - An object keeps its name when lines 47-49 put another S_claim into it: counts go on where they were.
//! - Whether a leader is one for good or steps down when it passes a better claim on: both ([`Leadership`]).
//! - The paper's API has no function to discard an object: a claim that is taken in stays REAL there, its
//!   copies at the next k sites stay BACKUP, and come to life when the site crashes.
//!
//! # Why the search ends
//!
//! Each site may start a claim a bounded number of times (parameter R; 2 is a second election). Claims
//! of the dead may go around for ever, and their counts with them: counts wrap ([`Application::wrap`]). Newer is
//! what is ahead by less than half the range; that this never misjudges is a property of its own
//! ([`super::counts_are_close`]).

pub mod claims;
pub mod properties;
pub mod reading;

pub use reading::{Leadership, Mutant, Reading, Registered, Rows, Takeover};

use crate::ring::application::{Api, Application};
use crate::ring::plugin::Launch;
use serde::Serialize;
use std::fmt;

/// The claim that a site has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Claim(pub u8);

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CLAIM-S{}", self.0)
    }
}

/// S_claim: the leader candidate that a claim names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate(pub u8);

impl Serialize for Candidate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("S{}", self.0))
    }
}

/// What a site remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Own {
    /// Whether it considers itself the leader.
    pub elected: bool,
    /// *currentLeader*: the last candidate whose claim it has passed on, or of whose election it has heard.
    #[serde(rename = "currentLeader", skip_serializing_if = "Option::is_none")]
    pub leader: Option<Candidate>,
    /// How many claims it may still start.
    pub claims: u8,
    /// Whether it has started one.
    pub candidate: bool,
}

/// A new leader tells another site.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Elected;

impl fmt::Debug for Elected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ELECTED")
    }
}

/// A site starts a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stand;

/// Chang and Roberts' election.
#[derive(Clone, Copy, Debug)]
pub struct ChangRoberts {
    /// N.
    pub nodes: usize,
    /// How many sites may wish to be leader: the best ones. Others may answer a claim with their own.
    pub candidates: usize,
    /// How many claims each site may start.
    pub claims: u8,
    /// How the text is read.
    pub reading: Reading,
    /// What is wrong with it on purpose.
    pub mutant: Option<Mutant>,
}

impl ChangRoberts {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn stand(&self, site: &mut Api<Self>) {
        if site.own.claims > 0 {
            site.own.claims -= 1;
            site.own.candidate = true;
            let me = site.me as u8;
            site.launch(Claim(me), Candidate(me));
        }
    }
}

impl Application for ChangRoberts {
    type Object = Claim;
    type Data = Candidate;
    type Own = Own;
    type Act = Stand;
    type Message = Elected;

    fn objects(&self) -> Vec<(Claim, Option<Candidate>)> {
        (0..self.nodes).map(|j| (Claim(j as u8), None)).collect()
    }

    fn wrap(&self, nodes: usize) -> Option<u64> {
        Some(super::rounds(self.claims, nodes))
    }

    fn launch(&self) -> Launch {
        self.reading.launch
    }

    fn start(&self, _: usize) -> Own {
        Own {
            elected: false,
            leader: None,
            claims: self.claims,
            candidate: false,
        }
    }

    fn on_deliver(&self, site: &mut Api<Self>, claim: Claim) {
        let Some(candidate) = site.holds(claim).copied() else {
            return; // what is delivered is held
        };
        let me = Candidate(site.me as u8);
        let guarded = self.reading.leadership == Leadership::Guarded;
        if candidate == me && !self.is(Mutant::NeverElected) {
            let outdone = claim == Claim(me.0)
                && site.own.leader > Some(me)
                && !self.is(Mutant::ElectedThoughOutdone);
            if !(guarded && outdone) {
                site.own.elected = true;
                site.own.leader = Some(me);
                if self.reading.registered == Registered::OnElection {
                    let me = site.me;
                    for other in (0..self.nodes).filter(|other| *other != me) {
                        site.send(other, Elected);
                    }
                }
            }
        } else if guarded && site.own.elected && !self.is(Mutant::LeaderPassesOn) {
            // taken in
        } else if candidate >= me || self.is(Mutant::PassWorse) {
            let registers = self.reading.registered == Registered::OnForwarding;
            if registers && !self.is(Mutant::RegisterNobody) {
                site.own.leader = Some(candidate);
            }
            if self.reading.leadership == Leadership::StepsDown {
                site.own.elected = false;
            }
            site.safe_send(claim, candidate);
        } else if self.reading.answers && !site.own.candidate {
            self.stand(site);
        }
    }

    fn on_message(&self, site: &mut Api<Self>, from: usize, Elected: &Elected) {
        site.own.leader = Some(Candidate(from as u8));
    }

    /// Lines 47-49.
    fn update_token(
        &self,
        i: usize,
        own: &Own,
        _: Claim,
        candidate: &mut Candidate,
        detected: usize,
    ) {
        let back = (i + self.nodes - usize::from(candidate.0)) % self.nodes;
        let takes = match self.reading.takeover {
            Takeover::Registered => own.leader == Some(*candidate), // line 48
            Takeover::Skipped => back < detected,
            Takeover::Never => false,
        };
        if takes || self.is(Mutant::TakeOverAny) {
            *candidate = Candidate(i as u8); // line 49
        }
    }

    fn acts(&self, site: &Api<Self>) -> Vec<Stand> {
        let may =
            site.own.claims > 0 && !site.own.elected && site.me >= self.nodes - self.candidates;
        may.then_some(Stand).into_iter().collect()
    }

    fn on_act(&self, site: &mut Api<Self>, Stand: &Stand) {
        self.stand(site);
    }

    fn is_wish(&self, Stand: &Stand) -> bool {
        true
    }

    fn act_name(&self, Stand: &Stand) -> String {
        "stand".to_owned()
    }

    fn data_name(&self, candidate: &Candidate) -> String {
        format!("for S{}", candidate.0)
    }

    fn vocabulary(&self) -> Vec<String> {
        ["stand ", "deliver CLAIM"].map(str::to_owned).to_vec()
    }
}
