//! What is performed: tasks that read from streams and write to them.
//!
//! A task is a short straight-line program, as in the example of section 6.2. What it writes depends on what it has
//! read, in that order, so that a datum that is lost, doubled or read out of order shows in everything that
//! comes of it.

pub mod examples;
#[cfg(test)]
mod tests;

pub use crate::data::{Datum, StreamId, Task, TaskId};
use serde::{Deserialize, Serialize};

/// One operation of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// Takes the next datum from a stream.
    Read(StreamId),
    /// Appends a datum to a stream: D1, D2 ..., and whatever was read goes into its value.
    Write(StreamId, u16),
}

/// Tasks and the streams between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Pipeline {
    /// The program of each task; the first is T1.
    tasks: Vec<Vec<Op>>,
    /// How many streams there are.
    streams: u16,
    /// How many data a stream holds at most, if that is bounded.
    capacity: Option<u16>,
}

/// Why some tasks are no pipeline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PipelineError {
    /// Nothing to do.
    #[error("a pipeline has at least one task")]
    NoTask,
    /// Too much to do.
    #[error("{what}: {found} is more than the {most} that can be numbered")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A task without operations.
    #[error("{0} does nothing: a task has at least one operation")]
    EmptyTask(TaskId),
    /// Streams are counted from 1.
    #[error("{task}, operation {op}: streams are counted from 1, this is stream {stream}")]
    NoSuchStream {
        /// The task.
        task: TaskId,
        /// Which operation, counted from 1.
        op: usize,
        /// The stream.
        stream: u16,
    },
    /// A stream with two readers: which of them gets a datum is not said anywhere.
    #[error("{stream} is read by {first} and by {second}: a stream has one reader")]
    TwoReaders {
        /// The stream.
        stream: StreamId,
        /// One reader.
        first: TaskId,
        /// The other.
        second: TaskId,
    },
    /// More is read than written.
    #[error("{stream} dangles: {task} reads {reads} data from it, and {writes} are ever written")]
    Dangling {
        /// The stream.
        stream: StreamId,
        /// Its reader.
        task: TaskId,
        /// How many data it reads.
        reads: usize,
        /// How many are written.
        writes: usize,
    },
    /// Tasks that wait for each other.
    #[error("there is a cycle among {}", list(.0))]
    Cycle(Vec<TaskId>),
    /// A stream that holds nothing.
    #[error("a stream that holds no datum passes none on: the capacity is at least 1")]
    NoCapacity,
    /// A stream that nobody empties, and that is too small for all that goes into it.
    #[error(
        "{stream} holds {capacity} data, {writes} are written to it, and only {reads} are ever read"
    )]
    Overflow {
        /// The stream.
        stream: StreamId,
        /// What it holds.
        capacity: u16,
        /// How many data are written.
        writes: usize,
        /// How many are read.
        reads: usize,
    },
}

fn list(tasks: &[TaskId]) -> String {
    let names: Vec<_> = tasks.iter().map(TaskId::to_string).collect();
    names.join(", ")
}

/// The largest number of tasks, streams and operations of a task.
const MOST: usize = 10_000;

impl Pipeline {
    /// The pipeline of these tasks, if it is one.
    pub fn new(tasks: Vec<Vec<Op>>, capacity: Option<u16>) -> Result<Self, PipelineError> {
        if tasks.is_empty() {
            return Err(PipelineError::NoTask);
        }
        let too_many = |what, found| match found > MOST {
            true => Err(PipelineError::TooMany {
                what,
                found,
                most: MOST,
            }),
            false => Ok(()),
        };
        too_many("tasks", tasks.len())?;
        let mut streams = 0;
        for (id, ops) in named(&tasks) {
            too_many("operations of a task", ops.len())?;
            if ops.is_empty() {
                return Err(PipelineError::EmptyTask(id));
            }
            for (at, op) in ops.iter().enumerate() {
                let stream = op.stream();
                too_many("streams", stream.0.into())?;
                if stream.0 == 0 {
                    return Err(PipelineError::NoSuchStream {
                        task: id,
                        op: at + 1,
                        stream: 0,
                    });
                }
                streams = streams.max(stream.0);
            }
        }
        let pipeline = Pipeline {
            tasks,
            streams,
            capacity,
        };
        pipeline.check_streams()?;
        pipeline.check_order()?;
        Ok(pipeline)
    }

    fn check_streams(&self) -> Result<(), PipelineError> {
        for stream in self.streams() {
            let readers: Vec<_> = self.readers(stream).collect();
            if let [first, second, ..] = readers[..] {
                return Err(PipelineError::TwoReaders {
                    stream,
                    first,
                    second,
                });
            }
            let writes = self.tasks().map(|t| self.writes(t, stream)).sum();
            let reads = readers.first().map_or(0, |task| self.reads(*task, stream));
            if let Some(task) = readers.first().copied().filter(|_| reads > writes) {
                return Err(PipelineError::Dangling {
                    stream,
                    task,
                    reads,
                    writes,
                });
            }
            match self.capacity {
                Some(0) => return Err(PipelineError::NoCapacity),
                Some(capacity) if writes - reads > usize::from(capacity) => {
                    return Err(PipelineError::Overflow {
                        stream,
                        capacity,
                        writes,
                        reads,
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether every task comes after those that write what it reads.
    fn check_order(&self) -> Result<(), PipelineError> {
        let mut waiting: Vec<_> = self.tasks().collect();
        loop {
            let before = waiting.len();
            let still = waiting.clone();
            waiting.retain(|task| {
                let mut inputs = self.streams().filter(|s| self.reads(*task, *s) > 0);
                inputs.any(|s| still.iter().any(|writer| self.writes(*writer, s) > 0))
            });
            if waiting.is_empty() {
                return Ok(());
            }
            if waiting.len() == before {
                return Err(PipelineError::Cycle(waiting));
            }
        }
    }

    /// The tasks.
    pub fn tasks(&self) -> impl Iterator<Item = TaskId> + use<> {
        (1..=self.tasks.len() as u16).map(TaskId)
    }

    /// The streams.
    pub fn streams(&self) -> impl Iterator<Item = StreamId> + use<> {
        (1..=self.streams).map(StreamId)
    }

    /// How many data a stream holds at most.
    pub fn capacity(&self) -> Option<u16> {
        self.capacity
    }

    /// The program of a task.
    pub fn program(&self, task: TaskId) -> &[Op] {
        &self.tasks[usize::from(task.0) - 1]
    }

    /// What a task does next.
    pub fn op(&self, task: &Task) -> Option<Op> {
        self.program(task.id).get(usize::from(task.pc)).copied()
    }

    /// The datum that a task writes next, if it writes; its counter starts anew at operation `since`.
    pub fn writes_next(&self, task: &Task, since: u16) -> Option<Datum> {
        let Op::Write(stream, name) = self.op(task)? else {
            return None;
        };
        Some(Datum {
            task: task.id,
            stream,
            name,
            value: task.memory.wrapping_add(name.into()),
            counter: self.counted(
                task,
                since,
                |op| matches!(op, Op::Write(s, _) if s == stream),
            ),
            op: task.pc,
        })
    }

    /// Counter of the next read: the how many-th from its stream, since operation `since`.
    pub fn reads_next(&self, task: &Task, since: u16) -> Option<(StreamId, u16)> {
        let Op::Read(stream) = self.op(task)? else {
            return None;
        };
        let counter = self.counted(task, since, |op| op == Op::Read(stream));
        Some((stream, counter))
    }

    fn counted(&self, task: &Task, since: u16, alike: impl Fn(Op) -> bool) -> u16 {
        let done = &self.program(task.id)[usize::from(since)..=usize::from(task.pc)];
        done.iter().filter(|op| alike(**op)).count() as u16
    }

    /// How many data a task reads from a stream, in all.
    pub fn reads(&self, task: TaskId, stream: StreamId) -> usize {
        let ops = self.program(task).iter();
        ops.filter(|op| **op == Op::Read(stream)).count()
    }

    fn writes(&self, task: TaskId, stream: StreamId) -> usize {
        let ops = self.program(task).iter();
        ops.filter(|op| matches!(op, Op::Write(s, _) if *s == stream))
            .count()
    }

    fn readers(&self, stream: StreamId) -> impl Iterator<Item = TaskId> {
        self.tasks()
            .filter(move |task| self.reads(*task, stream) > 0)
    }
}

fn named(tasks: &[Vec<Op>]) -> impl Iterator<Item = (TaskId, &Vec<Op>)> {
    (1..).map(TaskId).zip(tasks)
}

impl Op {
    /// The stream that it is about.
    pub fn stream(self) -> StreamId {
        match self {
            Op::Read(stream) | Op::Write(stream, _) => stream,
        }
    }
}
