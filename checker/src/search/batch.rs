//! A part of a level, expanded by all threads.
//!
//! The successors of some states are sketched, their places in the table are touched, and only then are they looked up: the loads
//! that miss the cache wait together instead of one after the other.

use super::Search;
use super::frontier::{Frontier, PIECE, Part};
use crate::space::{DraftOf, PackedOf, Row, Space, Visit};
use crate::table::{Inserted, Table};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How many states a thread takes at a time.
const CHUNK: usize = 1 << 7;
/// Of how many states the successors are looked up together.
const GROUP: usize = 1 << 4;
/// The memory of a state is reckoned for one in so many, chosen by its fingerprint.
const WEIGHED: usize = 1 << 4;
const NO_PANIC: &str = "a thread that panics with a chunk in hand ends the search";

/// A part of a level in the hands of one thread.
pub(super) struct Chunk<S: Space> {
    part: Part,
    /// 1 + the number of its first state.
    link: u32,
    /// How many of its states are expanded.
    done: usize,
    pub(super) found: Found<S>,
}

/// What the expansion of a chunk found.
pub(super) struct Found<S: Space> {
    /// The new states, in pieces.
    pub(super) pieces: Vec<PackedOf<S>>,
    /// For each new state: its parent link and its fingerprint.
    pub(super) links: Vec<(u32, u64)>,
    /// Broken properties: index into `links`, property.
    pub(super) broken: Vec<(usize, usize)>,
    /// Broken step properties: parent link, property, fingerprint of the state after the step.
    pub(super) broken_steps: Vec<(u32, usize, u64)>,
    /// The fingerprints of states that a larger parent had claimed before.
    pub(super) contested: Vec<u64>,
    pub(super) total: usize,
    pub(super) branching: usize,
    pub(super) beyond_boundary: bool,
    /// What the new states take while they wait, and what they hold elsewhere.
    pub(super) bytes: usize,
    pub(super) heap: usize,
    new: S::Row,
}

impl<S: Space> Default for Found<S> {
    fn default() -> Self {
        Found {
            pieces: Vec::new(),
            links: Vec::new(),
            broken: Vec::new(),
            broken_steps: Vec::new(),
            contested: Vec::new(),
            total: 0,
            branching: 0,
            beyond_boundary: false,
            bytes: 0,
            heap: 0,
            new: S::Row::default(),
        }
    }
}

impl<S: Space> Found<S> {
    /// Puts what is new into pieces.
    pub(super) fn pack(&mut self) {
        let Found { new, pieces, .. } = self;
        new.pack(PIECE, &mut |piece| pieces.push(piece));
    }

    /// Forgets everything but the room it has taken.
    pub(super) fn clear(&mut self) {
        self.pieces.clear();
        self.links.clear();
        self.broken.clear();
        self.broken_steps.clear();
        self.contested.clear();
        (self.total, self.branching) = (0, 0);
        (self.bytes, self.heap) = (0, 0);
        self.beyond_boundary = false;
    }
}

/// What one thread works with.
pub(super) struct Desk<S: Space> {
    pub(super) scratch: S::Scratch,
    /// Room for the states of a piece.
    room: S::Row,
    places: Vec<usize>,
    /// The successors of a group of states.
    fingerprints: Vec<u64>,
    drafts: Vec<Option<DraftOf<S>>>,
    /// Where the successors of each end.
    ends: Vec<usize>,
}

impl<S: Space> Desk<S> {
    pub(super) fn new(space: &S) -> Self {
        Desk {
            scratch: space.scratch(),
            room: S::Row::default(),
            places: Vec::new(),
            fingerprints: Vec::new(),
            drafts: Vec::new(),
            ends: Vec::new(),
        }
    }
}

/// What a state takes in memory: in a piece, and, reckoned, elsewhere.
pub(super) fn weigh<S: Space>(space: &S, row: &S::Row, index: usize, print: u64) -> [usize; 2] {
    let chosen = print.is_multiple_of(WEIGHED as u64);
    let heap = if chosen {
        WEIGHED * space.heap(row.get(index))
    } else {
        0
    };
    [row.weight(index), heap]
}

/// What all threads look at while they expand a batch.
pub(super) struct Batch<'a, S: Space> {
    pub(super) search: &'a Search<'a, S>,
    pub(super) level: &'a Frontier<S>,
    pub(super) has_step_properties: bool,
    /// Whether it is finished even if somebody ends the search: what is left half done cannot be gone on with.
    pub(super) whole: bool,
}

impl<'a, S: Space> Batch<'a, S> {
    /// The first `count` states of the level, the first of which has the number `first`, in chunks.
    pub(super) fn chunks(
        &self,
        count: usize,
        first: usize,
        spare: &mut Vec<Found<S>>,
    ) -> Vec<Mutex<Chunk<S>>> {
        let mut link = first as u32 + 1;
        let parts = self.level.parts(count, CHUNK).into_iter();
        parts
            .map(|part| {
                let first = link;
                link += part.len as u32;
                Mutex::new(Chunk {
                    part,
                    link: first,
                    done: 0,
                    found: spare.pop().unwrap_or_default(),
                })
            })
            .collect()
    }

    /// Lets all threads work on the chunks while the table has room for so many more states. Answers `false` if it has to grow first.
    pub(super) fn expand(
        &self,
        table: &Table,
        spare: usize,
        chunks: &[Mutex<Chunk<S>>],
        desks: &mut [Desk<S>],
    ) -> bool {
        let (turn, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |desk: &mut Desk<S>| -> bool {
            while let Some(chunk) = chunks.get(turn.fetch_add(1, Relaxed)) {
                // What is left of the batch stays unseen, and the search is cut behind it.
                if !self.whole && self.search.limits.stop.is_raised() {
                    return true;
                }
                let mut chunk = chunk.lock().expect(NO_PANIC);
                let before = chunk.found.links.len();
                let whole = self.expand_chunk(table, &mut chunk, desk);
                let new = chunk.found.links.len() - before;
                if !whole || found.fetch_add(new, Relaxed) + new > spare {
                    return false;
                }
            }
            true
        };
        // A small batch is not worth waking other threads for.
        let threads = desks.len().min(chunks.len());
        let Some((own, others)) = desks[..threads].split_first_mut() else {
            return true;
        };
        if others.is_empty() {
            return work(own);
        }
        std::thread::scope(|scope| {
            let running: Vec<_> = (others.iter_mut())
                .map(|desk| scope.spawn(|| work(desk)))
                .collect();
            let own = work(own);
            running.into_iter().fold(own, |all, thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    & all
            })
        })
    }

    /// Expands a chunk as far as the table has room.
    fn expand_chunk(&self, table: &Table, chunk: &mut Chunk<S>, desk: &mut Desk<S>) -> bool {
        let Chunk {
            part,
            link,
            done,
            found,
        } = chunk;
        let (mut room, mut places) = (
            std::mem::take(&mut desk.room),
            std::mem::take(&mut desk.places),
        );
        let mut whole = true;
        for (piece, within, before) in self.level.of(part) {
            let end = before + within.len();
            if *done >= end || !whole {
                continue;
            }
            let row = piece.view(&mut room);
            piece.places(within, &mut places);
            while *done < end && whole {
                let group = &places[*done - before..(*done - before + GROUP).min(end - before)];
                let first = *link + *done as u32;
                let mut expanding = Expanding {
                    batch: self,
                    table,
                    found: &mut *found,
                };
                let expanded = if self.has_step_properties {
                    expanding.one_by_one(row, group, first, desk)
                } else {
                    expanding.together(row, group, first, desk)
                };
                *done += expanded;
                // Once the table has grown, the state at which it was full is expanded again; what it has inserted
                // already carries its number as parent and counts as known.
                whole = expanded == group.len();
            }
        }
        (desk.room, desk.places) = (room, places);
        if whole {
            found.pack();
        }
        whole
    }
}

/// The expansion of some states.
struct Expanding<'e, 'a, S: Space> {
    batch: &'e Batch<'a, S>,
    table: &'e Table,
    found: &'e mut Found<S>,
}

impl<S: Space> Expanding<'_, '_, S> {
    /// Expands states, sketching first what follows from all of them; answers with how many the table had room for.
    fn together(&mut self, row: &S::Row, group: &[usize], first: u32, desk: &mut Desk<S>) -> usize {
        let space = self.batch.search.space;
        desk.fingerprints.clear();
        desk.drafts.clear();
        desk.ends.clear();
        for place in group {
            let (fingerprints, drafts) = (&mut desk.fingerprints, &mut desk.drafts);
            space.sketch(row.get(*place), &mut desk.scratch, &mut |print, draft| {
                fingerprints.push(print);
                drafts.push(draft);
            });
            desk.ends.push(desk.fingerprints.len());
        }
        let touched =
            (desk.fingerprints.iter()).fold(0, |all, print| all ^ self.table.touch(*print));
        std::hint::black_box(touched);
        let mut start = 0;
        for (index, (place, end)) in group.iter().zip(&desk.ends).enumerate() {
            let (state, link) = (row.get(*place), first + index as u32);
            for at in start..*end {
                let (print, draft) = (desk.fingerprints[at], &mut desk.drafts[at]);
                let scratch = &mut desk.scratch;
                let fits = self.successor(print, link, |row| {
                    let draft = draft.take();
                    draft.is_some_and(|draft| space.finish(state, draft, scratch, row))
                });
                if !fits {
                    return index;
                }
            }
            self.expanded(*end - start);
            start = *end;
        }
        group.len()
    }

    /// Expands states one by one, and looks at every step.
    fn one_by_one(
        &mut self,
        row: &S::Row,
        group: &[usize],
        first: u32,
        desk: &mut Desk<S>,
    ) -> usize {
        let search = self.batch.search;
        for (index, place) in group.iter().enumerate() {
            let (state, link) = (row.get(*place), first + index as u32);
            let mut broken = None;
            let mut visitor = Visitor {
                expanding: self,
                link,
                successors: 0,
                full: false,
            };
            let see = &mut |step: &S::Step, after: &S::State| {
                if broken.is_none()
                    && let Some(property) = search.broken_step(state, step, after)
                {
                    broken = Some((link, property, search.space.fingerprint(after)));
                }
            };
            (search.space).expand_with_steps(state, &mut desk.scratch, &mut visitor, see);
            let (successors, full) = (visitor.successors, visitor.full);
            if full {
                return index;
            }
            self.found.broken_steps.extend(broken);
            self.expanded(successors);
        }
        group.len()
    }

    fn expanded(&mut self, successors: usize) {
        self.found.total += successors;
        self.found.branching = self.found.branching.max(successors);
    }

    /// Puts a successor into the table, and keeps it if it is new. Answers `false` if there is no room.
    fn successor(
        &mut self,
        fingerprint: u64,
        parent: u32,
        build: impl FnOnce(&mut S::Row) -> bool,
    ) -> bool {
        let contested = match self.table.insert(fingerprint, parent) {
            Inserted::Known => return true,
            Inserted::Full => return false,
            Inserted::New { contested } => contested,
        };
        self.is_new(fingerprint, parent, contested, build);
        true
    }

    fn is_new(
        &mut self,
        fingerprint: u64,
        parent: u32,
        contested: bool,
        build: impl FnOnce(&mut S::Row) -> bool,
    ) {
        let (search, found) = (self.batch.search, &mut *self.found);
        if !build(&mut found.new) {
            // It keeps its place in the table, so that it is not looked at again.
            self.table.disown(fingerprint);
            found.beyond_boundary = true;
            return;
        }
        if contested {
            found.contested.push(fingerprint);
        }
        let index = found.new.len() - 1;
        let [bytes, heap] = weigh(search.space, &found.new, index, fingerprint);
        found.bytes += bytes;
        found.heap += heap;
        found.links.push((parent, fingerprint));
        if let Some(property) = search.broken(found.new.get(index)) {
            found.broken.push((found.links.len() - 1, property));
        }
    }
}

/// Puts the successors of one state into the table.
struct Visitor<'v, 'e, 'a, S: Space> {
    expanding: &'v mut Expanding<'e, 'a, S>,
    link: u32,
    successors: usize,
    full: bool,
}

impl<S: Space> Visit<S::Row> for Visitor<'_, '_, '_, S> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut S::Row) -> bool) {
        self.successors += 1;
        if !self.full {
            self.full = !self.expanding.successor(fingerprint, self.link, build);
        }
    }
}
