//! Garbage collection of the leader's storage (section 6.1.4).

use super::{AtWork, deviations, finished_by};
use crate::messages::{Ending, Message};
use crate::overridable::overridable;
use crate::pipeline::TaskId;
use crate::registers::Record;
use std::collections::BTreeMap;

impl AtWork<'_> {
    /// A register was stored: the moment at which the thesis collects.
    pub(super) fn stored(&mut self) {
        overridable!(self.stored());
        self.changed();
    }

    /// Something that a precondition looks at has changed: whatever can be removed now is.
    pub(super) fn changed(&mut self) {
        overridable!(self.changed());
        while self.collect_backwards(self.log.registers().len()) > 0 {}
    }

    /// The task that is finished while those that had it before have not been told: RECEIVED with IsFinished as FALSE is
    /// all that says who they are.
    fn untold(&self) -> Option<TaskId> {
        overridable!(self.untold());
        let mut stored = self.leader.stored.iter();
        stored.find_map(|(_, message)| match message {
            Message::Return(Ending::Finished(task)) => Some(*task),
            _ => None,
        })
    }

    /// From the newest to the oldest; answers with how many registers were removed.
    pub(super) fn collect_backwards(&mut self, below: usize) -> usize {
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
        overridable!(self.is_useless(record));
        match record {
            Record::Sent { .. }
            | Record::Received {
                finished: false, ..
            } => of_task.finished,
            Record::Stream { compared, .. } => *compared && of_task.finished,
            Record::Received { finished: true, .. } => of_task.others == 0,
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
