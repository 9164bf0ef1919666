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

pub mod claims;
pub mod properties;
mod setting;
#[cfg(test)]
mod tests;

use super::application::{Api, Application};
use super::plugin;
use super::{Ring, TheToken};
use crate::world::NodeSet;
use serde::Serialize;
use std::fmt;

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

/// When a node counts as passive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passive {
    /// As worded: "if the latter was already passive when it receives the token".
    OnReception,
    /// As Misra has it: if it has been passive ever since the token last left it.
    SinceLastVisit,
}

/// Where application messages go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Routes {
    /// Along the ring: to the successor ("nodes compose a unidirectional logical ring").
    Successor,
    /// To the k+1 successors that a node knows, with which the plug-in communicates too.
    Successors,
    /// To any other node.
    Anyone,
}

/// When the termination is detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detects {
    /// As printed: `passive_count = N`.
    Exactly,
    /// `passive_count >= N`.
    AtLeast,
    /// At the first node that was passive since the token last left it, whatever `passive_count` says.
    FirstPassive,
}

/// Messages of a node that is known to have crashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FromTheDead {
    /// They are messages as any other.
    Taken,
    /// Once told of a crash, a node takes nothing more from there.
    Refused,
}

/// One reading of section III.B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// When a node counts as passive.
    pub passive: Passive,
    /// Where application messages go.
    pub routes: Routes,
    /// When the termination is detected.
    pub detects: Detects,
    /// Messages of a node that is known to have crashed.
    pub from_the_dead: FromTheDead,
    /// How the plug-in is read.
    pub plugin: plugin::Reading,
}

impl Reading {
    /// Word by word, but for the test of the plug-in that could never be true.
    pub const WORDED: Reading = Reading {
        passive: Passive::OnReception,
        routes: Routes::Successor,
        detects: Detects::Exactly,
        from_the_dead: FromTheDead::Taken,
        plugin: plugin::Reading::MEANT,
    };
    /// As Misra's algorithm is in the literature.
    pub const MISRA: Reading = Reading {
        passive: Passive::SinceLastVisit,
        detects: Detects::AtLeast,
        ..Self::WORDED
    };
    /// With the smallest repair.
    pub const REPAIRED: Reading = Reading {
        from_the_dead: FromTheDead::Refused,
        ..Self::MISRA
    };
}

/// A small error in the algorithm, made on purpose to see whether a property notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutant {
    /// The token is sent on by an active node.
    PassWhileActive,
    /// `passive_count` is never restarted.
    NeverRestart,
    /// Termination is detected by the first passive node that has the token.
    DetectAtOnce,
    /// A message does not end a node's being passive since the last visit.
    ForgetMessages,
    /// A node that becomes passive counts as if it had always been.
    ForgiveOnceFinished,
    /// A node that was active since a visit counts so for ever.
    NeverForgive,
    /// `passive_count` is restarted to 0 by every node.
    AlwaysRestart,
}

impl Mutant {
    const ALL: [Mutant; 7] = [
        Mutant::PassWhileActive,
        Mutant::NeverRestart,
        Mutant::DetectAtOnce,
        Mutant::ForgetMessages,
        Mutant::ForgiveOnceFinished,
        Mutant::NeverForgive,
        Mutant::AlwaysRestart,
    ];

    /// The names of all mutants in order, with what each changes.
    pub const NAMES: &[(&str, &str)] = &[
        (
            "pass-while-active",
            "the token is sent on by an active node",
        ),
        ("never-restart", "passive_count is never restarted"),
        (
            "detect-at-once",
            "termination is detected by the first passive node that has the token",
        ),
        (
            "forget-messages",
            "a message makes a node active, but it still counts as passive since the last visit",
        ),
        (
            "forgive-once-finished",
            "a node that becomes passive counts as passive since the last visit",
        ),
        (
            "never-forgive",
            "a node that has been active counts as such at every later visit",
        ),
        ("always-restart", "passive_count is restarted at every node"),
    ];

    /// The mutant of this name.
    pub fn named(name: &str) -> Option<Mutant> {
        let place = Self::NAMES.iter().position(|(known, _)| *known == name)?;
        Some(Self::ALL[place])
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
