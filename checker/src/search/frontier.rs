//! The states of a level that wait to be expanded: in order, in small pieces, each freed once it is expanded.

use super::keep::KeepError;
use super::shelf::{Place, Shelf};
use crate::space::{PackedOf, Row, Space};
use std::collections::VecDeque;
use std::ops::Range;

/// How many states a piece holds at most.
pub(super) const PIECE: usize = 1 << 9;

/// Where the states of a piece are.
enum Held<S: Space> {
    Here(PackedOf<S>),
    /// On disk, behind their fingerprints, if they have not been looked for there.
    Away(Place),
}

/// Some states that follow each other.
pub(super) struct Piece<S: Space> {
    held: Held<S>,
    /// The fingerprints of states that have not been looked for on disk, lost ones included.
    unsifted: Vec<u64>,
    /// How many states there are, those that are lost not counted.
    len: usize,
    /// Places of states that are none of the level after all, in order: a smaller parent has claimed them, or they were known.
    lost: Vec<u16>,
}

impl<S: Space> Piece<S> {
    pub(super) fn new(packed: PackedOf<S>, len: usize) -> Self {
        Piece {
            held: Held::Here(packed),
            unsifted: Vec::new(),
            len,
            lost: Vec::new(),
        }
    }

    /// Gives the state at this place up.
    pub(super) fn lose(&mut self, place: usize) {
        self.lost.push(place as u16);
        self.len -= 1;
    }

    /// Keeps the fingerprints until the states have been looked for on disk.
    pub(super) fn sift_later(&mut self, fingerprints: Vec<u64>) {
        self.unsifted = fingerprints;
    }

    /// Gives up the states that are known; answers how many they were.
    fn sift(
        &mut self,
        known: &dyn Fn(u64) -> bool,
        shelf: Option<&mut Shelf>,
    ) -> Result<usize, KeepError> {
        let mut prints = std::mem::take(&mut self.unsifted);
        if let (Held::Away(place), Some(shelf)) = (&self.held, shelf) {
            prints = shelf.prints(place)?;
        }
        let before = self.len;
        let mut lost = self.lost.iter().map(|place| usize::from(*place)).peekable();
        let places = prints.iter().enumerate();
        let mut left = places.filter(|(place, _)| lost.next_if_eq(place).is_none());
        let more: Vec<u16> = left
            .by_ref()
            .filter_map(|(place, print)| known(*print).then_some(place as u16))
            .collect();
        self.len -= more.len();
        self.lost.extend(more);
        self.lost.sort_unstable();
        Ok(before - self.len)
    }

    /// Puts the states on disk, if they can be written.
    pub(super) fn put_away(&mut self, space: &S, shelf: &mut Shelf) -> Result<(), KeepError> {
        let (mut room, mut bytes) = (S::Row::default(), Vec::new());
        let places: Vec<usize> = (0..self.len + self.lost.len()).collect();
        if space.write_states(self.view(&mut room), &places, &mut bytes) {
            let prints = std::mem::take(&mut self.unsifted);
            self.held = Held::Away(shelf.put(&prints, &bytes)?);
        }
        Ok(())
    }

    /// Takes them from there.
    fn fetch(&mut self, space: &S, shelf: &mut Shelf) -> Result<(), KeepError> {
        let Held::Away(place) = &self.held else {
            return Ok(());
        };
        let bytes = shelf.states(place)?;
        let mut row = S::Row::default();
        let read = space.read_states(&bytes, &Default::default(), &mut row);
        if read != Some(self.len + self.lost.len()) {
            return Err(shelf.damaged());
        }
        row.pack(PIECE, &mut |packed| self.held = Held::Here(packed));
        Ok(())
    }

    /// Writes the states in `part` down, counted without those that are lost.
    pub(super) fn write_down(
        &self,
        part: Range<usize>,
        space: &S,
        shelf: Option<&mut Shelf>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), KeepError> {
        let (mut room, mut places) = (S::Row::default(), Vec::new());
        self.places(part, &mut places);
        match (&self.held, shelf) {
            (Held::Away(place), Some(shelf)) => {
                let states = shelf.states(place)?;
                let read = space.read_states(&states, &Default::default(), &mut room);
                read.ok_or_else(|| shelf.damaged())?;
                space.write_states(&room, &places, bytes);
            }
            _ => {
                space.write_states(self.view(&mut room), &places, bytes);
            }
        }
        Ok(())
    }

    fn is_away(&self) -> bool {
        matches!(self.held, Held::Away(_))
    }

    fn packed(&self) -> &PackedOf<S> {
        match &self.held {
            Held::Here(packed) => packed,
            Held::Away(_) => unreachable!("what is looked at was fetched before"),
        }
    }

    /// The states, lost ones included.
    pub(super) fn view<'a>(&'a self, room: &'a mut S::Row) -> &'a S::Row {
        S::Row::view(self.packed(), room)
    }

    /// The places of the states in `part`, counted without those that are lost.
    pub(super) fn places(&self, part: Range<usize>, places: &mut Vec<usize>) {
        places.clear();
        let mut lost = self.lost.iter().map(|place| usize::from(*place)).peekable();
        let all = 0..self.len + self.lost.len();
        let kept = all.filter(|place| lost.next_if_eq(place).is_none());
        places.extend(kept.skip(part.start).take(part.len()));
    }
}

/// States that wait.
pub(super) struct Frontier<S: Space> {
    pieces: VecDeque<Piece<S>>,
    /// How many states of the first piece are expanded.
    expanded: usize,
    /// How many states are left.
    len: usize,
    /// How many of them are on disk.
    away: usize,
    /// How many pieces at the end have not been looked for on disk, and how many of their fingerprints are in memory.
    unsifted: usize,
    prints: usize,
    /// How many there were, and what they took.
    of: usize,
    bytes: usize,
}

impl<S: Space> Default for Frontier<S> {
    fn default() -> Self {
        Frontier {
            pieces: VecDeque::new(),
            expanded: 0,
            len: 0,
            away: 0,
            unsifted: 0,
            prints: 0,
            of: 0,
            bytes: 0,
        }
    }
}

/// A part of a frontier, as states of some pieces that follow each other.
pub(super) struct Part {
    pieces: Range<usize>,
    /// How many states of the first piece come before.
    skipped: usize,
    pub(super) len: usize,
}

impl<S: Space> Frontier<S> {
    /// How many states are left.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// What they take in memory, as a share of what all took: the same however they are cut into pieces.
    pub(super) fn bytes(&self) -> usize {
        self.share_of(self.len - self.away) + self.prints * size_of::<u64>()
    }

    fn share_of(&self, states: usize) -> usize {
        (self.bytes as u128 * states as u128 / self.of.max(1) as u128) as usize
    }

    /// Puts states behind all others.
    pub(super) fn push(&mut self, piece: Piece<S>) {
        self.len += piece.len;
        self.of += piece.len;
        if piece.len > 0 {
            self.away += if piece.is_away() { piece.len } else { 0 };
            self.unsifted += 1;
            self.prints += piece.unsifted.len();
            self.pieces.push_back(piece);
        }
    }

    /// Gives up all states that are known, of those that have not been looked at before; answers how many they were.
    pub(super) fn sift(
        &mut self,
        known: &dyn Fn(u64) -> bool,
        mut shelf: Option<&mut Shelf>,
    ) -> Result<usize, KeepError> {
        let first = self.pieces.len() - self.unsifted;
        self.all_sifted();
        let mut sifted = 0;
        for piece in self.pieces.range_mut(first..) {
            let lost = piece.sift(known, shelf.as_deref_mut())?;
            self.away -= if piece.is_away() { lost } else { 0 };
            sifted += lost;
        }
        self.bytes -= self.share_of(sifted);
        self.of -= sifted;
        self.len -= sifted;
        if sifted > 0 {
            self.pieces.retain(|piece| piece.len > 0);
        }
        Ok(sifted)
    }

    /// Nothing is on disk that any of them could be.
    pub(super) fn all_sifted(&mut self) {
        (self.unsifted, self.prints) = (0, 0);
    }

    /// Brings the first states into memory, as many as that.
    pub(super) fn fetch(
        &mut self,
        count: usize,
        space: &S,
        shelf: &mut Shelf,
    ) -> Result<(), KeepError> {
        let mut ahead = self.expanded + count;
        for piece in &mut self.pieces {
            if ahead == 0 {
                break;
            }
            if piece.is_away() {
                piece.fetch(space, shelf)?;
                self.away -= piece.len;
            }
            ahead = ahead.saturating_sub(piece.len);
        }
        Ok(())
    }

    /// Puts the states of a row behind all others.
    pub(super) fn fill(&mut self, row: &mut S::Row) {
        let mut left = row.len();
        row.pack(PIECE, &mut |packed| {
            let len = left.min(PIECE);
            left -= len;
            self.push(Piece::new(packed, len));
        });
    }

    /// What was put in takes so many bytes more.
    pub(super) fn weighs(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    /// The first `count` states, in parts of about `about` states.
    pub(super) fn parts(&self, count: usize, about: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        let (mut first, mut skipped, mut left) = (0, self.expanded, count.min(self.len));
        while left > 0 {
            let mut part = Part {
                pieces: first..first,
                skipped,
                len: 0,
            };
            while part.len < about.min(left) {
                part.len += self.pieces[part.pieces.end].len - skipped;
                part.pieces.end += 1;
                skipped = 0;
            }
            part.len = part.len.min(left);
            first = part.pieces.end;
            left -= part.len;
            parts.push(part);
        }
        parts
    }

    /// The pieces of a part with the states of each that belong to it, and how many come before them.
    pub(super) fn of(&self, part: &Part) -> impl Iterator<Item = (&Piece<S>, Range<usize>, usize)> {
        let (mut skipped, mut before, len) = (part.skipped, 0, part.len);
        self.pieces.range(part.pieces.clone()).map(move |piece| {
            let end = piece.len.min(skipped + len - before);
            let found = (piece, skipped..end, before);
            before += end - skipped;
            skipped = 0;
            found
        })
    }

    /// Drops the first `count` states: they are expanded. Those that go are handed on.
    pub(super) fn drop_first(&mut self, count: usize, gone: &mut dyn FnMut(Piece<S>)) {
        self.len -= count;
        self.expanded += count;
        while let Some(first) = self.pieces.front()
            && (first.len <= self.expanded)
        {
            self.expanded -= first.len;
            gone(self.pieces.pop_front().expect("looked at just now"));
        }
    }

    /// The pieces that are left, with the states of each that are.
    pub(super) fn left(&self) -> impl Iterator<Item = (&Piece<S>, Range<usize>)> {
        let mut skipped = self.expanded;
        self.pieces.iter().map(move |piece| {
            let left = std::mem::take(&mut skipped)..piece.len;
            (piece, left)
        })
    }

    /// How many states there were, and what they took.
    pub(super) fn share(&self) -> [usize; 2] {
        [self.of, self.bytes]
    }

    /// As it was when so many states took so much.
    pub(super) fn with_share(self, [of, bytes]: [usize; 2]) -> Self {
        Frontier { of, bytes, ..self }
    }

    /// Hands on all pieces that are left, if they are in memory.
    pub(super) fn drain(&mut self, gone: &mut dyn FnMut(Piece<S>)) {
        self.pieces.drain(..).for_each(gone);
        *self = Frontier::default();
    }
}

impl<S: Space> Piece<S> {
    /// Appends the states to a row.
    pub(super) fn unpack(self, row: &mut S::Row) {
        let mut lost = self.lost.iter().map(|place| usize::from(*place)).peekable();
        if let Held::Here(packed) = self.held {
            row.unpack(packed, &mut |place| lost.next_if_eq(&place).is_none());
        }
    }
}
