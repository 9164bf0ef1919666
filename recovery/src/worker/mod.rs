//! A worker: performs one task at a time, logs what it does, and performs it again after a fault.
//!
//! There is no separate mode for restoring. Before each operation the worker looks for the register of that
//! operation in its Log Buffer; there is one if, and only if, it has been through here before the fault (Fig. 6.7). That is
//! so because counters go on counting with the task: in a first execution no register has the counter of what comes next.
//! Where counters are read otherwise, a first execution is told from a second one, and only the latter looks.
//!
//! What stands here and in `lookup`, `restore` and `collection` is the clear reading. What other readings and the mutants
//! change is in `deviations`, each under its name; `overridable!` marks the steps that some of them take otherwise.

mod collection;
mod deviations;
mod lookup;
mod memory;
mod restore;

pub use memory::{Doing, Worker};

use crate::mechanism::{Mechanism, Scheduling};
use crate::messages::{Act, Ending, Message, Outbox, Party};
use crate::overridable::overridable;
use crate::pipeline::{Datum, Op, StreamId, Task, TaskId};
use crate::registers::{Register, Stable, WorkerId};
use crate::streams::same;
use lookup::{Known, write_register};
use std::collections::BTreeSet;

/// A worker at work: its memory, its Log Buffer, what it sends.
pub struct AtWork<'a> {
    /// The mechanism.
    pub rules: &'a Mechanism,
    /// Who this is.
    pub me: WorkerId,
    /// Its memory.
    pub worker: &'a mut Worker,
    /// Its Log Buffer.
    pub log: &'a mut dyn Stable<Register>,
    /// What it sends.
    pub out: &'a mut Outbox,
}

/// Starts a worker, for the first time or after a fault: the restore mechanism (Fig. 6.6).
pub fn start(
    rules: &Mechanism,
    me: WorkerId,
    log: &mut dyn Stable<Register>,
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

/// What a worker does by itself.
impl AtWork<'_> {
    /// What this worker may do by itself.
    pub fn offers(&self) -> Vec<Act> {
        overridable!(self.offers());
        match &self.worker.doing {
            Doing::At(task) => {
                let next = match self.rules.pipeline.op(task) {
                    None => Act::End(task.id),
                    Some(Op::Read(stream)) => Act::Read(task.id, stream),
                    Some(Op::Write(..)) => {
                        let datum = self.writes_next(task);
                        Act::Write(datum.expect("the next operation is a write"))
                    }
                };
                let block = self.may_block(task).then_some(Act::Block(task.id));
                [next].into_iter().chain(block).collect()
            }
            Doing::Ends(ending) => vec![Act::Return(ending.task())],
            Doing::Nothing
            | Doing::Peeks(_)
            | Doing::Removes(..)
            | Doing::Rereads(..)
            | Doing::Reserves(..)
            | Doing::Pushes(..)
            | Doing::Asks(..)
            | Doing::Returned(_) => Vec::new(), // It waits for mail, or for an answer of the streams.
            Doing::Got(_)
            | Doing::Wonders(..)
            | Doing::Holds(..)
            | Doing::HasPushed(..)
            | Doing::HasReturned(_) => Vec::new(), // Only in deviations, which say what they offer.
        }
    }

    /// Does something by itself.
    pub fn act(&mut self, act: Act) {
        overridable!(self.act(act));
        match (self.worker.doing, act) {
            (Doing::At(task), Act::Read(..) | Act::Write(_)) => {
                if let Some(known) = self.known(&task) {
                    self.perform(task, known);
                }
            }
            (Doing::At(task), Act::End(_)) => self.end(Ending::Finished(task.id)),
            (Doing::At(task), Act::Block(_)) => self.end(Ending::Blocked(task)),
            (Doing::Ends(ending), Act::Return(_)) => {
                self.mail(Message::Return(ending));
                self.worker.doing = Doing::Returned(ending);
            }
            _ => {} // Nothing else is offered.
        }
    }

    /// Whether LPEL may block the task here: not before it is where it was before the fault.
    fn may_block(&self, task: &Task) -> bool {
        let goes_on = self.rules.pipeline.op(task).is_some();
        task.stint < self.rules.blocks && goes_on && !self.is_behind(task)
    }

    /// Whether the next operation was performed before a fault.
    fn is_behind(&self, task: &Task) -> bool {
        overridable!(self.is_behind(task));
        match self.known(task) {
            Some(Known::Read(_) | Known::Written(_) | Known::Announced(_)) => true,
            Some(Known::NotRead(..) | Known::NotWritten(_)) | None => false,
        }
    }

    /// The next operation: from the log if it is there, else from the stream (Fig. 6.7).
    fn perform(&mut self, task: Task, known: Known) {
        overridable!(self.perform(task, known));
        match known {
            Known::Read(datum) => {
                self.mail(Message::Reread(datum));
                self.worker.doing = Doing::Rereads(task, datum);
            }
            Known::Written(datum) => self.skip_write(task, datum),
            Known::Announced(datum) => {
                let life = self.life();
                self.mail(Message::WasWritten(datum, life));
                self.worker.doing = Doing::Asks(task, datum);
            }
            Known::NotRead(stream, _) => self.peek(task, stream),
            Known::NotWritten(datum) => self.write(task, datum),
        }
    }

    /// The task ends here, finished or blocked: END or BLOCKED is stored, and then it is returned.
    fn end(&mut self, ending: Ending) {
        overridable!(self.end(ending));
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
}

/// What a worker hears.
impl AtWork<'_> {
    /// A message or an answer arrives.
    pub fn hear(&mut self, message: Message) {
        overridable!(self.hear(message));
        match (self.worker.doing, message) {
            (_, Message::Task(task)) if self.has_had(&task) => {} // Sent again by a new leader that could not know.
            (_, Message::Task(task)) => self.begin(task),
            (_, Message::Received(task, stint)) => self.mark_received(task, stint),
            (_, Message::FinishedElsewhere(task)) => self.mark_over(task),
            (_, Message::NewLeader(about)) => self.greet(about),

            // Reading: look, store READ, take out.
            (Doing::Peeks(task), Message::Head(_, Some(datum))) => {
                self.announce(self.read_register(&task, datum));
                self.access(Message::Remove(datum));
                self.worker.doing = Doing::Removes(task, datum);
                self.stored();
            }
            (Doing::Peeks(task), Message::Head(_, None)) => self.cannot_go_on(task),
            (Doing::Removes(task, datum), Message::Removed(_)) => self.has_read(task, datum),
            (Doing::Rereads(task, read), Message::Gone(datum)) if read == datum => {
                self.has_read(task, datum);
            }

            // Writing: ask for room, store WRITE, put in, send a copy.
            (Doing::Reserves(task, datum), Message::Room(_, true)) => {
                self.log_and_push(task, datum)
            }
            (Doing::Reserves(task, _), Message::Room(_, false)) => self.cannot_go_on(task),
            (Doing::Pushes(task, datum), Message::Pushed(_)) => self.has_written(task, datum),
            (doing, Message::Written(datum)) => {
                self.confirm(datum);
                match doing {
                    Doing::Asks(task, asked) if same(&asked, &datum) => {
                        self.skip_write(task, datum);
                    }
                    _ => {} // The answer to a copy, or to an earlier life.
                }
                self.changed();
            }
            (Doing::Asks(task, asked), Message::NotWritten(datum, life))
                if same(&asked, &datum) && life == self.life() =>
            {
                self.push(task, datum);
            }
            _ => {} // An answer to a question that an earlier life has asked.
        }
    }

    /// Whether this task came before, in this stint, or was finished here.
    fn has_had(&self, task: &Task) -> bool {
        self.log.registers().iter().any(|register| match register {
            Register::Start(known) => (known.id, known.stint) == (task.id, task.stint),
            Register::End { task: known, .. } => *known == task.id,
            _ => false,
        })
    }

    /// A task comes: START is stored with its receipt.
    fn begin(&mut self, task: Task) {
        self.log.store(Register::Start(task));
        self.worker.doing = Doing::At(task);
        self.stored();
    }

    /// READ and WRITE are stored before what they announce (6.1.1; Assumption 7.2.7).
    fn announce(&mut self, register: Register) {
        overridable!(self.announce(&register));
        self.log.store(register);
    }

    fn peek(&mut self, task: Task, stream: StreamId) {
        self.access(Message::Peek(stream));
        self.worker.doing = Doing::Peeks(task);
    }

    fn has_read(&mut self, mut task: Task, datum: Datum) {
        task.read(datum.value);
        self.worker.doing = Doing::At(task);
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
        self.announce(write_register(datum));
        self.push(task, datum);
        self.stored();
    }

    fn push(&mut self, task: Task, datum: Datum) {
        overridable!(self.push(task, datum));
        self.access(Message::Push(datum));
        self.worker.doing = Doing::Pushes(task, datum);
    }

    /// The datum is in the stream, put there now.
    fn has_written(&mut self, mut task: Task, datum: Datum) {
        overridable!(self.has_written(task));
        self.mail(Message::Copy(datum));
        task.wrote();
        self.worker.doing = Doing::At(task);
    }

    /// The datum is in the stream, put there before the fault.
    fn skip_write(&mut self, mut task: Task, datum: Datum) {
        overridable!(self.skip_write(datum));
        task.wrote();
        self.worker.doing = Doing::At(task);
    }

    /// A stream is empty or full: the task is blocked, if it still may be, and waits otherwise.
    fn cannot_go_on(&mut self, task: Task) {
        if self.rules.scheduling == Scheduling::Free && task.stint < self.rules.blocks {
            self.end(Ending::Blocked(task));
        } else {
            self.worker.doing = Doing::At(task);
        }
    }

    /// The leader has the task: as finished, or as blocked in this stint.
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

    /// The task was finished by another worker.
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

    /// The FTC confirms that the datum is in the stream, which is noted in its WRITE register.
    fn confirm(&mut self, datum: Datum) {
        overridable!(self.confirm(datum));
        if let Some((at, false)) = self.logged_write(&datum) {
            let confirmed = true;
            self.log.amend(at, Register::Write { datum, confirmed });
        }
    }

    fn mail(&mut self, message: Message) {
        self.out.push((Party::Leader, message));
    }

    fn access(&mut self, message: Message) {
        self.out.push((Party::Streams, message));
    }
}
