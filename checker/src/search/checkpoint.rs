//! A search as far as it has come, in a file: all that decides how it goes on, so that it ends as if nobody had ended it.
//!
//! The states that wait are written down where a space can write them. Otherwise they are found again from the table
//! (see [`super::regrow`]).

use super::frontier::Frontier;
use super::keep::{KeepError, Keeping};
use super::regrow::Regrowing;
use super::runs::remove_others;
use super::sheet::{Reader, Writer};
use super::spill::{Kept, Seen, Spill};
use super::{Counts, Violation};
use crate::space::{Row, Space};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What such a file calls itself, and the version of its form.
const FORMAT: &str = "verdict-checkpoint";
const VERSION: u32 = 1;

/// The kinds of its blocks.
const HEAD: u8 = b'H';
const ORIGINS: u8 = b'O';
const TABLE: u8 = b'T';
const LEVEL: u8 = b'L';
const NEXT: u8 = b'N';

/// About how long a block of the table or of origins is.
const BLOCK: usize = 1 << 20;
/// What an entry of the table takes.
const ENTRY: usize = size_of::<u64>() + size_of::<u32>();

/// All but the states.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) format: String,
    pub(super) version: u32,
    /// What is searched, in words.
    pub(super) of: String,
    pub(super) hash: String,
    /// Whether the search is over: then nothing follows.
    pub(super) over: bool,
    pub(super) counts: Counts,
    /// Whether something lies beyond the boundary.
    pub(super) boundary: bool,
    pub(super) violation: Option<Violation>,
    pub(super) first: usize,
    pub(super) depth: usize,
    pub(super) heap: [usize; 2],
    pub(super) initial: Vec<u64>,
    pub(super) level: Waiting,
    pub(super) next: Waiting,
    /// The runs of a search that spills.
    pub(super) spilled: Kept,
    /// How many entries the table has.
    pub(super) entries: usize,
    /// Whether the states that wait are written down.
    pub(super) written: bool,
}

/// States that wait.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Waiting {
    states: usize,
    /// How many there were, and what they took.
    share: [usize; 2],
}

impl Waiting {
    pub(super) fn of<S: Space>(frontier: &Frontier<S>) -> Self {
        Waiting {
            states: frontier.len(),
            share: frontier.share(),
        }
    }
}

impl Head {
    /// Of a search that begins.
    pub(super) fn new(keeping: &Keeping) -> Self {
        Head {
            format: FORMAT.to_owned(),
            version: VERSION,
            of: keeping.of.clone(),
            hash: keeping.hash.clone(),
            over: false,
            counts: Counts::default(),
            boundary: false,
            violation: None,
            first: 0,
            depth: 0,
            heap: [0; 2],
            initial: Vec::new(),
            level: Waiting::default(),
            next: Waiting::default(),
            spilled: Kept::default(),
            entries: 0,
            written: false,
        }
    }

    /// Reads it, and sees to it that it belongs to this search.
    fn read(reader: &mut Reader, path: &Path, keeping: &Keeping) -> Result<Self, KeepError> {
        let bytes = match reader.block()? {
            Some((HEAD, bytes)) => bytes,
            _ => return Err(KeepError::damaged(path, "it has no head")),
        };
        #[derive(Deserialize)]
        struct Form {
            format: String,
            version: u32,
        }
        let bad = |error| KeepError::damaged(path, format!("its head cannot be read: {error}"));
        let form: Form = serde_json::from_slice(bytes).map_err(bad)?;
        let expect = |field, found: &str, expected: &str| match found == expected {
            true => Ok(()),
            false => Err(KeepError::Foreign {
                path: path.to_owned(),
                field,
                found: found.to_owned(),
                expected: expected.to_owned(),
            }),
        };
        expect("format", &form.format, FORMAT)?;
        let [found, expected] = [form.version, VERSION].map(|version| version.to_string());
        expect("version", &found, &expected)?;
        let head: Head = serde_json::from_slice(bytes).map_err(bad)?;
        expect("run", &head.of, &keeping.of)?;
        expect("content hash", &head.hash, &keeping.hash)?;
        Ok(head)
    }
}

/// Whether a file is a checkpoint of this search from its first byte to its last; nothing if there is none. The answer says
/// whether the search is over.
pub fn is_over(path: &Path, keeping: &Keeping) -> Result<Option<bool>, KeepError> {
    let Some(mut reader) = Reader::open(path)? else {
        return Ok(None);
    };
    let head = Head::read(&mut reader, path, keeping)?;
    // What one that was killed was about to write.
    remove_others(&runs_of(path), &head.spilled.runs);
    if !head.spilled.runs.is_empty() && keeping.spill.is_none() {
        let path = path.to_owned();
        return Err(KeepError::Spilled { path });
    }
    while reader.block()?.is_some() {}
    Ok(Some(head.over))
}

/// What is written besides the head.
pub(super) struct Parts<'a, S: Space> {
    pub(super) space: &'a S,
    pub(super) table: &'a Table,
    pub(super) level: &'a Frontier<S>,
    pub(super) next: &'a Frontier<S>,
    pub(super) spill: Option<&'a mut Spill>,
}

/// Where the runs are that belong to a checkpoint.
fn runs_of(path: &Path) -> PathBuf {
    path.with_extension("runs")
}

/// Writes a checkpoint, in the place of an earlier one.
pub(super) fn write<S: Space>(
    path: &Path,
    mut head: Head,
    mut parts: Option<Parts<S>>,
) -> Result<(), KeepError> {
    let (mut writer, runs) = (Writer::begin(path)?, runs_of(path));
    head.over = parts.is_none();
    if let Some(parts) = &mut parts {
        if let Some(spill) = &mut parts.spill {
            head.spilled = spill.keep_in(&runs)?;
        }
        parts.table.entries(&mut |_, _| head.entries += 1);
        head.written = parts
            .space
            .write_states(&S::Row::default(), &[], &mut Vec::new());
    }
    let text = serde_json::to_vec(&head).expect("a head is made of numbers and texts");
    writer.block(HEAD, &text)?;
    if let Some(mut parts) = parts {
        parts.write(&mut writer, head.written)?;
    }
    writer.finish()?;
    // Those of the checkpoint before, which is gone by now.
    remove_others(&runs, &head.spilled.runs);
    Ok(())
}

impl<S: Space> Parts<'_, S> {
    fn write(&mut self, writer: &mut Writer, states: bool) -> Result<(), KeepError> {
        if states {
            for part in self.space.origins().chunks(BLOCK) {
                writer.block(ORIGINS, part)?;
            }
        }
        let (mut block, mut written) = (Vec::with_capacity(BLOCK + ENTRY), Ok(()));
        self.table.entries(&mut |stirred, link| {
            block.extend(stirred.to_le_bytes());
            block.extend(link.to_le_bytes());
            if block.len() >= BLOCK && written.is_ok() {
                written = writer.block(TABLE, &block);
                block.clear();
            }
        });
        written?;
        writer.block(TABLE, &block)?;
        for (kind, frontier) in [(LEVEL, self.level), (NEXT, self.next)] {
            let mut bytes = Vec::new();
            for (piece, left) in frontier.left().filter(|_| states) {
                let spill = self.spill.as_deref_mut();
                let shelf = spill.map(|spill| spill.shelf(kind == NEXT));
                bytes.clear();
                piece.write_down(left, self.space, shelf, &mut bytes)?;
                writer.block(kind, &bytes)?;
            }
        }
        Ok(())
    }
}

/// Nothing is left of an earlier search that does not go on.
pub(super) fn forget(path: &Path) {
    remove_others(&runs_of(path), &[]);
}

/// A checkpoint that was read.
pub(super) struct Found<S: Space> {
    pub(super) head: Head,
    pub(super) table: Table,
    pub(super) level: Frontier<S>,
    pub(super) next: Frontier<S>,
}

/// Reads a checkpoint of this search, if there is one.
pub(super) fn read<S: Space>(
    path: &Path,
    keeping: &Keeping,
    space: &S,
    mut spill: Option<&mut Spill>,
) -> Result<Option<Found<S>>, KeepError> {
    let Some(mut reader) = Reader::open(path)? else {
        return Ok(None);
    };
    let head = Head::read(&mut reader, path, keeping)?;
    // What one that was killed was about to write.
    remove_others(&runs_of(path), &head.spilled.runs);
    if !head.spilled.runs.is_empty() {
        let Some(spill) = &mut spill else {
            return Err(KeepError::Spilled {
                path: path.to_owned(),
            });
        };
        spill.take_from(&runs_of(path), &head.spilled, head.first)?;
    }
    let mut reading = Reading {
        path,
        space,
        spill,
        origins: Some(Vec::new()),
        numbers: Default::default(),
        entries: 0,
        found: Found {
            table: Table::with_room_for(head.entries.min(MOST_ROOM)),
            level: Frontier::default(),
            next: Frontier::default(),
            head,
        },
    };
    while let Some((kind, bytes)) = reader.block()? {
        reading.block(kind, bytes)?;
    }
    reading.finish().map(Some)
}

/// For how many states room is made before any of them is read.
const MOST_ROOM: usize = 1 << 24;

struct Reading<'a, S: Space> {
    path: &'a Path,
    space: &'a S,
    spill: Option<&'a mut Spill>,
    /// What has come of them, until it is made use of.
    origins: Option<Vec<u8>>,
    numbers: crate::space::Numbers,
    entries: usize,
    found: Found<S>,
}

impl<S: Space> Reading<'_, S> {
    fn damaged(&self, what: impl Into<String>) -> KeepError {
        KeepError::damaged(self.path, what)
    }

    fn block(&mut self, kind: u8, bytes: &[u8]) -> Result<(), KeepError> {
        match (kind, &mut self.origins) {
            (ORIGINS, Some(origins)) => origins.extend_from_slice(bytes),
            (TABLE, _) => {
                for entry in bytes.chunks_exact(ENTRY) {
                    let (stirred, link) = entry.split_at(size_of::<u64>());
                    let stirred = u64::from_le_bytes(stirred.try_into().expect("eight bytes"));
                    let link = u32::from_le_bytes(link.try_into().expect("four bytes"));
                    self.found.table.put_back(stirred, link);
                    self.entries += 1;
                }
            }
            (LEVEL | NEXT, _) => self.waiting(kind, bytes)?,
            _ => return Err(self.damaged(format!("it has a block of the kind {kind}"))),
        }
        Ok(())
    }

    fn waiting(&mut self, kind: u8, bytes: &[u8]) -> Result<(), KeepError> {
        if let Some(origins) = self.origins.take() {
            let numbers = self.space.remake(&origins);
            self.numbers = numbers.map_err(|what| self.damaged(what))?;
        }
        let mut row = S::Row::default();
        let read = self.space.read_states(bytes, &self.numbers, &mut row);
        if read.is_none() {
            return Err(self.damaged("states in it are none of this model"));
        }
        // What is on disk is not looked up one by one.
        let in_table = self.found.head.spilled.runs.is_empty();
        for index in (0..row.len()).filter(|_| in_table) {
            let print = self.space.fingerprint(row.get(index));
            if self.found.table.parent(print).is_none() {
                return Err(self.damaged("a state that waits in it was never found"));
            }
        }
        let to = match kind {
            LEVEL => &mut self.found.level,
            _ => &mut self.found.next,
        };
        to.fill(&mut row);
        Ok(())
    }

    fn finish(mut self) -> Result<Found<S>, KeepError> {
        let head = &self.found.head;
        if head.over {
            return Ok(self.found);
        }
        if self.entries != head.entries {
            return Err(self.damaged("states are missing in its table"));
        }
        if !head.written {
            let next = head.first + head.level.states;
            if next > head.counts.distinct {
                return Err(self.damaged("more states wait in it than it has"));
            }
            let seen = Seen {
                table: &self.found.table,
                spill: self.spill.as_deref_mut(),
            };
            let mut regrowing = Regrowing {
                space: self.space,
                seen,
                initial: &head.initial,
                first: head.first,
                next,
                distinct: head.counts.distinct,
            };
            let regrown = regrowing.run()?;
            let mut regrown = regrown.map_err(|what| KeepError::damaged(self.path, what))?;
            self.found.level.fill(&mut regrown.level);
            self.found.next.fill(&mut regrown.next);
        }
        let Found {
            head, level, next, ..
        } = &mut self.found;
        if [level.len(), next.len()] != [head.level.states, head.next.states] {
            return Err(self.damaged("not all states that wait are in it"));
        }
        *level = std::mem::take(level).with_share(head.level.share);
        *next = std::mem::take(next).with_share(head.next.share);
        Ok(self.found)
    }
}
