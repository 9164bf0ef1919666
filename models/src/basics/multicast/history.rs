//! What all processes of a group did, and what follows from that alone.

use super::group::{Event, Groups, Message};
use super::rule::Link;
use verdict_world::NodeSet;

/// What every process did, crashed ones too.
pub struct History<'a> {
    /// The events of each process, in their order.
    pub logs: Vec<&'a [Event]>,
    /// The processes that have not crashed.
    pub up: NodeSet,
    /// The groups.
    pub groups: Groups,
}

impl History<'_> {
    /// Every message that was multicast.
    pub fn multicasts(&self) -> impl Iterator<Item = Message> {
        self.logs.iter().copied().flatten().filter_map(|e| match e {
            Event::Multicast(m) => Some(*m),
            Event::Receive(_) | Event::Deliver(_) => None,
        })
    }

    /// What a process has delivered, in its order.
    pub fn delivered(&self, process: usize) -> impl Iterator<Item = Message> {
        self.logs[process].iter().filter_map(|event| match event {
            Event::Deliver(m) => Some(*m),
            Event::Multicast(_) | Event::Receive(_) => None,
        })
    }

    /// The members of the group of a message.
    pub fn members(&self, m: Message) -> NodeSet {
        self.groups.members(self.logs.len(), m.group)
    }

    /// When a process delivered a message first.
    pub fn place(&self, process: usize, m: Message) -> Option<usize> {
        let log = self.logs[process].iter();
        log.clone().position(|event| *event == Event::Deliver(m))
    }

    /// Whether a process has delivered a message.
    pub fn has_delivered(&self, process: usize, m: Message) -> bool {
        self.place(process, m).is_some()
    }

    /// The messages whose multicast happened before that of `m`.
    pub fn past(&self, m: Message, link: Link) -> Vec<Message> {
        let mut past = Vec::new();
        let mut open = vec![m];
        while let Some(m) = open.pop() {
            let log = self.logs[usize::from(m.sender)].iter();
            for event in log.take_while(|event| **event != Event::Multicast(m)) {
                let known = match (event, link) {
                    (Event::Multicast(x) | Event::Deliver(x), _) => *x,
                    (Event::Receive(x), Link::Receipt) => *x,
                    (Event::Receive(_), Link::Delivery) => continue,
                };
                if !past.contains(&known) {
                    past.push(known);
                    open.push(known);
                }
            }
        }
        past
    }

    /// Whether every correct member has delivered what it multicast itself.
    pub fn is_valid(&self) -> bool {
        self.multicasts().all(|m| {
            let sender = usize::from(m.sender);
            let owes = self.up.contains(sender) && self.members(m).contains(sender);
            !owes || self.has_delivered(sender, m)
        })
    }

    /// Whether every correct member has delivered what a correct process multicast, or a correct process delivered.
    pub fn is_complete(&self) -> bool {
        self.multicasts().all(|m| {
            let due = self.up.contains(m.sender.into())
                || self.up.iter().any(|process| self.has_delivered(process, m));
            let mut correct = self.members(m).and(self.up).iter();
            !due || correct.all(|process| self.has_delivered(process, m))
        })
    }

    /// `S0 has delivered a1, b1; S1 (crashed) b1.`
    pub fn portrait(&self) -> String {
        let each = (0..self.logs.len()).map(|process| {
            let delivered: Vec<_> = self.delivered(process).map(|m| format!("{m:?}")).collect();
            let crashed = if self.up.contains(process) {
                ""
            } else {
                " (crashed)"
            };
            let list = if delivered.is_empty() {
                "nothing".to_owned()
            } else {
                delivered.join(", then ")
            };
            format!("S{process}{crashed} has delivered {list}")
        });
        format!("{}.", each.collect::<Vec<_>>().join("; "))
    }
}
