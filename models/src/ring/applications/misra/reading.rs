//! Misra's termination detection on rings of every size: how section III.B is read, and what can be put wrong in it.

use super::Detection;
use crate::ring::setting::{Dimensions, Guest, OnRing, initial_backups};
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::size::Size;
use verdict_world::Order;

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
}

impl Reading {
    /// Word by word.
    pub const WORDED: Reading = Reading {
        passive: Passive::OnReception,
        routes: Routes::Successor,
        detects: Detects::Exactly,
        from_the_dead: FromTheDead::Taken,
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

verdict_checker::mutants! {
    /// A small error in the algorithm, made on purpose to see whether a property notices.
    PassWhileActive = "pass-while-active": "the token is sent on by an active node",
    NeverRestart = "never-restart": "passive_count is never restarted",
    DetectAtOnce = "detect-at-once":
        "termination is detected by the first passive node that has the token",
    ForgetMessages = "forget-messages":
        "a message makes a node active, but it still counts as passive since the last visit",
    ForgiveOnceFinished = "forgive-once-finished":
        "a node that becomes passive counts as passive since the last visit",
    NeverForgive = "never-forgive":
        "a node that has been active counts as such at every later visit",
    AlwaysRestart = "always-restart": "passive_count is restarted at every node",
}

impl Guest for Reading {
    type Application = Detection;
    type Mutant = Mutant;

    const PARAMETERS: &'static [Parameter] = &[
        Parameter::new("M", "application messages that each site may send"),
        Parameter::new(
            "C",
            "computations, each begun where the end of the last was announced",
        ),
    ];
    /// Section III.B supposes FIFO reception.
    const ORDER: Order = Order::Fifo;

    fn application(
        &self,
        ring: Dimensions,
        size: &Size,
        mutant: Option<Mutant>,
    ) -> Result<Detection, SetupError> {
        let why = "so that the search ends";
        Ok(Detection {
            reading: *self,
            nodes: ring.nodes,
            messages: size.within("M", 0..=9, why)?,
            computations: size.within("C", 1..=9, why)?,
            mutant,
        })
    }

    fn start(&self) -> &'static str {
        "every site is active"
    }

    fn switches() -> &'static [Switch<OnRing<Self>>] {
        &[
            Switch {
                name: "along-the-ring",
                meaning: "application messages go to the successor only (dropped: to anyone)",
                holds: |ring| ring.guest.routes == Routes::Successor,
                assume: |ring| ring.guest.routes = Routes::Successor,
                drop: |ring| ring.guest.routes = Routes::Anyone,
            },
            Switch {
                name: "refuse-the-dead",
                meaning: "a node takes no more messages from one that it knows to have crashed (dropped: it does)",
                holds: |ring| ring.guest.from_the_dead == FromTheDead::Refused,
                assume: |ring| ring.guest.from_the_dead = FromTheDead::Refused,
                drop: |ring| ring.guest.from_the_dead = FromTheDead::Taken,
            },
            const { initial_backups() },
        ]
    }
}
