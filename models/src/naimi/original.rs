//! Naimi and Trehel's algorithm without failures, as Sopena, Arantes, Bertier and Sens describe it in section 3 of
//! "A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree": the rules of [`tree`](super::tree)
//! as an actor.
//!
//! Modelled: N sites that ask again and again, in a world whose channels may reorder. The end of a critical section
//! is a timer, T_cs, so that a scheduler can owe it without owing any request. Not modelled: what a site does in
//! its critical section. The state space is finite although nothing counts: that is the whole algorithm.

use super::tree::{Handled, Phase, Rules, SiteId, Slip, Variables};
use crate::world::{Resident, World, ticks};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;

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

/// The state of a site.
pub type Site = Variables;

/// Sites of the original algorithm in a world.
pub type Sites = World<Original>;

/// Mutants of the original algorithm, with what each changes.
pub const MUTANTS: &[(&str, &str)] = &[
    ("keep-token", "the token is sent and kept"),
    (
        "grant-inside",
        "a root in its critical section sends the token at once",
    ),
    (
        "stay-below",
        "a requester leaves its last as it is instead of becoming a root",
    ),
    (
        "forget-request",
        "a root that waits or is inside drops the request",
    ),
    ("keep-next", "next is kept after the token has gone there"),
];

/// The mistake of this name.
pub fn slip(name: &str) -> Option<Slip> {
    Some(match name {
        "keep-token" => Slip::KeepToken,
        "grant-inside" => Slip::GrantInside,
        "stay-below" => Slip::StayBelow,
        "forget-request" => Slip::ForgetRequest,
        "keep-next" => Slip::KeepNext,
        _ => return None,
    })
}

impl Original {
    fn request(&self, origin: SiteId, hops: u8) -> Message {
        let hops = if self.counts_hops { hops } else { 0 };
        Message::Request { origin, hops }
    }

    fn settle(&self, before: &Site, after: &Site, out: &mut Out<Self>) {
        match (before.phase, after.phase) {
            (Phase::Idle | Phase::Waiting, Phase::Inside) => {
                out.set_timer(Timer::CriticalSection, ticks(1));
            }
            (Phase::Inside, Phase::Idle) => {
                out.choose_random("site", vec![Act::Request]);
            }
            _ => {}
        }
    }

    fn change(&self, site: &mut Cow<Site>, out: &mut Out<Self>, rule: impl FnOnce(&mut Site)) {
        let before = **site;
        let mut after = before;
        rule(&mut after);
        self.settle(&before, &after, out);
        if after != before {
            *site = Cow::Owned(after);
        }
    }
}

impl Actor for Original {
    type Msg = Message;
    type State = Site;
    type Timer = Timer;
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Site {
        out.choose_random("site", vec![Act::Request]);
        Variables::initially(SiteId::from(usize::from(id)), SiteId(0))
    }

    fn on_random(&self, id: Id, site: &mut Cow<Site>, _: &Act, out: &mut Out<Self>) {
        let me = SiteId::from(usize::from(id));
        let mut receiver = None;
        self.change(site, out, |site| receiver = site.request(me, self.rules));
        if let Some(last) = receiver {
            out.send(last.into(), self.request(me, 1));
        }
    }

    fn on_msg(&self, id: Id, site: &mut Cow<Site>, _: Id, message: Message, out: &mut Out<Self>) {
        let me = SiteId::from(usize::from(id));
        match message {
            Message::Token => self.change(site, out, Variables::on_token),
            Message::Request { origin, hops } => {
                let mut handled = Handled::Forgotten;
                self.change(site, out, |site| {
                    handled = site.on_request(me, origin, self.rules);
                });
                match handled {
                    Handled::Forwarded(last) => {
                        out.send(last.into(), self.request(origin, hops + 1));
                    }
                    Handled::Granted => out.send(origin.into(), Message::Token),
                    Handled::Queued | Handled::Forgotten => {}
                }
            }
        }
    }

    fn on_timeout(&self, _: Id, site: &mut Cow<Site>, _: &Timer, out: &mut Out<Self>) {
        let mut next = None;
        self.change(site, out, |site| next = site.release(self.rules));
        if let Some(next) = next {
            out.send(next.into(), Message::Token);
        }
    }
}

impl Resident for Original {
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
