//! The shared memory of Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms",
//! chapter 5, as a specification: what the atomic accesses of the crate `verdict-election` do to `shm.lid` and `shm.cnt`.
//!
//! | thesis | here |
//! |---|---|
//! | `shm.lid`, `shm.cnt` | `lid`, `cnt` of [`Memory`] |
//! | `CAS(int *p, int cmp, int new)`, Algorithm 3 | [`Access::CasLeader`], [`Access::CasCounter`], carried out by [`Memory::perform`] |
//! | `CAS_c`, `CAS_l` of the tables | the same two, by these names in labels |
//!
//! [`Access::CasWord`] and [`Access::ReadWord`] belong to the repair, which keeps both variables in one word.

use serde::Serialize;
pub use verdict_election::{Access, Counter, Found, NodeId, Word};

/// Whether the memory looks at the epoch that comes with [`Access::Work`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fence {
    /// Work is accepted only with the epoch that the word has now.
    Epoch,
    /// Work is accepted from anybody.
    None,
}

/// The shared memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Memory {
    /// The id of the current leader.
    pub lid: NodeId,
    /// How often the leader was changed.
    pub cnt: Counter,
    /// The accesses so far; counted only where a claim asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<Tally>,
    /// Whether work was ever accepted from a node that was not the leader any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub usurped: bool,
}

/// How often the memory was read and written, as section 5.6 counts: a CAS that succeeds is a read and
/// a write, one that fails is a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Tally {
    /// Reads.
    pub reads: u8,
    /// Writes.
    pub writes: u8,
}

impl Memory {
    /// A memory that names the first leader.
    pub fn new(leader: NodeId) -> Self {
        let Word { cnt, lid } = Word::first(leader);
        Memory {
            lid,
            cnt,
            tally: None,
            usurped: false,
        }
    }

    /// Carries out one access, atomically.
    pub fn perform(&mut self, access: Access, fence: Fence) -> Found {
        let word = Word {
            cnt: self.cnt,
            lid: self.lid,
        };
        let found = match access {
            // Algorithm 3, lines 4-6.
            Access::CasCounter { cmp, new } => Found::Success(cas(&mut self.cnt, cmp, new)),
            Access::CasLeader { cmp, new } => Found::Success(cas(&mut self.lid, cmp, new)),
            Access::CasWord { cmp, new } => {
                let swapped = word == cmp;
                if swapped {
                    (self.cnt, self.lid) = (new.cnt, new.lid);
                }
                Found::Success(swapped)
            }
            Access::ReadCounter => Found::Counter(self.cnt),
            Access::ReadLeader => Found::Leader(self.lid),
            Access::ReadWord => Found::Word(word),
            Access::Work { leader, epoch } => {
                let accepted = fence == Fence::None || epoch == self.cnt;
                self.usurped |= accepted && leader != self.lid;
                Found::Success(accepted)
            }
        };
        if let Some(tally) = &mut self.tally {
            tally.reads += 1;
            tally.writes += u8::from(found == Found::Success(true));
        }
        found
    }
}

/// Algorithm 3.
fn cas<T: PartialEq>(p: &mut T, cmp: T, new: T) -> bool {
    let mut retval = false; // line 2
    if *p == cmp {
        *p = new; // line 5
        retval = true; // line 6
    }
    retval // line 8
}
