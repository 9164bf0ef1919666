//! What is performed: tasks that read from streams and write to them.
//!
//! A task is a short straight-line program, as in the example of section 6.2. What it writes depends on what it has
//! read, in that order, so that a datum that is lost, doubled or read out of order shows in everything that
//! comes of it.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// A task, by its number; the thesis counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct TaskId(pub u16);

/// A stream, by its number; the thesis counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct StreamId(pub u16);

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ST{}", self.0)
    }
}

impl Serialize for TaskId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.0)
    }
}

impl Serialize for StreamId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.0)
    }
}

/// One operation of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// Takes the next datum from a stream.
    Read(StreamId),
    /// Appends a datum to a stream: D1, D2 ..., and whatever was read goes into its value.
    Write(StreamId, u16),
}

/// A datum in a stream: the fields of a STREAM register (Algorithm 9), and which operation made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Datum {
    /// Who wrote it.
    pub task: TaskId,
    /// Where it was written.
    pub stream: StreamId,
    /// What it is called in the program.
    pub name: u16,
    /// What it says.
    pub value: u32,
    /// Counter: the how many-th datum of its task in this stream it is.
    pub counter: u16,
    /// The operation of its task that writes it. Only properties look at it: two data of the same operation are one
    /// too many.
    pub op: u16,
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Datum {
            task,
            stream,
            name,
            value,
            counter,
            ..
        } = self;
        // What it says is worth a word only if it is not what the program says.
        let value = match u32::from(*name) == *value {
            true => String::new(),
            false => format!("={value}"),
        };
        write!(f, "D{name}{value}#{counter} of {task} in {stream}")
    }
}

/// The state of a task: `lpel_task_t`, a checkpoint of which is part of START and SENT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Task {
    /// Which task.
    pub id: TaskId,
    /// The next operation.
    pub pc: u16,
    /// What it remembers of all that it has read.
    pub memory: u32,
    /// How often it has been blocked.
    pub stint: u16,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)?;
        if self.pc > 0 {
            write!(f, " at {}", self.pc)?;
        }
        if self.memory > 0 {
            write!(f, ", memory {}", self.memory)?;
        }
        if self.stint > 0 {
            write!(f, ", stint {}", self.stint)?;
        }
        Ok(())
    }
}

impl Task {
    /// The task before its first operation.
    pub fn new(id: TaskId) -> Self {
        Task {
            id,
            pc: 0,
            memory: 0,
            stint: 0,
        }
    }

    /// It has read a datum.
    pub fn read(&mut self, value: u32) {
        self.memory = self.memory.wrapping_mul(31).wrapping_add(value);
        self.pc += 1;
    }

    /// It has written.
    pub fn wrote(&mut self) {
        self.pc += 1;
    }
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

/// `read` and `write`, for writing pipelines down.
fn read(stream: u16) -> Op {
    Op::Read(StreamId(stream))
}

fn write(stream: u16, name: u16) -> Op {
    Op::Write(StreamId(stream), name)
}

/// The pipelines on which the claims are checked.
pub mod examples {
    use super::*;

    fn pipeline(tasks: &[&[Op]]) -> Pipeline {
        let tasks = tasks.iter().map(|ops| ops.to_vec()).collect();
        Pipeline::new(tasks, None).expect("the examples are pipelines")
    }

    /// One task that writes the same datum twice.
    pub fn twice() -> Pipeline {
        pipeline(&[&[write(1, 1), write(1, 1)]])
    }

    /// A task that writes a datum twice, and one that reads one of them and writes.
    pub fn read_then_write() -> Pipeline {
        pipeline(&[&[write(1, 1), write(1, 1)], &[read(1), write(2, 2)]])
    }

    /// A task that writes a datum, and one that reads it.
    pub fn written_and_read() -> Pipeline {
        pipeline(&[&[write(1, 1)], &[read(1)]])
    }

    /// A writer and a reader of two data, with streams that hold one.
    pub fn streams_of_one() -> Pipeline {
        let tasks = vec![
            vec![write(1, 1), write(1, 1)],
            vec![read(1), read(1), write(2, 2)],
        ];
        Pipeline::new(tasks, Some(1)).expect("the examples are pipelines")
    }

    /// The three tasks of section 6.2.
    pub fn section_6_2() -> Pipeline {
        pipeline(&[
            &[write(1, 1), write(1, 1), write(2, 2)],
            &[read(1), write(2, 3)],
            &[read(2), read(2), write(3, 4)],
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(tasks: &[&[Op]], capacity: Option<u16>) -> String {
        let tasks = tasks.iter().map(|ops| ops.to_vec()).collect();
        match Pipeline::new(tasks, capacity) {
            Ok(_) => "fine".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_is_no_pipeline_is_named() {
        assert_eq!(tried(&[], None), "a pipeline has at least one task");
        assert_eq!(
            tried(&[&[write(1, 1)], &[]], None),
            "T2 does nothing: a task has at least one operation"
        );
        assert_eq!(
            tried(&[&[write(1, 1), write(0, 1)]], None),
            "T1, operation 2: streams are counted from 1, this is stream 0"
        );
        assert_eq!(
            tried(&[&[write(1, 1), write(1, 1)], &[read(1)], &[read(1)]], None),
            "ST1 is read by T2 and by T3: a stream has one reader"
        );
        assert_eq!(
            tried(&[&[write(1, 1)], &[read(1), read(1)]], None),
            "ST1 dangles: T2 reads 2 data from it, and 1 are ever written"
        );
        assert_eq!(
            tried(
                &[
                    &[write(3, 1)],
                    &[read(1), write(2, 1)],
                    &[read(2), write(1, 1)]
                ],
                None
            ),
            "there is a cycle among T2, T3"
        );
        assert_eq!(
            tried(&[&[read(1), write(1, 1)]], None),
            "there is a cycle among T1"
        );
    }

    #[test]
    fn a_bounded_stream_must_hold_what_nobody_reads() {
        let twice: &[&[Op]] = &[&[write(1, 1), write(1, 1)]];
        assert_eq!(tried(twice, Some(2)), "fine");
        assert_eq!(
            tried(twice, Some(1)),
            "ST1 holds 1 data, 2 are written to it, and only 0 are ever read"
        );
        assert_eq!(
            tried(twice, Some(0)),
            "a stream that holds no datum passes none on: the capacity is at least 1"
        );
    }

    #[test]
    fn what_a_task_writes_depends_on_what_it_has_read_and_in_which_order() {
        let pipeline = examples::section_6_2();
        let after = |values: [u32; 2]| {
            let mut task = Task::new(TaskId(3));
            values.into_iter().for_each(|value| task.read(value));
            pipeline
                .writes_next(&task, 0)
                .expect("T3 writes then")
                .value
        };
        assert_ne!(after([2, 3]), after([3, 2]));
        assert_eq!(after([2, 3]), (2 * 31 + 3) + 4);
    }

    #[test]
    fn a_counter_tells_equal_data_apart() {
        let pipeline = examples::twice();
        let mut task = Task::new(TaskId(1));
        let first = pipeline.writes_next(&task, 0).expect("T1 writes");
        task.wrote();
        let second = pipeline.writes_next(&task, 0).expect("and writes again");
        assert_eq!((first.value, first.counter), (1, 1));
        assert_eq!((second.value, second.counter), (1, 2));
        let anew = pipeline.writes_next(&task, 1).expect("counted from here");
        assert_eq!(anew.counter, 1);
    }
}
