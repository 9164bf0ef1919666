//! A second pass in which no fingerprint is trusted.
//!
//! A search takes states with equal fingerprints for the same. Here all states that it found are kept in full, and every successor of
//! every one of them is compared with the state that has its fingerprint. If each is equal, the states found contain the initial ones
//! and all their successors: they are all states there are, and no state was taken for another.

use crate::search::{Cut, Limits, Search};
use crate::space::{Row, Space, Visit};
use crate::watch::Patience;
use std::borrow::Borrow;
use std::fmt;

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// Every successor is one of the states found.
    Exact {
        /// How many states were kept.
        states: usize,
        /// How many successors were compared.
        compared: usize,
    },
    /// Two different states have the same fingerprint.
    Collision(String),
    /// The limits came first, or the model has a boundary.
    Cut(Cut),
}

impl Exactness {
    /// Whether it is so.
    pub fn is_exact(&self) -> bool {
        matches!(self, Exactness::Exact { .. })
    }
}

impl fmt::Display for Exactness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exactness::Exact { states, compared } => {
                write!(
                    f,
                    "exact: {states} full states, {compared} successors equal to one of them"
                )
            }
            Exactness::Collision(which) => write!(f, "not exact: {which}"),
            Exactness::Cut(cut) => write!(f, "not exact: {cut}"),
        }
    }
}

/// Takes down the successors of a state, and compares them.
struct Comparing<R> {
    row: R,
    fingerprints: Vec<u64>,
}

impl<R> Visit<R> for Comparing<R> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut R) -> bool) {
        if build(&mut self.row) {
            self.fingerprints.push(fingerprint);
        }
    }
}

/// Searches the space, and compares everything.
pub fn exact<S: Space>(space: &S, limits: Limits) -> Exactness {
    let explored = Search::new(space, &[]).limits(limits).keep_states().run();
    if let Some(cut) = explored.cut {
        return Exactness::Cut(cut);
    }
    explored.table.number_all(&explored.fingerprints);
    let mut patience = Patience::with(&explored.watch, explored.counts.bytes);
    let stored = |fingerprint: u64| {
        let number = explored.table.number(fingerprint)?;
        Some(explored.states.get(number as usize))
    };
    let compare = |state: &S::State, fingerprint: u64| match stored(fingerprint) {
        Some(other) if *other == *state => None,
        Some(other) => {
            let (one, two) = (state.to_owned(), other.to_owned());
            Some(format!(
                "{one:?} and {two:?} have the fingerprint {fingerprint:016x}"
            ))
        }
        None => Some(format!("{:?} was never found", state.to_owned())),
    };
    let initial = space.initial();
    for index in 0..initial.len() {
        let state = initial.get(index);
        if let Some(which) = compare(state, space.fingerprint(state)) {
            return Exactness::Collision(which);
        }
    }
    let (mut scratch, mut compared) = (space.scratch(), 0);
    for number in 0..explored.states.len() {
        if let Err(cut) = patience.turn() {
            return Exactness::Cut(cut);
        }
        let mut found = Comparing {
            row: S::Row::default(),
            fingerprints: Vec::new(),
        };
        space.expand(
            explored.states.get(number).borrow(),
            &mut scratch,
            &mut found,
        );
        for (index, fingerprint) in found.fingerprints.iter().enumerate() {
            compared += 1;
            if let Some(which) = compare(found.row.get(index), *fingerprint) {
                return Exactness::Collision(which);
            }
        }
    }
    let states = explored.states.len();
    Exactness::Exact { states, compared }
}
