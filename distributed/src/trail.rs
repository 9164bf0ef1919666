//! How the states of a worker are found again: for each, two bytes or so, never the state.
//!
//! Of a state that was generated here, the place of its parent in the level before and its own place among that one's successors; of
//! a state that has moved here, the whole way to it. A way begins with the place of an initial state and goes on with a place
//! for each step. Neighbours have most of their way in common, so each is written as how much it has in common with the one before, and the
//! rest.

use std::ops::Range;

/// The levels of one worker.
#[derive(Default)]
pub struct Trail(Vec<Level>);

/// The states of a level, in order.
#[derive(Default)]
struct Level {
    /// Those that were generated here: how far the parent is behind the one before, and the place among its successors.
    own: Vec<u8>,
    parts: Vec<Part>,
}

/// Some states that follow each other.
enum Part {
    /// Of those that were generated here.
    Own(Range<usize>),
    /// Ways, and how many.
    Moved(Vec<u8>, usize),
}

impl Part {
    fn len(&self) -> usize {
        match self {
            Part::Own(range) => range.len(),
            Part::Moved(_, count) => *count,
        }
    }
}

/// How the way to a state goes on, seen from its end.
enum Link {
    /// By this state of the level before, and this of its successors.
    By(usize, u32),
    /// This is all of it.
    Whole(Vec<u32>),
}

impl Trail {
    /// The first level: initial states.
    pub fn begin(&mut self, places: &[usize]) {
        let ways: Vec<Vec<u32>> = places.iter().map(|place| vec![*place as u32]).collect();
        self.0.push(Level {
            own: Vec::new(),
            parts: vec![Part::Moved(encode(&ways), ways.len())],
        });
    }

    /// The next level: the parent and the place of each state.
    pub fn push(&mut self, states: impl Iterator<Item = (u32, u32)>) {
        let (mut own, mut before, mut count) = (Vec::new(), 0, 0);
        for (parent, place) in states {
            put(&mut own, parent - before);
            put(&mut own, place);
            before = parent;
            count += 1;
        }
        own.shrink_to_fit();
        let parts = vec![Part::Own(0..count)];
        self.0.push(Level { own, parts });
    }

    /// Of the last level only this part stays; others come before and behind.
    pub fn arrange(
        &mut self,
        kept: &Range<usize>,
        before: Vec<(Vec<u8>, usize)>,
        behind: Vec<(Vec<u8>, usize)>,
    ) {
        let Some(level) = self.0.last_mut() else {
            return;
        };
        let moved = |(ways, count)| Part::Moved(ways, count);
        let mut parts: Vec<Part> = before.into_iter().map(moved).collect();
        let mut first = 0;
        for part in std::mem::take(&mut level.parts) {
            let common = crate::balance::common(kept, &(first..first + part.len()));
            let within = common.start - first..common.end - first;
            first += part.len();
            match part {
                _ if within.is_empty() => {}
                Part::Own(range) => {
                    parts.push(Part::Own(
                        range.start + within.start..range.start + within.end,
                    ));
                }
                // Only initial states: levels are arranged once.
                Part::Moved(ways, _) => {
                    let ways = decode(&ways);
                    parts.push(Part::Moved(encode(&ways[within.clone()]), within.len()));
                }
            }
        }
        parts.extend(behind.into_iter().map(moved));
        level.parts = parts;
    }

    /// How many levels there are.
    pub fn levels(&self) -> usize {
        self.0.len()
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        let moved = |part: &Part| match part {
            Part::Own(_) => 0,
            Part::Moved(ways, _) => ways.len(),
        };
        let level = |level: &Level| {
            level.own.len() + level.parts.iter().map(moved).sum::<usize>() + size_of::<Level>()
        };
        self.0.iter().map(level).sum()
    }

    /// The ways to states of a level, by their places there, which grow.
    pub fn ways(&self, level: usize, places: impl Iterator<Item = usize>) -> Vec<Vec<u32>> {
        let (mut places, mut links): (Vec<usize>, Vec<Vec<Link>>) = (places.collect(), Vec::new());
        for level in self.0[..=level].iter().rev() {
            let mut parents: Vec<usize> = Vec::new();
            let of_level = level.links(&places);
            for link in &of_level {
                if let Link::By(parent, _) = link
                    && parents.last() != Some(parent)
                {
                    parents.push(*parent);
                }
            }
            let of_level = of_level.into_iter().map(|link| match link {
                // From now on, by its place among the parents that matter.
                Link::By(parent, place) => {
                    Link::By(parents.partition_point(|other| *other < parent), place)
                }
                whole => whole,
            });
            links.push(of_level.collect());
            places = parents;
        }
        let mut ways: Vec<Vec<u32>> = Vec::new();
        for of_level in links.into_iter().rev() {
            let way = |link| match link {
                Link::Whole(way) => way,
                Link::By(parent, place) => {
                    let mut way: Vec<u32> = ways[parent].clone();
                    way.push(place);
                    way
                }
            };
            ways = of_level.into_iter().map(way).collect();
        }
        ways
    }
}

impl Level {
    /// How the ways to these states go on.
    fn links(&self, places: &[usize]) -> Vec<Link> {
        let mut links = Vec::with_capacity(places.len());
        let mut wanted = places.iter().copied().peekable();
        let (mut first, mut own) = (0, Own::of(&self.own));
        for part in &self.parts {
            let end = first + part.len();
            match part {
                Part::Own(range) => {
                    while let Some(place) = wanted.next_if(|place| *place < end) {
                        let (parent, place) = own.at(range.start + place - first);
                        links.push(Link::By(parent as usize, place));
                    }
                }
                Part::Moved(ways, _) => {
                    let mut at = first;
                    each(ways, &mut |way| {
                        if wanted.next_if_eq(&at).is_some() {
                            links.push(Link::Whole(way.to_vec()));
                        }
                        at += 1;
                    });
                }
            }
            first = end;
        }
        links
    }
}

/// Reads what was generated here, from the beginning to the end.
struct Own<'a> {
    rest: &'a [u8],
    next: usize,
    parent: u32,
}

impl<'a> Own<'a> {
    fn of(rest: &'a [u8]) -> Self {
        Own {
            rest,
            next: 0,
            parent: 0,
        }
    }

    /// The state with this number, which is behind all that were asked for.
    fn at(&mut self, number: usize) -> (u32, u32) {
        loop {
            self.parent += take(&mut self.rest);
            let place = take(&mut self.rest);
            self.next += 1;
            if self.next > number {
                return (self.parent, place);
            }
        }
    }
}

/// Ways, written down.
pub fn encode(ways: &[Vec<u32>]) -> Vec<u8> {
    let (mut bytes, mut before): (Vec<u8>, &[u32]) = (Vec::new(), &[]);
    for way in ways {
        let same = before.iter().zip(way).take_while(|(a, b)| a == b);
        let shared = same.count();
        put(&mut bytes, shared as u32);
        put(&mut bytes, (way.len() - shared) as u32);
        way[shared..]
            .iter()
            .for_each(|place| put(&mut bytes, *place));
        before = way;
    }
    bytes
}

/// Ways, read again.
fn decode(bytes: &[u8]) -> Vec<Vec<u32>> {
    let mut ways = Vec::new();
    each(bytes, &mut |way| ways.push(way.to_vec()));
    ways
}

/// Shows each way.
fn each(bytes: &[u8], see: &mut dyn FnMut(&[u32])) {
    let mut way = Vec::new();
    steps(bytes, &mut |shared, rest| {
        way.truncate(shared);
        way.extend_from_slice(rest);
        see(&way);
        true
    });
}

/// Shows of each way how much it has in common with the one before, and the rest, as long as the answer is `true`.
pub fn steps(mut bytes: &[u8], see: &mut dyn FnMut(usize, &[u32]) -> bool) -> bool {
    let mut rest = Vec::new();
    while !bytes.is_empty() {
        let (shared, count) = (take(&mut bytes), take(&mut bytes));
        rest.clear();
        rest.extend((0..count).map(|_| take(&mut bytes)));
        if !see(shared as usize, &rest) {
            return false;
        }
    }
    true
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_again_wherever_it_was_generated() {
        let mut trail = Trail::default();
        trail.begin(&[3, 4]);
        trail.push([(0, 0), (0, 300), (1, 2)].into_iter());
        assert_eq!(trail.ways(1, 0..3), [vec![3, 0], vec![3, 300], vec![4, 2]]);
        // The first one moves away; two come before it, one behind.
        let [before, behind] = [vec![vec![1, 7], vec![1, 8]], vec![vec![9, 1]]]
            .map(|ways| (encode(&ways), ways.len()));
        trail.arrange(&(1..3), vec![before], vec![behind]);
        let places = [vec![1, 7], vec![1, 8], vec![3, 300], vec![4, 2], vec![9, 1]];
        assert_eq!(trail.ways(1, 0..5), places);
        trail.push([(1, 0), (2, 5), (4, 1 << 20)].into_iter());
        let next = [vec![1, 8, 0], vec![3, 300, 5], vec![9, 1, 1 << 20]];
        assert_eq!(trail.ways(2, 0..3), next);
        assert_eq!(trail.ways(2, [1].into_iter()), next[1..2]);
        assert!(trail.ways(2, 2..2).is_empty());
        trail.arrange(&(0..1), Vec::new(), Vec::new());
        assert_eq!(trail.ways(2, 0..1), next[..1]);
    }

    #[test]
    fn initial_states_move_too() {
        let mut trail = Trail::default();
        trail.begin(&[0, 1, 2, 3]);
        trail.arrange(&(1..3), Vec::new(), Vec::new());
        assert_eq!(trail.ways(0, 0..2), [[1], [2]]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let ways = vec![
            vec![0],
            vec![0, u32::MAX],
            vec![127, 128, 1 << 14],
            vec![127, 1],
        ];
        assert_eq!(decode(&encode(&ways)), ways);
        // Damaged bytes are read as something, and never for ever.
        decode(&[0x80; 9]);
    }
}
