//! The shared memory of Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", chapter 5: what its
//! variables hold, and the accesses to them, each of them atomic.
//!
//! | thesis | here |
//! |---|---|
//! | `shm.lid`, `nde.lid` | a [`NodeId`] |
//! | `shm.cnt`, `nde.cnt` | a [`Counter`] |
//! | `CAS(int *p, int cmp, int new)`, Algorithm 3 | [`Access::CasLeader`], [`Access::CasCounter`] |
//! | `CAS_c`, `CAS_l` of the tables | the same two, by these names in labels |
//!
//! [`Access::CasWord`], [`Access::ReadWord`] and [`Access::Work`] belong to the repair, which keeps both variables in
//! one [`Word`].

use core::fmt;

/// The id of a node, or -1 for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NodeId(pub i32);

impl NodeId {
    /// "No node has an id that equals to -1" (section 5.3).
    pub const NOBODY: NodeId = NodeId(-1);

    /// The n-th node, if they are numbered from 1 as in Table 5.1.
    pub const fn of(position: usize) -> Self {
        NodeId(position as i32 + 1)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A counter or epoch; -1 for a node that knows none.
pub type Counter = i64;

/// An epoch and its leader, in one word.
///
/// Words are ordered by epoch first, and so are their packed forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Word {
    /// The epoch.
    pub cnt: Counter,
    /// The leader of that epoch.
    pub lid: NodeId,
}

impl Word {
    /// No epoch, and nobody: what a reintegrated node knows, and a memory before its first leader.
    pub const NOTHING: Word = Word {
        cnt: -1,
        lid: NodeId::NOBODY,
    };
    /// The bits of a packed word that are the leader; the others are the epoch.
    pub const LEADER_BITS: u32 = 16;
    /// The greatest id that fits into a packed word.
    pub const MAX_ID: NodeId = NodeId((1 << Self::LEADER_BITS) - 2);
    /// The last epoch that fits into a packed word. At a million elections a second it is reached in nine years.
    pub const MAX_EPOCH: Counter = (1 << (u64::BITS - Self::LEADER_BITS)) - 2;

    /// What a memory holds on the first day: epoch 0 of this leader, or [`Word::NOTHING`] if it is nobody.
    pub const fn first(leader: NodeId) -> Self {
        match leader {
            NodeId::NOBODY => Word::NOTHING,
            lid => Word { cnt: 0, lid },
        }
    }

    /// The word as 64 bits, or nothing if it does not fit: both parts are stored plus one, so that
    /// [`Word::NOTHING`] is zero, the epoch in the high bits.
    pub const fn pack(self) -> Option<u64> {
        let Word { cnt, lid } = self;
        let fits = cnt >= -1
            && cnt <= Self::MAX_EPOCH
            && lid.0 >= NodeId::NOBODY.0
            && lid.0 <= Self::MAX_ID.0;
        if !fits {
            return None;
        }
        Some((((cnt + 1) as u64) << Self::LEADER_BITS) | (lid.0 + 1) as u64)
    }

    /// The word that these 64 bits are; all of them are one.
    pub const fn unpack(bits: u64) -> Self {
        let leader = bits & ((1 << Self::LEADER_BITS) - 1);
        Word {
            cnt: (bits >> Self::LEADER_BITS) as Counter - 1,
            lid: NodeId(leader as i32 - 1),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.cnt, self.lid)
    }
}

/// One access to the shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// `CAS(shm.cnt, cmp, new)`.
    CasCounter {
        /// What is expected.
        cmp: Counter,
        /// What is stored.
        new: Counter,
    },
    /// `CAS(shm.lid, cmp, new)`.
    CasLeader {
        /// Who is expected.
        cmp: NodeId,
        /// Who is stored.
        new: NodeId,
    },
    /// A read of `shm.cnt`.
    ReadCounter,
    /// A read of `shm.lid`.
    ReadLeader,
    /// The repair: one CAS on both.
    CasWord {
        /// What is expected.
        cmp: Word,
        /// What is stored.
        new: Word,
    },
    /// The repair: one read of both.
    ReadWord,
    /// The repair with fencing: a leader changes data that the leader alone may change, and shows
    /// the epoch in which it was elected.
    Work {
        /// Who works.
        leader: NodeId,
        /// Its epoch.
        epoch: Counter,
    },
}

/// What an access finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Found {
    /// The result of a CAS, or whether work was accepted.
    Success(bool),
    /// The counter.
    Counter(Counter),
    /// The leader.
    Leader(NodeId),
    /// Both.
    Word(Word),
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Access::CasCounter { cmp, new } => write!(f, "CAS_c({cmp},{new})"),
            Access::CasLeader { cmp, new } => write!(f, "CAS_l({cmp},{new})"),
            Access::ReadCounter => f.write_str("read_cnt"),
            Access::ReadLeader => f.write_str("read_lid"),
            Access::CasWord { cmp, new } => write!(f, "CAS({cmp},{new})"),
            Access::ReadWord => f.write_str("read"),
            Access::Work { leader, epoch } => write!(f, "work({epoch}.{leader})"),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Success(done) => write!(f, "{done}"),
            Found::Counter(cnt) => write!(f, "{cnt}"),
            Found::Leader(lid) => write!(f, "{lid}"),
            Found::Word(word) => write!(f, "{word}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every epoch and id at the edges of what fits, and around them.
    fn edges() -> impl Iterator<Item = Word> {
        let (epoch, id) = (Word::MAX_EPOCH, Word::MAX_ID.0);
        let epochs = [-2, -1, 0, 1, 2, epoch - 1, epoch, epoch + 1, i64::MAX];
        epochs.into_iter().flat_map(move |cnt| {
            let ids = [-2, -1, 0, 1, 2, id - 1, id, id + 1, i32::MAX];
            ids.map(|id| Word {
                cnt,
                lid: NodeId(id),
            })
        })
    }

    #[test]
    fn what_fits_comes_back_and_what_does_not_is_refused() {
        for word in edges() {
            let fits = (-1..=Word::MAX_EPOCH).contains(&word.cnt)
                && (-1..=Word::MAX_ID.0).contains(&word.lid.0);
            assert_eq!(word.pack().map(Word::unpack), fits.then_some(word));
        }
    }

    #[test]
    fn every_word_of_64_bits_is_packed_from_one_word() {
        let spread = (0..64).flat_map(|bit| [1u64 << bit, u64::MAX >> bit, !(1 << bit)]);
        for bits in spread.chain([0]) {
            assert_eq!(Word::unpack(bits).pack(), Some(bits));
        }
        assert_eq!(Word::NOTHING.pack(), Some(0));
    }

    #[test]
    fn packed_words_are_ordered_as_words() {
        let packed = || edges().filter_map(|word| Some((word, word.pack()?)));
        for (a, packed_a) in packed() {
            for (b, packed_b) in packed() {
                assert_eq!(a.cmp(&b), packed_a.cmp(&packed_b), "{a} {b}");
            }
        }
    }
}
