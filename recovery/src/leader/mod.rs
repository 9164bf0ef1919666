//! The leader: hands out tasks, takes them back, and as Fault Tolerance Control (FTC) answers workers that recover.
//!
//! Where the leader may fail, what a message asks for takes three steps: it is received, what it says is stored
//! ([`Act::Record`]), and then acted upon ([`Act::Confirm`]); a fault may fall between any two.
//!
//! What stands here and in `check` and `collection` is the clear reading. What other readings and the mutants change is in
//! `deviations`, each under its name; `overridable!` marks the steps that some of them take otherwise.

mod check;
mod collection;
mod deviations;

use crate::mechanism::{Mechanism, Scheduling};
use crate::messages::{Act, Ending, Message, Outbox, Party, Want};
use crate::overridable::overridable;
use crate::pipeline::{Datum, Task, TaskId};
use crate::registers::{Record, Stable, WorkerId};
use crate::streams::same;

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
    /// Who waits for a register of another worker, and how many have not answered; only if others are asked.
    pub searches: Vec<(Want, WorkerId, u8)>,
}

/// The leader at work: its memory, its stable storage, what it sends.
pub struct AtWork<'a> {
    /// The mechanism.
    pub rules: &'a Mechanism,
    /// Its memory.
    pub leader: &'a mut Leader,
    /// Its stable storage.
    pub log: &'a mut dyn Stable<Record>,
    /// What it sends.
    pub out: &'a mut Outbox,
}

/// Starts the leader: the first one, or a new one after a fault, which finds the stable storage of the old.
pub fn start(
    rules: &Mechanism,
    log: &mut dyn Stable<Record>,
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

impl AtWork<'_> {
    fn mail(&mut self, to: WorkerId, message: Message) {
        self.out.push((Party::Worker(to), message));
    }

    fn access(&mut self, message: Message) {
        self.out.push((Party::Streams, message));
    }

    fn enqueue(&mut self, task: Task) {
        overridable!(self.enqueue(task));
        self.log.store(Record::Queued(task));
    }

    /// The tasks that wait for a worker.
    pub fn queue(&self) -> Vec<Task> {
        overridable!(self.queue());
        let records = self.log.registers().iter();
        let queued = records.filter_map(|record| match record {
            Record::Queued(task) => Some(*task),
            _ => None,
        });
        queued.collect()
    }

    fn dequeue(&mut self, task: &Task) {
        overridable!(self.dequeue(task));
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
                self.assign(task, worker);
                self.stored();
            }
            Act::Send(..) if !self.leader.unsent.is_empty() => {
                let (worker, task) = self.leader.unsent.remove(0);
                self.send(task, worker);
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

    /// SENT is stored, and then the task is sent.
    fn assign(&mut self, task: Task, worker: WorkerId) {
        overridable!(self.assign(task, worker));
        self.log.store(Record::Sent { worker, task });
        if self.rules.leader_fails {
            self.leader.unsent.push((worker, task));
        } else {
            self.send(task, worker);
        }
    }

    fn send(&mut self, task: Task, worker: WorkerId) {
        overridable!(self.send(task, worker));
        self.mail(worker, Message::Task(task));
    }

    /// A message of a worker arrives.
    pub fn hear(&mut self, worker: WorkerId, message: Message) {
        overridable!(self.hear(worker, message));
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
            _ => {} // Workers send nothing else.
        }
    }

    /// A worker has failed for ever, as far as anyone can tell. In the clear reading it is waited for.
    pub fn lose(&mut self, worker: WorkerId) {
        overridable!(self.lose(worker));
    }

    /// The streams answer.
    pub fn learn_of_streams(&mut self, message: Message) {
        match message {
            Message::Compared(datum, worker, question, there, level) => {
                self.raise_level(datum.stream.0, level);
                match (question, there) {
                    (Some(life), false) => self.mail(worker, Message::NotWritten(datum, life)),
                    (Some(_), true) => self.was_written(worker, datum),
                    (None, _) => self.has_compared(worker, datum),
                }
            }
            Message::Discarded(datum, worker) => self.mail(worker, Message::Gone(datum)),
            Message::LevelIs(stream, level) => self.raise_level(stream.0, level),
            _ => {} // Streams answer nothing else to the leader.
        }
    }

    /// A datum that a worker has asked about is in the stream: from here on it is as if its copy had come.
    fn was_written(&mut self, worker: WorkerId, datum: Datum) {
        overridable!(self.was_written(worker, datum));
        self.hear(worker, Message::Copy(datum));
    }

    /// The datum can be read from now on.
    fn has_compared(&mut self, worker: WorkerId, datum: Datum) {
        self.mark_compared(datum);
        self.mail(worker, Message::Written(datum));
        self.changed();
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
        overridable!(self.record(worker, message));
        self.store(worker, message);
        self.leader.stored.push((worker, message));
    }

    /// Acts on what was stored.
    fn confirm(&mut self, worker: WorkerId, message: Message) {
        overridable!(self.confirm(worker, message));
        self.act_upon(worker, message);
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

    /// Whether it answers no open SENT, or one of another stint.
    fn is_returned_again(&self, worker: WorkerId, ending: Ending) -> bool {
        overridable!(self.is_returned_again(worker, ending));
        let open = self.open(worker).filter(|open| open.id == ending.task());
        match ending {
            Ending::Blocked(task) => open.is_none_or(|open| open.stint != task.stint),
            Ending::Finished(_) => open.is_none(),
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

    /// Was the datum written before the failure? A STREAM register tells (6.1.5), else the stream (6.1.2).
    fn answer(&mut self, worker: WorkerId, datum: Datum, life: u32) {
        match self.stream_register(&datum) {
            Some((_, true)) => self.mail(worker, Message::Written(datum)),
            Some((_, false)) => self.access(Message::Compare(datum, worker, None)),
            None => self.look(worker, datum, life),
        }
    }

    fn look(&mut self, worker: WorkerId, datum: Datum, life: u32) {
        overridable!(self.look(worker, datum, life));
        self.access(Message::Compare(datum, worker, Some(life)));
    }
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
