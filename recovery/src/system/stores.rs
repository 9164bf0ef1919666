//! Everything stable of a system: new, in memory or in files; or as an earlier process has left it.

use super::config::Config;
use super::log::{Log, LogError, Torn};
use super::node::{Access, Shelf};
use super::report::RunError;
use super::stable::{Folder, Storage};
use super::streams::Streams;
use crate::messages::Party;
use crate::registers::{Record, Register, WorkerId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs::File;
use std::path::{Path, PathBuf};

/// All stable storage of a system.
pub(super) struct Stores {
    pub(super) leader: Storage<Record>,
    pub(super) workers: Vec<Storage<Register>>,
    pub(super) shelf: Shelf,
    /// Whether a run had begun.
    pub(super) resumed: bool,
    pub(super) torn: Vec<Torn>,
    /// Held as long as this process runs.
    _lock: Option<File>,
}

pub(super) fn log_path(folder: &Path, party: Party) -> PathBuf {
    folder.join(format!("{party}.log"))
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
            _lock: None,
        }
    }

    fn create(config: &Config, folder: &Folder) -> Result<Self, RunError> {
        let Folder { path, policy } = folder;
        let header = |party| config.header(party);
        let mut stores = Stores::in_memory(config);
        stores.shelf.taken = Some(Vec::new());
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

    /// What an earlier process has left; `None` if it had not begun.
    fn resume(config: &Config, folder: &Folder) -> Result<Option<Self>, RunError> {
        let mut stores = Stores::in_memory(config);
        let (mut there, mut missing, mut begun, mut acted) = (None, None, false, false);
        for party in config.parties() {
            let path = log_path(&folder.path, party);
            let header = config.header(party);
            let (torn, found) = match party {
                Party::Worker(WorkerId(id)) => {
                    let found = Storage::open(&path, &header, folder.policy)?;
                    let has = found.is_some();
                    let torn = found.and_then(|(storage, _, torn)| {
                        acted |= storage.taken.as_ref().is_some_and(|all| !all.is_empty());
                        stores.workers[usize::from(id) - 1] = storage;
                        torn
                    });
                    (torn, has)
                }
                Party::Streams => unreachable!("the streams are no node"),
                Party::Leader => {
                    let found = Storage::open(&path, &header, folder.policy)?;
                    let has = found.is_some();
                    let torn = found.and_then(|(storage, records, torn)| {
                        begun = records > 0;
                        stores.leader = storage;
                        torn
                    });
                    (torn, has)
                }
            };
            stores.torn.extend(torn);
            *(if found { &mut there } else { &mut missing }) = Some(path);
        }
        let path = log_path(&folder.path, Party::Streams);
        match stores.open_streams(config, folder, &path)? {
            Some(any) => {
                acted |= any;
                there = Some(path);
            }
            None => missing = Some(path),
        }
        stores.resumed = true;
        match (missing, there) {
            (Some(path), Some(other)) if begun || acted => {
                Err(LogError::Missing { path, other }.into())
            }
            (None, Some(other)) if acted && !begun => {
                let path = log_path(&folder.path, Party::Leader);
                Err(LogError::Missing { path, other }.into())
            }
            _ if begun => Ok(Some(stores)),
            _ => Ok(None),
        }
    }

    /// The streams, by all accesses to them once more; answers whether there was any, `None` if there is no log.
    fn open_streams(
        &mut self,
        config: &Config,
        folder: &Folder,
        path: &Path,
    ) -> Result<Option<bool>, RunError> {
        let header = config.header(Party::Streams);
        let Some(recovered) = Log::open::<Access>(path, &header, folder.policy)? else {
            return Ok(None);
        };
        let mut taken = Vec::new();
        for (index, record) in recovered.records.iter().enumerate() {
            let by_whom = record.by <= config.workers;
            if !by_whom || self.shelf.streams.serve(record.access).is_none() {
                let path = path.to_owned();
                return Err(RunError::Log(LogError::Damaged {
                    path,
                    record: index + 1,
                    offset: 0,
                    expected: "an access to one of the streams by one of the nodes".to_owned(),
                    found: format!("{} by node {}", record.access, record.by),
                }));
            }
            taken.push(record.taken());
        }
        let any = !taken.is_empty();
        self.shelf.taken = Some(taken);
        self.shelf.log = Some(recovered.log);
        self.torn.extend(recovered.torn);
        Ok(Some(any))
    }

    /// The first ticket that was not taken.
    pub(super) fn next_ticket(&self) -> u64 {
        let of_workers = self.workers.iter().map(|storage| &storage.taken);
        let all = of_workers.chain([&self.leader.taken, &self.shelf.taken]);
        let last = all.filter_map(|taken| Some(taken.as_ref()?.last()?.at));
        last.max().map_or(1, |last| last + 1)
    }
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
    let file = File::create(folder.join("lock")).map_err(io("lock the folder"))?;
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
        Some((storage, ..)) => Ok(storage),
        None => Err(LogError::Missing {
            path: path.to_owned(),
            other: folder.path.clone(),
        }),
    }
}
