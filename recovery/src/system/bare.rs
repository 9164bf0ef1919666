//! The same system without the mechanism: threads, mailboxes and streams, but no registers, copies or comparisons, and nobody who
//! may fail. What the mechanism costs is measured against this.

use super::config::Config;
use super::mail::{Activity, Mailbox, Wake, lock};
use super::node::compute;
use super::streams::{Handout, Streams};
use crate::messages::{Ending, Message, Party};
use crate::pipeline::{Datum, Op, Pipeline, Task};
use crate::registers::WorkerId;
use std::sync::Mutex;

struct Shared<'a> {
    pipeline: &'a Pipeline,
    streams: Mutex<Streams>,
    activity: Activity,
    boxes: Vec<Mailbox>,
    handout: Handout,
    work: u32,
}

/// Performs the pipeline; answers with everything that was written to each stream.
pub fn run(config: &Config) -> Vec<Vec<Datum>> {
    let shared = Shared {
        pipeline: &config.pipeline,
        streams: Mutex::new(Streams::new(&config.pipeline)),
        activity: Activity::default(),
        boxes: (0..=config.workers).map(|_| Mailbox::default()).collect(),
        handout: config.handout,
        work: config.work,
    };
    (0..=config.workers).for_each(|_| shared.activity.begin());
    std::thread::scope(|scope| {
        for worker in 1..=config.workers {
            let shared = &shared;
            scope.spawn(move || shared.work(WorkerId(worker)));
        }
        shared.lead(config.workers);
    });
    lock(&shared.streams).written()
}

impl Shared<'_> {
    fn stop(&self) {
        self.activity.stop();
    }

    fn send(&self, from: Party, to: usize, message: Message) {
        self.boxes[to].put((from, message), &self.activity);
    }

    fn lead(&self, workers: u8) {
        let mut queue: Vec<_> = self.pipeline.tasks().map(Task::new).collect();
        let mut free: Vec<_> = (1..=workers).rev().collect();
        loop {
            let ready = {
                let mut streams = lock(&self.streams);
                let mut tasks = queue.iter();
                tasks.position(|task| streams.waits(self.pipeline, task, self.handout).is_none())
            };
            if let (Some(ready), Some(worker)) = (ready, free.last()) {
                let task = queue.remove(ready);
                self.send(Party::Leader, usize::from(*worker), Message::Task(task));
                free.pop();
                continue;
            }
            match self.boxes[0].wait(&self.activity, || self.stop()) {
                Wake::Mail((Party::Worker(worker), Message::Return(ending))) => {
                    free.push(worker.0);
                    if let Ending::Blocked(task) = ending {
                        queue.push(task);
                    }
                }
                Wake::Mail(_) | Wake::Nudge => {}
                Wake::Over => break,
            }
        }
        self.boxes.iter().for_each(Mailbox::open);
    }

    fn work(&self, me: WorkerId) {
        let mailbox = &self.boxes[usize::from(me.0)];
        let over = || {
            self.stop();
            self.boxes[0].open();
        };
        while let Wake::Mail((_, message)) = mailbox.wait(&self.activity, over) {
            if let Message::Task(task) = message {
                let ending = self.perform(task);
                self.send(Party::Worker(me), 0, Message::Return(ending));
            }
        }
    }

    fn perform(&self, mut task: Task) -> Ending {
        while let Some(op) = self.pipeline.op(&task) {
            match op {
                Op::Read(stream) => {
                    let mut streams = lock(&self.streams);
                    let Some(datum) = streams.take_bare(stream) else {
                        return Ending::Blocked(task);
                    };
                    let nudges = streams.made_wanted_room(&Message::Remove(datum));
                    drop(streams);
                    if nudges {
                        self.boxes[0].nudge(&self.activity);
                    }
                    task.read(datum.value);
                }
                Op::Write(..) => {
                    let datum = self.pipeline.writes_next(&task, 0);
                    let datum = datum.expect("the next operation is a write");
                    if !lock(&self.streams).put_bare(datum) {
                        return Ending::Blocked(task);
                    }
                    task.wrote();
                }
            }
            compute(self.work);
        }
        Ending::Finished(task.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::program::Program;
    use crate::system::supervisor;

    #[test]
    fn without_the_mechanism_the_same_comes_out() {
        let text = r#"{"tasks": [["write ST1 D1 x40"], ["read ST1 x40", "write ST2 D2 x30"], ["read ST2 x30", "write ST3 D3 x2"]],
            "capacity": 3}"#;
        let pipeline = Program::parse(text).and_then(|program| program.pipeline());
        for workers in 1..=3 {
            let config = Config::new(pipeline.clone().expect("a pipeline"), workers);
            let with = supervisor::run(&config).expect("it runs");
            assert_eq!(run(&config), with.written);
        }
    }
}
