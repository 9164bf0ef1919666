//! Martin's mutual exclusion over the plug-in: Arantes and Sopena, section III.A, second paragraph.
//!
//! "Requests for the token move in one direction while the token moves in the opposite direction. The holder of
//! the token keeps it as long as it does not receive a request." Every request is an object of its own,
//! a `<TOKEN>` message "which has the identification, S_q, of the node that issued the request", sent
//! through the plug-in: `REQUEST-Sq`.
//!
//! # Readings taken
//!
//! - The token goes up the ring, requests go down. A site remembers which requests it has passed on
//!   (`passed`), as in Martin's own algorithm: when the token comes, it uses it if it wants to, then
//!   passes it on towards whoever asked. Without that memory the token would stop at the first site on its way
//!   (mutant `no-memory`).
//! - The site that has the token takes a request in: it does not send it on. The paper's API has no function to
//!   discard an object, so the plug-in keeps it as REAL there, and its copies at the next k sites as BACKUP.
//! - A request that comes back to the site that issued it has met the token on the way, in flight in the other
//!   direction. It is dropped: the sites it passed know of it.
//! - With which count is a second request of the same site sent? By line 17 with one more than the first
//!   ([`Launch::NextCount`]). But a site that has passed the first on has counted that hop too, and takes the second
//!   for an old one. The repair is a whole round more ([`Launch::NextRound`]).
//!
//! # Why the search ends
//!
//! Each site may ask a bounded number of times (parameters A, how many do, and R, how often; 2 is "again"). More can not be exhausted: copies of a
//! request that was served may stay in flight for ever, so a site that asks without end has without
//! end many of them. The request of a crashed site may go around for ever while the token is slow, and its
//! count with it: counts wrap ([`Application::wrap`]), and [`super::counts_are_close`] shows that this hides nothing.

mod claims;
pub mod properties;
pub mod reading;

pub use claims::claims;
pub use reading::{Mutant, Reading};

use super::{Client, MutualExclusion, Phase};
use crate::ring::application::{Api, Application};
use crate::ring::plugin::{Direction, Launch};
use serde::Serialize;
use std::convert::Infallible;
use std::fmt;
use verdict_world::NodeSet;

/// The objects on the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// The token.
    Token,
    /// The request of a site.
    Request(u8),
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Object::Token => f.write_str("TOKEN"),
            Object::Request(q) => write!(f, "REQUEST-S{q}"),
        }
    }
}

/// What a site remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Own {
    /// What it is about.
    pub phase: Phase,
    /// The sites whose requests it has seen since it last sent the token on.
    pub passed: NodeSet,
    /// How many times it may still come to want the resource.
    pub wishes: u8,
}

impl Client for Own {
    fn phase(&self) -> Phase {
        self.phase
    }
}

/// What a site does of its own accord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It comes to want the resource.
    Want,
    /// It has used the resource.
    Leave,
}

/// Martin's algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Martin {
    /// N.
    pub nodes: usize,
    /// How many sites ever want the resource: S_1, S_2, ..., and S_0, which has the token, last.
    pub askers: usize,
    /// How many times each of them may.
    pub wishes: u8,
    /// How the text is read.
    pub reading: Reading,
    /// What is wrong with it on purpose.
    pub mutant: Option<Mutant>,
}

impl MutualExclusion for Martin {
    fn askers(&self, nodes: usize) -> Vec<usize> {
        (1..=self.askers).map(|i| i % nodes).collect()
    }
}

impl Martin {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn holds_token(site: &Api<Self>) -> bool {
        site.holds(Object::Token).is_some()
    }

    /// The holder passes the token on if it has been asked, and keeps it otherwise.
    fn pass_on(&self, site: &mut Api<Self>) {
        if !site.own.passed.is_empty() && Self::holds_token(site) {
            site.own.passed = NodeSet::default();
            site.safe_send(Object::Token, ());
        }
    }

    fn on_token(&self, site: &mut Api<Self>) {
        match site.own.phase {
            Phase::Wants => site.own.phase = Phase::Inside,
            Phase::Idle => self.pass_on(site),
            Phase::Inside => {} // a second token, which the plug-in rules out
        }
    }

    fn on_request(&self, site: &mut Api<Self>, q: u8) {
        if usize::from(q) == site.me {
            if self.is(Mutant::EnterOnRequest) && site.own.phase == Phase::Wants {
                site.own.phase = Phase::Inside;
            }
            return; // it has gone round: it met the token on the way
        }
        let holds = Self::holds_token(site);
        if holds || !self.is(Mutant::NoMemory) {
            site.own.passed = site.own.passed.with(q.into());
        }
        if holds && (site.own.phase != Phase::Inside || self.is(Mutant::HandOnInside)) {
            self.pass_on(site);
        } else if !holds && !self.is(Mutant::SwallowRequest) {
            site.safe_send(Object::Request(q), ());
        }
    }
}

impl Application for Martin {
    type Object = Object;
    type Data = ();
    type Own = Own;
    type Act = Act;
    type Message = Infallible;

    fn objects(&self) -> Vec<(Object, Option<()>)> {
        let requests = (0..self.nodes).map(|q| (Object::Request(q as u8), None));
        [(Object::Token, Some(()))]
            .into_iter()
            .chain(requests)
            .collect()
    }

    fn direction(&self, object: Object) -> Direction {
        match object {
            Object::Token => Direction::Up,
            Object::Request(_) => Direction::Down,
        }
    }

    fn wrap(&self, nodes: usize) -> Option<u64> {
        Some(super::rounds(self.wishes, nodes))
    }

    fn launch(&self) -> Launch {
        self.reading.launch
    }

    fn start(&self, i: usize) -> Own {
        let asks = (i + self.nodes - 1) % self.nodes < self.askers;
        Own {
            phase: Phase::Idle,
            passed: NodeSet::default(),
            wishes: if asks { self.wishes } else { 0 },
        }
    }

    fn on_deliver(&self, site: &mut Api<Self>, object: Object) {
        match object {
            Object::Token => self.on_token(site),
            Object::Request(q) => self.on_request(site, q),
        }
    }

    fn acts(&self, site: &Api<Self>) -> Vec<Act> {
        match site.own.phase {
            Phase::Idle if site.own.wishes > 0 => vec![Act::Want],
            Phase::Idle | Phase::Wants => vec![],
            Phase::Inside => vec![Act::Leave],
        }
    }

    fn on_act(&self, site: &mut Api<Self>, act: &Act) {
        match act {
            Act::Want => {
                site.own.wishes -= 1;
                if Self::holds_token(site) && !self.is(Mutant::HolderAsks) {
                    site.own.phase = Phase::Inside;
                } else {
                    site.own.phase = Phase::Wants;
                    site.launch(Object::Request(site.me as u8), ());
                }
            }
            Act::Leave => {
                site.own.phase = Phase::Idle;
                self.pass_on(site);
            }
        }
    }

    fn is_wish(&self, act: &Act) -> bool {
        *act == Act::Want
    }

    fn act_name(&self, act: &Act) -> String {
        let name = match act {
            Act::Want => "want",
            Act::Leave => "leave",
        };
        name.to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        ["want ", "leave ", "deliver TOKEN", "deliver REQUEST"]
            .map(str::to_owned)
            .to_vec()
    }
}
