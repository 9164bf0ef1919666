//! What a new leader does about the storage of the old one (section 6.1.5).

use super::{AtWork, finished_by};
use crate::rollback::messages::{Message, Status};
use crate::rollback::pipeline::{Task, TaskId};
use crate::rollback::reading::Check;
use crate::rollback::registers::{Record, Stable, WorkerId};

impl<L: Stable<Record>> AtWork<'_, L> {
    /// A new leader checks the stable storage (6.1.5).
    pub(super) fn check(&mut self) {
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
    pub(super) fn learn(&mut self, worker: WorkerId, id: TaskId, stint: u16, status: Status) {
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
}
