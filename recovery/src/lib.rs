//! Log-based rollback-recovery for tasks that communicate through streams: whatever fails, what comes out is what would
//! have come out.
//!
//! A pipeline is performed by workers, and a leader hands out its tasks. Each worker logs what it is about to do; after a
//! fault it performs its task again from the log, and nobody else has to go back. It is the mechanism of Sanz Marco, "Fault
//! Tolerance for Stream Programs on Parallel Platforms", chapter 6, as repaired: in the reading in which every claim
//! about it holds ([`Reading::CLEAR`]).
//!
//! ```
//! use verdict_recovery::system::program::Program;
//! use verdict_recovery::system::{Config, run};
//!
//! let text = r#"{ "tasks": [["write ST1 D1 x2"], ["read ST1 x2", "write ST2 D2"]], "capacity": 1 }"#;
//! let pipeline = Program::parse(text)?.pipeline()?;
//! let calm = run(&Config::new(pipeline.clone(), 2))?;
//!
//! // Now W1 fails after its third step, and the leader after its fifth. Each comes back with its log.
//! let mut config = Config::new(pipeline, 2);
//! config.plan = vec!["W1@3".parse()?, "leader@5".parse()?];
//! let faulty = run(&config)?;
//!
//! assert_eq!(faulty.faults, 2);
//! assert_eq!(faulty.written, calm.written);
//! assert!(faulty.leftovers.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With a [`Folder`](system::stable::Folder) the logs are files, and the whole process may be killed and started again.
//!
//! # The steps, and what runs them
//!
//! | thesis | here |
//! |---|---|
//! | tasks, streams, data | [`pipeline`], [`data`] |
//! | the registers of Algorithms 8 and 9, stable storage | [`registers`] |
//! | Log Buffer, restore mechanism (6.1.1, 6.1.5), garbage collection of a Log Buffer (6.1.4) | [`worker`] |
//! | leader, FTC, the check of a new leader (6.1.2, 6.1.5), garbage collection of its storage | [`leader`] |
//! | streams in shared memory | [`streams`] |
//! | what is open or said twice | [`reading`] |
//! | threads, mail, streams behind a lock, logs on disk | [`system`] |
//!
//! Each step does at most one thing that lasts (store registers, or access a stream), so that a fault can fall
//! between any two; what it stores and what it sends leave together. A fault takes the memory of a node and leaves its stable
//! storage; accesses that had not happened never do; mail is not lost (Assumption 7.2.2) and waits until the node is back.
//!
//! # What is known about it
//!
//! The steps are those that are searched in the models, and every step of a running system is named as the models name it, so that a run
//! can be walked through them (`verdict validate`). `verdict check thesis/rollback` repeats the search, and says at which sizes.
//!
//! | | claim |
//! |---|---|
//! | Nothing is written twice, lost, reordered, or read that would not have been read without faults | `thesis/rollback/same-output` |
//! | Every task is finished exactly once | `thesis/rollback/exactly-once` |
//! | A worker that did not fail never begins its task again | `thesis/rollback/no-domino` |
//! | The same with faults during recovery | `thesis/rollback/repeated-faults` |
//! | and with faults of the leader | `thesis/rollback/leader-fault` |
//! | What a recovery needs is never collected, and in the end nothing is left | `thesis/rollback/gc-safe`, `gc-complete` |
//!
//! Each of the other readings of the thesis has a verdict of its own, and so has each [`Mutant`].

pub mod data;
pub mod leader;
mod mechanism;
pub mod messages;
mod mutant;
mod overridable;
pub mod pipeline;
pub mod reading;
pub mod registers;
pub mod streams;
pub mod system;
pub mod worker;

pub use mechanism::{Mechanism, Scheduling};
pub use mutant::Mutant;
pub use reading::Reading;

/// What the build found in the source of this crate.
#[cfg(feature = "sources")]
pub static SOURCES: verdict_sources::Package = verdict_macros::sources!(::verdict_sources);
