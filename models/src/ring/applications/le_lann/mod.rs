//! Le Lann's mutual exclusion over the plug-in: Arantes and Sopena, section III.A, first paragraph.
//!
//! "Whenever a process receives the token, if it wants to access the shared resource, it does so; otherwise it
//! sends the token to its successor. Upon releasing the access [...] a site also sends the token to its
//! successor." Sending and receiving are the plug-in's; there is no `UpdateToken`, for the token carries
//! nothing.
//!
//! Modelled: a site wants the resource at any moment, again and again, without end; the wish is never owed,
//! leaving the resource is. Reading taken: a site that receives the token decides in the same step, as the
//! words say. S_0 holds the token from the start without having received it, and decides at any moment
//! (`begin`). A site that is given the token again while it uses the resource sends it on, for so the words have it; or
//! it does nothing ([`WhileInside`]).
//!
//! The search ends as that of the ring does: there is one token, its count is the time.

mod claims;
pub mod reading;

pub use claims::claims;
pub use reading::{Mutant, Reading, WhileInside};

use super::{Client, MutualExclusion, Phase};
use crate::ring::TheToken;
use crate::ring::application::{Api, Application};
use serde::Serialize;
use std::convert::Infallible;

/// What a site remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Own {
    /// What it is about.
    pub phase: Phase,
}

impl Client for Own {
    fn phase(&self) -> Phase {
        self.phase
    }
}

/// What a site does of its own accord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// S_0 decides what to do with the first token.
    Begin,
    /// It comes to want the resource.
    Want,
    /// It has used the resource.
    Leave,
}

/// Le Lann's algorithm.
#[derive(Clone, Copy, Debug)]
pub struct LeLann {
    /// How the text is read.
    pub reading: Reading,
    /// What is wrong with it on purpose.
    pub mutant: Option<Mutant>,
}

impl MutualExclusion for LeLann {}

impl LeLann {
    /// The token is at hand.
    fn decide(&self, site: &mut Api<Self>) {
        if site.own.phase == Phase::Wants && self.mutant != Some(Mutant::PassAlways) {
            site.own.phase = Phase::Inside;
            if self.mutant == Some(Mutant::PassOnEntry) {
                site.safe_send(TheToken, ());
            }
        } else if site.own.phase != Phase::Inside
            || self.reading.while_inside == WhileInside::SendsOn
        {
            site.safe_send(TheToken, ()); // "otherwise it sends the token to its successor"
        }
    }
}

impl Application for LeLann {
    type Object = TheToken;
    type Data = ();
    type Own = Own;
    type Act = Act;
    type Message = Infallible;

    fn objects(&self) -> Vec<(TheToken, Option<()>)> {
        vec![(TheToken, Some(()))]
    }

    fn start(&self, _: usize) -> Own {
        Own { phase: Phase::Idle }
    }

    fn on_deliver(&self, site: &mut Api<Self>, TheToken: TheToken) {
        self.decide(site);
    }

    fn acts(&self, site: &Api<Self>) -> Vec<Act> {
        let holds = site.holds(TheToken).is_some();
        match site.own.phase {
            Phase::Inside => vec![Act::Leave],
            Phase::Wants if holds => vec![Act::Begin],
            Phase::Wants => vec![],
            Phase::Idle if holds => vec![Act::Begin, Act::Want],
            Phase::Idle => vec![Act::Want],
        }
    }

    fn on_act(&self, site: &mut Api<Self>, act: &Act) {
        match act {
            Act::Begin => self.decide(site),
            Act::Want if self.mutant == Some(Mutant::EnterAtOnce) => {
                site.own.phase = Phase::Inside;
            }
            Act::Want => site.own.phase = Phase::Wants,
            Act::Leave => {
                site.own.phase = Phase::Idle;
                // Without the token only a mutant is inside.
                if site.holds(TheToken).is_some() {
                    site.safe_send(TheToken, ());
                }
            }
        }
    }

    fn is_wish(&self, act: &Act) -> bool {
        *act == Act::Want
    }

    fn act_name(&self, act: &Act) -> String {
        let name = match act {
            Act::Begin => "begin",
            Act::Want => "want",
            Act::Leave => "leave",
        };
        name.to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        ["begin ", "want ", "leave ", "deliver TOKEN"]
            .map(str::to_owned)
            .to_vec()
    }
}
