//! A search beyond memory: what the table cannot hold is on disk.
//!
//! When memory is nearly used up, the table is written out as a sorted run (see [`super::runs`]) and begins anew. From then on a
//! successor that is not in the table may still be on disk. Whether it is, is looked up for all of them together when the level
//! ends, or when the table is written out again: in the order of the table, so that each run is read from one end to the other. What is
//! found there is taken out of the next level. So each level is exact before it is expanded, and a search ends with the same counts,
//! the same depth and the same counterexample as one in memory: only when a state is known to be new has changed.
//!
//! The pieces of a level go to disk as well, where states can be written (see [`super::shelf`]).

use super::BATCH;
use super::frontier::{Frontier, Piece};
use super::keep::KeepError;
use super::runs::Runs;
use super::shelf::Shelf;
use crate::space::Space;
use crate::table::{FIRST_ROOM, NO_PARENT, PARTS, Table};
use crate::watch::Watch;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Which part of what may be held the table may take, and the pieces in memory.
const OF_TABLE: usize = 2;
const OF_PIECES: usize = 8;

/// What a checkpoint says of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    /// The name of each run, and how many entries it has.
    pub(super) runs: Vec<(String, usize)>,
    has_initial: bool,
}

/// What a search has on disk.
pub(super) struct Spill {
    runs: Runs,
    /// The pieces of the level and of the next one.
    shelves: [Shelf; 2],
    /// The link to the first state whose successors have not been looked for on disk.
    unsifted: u32,
    /// Whether the initial states are in a run.
    has_initial: bool,
}

impl Spill {
    /// Begins in a folder of its own, which is emptied.
    pub(super) fn begin(folder: &Path) -> Result<Self, KeepError> {
        let runs = Runs::begin(folder.join("search"))?;
        let shelf = |name| Shelf::begin(runs.folder().join(name));
        let shelves = [shelf("level-0")?, shelf("level-1")?];
        Ok(Spill {
            runs,
            shelves,
            unsifted: 1,
            has_initial: false,
        })
    }

    /// Puts the runs into a folder where a checkpoint finds them.
    pub(super) fn keep_in(&mut self, folder: &Path) -> Result<Kept, KeepError> {
        Ok(Kept {
            runs: self.runs.keep_in(folder)?,
            has_initial: self.has_initial,
        })
    }

    /// Goes on with what was put there; all states before `first` are expanded, and what waits has been looked for.
    pub(super) fn take_from(
        &mut self,
        folder: &Path,
        kept: &Kept,
        first: usize,
    ) -> Result<(), KeepError> {
        self.runs.take_from(folder, &kept.runs)?;
        (self.has_initial, self.unsifted) = (kept.has_initial, first as u32 + 1);
        Ok(())
    }

    /// What the next level has on disk.
    pub(super) fn shelf(&mut self, next: bool) -> &mut Shelf {
        &mut self.shelves[usize::from(next)]
    }

    /// What is in memory of what is on disk.
    pub(super) fn bytes(&self) -> usize {
        self.runs.bytes()
    }

    /// Whether the table is to be written out before it takes more: it has so many entries, and all in all so much is held.
    pub(super) fn is_due(&self, watch: &Watch, entries: usize, bytes: usize) -> bool {
        let table = Table::bytes_for(entries + BATCH);
        let budget = watch.counted() / OF_TABLE;
        // A small table gives little room back.
        entries > 0 && (table > budget || table > budget / 8 && watch.is_near(bytes))
    }

    /// A piece of the next level: on disk, if those in memory take enough.
    pub(super) fn push<S: Space>(
        &mut self,
        next: &mut Frontier<S>,
        mut piece: Piece<S>,
        prints: impl Iterator<Item = u64>,
        space: &S,
        watch: &Watch,
    ) -> Result<(), KeepError> {
        if !self.runs.is_empty() {
            piece.sift_later(prints.collect());
        }
        if next.bytes() > watch.counted() / OF_PIECES {
            piece.put_away(space, &mut self.shelves[1])?;
        }
        next.push(piece);
        Ok(())
    }

    /// Brings the first states of the level into memory.
    pub(super) fn fetch<S: Space>(
        &mut self,
        level: &mut Frontier<S>,
        count: usize,
        space: &S,
    ) -> Result<(), KeepError> {
        level.fetch(count, space, &mut self.shelves[0])
    }

    /// The next level becomes the level; the first of its states has this number.
    pub(super) fn end_level(&mut self, first: usize) -> Result<(), KeepError> {
        self.unsifted = first as u32 + 1;
        self.shelves.swap(0, 1);
        self.shelves[1].clear()
    }

    /// Takes out of the next level what is on disk; answers how many states that were. All states before `first` are expanded.
    pub(super) fn sift<S: Space>(
        &mut self,
        table: &Table,
        next: &mut Frontier<S>,
        first: usize,
    ) -> Result<usize, KeepError> {
        let since = std::mem::replace(&mut self.unsifted, first as u32 + 1);
        if self.runs.is_empty() {
            next.all_sifted();
            return Ok(0);
        }
        let (mut entries, mut keys) = (Vec::new(), Vec::new());
        for part in 0..PARTS {
            table.part(part, |_, link| link >= since, &mut entries);
            keys.clear();
            keys.extend(entries.iter().map(|(key, _)| *key));
            // Known for good, as long as it is in the table: nobody has a smaller link.
            self.runs
                .find_all(&keys, &mut |at, _| table.disown_key(keys[at]))?;
        }
        let known = |print| table.parent(print) == Some(NO_PARENT);
        next.sift(&known, Some(&mut self.shelves[1]))
    }

    /// Writes out the table, whose entries have been sifted, and begins it anew.
    pub(super) fn write_out(
        &mut self,
        table: &mut Table,
        initial: &[u64],
    ) -> Result<(), KeepError> {
        let mut first: Vec<u64> = initial.iter().map(|print| Table::key(*print)).collect();
        first.sort_unstable();
        let with_initial = !std::mem::replace(&mut self.has_initial, true);
        let mut entries = Vec::new();
        self.runs.add(|writer| {
            for part in 0..PARTS {
                // What has no parent is known, or beyond the boundary: then it is found to be so again.
                let wanted = |key: u64, link| {
                    link != NO_PARENT || with_initial && first.binary_search(&key).is_ok()
                };
                table.part(part, wanted, &mut entries);
                entries.iter().try_for_each(|entry| writer.push(*entry))?;
            }
            Ok(())
        })?;
        *table = Table::with_room_for(FIRST_ROOM);
        Ok(())
    }
}

/// All states seen, wherever they are.
pub(super) struct Seen<'a> {
    pub(super) table: &'a Table,
    pub(super) spill: Option<&'a mut Spill>,
}

impl Seen<'_> {
    /// For each of the first `parents` states: how many states have it as their parent. Children that have not been looked for on
    /// disk count too; their parents are among the last.
    pub(super) fn children(&mut self, parents: usize) -> Result<Vec<u32>, KeepError> {
        let mut children = self.table.children(parents);
        if let Some(spill) = &mut self.spill {
            spill.runs.all(&mut |(_, link)| {
                let parent = (link as usize).checked_sub(1);
                if let Some(count) = parent.and_then(|parent| children.get_mut(parent)) {
                    *count += 1;
                }
            })?;
        }
        Ok(children)
    }

    /// The links of these states; what is on disk counts more than what was found again since.
    pub(super) fn links(&mut self, prints: &[u64]) -> Result<Vec<Option<u32>>, KeepError> {
        let mut links: Vec<_> = prints
            .iter()
            .map(|print| self.table.parent(*print))
            .collect();
        if let Some(spill) = &mut self.spill {
            let keyed = prints.iter().map(|print| Table::key(*print)).zip(0..);
            let mut keyed: Vec<(u64, usize)> = keyed.collect();
            keyed.sort_unstable();
            let keys: Vec<u64> = keyed.iter().map(|(key, _)| *key).collect();
            let mut found = vec![None; keys.len()];
            spill
                .runs
                .find_all(&keys, &mut |at, link| found[at] = Some(link))?;
            for ((_, place), link) in keyed.iter().zip(found) {
                links[*place] = link.or(links[*place]);
            }
        }
        Ok(links)
    }
}
