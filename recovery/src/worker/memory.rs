//! What a worker has in memory.

use crate::messages::{Ending, Want};
use crate::pipeline::{Datum, Task};
use std::collections::BTreeSet;

/// What a worker is doing; lost in a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doing {
    /// Waits for a task.
    Nothing,
    /// Has received a task and not stored START; only if that is a step of its own.
    Got(Task),
    /// Is between two operations.
    At(Task),
    /// Has asked the others for a register, through the FTC; only if others are asked.
    Wonders(Task, Want),
    /// Has asked the stream for its next datum.
    Peeks(Task),
    /// Is about to take the datum out.
    Removes(Task, Datum),
    /// Has taken it out, and not stored READ; only if that is stored afterwards.
    Holds(Task, Datum),
    /// Has told the FTC that it read this from the log, and waits for the answer.
    Rereads(Task, Datum),
    /// Has asked for room.
    Reserves(Task, Datum),
    /// Is about to put the datum in.
    Pushes(Task, Datum),
    /// Has put it in, and not stored WRITE; only if that is stored afterwards.
    HasPushed(Task, Datum),
    /// Has asked the FTC whether the datum was written.
    Asks(Task, Datum),
    /// Has stored END or BLOCKED, and not returned the task.
    Ends(Ending),
    /// Has returned the task, and not stored END or BLOCKED; only in mutants.
    HasReturned(Ending),
    /// Waits until the leader confirms that it has received the task.
    Returned(Ending),
}

impl Doing {
    /// The task that is being performed.
    pub fn task(&self) -> Option<&Task> {
        match self {
            Doing::Got(task)
            | Doing::At(task)
            | Doing::Wonders(task, _)
            | Doing::Peeks(task)
            | Doing::Removes(task, _)
            | Doing::Holds(task, _)
            | Doing::Rereads(task, _)
            | Doing::Reserves(task, _)
            | Doing::Pushes(task, _)
            | Doing::HasPushed(task, _)
            | Doing::Asks(task, _) => Some(task),
            Doing::Nothing | Doing::Ends(_) | Doing::HasReturned(_) | Doing::Returned(_) => None,
        }
    }
}

/// What a worker has in memory; lost in a fault.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Worker {
    /// What it is doing.
    pub doing: Doing,
    /// Whether it has been through a fault since it got its task; noted only if it matters: if the others are asked then, or
    /// if registers are found in another way than by counters that travel with the task.
    pub restoring: bool,
    /// The data whose writing was confirmed, if that is not in the log.
    pub confirmed: BTreeSet<Datum>,
    /// Whether registers are to be looked through; noted only if they are removed one by one.
    pub collecting: bool,
}
