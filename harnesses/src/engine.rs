//! What threads, channels and atomics are made of.

use crate::cells::{Cells, Orderings};
use shuttle::scheduler::RandomScheduler;
use std::sync::{Arc, Mutex, mpsc};
use verdict_election::{AtomicMemory, Memory, Word};

/// A way to run threads that share a memory.
pub trait Engine: 'static {
    /// The shared memory.
    type Memory: Memory + Send + Sync;
    /// The end of a channel that sends.
    type Sender<T: Send + 'static>: Sender<T>;
    /// The end of a channel that receives.
    type Receiver<T: Send + 'static>: Receiver<T>;

    /// A memory that holds this word.
    fn memory(first: Word) -> Self::Memory;
    /// A channel.
    fn channel<T: Send + 'static>() -> (Self::Sender<T>, Self::Receiver<T>);
    /// Starts a thread.
    fn spawn(body: impl FnOnce() + Send + 'static);
    /// Runs what starts threads of this engine.
    fn host<R: Send + 'static>(body: impl Fn() -> R + Send + Sync + 'static) -> R;
}

/// Sends to another thread.
pub trait Sender<T>: Send + 'static {
    /// Sends; false if nobody receives any more.
    fn send(&self, item: T) -> bool;
}

/// Receives from another thread.
pub trait Receiver<T>: Send + 'static {
    /// Waits for an item; none if nobody sends any more.
    fn receive(&self) -> Option<T>;
}

/// The threads and the atomics of this machine: what a user of the library runs.
#[derive(Debug)]
pub enum Threads {}

/// Threads and atomics that shuttle schedules, one at a time, with all accesses in one order.
#[derive(Debug)]
pub enum Shuttle {}

/// All engines have the channels of the standard library, each its own.
macro_rules! channels {
    ($($mpsc:ident)::+) => {
        impl<T: Send + 'static> Sender<T> for $($mpsc)::+::Sender<T> {
            fn send(&self, item: T) -> bool {
                $($mpsc)::+::Sender::send(self, item).is_ok()
            }
        }

        impl<T: Send + 'static> Receiver<T> for $($mpsc)::+::Receiver<T> {
            fn receive(&self) -> Option<T> {
                self.recv().ok()
            }
        }
    };
}

channels!(mpsc);
channels!(shuttle::sync::mpsc);

impl Engine for Threads {
    type Memory = AtomicMemory;
    type Sender<T: Send + 'static> = mpsc::Sender<T>;
    type Receiver<T: Send + 'static> = mpsc::Receiver<T>;

    fn memory(first: Word) -> AtomicMemory {
        AtomicMemory::new(first)
    }

    fn channel<T: Send + 'static>() -> (mpsc::Sender<T>, mpsc::Receiver<T>) {
        mpsc::channel()
    }

    fn spawn(body: impl FnOnce() + Send + 'static) {
        std::thread::spawn(body);
    }

    fn host<R: Send + 'static>(body: impl Fn() -> R + Send + Sync + 'static) -> R {
        body()
    }
}

/// Shuttle prints no schedules and keeps none: a run is told by its own steps.
pub fn quiet() -> shuttle::Config {
    let mut config = shuttle::Config::new();
    config.failure_persistence = shuttle::FailurePersistence::None;
    config.silence_warnings = true;
    config.stack_size = 1 << 18;
    config
}

impl Engine for Shuttle {
    type Memory = Cells<shuttle::sync::atomic::AtomicU64>;
    type Sender<T: Send + 'static> = shuttle::sync::mpsc::Sender<T>;
    type Receiver<T: Send + 'static> = shuttle::sync::mpsc::Receiver<T>;

    fn memory(first: Word) -> Self::Memory {
        Cells::new(first, Orderings::LIBRARY)
    }

    fn channel<T: Send + 'static>() -> (Self::Sender<T>, Self::Receiver<T>) {
        shuttle::sync::mpsc::channel()
    }

    fn spawn(body: impl FnOnce() + Send + 'static) {
        shuttle::thread::spawn(body);
    }

    /// Under one random schedule: a plan leaves the scheduler no choice that matters.
    fn host<R: Send + 'static>(body: impl Fn() -> R + Send + Sync + 'static) -> R {
        let result = Arc::new(Mutex::new(None));
        let slot = result.clone();
        let runner = shuttle::Runner::new(RandomScheduler::new_from_seed(0, 1), quiet());
        runner.run(move || *slot.lock().expect("one schedule at a time") = Some(body()));
        let mut result = result.lock().expect("shuttle is done");
        result.take().expect("a body that returns has a result")
    }
}
