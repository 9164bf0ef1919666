//! The experiment of Fig. 3 as a claim: the runs with failures at a load, one for each seed.

use super::Reading;
use super::experiment::{AS_DESCRIBED, Experiment, Outcome};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

/// What is asked of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asks {
    /// That every transaction is routed.
    NothingLost,
    /// That transactions are routed in one order.
    Serial,
}

verdict_checker::mutants! {
    /// Errors in how the experiment is set up.
    RouteAtOnce = "route-at-once": "a TM routes what it has entered at once",
    ClientsTrust = "clients-trust": "clients do not submit again",
}

/// The experiment with its 20 TMs, 10 of which fail, and 500 transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figure3 {
    /// How the system is read.
    pub reading: Reading,
    /// What is asked of each run.
    pub asks: Asks,
}

/// How many seeds are tried.
const SEEDS: u64 = 20;

impl Figure3 {
    /// The run of a seed.
    fn instance(self, load: u64, seed: u64) -> Instance {
        let experiment = Experiment {
            seed,
            ..Experiment::default()
        };
        let Outcome {
            lost,
            clashes,
            crashed,
            ..
        } = experiment.token(load, true, self.reading);
        let right = match self.asks {
            Asks::NothingLost => lost == 0,
            Asks::Serial => clashes == 0,
        };
        Instance::new(format!("seed {seed}"))
            .with("TMs that failed", crashed)
            .with("transactions lost", lost)
            .with("pairs in no order", clashes)
            .must(right)
            .or_say(format!(
                "With seed {seed}, {crashed} TMs fail, {lost} transactions are lost, and {clashes} pairs of transactions are in no \
                 order."
            ))
    }
}

impl Model for Figure3 {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new(
            "load",
            "how often transactions are submitted, as a multiple of the first load",
        )]
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let load: u64 = size.within("load", 1..=100, "times the first load")?;
        let reading = match mutant {
            None => self.reading,
            Some(Mutant::RouteAtOnce) => AS_DESCRIBED,
            Some(Mutant::ClientsTrust) => Reading::LITERAL,
        };
        let changed = Figure3 { reading, ..*self };
        let what = format!("seeds 1 to {SEEDS} at {load} times the first load");
        Ok(Domain::new(what, move || {
            let seeds = 1..=SEEDS;
            seeds.map(|seed| changed.instance(load, seed)).collect()
        }))
    }
}
