//! A file for the pieces of a level, in the order in which they are written and read.

use super::keep::KeepError;
use crate::space::fingerprint;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where a piece is: its fingerprints, its states, a checksum.
pub(super) struct Place {
    at: u64,
    prints: u32,
    states: u32,
}

const SUM: usize = size_of::<u64>();
const PRINT: usize = size_of::<u64>();

/// The file.
pub(super) struct Shelf {
    path: PathBuf,
    file: File,
    end: u64,
}

impl Shelf {
    /// An empty one.
    pub(super) fn begin(path: PathBuf) -> Result<Self, KeepError> {
        let file = File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path);
        let file = file.map_err(|error| KeepError::file(&path, "written", error))?;
        Ok(Shelf { path, file, end: 0 })
    }

    /// Everything that was put there is forgotten.
    pub(super) fn clear(&mut self) -> Result<(), KeepError> {
        self.end = 0;
        let cleared = self.file.set_len(0);
        cleared.map_err(|error| KeepError::file(&self.path, "written", error))
    }

    fn sum(&self, at: u64, bytes: &[u8]) -> u64 {
        fingerprint(&(at, bytes))
    }

    /// Puts a piece behind the others.
    pub(super) fn put(&mut self, prints: &[u64], states: &[u8]) -> Result<Place, KeepError> {
        let too_long = || io::Error::other("states are too large to be written");
        let size = |length: usize| u32::try_from(length).map_err(|_| too_long());
        let mut put = || {
            let place = Place {
                at: self.end,
                prints: size(prints.len() * PRINT)?,
                states: size(states.len())?,
            };
            let mut bytes: Vec<u8> = prints
                .iter()
                .flat_map(|print| print.to_le_bytes())
                .collect();
            bytes.extend(self.sum(self.end, &bytes).to_le_bytes());
            bytes.extend(states);
            bytes.extend(self.sum(self.end + 1, states).to_le_bytes());
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(&bytes)?;
            self.end += bytes.len() as u64;
            Ok(place)
        };
        put().map_err(|error| KeepError::file(&self.path, "written", error))
    }

    /// The fingerprints of a piece.
    pub(super) fn prints(&mut self, place: &Place) -> Result<Vec<u64>, KeepError> {
        let bytes = self.read(place.at, place.prints, place.at)?;
        let prints = bytes.chunks_exact(PRINT);
        Ok(prints
            .map(|print| u64::from_le_bytes(print.try_into().expect("eight bytes")))
            .collect())
    }

    /// The states of a piece.
    pub(super) fn states(&mut self, place: &Place) -> Result<Vec<u8>, KeepError> {
        let at = place.at + u64::from(place.prints) + SUM as u64;
        self.read(at, place.states, place.at + 1)
    }

    fn read(&mut self, at: u64, length: u32, of: u64) -> Result<Vec<u8>, KeepError> {
        let mut bytes = vec![0; length as usize + SUM];
        let read = self.file.seek(SeekFrom::Start(at));
        let read = read.and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|error| KeepError::file(&self.path, "read", error))?;
        let sum = bytes.split_off(length as usize);
        match sum == self.sum(of, &bytes).to_le_bytes() {
            true => Ok(bytes),
            false => Err(self.damaged()),
        }
    }

    /// It has not what was put there.
    pub(super) fn damaged(&self) -> KeepError {
        KeepError::damaged(&self.path, "it has other states than were put there")
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.path());
    }
}
