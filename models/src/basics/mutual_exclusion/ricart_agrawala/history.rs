//! What only the properties look at. No line of the algorithm reads it.

use serde::Serialize;

/// Ticks in `req_access()`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Wait {
    /// Since its request.
    pub now: u8,
    /// The longest from a request to the entry.
    pub longest: u8,
}

/// What a process has done, and what it can have heard of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct History {
    /// How often it has entered.
    pub entries: u8,
    /// How many messages it has sent.
    pub sent: u8,
    /// For each process, how many of its requests happened before now.
    pub past: Vec<u8>,
    /// For each process, how many of its requests happened before this one's latest.
    pub before_request: Vec<u8>,
}
