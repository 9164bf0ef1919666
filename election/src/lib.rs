//! Leader election by compare-and-swap: a leader for each epoch, decided by one CAS on one word.
//!
//! A node whose contact with the leader has failed calls [`Candidate::try_lead`]. It leads from then on, or learns who
//! does. Each leader has an [`Epoch`] of its own, greater than all before it: whoever it gives orders to can refuse those of
//! a leader that has been succeeded.
//!
//! ```
//! use verdict_election::{Election, Outcome};
//!
//! let election = Election::new([10, 20, 30])?;
//! let mut ten = election.candidate(10)?;
//! let mut twenty = election.candidate(20)?;
//!
//! let Outcome::Leader(first) = ten.try_lead()? else { unreachable!("nobody leads yet") };
//! assert_eq!(twenty.try_lead()?, Outcome::Follower { leader: 10, epoch: first });
//!
//! // Node 10 does not answer any more. Has it crashed, or is it slow? Nobody can tell.
//! let Outcome::Leader(second) = twenty.try_lead()? else { unreachable!("nobody else tries") };
//!
//! // It was slow, and goes on; its epoch gives it away.
//! assert!(first < second);
//! assert!(!election.accepts(first) && election.accepts(second));
//! assert_eq!(ten.try_lead()?, Outcome::Follower { leader: 20, epoch: second });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is known about it
//!
//! The steps in [`procedure`] are those that are searched in the models, under the claims `thesis/...`; `verdict check
//! thesis/repair` repeats it. Sizes are nodes, crashes and reintegrations.
//!
//! | | verdict | claim and reading |
//! |---|---|---|
//! | No two nodes lead in the same epoch, whoever is accused, crashes or comes back | holds, exhausted up to (2, 3, 3), (3, 3, 3) and (4, 2, 1) | `thesis/repair` per-epoch |
//! | the same from a memory that nobody has led before, as [`Election::new`] makes it | holds, exhausted up to (2, 3, 3) and (3, 2, 2) | `thesis/repair` from-nothing |
//! | [`Election::accepts`] accepts no leader that has been succeeded | holds, exhausted up to (2, 3, 3) and (3, 2, 2) | `thesis/repair` fenced |
//! | No two nodes lead at the same time | refuted: a slow leader may be accused, and leads on until it looks | `thesis/repair` asynchronous |
//! | the same, if nobody is accused that is up and leads, or has won | holds, exhausted up to (2, 3, 3), (3, 3, 3) and (4, 2, 2) | `thesis/repair` role-taken |
//! | An epoch of w bits that wraps | refuted after 2^w elections; here it does not wrap, see [`Exhausted`] | `thesis/repair` wraps |
//!
//! The first and the fourth row say why an epoch is worth more than a role. Algorithm 7 of the thesis keeps epoch and leader in
//! two words with a CAS on each; there two nodes may lead even under the assumption of the fifth row
//! (`thesis/alg7/unique-leader` role-taken).
//!
//! # `no_std`, no lock, no wait
//!
//! The crate needs 64-bit atomics and nothing else. An election takes one access if it is won and two if it is lost,
//! whatever others do. To run it on other memory than the atomics of this machine, implement [`Memory`].

#![no_std]

pub mod access;
mod candidate;
pub mod llsc;
pub mod memory;
pub mod procedure;

pub use access::{Access, Counter, Found, NodeId, Word};
pub use candidate::{
    Candidate, Election, Epoch, Exhausted, NodesError, Outcome, Reign, UnknownNode,
};
pub use memory::{AtomicMemory, Memory, Variable};
pub use procedure::{Algorithm, BecomeLeader, Line, Next, Node, Procedure, Role};

/// What the build found in the source of this crate.
#[cfg(feature = "sources")]
pub static SOURCES: verdict_sources::Package = verdict_macros::sources!(::verdict_sources);
