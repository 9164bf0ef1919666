//! What has happened: the events of each process, and what depends on what.

use std::fmt;

/// A process; its lane is `P0`, `P1`, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pid(pub u8);

/// A message: the sender, and how many it had sent before. Those of P0 are called `a1`, `a2`, ..., those of P1 `b1`, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Message {
    /// Who sent it.
    pub from: Pid,
    /// Which of the sender's messages it is, counted from 0.
    pub number: u8,
}

/// One event of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// It sent its next message.
    Sent {
        /// To whom.
        to: Pid,
    },
    /// It received a message: what is not deterministic.
    Received(Message),
    /// It saved its state.
    Checkpoint {
        /// Its name. It grows by one each time; a forced checkpoint takes that of the message.
        index: u8,
        /// Whether a message forced it.
        forced: bool,
    },
}

/// A process: what it did, and how far it has gone back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Process {
    /// Its events, in order; what was undone stays here.
    pub history: Vec<Event>,
    /// How many of its receipts are in the log on stable storage.
    pub logged: usize,
    /// Whether it crashed.
    pub crashed: bool,
    /// How many events are left, once it has gone back.
    pub back_to: Option<usize>,
    /// The processes whose rollbacks brought it there with its last step back, directly or through others; bit by bit.
    pub pushed_by: u8,
}

/// All processes, and the rounds of coordinated checkpointing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The processes.
    pub processes: Vec<Process>,
    /// Global checkpoints that were asked for.
    pub requested: u8,
    /// Global checkpoints that are complete.
    pub committed: u8,
}

impl fmt::Display for Pid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.from.0);
        write!(f, "{letter}{}", self.number + 1)
    }
}

impl Process {
    /// How many of its events are in force.
    pub fn position(&self) -> usize {
        self.back_to.unwrap_or(self.history.len())
    }

    /// The events in force.
    pub fn present(&self) -> &[Event] {
        &self.history[..self.position()]
    }

    /// How many messages it has sent.
    pub fn sent(&self) -> usize {
        count(&self.history, |event| matches!(event, Event::Sent { .. }))
    }

    /// How many messages it has received.
    pub fn received(&self) -> usize {
        count(&self.history, |event| matches!(event, Event::Received(_)))
    }

    /// Checkpoints it took of its own accord.
    pub fn local_checkpoints(&self) -> usize {
        let local = |event: &Event| matches!(event, Event::Checkpoint { forced: false, .. });
        count(&self.history, local)
    }

    /// The position right behind its latest checkpoint at or before a position; 0 is the start.
    pub fn checkpoint_before(&self, position: usize) -> usize {
        let is_checkpoint = |event: &Event| matches!(event, Event::Checkpoint { .. });
        let latest = self.history[..position].iter().rposition(is_checkpoint);
        latest.map_or(0, |at| at + 1)
    }

    /// The index of the latest checkpoint at or before a position; that of the start is 0.
    pub fn index_at(&self, position: usize) -> u8 {
        match self.history[..position][..self.checkpoint_before(position)].last() {
            Some(Event::Checkpoint { index, .. }) => *index,
            _ => 0,
        }
    }

    /// The position right behind the checkpoint of this index; 0 if there is none.
    pub fn behind(&self, wanted: u8) -> usize {
        let is_wanted =
            |event: &Event| matches!(event, Event::Checkpoint { index, .. } if *index == wanted);
        self.history
            .iter()
            .position(is_wanted)
            .map_or(0, |at| at + 1)
    }

    /// Where in its history it sent the message of this number.
    ///
    /// # Panics
    ///
    /// If it never did: nobody receives what was not sent.
    pub fn send_of(&self, number: u8) -> usize {
        let mut sends =
            (0..self.history.len()).filter(|at| matches!(self.history[*at], Event::Sent { .. }));
        let sent = sends.nth(usize::from(number));
        sent.expect("a message that was received was sent before")
    }
}

fn count(history: &[Event], wanted: impl Fn(&Event) -> bool) -> usize {
    history.iter().filter(|event| wanted(event)).count()
}

impl State {
    /// A process.
    pub fn of(&self, pid: Pid) -> &Process {
        &self.processes[usize::from(pid.0)]
    }

    /// A process, to be changed.
    pub fn of_mut(&mut self, pid: Pid) -> &mut Process {
        &mut self.processes[usize::from(pid.0)]
    }

    /// All processes.
    pub fn pids(&self) -> impl Iterator<Item = Pid> + use<> {
        (0..self.processes.len() as u8).map(Pid)
    }

    /// Those that crashed.
    pub fn crashed(&self) -> impl Iterator<Item = Pid> {
        self.pids().filter(|pid| self.of(*pid).crashed)
    }

    /// Those that did not.
    pub fn survivors(&self) -> impl Iterator<Item = Pid> {
        self.pids().filter(|pid| !self.of(*pid).crashed)
    }

    /// Whether nothing has failed yet.
    pub fn is_running(&self) -> bool {
        self.crashed().next().is_none()
    }

    /// Whether somebody has crashed and nobody has recovered.
    pub fn is_struck(&self) -> bool {
        !self.is_running() && self.pids().all(|pid| self.of(pid).back_to.is_none())
    }

    /// Messages that were sent and not received, with their receivers.
    pub fn in_flight(&self) -> Vec<(Message, Pid)> {
        let mut found = Vec::new();
        for from in self.pids() {
            let mut number = 0;
            for event in &self.of(from).history {
                if let Event::Sent { to } = *event {
                    let message = Message { from, number };
                    if !self.of(to).history.contains(&Event::Received(message)) {
                        found.push((message, to));
                    }
                    number += 1;
                }
            }
        }
        found
    }

    /// What the first `position` events of a process depend on: for each process, how many of its events come before.
    pub fn past(&self, pid: Pid, position: usize) -> Vec<usize> {
        let mut past = vec![0; self.processes.len()];
        let mut open = vec![(pid, position)];
        while let Some((pid, position)) = open.pop() {
            let known = &mut past[usize::from(pid.0)];
            if *known >= position {
                continue;
            }
            let news = std::mem::replace(known, position)..position;
            for event in &self.of(pid).history[news] {
                if let Event::Received(Message { from, number }) = *event {
                    open.push((from, self.of(from).send_of(number) + 1));
                }
            }
        }
        past
    }
}
