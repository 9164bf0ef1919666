//! A move, and the state it leads to: built, or as a change of the state it starts from.

use super::effects::{Cause, Scratch};
use super::state::NODES;

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

impl Move<'_> {
    /// What tells apart the actions that moves of `state` are instances of: the same number for the same action, unless
    /// messages that have left decide it too.
    pub(super) fn kind(&self, state: &[u32]) -> Option<u64> {
        let (class, which) = match self.what {
            _ if self.crashes => return None,
            What::Lose(envelope) => (0, u64::from(envelope)),
            What::Duplicate(envelope) => (1, u64::from(envelope)),
            What::Tick => (2, 0),
            What::Node(node, cause) => {
                // The n-th step or timer of a local state is the same wherever that state occurs.
                let of = |index: u32| u64::from(state[NODES + node]) << 24 | u64::from(index);
                match cause {
                    Cause::Choose(index) | Cause::Timeout(index) if index >= 1 << 24 => {
                        return None;
                    }
                    Cause::Deliver(envelope) => (3, u64::from(envelope)),
                    Cause::Choose(index) => (4, of(index)),
                    Cause::Timeout(index) => (5, of(index)),
                    Cause::Suspect(suspect) => (6, (node as u64) << 32 | u64::from(suspect)),
                    Cause::Crash => (7, node as u64),
                    Cause::Return => (8, node as u64),
                    Cause::Forget(_) | Cause::Age => return None,
                }
            }
        };
        Some(class << 60 | which)
    }
}

/// Receives moves: the fingerprint of the state each leads to, and the rest on demand.
pub(super) trait Take {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>);

    /// There are moves beyond the boundary that are not told one by one; the number is that of no state.
    fn beyond(&mut self, number: u64);
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
pub struct Gone {
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
    #[inline]
    pub(super) fn write(&self, row: &mut Vec<u32>) {
        match *self {
            Next::Built(state) => row.extend_from_slice(state),
            Next::Change {
                state,
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
