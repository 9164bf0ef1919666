//! What is asked about the choice of k, as lists of instances.

use super::figure_4::{self, Reading, Table, one_by_one};
use super::{Crashes, Decimal, Mutant};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

/// A reading of Fig. 4 against every ring looked at, for all N up to a size, all f <= N, all k from 1 to N.
impl Model for Reading {
    type Mutant = figure_4::Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("N", "the largest ring that is counted")]
    }

    fn build(&self, size: &Size, mutant: Option<figure_4::Mutant>) -> Result<Domain, SetupError> {
        let why = "sites of a ring that can be looked at one by one";
        let size: usize = size.within("N", 1..=20, why)?;
        let setting = format!("every ring of up to {size} sites looked at, f = 0 to N, k = 1 to N");
        let reading = *self;
        let list = move || {
            let tables: Vec<_> = (0..=size)
                .map(|k| Table::new(reading, mutant, k, size))
                .collect();
            (1..=size).flat_map(|n| of_one_size(n, &tables)).collect()
        };
        Ok(Domain::new(setting, list))
    }
}

fn of_one_size(n: usize, tables: &[Table]) -> Vec<Instance> {
    let rings = one_by_one(n);
    let mut instances = Vec::new();
    for (f, rings) in rings.iter().enumerate() {
        for (k, table) in tables.iter().enumerate().take(n + 1).skip(1) {
            let (claimed, found) = (table.ways(f, n), rings[..=k].iter().sum::<u128>());
            let complaint = format!(
                "Of {n} sites in a ring, {f} can crash in {found} ways without more than {k} in a row; \
                 the formula gives {claimed}."
            );
            instances.push(
                Instance::new(format!("N = {n}, f = {f}, k = {k}"))
                    .with("W_k(f, N)", claimed.to_string())
                    .with("rings", found.to_string())
                    .must(claimed == found)
                    .or_say(complaint),
            );
        }
    }
    instances
}

/// What the paper says of a k, at a level that it does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// This is the smallest k that reaches the level, if so many of 10000 nodes crash.
    Threshold {
        /// How many crash, in percent.
        percent: u64,
        /// k.
        k: u32,
    },
    /// This k reaches the level, if so many of 10000 nodes crash.
    Enough {
        /// How many crash, in percent.
        percent: u64,
        /// k.
        k: u32,
    },
    /// The threshold grows faster with the ring if half of it crashes than if a tenth does.
    GrowsFaster,
}

impl Model for Statement {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        let meaning = "the probability that is asked for, as a number of nines: 2 is 99%";
        vec![Parameter::new("nines", meaning)]
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let level = Decimal::nines(size.within("nines", 1..=12, "nines of a level")?);
        Ok(match *self {
            Statement::Threshold { percent, k } => threshold(level, mutant, percent, k),
            Statement::Enough { percent, k } => enough(level, mutant, percent, k),
            Statement::GrowsFaster => grows_faster(level, mutant),
        })
    }
}

fn crashes(nodes: u64, percent: u64, mutant: Option<Mutant>) -> Crashes {
    Crashes::mutated(nodes, nodes * percent / 100, mutant).expect("the sizes of the paper")
}

fn threshold(level: Decimal, mutant: Option<Mutant>, percent: u64, claimed: u32) -> Domain {
    let setting = format!("N = 10000, {percent}% crashed, in whole numbers");
    let list = move || {
        let smallest = crashes(10_000, percent, mutant).smallest(&level);
        let found = smallest.map_or("none".to_owned(), |k| k.to_string());
        let complaint = format!(
            "With 10000 nodes, {percent}% of them crashed, the smallest k for a probability of {level} is {found}, \
             not {claimed}."
        );
        let instance = Instance::new(format!("N = 10000, {percent}% crashed, {level}"))
            .with("claimed", claimed)
            .with("smallest k", found)
            .must(smallest == Some(claimed))
            .or_say(complaint);
        vec![instance]
    };
    Domain::new(setting, list)
}

fn enough(level: Decimal, mutant: Option<Mutant>, percent: u64, k: u32) -> Domain {
    let setting = format!("N = 10000, {percent}% crashed, in whole numbers");
    let list = move || {
        let crashes = crashes(10_000, percent, mutant);
        let probability = crashes.probability(k);
        let complaint = format!(
            "With 10000 nodes, {percent}% of them crashed, k = {k} has a probability of {}, which is less than {level}.",
            probability.digits(8)
        );
        let instance = Instance::new(format!("N = 10000, {percent}% crashed, k = {k}"))
            .with("level", level.to_string())
            .with("probability", probability.digits(12))
            .with("risk", probability.risk(6))
            .must(probability.at_least(&level))
            .or_say(complaint);
        vec![instance]
    };
    Domain::new(setting, list)
}

fn grows_faster(level: Decimal, mutant: Option<Mutant>) -> Domain {
    let list = move || {
        let growth = |percent| {
            let smallest = |nodes| crashes(nodes, percent, mutant).smallest(&level);
            Some((smallest(50)?, smallest(10_000)?))
        };
        let (tenth, half) = (growth(10), growth(50));
        let faster = match (tenth, half) {
            (Some(tenth), Some(half)) => half.1 - half.0 > tenth.1 - tenth.0,
            (None, _) | (_, None) => false,
        };
        let words = |growth: Option<(u32, u32)>| match growth {
            Some((from, to)) => format!("from {from} to {to}"),
            None => "without reaching it".to_owned(),
        };
        let instance = Instance::new(format!("N = 50 and 10000, {level}"))
            .with("10% crashed", words(tenth))
            .with("50% crashed", words(half))
            .must(faster);
        vec![instance]
    };
    let setting = "N = 50 and 10000, 10% and 50% crashed, in whole numbers";
    Domain::new(setting, list)
}
