//! Files that only grow: what a node, or the streams, must not forget.
//!
//! A file begins with a line that says what it is; then come records, each with its length, a checksum of its content, and
//! a checksum of those two. Record 0 is the header: whose log this is, and of which system. Everything that one step
//! changes is one record, so that a step has happened wholly or not at all.
//!
//! What a crash can do to such a file is leave its last record unfinished: a part of it, or nothing but zeros. Such an end is cut off
//! and reported; nothing that had an effect is in it, because records are appended before effects. Everything else that
//! is wrong (a checksum, a number out of place, another system) is damage, and an error that names the record.

#[cfg(test)]
mod tests;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How a file begins.
const MAGIC: &[u8] = b"verdict recovery log 1\n";
/// Length, checksum of the content, checksum of these two.
const HEAD: usize = 12;
/// No record is longer.
const LONGEST: usize = 1 << 26;

/// What must survive what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Written to the operating system: survives the end of the process, by whatever signal.
    Written,
    /// Written to the disk, record by record: survives a power loss.
    Synced,
}

/// Why a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The operating system says no.
    #[error("{path}: cannot {what}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// Why not.
        error: io::Error,
    },
    /// It is another kind of file.
    #[error("{path}: this is no log of `verdict pipeline run`: expected it to begin with {:?}, found {found:?}", String::from_utf8_lossy(MAGIC), path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How it begins.
        found: String,
    },
    /// It is the log of another system.
    #[error("{path}: record 0 (the header): expected `{field}` = {expected}, found {found}", path = path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: String,
        /// What this system has.
        expected: String,
        /// What the log says.
        found: String,
    },
    /// It is damaged.
    #[error("{path}: record {record} (at byte {offset}) is damaged: expected {expected}, found {found}", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which record; the header is 0.
        record: usize,
        /// Where it begins.
        offset: usize,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// One log is there and another is not.
    #[error("{path} is missing, but there is {other}: expected all logs of a run, or none", path = path.display(), other = other.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// One that is there.
        other: PathBuf,
    },
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

/// A log that is open for more.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    policy: Policy,
    buffer: Vec<u8>,
}

/// What was in a log.
#[derive(Debug)]
pub struct Recovered<T> {
    /// The log, open for more.
    pub log: Log,
    /// Its records, without the header.
    pub records: Vec<T>,
    /// An end that was cut off.
    pub torn: Option<Torn>,
}

impl Log {
    /// Makes a log, in place of any that was there.
    pub fn create(
        path: &Path,
        header: &serde_json::Value,
        policy: Policy,
    ) -> Result<Self, LogError> {
        let io = |what| move |error| io_error(path, what, error);
        let file = File::create(path).map_err(io("create it"))?;
        let mut log = Log {
            path: path.to_owned(),
            file,
            policy,
            buffer: MAGIC.to_vec(),
        };
        log.append_after_buffer(header)?;
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
        let (length, sum) = (content.len() as u32, crc32(content));
        let head = &mut self.buffer[start..start + HEAD];
        head[..4].copy_from_slice(&length.to_le_bytes());
        head[4..8].copy_from_slice(&sum.to_le_bytes());
        let sum = crc32(&head[..8]);
        head[8..].copy_from_slice(&sum.to_le_bytes());
        let written = self.file.write_all(&self.buffer);
        written.map_err(|error| io_error(&self.path, "write to it", error))?;
        if self.policy == Policy::Synced {
            let synced = self.file.sync_data();
            synced.map_err(|error| io_error(&self.path, "sync it", error))?;
        }
        Ok(())
    }

    /// Opens a log and reads everything in it. `None` if there is none, or it was never finished being made.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        header: &serde_json::Value,
        policy: Policy,
    ) -> Result<Option<Recovered<T>>, LogError> {
        let io = |what| move |error| io_error(path, what, error);
        let mut file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io("open it")(error)),
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io("read it"))?;
        let Some(contents) = bytes.strip_prefix(MAGIC) else {
            if MAGIC.starts_with(&bytes) {
                return Ok(None);
            }
            let start = &bytes[..bytes.len().min(MAGIC.len())];
            return Err(LogError::Foreign {
                path: path.to_owned(),
                found: String::from_utf8_lossy(start).into_owned(),
            });
        };
        let mut reading = Reading {
            path,
            contents,
            at: 0,
            record: 0,
        };
        let Some(found) = reading.next::<serde_json::Value>()? else {
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
        let (kept, left) = (MAGIC.len() + reading.at, contents.len() - reading.at);
        let torn = (left > 0).then(|| Torn {
            path: path.to_owned(),
            record: reading.record,
            bytes: left,
        });
        if torn.is_some() {
            file.set_len(kept as u64).map_err(io("cut off its end"))?;
            file.sync_all().map_err(io("sync it"))?;
        }
        file.seek(SeekFrom::Start(kept as u64))
            .map_err(io("find its end"))?;
        let log = Log {
            path: path.to_owned(),
            file,
            policy,
            buffer: Vec::new(),
        };
        Ok(Some(Recovered { log, records, torn }))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn io_error(path: &Path, what: &'static str, error: io::Error) -> LogError {
    let path = path.to_owned();
    LogError::Io { path, what, error }
}

/// Where a file has grown and its content has not reached the disk. No record ends in a zero.
fn only_zeros(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// A file on its way from the first record to the last.
struct Reading<'a> {
    path: &'a Path,
    contents: &'a [u8],
    at: usize,
    record: usize,
}

impl Reading<'_> {
    /// The next record; `None` at the end, finished or not.
    fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, LogError> {
        let rest = &self.contents[self.at..];
        if rest.len() < HEAD || only_zeros(rest) {
            return Ok(None);
        }
        let word =
            |at: usize| u32::from_le_bytes([rest[at], rest[at + 1], rest[at + 2], rest[at + 3]]);
        let (length, sum) = (word(0) as usize, word(4));
        if word(8) != crc32(&rest[..8]) || length > LONGEST {
            if rest.last() == Some(&0) && only_zeros(&rest[HEAD..]) {
                return Ok(None);
            }
            let expected = format!("a head with the checksum {:08x}", crc32(&rest[..8]));
            return Err(self.damaged(expected, format!("{:08x}", word(8))));
        }
        let Some(content) = rest[HEAD..].get(..length) else {
            return Ok(None);
        };
        if crc32(content) != sum {
            let ends_in_zero = content.last() == Some(&0);
            if ends_in_zero && only_zeros(&rest[HEAD + length..]) {
                return Ok(None);
            }
            let found = format!("{:08x}", crc32(content));
            return Err(self.damaged(format!("the checksum {sum:08x}"), found));
        }
        let record = serde_json::from_slice(content).map_err(|error| {
            let found = format!("{} ({error})", String::from_utf8_lossy(content));
            self.damaged("a record of this version".to_owned(), found)
        })?;
        self.at += HEAD + length;
        self.record += 1;
        Ok(Some(record))
    }

    fn damaged(&self, expected: String, found: String) -> LogError {
        LogError::Damaged {
            path: self.path.to_owned(),
            record: self.record,
            offset: MAGIC.len() + self.at,
            expected,
            found,
        }
    }
}

/// The first field in which a header is not as expected.
fn differs(
    expected: &serde_json::Value,
    found: &serde_json::Value,
) -> Option<(String, String, String)> {
    let text =
        |value: Option<&serde_json::Value>| value.map_or("nothing".to_owned(), |v| v.to_string());
    let fields = expected.as_object().into_iter().flatten();
    for (name, value) in fields {
        let there = found.get(name);
        if there != Some(value) {
            return Some((name.clone(), value.to_string(), text(there)));
        }
    }
    None
}

/// CRC-32 (IEEE 802.3), bit by bit through a table that the compiler makes.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut n = 0;
        while n < 256 {
            let (mut word, mut bit) = (n as u32, 0);
            while bit < 8 {
                word = if word & 1 == 1 {
                    0xedb8_8320 ^ (word >> 1)
                } else {
                    word >> 1
                };
                bit += 1;
            }
            table[n] = word;
            n += 1;
        }
        table
    };
    let step = |sum: u32, byte: &u8| TABLE[usize::from(sum as u8 ^ byte)] ^ (sum >> 8);
    !bytes.iter().fold(!0, step)
}
