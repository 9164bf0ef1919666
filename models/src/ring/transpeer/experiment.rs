//! The experiment of Fig. 3, over the same actors in virtual time: 500 transactions, 20 TMs of which 10 may
//! fail upon receiving their 5th, k = 5, the load 1 to 10 times the first.
//!
//! The paper gives these numbers and no other. What it does not give is in [`Constants`], as a multiple of the time
//! that a message takes: how long a TM works on a transaction, how often one is submitted at the first load,
//! how late a crash is reported. Nothing here was chosen to make the curves of the figure come out; the defaults
//! are round numbers, and each can be changed.
//!
//! Transpeer without a token, the other curve of the figure, is the queue for one lock ([`directory`]): every
//! transaction on the data set needs it, and holds it while it is granted, used and given back.

use super::properties::{Routed, clashes};
use super::{Act, Clients, Message, Party, Reading, Routing, Transaction, Transpeer};
use crate::catalog::{Setup, SetupError};
use crate::ring::application::Message as Sent;
use crate::ring::node::{self, Node};
use crate::ring::setting;
use crate::world::{NodeSet, Resident};
use stateright::actor::{Actor, Command, Id, Out};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::judge::Judge;
use verdict_checker::random::Random;

/// A moment or a span, in hundredths of the time that a message takes.
pub type Time = u64;

/// The time that a message takes.
pub const MESSAGE: Time = 100;

/// What the paper does not give, each as a multiple of the time that a message takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constants {
    /// How long a TM works on a transaction while it holds the token, or the lock.
    pub routing: u64,
    /// The mean time between two transactions at the first load.
    pub gap: u64,
    /// How long after a crash those who monitor hear of it.
    pub detection: u64,
}

impl Default for Constants {
    fn default() -> Self {
        Constants {
            routing: 2,
            gap: 20,
            detection: 50,
        }
    }
}

/// The experiment; [`Experiment::default`] is that of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The TMs.
    pub managers: usize,
    /// The transactions, all on one data set.
    pub transactions: Transaction,
    /// The TMs that fail.
    pub failing: usize,
    /// Upon receiving which transaction they do.
    pub fail_at: usize,
    /// The consecutive crashes to be tolerated.
    pub k: usize,
    /// What the paper does not give.
    pub constants: Constants,
    /// From which all random numbers come.
    pub seed: u64,
}

impl Default for Experiment {
    fn default() -> Self {
        Experiment {
            managers: 20,
            transactions: 500,
            failing: 10,
            fail_at: 5,
            k: 5,
            constants: Constants::default(),
            seed: 1,
        }
    }
}

/// What a run has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How long each transaction took, from its first submission until it was done; in the order of their numbers.
    pub responses: Vec<Time>,
    /// Transactions that were not routed when nothing could be expected any more.
    pub lost: usize,
    /// Pairs of transactions that were routed in no serial order.
    pub clashes: usize,
    /// TMs that have crashed.
    pub crashed: usize,
}

impl Outcome {
    /// The longest response time, in messages.
    pub fn longest(&self) -> f64 {
        self.responses.iter().max().copied().unwrap_or(0) as f64 / MESSAGE as f64
    }

    /// The mean response time, in messages.
    pub fn mean(&self) -> f64 {
        let sum: Time = self.responses.iter().sum();
        sum as f64 / self.responses.len().max(1) as f64 / MESSAGE as f64
    }

    /// By how much the second half of the run took longer than the first, on the mean.
    pub fn growth(&self) -> f64 {
        let (first, second) = self.responses.split_at(self.responses.len() / 2);
        let mean = |part: &[Time]| part.iter().sum::<Time>() as f64 / part.len().max(1) as f64;
        mean(second) / mean(first).max(1.0)
    }
}

/// The curves of the figure at one load, and what becomes of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The load, as a multiple of the first.
    pub load: u64,
    /// Transpeer.
    pub transpeer: Outcome,
    /// TranspeerToken.
    pub token: Outcome,
    /// TranspeerToken with failures.
    pub failing: Outcome,
    /// TranspeerToken with failures, routed after k positions: for its order, not for its times, since what a TM
    /// routes upon receiving the token takes no time here.
    pub repaired: Outcome,
}

/// What the text says about the shape of the curves, as found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The load from which on TranspeerToken with failures has the smaller longest response time ("when load
    /// exceeds seven times the initial load").
    pub faster_from: Option<u64>,
    /// By what part of itself failures lengthen the mean response time, on the mean over the loads ("approx. 40%").
    pub overhead: f64,
    /// At how many loads the second half of a run with failures takes longer than the first ("keeps growing").
    pub growing: usize,
}

impl Shape {
    /// The shape of these curves.
    pub fn of(rows: &[Row]) -> Self {
        let slower = |row: &&Row| row.failing.longest() >= row.transpeer.longest();
        let last_slower = rows.iter().filter(slower).map(|row| row.load).max();
        let first = rows.iter().map(|row| row.load).min();
        let from = last_slower.map_or(first, |last| {
            rows.iter().map(|row| row.load).find(|load| *load > last)
        });
        let overhead = |row: &Row| row.failing.mean() / row.token.mean() - 1.0;
        Shape {
            faster_from: from,
            overhead: rows.iter().map(overhead).sum::<f64>() / rows.len().max(1) as f64,
            growing: rows.iter().filter(|row| row.failing.growth() > 1.0).count(),
        }
    }
}

/// How the paper's system is read here: routed at once, by TMs to which clients submit again.
pub const AS_DESCRIBED: Reading = Reading {
    routing: Routing::AtOnce,
    clients: Clients::Resubmit,
};

/// What is asked of the experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// That every transaction is routed.
    NothingLost,
    /// That transactions are routed in one order, though at once.
    SerialAtOnce,
    /// The same, routed after k positions.
    SerialRepaired,
}

/// How many seeds are tried.
const SEEDS: u64 = 20;

/// The runs with failures at a load, one for each seed, as a claim.
pub(super) fn figure_3(setup: &Setup, asks: Asks) -> Result<Box<dyn Judge>, SetupError> {
    let load = u64::from(setting::within(setup, "load", 1..=100)?);
    let reading = match (asks, setup.mutant.as_deref()) {
        (_, Some("clients-trust")) => Reading::LITERAL,
        (_, Some("route-at-once")) | (Asks::NothingLost | Asks::SerialAtOnce, _) => AS_DESCRIBED,
        (Asks::SerialRepaired, _) => Reading::REPAIRED,
    };
    let runs = move || {
        let run = |seed| {
            let experiment = Experiment {
                seed,
                ..Experiment::default()
            };
            let Outcome {
                lost,
                clashes,
                crashed,
                ..
            } = experiment.token(load, true, reading);
            let right = match asks {
                Asks::NothingLost => lost == 0,
                Asks::SerialAtOnce | Asks::SerialRepaired => clashes == 0,
            };
            Instance::new(format!("seed {seed}"))
                .with("TMs that failed", crashed)
                .with("transactions lost", lost)
                .with("pairs in no order", clashes)
                .must(right)
        };
        (1..=SEEDS).map(run).collect()
    };
    let what = format!("seeds 1 to {SEEDS} at {load} times the first load");
    Ok(Domain::new(what, runs).subject(setup.origin("")))
}

impl Experiment {
    /// The curves of the figure.
    pub fn rows(&self, loads: impl IntoIterator<Item = u64>) -> Vec<Row> {
        let row = |load| Row {
            load,
            transpeer: self.directory(load),
            token: self.token(load, false, AS_DESCRIBED),
            failing: self.token(load, true, AS_DESCRIBED),
            repaired: self.token(load, true, Reading::REPAIRED),
        };
        loads.into_iter().map(row).collect()
    }

    /// When each transaction is submitted: gaps are uniform between nothing and twice the mean.
    fn arrivals(&self, load: u64) -> Vec<Time> {
        let mut random = Random::from_seed(self.seed);
        let widest = (2 * self.constants.gap * MESSAGE / load) as usize + 1;
        let gaps = (0..self.transactions).map(|_| random.below(widest) as Time);
        gaps.scan(0, |now, gap| {
            *now += gap;
            Some(*now)
        })
        .collect()
    }

    /// The TMs that fail: drawn until no more than k of them are consecutive.
    fn doomed(&self) -> NodeSet {
        let mut random = Random::from_seed(self.seed ^ 0xdead);
        loop {
            let mut drawn = NodeSet::default();
            while drawn.len() < self.failing {
                drawn = drawn.with(random.below(self.managers));
            }
            let run = |from: usize| {
                let further = (0..self.managers).map(|step| (from + step) % self.managers);
                further.take_while(|i| drawn.contains(*i)).count()
            };
            if (0..self.managers).all(|from| run(from) <= self.k) {
                return drawn;
            }
        }
    }

    /// TranspeerToken at a load, with or without failures.
    pub fn token(&self, load: u64, failures: bool, reading: Reading) -> Outcome {
        let doomed = if failures {
            self.doomed()
        } else {
            NodeSet::default()
        };
        Run::new(self, reading, doomed).run(&self.arrivals(load))
    }

    /// Transpeer without a token: the lock of the data set is granted in the order in which it is asked for.
    pub fn directory(&self, load: u64) -> Outcome {
        let work = self.constants.routing * MESSAGE;
        let mut free = 0;
        let responses = self.arrivals(load).into_iter().map(|submitted| {
            let asked = submitted + 2 * MESSAGE; // client to TM, TM to directory
            let granted = asked.max(free);
            let routed = granted + MESSAGE + work; // back at the TM, which uses it
            free = routed + MESSAGE; // given back
            routed + 2 * MESSAGE - submitted // TM to server, server to client
        });
        Outcome {
            responses: responses.collect(),
            lost: 0,
            clashes: 0,
            crashed: 0,
        }
    }
}

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
struct Run<'a> {
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
    fn new(experiment: &'a Experiment, reading: Reading, doomed: NodeSet) -> Self {
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
    fn fails(
        &mut self,
        place: usize,
        message: &Sent<super::DataSet, super::History, Message>,
    ) -> bool {
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

    fn run(mut self, arrivals: &[Time]) -> Outcome {
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
