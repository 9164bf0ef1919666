//! Other readings of chapter 6, each with what it changes in the leader.

use super::Deviation;
use crate::leader::AtWork;
use crate::messages::{Ending, Message, Status, Want};
use crate::pipeline::{Datum, Task, TaskId};
use crate::registers::{Record, WorkerId};

/// [`Queue::Volatile`](crate::reading::Queue::Volatile): the queue of tasks is in memory.
pub(super) struct QueueInMemory;

impl Deviation for QueueInMemory {
    fn enqueue(&self, work: &mut AtWork, task: Task) -> Option<()> {
        work.leader.queue.push(task);
        Some(())
    }

    fn queue(&self, work: &AtWork) -> Option<Vec<Task>> {
        Some(work.leader.queue.clone())
    }

    fn dequeue(&self, work: &mut AtWork, task: &Task) -> Option<()> {
        work.leader.queue.retain(|queued| queued != task);
        Some(())
    }
}

/// [`Again::BySent`](crate::reading::Again::BySent): a task is returned again if it answers no open SENT, whatever its stint.
pub(super) struct AgainBySent;

impl Deviation for AgainBySent {
    fn is_returned_again(&self, work: &AtWork, worker: WorkerId, ending: Ending) -> Option<bool> {
        let open = work.open(worker).filter(|open| open.id == ending.task());
        Some(open.is_none())
    }
}

/// [`Again::ByReceived`](crate::reading::Again::ByReceived): a task is returned again if there is a RECEIVED register of it
/// and the worker.
pub(super) struct AgainByReceived;

impl Deviation for AgainByReceived {
    fn is_returned_again(&self, work: &AtWork, from: WorkerId, ending: Ending) -> Option<bool> {
        let mut records = work.log.registers().iter();
        Some(records.any(|record| match record {
            Record::Received { worker, task, .. } => (*worker, *task) == (from, ending.task()),
            _ => false,
        }))
    }
}

/// [`Lost::QueuedAgain`](crate::reading::Lost::QueuedAgain): the task that a worker had when it failed for ever is queued again,
/// as it was sent.
pub(super) struct LostIsQueued;

impl Deviation for LostIsQueued {
    fn lose(&self, work: &mut AtWork, worker: WorkerId) -> Option<()> {
        if let Some(task) = work.open(worker) {
            work.enqueue(task);
        }
        Some(())
    }
}

/// [`Written::RegisterAlone`](crate::reading::Written::RegisterAlone): a datum without a STREAM register was not written.
pub(super) struct RegisterAlone;

impl Deviation for RegisterAlone {
    fn look(&self, work: &mut AtWork, worker: WorkerId, datum: Datum, life: u32) -> Option<()> {
        work.mail(worker, Message::NotWritten(datum, life));
        Some(())
    }
}

/// [`Asked::Compared`](crate::reading::Asked::Compared): a datum that is asked about is compared at once, and then STREAM is
/// stored.
pub(super) struct AskedIsCompared;

impl Deviation for AskedIsCompared {
    fn was_written(&self, work: &mut AtWork, worker: WorkerId, datum: Datum) -> Option<()> {
        work.has_compared(worker, datum);
        Some(())
    }
}

/// [`Others::Asked`](crate::reading::Others::Asked): the FTC asks those that had the task before (6.1.5).
pub(super) struct OthersAsked;

impl Deviation for OthersAsked {
    fn hear(&self, work: &mut AtWork, worker: WorkerId, message: Message) -> Option<()> {
        match message {
            Message::WhoHas(want) => search(work, worker, want),
            Message::Has(want, datum, asker) => found(work, want, datum, asker),
            _ => return None,
        }
        Some(())
    }
}

fn search(work: &mut AtWork, asker: WorkerId, want: Want) {
    let task = match want {
        Want::Read(task, ..) => task,
        Want::Write(datum) => datum.task,
    };
    let mut asked = 0;
    for worker in work.rules.workers().filter(|worker| *worker != asker) {
        let had_it = |record: &Record| matches!(record, Record::Sent { worker: w, task: t } if (*w, t.id) == (worker, task));
        if work.log.registers().iter().any(had_it) {
            work.mail(worker, Message::Find(want, asker));
            asked += 1;
        }
    }
    let searches = &mut work.leader.searches;
    searches.retain(|(_, who, _)| *who != asker);
    match asked {
        0 => work.mail(asker, Message::Others(want, None)),
        _ => searches.push((want, asker, asked)),
    }
}

fn found(work: &mut AtWork, want: Want, found: Option<Datum>, asker: WorkerId) {
    let searches = &mut work.leader.searches;
    let of_asker = |(w, who, _): &(Want, WorkerId, u8)| (*w, *who) == (want, asker);
    let Some(at) = searches.iter().position(of_asker) else {
        return; // Answered by someone else before, or asked in an earlier life.
    };
    let (_, _, left) = &mut searches[at];
    *left -= 1;
    if found.is_some() || *left == 0 {
        searches.remove(at);
        work.mail(asker, Message::Others(want, found));
    }
}

/// [`Check::OpenSent`](crate::reading::Check::OpenSent): a new leader asks about every SENT that is open, and no more.
pub(super) struct CheckOpenSent;

impl Deviation for CheckOpenSent {
    fn introduce(&self, work: &mut AtWork) -> Option<()> {
        for worker in work.rules.workers() {
            let open = work.open(worker);
            ask_about(work, worker, open);
        }
        Some(())
    }
}

/// [`Check::AsPrinted`](crate::reading::Check::AsPrinted): a new leader asks about every SENT of a task that nobody has
/// blocked, sends again what was not received, and queues a FINISHED task again if it is not in the queue (6.1.5).
pub(super) struct CheckAsPrinted;

impl Deviation for CheckAsPrinted {
    fn introduce(&self, work: &mut AtWork) -> Option<()> {
        for worker in work.rules.workers() {
            let sent = sent_without_block(work, worker);
            ask_about(work, worker, sent);
        }
        Some(())
    }

    fn learn_of(&self, work: &mut AtWork, from: WorkerId, task: Task, is: Status) -> Option<()> {
        match is {
            Status::NotReceived => work.mail(from, Message::Task(task)),
            Status::Working => {}
            Status::Finished => {
                if work.queue().iter().any(|queued| queued.id == task.id) {
                    work.log.store(Record::Received {
                        worker: from,
                        task: task.id,
                        finished: false,
                    });
                } else {
                    work.enqueue(task);
                }
            }
        }
        Some(())
    }
}

fn ask_about(work: &mut AtWork, worker: WorkerId, task: Option<Task>) {
    if let Some(task) = task {
        work.mail(worker, Message::NewLeader(Some((task.id, task.stint))));
    }
}

/// "A SENT register and there is no RECEIVED register with the IsFinished parameter as FALSE" (6.1.5).
fn sent_without_block(work: &AtWork, worker: WorkerId) -> Option<Task> {
    let records = work.log.registers();
    let blocked = |id: TaskId| {
        let mut records = records.iter();
        records.any(|r| matches!(r, Record::Received { task, finished: false, .. } if *task == id))
    };
    records.iter().rev().find_map(|record| match record {
        Record::Sent { worker: w, task } if *w == worker && !blocked(task.id) => Some(*task),
        _ => None,
    })
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
