//! "A Simple Spanning Tree Algorithm", line by line: a flood of fwd messages, answered by bck messages that carry values.
//!
//! | slide | here |
//! |---|---|
//! | `startSpanning()` | `on_start` of the initiator |
//! | `onForward(sender)` | [`Member::on_forward`] |
//! | `onBackward(sender, m)` | [`Member::on_backward`] |
//! | `parent == ⊥` | [`Process::parent`] is none; the initiator is its own parent |
//! | `val_list`, `children` | sorted lists: in which order they were appended to is not kept |
//! | `<termination; use val_list>` | [`Process::used`] |
//!
//! `myval` is the process itself. Readings: to which `if` the last `else` of `onBackward` belongs ([`Else`]).
//! A network is connected and undirected and has N processes and E edges; a run begins in any such network, up to the names of
//! all but the initiator, S0.
//!
//! Beside the algorithm, [`Watch`] adds what a question needs: whose events came before, how long the longest chain of
//! messages is, or how many ticks have passed.

mod setting;

pub use setting::{Else, Flood, Processes, Watch};

use crate::basics::waves::definition::Wave;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{NodeSet, Resident, ticks};

verdict_checker::mutants! {
    /// Errors in the handlers.
    Reparent = "reparent": "every fwd changes the parent, not only the first",
    Unadopted = "unadopted": "children are not appended",
    Impatient = "impatient": "the initiator expects one bck less",
    Silent = "silent": "a second fwd is not answered",
    Selfless = "selfless": "a process that is no dead end leaves its own value out",
    BackToParent = "back-to-parent": "fwd goes to all neighbours, the sender too",
    OneByOne = "one-by-one": "the initiator sends the next fwd only when the last has been answered",
}

/// What processes say to each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Message {
    /// `fwd`, or `bck` with its list of values.
    bck: Option<Vec<u8>>,
    past: NodeSet,
    hops: u8,
}

/// A process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// Its neighbours.
    pub neighbours: NodeSet,
    /// Its parent.
    pub parent: Option<usize>,
    /// Its children.
    pub children: Vec<u8>,
    expected: i8,
    val_list: Vec<u8>,
    /// The val_list with which it terminated.
    pub used: Option<Vec<u8>>,
    /// The messages that it has sent.
    pub sent: u8,
    received: bool,
    past: NodeSet,
    /// The longest chain of messages to its last event.
    pub hops: u8,
    /// The ticks since the start.
    pub clock: u8,
    decided: Option<NodeSet>,
}

/// What a process runs.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    reading: Flood,
    mutant: Option<Mutant>,
    neighbours: NodeSet,
}

/// The process that begins.
pub const INITIATOR: usize = 0;

impl Member {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn send(&self, process: &mut Process, to: usize, bck: Option<Vec<u8>>, out: &mut Out<Self>) {
        process.sent += 1;
        let hops = if self.reading.watch == Watch::Hops {
            process.hops + 1
        } else {
            0
        };
        out.send(
            Id::from(to),
            Message {
                bck,
                past: process.past,
                hops,
            },
        );
    }

    fn on_forward(&self, me: usize, process: &mut Process, sender: usize, out: &mut Out<Self>) {
        if process.parent.is_none() {
            // parent=sender; children=empty; expected=n_neighbors-1
            process.parent = Some(sender);
            process.expected = process.neighbours.len() as i8 - 1;
            if process.expected == 0 {
                self.send(process, sender, Some(vec![me as u8]), out);
            } else {
                let back = self.is(Mutant::BackToParent);
                let others = if back {
                    process.neighbours
                } else {
                    process.neighbours.without(sender)
                };
                for to in others.iter() {
                    self.send(process, to, None, out);
                }
            }
        } else if !self.is(Mutant::Silent) {
            self.send(process, sender, Some(Vec::new()), out); // "I'm not your child"
            if self.is(Mutant::Reparent) && me != INITIATOR {
                process.parent = Some(sender);
            }
        }
    }

    fn on_backward(
        &self,
        me: usize,
        process: &mut Process,
        sender: usize,
        list: Vec<u8>,
        out: &mut Out<Self>,
    ) {
        process.expected -= 1;
        if self.is(Mutant::OneByOne) && me == INITIATOR {
            let answered = process.neighbours.len() - process.expected.max(0) as usize;
            if let Some(next) = process.neighbours.iter().nth(answered) {
                self.send(process, next, None, out);
            }
        }
        if !list.is_empty() && !self.is(Mutant::Unadopted) {
            insert(&mut process.children, [sender as u8]);
        }
        insert(&mut process.val_list, list);
        if process.expected == 0 {
            if !self.is(Mutant::Selfless) {
                insert(&mut process.val_list, [me as u8]);
            }
            match process.parent {
                Some(parent) if parent != me => {
                    self.send(process, parent, Some(process.val_list.clone()), out)
                }
                _ if self.reading.last_else == Else::OfParent => self.terminate(process),
                _ => {}
            }
        } else if self.reading.last_else == Else::AsIndented {
            self.terminate(process);
        }
    }

    fn terminate(&self, process: &mut Process) {
        process.used.get_or_insert_with(|| process.val_list.clone());
        if self.reading.watch == Watch::Past {
            process.decided.get_or_insert(process.past);
        }
    }
}

/// Appends to a list that is kept in order.
fn insert(list: &mut Vec<u8>, values: impl IntoIterator<Item = u8>) {
    list.extend(values);
    list.sort_unstable();
}

impl Actor for Member {
    type Msg = Message;
    type State = Process;
    /// A tick of the clock.
    type Timer = ();
    type Random = ();
    type Storage = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Process {
        let mut process = Process {
            neighbours: self.neighbours,
            parent: None,
            children: Vec::new(),
            expected: 0,
            val_list: Vec::new(),
            used: None,
            sent: 0,
            received: false,
            past: NodeSet::default(),
            hops: 0,
            clock: 0,
            decided: None,
        };
        if usize::from(id) == INITIATOR {
            // parent=pid; children=empty; expected = n_neighbors
            process.parent = Some(INITIATOR);
            process.expected = self.neighbours.len() as i8 - i8::from(self.is(Mutant::Impatient));
            if self.reading.watch == Watch::Past {
                process.past = NodeSet::only(INITIATOR);
            }
            let at_once = if self.is(Mutant::OneByOne) {
                1
            } else {
                self.neighbours.len()
            };
            for to in self.neighbours.iter().take(at_once) {
                self.send(&mut process, to, None, out);
            }
            if self.reading.watch == Watch::Clock {
                out.set_timer((), ticks(1));
            }
        }
        process
    }

    fn on_msg(
        &self,
        id: Id,
        process: &mut Cow<Process>,
        from: Id,
        message: Message,
        out: &mut Out<Self>,
    ) {
        let (me, sender) = (usize::from(id), usize::from(from));
        let process = process.to_mut();
        match self.reading.watch {
            Watch::Past => {
                process.received = true;
                process.past = message
                    .past
                    .iter()
                    .fold(process.past.with(me), NodeSet::with);
            }
            Watch::Hops if process.used.is_none() => process.hops = process.hops.max(message.hops),
            Watch::Nothing | Watch::Hops | Watch::Clock => {}
        }
        match message.bck {
            None => self.on_forward(me, process, sender, out),
            Some(list) => self.on_backward(me, process, sender, list, out),
        }
    }

    fn on_timeout(&self, _: Id, process: &mut Cow<Process>, (): &(), out: &mut Out<Self>) {
        if process.used.is_none() {
            process.to_mut().clock += 1;
            out.set_timer((), ticks(1));
        }
    }
}

impl Resident for Member {
    fn message_name(&self, message: &Message) -> String {
        let mut name = match &message.bck {
            None => "fwd".to_owned(),
            Some(list) => {
                let values: Vec<_> = list.iter().map(|value| format!("v{value}")).collect();
                format!("bck({})", values.join(" "))
            }
        };
        match self.reading.watch {
            Watch::Nothing | Watch::Clock => {}
            Watch::Past => name.push_str(&format!(" from {:?}", message.past)),
            Watch::Hops => name.push_str(&format!(", hop {}", message.hops)),
        }
        name
    }

    fn timer_name(&self, (): &()) -> String {
        "clock".to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        vec!["deliver fwd".to_owned(), "deliver bck".to_owned()]
    }
}

impl Wave for Member {
    fn decision(process: &Process) -> Option<NodeSet> {
        process.decided
    }

    fn has_received(process: &Process) -> bool {
        process.received
    }

    fn is_initiator(node: usize, _: &Process) -> bool {
        node == INITIATOR
    }
}
