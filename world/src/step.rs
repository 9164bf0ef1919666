//! What can happen next, named by what it does.

/// A step of the world. Messages, timers and local choices are named by interned ids, so that a step
/// means the same in every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// What happens.
    pub event: Event,
    /// The messages that leave, as an interned list of envelopes.
    pub sent: u32,
    /// Whether the node crashes while it is still sending.
    pub crashes: bool,
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A message arrives.
    Deliver(u32),
    /// A node takes a local step.
    Choose {
        /// Who.
        node: u8,
        /// Which step.
        choice: u32,
    },
    /// A timer fires.
    Timeout {
        /// Whose.
        node: u8,
        /// Which.
        timer: u32,
    },
    /// The detector reports a crash.
    Suspect {
        /// To whom.
        node: u8,
        /// Whose crash.
        suspect: u8,
    },
    /// A node crashes.
    Crash(u8),
    /// A node comes back.
    Return(u8),
    /// A message is lost.
    Lose(u32),
    /// A message is doubled.
    Duplicate(u32),
    /// Time passes.
    Tick,
}
