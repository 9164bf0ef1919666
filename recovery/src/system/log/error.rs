//! Why a log cannot be used.

use super::{LONGEST_LOG, MAGIC};
use std::io;
use std::path::{Path, PathBuf};

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
    /// Something else has its name.
    #[error("{path}: expected a file, found {found}", path = path.display())]
    NoFile {
        /// Where.
        path: PathBuf,
        /// What is there.
        found: &'static str,
    },
    /// It is longer than any log.
    #[error("{path}: expected a log of at most {} MiB, found a longer one", LONGEST_LOG >> 20, path = path.display())]
    Long {
        /// The file.
        path: PathBuf,
    },
    /// It is another kind of file.
    #[error("{path}: this is no log of `verdict pipeline run`: expected it to begin with {:?}, found {found:?}", String::from_utf8_lossy(MAGIC), path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How it begins.
        found: String,
    },
    /// It is the log of another system, or of another run.
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
    /// Every record is whole, and what the logs say together cannot be.
    #[error("{path}: record {record} (at byte {offset}) does not go with the other logs: expected {expected}, found {found}", path = path.display())]
    Contradicts {
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
    /// It has lost records at its end.
    #[error("{path}: it ends with record {last}: expected {expected}", path = path.display())]
    Short {
        /// The file.
        path: PathBuf,
        /// The number of its last record.
        last: usize,
        /// What should follow, and who says so.
        expected: String,
    },
    /// A step is in no log, and none of them can have failed to get it.
    #[error("{path}: step {at} is in none of the logs: expected it in {expected}", path = path.display())]
    Lost {
        /// The folder.
        path: PathBuf,
        /// The ticket.
        at: u64,
        /// Which logs may have lost it.
        expected: String,
    },
}

pub(super) fn io_error(path: &Path, what: &'static str, error: io::Error) -> LogError {
    let path = path.to_owned();
    LogError::Io { path, what, error }
}
