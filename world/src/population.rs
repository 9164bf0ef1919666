//! What the enumeration of moves asks of the actors, without knowing their type.
//!
//! Handlers, states and messages differ from algorithm to algorithm; everything else about a world (moves,
//! canonical form, names, the search itself) works on numbers and is compiled once for all of them. The
//! answers are memoised by [`Scratch`], so that the calls through this trait are rare.

use super::assumptions::Assumptions;
use super::effects::{Cause, Effect, EnvelopeFacts, LocalFacts, Scratch};
use super::origins::Origins;
use super::resident::NodeSet;
use super::silence::Rule;
use super::symmetry::Renaming;
use serde_json::Value;
use std::sync::Mutex;

/// What a world is like, apart from its actors.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// How many actors there are.
    pub(super) nodes: usize,
    /// What they may rely on.
    pub(super) assumptions: Assumptions,
    /// The nodes that may crash at all.
    pub(super) may_crash: NodeSet,
    /// Whether messages to nodes that are down for good are dropped.
    pub(super) drops_unreachable: bool,
    /// Whether stale messages are dropped and dates lowered.
    pub(super) normalises: bool,
    /// The step by which dates are lowered; 0 if they are not.
    pub(super) period: u64,
    /// Whether some states are left out.
    pub(super) bounded: bool,
    /// What makes a step not silent and is not looked at, to see whether that is noticed.
    pub(super) left_out: Option<Rule>,
}

impl Rules {
    /// As they are, with nothing dropped and nothing lowered.
    pub(super) fn plain(self) -> Self {
        Rules {
            drops_unreachable: false,
            normalises: false,
            period: 0,
            ..self
        }
    }
}

/// Where a message comes from, where it goes, and for how long it has been under way.
pub(super) struct Route {
    pub(super) src: usize,
    pub(super) dst: usize,
    pub(super) age: u8,
}

/// The actors of a world, with what they hold and say, behind numbers.
pub(super) trait Population: Send + Sync {
    fn rules(&self) -> &Rules;
    /// The world in words: what may be relied on, and how the nodes start.
    fn setting(&self) -> String;
    /// About how many bytes the parts of all states hold.
    fn held(&self) -> usize;
    /// Scratches not in use.
    fn scratches(&self) -> &Mutex<Vec<Scratch>>;

    /// How local states and messages came about.
    fn noted(&self) -> &Origins;

    /// What the nodes hold before anything has happened, and what they send: all ways in which a run may begin.
    fn starts(&self) -> Vec<(Vec<u32>, Vec<u32>)>;
    fn local_facts(&self, local: u32) -> LocalFacts;
    fn envelope_facts(&self, envelope: u32) -> EnvelopeFacts;
    /// Runs the handler.
    fn effect(&self, local: u32, cause: Cause) -> Effect;
    /// Whether the n-th timer of a node may fire in this state.
    fn may_fire(&self, state: &[u32], node: usize, index: u32) -> bool;
    /// Whether a message at `node`, or else a local step open there, could answer a timer that is set at another node.
    fn could_answer(&self, state: &[u32], node: usize, message: Option<u32>) -> bool;
    /// Whether a timer of this node, if it is up, must fire before time passes.
    fn timer_due(&self, local: u32) -> bool;
    /// The message, one tick older.
    fn older(&self, envelope: u32) -> u32;
    fn lower_local(&self, local: u32, by: u64) -> u32;
    fn lower_envelope(&self, envelope: u32, by: u64) -> u32;
    /// The renamings that leave the world as it is, the one that changes nothing first.
    fn renamings(&self) -> &[Renaming];
    /// Why there is no other.
    fn why_no_symmetry(&self) -> Option<&'static str>;
    /// A local state under the renaming with this number.
    fn renamed_local(&self, local: u32, by: usize) -> u32;
    fn renamed_envelope(&self, envelope: u32, by: usize) -> u32;
    /// Whether a state is inside the boundary.
    fn is_within(&self, state: &[u32]) -> bool;

    /// The n-th open local step of a node, as the same number in every state.
    fn choice(&self, local: u32, index: u32) -> u32;
    /// The n-th timer of a node, as the same number in every state.
    fn timer(&self, local: u32, index: u32) -> u32;
    /// A list of messages that leave together, as a number.
    fn sending(&self, sent: &[u32]) -> u32;
    fn sent(&self, sending: u32) -> &[u32];
    fn route(&self, envelope: u32) -> Route;

    fn name_of_node(&self, node: usize) -> String;
    fn name_of_message(&self, envelope: u32) -> String;
    fn undated_name_of_message(&self, envelope: u32) -> String;
    fn name_of_choice(&self, node: usize, choice: u32) -> String;
    fn class_of_choice(&self, node: usize, choice: u32) -> &'static str;
    fn name_of_timer(&self, node: usize, timer: u32) -> String;
    fn show_local(&self, local: u32) -> Value;
    /// Beginnings of the labels of the actors' own steps.
    fn words(&self) -> Vec<String>;
}

impl dyn Population + '_ {
    /// Lends a scratch that remembers earlier calls.
    pub(super) fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        const UNPOISONED: &str = "the lock is held only to push and pop";
        let spare = self.scratches().lock().expect(UNPOISONED).pop();
        let mut scratch = spare.unwrap_or_default();
        let result = work(&mut scratch);
        self.scratches().lock().expect(UNPOISONED).push(scratch);
        result
    }
}
