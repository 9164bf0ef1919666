//! What a long search leaves on disk, so that it survives whatever ends its process.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is kept of a search, and where.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// The file that has the search as far as it has come; replaced as a whole.
    pub checkpoint: Option<PathBuf>,
    /// How long the search works between two checkpoints; none at all: one after every batch.
    pub every: Duration,
    /// Whether to go on with what is in that file, if it is there.
    pub resume: bool,
    /// What is searched, in words.
    pub of: String,
    /// The folder to which goes what memory cannot hold. Whoever names it has claimed it.
    pub spill: Option<PathBuf>,
    /// A hash of all that decides what the search finds: what was searched with another one is not gone on with.
    pub hash: String,
}

impl Keeping {
    /// Whether anything is to go to disk.
    pub fn is_asked(&self) -> bool {
        self.checkpoint.is_some() || self.spill.is_some()
    }
}

/// Why a search could not be kept, or not be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// A file could not be read, written or replaced.
    #[error("{path} cannot be {tried}: {error}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was tried: `read`, `written`, `locked`.
        tried: &'static str,
        /// Why it failed.
        error: io::Error,
    },
    /// A file is not what a search wrote.
    #[error("{path} is no checkpoint, or a damaged one: {what}", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file belongs to another search.
    #[error("{path} is a checkpoint of another search: its {field} is {found}, expected {expected}", path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: &'static str,
        /// What it is there.
        found: String,
        /// What it would have to be.
        expected: String,
    },
    /// A part of a search is on disk, and is to stay there.
    #[error("{path} is a checkpoint of a search that spills: go on with it with --spill", path = path.display())]
    Spilled {
        /// The file.
        path: PathBuf,
    },
    /// A folder is in use.
    #[error("{path} is in use by another check", path = path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
}

impl KeepError {
    /// Something went wrong with a file.
    pub(super) fn file(path: &Path, tried: &'static str, error: io::Error) -> Self {
        KeepError::File {
            path: path.to_owned(),
            tried,
            error,
        }
    }

    /// A file says what it cannot say.
    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        KeepError::Damaged {
            path: path.to_owned(),
            what: what.into(),
        }
    }
}

/// A folder of checkpoints that nobody else uses as long as this lives.
#[derive(Debug)]
pub struct Claimed(#[allow(dead_code)] File);

impl Claimed {
    /// Makes the folder, if it is not there, and claims it.
    pub fn folder(folder: &Path) -> Result<Self, KeepError> {
        fs::create_dir_all(folder).map_err(|error| KeepError::file(folder, "written", error))?;
        let path = folder.join(".lock");
        let file = (File::options().create(true).truncate(false).write(true))
            .open(&path)
            .map_err(|error| KeepError::file(&path, "written", error))?;
        match file.try_lock() {
            Ok(()) => Ok(Claimed(file)),
            Err(TryLockError::WouldBlock) => Err(KeepError::InUse {
                path: folder.to_owned(),
            }),
            Err(TryLockError::Error(error)) => Err(KeepError::file(&path, "locked", error)),
        }
    }
}
