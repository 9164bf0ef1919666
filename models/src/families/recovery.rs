//! Recovery: how far whom goes back, and because of what.

use super::history::{Event, Message, Pid, State};
use super::{Change, Family, Harness};

/// A step back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Back {
    /// Who goes back.
    pub pid: Pid,
    /// From which checkpoint it starts again; 0 is the start.
    pub checkpoint: u8,
    /// Why.
    pub why: Why,
}

/// Why a process goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// It crashed.
    Crashed,
    /// Coordinated checkpointing sends all back to the last global checkpoint.
    Together,
    /// It has received a message that is not sent any more.
    Undone(Message),
}

impl Harness {
    /// The point that a process which crashed can restore, with what the others tell it.
    pub fn restored(&self, state: &State, pid: Pid) -> usize {
        match self.family.logs() {
            true => self.replayed(state, pid),
            false => self.latest(state, pid),
        }
    }

    /// Whether a process that goes back because of others replays its receipts up to there.
    pub fn replays(&self) -> bool {
        self.family.logs() && !self.has(Change::NoTracking) && !self.has(Change::NoReplay)
    }

    /// Where a process goes that must undo the event at this place.
    fn before(&self, state: &State, pid: Pid, at: usize) -> usize {
        match self.replays() {
            true => at,
            false => state.of(pid).checkpoint_before(at),
        }
    }

    /// The next steps of the recovery; none when it is complete, or has not begun.
    pub fn backs(&self, state: &State) -> Vec<(Back, State)> {
        let waits = |pid: &Pid| state.of(*pid).back_to.is_none();
        let go = |pid: Pid, to: usize, why: Why, pushed_by: u8| {
            let checkpoint = state.of(pid).index_at(to);
            let mut next = state.clone();
            next.of_mut(pid).back_to = Some(to);
            // What pushed it less far before is not why it is here.
            next.of_mut(pid).pushed_by = pushed_by;
            let back = Back {
                pid,
                checkpoint,
                why,
            };
            (back, next)
        };
        let crashed: Vec<_> = state.crashed().filter(waits).collect();
        if state.is_running() || !crashed.is_empty() {
            let restart = |pid| go(pid, self.restored(state, pid), Why::Crashed, 0);
            return crashed.into_iter().map(restart).collect();
        }
        if self.has(Change::FollowNobody) {
            return Vec::new();
        }
        let together: Vec<_> = state.survivors().filter(waits).collect();
        if self.family == Family::Coordinated && !together.is_empty() {
            let pushed_by = state.crashed().fold(0, |all, pid| all | 1 << pid.0);
            let with_all = |pid| go(pid, self.latest(state, pid), Why::Together, pushed_by);
            return together.into_iter().map(with_all).collect();
        }
        let pairs = state.pids().flat_map(|p| state.pids().map(move |q| (p, q)));
        let undone = pairs.filter_map(|(pid, sender)| {
            let (at, message) = undone(state, pid, sender)?;
            let pushed_by = state.of(sender).pushed_by | 1 << sender.0;
            let to = self.before(state, pid, at);
            Some(go(pid, to, Why::Undone(message), pushed_by))
        });
        undone.collect()
    }

    /// Whether the recovery is complete.
    pub fn is_settled(&self, state: &State) -> bool {
        let recovered = |pid| state.of(pid).back_to.is_some();
        !state.is_running() && state.crashed().all(recovered) && self.backs(state).is_empty()
    }

    /// The state when the recovery is complete, whichever step is taken first.
    pub fn settle(&self, mut state: State) -> State {
        while let Some((_, next)) = self.backs(&state).into_iter().next() {
            state = next;
        }
        state
    }

    /// How many of its checkpoints a process has lost; a round that was cut off never made one.
    pub fn lost(&self, state: &State, pid: Pid) -> usize {
        let process = state.of(pid);
        let undone = &process.history[process.position()..];
        let counts = |event: &&Event| match event {
            Event::Checkpoint { index, .. } => {
                self.family != Family::Coordinated || *index <= state.committed
            }
            _ => false,
        };
        undone.iter().filter(counts).count()
    }
}

/// The first message in force at a process that its sender has not sent any more, with its place.
fn undone(state: &State, pid: Pid, sender: Pid) -> Option<(usize, Message)> {
    let mut events = state.of(pid).present().iter().enumerate();
    events.find_map(|(at, event)| match *event {
        Event::Received(message) if message.from == sender => {
            let sender = state.of(sender);
            let is_undone = sender.send_of(message.number) >= sender.position();
            is_undone.then_some((at, message))
        }
        _ => None,
    })
}
