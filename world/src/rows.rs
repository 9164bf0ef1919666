//! States in rows, in pieces, and as drafts.

use super::effects::Scratch;
use super::next::{Gone, Move, Next};
use std::ops::Range;
use verdict_checker::space::{Numbers, Row, grown};

/// States one after the other, without a pointer each.
#[derive(Default)]
pub struct Rows {
    words: Vec<u32>,
    ends: Vec<usize>,
}

impl Rows {
    /// Appends what is written, if it is `within`; answers whether it is.
    #[inline]
    pub(super) fn push_if(
        &mut self,
        write: impl FnOnce(&mut Vec<u32>),
        within: impl FnOnce(&[u32]) -> bool,
    ) -> bool {
        let start = self.words.len();
        write(&mut self.words);
        let within = within(&self.words[start..]);
        if within {
            self.ends.push(self.words.len());
        } else {
            self.words.truncate(start);
        }
        within
    }

    /// Appends a state.
    pub(super) fn push(&mut self, state: &[u32]) {
        self.words.extend_from_slice(state);
        self.ends.push(self.words.len());
    }
}

impl Row<[u32]> for Rows {
    type Draft = Draft;
    type Packed = Packed;

    fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.words[start..self.ends[index]]
    }

    fn append(&mut self, other: &mut Self) {
        let offset = self.words.len();
        self.words.append(&mut other.words);
        self.ends
            .extend(other.ends.drain(..).map(|end| end + offset));
    }

    fn append_where(&mut self, other: &mut Self, keep: &mut dyn FnMut(usize) -> bool) {
        for index in 0..other.len() {
            if keep(index) {
                self.push(other.get(index));
            }
        }
        other.words.clear();
        other.ends.clear();
    }

    fn bytes(&self) -> usize {
        grown(self.words.len()) * size_of::<u32>() + grown(self.ends.len()) * size_of::<usize>()
    }

    fn draft(state: &[u32]) -> Draft {
        Draft::Whole(state.into())
    }

    fn take_last(&mut self) -> Option<Draft> {
        self.ends.pop()?;
        let start = self.ends.last().copied().unwrap_or(0);
        Some(Draft::Whole(self.words.drain(start..).collect()))
    }

    /// A change says nothing without the state that it changes: see [`Draft::write`].
    fn put(&mut self, draft: Draft) {
        match draft {
            Draft::Whole(state) => self.push(&state),
            Draft::Change { .. } => unreachable!("the space that drafts a change finishes it"),
        }
    }

    fn pack(&mut self, most: usize, piece: &mut dyn FnMut(Packed)) {
        for first in (0..self.len()).step_by(most) {
            piece(Packed::of(self, first..(first + most).min(self.len())));
        }
        self.words.clear();
        self.ends.clear();
    }

    fn view<'a>(packed: &'a Packed, room: &'a mut Rows) -> &'a Rows {
        room.words.clear();
        room.ends.clear();
        packed.write(room);
        room
    }

    fn unpack(&mut self, packed: Packed, keep: &mut dyn FnMut(usize) -> bool) {
        let mut room = Rows::default();
        packed.write(&mut room);
        self.append_where(&mut room, keep);
    }

    /// As if every number were small.
    #[inline]
    fn weight(&self, index: usize) -> usize {
        (1 + self.get(index).len()) * size_of::<u16>()
    }
}

/// Some states in half the memory: each as its length and its numbers, in 16 bits each, or twice as many for one that is large.
pub struct Packed(Box<[u16]>);

/// Marks the upper half of a large number; the lower one follows.
const LARGE: u16 = 1 << 15;

impl Packed {
    fn of(rows: &Rows, part: Range<usize>) -> Self {
        let mut halves =
            Vec::with_capacity(part.clone().map(|index| 1 + rows.get(index).len()).sum());
        for index in part {
            let state = rows.get(index);
            push(&mut halves, state.len() as u32);
            state.iter().for_each(|word| push(&mut halves, *word));
        }
        Packed(halves.into_boxed_slice())
    }

    fn write(&self, rows: &mut Rows) {
        let mut halves = &self.0[..];
        while let Some(length) = take(&mut halves) {
            let length = length as usize;
            match halves.get(..length) {
                // Most states have no large number.
                Some(state) if state.iter().all(|half| half & LARGE == 0) => {
                    rows.words.extend(state.iter().map(|half| u32::from(*half)));
                    halves = &halves[length..];
                }
                _ => rows
                    .words
                    .extend((0..length).map_while(|_| take(&mut halves))),
            }
            rows.ends.push(rows.words.len());
        }
    }
}

impl Rows {
    /// Writes states as a piece has them.
    pub(super) fn write_down(&self, places: &[usize], bytes: &mut Vec<u8>) {
        let mut halves = Vec::new();
        for place in places {
            let state = self.get(*place);
            push(&mut halves, state.len() as u32);
            state.iter().for_each(|word| push(&mut halves, *word));
        }
        bytes.extend(halves.into_iter().flat_map(u16::to_le_bytes));
    }

    /// Appends states that were written down, with the numbers that their parts have now; the messages begin at `first`, the local
    /// states at `nodes`. Answers with how many there were; nothing if a part is not known.
    pub(super) fn read(
        &mut self,
        bytes: &[u8],
        [nodes, first]: [usize; 2],
        numbers: &Numbers,
    ) -> Option<usize> {
        let halves = bytes.chunks_exact(size_of::<u16>());
        let whole = halves.remainder().is_empty();
        let halves = halves
            .map(|half| u16::from_le_bytes([half[0], half[1]]))
            .collect();
        let read = self.len();
        Packed(halves).write(self);
        let start = if read == 0 { 0 } else { self.ends[read - 1] };
        let mut ends = self.ends[read..].iter().map(|end| end - start);
        if let [locals, envelopes] = &numbers.0[..] {
            let (mut at, mut end) = (0, 0);
            for (index, word) in self.words[start..].iter_mut().enumerate() {
                while index == end {
                    (at, end) = (end, ends.next()?);
                }
                let new = match index - at {
                    place if place < nodes => continue,
                    place if place < first => locals.as_slice(),
                    _ => envelopes.as_slice(),
                };
                *word = Some(*new.get(*word as usize)?).filter(|new| *new != u32::MAX)?;
            }
        }
        whole.then_some(self.len() - read)
    }
}

/// The next number.
#[inline]
fn take(halves: &mut &[u16]) -> Option<u32> {
    let (half, rest) = halves.split_first()?;
    *halves = rest;
    if half & LARGE == 0 {
        return Some(u32::from(*half));
    }
    let (low, rest) = halves.split_first()?;
    *halves = rest;
    Some(u32::from(half & !LARGE) << 16 | u32::from(*low))
}

#[inline]
fn push(halves: &mut Vec<u16>, word: u32) {
    if word >= u32::from(LARGE) {
        // 31 bits are enough: numbers are given one by one, and budgets are smaller than 128.
        halves.push((word >> 16) as u16 | LARGE);
    }
    halves.push(word as u16);
}

/// How many messages of a draft need no memory of their own.
const FEW: usize = 4;

/// What a move leads to, without what it starts from.
pub enum Draft {
    /// The state itself.
    Whole(Box<[u32]>),
    /// What changes.
    Change {
        /// Which node changes, as a place in the state.
        at: u16,
        /// What it becomes.
        local: u32,
        /// The messages that are gone.
        gone: Gone,
        /// The messages that leave.
        sent: Sent,
    },
}

/// Messages that leave together.
pub enum Sent {
    /// A few.
    Few([u32; FEW], u8),
    /// Many.
    Many(Box<[u32]>),
}

impl Sent {
    #[inline]
    fn of(sent: &[u32]) -> Self {
        let mut few = [0; FEW];
        match few.get_mut(..sent.len()) {
            Some(room) => {
                room.copy_from_slice(sent);
                Sent::Few(few, sent.len() as u8)
            }
            None => Sent::Many(sent.into()),
        }
    }

    fn as_slice(&self) -> &[u32] {
        match self {
            Sent::Few(few, count) => &few[..usize::from(*count)],
            Sent::Many(many) => many,
        }
    }
}

impl Draft {
    /// Of a move.
    #[inline]
    pub(super) fn of(taken: &Move) -> Self {
        match taken.next {
            Next::Built(state) => Draft::Whole(state.into()),
            Next::Change {
                at,
                local,
                gone,
                sent,
                ..
            } => Draft::Change {
                at: at as u16,
                local,
                gone,
                sent: Sent::of(sent),
            },
        }
    }

    /// Appends the state to `words`; the move starts from `state`, whose messages begin at `first`.
    #[inline]
    pub(super) fn write(
        &self,
        state: &[u32],
        first: usize,
        scratch: &Scratch,
        words: &mut Vec<u32>,
    ) {
        match self {
            Draft::Whole(state) => words.extend_from_slice(state),
            Draft::Change {
                at,
                local,
                gone,
                sent,
            } => Next::Change {
                state,
                at: usize::from(*at),
                local: *local,
                gone: *gone,
                sent: sent.as_slice(),
                scratch,
                first,
            }
            .write(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(states: &[&[u32]]) -> Rows {
        let mut rows = Rows::default();
        states.iter().for_each(|state| rows.push(state));
        rows
    }

    fn listed(rows: &Rows) -> Vec<Vec<u32>> {
        (0..rows.len())
            .map(|index| rows.get(index).to_vec())
            .collect()
    }

    #[test]
    fn what_is_packed_comes_back_whatever_its_size() {
        let long = vec![7; 40_000];
        let states: [&[u32]; 6] = [
            &[0, 1, 2],
            &[],
            &[(1 << 15) - 1, 1 << 15, (1 << 16) + 1],
            &long,
            &[u32::MAX >> 1, 0],
            &[5],
        ];
        for most in 1..7 {
            let (mut pieces, mut before) = (Vec::new(), rows(&states));
            before.pack(most, &mut |piece| pieces.push(piece));
            assert!(before.is_empty());
            assert_eq!(pieces.len(), states.len().div_ceil(most));
            let (mut seen, mut after, mut room) = (Vec::new(), Rows::default(), Rows::default());
            for piece in pieces {
                seen.extend(listed(Rows::view(&piece, &mut room)));
                after.unpack(piece, &mut |_| true);
            }
            assert_eq!(seen, states.map(<[u32]>::to_vec));
            assert_eq!(listed(&after), seen);
        }
    }

    #[test]
    fn what_is_taken_away_can_be_put_back() {
        let mut rows = rows(&[&[1, 2], &[], &[3]]);
        let drafts = [rows.take_last(), rows.take_last()];
        assert_eq!(listed(&rows), [[1, 2]]);
        drafts
            .into_iter()
            .rev()
            .flatten()
            .for_each(|draft| rows.put(draft));
        assert_eq!(listed(&rows), [vec![1, 2], vec![], vec![3]]);
    }
}
