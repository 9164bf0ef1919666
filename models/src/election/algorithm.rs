//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Algorithms 5, 6 and 7, in single
//! accesses to the shared memory; and the repair, one CAS on one word.
//!
//! | thesis | here |
//! |---|---|
//! | `nde.id`, `nde.lid`, `nde.cnt` | the id of the actor, `lid` and `cnt` of [`Node`] |
//! | `CommunicateWithLeader`, Algorithm 5 | [`Line::Communicate`]; how it fails is the world's affair |
//! | `LeaderElection`, Algorithms 6 and 7 | [`Procedure::begin`], then [`Procedure::resume`] with each answer |
//! | `BecomeLeader` | [`Procedure::become_leader`] |
//! | reintegration, section 5.3 | [`Node::reintegrated`] |
//!
//! Readings taken. `BecomeLeader` is never defined: its comment says that it changes the role, and nothing
//! else sets `nde.lid` of a winner, so as printed a leader does not have itself as leader and never
//! "believes" to be one (section 7.1.1). The proofs take it that it does (eq. 7.2): as meant, `BecomeLeader` also sets
//! `nde.lid := nde.id`. It leaves `nde.cnt` alone (Proof 7.1.8: "never increased in Algorithm 7").
//! A node learns the result of its last CAS and takes the role in one step: nobody can tell these apart,
//! since a node that has won and not yet learned it behaves like one that has not yet taken the role.

use super::memory::{Access, Counter, Found, NodeId, Word};
use serde::Serialize;

/// The role of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Does tasks.
    Worker,
    /// Hands them out.
    Leader,
}

/// Where a node is: which access it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Node {
    /// Its role.
    pub role: Role,
    /// Its copy of the leader's id.
    pub lid: NodeId,
    /// Its copy of the counter.
    pub cnt: Counter,
    /// Where it is.
    pub line: Line,
    /// Which of its lives this is: 1, and one more for each reintegration. No part of the algorithm.
    #[serde(skip)]
    pub life: u8,
    /// The workers whose requests it keeps, if it does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<NodeId>,
    /// How often it has run `LeaderElection`; counted only where a claim asks.
    #[serde(skip_serializing_if = "is_zero")]
    pub runs: u8,
    /// Its accesses to the memory in this run; counted only where a claim asks.
    #[serde(skip_serializing_if = "is_zero")]
    pub accesses: u8,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Node {
    /// A node on the first day.
    pub fn first_day(id: NodeId, leader: NodeId) -> Self {
        let (role, line) = if id == leader {
            (Role::Leader, Line::Lead)
        } else {
            (Role::Worker, Line::Communicate)
        };
        Node::new(role, leader, 0, line)
    }

    /// Section 5.3: "the counter and the leader id stored in local memory are initialized to -1".
    pub fn reintegrated() -> Self {
        Node::new(Role::Worker, NodeId::NOBODY, -1, Line::Communicate)
    }

    fn new(role: Role, lid: NodeId, cnt: Counter, line: Line) -> Self {
        Node {
            role,
            lid,
            cnt,
            line,
            life: 1,
            asked: Vec::new(),
            runs: 0,
            accesses: 0,
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

/// A small error in the algorithm, made on purpose to see whether a property notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutant {
    /// Line 3: the result of the last CAS is not looked at.
    LeadAnyway,
    /// Algorithm 7, line 3: the result of the first CAS is not looked at.
    IgnoreCounter,
    /// Lines 5-6 are missing.
    SkipUpdate,
    /// The local counter is raised before the first CAS.
    CountFirst,
    /// A node that loses the first CAS tries it again.
    Retry,
    /// Section 5.3: a returning node remembers its first day.
    ReturnAsBefore,
    /// As meant, `BecomeLeader` sets `nde.lid`; this one does not.
    LeadWithOldId,
    /// The repair: the CAS does not raise the epoch.
    KeepEpoch,
    /// The repair with fencing: the memory does not look at the epoch.
    NoFence,
}

impl Mutant {
    /// Every mutant with its name and what it changes.
    const ALL: [(Mutant, &str, &str); 9] = [
        (
            Mutant::LeadAnyway,
            "lead-anyway",
            "a node leads whatever its last CAS returns",
        ),
        (
            Mutant::IgnoreCounter,
            "ignore-counter",
            "the result of the first CAS is not looked at",
        ),
        (
            Mutant::SkipUpdate,
            "skip-update",
            "the losers update nothing",
        ),
        (
            Mutant::CountFirst,
            "count-first",
            "a node raises its own counter before the first CAS",
        ),
        (
            Mutant::Retry,
            "retry",
            "a node that loses the first CAS tries it again",
        ),
        (
            Mutant::ReturnAsBefore,
            "return-as-before",
            "a reintegrated node starts as on the first day, not with -1",
        ),
        (
            Mutant::LeadWithOldId,
            "lead-with-old-id",
            "a winner keeps the id of the leader before it",
        ),
        (
            Mutant::KeepEpoch,
            "keep-epoch",
            "the CAS on the word does not raise the epoch",
        ),
        (
            Mutant::NoFence,
            "no-fence",
            "work is accepted whatever its epoch",
        ),
    ];

    /// The names of all mutants, with what each changes.
    pub const NAMES: &[(&str, &str)] = &{
        let mut names = [("", ""); Mutant::ALL.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = (Mutant::ALL[i].1, Mutant::ALL[i].2);
            i += 1;
        }
        names
    };

    /// The mutant of this name.
    pub fn named(name: &str) -> Option<Mutant> {
        let found = Self::ALL.iter().find(|(_, known, _)| *known == name);
        found.map(|(mutant, ..)| *mutant)
    }
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
    /// What is wrong with it on purpose.
    pub mutant: Option<Mutant>,
}

impl Procedure {
    /// Whether this error was made.
    pub fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// `LeaderElection(nde)` up to its first access.
    pub fn begin(&self, id: NodeId, node: &mut Node) -> Access {
        let Node { lid, cnt, .. } = *node;
        match self.algorithm {
            Algorithm::Six => Self::cas_leader(id, node),
            Algorithm::Seven => {
                node.line = Line::CasCounter; // line 3, first CAS
                if self.is(Mutant::CountFirst) {
                    node.cnt += 1;
                }
                let new = cnt + 1;
                Access::CasCounter { cmp: cnt, new }
            }
            Algorithm::OneWord { .. } => {
                node.line = Line::CasWord;
                let (cmp, cnt) = (Word { cnt, lid }, self.epoch_after(cnt));
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

    fn epoch_after(&self, cnt: Counter) -> Counter {
        match self.algorithm {
            _ if self.is(Mutant::KeepEpoch) => cnt.max(0),
            Algorithm::OneWord { wraps: Some(bits) } => (cnt + 1) % (1 << bits),
            _ => cnt + 1,
        }
    }

    /// `LeaderElection(nde)` from the answer to one access to the next access, or to its end.
    pub fn resume(&self, id: NodeId, node: &mut Node, access: Access, found: Found) -> Next {
        match (access, found) {
            (Access::CasCounter { .. }, Found::Success(false)) if self.is(Mutant::Retry) => {
                Next::Access(access)
            }
            (Access::CasCounter { .. }, Found::Success(raised)) => {
                if raised || self.is(Mutant::IgnoreCounter) {
                    Next::Access(Self::cas_leader(id, node)) // line 3, second CAS
                } else {
                    self.update(node) // case a of Proof 7.1.6
                }
            }
            (Access::CasLeader { .. } | Access::CasWord { .. }, Found::Success(won)) => {
                if won || self.is(Mutant::LeadAnyway) {
                    self.become_leader(id, node);
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
                self.end(node)
            }
            (_, Found::Word(Word { cnt, lid })) => {
                (node.cnt, node.lid) = (cnt, lid);
                self.end(node)
            }
            (_, Found::Success(_)) => {
                node.line = Line::Lead; // work, accepted or not: the leader goes on
                Next::Return
            }
        }
    }

    /// "Someone else already became new leader": the first access of the update.
    fn update(&self, node: &mut Node) -> Next {
        if self.is(Mutant::SkipUpdate) {
            return self.end(node);
        }
        let (line, access) = match self.algorithm {
            Algorithm::Six => (Line::ReadLeader, Access::ReadLeader),
            Algorithm::Seven => (Line::ReadCounter, Access::ReadCounter),
            Algorithm::OneWord { .. } => (Line::ReadWord, Access::ReadWord),
        };
        node.line = line;
        Next::Access(access)
    }

    fn end(&self, node: &mut Node) -> Next {
        node.line = Line::Communicate; // Algorithm 5, lines 11 and 6
        node.accesses = 0;
        Next::Return
    }

    /// `BecomeLeader(nde)`.
    fn become_leader(&self, id: NodeId, node: &mut Node) {
        node.role = Role::Leader;
        node.line = Line::Lead;
        node.accesses = 0;
        if self.become_leader == BecomeLeader::SetsLeader && !self.is(Mutant::LeadWithOldId) {
            node.lid = id;
        }
        if let Algorithm::OneWord { .. } = self.algorithm {
            // The leader knows the epoch it was elected in: the word it has stored.
            (node.cnt, node.lid) = (self.epoch_after(node.cnt), id);
        }
    }
}
