//! What is asked about the choice of k, as lists of instances.

use super::figure_4::{self, Reading, Table, one_by_one};
use super::{Crashes, Decimal, Slip};
use crate::catalog::{Setup, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::judge::Judge;

fn out_of_range(name: &str, value: u64, expected: &str) -> SetupError {
    SetupError::OutOfRange {
        name: name.to_owned(),
        value,
        expected: expected.to_owned(),
    }
}

/// A reading of Fig. 4 against every ring looked at, for all N up to a size, all f <= N, all k from 1 to N.
pub(super) fn counted(setup: &Setup, reading: Reading) -> Result<Box<dyn Judge>, SetupError> {
    let size = setup.get("N");
    if !(1..=20).contains(&size) {
        let expected = "rings of 1 to 20 sites can be looked at one by one";
        return Err(out_of_range("N", size, expected));
    }
    let slip = setup.mutant.as_deref().and_then(figure_4::Slip::named);
    let size = size as usize;
    let setting = format!("every ring of up to {size} sites looked at, f = 0 to N, k = 1 to N");
    let list = move || {
        let tables: Vec<_> = (0..=size)
            .map(|k| Table::new(reading, slip, k, size))
            .collect();
        (1..=size).flat_map(|n| of_one_size(n, &tables)).collect()
    };
    Ok(Domain::new(setting, list).subject(setup.origin("")))
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

/// The computation of a setup, and the level that is asked for.
fn level(setup: &Setup) -> Result<(Decimal, Option<Slip>), SetupError> {
    let nines = setup.get("nines");
    if !(1..=12).contains(&nines) {
        let expected = "a level has 1 to 12 nines";
        return Err(out_of_range("nines", nines, expected));
    }
    let slip = match setup.mutant.as_deref() {
        Some("fewer-than-k") => Some(Slip::FewerThanK),
        Some("correct-first") => Some(Slip::CorrectFirst),
        _ => None,
    };
    Ok((Decimal::nines(nines as u32), slip))
}

fn crashes(nodes: u64, percent: u64, slip: Option<Slip>) -> Crashes {
    Crashes::with_slip(nodes, nodes * percent / 100, slip).expect("the sizes of the paper")
}

/// Whether `claimed` is the smallest k for 10000 nodes, at the level.
pub(super) fn threshold(
    setup: &Setup,
    percent: u64,
    claimed: u32,
) -> Result<Box<dyn Judge>, SetupError> {
    let (level, slip) = level(setup)?;
    let setting = format!("N = 10000, {percent}% crashed, in whole numbers");
    let list = move || {
        let smallest = crashes(10_000, percent, slip).smallest(&level);
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
    Ok(Domain::new(setting, list).subject(setup.origin("")))
}

/// Whether k reaches the level with 10000 nodes.
pub(super) fn enough(setup: &Setup, percent: u64, k: u32) -> Result<Box<dyn Judge>, SetupError> {
    let (level, slip) = level(setup)?;
    let setting = format!("N = 10000, {percent}% crashed, in whole numbers");
    let list = move || {
        let crashes = crashes(10_000, percent, slip);
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
    Ok(Domain::new(setting, list).subject(setup.origin("")))
}

/// Whether the threshold grows faster with the ring if half of it crashes than if a tenth does.
pub(super) fn grows_faster(setup: &Setup) -> Result<Box<dyn Judge>, SetupError> {
    let (level, slip) = level(setup)?;
    let list = move || {
        let growth = |percent| {
            let smallest = |nodes| crashes(nodes, percent, slip).smallest(&level);
            Some((smallest(50)?, smallest(10_000)?))
        };
        let (tenth, half) = (growth(10), growth(50));
        let faster = match (tenth, half) {
            (Some(tenth), Some(half)) => half.1 - half.0 > tenth.1 - tenth.0,
            _ => false,
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
    Ok(Domain::new(setting, list).subject(setup.origin("")))
}
