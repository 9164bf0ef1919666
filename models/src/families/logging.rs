//! The three families that log receipts: which receipts of a process can be replayed.

use super::history::{Event, Message, Pid, State};
use super::{Change, Family, Harness};

/// Receipts that somebody knows of: for each process a bit for each of its events.
type Graph = Vec<u64>;

impl Harness {
    /// How far a process that crashed comes by itself: from its latest checkpoint on through the log, up to the
    /// first receipt of which nobody knows any more.
    pub fn replayed(&self, state: &State, pid: Pid) -> usize {
        let process = state.of(pid);
        let latest = self.latest(state, pid);
        if self.has(Change::NoReplay) {
            return latest;
        }
        let told = match self.family {
            Family::Causal => self.told(state, pid),
            _ => 0,
        };
        let mut receipts = 0;
        let unknown = process.history.iter().enumerate().position(|(at, event)| {
            let is_receipt = matches!(event, Event::Received(_));
            receipts += usize::from(is_receipt);
            is_receipt && at >= latest && receipts > process.logged && told & (1 << at) == 0
        });
        unknown.unwrap_or(process.history.len())
    }

    /// The receipts of a process that crashed which can be told by others: by survivors from memory, by others that crashed
    /// from their stable storage.
    fn told(&self, state: &State, crashed: Pid) -> u64 {
        let others = state.pids().filter(|pid| *pid != crashed);
        let graphs = others.map(|pid| {
            let process = state.of(pid);
            let kept = match process.crashed {
                false => process.history.len(),
                true => self.latest(state, pid),
            };
            self.graph(state, pid, kept)[usize::from(crashed.0)]
        });
        graphs.fold(0, |all, graph| all | graph)
    }

    /// The antecedence graph of a process after its first `position` events.
    fn graph(&self, state: &State, pid: Pid, position: usize) -> Graph {
        let mut graph = vec![0; state.processes.len()];
        for (at, event) in state.of(pid).history[..position].iter().enumerate() {
            match *event {
                Event::Received(Message { from, number }) => {
                    if !self.has(Change::NoPiggyback) {
                        let sent = state.of(from).send_of(number);
                        let carried = self.graph(state, from, sent);
                        for (process, news) in carried.into_iter().enumerate() {
                            if !self.has(Change::OwnOnly) || process == usize::from(from.0) {
                                graph[process] |= news;
                            }
                        }
                    }
                    graph[usize::from(pid.0)] |= 1 << at;
                }
                Event::Checkpoint { .. } if self.has(Change::ForgetAtCheckpoint) => graph.fill(0),
                Event::Checkpoint { .. } | Event::Sent { .. } => {}
            }
        }
        graph
    }
}
