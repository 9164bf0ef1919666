//! The harness as a space: work, checkpoints, logs, one failure, recovery.

use super::history::{Event, Message, Pid, Process, State};
use super::recovery::{Back, Why};
use super::{Change, Family, Harness};
use serde_json::{Map, Value, json};
use verdict_checker::space::{Space, Visit, fingerprint, first_word};
use verdict_checker::trace::{self, Sent};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A process sends a message.
    Send(Message, Pid),
    /// A message arrives.
    Deliver {
        /// The message.
        message: Message,
        /// Where.
        to: Pid,
        /// Whether the receiver takes a checkpoint because of it.
        forced: bool,
    },
    /// A process takes a checkpoint, or its part of a global one.
    Checkpoint(Pid),
    /// The coordinator asks for a global checkpoint.
    Request,
    /// The coordinator has heard from all: the global checkpoint is complete.
    Commit,
    /// A process writes its log out.
    Log(Pid),
    /// A process crashes.
    Crash(Pid),
    /// A process goes back.
    Back(Back),
}

/// Who asks for global checkpoints.
const COORDINATOR: Pid = Pid(0);

impl Harness {
    fn work(&self, state: &State) -> Vec<(Step, State)> {
        let mut steps = Vec::new();
        let sent: usize = state.processes.iter().map(Process::sent).sum();
        for from in state.pids() {
            if sent < self.messages && self.may_work(state, from) {
                let receivers = state.pids().filter(|to| *to != from);
                steps.extend(receivers.map(|to| self.send(state, from, to)));
            }
        }
        for (message, to) in state.in_flight() {
            if self.may_work(state, to) {
                let forced = self.forces(state, message, to);
                let mut next = state.clone();
                let events = self.receipt(state, message, to);
                next.of_mut(to).history.extend(events);
                let step = Step::Deliver {
                    message,
                    to,
                    forced,
                };
                steps.push((step, next));
            }
        }
        for pid in state.pids() {
            if self.may_checkpoint(state, pid) {
                let mut next = state.clone();
                let process = next.of_mut(pid);
                save(process, Forced::No);
                if self.family.logs() {
                    process.logged = process.received();
                }
                steps.push((Step::Checkpoint(pid), next));
            }
            let process = state.of(pid);
            if self.writes_log() && process.logged < process.received() {
                let mut next = state.clone();
                next.of_mut(pid).logged = process.received();
                steps.push((Step::Log(pid), next));
            }
        }
        if self.may_request(state) {
            let mut next = state.clone();
            next.requested += 1;
            steps.push((Step::Request, next));
        }
        if self.may_commit(state) {
            let mut next = state.clone();
            next.committed = state.requested;
            steps.push((Step::Commit, next));
        }
        steps
    }

    /// Whether the log has a step of its own; that of causal logging goes out with the checkpoints.
    fn writes_log(&self) -> bool {
        matches!(self.family, Family::Pessimistic | Family::Optimistic)
    }

    fn send(&self, state: &State, from: Pid, to: Pid) -> (Step, State) {
        let mut next = state.clone();
        let sender = next.of_mut(from);
        let number = sender.sent() as u8;
        sender.history.push(Event::Sent { to });
        if self.has(Change::SaveSends) {
            save(sender, Forced::Yes);
        }
        (Step::Send(Message { from, number }, to), next)
    }

    fn crashes(&self, state: &State) -> Vec<(Step, State)> {
        let begun = !state.is_running() && !state.is_struck();
        if begun || state.crashed().count() >= self.failures {
            return Vec::new();
        }
        let crash = |pid| {
            let mut next = state.clone();
            next.of_mut(pid).crashed = true;
            (Step::Crash(pid), next)
        };
        state.survivors().map(crash).collect()
    }
}

/// Whether a checkpoint counts as one of the process's own accord.
#[derive(Clone, Copy, PartialEq)]
enum Forced {
    Yes,
    No,
}

fn save(process: &mut Process, forced: Forced) {
    let index = process.index_at(process.history.len()) + 1;
    let forced = forced == Forced::Yes;
    process.history.push(Event::Checkpoint { index, forced });
}

impl Space for Harness {
    type State = State;
    type OwnedState = State;
    type Row = Vec<State>;
    type Step = Step;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial(&self) -> Vec<State> {
        vec![State {
            processes: vec![Process::default(); self.processes],
            requested: 0,
            committed: 0,
        }]
    }

    fn fingerprint(&self, state: &State) -> u64 {
        fingerprint(state)
    }

    fn expand(&self, state: &State, (): &mut (), visit: &mut impl Visit<Vec<State>>) {
        for (_, next) in self.steps(state) {
            visit.successor(fingerprint(&next), |row| {
                row.push(next);
                true
            });
        }
    }

    fn steps(&self, state: &State) -> Vec<(Step, State)> {
        let mut steps = match state.is_running() {
            true => self.work(state),
            false => Vec::new(),
        };
        steps.extend(self.crashes(state));
        let backs = self.backs(state).into_iter();
        steps.extend(backs.map(|(back, next)| (Step::Back(back), next)));
        steps
    }

    fn label(&self, step: &Step) -> String {
        match step {
            Step::Send(message, to) => format!("send {message} {}->{to}", message.from),
            Step::Deliver {
                message,
                to,
                forced,
            } => {
                let first = if *forced {
                    ", forcing a checkpoint"
                } else {
                    ""
                };
                format!("deliver {message} {}->{to}{first}", message.from)
            }
            Step::Checkpoint(pid) => format!("checkpoint {pid}"),
            Step::Request => format!("request a global checkpoint {COORDINATOR}"),
            Step::Commit => format!("commit the global checkpoint {COORDINATOR}"),
            Step::Log(pid) => format!("log {pid}"),
            Step::Crash(pid) => format!("crash {pid}"),
            Step::Back(Back {
                pid,
                checkpoint,
                why,
            }) => {
                let start = start(*checkpoint);
                match why {
                    Why::Crashed => format!("recover {pid} from {start}"),
                    Why::Together => format!("go back with all to {start} {pid}"),
                    Why::Undone(message) => {
                        let replay = match self.replays() {
                            true => " with replay",
                            false => "",
                        };
                        format!("go back past {message} to {start}{replay} {pid}")
                    }
                }
            }
        }
    }

    fn describe(&self, _: &State, step: &Step, _: &State) -> trace::Step {
        let label = self.label(step);
        let mut told = trace::Step {
            kind: first_word(&label),
            label,
            ..trace::Step::default()
        };
        let at = match step {
            Step::Send(message, to) => {
                told.sent.push(Sent {
                    to: to.to_string(),
                    message: message.to_string(),
                });
                message.from
            }
            Step::Deliver { message, to, .. } => {
                told.from = Some(message.from.to_string());
                told.message = Some(message.to_string());
                *to
            }
            Step::Request | Step::Commit => COORDINATOR,
            Step::Checkpoint(pid) | Step::Log(pid) | Step::Crash(pid) => *pid,
            Step::Back(back) => back.pid,
        };
        told.at = Some(at.to_string());
        told
    }

    fn lanes(&self) -> Vec<String> {
        let pids = (0..self.processes as u8).map(Pid);
        pids.map(|pid| pid.to_string()).collect()
    }

    fn show(&self, state: &State) -> Map<String, Value> {
        let mut shown = Map::new();
        for pid in state.pids() {
            shown.insert(pid.to_string(), self.lane(state, pid).into());
        }
        let network = state.in_flight().into_iter();
        let network: Vec<_> = network
            .map(|(message, to)| format!("{message} {}->{to}", message.from))
            .collect();
        shown.insert("network".to_owned(), network.into());
        if self.family == Family::Coordinated {
            shown.insert("global".to_owned(), state.committed.into());
            shown.insert("requested".to_owned(), state.requested.into());
        }
        shown
    }

    fn setting(&self) -> String {
        let failures = match self.failures {
            1 => "one failure".to_owned(),
            many => format!("up to {many} failures at one moment"),
        };
        format!("reliable channels; any order; stable storage; {failures}")
    }

    fn vocabulary(&self) -> Vec<String> {
        let mut words = vec!["send", "deliver", "checkpoint", "crash", "recover"];
        words.extend(match self.family {
            Family::Uncoordinated | Family::Induced => &["go back past"][..],
            Family::Coordinated => &["request", "commit", "go back with all"],
            Family::Optimistic => &["log", "go back past"],
            // That nobody else goes back is what the table claims.
            Family::Pessimistic => &["log"],
            Family::Causal => &[],
        });
        words.into_iter().map(|word| format!("{word} ")).collect()
    }
}

impl Harness {
    /// The event of a process at this place of its history, in words.
    pub(super) fn event(&self, state: &State, pid: Pid, at: usize) -> String {
        let history = &state.of(pid).history;
        match history[at] {
            Event::Sent { .. } => {
                let is_send = |event: &&Event| matches!(event, Event::Sent { .. });
                let number = history[..at].iter().filter(is_send).count() as u8;
                format!("sent {}", Message { from: pid, number })
            }
            Event::Received(message) => format!("got {message}"),
            Event::Checkpoint { index, forced } => match forced && self.family == Family::Induced {
                true => format!("forced checkpoint {index}"),
                false => format!("checkpoint {index}"),
            },
        }
    }

    /// What a reader sees of a process: the events in force, what of them is in the log, and if
    /// it has gone back, from where it starts again and whose rollbacks pushed it.
    fn lane(&self, state: &State, pid: Pid) -> Map<String, Value> {
        let process = state.of(pid);
        let events = (0..process.position()).map(|at| self.event(state, pid, at));
        let events: Vec<_> = events.collect();
        let mut lane = Map::from_iter([("events".to_owned(), json!(events))]);
        if self.family.logs() {
            let receipts = process.present().iter().filter_map(|event| match event {
                Event::Received(message) => Some(message.to_string()),
                _ => None,
            });
            let logged: Vec<_> = receipts.take(process.logged).collect();
            lane.insert("logged".to_owned(), json!(logged));
        }
        if let Some(position) = process.back_to {
            let start = start(process.index_at(position));
            lane.insert("restored".to_owned(), json!(start));
        }
        if process.pushed_by != 0 {
            lane.insert("pushed by".to_owned(), json!(names(process.pushed_by)));
        }
        lane
    }
}

/// What a checkpoint is called: that of index 0 is the start.
pub(super) fn start(index: u8) -> String {
    match index {
        0 => "the start".to_owned(),
        index => format!("checkpoint {index}"),
    }
}

/// The names of a set of processes.
pub(super) fn names(set: u8) -> Vec<String> {
    let members = (0..8).filter(|pid| set & (1 << pid) != 0).map(Pid);
    members.map(|pid| pid.to_string()).collect()
}
