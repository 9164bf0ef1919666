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

mod run;

use super::{Clients, Reading, Routing, Transaction};
use run::Run;
use verdict_checker::random::Random;
use verdict_world::NodeSet;

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
