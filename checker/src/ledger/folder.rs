//! The ledger on disk: a folder with one file for each source, one line for each record.
//!
//! Files whose names end in `.jsonl` are the ledger's; it leaves alone whatever else is in its folder. Nothing is read or written through a
//! symbolic link in it.

use super::error::{Flaw, FlawKind, LedgerError};
use super::{Catalogued, Key, Ledger, Record, Updated, line};
use crate::file::{expect_folder, read_bytes, write_whole};
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, FileType};
use std::io;
use std::path::{Path, PathBuf};

/// More than any source has claims for.
const LONGEST: u64 = 256 << 20;
const EXTENSION: &str = "jsonl";
/// Held by whoever updates the ledger.
const LOCK: &str = ".lock";

/// The files of a ledger by their names, as they are written: the same ledger gives the same bytes.
pub fn files(ledger: &Ledger) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for record in ledger.records() {
        let file = files.entry(file_of(&record.claim)).or_default();
        *file += &line::write(record);
        file.push('\n');
    }
    files
}

/// The name of the file in which the records of a claim stand: the key of its source.
fn file_of(claim: &str) -> String {
    let key = claim.split('/').next().unwrap_or_default();
    format!("{key}.{EXTENSION}")
}

/// Reads a ledger, and believes no line that was not written by an update. `None` if the folder does not exist.
pub fn load(folder: &Path) -> Result<Option<Ledger>, LedgerError> {
    let Some(paths) = paths(folder)? else {
        return Ok(None);
    };
    let mut ledger = Ledger::default();
    for path in paths {
        let (records, flaws) = read(&path)?;
        if let Some(first) = flaws.into_iter().next() {
            return Err(first.into());
        }
        for record in records {
            ledger.put(record);
        }
    }
    Ok(Some(ledger))
}

/// What can be believed of a damaged or badly merged ledger, and what cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// What can be believed.
    pub ledger: Ledger,
    /// What is wrong with the rest.
    pub lost: Vec<Flaw>,
}

/// Reads whatever can be believed of a ledger. Where lines say different things about the same run, the one that was found on the
/// model as it stands is believed; if that does not decide it, none of them is.
pub fn salvage(folder: &Path, catalog: &impl Catalogued) -> Result<Salvaged, LedgerError> {
    let mut salvaged = Salvaged::default();
    for path in paths(folder)?.unwrap_or_default() {
        let (records, flaws) = read(&path)?;
        salvaged.lost.extend(flaws);
        let mut runs: BTreeMap<Key, Vec<Record>> = BTreeMap::new();
        for record in records {
            let said = runs.entry(record.key()).or_default();
            if !said.contains(&record) {
                said.push(record);
            }
        }
        for (key, mut said) in runs {
            if said.len() > 1 {
                let current = catalog.hash_of(&key);
                said.retain(|record| current.as_ref() == Some(&record.hash));
            }
            if let [_] = said[..] {
                salvaged.ledger.records.append(&mut said);
            }
        }
    }
    salvaged
        .ledger
        .records
        .sort_by(|a, b| a.place().cmp(&b.place()));
    Ok(salvaged)
}

/// Puts fresh records into the ledger of a folder, and takes out what the catalog does not know or nobody can believe. One update waits for
/// another, and each begins with what it finds, so that none undoes another. Only files that change are written, each whole or
/// not at all.
pub fn update(
    folder: &Path,
    fresh: impl IntoIterator<Item = Record>,
    catalog: &impl Catalogued,
) -> Result<Updated, LedgerError> {
    // Whatever stands there and is no folder is named before anything is written.
    paths(folder)?;
    fs::create_dir_all(folder).map_err(system(folder, "written"))?;
    let lock = lock(folder)?;
    let Salvaged { mut ledger, lost } = salvage(folder, catalog)?;
    let updated = ledger.update(fresh, catalog);
    write(folder, &ledger)?;
    drop(lock);
    Ok(Updated { lost, ..updated })
}

/// Whether an update could be written there: told before a long check and not after it.
pub fn expect_place(folder: &Path) -> Result<(), LedgerError> {
    salvage(folder, &Vec::new())?;
    expect_lock(folder)?;
    expect_folder(folder).map_err(system(folder, "written"))
}

fn write(folder: &Path, ledger: &Ledger) -> Result<(), LedgerError> {
    let wanted = files(ledger);
    for path in paths(folder)?.unwrap_or_default() {
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_none_or(|name| !wanted.contains_key(name)) {
            fs::remove_file(&path).map_err(system(&path, "removed"))?;
        }
    }
    for (name, text) in wanted {
        let path = folder.join(name);
        if fs::read(&path)
            .ok()
            .is_none_or(|old| old != text.as_bytes())
        {
            write_whole(&path, &text).map_err(system(&path, "written"))?;
        }
    }
    Ok(())
}

/// Waits until nobody else updates the ledger. The lock is released when the file is closed.
fn lock(folder: &Path) -> Result<File, LedgerError> {
    let path = expect_lock(folder)?;
    let mut options = File::options();
    let file = options.create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(system(&path, "locked"))?;
    file.lock().map_err(system(&path, "locked"))?;
    Ok(file)
}

/// The lock, which is a file or not there yet.
fn expect_lock(folder: &Path) -> Result<PathBuf, LedgerError> {
    let path = folder.join(LOCK);
    match fs::symlink_metadata(&path) {
        Ok(found) => expect_file(&path, found.file_type())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(system(&path, "locked")(error)),
    }
    Ok(path)
}

/// The files of the ledger, sorted; `None` if there is no such folder.
fn paths(folder: &Path) -> Result<Option<Vec<PathBuf>>, LedgerError> {
    match fs::metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(system(folder, "read")(error)),
        Ok(found) if !found.is_dir() => {
            return Err(LedgerError::Misplaced {
                path: folder.to_owned(),
                expected: "the folder of a ledger",
                found: "a file",
            });
        }
        Ok(_) => {}
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(system(folder, "read"))? {
        let entry = entry.map_err(system(folder, "read"))?;
        let path = entry.path();
        if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            expect_file(&path, entry.file_type().map_err(system(&path, "read"))?)?;
            paths.push(path);
        }
    }
    paths.sort();
    Ok(Some(paths))
}

fn expect_file(path: &Path, found: FileType) -> Result<(), LedgerError> {
    if found.is_file() {
        return Ok(());
    }
    Err(LedgerError::Misplaced {
        path: path.to_owned(),
        expected: "a file",
        found: if found.is_symlink() {
            "a symbolic link"
        } else if found.is_dir() {
            "a folder"
        } else {
            "something else"
        },
    })
}

fn system(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> LedgerError {
    let path = path.to_owned();
    move |error| LedgerError::System {
        path,
        action,
        error,
    }
}

/// The records that can be read, and what is wrong with the file. A record that repeats another is among both.
type Lines = (Vec<Record>, Vec<Flaw>);

fn read(path: &Path) -> Result<Lines, LedgerError> {
    let text = match read_bytes(path, LONGEST) {
        Ok(text) => text,
        // An update has removed it since it was listed.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(system(path, "read")(error)),
    };
    let (mut records, mut flaws) = (Vec::new(), Vec::new());
    let mut known: HashMap<Key, usize> = HashMap::new();
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    for (number, line) in (1..).zip(lines) {
        let mut flaw = |kind| {
            let (path, line) = (path.to_owned(), number);
            flaws.push(Flaw { path, line, kind });
        };
        let record = match line::read(line.trim_ascii_end()) {
            Ok(record) => record,
            Err(kind) => {
                flaw(kind);
                continue;
            }
        };
        let (key, expected) = (record.key(), file_of(&record.claim));
        if path.file_name().is_none_or(|name| *name != *expected) {
            let record = key.to_string();
            flaw(FlawKind::Elsewhere { record, expected });
            continue;
        }
        if let Some(&first) = known.get(&key) {
            let record = key.to_string();
            flaw(FlawKind::Duplicate { record, first });
        } else {
            known.insert(key, number);
        }
        records.push(record);
    }
    Ok((records, flaws))
}
