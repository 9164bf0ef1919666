//! Leader and worker: the steps of the mechanism behind one interface, and the choices that it leaves open.
//!
//! Any choice is a run of the model. A worker does what is next, and blocks its task only if it is told to at random; the leader ends what it
//! has begun, and hands out a task when it can go on.

use super::mail::lock;
use super::node::{Desk, Shared};
use super::stable::Registers;
use crate::Mechanism;
use crate::leader::{self, Leader};
use crate::messages::{Act, Message, Outbox, Party};
use crate::pipeline::Task;
use crate::registers::{Record, Register, Stable, WorkerId};
use crate::worker::{self, Worker};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

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
    type Register: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send;

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
    /// All that it may do by itself now.
    fn offers(&mut self, rules: &Mechanism, log: &mut Registers<Self::Register>) -> Vec<Act>;
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
    ) -> worker::AtWork<'a> {
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

    fn offers(&mut self, rules: &Mechanism, log: &mut Registers<Register>) -> Vec<Act> {
        self.at_work(rules, log, &mut Outbox::new()).offers()
    }

    fn choose(&mut self, shared: &Shared, desk: &mut Desk<Register>) -> Choice {
        let offers = self.offers(&shared.rules, &mut desk.storage.registers);
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
    ) -> leader::AtWork<'a> {
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
            Party::Streams => work.learn_of_streams(message),
            Party::Leader => {} // It writes no letters to itself.
        }
    }

    fn act(&mut self, rules: &Mechanism, act: Act, log: &mut Registers<Record>, out: &mut Outbox) {
        self.at_work(rules, log, out).act(act);
    }

    fn offers(&mut self, rules: &Mechanism, log: &mut Registers<Record>) -> Vec<Act> {
        self.at_work(rules, log, &mut Outbox::new()).offers()
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
