//! The states of a level that wait to be expanded: in order, in small pieces, each freed once it is expanded.

use crate::space::{PackedOf, Row, Space};
use std::collections::VecDeque;
use std::ops::Range;

/// How many states a piece holds at most.
pub(super) const PIECE: usize = 1 << 9;

/// Some states that follow each other.
pub(super) struct Piece<S: Space> {
    packed: PackedOf<S>,
    /// How many states there are, those that are lost not counted.
    len: usize,
    /// Places of states that a smaller parent has claimed after all, in order.
    lost: Vec<u32>,
}

impl<S: Space> Piece<S> {
    pub(super) fn new(packed: PackedOf<S>, len: usize) -> Self {
        let lost = Vec::new();
        Piece { packed, len, lost }
    }

    /// Gives the state at this place up.
    pub(super) fn lose(&mut self, place: usize) {
        self.lost.push(place as u32);
        self.len -= 1;
    }

    /// The states, lost ones included.
    pub(super) fn view<'a>(&'a self, room: &'a mut S::Row) -> &'a S::Row {
        S::Row::view(&self.packed, room)
    }

    /// The places of the states in `part`, counted without those that are lost.
    pub(super) fn places(&self, part: Range<usize>, places: &mut Vec<usize>) {
        places.clear();
        let mut lost = self.lost.iter().map(|place| *place as usize).peekable();
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

    /// What they take, as a share of what all took: the same however they are cut into pieces.
    pub(super) fn bytes(&self) -> usize {
        (self.bytes as u128 * self.len as u128 / self.of.max(1) as u128) as usize
    }

    /// Puts states behind all others.
    pub(super) fn push(&mut self, piece: Piece<S>) {
        self.len += piece.len;
        self.of += piece.len;
        if piece.len > 0 {
            self.pieces.push_back(piece);
        }
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

    /// Hands on all pieces that are left.
    pub(super) fn drain(&mut self, gone: &mut dyn FnMut(Piece<S>)) {
        self.pieces.drain(..).for_each(gone);
        *self = Frontier::default();
    }
}

impl<S: Space> Piece<S> {
    /// Appends the states to a row.
    pub(super) fn unpack(self, row: &mut S::Row) {
        let mut lost = self.lost.iter().map(|place| *place as usize).peekable();
        row.unpack(self.packed, &mut |place| lost.next_if_eq(&place).is_none());
    }
}
