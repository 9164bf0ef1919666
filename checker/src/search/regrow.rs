//! The states that wait, found again from the table alone: for spaces whose states cannot be written down.
//!
//! Whoever knows how many children each state has knows everybody's parent (see [`super::path`]). So the states from which one that
//! waits comes can be marked, and only these are expanded again, from the initial ones on. A child is built if it is marked itself.

use crate::space::{Row, Space, Visit};
use crate::table::Table;
use std::collections::HashSet;

/// What is known of a search whose waiting states are gone.
pub(super) struct Regrowing<'a, S: Space> {
    pub(super) space: &'a S,
    pub(super) table: &'a Table,
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
    pub(super) fn run(&self) -> Result<Regrown<S>, &'static str> {
        let first_child = self.first_children()?;
        let marked = self.mark(&first_child);
        let mut regrown = Regrown {
            level: self.initial_where(&|number| number >= self.first)?,
            next: S::Row::default(),
        };
        let wanted = |number| number < self.first && marked.has(number);
        let numbers = (0..self.initial.len()).filter(|number| wanted(*number));
        let mut level: (Vec<usize>, _) = (numbers.collect(), self.initial_where(&wanted)?);
        let mut scratch = self.space.scratch();
        while !level.0.is_empty() {
            let mut next: (Vec<usize>, _) = (Vec::new(), S::Row::default());
            for (index, number) in level.0.into_iter().enumerate() {
                let mut children = Children::<S> {
                    of: self,
                    marked: &marked,
                    link: number as u32 + 1,
                    number: first_child[number] as usize,
                    seen: HashSet::new(),
                    next: &mut next,
                    waiting: &mut regrown,
                };
                (self.space).expand(level.1.get(index), &mut scratch, &mut children);
                let found = children.number;
                if found != first_child[number + 1] as usize {
                    return Err(OTHERWISE);
                }
            }
            level = next;
        }
        let waiting = [regrown.level.len(), regrown.next.len()];
        match waiting == [self.next - self.first, self.distinct - self.next] {
            true => Ok(regrown),
            false => Err(OTHERWISE),
        }
    }

    /// The initial states with such numbers.
    fn initial_where(&self, wanted: &dyn Fn(usize) -> bool) -> Result<S::Row, &'static str> {
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
        match known.next() {
            None => Ok(row),
            Some(_) => Err(OTHERWISE),
        }
    }

    /// The number of the first child of each expanded state, and the one behind all of them.
    fn first_children(&self) -> Result<Vec<u32>, &'static str> {
        let mut first_child = self.table.children(self.first);
        let mut sum = self.initial.len() as u32;
        for count in &mut first_child {
            sum += std::mem::replace(count, sum);
        }
        first_child.push(sum);
        match sum as usize == self.distinct {
            true => Ok(first_child),
            false => Err("its states and their parents do not add up"),
        }
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
        let is_child = self.of.table.parent(fingerprint) == Some(self.link);
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
