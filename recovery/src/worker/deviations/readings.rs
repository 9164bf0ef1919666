//! Other readings of chapter 6, each with what it changes in the worker.

use super::Deviation;
use crate::messages::{Act, Ending, Message, Status, Want};
use crate::pipeline::{Datum, StreamId, Task, TaskId};
use crate::registers::Register;
use crate::streams::same;
use crate::worker::lookup::{Known, write_register};
use crate::worker::{AtWork, Doing};

/// [`Receipt::ThenStored`](crate::reading::Receipt::ThenStored): START is stored in a step of its own, after the receipt.
pub(super) struct ReceiptThenStored;

impl Deviation for ReceiptThenStored {
    fn hear(&self, work: &mut AtWork, message: Message) -> Option<()> {
        match message {
            Message::Task(task) if !work.has_had(&task) => work.worker.doing = Doing::Got(task),
            _ => return None,
        }
        Some(())
    }

    fn offers(&self, work: &AtWork) -> Option<Vec<Act>> {
        match work.worker.doing {
            Doing::Got(task) => Some(vec![Act::LogStart(task.id)]),
            _ => None,
        }
    }

    fn act(&self, work: &mut AtWork, act: Act) -> Option<()> {
        match (work.worker.doing, act) {
            (Doing::Got(task), Act::LogStart(_)) => work.begin(task),
            _ => return None,
        }
        Some(())
    }

    fn status(&self, work: &AtWork, task: TaskId, stint: u16) -> Option<Status> {
        match work.worker.doing {
            Doing::Got(got)
                if (got.id, got.stint) == (task, stint)
                    && work.logged_status(task, stint) == Status::NotReceived =>
            {
                Some(Status::Working)
            }
            _ => None,
        }
    }
}

/// [`Logged::Afterwards`](crate::reading::Logged::Afterwards) for READ: the datum is taken out, and then READ is stored.
pub(super) struct ReadAfterwards;

impl Deviation for ReadAfterwards {
    fn announce(&self, _: &mut AtWork, register: &Register) -> Option<()> {
        matches!(register, Register::Read { .. }).then_some(())
    }

    fn hear(&self, work: &mut AtWork, message: Message) -> Option<()> {
        match (work.worker.doing, message) {
            (Doing::Removes(task, datum), Message::Removed(_)) => {
                work.worker.doing = Doing::Holds(task, datum);
            }
            _ => return None,
        }
        Some(())
    }

    fn offers(&self, work: &AtWork) -> Option<Vec<Act>> {
        match work.worker.doing {
            Doing::Holds(_, datum) => Some(vec![Act::LogRead(datum)]),
            _ => None,
        }
    }

    fn act(&self, work: &mut AtWork, act: Act) -> Option<()> {
        match (work.worker.doing, act) {
            (Doing::Holds(task, datum), Act::LogRead(_)) => {
                work.log.store(work.read_register(&task, datum));
                work.has_read(task, datum);
                work.stored();
            }
            _ => return None,
        }
        Some(())
    }
}

/// [`Logged::Afterwards`](crate::reading::Logged::Afterwards) for WRITE: the datum is put in, and then WRITE is stored.
pub(super) struct WriteAfterwards;

impl Deviation for WriteAfterwards {
    fn announce(&self, _: &mut AtWork, register: &Register) -> Option<()> {
        matches!(register, Register::Write { .. }).then_some(())
    }

    fn hear(&self, work: &mut AtWork, message: Message) -> Option<()> {
        match (work.worker.doing, message) {
            (Doing::Pushes(task, datum), Message::Pushed(_))
                if work.logged_write(&datum).is_none() =>
            {
                work.worker.doing = Doing::HasPushed(task, datum);
            }
            _ => return None,
        }
        Some(())
    }

    fn offers(&self, work: &AtWork) -> Option<Vec<Act>> {
        match work.worker.doing {
            Doing::HasPushed(_, datum) => Some(vec![Act::LogWrite(datum)]),
            _ => None,
        }
    }

    fn act(&self, work: &mut AtWork, act: Act) -> Option<()> {
        match (work.worker.doing, act) {
            (Doing::HasPushed(task, datum), Act::LogWrite(_)) => {
                work.log.store(write_register(datum));
                work.has_written(task, datum);
                work.stored();
            }
            _ => return None,
        }
        Some(())
    }
}

/// [`Copied::InParallel`](crate::reading::Copied::InParallel): the copy leaves with the datum, and may arrive before it.
pub(super) struct CopiedInParallel;

impl Deviation for CopiedInParallel {
    fn push(&self, work: &mut AtWork, task: Task, datum: Datum) -> Option<()> {
        work.mail(Message::Copy(datum));
        work.access(Message::Push(datum));
        work.worker.doing = Doing::Pushes(task, datum);
        Some(())
    }

    fn has_written(&self, work: &mut AtWork, mut task: Task) -> Option<()> {
        task.wrote();
        work.worker.doing = Doing::At(task);
        Some(())
    }
}

/// "During this second task execution" a task looks into the Log Buffer (6.1.5), and during the first it does not.
fn known_in_first_execution(work: &AtWork, task: &Task) -> Option<Option<Known>> {
    (!work.worker.restoring).then(|| work.unknown(task))
}

/// [`Counters::OfWorker`](crate::reading::Counters::OfWorker): counters count from the last START of the task.
pub(super) struct CountersOfWorker;

impl Deviation for CountersOfWorker {
    fn begin_again(&self, work: &mut AtWork) -> Option<()> {
        work.worker.restoring = true;
        None
    }

    fn end(&self, work: &mut AtWork, _: Ending) -> Option<()> {
        work.worker.restoring = false;
        None
    }

    fn known(&self, work: &AtWork, task: &Task) -> Option<Option<Known>> {
        known_in_first_execution(work, task)
    }

    fn since(&self, work: &AtWork, task: &Task) -> Option<u16> {
        let mut registers = work.log.registers().iter().rev();
        registers.find_map(|register| match register {
            Register::Start(start) if start.id == task.id => Some(start.pc),
            _ => None,
        })
    }
}

/// [`Replayed::First`](crate::reading::Replayed::First): a read takes the first READ register for its stream.
pub(super) struct FirstRegister;

impl Deviation for FirstRegister {
    fn begin_again(&self, work: &mut AtWork) -> Option<()> {
        work.worker.restoring = true;
        None
    }

    fn end(&self, work: &mut AtWork, _: Ending) -> Option<()> {
        work.worker.restoring = false;
        None
    }

    fn known(&self, work: &AtWork, task: &Task) -> Option<Option<Known>> {
        known_in_first_execution(work, task)
    }

    fn logged_read(&self, work: &AtWork, task: TaskId, from: StreamId) -> Option<Option<Datum>> {
        let mut registers = work.log.registers().iter();
        Some(registers.find_map(|register| match register {
            Register::Read {
                task: t,
                stream,
                datum,
                ..
            } if (*t, *stream) == (task, from) => Some(*datum),
            _ => None,
        }))
    }
}

/// [`Interrupted::AnyTime`](crate::reading::Interrupted::AnyTime): a task may be blocked while it is performed again.
pub(super) struct Interrupts;

impl Deviation for Interrupts {
    fn is_behind(&self, _: &AtWork, _: &Task) -> Option<bool> {
        Some(false)
    }
}

/// [`Restored::Removes`](crate::reading::Restored::Removes): a register that was used to perform a task again is removed.
pub(super) struct RestoredRemoves;

impl Deviation for RestoredRemoves {
    fn hear(&self, work: &mut AtWork, message: Message) -> Option<()> {
        match (work.worker.doing, message) {
            (Doing::Rereads(_, read), Message::Gone(gone)) if read == gone => {
                forget(
                    work,
                    |register| matches!(register, Register::Read { datum, .. } if *datum == gone),
                );
            }
            _ => {} // No register is used here.
        }
        None
    }

    fn skip_write(&self, work: &mut AtWork, skipped: Datum) -> Option<()> {
        forget(
            work,
            |register| matches!(register, Register::Write { datum, .. } if *datum == skipped),
        );
        None
    }
}

fn forget(work: &mut AtWork, used: impl Fn(&Register) -> bool) {
    if let Some(at) = work.log.registers().iter().position(used) {
        work.log.remove(at);
    }
}

/// [`Others::Asked`](crate::reading::Others::Asked): what a restored task does not find in the Log Buffer is asked of the
/// workers that had it before, through the FTC.
pub(super) struct OthersAsked;

impl Deviation for OthersAsked {
    fn begin_again(&self, work: &mut AtWork) -> Option<()> {
        work.worker.restoring = true;
        None
    }

    fn end(&self, work: &mut AtWork, _: Ending) -> Option<()> {
        work.worker.restoring = false;
        None
    }

    fn perform(&self, work: &mut AtWork, task: Task, known: Known) -> Option<()> {
        if !work.worker.restoring {
            return None;
        }
        let want = match known {
            Known::NotRead(stream, counter) => Want::Read(task.id, stream, counter),
            Known::NotWritten(datum) => Want::Write(datum),
            Known::Read(_) | Known::Written(_) | Known::Announced(_) => return None,
        };
        work.mail(Message::WhoHas(want));
        work.worker.doing = Doing::Wonders(task, want);
        Some(())
    }

    fn hear(&self, work: &mut AtWork, message: Message) -> Option<()> {
        match (work.worker.doing, message) {
            (Doing::Wonders(task, wanted), Message::Others(want, found)) if wanted == want => {
                match (want, found) {
                    (Want::Read(..), Some(datum)) => work.has_read(task, datum),
                    (Want::Read(_, stream, _), None) => work.peek(task, stream),
                    (Want::Write(datum), Some(_)) => work.skip_write(task, datum),
                    (Want::Write(datum), None) => work.write(task, datum),
                }
            }
            (_, Message::Find(want, asker)) => {
                let found = match want {
                    Want::Read(task, stream, counter) => work.logged_read(task, stream, counter),
                    Want::Write(datum) => work.logged_write(&datum).map(|_| datum),
                };
                work.mail(Message::Has(want, found, asker));
            }
            _ => return None,
        }
        Some(())
    }

    fn ask_again(&self, work: &mut AtWork) -> Option<()> {
        match work.worker.doing {
            Doing::Wonders(_, want) => work.mail(Message::WhoHas(want)),
            _ => return None,
        }
        Some(())
    }
}

/// [`Answers::Any`](crate::reading::Answers::Any): lives are not counted, and any answer about the datum will do.
pub(super) struct AnswersAny;

impl Deviation for AnswersAny {
    fn count_life(&self, _: &mut AtWork) -> Option<()> {
        Some(())
    }

    fn hear(&self, work: &mut AtWork, message: Message) -> Option<()> {
        match (work.worker.doing, message) {
            (Doing::Asks(task, asked), Message::NotWritten(datum, _)) if same(&asked, &datum) => {
                work.push(task, datum);
            }
            _ => return None,
        }
        Some(())
    }
}

/// [`Confirmed::Volatile`](crate::reading::Confirmed::Volatile): that a datum was written is noted in memory.
pub(super) struct ConfirmedInMemory;

impl Deviation for ConfirmedInMemory {
    fn confirm(&self, work: &mut AtWork, datum: Datum) -> Option<()> {
        work.worker.confirmed.insert(datum);
        Some(())
    }

    fn is_confirmed(&self, work: &AtWork, datum: &Datum) -> Option<bool> {
        Some(work.worker.confirmed.contains(datum))
    }
}

/// [`Collected::OneByOne`](crate::reading::Collected::OneByOne): each register is removed in a step of its own.
pub(super) struct CollectedOneByOne;

impl Deviation for CollectedOneByOne {
    fn changed(&self, work: &mut AtWork) -> Option<()> {
        work.worker.collecting = work.newest_useless().is_some();
        Some(())
    }

    fn offers(&self, work: &AtWork) -> Option<Vec<Act>> {
        work.worker.collecting.then(|| vec![Act::Collect])
    }

    fn act(&self, work: &mut AtWork, act: Act) -> Option<()> {
        if act != Act::Collect {
            return None;
        }
        if let Some(at) = work.newest_useless() {
            work.log.remove(at);
        }
        work.changed();
        Some(())
    }
}

/// [`Collected::OnePass`](crate::reading::Collected::OnePass): one pass when a register is stored, "except the node most
/// recently stored" (6.1.4), and none at other times.
pub(super) struct CollectedInOnePass;

impl Deviation for CollectedInOnePass {
    fn stored(&self, work: &mut AtWork) -> Option<()> {
        let newest = work.log.registers().len().saturating_sub(1);
        work.collect_backwards(newest);
        Some(())
    }

    fn changed(&self, _: &mut AtWork) -> Option<()> {
        Some(())
    }
}

/// [`Blocked::Id`](crate::reading::Blocked::Id): BLOCKED has the id of its task alone, so that the checkpoint of START is
/// returned again.
pub(super) struct BlockedById;

impl Deviation for BlockedById {
    fn as_blocked(&self, work: &AtWork, _: Task) -> Option<Task> {
        work.checkpoint()
    }
}

/// [`Check::OpenSent`](crate::reading::Check::OpenSent): a new leader is told what became of a task, whatever that is, and a
/// task that was returned is returned again.
pub(super) struct CheckOpenSent;

impl Deviation for CheckOpenSent {
    fn tell_status(&self, work: &mut AtWork, task: TaskId, stint: u16) -> Option<()> {
        let status = work.status(task, stint);
        work.mail(Message::Status(task, stint, status));
        Some(())
    }

    fn repeat(&self, work: &mut AtWork) -> Option<()> {
        if let Doing::Returned(ending) = work.worker.doing {
            work.mail(Message::Return(ending));
        }
        Some(())
    }
}

/// [`Check::AsPrinted`](crate::reading::Check::AsPrinted): a new leader is told what became of a task, and nothing is sent
/// again.
pub(super) struct CheckAsPrinted;

impl Deviation for CheckAsPrinted {
    fn tell_status(&self, work: &mut AtWork, task: TaskId, stint: u16) -> Option<()> {
        CheckOpenSent.tell_status(work, task, stint)
    }

    fn repeat(&self, _: &mut AtWork) -> Option<()> {
        Some(())
    }
}
