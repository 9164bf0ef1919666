//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Algorithms 6 and 7, in single
//! accesses to the shared memory; and the repair, one CAS on one word.
//!
//! | thesis | here |
//! |---|---|
//! | `nde.id`, `nde.lid`, `nde.cnt` | the id handed in, `lid` and `cnt` of [`Node`] |
//! | `LeaderElection`, Algorithms 6 and 7 | [`Procedure::begin`], then [`Procedure::resume`] with each answer |
//! | `BecomeLeader` | `Procedure::become_leader` |
//! | reintegration, section 5.3 | [`Node::reintegrated`] |
//!
//! The functions are pure: what is searched in the models, checked by Kani, driven through loom and shuttle, and
//! run by [`crate::Candidate::try_lead`] is this code.
//!
//! Readings taken. `BecomeLeader` is never defined: its comment says that it changes the role, and nothing
//! else sets `nde.lid` of a winner, so as printed a leader does not have itself as leader and never
//! "believes" to be one (section 7.1.1). The proofs take it that it does (eq. 7.2): as meant, `BecomeLeader` also sets
//! `nde.lid := nde.id`. It leaves `nde.cnt` alone (Proof 7.1.8: "never increased in Algorithm 7").
//! A node learns the result of its last CAS and takes the role in one step: nobody can tell these apart,
//! since a node that has won and not yet learned it behaves like one that has not yet taken the role.

use crate::access::{Access, Counter, Found, NodeId, Word};
use crate::memory::Memory;

/// The role of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Role {
    /// Does tasks.
    Worker,
    /// Hands them out.
    Leader,
}

/// Where a node is: which access it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Line {
    /// Before Algorithm 5, line 6: busy, or about to contact the leader.
    Communicate,
    /// Algorithm 5, line 6, if the contact takes more than one step.
    Contact,
    /// Algorithm 7, line 3, first CAS.
    CasCounter,
    /// Algorithm 6, line 3; Algorithm 7, line 3, second CAS.
    CasLeader,
    /// Algorithm 7, line 5.
    ReadCounter,
    /// Algorithm 6, line 5; Algorithm 7, line 6.
    ReadLeader,
    /// The repair: the only CAS.
    CasWord,
    /// The repair: the update.
    ReadWord,
    /// A leader at work.
    Lead,
    /// A leader that waits for its work to be accepted.
    Work,
}

impl Line {
    /// Whether the node is inside `LeaderElection`.
    pub fn is_election(self) -> bool {
        !matches!(
            self,
            Line::Communicate | Line::Contact | Line::Lead | Line::Work
        )
    }
}

/// The variables of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Node {
    /// Its role.
    pub role: Role,
    /// Its copy of the leader's id.
    pub lid: NodeId,
    /// Its copy of the counter.
    pub cnt: Counter,
    /// Where it is.
    pub line: Line,
}

impl Node {
    /// A node on the first day, when the memory holds this word.
    pub const fn first_day(id: NodeId, first: Word) -> Self {
        let Word { cnt, lid } = first;
        let (role, line) = if lid.0 == id.0 {
            (Role::Leader, Line::Lead)
        } else {
            (Role::Worker, Line::Communicate)
        };
        Node {
            role,
            lid,
            cnt,
            line,
        }
    }

    /// Section 5.3: "the counter and the leader id stored in local memory are initialized to -1".
    pub const fn reintegrated() -> Self {
        Node {
            role: Role::Worker,
            lid: Word::NOTHING.lid,
            cnt: Word::NOTHING.cnt,
            line: Line::Communicate,
        }
    }
}

/// Which election.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Algorithm 6: one CAS on the leader id.
    Six,
    /// Algorithm 7: a CAS on the counter, then one on the leader id.
    Seven,
    /// The repair: one CAS on a word of both.
    OneWord {
        /// The width of the epoch in bits, if it wraps.
        wraps: Option<u8>,
    },
}

/// What `BecomeLeader` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BecomeLeader {
    /// As printed: it changes the role.
    ChangesRole,
    /// As meant: it also sets `nde.lid := nde.id`.
    SetsLeader,
}

/// What a node does after an answer from the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next access.
    Access(Access),
    /// The procedure returns; the node is a worker, or leads.
    Return,
}

/// `LeaderElection`, in one of its readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Procedure {
    /// Which election.
    pub algorithm: Algorithm,
    /// What `BecomeLeader` does.
    pub become_leader: BecomeLeader,
}

impl Procedure {
    /// The repair, with an epoch that does not wrap.
    pub const REPAIRED: Procedure = Procedure::as_meant(Algorithm::OneWord { wraps: None });

    /// This algorithm, with a `BecomeLeader` as meant.
    pub const fn as_meant(algorithm: Algorithm) -> Self {
        Procedure {
            algorithm,
            become_leader: BecomeLeader::SetsLeader,
        }
    }

    /// `LeaderElection(nde)` up to its first access.
    pub fn begin(&self, id: NodeId, node: &mut Node) -> Access {
        let Node { lid, cnt, .. } = *node;
        match self.algorithm {
            Algorithm::Six => Self::cas_leader(id, node),
            Algorithm::Seven => {
                node.line = Line::CasCounter; // line 3, first CAS
                let new = cnt.wrapping_add(1);
                Access::CasCounter { cmp: cnt, new }
            }
            Algorithm::OneWord { wraps } => {
                node.line = Line::CasWord;
                let (cmp, cnt) = (Word { cnt, lid }, Self::epoch_after(cnt, wraps));
                let new = Word { cnt, lid: id };
                Access::CasWord { cmp, new }
            }
        }
    }

    /// Algorithm 6, line 3; Algorithm 7, line 3, second CAS.
    fn cas_leader(id: NodeId, node: &mut Node) -> Access {
        node.line = Line::CasLeader;
        let (cmp, new) = (node.lid, id);
        Access::CasLeader { cmp, new }
    }

    fn epoch_after(cnt: Counter, wraps: Option<u8>) -> Counter {
        let next = cnt.wrapping_add(1);
        match wraps {
            Some(bits) if bits < 63 => next & ((1 << bits) - 1),
            _ => next,
        }
    }

    /// `LeaderElection(nde)` from the answer to one access to the next access, or to its end.
    pub fn resume(&self, id: NodeId, node: &mut Node, access: Access, found: Found) -> Next {
        match (access, found) {
            (Access::CasCounter { .. }, Found::Success(raised)) => {
                if raised {
                    Next::Access(Self::cas_leader(id, node)) // line 3, second CAS
                } else {
                    self.update(node) // case a of Proof 7.1.6
                }
            }
            (Access::CasLeader { .. } | Access::CasWord { .. }, Found::Success(won)) => {
                if won {
                    self.become_leader(id, node, access);
                    Next::Return
                } else {
                    self.update(node) // case b.1
                }
            }
            (_, Found::Counter(cnt)) => {
                node.cnt = cnt; // Algorithm 7, line 5
                node.line = Line::ReadLeader;
                Next::Access(Access::ReadLeader)
            }
            (_, Found::Leader(lid)) => {
                node.lid = lid; // Algorithm 6, line 5; Algorithm 7, line 6
                node.line = Line::Communicate; // Algorithm 5, lines 11 and 6
                Next::Return
            }
            (_, Found::Word(Word { cnt, lid })) => {
                (node.cnt, node.lid) = (cnt, lid);
                node.line = Line::Communicate;
                Next::Return
            }
            (_, Found::Success(_)) => {
                node.line = Line::Lead; // work, accepted or not: the leader goes on
                Next::Return
            }
        }
    }

    /// "Someone else already became new leader": the first access of the update.
    fn update(&self, node: &mut Node) -> Next {
        let (line, access) = match self.algorithm {
            Algorithm::Six => (Line::ReadLeader, Access::ReadLeader),
            Algorithm::Seven => (Line::ReadCounter, Access::ReadCounter),
            Algorithm::OneWord { .. } => (Line::ReadWord, Access::ReadWord),
        };
        node.line = line;
        Next::Access(access)
    }

    /// `BecomeLeader(nde)`, after this access has won.
    fn become_leader(&self, id: NodeId, node: &mut Node, won: Access) {
        node.role = Role::Leader;
        node.line = Line::Lead;
        if self.become_leader == BecomeLeader::SetsLeader {
            node.lid = id;
        }
        if let Access::CasWord { new, .. } = won {
            // The leader knows the epoch it was elected in: the word it has stored.
            (node.cnt, node.lid) = (new.cnt, new.lid);
        }
    }

    /// `LeaderElection(nde)` from its first access to its end: four accesses at most, whatever others do.
    pub fn run(&self, id: NodeId, node: &mut Node, memory: &impl Memory) {
        let mut access = self.begin(id, node);
        while let Next::Access(next) = self.resume(id, node, access, memory.perform(access)) {
            access = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::AtomicMemory;

    const ALGORITHMS: [Algorithm; 3] = [
        Algorithm::Six,
        Algorithm::Seven,
        Algorithm::OneWord { wraps: None },
    ];

    #[test]
    fn alone_a_node_succeeds_the_leader_it_knows() {
        for algorithm in ALGORITHMS {
            let first = Word::first(NodeId(2));
            let memory = AtomicMemory::new(first);
            let mut node = Node::first_day(NodeId(1), first);
            Procedure::as_meant(algorithm).run(NodeId(1), &mut node, &memory);
            assert_eq!((node.role, node.lid), (Role::Leader, NodeId(1)));
        }
    }

    #[test]
    fn a_reintegrated_node_learns_who_leads() {
        for algorithm in ALGORITHMS {
            let memory = AtomicMemory::new(Word::first(NodeId(2)));
            let mut node = Node::reintegrated();
            Procedure::as_meant(algorithm).run(NodeId(1), &mut node, &memory);
            assert_eq!((node.role, node.lid), (Role::Worker, NodeId(2)));
        }
    }

    #[test]
    fn an_epoch_of_any_width_has_a_successor() {
        for bits in 0..=u8::MAX {
            for cnt in [-1, 0, 1, 3, Word::MAX_EPOCH, i64::MAX - 1] {
                let next = Procedure::epoch_after(cnt, Some(bits));
                let modulus = 1i128 << bits.min(63);
                assert_eq!(i128::from(next), (i128::from(cnt) + 1) % modulus);
            }
        }
    }
}
