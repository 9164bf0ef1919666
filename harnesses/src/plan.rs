//! An interleaving, as a list of nodes.
//!
//! `-2 1 +2 2 2 1`: node 2 crashes, node 1 takes a step, node 2 comes back and takes two, node 1 takes its next. The steps
//! of a node are those of the models: it calls `LeaderElection`, makes an access, looks at what was found; then the next
//! access, or the procedure has returned.

use std::fmt;
use std::str::FromStr;
use verdict_election::{Access, NodeId};

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A node takes its next step.
    Step(NodeId),
    /// A node crashes.
    Crash(NodeId),
    /// A node comes back, knowing nothing.
    Return(NodeId),
}

/// What happens, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan(pub Vec<Move>);

/// Why a plan cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A word that is no move.
    #[error("`{0}` is no move; write 2 for a step of node 2, -2 for its crash, +2 for its return")]
    Unreadable(String),
    /// A node that does not take part.
    #[error("move {at} names node {node}, but the nodes are 1 to {nodes}")]
    UnknownNode {
        /// The number of the move, counted from 1.
        at: usize,
        /// The node.
        node: NodeId,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A node that is down takes no steps, and cannot crash again.
    #[error("move {at} needs node {node}, which has crashed")]
    Down {
        /// The number of the move, counted from 1.
        at: usize,
        /// The node.
        node: NodeId,
    },
    /// A node that is up cannot come back.
    #[error("in move {at} node {node} comes back, but it has not crashed")]
    Up {
        /// The number of the move, counted from 1.
        at: usize,
        /// The node.
        node: NodeId,
    },
    /// A leader does not call `LeaderElection`.
    #[error("move {at} is a step of node {node}, which leads and has no more steps")]
    Leads {
        /// The number of the move, counted from 1.
        at: usize,
        /// The node.
        node: NodeId,
    },
    /// The plan ends in the middle of an election.
    #[error("the plan ends early: node {node} still stands at {access}")]
    EndsEarly {
        /// The node.
        node: NodeId,
        /// The access that it is about to make, or has made and not looked at.
        access: Access,
    },
}

impl FromStr for Plan {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<Self, PlanError> {
        let moves = text.split_whitespace().map(|word| {
            let (kind, id): (fn(NodeId) -> Move, &str) = match word.split_at_checked(1) {
                Some(("-", id)) => (Move::Crash, id),
                Some(("+", id)) => (Move::Return, id),
                _ => (Move::Step, word),
            };
            // A sign that is left over is no part of an id.
            let digits = id.bytes().all(|byte| byte.is_ascii_digit());
            let id = id.parse().ok().filter(|_| digits).map(NodeId);
            id.map(kind)
                .ok_or_else(|| PlanError::Unreadable(word.to_owned()))
        });
        moves.collect::<Result<_, _>>().map(Plan)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, next) in self.0.iter().enumerate() {
            let (sign, node) = match next {
                Move::Step(node) => ("", node),
                Move::Crash(node) => ("-", node),
                Move::Return(node) => ("+", node),
            };
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{sign}{node}")?;
        }
        Ok(())
    }
}
