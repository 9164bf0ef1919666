//! A part in a search that many workers share, on one machine or on many.
//!
//! How a space stores its states means nothing elsewhere: interned numbers differ between processes. So a state stays with whoever
//! generated it, and all that is said of it is numbers that are the same everywhere: its fingerprint, and the way to it, as the
//! place of each successor among those of the state before. Whoever shares a search ([`Share`]) needs neither the types of the
//! space nor what is asked of it; [`Sharing`] is the other side, over any space.

mod walk;

use crate::judge::Subject;
use crate::property::Demand;
use crate::search::{Counts, Cut, Explored, Limits, Violation};
use crate::space::{DraftOf, PackedOf, Row, Space, Visit};
use crate::table::Table;
use crate::verdict::Judgement;
use crate::watch::Watch;
use std::collections::VecDeque;
use std::ops::Range;
use walk::Walk;

/// How many states a piece of a level holds at most.
const PIECE: usize = 1 << 9;
/// The memory that states hold outside their rows is reckoned for one in so many.
const WEIGHED: usize = 1 << 4;

/// A successor, as it is shown to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// Its fingerprint.
    pub fingerprint: u64,
    /// The place of the state before in its level, as far as that is held here.
    pub parent: u32,
    /// Its place among the successors of that state.
    pub action: u32,
}

/// What an expansion came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// How many states were expanded.
    pub states: usize,
    /// How many successors they have.
    pub total: usize,
    /// The largest number of successors of one of them.
    pub branching: usize,
    /// The first step that breaks the property: the place of the state before, and the fingerprint of the one after.
    pub broken_step: Option<(u32, u64)>,
}

/// One worker's part: it holds some states of a level, all of them next to each other in the order of the level.
pub trait Share {
    /// The fingerprints of all initial states, in order, and whether each decides the property.
    fn initial(&self) -> Vec<(u64, bool)>;
    /// The first level: the initial states at these places.
    fn begin(&mut self, places: &[usize]);
    /// How many states of the level are held, and how many of them are still to be expanded.
    fn held(&self) -> (usize, usize);
    /// Expands about so many of them, the first ones, and shows every successor, in order. Those for which `keep` holds can be built
    /// until [`Share::forget`] is called.
    fn expand(&mut self, about: usize, keep: &mut dyn FnMut(Successor) -> bool) -> Expansion;
    /// Builds some of the successors that were kept, by their number among these, which grows: they belong to the next level. Tells
    /// of each whether it decides the property, or nothing if it lies beyond the boundary of the space.
    fn build(&mut self, kept: &[u32], built: &mut dyn FnMut(Option<bool>));
    /// Forgets what was kept, and the states that are expanded.
    fn forget(&mut self, allowance: usize);
    /// The level is over. The next one has what was built but for what stood at these places, which grow.
    fn advance(&mut self, lost: &[u32]);
    /// Walks: back to so many steps of the last walk, where the initial state counts as one, then on by these places. Answers with the
    /// fingerprint of the state there, if there is one.
    fn walk(&mut self, shared: usize, on: &[u32]) -> Option<u64>;
    /// Takes the state that was walked to: it has arrived, to stand before the states of the level that are held, or behind them.
    fn arrive(&mut self, before: bool);
    /// Of the level only these places are kept, with the states that have arrived before and behind.
    fn arrange(&mut self, kept: Range<usize>);
    /// The fingerprints of the states of the level at these places.
    fn fingerprints(&mut self, places: Range<usize>) -> Vec<u64>;
    /// About how many bytes are held.
    fn bytes(&self) -> usize;
    /// How many states were expanded only to find the way to others.
    fn walked(&self) -> usize;
    /// What the search comes to, with the fingerprints of a shortest run that decides the property, if there is one.
    fn conclude(&self, counts: Counts, cut: Option<Cut>, path: Option<Vec<u64>>) -> Judgement;
}

/// Some states that follow each other.
struct Piece<S: Space> {
    packed: PackedOf<S>,
    len: usize,
}

/// A successor that may have to be built.
struct Kept<S: Space> {
    /// The piece of the level that its parent is in, and the parent's place there.
    at: (usize, usize),
    draft: Option<DraftOf<S>>,
}

/// A part in the search of any space.
pub struct Sharing<'a, S: Space> {
    subject: &'a Subject<S>,
    scratch: S::Scratch,
    /// Room for the states of a piece.
    room: S::Row,
    level: VecDeque<Piece<S>>,
    /// How many pieces at the front of the level are expanded and not forgotten yet.
    expanded: usize,
    /// How many states of the level are behind, and how many there were.
    behind: usize,
    of: usize,
    kept: Vec<Kept<S>>,
    next: Vec<Piece<S>>,
    /// What is built and not in a piece yet.
    new: S::Row,
    /// What the states of the level and of the next one take.
    bytes: [usize; 2],
    walk: Walk<S>,
    /// States that have arrived: to stand before the others, and behind.
    arrived: [S::Row; 2],
}

impl<'a, S: Space> Sharing<'a, S> {
    /// Of this subject.
    pub fn of(subject: &'a Subject<S>) -> Self {
        let space = &*subject.space;
        Sharing {
            subject,
            scratch: space.scratch(),
            room: S::Row::default(),
            level: VecDeque::new(),
            expanded: 0,
            behind: 0,
            of: 0,
            kept: Vec::new(),
            next: Vec::new(),
            new: S::Row::default(),
            bytes: [0; 2],
            walk: Walk::new(),
            arrived: [S::Row::default(), S::Row::default()],
        }
    }

    fn weigh(&self, row: &S::Row, index: usize) -> usize {
        let heap = match index.is_multiple_of(WEIGHED) {
            true => WEIGHED * self.subject.space.heap(row.get(index)),
            false => 0,
        };
        row.weight(index) + heap
    }

    /// The states of a row, as pieces of a level, and what they take.
    fn packed(&self, row: &mut S::Row) -> (Vec<Piece<S>>, usize) {
        let bytes = (0..row.len()).map(|index| self.weigh(row, index)).sum();
        (pieces(row), bytes)
    }
}

/// The states of a row, in pieces.
fn pieces<S: Space>(row: &mut S::Row) -> Vec<Piece<S>> {
    let (mut left, mut pieces) = (row.len(), Vec::new());
    row.pack(PIECE, &mut |packed| {
        let len = left.min(PIECE);
        left -= len;
        pieces.push(Piece { packed, len });
    });
    pieces
}

/// The successors of a state, each of which may be kept.
struct Drafting<'v, S: Space> {
    row: S::Row,
    hand: &'v mut dyn FnMut(u64, Option<DraftOf<S>>),
}

impl<S: Space> Visit<S::Row> for Drafting<'_, S> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut S::Row) -> bool) {
        let within = build(&mut self.row);
        let draft = if within { self.row.take_last() } else { None };
        (self.hand)(fingerprint, draft);
    }
}

impl<S: Space> Share for Sharing<'_, S> {
    fn initial(&self) -> Vec<(u64, bool)> {
        let (space, initial) = (&*self.subject.space, self.subject.space.initial());
        let states = (0..initial.len()).map(|index| initial.get(index));
        states
            .map(|state| {
                let decides = self.subject.property.decides(space, state);
                (space.fingerprint(state), decides)
            })
            .collect()
    }

    fn begin(&mut self, places: &[usize]) {
        let (mut initial, mut row) = (self.subject.space.initial(), S::Row::default());
        row.append_where(&mut initial, &mut |index| places.contains(&index));
        self.of = row.len();
        let (pieces, bytes) = self.packed(&mut row);
        self.level.extend(pieces);
        self.bytes[0] = bytes;
    }

    fn held(&self) -> (usize, usize) {
        let expanded = self.level.iter().take(self.expanded);
        let expanded: usize = expanded.map(|piece| piece.len).sum();
        (self.of, self.of - self.behind - expanded)
    }

    fn expand(&mut self, about: usize, keep: &mut dyn FnMut(Successor) -> bool) -> Expansion {
        let (space, property) = (&*self.subject.space, &self.subject.property);
        let (mut expansion, kept) = (Expansion::default(), &mut self.kept);
        let before = self.level.iter().take(self.expanded);
        let mut parent = (self.behind + before.map(|piece| piece.len).sum::<usize>()) as u32;
        while let Some(piece) = self.level.get(self.expanded)
            && expansion.states < about
        {
            let row = S::Row::view(&piece.packed, &mut self.room);
            for place in 0..piece.len {
                let (state, mut action) = (row.get(place), 0);
                let at = (self.expanded, place);
                let mut hand = |fingerprint: u64, draft: Option<DraftOf<S>>| {
                    let successor = Successor {
                        fingerprint,
                        parent,
                        action,
                    };
                    action += 1;
                    if keep(successor) {
                        kept.push(Kept { at, draft });
                    }
                };
                if let Demand::EveryStep(holds) = &property.demand {
                    let row = S::Row::default();
                    let hand = &mut hand;
                    let mut drafting = Drafting::<S> { row, hand };
                    let broken = &mut expansion.broken_step;
                    let see = &mut |step: &S::Step, after: &S::State| {
                        if broken.is_none() && !holds(space, state, step, after) {
                            *broken = Some((parent, space.fingerprint(after)));
                        }
                    };
                    space.expand_with_steps(state, &mut self.scratch, &mut drafting, see);
                } else {
                    space.sketch(state, &mut self.scratch, &mut hand);
                }
                expansion.total += action as usize;
                expansion.branching = expansion.branching.max(action as usize);
                parent += 1;
            }
            expansion.states += piece.len;
            self.expanded += 1;
        }
        expansion
    }

    fn build(&mut self, kept: &[u32], built: &mut dyn FnMut(Option<bool>)) {
        let (space, property) = (&*self.subject.space, &self.subject.property);
        let mut room = std::mem::take(&mut self.room);
        let mut wanted = kept.iter().peekable();
        while let Some(first) = wanted.peek() {
            let (piece, _) = self.kept[**first as usize].at;
            let row = S::Row::view(&self.level[piece].packed, &mut room);
            while let Some(number) =
                wanted.next_if(|number| self.kept[**number as usize].at.0 == piece)
            {
                let Kept { at, draft } = &mut self.kept[*number as usize];
                let state = row.get(at.1);
                let within = draft.take().is_some_and(|draft| {
                    space.finish(state, draft, &mut self.scratch, &mut self.new)
                });
                if !within {
                    built(None);
                    continue;
                }
                let index = self.new.len() - 1;
                built(Some(property.decides(space, self.new.get(index))));
                self.bytes[1] += self.weigh(&self.new, index);
            }
            if self.new.len() >= PIECE {
                self.next.extend(pieces(&mut self.new));
            }
        }
        self.room = room;
    }

    fn forget(&mut self, allowance: usize) {
        self.kept.clear();
        for piece in self.level.drain(..std::mem::take(&mut self.expanded)) {
            self.behind += piece.len;
        }
        self.subject.space.trim(&mut self.scratch, allowance);
    }

    fn advance(&mut self, lost: &[u32]) {
        self.next.extend(pieces(&mut self.new));
        let mut lost = lost.iter().map(|place| *place as usize).peekable();
        let mut first = 0;
        self.level.clear();
        self.of = 0;
        for piece in std::mem::take(&mut self.next) {
            let end = first + piece.len;
            if lost.peek().is_none_or(|place| *place >= end) {
                self.of += piece.len;
                self.level.push_back(piece);
            } else {
                let mut row = S::Row::default();
                row.unpack(piece.packed, &mut |place| {
                    lost.next_if_eq(&(first + place)).is_none()
                });
                self.of += row.len();
                self.level.extend(pieces(&mut row));
            }
            first = end;
        }
        (self.behind, self.expanded) = (0, 0);
        self.bytes = [self.bytes[1], 0];
    }

    fn walk(&mut self, shared: usize, on: &[u32]) -> Option<u64> {
        let space = &*self.subject.space;
        self.walk.go(space, &mut self.scratch, shared, on)
    }

    fn arrive(&mut self, before: bool) {
        self.walk.leave(&mut self.arrived[usize::from(!before)]);
    }

    fn arrange(&mut self, kept: Range<usize>) {
        let [mut front, mut back] = std::mem::take(&mut self.arrived);
        let (head, head_bytes) = self.packed(&mut front);
        let (tail, tail_bytes) = self.packed(&mut back);
        let mut row = S::Row::default();
        let (mut first, mut middle, mut middle_bytes) = (0, Vec::new(), 0);
        for piece in std::mem::take(&mut self.level) {
            let end = first + piece.len;
            if kept.start <= first && end <= kept.end {
                let share = self.bytes[0] as u128 * piece.len as u128 / self.of.max(1) as u128;
                middle_bytes += share as usize;
                middle.push(piece);
            } else if first < kept.end && kept.start < end {
                row.unpack(piece.packed, &mut |place| kept.contains(&(first + place)));
                let (pieces, bytes) = self.packed(&mut row);
                middle.extend(pieces);
                middle_bytes += bytes;
            }
            first = end;
        }
        self.level
            .extend(head.into_iter().chain(middle).chain(tail));
        self.bytes[0] = head_bytes + middle_bytes + tail_bytes;
        self.of = self.level.iter().map(|piece| piece.len).sum();
    }

    fn fingerprints(&mut self, places: Range<usize>) -> Vec<u64> {
        let (space, mut first, mut prints) = (&*self.subject.space, 0, Vec::new());
        for piece in &self.level {
            let end = first + piece.len;
            if first < places.end && places.start < end {
                let row = S::Row::view(&piece.packed, &mut self.room);
                let wanted = places.start.max(first)..places.end.min(end);
                prints.extend(wanted.map(|place| space.fingerprint(row.get(place - first))));
            }
            first = end;
        }
        prints
    }

    fn bytes(&self) -> usize {
        let left = (self.of - self.behind) as u128;
        let level = self.bytes[0] as u128 * left / self.of.max(1) as u128;
        level as usize + self.bytes[1] + self.subject.space.held()
    }

    fn walked(&self) -> usize {
        self.walk.steps()
    }

    fn conclude(&self, counts: Counts, cut: Option<Cut>, path: Option<Vec<u64>>) -> Judgement {
        self.subject.conclude(&Explored {
            counts,
            cut,
            violation: path.map(|path| Violation { property: 0, path }),
            states: S::Row::default(),
            fingerprints: Vec::new(),
            table: Table::with_room_for(0),
            watch: Watch::new(Limits::default()),
        })
    }
}
