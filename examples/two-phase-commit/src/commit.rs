//! Two-phase commit, after J. Gray, "Notes on Data Base Operating Systems", 1978: a plain stateright model. Nothing in this
//! file knows who will check it.
//!
//! Phase one: every participant votes, and one that votes yes is bound by it. Phase two: the coordinator decides, commit if all
//! voted yes, and tells everyone. Not modelled: logs and restarts; a coordinator that crashes stays down.

use std::collections::BTreeSet;
use verdict::stateright::{Model, Property};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decision {
    Commit,
    Abort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Participant {
    Working,
    /// It has voted yes, and may not go back on it.
    Prepared,
    Decided(Decision),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Coordinator {
    Collecting { yes: BTreeSet<usize> },
    Decided(Decision),
    Crashed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    Yes { from: usize },
    No { from: usize },
    Tell { to: usize, decision: Decision },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub coordinator: Coordinator,
    pub participants: Vec<Participant>,
    pub mail: BTreeSet<Message>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    VoteYes(usize),
    VoteNo(usize),
    Deliver(Message),
    /// The coordinator has waited long enough.
    GiveUp,
    Crash,
}

pub struct TwoPhaseCommit {
    pub participants: usize,
    /// Whether the coordinator may crash.
    pub may_crash: bool,
    /// Whether the coordinator commits at the first yes, which is an error.
    pub hasty: bool,
}

impl TwoPhaseCommit {
    fn decide(&self, state: &mut State, decision: Decision) {
        state.coordinator = Coordinator::Decided(decision);
        let everyone = 0..self.participants;
        state.mail.extend(everyone.map(|to| Message::Tell { to, decision }));
    }

    fn deliver(&self, state: &mut State, message: Message) {
        state.mail.remove(&message);
        match (message, &mut state.coordinator) {
            (Message::Yes { from }, Coordinator::Collecting { yes }) => {
                yes.insert(from);
                if yes.len() == self.participants || self.hasty {
                    self.decide(state, Decision::Commit);
                }
            }
            (Message::No { .. }, Coordinator::Collecting { .. }) => self.decide(state, Decision::Abort),
            // Ignored, because the decision has been made, or nobody is there to make it.
            (Message::Yes { .. } | Message::No { .. }, Coordinator::Decided(_) | Coordinator::Crashed) => {}
            (Message::Tell { to, decision }, _) => {
                state.participants[to] = Participant::Decided(decision);
            }
        }
    }
}

impl Model for TwoPhaseCommit {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            coordinator: Coordinator::Collecting { yes: BTreeSet::new() },
            participants: vec![Participant::Working; self.participants],
            mail: BTreeSet::new(),
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        let working = |(id, participant)| (participant == &Participant::Working).then_some(id);
        for id in state.participants.iter().enumerate().filter_map(working) {
            actions.extend([Action::VoteYes(id), Action::VoteNo(id)]);
        }
        actions.extend(state.mail.iter().copied().map(Action::Deliver));
        if let Coordinator::Collecting { .. } = state.coordinator {
            actions.push(Action::GiveUp);
            actions.extend(self.may_crash.then_some(Action::Crash));
        }
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        let mut next = state.clone();
        match action {
            Action::VoteYes(from) => {
                next.participants[from] = Participant::Prepared;
                next.mail.insert(Message::Yes { from });
            }
            // Who votes no need not wait: the others cannot commit without it.
            Action::VoteNo(from) => {
                next.participants[from] = Participant::Decided(Decision::Abort);
                next.mail.insert(Message::No { from });
            }
            Action::Deliver(message) => self.deliver(&mut next, message),
            Action::GiveUp => self.decide(&mut next, Decision::Abort),
            Action::Crash => next.coordinator = Coordinator::Crashed,
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        fn is_any(state: &State, decision: Decision) -> bool {
            state.participants.contains(&Participant::Decided(decision))
        }
        vec![
            Property::always("agreement", |_, state| {
                !(is_any(state, Decision::Commit) && is_any(state, Decision::Abort))
            }),
            Property::sometimes("all commit", |_, state: &State| {
                let commits = |participant| participant == &Participant::Decided(Decision::Commit);
                state.participants.iter().all(commits)
            }),
            Property::eventually("everyone decides", |_, state: &State| {
                let decides = |participant| matches!(participant, &Participant::Decided(_));
                state.participants.iter().all(decides)
            }),
        ]
    }
}
