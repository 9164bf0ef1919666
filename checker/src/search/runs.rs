//! States that were seen, on disk: sorted runs of what the table had when it was full.
//!
//! A run is made of blocks of entries in ascending order, each with a checksum. In memory there is the first entry of each block, so that
//! whoever looks for sorted candidates reads only the blocks that may have them, one after the other.

use super::keep::KeepError;
use crate::space::fingerprint;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A fingerprint as the table stirs it, and the link to its parent.
pub(super) type Entry = (u64, u32);

/// The entries of a block.
const ENTRIES: usize = 1 << 12;
const ENTRY: usize = size_of::<u64>() + size_of::<u32>();
const SUM: usize = size_of::<u64>();

fn checksum(block: usize, bytes: &[u8]) -> u64 {
    fingerprint(&(block, bytes))
}

/// A run that is written.
pub(super) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    /// The block under way.
    block: Vec<u8>,
    run: Vec<u64>,
    entries: usize,
}

impl Writer {
    pub(super) fn begin(path: PathBuf) -> Result<Self, KeepError> {
        let file = File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path);
        let file = file.map_err(|error| KeepError::file(&path, "written", error))?;
        Ok(Writer {
            path,
            file: BufWriter::new(file),
            block: Vec::with_capacity(ENTRIES * ENTRY + SUM),
            run: Vec::new(),
            entries: 0,
        })
    }

    /// The next entry, larger than all before.
    pub(super) fn push(&mut self, (key, link): Entry) -> Result<(), KeepError> {
        if self.block.is_empty() {
            self.run.push(key);
        }
        self.block.extend(key.to_le_bytes());
        self.block.extend(link.to_le_bytes());
        self.entries += 1;
        match self.block.len() == ENTRIES * ENTRY {
            true => self.end_block(),
            false => Ok(()),
        }
    }

    fn end_block(&mut self) -> Result<(), KeepError> {
        let sum = checksum(self.run.len() - 1, &self.block);
        self.block.extend(sum.to_le_bytes());
        let written = self.file.write_all(&self.block);
        self.block.clear();
        written.map_err(|error| KeepError::file(&self.path, "written", error))
    }

    pub(super) fn finish(mut self) -> Result<Run, KeepError> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        let failed = |error| KeepError::file(&self.path, "written", error);
        let file = self.file.into_inner();
        let file = file.map_err(|error| failed(error.into_error()))?;
        Ok(Run {
            path: self.path,
            file,
            firsts: self.run,
            entries: self.entries,
            is_safe: false,
        })
    }
}

/// A run.
pub(super) struct Run {
    path: PathBuf,
    file: File,
    /// The first entry of each block.
    firsts: Vec<u64>,
    entries: usize,
    /// Whether it has reached the disk.
    is_safe: bool,
}

impl Run {
    /// Opens a run that was written by another process, and reads all of it.
    fn open(path: PathBuf, entries: usize) -> Result<Self, KeepError> {
        let file = File::open(&path).map_err(|error| KeepError::file(&path, "read", error))?;
        let mut run = Run {
            path,
            file,
            firsts: Vec::new(),
            entries,
            is_safe: true,
        };
        let (mut block, mut last) = (Vec::new(), 0);
        for number in 0..entries.div_ceil(ENTRIES) {
            run.block(number, &mut block)?;
            run.firsts.extend(block.first().map(|(key, _)| *key));
            for (key, _) in &block {
                if std::mem::replace(&mut last, *key) >= *key {
                    return Err(KeepError::damaged(&run.path, "it is not in order"));
                }
            }
        }
        Ok(run)
    }

    /// Reads a block; its entries take the place of those in `entries`.
    fn block(&mut self, block: usize, entries: &mut Vec<Entry>) -> Result<(), KeepError> {
        let len = ENTRIES.min(self.entries - block * ENTRIES) * ENTRY;
        let mut bytes = vec![0; len + SUM];
        let at = (block * (ENTRIES * ENTRY + SUM)) as u64;
        let read = self.file.seek(SeekFrom::Start(at));
        let read = read.and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|error| KeepError::file(&self.path, "read", error))?;
        let (content, sum) = bytes.split_at(len);
        if sum != checksum(block, content).to_le_bytes() {
            let what = format!("the checksum of its block {block} is wrong");
            return Err(KeepError::damaged(&self.path, what));
        }
        entries.clear();
        entries.extend(content.chunks_exact(ENTRY).map(|entry| {
            let (key, link) = entry.split_at(size_of::<u64>());
            let key = u64::from_le_bytes(key.try_into().expect("eight bytes"));
            let link = u32::from_le_bytes(link.try_into().expect("four bytes"));
            (key, link)
        }));
        Ok(())
    }

    /// Shows which of these sorted keys are in it, with their links.
    fn find_all(
        &mut self,
        keys: &[u64],
        found: &mut impl FnMut(usize, u32),
    ) -> Result<(), KeepError> {
        let (mut entries, mut at) = (Vec::new(), 0);
        while at < keys.len() {
            let behind = self.firsts.partition_point(|first| *first <= keys[at]);
            let next = self.firsts.get(behind).copied();
            if let Some(block) = behind.checked_sub(1) {
                self.block(block, &mut entries)?;
            }
            let mut rest = entries.iter().peekable();
            while let Some(key) = keys
                .get(at)
                .filter(|key| next.is_none_or(|next| **key < next))
            {
                while rest.next_if(|(known, _)| known < key).is_some() {}
                if let Some((_, link)) = rest.peek().filter(|(known, _)| known == key) {
                    found(at, *link);
                }
                at += 1;
            }
            entries.clear();
        }
        Ok(())
    }
}

/// All runs of a search, in a folder of their own.
pub(super) struct Runs {
    folder: PathBuf,
    runs: Vec<Run>,
    /// How many were written, ever: each has a name of its own.
    written: usize,
}

/// More runs than this are made one.
const MOST: usize = 8;

impl Runs {
    /// None yet, in a folder that is emptied: whoever calls has claimed it.
    pub(super) fn begin(folder: PathBuf) -> Result<Self, KeepError> {
        let begin = || {
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)
        };
        begin().map_err(|error| KeepError::file(&folder, "written", error))?;
        Ok(Runs {
            folder,
            runs: Vec::new(),
            written: 0,
        })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// What they take in memory.
    pub(super) fn bytes(&self) -> usize {
        let firsts = self.runs.iter().map(|run| run.firsts.capacity());
        firsts.sum::<usize>() * size_of::<u64>()
    }

    fn new_run(&mut self) -> Result<Writer, KeepError> {
        self.written += 1;
        Writer::begin(self.folder.join(format!("run-{}", self.written)))
    }

    /// A run of what `fill` pushes, none of which is in any other.
    pub(super) fn add(
        &mut self,
        fill: impl FnOnce(&mut Writer) -> Result<(), KeepError>,
    ) -> Result<(), KeepError> {
        let mut writer = self.new_run()?;
        fill(&mut writer)?;
        let run = writer.finish()?;
        self.runs.push(run);
        match self.runs.len() > MOST {
            true => self.merge(),
            false => Ok(()),
        }
    }

    /// Makes all of them one.
    fn merge(&mut self) -> Result<(), KeepError> {
        let mut writer = self.new_run()?;
        let mut cursors: Vec<Cursor> = self.runs.iter_mut().map(Cursor::new).collect();
        for cursor in &mut cursors {
            cursor.fill()?;
        }
        loop {
            let heads = cursors.iter_mut().filter(|cursor| cursor.head().is_some());
            let Some(least) = heads.min_by_key(|cursor| cursor.head().map(|(key, _)| key)) else {
                break;
            };
            writer.push(least.head().expect("one that has a head"))?;
            least.at += 1;
            least.fill()?;
        }
        drop(cursors);
        let whole = writer.finish()?;
        for run in std::mem::replace(&mut self.runs, vec![whole]) {
            drop(run.file);
            let removed = fs::remove_file(&run.path);
            removed.map_err(|error| KeepError::file(&run.path, "removed", error))?;
        }
        Ok(())
    }

    /// Shows which of these sorted keys are in one of them, with their links.
    pub(super) fn find_all(
        &mut self,
        keys: &[u64],
        found: &mut impl FnMut(usize, u32),
    ) -> Result<(), KeepError> {
        self.runs
            .iter_mut()
            .try_for_each(|run| run.find_all(keys, found))
    }

    /// Puts all runs into another folder too, safe on the disk, and answers with their names and how many entries each has. What was
    /// there before stays.
    pub(super) fn keep_in(&mut self, folder: &Path) -> Result<Vec<(String, usize)>, KeepError> {
        let mut kept = Vec::new();
        for run in &mut self.runs {
            let name = run.path.file_name().unwrap_or_default();
            let to = folder.join(name);
            let mut keep = || {
                fs::create_dir_all(folder)?;
                if !run.is_safe {
                    run.file.sync_all()?;
                    run.is_safe = true;
                }
                link(&run.path, &to)
            };
            keep().map_err(|error| KeepError::file(&to, "written", error))?;
            kept.push((name.to_string_lossy().into_owned(), run.entries));
        }
        Ok(kept)
    }

    /// Takes over runs that were put into another folder.
    pub(super) fn take_from(
        &mut self,
        folder: &Path,
        kept: &[(String, usize)],
    ) -> Result<(), KeepError> {
        for (name, entries) in kept {
            let number = name.strip_prefix("run-").and_then(|n| n.parse().ok());
            let number: usize =
                number.ok_or_else(|| KeepError::damaged(folder, "a run has no number"))?;
            let (from, to) = (folder.join(name), self.folder.join(name));
            link(&from, &to).map_err(|error| KeepError::file(&from, "read", error))?;
            self.runs.push(Run::open(to, *entries)?);
            self.written = self.written.max(number);
        }
        Ok(())
    }

    /// Shows all entries.
    pub(super) fn all(&mut self, see: &mut impl FnMut(Entry)) -> Result<(), KeepError> {
        let mut entries = Vec::new();
        for run in &mut self.runs {
            for block in 0..run.firsts.len() {
                run.block(block, &mut entries)?;
                entries.iter().for_each(|entry| see(*entry));
            }
        }
        Ok(())
    }
}

/// The same file under another name; a copy, where that cannot be. What is there under that name is the same.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(error),
        Err(_) => {
            fs::copy(from, to)?;
            File::open(to)?.sync_all()
        }
        Ok(()) => Ok(()),
    }
}

/// Removes from a folder all runs but those, and the folder if nothing is left of it.
pub(super) fn remove_others(folder: &Path, kept: &[(String, usize)]) {
    let Ok(files) = fs::read_dir(folder) else {
        return;
    };
    for file in files.flatten() {
        let name = file.file_name();
        if !kept.iter().any(|(known, _)| name == **known) {
            let _ = fs::remove_file(file.path());
        }
    }
    let _ = fs::remove_dir(folder);
}

impl Drop for Runs {
    /// They are of no use to anybody else.
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// How far a run is read.
struct Cursor<'a> {
    run: &'a mut Run,
    block: usize,
    entries: Vec<Entry>,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn new(run: &'a mut Run) -> Self {
        Cursor {
            run,
            block: 0,
            entries: Vec::new(),
            at: 0,
        }
    }

    fn head(&self) -> Option<Entry> {
        self.entries.get(self.at).copied()
    }

    /// Reads the next block, if there is one and it is due.
    fn fill(&mut self) -> Result<(), KeepError> {
        if self.at < self.entries.len() || self.block == self.run.firsts.len() {
            return Ok(());
        }
        self.at = 0;
        self.block += 1;
        self.run.block(self.block - 1, &mut self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of which no two are the same, in `count` runs, each with its place as its link.
    fn runs(folder: &Path, count: usize, each: usize) -> (Runs, Vec<u64>) {
        let mut runs = Runs::begin(folder.join("runs")).expect("a folder");
        let mut keys = Vec::new();
        for run in 0..count {
            let mut own: Vec<u64> = (0..each).map(|i| fingerprint(&(run, i))).collect();
            own.sort_unstable();
            let push = |writer: &mut Writer| {
                let mut entries = own.iter().zip(keys.len() as u32..);
                entries.try_for_each(|(key, link)| writer.push((*key, link)))
            };
            runs.add(push).expect("written");
            keys.extend(own);
        }
        (runs, keys)
    }

    #[test]
    fn what_was_written_is_found_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        for (count, each) in [(1, 1), (1, 10_000), (3, ENTRIES), (MOST + 2, 5_000)] {
            let (mut runs, keys) = runs(folder.path(), count, each);
            let mut wanted: Vec<(u64, Option<u32>)> =
                keys.iter().copied().zip((0..).map(Some)).collect();
            wanted.extend((0..2_000).map(|i| (fingerprint(&("none", i)), None)));
            wanted.sort_unstable();
            // All of them, and few of them: then most blocks are not read.
            for step in [1, 997] {
                let wanted: Vec<_> = wanted.iter().step_by(step).collect();
                let sorted: Vec<u64> = wanted.iter().map(|(key, _)| *key).collect();
                let mut found = vec![None; sorted.len()];
                runs.find_all(&sorted, &mut |at, link| found[at] = Some(link))
                    .expect("read");
                assert!(wanted.iter().map(|(_, link)| *link).eq(found));
            }
            let mut all = 0;
            runs.all(&mut |(key, link)| {
                assert_eq!(keys[link as usize], key);
                all += 1;
            })
            .expect("read");
            assert_eq!(all, keys.len());
            assert!(runs.runs.len() <= MOST);
            let files = fs::read_dir(runs.folder()).expect("a folder").count();
            assert_eq!(files, runs.runs.len(), "what was merged is gone");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_damaged_run_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut runs, keys) = runs(folder.path(), 1, 5_000);
        let path = runs.runs[0].path.clone();
        let mut bytes = fs::read(&path).expect("a run");
        bytes[60_000] ^= 1;
        fs::write(&path, bytes).expect("a run");
        let error = runs
            .find_all(&keys, &mut |_, _| {})
            .expect_err("it is damaged");
        assert!(error.to_string().contains("block 1"), "{error}");
    }
}
