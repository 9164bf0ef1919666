//! What is asked of the mechanism: the formula of Theorem 7.2.8, and what a user means by it.

mod orphans;
mod scene;

pub use orphans::Stable;
pub use scene::Scene;

use super::System;
use super::pipeline::{Datum, TaskId};
use super::worker::Worker;
use verdict_checker::property::{Demand, Promise, Property};

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

/// What every fair run comes to: all tasks done, and everything that they write once in its stream.
pub fn output_ends() -> Property<System> {
    let whole = |s: &Scene| s.all_done() && s.lost().is_none() && s.doubled().is_none();
    let done = Promise::eventually(
        "every task is finished, and what it writes is in its stream, once",
        scene(whole),
    );
    Property::promises("output-ends", vec![done])
        .when(scene(|s| s.performed().next().is_some()))
        .complain(scene(|s| {
            complaint_about_output(s)
                .unwrap_or_else(|| "The streams never end as they would without faults.".to_owned())
        }))
}

fn were(names: &[String]) -> String {
    match names {
        [only] => format!("{only} is"),
        [most @ .., last] => format!("{} and {last} are", most.join(", ")),
        [] => "nothing is".to_owned(),
    }
}

/// In the end every storage is empty, and all is done.
pub fn storage_empties() -> Property<System> {
    let empty = |s: &Scene| s.all_done() && s.left_over().is_empty();
    let promise = Promise::eventually("all is done and every storage is empty", scene(empty));
    Property::promises("storage-empties", vec![promise])
        .when(scene(|s| !s.left_over().is_empty()))
        .complain(scene(|s| {
            let left = s.left_over();
            match (s.all_done(), left.is_empty()) {
                (true, _) => format!("All tasks are finished, and {} left for ever.", were(&left)),
                (false, true) => {
                    "The run stops before all is done, and nothing is left to go on with."
                        .to_owned()
                }
                (false, false) => {
                    format!("The run stops before all is done; {} left.", were(&left))
                }
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
