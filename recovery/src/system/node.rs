//! The life of a node: it hears, it acts, it accesses the streams, until it fails or all is over.

use super::faults::{Fate, Rate, When};
use super::log::{Log, LogError};
use super::mail::{Activity, Mailbox, Wake, lock};
use super::roles::{Choice, Role};
use super::stable::{Storage, Taken};
use super::streams::{Handout, Streams};
use crate::Mechanism;
use crate::messages::{Act, Message, Outbox, Party};
use crate::registers::WorkerId;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The streams with their log: every access, in order.
pub(super) struct Shelf {
    pub(super) streams: Streams,
    pub(super) log: Option<Log>,
    pub(super) taken: Option<Vec<Taken>>,
}

/// A record of the log of the streams.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Access {
    /// Its ticket.
    pub(super) at: u64,
    /// Who: 0 is the leader, 1 is W1.
    pub(super) by: u8,
    /// What is done.
    pub(super) access: Message,
}

impl Access {
    pub(super) fn taken(&self) -> Taken {
        let by = match self.by {
            0 => Party::Leader,
            worker => Party::Worker(WorkerId(worker)),
        };
        Taken {
            at: self.at,
            step: format!("deliver {} {by}->streams", self.access),
        }
    }
}

/// What all nodes share.
pub(super) struct Shared {
    pub(super) rules: Mechanism,
    /// The next ticket.
    pub(super) clock: AtomicU64,
    pub(super) activity: Activity,
    /// The leader's box, then those of the workers.
    pub(super) boxes: Vec<Mailbox>,
    pub(super) shelf: Mutex<Shelf>,
    /// How often a worker blocks a task that could go on.
    pub(super) preempts: Rate,
    /// When the leader hands a task out.
    pub(super) handout: Handout,
    /// How much is computed for each datum that is read or written.
    pub(super) work: u32,
}

impl Shared {
    fn ticket(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::SeqCst)
    }

    /// Carries out an access. Its ticket is taken while the streams are locked.
    fn access(&self, by: Party, access: Message) -> Result<Option<Message>, LogError> {
        let mut shelf = lock(&self.shelf);
        let record = Access {
            at: self.ticket(),
            by: self.rules.number(by) as u8,
            access,
        };
        if let Some(log) = &mut shelf.log {
            log.append(&record)?;
        }
        if let Some(taken) = &mut shelf.taken {
            taken.push(record.taken());
        }
        let answer = shelf.streams.serve(access);
        if shelf.streams.made_wanted_room(&access) {
            self.boxes[0].nudge(&self.activity);
        }
        Ok(answer)
    }
}

/// What a task computes for a datum.
pub(super) fn compute(amount: u32) {
    let mut word = 1u32;
    for turn in 0..amount {
        word = black_box(word.wrapping_mul(0x9e37_79b1) ^ turn);
    }
}

/// What a node keeps through its lives, and what awaits it.
pub(super) struct Desk<R> {
    pub(super) storage: Storage<R>,
    pub(super) fate: Fate,
}

/// How a life ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All is over.
    Over,
    /// A fault.
    Fault,
}

/// One life of a node.
pub(super) struct Life<'a, R: Role> {
    shared: &'a Shared,
    me: Party,
    desk: &'a mut Desk<R::Register>,
    role: R,
    out: Outbox,
    /// Accesses that were decided on.
    requests: VecDeque<Message>,
    /// Answers of the streams that were not looked at.
    answers: VecDeque<Message>,
}

/// A step that ends a life, or not.
type Fails = Result<bool, LogError>;

impl<R: Role> Life<'_, R> {
    /// Lives, from the first day on or after a fault.
    pub(super) fn live(
        shared: &Shared,
        me: Party,
        desk: &mut Desk<R::Register>,
        returns: bool,
        all_quiet: impl Fn(),
    ) -> Result<End, LogError> {
        let mut out = Outbox::new();
        let at = returns.then(|| shared.ticket());
        let log = &mut desk.storage.registers;
        let role = R::begin(&shared.rules, me, log, returns, &mut out);
        let mut life = Life::<R> {
            shared,
            me,
            desk,
            role,
            out,
            requests: VecDeque::new(),
            answers: VecDeque::new(),
        };
        let fails = match at {
            Some(at) => life.done(at, |me| format!("return {me}"))?,
            None => {
                life.desk.storage.commit(None)?;
                life.send();
                false
            }
        };
        if fails {
            return life.fail();
        }
        life.go_on(all_quiet)
    }

    fn go_on(mut self, all_quiet: impl Fn()) -> Result<End, LogError> {
        let shared = self.shared;
        loop {
            if shared.activity.is_over() {
                return Ok(End::Over);
            }
            let fails = if let Some(request) = self.requests.pop_front() {
                self.access(request)?
            } else if let Some(answer) = self.answers.pop_front() {
                self.hear(Party::Streams, answer)?
            } else {
                match self.role.choose(shared, self.desk) {
                    Choice::First(act) => self.act(act)?,
                    Choice::Either(act) if self.desk.fate.random.u8(..4) == 0 => self.act(act)?,
                    choice => {
                        let mailbox = &shared.boxes[shared.rules.number(self.me)];
                        match (mailbox.take(&shared.activity), choice) {
                            (Some((from, message)), _) => self.hear(from, message)?,
                            (None, Choice::Either(act) | Choice::First(act)) => self.act(act)?,
                            (None, Choice::Nothing) => {
                                match mailbox.wait(&shared.activity, &all_quiet) {
                                    Wake::Mail((from, message)) => self.hear(from, message)?,
                                    Wake::Nudge => false,
                                    Wake::Over => return Ok(End::Over),
                                }
                            }
                        }
                    }
                }
            };
            if fails {
                return self.fail();
            }
        }
    }

    fn hear(&mut self, from: Party, message: Message) -> Fails {
        let at = self.shared.ticket();
        let log = &mut self.desk.storage.registers;
        self.role
            .hear(&self.shared.rules, from, message, log, &mut self.out);
        self.done(at, |me| format!("deliver {message} {from}->{me}"))
    }

    fn act(&mut self, act: Act) -> Fails {
        let at = self.shared.ticket();
        let log = &mut self.desk.storage.registers;
        self.role.act(&self.shared.rules, act, log, &mut self.out);
        self.done(at, |me| format!("{act} {me}"))
    }

    /// A step is over: first it becomes stable, then its messages leave.
    fn done(&mut self, at: u64, step: impl FnOnce(&str) -> String) -> Fails {
        let storage = &mut self.desk.storage;
        let taken = storage.names_steps().then(|| Taken {
            at,
            step: step(&self.me.to_string()),
        });
        storage.commit(taken)?;
        self.send();
        Ok(self.desk.fate.step())
    }

    fn send(&mut self) {
        let shared = self.shared;
        for (to, message) in self.out.drain(..) {
            match to {
                Party::Streams => self.requests.push_back(message),
                to => {
                    shared.boxes[shared.rules.number(to)].put((self.me, message), &shared.activity)
                }
            }
        }
    }

    fn access(&mut self, request: Message) -> Fails {
        let fault = self.desk.fate.access();
        if fault == Some(When::Before) {
            return Ok(true);
        }
        let answer = self.shared.access(self.me, request)?;
        self.answers.extend(answer);
        if matches!(request, Message::Push(_) | Message::Remove(_)) {
            compute(self.shared.work);
        }
        Ok(self.desk.fate.step() || fault == Some(When::After))
    }

    /// All that it has in memory is lost, and accesses that have not happened never do.
    fn fail(self) -> Result<End, LogError> {
        let at = self.shared.ticket();
        let storage = &mut self.desk.storage;
        let step = || format!("crash {}", self.me);
        let taken = storage.names_steps().then(|| Taken { at, step: step() });
        storage.commit(taken)?;
        self.desk.fate.faults += 1;
        Ok(End::Fault)
    }
}
