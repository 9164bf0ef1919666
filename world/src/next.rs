//! A move, and the state it leads to: built, or as a change of the state it starts from.

use super::effects::{Cause, Scratch};

/// A move in a given state.
pub(super) struct Move<'a> {
    /// What happens.
    pub(super) what: What,
    /// The messages that leave.
    pub(super) sent: &'a [u32],
    /// Whether the node crashes while it is still sending.
    pub(super) crashes: bool,
    /// The state it leads to.
    pub(super) next: Next<'a>,
}

/// Receives moves: the fingerprint of the state each leads to, and the rest on demand.
pub(super) trait Take {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>);
}

/// What happens, relative to the state it happens in.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// Something happens to a node.
    Node(usize, Cause),
    /// A message is lost.
    Lose(u32),
    /// A message is doubled.
    Duplicate(u32),
    /// Time passes.
    Tick,
}

/// The state that a move leads to.
pub(super) enum Next<'a> {
    /// In canonical form.
    Built(&'a [u32]),
    /// As a change of the state the move starts from.
    Change {
        /// That state.
        state: &'a [u32],
        /// Its new first number.
        spent: u32,
        /// Where the new local state goes.
        at: usize,
        /// The new local state.
        local: u32,
        /// The messages that are gone.
        gone: Gone,
        /// The messages that leave.
        sent: &'a [u32],
        /// Knows the canonical order.
        scratch: &'a Scratch,
        /// Where messages begin.
        first: usize,
    },
}

/// Messages that are no longer in flight: those at `first + i` for every bit i of `bits`.
#[derive(Clone, Copy)]
pub(super) struct Gone {
    pub(super) first: usize,
    pub(super) bits: u64,
}

impl Gone {
    pub(super) const NOTHING: Gone = Gone { first: 0, bits: 0 };

    pub(super) fn only(place: usize) -> Self {
        Gone {
            first: place,
            bits: 1,
        }
    }
}

impl Next<'_> {
    /// Appends the state to `row`.
    pub(super) fn write(&self, row: &mut Vec<u32>) {
        match *self {
            Next::Built(state) => row.extend_from_slice(state),
            Next::Change {
                state,
                spent,
                at,
                local,
                gone,
                sent,
                scratch,
                first,
            } => {
                let start = row.len();
                let mut copied = 0;
                let mut bits = gone.bits;
                while bits != 0 {
                    let place = gone.first + bits.trailing_zeros() as usize;
                    row.extend_from_slice(&state[copied..place]);
                    copied = place + 1;
                    bits &= bits - 1;
                }
                row.extend_from_slice(&state[copied..]);
                row[start] = spent;
                row[start + at] = local;
                for id in sent {
                    let rank = scratch.known_envelope(*id).rank;
                    let messages = &row[start + first..];
                    let place = messages
                        .partition_point(|other| scratch.known_envelope(*other).rank <= rank);
                    row.insert(start + first + place, *id);
                }
            }
        }
    }
}
