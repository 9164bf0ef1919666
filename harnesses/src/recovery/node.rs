//! The life of a node: it hears, it acts, it accesses the streams, until it fails or all is over.

use super::faults::{Fate, Rate, When};
use super::log::{Log, LogError};
use super::mail::{Activity, Mailbox, Wake, lock};
use super::name;
use super::stable::{Registers, Storage, Taken};
use super::streams::{Handout, Streams};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use verdict_models::rollback::Mechanism;
use verdict_models::rollback::leader::{self, Leader};
use verdict_models::rollback::messages::{Act, Message, Outbox, Party};
use verdict_models::rollback::pipeline::Task;
use verdict_models::rollback::registers::{Record, Register, Stable, WorkerId};
use verdict_models::rollback::worker::{self, Worker};

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
            step: format!("deliver {} {}->streams", self.access, name(by)),
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
            by: self.rules.actor(by) as u8,
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

/// What a node might do by itself now.
pub(super) enum Choice {
    /// This, before anything else is heard.
    First(Act),
    /// This, or hear what there is.
    Either(Act),
    /// Nothing.
    Nothing,
}

/// Leader or worker: the steps of the mechanism.
pub(super) trait Role: Sized {
    type Register: Clone + Serialize + DeserializeOwned + Send;

    fn begin(
        rules: &Mechanism,
        me: Party,
        log: &mut Registers<Self::Register>,
        returns: bool,
        out: &mut Outbox,
    ) -> Self;
    fn hear(
        &mut self,
        rules: &Mechanism,
        from: Party,
        message: Message,
        log: &mut Registers<Self::Register>,
        out: &mut Outbox,
    );
    fn act(
        &mut self,
        rules: &Mechanism,
        act: Act,
        log: &mut Registers<Self::Register>,
        out: &mut Outbox,
    );
    fn choose(&mut self, shared: &Shared, desk: &mut Desk<Self::Register>) -> Choice;
}

/// A worker, and which.
pub(super) struct AWorker(WorkerId, Worker);

impl AWorker {
    fn at_work<'a>(
        &'a mut self,
        rules: &'a Mechanism,
        log: &'a mut Registers<Register>,
        out: &'a mut Outbox,
    ) -> worker::AtWork<'a, Registers<Register>> {
        worker::AtWork {
            rules,
            me: self.0,
            worker: &mut self.1,
            log,
            out,
        }
    }
}

impl Role for AWorker {
    type Register = Register;

    fn begin(
        rules: &Mechanism,
        me: Party,
        log: &mut Registers<Register>,
        returns: bool,
        out: &mut Outbox,
    ) -> Self {
        let Party::Worker(me) = me else {
            unreachable!("the supervisor starts a worker as a worker")
        };
        AWorker(me, worker::start(rules, me, log, returns, out))
    }

    fn hear(
        &mut self,
        rules: &Mechanism,
        _: Party,
        message: Message,
        log: &mut Registers<Register>,
        out: &mut Outbox,
    ) {
        self.at_work(rules, log, out).hear(message);
    }

    fn act(
        &mut self,
        rules: &Mechanism,
        act: Act,
        log: &mut Registers<Register>,
        out: &mut Outbox,
    ) {
        self.at_work(rules, log, out).act(act);
    }

    fn choose(&mut self, shared: &Shared, desk: &mut Desk<Register>) -> Choice {
        let mut nothing = Outbox::new();
        let log = &mut desk.storage.registers;
        let offers = self.at_work(&shared.rules, log, &mut nothing).offers();
        let blocks = |act: &&Act| matches!(act, Act::Block(_));
        let own = offers.iter().find(|act| !blocks(act));
        let block = offers.iter().find(blocks);
        let block = block.filter(|_| shared.preempts.happens(&mut desk.fate.random));
        block
            .or(own)
            .map_or(Choice::Nothing, |act| Choice::Either(*act))
    }
}

/// The leader.
pub(super) struct TheLeader(Leader);

impl TheLeader {
    fn at_work<'a>(
        &'a mut self,
        rules: &'a Mechanism,
        log: &'a mut Registers<Record>,
        out: &'a mut Outbox,
    ) -> leader::AtWork<'a, Registers<Record>> {
        leader::AtWork {
            rules,
            leader: &mut self.0,
            log,
            out,
        }
    }
}

impl Role for TheLeader {
    type Register = Record;

    fn begin(
        rules: &Mechanism,
        _: Party,
        log: &mut Registers<Record>,
        returns: bool,
        out: &mut Outbox,
    ) -> Self {
        TheLeader(leader::start(rules, log, returns, out))
    }

    fn hear(
        &mut self,
        rules: &Mechanism,
        from: Party,
        message: Message,
        log: &mut Registers<Record>,
        out: &mut Outbox,
    ) {
        let mut work = self.at_work(rules, log, out);
        match from {
            Party::Worker(worker) => work.hear(worker, message),
            _ => work.learn_of_streams(message),
        }
    }

    fn act(&mut self, rules: &Mechanism, act: Act, log: &mut Registers<Record>, out: &mut Outbox) {
        self.at_work(rules, log, out).act(act);
    }

    /// What it has begun it ends; a task is assigned when it can go on.
    fn choose(&mut self, shared: &Shared, desk: &mut Desk<Record>) -> Choice {
        let mut nothing = Outbox::new();
        let log = &mut desk.storage.registers;
        let work = self.at_work(&shared.rules, log, &mut nothing);
        let offers = work.offers();
        match offers.first() {
            None => Choice::Nothing,
            Some(Act::Assign(..)) => {
                let queue = work.queue();
                let mut shelf = lock(&shared.shelf);
                let mut ready = |task: &Task| {
                    shelf
                        .streams
                        .waits(&shared.rules.pipeline, task, shared.handout)
                        .is_none()
                };
                let ready: Vec<_> = queue.iter().filter(|t| ready(t)).map(|t| t.id).collect();
                let can_go_on =
                    |act: &&Act| matches!(act, Act::Assign(id, _) if ready.contains(id));
                let act = offers.iter().find(can_go_on);
                act.map_or(Choice::Nothing, |act| Choice::Either(*act))
            }
            Some(act) => Choice::First(*act),
        }
    }
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
                    Choice::Either(act) if self.desk.fate.random.below(4) == 0 => self.act(act)?,
                    choice => {
                        let mailbox = &shared.boxes[shared.rules.actor(self.me)];
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
        self.done(at, |me| format!("deliver {message} {}->{me}", name(from)))
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
            step: step(&name(self.me)),
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
                    shared.boxes[shared.rules.actor(to)].put((self.me, message), &shared.activity)
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
        let step = || format!("crash {}", name(self.me));
        let taken = storage.names_steps().then(|| Taken { at, step: step() });
        storage.commit(taken)?;
        self.desk.fate.faults += 1;
        Ok(End::Fault)
    }
}

/// What is left in a worker's Log Buffer, apart from the number of its life.
pub(super) fn left_of_worker(log: &Registers<Register>) -> Vec<String> {
    let left = log.registers().iter().filter(|r| r.task().is_some());
    left.map(Register::to_string).collect()
}

/// What is left in the leader's storage, apart from the list of finished tasks.
pub(super) fn left_of_leader(log: &Registers<Record>) -> Vec<String> {
    let left = log.registers().iter();
    let left = left.filter(|r| !matches!(r, Record::Done(_)));
    left.map(Record::to_string).collect()
}
