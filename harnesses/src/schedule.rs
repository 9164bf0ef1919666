//! What shuttle scheduled, and after how many schedules.
//!
//! Shuttle keeps failing schedules itself, but installs that once in a process, with the first configuration it meets; and
//! it tells a failure by a panic. Here a scheduler wraps another, counts its schedules and stops at the first bad one.

use crate::engine::{Engine, Shuttle, quiet};
use crate::explore::{Event, Scenario, Stage};
use shuttle::scheduler::{Schedule, Scheduler, Task, TaskId};
use shuttle::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

/// What a search by schedules has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The schedules that were run, the bad one among them.
    pub schedules: usize,
    /// The first bad one.
    pub broken: Option<Broken>,
}

/// A schedule after which two nodes lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which thread was scheduled at each point.
    pub schedule: Schedule,
    /// What happened.
    pub events: Vec<Event>,
}

/// Between the scheduler and the body it schedules.
#[derive(Debug, Default)]
struct Shared {
    schedules: usize,
    schedule: Schedule,
    broken: Option<Vec<Event>>,
}

struct Recorder<S> {
    inner: S,
    shared: Arc<Mutex<Shared>>,
}

impl<S> Recorder<S> {
    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Scheduler> Scheduler for Recorder<S> {
    fn new_execution(&mut self) -> Option<Schedule> {
        if self.shared().broken.is_some() {
            return None;
        }
        let schedule = self.inner.new_execution()?;
        let mut shared = self.shared();
        shared.schedules += 1;
        shared.schedule = Schedule::default();
        drop(shared);
        Some(schedule)
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        is_yielding: bool,
    ) -> Option<TaskId> {
        let next = self.inner.next_task(runnable, current, is_yielding)?;
        self.shared().schedule.push_task(next);
        Some(next)
    }

    fn next_u64(&mut self) -> u64 {
        self.inner.next_u64()
    }
}

/// Plays a scenario under every schedule that shuttle's scheduler comes up with, until two nodes lead.
pub fn search(scenario: Scenario, scheduler: impl Scheduler + 'static) -> Searched {
    let shared = Arc::new(Mutex::new(Shared::default()));
    let recorder = Recorder {
        inner: scheduler,
        shared: shared.clone(),
    };
    let seen = shared.clone();
    shuttle::Runner::new(recorder, quiet()).run(move || {
        let stage = play(scenario);
        seen.lock().unwrap_or_else(PoisonError::into_inner).broken = stage.broken();
    });
    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
    let schedule = std::mem::take(&mut shared.schedule);
    let broken = shared.broken.take();
    Searched {
        schedules: shared.schedules,
        broken: broken.map(|events| Broken { schedule, events }),
    }
}

/// With each of the seeds 0, 1, ..., how many schedules a scheduler needs to find two leaders, fewest first; nothing for a seed
/// with which it gives up.
pub fn needed<S: Scheduler + 'static>(
    scenario: Scenario,
    seeds: u64,
    scheduler: impl Fn(u64) -> S,
) -> Vec<Option<usize>> {
    let runs = (0..seeds).map(|seed| search(scenario, scheduler(seed)));
    let mut needed: Vec<_> = runs
        .map(|found| found.broken.map(|_| found.schedules))
        .collect();
    needed.sort_by_key(|schedules| schedules.unwrap_or(usize::MAX));
    needed
}

/// Plays a scenario on shuttle's threads and atomics, under whatever schedule is in force.
fn play(scenario: Scenario) -> Arc<Stage> {
    let memory = Arc::new(Shuttle::memory(scenario.first()));
    let stage = Arc::new(Stage::new(&scenario));
    let nodes: Vec<_> = (0..scenario.parts.len())
        .map(|index| {
            let (memory, stage) = (memory.clone(), stage.clone());
            shuttle::thread::spawn(move || {
                // An access of its own, so that shuttle may schedule another; yielding would lower its priority.
                let clock = AtomicBool::new(false);
                let pause = || {
                    clock.load(Relaxed);
                };
                scenario.play(index, &*memory, &stage, &pause);
            })
        })
        .collect();
    for node in nodes {
        node.join().expect("a node plays its part to the end");
    }
    stage
}
