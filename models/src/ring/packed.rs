//! The ring without crashes, packed by hand into two words: a second, independent implementation.
//!
//! It shares no code with [`super::plugin`] and no idea with [`verdict_world`]. Counts of states must agree with
//! both; that, and being a yardstick for speed, is what it is for.
//!
//! Without crashes a token with count c is at position c of the ring, and is sent on exactly once. So a
//! site is its count and its token, and a message is named by its count c and its distance from the site it
//! names (0 for the holder-to-be, 1..k for the backups): one bit.

use stateright::{Model, Property};

/// Bits per site: six for the count, two for the token.
const SITE: u32 = 8;
const NONE: u64 = 0;
const BACKUP: u64 = 1;
const REAL: u64 = 2;

/// A ring of `nodes` sites with `k` backups, cut where a count exceeds `hops`.
#[derive(Clone, Copy, Debug)]
pub struct PackedRing {
    /// N.
    pub nodes: u32,
    /// k.
    pub k: u32,
    /// The largest count.
    pub hops: u32,
}

/// All sites, and all messages in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    sites: u64,
    messages: u64,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A holder passes the token on.
    Release(u32),
    /// The message of this bit arrives.
    Deliver(u32),
}

impl Packed {
    fn site(self, i: u32) -> (u64, u64) {
        let bits = self.sites >> (SITE * i) & 0xff;
        (bits >> 2, bits & 3)
    }

    fn set_site(&mut self, i: u32, count: u64, token: u64) {
        self.sites &= !(0xff << (SITE * i));
        self.sites |= (count << 2 | token) << (SITE * i);
    }
}

impl PackedRing {
    /// A packed ring, if it fits into two words.
    pub fn new(nodes: u32, k: u32, hops: u32) -> Option<Self> {
        let fits = nodes * SITE <= 64 && hops * (k + 1) <= 64 && hops < 63;
        (fits && k + 1 < nodes).then_some(PackedRing { nodes, k, hops })
    }

    fn bit(&self, count: u32, distance: u32) -> u32 {
        (count - 1) * (self.k + 1) + distance
    }
}

impl Model for PackedRing {
    type State = Packed;
    type Action = Act;

    fn init_states(&self) -> Vec<Packed> {
        let mut first = Packed {
            sites: 0,
            messages: 0,
        };
        first.set_site(0, 0, REAL);
        for i in 1..=self.k {
            first.set_site(i, 0, BACKUP);
        }
        vec![first]
    }

    fn actions(&self, state: &Packed, actions: &mut Vec<Act>) {
        let mut bits = state.messages;
        while bits != 0 {
            actions.push(Act::Deliver(bits.trailing_zeros()));
            bits &= bits - 1;
        }
        let holders = (0..self.nodes).filter(|i| state.site(*i).1 == REAL);
        let in_bounds = holders.filter(|i| state.site(*i).0 < u64::from(self.hops));
        actions.extend(in_bounds.map(Act::Release));
    }

    fn next_state(&self, state: &Packed, act: Act) -> Option<Packed> {
        let mut next = *state;
        match act {
            Act::Release(i) => {
                let count = state.site(i).0 as u32 + 1;
                next.set_site(i, u64::from(count), NONE);
                for distance in 0..=self.k {
                    next.messages |= 1 << self.bit(count, distance);
                }
            }
            Act::Deliver(bit) => {
                next.messages &= !(1 << bit);
                let (count, distance) = (bit / (self.k + 1) + 1, bit % (self.k + 1));
                let i = (count + distance) % self.nodes;
                if state.site(i).0 < u64::from(count) {
                    let token = if distance == 0 { REAL } else { BACKUP };
                    next.set_site(i, u64::from(count), token);
                }
            }
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always(
            "unique-real",
            |ring: &Self, state: &Packed| {
                (0..ring.nodes).filter(|i| state.site(*i).1 == REAL).count() <= 1
            },
        )]
    }
}
