//! Where a worker deviates from the clear reading: other readings of chapter 6, and mutants.
//!
//! Each is a [`Deviation`] that overrides some steps by their names. Several may be in force at once; where two of them
//! override the same step, the one that stands first in [`READINGS`] does, and a mutant comes last.

mod mutants;
mod readings;

use super::AtWork;
use super::collection::OfTask;
use super::lookup::Known;
use crate::mechanism::Mechanism;
use crate::messages::{Act, Ending, Message, Status};
use crate::overridable::{self, Readings};
use crate::pipeline::{Datum, StreamId, Task, TaskId};
use crate::reading::{
    Answers, Blocked, Check, Collected, Confirmed, Copied, Counters, Interrupted, Logged, Others,
    Receipt, Replayed, Restored,
};
use crate::registers::Register;
use readings::*;

/// Which reading is in force when.
const READINGS: &Readings<dyn Deviation> = &[
    (|r| r.collected == Collected::OneByOne, &CollectedOneByOne),
    (|r| r.collected == Collected::OnePass, &CollectedInOnePass),
    (|r| r.receipt == Receipt::ThenStored, &ReceiptThenStored),
    (|r| r.read == Logged::Afterwards, &ReadAfterwards),
    (|r| r.write == Logged::Afterwards, &WriteAfterwards),
    (|r| r.copied == Copied::InParallel, &CopiedInParallel),
    (|r| r.counters == Counters::OfWorker, &CountersOfWorker),
    (|r| r.replayed == Replayed::First, &FirstRegister),
    (|r| r.interrupted == Interrupted::AnyTime, &Interrupts),
    (|r| r.restored == Restored::Removes, &RestoredRemoves),
    (|r| r.others == Others::Asked, &OthersAsked),
    (|r| r.answers == Answers::Any, &AnswersAny),
    (|r| r.confirmed == Confirmed::Volatile, &ConfirmedInMemory),
    (|r| r.blocked == Blocked::Id, &BlockedById),
    (|r| r.check == Check::OpenSent, &CheckOpenSent),
    (|r| r.check == Check::AsPrinted, &CheckAsPrinted),
];

/// The answer of the first deviation in force that has one.
pub(super) fn instead<T>(
    rules: &Mechanism,
    answer: impl FnMut(&(dyn Deviation + 'static)) -> Option<T>,
) -> Option<T> {
    let mutant = rules.mutant.as_ref().map(|mutant| mutant as &dyn Deviation);
    overridable::first(rules, READINGS, mutant, answer)
}

/// The steps of a worker that can be overridden. `None` leaves a step to the clear reading.
pub(super) trait Deviation {
    /// What the worker may do by itself.
    fn offers(&self, _work: &AtWork) -> Option<Vec<Act>> {
        None
    }

    /// It does something by itself.
    fn act(&self, _work: &mut AtWork, _act: Act) -> Option<()> {
        None
    }

    /// A message or an answer arrives.
    fn hear(&self, _work: &mut AtWork, _message: Message) -> Option<()> {
        None
    }

    /// Whether the next operation was performed before a fault.
    fn is_behind(&self, _work: &AtWork, _task: &Task) -> Option<bool> {
        None
    }

    /// The next operation, of which this is known.
    fn perform(&self, _work: &mut AtWork, _task: Task, _known: Known) -> Option<()> {
        None
    }

    /// The task ends here.
    fn end(&self, _work: &mut AtWork, _ending: Ending) -> Option<()> {
        None
    }

    /// What is known of the next operation.
    fn known(&self, _work: &AtWork, _task: &Task) -> Option<Option<Known>> {
        None
    }

    /// The datum is put into the stream.
    fn push(&self, _work: &mut AtWork, _task: Task, _datum: Datum) -> Option<()> {
        None
    }

    /// The datum is in the stream, put there now.
    fn has_written(&self, _work: &mut AtWork, _task: Task) -> Option<()> {
        None
    }

    /// READ or WRITE is stored before what it announces.
    fn announce(&self, _work: &mut AtWork, _register: &Register) -> Option<()> {
        None
    }

    /// The datum is in the stream, put there before the fault.
    fn skip_write(&self, _work: &mut AtWork, _datum: Datum) -> Option<()> {
        None
    }

    /// The FTC confirms that the datum is in the stream.
    fn confirm(&self, _work: &mut AtWork, _datum: Datum) -> Option<()> {
        None
    }

    /// Where counters begin to count.
    fn since(&self, _work: &AtWork, _task: &Task) -> Option<u16> {
        None
    }

    /// What the READ register of a read has, if there is one.
    fn logged_read(&self, _work: &AtWork, _task: TaskId, _from: StreamId) -> Option<Option<Datum>> {
        None
    }

    /// A register was stored, or END marked.
    fn stored(&self, _work: &mut AtWork) -> Option<()> {
        None
    }

    /// Something that a precondition looks at has changed.
    fn changed(&self, _work: &mut AtWork) -> Option<()> {
        None
    }

    /// Whether a register can be removed.
    fn is_useless(&self, _work: &AtWork, _register: &Register, _of_task: OfTask) -> Option<bool> {
        None
    }

    /// Whether the FTC has confirmed that the datum is in the stream.
    fn is_confirmed(&self, _work: &AtWork, _datum: &Datum) -> Option<bool> {
        None
    }

    /// The worker is back after a fault.
    fn count_life(&self, _work: &mut AtWork) -> Option<()> {
        None
    }

    /// The task that is returned again after a fault.
    fn as_blocked(&self, _work: &AtWork, _task: Task) -> Option<Task> {
        None
    }

    /// A task is performed again from its checkpoint.
    fn begin_again(&self, _work: &mut AtWork) -> Option<()> {
        None
    }

    /// What became of a task in this stint.
    fn status(&self, _work: &AtWork, _task: TaskId, _stint: u16) -> Option<Status> {
        None
    }

    /// The same, told to a new leader.
    fn tell_status(&self, _work: &mut AtWork, _task: TaskId, _stint: u16) -> Option<()> {
        None
    }

    /// What the old leader did not confirm is sent again.
    fn repeat(&self, _work: &mut AtWork) -> Option<()> {
        None
    }

    /// A question that was not answered is asked again.
    fn ask_again(&self, _work: &mut AtWork) -> Option<()> {
        None
    }
}
