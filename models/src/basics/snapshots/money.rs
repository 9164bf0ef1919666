//! The basic algorithm that runs while a snapshot is taken: processes pay each other, one unit at a time.
//!
//! A process pays whenever it likes, over any outgoing channel, if it has a unit and has not yet paid `T` times. Nothing is
//! gained or lost. Because payments are counted, not every state can be reached from every other: that is what makes it worth
//! asking whether a recorded state lies between the state in which the snapshot began and the one in which it ended.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use verdict_checker::catalog::SetupError;
use verdict_checker::size::Size;
use verdict_world::{Network, NodeSet};

/// The state of the basic algorithm at one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Account {
    /// The units it has.
    pub balance: u8,
    /// How often it may still pay.
    pub left: u8,
}

impl Account {
    /// Whether it can pay.
    pub fn can_pay(self) -> bool {
        self.balance > 0 && self.left > 0
    }

    /// It sends a unit away.
    pub fn pay(&mut self) {
        (self.balance, self.left) = (self.balance - 1, self.left - 1);
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, may pay {}", self.balance, self.left)
    }
}

/// Which messages of which channels, by the process at the other end and by their numbers: `S1: 0 2`.
pub fn listed(channels: &[NodeSet]) -> String {
    let held = channels
        .iter()
        .enumerate()
        .filter(|(_, messages)| !messages.is_empty());
    let words = held.map(|(other, messages)| {
        let numbers: Vec<_> = messages.iter().map(|number| number.to_string()).collect();
        format!("S{other}: {}", numbers.join(" "))
    });
    words.collect::<Vec<_>>().join("; ")
}

/// How many messages to whom: `S1: 2`.
pub fn counted(channels: &[u8]) -> String {
    let used = channels.iter().enumerate().filter(|(_, units)| **units > 0);
    let words = used.map(|(other, units)| format!("S{other}: {units}"));
    words.collect::<Vec<_>>().join("; ")
}

/// Units by the process at the other end of a channel.
pub type Units = Vec<u8>;

/// A state of the basic algorithm: all accounts, and the units in each channel, by sender and receiver.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Global {
    /// The accounts.
    pub accounts: Vec<Account>,
    /// The units in the channels.
    pub channels: Vec<Units>,
}

impl Global {
    /// All units, wherever they are.
    pub fn sum(&self) -> u32 {
        let held = self
            .accounts
            .iter()
            .map(|account| u32::from(account.balance));
        let sent = self
            .channels
            .iter()
            .flatten()
            .map(|units| u32::from(*units));
        held.sum::<u32>() + sent.sum::<u32>()
    }

    fn next(&self, outgoing: &[NodeSet]) -> Vec<Global> {
        let mut all = Vec::new();
        for (from, receivers) in outgoing.iter().enumerate() {
            for to in receivers.iter() {
                if self.accounts[from].can_pay() {
                    let mut paid = self.clone();
                    paid.accounts[from].pay();
                    paid.channels[from][to] += 1;
                    all.push(paid);
                }
                if self.channels[from][to] > 0 {
                    let mut received = self.clone();
                    received.channels[from][to] -= 1;
                    received.accounts[to].balance += 1;
                    all.push(received);
                }
            }
        }
        all
    }

    /// Whether the basic algorithm alone can go from here to there: a search through all its runs.
    pub fn reaches(&self, there: &Global, outgoing: &[NodeSet]) -> bool {
        let (mut seen, mut open) = (
            BTreeSet::from([self.clone()]),
            VecDeque::from([self.clone()]),
        );
        while let Some(state) = open.pop_front() {
            if state == *there {
                return true;
            }
            // Whoever has paid more often than there will never be there.
            let not_past = |next: &Global| {
                next.accounts
                    .iter()
                    .zip(&there.accounts)
                    .all(|(a, b)| a.left >= b.left)
            };
            for next in state.next(outgoing).into_iter().filter(not_past) {
                if seen.insert(next.clone()) {
                    open.push_back(next);
                }
            }
        }
        false
    }
}

/// A network, and where the units are when the snapshot begins.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The channels.
    pub network: Network,
    /// The state of the basic algorithm.
    pub start: Global,
}

/// Every strongly connected network of N processes and E channels, with every placement of M units among processes and
/// channels, if each process may pay T times; lazily. If not `strongly` connected, one channel of each may be missing.
pub fn scenes(size: &Size, strongly: bool) -> Result<impl Iterator<Item = Scene>, SetupError> {
    let nodes: usize = size.within("N", 1..=4, "in every network")?;
    let range = if nodes == 1 {
        0..=0
    } else {
        nodes as u64..=(nodes * (nodes - 1)) as u64
    };
    let channels: usize = size.within(
        "E",
        range,
        "which is what connects so many processes strongly",
    )?;
    let units: u8 = size.within("M", 0..=4, "in every placement")?;
    let left: u8 = size.within("T", 0..=4, "by each process")?;
    let networks = Network::strongly_connected(nodes, channels)
        .flat_map(move |network| cut(network, strongly));
    Ok(networks.flat_map(move |network| {
        let channels: Vec<_> = network.channels().collect();
        let places = placements(nodes + channels.len(), units);
        places.into_iter().map(move |placed| {
            let mut start = Global {
                accounts: placed[..nodes]
                    .iter()
                    .map(|units| Account {
                        balance: *units,
                        left,
                    })
                    .collect(),
                channels: vec![vec![0; nodes]; nodes],
            };
            for ((from, to), units) in channels.iter().zip(&placed[nodes..]) {
                start.channels[*from][*to] = *units;
            }
            Scene {
                network: network.clone(),
                start,
            }
        })
    }))
}

/// The network, and if it need not be strongly connected, all that lack one of its channels.
fn cut(network: Network, strongly: bool) -> Vec<Network> {
    let all: Vec<_> = network.channels().collect();
    let nodes = network.len();
    let mut networks = vec![network];
    if !strongly {
        let lacking = |missing: &(usize, usize)| {
            let rest = all.iter().filter(|channel| *channel != missing).copied();
            Network::of_channels(nodes, rest)
        };
        networks.extend(all.iter().map(lacking));
    }
    networks
}

/// Every way to put so many units into so many places.
fn placements(places: usize, units: u8) -> Vec<Units> {
    let Some(rest) = places.checked_sub(1) else {
        return if units == 0 {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    };
    let first = (0..=units).rev();
    first
        .flat_map(|first| {
            let others = placements(rest, units - first);
            others
                .into_iter()
                .map(move |others| [vec![first], others].concat())
        })
        .collect()
}
