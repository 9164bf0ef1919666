//! Groups, the messages that are multicast to them, and what a process does with a message: the nouns of the slides
//! "Group Communication" and "Other Multicast Semantics".

use std::collections::BTreeMap;
use std::fmt;
use verdict_world::NodeSet;

/// How processes are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Groups {
    /// One group, to which every process belongs.
    One,
    /// One group, to which S0 does not belong: it multicasts from outside.
    Open,
    /// Two groups that overlap: g has all but the last process, h all but the first.
    Two,
    /// Any two neighbours on a ring are a group; only for three processes.
    Pairs,
}

/// The group of all processes, whatever the groups are: where a common sequencer sends its numbers.
pub const EVERYONE: u8 = u8::MAX;

impl Groups {
    /// The members of a group.
    pub fn members(self, nodes: usize, group: u8) -> NodeSet {
        let group = usize::from(group);
        match self {
            _ if group == usize::from(EVERYONE) => (0..nodes).collect(),
            Groups::One => (0..nodes).collect(),
            Groups::Open => (1..nodes).collect(),
            Groups::Two => (group..nodes - 1 + group).collect(),
            Groups::Pairs => [group, (group + 1) % nodes].into_iter().collect(),
        }
    }

    /// The groups that a process multicasts to: its own, and an open one.
    pub fn of(self, nodes: usize, process: usize) -> Vec<u8> {
        let count = match self {
            Groups::One | Groups::Open => 1,
            Groups::Two => 2,
            Groups::Pairs => 3,
        };
        let may =
            |group: &u8| self == Groups::Open || self.members(nodes, *group).contains(process);
        (0..count).filter(may).collect()
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Groups::One => "one group of all",
            Groups::Open => "one group of all but S0, which multicasts from outside",
            Groups::Two => "two groups that overlap, g of all but the last and h of all but S0",
            Groups::Pairs => "three groups, g of S0 and S1, h of S1 and S2, i of S2 and S0",
        }
    }
}

/// A message of the application: a1 is the first that S0 multicasts, b2 the second of S1; those that do not go to the first
/// group g say so, as in b2@h.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Message {
    /// sender(m).
    pub sender: u8,
    /// The how-manieth of its sender, from 1.
    pub number: u8,
    /// Where it is multicast.
    pub group: u8,
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.sender);
        write!(f, "{letter}{}{}", self.number, at(self.group))
    }
}

/// A group, behind what belongs to it: nothing for g, @h for h.
pub fn at(group: u8) -> String {
    match group {
        0 => String::new(),
        EVERYONE => "@all".to_owned(),
        group => format!("@{}", char::from(b'g' + group)),
    }
}

/// How many messages of each group and sender, in words: a:2 b@h:1.
pub fn counts(counts: &BTreeMap<(u8, u8), u8>) -> String {
    let entry = |((group, sender), count): (&(u8, u8), &u8)| {
        format!("{}{}:{count}", char::from(b'a' + sender), at(*group))
    };
    counts.iter().map(entry).collect::<Vec<_>>().join(" ")
}

/// Things in a row.
pub fn row<T: fmt::Debug>(things: impl IntoIterator<Item = T>) -> String {
    let things: Vec<_> = things
        .into_iter()
        .map(|thing| format!("{thing:?}"))
        .collect();
    things.join(", ")
}

/// What a process does with a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// Xmulticast(g, m).
    Multicast(Message),
    /// It arrives for the first time, delivered or not; logged only where that is asked.
    Receive(Message),
    /// Xdeliver(m).
    Deliver(Message),
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Multicast(m) => write!(f, "multicast {m:?}"),
            Event::Receive(m) => write!(f, "receive {m:?}"),
            Event::Deliver(m) => write!(f, "deliver {m:?}"),
        }
    }
}
