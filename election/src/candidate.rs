//! The repaired election, to be used.

use crate::access::{Access, Found, NodeId, Word};
use crate::memory::{AtomicMemory, Memory};
use crate::procedure::{Node, Procedure, Role};
use core::fmt;

/// An election between nodes that share a memory.
///
/// `S` is anything that holds ids: an array, a slice, a `Vec`.
#[derive(Debug)]
pub struct Election<S, M = AtomicMemory> {
    nodes: S,
    memory: M,
}

/// The number of a leader in the sequence of all leaders: the fencing token.
///
/// A resource that is not in the shared memory keeps the greatest epoch it has seen and refuses smaller ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Epoch(u64);

impl Epoch {
    /// The number; the first leader has 0.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Who leads, and in which epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reign {
    /// The leader.
    pub leader: u32,
    /// Its epoch.
    pub epoch: Epoch,
}

impl Reign {
    /// The reign that a word names, if it names one.
    fn named(Word { cnt, lid }: Word) -> Option<Self> {
        let (leader, epoch) = (lid.0.try_into().ok()?, Epoch(cnt.try_into().ok()?));
        Some(Reign { leader, epoch })
    }
}

/// Why these nodes cannot elect a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NodesError {
    /// There is nobody to elect.
    #[error("an election needs at least one node")]
    None,
    /// The id does not fit into the word.
    #[error(
        "node {id} has an id beyond {}, the greatest that fits beside an epoch",
        Word::MAX_ID
    )]
    Beyond {
        /// The id.
        id: u32,
    },
    /// Two nodes have the same id.
    #[error("node {id} is named twice; every node needs an id of its own")]
    Twice {
        /// The id.
        id: u32,
    },
}

/// The node is not one of those that the election was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("node {0} does not take part in this election")]
pub struct UnknownNode(pub u32);

/// There is no epoch left: 2^48 - 1 leaders have been elected. Epochs do not start again, for then two leaders could
/// have the same (`thesis/repair`, wraps-per-epoch).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no epoch is left after {}", Word::MAX_EPOCH)]
pub struct Exhausted;

impl<S: AsRef<[u32]>> Election<S> {
    /// An election between these nodes, on the atomics of this machine. Nobody leads yet.
    ///
    /// # Errors
    ///
    /// If there are none, if two have the same id, or if an id is too great.
    ///
    /// ```
    /// use verdict_election::{Election, NodesError};
    ///
    /// assert_eq!(Election::new([0; 0]).err(), Some(NodesError::None));
    /// assert_eq!(Election::new([1, 2, 1]).err(), Some(NodesError::Twice { id: 1 }));
    /// assert_eq!(Election::new([65_535]).err(), Some(NodesError::Beyond { id: 65_535 }));
    /// ```
    pub fn new(nodes: S) -> Result<Self, NodesError> {
        Election::over(nodes, AtomicMemory::default())
    }
}

impl<S: AsRef<[u32]>, M: Memory> Election<S, M> {
    /// An election between these nodes, on this memory.
    ///
    /// # Errors
    ///
    /// As [`Election::new`].
    pub fn over(nodes: S, memory: M) -> Result<Self, NodesError> {
        let ids = nodes.as_ref();
        if ids.is_empty() {
            return Err(NodesError::None);
        }
        for (i, &id) in ids.iter().enumerate() {
            if node_id(id).is_none() {
                return Err(NodesError::Beyond { id });
            }
            if ids[..i].contains(&id) {
                return Err(NodesError::Twice { id });
            }
        }
        Ok(Election { nodes, memory })
    }

    /// A node at its start, or when it comes back after a crash: it knows nothing.
    ///
    /// # Errors
    ///
    /// If the node is not one of those that the election was made for.
    pub fn candidate(&self, id: u32) -> Result<Candidate<'_, M>, UnknownNode> {
        let known = node_id(id).filter(|_| self.nodes.as_ref().contains(&id));
        Ok(Candidate {
            id: known.ok_or(UnknownNode(id))?,
            node: Node::reintegrated(),
            memory: &self.memory,
        })
    }

    /// Who leads at this moment, and since which epoch; nobody, before the first election.
    pub fn current(&self) -> Option<Reign> {
        Reign::named(read(&self.memory))
    }

    /// Whether this is the epoch of the current leader: `thesis/repair`, fenced.
    ///
    /// It says so of this moment. Data in another place than the memory of the election must compare epochs itself, in one
    /// atomic step with the change.
    pub fn accepts(&self, epoch: Epoch) -> bool {
        self.current().is_some_and(|now| now.epoch == epoch)
    }
}

fn node_id(id: u32) -> Option<NodeId> {
    let id = i32::try_from(id).ok().map(NodeId);
    id.filter(|id| *id <= Word::MAX_ID)
}

fn read(memory: &impl Memory) -> Word {
    match memory.perform(Access::ReadWord) {
        Found::Word(word) => word,
        _ => Word::NOTHING, // No memory answers so; nothing is known then.
    }
}

/// How an election ends for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It leads, in this epoch.
    Leader(Epoch),
    /// Another node leads.
    Follower {
        /// Which.
        leader: u32,
        /// In which epoch.
        epoch: Epoch,
    },
}

/// A node that takes part in an election.
///
/// It keeps what it knows: who led when it last looked. A node that has crashed comes back with a new candidate,
/// from [`Election::candidate`]; an old one that is still around does no harm, for its epoch is over once another leads.
#[derive(Debug)]
pub struct Candidate<'a, M = AtomicMemory> {
    id: NodeId,
    node: Node,
    memory: &'a M,
}

impl<M: Memory> Candidate<'_, M> {
    /// Tries to succeed the leader it knows, whom the caller holds to be gone; if that one has been succeeded already, learns
    /// who leads now. A candidate that leads itself only looks whether it still does.
    ///
    /// If the answer is [`Outcome::Follower`], contact that leader. If that fails too, call again.
    ///
    /// No two candidates are ever told that they lead in the same epoch (`thesis/repair`, per-epoch). Two may lead at the same
    /// time in different epochs, until the elder looks (`thesis/repair`, asynchronous).
    ///
    /// What a node wrote before it became leader is visible to whoever learns from this that it leads.
    ///
    /// # Errors
    ///
    /// After 2^48 - 1 leaders, [`Exhausted`].
    pub fn try_lead(&mut self) -> Result<Outcome, Exhausted> {
        if self.node.role == Role::Leader {
            self.look();
        } else if self.node.cnt == Word::MAX_EPOCH {
            return Err(Exhausted);
        } else {
            Procedure::REPAIRED.run(self.id, &mut self.node, self.memory);
        }
        Ok(self.outcome())
    }

    /// Steps down if the memory names another leader, or another life of this one.
    fn look(&mut self) {
        let word = read(self.memory);
        if word != self.known() {
            self.node = Node {
                cnt: word.cnt,
                lid: word.lid,
                ..Node::reintegrated()
            };
        }
    }

    fn known(&self) -> Word {
        let Node { cnt, lid, .. } = self.node;
        Word { cnt, lid }
    }

    fn outcome(&self) -> Outcome {
        // A word that was stored names an epoch and a node.
        let epoch = Epoch(self.node.cnt.max(0) as u64);
        match self.node.role {
            Role::Leader => Outcome::Leader(epoch),
            Role::Worker => Outcome::Follower {
                leader: self.node.lid.0.max(0) as u32,
                epoch,
            },
        }
    }

    /// Its id.
    pub fn id(&self) -> u32 {
        self.id.0 as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Variable;

    #[test]
    fn every_node_that_fits_may_stand_and_no_other() {
        let greatest = Word::MAX_ID.0 as u32;
        let election = Election::new([0, greatest]).expect("both ids fit");
        for id in [0, greatest] {
            let mut candidate = election.candidate(id).expect("one of the two");
            assert_eq!(candidate.id(), id);
            assert!(candidate.try_lead().is_ok());
        }
        for id in [1, greatest + 1, u32::MAX] {
            assert_eq!(election.candidate(id).err(), Some(UnknownNode(id)));
        }
        for id in [greatest + 1, i32::MAX as u32 + 1, u32::MAX] {
            let beyond = Election::new([1, id]).err();
            assert_eq!(beyond, Some(NodesError::Beyond { id }));
        }
    }

    #[test]
    fn a_node_that_comes_back_follows_its_own_earlier_life() {
        let election = Election::new([7]).expect("one node");
        let mut first = election.candidate(7).expect("the node");
        assert_eq!(first.try_lead(), Ok(Outcome::Leader(Epoch(0))));
        let mut second = election.candidate(7).expect("the node");
        let epoch = Epoch(0);
        let found = second.try_lead();
        assert_eq!(found, Ok(Outcome::Follower { leader: 7, epoch }));
        assert_eq!(second.try_lead(), Ok(Outcome::Leader(Epoch(1))));
        let epoch = Epoch(1);
        let found = first.try_lead();
        assert_eq!(found, Ok(Outcome::Follower { leader: 7, epoch }));
    }

    #[test]
    fn nobody_leads_before_the_first_election() {
        let election = Election::new([1]).expect("one node");
        assert_eq!(election.current(), None);
        assert!(!election.accepts(Epoch(0)));
    }

    #[test]
    fn after_the_last_epoch_there_is_no_leader_any_more() {
        let last = Word {
            cnt: Word::MAX_EPOCH - 1,
            lid: NodeId(1),
        };
        let election = Election::over([1, 2], AtomicMemory::new(last)).expect("two nodes");
        let mut two = election.candidate(2).expect("the second");
        assert!(matches!(two.try_lead(), Ok(Outcome::Follower { .. })));
        let end = Epoch(Word::MAX_EPOCH as u64);
        assert_eq!(two.try_lead(), Ok(Outcome::Leader(end)));
        let mut one = election.candidate(1).expect("the first");
        assert!(matches!(one.try_lead(), Ok(Outcome::Follower { .. })));
        assert_eq!(one.try_lead(), Err(Exhausted));
        assert_eq!(
            election.memory.load(Variable::Word) >> Word::LEADER_BITS,
            end.get() + 1
        );
    }
}
