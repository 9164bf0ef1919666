//! Where the leader deviates from the clear reading: other readings of chapter 6, and mutants.
//!
//! Each is a [`Deviation`] that overrides some steps by their names. Several may be in force at once; where two of them
//! override the same step, the one that stands first in [`READINGS`] does, and a mutant comes last.

mod mutants;
mod readings;

use super::AtWork;
use crate::mechanism::Mechanism;
use crate::messages::{Ending, Message, Status};
use crate::overridable::{self, Readings};
use crate::pipeline::{Datum, Task, TaskId};
use crate::reading::{Again, Asked, Check, Collected, Lost, Others, Queue, Written};
use crate::registers::{Record, WorkerId};
use readings::*;

/// Which reading is in force when.
const READINGS: &Readings<dyn Deviation> = &[
    (|r| r.queue == Queue::Volatile, &QueueInMemory),
    (|r| r.again == Again::BySent, &AgainBySent),
    (|r| r.again == Again::ByReceived, &AgainByReceived),
    (|r| r.written == Written::RegisterAlone, &RegisterAlone),
    (|r| r.asked == Asked::Compared, &AskedIsCompared),
    (|r| r.others == Others::Asked, &OthersAsked),
    (|r| r.lost == Lost::QueuedAgain, &LostIsQueued),
    (|r| r.check == Check::OpenSent, &CheckOpenSent),
    (|r| r.check == Check::AsPrinted, &CheckAsPrinted),
    (|r| r.collected == Collected::OnePass, &CollectedInOnePass),
];

/// The answer of the first deviation in force that has one.
pub(super) fn instead<T>(
    rules: &Mechanism,
    answer: impl FnMut(&(dyn Deviation + 'static)) -> Option<T>,
) -> Option<T> {
    let mutant = rules.mutant.as_ref().map(|mutant| mutant as &dyn Deviation);
    overridable::first(rules, READINGS, mutant, answer)
}

/// The steps of the leader that can be overridden. `None` leaves a step to the clear reading.
pub(super) trait Deviation {
    /// A task begins to wait for a worker.
    fn enqueue(&self, _work: &mut AtWork, _task: Task) -> Option<()> {
        None
    }

    /// The tasks that wait for a worker.
    fn queue(&self, _work: &AtWork) -> Option<Vec<Task>> {
        None
    }

    /// A task does not wait any more.
    fn dequeue(&self, _work: &mut AtWork, _task: &Task) -> Option<()> {
        None
    }

    /// A task is assigned to a worker.
    fn assign(&self, _work: &mut AtWork, _task: Task, _worker: WorkerId) -> Option<()> {
        None
    }

    /// A task that was assigned is sent.
    fn send(&self, _work: &mut AtWork, _task: Task, _worker: WorkerId) -> Option<()> {
        None
    }

    /// A message of a worker arrives.
    fn hear(&self, _work: &mut AtWork, _worker: WorkerId, _message: Message) -> Option<()> {
        None
    }

    /// A worker has failed for ever.
    fn lose(&self, _work: &mut AtWork, _worker: WorkerId) -> Option<()> {
        None
    }

    /// A datum that a worker has asked about is in the stream.
    fn was_written(&self, _work: &mut AtWork, _worker: WorkerId, _datum: Datum) -> Option<()> {
        None
    }

    /// What a message says is stored.
    fn record(&self, _work: &mut AtWork, _worker: WorkerId, _message: Message) -> Option<()> {
        None
    }

    /// What was stored is acted upon.
    fn confirm(&self, _work: &mut AtWork, _worker: WorkerId, _message: Message) -> Option<()> {
        None
    }

    /// Whether a task is returned a second time.
    fn is_returned_again(&self, _: &AtWork, _worker: WorkerId, _ending: Ending) -> Option<bool> {
        None
    }

    /// There is no STREAM register of a datum that a worker asks about in this life.
    fn look(&self, _: &mut AtWork, _worker: WorkerId, _datum: Datum, _life: u32) -> Option<()> {
        None
    }

    /// A new leader makes itself known.
    fn introduce(&self, _work: &mut AtWork) -> Option<()> {
        None
    }

    /// A worker has said what became of a task that it was sent.
    fn learn_of(&self, _: &mut AtWork, _from: WorkerId, _task: Task, _is: Status) -> Option<()> {
        None
    }

    /// A register was stored.
    fn stored(&self, _work: &mut AtWork) -> Option<()> {
        None
    }

    /// Something that a precondition looks at has changed.
    fn changed(&self, _work: &mut AtWork) -> Option<()> {
        None
    }

    /// The task that is finished while those that had it before have not been told, if there is one.
    fn untold(&self, _work: &AtWork) -> Option<Option<TaskId>> {
        None
    }

    /// Whether a register can be removed.
    fn is_useless(&self, _work: &AtWork, _record: &Record) -> Option<bool> {
        None
    }
}
