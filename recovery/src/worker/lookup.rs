//! What the Log Buffer says: before each operation the worker looks whether it has been through here before (Fig. 6.7).

use super::{AtWork, deviations};
use crate::overridable::overridable;
use crate::pipeline::{Datum, StreamId, Task, TaskId};
use crate::registers::Register;
use crate::streams::same;

/// What the Log Buffer says of the operation that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// READ: it has read this.
    Read(Datum),
    /// WRITE, confirmed: this is in the stream.
    Written(Datum),
    /// WRITE: this may be in the stream.
    Announced(Datum),
    /// Nothing: it reads for the first time.
    NotRead(StreamId, u16),
    /// Nothing: it writes this for the first time.
    NotWritten(Datum),
}

impl AtWork<'_> {
    /// Which of its lives this is.
    pub fn life(&self) -> u32 {
        let mut registers = self.log.registers().iter();
        let stored = registers.find_map(|register| match register {
            Register::Life(life) => Some(*life),
            _ => None,
        });
        stored.unwrap_or(1)
    }

    /// Where counters begin to count: with the task, so that they travel with it.
    pub(super) fn since(&self, task: &Task) -> u16 {
        overridable!(self.since(task));
        0
    }

    pub(super) fn reads_next(&self, task: &Task) -> Option<(StreamId, u16)> {
        self.rules.pipeline.reads_next(task, self.since(task))
    }

    pub(super) fn writes_next(&self, task: &Task) -> Option<Datum> {
        self.rules.pipeline.writes_next(task, self.since(task))
    }

    /// What is known of the next operation, if there is one.
    pub(super) fn known(&self, task: &Task) -> Option<Known> {
        overridable!(self.known(task));
        if let Some((stream, counter)) = self.reads_next(task) {
            let logged = self.logged_read(task.id, stream, counter);
            return Some(logged.map_or(Known::NotRead(stream, counter), Known::Read));
        }
        let datum = self.writes_next(task)?;
        Some(match self.logged_write(&datum) {
            Some((_, true)) => Known::Written(datum),
            Some((_, false)) => Known::Announced(datum),
            None => Known::NotWritten(datum),
        })
    }

    /// What is known of the next operation to who does not look into the Log Buffer.
    pub(super) fn unknown(&self, task: &Task) -> Option<Known> {
        if let Some((stream, counter)) = self.reads_next(task) {
            return Some(Known::NotRead(stream, counter));
        }
        self.writes_next(task).map(Known::NotWritten)
    }

    /// What the READ register of a read has.
    pub(super) fn logged_read(
        &self,
        task: TaskId,
        stream: StreamId,
        counter: u16,
    ) -> Option<Datum> {
        overridable!(self.logged_read(task, stream));
        let mut registers = self.log.registers().iter();
        registers.find_map(|register| match register {
            Register::Read {
                task: t,
                stream: s,
                datum,
                counter: c,
            } if (*t, *s, *c) == (task, stream, counter) => Some(*datum),
            _ => None,
        })
    }

    /// The WRITE register of a write, and whether it is confirmed.
    pub(super) fn logged_write(&self, wanted: &Datum) -> Option<(usize, bool)> {
        let mut registers = self.log.registers().iter().enumerate();
        registers.find_map(|(at, register)| match register {
            Register::Write { datum, confirmed } if same(datum, wanted) => Some((at, *confirmed)),
            _ => None,
        })
    }

    pub(super) fn read_register(&self, task: &Task, datum: Datum) -> Register {
        let (stream, counter) = self.reads_next(task).expect("the operation is a read");
        Register::Read {
            task: task.id,
            stream,
            datum,
            counter,
        }
    }
}

pub(super) fn write_register(datum: Datum) -> Register {
    let confirmed = false;
    Register::Write { datum, confirmed }
}
