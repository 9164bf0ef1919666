//! "Other Multicast Semantics": the three orders, as predicates on what all processes did. Nothing here knows an algorithm.
//!
//! Each order says of some pairs of messages that "m1 is delivered before m2". The slide leaves open whom that binds, and each
//! answer is a reading: which processes must be correct ([`Who`]), whether both messages go to the same group, as printed, or to
//! groups that overlap ([`Rule::across`]), what it asks of one who delivers only one of them ([`Delivery`]), and what
//! happened before means ([`Link`]).

use super::group::Message;
use super::history::History;
use verdict_world::NodeSet;

/// Which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One process multicasts m1 and then m2.
    Fifo,
    /// The multicast of m1 happens before that of m2.
    Causal,
    /// A process delivers m1 first and m2 later.
    Total,
    /// The same, with no cycle through several processes: deliveries extend to one order of all messages.
    Acyclic,
}

/// "On one correct process": whose deeds bind the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Only those of processes that never crash, as printed.
    Correct,
    /// Those of every process.
    Any,
}

/// "m1 is delivered before m2."
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Every process that the rule binds delivers both, m1 first: to the letter.
    Both,
    /// A destination that delivers m2 has delivered m1 before.
    NoGap,
    /// A destination that delivers both delivers m1 first.
    InOrder,
}

/// What carries "happened before" from one process to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// A message that is delivered.
    Delivery,
    /// A message that arrives, even if it is still held back: Lamport's relation.
    Receipt,
}

/// "At any destination in g"; "by any process".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binds {
    /// Any at all, crashed ones too.
    Any,
    /// Only those that are correct.
    Correct,
    /// Only those that have multicast neither message. A process may deliver its own message late; who thinks that it
    /// should not will find that what falls, falls without that too.
    Others,
}

/// An order, as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Which order.
    pub order: Order,
    /// Whose deeds bind.
    pub who: Who,
    /// Whether it also orders messages to different groups, where they have common members.
    pub across: bool,
    /// What it asks of a destination.
    pub delivery: Delivery,
    /// What happened before means.
    pub link: Link,
    /// Whom it binds.
    pub binds: Binds,
}

impl Rule {
    /// FIFO order as printed: both messages to g, by a correct process.
    pub const FIFO: Rule = Rule {
        order: Order::Fifo,
        who: Who::Correct,
        across: false,
        delivery: Delivery::NoGap,
        link: Link::Delivery,
        binds: Binds::Any,
    };
    /// Causal order as printed: both messages to g, by correct processes.
    pub const CAUSAL: Rule = Rule {
        order: Order::Causal,
        ..Rule::FIFO
    };
    /// Total order as printed: it names no group.
    pub const TOTAL: Rule = Rule {
        order: Order::Total,
        across: true,
        ..Rule::FIFO
    };

    /// With another answer to what "before" asks.
    pub const fn asking(self, delivery: Delivery) -> Rule {
        Rule { delivery, ..self }
    }

    /// Bound by every process, correct or not.
    pub const fn of_any(self) -> Rule {
        let who = Who::Any;
        Rule { who, ..self }
    }

    /// Of others than the senders.
    pub const fn at_others(self) -> Rule {
        let binds = Binds::Others;
        Rule { binds, ..self }
    }

    /// Of correct processes.
    pub const fn at_correct(self) -> Rule {
        let binds = Binds::Correct;
        Rule { binds, ..self }
    }

    /// For messages to different groups too.
    pub const fn across(self) -> Rule {
        let across = true;
        Rule { across, ..self }
    }

    /// The pairs (m1, m2) of which it says something.
    fn pairs(&self, history: &History) -> Vec<(Message, Message)> {
        let counts = |process: usize| self.who == Who::Any || history.up.contains(process);
        let mut pairs = Vec::new();
        match self.order {
            Order::Fifo | Order::Causal => {
                for m2 in history.multicasts().filter(|m| counts(m.sender.into())) {
                    for m1 in history.past(m2, self.link) {
                        let fifo = m1.sender == m2.sender;
                        if counts(m1.sender.into()) && (fifo || self.order == Order::Causal) {
                            pairs.push((m1, m2));
                        }
                    }
                }
            }
            Order::Total | Order::Acyclic => {
                for process in (0..history.logs.len()).filter(|p| counts(*p)) {
                    let delivered: Vec<_> = history.delivered(process).collect();
                    for (place, m2) in delivered.iter().enumerate() {
                        pairs.extend(delivered[..place].iter().map(|m1| (*m1, *m2)));
                    }
                }
            }
        }
        pairs.retain(|(m1, m2)| self.across || m1.group == m2.group);
        pairs
    }

    /// Whether a process delivers m1 before m2, as far as it must.
    fn keeps(&self, history: &History, process: usize, m1: Message, m2: Message) -> bool {
        let (first, later) = (history.place(process, m1), history.place(process, m2));
        let in_order = first.is_some() && later.is_some() && first < later;
        match self.delivery {
            Delivery::Both => in_order,
            Delivery::NoGap => later.is_none() || in_order,
            Delivery::InOrder => later.is_none() || first.is_none() || in_order,
        }
    }

    /// Whom it binds: "any destination in g"; of total order, to the letter, "any process".
    fn bound(&self, history: &History, m1: Message, m2: Message) -> NodeSet {
        if self.order == Order::Total && self.delivery == Delivery::Both {
            return (0..history.logs.len()).collect();
        }
        let [first, later] = [m1, m2].map(|m| history.members(m));
        let bound = first.and(later);
        match self.binds {
            Binds::Any => bound,
            Binds::Correct => bound.and(history.up),
            Binds::Others => bound.without(m1.sender.into()).without(m2.sender.into()),
        }
    }

    /// Whether a history, as far as it has come, is in this order.
    pub fn holds(&self, history: &History) -> bool {
        let pairs = self.pairs(history);
        if self.order == Order::Acyclic {
            return is_acyclic(&pairs);
        }
        pairs.into_iter().all(|(m1, m2)| {
            let mut bound = self.bound(history, m1, m2).iter();
            bound.all(|process| self.keeps(history, process, m1, m2))
        })
    }

    /// Whether it says something of two messages that one process has delivered.
    pub fn matters(&self, history: &History) -> bool {
        self.pairs(history).into_iter().any(|(m1, m2)| {
            let mut bound = self.bound(history, m1, m2).iter();
            bound.any(|p| history.place(p, m1).is_some() && history.place(p, m2).is_some())
        })
    }
}

/// Whether no chain of pairs returns to where it began.
fn is_acyclic(pairs: &[(Message, Message)]) -> bool {
    let mut rest = pairs.to_vec();
    loop {
        let before = rest.len();
        let later: Vec<Message> = rest.iter().map(|(_, m2)| *m2).collect();
        rest.retain(|(m1, _)| later.contains(m1));
        if rest.len() == before {
            return rest.is_empty();
        }
    }
}
