//! The formula of Theorem 7.2.8, made precise: Stable, Depend and Log of an event.

use super::scene::Scene;
use crate::rollback::pipeline::{Op, Task, TaskId};
use crate::rollback::registers::{Record, Register, WorkerId};
use crate::rollback::worker::{Doing, Worker};
use std::collections::BTreeSet;

/// What counts as stable in the formula of Theorem 7.2.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stable {
    /// A register of the event is in the storage of the node where it happened.
    Stored,
    /// Likewise, or the task is over and will never be performed again, so that the register is not needed any more.
    StoredOrOver,
}

/// An event that is not determined by what came before it: a task reads a datum.
pub(super) struct ReadEvent {
    pub(super) task: TaskId,
    pub(super) op: u16,
}

impl Scene<'_> {
    /// The reads that have happened, as far as the tasks have come that anybody knows of.
    fn reads(&self) -> Vec<ReadEvent> {
        let pipeline = &self.rules.pipeline;
        let reached = |task: TaskId| -> u16 {
            let performed = self
                .performed()
                .filter(|(_, t)| t.id == task)
                .map(|(_, t)| t.pc);
            let holding = self
                .workers()
                .filter_map(|(_, worker)| match &worker.doing {
                    Doing::Holds(t, _) if t.id == task => Some(t.pc + 1),
                    _ => None,
                });
            let records = self.records().iter().filter_map(|record| match record {
                Record::Queued(t) | Record::Sent { task: t, .. } if t.id == task => Some(t.pc),
                Record::Done(t) if *t == task => Some(pipeline.program(task).len() as u16),
                _ => None,
            });
            performed.chain(holding).chain(records).max().unwrap_or(0)
        };
        let of = |task: TaskId| {
            let ops = (0..reached(task)).zip(pipeline.program(task));
            let reads = ops.filter(|(_, op)| matches!(op, Op::Read(_)));
            reads
                .map(move |(op, _)| ReadEvent { task, op })
                .collect::<Vec<_>>()
        };
        pipeline.tasks().flat_map(of).collect()
    }

    fn is_stable(&self, event: &ReadEvent, stable: Stable) -> bool {
        let at = Task {
            pc: event.op,
            ..Task::new(event.task)
        };
        let counter = self.rules.pipeline.reads_next(&at, 0);
        let stored = |register: &Register| match register {
            Register::Read {
                task,
                stream,
                counter: c,
                ..
            } => *task == event.task && counter == Some((*stream, *c)),
            // A checkpoint behind the event contains what came of it.
            Register::Start(task) | Register::Blocked { task, .. } => {
                task.id == event.task && task.pc > event.op
            }
            _ => false,
        };
        let kept = |record: &Record| match record {
            Record::Queued(task) | Record::Sent { task, .. } => {
                task.id == event.task && task.pc > event.op
            }
            _ => false,
        };
        let over = || {
            let ended = |register: &Register| matches!(register, Register::End { task, .. } if *task == event.task);
            self.is_done(event.task)
                || self
                    .rules
                    .workers()
                    .any(|id| self.log(id).iter().any(ended))
        };
        self.rules
            .workers()
            .any(|id| self.log(id).iter().any(stored))
            || self.records().iter().any(kept)
            || stable == Stable::StoredOrOver && over()
    }

    /// Depend(e): the live workers whose task has come to be as it is through the event: it is that task, or has read a
    /// datum that depends on it.
    fn dependents(&self, event: &ReadEvent) -> Vec<WorkerId> {
        let mut affected = BTreeSet::from([(event.task, event.op + 1)]);
        let depends = |affected: &BTreeSet<(TaskId, u16)>, task: TaskId, upto: u16| {
            affected.iter().any(|(t, from)| *t == task && upto >= *from)
        };
        let pipeline = &self.rules.pipeline;
        loop {
            let before = affected.len();
            for task in pipeline.tasks() {
                let mut taken = vec![0; pipeline.streams().count()];
                for (op, what) in (0..).zip(pipeline.program(task)) {
                    let Op::Read(stream) = what else { continue };
                    let next = &mut taken[usize::from(stream.0) - 1];
                    let slot = self.streams().of(*stream).get(*next);
                    *next += 1;
                    if slot.is_some_and(|slot| depends(&affected, slot.datum.task, slot.datum.op)) {
                        affected.insert((task, op + 1));
                        break;
                    }
                }
            }
            if affected.len() == before {
                break;
            }
        }
        let holds = |worker: &Worker, task: &Task| match &worker.doing {
            Doing::Holds(..) => task.pc + 1,
            _ => task.pc,
        };
        self.workers()
            .filter_map(|(id, worker)| {
                let task = worker.doing.task()?;
                depends(&affected, task.id, holds(worker, task)).then_some(id)
            })
            .collect()
    }

    pub(super) fn orphan(&self, stable: Stable) -> Option<(WorkerId, ReadEvent)> {
        let unstable = self
            .reads()
            .into_iter()
            .filter(|e| !self.is_stable(e, stable));
        // Log(e) is empty, since no register of e is stored anywhere.
        unstable.into_iter().find_map(|event| {
            let dependents = self.dependents(&event);
            dependents.first().map(|worker| (*worker, event))
        })
    }
}
