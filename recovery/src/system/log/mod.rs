//! Files that only grow: what a node, or the streams, must not forget.
//!
//! A file begins with a line that says what it is; then come records, each with its length, its checksum, the checksum of
//! its predecessor, and a checksum of those three. The checksum of a record is over all that comes before it too, so that a record
//! has one place in one file: gone, doubled, moved or taken from another file, it does not follow its predecessor. Record 0
//! is the header: whose log this is, of which system, and of which run. Everything that one step changes is one record, so that a
//! step has happened wholly or not at all.
//!
//! What a crash can do to such a file is leave its last record unfinished: a part of it, or nothing but zeros. Such an end
//! is no record; it is cut off and reported once all logs of the run have been read and agree. Nothing that had an effect
//! is in it, because records are appended before effects. Everything else that is wrong is damage, and an error that
//! names the record. A file that ends early, between two records, is whole by itself: what is missing is noticed by what
//! the other files say ([`super::agreement`]). Nothing is written before everything has been found in order.

mod crc;
mod error;
#[cfg(test)]
mod tests;

use super::brief::brief;
use crc::{crc32, crc32_after};
pub use error::LogError;
use error::io_error;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How a file begins.
const MAGIC: &[u8] = b"verdict recovery log 2\n";
/// Length, checksum, checksum of the predecessor, checksum of these three.
const HEAD: usize = 16;
/// No record is longer.
const LONGEST: usize = 1 << 26;
/// No log is longer: it is read as a whole.
const LONGEST_LOG: u64 = 1 << 30;

/// What must survive what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Written to the operating system: survives the end of the process, by whatever signal.
    Written,
    /// Written to the disk, record by record: survives a power loss.
    Synced,
}

/// An unfinished record that was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The file.
    pub path: PathBuf,
    /// Which record.
    pub record: usize,
    /// How many bytes were cut off.
    pub bytes: usize,
}

/// How far a log goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The number of its last record; the header is 0.
    pub last: usize,
    /// The checksum of that record, and so of all before it.
    pub sum: u32,
}

/// A log that is open for more.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    policy: Policy,
    buffer: Vec<u8>,
    end: Mark,
}

/// What is in a log. Nothing has been changed by reading it.
#[derive(Debug)]
pub struct Found<T> {
    /// The file.
    pub trail: Trail,
    /// The records without the header; the first is record 1.
    pub records: Vec<T>,
}

/// A file that has been read, and where its records are.
#[derive(Debug)]
pub struct Trail {
    path: PathBuf,
    file: File,
    header: Value,
    /// Where each record begins and its checksum, from the header on.
    places: Vec<(usize, u32)>,
    /// Where the last whole record ends.
    kept: usize,
    /// How many bytes of an unfinished record follow.
    left: usize,
}

impl Trail {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it says of itself.
    pub fn header(&self) -> &Value {
        &self.header
    }

    /// How far it goes.
    pub fn end(&self) -> Mark {
        let last = self.places.len() - 1;
        let sum = self.places[last].1;
        Mark { last, sum }
    }

    /// Whether it goes as far as this mark, or further.
    pub fn has(&self, mark: Mark) -> bool {
        let place = self.places.get(mark.last);
        place.is_some_and(|(_, sum)| *sum == mark.sum)
    }

    /// Where a record begins; where the next one would, if there is no such.
    fn offset(&self, record: usize) -> usize {
        let place = self.places.get(record);
        place.map_or(self.kept, |(offset, _)| *offset)
    }

    /// What is wrong with a record by itself.
    pub fn damaged(&self, record: usize, expected: String, found: String) -> LogError {
        let (path, offset) = (self.path.clone(), self.offset(record));
        LogError::Damaged {
            path,
            record,
            offset,
            expected,
            found,
        }
    }

    /// What is wrong with a record beside other logs.
    pub fn contradicts(&self, record: usize, expected: String, found: String) -> LogError {
        let (path, offset) = (self.path.clone(), self.offset(record));
        LogError::Contradicts {
            path,
            record,
            offset,
            expected,
            found,
        }
    }

    /// The unfinished end, if there is one.
    pub fn torn(&self) -> Option<Torn> {
        (self.left > 0).then(|| Torn {
            path: self.path.clone(),
            record: self.places.len(),
            bytes: self.left,
        })
    }

    /// Cuts off an unfinished end, and opens the log for more.
    pub fn open(self, policy: Policy) -> Result<Log, LogError> {
        let path = &self.path;
        let io = |what| move |error| io_error(path, what, error);
        let mut file = &self.file;
        if self.left > 0 {
            file.set_len(self.kept as u64)
                .map_err(io("cut off its end"))?;
            file.sync_all().map_err(io("sync it"))?;
        }
        file.seek(SeekFrom::Start(self.kept as u64))
            .map_err(io("find its end"))?;
        let end = self.end();
        Ok(Log {
            path: self.path,
            file: self.file,
            policy,
            buffer: Vec::new(),
            end,
        })
    }
}

impl Log {
    /// Makes a log, in place of any that was there.
    pub fn create(path: &Path, header: &Value, policy: Policy) -> Result<Self, LogError> {
        expect_file(path)?;
        let io = |what| move |error| io_error(path, what, error);
        let file = File::create(path).map_err(io("create it"))?;
        let mut log = Log {
            path: path.to_owned(),
            file,
            policy,
            buffer: MAGIC.to_vec(),
            end: Mark {
                last: 0,
                sum: crc32(MAGIC),
            },
        };
        log.append_after_buffer(header)?;
        log.end.last = 0;
        if policy == Policy::Synced
            && let Some(folder) = path.parent()
        {
            let folder = File::open(folder).and_then(|folder| folder.sync_all());
            folder.map_err(io("sync its folder"))?;
        }
        Ok(log)
    }

    /// Appends a record; when this returns, it survives what the policy says.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), LogError> {
        self.buffer.clear();
        self.append_after_buffer(record)
    }

    fn append_after_buffer(&mut self, record: &impl Serialize) -> Result<(), LogError> {
        let start = self.buffer.len();
        self.buffer.extend([0; HEAD]);
        serde_json::to_writer(&mut self.buffer, record)
            .map_err(|error| io_error(&self.path, "encode a record for it", error.into()))?;
        let content = &self.buffer[start + HEAD..];
        let (length, sum) = (content.len() as u32, crc32_after(self.end.sum, content));
        let head = &mut self.buffer[start..start + HEAD];
        head[..4].copy_from_slice(&length.to_le_bytes());
        head[4..8].copy_from_slice(&sum.to_le_bytes());
        head[8..12].copy_from_slice(&self.end.sum.to_le_bytes());
        let of_head = crc32(&head[..12]);
        head[12..].copy_from_slice(&of_head.to_le_bytes());
        let written = self.file.write_all(&self.buffer);
        written.map_err(|error| io_error(&self.path, "write to it", error))?;
        if self.policy == Policy::Synced {
            let synced = self.file.sync_data();
            synced.map_err(|error| io_error(&self.path, "sync it", error))?;
        }
        self.end.last += 1;
        self.end.sum = sum;
        Ok(())
    }

    /// Reads a log without changing it. `None` if there is none, or it was never finished being made.
    pub fn read<T: DeserializeOwned>(
        path: &Path,
        header: &Value,
    ) -> Result<Option<Found<T>>, LogError> {
        expect_file(path)?;
        let io = |what| move |error| io_error(path, what, error);
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io("open it")(error)),
        };
        let mut bytes = Vec::new();
        // Of what is no log, no more is read than tells it.
        let mut start = (&file).take(MAGIC.len() as u64);
        start.read_to_end(&mut bytes).map_err(io("read it"))?;
        if bytes.starts_with(MAGIC) {
            if file.metadata().map_err(io("read it"))?.len() > LONGEST_LOG {
                let path = path.to_owned();
                return Err(LogError::Long { path });
            }
            (&file).read_to_end(&mut bytes).map_err(io("read it"))?;
        }
        if !bytes.starts_with(MAGIC) {
            if MAGIC.starts_with(&bytes) {
                return Ok(None);
            }
            let start = &bytes[..bytes.len().min(MAGIC.len())];
            return Err(LogError::Foreign {
                path: path.to_owned(),
                found: String::from_utf8_lossy(start).into_owned(),
            });
        }
        let mut reading = Reading {
            path,
            bytes: &bytes,
            at: MAGIC.len(),
            sum: crc32(MAGIC),
            places: Vec::new(),
        };
        let Some(found) = reading.next::<Value>()? else {
            return Ok(None);
        };
        if let Some((field, expected, found)) = differs(header, &found) {
            let path = path.to_owned();
            return Err(LogError::Other {
                path,
                field,
                expected,
                found,
            });
        }
        let mut records = Vec::new();
        while let Some(record) = reading.next()? {
            records.push(record);
        }
        let trail = Trail {
            path: path.to_owned(),
            file,
            header: found,
            kept: reading.at,
            left: bytes.len() - reading.at,
            places: reading.places,
        };
        Ok(Some(Found { trail, records }))
    }

    /// How far it goes.
    pub fn end(&self) -> Mark {
        self.end
    }
}

/// Nothing is read, made or cut off through a link, and what never ends is no log.
pub(super) fn expect_file(path: &Path) -> Result<(), LogError> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found.file_type(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(io_error(path, "look at it", error)),
    };
    if found.is_file() {
        return Ok(());
    }
    let path = path.to_owned();
    let found = match (found.is_symlink(), found.is_dir()) {
        (true, _) => "a symbolic link",
        (_, true) => "a folder",
        _ => "a device or a pipe",
    };
    Err(LogError::NoFile { path, found })
}

/// Where a file has grown and its content has not reached the disk. No record ends in a zero.
fn only_zeros(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// A file on its way from the first record to the last.
struct Reading<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    at: usize,
    /// The checksum of the last record.
    sum: u32,
    places: Vec<(usize, u32)>,
}

impl Reading<'_> {
    /// The next record; `None` at the end, finished or not.
    fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, LogError> {
        let rest = &self.bytes[self.at..];
        if rest.len() < HEAD || only_zeros(rest) {
            return Ok(None);
        }
        let word =
            |at: usize| u32::from_le_bytes([rest[at], rest[at + 1], rest[at + 2], rest[at + 3]]);
        let (length, sum, before) = (word(0) as usize, word(4), word(8));
        if word(12) != crc32(&rest[..12]) || length > LONGEST {
            if rest.last() == Some(&0) && only_zeros(&rest[HEAD..]) {
                return Ok(None);
            }
            let expected = format!("a head with the checksum {:08x}", crc32(&rest[..12]));
            return Err(self.damaged(expected, format!("{:08x}", word(12))));
        }
        if before != self.sum {
            let expected = format!(
                "a record that follows the one with the checksum {:08x}",
                self.sum
            );
            let found = format!(
                "one that follows {before:08x}: a record is missing before it, or it is out of its place"
            );
            return Err(self.damaged(expected, found));
        }
        let Some(content) = rest[HEAD..].get(..length) else {
            return Ok(None);
        };
        if crc32_after(before, content) != sum {
            let ends_in_zero = content.last() == Some(&0);
            if ends_in_zero && only_zeros(&rest[HEAD + length..]) {
                return Ok(None);
            }
            let found = format!("{:08x}", crc32_after(before, content));
            return Err(self.damaged(format!("the checksum {sum:08x}"), found));
        }
        let record = serde_json::from_slice(content).map_err(|error| {
            let content = String::from_utf8_lossy(content);
            let found = format!("{} ({})", brief(&content), brief(&error.to_string()));
            self.damaged("a record of this version".to_owned(), found)
        })?;
        self.places.push((self.at, sum));
        self.at += HEAD + length;
        self.sum = sum;
        Ok(Some(record))
    }

    fn damaged(&self, expected: String, found: String) -> LogError {
        LogError::Damaged {
            path: self.path.to_owned(),
            record: self.places.len(),
            offset: self.at,
            expected,
            found,
        }
    }
}

/// The first field in which a header is not as expected.
fn differs(expected: &Value, found: &Value) -> Option<(String, String, String)> {
    let text =
        |value: Option<&Value>| value.map_or("nothing".to_owned(), |v| brief(&v.to_string()));
    let fields = expected.as_object().into_iter().flatten();
    for (name, value) in fields {
        let there = found.get(name);
        if there != Some(value) {
            return Some((name.clone(), value.to_string(), text(there)));
        }
    }
    None
}
