//! The way to a state again, from parents' numbers alone.
//!
//! States are numbered in the order of their parents, then of their parents' actions. So whoever knows how many children each state
//! has knows the numbers of each state's children, hence the parent of a state by its number, and which of its children
//! it is. The numbers of a way are found from its end to its beginning; its states, by walking from the
//! initial state and taking, of the successors that have the state at hand as their parent, the one that is due.

use super::keep::KeepError;
use super::spill::Seen;
use crate::space::{Row, Space, Visit};
use std::borrow::Borrow;
use std::collections::HashSet;

/// The fingerprints from an initial state to the state with this number, all of whose ancestors were seen.
pub(super) fn to<S: Space>(
    space: &S,
    seen: &mut Seen,
    initial: &[u64],
    number: usize,
) -> Result<Vec<u64>, KeepError> {
    const IN_TABLE: &str = "every state that has a number was found";
    // How many states come before the first child of each.
    let mut first_child = seen.children(number)?;
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
        let mut successors = Successors(Vec::new());
        space.expand(state.borrow(), &mut scratch, &mut successors);
        let links = seen.links(&successors.0)?;
        // Its children name it so.
        let link = Some(parent as u32 + 1);
        let mut known = HashSet::new();
        let children = successors.0.iter().zip(links);
        let mut children = children.filter(|(print, its)| *its == link && known.insert(**print));
        let (wanted, _) = children.nth(rank).expect(IN_TABLE);
        let mut building = Building::<S> {
            wanted: *wanted,
            row: S::Row::default(),
        };
        space.expand(state.borrow(), &mut scratch, &mut building);
        path.push(*wanted);
        state = building.row.get(0).to_owned();
    }
    Ok(path)
}

/// Notes the successors of a state.
pub(super) struct Successors(pub(super) Vec<u64>);

impl<R> Visit<R> for Successors {
    fn successor(&mut self, fingerprint: u64, _: impl FnOnce(&mut R) -> bool) {
        self.0.push(fingerprint);
    }
}

/// Builds one of the successors of a state, the first with its fingerprint.
struct Building<S: Space> {
    wanted: u64,
    row: S::Row,
}

impl<S: Space> Visit<S::Row> for Building<S> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut S::Row) -> bool) {
        if fingerprint == self.wanted && self.row.is_empty() {
            build(&mut self.row);
        }
    }
}
