//! Nodes under other names: all nodes are alike but the leader of the first day, whom the memory names.

use super::algorithm::Node;
use super::memory::{Access, Found, Memory, NodeId, Word};
use super::{ContactFails, Election, Message, State};
use verdict_world::{NodeSet, Renaming, Symmetry};

impl Election {
    /// The nodes that may change names.
    pub(super) fn alike(&self) -> Symmetry {
        let nodes = 0..self.nodes;
        let others = nodes.filter(|actor| NodeId::of(*actor) != self.first_leader);
        Symmetry::Permutations(others.collect::<NodeSet>())
    }

    /// The new name of a node. Nobody, and a leader that is not among the nodes, have none.
    fn renamed(&self, id: NodeId, names: &Renaming) -> NodeId {
        match usize::try_from(id.0 - 1) {
            Ok(actor) if actor < self.nodes => NodeId::of(names.node(actor)),
            _ => id,
        }
    }

    fn renamed_word(&self, word: Word, names: &Renaming) -> Word {
        Word {
            cnt: word.cnt,
            lid: self.renamed(word.lid, names),
        }
    }

    fn renamed_access(&self, access: Access, names: &Renaming) -> Access {
        let id = |id| self.renamed(id, names);
        let word = |word| self.renamed_word(word, names);
        match access {
            Access::CasCounter { .. } | Access::ReadCounter => access,
            Access::CasLeader { cmp, new } => Access::CasLeader {
                cmp: id(cmp),
                new: id(new),
            },
            Access::ReadLeader | Access::ReadWord => access,
            Access::CasWord { cmp, new } => Access::CasWord {
                cmp: word(cmp),
                new: word(new),
            },
            Access::Work { leader, epoch } => Access::Work {
                leader: id(leader),
                epoch,
            },
        }
    }

    pub(super) fn renamed_state(&self, state: &State, names: &Renaming) -> State {
        match state {
            State::Memory(memory) => State::Memory(Memory {
                lid: self.renamed(memory.lid, names),
                ..memory.clone()
            }),
            State::Node(node) => {
                let mut node: Node = node.clone();
                node.lid = self.renamed(node.lid, names);
                node.asked = (node.asked.iter())
                    .map(|worker| self.renamed(*worker, names))
                    .collect();
                node.asked.sort();
                State::Node(node)
            }
        }
    }

    pub(super) fn renamed_message(&self, message: &Message, names: &Renaming) -> Message {
        match *message {
            Message::Request(access, life) => {
                Message::Request(self.renamed_access(access, names), life)
            }
            Message::Answer(access, found, life) => {
                let found = match found {
                    Found::Success(_) | Found::Counter(_) => found,
                    Found::Leader(lid) => Found::Leader(self.renamed(lid, names)),
                    Found::Word(word) => Found::Word(self.renamed_word(word, names)),
                };
                Message::Answer(self.renamed_access(access, names), found, life)
            }
            Message::Task(worker) => Message::Task(self.renamed(worker, names)),
            Message::Notification => Message::Notification,
        }
    }

    pub(super) fn renamed_timer(&self, timer: &ContactFails, names: &Renaming) -> ContactFails {
        ContactFails {
            leader: self.renamed(timer.leader, names),
            resends: timer.resends,
        }
    }
}
