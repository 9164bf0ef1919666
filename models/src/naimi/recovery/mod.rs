//! Sopena, Arantes, Bertier, Sens, "A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree",
//! section 5: their extension of Naimi and Trehel's algorithm.
//!
//! | paper | here |
//! |---|---|
//! | `last`, `next`, the token | [`Variables`], the rules of section 3 |
//! | position in the queue, the k predecessors | `position`, `predecessors` of [`Site`], closest first |
//! | COMMIT, ARE_YOU_ALIVE, ... | [`Message`] |
//! | M1, M2, M3 | [`Mechanism`]; `queue.rs` has the ordinary handlers, `mechanisms.rs` those three |
//! | T_msg, 2*T_msg, N*T_msg | [`Timer`] |
//!
//! Modelled: requests (each site makes up to r), COMMIT, the three mechanisms, permanent crashes. The periodic
//! check of the closest predecessor is the world's detector followed by a wait of T_msg, because checks that are answered
//! change nothing; so their messages are not modelled. Not modelled: Lamport's timestamps (footnote 3
//! says what they are for and not how they are used). `docs/naimi-readings.md` lists where the text is silent and
//! which reading is taken; those with a switch are in [`Reading`].

mod claims;
mod mechanisms;
pub mod properties;
mod queue;
mod reading;
mod setting;

pub use claims::claims;
pub use reading::{
    Counted, Mutant, Reading, Repairs, Resent, RuleThree, Successors, TokenPosition,
};
pub use setting::{Clock, Section5};

use super::original::{self, Act, Phase, Rules, Variables};
use super::site::SiteId;
use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::time::Duration;
use verdict_world::{NodeSet, Resident, World, ticks};

/// What sites say to each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// A token request.
    Request {
        /// Who asks.
        origin: SiteId,
        /// M3.a (i): sent to the tail of the queue itself.
        direct: bool,
    },
    /// The token.
    Token,
    /// "To confirm the reception of the request and to communicate the identification of its predecessors."
    Commit {
        /// The receiver's position, if the sender knows its own.
        position: Option<u8>,
        /// Its predecessors, closest first.
        predecessors: Vec<SiteId>,
    },
    /// M1.
    AreYouAlive {
        /// Who asks.
        from: SiteId,
        /// As repaired: its position.
        position: Option<u8>,
    },
    /// M1: "takes S_i as its new successor".
    IAmAlive,
    /// M2.
    SearchPrev {
        /// Who searches.
        from: SiteId,
        /// Its position.
        position: u8,
    },
    /// M2: the answer of a site with a smaller position.
    AckSearchPrev {
        /// That position.
        position: u8,
    },
    /// M2 and M3.a (ii): become my predecessor.
    Connection {
        /// As repaired: the position of the sender, if it has one.
        position: Option<u8>,
    },
    /// M3.
    SearchQueue {
        /// Who searches.
        from: SiteId,
        /// How often it has been in the critical section.
        accesses: u8,
    },
    /// M3: the answer of a site that has a position.
    AckSearchQueue {
        /// That position.
        position: u8,
        /// Whether it has a `next`.
        has_next: bool,
    },
}

/// What a site waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Timer {
    /// The end of its critical section.
    CriticalSection,
    /// N*T_msg: its COMMIT.
    Commit,
    /// T_msg: what its predecessor sent before it crashed.
    LastWords,
    /// 2*T_msg: answers.
    Answers,
}

/// A mechanism of recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Mechanism {
    /// M2.
    M2,
    /// M3.
    M3,
}

/// What a site in recovery waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Recovering {
    /// M1: the answer of this one of its predecessors.
    M1(u8),
    /// M2: answers; the greatest position so far.
    M2(Option<(u8, SiteId)>),
    /// M2, as repaired: the COMMIT that answers its CONNECTION.
    Connecting,
    /// M3: answers, as a candidate; the greatest position so far, and whether that site has a `next`.
    M3(Option<(u8, SiteId, bool)>),
}

/// The variables of a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Site {
    /// Those of the original algorithm.
    #[serde(flatten)]
    pub tree: Variables,
    /// Its position in the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<u8>,
    /// Its predecessors, closest first, at most k; empty once it has the token.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub predecessors: Vec<SiteId>,
    /// How often it has been in the critical section.
    pub accesses: u8,
    /// What it is doing about a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovering: Option<Recovering>,
    /// Sites that it knows to have crashed.
    #[serde(skip_serializing_if = "nobody")]
    pub faulty: NodeSet,
    /// Sites that search the queue and that it owes an answer once it has a position (a repair).
    #[serde(skip_serializing_if = "nobody")]
    pub asked: NodeSet,
    /// By which mechanism it has regenerated the token; no handler reads this, properties do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regenerated: Option<Mechanism>,
    /// What is counted, for claims about numbers; no handler reads this.
    #[serde(skip_serializing_if = "is_zero")]
    pub counted: u8,
}

fn nobody(nodes: &NodeSet) -> bool {
    nodes.is_empty()
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A site of section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recovery {
    /// N.
    pub nodes: u8,
    /// How many predecessors a COMMIT names.
    pub k: u8,
    /// How often each site asks for the critical section.
    pub requests: u8,
    /// How the text is read.
    pub reading: Reading,
    /// The error, if one is made.
    pub mutant: Option<Mutant>,
    /// What is counted.
    pub counted: Counted,
    /// T_msg in ticks, in a world that counts them.
    pub t_msg: u8,
}

/// Sites of section 5 in a world.
pub type Sites = World<Recovery>;

/// One event at one site.
struct Turn<'a> {
    rules: &'a Recovery,
    me: SiteId,
    site: Site,
    out: &'a mut Out<Recovery>,
}

impl Turn<'_> {
    fn is(&self, mutant: Mutant) -> bool {
        self.rules.mutant == Some(mutant)
    }

    fn send(&mut self, to: SiteId, message: Message) {
        self.out.send(to.into(), message);
    }

    fn broadcast(&mut self, message: &Message) {
        self.count(Counted::Broadcasts);
        for other in (0..self.rules.nodes).map(SiteId) {
            if other != self.me {
                self.send(other, message.clone());
            }
        }
    }

    fn waits_for_late_answers(&self) -> bool {
        let candidate = matches!(self.site.recovering, Some(Recovering::M3(_)));
        candidate && self.rules.reading.repairs.late_answers
    }

    fn count(&mut self, what: Counted) {
        if self.rules.counted == what {
            self.site.counted = self.site.counted.saturating_add(1);
        }
    }

    fn set(&mut self, timer: Timer) {
        let [nodes, t_msg] = [self.rules.nodes, self.rules.t_msg].map(u64::from);
        // What arrives exactly at the end of the time has arrived in time: a timer fires one tick later.
        let waits = match timer {
            Timer::CriticalSection => Duration::ZERO..ticks(t_msg).end,
            Timer::Commit => ticks(nodes * t_msg + 1),
            Timer::LastWords => ticks(t_msg + 1),
            Timer::Answers if self.waits_for_late_answers() => ticks((nodes + 2) * t_msg + 1),
            Timer::Answers => ticks(2 * t_msg + 1),
        };
        self.out.set_timer(timer, waits);
    }
}

impl Recovery {
    fn turn(
        &self,
        id: Id,
        state: &mut Cow<Site>,
        out: &mut Out<Self>,
        handler: impl FnOnce(&mut Turn),
    ) {
        let mut turn = Turn {
            rules: self,
            me: SiteId::from(id),
            site: (**state).clone(),
            out,
        };
        handler(&mut turn);
        let site = turn.site;
        if site != **state {
            *state = Cow::Owned(site);
        }
    }

    fn tree_rules(&self) -> Rules {
        let keeps = self.mutant == Some(Mutant::KeepToken);
        Rules {
            mutant: keeps.then_some(original::Mutant::KeepToken),
            ..Rules::MEANT
        }
    }
}

impl Actor for Recovery {
    type Msg = Message;
    type State = Site;
    type Timer = Timer;
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Site {
        let me = SiteId::from(id);
        let tree = Variables::initially(me, SiteId(0));
        out.choose_random("site", vec![Act::Request]);
        Site {
            position: tree.token.then_some(0),
            tree,
            predecessors: Vec::new(),
            accesses: 0,
            recovering: None,
            faulty: NodeSet::default(),
            asked: NodeSet::default(),
            regenerated: None,
            counted: 0,
        }
    }

    fn on_random(&self, id: Id, state: &mut Cow<Site>, _: &Act, out: &mut Out<Self>) {
        self.turn(id, state, out, |turn| turn.request());
    }

    fn on_msg(
        &self,
        id: Id,
        state: &mut Cow<Site>,
        src: Id,
        message: Message,
        out: &mut Out<Self>,
    ) {
        let from = SiteId::from(src);
        self.turn(id, state, out, |turn| match message {
            Message::Request { origin, direct } => turn.on_request(origin, direct),
            Message::Token => turn.on_token(),
            Message::Commit {
                position,
                predecessors,
            } => turn.on_commit(position, predecessors),
            Message::AreYouAlive { from, position } => turn.on_are_you_alive(from, position),
            Message::IAmAlive => turn.on_i_am_alive(from),
            Message::SearchPrev { from, position } => turn.on_search_prev(from, position),
            Message::AckSearchPrev { position } => turn.on_ack_search_prev(from, position),
            Message::Connection { position } => turn.on_connection(from, position),
            Message::SearchQueue { from, accesses } => turn.on_search_queue(from, accesses),
            Message::AckSearchQueue { position, has_next } => {
                turn.on_ack_search_queue(from, position, has_next);
            }
        });
    }

    fn on_timeout(&self, id: Id, state: &mut Cow<Site>, timer: &Timer, out: &mut Out<Self>) {
        self.turn(id, state, out, |turn| match timer {
            Timer::CriticalSection => turn.release(),
            Timer::Commit => turn.no_commit(),
            Timer::LastWords => turn.predecessor_is_gone(),
            Timer::Answers => turn.answers_are_in(),
        });
    }
}

impl Resident for Recovery {
    fn show_state(&self, state: &Self::State) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &Self::Storage) -> serde_json::Value {
        serde_json::json!(storage)
    }

    fn on_suspect(&self, id: Id, state: &mut Cow<Site>, suspect: Id, out: &mut Out<Self>) {
        self.turn(id, state, out, |turn| turn.on_suspect(suspect.into()));
    }

    /// "After receiving a COMMIT message, S_i periodically checks the liveness of its closest predecessor."
    fn watches(&self, _: Id, site: &Site, other: Id) -> bool {
        let closest = site.predecessors.first();
        site.tree.phase == Phase::Waiting
            && closest.is_some_and(|closest| usize::from(*closest) == usize::from(other))
    }

    /// A critical section takes its own time. T_msg after a crash, and N*T_msg after a request, what was in flight
    /// has arrived. An answer within 2*T_msg is a matter between the one that asks and those that it asks.
    fn could_answer(&self, waiting: Id, timer: &Timer, to: Id, message: &Message) -> bool {
        let waiting = SiteId::from(waiting);
        match (timer, message) {
            (Timer::CriticalSection, _) => false,
            (Timer::Commit | Timer::LastWords, _) => true,
            (Timer::Answers, _) if self.reading.repairs.late_answers => true,
            (
                Timer::Answers,
                Message::AreYouAlive { from, .. }
                | Message::SearchPrev { from, .. }
                | Message::SearchQueue { from, .. },
            ) if *from == waiting => true,
            (Timer::Answers, _) => to == waiting.into(),
        }
    }

    /// Who asks whether someone is alive, or searches, is the sender, whom the label of the step names.
    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Request {
                origin,
                direct: false,
            } => format!("REQUEST({origin})"),
            Message::Request {
                origin,
                direct: true,
            } => format!("REQUEST({origin}, to the tail)"),
            Message::Token => "TOKEN".to_owned(),
            Message::Commit {
                position,
                predecessors,
            } => match position {
                Some(position) => format!("COMMIT({position}, after {predecessors:?})"),
                None => format!("COMMIT(after {predecessors:?})"),
            },
            Message::AreYouAlive { position: None, .. } => "ARE_YOU_ALIVE".to_owned(),
            Message::AreYouAlive {
                position: Some(position),
                ..
            } => format!("ARE_YOU_ALIVE({position})"),
            Message::IAmAlive => "I_AM_ALIVE".to_owned(),
            Message::SearchPrev { position, .. } => format!("SEARCH_PREV({position})"),
            Message::AckSearchPrev { position } => format!("ACK_SEARCH_PREV({position})"),
            Message::Connection { position: None } => "CONNECTION".to_owned(),
            Message::Connection {
                position: Some(position),
            } => format!("CONNECTION({position})"),
            Message::SearchQueue { accesses, .. } => format!("SEARCH_QUEUE({accesses})"),
            Message::AckSearchQueue { position, has_next } => {
                let next = if *has_next { "has a next" } else { "no next" };
                format!("ACK_SEARCH_QUEUE({position}, {next})")
            }
        }
    }

    fn choice_name(&self, _: &Act) -> String {
        "request".to_owned()
    }

    fn timer_name(&self, timer: &Timer) -> String {
        match timer {
            Timer::CriticalSection => "T_cs",
            Timer::Commit => "N*T_msg",
            Timer::LastWords => "T_msg",
            Timer::Answers => "2*T_msg",
        }
        .to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        [
            "request ",
            "deliver REQUEST",
            "deliver TOKEN",
            "deliver COMMIT",
            "timeout T_cs",
        ]
        .map(str::to_owned)
        .to_vec()
    }
}
