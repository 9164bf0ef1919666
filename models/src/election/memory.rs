//! The shared memory of Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms",
//! chapter 5: the variables `shm.lid` and `shm.cnt`, and the atomic accesses to them.
//!
//! | thesis | here |
//! |---|---|
//! | `shm.lid`, `shm.cnt` | `lid`, `cnt` of [`Memory`] |
//! | `CAS(int *p, int cmp, int new)`, Algorithm 3 | [`Access::CasLeader`], [`Access::CasCounter`], carried out by [`Memory::perform`] |
//! | `CAS_c`, `CAS_l` of the tables | the same two, by these names in labels |
//!
//! [`Access::CasWord`] and [`Access::ReadWord`] belong to the repair, which keeps both variables in one word.

use serde::Serialize;
use std::fmt;

/// The id of a node, or -1 for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct NodeId(pub i8);

impl NodeId {
    /// "No node has an id that equals to -1" (section 5.3).
    pub const NOBODY: NodeId = NodeId(-1);

    /// The node that is the n-th actor: nodes are numbered from 1, as in Table 5.1.
    pub fn of(actor: usize) -> Self {
        NodeId(actor as i8 + 1)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A counter or epoch; -1 for a node that knows none.
pub type Counter = i16;

/// A counter and a leader, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Word {
    /// The epoch.
    pub cnt: Counter,
    /// The leader of that epoch.
    pub lid: NodeId,
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
    pub fn new(lid: NodeId) -> Self {
        Memory {
            lid,
            cnt: 0,
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
