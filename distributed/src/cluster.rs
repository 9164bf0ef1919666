//! One process among those that search together.

use crate::Error;
use crate::connect::{Beginning, Fact, PATIENCE};
use crate::exchange::{Exchange, Others, SILENCE};
use crate::message::Body;
use crate::search::{Load, Search, Searched, Tuning};
use crate::stream::{Health, Watched};
use std::any::Any;
use std::net::TcpListener;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use timely::communication::allocator::AllocatorBuilder;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Hooks, WorkerGuards};
use timely::execute::execute_from;
use timely::worker::Worker;
use verdict_checker::search::{Limits, Progress};
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::Judgement;

/// How long a process that has all it needs waits for timely to say goodbye.
const GOODBYE: Duration = Duration::from_secs(10);

/// How long a process that ends because another has gone leaves the rest to notice the one that has gone first.
const AFTERWARDS: Duration = Duration::from_millis(500);

/// Where a process is among all, and how it works.
#[derive(Clone, Debug)]
pub struct Place {
    /// The addresses of all processes, in order.
    pub addresses: Vec<String>,
    /// The number of this one.
    pub process: usize,
    /// How many workers each process has.
    pub threads: usize,
    /// How long processes wait for each other at the beginning.
    pub patience: Duration,
    /// How long nothing may be heard of a process during a search.
    pub silence: Duration,
    /// What only the speed depends on.
    pub tuning: Tuning,
}

impl Place {
    /// One of these processes.
    pub fn new(addresses: Vec<String>, process: usize, threads: usize) -> Self {
        Place {
            addresses,
            process,
            threads,
            patience: PATIENCE,
            silence: SILENCE,
            tuning: Tuning::default(),
        }
    }
}

/// What a search came to.
#[derive(Debug)]
pub struct Found {
    /// The verdict with its evidence: the same in all processes.
    pub judgement: Judgement,
    /// What each worker has held, in order.
    pub loads: Vec<Load>,
}

/// A search that all processes begin together.
struct Job {
    number: u32,
    subject: Arc<dyn AnySubject>,
    limits: Limits,
}

/// What a worker tells its process.
enum Event {
    Begun(Option<u32>),
    Progress(Progress),
    Done(Box<Found>),
    Failed(Error),
    Panicked(Box<dyn Any + Send>),
}

/// What a worker works with.
struct Desk {
    jobs: Receiver<Job>,
    events: Sender<Event>,
}

/// This process and its connections to all others.
pub struct Cluster {
    process: usize,
    jobs: Vec<Sender<Job>>,
    events: Receiver<Event>,
    guards: Option<WorkerGuards<()>>,
}

impl Cluster {
    /// Meets all others. What they are about to do is in the facts: anything that changes what is searched, or how it is counted.
    pub fn join(place: &Place, listener: &TcpListener, facts: &[Fact]) -> Result<Self, Error> {
        let own = |name: &str, value: String| (name.to_owned(), value);
        let mut all = vec![
            own("program", format!("verdict {}", env!("CARGO_PKG_VERSION"))),
            own("number of processes", place.addresses.len().to_string()),
            own("number of threads", place.threads.to_string()),
            // Fingerprints are the same where numbers lie in memory in the same way.
            own(
                "kind of machine",
                format!("{} bits, {}", usize::BITS, endian()),
            ),
        ];
        all.extend_from_slice(facts);
        let beginning = Beginning {
            addresses: &place.addresses,
            process: place.process,
            facts: all,
            patience: place.patience,
        };
        let streams = beginning.connect(listener)?;
        let health = Arc::new(Health::of(streams.len()));
        let streams = streams.into_iter().enumerate().map(|(process, stream)| {
            stream.map(|stream| Watched::new(stream, process, Arc::clone(&health)))
        });
        let hooks = Hooks::default();
        let threads = place.threads;
        let local = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let network = initialize_networking_from_sockets(
            local,
            streams.collect(),
            place.process,
            threads,
            hooks,
        );
        let (builders, guard) = network.map_err(|error| Error::Engine(error.to_string()))?;
        let others = Arc::new(Others {
            addresses: place.addresses.clone(),
            health,
            silence: place.silence,
        });
        let (told, events) = channel();
        let (mut jobs, mut desks) = (Vec::new(), Vec::new());
        for _ in 0..threads {
            let (sender, receiver) = channel();
            jobs.push(sender);
            desks.push(Some(Desk {
                jobs: receiver,
                events: told.clone(),
            }));
        }
        let (desks, tuning) = (Mutex::new(desks), place.tuning);
        let work = move |worker: &mut Worker| {
            let local = worker.index() % threads;
            let desk = desks.lock().ok().and_then(|mut desks| desks[local].take());
            if let Some(desk) = desk {
                work(worker, &desk, Arc::clone(&others), tuning);
            }
        };
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let config = timely::WorkerConfig::default();
        let guards = execute_from(builders, Box::new(guard), config, work);
        Ok(Cluster {
            process: place.process,
            jobs,
            events,
            guards: Some(guards.map_err(Error::Engine)?),
        })
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Judges a subject together with all others. Process 0 says which run is next by its number, and the others have asked for it by
    /// [`Cluster::follow`]. The subject is one that can be shared.
    pub fn judge(
        &mut self,
        number: u32,
        subject: &Arc<dyn AnySubject>,
        limits: Limits,
        on_progress: &dyn Fn(Progress),
    ) -> Result<Found, Error> {
        for worker in &self.jobs {
            // One that has ended has said why.
            let _ = worker.send(Job {
                number,
                subject: Arc::clone(subject),
                limits,
            });
        }
        loop {
            match self.hear()? {
                Event::Done(found) => return Ok(*found),
                Event::Progress(progress) => on_progress(progress),
                _ => {}
            }
        }
    }

    /// The number of the run that process 0 begins next; none if it has no more.
    pub fn follow(&mut self) -> Result<Option<u32>, Error> {
        loop {
            if let Event::Begun(number) = self.hear()? {
                return Ok(number);
            }
        }
    }

    fn hear(&mut self) -> Result<Event, Error> {
        match self.events.recv() {
            Ok(Event::Failed(error)) => {
                if self.process > 0 {
                    std::thread::sleep(AFTERWARDS);
                }
                Err(error)
            }
            Ok(Event::Panicked(panic)) => std::panic::resume_unwind(panic),
            Ok(event) => Ok(event),
            Err(_) => Err(Error::Engine("a worker has ended".to_owned())),
        }
    }

    /// There are no more runs: says goodbye.
    pub fn finish(mut self) -> Result<(), Error> {
        self.jobs.clear();
        let Some(guards) = self.guards.take() else {
            return Ok(());
        };
        // Whoever is lost only now has nothing more to give, so nobody waits long for it.
        let (done, all) = channel();
        std::thread::spawn(move || {
            guards.join().into_iter().for_each(drop);
            let _ = done.send(());
        });
        match all.recv_timeout(GOODBYE) {
            Ok(()) | Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                Err(Error::Engine("it did not end in order".to_owned()))
            }
        }
    }
}

impl Drop for Cluster {
    /// Its threads would wait for processes that may be gone.
    fn drop(&mut self) {
        if let Some(guards) = self.guards.take() {
            std::mem::forget(guards);
        }
    }
}

fn endian() -> &'static str {
    match cfg!(target_endian = "big") {
        true => "the highest byte first",
        false => "the lowest byte first",
    }
}

/// A worker, from the beginning to the end.
fn work(worker: &mut Worker, desk: &Desk, others: Arc<Others>, tuning: Tuning) {
    let served = catch_unwind(AssertUnwindSafe(|| serve(worker, desk, others, tuning)));
    // If nobody listens, the process is about to end.
    let _ = match served {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => desk.events.send(Event::Failed(error)),
        Err(panic) => desk.events.send(Event::Panicked(panic)),
    };
}

/// One search after the other.
fn serve(
    worker: &mut Worker,
    desk: &Desk,
    others: Arc<Others>,
    tuning: Tuning,
) -> Result<(), Error> {
    let mut exchange = Exchange::new(worker, others);
    let (index, threads) = (exchange.index(), exchange.threads());
    let (leads, speaks) = (index < threads, index.is_multiple_of(threads));
    loop {
        let mut job = if leads { desk.jobs.recv().ok() } else { None };
        let begin = Body::Begin(job.as_ref().map(|job| job.number));
        let all = 0..if index == 0 { exchange.workers() } else { 0 };
        let begun = exchange.patiently(all.map(|to| (to, begin.clone())).collect())?;
        let number = begun.into_iter().find_map(|(_, body)| match body {
            Body::Begin(number) => Some(number),
            _ => None,
        });
        let number = number.flatten();
        if speaks && !leads {
            let _ = desk.events.send(Event::Begun(number));
        }
        if number.is_some() && !leads {
            job = desk.jobs.recv().ok();
        }
        let Some(job) = job else {
            return Ok(());
        };
        let Some(mut share) = job.subject.share() else {
            return Err(Error::Engine(
                "what is to be judged has no search to share".to_owned(),
            ));
        };
        let mut tell = |progress| {
            if speaks {
                let _ = desk.events.send(Event::Progress(progress));
            }
        };
        let limits = job.limits;
        let search = Search::new(&mut *share, &mut exchange, &mut tell, limits, tuning);
        let Searched {
            counts,
            cut,
            path,
            loads,
        } = search.run()?;
        if speaks {
            let judgement = share.conclude(counts, cut, path);
            let found = Box::new(Found { judgement, loads });
            let _ = desk.events.send(Event::Done(found));
        }
    }
}
