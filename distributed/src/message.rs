//! What workers say to each other. Only numbers that mean the same everywhere.

use crate::search::Load;
use serde::{Deserialize, Serialize};

/// A message on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parcel {
    /// To which worker.
    pub to: u32,
    /// From which.
    pub from: u32,
    /// What it says.
    pub body: Body,
}

/// What a message says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Body {
    /// Process 0 begins its run with this number, or none any more.
    Begin(Option<u32>),
    /// To the owner of these fingerprints: the sender has generated them, as its successors with these numbers.
    Claims {
        /// What is added to each number.
        first: u64,
        /// The numbers of the successors in their level.
        numbers: Vec<u32>,
        /// Their fingerprints.
        fingerprints: Vec<u64>,
    },
    /// To those who have claimed: whose the states are.
    Answers {
        /// These are new, and the receiver's so far.
        won: Vec<u64>,
        /// These were the receiver's, and are somebody else's.
        lost: Vec<u64>,
    },
    /// How far the sender has come.
    Status(Status),
    /// The sender's part of a level is expanded.
    Ended(Ended),
    /// The way to the state that decides the property, and the fingerprint of the one behind it if it is a step that does.
    Way(Vec<u32>, Option<u64>),
    /// States that move.
    Moved {
        /// The ways to them (see [`crate::trail`]).
        ways: Vec<u8>,
        /// Their fingerprints.
        fingerprints: Vec<u64>,
    },
    /// What the sender has held.
    Load(Load),
}

/// How far a worker has come with a level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Status {
    /// How many states of the next level it owns so far.
    pub owned: u64,
    /// How many states it has expanded.
    pub expanded: u64,
    /// How many it has still to expand.
    pub left: u64,
    /// Whether its limits end the search.
    pub cut: Option<Ending>,
}

/// A limit of a process, or a wish of its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Somebody wants an end.
    Interrupted,
    /// Memory, as it is reckoned.
    Bytes,
    /// Memory of the process.
    Resident,
    /// Time.
    Time,
}

/// What a worker's part of a level came to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ended {
    /// How many new states it holds.
    pub new: u64,
    /// How many successors it generated.
    pub total: u64,
    /// The largest number of successors of one state.
    pub branching: u64,
    /// Whether some lie beyond the boundary.
    pub beyond: bool,
    /// The first of the new states that decides the property.
    pub deciding: Option<u32>,
    /// The first step that breaks it: the state before, by its place, and the fingerprint of the one after.
    pub broken_step: Option<(u32, u64)>,
}
