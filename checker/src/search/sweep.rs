//! Level after level, until nothing is left or something ends the search.

mod kept;

use super::batch::{Batch, Chunk, Desk, Found, weigh};
use super::frontier::{Frontier, PIECE, Piece};
use super::keep::{KeepError, Keeping};
use super::spill::{Seen, Spill};
use super::{BATCH, Counts, Cut, Explored, Progress, Search, Violation, path};
use crate::property::Demand;
use crate::space::{Row, Space, grown};
use crate::table::{FIRST_ROOM, Inserted, NO_PARENT, Table};
use crate::watch::Watch;
use std::sync::Mutex;
use std::time::Instant;

/// The search as far as it has come.
pub(super) struct Sweep<'a, S: Space> {
    search: &'a Search<'a, S>,
    desks: Vec<Desk<S>>,
    level: Frontier<S>,
    next: Frontier<S>,
    /// The number of the first state of the level that is still to be expanded.
    first: usize,
    depth: usize,
    explored: Explored<S>,
    /// The fingerprints of the initial states.
    initial: Vec<u64>,
    /// Room for what chunks find, used again and again.
    spare: Vec<Found<S>>,
    has_step_properties: bool,
    /// What the states of the level, of the next one, and of those that are kept hold outside their rows.
    heap: [usize; 3],
    keeping: &'a Keeping,
    /// What is on disk because memory cannot hold it.
    spill: Option<Spill>,
    /// How many entries the table has.
    tabled: usize,
    /// When the last checkpoint was written, or the search began.
    kept: Instant,
    /// The seconds that earlier processes have taken.
    before: f64,
}

impl<'a, S: Space> Sweep<'a, S> {
    pub(super) fn new(search: &'a Search<'a, S>, keeping: &'a Keeping) -> Self {
        let properties = search.properties.iter();
        let watch = Watch::new(search.limits);
        Sweep {
            search,
            desks: (0..watch.threads())
                .map(|_| Desk::new(search.space))
                .collect(),
            level: Frontier::default(),
            next: Frontier::default(),
            first: 0,
            depth: 0,
            explored: Explored {
                counts: Counts::default(),
                cut: None,
                violation: None,
                states: S::Row::default(),
                fingerprints: Vec::new(),
                table: Table::with_room_for(FIRST_ROOM),
                watch,
            },
            initial: Vec::new(),
            spare: Vec::new(),
            has_step_properties: (properties.map(|property| &property.demand))
                .any(|demand| matches!(demand, Demand::EveryStep(_))),
            heap: [0; 3],
            keeping,
            spill: None,
            tabled: 0,
            kept: Instant::now(),
            before: 0.0,
        }
    }

    pub(super) fn run(mut self) -> Result<Explored<S>, KeepError> {
        if let (Some(folder), false) = (&self.keeping.spill, self.search.keep_states) {
            self.spill = Some(Spill::begin(folder)?);
        }
        match self.resume()? {
            None => self.seed(),
            // What was found amid a level does not end the search before the level ends.
            Some(over) if !over => self.level()?,
            Some(_) => {}
        }
        while !self.finished() {
            self.level()?;
        }
        self.keep_result()?;
        if self.search.keep_states {
            let states = &mut self.explored.states;
            self.level.drain(&mut |piece| piece.unpack(states));
        }
        self.explored.counts.seconds = self.seconds();
        Ok(self.explored)
    }

    fn seconds(&self) -> f64 {
        self.before + self.explored.watch.seconds()
    }

    fn finished(&self) -> bool {
        self.level.len() == 0 || self.explored.violation.is_some() || self.is_cut()
    }

    /// A boundary does not end the search; everything else that cuts it does.
    fn is_cut(&self) -> bool {
        !matches!(self.explored.cut, None | Some(Cut::Boundary))
    }

    fn seed(&mut self) {
        let space = self.search.space;
        let mut initial = space.initial();
        self.explored.counts.total = initial.len();
        let (mut fresh, mut bytes) = (Vec::new(), 0);
        for index in 0..initial.len() {
            let fingerprint = space.fingerprint(initial.get(index));
            loop {
                match self.explored.table.insert(fingerprint, NO_PARENT) {
                    Inserted::Full => self.explored.table.grow(),
                    Inserted::Known => break fresh.push(false),
                    Inserted::New { .. } => {
                        let property = self.search.broken(initial.get(index));
                        if let (Some(property), None) = (property, &self.explored.violation) {
                            let path = vec![fingerprint];
                            self.explored.violation = Some(Violation { property, path });
                        }
                        let [own, heap] = weigh(space, &initial, index, fingerprint);
                        bytes += own;
                        self.heap[0] += heap;
                        self.initial.push(fingerprint);
                        break fresh.push(true);
                    }
                }
            }
        }
        let mut new = S::Row::default();
        new.append_where(&mut initial, &mut |i| fresh[i]);
        self.explored.counts.distinct = new.len();
        self.tabled = new.len();
        self.level.fill(&mut new);
        self.level.weighs(bytes);
        if self.search.keep_states {
            self.explored.fingerprints.clone_from(&self.initial);
        }
        self.measure();
    }

    /// Expands the current level into the next one.
    fn level(&mut self) -> Result<(), KeepError> {
        let of = self.level.len();
        while self.level.len() > 0 && !self.is_cut() {
            self.batch()?;
            self.make_room()?;
            let bytes = self.measure();
            let allowance = self.search.limits.bytes / 4 / self.desks.len();
            for desk in &mut self.desks {
                let space = self.search.space;
                space.trim(&mut desk.scratch, allowance.max(1 << 20));
            }
            // Nothing is cut off where nothing is left; but whoever stops leaves a batch half done, unless the search is kept.
            let stopped = self.search.limits.stop.is_raised() && self.kept_in().is_none();
            if self.level.len() > 0 || self.next.len() > 0 || stopped {
                self.enforce_limits(bytes);
            }
            if let Some(report) = self.search.on_progress {
                report(Progress {
                    distinct: self.explored.counts.distinct,
                    depth: self.depth,
                    level: of,
                    expanded: of - self.level.len(),
                });
            }
            if self.is_cut() || self.kept.elapsed() >= self.keeping.every {
                self.keep()?;
            }
        }
        if self.is_cut() {
            self.sift()?;
        }
        self.end_level()
    }

    /// Whatever is left of the level is given up, and the next one takes its place.
    fn end_level(&mut self) -> Result<(), KeepError> {
        self.first += self.level.len();
        let states = &mut self.explored.states;
        let keep_states = self.search.keep_states;
        self.level.drain(&mut |piece| {
            if keep_states {
                piece.unpack(states);
            }
        });
        self.heap[2] += if keep_states { self.heap[0] } else { 0 };
        self.heap[0] = std::mem::take(&mut self.heap[1]);
        self.level = std::mem::take(&mut self.next);
        if self.level.len() > 0 {
            self.depth += 1;
            self.explored.counts.depth = self.depth;
        }
        let first = self.first;
        self.spill
            .iter_mut()
            .try_for_each(|spill| spill.end_level(first))
    }

    /// Expands the next part of the level and appends what is new to the next one, in order.
    fn batch(&mut self) -> Result<(), KeepError> {
        let count = BATCH.min(self.level.len());
        let known = self.tabled;
        if let Some(spill) = &mut self.spill {
            spill.fetch(&mut self.level, count, self.search.space)?;
        }
        let threads = self.desks.len();
        self.explored.table.make_room(known + count, threads);
        let batch = Batch {
            search: self.search,
            level: &self.level,
            has_step_properties: self.has_step_properties,
            whole: self.kept_in().is_some(),
        };
        let chunks = batch.chunks(count, self.first, &mut self.spare);
        loop {
            // What an earlier attempt at this batch has found is in the table, but not yet counted.
            let uncounted = |chunk: &Mutex<Chunk<S>>| {
                let chunk = chunk.lock().expect("nobody works on it");
                chunk.found.links.len()
            };
            let known = known + chunks.iter().map(uncounted).sum::<usize>();
            let table = &self.explored.table;
            let spare = table.room().saturating_sub(known);
            if batch.expand(table, spare, &chunks, &mut self.desks) {
                break;
            }
            self.explored.table.grow();
        }
        let found: Vec<_> = chunks
            .into_iter()
            .map(|chunk| chunk.into_inner().expect("nobody works on it").found)
            .collect();
        let contested = Contested::among(&found);
        for mut found in found {
            self.merge(&mut found, &contested)?;
            found.clear();
            self.spare.push(found);
        }
        self.first += count;
        let (keep, states) = (self.search.keep_states, &mut self.explored.states);
        self.level.drop_first(count, &mut |piece| {
            if keep {
                piece.unpack(states);
            }
        });
        Ok(())
    }

    /// Appends what a chunk has found to the next level.
    fn merge(&mut self, found: &mut Found<S>, contested: &Contested) -> Result<(), KeepError> {
        // What was in hand when somebody ended the search.
        found.pack();
        let counts = &mut self.explored.counts;
        counts.total += found.total;
        counts.branching = counts.branching.max(found.branching);
        if found.beyond_boundary {
            self.explored.cut.get_or_insert(Cut::Boundary);
        }
        if self.explored.violation.is_none()
            && let Some(&(parent, property, after)) = found.broken_steps.first()
        {
            let path = self.path_by(parent, after)?;
            self.explored.violation = Some(Violation { property, path });
        }
        // Where several parents of the batch reached a state, only the smallest keeps it.
        let won = |table: &Table, link: &(u32, u64)| {
            !contested.may_be(link.1) || table.parent(link.1) == Some(link.0)
        };
        if self.explored.violation.is_none()
            && let Some((index, property)) = (found.broken.iter().copied())
                .find(|(index, _)| won(&self.explored.table, &found.links[*index]))
        {
            let (parent, fingerprint) = found.links[index];
            let path = self.path_by(parent, fingerprint)?;
            self.explored.violation = Some(Violation { property, path });
        }
        let (mut links, table) = (found.links.iter(), &self.explored.table);
        let (mut room, mut bytes, mut heap) = (S::Row::default(), found.bytes, found.heap);
        let keep_states = self.search.keep_states;
        for packed in found.pieces.drain(..) {
            let len = links.len().min(PIECE);
            let mut piece = Piece::new(packed, len);
            let prints = links.as_slice()[..len].iter().map(|link| link.1);
            for (place, link) in links.by_ref().take(len).enumerate() {
                if !won(table, link) {
                    let row = piece.view(&mut room);
                    let [its_bytes, its_heap] = weigh(self.search.space, row, place, link.1);
                    bytes -= its_bytes;
                    heap -= its_heap;
                    piece.lose(place);
                    continue;
                }
                self.explored.counts.distinct += 1;
                self.tabled += 1;
                if keep_states {
                    self.explored.fingerprints.push(link.1);
                }
            }
            let (next, watch) = (&mut self.next, &self.explored.watch);
            match &mut self.spill {
                Some(spill) => spill.push(next, piece, prints, self.search.space, watch)?,
                None => next.push(piece),
            }
        }
        self.next.weighs(bytes);
        self.heap[1] += heap;
        Ok(())
    }

    /// The fingerprints from an initial state to this one, of which the state behind this link is the parent.
    fn path_by(&mut self, parent: u32, fingerprint: u64) -> Result<Vec<u64>, KeepError> {
        let seen = &mut Seen {
            table: &self.explored.table,
            spill: self.spill.as_mut(),
        };
        let mut path = path::to(self.search.space, seen, &self.initial, parent as usize - 1)?;
        path.push(fingerprint);
        Ok(path)
    }

    /// Reckons what is held: from what was found, so that it is the same for any number of threads.
    fn measure(&mut self) -> usize {
        let bytes = self.held();
        self.explored.counts.bytes = self.explored.counts.bytes.max(bytes);
        bytes
    }

    fn held(&self) -> usize {
        Table::bytes_for(self.tabled)
            + self.spill.as_ref().map_or(0, Spill::bytes)
            + grown(self.explored.fingerprints.len()) * size_of::<u64>()
            + self.level.bytes()
            + self.next.bytes()
            + self.explored.states.bytes()
            + self.heap.iter().sum::<usize>()
            + self.search.space.held()
    }

    fn enforce_limits(&mut self, bytes: usize) {
        let limits = &self.search.limits;
        self.explored.cut = if self.explored.counts.distinct > limits.states {
            Some(Cut::States(limits.states))
        } else {
            let cut = self.explored.watch.cut(bytes);
            cut.or(self.explored.cut.take())
        };
    }
}

/// The states of a batch that more than one parent may have claimed: few, so that few are looked up again.
struct Contested {
    /// One bit for each value of a fingerprint's low bits; none if there are none.
    bits: Vec<u64>,
}

impl Contested {
    /// How many bits are looked at, as a power of two.
    const BITS: u32 = 16;

    fn among<S: Space>(found: &[Found<S>]) -> Self {
        let mut bits: Vec<u64> = Vec::new();
        for fingerprint in found.iter().flat_map(|found| &found.contested) {
            bits.resize(1 << (Self::BITS - 6), 0);
            bits[Self::word(*fingerprint)] |= 1 << (fingerprint % 64);
        }
        Contested { bits }
    }

    fn word(fingerprint: u64) -> usize {
        (fingerprint >> 6) as usize & ((1 << (Self::BITS - 6)) - 1)
    }

    fn may_be(&self, fingerprint: u64) -> bool {
        let word = self.bits.as_slice().get(Self::word(fingerprint));
        word.is_some_and(|word| word >> (fingerprint % 64) & 1 == 1)
    }
}
