//! Naimi and Trehel's algorithm without failures, as Sopena, Arantes, Bertier and Sens describe it in section 3 of
//! "A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree": its variables, its four rules in
//! the order of the text, and the actor that follows them. `properties.rs` has what is asked of it, `claims.rs` in
//! which world, and what was found.
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
//!
//! Modelled: N sites that ask again and again, in a world whose channels may reorder. The end of a critical section
//! is a timer, T_cs, so that a scheduler can owe it without owing any request. Not modelled: what a site does in
//! its critical section. The state space is finite although nothing counts: that is the whole algorithm.
//!
//! Both fault-tolerant extensions leave variables and rules as they are and add to them; so there is one copy of them.

pub mod average;
mod claims;
pub mod properties;
mod setting;

pub use claims::claims;
pub use setting::Section3;

use super::site::SiteId;
use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{Renaming, Resident, Symmetry, World, ticks};

/// How action (2) is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The root's `last` points to the requester, as in Fig. 1.
    Meant,
    /// The root's `last` stays as it is.
    Printed,
}

verdict_checker::mutants! {
    /// Errors in the rules of section 3.
    KeepToken = "keep-token": "the token is sent and kept",
    GrantInside = "grant-inside": "a root in its critical section sends the token at once",
    StayBelow = "stay-below": "a requester leaves its last as it is instead of becoming a root",
    ForgetRequest = "forget-request": "a root that waits or is inside drops the request",
    KeepNext = "keep-next": "next is kept after the token has gone there",
}

/// The rules with what may be wrong in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How action (2) is read.
    pub reading: Reading,
    /// The error, if one is made.
    pub mutant: Option<Mutant>,
}

impl Rules {
    /// As the text means them.
    pub const MEANT: Rules = Rules {
        reading: Reading::Meant,
        mutant: None,
    };

    fn is(self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
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

/// How sites start, in words.
pub const START: &str = "S0 has the token and every last points to S0";

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

    /// All sites as they start.
    pub fn of_all(sites: usize) -> Vec<Self> {
        let site = |i: usize| Variables::initially(i.into(), SiteId(0));
        (0..sites).map(site).collect()
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
        if !rules.is(Mutant::StayBelow) {
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
        let free = self.phase == Phase::Idle || rules.is(Mutant::GrantInside);
        if self.token && free {
            self.token = rules.is(Mutant::KeepToken);
            Handled::Granted
        } else if rules.is(Mutant::ForgetRequest) {
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
        if !rules.is(Mutant::KeepNext) {
            self.next = None;
        }
        if next.is_some() {
            self.token = rules.is(Mutant::KeepToken);
        }
        next
    }
}

/// What sites say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// A token request.
    Request {
        /// Who asks.
        origin: SiteId,
        /// How often it has been sent so far, if that is counted.
        hops: u8,
    },
    /// The token.
    Token,
}

/// What a site does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It asks for the critical section.
    Request,
    /// It ends its critical section, where that may take any time.
    Leave,
}

/// What a site waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Timer {
    /// The end of its critical section.
    CriticalSection,
}

/// A site of the original algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Original {
    /// The rules it follows.
    pub rules: Rules,
    /// Whether requests count how often they are sent.
    pub counts_hops: bool,
}

/// Sites of the original algorithm in a world.
pub type Sites = World<Original>;

impl Original {
    fn request(&self, origin: SiteId, hops: u8) -> Message {
        let hops = if self.counts_hops { hops } else { 0 };
        Message::Request { origin, hops }
    }

    fn leave(&self, site: &mut Variables, out: &mut Out<Self>) {
        if let Some(next) = site.release(self.rules) {
            out.send(next.into(), Message::Token);
        }
        out.choose_random("site", vec![Act::Request]);
    }
}

impl Actor for Original {
    type Msg = Message;
    type State = Variables;
    type Timer = Timer;
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Variables {
        out.choose_random("site", vec![Act::Request]);
        Variables::initially(id.into(), SiteId(0))
    }

    fn on_random(&self, id: Id, site: &mut Cow<Variables>, act: &Act, out: &mut Out<Self>) {
        let (me, site) = (id.into(), site.to_mut());
        if *act == Act::Leave {
            return self.leave(site, out);
        }
        let receiver = site.request(me, self.rules);
        if let Some(last) = receiver {
            out.send(last.into(), self.request(me, 1));
        }
        if site.phase == Phase::Inside {
            out.set_timer(Timer::CriticalSection, ticks(1));
        }
    }

    fn on_msg(
        &self,
        id: Id,
        site: &mut Cow<Variables>,
        _: Id,
        message: Message,
        out: &mut Out<Self>,
    ) {
        let site = site.to_mut();
        match message {
            Message::Request { origin, hops } => {
                match site.on_request(id.into(), origin, self.rules) {
                    Handled::Forwarded(last) => {
                        out.send(last.into(), self.request(origin, hops + 1));
                    }
                    Handled::Granted => out.send(origin.into(), Message::Token),
                    Handled::Queued | Handled::Forgotten => {}
                }
            }
            Message::Token => {
                let waited = site.phase == Phase::Waiting;
                site.on_token();
                if waited {
                    out.set_timer(Timer::CriticalSection, ticks(1));
                }
            }
        }
    }

    fn on_timeout(&self, _: Id, site: &mut Cow<Variables>, _: &Timer, out: &mut Out<Self>) {
        self.leave(site.to_mut(), out);
    }
}

impl Resident for Original {
    /// No rule looks at who a site is.
    fn symmetry(&self, nodes: usize) -> Symmetry {
        Symmetry::Permutations((0..nodes).collect())
    }

    fn rename(&self, site: &Variables, names: &Renaming) -> Variables {
        Variables {
            last: site.last.renamed(names),
            next: site.next.map(|next| next.renamed(names)),
            ..*site
        }
    }

    fn rename_message(&self, message: &Message, names: &Renaming) -> Message {
        match *message {
            Message::Request { origin, hops } => Message::Request {
                origin: origin.renamed(names),
                hops,
            },
            Message::Token => Message::Token,
        }
    }

    fn show_state(&self, state: &Variables) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &()) -> serde_json::Value {
        serde_json::json!(storage)
    }

    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Request { origin, hops: 0 } => format!("REQUEST({origin})"),
            Message::Request { origin, hops } => format!("REQUEST({origin}, {hops})"),
            Message::Token => "TOKEN".to_owned(),
        }
    }

    fn choice_name(&self, _: &Act) -> String {
        "request".to_owned()
    }

    fn timer_name(&self, _: &Timer) -> String {
        "T_cs".to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        [
            "request ",
            "deliver REQUEST",
            "deliver TOKEN",
            "timeout T_cs",
        ]
        .map(str::to_owned)
        .to_vec()
    }
}
