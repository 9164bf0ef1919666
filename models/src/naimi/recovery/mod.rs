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
pub use setting::{Clock, Patience, Section5, Trees, trees};

use super::original::{self, Act, Phase, Rules, Variables};
use super::site::SiteId;
use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
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
        /// As repaired: which of its requests this is.
        number: Option<u8>,
    },
    /// The token.
    Token,
    /// "To confirm the reception of the request and to communicate the identification of its predecessors."
    Commit {
        /// The receiver's position, if the sender knows its own.
        position: Option<u8>,
        /// Its predecessors, closest first.
        predecessors: Vec<SiteId>,
        /// As repaired: to which of its requests this is the answer.
        number: Option<u8>,
    },
    /// M1.
    AreYouAlive {
        /// Who asks.
        from: SiteId,
        /// As repaired: its position.
        position: Option<u8>,
        /// As repaired: which of its requests waits.
        number: Option<u8>,
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
        /// Who asks.
        from: SiteId,
        /// As repaired: the position of the sender, if it has one.
        position: Option<u8>,
        /// As repaired: which of its requests waits.
        number: Option<u8>,
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
    /// (N+2)*T_msg, as repaired: answers to SEARCH_QUEUE, also those of sites that have no position yet.
    LateAnswers,
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
    /// Which of the requests of its `next` it has accepted, where requests have numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<u8>,
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
    /// T_msg in ticks, in a world that counts them; there a critical section may take any time.
    pub t_msg: u8,
    /// For how many T_msg a site waits for its COMMIT: N, as printed.
    pub patience: u8,
    /// Where its `last` points at first; the root has the token.
    pub last: SiteId,
}

impl Recovery {
    /// A site as it is read, among N that start as a star around S0, with one request each.
    pub fn of(nodes: u8, reading: Reading) -> Self {
        Recovery {
            nodes,
            k: 1,
            requests: 1,
            reading,
            mutant: None,
            counted: Counted::Nothing,
            t_msg: 0,
            patience: nodes,
            last: SiteId(0),
        }
    }
}

impl Site {
    /// A site that does nothing yet.
    pub fn initially(tree: Variables) -> Self {
        Site {
            position: tree.token.then_some(0),
            tree,
            predecessors: Vec::new(),
            accesses: 0,
            accepted: None,
            recovering: None,
            faulty: NodeSet::default(),
            asked: NodeSet::default(),
            regenerated: None,
            counted: 0,
        }
    }
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

    /// Which of its requests waits, if requests have numbers.
    fn number(&self) -> Option<u8> {
        let numbered = self.rules.reading.repairs.numbers_requests;
        numbered.then_some(self.site.accesses)
    }

    fn count(&mut self, what: Counted) {
        if self.rules.counted == what {
            self.site.counted = self.site.counted.saturating_add(1);
        }
    }

    fn set(&mut self, timer: Timer) {
        let Recovery {
            t_msg, patience, ..
        } = *self.rules;
        let [t_msg, patience] = [t_msg, patience].map(u64::from);
        // What arrives exactly at the end of the time has arrived in time: a timer fires one tick later.
        let waits = match timer {
            Timer::CriticalSection => ticks(0),
            Timer::Commit => ticks(patience * t_msg + 1),
            Timer::LastWords => ticks(t_msg + 1),
            Timer::Answers => ticks(2 * t_msg + 1),
            Timer::LateAnswers => ticks((patience + 2) * t_msg + 1),
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
        out.choose_random("site", vec![Act::Request]);
        Site::initially(Variables::initially(me, self.last))
    }

    fn on_random(&self, id: Id, state: &mut Cow<Site>, act: &Act, out: &mut Out<Self>) {
        self.turn(id, state, out, |turn| match act {
            Act::Request => turn.request(),
            Act::Leave => turn.release(),
        });
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
            Message::Request {
                origin,
                direct,
                number,
            } => turn.on_request(origin, direct, number),
            Message::Token => turn.on_token(),
            Message::Commit {
                position,
                predecessors,
                number,
            } => turn.on_commit(position, predecessors, number),
            Message::AreYouAlive {
                from,
                position,
                number,
            } => turn.on_are_you_alive(from, position, number),
            Message::IAmAlive => turn.on_i_am_alive(from),
            Message::SearchPrev { from, position } => turn.on_search_prev(from, position),
            Message::AckSearchPrev { position } => turn.on_ack_search_prev(from, position),
            Message::Connection {
                position, number, ..
            } => turn.on_connection(from, position, number),
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
            Timer::Answers | Timer::LateAnswers => turn.answers_are_in(),
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
    /// has arrived; a site that answers late waits for its COMMIT first. An answer within 2*T_msg is a matter between the
    /// one that asks and those that it asks.
    fn could_answer(&self, waiting: Id, timer: &Timer, to: Id, message: &Message) -> bool {
        let waiting = SiteId::from(waiting);
        match (timer, message) {
            (Timer::CriticalSection, _) => false,
            (Timer::Commit | Timer::LastWords | Timer::LateAnswers, _) => true,
            (
                Timer::Answers,
                Message::AreYouAlive { from, .. }
                | Message::SearchPrev { from, .. }
                | Message::Connection { from, .. }
                | Message::SearchQueue { from, .. },
            ) if *from == waiting => true,
            (Timer::Answers, _) => to == waiting.into(),
        }
    }

    /// Who asks whether someone is alive, or searches, is the sender, whom the label of the step names.
    fn message_name(&self, message: &Message) -> String {
        let number = |number: &Option<u8>| number.map(|number| format!("request {}", number + 1));
        let position = |position: &Option<u8>| position.map(|position| position.to_string());
        let (name, facts) = match message {
            Message::Request {
                origin,
                direct,
                number: which,
            } => {
                let tail = direct.then(|| "to the tail".to_owned());
                (
                    "REQUEST",
                    vec![Some(origin.to_string()), tail, number(which)],
                )
            }
            Message::Token => ("TOKEN", vec![]),
            Message::Commit {
                position: placed,
                predecessors,
                number: which,
            } => {
                let after = Some(format!("after {predecessors:?}"));
                ("COMMIT", vec![position(placed), after, number(which)])
            }
            Message::AreYouAlive {
                position: told,
                number: which,
                ..
            } => ("ARE_YOU_ALIVE", vec![position(told), number(which)]),
            Message::IAmAlive => ("I_AM_ALIVE", vec![]),
            Message::SearchPrev { position, .. } => {
                ("SEARCH_PREV", vec![Some(position.to_string())])
            }
            Message::AckSearchPrev { position } => {
                ("ACK_SEARCH_PREV", vec![Some(position.to_string())])
            }
            Message::Connection {
                position: told,
                number: which,
                ..
            } => ("CONNECTION", vec![position(told), number(which)]),
            Message::SearchQueue { accesses, .. } => {
                ("SEARCH_QUEUE", vec![Some(accesses.to_string())])
            }
            Message::AckSearchQueue { position, has_next } => {
                let next = if *has_next { "has a next" } else { "no next" };
                let position = Some(position.to_string());
                ("ACK_SEARCH_QUEUE", vec![position, Some(next.to_owned())])
            }
        };
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        match facts.is_empty() {
            true => name.to_owned(),
            false => format!("{name}({})", facts.join(", ")),
        }
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Request => "request",
            Act::Leave => "leave",
        }
        .to_owned()
    }

    /// Nobody owes a request; whoever is inside leaves in the end.
    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Request => "local",
            Act::Leave => "leave",
        }
    }

    fn timer_name(&self, timer: &Timer) -> String {
        match timer {
            Timer::CriticalSection => "T_cs",
            Timer::Commit if self.patience != self.nodes => {
                return format!("{}*T_msg", self.patience);
            }
            Timer::Commit => "N*T_msg",
            Timer::LastWords => "T_msg",
            Timer::Answers => "2*T_msg",
            Timer::LateAnswers => "(N+2)*T_msg",
        }
        .to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        [
            "request ",
            "deliver REQUEST",
            "deliver TOKEN",
            "deliver COMMIT",
            match self.t_msg {
                0 => "timeout T_cs",
                _ => "leave ",
            },
        ]
        .map(str::to_owned)
        .to_vec()
    }
}
