//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", section 4.2 and Fig. 4.1: the notification
//! message, by which workers find out that the leader has crashed.
//!
//! | thesis | here |
//! |---|---|
//! | 3 seconds | `timeout` ticks of [`Detector`] |
//! | first way: a worker returns a task, and awaits a notification | [`Wait::Notification`], then again after a resend |
//! | second way: an idle worker sends an alive message | [`Wait::Task`], then [`Wait::Reply`] |
//! | "begins the leader election method" | [`Wait::Over`]; what the election does then is a case of its own |
//!
//! Time is counted in ticks, and a message takes 1 to d of them; what the leader needs before it answers is part of
//! that. If a message and a timeout fall due in the same tick, either may come first.
//!
//! Readings taken. A notification is a notification: the thesis does not say that one tells to which of the two sends it
//! belongs, so that a late answer to the first is accepted after the second. A task from the leader ends the
//! waiting of an idle worker, also after its alive message. The leader takes a task that arrives twice for two: nothing is said
//! of it here (chapter 6 removes it the second time). A task takes at least a tick of work.

use serde::{Serialize, Serializer};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::fmt;
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::property::{Promise, Property};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Crash, Order, Resident, Time, World, ticks};

/// Which of the two ways workers take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ways {
    /// Both: a worker whose task was confirmed is idle until it gets another.
    Both,
    /// The first: with the notification a worker has its next task.
    Busy,
}

verdict_checker::mutants! {
    /// A small error in the detector, made on purpose to see whether a property notices.
    NoResend = "no-resend": "a worker gives up after its first wait for a notification",
    NoAlive = "no-alive": "an idle worker gives up without an alive message",
    Deaf = "deaf": "a notification does not stop the timer",
    Patient = "patient": "a worker resends its task for ever",
}

/// How long a worker waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timeout {
    /// T ticks, and that is long enough for the leader's reply.
    InTime,
    /// T ticks, however long that is.
    OfAnyLength,
    /// As long as a message takes, one way.
    OneWay,
}

/// A reading of section 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Notifications {
    /// Which ways workers take.
    pub ways: Ways,
    /// How long they wait.
    pub timeout: Timeout,
}

/// The parameters that are ticks.
pub const TICKS: [Parameter; 2] = [
    Parameter::new("T", "ticks that a worker waits each time; the 3 seconds"),
    Parameter::new("d", "ticks that a message takes at most"),
];

fn delay(size: &Size) -> Result<u8, SetupError> {
    size.within("d", 1..=8, "ticks")
}

impl Algorithm for Notifications {
    type Node = Detector;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let workers = Parameter::new("workers", "workers beside the leader");
        [workers].into_iter().chain(TICKS).collect()
    }

    /// The leader crashes, or not.
    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        Ok(Assumptions {
            order: Order::Fifo,
            time: Time::Ticks {
                delay: delay(size)?,
            },
            crash: Crash {
                budget: 1,
                consecutive: None,
                amid_sends: false,
            },
            ..Assumptions::default()
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Detector>, SetupError> {
        let workers: usize = size.within("workers", 1..=6, "beside the leader")?;
        let waits = size.within("T", 1..=64, "ticks")?;
        let detector = Detector {
            timeout: match self.timeout {
                Timeout::InTime | Timeout::OfAnyLength => waits,
                Timeout::OneWay => delay(size)?,
            },
            ways: self.ways,
            mutant,
        };
        Ok(vec![detector; workers + 1])
    }

    fn start(&self, _: &Size) -> String {
        "only the leader may crash; every worker has a task at first".to_owned()
    }

    fn switches() -> &'static [Switch<Self>] {
        &[Switch {
            name: "reply-in-time",
            meaning: "a timeout is long enough for the leader's reply (dropped: for a message one way)",
            holds: |reading| reading.timeout == Timeout::InTime,
            assume: |reading| reading.timeout = Timeout::InTime,
            drop: |reading| reading.timeout = Timeout::OneWay,
        }]
    }
}

/// The leader (the first actor) and its workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Detector {
    /// How many ticks a worker waits, each time.
    pub timeout: u8,
    /// Which ways workers take.
    pub ways: Ways,
    /// What is wrong on purpose.
    pub mutant: Option<Mutant>,
}

/// Leader and workers in a world.
pub type Group = World<Detector>;

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// A worker returns a task.
    Done,
    /// The leader confirms that it has it.
    Notification,
    /// The leader hands out a task.
    Task,
    /// A worker asks whether the leader is alive.
    Alive,
    /// The leader is.
    Reply,
}

/// What a node does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// A worker returns its task.
    Return,
    /// The leader hands a task to this worker.
    HandOut(u8),
}

/// What a worker waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wait {
    /// The end of its task, which takes a tick at least: no more than one is returned in a tick.
    Work,
    /// Nothing: the task may be over at any moment.
    None,
    /// The notification, after it has returned its task; again if it has returned it twice.
    Notification {
        /// Whether this is the second time.
        again: bool,
    },
    /// A task.
    Task,
    /// The reply to its alive message.
    Reply,
    /// Nothing any more: it takes the leader for crashed, and begins an election.
    Over,
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wait::Work => "work",
            Wait::None => "nothing",
            Wait::Notification { again: false } => "notification",
            Wait::Notification { again: true } => "notification-after-resend",
            Wait::Task => "new-task",
            Wait::Reply => "reply",
            Wait::Over => "nothing-more",
        })
    }
}

impl Serialize for Wait {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What an actor holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum State {
    /// The leader.
    Leader {
        /// The workers whose task it has confirmed, and that have no other.
        idle: Vec<u8>,
    },
    /// A worker.
    Worker {
        /// What it waits for.
        #[serde(rename = "waits-for")]
        waits: Wait,
    },
}

const LEADER: usize = 0;

impl Detector {
    /// A worker comes to wait for something.
    fn wait(&self, waits: &mut Wait, next: Wait, out: &mut Out<Self>) {
        if self.mutant != Some(Mutant::Deaf) || next == Wait::Over {
            out.cancel_timer(*waits);
        }
        *waits = next;
        match next {
            Wait::Work => out.set_timer(next, ticks(1)),
            Wait::None | Wait::Over => {}
            _ => out.set_timer(next, ticks(self.timeout.into())),
        }
        let returns = (next == Wait::None).then_some(Act::Return);
        out.choose_random("act", returns.into_iter().collect());
    }

    /// A worker hears from the leader.
    fn hear(&self, waits: &mut Wait, msg: Message, out: &mut Out<Self>) {
        match (*waits, msg) {
            (Wait::Notification { .. }, Message::Notification) => {
                let next = match self.ways {
                    Ways::Both => Wait::Task,
                    Ways::Busy => Wait::Work,
                };
                self.wait(waits, next, out);
            }
            (Wait::Task | Wait::Reply, Message::Task) => self.wait(waits, Wait::Work, out),
            (Wait::Reply, Message::Reply) => self.wait(waits, Wait::Task, out),
            // A late answer; or a task for a worker that, having been told of another, still works at it.
            _ => {}
        }
    }

    /// A timeout is over.
    fn give_up(&self, waits: &mut Wait, out: &mut Out<Self>) {
        let (next, message) = match *waits {
            Wait::Notification { again: true } if self.mutant != Some(Mutant::Patient) => {
                (Wait::Over, None)
            }
            Wait::Notification { .. } if self.mutant == Some(Mutant::NoResend) => {
                (Wait::Over, None)
            }
            Wait::Notification { .. } => (Wait::Notification { again: true }, Some(Message::Done)),
            Wait::Task if self.mutant == Some(Mutant::NoAlive) => (Wait::Over, None),
            Wait::Task => (Wait::Reply, Some(Message::Alive)),
            Wait::Reply => (Wait::Over, None),
            Wait::Work => (Wait::None, None),
            Wait::None | Wait::Over => return,
        };
        self.wait(waits, next, out);
        if let Some(message) = message {
            out.send(Id::from(LEADER), message);
        }
    }

    /// The leader hears from a worker.
    fn serve(&self, idle: &mut Vec<u8>, worker: Id, msg: Message, out: &mut Out<Self>) {
        let number = usize::from(worker) as u8;
        match msg {
            Message::Done => {
                if self.ways == Ways::Both && !idle.contains(&number) {
                    idle.push(number);
                    idle.sort_unstable();
                }
                out.send(worker, Message::Notification);
            }
            Message::Alive => out.send(worker, Message::Reply),
            Message::Notification | Message::Task | Message::Reply => {} // Its own words.
        }
    }

    fn hand_outs(&self, idle: &[u8], out: &mut Out<Self>) {
        out.choose_random("act", idle.iter().copied().map(Act::HandOut).collect());
    }
}

impl Actor for Detector {
    type Msg = Message;
    type State = State;
    type Timer = Wait;
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> State {
        if usize::from(id) == LEADER {
            return State::Leader { idle: Vec::new() };
        }
        let mut waits = Wait::Work;
        self.wait(&mut waits, Wait::Work, out);
        State::Worker { waits }
    }

    fn on_msg(&self, _: Id, state: &mut Cow<State>, src: Id, msg: Message, out: &mut Out<Self>) {
        match state.to_mut() {
            State::Leader { idle } => {
                self.serve(idle, src, msg, out);
                self.hand_outs(idle, out);
            }
            State::Worker { waits } => self.hear(waits, msg, out),
        }
    }

    fn on_timeout(&self, _: Id, state: &mut Cow<State>, timer: &Wait, out: &mut Out<Self>) {
        if let State::Worker { waits } = state.to_mut() {
            if *waits != *timer {
                *waits = *timer; // Only a deaf worker has a timer for what it does not wait for.
            }
            self.give_up(waits, out);
        }
    }

    fn on_random(&self, _: Id, state: &mut Cow<State>, act: &Act, out: &mut Out<Self>) {
        match (state.to_mut(), act) {
            (State::Worker { waits }, Act::Return) => {
                self.wait(waits, Wait::Notification { again: false }, out);
                out.send(Id::from(LEADER), Message::Done);
            }
            (State::Leader { idle }, Act::HandOut(worker)) => {
                idle.retain(|number| number != worker);
                out.send(Id::from(usize::from(*worker)), Message::Task);
                self.hand_outs(idle, out);
            }
            _ => {} // Workers return, the leader hands out; nothing else is offered.
        }
    }
}

impl Resident for Detector {
    fn show_state(&self, state: &Self::State) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &Self::Storage) -> serde_json::Value {
        serde_json::json!(storage)
    }

    /// Only the leader: a worker that crashes accuses nobody.
    fn may_crash(&self, id: Id) -> bool {
        usize::from(id) == LEADER
    }

    fn node_name(&self, id: Id) -> String {
        match usize::from(id) {
            LEADER => "leader".to_owned(),
            worker => format!("worker{worker}"),
        }
    }

    fn message_name(&self, message: &Message) -> String {
        let name = match message {
            Message::Done => "finished-task",
            Message::Notification => "notification",
            Message::Task => "new-task",
            Message::Alive => "alive?",
            Message::Reply => "alive!",
        };
        name.to_owned()
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Return => "return-task".to_owned(),
            Act::HandOut(worker) => format!("hand-out-to-worker{worker}"),
        }
    }

    /// Nobody owes a worker another task.
    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Return => "local",
            Act::HandOut(_) => "hand-out",
        }
    }

    fn timer_name(&self, timer: &Wait) -> String {
        timer.to_string()
    }

    fn vocabulary(&self) -> Vec<String> {
        let mut words = vec![
            "return-task",
            "deliver finished-task",
            "deliver notification",
        ];
        if self.ways == Ways::Both {
            words.extend([
                "hand-out",
                "deliver new-task",
                "deliver alive?",
                "deliver alive!",
            ]);
        }
        words.into_iter().map(str::to_owned).collect()
    }
}

/// The workers that satisfy a predicate on what they wait for.
fn workers(group: &Group, state: &[u32], wanted: impl Fn(Wait) -> bool) -> Vec<String> {
    let view = group.view(state);
    let live = view.live().filter_map(|(actor, state)| match state {
        State::Worker { waits } if wanted(*waits) => Some(group.node_name(actor)),
        _ => None,
    });
    live.collect()
}

fn leader_is_up(group: &Group, state: &[u32]) -> bool {
    group.view(state).node(LEADER).is_some()
}

/// Nobody begins an election while the leader is up.
pub fn never_mistaken() -> Property<Group> {
    let over = |group: &Group, state: &[u32]| workers(group, state, |waits| waits == Wait::Over);
    Property::always("never-mistaken", move |group: &Group, state| {
        !leader_is_up(group, state) || over(group, state).is_empty()
    })
    .when(|group, state| {
        !workers(group, state, |waits| {
            !matches!(waits, Wait::Work | Wait::None | Wait::Over)
        })
        .is_empty()
    })
    .complain(|group, state| {
        let accusers = workers(group, state, |waits| waits == Wait::Over);
        format!(
            "The leader is up, and {} begins an election against it.",
            accusers.join(" and ")
        )
    })
}

/// A leader that crashes is found out by every worker.
pub fn found_out() -> Property<Group> {
    let over = |group: &Group, state: &[u32]| {
        workers(group, state, |waits| waits != Wait::Over).is_empty()
    };
    let crashed = |group: &Group, state: &[u32]| !leader_is_up(group, state);
    let promise = Promise::leads_to(
        "after a crash of the leader, all workers elect",
        crashed,
        over,
    );
    Property::promises("found-out", vec![promise])
        .when(crashed)
        .complain(|group, state| {
            let content = workers(group, state, |waits| waits != Wait::Over);
            format!(
                "The leader is down, and {} never notices.",
                content.join(" and ")
            )
        })
}
