//! What leader, workers and streams say to each other, and what each does by itself.

use crate::pipeline::{Datum, StreamId, Task, TaskId};
use crate::registers::WorkerId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Party {
    /// The leader, which is the FTC too.
    Leader,
    /// A worker.
    Worker(WorkerId),
    /// The streams, in the shared memory.
    Streams,
}

/// What is sent, in the order it was sent.
pub type Outbox = Vec<(Party, Message)>;

/// How a task comes back from a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ending {
    /// Finished.
    Finished(TaskId),
    /// Blocked in this state.
    Blocked(Task),
}

/// What a worker tells a new leader of a task (6.1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    /// NOT_RECEIVED
    NotReceived,
    /// WORKING
    Working,
    /// FINISHED
    Finished,
}

/// What a restored task looks for in the Log Buffers of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Want {
    /// The READ register of this task, stream and counter.
    Read(TaskId, StreamId, u16),
    /// The WRITE register of this datum.
    Write(Datum),
}

/// A message, an access to the streams, or the answer to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Message {
    // From the leader to a worker.
    /// Perform this.
    Task(Task),
    /// The leader has received the task: as finished, or as blocked in this stint.
    Received(TaskId, Option<u16>),
    /// The task was finished by another worker.
    FinishedElsewhere(TaskId),
    /// The datum is in the stream.
    Written(Datum),
    /// The datum is not in the stream; the answer to the question of this life.
    NotWritten(Datum, u32),
    /// The datum is not in its stream any more.
    Gone(Datum),
    /// There is a new leader, which believes this worker to have this task in this stint.
    NewLeader(Option<(TaskId, u16)>),
    /// Has this worker such a register? Another one asks.
    Find(Want, WorkerId),
    /// What others have, if anything.
    Others(Want, Option<Datum>),

    // From a worker to the leader.
    /// The task comes back.
    Return(Ending),
    /// A copy of a datum that was written.
    Copy(Datum),
    /// The task, performed again, has read this from the log.
    Reread(Datum),
    /// Was this datum written? Asked in this life.
    WasWritten(Datum, u32),
    /// The answer to a new leader.
    Status(TaskId, u16, Status),
    /// Was this task, which was blocked here, finished elsewhere?
    IsOver(TaskId),
    /// Has anyone else such a register?
    WhoHas(Want),
    /// What this worker has, for the one that asks.
    Has(Want, Option<Datum>, WorkerId),

    // Accesses to the streams, and their answers.
    /// What is next in the stream?
    Peek(StreamId),
    /// That, if anything can be read.
    Head(StreamId, Option<Datum>),
    /// Take the datum out.
    Remove(Datum),
    /// It is out.
    Removed(Datum),
    /// Put the datum in.
    Push(Datum),
    /// It is in.
    Pushed(Datum),
    /// Keep room for a datum of this operation.
    Reserve(StreamId, TaskId, u16),
    /// Whether there is room.
    Room(StreamId, bool),
    /// Compare the datum with what is in the stream, for this worker, and let it be read; or, if it is a question of this life of the
    /// worker, only look.
    Compare(Datum, WorkerId, Option<u32>),
    /// Whether it is there, and how many data of its stream, from the first on, have been compared.
    Compared(Datum, WorkerId, Option<u32>, bool, u16),
    /// Take the datum out if it is still there, for this worker.
    Discard(Datum, WorkerId),
    /// It is not there any more.
    Discarded(Datum, WorkerId),
    /// How many data of this stream have been compared?
    Level(StreamId),
    /// So many.
    LevelIs(StreamId, u16),
}

/// What a node does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    // A worker.
    /// Stores START.
    LogStart(TaskId),
    /// Performs the next operation, a read.
    Read(TaskId, StreamId),
    /// Stores READ after the fact.
    LogRead(Datum),
    /// Performs the next operation, a write.
    Write(Datum),
    /// Stores WRITE after the fact.
    LogWrite(Datum),
    /// Ends the task.
    End(TaskId),
    /// Is told to stop the task.
    Block(TaskId),
    /// Returns the task.
    Return(TaskId),
    /// Removes one register.
    Collect,

    // The leader.
    /// Takes a task from the queue for a worker.
    Assign(TaskId, WorkerId),
    /// Sends it.
    Send(TaskId, WorkerId),
    /// Stores what a message says.
    Record(WorkerId, Message),
    /// Acts on what was stored.
    Confirm(WorkerId, Message),
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

impl Message {
    /// Whether it is an access to the streams, or the answer to one.
    pub fn is_access(&self) -> bool {
        use Message::*;
        matches!(
            self,
            Peek(_)
                | Head(..)
                | Remove(_)
                | Removed(_)
                | Push(_)
                | Pushed(_)
                | Reserve(..)
                | Room(..)
                | Compare(..)
                | Compared(..)
                | Discard(..)
                | Discarded(..)
                | Level(_)
                | LevelIs(..)
        )
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Party::Leader => write!(f, "leader"),
            Party::Worker(worker) => write!(f, "{worker}"),
            Party::Streams => write!(f, "streams"),
        }
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Want::Read(task, stream, counter) => {
                write!(f, "READ {counter} of {task} from {stream}")
            }
            Want::Write(datum) => write!(f, "WRITE of {datum}"),
        }
    }
}

/// ` (life 2)`; the first life is not worth a word.
fn in_life(life: u32) -> String {
    match life {
        0 | 1 => String::new(),
        life => format!(" (life {life})"),
    }
}

/// Whether it is about a question, and of which life.
fn asked(question: Option<u32>) -> String {
    match question {
        None => String::new(),
        Some(life) => format!(", asked{}", in_life(life)),
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished(task) => write!(f, "{task} finished"),
            Ending::Blocked(task) => write!(f, "{task} blocked"),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Task(task) => write!(f, "task {task}"),
            Message::Received(task, None) => write!(f, "received {task} finished"),
            Message::Received(task, Some(stint)) => {
                write!(f, "received {task} blocked in stint {stint}")
            }
            Message::FinishedElsewhere(task) => write!(f, "finished-elsewhere {task}"),
            Message::Written(datum) => write!(f, "written {datum}"),
            Message::NotWritten(datum, life) => write!(f, "not-written {datum}{}", in_life(*life)),
            Message::Gone(datum) => write!(f, "gone {datum}"),
            Message::NewLeader(None) => write!(f, "new-leader"),
            Message::NewLeader(Some((task, stint))) => {
                write!(f, "new-leader, has it {task} in stint {stint}?")
            }
            Message::Find(want, asker) => write!(f, "find {want} for {asker}"),
            Message::Others(want, None) => write!(f, "nobody has {want}"),
            Message::Others(want, Some(_)) => write!(f, "somebody has {want}"),
            Message::Return(ending) => write!(f, "return {ending}"),
            Message::Copy(datum) => write!(f, "copy {datum}"),
            Message::Reread(datum) => write!(f, "reread {datum}"),
            Message::WasWritten(datum, life) => write!(f, "was-written? {datum}{}", in_life(*life)),
            Message::Status(task, stint, status) => {
                let status = match status {
                    Status::NotReceived => "NOT_RECEIVED",
                    Status::Working => "WORKING",
                    Status::Finished => "FINISHED",
                };
                write!(f, "status {status} of {task} in stint {stint}")
            }
            Message::IsOver(task) => write!(f, "is-over? {task}"),
            Message::WhoHas(want) => write!(f, "who-has {want}?"),
            Message::Has(want, None, asker) => write!(f, "has no {want} for {asker}"),
            Message::Has(want, Some(_), asker) => write!(f, "has {want} for {asker}"),
            Message::Peek(stream) => write!(f, "peek {stream}"),
            Message::Head(stream, None) => write!(f, "nothing-in {stream}"),
            Message::Head(_, Some(datum)) => write!(f, "head {datum}"),
            Message::Remove(datum) => write!(f, "remove {datum}"),
            Message::Removed(datum) => write!(f, "removed {datum}"),
            Message::Push(datum) => write!(f, "push {datum}"),
            Message::Pushed(datum) => write!(f, "pushed {datum}"),
            Message::Reserve(stream, task, op) => {
                write!(f, "reserve {stream} for {task}, operation {op}")
            }
            Message::Room(stream, true) => write!(f, "room-in {stream}"),
            Message::Room(stream, false) => write!(f, "no-room-in {stream}"),
            Message::Compare(datum, worker, question) => {
                write!(f, "compare {datum} for {worker}{}", asked(*question))
            }
            Message::Compared(datum, worker, question, there, level) => {
                let there = if *there { "there" } else { "not there" };
                let asked = asked(*question);
                write!(
                    f,
                    "compared {datum} for {worker}{asked}: {there}, level {level}"
                )
            }
            Message::Discard(datum, worker) => write!(f, "discard {datum} for {worker}"),
            Message::Discarded(datum, worker) => write!(f, "discarded {datum} for {worker}"),
            Message::Level(stream) => write!(f, "level {stream}?"),
            Message::LevelIs(stream, level) => write!(f, "level {stream} is {level}"),
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::LogStart(task) => write!(f, "log-start {task}"),
            Act::Read(task, stream) => write!(f, "read {stream} for {task}"),
            Act::LogRead(datum) => write!(f, "log-read {datum}"),
            Act::Write(datum) => write!(f, "write {datum}"),
            Act::LogWrite(datum) => write!(f, "log-write {datum}"),
            Act::End(task) => write!(f, "end {task}"),
            Act::Block(task) => write!(f, "block {task}"),
            Act::Return(task) => write!(f, "give-back {task}"),
            Act::Collect => write!(f, "collect"),
            Act::Assign(task, worker) => write!(f, "assign {task} to {worker}"),
            Act::Send(task, worker) => write!(f, "send {task} to {worker}"),
            Act::Record(worker, message) => write!(f, "record {message} of {worker}"),
            Act::Confirm(worker, message) => write!(f, "confirm {message} of {worker}"),
        }
    }
}
