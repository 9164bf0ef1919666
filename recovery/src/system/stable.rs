//! Stable storage as the steps see it: registers in memory, and a log that has every change of them.
//!
//! A step changes registers as it likes; [`Storage::commit`] then makes one record of all that it changed, with the name of
//! the step, before anything else happens because of it.

use super::log::{Found, Log, LogError, Mark, Policy};
use crate::registers::Stable;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One change of the registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change<R> {
    /// One more.
    Store(R),
    /// Another in this place.
    Amend(usize, R),
    /// None in this place; the later ones move up.
    Remove(usize),
}

/// A step that was taken: its place in the order of all steps, and its name in the model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Taken {
    /// Its ticket.
    pub at: u64,
    /// Its label.
    pub step: String,
}

/// What the leader's log says of all logs, when a process has found them in order, and when a run is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Promise {
    /// How far each other log goes, by its node.
    pub(super) ends: BTreeMap<String, Mark>,
    /// Tickets that were taken by nodes whose process ended before they had recorded the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) lost: Vec<u64>,
    /// Whether the run is over, so that no log grows any more.
    #[serde(default)]
    pub(super) over: bool,
}

/// A record of the log of a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry<R> {
    /// The step; the very first start of a node is none, and the end of a run.
    #[serde(flatten)]
    pub(super) taken: Option<Taken>,
    /// What it changed.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub(super) changes: Vec<Change<R>>,
    /// What the leader says of all logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) promise: Option<Promise>,
}

/// Registers with what has changed since the last record.
#[derive(Debug)]
pub struct Registers<R> {
    all: Vec<R>,
    changes: Vec<Change<R>>,
    notes_changes: bool,
}

impl<R> Registers<R> {
    /// No registers yet; whether changes are noted.
    pub(super) fn new(notes_changes: bool) -> Self {
        Registers {
            all: Vec::new(),
            changes: Vec::new(),
            notes_changes,
        }
    }

    /// What has changed since this was asked last.
    pub(super) fn take_changes(&mut self) -> Vec<Change<R>> {
        std::mem::take(&mut self.changes)
    }
}

impl<R: Clone> Stable<R> for Registers<R> {
    fn registers(&self) -> &[R] {
        &self.all
    }

    fn store(&mut self, register: R) {
        if self.notes_changes {
            self.changes.push(Change::Store(register.clone()));
        }
        self.all.push(register);
    }

    fn amend(&mut self, at: usize, register: R) {
        if self.notes_changes {
            self.changes.push(Change::Amend(at, register.clone()));
        }
        self.all[at] = register;
    }

    fn remove(&mut self, at: usize) {
        if self.notes_changes {
            self.changes.push(Change::Remove(at));
        }
        self.all.remove(at);
    }
}

/// Where the logs of a run are.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The folder.
    pub path: PathBuf,
    /// What the logs survive.
    pub policy: Policy,
}

/// The stable storage of a node.
#[derive(Debug)]
pub struct Storage<R> {
    /// The registers.
    pub registers: Registers<R>,
    /// The steps of the node, if anyone wants to know.
    pub taken: Option<Vec<Taken>>,
    /// The file, if there is one.
    file: Option<Log>,
}

impl<R: Clone + Serialize + DeserializeOwned> Storage<R> {
    /// Storage that is lost with the process.
    pub fn in_memory(keeps_steps: bool) -> Self {
        Storage::new(None, keeps_steps)
    }

    fn new(file: Option<Log>, keeps_steps: bool) -> Self {
        Storage {
            registers: Registers::new(file.is_some()),
            taken: keeps_steps.then(Vec::new),
            file,
        }
    }

    /// New storage in a file.
    pub fn create(path: &Path, header: &Value, policy: Policy) -> Result<Self, LogError> {
        Ok(Storage::new(Some(Log::create(path, header, policy)?), true))
    }

    /// The storage in a file as it was found, not yet open for more.
    pub(super) fn of(found: &Found<Entry<R>>) -> Result<Self, LogError> {
        let mut storage = Storage::new(None, true);
        for (record, entry) in (1..).zip(&found.records) {
            for change in &entry.changes {
                let held = storage.registers.all.len();
                let all = &mut storage.registers.all;
                let expected = || format!("a change of one of {held} registers");
                match change {
                    Change::Store(register) => all.push(register.clone()),
                    Change::Amend(at, _) | Change::Remove(at) if *at >= held => {
                        return Err(found.trail.damaged(
                            record,
                            expected(),
                            format!("register {at}"),
                        ));
                    }
                    Change::Amend(at, register) => all[*at] = register.clone(),
                    Change::Remove(at) => drop(all.remove(*at)),
                }
            }
            let known = storage.taken.get_or_insert_default();
            if let Some(taken) = &entry.taken {
                if let Some(last) = known.last().filter(|last| last.at >= taken.at) {
                    let expected = format!("a ticket above {}", last.at);
                    return Err(found.trail.damaged(record, expected, taken.at.to_string()));
                }
                known.push(taken.clone());
            }
        }
        Ok(storage)
    }

    /// From now on changes go into this log.
    pub(super) fn continue_in(&mut self, log: Log) {
        self.registers.notes_changes = true;
        self.file = Some(log);
    }

    /// The storage in a file that this process has written; `None` if there is no file.
    pub fn open(path: &Path, header: &Value, policy: Policy) -> Result<Option<Self>, LogError> {
        let Some(found) = Log::read::<Entry<R>>(path, header)? else {
            return Ok(None);
        };
        if let Some(torn) = found.trail.torn() {
            let path = path.to_owned();
            let (last, expected) = (torn.record - 1, "whole records, as they were appended");
            let expected = format!("{expected}, found {} bytes of one", torn.bytes);
            return Err(LogError::Short {
                path,
                last,
                expected,
            });
        }
        let mut storage = Storage::of(&found)?;
        storage.continue_in(found.trail.open(policy)?);
        Ok(Some(storage))
    }

    /// Whether anyone wants to know the names of steps.
    pub fn names_steps(&self) -> bool {
        self.taken.is_some() || self.file.is_some()
    }

    /// Makes a record of a step and of all that it changed.
    pub fn commit(&mut self, taken: Option<Taken>) -> Result<(), LogError> {
        self.commit_with(taken, None)
    }

    /// Makes a record that also says something of all logs.
    pub(super) fn commit_with(
        &mut self,
        taken: Option<Taken>,
        promise: Option<Promise>,
    ) -> Result<(), LogError> {
        let changes = self.registers.take_changes();
        if let Some(file) = &mut self.file {
            let entry = Entry {
                taken,
                changes,
                promise,
            };
            file.append(&entry)?;
            self.keep(entry.taken);
        } else {
            self.keep(taken);
        }
        Ok(())
    }

    fn keep(&mut self, taken: Option<Taken>) {
        if let (Some(all), Some(taken)) = (&mut self.taken, taken) {
            all.push(taken);
        }
    }

    /// How far the file goes, if there is one.
    pub(super) fn end(&self) -> Option<Mark> {
        self.file.as_ref().map(Log::end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn taken(at: u64) -> Option<Taken> {
        let step = format!("step {at}");
        Some(Taken { at, step })
    }

    proptest! {
        #[test]
        fn registers_come_back_as_they_were(
            steps in prop::collection::vec(prop::collection::vec((0..3u8, 0..5usize, any::<u16>()), 0..4), 0..20),
        ) {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("log");
            let header = json!({});
            let mut storage = Storage::create(&path, &header, Policy::Written).expect("a log");
            for (at, changes) in (1..).zip(&steps) {
                for (kind, place, value) in changes {
                    let held = storage.registers.registers().len();
                    match kind {
                        1 if *place < held => storage.registers.amend(*place, *value),
                        2 if *place < held => storage.registers.remove(*place),
                        _ => storage.registers.store(*value),
                    }
                }
                storage.commit(taken(at)).expect("a record");
            }
            let again = Storage::<u16>::open(&path, &header, Policy::Written)
                .expect("a log")
                .expect("it is there");
            prop_assert_eq!(again.registers.registers(), storage.registers.registers());
            prop_assert_eq!(&again.taken, &storage.taken);
            prop_assert_eq!(again.end(), storage.end());
            prop_assert_eq!(again.end().map(|end| end.last), Some(steps.len()));
        }
    }

    #[test]
    fn records_that_make_no_sense_are_damage() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let header = json!({});
        let written = |entries: &[Value]| {
            let mut log = Log::create(&path, &header, Policy::Written).expect("a log");
            entries
                .iter()
                .for_each(|entry| log.append(entry).expect("a record"));
            let opened = Storage::<u16>::open(&path, &header, Policy::Written);
            opened.map(drop).expect_err("damage").to_string()
        };
        let error = written(&[
            json!({"changes": [{"store": 7}]}),
            json!({"changes": [{"remove": 1}]}),
        ]);
        assert!(
            error.contains("record 2") && error.contains("one of 1 registers"),
            "{error}"
        );
        let error = written(&[json!({"at": 5, "step": "a"}), json!({"at": 5, "step": "b"})]);
        assert!(
            error.contains("record 2") && error.contains("a ticket above 5"),
            "{error}"
        );
        let error = written(&[json!({"changes": [{"store": "seven"}]})]);
        assert!(error.contains("record 1"), "{error}");
    }
}
