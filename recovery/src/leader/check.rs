//! What a new leader does about the storage of the old one (section 6.1.5).

use super::{AtWork, deviations, finished_by};
use crate::messages::{Message, Status};
use crate::overridable::overridable;
use crate::pipeline::{Task, TaskId};
use crate::registers::{Record, WorkerId};

impl AtWork<'_> {
    /// A new leader checks the stable storage (6.1.5).
    pub(super) fn check(&mut self) {
        for stream in self.rules.pipeline.streams() {
            self.access(Message::Level(stream));
        }
        self.introduce();
        self.changed();
    }

    /// It makes itself known to everyone, asks about every SENT that is open, and repeats its own notices.
    fn introduce(&mut self) {
        overridable!(self.introduce());
        for worker in self.rules.workers() {
            let about = self.open(worker).map(|task| (task.id, task.stint));
            self.mail(worker, Message::NewLeader(about));
        }
        // "If a new leader is elected and FTC finds this register" (7.2.11, RECEIVED).
        let records = self.log.registers().iter();
        let finished: Vec<_> = records.filter_map(finished_by).collect();
        for (task, worker) in finished {
            self.tell_finished(task, worker);
        }
    }

    /// A worker has said what became of a task.
    pub(super) fn learn(&mut self, worker: WorkerId, id: TaskId, stint: u16, status: Status) {
        let mut records = self.log.registers().iter().rev();
        let sent = records.find_map(|record| match record {
            Record::Sent { worker: w, task }
                if (*w, task.id, task.stint) == (worker, id, stint) =>
            {
                Some(*task)
            }
            _ => None,
        });
        if let Some(task) = sent {
            self.learn_of(worker, task, status);
        } // Else it has come back meanwhile.
    }

    /// What was not received is sent again; in all other cases the worker sends again by itself what there is to send.
    fn learn_of(&mut self, worker: WorkerId, task: Task, status: Status) {
        overridable!(self.learn_of(worker, task, status));
        if status == Status::NotReceived && self.open(worker) == Some(task) {
            self.mail(worker, Message::Task(task));
        }
    }
}
