//! Total order by agreed numbers: the members propose a number for each message, its multicaster takes the highest, and everyone
//! delivers by the numbers agreed on. The slides define total order and give no algorithm; this is the second of the two usual
//! ones (of the ISIS system).
//!
//! | step | here |
//! |---|---|
//! | multicast m to the group | [`Protocol::multicast`] |
//! | a member, on m: P = max(A, P) + 1; propose (P, its id); hold m back with that number | [`Word::Data`] |
//! | the multicaster, when all have proposed: multicast the highest | [`Word::Propose`] |
//! | a member: A = max(A, agreed); reorder the queue; deliver from its front while that is agreed | [`Word::Agreed`] |

use super::group::{Message, at, row};
use super::layers::{Desk, Protocol};
use std::collections::{BTreeMap, BTreeSet};

verdict_checker::mutants! {
    /// Errors in agreeing.
    Hurry = "hurry": "the multicaster takes the first proposal",
    Unfair = "no-hold-back": "a message whose number is agreed on is delivered whatever is before it in the queue",
    Late = "late": "of the messages that may be delivered at once only the first is",
    Forget = "forget": "a member proposes without regard to the numbers agreed on",
}

/// What a member counts when there are several groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreed {
    /// The numbers of each group by themselves, with a queue for each.
    ByGroup,
    /// The numbers of all groups together, in one queue.
    Together,
}

/// A number: with the id of who proposed it, so that no two messages have the same.
type Number = (u8, u8);

/// What processes say to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Word {
    /// A message.
    Data(Message),
    /// A proposal for its number.
    Propose(Message, Number),
    /// Its number.
    Agreed(Message, Number),
}

impl std::fmt::Debug for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Word::Data(m) => write!(f, "{m:?}"),
            Word::Propose(m, (number, by)) => write!(f, "propose {m:?} #{number}.{by}"),
            Word::Agreed(m, (number, by)) => write!(f, "agreed {m:?} #{number}.{by}"),
        }
    }
}

/// What a process keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// max(A, P), for each queue: the highest number proposed here or agreed on.
    highest: BTreeMap<u8, u8>,
    /// The multicaster: what was proposed for its messages.
    proposals: BTreeMap<Message, BTreeSet<Number>>,
    /// The hold-back queues: number, message, whether the number is agreed on.
    held: BTreeSet<(Number, Message, bool)>,
}

impl Agreed {
    fn queue(self, m: Message) -> u8 {
        match self {
            Agreed::ByGroup => m.group,
            Agreed::Together => 0,
        }
    }

    /// The number of a message is agreed on.
    fn agree(self, desk: &mut Desk<Self>, m: Message, number: Number) {
        if !desk.is(Mutant::Forget) {
            let highest = desk.memory.highest.entry(self.queue(m)).or_default();
            *highest = (*highest).max(number.0);
        }
        desk.memory.held.retain(|(_, held, _)| *held != m);
        desk.memory.held.insert((number, m, true));
    }

    /// The message at the front of a queue, if its number is agreed on.
    fn next(self, desk: &Desk<Self>) -> Option<(Number, Message, bool)> {
        let held = &desk.memory.held;
        let is_front = |(number, m, _): &(Number, Message, bool)| {
            let mut others = held.iter();
            others.all(|(other, x, _)| self.queue(*x) != self.queue(*m) || number <= other)
        };
        let may = |entry: &&(Number, Message, bool)| {
            entry.2 && (is_front(entry) || desk.is(Mutant::Unfair))
        };
        held.iter().find(may).copied()
    }
}

impl Protocol for Agreed {
    type Mutant = Mutant;
    type Word = Word;
    type Memory = Memory;

    fn multicast(&self, desk: &mut Desk<Self>, m: Message) {
        desk.multicast(m.group, Word::Data(m));
    }

    fn on_deliver(&self, desk: &mut Desk<Self>, _: usize, word: Word) {
        match word {
            Word::Data(m) => {
                let highest = desk.memory.highest.entry(self.queue(m)).or_default();
                *highest += 1;
                let number = (*highest, desk.me as u8);
                desk.send(m.sender.into(), Word::Propose(m, number));
                desk.memory.held.insert((number, m, false));
            }
            Word::Propose(m, number) => {
                let all = if desk.is(Mutant::Hurry) {
                    1
                } else {
                    desk.members(m.group).len()
                };
                let proposals = desk.memory.proposals.entry(m).or_default();
                proposals.insert(number);
                if proposals.len() == all {
                    let highest = *proposals.last().expect("there is one");
                    desk.multicast(m.group, Word::Agreed(m, highest));
                }
            }
            // Everyone has proposed, so m is here.
            Word::Agreed(m, number) => self.agree(desk, m, number),
        }
        while let Some(next) = self.next(desk) {
            desk.memory.held.remove(&next);
            desk.deliver(next.1);
            if desk.is(Mutant::Late) {
                break;
            }
        }
    }

    fn show(memory: &Memory) -> Vec<(&'static str, String)> {
        let highest = memory
            .highest
            .iter()
            .map(|(group, number)| format!("#{number}{}", at(*group)));
        let proposals = memory
            .proposals
            .iter()
            .flat_map(|(m, numbers)| numbers.iter().map(|number| Word::Propose(*m, *number)));
        let held = memory.held.iter().map(|(number, m, agreed)| {
            if *agreed {
                Word::Agreed(*m, *number)
            } else {
                Word::Propose(*m, *number)
            }
        });
        vec![
            ("highest", highest.collect::<Vec<_>>().join(" ")),
            ("proposals", row(proposals)),
            ("held back", row(held)),
        ]
    }

    fn message(word: &Word) -> Option<Message> {
        match word {
            Word::Data(m) => Some(*m),
            Word::Propose(..) | Word::Agreed(..) => None,
        }
    }
}
