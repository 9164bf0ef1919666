//! What is asked of the mechanism: the formula of Theorem 7.2.8, and what a user means by it.

use super::messages::Ending;
use super::pipeline::{Datum, Op, StreamId, Task, TaskId};
use super::registers::{Record, Register, WorkerId};
use super::streams::Streams;
use super::worker::{Doing, Worker};
use super::{State, Storage, System};
use crate::world::View;
use std::collections::BTreeSet;
use verdict_checker::property::{Demand, Promise, Property};

/// A state of the system, by its parties.
pub struct Scene<'a> {
    view: View<'a, super::Mechanism>,
    /// The mechanism.
    pub rules: &'a super::Mechanism,
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

    fn is_done(&self, task: TaskId) -> bool {
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
    fn doubled(&self) -> Option<Datum> {
        let mut seen = BTreeSet::new();
        let slots = self.streams().slots.iter().flatten();
        let mut data = slots.map(|slot| slot.datum);
        data.find(|datum| !seen.insert((datum.task, datum.op)))
    }

    /// A stream in which the data of one task are out of order.
    fn disordered(&self) -> Option<StreamId> {
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
    fn misled(&self) -> Option<(WorkerId, Task)> {
        let mut performed = self.performed();
        let wrong = |task: &Task| self.expected_memory(task) != Some(task.memory);
        performed
            .find(|(_, task)| wrong(task))
            .map(|(id, task)| (id, *task))
    }

    /// A datum of a finished task that is in no stream.
    fn lost(&self) -> Option<(TaskId, u16)> {
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
    fn wasted(&self) -> Option<Datum> {
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
    fn performed_twice(&self) -> Option<TaskId> {
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

    fn finished_twice(&self) -> Option<TaskId> {
        self.rules.pipeline.tasks().find(|task| {
            let records = self.records().iter();
            records.filter(|r| **r == Record::Done(*task)).count() > 1
        })
    }

    /// A register that a restore now would need and that is not there.
    fn missing(&self) -> Option<String> {
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
        let starts = log.iter().filter_map(|register| match register {
            Register::Start(start) if (start.id, start.stint) == (task.id, task.stint) => {
                Some(start)
            }
            _ => None,
        });
        let Some(start) = starts.last() else {
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
        let sent = Record::Sent {
            worker,
            task: *task,
        };
        let is_sent = |record: &Record| match record {
            Record::Sent { worker: w, task: t } => {
                (*w, t.id, t.stint) == (worker, task.id, task.stint)
            }
            _ => *record == sent,
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

fn scene<T>(
    of: impl Fn(&Scene) -> T + Send + Sync + 'static,
) -> impl Fn(&System, &[u32]) -> T + Send + Sync {
    move |system, state| of(&Scene::of(system, state))
}

fn output(property: Property<System>) -> Property<System> {
    property
        .and("nothing is written twice", scene(|s| s.doubled().is_none()))
        .and(
            "every task writes in its order",
            scene(|s| s.disordered().is_none()),
        )
        .and(
            "every task reads what is next",
            scene(|s| s.misled().is_none()),
        )
        .and(
            "a finished task has written everything",
            scene(|s| s.lost().is_none()),
        )
        .and(
            "nothing is taken out that nobody reads",
            scene(|s| s.wasted().is_none()),
        )
        .when(scene(|s| {
            s.streams().slots.iter().any(|slots| !slots.is_empty())
        }))
}

fn once(property: Property<System>) -> Property<System> {
    property
        .and(
            "no task is finished twice",
            scene(|s| s.finished_twice().is_none()),
        )
        .and(
            "there is one of each task",
            scene(|s| s.performed_twice().is_none()),
        )
        .when(scene(|s| s.performed().next().is_some()))
}

/// Nothing is doubled, reordered, lost, or read that would not have been read without faults.
pub fn same_output() -> Property<System> {
    let empty = Property::new("same-output", Demand::Always(Vec::new()));
    output(empty).complain(scene(|s| {
        complaint_about_output(s).unwrap_or_else(|| "The output differs.".to_owned())
    }))
}

/// Each task is finished at most once, and there is never more than one of it.
pub fn exactly_once() -> Property<System> {
    let empty = Property::new("exactly-once", Demand::Always(Vec::new()));
    once(empty).complain(scene(|s| {
        complaint_about_tasks(s).unwrap_or_else(|| "Some task is there twice.".to_owned())
    }))
}

/// Everything that a user asks of every state.
pub fn consistent() -> Property<System> {
    let empty = Property::new("consistent", Demand::Always(Vec::new()));
    once(output(empty)).complain(scene(|s| {
        let complaint = complaint_about_output(s).or_else(|| complaint_about_tasks(s));
        complaint.unwrap_or_else(|| "Output or tasks are not as they should be.".to_owned())
    }))
}

fn complaint_about_tasks(scene: &Scene) -> Option<String> {
    let twice = |task: TaskId| format!("{task} is finished twice.");
    let there = |task: TaskId| {
        format!(
            "There are two of {task}: while it is performed, it is also performed elsewhere, queued or finished."
        )
    };
    let finished = scene.finished_twice().map(twice);
    finished.or_else(|| scene.performed_twice().map(there))
}

fn complaint_about_output(scene: &Scene) -> Option<String> {
    if let Some(datum) = scene.doubled() {
        let Datum {
            name, stream, task, ..
        } = datum;
        return Some(format!(
            "D{name} stands in {stream} once more than it should: {task} has written it again."
        ));
    }
    if let Some(stream) = scene.disordered() {
        return Some(format!(
            "The data of one task are out of order in {stream}."
        ));
    }
    if let Some((worker, task)) = scene.misled() {
        let id = task.id;
        return Some(format!(
            "{id} in {worker} has read something else than it would have read without faults."
        ));
    }
    if let Some((task, op)) = scene.lost() {
        let op = op + 1;
        return Some(format!(
            "{task} is finished, and what its operation {op} should write is in no stream."
        ));
    }
    let Datum {
        name,
        counter,
        task,
        stream,
        ..
    } = scene.wasted()?;
    Some(format!(
        "D{name}#{counter} of {task} was taken out of {stream}, and nobody has read it."
    ))
}

/// What every fair run comes to: all tasks done.
pub fn ends() -> Property<System> {
    let done = Promise::eventually("every task is finished", scene(|s| s.all_done()));
    Property::promises("ends", vec![done])
        .when(scene(|s| s.performed().next().is_some()))
        .complain(scene(|s| {
            let tasks = s.rules.pipeline.tasks().filter(|task| !s.is_done(*task));
            let tasks: Vec<_> = tasks.map(|task| task.to_string()).collect();
            format!("{} never finished.", were(&tasks))
        }))
}

fn were(names: &[String]) -> String {
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names.join(" and "))
}

/// In the end every storage is empty, and all is done.
pub fn storage_empties() -> Property<System> {
    let empty = |s: &Scene| s.all_done() && s.left_over().is_empty();
    let promise = Promise::eventually("all is done and every storage is empty", scene(empty));
    Property::promises("storage-empties", vec![promise])
        .when(scene(|s| !s.left_over().is_empty()))
        .complain(scene(|s| {
            let left = s.left_over();
            if s.all_done() {
                format!("All tasks are finished, and {} left for ever.", were(&left))
            } else {
                format!("The run stops before all is done; {} left.", were(&left))
            }
        }))
}

/// Everything that a restore now would need is in stable storage.
pub fn nothing_needed_is_missing() -> Property<System> {
    Property::always(
        "nothing needed is missing",
        scene(|s| s.missing().is_none()),
    )
    .when(scene(|s| s.performed().any(|(_, task)| task.pc > 0)))
    .complain(scene(|s| {
        let missing = s
            .missing()
            .unwrap_or_else(|| "something is missing".to_owned());
        format!("If the worker failed now, it could not be restored: {missing}.")
    }))
}

/// A worker that did not fail never goes back.
pub fn only_the_faulty_roll_back() -> Property<System> {
    Property::every_step(
        "only the faulty roll back",
        |system: &System, before, _, after| {
            let (before, after) = (Scene::of(system, before), Scene::of(system, after));
            let position = |scene: &Scene, id| {
                let mut workers = scene.workers();
                let of = |worker: &Worker| {
                    worker
                        .doing
                        .task()
                        .map(|task| (task.id, task.stint, task.pc))
                };
                workers
                    .find(|(other, _)| *other == id)
                    .map(|(_, worker)| of(worker))
            };
            before
                .rules
                .workers()
                .all(|id| match (position(&before, id), position(&after, id)) {
                    (Some(Some((task, stint, was))), Some(Some((still, same, is)))) => {
                        (task, stint) != (still, same) || was <= is
                    }
                    _ => true,
                })
        },
    )
    .when(scene(|s| {
        s.workers().count() < s.rules.workers.into() && s.performed().next().is_some()
    }))
    .complain(|_, _| "A worker that did not fail has begun its task again.".to_owned())
}

/// What counts as stable in the formula of Theorem 7.2.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stable {
    /// A register of the event is in the storage of the node where it happened.
    Stored,
    /// Likewise, or the task is over and will never be performed again, so that the register is not needed any more.
    StoredOrOver,
}

/// An event that is not determined by what came before it: a task reads a datum.
struct ReadEvent {
    task: TaskId,
    op: u16,
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

    fn orphan(&self, stable: Stable) -> Option<(WorkerId, ReadEvent)> {
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

/// Theorem 7.2.8: for every event that is not stable, whoever depends on it has logged it.
pub fn no_orphans(stable: Stable) -> Property<System> {
    Property::always("no orphans", scene(move |s| s.orphan(stable).is_none()))
        .when(scene(|s| s.performed().any(|(_, task)| task.memory != 0)))
        .complain(scene(move |s| match s.orphan(stable) {
            Some((worker, event)) => format!(
                "{worker} is an orphan: it depends on the read in operation {} of {}, and no register of that is stored.",
                event.op + 1,
                event.task
            ),
            None => "Some worker is an orphan.".to_owned(),
        }))
}
