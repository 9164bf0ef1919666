//! Arantes, Sopena, "Easily rendering token-ring algorithms of distributed and parallel applications
//! fault tolerant", section III.B: Misra's termination detection ("Detecting termination of distributed
//! computations using markers"), its token sent through the plug-in.
//!
//! | paper | here |
//! |---|---|
//! | the token's `passive_count` | [`Marker::passive_count`] |
//! | a process is active or passive | [`Process::active`] |
//! | "already passive when it receives the token" | not [`Process::restarts`]; see [`Passive`] |
//! | `UpdateToken`, lines 44-46 | [`Detection`]'s `update_token` |
//! | the termination is detected | [`Process::announced`] |
//!
//! The application is the most general one that the text allows: at the start every process is active; an
//! active one may send messages and may become passive; a passive one becomes active only by a message. To keep the
//! space finite each site sends at most `M` messages in a run. Who announces keeps the token; then, up to `C`
//! times, a new computation starts there and the detection goes on.
//!
//! Readings: each switch of [`Reading`] is a question that the text leaves open or answers in a way that does
//! not hold. Not modelled: what the application computes.

mod claims;
pub mod properties;
pub mod reading;
#[cfg(test)]
mod tests;

pub use claims::claims;
pub use reading::{Detects, FromTheDead, Mutant, Passive, Reading, Routes};

use crate::ring::application::{Api, Application};
use crate::ring::{Ring, TheToken};
use serde::Serialize;
use std::fmt;
use verdict_world::NodeSet;

/// What the token carries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Marker {
    /// The passive nodes that the token has crossed.
    pub passive_count: u8,
    /// The computation whose end it looks for, from 1.
    pub computation: u8,
}

impl fmt::Debug for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "passive_count {}", self.passive_count)?;
        match self.computation {
            1 => Ok(()),
            later => write!(f, " of computation {later}"),
        }
    }
}

/// The detection and the application that it watches, as they run over the plug-in.
#[derive(Clone, Debug)]
pub struct Detection {
    /// How the section is read.
    pub reading: Reading,
    /// N.
    pub nodes: usize,
    /// M: the application messages that a site may send.
    pub messages: u8,
    /// C: the computations, one after the other.
    pub computations: u8,
    /// What is wrong on purpose.
    pub mutant: Option<Mutant>,
}

/// What a site remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Process {
    /// Whether it computes.
    pub active: bool,
    /// Whether it makes the token restart `passive_count` ("black" in the literature).
    pub restarts: bool,
    /// Whether it has detected the termination.
    pub announced: bool,
    /// The application messages it has sent.
    pub sent: u8,
    /// Those from whom it takes nothing more.
    #[serde(skip_serializing_if = "nobody")]
    pub refuses: NodeSet,
}

fn nobody(nodes: &NodeSet) -> bool {
    nodes.is_empty()
}

/// A message of the application.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Work;

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WORK")
    }
}

/// What a site does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// The application sends a message.
    Work(u8),
    /// The process becomes passive.
    Finish,
    /// It lets the token go, or detects the termination.
    Pass,
    /// A new computation starts where the end of the last one was announced.
    Again,
}

impl Detection {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// How many successors this site may send application messages to.
    fn reach(&self, site: &Api<Self>) -> usize {
        match self.reading.routes {
            Routes::Successor => 1,
            Routes::Successors => site.k() + 1,
            Routes::Anyone => self.nodes - 1,
        }
    }

    /// The process becomes active.
    fn activate(&self, process: &mut Process) {
        process.active = true;
        if self.reading.passive == Passive::SinceLastVisit && !self.is(Mutant::ForgetMessages) {
            process.restarts = true;
        }
    }

    /// The token leaves, unless that was the last passive node.
    fn pass(&self, site: &mut Api<Self>, mut marker: Marker) {
        let process = &mut *site.own;
        marker.passive_count = match self.mutant {
            Some(Mutant::AlwaysRestart) => 1,
            Some(Mutant::NeverRestart) => marker.passive_count + 1,
            _ if process.restarts => 1, // "otherwise it restarts passive_count to 1"
            _ => marker.passive_count + 1, // "it adds one to passive_count"
        };
        let enough = self.nodes as u8;
        let detected = match self.reading.detects {
            _ if self.is(Mutant::DetectAtOnce) => true,
            Detects::Exactly => marker.passive_count == enough,
            Detects::AtLeast => marker.passive_count >= enough,
            Detects::FirstPassive => !process.restarts,
        };
        process.restarts &= self.is(Mutant::NeverForgive);
        process.announced = detected;
        if !detected {
            site.safe_send(TheToken, marker);
        }
    }
}

impl Application for Detection {
    type Object = TheToken;
    type Data = Marker;
    type Own = Process;
    type Act = Act;
    type Message = Work;

    fn objects(&self) -> Vec<(TheToken, Option<Marker>)> {
        let first = Marker {
            passive_count: 0,
            computation: 1,
        };
        vec![(TheToken, Some(first))]
    }

    fn start(&self, _: usize) -> Process {
        Process {
            active: true,
            restarts: true,
            announced: false,
            sent: 0,
            refuses: NodeSet::default(),
        }
    }

    fn on_deliver(&self, site: &mut Api<Self>, TheToken: TheToken) {
        if self.reading.passive == Passive::OnReception {
            site.own.restarts = site.own.active;
        }
    }

    fn update_token(
        &self,
        _: usize,
        _: &Process,
        TheToken: TheToken,
        marker: &mut Marker,
        detected: usize,
    ) {
        marker.passive_count += detected as u8 - 1; // line 45
        marker.passive_count = marker.passive_count.min(self.nodes as u8); // line 46
    }

    fn acts(&self, site: &Api<Self>) -> Vec<Act> {
        let process = &*site.own;
        let mut acts = Vec::new();
        if process.active {
            if process.sent < self.messages {
                let steps = 1..=self.reach(site);
                acts.extend(steps.map(|step| Act::Work(((site.me + step) % self.nodes) as u8)));
            }
            acts.push(Act::Finish);
        }
        match site.holds(TheToken) {
            Some(marker) if process.announced => {
                acts.extend((marker.computation < self.computations).then_some(Act::Again));
            }
            // "Sends it to its successor only when becoming passive."
            Some(_) if !process.active || self.is(Mutant::PassWhileActive) => acts.push(Act::Pass),
            _ => {}
        }
        acts
    }

    fn on_act(&self, site: &mut Api<Self>, act: &Act) {
        match act {
            Act::Work(receiver) => {
                site.own.sent += 1;
                site.send(usize::from(*receiver), Work);
            }
            Act::Finish => {
                site.own.active = false;
                site.own.restarts &= !self.is(Mutant::ForgiveOnceFinished);
            }
            Act::Pass => {
                if let Some(marker) = site.holds(TheToken).copied() {
                    self.pass(site, marker);
                }
            }
            Act::Again => {
                if let Some(mut marker) = site.holds(TheToken).copied() {
                    marker.computation += 1;
                    site.write(TheToken, marker);
                }
                site.own.announced = false;
                site.own.restarts = true; // active with the token in its hands: active when it received it
                self.activate(site.own);
            }
        }
    }

    fn on_message(&self, site: &mut Api<Self>, from: usize, Work: &Work) {
        if !site.own.refuses.contains(from) {
            self.activate(site.own);
        }
    }

    fn on_suspect(&self, site: &mut Api<Self>, suspect: usize) {
        if self.reading.from_the_dead == FromTheDead::Refused {
            site.own.refuses = site.own.refuses.with(suspect);
        }
    }

    fn act_name(&self, act: &Act) -> String {
        match act {
            Act::Work(receiver) => format!("send-work-to-S{receiver}"),
            Act::Finish => "become-passive".to_owned(),
            Act::Pass => "pass-token".to_owned(),
            Act::Again => "start-again".to_owned(),
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        let mut words = vec!["become-passive ", "pass-token ", "deliver TOKEN"];
        if self.messages > 0 {
            words.extend(["send-work-to-", "deliver WORK"]);
        }
        if self.computations > 1 {
            words.push("start-again ");
        }
        words.into_iter().map(str::to_owned).collect()
    }
}

/// A ring of such sites in a world.
pub type Sites = Ring<Detection>;
