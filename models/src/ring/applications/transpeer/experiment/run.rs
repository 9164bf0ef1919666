//! A run of the experiment: the actors of the model in virtual time.

use super::{Experiment, MESSAGE, Outcome, Time};
use crate::ring::application::Message as Sent;
use crate::ring::applications::transpeer::properties::{Routed, clashes};
use crate::ring::applications::transpeer::{
    Act, DataSet, History, Message, Party, Reading, Transpeer,
};
use crate::ring::node::{self, Node};
use stateright::actor::{Actor, Command, Id, Out};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use verdict_checker::random::Random;
use verdict_world::{NodeSet, Resident};

/// What happens at a moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The client submits its next transaction.
    Submit,
    /// A message arrives.
    Arrive {
        from: usize,
        to: usize,
        message: <Node<Transpeer> as Actor>::Msg,
    },
    /// A TM has done what it was at.
    Finish { manager: usize, act: Act },
    /// A crash is reported.
    Report { to: usize, crashed: usize },
}

/// A run in virtual time. What takes time is messages, a TM's work on a transaction, and the detection of crashes.
pub(super) struct Run<'a> {
    experiment: &'a Experiment,
    party: Node<Transpeer>,
    /// None if crashed.
    states: Vec<Option<<Node<Transpeer> as Actor>::State>>,
    /// Whether a TM is at work.
    busy: NodeSet,
    /// When each TM crashed.
    crashed: Vec<Option<Time>>,
    /// Who has heard of, or is about to be told of, whose crash.
    told: BTreeSet<(usize, usize)>,
    doomed: NodeSet,
    received: Vec<usize>,
    random: Random,
    now: Time,
    agenda: BinaryHeap<Reverse<(Time, u64, Event)>>,
    planned: u64,
}

/// Rounds of the token after which nothing more is expected.
const PATIENCE: Time = 1000;

impl<'a> Run<'a> {
    pub(super) fn new(experiment: &'a Experiment, reading: Reading, doomed: NodeSet) -> Self {
        let Experiment { managers, k, .. } = *experiment;
        let transpeer = Transpeer {
            reading,
            managers,
            k,
            data_sets: 1,
            transactions: experiment.transactions,
            mutant: None,
        };
        let mut run = Run {
            experiment,
            party: Node::new(managers, k, transpeer),
            states: Vec::new(),
            busy: NodeSet::default(),
            crashed: vec![None; managers],
            told: BTreeSet::new(),
            doomed,
            received: vec![0; managers],
            random: Random::from_seed(experiment.seed ^ 0x707),
            now: 0,
            agenda: BinaryHeap::new(),
            planned: 0,
        };
        for place in 0..managers + 2 {
            let mut out = Out::new();
            let state = run.party.on_start(Id::from(place), &None, &mut out);
            run.states.push(Some(state));
            run.obey(place, out);
        }
        run
    }

    fn plan(&mut self, at: Time, event: Event) {
        self.planned += 1;
        self.agenda.push(Reverse((at, self.planned, event)));
    }

    /// Carries out what a handler has asked for. A TM begins with the first thing it may do.
    fn obey(&mut self, place: usize, out: Out<Node<Transpeer>>) {
        for command in out {
            match command {
                Command::Send(to, message) => {
                    let (from, to) = (place, usize::from(to));
                    self.plan(self.now + MESSAGE, Event::Arrive { from, to, message });
                }
                Command::ChooseRandom(_, acts) if place < self.experiment.managers => {
                    if self.busy.contains(place) {
                        continue;
                    }
                    if let Some(node::Act::Own(act)) = acts.into_iter().next() {
                        let takes = match act {
                            Act::Route(..) => self.experiment.constants.routing * MESSAGE,
                            Act::Pass(_) | Act::Submit(..) => 0,
                        };
                        self.busy = self.busy.with(place);
                        let manager = place;
                        self.plan(self.now + takes, Event::Finish { manager, act });
                    }
                }
                _ => {} // the client submits when its time comes; no timers, no storage
            }
        }
        self.watch(place);
    }

    /// Plans the reports of crashes that a party waits for now.
    fn watch(&mut self, place: usize) {
        let Some(state) = &self.states[place] else {
            return;
        };
        let detection = self.experiment.constants.detection * MESSAGE;
        let watched = (0..self.experiment.managers).filter_map(|j| {
            let at = self.crashed[j]? + detection;
            let new = !self.told.contains(&(place, j));
            let wanted = self.party.watches(Id::from(place), state, Id::from(j));
            (new && wanted).then_some((j, at.max(self.now)))
        });
        for (crashed, at) in watched.collect::<Vec<_>>() {
            self.told.insert((place, crashed));
            self.plan(at, Event::Report { to: place, crashed });
        }
    }

    /// Lets a party handle something.
    fn handle(
        &mut self,
        place: usize,
        handler: impl FnOnce(
            &Node<Transpeer>,
            &mut Cow<<Node<Transpeer> as Actor>::State>,
            &mut Out<Node<Transpeer>>,
        ),
    ) {
        let Some(state) = self.states[place].take() else {
            return;
        };
        let (mut out, mut cow) = (Out::new(), Cow::Owned(state));
        handler(&self.party, &mut cow, &mut out);
        self.states[place] = Some(cow.into_owned());
        self.obey(place, out);
    }

    fn submit(&mut self) {
        let transpeer = &self.party.application;
        let client = transpeer.client();
        let Some(Party::Client { next, crashed, .. }) = self.own(client) else {
            return;
        };
        let next = *next;
        let up: Vec<_> = (0..self.experiment.managers)
            .filter(|j| !crashed.contains(*j))
            .collect();
        let manager = up[self.random.below(up.len())] as u8;
        let act = node::Act::Own(Act::Submit(next, manager));
        self.handle(client, |party, state, out| {
            party.on_random(Id::from(client), state, &act, out);
        });
    }

    fn own(&self, place: usize) -> Option<&Party> {
        self.states[place].as_ref().map(|state| &state.own)
    }

    /// A TM that is to fail does so upon receiving its n-th transaction.
    fn fails(&mut self, place: usize, message: &Sent<DataSet, History, Message>) -> bool {
        if place >= self.experiment.managers || !matches!(message, Sent::Own(Message::Submit(_))) {
            return false;
        }
        self.received[place] += 1;
        self.doomed.contains(place) && self.received[place] == self.experiment.fail_at
    }

    fn crash(&mut self, place: usize) {
        self.states[place] = None;
        self.crashed[place] = Some(self.now);
        for other in 0..self.states.len() {
            self.watch(other);
        }
    }

    fn happens(&mut self, event: Event) {
        match event {
            Event::Submit => self.submit(),
            Event::Arrive { from, to, message } => {
                if self.states[to].is_some() && self.fails(to, &message) {
                    self.crash(to);
                }
                self.handle(to, |party, state, out| {
                    party.on_msg(Id::from(to), state, Id::from(from), message, out);
                });
            }
            Event::Finish { manager, act } => {
                self.busy = self.busy.without(manager);
                self.handle(manager, |party, state, out| {
                    party.on_random(Id::from(manager), state, &node::Act::Own(act), out);
                });
            }
            Event::Report { to, crashed } => {
                let wanted = self.states[to].as_ref().is_some_and(|state| {
                    self.party.watches(Id::from(to), state, Id::from(crashed))
                });
                if wanted {
                    self.handle(to, |party, state, out| {
                        party.on_suspect(Id::from(to), state, Id::from(crashed), out);
                    });
                } else {
                    self.told.remove(&(to, crashed));
                }
            }
        }
    }

    pub(super) fn run(mut self, arrivals: &[Time]) -> Outcome {
        for at in arrivals {
            self.plan(*at, Event::Submit);
        }
        let round = self.experiment.managers as Time * MESSAGE;
        let end = arrivals.last().copied().unwrap_or(0) + PATIENCE * round;
        let mut done: Vec<Option<Time>> = vec![None; arrivals.len()];
        let mut left = arrivals.len();
        while let Some(Reverse((at, _, event))) = self.agenda.pop() {
            if at > end || left == 0 {
                break;
            }
            self.now = at;
            if let Event::Arrive {
                message: Sent::Own(Message::Route(t, _)),
                ..
            } = &event
            {
                let first = &mut done[usize::from(*t)];
                left -= usize::from(first.is_none());
                first.get_or_insert(at + MESSAGE); // the server answers at once
            }
            self.happens(event);
        }
        let routed = match self.own(self.party.application.server()) {
            Some(Party::Server { routed }) => routed.clone(),
            _ => Routed::new(),
        };
        let responses = done.iter().zip(arrivals);
        Outcome {
            responses: responses
                .filter_map(|(done, submitted)| Some((*done)? - submitted))
                .collect(),
            lost: left,
            clashes: clashes(&self.party.application, &routed).count(),
            crashed: self.crashed.iter().flatten().count(),
        }
    }
}
