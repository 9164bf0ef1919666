//! Mutants, each with what it changes in the leader. Those that are not named here are about workers.

use super::Deviation;
use crate::leader::AtWork;
use crate::messages::Message;
use crate::mutant::Mutant;
use crate::pipeline::{Task, TaskId};
use crate::registers::{Record, WorkerId};

impl Mutant {
    /// Whether what this message says is stored after it was acted upon.
    fn acts_first(self, message: Message) -> bool {
        match message {
            Message::Return(_) => self == Mutant::ReceivedAfterwards,
            _ => self == Mutant::StreamAfterwards,
        }
    }
}

impl Deviation for Mutant {
    fn assign(&self, work: &mut AtWork, task: Task, worker: WorkerId) -> Option<()> {
        if *self != Mutant::SentAfterwards {
            return None;
        }
        work.mail(worker, Message::Task(task));
        work.leader.unsent.push((worker, task));
        Some(())
    }

    fn send(&self, work: &mut AtWork, task: Task, worker: WorkerId) -> Option<()> {
        if *self != Mutant::SentAfterwards {
            return None;
        }
        work.log.store(Record::Sent { worker, task });
        Some(())
    }

    fn record(&self, work: &mut AtWork, worker: WorkerId, message: Message) -> Option<()> {
        if !self.acts_first(message) {
            return None;
        }
        work.act_upon(worker, message);
        work.leader.stored.push((worker, message));
        Some(())
    }

    fn confirm(&self, work: &mut AtWork, worker: WorkerId, message: Message) -> Option<()> {
        if !self.acts_first(message) {
            return None;
        }
        work.store(worker, message);
        Some(())
    }

    fn untold(&self, _: &AtWork) -> Option<Option<TaskId>> {
        (*self == Mutant::CollectUntold).then_some(None)
    }

    fn is_useless(&self, _: &AtWork, record: &Record) -> Option<bool> {
        match (self, record) {
            (Mutant::SentEarly, Record::Sent { .. })
            | (
                Mutant::ReceivedEarly,
                Record::Received {
                    finished: false, ..
                },
            )
            | (Mutant::ReceivedNotLast, Record::Received { finished: true, .. }) => Some(true),
            (Mutant::StreamEarly, Record::Stream { compared, .. }) => Some(*compared),
            _ => None,
        }
    }
}
