//! The way to a state again, from parents' numbers alone.
//!
//! States are numbered in the order of their parents, then of their parents' actions. So whoever knows how many children each state
//! has knows the numbers of each state's children, hence the parent of a state by its number, and which of its children
//! it is. The numbers of a way are found from its end to its beginning; its states, by walking from the
//! initial state and taking, of the successors that have the state at hand as their parent, the one that is due.

use crate::space::{Row, Space, Visit};
use crate::table::Table;
use std::borrow::Borrow;
use std::collections::HashSet;

/// The fingerprints from an initial state to the state with this number, all of whose ancestors are in the table.
pub(super) fn to<S: Space>(space: &S, table: &Table, initial: &[u64], number: usize) -> Vec<u64> {
    const IN_TABLE: &str = "every state that has a number was found";
    // How many states come before the first child of each.
    let mut first_child = table.children(number);
    let mut sum = initial.len() as u32;
    for count in &mut first_child {
        sum += std::mem::replace(count, sum);
    }
    let (mut at, mut ranks) = (number, Vec::new());
    while at >= initial.len() {
        let parent = first_child.partition_point(|first| *first as usize <= at) - 1;
        ranks.push((parent, at - first_child[parent] as usize));
        at = parent;
    }
    let mut path = vec![initial[at]];
    let starts = space.initial();
    let start =
        (0..starts.len()).find(|index| space.fingerprint(starts.get(*index)) == initial[at]);
    let mut state = starts.get(start.expect(IN_TABLE)).to_owned();
    let mut scratch = space.scratch();
    for (parent, rank) in ranks.into_iter().rev() {
        let mut children = Children {
            table,
            link: parent as u32 + 1,
            seen: HashSet::new(),
            rank,
            wanted: None,
            row: S::Row::default(),
        };
        space.expand(state.borrow(), &mut scratch, &mut children);
        path.push(children.wanted.expect(IN_TABLE));
        state = children.row.get(0).to_owned();
    }
    path
}

/// Looks for one of the children of a state.
struct Children<'a, R> {
    table: &'a Table,
    /// How its children name it.
    link: u32,
    /// The children so far.
    seen: HashSet<u64>,
    /// How many come before the one that is wanted.
    rank: usize,
    /// That one.
    wanted: Option<u64>,
    row: R,
}

impl<R> Visit<R> for Children<'_, R> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut R) -> bool) {
        let is_child = self.wanted.is_none() && self.table.parent(fingerprint) == Some(self.link);
        if is_child && self.seen.insert(fingerprint) && self.seen.len() > self.rank {
            build(&mut self.row);
            self.wanted = Some(fingerprint);
        }
    }
}
