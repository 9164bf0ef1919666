//! Tasks, streams and data, by their names and numbers.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A task, by its number; the thesis counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskId(pub u16);

/// A stream, by its number; the thesis counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
