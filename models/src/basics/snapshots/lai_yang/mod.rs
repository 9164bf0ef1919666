//! "Lai-Yang Algorithm (I)-(III)", line by line, beside a basic algorithm that goes on meanwhile ([`super::money`]).
//!
//! | slide | here |
//! |---|---|
//! | `takeSnapshot()` | [`Member::take_snapshot`] |
//! | `wrappedSend(c, m)` | [`Member::wrapped_send`] |
//! | `wrappedReceive(c, m)` | [`Member::wrapped_receive`] |
//! | `log(c, m)` | [`Logs`]; the content of every basic message is the same: one unit |
//! | `state(c_ij) = sent_msgs_i[j] \ received_msg_j[i]` | [`Difference`] of logs |
//! | "trigger" control message | [`Message`] without a unit |
//!
//! S0 takes its snapshot at once, in every state of the basic algorithm; I-1 others take theirs when they please.
//! Readings: whether a red message makes a marked process take its snapshot again, as printed; what `\` means; which logs.
//!
//! Beside the algorithm, the messages of a channel are numbered, so that a record tells which of them were received.

mod names;
mod setting;

pub use setting::LaiYang;

use super::money::{Account, Units};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::NodeSet;

/// What a red message does at a process that has been marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Red {
    /// Nothing more.
    TakesOnce,
    /// The process takes its snapshot again, and forgets the one it had.
    TakesAgain,
}

/// What `sent \ received` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difference {
    /// Of what each process had logged when it took its snapshot, message by message.
    OfMessages,
    /// Of what each process had logged when it took its snapshot, as sets of contents.
    OfSets,
    /// Of what each process has logged when the snapshots are collected, message by message.
    OfLatestLogs,
}

verdict_checker::mutants! {
    /// Errors in the three procedures.
    Colourless = "colourless": "a red message does not make its receiver take a snapshot",
    ReceiveFirst = "receive-first": "a red message is received and logged before the snapshot is taken",
    PaleSend = "pale-send": "a marked process sends green messages",
    LogLess = "log-less": "outgoing messages are not logged",
    NoTrigger = "one-trigger-less": "no trigger is sent to the largest neighbour",
}

/// A message. One without a unit is a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Message {
    red: bool,
    /// Its number among the basic messages of its channel.
    unit: Option<u8>,
}

/// The logs of a process, by the other end of the channel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Logs {
    /// How many messages it has logged as sent.
    sent: Units,
    /// Which messages it has logged as received.
    received: Vec<NodeSet>,
}

/// A process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    outgoing: NodeSet,
    account: Account,
    /// Its account when the snapshot began, and the units on its outgoing channels.
    began: (Account, Units),
    marked: bool,
    logs: Logs,
    /// How many messages it has sent, logged or not.
    numbers: Units,
    /// The recorded local state, with its logs, and how many messages were sent by then.
    recorded: Option<(Account, Logs, Units)>,
}

/// What a process does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It pays a unit.
    Pay(usize),
    /// It takes its snapshot.
    Take,
}

/// What a process runs.
#[derive(Clone, Debug)]
pub struct Member {
    reading: LaiYang,
    mutant: Option<Mutant>,
    outgoing: NodeSet,
    account: Account,
    sent: Units,
    initiator: bool,
}

impl Member {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn take_snapshot(&self, process: &mut Process, out: &mut Out<Self>) {
        process.marked = true;
        process.recorded = Some((
            process.account,
            process.logs.clone(),
            process.numbers.clone(),
        ));
        if self.reading.triggers {
            // "to be sent through all outgoing channels, just after taking a local snapshot"
            let mut receivers = process.outgoing;
            if self.is(Mutant::NoTrigger) {
                receivers = receivers
                    .iter()
                    .max()
                    .map_or(receivers, |largest| receivers.without(largest));
            }
            for to in receivers.iter() {
                out.send(
                    Id::from(to),
                    Message {
                        red: true,
                        unit: None,
                    },
                );
            }
        }
    }

    fn wrapped_send(&self, process: &mut Process, to: usize, out: &mut Out<Self>) {
        let red = process.marked && !self.is(Mutant::PaleSend);
        out.send(
            Id::from(to),
            Message {
                red,
                unit: Some(process.numbers[to]),
            },
        );
        process.numbers[to] += 1;
        process.logs.sent[to] += u8::from(!self.is(Mutant::LogLess));
    }

    fn wrapped_receive(
        &self,
        process: &mut Process,
        from: usize,
        message: Message,
        out: &mut Out<Self>,
    ) {
        let first = self.is(Mutant::ReceiveFirst);
        if first {
            receive(process, from, message);
        }
        let again = self.reading.red == Red::TakesAgain;
        if message.red && (!process.marked || again) && !self.is(Mutant::Colourless) {
            self.take_snapshot(process, out);
        }
        if !first {
            receive(process, from, message);
        }
    }

    fn offer(&self, process: &Process, out: &mut Out<Self>) {
        let pays = process
            .outgoing
            .iter()
            .map(Act::Pay)
            .filter(|_| process.account.can_pay());
        out.choose_random("basic", pays.collect());
        let takes = (self.initiator && !process.marked).then_some(Act::Take);
        out.choose_random("control", takes.into_iter().collect());
    }
}

/// `receive(c, m)`, `log(c, m)`. A trigger is not logged: it is no message of the basic algorithm.
fn receive(process: &mut Process, from: usize, message: Message) {
    if let Some(number) = message.unit {
        process.account.balance += 1;
        let received = &mut process.logs.received[from];
        *received = received.with(number.into());
    }
}

impl Actor for Member {
    type Msg = Message;
    type State = Process;
    type Timer = ();
    type Random = Act;
    type Storage = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Process {
        let nothing = vec![0; self.sent.len()];
        let mut process = Process {
            outgoing: self.outgoing,
            account: self.account,
            began: (self.account, self.sent.clone()),
            marked: false,
            logs: Logs {
                sent: nothing.clone(),
                received: vec![NodeSet::default(); self.sent.len()],
            },
            numbers: nothing,
            recorded: None,
        };
        for (to, units) in self.sent.iter().enumerate() {
            for _ in 0..*units {
                self.wrapped_send(&mut process, to, out);
            }
        }
        if usize::from(id) == 0 {
            self.take_snapshot(&mut process, out);
        }
        self.offer(&process, out);
        process
    }

    fn on_msg(
        &self,
        _: Id,
        process: &mut Cow<Process>,
        from: Id,
        message: Message,
        out: &mut Out<Self>,
    ) {
        let process = process.to_mut();
        self.wrapped_receive(process, from.into(), message, out);
        self.offer(process, out);
    }

    fn on_random(&self, _: Id, process: &mut Cow<Process>, act: &Act, out: &mut Out<Self>) {
        let process = process.to_mut();
        match act {
            Act::Pay(to) => {
                process.account.pay();
                self.wrapped_send(process, *to, out);
            }
            Act::Take => self.take_snapshot(process, out),
        }
        self.offer(process, out);
    }
}
