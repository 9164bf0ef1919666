//! The pipelines on which the claims are checked.

use super::{Op, Pipeline, StreamId};

pub(super) fn read(stream: u16) -> Op {
    Op::Read(StreamId(stream))
}

pub(super) fn write(stream: u16, name: u16) -> Op {
    Op::Write(StreamId(stream), name)
}

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
