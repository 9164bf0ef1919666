//! The leader: hands out tasks, takes them back, and as Fault Tolerance Control (FTC) answers workers that recover.
//!
//! Where the leader may fail, what a message asks for takes three steps: it is received, what it says is stored
//! ([`Act::Record`]), and then acted upon ([`Act::Confirm`]); a fault may fall between any two.

use super::messages::{Act, Ending, Message, Outbox, Party, Status, Want};
use super::pipeline::{Datum, Task, TaskId};
use super::reading::{Again, Asked, Check, Collected, Mutant, Queue, Written};
use super::registers::{Record, Stable, WorkerId};
use super::streams::same;
use super::{Mechanism, Scheduling};
use std::collections::BTreeMap;

/// What the leader has in memory; lost in a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leader {
    /// How many data of each stream can be read or have been.
    pub levels: Vec<u16>,
    /// Messages received and not stored yet.
    pub inbox: Vec<(WorkerId, Message)>,
    /// Messages stored and not acted upon yet.
    pub stored: Vec<(WorkerId, Message)>,
    /// Tasks assigned and not sent yet.
    pub unsent: Vec<(WorkerId, Task)>,
    /// The queue, if it is not in stable storage.
    pub queue: Vec<Task>,
    /// Who waits for a register of another worker, and how many have not answered.
    pub searches: Vec<(Want, WorkerId, u8)>,
}

/// The leader at work: its memory, its stable storage, what it sends.
pub struct AtWork<'a, L> {
    /// The mechanism.
    pub rules: &'a Mechanism,
    /// Its memory.
    pub leader: &'a mut Leader,
    /// Its stable storage.
    pub log: &'a mut L,
    /// What it sends.
    pub out: &'a mut Outbox,
}

/// Starts the leader: the first one, or a new one after a fault, which finds the stable storage of the old.
pub fn start<L: Stable<Record>>(
    rules: &Mechanism,
    log: &mut L,
    returns: bool,
    out: &mut Outbox,
) -> Leader {
    let mut leader = Leader {
        levels: vec![0; rules.pipeline.streams().count()],
        ..Leader::default()
    };
    let mut work = AtWork {
        rules,
        leader: &mut leader,
        log,
        out,
    };
    if returns {
        work.check();
    } else {
        for id in rules.pipeline.tasks() {
            work.enqueue(Task::new(id));
        }
    }
    leader
}

impl<L: Stable<Record>> AtWork<'_, L> {
    fn is(&self, mutant: Mutant) -> bool {
        self.rules.mutant == Some(mutant)
    }

    fn mail(&mut self, to: WorkerId, message: Message) {
        self.out.push((Party::Worker(to), message));
    }

    fn access(&mut self, message: Message) {
        self.out.push((Party::Streams, message));
    }

    fn enqueue(&mut self, task: Task) {
        match self.rules.reading.queue {
            Queue::Stable => self.log.store(Record::Queued(task)),
            Queue::Volatile => self.leader.queue.push(task),
        }
    }

    /// The tasks that wait for a worker.
    pub fn queue(&self) -> Vec<Task> {
        let stored = self
            .log
            .registers()
            .iter()
            .filter_map(|record| match record {
                Record::Queued(task) => Some(*task),
                _ => None,
            });
        stored.chain(self.leader.queue.iter().copied()).collect()
    }

    fn dequeue(&mut self, task: &Task) {
        self.leader.queue.retain(|queued| queued != task);
        let mut records = self.log.registers().iter();
        if let Some(at) = records.position(|r| *r == Record::Queued(*task)) {
            self.log.remove(at);
        }
    }

    /// The task that a worker has been sent and has not returned.
    pub fn open(&self, worker: WorkerId) -> Option<Task> {
        let records = self.log.registers();
        let mut sent = records.iter().rev().filter_map(|record| match record {
            Record::Sent { worker: w, task } if *w == worker => Some(*task),
            _ => None,
        });
        let last = sent.next()?;
        let times_sent = 1 + sent.filter(|task| task.id == last.id).count();
        let times_back = records.iter().filter(|record| {
            matches!(record, Record::Received { worker: w, task, .. } if (*w, *task) == (worker, last.id))
        });
        (times_sent > times_back.count()).then_some(last)
    }

    fn is_done(&self, task: TaskId) -> bool {
        self.log.registers().contains(&Record::Done(task))
    }

    fn stream_register(&self, datum: &Datum) -> Option<(usize, bool)> {
        let mut records = self.log.registers().iter().enumerate();
        records.find_map(|(at, record)| match record {
            Record::Stream { datum: d, compared } if same(d, datum) => Some((at, *compared)),
            _ => None,
        })
    }

    /// "T2 is not sent to a worker until D1 is in ST1" (6.2).
    fn is_ready(&self, task: TaskId) -> bool {
        let pipeline = &self.rules.pipeline;
        let mut streams = pipeline.streams().zip(&self.leader.levels);
        self.rules.scheduling == Scheduling::Free
            || streams.all(|(stream, level)| pipeline.reads(task, stream) <= usize::from(*level))
    }

    /// What the leader may do by itself; one thing after the other.
    pub fn offers(&self) -> Vec<Act> {
        if let [(worker, message), ..] = self.leader.stored[..] {
            return vec![Act::Confirm(worker, message)];
        }
        if let [(worker, message), ..] = self.leader.inbox[..] {
            return vec![Act::Record(worker, message)];
        }
        if let [(worker, task), ..] = self.leader.unsent[..] {
            return vec![Act::Send(task.id, worker)];
        }
        let free: Vec<_> = self
            .rules
            .workers()
            .filter(|w| self.open(*w).is_none())
            .collect();
        let ready = self
            .queue()
            .into_iter()
            .filter(|task| self.is_ready(task.id));
        ready
            .flat_map(|task| free.iter().map(move |worker| Act::Assign(task.id, *worker)))
            .collect()
    }

    /// Does something by itself.
    pub fn act(&mut self, act: Act) {
        match act {
            Act::Assign(id, worker) => {
                let Some(task) = self.queue().into_iter().find(|task| task.id == id) else {
                    return;
                };
                self.dequeue(&task);
                let late = self.is(Mutant::SentAfterwards);
                match late {
                    false => self.log.store(Record::Sent { worker, task }),
                    true => self.mail(worker, Message::Task(task)),
                }
                if self.rules.leader_fails || late {
                    self.leader.unsent.push((worker, task));
                } else {
                    self.mail(worker, Message::Task(task));
                }
                self.stored();
            }
            Act::Send(..) if !self.leader.unsent.is_empty() => {
                let (worker, task) = self.leader.unsent.remove(0);
                match self.is(Mutant::SentAfterwards) {
                    false => self.mail(worker, Message::Task(task)),
                    true => self.log.store(Record::Sent { worker, task }),
                }
            }
            Act::Record(..) if !self.leader.inbox.is_empty() => {
                let (worker, message) = self.leader.inbox.remove(0);
                self.record(worker, message);
            }
            Act::Confirm(..) if !self.leader.stored.is_empty() => {
                let (worker, message) = self.leader.stored.remove(0);
                self.confirm(worker, message);
            }
            _ => {} // Nothing else is offered.
        }
    }

    /// A message of a worker arrives.
    pub fn hear(&mut self, worker: WorkerId, message: Message) {
        match message {
            Message::Return(_) | Message::Copy(_) if self.rules.leader_fails => {
                self.leader.inbox.push((worker, message));
            }
            Message::Return(_) | Message::Copy(_) => {
                self.record(worker, message);
                while !self.leader.stored.is_empty() {
                    let (worker, message) = self.leader.stored.remove(0);
                    self.confirm(worker, message);
                }
            }
            Message::Reread(datum) => self.access(Message::Discard(datum, worker)),
            Message::WasWritten(datum, life) => self.answer(worker, datum, life),
            Message::Status(task, stint, status) => self.learn(worker, task, stint, status),
            Message::IsOver(task) if self.is_done(task) => {
                self.mail(worker, Message::FinishedElsewhere(task));
            }
            Message::WhoHas(want) => self.search(worker, want),
            Message::Has(want, found, asker) => self.found(want, found, asker),
            _ => {} // Workers send nothing else.
        }
    }

    /// The streams answer.
    pub fn learn_of_streams(&mut self, message: Message) {
        match message {
            Message::Compared(datum, worker, question, there, level) => {
                self.raise_level(datum.stream.0, level);
                match (question, there) {
                    (Some(life), false) => self.mail(worker, Message::NotWritten(datum, life)),
                    // From here on it is as if the copy had come.
                    (Some(_), true) if self.rules.reading.asked == Asked::LookedAt => {
                        self.hear(worker, Message::Copy(datum));
                    }
                    _ => {
                        self.mark_compared(datum);
                        self.mail(worker, Message::Written(datum));
                        self.changed();
                    }
                }
            }
            Message::Discarded(datum, worker) => self.mail(worker, Message::Gone(datum)),
            Message::LevelIs(stream, level) => self.raise_level(stream.0, level),
            _ => {} // Streams answer nothing else to the leader.
        }
    }

    fn raise_level(&mut self, stream: u16, level: u16) {
        let known = &mut self.leader.levels[usize::from(stream) - 1];
        *known = level.max(*known);
    }

    fn mark_compared(&mut self, datum: Datum) {
        let compared = true;
        match self.stream_register(&datum) {
            Some((at, false)) => self.log.amend(at, Record::Stream { datum, compared }),
            Some((_, true)) => {}
            None if self.is_done(datum.task) => {}
            None => self.log.store(Record::Stream { datum, compared }),
        }
    }

    /// Stores what a message says.
    fn record(&mut self, worker: WorkerId, message: Message) {
        match self.acts_first(message) {
            false => self.store(worker, message),
            true => self.act_upon(worker, message),
        }
        self.leader.stored.push((worker, message));
    }

    /// Acts on what was stored.
    fn confirm(&mut self, worker: WorkerId, message: Message) {
        match self.acts_first(message) {
            false => self.act_upon(worker, message),
            true => self.store(worker, message),
        }
    }

    /// Whether a mutant stores what this message says only after it has acted.
    fn acts_first(&self, message: Message) -> bool {
        match message {
            Message::Return(_) => self.is(Mutant::ReceivedAfterwards),
            _ => self.is(Mutant::StreamAfterwards),
        }
    }

    fn store(&mut self, worker: WorkerId, message: Message) {
        match message {
            Message::Return(ending) if !self.is_returned_again(worker, ending) => {
                let (task, finished) = (ending.task(), matches!(ending, Ending::Finished(_)));
                self.log.store(Record::Received {
                    worker,
                    task,
                    finished,
                });
                match ending {
                    Ending::Finished(task) => self.log.store(Record::Done(task)),
                    Ending::Blocked(task) => self.enqueue(Task {
                        stint: task.stint + 1,
                        ..task
                    }),
                }
            }
            Message::Copy(datum) => {
                let known = self.stream_register(&datum).is_some() || self.is_done(datum.task);
                if !known {
                    let compared = false;
                    self.log.store(Record::Stream { datum, compared });
                }
            }
            _ => {} // "The task received this second time is removed" (6.1.5).
        }
    }

    fn is_returned_again(&self, worker: WorkerId, ending: Ending) -> bool {
        let open = self.open(worker).filter(|open| open.id == ending.task());
        let received = |record: &Record| matches!(record, Record::Received { worker: w, task, .. } if (*w, *task) == (worker, ending.task()));
        match (self.rules.reading.again, ending) {
            (Again::ByStint, Ending::Blocked(task)) => open.is_none_or(|o| o.stint != task.stint),
            (Again::ByStint | Again::BySent, _) => open.is_none(),
            (Again::ByReceived, _) => self.log.registers().iter().any(received),
        }
    }

    fn act_upon(&mut self, worker: WorkerId, message: Message) {
        match message {
            Message::Return(ending) => {
                let stint = match ending {
                    Ending::Finished(_) => None,
                    Ending::Blocked(task) => Some(task.stint),
                };
                self.mail(worker, Message::Received(ending.task(), stint));
                match ending {
                    Ending::Finished(task) => {
                        self.tell_finished(task, worker);
                        self.stored();
                    }
                    // It was blocked here long ago, and nobody could tell the worker what came of it.
                    Ending::Blocked(task) if self.is_done(task.id) => {
                        self.mail(worker, Message::FinishedElsewhere(task.id));
                    }
                    Ending::Blocked(_) => {}
                }
            }
            Message::Copy(datum) => self.access(Message::Compare(datum, worker, None)),
            _ => {} // Nothing else is stored.
        }
    }

    /// "Sends a message to all the workers in those registers" (6.1.2).
    fn tell_finished(&mut self, task: TaskId, by: WorkerId) {
        for worker in self.rules.workers().filter(|worker| *worker != by) {
            let blocked = Record::Received {
                worker,
                task,
                finished: false,
            };
            if self.log.registers().contains(&blocked) {
                self.mail(worker, Message::FinishedElsewhere(task));
            }
        }
    }

    /// Was the datum written before the failure? (6.1.5)
    fn answer(&mut self, worker: WorkerId, datum: Datum, life: u32) {
        match (self.stream_register(&datum), self.rules.reading.written) {
            (Some((_, true)), _) => self.mail(worker, Message::Written(datum)),
            (Some((_, false)), _) => self.access(Message::Compare(datum, worker, None)),
            (None, Written::RegisterOrStream) => {
                self.access(Message::Compare(datum, worker, Some(life)));
            }
            (None, Written::RegisterAlone) => self.mail(worker, Message::NotWritten(datum, life)),
        }
    }

    /// Asks those that had the task before (6.1.5).
    fn search(&mut self, asker: WorkerId, want: Want) {
        let task = match want {
            Want::Read(task, ..) => task,
            Want::Write(datum) => datum.task,
        };
        let mut asked = 0;
        for worker in self.rules.workers().filter(|worker| *worker != asker) {
            let had_it = |record: &Record| matches!(record, Record::Sent { worker: w, task: t } if (*w, t.id) == (worker, task));
            if self.log.registers().iter().any(had_it) {
                self.mail(worker, Message::Find(want, asker));
                asked += 1;
            }
        }
        self.leader.searches.retain(|(_, who, _)| *who != asker);
        match asked {
            0 => self.mail(asker, Message::Others(want, None)),
            _ => self.leader.searches.push((want, asker, asked)),
        }
    }

    fn found(&mut self, want: Want, found: Option<Datum>, asker: WorkerId) {
        let mut searches = self.leader.searches.iter();
        let of_asker = |(w, who, _): &(Want, WorkerId, u8)| (*w, *who) == (want, asker);
        let Some(at) = searches.position(of_asker) else {
            return; // Answered by someone else before, or asked in an earlier life.
        };
        let (_, _, left) = &mut self.leader.searches[at];
        *left -= 1;
        if found.is_some() || *left == 0 {
            self.leader.searches.remove(at);
            self.mail(asker, Message::Others(want, found));
        }
    }

    /// A new leader checks the stable storage (6.1.5).
    fn check(&mut self) {
        for stream in self.rules.pipeline.streams() {
            self.access(Message::Level(stream));
        }
        for worker in self.rules.workers() {
            let about = match self.rules.reading.check {
                Check::AsPrinted => self.sent_without_block(worker),
                Check::Everything | Check::OpenSent => self.open(worker),
            };
            let about = about.map(|task| (task.id, task.stint));
            if about.is_some() || self.rules.reading.check == Check::Everything {
                self.mail(worker, Message::NewLeader(about));
            }
        }
        // "If a new leader is elected and FTC finds this register" (7.2.11, RECEIVED).
        if self.rules.reading.check == Check::Everything {
            let finished: Vec<_> = self
                .log
                .registers()
                .iter()
                .filter_map(finished_by)
                .collect();
            for (task, worker) in finished {
                self.tell_finished(task, worker);
            }
        }
        self.changed();
    }

    /// "A SENT register and there is no RECEIVED register with the IsFinished parameter as FALSE" (6.1.5).
    fn sent_without_block(&self, worker: WorkerId) -> Option<Task> {
        let records = self.log.registers();
        let blocked = |id: TaskId| {
            let mut records = records.iter();
            records
                .any(|r| matches!(r, Record::Received { task, finished: false, .. } if *task == id))
        };
        records.iter().rev().find_map(|record| match record {
            Record::Sent { worker: w, task } if *w == worker && !blocked(task.id) => Some(*task),
            _ => None,
        })
    }

    /// A worker has said what became of a task.
    fn learn(&mut self, worker: WorkerId, id: TaskId, stint: u16, status: Status) {
        let printed = self.rules.reading.check == Check::AsPrinted;
        let mut sent = self.log.registers().iter().rev();
        let copy = sent.find_map(|record| match record {
            Record::Sent { worker: w, task }
                if (*w, task.id, task.stint) == (worker, id, stint) =>
            {
                Some(*task)
            }
            _ => None,
        });
        let Some(task) = copy else {
            return; // It has come back meanwhile.
        };
        match status {
            Status::NotReceived if printed || self.open(worker) == Some(task) => {
                self.mail(worker, Message::Task(task));
            }
            Status::Finished if printed => {
                if self.queue().iter().any(|queued| queued.id == id) {
                    self.log.store(Record::Received {
                        worker,
                        task: id,
                        finished: false,
                    });
                } else {
                    self.enqueue(task);
                }
            }
            _ => {} // WORKING, or it sends the task again by itself.
        }
    }

    /// A register was stored: the moment at which the thesis collects.
    fn stored(&mut self) {
        if self.rules.reading.collected == Collected::OnePass {
            // "Except the node most recently stored" (6.1.4).
            self.collect_backwards(self.log.registers().len().saturating_sub(1));
        } else {
            self.changed();
        }
    }

    /// Something that a precondition looks at has changed.
    fn changed(&mut self) {
        if self.rules.reading.collected != Collected::OnePass {
            while self.collect_backwards(self.log.registers().len()) > 0 {}
        }
    }

    /// The task that is finished while those that had it before have not been told: RECEIVED with IsFinished as FALSE is
    /// all that says who they are.
    fn untold(&self) -> Option<TaskId> {
        let mut stored = self.leader.stored.iter();
        let task = stored.find_map(|(_, message)| match message {
            Message::Return(Ending::Finished(task)) => Some(*task),
            _ => None,
        });
        task.filter(|_| !self.is(Mutant::CollectUntold))
    }

    /// From the newest to the oldest; answers with how many registers were removed.
    fn collect_backwards(&mut self, below: usize) -> usize {
        let mut facts: BTreeMap<TaskId, OfTask> = BTreeMap::new();
        let untold = self.untold();
        for record in self.log.registers() {
            if let Some(task) = record.task() {
                let of_task = facts.entry(task).or_default();
                let finished = finished_by(record).is_some();
                of_task.finished |= finished && untold != Some(task);
                of_task.others += usize::from(!finished);
            }
        }
        let mut removed = 0;
        for at in (0..below).rev() {
            let record = &self.log.registers()[at];
            let Some(of_task) = record.task().and_then(|task| facts.get_mut(&task)) else {
                continue;
            };
            if self.is_useless(record, *of_task) {
                of_task.others -= usize::from(finished_by(record).is_none());
                self.log.remove(at);
                removed += 1;
            }
        }
        removed
    }

    /// The preconditions of section 6.1.4.
    fn is_useless(&self, record: &Record, of_task: OfTask) -> bool {
        match record {
            Record::Sent { .. } => of_task.finished || self.is(Mutant::SentEarly),
            Record::Received {
                finished: false, ..
            } => of_task.finished || self.is(Mutant::ReceivedEarly),
            Record::Stream { compared, .. } => {
                *compared && (of_task.finished || self.is(Mutant::StreamEarly))
            }
            Record::Received { finished: true, .. } => {
                of_task.others == 0 || self.is(Mutant::ReceivedNotLast)
            }
            Record::Queued(_) | Record::Done(_) => false,
        }
    }
}

/// What the preconditions ask about all registers of a task.
#[derive(Clone, Copy, Default)]
struct OfTask {
    /// Whether there is a RECEIVED with IsFinished as TRUE.
    finished: bool,
    /// How many others there are.
    others: usize,
}

fn finished_by(record: &Record) -> Option<(TaskId, WorkerId)> {
    match record {
        Record::Received {
            worker,
            task,
            finished: true,
        } => Some((*task, *worker)),
        _ => None,
    }
}
