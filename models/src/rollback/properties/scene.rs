//! A state of the system, by its parties, and what can be wrong with it.

use crate::rollback::{Node, State, Storage, System};
use std::collections::BTreeSet;
use verdict_recovery::Mechanism;
use verdict_recovery::messages::Ending;
use verdict_recovery::pipeline::{Datum, Op, StreamId, Task, TaskId};
use verdict_recovery::registers::{Record, Register, WorkerId};
use verdict_recovery::streams::Streams;
use verdict_recovery::worker::{Doing, Worker};
use verdict_world::View;

/// A state of the system, by its parties.
pub struct Scene<'a> {
    view: View<'a, Node>,
    /// The mechanism.
    pub rules: &'a Mechanism,
}

impl<'a> Scene<'a> {
    /// Looks at a state.
    pub fn of(system: &'a System, state: &'a [u32]) -> Self {
        Scene {
            view: system.view(state),
            rules: &system.actors()[0],
        }
    }

    /// The workers that are up.
    pub fn workers(&self) -> impl Iterator<Item = (WorkerId, &'a Worker)> + '_ {
        self.rules
            .workers()
            .filter_map(|id| match self.view.node(id.0.into()) {
                Some(State::Worker { memory, .. }) => Some((id, memory)),
                _ => None,
            })
    }

    /// The Log Buffer of a worker, up or not.
    pub fn log(&self, worker: WorkerId) -> &'a [Register] {
        match &self.view.local(worker.0.into()).storage {
            Some(Storage::Worker(log)) => log,
            _ => &[],
        }
    }

    /// The leader's stable storage.
    pub fn records(&self) -> &'a [Record] {
        match &self.view.local(0).storage {
            Some(Storage::Leader(log)) => log,
            _ => &[],
        }
    }

    /// The streams.
    pub fn streams(&self) -> &'a Streams {
        match self.view.node(usize::from(self.rules.workers) + 1) {
            Some(State::Streams(streams)) => streams,
            _ => unreachable!("the streams are always up"),
        }
    }

    /// What each live worker is performing.
    pub fn performed(&self) -> impl Iterator<Item = (WorkerId, &'a Task)> + '_ {
        self.workers()
            .filter_map(|(id, worker)| Some((id, worker.doing.task()?)))
    }

    pub(super) fn is_done(&self, task: TaskId) -> bool {
        self.records().contains(&Record::Done(task))
    }

    /// Whether every task is done.
    pub fn all_done(&self) -> bool {
        self.rules.pipeline.tasks().all(|task| self.is_done(task))
    }

    /// What a task would remember that has come so far without faults, the streams being as they are.
    fn expected_memory(&self, task: &Task) -> Option<u32> {
        let mut again = Task::new(task.id);
        let mut taken = vec![0; self.rules.pipeline.streams().count()];
        for op in &self.rules.pipeline.program(task.id)[..usize::from(task.pc)] {
            match op {
                Op::Read(stream) => {
                    let next = &mut taken[usize::from(stream.0) - 1];
                    again.read(self.streams().of(*stream).get(*next)?.datum.value);
                    *next += 1;
                }
                Op::Write(..) => again.wrote(),
            }
        }
        Some(again.memory)
    }

    /// A datum that stands in a stream twice.
    pub(super) fn doubled(&self) -> Option<Datum> {
        let mut seen = BTreeSet::new();
        let slots = self.streams().slots.iter().flatten();
        let mut data = slots.map(|slot| slot.datum);
        data.find(|datum| !seen.insert((datum.task, datum.op)))
    }

    /// A stream in which the data of one task are out of order.
    pub(super) fn disordered(&self) -> Option<StreamId> {
        let mut streams = self.rules.pipeline.streams();
        streams.find(|stream| {
            let slots = self.streams().of(*stream);
            let later = |i: usize| slots[i + 1..].iter().map(|slot| slot.datum);
            (0..slots.len()).any(|i| {
                let datum = slots[i].datum;
                later(i).any(|other| other.task == datum.task && other.op < datum.op)
            })
        })
    }

    /// A task that has not read what it would have read.
    pub(super) fn misled(&self) -> Option<(WorkerId, Task)> {
        let mut performed = self.performed();
        let wrong = |task: &Task| self.expected_memory(task) != Some(task.memory);
        performed
            .find(|(_, task)| wrong(task))
            .map(|(id, task)| (id, *task))
    }

    /// A datum of a finished task that is in no stream.
    pub(super) fn lost(&self) -> Option<(TaskId, u16)> {
        let slots = self.streams().slots.iter().flatten();
        let written: BTreeSet<_> = slots.map(|slot| (slot.datum.task, slot.datum.op)).collect();
        let pipeline = &self.rules.pipeline;
        let done = pipeline.tasks().filter(|task| self.is_done(*task));
        let ops = done.flat_map(|task| {
            let ops = (0..).zip(pipeline.program(task));
            ops.filter(|(_, op)| matches!(op, Op::Write(..)))
                .map(move |(at, _)| (task, at))
        });
        let mut missing = ops.filter(|of| !written.contains(of));
        missing.next()
    }

    /// A datum that was taken out and that its reader will never see: it has read on, or is done, without it.
    pub(super) fn wasted(&self) -> Option<Datum> {
        let pipeline = &self.rules.pipeline;
        pipeline.streams().find_map(|stream| {
            let reader = pipeline
                .tasks()
                .find(|task| pipeline.reads(*task, stream) > 0);
            let wanted = reader.map_or(0, |task| pipeline.reads(task, stream));
            let slots = self.streams().of(stream);
            let unwanted = slots.iter().skip(wanted).find(|slot| slot.removed);
            unwanted.map(|slot| slot.datum)
        })
    }

    /// A task that is performed by two, or while it waits in the queue, or after it was finished.
    pub(super) fn performed_twice(&self) -> Option<TaskId> {
        let performed: Vec<_> = self.performed().map(|(_, task)| task.id).collect();
        self.rules.pipeline.tasks().find(|task| {
            let performers = performed.iter().filter(|id| *id == task).count();
            let records = self.records().iter();
            let queued = records
                .filter(|record| matches!(record, Record::Queued(t) if t.id == *task))
                .count();
            performers + queued + usize::from(self.is_done(*task)) > 1
        })
    }

    pub(super) fn finished_twice(&self) -> Option<TaskId> {
        self.rules.pipeline.tasks().find(|task| {
            let records = self.records().iter();
            records.filter(|r| **r == Record::Done(*task)).count() > 1
        })
    }

    /// A register that a restore now would need and that is not there.
    pub(super) fn missing(&self) -> Option<String> {
        self.workers().find_map(|(id, worker)| {
            let log = self.log(id);
            match &worker.doing {
                Doing::Ends(ending) | Doing::Returned(ending) => {
                    let task = ending.task();
                    let ends = |register: &Register| match ending {
                        Ending::Finished(_) => matches!(register, Register::End { .. }),
                        Ending::Blocked(_) => matches!(register, Register::Blocked { .. }),
                    } && register.task() == Some(task);
                    let kind = match ending {
                        Ending::Finished(_) => "END",
                        Ending::Blocked(_) => "BLOCKED",
                    };
                    (!log.iter().any(ends))
                        .then(|| format!("{id} has no {kind} register of {task}"))
                }
                doing => self.missing_of(id, doing.task()?),
            }
        })
    }

    fn missing_of(&self, worker: WorkerId, task: &Task) -> Option<String> {
        let log = self.log(worker);
        let mut starts = log.iter().rev().filter_map(|register| match register {
            Register::Start(start) if (start.id, start.stint) == (task.id, task.stint) => {
                Some(start)
            }
            _ => None,
        });
        let Some(start) = starts.next() else {
            return Some(format!("{worker} has no START register of {}", task.id));
        };
        let ops = (start.pc..task.pc).map(|pc| Task { pc, ..*task });
        let mut gaps = ops.filter_map(|at| {
            let pipeline = &self.rules.pipeline;
            let op = pipeline.op(&at)?;
            let there = log.iter().any(|register| match (register, op) {
                (
                    Register::Read {
                        task: t, counter, ..
                    },
                    Op::Read(stream),
                ) => *t == task.id && pipeline.reads_next(&at, 0) == Some((stream, *counter)),
                (Register::Write { datum, .. }, Op::Write(..)) => {
                    (datum.task, datum.op) == (task.id, at.pc)
                }
                _ => false,
            });
            let kind = match op {
                Op::Read(_) => "READ",
                Op::Write(..) => "WRITE",
            };
            let number = at.pc + 1;
            (!there).then(|| {
                format!(
                    "{worker} has no {kind} register of operation {number} of {}",
                    task.id
                )
            })
        });
        gaps.next().or_else(|| self.missing_at_leader(worker, task))
    }

    /// What the leader needs to answer a restore: SENT, and STREAM for what can have been read.
    fn missing_at_leader(&self, worker: WorkerId, task: &Task) -> Option<String> {
        let is_sent = |record: &Record| match record {
            Record::Sent { worker: w, task: t } => {
                (*w, t.id, t.stint) == (worker, task.id, task.stint)
            }
            _ => false,
        };
        if !self.records().iter().any(is_sent) {
            return Some(format!(
                "the leader has no SENT register of {} and {worker}",
                task.id
            ));
        }
        let slots = self.streams().slots.iter().flatten();
        let mut own = slots.filter(|slot| slot.datum.task == task.id && slot.removed);
        own.find_map(|slot| {
            let known = |record: &Record| matches!(record, Record::Stream { datum, .. } if *datum == slot.datum);
            let there = self.records().iter().any(known);
            (!there).then(|| format!("the leader has no STREAM register of {}", slot.datum))
        })
    }

    /// The registers that are left, apart from those that belong to no mechanism.
    pub fn left_over(&self) -> Vec<String> {
        let of_workers = self.rules.workers().flat_map(|id| {
            let log = self.log(id).iter().filter(|r| r.task().is_some());
            log.map(move |register| format!("{register} at {id}"))
        });
        let of_leader = self.records().iter().filter(|r| r.task().is_some());
        let of_leader = of_leader.map(|record| format!("{record} at the leader"));
        of_workers.chain(of_leader).collect()
    }
}
