//! The bully algorithm, rule by rule from the slides "The Bully Algorithm (I)" to "(III)" and "But... What about Bullism?".
//!
//! | slide | here |
//! |---|---|
//! | "notices that the current leader is no more alive" | a report of the world's detector: [`Resident::on_suspect`] |
//! | "to begin the election" | [`Node::begin`] |
//! | "as a process receives ..." | [`Actor::on_msg`] |
//! | "if no answer arrives in time T", "an additional T'" | [`Timer`] |
//! | "when a process is started to replace a crashed process" | a node that returns |
//!
//! Time is counted in ticks: a message takes 1 to d of them. UIDs are 0 to N-1, and S(N-1), the highest, is the leader that
//! all know at first. Crashes fall anywhere, also between two sends of one step. A crash of the leader is noticed by each process
//! that has it as its leader, at any later moment, but not before the leader's last message has arrived: as timeouts do.
//!
//! Readings taken where the slides are silent: a LEADER ends the election of who receives it; who is in an election notices
//! nothing; the highest of all announces itself at once instead of asking nobody. "Unless it has not done this yet" says the
//! opposite of what it means, and what it means can be read in three ways: [`Unless`]. T' begins when T ends ("additional"), or
//! with the first ANSWER: [`Additional`].

pub mod properties;
mod setting;

pub use setting::{Accepts, Additional, Begins, Bully, Initiator, Unless};

use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{Resident, World, ticks};

verdict_checker::mutants! {
    /// Errors in the rules.
    NoAnswer = "no-answer": "an ELECTION is not answered",
    AnswerTwice = "answer-twice": "an ELECTION is answered twice",
    AskFewer = "ask-fewer": "ELECTION goes to the next higher UID only",
    NoWord = "no-word": "who takes itself as the leader sends no LEADER",
    GiveUp = "give-up": "when T' is over, nothing happens",
    Meek = "meek": "who receives an ELECTION answers and begins no election",
}

/// What is said; who says it is the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// "To announce an election."
    Election,
    /// "To response to an election."
    Answer,
    /// "To announce the elected leader."
    Leader,
}

/// What a process waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Timer {
    /// T, for an ANSWER.
    Answer,
    /// T', for a LEADER.
    Leader,
}

/// Where a process stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Phase {
    /// In no election.
    Idle,
    /// Waiting for ANSWERs; whether there was one.
    Asks(bool),
    /// Waiting for a LEADER.
    Waits,
}

/// The variables of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Process {
    /// `leader`; none in one that has just been started again.
    pub leader: Option<u8>,
    /// Where it stands.
    pub phase: Phase,
    /// Whether it has begun an election, where a reading asks for that.
    pub begun: bool,
    /// Whether it has begun an election because T' was over.
    pub again: bool,
    /// How many messages it has sent, where that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<u8>,
}

/// One process.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    processes: usize,
    unless: Unless,
    additional: Additional,
    accepts: Accepts,
    begins: Begins,
    t: u64,
    t_prime: u64,
    mutant: Option<Mutant>,
}

/// Processes in a world.
pub type Group = World<Node>;

impl Node {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Sends a message, and counts it.
    fn send(process: &mut Process, to: usize, message: Message, out: &mut Out<Self>) {
        process.sent = process.sent.map(|sent| sent.saturating_add(1));
        out.send(Id::from(to), message);
    }

    /// The election is over.
    fn settle(process: &mut Process, leader: usize, out: &mut Out<Self>) {
        (process.leader, process.phase) = (Some(leader as u8), Phase::Idle);
        process.again = false;
        out.cancel_timer(Timer::Answer);
        out.cancel_timer(Timer::Leader);
    }

    /// "Sends LEADER msgs to the processes with lower UIDs."
    fn announce(&self, me: usize, process: &mut Process, out: &mut Out<Self>) {
        Self::settle(process, me, out);
        if !self.is(Mutant::NoWord) {
            (0..me).for_each(|lower| Self::send(process, lower, Message::Leader, out));
        }
    }

    /// "One process, to begin the election, must send an ELECTION msg to those processes with higher UID."
    fn begin(&self, me: usize, process: &mut Process, out: &mut Out<Self>) {
        process.begun = matches!(self.unless, Unless::Printed | Unless::Ever);
        if me + 1 == self.processes {
            self.announce(me, process, out);
            return;
        }
        let end = if self.is(Mutant::AskFewer) {
            me + 2
        } else {
            self.processes
        };
        (me + 1..end).for_each(|higher| Self::send(process, higher, Message::Election, out));
        process.phase = Phase::Asks(false);
        out.cancel_timer(Timer::Leader);
        out.set_timer(Timer::Answer, ticks(self.t));
    }

    fn wait_for_leader(&self, process: &mut Process, out: &mut Out<Self>) {
        process.phase = Phase::Waits;
        out.cancel_timer(Timer::Answer);
        out.set_timer(Timer::Leader, ticks(self.t_prime));
    }
}

impl Actor for Node {
    type Msg = Message;
    type State = Process;
    type Timer = Timer;
    /// That it has been started before.
    type Storage = ();
    type Random = ();

    fn on_start(&self, id: Id, before: &Option<()>, out: &mut Out<Self>) -> Process {
        let mut process = Process {
            leader: Some(self.processes as u8 - 1),
            phase: Phase::Idle,
            begun: false,
            again: false,
            sent: None,
        };
        out.save(());
        if let Begins::Only(initiator, _) = self.begins {
            process.sent = Some(0);
            let who = match initiator {
                Initiator::Lowest => 0,
                Initiator::Second => self.processes - 2,
                Initiator::Highest => self.processes - 1,
            };
            if usize::from(id) == who {
                out.choose_random("begin", vec![()]);
            }
        }
        // "When a process is started to replace a crashed process, it starts a new election."
        if before.is_some() {
            process.leader = None;
            self.begin(id.into(), &mut process, out);
        }
        process
    }

    fn on_random(&self, id: Id, process: &mut Cow<Process>, (): &(), out: &mut Out<Self>) {
        self.begin(id.into(), process.to_mut(), out);
    }

    fn on_msg(
        &self,
        id: Id,
        process: &mut Cow<Process>,
        from: Id,
        m: Message,
        out: &mut Out<Self>,
    ) {
        let silent = matches!(self.begins, Begins::Only(_, false));
        if silent && usize::from(id) + 1 == self.processes {
            return;
        }
        let process = process.to_mut();
        let (me, from) = (usize::from(id), usize::from(from));
        match m {
            Message::Election => {
                if !self.is(Mutant::NoAnswer) {
                    Self::send(process, from, Message::Answer, out);
                }
                if self.is(Mutant::AnswerTwice) {
                    Self::send(process, from, Message::Answer, out);
                }
                let begins = match self.unless {
                    Unless::Printed => process.begun,
                    Unless::InOne => process.phase == Phase::Idle,
                    Unless::Ever => !process.begun,
                    Unless::Never => true,
                };
                if begins && !self.is(Mutant::Meek) {
                    self.begin(me, process, out);
                }
            }
            Message::Answer => match (process.phase, self.additional) {
                (Phase::Asks(_), Additional::AfterT) => process.phase = Phase::Asks(true),
                (Phase::Asks(_), Additional::AfterAnswer) => self.wait_for_leader(process, out),
                // One of several, or too late.
                (Phase::Idle | Phase::Waits, _) => {}
            },
            Message::Leader => {
                let known = process
                    .leader
                    .is_some_and(|leader| usize::from(leader) > from);
                let lower = process.phase == Phase::Idle && known;
                if from > me && !(self.accepts == Accepts::NotLower && lower) {
                    Self::settle(process, from, out);
                }
            }
        }
    }

    fn on_timeout(&self, id: Id, process: &mut Cow<Process>, timer: &Timer, out: &mut Out<Self>) {
        let process = process.to_mut();
        match timer {
            Timer::Answer if process.phase == Phase::Asks(true) => {
                self.wait_for_leader(process, out)
            }
            Timer::Answer => self.announce(id.into(), process, out),
            Timer::Leader if self.is(Mutant::GiveUp) => process.phase = Phase::Idle,
            Timer::Leader => {
                process.again = true;
                self.begin(id.into(), process, out);
            }
        }
    }
}

impl Resident for Node {
    /// The leader is no more alive.
    fn on_suspect(&self, id: Id, process: &mut Cow<Process>, _: Id, out: &mut Out<Self>) {
        self.begin(id.into(), process.to_mut(), out);
    }

    fn watches(&self, _: Id, process: &Process, other: Id) -> bool {
        process.phase == Phase::Idle && process.leader.map(usize::from) == Some(other.into())
    }

    fn show_state(&self, state: &Process) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, (): &()) -> serde_json::Value {
        "started".into()
    }

    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Election => "ELECTION",
            Message::Answer => "ANSWER",
            Message::Leader => "LEADER",
        }
        .to_owned()
    }

    fn choice_name(&self, (): &()) -> String {
        "begin".to_owned()
    }

    fn timer_name(&self, timer: &Timer) -> String {
        match timer {
            Timer::Answer => "T",
            Timer::Leader => "T'",
        }
        .to_owned()
    }
}
