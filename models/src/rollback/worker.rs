//! A worker: performs one task at a time, logs what it does, and performs it again after a fault.
//!
//! There is no separate mode for restoring. Before each operation the worker looks for the register of that
//! operation in its Log Buffer; there is one if, and only if, it has been through here before the fault (Fig. 6.7).

use super::messages::{Act, Ending, Message, Outbox, Party, Status, Want};
use super::pipeline::{Datum, Op, StreamId, Task, TaskId};
use super::reading::{
    Answers, Blocked, Collected, Confirmed, Counters, Interrupted, Logged, Mutant, Others, Receipt,
    Replayed, Restored,
};
use super::registers::{Register, Stable, WorkerId};
use super::streams::same;
use super::{Mechanism, Scheduling};
use std::collections::{BTreeMap, BTreeSet};

/// What a worker is doing; lost in a fault.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Doing {
    /// Waits for a task.
    Nothing,
    /// Has received a task and not stored START.
    Got(Task),
    /// Is between two operations.
    At(Task),
    /// Has asked the others for a register, through the FTC.
    Wonders(Task, Want),
    /// Has asked the stream for its next datum.
    Peeks(Task),
    /// Is about to take the datum out.
    Removes(Task, Datum),
    /// Has taken it out, and not stored READ.
    Holds(Task, Datum),
    /// Has told the FTC that it read this from the log, and waits for the answer.
    Rereads(Task, Datum),
    /// Has asked for room.
    Reserves(Task, Datum),
    /// Is about to put the datum in.
    Pushes(Task, Datum),
    /// Has put it in, and not stored WRITE.
    HasPushed(Task, Datum),
    /// Has asked the FTC whether the datum was written.
    Asks(Task, Datum),
    /// Has stored END or BLOCKED, and not returned the task.
    Ends(Ending),
    /// Has returned the task, and not stored END or BLOCKED.
    HasReturned(Ending),
    /// Waits until the leader confirms that it has received the task.
    Returned(Ending),
}

impl Doing {
    /// The task that is being performed.
    pub fn task(&self) -> Option<&Task> {
        match self {
            Doing::Got(task)
            | Doing::At(task)
            | Doing::Wonders(task, _)
            | Doing::Peeks(task)
            | Doing::Removes(task, _)
            | Doing::Holds(task, _)
            | Doing::Rereads(task, _)
            | Doing::Reserves(task, _)
            | Doing::Pushes(task, _)
            | Doing::HasPushed(task, _)
            | Doing::Asks(task, _) => Some(task),
            Doing::Nothing | Doing::Ends(_) | Doing::HasReturned(_) | Doing::Returned(_) => None,
        }
    }
}

/// What a worker has in memory; lost in a fault.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Worker {
    /// What it is doing.
    pub doing: Doing,
    /// Whether it has been through a fault since it got its task; noted only if the others are asked then.
    pub restoring: bool,
    /// The data whose writing was confirmed, if that is not in the log.
    pub confirmed: BTreeSet<Datum>,
    /// Whether registers are to be looked through; noted only if they are removed one by one.
    pub collecting: bool,
}

/// A worker at work: its memory, its Log Buffer, what it sends.
pub struct AtWork<'a, L> {
    /// The mechanism.
    pub rules: &'a Mechanism,
    /// Who this is.
    pub me: WorkerId,
    /// Its memory.
    pub worker: &'a mut Worker,
    /// Its Log Buffer.
    pub log: &'a mut L,
    /// What it sends.
    pub out: &'a mut Outbox,
}

/// Starts a worker, for the first time or after a fault: the restore mechanism (Fig. 6.6).
pub fn start<L: Stable<Register>>(
    rules: &Mechanism,
    me: WorkerId,
    log: &mut L,
    returns: bool,
    out: &mut Outbox,
) -> Worker {
    let mut worker = Worker {
        doing: Doing::Nothing,
        restoring: false,
        confirmed: BTreeSet::new(),
        collecting: false,
    };
    if returns {
        let mut work = AtWork {
            rules,
            me,
            worker: &mut worker,
            log,
            out,
        };
        work.restore();
    }
    worker
}

impl<L: Stable<Register>> AtWork<'_, L> {
    fn is(&self, mutant: Mutant) -> bool {
        self.rules.mutant == Some(mutant)
    }

    fn mail(&mut self, message: Message) {
        self.out.push((Party::Leader, message));
    }

    fn access(&mut self, message: Message) {
        self.out.push((Party::Streams, message));
    }

    /// "Begins by reading the last register stored in the LB" (6.1.5).
    fn restore(&mut self) {
        if self.rules.reading.answers == Answers::Own {
            let life = self.life() + 1;
            let mut registers = self.log.registers().iter();
            match registers.position(|r| matches!(r, Register::Life(_))) {
                Some(at) => self.log.amend(at, Register::Life(life)),
                None => self.log.store(Register::Life(life)),
            }
        }
        let registers = self.log.registers().iter().rev();
        let mut of_tasks = registers.filter(|r| r.task().is_some());
        let last = of_tasks.next().cloned();
        let last_start = || {
            let mut registers = self.log.registers().iter().rev();
            registers.find_map(|register| match register {
                Register::Start(task) => Some(*task),
                _ => None,
            })
        };
        self.worker.doing = match last {
            None => Doing::Nothing,
            Some(
                Register::End { received: true, .. } | Register::Blocked { received: true, .. },
            ) => Doing::Nothing,
            Some(Register::End { task, .. }) => Doing::Ends(Ending::Finished(task)),
            Some(Register::Blocked { task, .. }) => {
                Doing::Ends(Ending::Blocked(match self.rules.reading.blocked {
                    Blocked::State => task,
                    Blocked::Id => last_start().unwrap_or(task),
                }))
            }
            Some(_) => match last_start() {
                Some(checkpoint) => {
                    self.worker.restoring = self.rules.reading.others == Others::Asked;
                    Doing::At(checkpoint)
                }
                // Only if START was removed too early: there is nothing to begin with.
                None => Doing::Nothing,
            },
        };
        self.changed();
    }

    /// Which of its lives this is.
    pub fn life(&self) -> u32 {
        let mut registers = self.log.registers().iter();
        let stored = registers.find_map(|register| match register {
            Register::Life(life) => Some(*life),
            _ => None,
        });
        stored.unwrap_or(1)
    }

    /// Where counters begin to count.
    fn since(&self, task: &Task) -> u16 {
        if self.rules.reading.counters == Counters::OfTask {
            return 0;
        }
        let mut registers = self.log.registers().iter().rev();
        let start = registers.find_map(|register| match register {
            Register::Start(start) if start.id == task.id => Some(start.pc),
            _ => None,
        });
        start.unwrap_or(0)
    }

    /// The READ register of a read.
    fn logged_read(&self, task: TaskId, stream: StreamId, counter: u16) -> Option<(usize, Datum)> {
        let first = self.rules.reading.replayed == Replayed::First;
        let mut registers = self.log.registers().iter().enumerate();
        registers.find_map(|(at, register)| match register {
            Register::Read {
                task: t,
                stream: s,
                datum,
                counter: c,
            } if (*t, *s) == (task, stream) && (first || *c == counter) => Some((at, *datum)),
            _ => None,
        })
    }

    /// The WRITE register of a write.
    fn logged_write(&self, wanted: &Datum) -> Option<(usize, bool)> {
        let mut registers = self.log.registers().iter().enumerate();
        registers.find_map(|(at, register)| match register {
            Register::Write { datum, confirmed } if same(datum, wanted) => Some((at, *confirmed)),
            _ => None,
        })
    }

    /// What this worker may do by itself.
    pub fn offers(&self) -> Vec<Act> {
        if self.worker.collecting {
            return vec![Act::Collect];
        }
        let mut acts = Vec::new();
        match &self.worker.doing {
            Doing::Got(task) => acts.push(Act::LogStart(task.id)),
            Doing::At(task) => {
                acts.push(match self.rules.pipeline.op(task) {
                    None => Act::End(task.id),
                    Some(Op::Read(stream)) => Act::Read(task.id, stream),
                    Some(Op::Write(..)) => {
                        let datum = self.rules.pipeline.writes_next(task, self.since(task));
                        Act::Write(datum.expect("the next operation is a write"))
                    }
                });
                if self.may_block(task) {
                    acts.push(Act::Block(task.id));
                }
            }
            Doing::Holds(_, datum) => acts.push(Act::LogRead(*datum)),
            Doing::HasPushed(_, datum) => acts.push(Act::LogWrite(*datum)),
            Doing::Ends(ending) | Doing::HasReturned(ending) => {
                acts.push(Act::Return(ending.task()));
            }
            _ => {}
        }
        acts
    }

    /// Whether LPEL may block the task here.
    fn may_block(&self, task: &Task) -> bool {
        let since = self.since(task);
        let pipeline = &self.rules.pipeline;
        let behind = || {
            let read = pipeline.reads_next(task, since);
            let read = read.and_then(|(stream, n)| self.logged_read(task.id, stream, n));
            let write = pipeline.writes_next(task, since);
            read.is_some() || write.is_some_and(|datum| self.logged_write(&datum).is_some())
        };
        let interrupts = self.rules.reading.interrupted == Interrupted::AnyTime;
        task.stint < self.rules.blocks && pipeline.op(task).is_some() && (interrupts || !behind())
    }

    /// Does something by itself.
    pub fn act(&mut self, act: Act) {
        match (self.worker.doing.clone(), act) {
            (_, Act::Collect) => self.collect_one(),
            (Doing::Got(task), Act::LogStart(_)) => {
                self.log.store(Register::Start(task));
                self.worker.doing = Doing::At(task);
                self.stored();
            }
            (Doing::At(task), Act::Read(..) | Act::Write(_)) => self.perform(task),
            (Doing::At(task), Act::End(_)) => self.end(Ending::Finished(task.id)),
            (Doing::At(task), Act::Block(_)) => self.end(Ending::Blocked(task)),
            (Doing::Holds(task, datum), Act::LogRead(_)) => {
                self.log_read(&task, datum);
                self.has_read(task, datum);
                self.stored();
            }
            (Doing::HasPushed(task, datum), Act::LogWrite(_)) => {
                self.log_write(datum);
                self.has_written(task, datum);
                self.stored();
            }
            (Doing::Ends(ending), Act::Return(_)) => {
                self.mail(Message::Return(ending));
                self.worker.doing = Doing::Returned(ending);
            }
            (Doing::HasReturned(ending), Act::Return(_)) => {
                self.log_end(ending);
                self.worker.doing = Doing::Returned(ending);
                self.stored();
            }
            _ => {} // Nothing else is offered.
        }
    }

    /// The next operation: from the log if it is there, else from the stream (Fig. 6.7).
    fn perform(&mut self, task: Task) {
        let since = self.since(&task);
        if let Some((stream, counter)) = self.rules.pipeline.reads_next(&task, since) {
            let logged = self.logged_read(task.id, stream, counter);
            match logged.filter(|_| !self.is(Mutant::ReadAnew)) {
                Some((_, datum)) if self.is(Mutant::RereadInSilence) => self.has_read(task, datum),
                Some((_, datum)) => {
                    self.mail(Message::Reread(datum));
                    self.worker.doing = Doing::Rereads(task, datum);
                }
                None if self.worker.restoring => {
                    self.wonder(task, Want::Read(task.id, stream, counter));
                }
                None => self.peek(task, stream),
            }
        } else if let Some(datum) = self.rules.pipeline.writes_next(&task, since) {
            match self.logged_write(&datum) {
                Some(_) if self.is(Mutant::WriteAnew) => self.push(task, datum),
                Some(_) if self.is(Mutant::WriteNever) => self.skip_write(task, datum),
                Some((_, true)) => self.skip_write(task, datum),
                Some((_, false)) => {
                    let life = self.life();
                    self.mail(Message::WasWritten(datum, life));
                    self.worker.doing = Doing::Asks(task, datum);
                }
                None if self.worker.restoring => self.wonder(task, Want::Write(datum)),
                None => self.write(task, datum),
            }
        }
    }

    fn wonder(&mut self, task: Task, want: Want) {
        self.mail(Message::WhoHas(want));
        self.worker.doing = Doing::Wonders(task, want);
    }

    fn peek(&mut self, task: Task, stream: StreamId) {
        self.access(Message::Peek(stream));
        self.worker.doing = Doing::Peeks(task);
    }

    fn write(&mut self, task: Task, datum: Datum) {
        if self.rules.pipeline.capacity().is_some() {
            self.access(Message::Reserve(datum.stream, datum.task, datum.op));
            self.worker.doing = Doing::Reserves(task, datum);
        } else {
            self.log_and_push(task, datum);
        }
    }

    fn log_and_push(&mut self, task: Task, datum: Datum) {
        if self.rules.reading.write == Logged::Ahead {
            self.log_write(datum);
        }
        self.push(task, datum);
        self.stored();
    }

    fn push(&mut self, task: Task, datum: Datum) {
        self.access(Message::Push(datum));
        self.worker.doing = Doing::Pushes(task, datum);
    }

    fn log_read(&mut self, task: &Task, datum: Datum) {
        let next = self.rules.pipeline.reads_next(task, self.since(task));
        let (stream, counter) = next.expect("the operation is a read");
        self.log.store(Register::Read {
            task: task.id,
            stream,
            datum,
            counter,
        });
    }

    fn log_write(&mut self, datum: Datum) {
        let confirmed = false;
        self.log.store(Register::Write { datum, confirmed });
    }

    fn has_read(&mut self, mut task: Task, datum: Datum) {
        if self.rules.reading.restored == Restored::Removes
            && matches!(self.worker.doing, Doing::Rereads(..))
        {
            self.forget(
                |register| matches!(register, Register::Read { datum: d, .. } if *d == datum),
            );
        }
        task.read(datum.value);
        self.worker.doing = Doing::At(task);
    }

    /// The datum is in the stream, put there now.
    fn has_written(&mut self, mut task: Task, datum: Datum) {
        self.mail(Message::Copy(datum));
        task.wrote();
        self.worker.doing = Doing::At(task);
    }

    /// The datum is in the stream, put there before the fault.
    fn skip_write(&mut self, mut task: Task, datum: Datum) {
        if self.rules.reading.restored == Restored::Removes {
            self.forget(
                |register| matches!(register, Register::Write { datum: d, .. } if *d == datum),
            );
        }
        task.wrote();
        self.worker.doing = Doing::At(task);
    }

    fn forget(&mut self, used: impl Fn(&Register) -> bool) {
        if let Some(at) = self.log.registers().iter().position(used) {
            self.log.remove(at);
        }
    }

    fn end(&mut self, ending: Ending) {
        let late = match ending {
            Ending::Finished(_) => self.is(Mutant::EndAfterwards),
            Ending::Blocked(_) => self.is(Mutant::BlockedAfterwards),
        };
        self.worker.restoring = false;
        if late {
            self.mail(Message::Return(ending));
            self.worker.doing = Doing::HasReturned(ending);
            return;
        }
        self.log_end(ending);
        self.worker.doing = Doing::Ends(ending);
        self.stored();
    }

    fn log_end(&mut self, ending: Ending) {
        self.log.store(match ending {
            Ending::Finished(task) => Register::End {
                task,
                received: false,
            },
            Ending::Blocked(task) => Register::Blocked {
                task,
                received: false,
                over: false,
            },
        });
    }

    /// A message or an answer arrives.
    pub fn hear(&mut self, message: Message) {
        match (self.worker.doing.clone(), message) {
            (_, Message::Task(task)) => self.receive(task),
            (_, Message::Received(task, stint)) => self.mark_received(task, stint),
            (_, Message::FinishedElsewhere(task)) => self.mark_over(task),
            (doing, Message::Written(datum)) => {
                self.mark_confirmed(&datum);
                match doing {
                    Doing::Asks(task, asked) if same(&asked, &datum) => {
                        self.skip_write(task, datum)
                    }
                    _ => {} // The answer to a copy, or to an earlier life.
                }
                self.changed();
            }
            (Doing::Asks(task, asked), Message::NotWritten(datum, life))
                if same(&asked, &datum) =>
            {
                if self.rules.reading.answers == Answers::Any || life == self.life() {
                    self.push(task, datum);
                }
            }
            (Doing::Rereads(task, read), Message::Gone(datum)) if read == datum => {
                self.has_read(task, datum);
            }
            (Doing::Wonders(task, wanted), Message::Others(want, found)) if wanted == want => {
                self.worker.doing = Doing::At(task);
                match (want, found) {
                    (Want::Read(..), Some(datum)) => self.has_read(task, datum),
                    (Want::Read(_, stream, _), None) => self.peek(task, stream),
                    (Want::Write(datum), Some(_)) => self.skip_write(task, datum),
                    (Want::Write(datum), None) => self.write(task, datum),
                }
            }
            (_, Message::Find(want, asker)) => {
                let found = match want {
                    Want::Read(task, stream, counter) => self
                        .logged_read(task, stream, counter)
                        .map(|(_, datum)| datum),
                    Want::Write(datum) => self.logged_write(&datum).map(|_| datum),
                };
                self.mail(Message::Has(want, found, asker));
            }
            (_, Message::NewLeader(about)) => self.greet(about),

            (Doing::Peeks(task), Message::Head(_, Some(datum))) => {
                if self.rules.reading.read == Logged::Ahead {
                    self.log_read(&task, datum);
                }
                self.access(Message::Remove(datum));
                self.worker.doing = Doing::Removes(task, datum);
                self.stored();
            }
            (Doing::Peeks(task), Message::Head(_, None))
            | (Doing::Reserves(task, _), Message::Room(_, false)) => self.cannot_go_on(task),
            (Doing::Removes(task, datum), Message::Removed(_)) => match self.rules.reading.read {
                Logged::Ahead => self.has_read(task, datum),
                Logged::Afterwards => self.worker.doing = Doing::Holds(task, datum),
            },
            (Doing::Reserves(task, datum), Message::Room(_, true)) => {
                self.log_and_push(task, datum);
            }
            (Doing::Pushes(task, datum), Message::Pushed(_)) => {
                let logged = self.logged_write(&datum).is_some();
                match self.rules.reading.write {
                    Logged::Afterwards if !logged => {
                        self.worker.doing = Doing::HasPushed(task, datum);
                    }
                    _ => self.has_written(task, datum),
                }
            }
            _ => {} // An answer to a question that an earlier life has asked.
        }
    }

    /// A stream is empty or full: the task is blocked, if it still may be, and waits otherwise.
    fn cannot_go_on(&mut self, task: Task) {
        if self.rules.scheduling == Scheduling::Free && task.stint < self.rules.blocks {
            self.end(Ending::Blocked(task));
        } else {
            self.worker.doing = Doing::At(task);
        }
    }

    fn receive(&mut self, task: Task) {
        let has_it = |register: &Register| match register {
            Register::Start(known) => (known.id, known.stint) == (task.id, task.stint),
            Register::End { task: known, .. } => *known == task.id,
            _ => false,
        };
        if self.log.registers().iter().any(has_it) {
            return; // Sent again by a new leader that could not know.
        }
        match self.rules.reading.receipt {
            Receipt::Stored => {
                self.log.store(Register::Start(task));
                self.worker.doing = Doing::At(task);
                self.stored();
            }
            Receipt::ThenStored => self.worker.doing = Doing::Got(task),
        }
    }

    fn mark_received(&mut self, task: TaskId, stint: Option<u16>) {
        let of = |register: &Register| match (register, stint) {
            (Register::End { task: t, .. }, None) => *t == task,
            (Register::Blocked { task: t, .. }, Some(stint)) => (t.id, t.stint) == (task, stint),
            _ => false,
        };
        let Some(at) = self.log.registers().iter().rposition(of) else {
            return; // Confirmed before, and removed.
        };
        let mut register = self.log.registers()[at].clone();
        if let Register::End { received, .. } | Register::Blocked { received, .. } = &mut register {
            if *received {
                return; // The answer to a task returned twice.
            }
            *received = true;
        }
        let is_end = matches!(register, Register::End { .. });
        self.log.amend(at, register);
        if let Doing::Returned(ending) | Doing::Ends(ending) = self.worker.doing
            && (ending.task(), ending.stint()) == (task, stint)
        {
            self.worker.doing = Doing::Nothing;
        }
        if is_end {
            self.stored();
        } else {
            self.changed();
        }
    }

    fn mark_over(&mut self, task: TaskId) {
        for at in 0..self.log.registers().len() {
            let mut register = self.log.registers()[at].clone();
            if let Register::Blocked { task: t, over, .. } = &mut register
                && t.id == task
                && !*over
            {
                *over = true;
                self.log.amend(at, register);
            }
        }
        self.stored();
    }

    fn mark_confirmed(&mut self, datum: &Datum) {
        if self.rules.reading.confirmed == Confirmed::Volatile {
            self.worker.confirmed.insert(*datum);
            return;
        }
        if let Some((at, false)) = self.logged_write(datum) {
            let (datum, confirmed) = (*datum, true);
            self.log.amend(at, Register::Write { datum, confirmed });
        }
    }

    /// A new leader introduces itself: what the old one did not confirm is sent again.
    fn greet(&mut self, about: Option<(TaskId, u16)>) {
        use super::reading::Check;
        if let Some((task, stint)) = about {
            let status = self.status(task, stint);
            if self.rules.reading.check != Check::Everything || status == Status::NotReceived {
                self.mail(Message::Status(task, stint, status));
            }
        }
        if self.is(Mutant::RestartWhenAsked) && self.worker.doing.task().is_some() {
            return self.restore();
        }
        if self.rules.reading.check == Check::AsPrinted {
            return;
        }
        if self.rules.reading.check != Check::Everything {
            if let Doing::Returned(ending) = self.worker.doing {
                self.mail(Message::Return(ending));
            }
            return;
        }
        for register in self.log.registers().to_vec() {
            if let Some(message) = self.unanswered(&register) {
                self.mail(message);
            }
        }
        let life = self.life();
        match self.worker.doing {
            Doing::Rereads(_, datum) => self.mail(Message::Reread(datum)),
            Doing::Asks(_, datum) => self.mail(Message::WasWritten(datum, life)),
            Doing::Wonders(_, want) => self.mail(Message::WhoHas(want)),
            _ => {}
        }
    }

    /// What to say again about a register that the leader has not answered for.
    fn unanswered(&self, register: &Register) -> Option<Message> {
        let running = self.worker.doing.task();
        match *register {
            Register::Write {
                datum,
                confirmed: false,
            } => {
                // Not yet in the stream, or not known to be.
                let ahead = running.is_some_and(|t| t.id == datum.task && t.pc <= datum.op);
                (!ahead).then_some(Message::Copy(datum))
            }
            Register::Blocked { over: true, .. } => None,
            Register::Blocked {
                task,
                received: true,
                ..
            } => Some(Message::IsOver(task.id)),
            Register::Blocked { task, .. } => Some(Message::Return(Ending::Blocked(task))),
            Register::End {
                task,
                received: false,
            } => Some(Message::Return(Ending::Finished(task))),
            _ => None,
        }
    }

    fn status(&self, task: TaskId, stint: u16) -> Status {
        let mut status = Status::NotReceived;
        if matches!(&self.worker.doing, Doing::Got(t) if (t.id, t.stint) == (task, stint)) {
            status = Status::Working;
        }
        for register in self.log.registers() {
            match register {
                Register::Start(t) if (t.id, t.stint) == (task, stint) => status = Status::Working,
                Register::Blocked { task: t, .. } if (t.id, t.stint) == (task, stint) => {
                    status = Status::Finished;
                }
                Register::End { task: t, .. } if *t == task => status = Status::Finished,
                _ => {}
            }
        }
        status
    }

    /// A register was stored, or END marked: one of the moments at which the thesis collects.
    fn stored(&mut self) {
        if self.rules.reading.collected == Collected::OnePass {
            // "Except the node most recently stored" (6.1.4).
            let newest = self.log.registers().len().saturating_sub(1);
            self.collect_backwards(newest, usize::MAX);
        } else {
            self.changed();
        }
    }

    /// Something that a precondition looks at has changed.
    fn changed(&mut self) {
        let all = self.log.registers().len();
        match self.rules.reading.collected {
            Collected::Whole => {
                while self.collect_backwards(self.log.registers().len(), usize::MAX) > 0 {}
            }
            Collected::OneByOne => {
                let facts = Facts::about(self.log.registers());
                self.worker.collecting = (0..all).any(|at| self.is_useless(at, &facts));
            }
            Collected::OnePass => {}
        }
    }

    fn collect_one(&mut self) {
        self.collect_backwards(self.log.registers().len(), 1);
        self.changed();
    }

    /// "Starting with the previous node", "until the checked node becomes the HEAD" (6.1.4). Answers with how many
    /// registers were removed.
    fn collect_backwards(&mut self, below: usize, most: usize) -> usize {
        let mut facts = Facts::about(self.log.registers());
        let mut removed = 0;
        for at in (0..below).rev() {
            if removed < most && self.is_useless(at, &facts) {
                facts.without(&self.log.registers()[at]);
                self.log.remove(at);
                removed += 1;
            }
        }
        removed
    }

    /// The preconditions of section 6.1.4.
    fn is_useless(&self, at: usize, facts: &Facts) -> bool {
        let register = &self.log.registers()[at];
        let Some(task) = register.task() else {
            return false;
        };
        let of_task = facts.0.get(&task).copied().unwrap_or_default();
        match register {
            _ if self.is(Mutant::NeverCollect) => false,
            Register::Start(_) => of_task.over || self.is(Mutant::StartEarly),
            Register::Read { .. } => of_task.over || self.is(Mutant::ReadEarly),
            Register::Write { datum, confirmed } => {
                let confirmed = *confirmed || self.worker.confirmed.contains(datum);
                (of_task.over || self.is(Mutant::WriteEarly))
                    && (confirmed || self.is(Mutant::WriteUnconfirmed))
            }
            Register::Blocked { received, .. } => {
                of_task.over && (of_task.work == 0 || self.is(Mutant::BlockedNotLast))
                    || *received && self.is(Mutant::BlockedEarly)
            }
            Register::End { received, .. } => {
                (*received || self.is(Mutant::EndUnreceived))
                    && (of_task.work + of_task.blocked == 0 || self.is(Mutant::EndNotLast))
            }
            Register::Life(_) => false,
        }
    }
}

/// What the preconditions ask about all registers of a task.
#[derive(Clone, Copy, Default)]
struct OfTask {
    /// Whether it is finished, here (END) or elsewhere.
    over: bool,
    /// How many START, READ and WRITE registers there are.
    work: usize,
    /// How many BLOCKED registers there are.
    blocked: usize,
}

/// The registers of a Log Buffer, summed up by task.
struct Facts(BTreeMap<TaskId, OfTask>);

impl Facts {
    fn about(registers: &[Register]) -> Self {
        let mut facts = Facts(BTreeMap::new());
        for register in registers {
            let Some(task) = register.task() else {
                continue;
            };
            let of_task = facts.0.entry(task).or_default();
            match register {
                Register::End { .. } => of_task.over = true,
                Register::Blocked { over, .. } => {
                    of_task.over |= over;
                    of_task.blocked += 1;
                }
                _ => of_task.work += 1,
            }
        }
        facts
    }

    fn without(&mut self, register: &Register) {
        let Some(of_task) = register.task().and_then(|task| self.0.get_mut(&task)) else {
            return;
        };
        match register {
            Register::End { .. } => {}
            Register::Blocked { .. } => of_task.blocked -= 1,
            _ => of_task.work -= 1,
        }
    }
}

impl Ending {
    /// In which stint the task was blocked, if it was.
    pub fn stint(&self) -> Option<u16> {
        match self {
            Ending::Finished(_) => None,
            Ending::Blocked(task) => Some(task.stint),
        }
    }

    /// Which task.
    pub fn task(&self) -> TaskId {
        match self {
            Ending::Finished(task) => *task,
            Ending::Blocked(task) => task.id,
        }
    }
}
