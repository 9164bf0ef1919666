//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Table 4.1 (section 4.4) against section 2.1.5:
//! six families of rollback-recovery, in one harness.
//!
//! | thesis | here |
//! |---|---|
//! | uncoordinated checkpointing: "each process can decide when" | [`Family::Uncoordinated`] |
//! | coordinated, blocking: they stop, "and create a checkpoint all together" | [`Family::Coordinated`] |
//! | communication-induced: forced "before the process reads the contents" | [`Family::Induced`] |
//! | pessimistic: no sends "until all the delivered messages are in the log" | [`Family::Pessimistic`] |
//! | optimistic: a volatile buffer, written out "asynchronously" | [`Family::Optimistic`] |
//! | causal: each message carries an antecedence graph | [`Family::Causal`] |
//!
//! The harness: N processes send M messages in all to whom they like; channels lose nothing and keep no order. Each process
//! takes up to C checkpoints of its own accord. Up to `failures` processes crash, at one moment, and what they did is lost as
//! far as it is not on stable storage. Then they recover, and step by step every process goes back that has received a message
//! which nobody has sent any more. A run ends there. What survivors do between the failure and the recovery is the same as if
//! they had done it before, so it is not a step of its own.
//!
//! The notions, of which the thesis gives no formal definition:
//!
//! - *Orphan*: a survivor whose state depends, through any chain of messages, on something that a crashed process did behind
//!   the point which it can restore. Asked at three moments: when the failure strikes; of the survivor's latest checkpoint
//!   instead of its state (going back there does not help); and when the recovery is complete.
//! - *Domino effect*, as in Fig. 2.4: a rollback comes back. A process goes back because of a rollback which its own brought about.
//!   A second reading counts every checkpoint that is lost to somebody else's rollback.
//! - *Rollback extent*: how many of its checkpoints a process loses. Last checkpoint: none, and only those go back that
//!   crashed. Several: for every C there is a run in which one process loses C. Unbounded: for every C there is one in which each
//!   process has taken C, and all are back at the start.
//! - *Checkpoints per process*: one, if whichever process crashes, nobody starts again from an older checkpoint than its latest.
//!
//! Readings taken. Communication-induced: the index-based rule. A checkpoint has an index, which every message carries;
//! a message with a higher index than the receiver's forces a checkpoint of that index first (section 2.1.5 names no rule).
//! Coordinated: a process stops when it has taken its checkpoint, until all have; a round that a failure cuts off is void.
//! Logging: execution is piecewise deterministic, so that replayed receipts bring back the sends behind them; the contents of a
//! logged message can be had again from its log or its sender; a checkpoint also writes out the log (of causal logging: with the
//! graph). Causal logging writes nothing else: what reaches stable storage in between could only help, and all that is asked of the
//! family is that something does not happen. Optimistic: dependencies are tracked, so that a process which goes back replays up to the first message that is undone;
//! recovery is synchronous.
//!
//! Not modelled: outputs to the world, garbage collection, repeated failures, the coordination without blocking, messages
//! that are lost because of a rollback (they make no orphan). The rows about recovery data, recovery protocol and output commit are
//! not judged.
//!
//! | where | what |
//! |---|---|
//! | `history.rs` | events, states, and what depends on what |
//! | `checkpointing.rs`, `logging.rs` | what each family does |
//! | `recovery.rs` | how far whom goes back |
//! | `harness.rs` | the steps, as a space to be searched |
//! | `properties.rs` | the rows of the table |
//! | `change.rs`, `columns.rs` | what can be wrong with whom |
//! | `claims/` | the cells, each with its verdict |

mod change;
pub mod checkpointing;
mod claims;
pub mod columns;
pub mod harness;
pub mod history;
pub mod logging;
pub mod properties;
pub mod recovery;
#[cfg(test)]
mod tests;

pub use change::Mutant as Change;
pub use claims::claims;

/// A column of Table 4.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Checkpoints at any time, by nobody's leave.
    Uncoordinated,
    /// Global checkpoints, with the processes blocked meanwhile.
    Coordinated,
    /// Checkpoints at any time, and others that messages force.
    Induced,
    /// Receipts are logged before anything follows from them.
    Pessimistic,
    /// Receipts are logged some time later.
    Optimistic,
    /// Receipts are told along with every message, and logged with the next checkpoint.
    Causal,
}

impl Family {
    /// Whether receipts can be replayed.
    pub fn logs(self) -> bool {
        use Family::*;
        matches!(self, Pessimistic | Optimistic | Causal)
    }
}

/// A family at work: how many processes, how much of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Harness {
    /// What they do about failures.
    pub family: Family,
    /// What they do otherwise than the family: a reading, a mutant.
    pub changes: [Option<Change>; 2],
    /// N.
    pub processes: usize,
    /// M, of all processes together.
    pub messages: usize,
    /// C, of each process; those that messages force come on top.
    pub checkpoints: usize,
    /// How many processes crash at most.
    pub failures: usize,
}

impl Harness {
    /// Whether this line is changed.
    pub fn has(&self, change: Change) -> bool {
        self.changes.contains(&Some(change))
    }
}
