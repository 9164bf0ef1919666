//! The states that wait, found again from the table alone: for spaces whose states cannot be written down.
//!
//! Whoever knows how many children each state has knows everybody's parent (see [`super::path`]). So the states from which one that
//! waits comes can be marked, and only these are expanded again, from the initial ones on. A child is built if it is marked itself.

use super::BATCH;
use super::keep::KeepError;
use super::path::Successors;
use super::spill::Seen;
use crate::space::{Row, Space, Visit};
use std::collections::HashSet;

/// What is known of a search whose waiting states are gone.
pub(super) struct Regrowing<'a, S: Space> {
    pub(super) space: &'a S,
    pub(super) seen: Seen<'a>,
    /// The fingerprints of the initial states, each once.
    pub(super) initial: &'a [u64],
    /// The number of the first state that waits: all before it are expanded.
    pub(super) first: usize,
    /// The number of the first state of the next level.
    pub(super) next: usize,
    /// How many states there are.
    pub(super) distinct: usize,
}

/// The states that wait, in order: those of the level and those of the next one.
pub(super) struct Regrown<S: Space> {
    pub(super) level: S::Row,
    pub(super) next: S::Row,
}

const OTHERWISE: &str = "the states in it do not follow from each other in this model";

impl<S: Space> Regrowing<'_, S> {
    /// The inner error, if what was seen is not what this space has.
    pub(super) fn run(&mut self) -> Result<Result<Regrown<S>, &'static str>, KeepError> {
        let children = self.seen.children(self.first)?;
        match self.first_children(children) {
            None => Ok(Err("its states and their parents do not add up")),
            Some(first_child) => Ok(self.expand(&first_child)?.ok_or(OTHERWISE)),
        }
    }

    fn expand(&mut self, first_child: &[u32]) -> Result<Option<Regrown<S>>, KeepError> {
        let marked = self.mark(first_child);
        let is_wanted = |number| number < self.first && marked.has(number);
        let waiting = self.initial_where(&|number| number >= self.first);
        let (Some(waiting), Some(wanted)) = (waiting, self.initial_where(&is_wanted)) else {
            return Ok(None);
        };
        let numbers = (0..self.initial.len()).filter(|number| is_wanted(*number));
        let mut level: (Vec<usize>, _) = (numbers.collect(), wanted);
        let mut regrown = Regrown {
            level: waiting,
            next: S::Row::default(),
        };
        let mut scratch = self.space.scratch();
        while !level.0.is_empty() {
            let mut next: (Vec<usize>, _) = (Vec::new(), S::Row::default());
            for (chunk, numbers) in level.0.chunks(BATCH).enumerate() {
                let states = || (chunk * BATCH..).map(|index| level.1.get(index));
                // All successors of a chunk are looked up together: some may be on disk.
                let mut successors = Successors(Vec::new());
                for (_, state) in numbers.iter().zip(states()) {
                    self.space.expand(state, &mut scratch, &mut successors);
                }
                let mut links = self.seen.links(&successors.0)?.into_iter();
                for (number, state) in numbers.iter().zip(states()) {
                    let mut children = Children::<S> {
                        of: self,
                        marked: &marked,
                        links: &mut links,
                        link: *number as u32 + 1,
                        number: first_child[*number] as usize,
                        seen: HashSet::new(),
                        next: &mut next,
                        waiting: &mut regrown,
                    };
                    self.space.expand(state, &mut scratch, &mut children);
                    if children.number != first_child[number + 1] as usize {
                        return Ok(None);
                    }
                }
            }
            level = next;
        }
        let found = [regrown.level.len(), regrown.next.len()];
        let expected = [self.next - self.first, self.distinct - self.next];
        Ok((found == expected).then_some(regrown))
    }

    /// The initial states with such numbers.
    fn initial_where(&self, wanted: &dyn Fn(usize) -> bool) -> Option<S::Row> {
        let mut starts = self.space.initial();
        let mut known = self.initial.iter().enumerate().peekable();
        let mut keep = Vec::new();
        for index in 0..starts.len() {
            let print = self.space.fingerprint(starts.get(index));
            // One that is given again has no number of its own.
            let number = known.next_if(|(_, due)| **due == print);
            keep.push(number.is_some_and(|(number, _)| wanted(number)));
        }
        let mut row = S::Row::default();
        row.append_where(&mut starts, &mut |index| keep[index]);
        known.next().is_none().then_some(row)
    }

    /// The number of the first child of each expanded state, and the one behind all of them.
    fn first_children(&self, children: Vec<u32>) -> Option<Vec<u32>> {
        let (mut first_child, mut sum) = (children, self.initial.len() as u32);
        for count in &mut first_child {
            sum += std::mem::replace(count, sum);
        }
        first_child.push(sum);
        (sum as usize == self.distinct).then_some(first_child)
    }

    /// The states that wait, and all that they come from.
    fn mark(&self, first_child: &[u32]) -> Marks {
        let mut marks = Marks(vec![0; self.distinct.div_ceil(64)]);
        let mut parent = self.first;
        for number in (self.initial.len()..self.distinct).rev() {
            while first_child[parent] as usize > number {
                parent -= 1;
            }
            if number >= self.first || marks.has(number) {
                marks.add(parent);
            }
        }
        marks
    }
}

/// Some of the states, by number.
struct Marks(Vec<u64>);

impl Marks {
    fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    fn add(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }
}

/// Tells the children of a state among its successors, in the order of their numbers.
struct Children<'c, 'a, S: Space> {
    of: &'c Regrowing<'a, S>,
    marked: &'c Marks,
    /// The links of the successors that are still to come.
    links: &'c mut dyn Iterator<Item = Option<u32>>,
    /// How its children name it.
    link: u32,
    /// The number of the next child.
    number: usize,
    seen: HashSet<u64>,
    next: &'c mut (Vec<usize>, S::Row),
    waiting: &'c mut Regrown<S>,
}

impl<S: Space> Visit<S::Row> for Children<'_, '_, S> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut S::Row) -> bool) {
        let is_child = self.links.next() == Some(Some(self.link));
        if !is_child || !self.seen.insert(fingerprint) {
            return;
        }
        let number = self.number;
        self.number += 1;
        if number >= self.of.next {
            build(&mut self.waiting.next);
        } else if number >= self.of.first {
            build(&mut self.waiting.level);
        } else if self.marked.has(number) && build(&mut self.next.1) {
            self.next.0.push(number);
        }
    }
}
