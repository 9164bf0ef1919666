//! FIFO order: "if on one correct process Fmulticast(g, m1) and then Fmulticast(g, m2) occur, at any destination in g, m1 is
//! Fdeliver-ed before m2". The slides define it and give no algorithm; this is the usual one: each message carries its number
//! among those of its sender to the group, and waits in the hold-back queue for its turn.

use super::b_multicast::{self, B, Plain};
use super::group::{Groups, Message, at, counts, row};
use super::layers::{Carrier, Desk, Protocol};
use super::properties;
use super::r_multicast::{DELIVER_FIRST, REPEAT_FIRST, Turn};
use super::rule::Rule;
use super::setting::Setting;
use super::with_a_crash::Holding::{EvenIfLost, Never, UnlessLost};
use super::with_a_crash::with_a_crash;
use std::collections::{BTreeMap, BTreeSet};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

verdict_checker::mutants! {
    /// Errors in the numbering.
    Eager = "eager": "a message is delivered if no higher number of its sender has been",
    Late = "late": "the hold-back queue is not looked at again when a message has been delivered",
}

/// What a sender numbers when there are several groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Its messages to each group by themselves.
    ByGroup,
    /// All its messages.
    Together,
}

/// A message with its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Numbered {
    /// Its number among those of its sender to the group.
    pub number: u8,
    /// What is multicast.
    pub message: Message,
}

impl std::fmt::Debug for Numbered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} #{}", self.message, self.number)
    }
}

/// What a process keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// How many messages it has multicast to each group.
    sent: BTreeMap<u8, u8>,
    /// How many of each group and sender it has delivered.
    delivered: BTreeMap<(u8, u8), u8>,
    /// The hold-back queue.
    held: BTreeSet<Numbered>,
}

impl Protocol for Numbers {
    type Mutant = Mutant;
    type Word = Numbered;
    type Memory = Memory;

    fn multicast(&self, desk: &mut Desk<Self>, message: Message) {
        let sent = desk.memory.sent.entry(self.counter(message)).or_default();
        *sent += 1;
        let number = *sent;
        desk.multicast(message.group, Numbered { number, message });
    }

    fn on_deliver(&self, desk: &mut Desk<Self>, _: usize, word: Numbered) {
        desk.memory.held.insert(word);
        while let Some(next) = self.next(desk) {
            desk.memory.held.remove(&next);
            let m = next.message;
            desk.memory
                .delivered
                .insert((self.counter(m), m.sender), next.number);
            desk.deliver(m);
            if desk.is(Mutant::Late) {
                break;
            }
        }
    }

    fn message(word: &Numbered) -> Option<Message> {
        Some(word.message)
    }

    fn show(memory: &Memory) -> Vec<(&'static str, String)> {
        let sent = memory
            .sent
            .iter()
            .map(|(group, count)| format!("{count}{}", at(*group)));
        vec![
            ("sent", sent.collect::<Vec<_>>().join(" ")),
            ("delivered", counts(&memory.delivered)),
            ("held back", row(&memory.held)),
        ]
    }
}

impl Numbers {
    fn counter(self, m: Message) -> u8 {
        match self {
            Numbers::ByGroup => m.group,
            Numbers::Together => 0,
        }
    }

    /// A message of the hold-back queue whose turn it is.
    fn next(&self, desk: &Desk<Self>) -> Option<Numbered> {
        let memory = &*desk.memory;
        let is_next = |word: &&Numbered| {
            let m = word.message;
            let delivered = memory
                .delivered
                .get(&(self.counter(m), m.sender))
                .copied()
                .unwrap_or(0);
            word.number == delivered + 1 || desk.is(Mutant::Eager) && word.number > delivered
        };
        memory.held.iter().find(is_next).copied()
    }
}

const OVER_B: Setting<Numbers> = Setting::new(Numbers::ByGroup, Carrier::B);
const OVER_R: Setting<Numbers> = Setting::new(Numbers::ByGroup, Carrier::R(Turn::RepeatFirst));
const SIZES: [[u64; 5]; 2] = [[3, 2, 0, 0, 1], [3, 2, 1, 0, 1]];
const WITH_A_CRASH: &[[u64; 5]] = &[[3, 2, 0, 0, 1], [3, 1, 1, 0, 1]];

/// What is claimed of it.
pub fn claims() -> Vec<Claim> {
    let keeps = properties::keeps::<Numbers>;
    let plain = properties::keeps::<Plain>;
    vec![
        Claim::safety(
            "basics/fifo-multicast",
            "Other Multicast Semantics, FIFO",
            "If a correct process multicasts m1 and then m2 to a group, every destination \
             delivers m1 before m2; the slides define this order and give no algorithm.",
        )
        .case(
            OVER_B
                .asks_of(keeps, Rule::FIFO)
                .reading(
                    "numbers",
                    "each message carries its number among those of its sender; a destination that delivers m2 has delivered m1 \
                     before",
                )
                .sizes(SIZES)
                .deep([[3, 3, 1, 0, 1], [4, 2, 1, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Eager]),
        )
        .case(
            OVER_R
                .asks_of(keeps, Rule::FIFO.of_any())
                .reading("numbers-over-r", "the same over Rmulticast, and if the multicaster is not correct, too")
                .sizes([[3, 2, 0, 0, 1], [3, 2, 0, 0, 2]])
                .deep([[3, 2, 1, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Eager]),
        )
        .case(
            B.asks_of(plain, Rule::FIFO)
                .reading("fifo-links", "Bmulticast alone, over channels that are FIFO: there is nothing to hold back")
                .assuming("fifo")
                .sizes(SIZES)
                .without("fifo", Refuted)
                .without("no-loss", Refuted)
                .kills([b_multicast::Mutant::Short]),
        )
        .case(
            REPEAT_FIRST
                .asks_of(plain, Rule::FIFO)
                .reading("fifo-links-repeat-first", "Rmulticast alone, over channels that are FIFO")
                .assuming("fifo")
                .sizes([[3, 2, 0, 0, 1], [3, 2, 0, 0, 2]])
                .deep([[3, 2, 1, 0, 1]])
                .without("fifo", Refuted)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([b_multicast::Mutant::LastFirst]),
        )
        .case(
            DELIVER_FIRST
                .asks_of(plain, Rule::FIFO)
                .reading("fifo-links-deliver-first", "the same, delivering before it repeats")
                .assuming("fifo")
                .sizes([[3, 2, 0, 0, 1], [3, 2, 0, 0, 2]])
                .without("fifo", Refuted)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([b_multicast::Mutant::LastFirst]),
        )
        .case(
            OVER_B
                .asks_of(keeps, Rule::CAUSAL.at_others())
                .reading("not-causal", "numbers do not give causal order")
                .sizes([[3, 1, 1, 0, 0]])
                .expect(Refuted),
        )
        .case(
            OVER_B
                .asks_of(keeps, Rule::TOTAL)
                .reading("not-total", "numbers do not give total order")
                .sizes([[3, 1, 1, 0, 0]])
                .expect(Refuted),
        )
        .case(
            OVER_B
                .on(Groups::Open)
                .asks_of(keeps, Rule::FIFO)
                .reading("open-group", "a multicaster outside the group")
                .sizes([[3, 2, 0, 0, 1], [4, 2, 0, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Eager]),
        )
        .case(
            OVER_B
                .on(Groups::Two)
                .asks_of(keeps, Rule::FIFO)
                .reading("two-groups", "two groups that overlap, both messages to the same group, as printed")
                .sizes([[4, 0, 2, 0, 0], [4, 0, 2, 1, 0]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Eager]),
        )
        .case(
            OVER_B
                .on(Groups::Two)
                .asks_of(keeps, Rule::FIFO.across().at_others())
                .reading(
                    "across-groups",
                    "m1 to one group and m2 to another, at a process that belongs to both: not printed, and not given",
                )
                .sizes([[4, 0, 2, 0, 0]])
                .expect(Refuted),
        )
        .case(
            Setting::new(Numbers::Together, Carrier::B)
                .on(Groups::Two)
                .asks_of(keeps, Rule::FIFO.across())
                .reading("across-groups-one-numbering", "the same, if a sender numbers its messages to all groups together")
                .sizes([[4, 0, 2, 0, 0], [4, 0, 2, 1, 0]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Eager]),
        )
        .case(
            Setting::new(Numbers::Together, Carrier::B)
                .on(Groups::Two)
                .asks(properties::reach::<Numbers>)
                .reading(
                    "one-numbering-blocks",
                    "but then a process that belongs to one of the groups waits for numbers that never come",
                )
                .sizes([[4, 0, 2, 0, 0]])
                .fair(properties::ARRIVES)
                .expect(Refuted),
        )
        .cases(with_a_crash(
            Numbers::ByGroup,
            Mutant::Late,
            [
                ("validity-over-b", WITH_A_CRASH, UnlessLost),
                ("reach-over-b", WITH_A_CRASH, UnlessLost),
                ("agreement-over-b", &[[3, 1, 0, 0, 1]], Never),
                ("validity-over-r", WITH_A_CRASH, EvenIfLost),
                ("reach-over-r", WITH_A_CRASH, EvenIfLost),
                ("agreement-over-r", WITH_A_CRASH, UnlessLost),
            ],
        )),
    ]
}
