//! Sopena, Arantes, Bertier, Sens, "A fault-tolerant token-based mutual exclusion algorithm using a dynamic
//! tree", section 3: the variables of Naimi and Trehel's algorithm and its four rules, in the order of the text.
//!
//! Both fault-tolerant extensions leave these rules as they are and add to them; so there is one copy of them.
//!
//! | paper | here |
//! |---|---|
//! | S_i | [`SiteId`] |
//! | `last`, `next` | fields of [`Variables`]; a root has `last` = itself |
//! | "wants to enter" | [`Variables::request`] |
//! | actions (1) and (2) on a token request | [`Variables::on_request`], with [`Handled`] saying which |
//! | "at the end of the execution of critical section" | [`Variables::release`] |
//!
//! Readings taken: a root that holds an idle token and wants to enter does so, without a message. Action (2) as
//! printed does not touch `last`; Fig. 1 says that A then "updates its next and last variables", and without
//! that the second request to reach A overwrites the first. Both are kept ([`Reading`]).

use serde::{Serialize, Serializer};
use std::fmt;

/// The name of a site.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u8);

impl From<usize> for SiteId {
    fn from(node: usize) -> Self {
        SiteId(node as u8)
    }
}

impl From<SiteId> for usize {
    fn from(site: SiteId) -> Self {
        usize::from(site.0)
    }
}

impl From<SiteId> for stateright::actor::Id {
    fn from(site: SiteId) -> Self {
        usize::from(site).into()
    }
}

impl fmt::Display for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}", self.0)
    }
}

impl fmt::Debug for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for SiteId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a site is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It does not ask for the critical section.
    Idle,
    /// It has asked and has not got the token.
    Waiting,
    /// It is in the critical section.
    Inside,
}

/// How action (2) is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The root's `last` points to the requester, as in Fig. 1.
    Meant,
    /// The root's `last` stays as it is.
    Printed,
}

/// A small error in the rules, made on purpose to see whether a property notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slip {
    /// The token is sent and kept.
    KeepToken,
    /// A root in the critical section sends the token.
    GrantInside,
    /// A requester does not become a root.
    StayBelow,
    /// A root that is waiting or inside forgets the request.
    ForgetRequest,
    /// `next` is kept after the token has gone there.
    KeepNext,
}

/// The rules with what may be wrong in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How action (2) is read.
    pub reading: Reading,
    /// The error, if one is made.
    pub slip: Option<Slip>,
}

impl Rules {
    /// As the text means them.
    pub const MEANT: Rules = Rules {
        reading: Reading::Meant,
        slip: None,
    };

    fn slips(self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }
}

/// The variables of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Variables {
    /// The probable owner of the token; the site itself if it is a root.
    pub last: SiteId,
    /// To whom the token goes next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<SiteId>,
    /// Whether the site has the token.
    pub token: bool,
    /// What the site is doing.
    pub phase: Phase,
}

/// What became of a token request at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handled {
    /// Action (1): forwarded to the old `last`.
    Forwarded(SiteId),
    /// Action (2): the idle token goes to the requester.
    Granted,
    /// Action (2): the requester is the new `next`.
    Queued,
    /// Nothing (by a mistake made on purpose).
    Forgotten,
}

impl Variables {
    /// "Initially, the root is the token holder"; all `last` point to it.
    pub fn initially(me: SiteId, holder: SiteId) -> Self {
        Variables {
            last: holder,
            next: None,
            token: me == holder,
            phase: Phase::Idle,
        }
    }

    /// Whether the site is the root of its tree.
    pub fn is_root(&self, me: SiteId) -> bool {
        self.last == me
    }

    /// Whether it holds a token that nobody uses.
    pub fn holds_idle_token(&self) -> bool {
        self.token && self.phase == Phase::Idle
    }

    /// "When a site wants to enter the critical section, it sends a request to its last. It then sets its last
    /// variable to itself": answers with the receiver of the request, if one is sent.
    pub fn request(&mut self, me: SiteId, rules: Rules) -> Option<SiteId> {
        if self.token {
            self.phase = Phase::Inside;
            return None;
        }
        self.phase = Phase::Waiting;
        let last = self.last;
        if !rules.slips(Slip::StayBelow) {
            self.last = me;
        }
        (last != me).then_some(last)
    }

    /// A token request of `origin` arrives.
    pub fn on_request(&mut self, me: SiteId, origin: SiteId, rules: Rules) -> Handled {
        if !self.is_root(me) {
            let last = std::mem::replace(&mut self.last, origin);
            return Handled::Forwarded(last);
        }
        if rules.reading == Reading::Meant {
            self.last = origin;
        }
        let free = self.phase == Phase::Idle || rules.slips(Slip::GrantInside);
        if self.token && free {
            self.token = rules.slips(Slip::KeepToken);
            Handled::Granted
        } else if rules.slips(Slip::ForgetRequest) {
            Handled::Forgotten
        } else {
            self.next = Some(origin);
            Handled::Queued
        }
    }

    /// The token arrives. A site that does not wait for it (only a mistake sends it there) keeps it idle.
    pub fn on_token(&mut self) {
        self.token = true;
        if self.phase == Phase::Waiting {
            self.phase = Phase::Inside;
        }
    }

    /// "At the end of the execution of critical section, S_j sends the token to its next": answers with the
    /// receiver of the token, if it goes.
    pub fn release(&mut self, rules: Rules) -> Option<SiteId> {
        self.phase = Phase::Idle;
        let next = self.next;
        if !rules.slips(Slip::KeepNext) {
            self.next = None;
        }
        if next.is_some() {
            self.token = rules.slips(Slip::KeepToken);
        }
        next
    }
}
