//! What is kept in stable storage: the registers of Algorithms 8 and 9.
//!
//! | thesis | here |
//! |---|---|
//! | `log_worker_start` | [`Register::Start`] |
//! | `log_worker_read`, `log_worker_write` | [`Register::Read`], [`Register::Write`]; stream, data and counter are a [`Datum`] |
//! | `log_worker_blocked`, `log_worker_end` | [`Register::Blocked`], [`Register::End`] |
//! | `log_leader_sent`, `log_leader_received`, `log_leader_stream` | [`Record::Sent`], [`Record::Received`], [`Record::Stream`] |
//!
//! Four fields are not in the thesis; each is a clarification with a reading that does without it: `confirmed` of WRITE,
//! `task` and `over` of BLOCKED, `compared` of STREAM (that one is implied by the precondition for removing it). The
//! leader's queue of tasks and the list of finished ones are registers too.

use crate::pipeline::{Datum, StreamId, Task, TaskId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A worker, by its number; the thesis counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WorkerId(pub u8);

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "W{}", self.0)
    }
}

/// A register in the Log Buffer of a worker (Algorithm 8).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Register {
    /// <START, Task>
    Start(Task),
    /// <READ, TaskId, StreamId, InputData, Counter>
    Read {
        /// Who reads.
        task: TaskId,
        /// From where.
        stream: StreamId,
        /// The datum.
        datum: Datum,
        /// The how many-th read of this task from this stream it is.
        counter: u16,
    },
    /// <WRITE, TaskId, StreamId, OutputData, Counter>
    Write {
        /// The datum, with who writes it, where, and the counter.
        datum: Datum,
        /// Whether the FTC has confirmed that it is in the stream.
        confirmed: bool,
    },
    /// <BLOCKED, TaskId, IsTaskReceived>
    Blocked {
        /// The task as it was when it was blocked.
        task: Task,
        /// IsTaskReceived.
        received: bool,
        /// Whether the task has been finished elsewhere since.
        over: bool,
    },
    /// <END, TaskId, IsTaskReceived>
    End {
        /// Which task.
        task: TaskId,
        /// IsTaskReceived.
        received: bool,
    },
    /// How often the worker has been started.
    Life(u32),
}

/// A register in the leader's stable storage (Algorithm 9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Record {
    /// <SENT, WorkerId, Task>
    Sent {
        /// To whom.
        worker: WorkerId,
        /// A copy of the task.
        task: Task,
    },
    /// <RECEIVED, WorkerId, TaskId, IsFinished>
    Received {
        /// From whom.
        worker: WorkerId,
        /// Which task.
        task: TaskId,
        /// IsFinished.
        finished: bool,
    },
    /// <STREAM, TaskId, StreamId, Data, Counter>
    Stream {
        /// The datum.
        datum: Datum,
        /// Whether it has been compared with what is in the stream.
        compared: bool,
    },
    /// A task in the leader's queue.
    Queued(Task),
    /// A task that is finished, for the application. It is not part of the mechanism and never removed.
    Done(TaskId),
}

/// Stable storage: registers in the order in which they were stored. What is in it survives a fault.
pub trait Stable<R> {
    /// All of them, oldest first.
    fn registers(&self) -> &[R];
    /// Stores one more.
    fn store(&mut self, register: R);
    /// Changes one.
    fn amend(&mut self, at: usize, register: R);
    /// Removes one.
    fn remove(&mut self, at: usize);
}

impl<R> Stable<R> for Vec<R> {
    fn registers(&self) -> &[R] {
        self
    }

    fn store(&mut self, register: R) {
        self.push(register);
    }

    fn amend(&mut self, at: usize, register: R) {
        self[at] = register;
    }

    fn remove(&mut self, at: usize) {
        Vec::remove(self, at);
    }
}

impl Register {
    /// The task that it is about.
    pub fn task(&self) -> Option<TaskId> {
        match self {
            Register::Start(task) | Register::Blocked { task, .. } => Some(task.id),
            Register::Read { task, .. } | Register::End { task, .. } => Some(*task),
            Register::Write { datum, .. } => Some(datum.task),
            Register::Life(_) => None,
        }
    }
}

impl Record {
    /// The task that it is about, if it is a register of the thesis.
    pub fn task(&self) -> Option<TaskId> {
        match self {
            Record::Sent { task, .. } => Some(task.id),
            Record::Received { task, .. } => Some(*task),
            Record::Stream { datum, .. } => Some(datum.task),
            Record::Queued(_) | Record::Done(_) => None,
        }
    }
}

fn word(yes: bool) -> &'static str {
    if yes { "TRUE" } else { "FALSE" }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Register::Start(task) => write!(f, "START({task})"),
            Register::Read {
                task,
                datum,
                counter,
                ..
            } => write!(f, "READ({task}, {datum}, {counter})"),
            Register::Write { datum, confirmed } => {
                let confirmed = if *confirmed { ", confirmed" } else { "" };
                write!(f, "WRITE({datum}{confirmed})")
            }
            Register::Blocked {
                task,
                received,
                over,
            } => {
                let over = if *over { ", over" } else { "" };
                write!(f, "BLOCKED({task}, {}{over})", word(*received))
            }
            Register::End { task, received } => write!(f, "END({task}, {})", word(*received)),
            Register::Life(life) => write!(f, "LIFE({life})"),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Record::Sent { worker, task } => write!(f, "SENT({worker}, {task})"),
            Record::Received {
                worker,
                task,
                finished,
            } => write!(f, "RECEIVED({worker}, {task}, {})", word(*finished)),
            Record::Stream { datum, compared } => {
                let compared = if *compared { ", compared" } else { "" };
                write!(f, "STREAM({datum}{compared})")
            }
            Record::Queued(task) => write!(f, "queued {task}"),
            Record::Done(task) => write!(f, "done {task}"),
        }
    }
}
