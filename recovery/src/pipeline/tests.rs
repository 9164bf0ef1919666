//! What is no pipeline, and what its tasks write.

use super::examples::{read, write};
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
