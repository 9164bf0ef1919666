//! Total order by a sequencer: one process numbers the messages, and everyone delivers them by their numbers. The slides define
//! total order and give no algorithm; this is the first of the two usual ones.
//!
//! | step | here |
//! |---|---|
//! | multicast m to the group, the sequencer being a member | [`Protocol::multicast`] |
//! | the sequencer, on m: multicast ("order", m, s); s = s + 1 | first part of [`Protocol::on_deliver`] |
//! | a member: hold m back until it has the order for the next number, and m | [`Sequencer::next`] |

use super::group::{EVERYONE, Message, at, row};
use super::layers::{Desk, Protocol};
use std::collections::{BTreeMap, BTreeSet};

verdict_checker::mutants! {
    /// Errors of sequencer and members.
    Skip = "skip": "a member delivers by any number above the last one, without waiting for those between",
    Repeat = "same-number": "the sequencer gives each two messages the same number",
    Late = "late": "of the messages that may be delivered at once only the first is",
    Impatient = "impatient": "a member delivers a message when it arrives, if nothing else is held back",
}

/// Who numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequencer {
    /// Of each group its last member, and each group has numbers of its own.
    OfEachGroup,
    /// One for all groups, which tells every process each number: S1, which both of two groups have.
    Common,
}

/// What processes say to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Word {
    /// A message.
    Data(Message),
    /// Its number.
    Order(u8, Message),
}

impl std::fmt::Debug for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Word::Data(m) => write!(f, "{m:?}"),
            Word::Order(number, m) => write!(f, "order #{number} {m:?}"),
        }
    }
}

/// What a process keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// The sequencer: how many numbers it has given, for each group.
    given: BTreeMap<u8, u8>,
    /// The last number by which it delivered, for each group.
    delivered: BTreeMap<u8, u8>,
    /// Messages held back.
    held: BTreeSet<Message>,
    /// Numbers held back.
    orders: BTreeSet<(u8, Message)>,
}

impl Sequencer {
    fn of(self, desk: &Desk<Self>, group: u8) -> Option<usize> {
        match self {
            Sequencer::OfEachGroup => desk.members(group).iter().last(),
            Sequencer::Common => Some(1),
        }
    }

    /// Which numbering a message belongs to.
    fn numbering(self, m: Message) -> u8 {
        match self {
            Sequencer::OfEachGroup => m.group,
            Sequencer::Common => EVERYONE,
        }
    }

    /// An order whose turn it is, if its message is there, or is not for this process.
    fn next(self, desk: &Desk<Self>) -> Option<(u8, Message)> {
        let memory = &*desk.memory;
        let may = |(number, m): &&(u8, Message)| {
            let last = memory
                .delivered
                .get(&self.numbering(*m))
                .copied()
                .unwrap_or(0);
            let in_turn = *number == last + 1
                || desk.is(Mutant::Skip) && *number > last
                || desk.is(Mutant::Repeat) && *number >= last;
            in_turn && (memory.held.contains(m) || !desk.members(m.group).contains(desk.me))
        };
        memory.orders.iter().find(may).copied()
    }
}

impl Protocol for Sequencer {
    type Mutant = Mutant;
    type Word = Word;
    type Memory = Memory;

    fn multicast(&self, desk: &mut Desk<Self>, m: Message) {
        desk.multicast(m.group, Word::Data(m));
    }

    fn on_deliver(&self, desk: &mut Desk<Self>, _: usize, word: Word) {
        match word {
            Word::Data(m) => {
                if self.of(desk, m.group) == Some(desk.me) {
                    let given = desk.memory.given.entry(self.numbering(m)).or_default();
                    *given += 1;
                    let given = *given;
                    let number = if desk.is(Mutant::Repeat) {
                        given.div_ceil(2)
                    } else {
                        given
                    };
                    desk.multicast(self.numbering(m), Word::Order(number, m));
                }
                if desk.is(Mutant::Impatient) && desk.memory.held.is_empty() {
                    desk.deliver(m);
                    return;
                }
                desk.memory.held.insert(m);
            }
            Word::Order(number, m) => {
                desk.memory.orders.insert((number, m));
            }
        }
        while let Some((number, m)) = self.next(desk) {
            desk.memory.orders.remove(&(number, m));
            desk.memory.delivered.insert(self.numbering(m), number);
            if desk.memory.held.remove(&m) {
                desk.deliver(m);
            }
            if desk.is(Mutant::Late) {
                break;
            }
        }
    }

    fn show(memory: &Memory) -> Vec<(&'static str, String)> {
        let numbers = |numbers: &BTreeMap<u8, u8>| {
            let each = numbers
                .iter()
                .map(|(group, number)| format!("#{number}{}", at(*group)));
            each.collect::<Vec<_>>().join(" ")
        };
        let orders = memory
            .orders
            .iter()
            .map(|(number, m)| Word::Order(*number, *m));
        vec![
            ("numbers given", numbers(&memory.given)),
            ("delivered up to", numbers(&memory.delivered)),
            ("held back", row(&memory.held)),
            ("orders", row(orders)),
        ]
    }

    fn message(word: &Word) -> Option<Message> {
        match word {
            Word::Data(m) => Some(*m),
            Word::Order(..) => None,
        }
    }
}
