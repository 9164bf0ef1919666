//! The three families that only take checkpoints: when a process may work, and when it takes one.

use super::history::{Event, Message, Pid, State};
use super::{Change, Family, Harness};

impl Harness {
    /// Whether a process may send and receive now.
    pub fn may_work(&self, state: &State, pid: Pid) -> bool {
        let process = state.of(pid);
        match self.family {
            // Between its own checkpoint and the commitment of the round it stands still.
            Family::Coordinated => {
                let waits = process.local_checkpoints() > usize::from(state.committed);
                !waits || self.has(Change::NoBlock)
            }
            // What was received is in the log before anything follows from it.
            Family::Pessimistic => {
                process.logged == process.received() || self.has(Change::SendBeforeLog)
            }
            Family::Optimistic => {
                process.logged == process.received() || !self.has(Change::SendWhenLogged)
            }
            Family::Uncoordinated | Family::Induced | Family::Causal => true,
        }
    }

    /// Whether a process may take a checkpoint of its own accord, or as its part of a round.
    pub fn may_checkpoint(&self, state: &State, pid: Pid) -> bool {
        let taken = state.of(pid).local_checkpoints();
        match self.family {
            Family::Coordinated => taken < usize::from(state.requested),
            _ => taken < self.checkpoints && self.may_work(state, pid),
        }
    }

    /// Whether the coordinator may ask for a global checkpoint.
    pub fn may_request(&self, state: &State) -> bool {
        self.family == Family::Coordinated
            && state.requested == state.committed
            && usize::from(state.requested) < self.checkpoints
    }

    /// Whether everybody has taken its part of the round.
    pub fn may_commit(&self, state: &State) -> bool {
        let part = |pid| state.of(pid).local_checkpoints() == usize::from(state.requested);
        state.requested > state.committed && state.pids().all(part)
    }

    /// Whether a message forces its receiver to take a checkpoint first: it carries a higher index.
    pub fn forces(&self, state: &State, message: Message, to: Pid) -> bool {
        let receiver = state.of(to);
        self.family == Family::Induced
            && !self.has(Change::NoForced)
            && index_on(state, message) > receiver.index_at(receiver.history.len())
    }

    /// The events of a receipt, in order.
    pub fn receipt(&self, state: &State, message: Message, to: Pid) -> Vec<Event> {
        let received = Event::Received(message);
        if !self.forces(state, message, to) {
            return vec![received];
        }
        let index = index_on(state, message);
        let checkpoint = Event::Checkpoint {
            index,
            forced: true,
        };
        match self.has(Change::ForceLate) {
            false => vec![checkpoint, received],
            true => vec![received, checkpoint],
        }
    }

    /// The position right behind the latest checkpoint that a process may use.
    pub fn latest(&self, state: &State, pid: Pid) -> usize {
        let process = state.of(pid);
        match self.family {
            Family::Coordinated if !self.has(Change::KeepTentative) => {
                process.behind(state.committed)
            }
            _ => process.checkpoint_before(process.history.len()),
        }
    }
}

/// The index that a message carries: that of its sender when it was sent.
fn index_on(state: &State, message: Message) -> u8 {
    let sender = state.of(message.from);
    sender.index_at(sender.send_of(message.number))
}
