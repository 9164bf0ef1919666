//! A file in blocks, each with its kind, its length and a checksum over both, its place and its content; the last one says that it is
//! the last. Whatever is changed in such a file, cut off it or added to it is told when it is read.
//!
//! It is written beside the file that it replaces, reaches the disk, and only then takes the name.

use super::keep::KeepError;
use crate::space::fingerprint;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// How such a file begins.
const MAGIC: &[u8; 16] = b"verdict search\n\0";
/// The kind of the last block.
const END: u8 = b'E';
/// How long a block may be.
const LONGEST: u32 = 1 << 28;
/// How much is read and written at a time.
const BUFFER: usize = 1 << 18;

fn checksum(place: u64, kind: u8, content: &[u8]) -> u64 {
    fingerprint(&(place, kind, content))
}

/// A file under way.
pub(super) struct Writer {
    to: PathBuf,
    beside: PathBuf,
    file: BufWriter<File>,
    blocks: u64,
}

impl Writer {
    /// Begins a file that is to be called `to`, in a folder that is made if it is not there.
    pub(super) fn begin(to: &Path) -> Result<Self, KeepError> {
        let mut name = to.file_name().unwrap_or_default().to_owned();
        name.push(".new");
        let beside = to.with_file_name(name);
        let begin = || {
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder)?;
            }
            // What one that was killed has left behind; never through a link.
            match fs::remove_file(&beside) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let file = File::options().write(true).create_new(true).open(&beside)?;
            let mut file = BufWriter::with_capacity(BUFFER, file);
            file.write_all(MAGIC)?;
            Ok(file)
        };
        let file = begin().map_err(|error| KeepError::file(to, "written", error))?;
        Ok(Writer {
            to: to.to_owned(),
            beside,
            file,
            blocks: 0,
        })
    }

    /// One more block.
    pub(super) fn block(&mut self, kind: u8, content: &[u8]) -> Result<(), KeepError> {
        self.put(kind, content).map_err(|error| self.failed(error))
    }

    fn put(&mut self, kind: u8, content: &[u8]) -> io::Result<()> {
        let length = u32::try_from(content.len()).ok().filter(|n| *n <= LONGEST);
        let length =
            length.ok_or_else(|| io::Error::other("states are too large to be written"))?;
        self.file.write_all(&[kind])?;
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(content)?;
        let sum = checksum(self.blocks, kind, content);
        self.file.write_all(&sum.to_le_bytes())?;
        self.blocks += 1;
        Ok(())
    }

    /// Nothing is left of a file that could not be finished.
    fn failed(&self, error: io::Error) -> KeepError {
        let _ = fs::remove_file(&self.beside);
        KeepError::file(&self.to, "written", error)
    }

    /// Ends the file and gives it its name.
    pub(super) fn finish(mut self) -> Result<(), KeepError> {
        let mut finish = || {
            self.put(END, &[])?;
            self.file.flush()?;
            self.file.get_ref().sync_all()?;
            fs::rename(&self.beside, &self.to)?;
            // That the name is on the disk too is not to be had everywhere.
            if let Some(folder) = self.to.parent().and_then(|folder| File::open(folder).ok()) {
                let _ = folder.sync_all();
            }
            Ok(())
        };
        finish().map_err(|error| self.failed(error))
    }
}

/// A file that is read.
pub(super) struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    blocks: u64,
    content: Vec<u8>,
}

impl Reader {
    /// Opens a file; nothing if there is none.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, KeepError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(KeepError::file(path, "read", error)),
        };
        let mut reader = Reader {
            path: path.to_owned(),
            file: BufReader::with_capacity(BUFFER, file),
            blocks: 0,
            content: Vec::new(),
        };
        if reader.take::<{ MAGIC.len() }>()? != *MAGIC {
            return Err(KeepError::damaged(path, "it does not begin like one"));
        }
        Ok(Some(reader))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], KeepError> {
        let mut bytes = [0; N];
        let read = self.file.read_exact(&mut bytes);
        read.map_err(|error| self.failed(error))?;
        Ok(bytes)
    }

    fn failed(&self, error: io::Error) -> KeepError {
        match error.kind() {
            ErrorKind::UnexpectedEof => KeepError::damaged(&self.path, "it ends too early"),
            _ => KeepError::file(&self.path, "read", error),
        }
    }

    /// The next block with its kind; nothing after the last one.
    pub(super) fn block(&mut self) -> Result<Option<(u8, &[u8])>, KeepError> {
        let [kind] = self.take()?;
        let length = u32::from_le_bytes(self.take()?);
        self.content.clear();
        // Only as much memory as there is to read, whatever the length says.
        let mut part = (&mut self.file).take(u64::from(length.min(LONGEST)));
        let read = part.read_to_end(&mut self.content);
        let read = read.map_err(|error| self.failed(error))?;
        if read != length as usize {
            return Err(KeepError::damaged(&self.path, "it ends too early"));
        }
        let sum = u64::from_le_bytes(self.take()?);
        if sum != checksum(self.blocks, kind, &self.content) {
            let what = format!("the checksum of its block {} is wrong", self.blocks);
            return Err(KeepError::damaged(&self.path, what));
        }
        self.blocks += 1;
        if kind != END {
            return Ok(Some((kind, &self.content)));
        }
        match self.file.read(&mut [0]) {
            Ok(0) => Ok(None),
            Ok(_) => Err(KeepError::damaged(&self.path, "something follows its end")),
            Err(error) => Err(self.failed(error)),
        }
    }
}
