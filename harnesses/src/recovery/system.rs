//! The supervisor: opens the logs, starts the threads, starts those again that fail, and notices the end.

use super::faults::{Fate, Fault, Rate};
use super::log::{LogError, Torn};
use super::mail::{Activity, Mailbox, lock};
use super::node::{Desk, End, Life, Shared};
use super::program::Program;
use super::roles::{AWorker, Role, TheLeader, left_of_leader, left_of_worker};
use super::stable::{Folder, Registers, Taken};
use super::stores::{Stores, log_path, reopen};
use super::streams::{Handout, Streams, Waits};
use super::{MOST_WORKERS, mechanism, name};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Scope};
use verdict_models::rollback::messages::Party;
use verdict_models::rollback::pipeline::{Datum, Pipeline, Task};
use verdict_models::rollback::registers::{Record, Register, Stable, WorkerId};

/// The step that ends all lives at once.
pub const POWER_CUT: &str = "power-cut";

/// A system to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// What is performed.
    pub pipeline: Pipeline,
    /// By how many workers.
    pub workers: u8,
    /// Where the logs are; none means that stable storage is memory that the supervisor keeps.
    pub folder: Option<Folder>,
    /// Whether the names of steps are wanted; with a folder they are kept always.
    pub keeps_steps: bool,
    /// Faults after named steps.
    pub plan: Vec<Fault>,
    /// Faults of workers by chance, at each access to a stream.
    pub rate: Rate,
    /// Where chance begins.
    pub seed: u64,
    /// How often a worker blocks a task that could go on, as LPEL may.
    pub preempts: Rate,
    /// When the leader hands a task out.
    pub handout: Handout,
    /// How much a task computes for each datum.
    pub work: u32,
}

impl Config {
    /// A system without faults, in memory.
    pub fn new(pipeline: Pipeline, workers: u8) -> Self {
        Config {
            pipeline,
            workers,
            folder: None,
            keeps_steps: false,
            plan: Vec::new(),
            rate: Rate::NEVER,
            seed: 1,
            preempts: Rate::NEVER,
            handout: Handout::AtOnce,
            work: 0,
        }
    }

    fn check(&self) -> Result<(), RunError> {
        if !(1..=MOST_WORKERS).contains(&self.workers) {
            return Err(RunError::Workers(self.workers));
        }
        for (index, fault) in self.plan.iter().enumerate() {
            if let Party::Worker(WorkerId(worker)) = fault.node
                && !(1..=self.workers).contains(&worker)
            {
                let (fault, workers) = (*fault, self.workers);
                return Err(RunError::NoSuchWorker { fault, workers });
            }
            if self.plan[..index].contains(fault) {
                return Err(RunError::Twice(*fault));
            }
        }
        Ok(())
    }

    pub(super) fn parties(&self) -> impl Iterator<Item = Party> + use<> {
        let workers = (1..=self.workers).map(|id| Party::Worker(WorkerId(id)));
        std::iter::once(Party::Leader).chain(workers)
    }

    /// What the logs of a node say first.
    pub(super) fn header(&self, party: Party) -> Value {
        let program = Program::of(&self.pipeline);
        json!({
            "node": name(party),
            "tasks": program.tasks,
            "capacity": program.capacity,
            "workers": self.workers,
        })
    }
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Everything that was written to each stream, in order.
    pub written: Vec<Vec<Datum>>,
    /// How many data were left in each.
    pub left: Vec<usize>,
    /// How many steps were taken, in all processes that took part, if anyone counted.
    pub steps: usize,
    /// How many faults of nodes this process has seen.
    pub faults: u64,
    /// Whether this process went on from the logs of another.
    pub resumed: bool,
    /// Whether there was nothing left to do.
    pub was_finished: bool,
    /// Ends of logs that were cut off.
    pub torn: Vec<Torn>,
    /// Every step in order, if steps were kept.
    pub taken: Vec<Taken>,
    /// Registers that were not collected, with who has them.
    pub leftovers: Vec<String>,
    /// How many steps each node took in this process.
    pub steps_of: Vec<(Party, u64)>,
}

/// Why a system does not run to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Nobody to work, or too many.
    #[error("workers: expected 1 to {MOST_WORKERS}, found {0}")]
    Workers(u8),
    /// A fault of nobody.
    #[error("fault {fault}: there is no {}; the workers are W1 to W{workers}", name(fault.node))]
    NoSuchWorker {
        /// The fault.
        fault: Fault,
        /// How many workers there are.
        workers: u8,
    },
    /// The same fault twice.
    #[error("fault {0} is given twice: a node fails once after a step")]
    Twice(Fault),
    /// A log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Another process is at it.
    #[error("{path}: another process runs this pipeline", path = .0.display())]
    Busy(PathBuf),
    /// Nothing can happen any more.
    #[error("the pipeline is stuck: {}", .waits.join(", "))]
    Stuck {
        /// What each task waits for.
        waits: Vec<String>,
        /// How it came to that.
        report: Box<Report>,
    },
    /// A planned fault was never due.
    #[error("fault {fault} never happened: {} took {took} steps, and the run was over", name(fault.node))]
    NotReached {
        /// The fault.
        fault: Fault,
        /// How many steps the node took.
        took: u64,
    },
    /// A thread has panicked, which is an error in this program.
    #[error("the thread of {0} has panicked")]
    Died(String),
}

/// What a thread tells the supervisor.
enum Notice {
    /// Nobody is awake.
    Quiet,
    /// A life is over.
    Ended(Party, Result<End, LogError>),
    /// A thread has panicked.
    Died(Party),
}

/// Tells of a thread that ends without having said so.
struct Watch<'a>(&'a Sender<Notice>, Option<Party>);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if let Some(party) = self.1 {
            let _ = self.0.send(Notice::Died(party));
        }
    }
}

/// The desks of all nodes.
struct Office {
    leader: Mutex<Desk<Record>>,
    workers: Vec<Mutex<Desk<Register>>>,
}

/// Runs a system to its end.
pub fn run(config: &Config) -> Result<Report, RunError> {
    config.check()?;
    let mut stores = Stores::open(config)?;
    let clock = stores.next_ticket();
    let (resumed, torn) = (stores.resumed, std::mem::take(&mut stores.torn));
    let fate = |party| Fate::of(party, &config.plan, config.rate, config.seed);
    let workers = config.parties().skip(1).zip(stores.workers);
    let office = Office {
        leader: Mutex::new(Desk {
            storage: stores.leader,
            fate: fate(Party::Leader),
        }),
        workers: workers
            .map(|(party, storage)| {
                let fate = fate(party);
                Mutex::new(Desk { storage, fate })
            })
            .collect(),
    };
    let shared = Shared {
        rules: mechanism(config.pipeline.clone(), config.workers),
        clock: AtomicU64::new(clock),
        activity: Activity::default(),
        boxes: config.parties().map(|_| Mailbox::default()).collect(),
        shelf: Mutex::new(stores.shelf),
        preempts: config.preempts,
        handout: config.handout,
        work: config.work,
    };
    let was_finished = resumed && office.is_finished(&config.pipeline);
    if !was_finished {
        if resumed {
            let clock = &shared.clock;
            let at = clock.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            let step = POWER_CUT.to_owned();
            lock(&office.leader)
                .storage
                .commit(Some(Taken { at, step }))?;
        }
        supervise(config, &shared, &office, resumed)?;
    }
    let report = office.report(config, shared);
    if was_finished {
        return Ok(Report {
            resumed,
            torn,
            was_finished,
            ..report
        });
    }
    if !office.is_done(&config.pipeline) {
        return Err(RunError::Stuck {
            waits: office.stuck(config, &report),
            report: Box::new(report),
        });
    }
    for fault in &config.plan {
        let (ahead, took) = office.fate_of(fault.node, Fate::ahead_and_steps);
        if let Some(after) = ahead.filter(|after| fault.after >= *after) {
            let fault = Fault { after, ..*fault };
            return Err(RunError::NotReached { fault, took });
        }
    }
    Ok(Report {
        resumed,
        torn,
        ..report
    })
}

fn supervise(
    config: &Config,
    shared: &Shared,
    office: &Office,
    resumed: bool,
) -> Result<(), RunError> {
    let (notices, noticed) = channel();
    thread::scope(|scope| {
        let start = |party: Party, returns: bool, reopens: bool| {
            let again = if reopens {
                config.folder.as_ref()
            } else {
                None
            };
            let again = again.map(|folder| (folder, config.header(party)));
            let notices = notices.clone();
            match party {
                Party::Worker(WorkerId(id)) => {
                    let desk = &office.workers[usize::from(id) - 1];
                    spawn::<AWorker>(scope, shared, party, desk, returns, again, notices);
                }
                _ => {
                    let desk = &office.leader;
                    spawn::<TheLeader>(scope, shared, party, desk, returns, again, notices);
                }
            }
        };
        // All tokens first, so that nobody finds all quiet before everybody is there.
        config.parties().for_each(|_| shared.activity.begin());
        config
            .parties()
            .for_each(|party| start(party, resumed, false));
        let end = loop {
            match noticed.recv() {
                Ok(Notice::Quiet) | Err(_) => break Ok(()),
                Ok(Notice::Ended(party, Ok(End::Fault))) => start(party, true, true),
                Ok(Notice::Ended(_, Ok(End::Over))) => {}
                Ok(Notice::Ended(_, Err(error))) => break Err(error.into()),
                Ok(Notice::Died(party)) => break Err(RunError::Died(name(party))),
            }
        };
        shared.activity.stop();
        shared.boxes.iter().for_each(Mailbox::open);
        end
    })
}

/// A thread for one life. With a folder, a life after a fault begins by reading the log.
fn spawn<'scope, 'env, R: Role + 'env>(
    scope: &'scope Scope<'scope, 'env>,
    shared: &'env Shared,
    party: Party,
    desk: &'env Mutex<Desk<R::Register>>,
    returns: bool,
    again: Option<(&'env Folder, Value)>,
    notices: Sender<Notice>,
) {
    scope.spawn(move || {
        let mut watch = Watch(&notices, Some(party));
        let mut desk = lock(desk);
        let ended = again
            .map_or(Ok(()), |(folder, header)| {
                desk.storage = reopen(&log_path(&folder.path, party), &header, folder)?;
                Ok(())
            })
            .and_then(|()| {
                let all_quiet = || drop(notices.send(Notice::Quiet));
                Life::<R>::live(shared, party, &mut desk, returns, all_quiet)
            });
        // The desk is free before the supervisor gives it to the next life.
        drop(desk);
        watch.1 = None;
        let _ = notices.send(Notice::Ended(party, ended));
    });
}

fn done(log: &Registers<Record>) -> impl Fn(&Record) -> bool + '_ {
    |record| log.registers().contains(record)
}

impl Office {
    fn fate_of<T>(&self, party: Party, look: impl FnOnce(&Fate) -> T) -> T {
        match party {
            Party::Worker(WorkerId(id)) => look(&lock(&self.workers[usize::from(id) - 1]).fate),
            _ => look(&lock(&self.leader).fate),
        }
    }

    fn is_done(&self, pipeline: &Pipeline) -> bool {
        let leader = lock(&self.leader);
        let is_done = done(&leader.storage.registers);
        pipeline.tasks().all(|task| is_done(&Record::Done(task)))
    }

    fn leftovers(&self) -> Vec<String> {
        let leader = left_of_leader(&lock(&self.leader).storage.registers);
        let mut left: Vec<_> = leader.iter().map(|r| format!("{r} at leader")).collect();
        for (id, desk) in (1..).map(WorkerId).zip(&self.workers) {
            let own = left_of_worker(&lock(desk).storage.registers);
            left.extend(own.iter().map(|register| format!("{register} at {id}")));
        }
        left
    }

    fn is_finished(&self, pipeline: &Pipeline) -> bool {
        self.is_done(pipeline) && self.leftovers().is_empty()
    }

    fn report(&self, config: &Config, shared: Shared) -> Report {
        let mut report = Report {
            leftovers: self.leftovers(),
            ..Report::default()
        };
        let shelf = lock(&shared.shelf);
        (report.written, report.left) = (shelf.streams.written(), shelf.streams.left());
        report.taken.extend(shelf.taken.iter().flatten().cloned());
        let mut add = |party, fate: &Fate, taken: &Option<Vec<Taken>>| {
            report.faults += fate.faults;
            report.steps_of.push((party, fate.steps));
            report.taken.extend(taken.iter().flatten().cloned());
        };
        for party in config.parties() {
            match party {
                Party::Worker(WorkerId(id)) => {
                    let desk = lock(&self.workers[usize::from(id) - 1]);
                    add(party, &desk.fate, &desk.storage.taken);
                }
                _ => {
                    let desk = lock(&self.leader);
                    add(party, &desk.fate, &desk.storage.taken);
                }
            }
        }
        report.taken.sort_unstable();
        report.steps = report.taken.len();
        report
    }

    /// What each task waits for that is not done.
    fn stuck(&self, config: &Config, report: &Report) -> Vec<String> {
        let leader = lock(&self.leader);
        let records = leader.storage.registers.registers();
        let queued = records.iter().filter_map(|record| match record {
            Record::Queued(task) => Some(*task),
            _ => None,
        });
        let queued: Vec<Task> = queued.collect();
        let mut streams = Streams::new(&config.pipeline);
        replay_left(&mut streams, report);
        let mut said = Vec::new();
        for id in config.pipeline.tasks() {
            if records.contains(&Record::Done(id)) {
                continue;
            }
            let waiting = queued.iter().find(|task| task.id == id);
            said.push(
                match waiting.map(|t| streams.waits(&config.pipeline, t, config.handout)) {
                    Some(Some(Waits::ForRoom(stream))) => {
                        format!("{id} waits for room in {stream}")
                    }
                    Some(Some(Waits::ForDatum(stream))) => {
                        format!("{id} waits for a datum in {stream}")
                    }
                    Some(None) => format!("{id} waits for a worker"),
                    None => format!("{id} is with a worker that does nothing"),
                },
            );
        }
        said.push("streams that hold more may help (--capacity)".to_owned());
        said
    }
}

/// Puts into `streams` what is left in them at the end of a run.
fn replay_left(streams: &mut Streams, report: &Report) {
    for (written, left) in report.written.iter().zip(&report.left) {
        for datum in &written[written.len() - left..] {
            streams.put_bare(*datum);
        }
    }
}
