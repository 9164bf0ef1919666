//! Small spaces whose size and depth are known.

use stateright::{Model, Property};
use std::fmt::Debug;
use std::hash::Hash;

/// Something to search.
pub trait Puzzle: Clone + Send + Sync + 'static {
    /// A position.
    type State: Clone + Debug + Eq + Hash + Send + Sync;
    /// A move.
    type Action: Clone + Debug + Eq + Hash + Send + Sync;
    /// Where one may begin.
    fn starts(&self) -> Vec<Self::State>;
    /// Every move with where it leads.
    fn moves(&self, state: &Self::State) -> Vec<(Self::Action, Self::State)>;
    /// Where one of these moves leads.
    fn after(&self, state: &Self::State, action: &Self::Action) -> Option<Self::State> {
        let mut moves = self.moves(state).into_iter();
        moves.find_map(|(known, next)| (known == *action).then_some(next))
    }
    /// What must not be reached.
    fn bad(&self, state: &Self::State) -> bool;
    /// What is explored at all.
    fn within(&self, _: &Self::State) -> bool {
        true
    }
}

/// A puzzle as a stateright model.
pub struct Played<P> {
    pub puzzle: P,
    judging: bool,
}

impl<P> Played<P> {
    /// Stateright explores everything.
    pub fn exploring(puzzle: P) -> Self {
        let judging = false;
        Played { puzzle, judging }
    }

    /// Stateright stops at the first bad state.
    pub fn judging(puzzle: P) -> Self {
        let judging = true;
        Played { puzzle, judging }
    }
}

impl<P: Puzzle> Model for Played<P> {
    type State = P::State;
    type Action = P::Action;

    fn init_states(&self) -> Vec<P::State> {
        self.puzzle.starts()
    }

    fn actions(&self, state: &P::State, actions: &mut Vec<P::Action>) {
        let moves = self.puzzle.moves(state);
        actions.extend(moves.into_iter().map(|(action, _)| action));
    }

    fn next_state(&self, state: &P::State, action: P::Action) -> Option<P::State> {
        self.puzzle.after(state, &action)
    }

    fn within_boundary(&self, state: &P::State) -> bool {
        self.puzzle.within(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        match self.judging {
            true => vec![Property::always("good", |model: &Self, state| {
                !model.puzzle.bad(state)
            })],
            false => vec![Property::always("explored", |_, _| true)],
        }
    }
}

/// Counters that only count up, each to the same limit: every state but the first has several parents.
#[derive(Clone)]
pub struct Counters {
    pub number: usize,
    pub limit: u8,
    /// The sum that must not be reached.
    pub bad_sum: u32,
}

impl Puzzle for Counters {
    type State = Vec<u8>;
    type Action = usize;

    fn starts(&self) -> Vec<Vec<u8>> {
        vec![vec![0; self.number]]
    }

    fn moves(&self, state: &Vec<u8>) -> Vec<(usize, Vec<u8>)> {
        let open = (0..self.number).filter(|i| state[*i] < self.limit);
        open.map(|i| {
            let mut next = state.clone();
            next[i] += 1;
            (i, next)
        })
        .collect()
    }

    fn bad(&self, state: &Vec<u8>) -> bool {
        state.iter().map(|count| u32::from(*count)).sum::<u32>() >= self.bad_sum
    }
}

/// Jugs of 5 and 3 litres, a tap, a sink; 4 litres are wanted.
#[derive(Clone)]
pub struct Jugs;

impl Puzzle for Jugs {
    type State = (u8, u8);
    type Action = &'static str;

    fn starts(&self) -> Vec<(u8, u8)> {
        vec![(0, 0)]
    }

    fn moves(&self, &(big, small): &(u8, u8)) -> Vec<(&'static str, (u8, u8))> {
        let over = big.min(3 - small);
        let back = small.min(5 - big);
        vec![
            ("fill big", (5, small)),
            ("fill small", (big, 3)),
            ("empty big", (0, small)),
            ("empty small", (big, 0)),
            ("big into small", (big - over, small + over)),
            ("small into big", (big + back, small - back)),
        ]
    }

    fn bad(&self, state: &(u8, u8)) -> bool {
        state.0 == 4
    }
}

/// Five tiles and a hole on two rows of three.
#[derive(Clone)]
pub struct Tiles {
    pub bad: [u8; 6],
}

impl Puzzle for Tiles {
    type State = [u8; 6];
    type Action = char;

    fn starts(&self) -> Vec<[u8; 6]> {
        vec![[1, 2, 3, 4, 5, 0]]
    }

    fn moves(&self, state: &[u8; 6]) -> Vec<(char, [u8; 6])> {
        let hole = state.iter().position(|tile| *tile == 0).unwrap();
        let (row, column) = (hole / 3, hole % 3);
        let targets = [
            ('u', row > 0, hole.wrapping_sub(3)),
            ('d', row < 1, hole + 3),
            ('l', column > 0, hole.wrapping_sub(1)),
            ('r', column < 2, hole + 1),
        ];
        let open = targets.into_iter().filter(|(_, open, _)| *open);
        open.map(|(name, _, target)| {
            let mut next = *state;
            next.swap(hole, target);
            (name, next)
        })
        .collect()
    }

    fn bad(&self, state: &[u8; 6]) -> bool {
        *state == self.bad
    }
}

/// Numbers below a modulus, each with three pseudo-random successors: wide levels, whose states
/// have parents all over the level before.
#[derive(Clone)]
pub struct Scramble {
    pub modulus: u64,
    pub bad: u64,
}

impl Puzzle for Scramble {
    type State = u64;
    type Action = u8;

    fn starts(&self) -> Vec<u64> {
        vec![1]
    }

    fn moves(&self, state: &u64) -> Vec<(u8, u64)> {
        let next = |a: u64, c: u64| (state * a + c) % self.modulus;
        vec![(0, next(7, 3)), (1, next(11, 5)), (2, next(state + 1, 1))]
    }

    fn bad(&self, state: &u64) -> bool {
        *state == self.bad
    }
}

/// A start with very many successors, which all lead to one and the same end.
#[derive(Clone)]
pub struct Fan {
    pub width: u32,
}

impl Puzzle for Fan {
    type State = u32;
    type Action = u32;

    fn starts(&self) -> Vec<u32> {
        vec![0]
    }

    fn moves(&self, state: &u32) -> Vec<(u32, u32)> {
        match *state {
            0 => (1..=self.width).map(|leaf| (leaf, leaf)).collect(),
            leaf if leaf <= self.width => vec![(0, self.width + 1)],
            _ => Vec::new(),
        }
    }

    fn after(&self, state: &u32, action: &u32) -> Option<u32> {
        Some(if *state == 0 { *action } else { self.width + 1 })
    }

    fn bad(&self, state: &u32) -> bool {
        *state > self.width
    }
}
