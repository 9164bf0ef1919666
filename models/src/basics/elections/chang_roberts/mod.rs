//! Chang and Roberts' election, procedure by procedure as the slide "Chang and Robert's Election (II)" prints it.
//!
//! | slide | here |
//! |---|---|
//! | `mystate`, `elected`, `leader`, `done` | fields of [`Process`] |
//! | `startElection()` | [`Process::start_election`], step `start` |
//! | `onElection(m)`, `onLeader(m)` | [`Process::on_election`], [`Process::on_leader`] |
//!
//! Two things that the code does not say. Who may call `startElection()`: nothing stops a participant ([`Starts`]). And nothing
//! ever makes a participant a nonparticipant again, so that there is one election in the life of a ring; [`Code::resets`] is the
//! line that the slide lacks, `mystate = nonparticipant` in `onLeader`.
//!
//! S0 has the highest UID; nodes are named by their UIDs, `p4 p1 p2 p3` from there along the ring. The parameter A numbers the
//! (N-1)! arrangements: 0 is increasing along the ring after the highest, the last one is decreasing.

pub mod counts;
pub mod every_ring;
pub mod properties;
mod setting;

pub use setting::{ChangRoberts, arrangement, arrangements};

use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{Resident, World};

verdict_checker::mutants! {
    /// Errors in the procedures.
    PassAll = "pass-all": "a lower UID is passed on instead of stopped",
    LowestWins = "lowest-wins": "onElection has < and > exchanged",
    Mute = "mute": "a nonparticipant stops a lower UID and does not send its own",
    NoWord = "no-word": "who is elected sends no LEADER",
    DoneEarly = "done-early": "who passes an ELECTION on sets done",
}

/// A unique identifier.
pub type Uid = u8;

/// The code with what may be different in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// Whether `onLeader` also says `mystate = nonparticipant`; as printed it does not.
    pub resets: bool,
    /// The error, if one is made.
    pub mutant: Option<Mutant>,
}

/// What processes say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// `ELECTION`, with a candidate's UID.
    Election(Uid),
    /// `LEADER`, with the elected process's UID.
    Leader(Uid),
}

/// The variables of a process, and below them what only the properties look at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Process {
    /// `myUID`.
    pub uid: Uid,
    /// Whether `mystate` is participant.
    pub participant: bool,
    /// `elected`, once it has a value.
    pub elected: Option<bool>,
    /// `leader`, once it has a value.
    pub leader: Option<Uid>,
    /// `done`.
    pub done: bool,
    /// How often it has called `startElection()`.
    pub starts: u8,
    /// Whether it has started an election and has not heard of a leader since.
    pub awaits: bool,
    /// ELECTIONs and LEADERs that it has sent, where a reading counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<(u8, u8)>,
}

impl Process {
    /// As on the first day.
    pub fn new(uid: Uid) -> Self {
        Process {
            uid,
            participant: false,
            elected: None,
            leader: None,
            done: false,
            starts: 0,
            awaits: false,
            sent: None,
        }
    }

    /// `procedure startElection()`.
    pub fn start_election(&mut self) -> Message {
        self.participant = true;
        (self.starts, self.awaits) = (self.starts + 1, true);
        Message::Election(self.uid)
    }

    /// A message arrives; answers with the one that is sent on.
    pub fn on(&mut self, message: Message, code: Code) -> Option<Message> {
        match message {
            Message::Election(uid) => self.on_election(uid, code),
            Message::Leader(uid) => self.on_leader(uid, code),
        }
    }

    /// `procedure onElection(msg m)`.
    pub fn on_election(&mut self, uid: Uid, code: Code) -> Option<Message> {
        let is = |mutant| code.mutant == Some(mutant);
        let (mine, other) = if is(Mutant::LowestWins) {
            (uid, self.uid)
        } else {
            (self.uid, uid)
        };
        if mine < other || is(Mutant::PassAll) && mine > other {
            self.participant = true;
            self.done |= is(Mutant::DoneEarly);
            Some(Message::Election(uid))
        } else if mine > other {
            let starts = !self.participant && !is(Mutant::Mute);
            self.participant = true;
            starts.then_some(Message::Election(self.uid))
        } else {
            self.elected = Some(true);
            (!is(Mutant::NoWord)).then_some(Message::Leader(self.uid))
        }
    }

    /// `procedure onLeader(msg m)`.
    pub fn on_leader(&mut self, uid: Uid, code: Code) -> Option<Message> {
        (self.leader, self.done) = (Some(uid), true);
        self.awaits = false;
        if code.resets {
            self.participant = false;
        }
        if self.uid == uid {
            return None;
        }
        self.elected = Some(false);
        Some(Message::Leader(uid))
    }
}

/// Who calls `startElection()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Starts {
    /// Any nonparticipant, once.
    Nonparticipants,
    /// Anyone, once, whatever its state: the slide says nothing about it.
    Anyone,
    /// Any nonparticipant, once; and once more anyone that has learnt of the leader.
    Again,
}

/// One process.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    processes: usize,
    uid: Uid,
    /// Whether the others have the same UID.
    anonymous: bool,
    starts: Starts,
    counts: bool,
    code: Code,
}

/// Processes in a world.
pub type Ring = World<Node>;

impl Node {
    /// Whether it may start an election now.
    fn may_start(&self, process: &Process) -> bool {
        let first = process.starts == 0;
        match self.starts {
            Starts::Nonparticipants => first && !process.participant,
            Starts::Anyone => first,
            // As printed, everyone is a participant for ever: then the second call does not ask for it.
            Starts::Again if process.done => {
                process.starts < 2 && !(self.code.resets && process.participant)
            }
            Starts::Again => first && !process.participant,
        }
    }

    /// Sends a message to the next process, and says what may be done by itself then.
    fn finish(&self, id: Id, process: &mut Process, message: Option<Message>, out: &mut Out<Self>) {
        if let Some(message) = message {
            if let Some((elections, leaders)) = &mut process.sent {
                match message {
                    Message::Election(_) => *elections += 1,
                    Message::Leader(_) => *leaders += 1,
                }
            }
            out.send(Id::from((usize::from(id) + 1) % self.processes), message);
        }
        let open = self.may_start(process).then_some(());
        out.choose_random("start", open.into_iter().collect());
    }
}

impl Actor for Node {
    type Msg = Message;
    type State = Process;
    type Timer = ();
    type Storage = ();
    type Random = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Process {
        let mut process = Process::new(self.uid);
        process.sent = self.counts.then_some((0, 0));
        self.finish(id, &mut process, None, out);
        process
    }

    fn on_random(&self, id: Id, process: &mut Cow<Process>, (): &(), out: &mut Out<Self>) {
        let process = process.to_mut();
        let message = process.start_election();
        self.finish(id, process, Some(message), out);
    }

    fn on_msg(&self, id: Id, process: &mut Cow<Process>, _: Id, m: Message, out: &mut Out<Self>) {
        let process = process.to_mut();
        let message = process.on(m, self.code);
        self.finish(id, process, message, out);
    }
}

impl Resident for Node {
    fn node_name(&self, id: Id) -> String {
        if self.anonymous {
            return format!("S{}", usize::from(id));
        }
        format!("p{}", self.uid)
    }

    fn show_state(&self, state: &Process) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Election(uid) => format!("ELECTION({uid})"),
            Message::Leader(uid) => format!("LEADER({uid})"),
        }
    }

    fn choice_name(&self, (): &()) -> String {
        "start".to_owned()
    }

    /// Nobody owes an election.
    fn choice_class(&self, (): &()) -> &'static str {
        "start"
    }

    fn vocabulary(&self) -> Vec<String> {
        ["start ", "deliver ELECTION", "deliver LEADER"]
            .map(str::to_owned)
            .to_vec()
    }
}
