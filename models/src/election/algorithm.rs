//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Algorithms 5, 6 and 7, and the repair: the steps
//! of the crate `verdict-election`, with what the models keep beside them, and with errors made on purpose.
//!
//! | thesis | here |
//! |---|---|
//! | `nde.id`, `nde.lid`, `nde.cnt` | the id of the actor, `lid` and `cnt` of [`Node`] |
//! | `CommunicateWithLeader`, Algorithm 5 | [`Line::Communicate`]; how it fails is the world's affair |
//! | `LeaderElection`, Algorithms 6 and 7 | [`Procedure::begin`], then [`Procedure::resume`] with each answer |
//! | reintegration, section 5.3 | [`Node::reintegrated`] |
//!
//! The readings taken are in the crate, beside the steps.

use super::memory::{Access, Found, NodeId, Word};
use serde::Serialize;
use std::ops::{Deref, DerefMut};
pub use verdict_election::{Algorithm, BecomeLeader, Line, Next, Role};

/// A node: the variables of the thesis, and what the models keep beside them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Node {
    /// The variables of the thesis.
    #[serde(flatten)]
    pub variables: verdict_election::Node,
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

impl Deref for Node {
    type Target = verdict_election::Node;

    fn deref(&self) -> &Self::Target {
        &self.variables
    }
}

impl DerefMut for Node {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.variables
    }
}

impl Node {
    /// A node on the first day.
    pub fn first_day(id: NodeId, leader: NodeId) -> Self {
        Node::new(verdict_election::Node::first_day(id, Word::first(leader)))
    }

    /// Section 5.3.
    pub fn reintegrated() -> Self {
        Node::new(verdict_election::Node::reintegrated())
    }

    fn new(variables: verdict_election::Node) -> Self {
        Node {
            variables,
            life: 1,
            asked: Vec::new(),
            runs: 0,
            accesses: 0,
        }
    }
}

verdict_checker::mutants! {
    /// A small error in the algorithm, made on purpose to see whether a property notices.
    LeadAnyway = "lead-anyway": "a node leads whatever its last CAS returns",
    IgnoreCounter = "ignore-counter": "the result of the first CAS is not looked at",
    SkipUpdate = "skip-update": "the losers update nothing",
    CountFirst = "count-first": "a node raises its own counter before the first CAS",
    Retry = "retry": "a node that loses the first CAS tries it again",
    ReturnAsBefore = "return-as-before": "a reintegrated node starts as on the first day, not with -1",
    LeadWithOldId = "lead-with-old-id": "a winner keeps the id of the leader before it",
    KeepEpoch = "keep-epoch": "the CAS on the word does not raise the epoch",
    NoFence = "no-fence": "work is accepted whatever its epoch",
}

/// In which order a loser reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reads {
    /// First the counter, then the leader id: Algorithm 7, lines 5 and 6.
    #[default]
    CounterFirst,
    /// First the leader id, then the counter: the order of Table 5.9.
    LeaderFirst,
}

/// `LeaderElection`, in one of its readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Procedure {
    /// Which election.
    pub algorithm: Algorithm,
    /// What `BecomeLeader` does.
    pub become_leader: BecomeLeader,
    /// In which order a loser reads.
    pub reads: Reads,
    /// What is wrong with it on purpose.
    pub mutant: Option<Mutant>,
}

impl Procedure {
    /// Whether this error was made.
    pub fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// The steps, without the errors that are made around them.
    fn steps(&self) -> verdict_election::Procedure {
        verdict_election::Procedure {
            algorithm: self.algorithm,
            become_leader: match self.mutant {
                Some(Mutant::LeadWithOldId) => BecomeLeader::ChangesRole,
                _ => self.become_leader,
            },
        }
    }

    /// `LeaderElection(nde)` up to its first access.
    pub fn begin(&self, id: NodeId, node: &mut Node) -> Access {
        let mut access = self.steps().begin(id, node);
        match (self.mutant, &mut access) {
            (Some(Mutant::CountFirst), Access::CasCounter { .. }) => node.cnt += 1,
            (Some(Mutant::KeepEpoch), Access::CasWord { cmp, new }) => new.cnt = cmp.cnt.max(0),
            _ => {}
        }
        access
    }

    /// `LeaderElection(nde)` from the answer to one access to the next access, or to its end.
    pub fn resume(&self, id: NodeId, node: &mut Node, access: Access, found: Found) -> Next {
        let first_cas = matches!(access, Access::CasCounter { .. });
        let last_cas = matches!(access, Access::CasLeader { .. } | Access::CasWord { .. });
        let lost = (first_cas || last_cas) && found == Found::Success(false);
        let next = match self.mutant {
            Some(Mutant::Retry) if lost && first_cas => return Next::Access(access),
            Some(Mutant::SkipUpdate) if lost => {
                node.line = Line::Communicate;
                Next::Return
            }
            mutant => {
                let ignored = match mutant {
                    Some(Mutant::IgnoreCounter) => first_cas,
                    Some(Mutant::LeadAnyway) => last_cas,
                    _ => false,
                };
                let seen = if ignored { Found::Success(true) } else { found };
                let next = self.steps().resume(id, node, access, seen);
                match self.reads {
                    Reads::CounterFirst => next,
                    Reads::LeaderFirst => leader_first(node, access, next),
                }
            }
        };
        if next == Next::Return {
            node.accesses = 0;
        }
        next
    }
}

/// What comes after this access if the leader id is read before the counter.
fn leader_first(node: &mut Node, access: Access, next: Next) -> Next {
    let (line, next) = match (access, next) {
        (Access::ReadLeader, Next::Return) => {
            (Line::ReadCounter, Next::Access(Access::ReadCounter))
        }
        (Access::ReadCounter, _) => (Line::Communicate, Next::Return),
        (_, Next::Access(Access::ReadCounter)) => {
            (Line::ReadLeader, Next::Access(Access::ReadLeader))
        }
        (_, next) => return next,
    };
    node.line = line;
    next
}
