//! What steps and states are called.

use super::effects::Cause;
use super::next::{Move, What};
use super::population::{Population, Route};
use super::state::{NODES, Spent};
use super::step::{Event, Step};
use super::{Assumptions, Detector, Return, Time};
use serde_json::{Map, Value, json};
use verdict_checker::space::first_word;
use verdict_checker::trace;

impl dyn Population + '_ {
    /// The step that a move is.
    pub(super) fn step(&self, state: &[u32], taken: &Move) -> Step {
        let event = match taken.what {
            What::Lose(envelope) => Event::Lose(envelope),
            What::Duplicate(envelope) => Event::Duplicate(envelope),
            What::Tick => Event::Tick,
            What::Node(at, cause) => {
                let (node, local) = (at as u8, state[NODES + at]);
                match cause {
                    Cause::Deliver(envelope) => Event::Deliver(envelope),
                    Cause::Choose(index) => Event::Choose {
                        node,
                        choice: self.choice(local, index),
                    },
                    Cause::Timeout(index) => Event::Timeout {
                        node,
                        timer: self.timer(local, index),
                    },
                    Cause::Suspect(suspect) => Event::Suspect {
                        node,
                        suspect: suspect as u8,
                    },
                    Cause::Crash => Event::Crash(node),
                    Cause::Return => Event::Return(node),
                    Cause::Forget(_) | Cause::Age => {
                        unreachable!("a part of another move, never a move")
                    }
                }
            }
        };
        Step {
            event,
            sent: self.sending(taken.sent),
            crashes: taken.crashes,
        }
    }

    /// `TOKEN(S1, 1) S0->S1`
    fn envelope(&self, envelope: u32) -> String {
        let message = self.name_of_message(envelope);
        let Route { src, dst, age } = self.route(envelope);
        let [src, dst] = [src, dst].map(|node| self.name_of_node(node));
        match age {
            0 => format!("{message} {src}->{dst}"),
            age => format!("{message} {src}->{dst} after {age}"),
        }
    }

    fn sent_by(&self, step: &Step) -> Vec<trace::Sent> {
        let sending = self.sent(step.sent).iter();
        sending
            .map(|id| trace::Sent {
                to: self.name_of_node(self.route(*id).dst),
                message: self.name_of_message(*id),
            })
            .collect()
    }

    /// The node to which a step happens.
    fn place(&self, event: Event) -> Option<usize> {
        match event {
            Event::Deliver(envelope) => Some(self.route(envelope).dst),
            Event::Choose { node, .. }
            | Event::Timeout { node, .. }
            | Event::Suspect { node, .. }
            | Event::Crash(node)
            | Event::Return(node) => Some(usize::from(node)),
            Event::Lose(_) | Event::Duplicate(_) | Event::Tick => None,
        }
    }

    pub(super) fn label(&self, step: &Step) -> String {
        let name = |node: u8| self.name_of_node(usize::from(node));
        let what = match step.event {
            Event::Deliver(envelope) => format!("deliver {}", self.envelope(envelope)),
            Event::Lose(envelope) => format!("lose {}", self.envelope(envelope)),
            Event::Duplicate(envelope) => format!("duplicate {}", self.envelope(envelope)),
            Event::Choose { node, choice } => {
                let choice = self.name_of_choice(usize::from(node), choice);
                format!("{choice} {}", name(node))
            }
            Event::Timeout { node, timer } => {
                let timer = self.name_of_timer(usize::from(node), timer);
                format!("timeout {timer} at {}", name(node))
            }
            Event::Suspect { node, suspect } => {
                format!("suspect {} at {}", name(suspect), name(node))
            }
            Event::Crash(node) => format!("crash {}", name(node)),
            Event::Return(node) => format!("return {}", name(node)),
            Event::Tick => "tick".to_owned(),
        };
        if !step.crashes {
            return what;
        }
        let node = self
            .place(step.event)
            .expect("only a node can crash amid its sends");
        let left: Vec<_> = self
            .sent_by(step)
            .iter()
            .map(|sent| format!("{}->{}", sent.message, sent.to))
            .collect();
        let left = if left.is_empty() {
            "nothing".to_owned()
        } else {
            left.join(" and ")
        };
        format!(
            "{what}, crash {} having sent only {left}",
            self.name_of_node(node)
        )
    }

    pub(super) fn action(&self, step: &Step) -> (String, String) {
        let (class, action) = match step.event {
            _ if step.crashes => ("crash", self.label(step)),
            Event::Deliver(envelope) => {
                let message = self.undated_name_of_message(envelope);
                let Route { src, dst, .. } = self.route(envelope);
                let [src, dst] = [src, dst].map(|node| self.name_of_node(node));
                ("deliver", format!("deliver {message} {src}->{dst}"))
            }
            Event::Choose { node, choice } => {
                let class = self.class_of_choice(usize::from(node), choice);
                (class, self.label(step))
            }
            Event::Timeout { .. } => ("timeout", self.label(step)),
            Event::Suspect { .. } => ("suspect", self.label(step)),
            Event::Crash(_) => ("crash", self.label(step)),
            Event::Return(_) => ("return", self.label(step)),
            Event::Lose(_) => ("lose", self.label(step)),
            Event::Duplicate(_) => ("duplicate", self.label(step)),
            Event::Tick => ("tick", self.label(step)),
        };
        (class.to_owned(), action)
    }

    pub(super) fn describe(&self, step: &Step) -> trace::Step {
        let label = self.label(step);
        let (from, message) = match step.event {
            Event::Deliver(id) | Event::Lose(id) | Event::Duplicate(id) => (
                Some(self.name_of_node(self.route(id).src)),
                Some(self.name_of_message(id)),
            ),
            Event::Suspect { suspect, .. } => (Some(self.name_of_node(suspect.into())), None),
            _ => (None, None),
        };
        trace::Step {
            kind: first_word(&label),
            at: match step.event {
                Event::Lose(id) | Event::Duplicate(id) => Some(self.route(id).dst),
                event => self.place(event),
            }
            .map(|node| self.name_of_node(node)),
            from,
            message,
            sent: self.sent_by(step),
            label,
        }
    }

    pub(super) fn lanes(&self) -> Vec<String> {
        let nodes = 0..self.rules().nodes;
        nodes.map(|node| self.name_of_node(node)).collect()
    }

    pub(super) fn show(&self, state: &[u32]) -> Map<String, Value> {
        let (locals, messages) = state[NODES..].split_at(self.rules().nodes);
        let names = self.lanes().into_iter();
        let mut shown: Map<_, _> = names
            .zip(locals.iter().map(|local| self.show_local(*local)))
            .collect();
        let mut network: Vec<_> = messages.iter().map(|id| self.envelope(*id)).collect();
        if !self.rules().assumptions.order.queues() {
            network.sort();
        }
        shown.insert("network".to_owned(), network.into());
        let Spent {
            losses,
            duplicates,
            returns,
            mistakes,
        } = Spent::unpack(state[0]);
        shown.insert(
            "spent".to_owned(),
            json!({
                "losses": losses,
                "duplicates": duplicates,
                "returns": returns,
                "mistakes": mistakes,
            }),
        );
        shown
    }

    pub(super) fn vocabulary(&self) -> Vec<String> {
        let Assumptions {
            losses,
            duplicates,
            time,
            crash,
            returns,
            detector,
            ..
        } = self.rules().assumptions;
        let mut words = self.words();
        let crashes = crash.budget > 0;
        let kinds = [
            ("crash ", crashes),
            ("return ", crashes && returns != Return::Never),
            ("suspect ", crashes && detector != Detector::None),
            ("lose ", losses > 0),
            ("duplicate ", duplicates > 0),
            ("tick", matches!(time, Time::Ticks { .. })),
        ];
        words.extend(
            kinds
                .iter()
                .filter(|(_, on)| *on)
                .map(|(kind, _)| (*kind).to_owned()),
        );
        words.sort();
        words.dedup();
        words
    }
}
