//! Everything stable of a system: new, in memory or in files; or as an earlier process has left it.

use super::agreement::Logs;
use super::config::Config;
use super::log::{Found, Log, LogError, Torn, expect_file};
use super::mechanism;
use super::node::{Access, Shelf};
use super::report::RunError;
use super::stable::{Entry, Folder, Storage};
use super::streams::Streams;
use crate::messages::Party;
use crate::registers::{Record, Register};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

/// All stable storage of a system.
pub(super) struct Stores {
    pub(super) leader: Storage<Record>,
    pub(super) workers: Vec<Storage<Register>>,
    pub(super) shelf: Shelf,
    /// Whether a run had begun.
    pub(super) resumed: bool,
    pub(super) torn: Vec<Torn>,
    /// Steps that an earlier process had begun, and was ended before it could record them.
    pub(super) lost: Vec<u64>,
    /// Whether the logs say that the run is over.
    pub(super) is_over: bool,
    /// Which run it is, if there are logs.
    pub(super) run: String,
    /// Held as long as this process runs.
    _lock: Option<File>,
}

/// The name of the log of a node, or of the streams.
pub(super) fn log_name(party: Party) -> String {
    format!("{party}.log")
}

pub(super) fn log_path(folder: &Path, party: Party) -> PathBuf {
    folder.join(log_name(party))
}

/// A name that no other run has.
fn new_run() -> String {
    format!("{:016x}", fastrand::Rng::new().u64(..))
}

impl Stores {
    pub(super) fn open(config: &Config) -> Result<Self, RunError> {
        let Some(folder) = &config.folder else {
            return Ok(Stores::in_memory(config));
        };
        let lock = claim(&folder.path)?;
        let mut stores = match Stores::resume(config, folder)? {
            Some(stores) => stores,
            None => Stores::create(config, folder)?,
        };
        stores._lock = Some(lock);
        Ok(stores)
    }

    fn in_memory(config: &Config) -> Self {
        let workers = (0..config.workers).map(|_| Storage::in_memory(config.keeps_steps));
        Stores {
            leader: Storage::in_memory(config.keeps_steps),
            workers: workers.collect(),
            shelf: Shelf {
                streams: Streams::new(&config.pipeline),
                log: None,
                taken: config.keeps_steps.then(Vec::new),
            },
            resumed: false,
            torn: Vec::new(),
            lost: Vec::new(),
            is_over: false,
            run: String::new(),
            _lock: None,
        }
    }

    fn create(config: &Config, folder: &Folder) -> Result<Self, RunError> {
        let Folder { path, policy } = folder;
        let mut stores = Stores::in_memory(config);
        stores.run = new_run();
        stores.shelf.taken = Some(Vec::new());
        let header = |party| config.header_in(&stores.run, party);
        let streams = Party::Streams;
        let log = Log::create(&log_path(path, streams), &header(streams), *policy)?;
        stores.shelf.log = Some(log);
        for (party, storage) in config.parties().skip(1).zip(&mut stores.workers) {
            *storage = Storage::create(&log_path(path, party), &header(party), *policy)?;
        }
        // Last, because without it nothing has begun.
        let leader = Party::Leader;
        stores.leader = Storage::create(&log_path(path, leader), &header(leader), *policy)?;
        Ok(stores)
    }

    /// What an earlier process has left; `None` if it had not begun. Nothing is changed unless everything is in order.
    fn resume(config: &Config, folder: &Folder) -> Result<Option<Self>, RunError> {
        let Some(logs) = read_all(config, &folder.path)? else {
            return Ok(None);
        };
        let mut stores = Stores::in_memory(config);
        stores.leader = Storage::of(&logs.leader)?;
        for (storage, found) in stores.workers.iter_mut().zip(&logs.workers) {
            *storage = Storage::of(found)?;
        }
        stores.serve_again(config, &logs.streams)?;
        let agreed = logs.check(&mechanism(config.pipeline.clone(), config.workers))?;
        (stores.run, stores.lost) = (agreed.run, agreed.lost);
        stores.is_over = agreed.is_over;
        stores.resumed = true;
        let Logs {
            leader,
            workers,
            streams,
        } = logs;
        let mut open = |trail: super::log::Trail| {
            stores.torn.extend(trail.torn());
            trail.open(folder.policy)
        };
        stores.leader.continue_in(open(leader.trail)?);
        for (storage, found) in stores.workers.iter_mut().zip(workers) {
            storage.continue_in(open(found.trail)?);
        }
        stores.shelf.log = Some(open(streams.trail)?);
        Ok(Some(stores))
    }

    /// The streams, by all accesses to them once more.
    fn serve_again(&mut self, config: &Config, found: &Found<Access>) -> Result<(), LogError> {
        let mut taken = Vec::new();
        for (number, record) in (1..).zip(&found.records) {
            let by_whom = record.by <= config.workers;
            if !by_whom || self.shelf.streams.serve(record.access).is_none() {
                return Err(found.trail.damaged(
                    number,
                    "an access to one of the streams by one of the nodes".to_owned(),
                    format!("{} by node {}", record.access, record.by),
                ));
            }
            taken.push(record.taken());
        }
        self.shelf.taken = Some(taken);
        Ok(())
    }

    /// The first ticket that was not taken.
    pub(super) fn next_ticket(&self) -> u64 {
        let of_workers = self.workers.iter().map(|storage| &storage.taken);
        let all = of_workers.chain([&self.leader.taken, &self.shelf.taken]);
        let last = all.filter_map(|taken| Some(taken.as_ref()?.last()?.at));
        last.max().map_or(1, |last| last + 1)
    }
}

/// All logs, none of them changed; `None` if the run had not begun.
fn read_all(config: &Config, folder: &Path) -> Result<Option<Logs>, LogError> {
    let path = |party| log_path(folder, party);
    let leader = Party::Leader;
    let leader = Log::read::<Entry<Record>>(&path(leader), &config.header(leader))?;
    let mut workers = Vec::new();
    for party in config.parties().skip(1) {
        let found = Log::read::<Entry<Register>>(&path(party), &config.header(party))?;
        workers.push((path(party), found));
    }
    let streams = Party::Streams;
    let streams = Log::read::<Access>(&path(streams), &config.header(streams))?;
    let worked = |(path, found): &(PathBuf, Option<Found<Entry<Register>>>)| {
        let records = &found.as_ref()?.records;
        records
            .iter()
            .any(|e| e.taken.is_some())
            .then(|| path.clone())
    };
    let accessed = streams.as_ref().filter(|found| !found.records.is_empty());
    let accessed = accessed.map(|found| found.trail.path().to_owned());
    let acted = workers.iter().find_map(worked).or(accessed);
    let missing = |path: PathBuf, other: PathBuf| Err(LogError::Missing { path, other });
    let leader = match (leader, acted) {
        (Some(found), None) if found.records.is_empty() => return Ok(None),
        (None, None) => return Ok(None),
        (None, Some(other)) => return missing(path(Party::Leader), other),
        (Some(found), Some(other)) if found.records.is_empty() => {
            return Err(LogError::Short {
                path: path(Party::Leader),
                last: 0,
                expected: format!(
                    "what the leader begins with, because {} has steps",
                    other.display()
                ),
            });
        }
        (Some(found), _) => found,
    };
    let other = || path(Party::Leader);
    let mut found = Vec::new();
    for (path, worker) in workers {
        match worker {
            Some(worker) => found.push(worker),
            None => return missing(path, other()),
        }
    }
    let Some(streams) = streams else {
        return missing(path(Party::Streams), other());
    };
    Ok(Some(Logs {
        leader,
        workers: found,
        streams,
    }))
}

/// Makes the folder if there is none, and keeps other processes out.
fn claim(folder: &Path) -> Result<File, RunError> {
    let io = |what| {
        move |error| LogError::Io {
            path: folder.to_owned(),
            what,
            error,
        }
    };
    std::fs::create_dir_all(folder).map_err(io("make the folder"))?;
    let path = folder.join("lock");
    expect_file(&path)?;
    // Whatever somebody keeps in a file of this name stays in it.
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path);
    let file = file.map_err(io("lock the folder"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(RunError::Busy(folder.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(io("lock the folder")(error).into()),
    }
}

/// The storage of a node that has failed, from its file.
pub(super) fn reopen<R: Clone + Serialize + DeserializeOwned>(
    path: &Path,
    header: &Value,
    folder: &Folder,
) -> Result<Storage<R>, LogError> {
    match Storage::open(path, header, folder.policy)? {
        Some(storage) => Ok(storage),
        None => Err(LogError::Missing {
            path: path.to_owned(),
            other: folder.path.clone(),
        }),
    }
}
