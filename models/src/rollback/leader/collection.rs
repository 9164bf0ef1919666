//! Garbage collection of the leader's storage (section 6.1.4).

use super::{AtWork, finished_by};
use crate::rollback::messages::{Ending, Message};
use crate::rollback::pipeline::TaskId;
use crate::rollback::reading::{Collected, Mutant};
use crate::rollback::registers::{Record, Stable};
use std::collections::BTreeMap;

impl<L: Stable<Record>> AtWork<'_, L> {
    /// A register was stored: the moment at which the thesis collects.
    pub(super) fn stored(&mut self) {
        if self.rules.reading.collected == Collected::OnePass {
            // "Except the node most recently stored" (6.1.4).
            self.collect_backwards(self.log.registers().len().saturating_sub(1));
        } else {
            self.changed();
        }
    }

    /// Something that a precondition looks at has changed.
    pub(super) fn changed(&mut self) {
        if self.rules.reading.collected != Collected::OnePass {
            while self.collect_backwards(self.log.registers().len()) > 0 {}
        }
    }

    /// The task that is finished while those that had it before have not been told: RECEIVED with IsFinished as FALSE is
    /// all that says who they are.
    fn untold(&self) -> Option<TaskId> {
        let mut stored = self.leader.stored.iter();
        let task = stored.find_map(|(_, message)| match message {
            Message::Return(Ending::Finished(task)) => Some(*task),
            _ => None,
        });
        task.filter(|_| !self.is(Mutant::CollectUntold))
    }

    /// From the newest to the oldest; answers with how many registers were removed.
    fn collect_backwards(&mut self, below: usize) -> usize {
        let mut facts: BTreeMap<TaskId, OfTask> = BTreeMap::new();
        let untold = self.untold();
        for record in self.log.registers() {
            if let Some(task) = record.task() {
                let of_task = facts.entry(task).or_default();
                let finished = finished_by(record).is_some();
                of_task.finished |= finished && untold != Some(task);
                of_task.others += usize::from(!finished);
            }
        }
        let mut removed = 0;
        for at in (0..below).rev() {
            let record = &self.log.registers()[at];
            let Some(of_task) = record.task().and_then(|task| facts.get_mut(&task)) else {
                continue;
            };
            if self.is_useless(record, *of_task) {
                of_task.others -= usize::from(finished_by(record).is_none());
                self.log.remove(at);
                removed += 1;
            }
        }
        removed
    }

    /// The preconditions of section 6.1.4.
    fn is_useless(&self, record: &Record, of_task: OfTask) -> bool {
        match record {
            Record::Sent { .. } => of_task.finished || self.is(Mutant::SentEarly),
            Record::Received {
                finished: false, ..
            } => of_task.finished || self.is(Mutant::ReceivedEarly),
            Record::Stream { compared, .. } => {
                *compared && (of_task.finished || self.is(Mutant::StreamEarly))
            }
            Record::Received { finished: true, .. } => {
                of_task.others == 0 || self.is(Mutant::ReceivedNotLast)
            }
            Record::Queued(_) | Record::Done(_) => false,
        }
    }
}

/// What the preconditions ask about all registers of a task.
#[derive(Clone, Copy, Default)]
struct OfTask {
    /// Whether there is a RECEIVED with IsFinished as TRUE.
    finished: bool,
    /// How many others there are.
    others: usize,
}
