//! Leader election by compare-and-swap: the nodes, their shared memory, and what a timeout means.
//!
//! [`algorithm`] is the election, [`memory`] what it accesses; `actor.rs` makes actors of both, and [`scenario`] a reading of the
//! thesis; [`properties`] says what is asked of them, and [`claims`](claims()) which verdict it gets.
//!
//! # Accesses are messages, and the memory is still a memory
//!
//! Each access is a request to the actor `shm` and its answer, so that a node can stall before and after each.
//! A message can do what an access cannot: take effect after its sender has crashed. That changes nothing as long
//! as it takes effect before the sender's next access, which FIFO channels ensure: whoever is inside an election is
//! a worker, and whether a worker is up cannot be seen by the others, so that the crash may as well have come
//! right after the access. Answers to an earlier life of a node are told apart by the number of its start, the
//! one thing in a node's stable storage; it also tells a reintegration (-1, -1) from the first day.
//!
//! # When `Communicate` returns false
//!
//! A worker contacts the leader it knows, `nde.lid`, and gives up after a timeout: the timer `contact`. In an
//! asynchronous world it may fire at any moment, which accuses live leaders. In a synchronous world it waits
//! for the answer of a leader that is up and leads ("since n_1 is now a normal worker, it does not
//! response", Proof 7.1.5), and for what else [`Timeouts`] says: readings of Assumption 7.1.3, "the
//! communication timeout is longer than" an election. In a world of ticks it counts them.
//!
//! [`Contact`] says how fine the contact itself is modelled. In one step, the contact fails if at that moment the node
//! contacted does not lead. With messages, a request may reach a node that does not lead yet, and the timeout may be
//! over when it does. If timeouts wait for no election the two come to the same, for the steps of the election itself can
//! wait instead; if they do wait, the difference decides.

mod actor;
pub mod algorithm;
mod claims;
pub mod costs;
pub mod detector;
pub mod equation;
pub mod linearisable;
pub mod llsc;
pub mod memory;
pub mod properties;
mod renaming;
pub mod scenario;
pub mod tables;
#[cfg(test)]
mod tests;

pub use claims::claims;
pub use scenario::Scenario;

use algorithm::{Node, Procedure};
use memory::{Access, Found, Memory, NodeId};
use serde::Serialize;
use verdict_world::World;

/// What a timeout waits for, in a synchronous world: readings of Assumption 7.1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timeouts {
    /// The answer of a leader that is up: the timeout is longer than a round trip.
    RoundTrip,
    /// Also every node that stands between its two CAS: what case a.2 of Proof 7.1.6 uses.
    SecondCas,
    /// Also every node that has won and has not yet taken the role.
    RoleTaken,
    /// Also both of these: every election that has passed its first CAS.
    PastFirstCas,
    /// Also every node inside `LeaderElection`: whenever a timeout is over, so are all elections.
    Serial,
}

impl Timeouts {
    /// What a timeout waits for, as a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Timeouts::RoundTrip => "a timeout waits for a live leader",
            Timeouts::SecondCas => {
                "a timeout waits for a live leader, and for whoever stands between its two CAS"
            }
            Timeouts::RoleTaken => {
                "a timeout waits for a live leader, and for winners to take the role"
            }
            Timeouts::PastFirstCas => {
                "a timeout waits for a live leader, and for elections that have passed their first CAS"
            }
            Timeouts::Serial => "a timeout waits for a live leader, and for every election",
        }
    }
}

/// What becomes of a contact with nobody (-1), or with oneself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hopeless {
    /// It takes as long as any other.
    TimesOut,
    /// It fails at once, since no message needs to be sent to find out.
    FailsAtOnce,
    /// With nobody it takes as long as any other; with oneself it never fails, so that nobody is elected
    /// as its own successor. Not a reading, but a way to look for other runs than these.
    NeverWithOneself,
}

/// How a worker contacts the leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contact {
    /// In one step. A contact that is answered changes nothing, so only the other kind is a step.
    OneStep,
    /// Request and answer are messages; the timer, in a world of ticks, runs for `timeout` ticks.
    ByMessage {
        /// Ticks until a worker resends its request, or gives up.
        timeout: u8,
        /// How often it resends before it gives up: once, with the detector of section 4.2.
        resends: u8,
        /// What a node does with a request while it is inside an election.
        requests: Requests,
    },
}

/// What a node inside an election does with a request of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Requests {
    /// It does not respond, as any worker.
    Dropped,
    /// It keeps them and responds if it becomes leader.
    Kept,
}

/// What is counted, for claims about numbers; counting tells states apart that are otherwise the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Nothing.
    Nothing,
    /// How often a node runs `LeaderElection`.
    Runs,
    /// The accesses of a node in one run.
    Accesses,
    /// All reads and writes.
    ReadsAndWrites,
}

/// The nodes 1 to `nodes` (the first actors) and the shared memory (the last actor).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Election {
    /// N.
    pub nodes: usize,
    /// The leader of the first day; 0 for one that has crashed before and is not among the nodes, as in tables 5.3
    /// to 5.10; nobody for a memory that no node has led before.
    pub first_leader: NodeId,
    /// Whether that leader is among the nodes, has crashed, and has just been reintegrated, as in the experiments of
    /// section 8.1.
    pub leader_is_back: bool,
    /// The election.
    pub procedure: Procedure,
    /// How a worker contacts the leader.
    pub contact: Contact,
    /// What a timeout waits for.
    pub timeouts: Timeouts,
    /// What becomes of a contact with nobody or oneself.
    pub hopeless: Hopeless,
    /// Whether leaders do work that is fenced.
    pub fenced_work: bool,
    /// What is counted.
    pub counted: Counted,
    /// The w bits that a claim is about: those of the epoch, or those that the counter is said to fit into.
    pub bits: Option<u8>,
}

impl Election {
    /// N nodes of which the last leads, as in Table 5.1, running this procedure; the friendliest reading
    /// of everything else.
    pub fn new(nodes: usize, procedure: Procedure) -> Self {
        Election {
            nodes,
            first_leader: NodeId(nodes as i32),
            leader_is_back: false,
            procedure,
            contact: Contact::OneStep,
            timeouts: Timeouts::RoundTrip,
            hopeless: Hopeless::TimesOut,
            fenced_work: false,
            counted: Counted::Nothing,
            bits: None,
        }
    }
}

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// A node accesses the memory, in its n-th life.
    Request(Access, u8),
    /// The memory answers.
    Answer(Access, Found, u8),
    /// A worker, this one, contacts its leader.
    Task(NodeId),
    /// The leader answers.
    Notification,
}

/// What an actor holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum State {
    /// A node.
    Node(Node),
    /// The shared memory.
    Memory(Memory),
}

/// `Communicate` with this node fails, or the request is sent once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContactFails {
    /// Who is contacted.
    pub leader: NodeId,
    /// How often the request will still be sent.
    pub resends: u8,
}

/// What a node does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// A leader answers whoever contacts it.
    Answer,
    /// A leader does work that is fenced.
    Work,
    /// A worker contacts its leader.
    Communicate,
}

/// Nodes and their memory in a world.
pub type Nodes = World<Election>;
