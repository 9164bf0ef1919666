//! "Chandy-Lamport Algorithm (II)", line by line, beside a basic algorithm that goes on meanwhile ([`super::money`]).
//!
//! | slide | here |
//! |---|---|
//! | `takeSnapshot()` | [`Member::take_snapshot`] |
//! | `onMarker(c)` | [`Member::on_marker`] |
//! | `onBasicMsg(c, m)` | [`Member::on_basic`] |
//! | `marked`, `chmark[c]`, `chstate[c]` | fields of [`Process`], a channel named by its sender |
//! | `<record local state ..>`, `<local snapshot termination>` | [`Process::recorded`], [`Process::terminated`] |
//!
//! S0 starts a snapshot at once, in every state of the basic algorithm; I-1 others start one too, whenever they like.
//! Readings: when the states of channels are recorded, and whether `takeSnapshot` is atomic ([`Records`]).
//!
//! Beside the algorithm: each basic message knows whether its sender had recorded its state before (`red`), so that a
//! process can tell what it received across the cut; and the basic messages of a channel are numbered, so that one can tell
//! which of them a channel's state holds.

mod names;
mod setting;

pub use setting::ChandyLamport;
pub(super) use setting::{initiators, parameters};

use super::money::{Account, Units};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::NodeSet;

/// When what is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Records {
    /// The local state in `takeSnapshot`; the state of a channel is what `chstate` holds in the end.
    Meant,
    /// Both in `takeSnapshot`, as its last line says.
    AtOnce,
    /// The local state at the end of `takeSnapshot`, which is not atomic: a basic message may go or come before.
    Interrupted,
}

verdict_checker::mutants! {
    /// Errors in the three procedures.
    Unguarded = "unguarded": "takeSnapshot does not ask whether it has been marked",
    NoMarker = "one-marker-less": "no marker is sent to the largest neighbour",
    LateMarkers = "late-markers": "a process that is marked sends its markers only after one more payment, if \
        it can pay",
    Forgetful = "forgetful": "basic messages are not appended to chstate",
    Endless = "endless": "messages are appended to chstate also after the marker",
    Coloured = "coloured": "a basic message that was sent after the snapshot of its sender makes its receiver take its own first, as Lai \
        and Yang's do",
}

/// What goes through a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// A unit of money.
    Basic {
        /// Whether it was sent after its sender had recorded its state.
        red: bool,
        /// Its number among the basic messages of its channel.
        number: u8,
    },
    /// A marker, with the length of the chain of markers that it ends, if that is counted.
    Marker {
        /// That length.
        hops: u8,
    },
}

/// What a process does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It pays a unit.
    Pay(usize),
    /// It starts a snapshot.
    Start,
    /// It comes to the last line of `takeSnapshot`.
    Record,
}

/// A process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    outgoing: NodeSet,
    incoming: NodeSet,
    account: Account,
    /// Its account when the snapshot began, and the units on its outgoing channels.
    began: (Account, Units),
    marked: bool,
    chmark: NodeSet,
    chstate: Vec<NodeSet>,
    /// The recorded local state.
    pub recorded: Option<Account>,
    /// Whether its local snapshot has terminated.
    pub terminated: bool,
    /// The senders of red messages that it received before it recorded its state.
    crossed: NodeSet,
    /// What was sent before and received after the snapshot, by sender.
    truly_in_transit: Vec<NodeSet>,
    /// How many basic messages it has sent, by receiver.
    numbers: Units,
    /// The markers that it has sent.
    pub markers: u8,
    /// The chain of markers after which it was marked, and the longest to its termination.
    pub hops: (u8, u8),
    /// How often it has started a snapshot, and how often recorded its state.
    pub calls: (u8, u8),
    /// Whether its markers are held back, by a mistake made on purpose.
    owes_markers: bool,
}

/// What a process runs.
#[derive(Clone, Debug)]
pub struct Member {
    reading: ChandyLamport,
    mutant: Option<Mutant>,
    outgoing: NodeSet,
    incoming: NodeSet,
    account: Account,
    sent: Units,
    initiator: bool,
}

impl Member {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn take_snapshot(&self, process: &mut Process, hops: u8, out: &mut Out<Self>) {
        if process.marked && !self.is(Mutant::Unguarded) {
            return;
        }
        process.marked = true;
        process.hops.0 = hops;
        if self.is(Mutant::LateMarkers) && process.account.can_pay() {
            process.owes_markers = true;
        } else {
            self.send_markers(process, out);
        }
        if self.reading.records != Records::Interrupted {
            self.record(process);
        }
    }

    fn send_markers(&self, process: &mut Process, out: &mut Out<Self>) {
        process.owes_markers = false;
        let mut receivers = process.outgoing;
        if self.is(Mutant::NoMarker) {
            receivers = receivers
                .iter()
                .max()
                .map_or(receivers, |largest| receivers.without(largest));
        }
        for to in receivers.iter() {
            process.markers = process.markers.saturating_add(1);
            let hops = if self.reading.counts_hops {
                process.hops.0 + 1
            } else {
                0
            };
            out.send(Id::from(to), Message::Marker { hops });
        }
    }

    fn record(&self, process: &mut Process) {
        process.recorded = Some(process.account);
        process.calls.1 = (process.calls.1 + 1).min(2);
    }

    fn on_marker(&self, process: &mut Process, channel: usize, hops: u8, out: &mut Out<Self>) {
        self.take_snapshot(process, hops, out);
        process.chmark = process.chmark.with(channel);
        process.hops.1 = process.hops.1.max(hops);
        if process.incoming.is_subset(process.chmark) {
            process.terminated = true;
        }
    }

    fn on_basic(
        &self,
        process: &mut Process,
        channel: usize,
        (red, number): (bool, usize),
        out: &mut Out<Self>,
    ) {
        if red && self.is(Mutant::Coloured) {
            self.take_snapshot(process, 0, out);
        }
        process.account.balance += 1; // receive(m), by the basic algorithm
        let recording = !process.chmark.contains(channel) || self.is(Mutant::Endless);
        if process.marked && recording && !self.is(Mutant::Forgetful) {
            process.chstate[channel] = process.chstate[channel].with(number); // chstate[c].append(m)
        }
        match (process.recorded, red) {
            (None, true) => process.crossed = process.crossed.with(channel),
            (Some(_), false) => {
                let in_transit = &mut process.truly_in_transit[channel];
                *in_transit = in_transit.with(number);
            }
            (None, false) | (Some(_), true) => {}
        }
    }

    /// What the process may do next by itself.
    fn offer(&self, process: &Process, out: &mut Out<Self>) {
        let pays = process
            .outgoing
            .iter()
            .map(Act::Pay)
            .filter(|_| process.account.can_pay());
        out.choose_random("basic", pays.collect());
        let again = self.reading.again && process.terminated && process.calls.0 == 1;
        let starts = self.initiator && !process.marked && process.calls.0 == 0 || again;
        let records = process.marked && process.recorded.is_none();
        let mut control = Vec::new();
        control.extend(starts.then_some(Act::Start));
        control.extend(records.then_some(Act::Record));
        out.choose_random("control", control);
    }

    fn start(&self, process: &mut Process, out: &mut Out<Self>) {
        process.calls.0 += 1;
        self.take_snapshot(process, 0, out);
    }
}

impl Actor for Member {
    type Msg = Message;
    type State = Process;
    type Timer = ();
    type Random = Act;
    type Storage = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Process {
        let mut process = Process {
            outgoing: self.outgoing,
            incoming: self.incoming,
            account: self.account,
            began: (self.account, self.sent.clone()),
            marked: false,
            chmark: NodeSet::default(),
            chstate: vec![NodeSet::default(); self.sent.len()],
            recorded: None,
            terminated: false,
            crossed: NodeSet::default(),
            truly_in_transit: vec![NodeSet::default(); self.sent.len()],
            numbers: self.sent.clone(),
            markers: 0,
            hops: (0, 0),
            calls: (0, 0),
            owes_markers: false,
        };
        for (to, units) in self.sent.iter().enumerate() {
            for number in 0..*units {
                out.send(Id::from(to), Message::Basic { red: false, number });
            }
        }
        if usize::from(id) == 0 {
            self.start(&mut process, out);
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
        match message {
            Message::Basic { red, number } => {
                self.on_basic(process, from.into(), (red, number.into()), out)
            }
            Message::Marker { hops } => self.on_marker(process, from.into(), hops, out),
        }
        self.offer(process, out);
    }

    fn on_random(&self, _: Id, process: &mut Cow<Process>, act: &Act, out: &mut Out<Self>) {
        let process = process.to_mut();
        match act {
            Act::Pay(to) => {
                process.account.pay();
                let red = process.recorded.is_some();
                out.send(
                    Id::from(*to),
                    Message::Basic {
                        red,
                        number: process.numbers[*to],
                    },
                );
                process.numbers[*to] += 1;
                if process.owes_markers {
                    self.send_markers(process, out);
                }
            }
            Act::Start => self.start(process, out),
            Act::Record => self.record(process),
        }
        self.offer(process, out);
    }
}
