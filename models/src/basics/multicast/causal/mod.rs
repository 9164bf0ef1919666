//! Causal order: "COmulticast is implemented using vector timestamps; messages are kept at destination inside the hold-back queue
//! until the checks on their precedence relation with the local vector clock would allow the actual deliver operation".
//!
//! The slide says no more than that. Here, as in the textbooks: a message carries how many messages of each process its sender
//! had delivered (and multicast itself) when it multicast it; it is delivered when it is the next of its sender and all others
//! that it knows of have been delivered. A process delivers its own message as any other, when its own copy arrives.
//!
//! With several groups the slide leaves open what is counted: [`Vectors`].

mod claims;

pub use claims::claims;

use super::group::{Message, counts, row};
use super::layers::{Desk, Protocol};
use std::collections::{BTreeMap, BTreeSet};

/// What vector timestamps count when there are several groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// A vector for each group, and a message carries that of its group.
    PerGroup,
    /// One vector for all groups.
    One,
    /// A vector for each group, and a message carries all of them.
    All,
}

/// When a process takes note of a message in its own vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// When it delivers it.
    Deliveries,
    /// When it arrives, even if it is held back.
    Receipts,
}

verdict_checker::mutants! {
    /// Errors in the check on the vectors.
    Hasty = "hasty": "a message waits only for earlier ones of its own sender",
    Disorderly = "disorderly": "a message does not wait for earlier ones of its own sender",
    Late = "late": "the hold-back queue is not looked at again when a message has been delivered",
    Optimist = "optimist": "a process counts its own messages as delivered when it multicasts them",
}

/// Vector timestamps.
#[derive(Clone, Copy, Debug)]
pub struct Timestamps {
    /// What they count.
    pub vectors: Vectors,
    /// When.
    pub notes: Notes,
}

impl Timestamps {
    /// In one group there is nothing to choose.
    pub const USUAL: Timestamps = Timestamps {
        vectors: Vectors::PerGroup,
        notes: Notes::Deliveries,
    };
}

/// How many messages of each group (or of all) and each sender.
type Counts = BTreeMap<(u8, u8), u8>;

/// A message with its vector timestamp.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stamped {
    /// What is multicast.
    pub message: Message,
    /// What its sender knew of, this message included.
    pub stamp: Counts,
}

impl std::fmt::Debug for Stamped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} <{}>", self.message, counts(&self.stamp))
    }
}

/// What a process keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// Its vector clock: of its own groups, what it has delivered; of others, what it has heard of.
    clock: Counts,
    /// How many messages it has multicast.
    sent: Counts,
    /// What has arrived, if that is noted.
    heard: Counts,
    /// The hold-back queue.
    held: BTreeSet<Stamped>,
}

fn count(counts: &Counts, key: (u8, u8)) -> u8 {
    counts.get(&key).copied().unwrap_or(0)
}

/// The larger of each two entries.
fn merge(into: &mut Counts, from: &Counts) {
    for (key, count) in from {
        let entry = into.entry(*key).or_default();
        *entry = (*entry).max(*count);
    }
}

impl Timestamps {
    /// Where a message is counted.
    fn key(self, m: Message) -> (u8, u8) {
        let group = match self.vectors {
            Vectors::PerGroup | Vectors::All => m.group,
            Vectors::One => 0,
        };
        (group, m.sender)
    }

    /// A message of the hold-back queue that may be delivered.
    fn next(self, desk: &Desk<Self>) -> Option<Stamped> {
        let memory = &*desk.memory;
        let may = |word: &&Stamped| {
            let own = self.key(word.message);
            let is_next = count(&word.stamp, own) == count(&memory.clock, own) + 1
                || desk.is(Mutant::Disorderly);
            let mut others = word.stamp.iter().filter(|(key, _)| **key != own);
            is_next
                && others.all(|(key, known)| {
                    let elsewhere =
                        self.vectors == Vectors::All && !desk.members(key.0).contains(desk.me);
                    let mine = usize::from(key.1) == desk.me && desk.is(Mutant::Optimist);
                    elsewhere
                        || mine
                        || *known <= count(&memory.clock, *key)
                        || desk.is(Mutant::Hasty)
                })
        };
        memory.held.iter().find(may).cloned()
    }
}

impl Protocol for Timestamps {
    type Mutant = Mutant;
    type Word = Stamped;
    type Memory = Memory;

    fn multicast(&self, desk: &mut Desk<Self>, message: Message) {
        let memory = &mut *desk.memory;
        let own = self.key(message);
        *memory.sent.entry(own).or_default() += 1;
        let mut stamp = memory.clock.clone();
        merge(&mut stamp, &memory.sent);
        merge(&mut stamp, &memory.heard);
        if self.vectors == Vectors::PerGroup {
            stamp.retain(|(group, _), _| *group == message.group);
        }
        desk.multicast(message.group, Stamped { message, stamp });
    }

    fn on_deliver(&self, desk: &mut Desk<Self>, _: usize, word: Stamped) {
        if self.notes == Notes::Receipts {
            merge(&mut desk.memory.heard, &word.stamp);
        }
        desk.memory.held.insert(word);
        while let Some(next) = self.next(desk) {
            desk.memory.held.remove(&next);
            merge(&mut desk.memory.clock, &next.stamp);
            desk.deliver(next.message);
            if desk.is(Mutant::Late) {
                break;
            }
        }
    }

    fn message(word: &Stamped) -> Option<Message> {
        Some(word.message)
    }

    fn show(memory: &Memory) -> Vec<(&'static str, String)> {
        vec![
            ("clock", counts(&memory.clock)),
            ("sent", counts(&memory.sent)),
            ("heard", counts(&memory.heard)),
            ("held back", row(&memory.held)),
        ]
    }
}
