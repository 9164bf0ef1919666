//! The supervisor: opens the logs, starts the threads, starts those again that fail, and notices the end.

use super::config::Config;
use super::faults::{Fate, Fault};
use super::log::LogError;
use super::mail::{Activity, Mailbox, lock};
use super::mechanism;
use super::node::{Desk, End, Life, Shared};
use super::office::Office;
use super::report::{Report, RunError};
use super::roles::{AWorker, Role, TheLeader};
use super::stable::{Folder, Taken};
use super::stores::{Stores, log_path, reopen};
use crate::messages::Party;
use crate::registers::WorkerId;
use serde_json::Value;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Scope};

/// The step that ends all lives at once.
pub const POWER_CUT: &str = "power-cut";

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

/// Runs a system to its end.
pub fn run(config: &Config) -> Result<Report, RunError> {
    config.check()?;
    let mut stores = Stores::open(config)?;
    let clock = stores.next_ticket();
    let resumed = stores.resumed;
    let torn = std::mem::take(&mut stores.torn);
    let lost = std::mem::take(&mut stores.lost);
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
            let promise = office.promise(&shared, &lost, false);
            lock(&office.leader)
                .storage
                .commit_with(Some(Taken { at, step }), promise)?;
        }
        supervise(config, &shared, &office, resumed, &stores.run)?;
    }
    if !stores.is_over && office.is_finished(&config.pipeline) {
        let lost: &[u64] = if was_finished { &lost } else { &[] };
        if let Some(promise) = office.promise(&shared, lost, true) {
            let storage = &mut lock(&office.leader).storage;
            storage.commit_with(None, Some(promise))?;
        }
    }
    let report = Report {
        resumed,
        torn,
        lost,
        was_finished,
        ..office.report(config, shared)
    };
    if was_finished {
        return Ok(report);
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
    Ok(report)
}

fn supervise(
    config: &Config,
    shared: &Shared,
    office: &Office,
    resumed: bool,
    run: &str,
) -> Result<(), RunError> {
    let (notices, noticed) = channel();
    thread::scope(|scope| {
        let start = |party: Party, returns: bool, reopens: bool| {
            let again = if reopens {
                config.folder.as_ref()
            } else {
                None
            };
            let again = again.map(|folder| (folder, config.header_in(run, party)));
            let notices = notices.clone();
            match party {
                Party::Worker(WorkerId(id)) => {
                    let desk = &office.workers[usize::from(id) - 1];
                    spawn::<AWorker>(scope, shared, party, desk, returns, again, notices);
                }
                Party::Leader => {
                    let desk = &office.leader;
                    spawn::<TheLeader>(scope, shared, party, desk, returns, again, notices);
                }
                Party::Streams => unreachable!("the streams are no thread"),
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
                Ok(Notice::Died(party)) => break Err(RunError::Died(party.to_string())),
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
