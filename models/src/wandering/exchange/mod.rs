//! Section 4 in a world: components that pass tokens to each other with the three messages of [`super::passing`], over
//! a network that may lose, reorder and duplicate them, with timeouts at any moment.
//!
//! Modelled: N components, of which the first have a token each; whoever has one offers it to any other, gives up at
//! any moment or when its timer says so, and tries again, with the same component or another, up to a number of tries
//! in its life. Not modelled: what is done with a token, and what section 5 does about several: tokens are told apart,
//! and each is asked for on its own. A message that is never delivered is as good as lost, so that a run may lose as
//! many as it likes; a step that loses one only tells who looks at the run.

mod properties;
mod setting;

pub use properties::{
    commitment_in_time_brings_the_token, every_commitment_brings_the_token, one_holder,
    one_holder_at_any_time,
};
pub use setting::{Clock, Names, Section4};

use super::passing::{Message, Partner, Pass, PassId, Protocol, Reply};
use super::rules::Host;
use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{Resident, World, ticks};

/// A token, told from the others.
pub type TokenNumber = u8;

type Words = Message<TokenNumber>;

/// What a component does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offer {
    to: Host,
    id: PassId,
}

/// What a component waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Timer {
    /// The acknowledgement, as a sender.
    Acknowledgement,
    /// The commitment, as a receiver.
    Commitment,
}

/// A component and its part of the history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Site {
    /// Its part in the protocol.
    #[serde(flatten)]
    pub partner: Partner<TokenNumber>,
    /// How often it has offered a token.
    pub tries: u8,
    /// How many tokens it has received; gives the ids of a hop, and counts those taken.
    pub taken: u8,
    /// How many acknowledgements it has sent, if they carry ids of its own.
    #[serde(skip_serializing_if = "is_zero")]
    pub challenges: u8,
    /// What is only recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// What nobody acts on: the history of commitments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Record {
    /// How many commitments it has sent.
    pub committed: u8,
    /// Passings that it has given up as a receiver.
    pub given_up: Vec<Pass>,
    /// Passings that have brought it the token.
    pub completed: Vec<Pass>,
    /// A commitment came after it had given up, and was discarded.
    pub late: bool,
    /// A commitment came for a passing that it had not given up, and was discarded all the same.
    pub wasted: bool,
}

/// A component of section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exchanger {
    /// The protocol it follows.
    pub protocol: Protocol,
    /// What its ids are.
    pub names: Names,
    /// How many components there are.
    pub sites: u8,
    /// The token it has at first.
    pub token: Option<TokenNumber>,
    /// How often it may offer a token.
    pub tries: u8,
    /// Δskip, in ticks.
    pub skip: u8,
    /// Whether the history is recorded.
    pub records: bool,
}

/// Components of section 4 in a world.
pub type Sites = World<Exchanger>;

/// How many ids of its own a component has.
const OWN_IDS: u16 = 16;

impl Exchanger {
    fn open_offers(&self, id: Id, site: &Site, out: &mut Out<Self>) {
        let me = usize::from(id) as u8;
        let may = site.partner.holds_at_rest() && site.tries < self.tries;
        let others = (0..self.sites).filter(|to| may && *to != me);
        let own = u16::from(me) * OWN_IDS;
        let ids = match self.names {
            Names::PerAttempt => vec![own + u16::from(site.tries)],
            Names::PerHop => vec![own + u16::from(site.taken)],
            Names::PerToken => site.partner.holds.iter().map(|t| u16::from(*t)).collect(),
            Names::Drawn(of) => (0..u16::from(of)).collect(),
        };
        let offer = |to: u8| ids.iter().map(move |id| (to, *id));
        let offers = others.flat_map(offer).map(|(to, id)| Offer {
            to: Host(to.into()),
            id: PassId(id),
        });
        out.choose_random("offer", offers.collect());
    }

    /// The id that an acknowledgement would carry: one never used, or one of the few there are.
    fn challenge(&self, id: Id, site: &Site) -> PassId {
        let own = usize::from(id) as u16 * OWN_IDS;
        match self.names {
            Names::Drawn(of) => PassId(u16::from(site.challenges % of)),
            Names::PerAttempt | Names::PerHop | Names::PerToken => {
                PassId(own + u16::from(site.challenges))
            }
        }
    }
}

fn host(id: Id) -> Host {
    Host(usize::from(id) as u16)
}

fn actor(host: Host) -> Id {
    Id::from(usize::from(host.0))
}

impl Actor for Exchanger {
    type Msg = Words;
    type State = Site;
    type Timer = Timer;
    type Storage = ();
    type Random = Offer;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Site {
        let site = Site {
            partner: Partner::new(self.token),
            tries: 0,
            taken: 0,
            challenges: 0,
            record: self.records.then(Record::default),
        };
        self.open_offers(id, &site, out);
        site
    }

    fn on_random(&self, _: Id, site: &mut Cow<Site>, offer: &Offer, out: &mut Out<Self>) {
        let site = site.to_mut();
        if let Some(message) = site.partner.offer(offer.to, offer.id) {
            site.tries += 1;
            out.send(actor(offer.to), message);
            out.set_timer(Timer::Acknowledgement, ticks(self.skip.into()));
        }
    }

    fn on_msg(&self, id: Id, site: &mut Cow<Site>, from: Id, message: Words, out: &mut Out<Self>) {
        let challenge = self.challenge(id, site);
        let site = site.to_mut();
        let sender = host(from);
        match site
            .partner
            .on_message(&self.protocol, sender, message, challenge)
        {
            Reply::Acknowledges(acknowledgement) => {
                site.challenges += u8::from(self.protocol.challenges());
                out.send(from, acknowledgement);
                out.set_timer(Timer::Commitment, ticks(self.skip.into()));
            }
            Reply::Commits(receiver, commitment) => {
                if let Some(record) = &mut site.record {
                    record.committed += 1;
                }
                out.cancel_timer(Timer::Acknowledgement);
                out.send(actor(receiver), commitment);
            }
            Reply::Takes(_) => {
                if let (Some(record), Message::Commitment { id, .. }) = (&mut site.record, message)
                {
                    insert(
                        &mut record.completed,
                        Pass {
                            partner: sender,
                            id,
                        },
                    );
                }
                site.taken += u8::from(self.counts_taken());
                out.cancel_timer(Timer::Commitment);
            }
            Reply::Discarded => {
                if let (Some(record), Message::Commitment { id, .. }) = (&mut site.record, message)
                {
                    record.discard(Pass {
                        partner: sender,
                        id,
                    });
                }
            }
        }
        self.open_offers(id, site, out);
    }

    fn on_timeout(&self, id: Id, site: &mut Cow<Site>, timer: &Timer, out: &mut Out<Self>) {
        let site = site.to_mut();
        match timer {
            Timer::Acknowledgement => {
                site.partner.sender_times_out(&self.protocol);
            }
            Timer::Commitment => {
                let awaited = site.partner.awaits;
                site.partner.receiver_times_out(&self.protocol);
                if let (Some(record), Some(awaited)) = (&mut site.record, awaited) {
                    insert(&mut record.given_up, awaited.pass);
                }
            }
        }
        self.open_offers(id, site, out);
    }
}

impl Exchanger {
    /// Whether anything depends on how many tokens were received.
    fn counts_taken(&self) -> bool {
        self.records || self.names == Names::PerHop
    }
}

impl Record {
    /// A commitment was discarded; the copy of one that was taken is no matter.
    fn discard(&mut self, pass: Pass) {
        if !self.completed.contains(&pass) {
            let late = self.given_up.contains(&pass);
            self.late |= late;
            self.wasted |= !late;
        }
    }
}

fn insert(passes: &mut Vec<Pass>, pass: Pass) {
    if let Err(place) = passes.binary_search(&pass) {
        passes.insert(place, pass);
    }
}

impl Resident for Exchanger {
    /// The sender waits for a round trip, the receiver for another.
    fn could_answer(&self, waiting: Id, timer: &Timer, to: Id, message: &Words) -> bool {
        let here = to == waiting;
        match (timer, message) {
            (Timer::Acknowledgement, Message::Token { .. }) => !here,
            (Timer::Acknowledgement, Message::Acknowledgement { .. }) => here,
            (Timer::Acknowledgement, Message::Commitment { .. }) => false,
            (Timer::Commitment, Message::Token { .. }) => false,
            (Timer::Commitment, Message::Acknowledgement { .. }) => !here,
            (Timer::Commitment, Message::Commitment { .. }) => here,
        }
    }

    fn show_state(&self, site: &Site) -> serde_json::Value {
        serde_json::json!(site)
    }

    fn show_storage(&self, storage: &()) -> serde_json::Value {
        serde_json::json!(storage)
    }

    fn message_name(&self, message: &Words) -> String {
        let own = |challenge: &Option<PassId>| match challenge {
            Some(PassId(id)) => format!(", own id {id}"),
            None => String::new(),
        };
        match message {
            Message::Token { token, id } => format!("TOKEN({token}, id {})", id.0),
            Message::Acknowledgement { id, challenge } => {
                format!("ACK(id {}{})", id.0, own(challenge))
            }
            Message::Commitment { id, challenge } => {
                format!("COMMIT(id {}{})", id.0, own(challenge))
            }
        }
    }

    fn choice_name(&self, Offer { to, id }: &Offer) -> String {
        format!("offer to S{} as {}", to.0, id.0)
    }

    fn timer_name(&self, timer: &Timer) -> String {
        match timer {
            Timer::Acknowledgement => "T_ack".to_owned(),
            Timer::Commitment => "T_commit".to_owned(),
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        [
            "offer to ",
            "deliver TOKEN",
            "deliver ACK",
            "deliver COMMIT",
            "timeout T_ack",
            "timeout T_commit",
        ]
        .map(str::to_owned)
        .to_vec()
    }
}
