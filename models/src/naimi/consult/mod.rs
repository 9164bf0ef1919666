//! Naimi and Trehel's own extension, "How to detect a failure and regenerate the token", as Sopena, Arantes, Bertier
//! and Sens describe it in section 4.
//!
//! | paper | here |
//! |---|---|
//! | T_wait, T_elec | [`Timer`] |
//! | CONSULT, FAILURE, ELECTION, ELECTED | [`Message`]; their answers are `Yours` and `Mine` |
//!
//! Modelled: the original algorithm, unchanged, with up to r requests a site; the four broadcasts; permanent
//! crashes. In the synchronous world T_wait ends when nothing is in transit any more, though perhaps while another site is
//! in its critical section (it depends on T_cs "in average"); T_elec when the one that asked cannot be answered any
//! more. In ticks T_wait is (N-1)*(T_msg+T_cs), as section 6 has it, T_elec is 2*T_msg, and T_cs is T_msg.
//!
//! Readings taken, where section 4 is silent. A CONSULT that is answered starts T_wait anew. A FAILURE that is
//! answered, by the owner of the token, means that the request was lost: it is sent again, to that owner. A
//! candidate that hears of a smaller one withdraws and waits for ELECTED. The elected site makes the token, and whoever
//! hears ELECTED forgets its `next`, sets `last` to it and, if it waits, sends its request again.

mod claims;
pub mod properties;
mod setting;

pub use claims::claims;
pub use setting::{Clock, Section4, Wait};

use super::original::{self, Act, Handled, Phase, Rules, Variables};
use super::site::SiteId;
use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{Resident, World, ticks};

/// What sites say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// A token request of this site.
    Request(SiteId),
    /// The token.
    Token,
    /// CONSULT: is your `next` this site?
    Consult(SiteId),
    /// The answer to CONSULT.
    Yours,
    /// FAILURE: do you own the token?
    Failure(SiteId),
    /// The answer to FAILURE.
    Mine,
    /// ELECTION: this site is a candidate.
    Election(SiteId),
    /// ELECTED: this site is the new owner of the token.
    Elected(SiteId),
}

/// What a site waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Timer {
    /// The end of its critical section.
    CriticalSection,
    /// The token.
    Wait,
    /// Answers.
    Elec,
}

/// How far a site is in its recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Stage {
    /// It has broadcast CONSULT.
    Consult,
    /// It has broadcast FAILURE.
    Failure,
    /// It has broadcast ELECTION.
    Election,
}

/// The variables of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Site {
    /// Those of the original algorithm.
    #[serde(flatten)]
    pub tree: Variables,
    /// How often it may still ask for the critical section.
    pub requests: u8,
    /// How far it is in its recovery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
}

verdict_checker::mutants! {
    /// Errors in section 4, and one in the rules of section 3.
    KeepToken = "keep-token": "the token is sent and kept",
    SilentFailure = "silent-failure": "nobody answers FAILURE",
    Impatient = "impatient": "T_wait is one T_msg shorter",
    NoResend = "no-resend": "after ELECTED no request is sent again",
}

/// A site of section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Consult {
    /// N.
    pub nodes: u8,
    /// How often each site asks for the critical section.
    pub requests: u8,
    /// The error, if one is made.
    pub mutant: Option<Mutant>,
    /// How its timers run.
    pub clock: Clock,
    /// T_msg in ticks, where they count.
    pub t_msg: u8,
    /// T_wait, in T_msg.
    pub wait: u8,
}

impl Consult {
    /// A site among N, in the synchronous world, with one request.
    pub fn of(nodes: u8) -> Self {
        Consult {
            nodes,
            requests: 1,
            mutant: None,
            clock: Clock::Synchronous,
            t_msg: 0,
            wait: 2 * (nodes - 1),
        }
    }
}

/// Sites of section 4 in a world.
pub type Sites = World<Consult>;

/// One event at one site.
struct Turn<'a> {
    rules: &'a Consult,
    me: SiteId,
    site: Site,
    out: &'a mut Out<Consult>,
}

impl Turn<'_> {
    fn is(&self, mutant: Mutant) -> bool {
        self.rules.mutant == Some(mutant)
    }

    fn tree_rules(&self) -> Rules {
        let keeps = self.is(Mutant::KeepToken);
        Rules {
            mutant: keeps.then_some(original::Mutant::KeepToken),
            ..Rules::MEANT
        }
    }

    fn broadcast(&mut self, message: Message) {
        let others = (0..self.rules.nodes).map(SiteId).filter(|i| *i != self.me);
        for other in others {
            self.out.send(other.into(), message);
        }
    }

    /// What arrives exactly at the end of the time has arrived in time: a timer fires one tick later.
    fn set(&mut self, timer: Timer) {
        let [t_msg, wait] = [self.rules.t_msg, self.rules.wait].map(u64::from);
        let waits = match timer {
            Timer::CriticalSection => ticks(0).start..ticks(t_msg).end,
            Timer::Wait => ticks((wait - u64::from(self.is(Mutant::Impatient))) * t_msg + 1),
            Timer::Elec => ticks(2 * t_msg + 1),
        };
        self.out.set_timer(timer, waits);
    }

    /// Waits for the token, from the beginning.
    fn wait(&mut self) {
        self.site.stage = None;
        self.out.cancel_timer(Timer::Elec);
        self.set(Timer::Wait);
    }

    fn ask(&mut self, stage: Stage, message: Message) {
        self.site.stage = Some(stage);
        self.broadcast(message);
        self.set(Timer::Elec);
    }

    fn enter(&mut self) {
        self.site.stage = None;
        self.out.cancel_timer(Timer::Wait);
        self.out.cancel_timer(Timer::Elec);
        match self.rules.clock {
            Clock::Synchronous | Clock::BoundedSections => self.set(Timer::CriticalSection),
            Clock::AnySections => self.out.choose_random("site", vec![Act::Leave]),
        }
    }

    fn leave(&mut self) {
        if let Some(next) = self.site.tree.release(self.tree_rules()) {
            self.out.send(next.into(), Message::Token);
        }
        if self.site.requests > 0 {
            self.out.choose_random("site", vec![Act::Request]);
        }
    }

    fn request(&mut self) {
        self.site.requests -= 1;
        let last = self.site.tree.request(self.me, self.tree_rules());
        if self.site.tree.phase == Phase::Inside {
            return self.enter();
        }
        if let Some(last) = last {
            self.out.send(last.into(), Message::Request(self.me));
        }
        self.wait();
    }

    fn on_message(&mut self, from: SiteId, message: Message) {
        let waiting = self.site.tree.phase == Phase::Waiting;
        match message {
            Message::Request(origin) if origin == self.me => {}
            Message::Request(origin) => {
                match self
                    .site
                    .tree
                    .on_request(self.me, origin, self.tree_rules())
                {
                    Handled::Forwarded(last) => self.out.send(last.into(), message),
                    Handled::Granted => self.out.send(origin.into(), Message::Token),
                    Handled::Queued | Handled::Forgotten => {}
                }
            }
            Message::Token => {
                self.site.tree.on_token();
                if waiting {
                    self.enter();
                }
            }
            // "It answers to S_i only if the latter is its next."
            Message::Consult(origin) => {
                if self.site.tree.next == Some(origin) {
                    self.out.send(origin.into(), Message::Yours);
                }
            }
            Message::Yours if self.site.stage == Some(Stage::Consult) => self.wait(),
            // "A site replies to S_i if it owns the token."
            Message::Failure(origin) => {
                if self.site.tree.token && !self.is(Mutant::SilentFailure) {
                    self.out.send(origin.into(), Message::Mine);
                }
            }
            Message::Mine if self.site.stage == Some(Stage::Failure) => {
                self.out.send(from.into(), Message::Request(self.me));
                self.wait();
            }
            Message::Yours | Message::Mine => {}
            // "In case of concurrent election messages, the site with the smallest identifier is chosen."
            Message::Election(candidate) => {
                let candidates = self.site.stage == Some(Stage::Election);
                if candidates && candidate < self.me {
                    self.wait();
                }
            }
            Message::Elected(owner) => {
                self.site.tree.next = None;
                self.site.tree.last = owner;
                if waiting {
                    self.site.tree.last = self.me;
                    if !self.is(Mutant::NoResend) {
                        self.out.send(owner.into(), Message::Request(self.me));
                    }
                    self.wait();
                }
            }
        }
    }

    fn on_timer(&mut self, timer: Timer) {
        match (timer, self.site.stage) {
            (Timer::CriticalSection, _) => self.leave(),
            (Timer::Wait, _) => self.ask(Stage::Consult, Message::Consult(self.me)),
            (Timer::Elec, Some(Stage::Consult)) => {
                self.ask(Stage::Failure, Message::Failure(self.me));
            }
            (Timer::Elec, Some(Stage::Failure)) => {
                self.ask(Stage::Election, Message::Election(self.me));
            }
            (Timer::Elec, Some(Stage::Election)) => {
                self.broadcast(Message::Elected(self.me));
                self.site.tree.last = self.me;
                self.site.tree.next = None;
                self.site.tree.on_token();
                self.enter();
            }
            (Timer::Elec, None) => {}
        }
    }
}

impl Consult {
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
            site: **state,
            out,
        };
        handler(&mut turn);
        let site = turn.site;
        if site != **state {
            *state = Cow::Owned(site);
        }
    }
}

impl Actor for Consult {
    type Msg = Message;
    type State = Site;
    type Timer = Timer;
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Site {
        out.choose_random("site", vec![Act::Request]);
        Site {
            tree: Variables::initially(SiteId::from(id), SiteId(0)),
            requests: self.requests,
            stage: None,
        }
    }

    fn on_random(&self, id: Id, state: &mut Cow<Site>, act: &Act, out: &mut Out<Self>) {
        self.turn(id, state, out, |turn| match act {
            Act::Request => turn.request(),
            Act::Leave => turn.leave(),
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
        self.turn(id, state, out, |turn| turn.on_message(from, message));
    }

    fn on_timeout(&self, id: Id, state: &mut Cow<Site>, timer: &Timer, out: &mut Out<Self>) {
        self.turn(id, state, out, |turn| turn.on_timer(*timer));
    }
}

impl Resident for Consult {
    fn show_state(&self, state: &Self::State) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &Self::Storage) -> serde_json::Value {
        serde_json::json!(storage)
    }

    fn could_answer(&self, waiting: Id, timer: &Timer, to: Id, message: &Message) -> bool {
        let waiting = SiteId::from(waiting);
        match (timer, message) {
            (Timer::CriticalSection, _) => false,
            (Timer::Wait, _) => true,
            (
                Timer::Elec,
                Message::Consult(origin) | Message::Failure(origin) | Message::Election(origin),
            ) if *origin == waiting => true,
            (Timer::Elec, _) => to == waiting.into(),
        }
    }

    /// Whoever consults, fails, stands or is elected is the sender, whom the label of the step names.
    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Request(origin) => format!("REQUEST({origin})"),
            Message::Token => "TOKEN".to_owned(),
            Message::Consult(_) => "CONSULT".to_owned(),
            Message::Yours => "answer-to-CONSULT".to_owned(),
            Message::Failure(_) => "FAILURE".to_owned(),
            Message::Mine => "answer-to-FAILURE".to_owned(),
            Message::Election(_) => "ELECTION".to_owned(),
            Message::Elected(_) => "ELECTED".to_owned(),
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
            Timer::Wait => "T_wait",
            Timer::Elec => "T_elec",
        }
        .to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        let mut words = vec!["request ", "deliver REQUEST", "deliver TOKEN"];
        // Where ticks count, it is also asked what happens without a crash.
        if self.clock == Clock::Synchronous {
            words.extend(["deliver CONSULT", "deliver ELECTED"]);
        }
        words.into_iter().map(str::to_owned).collect()
    }
}
