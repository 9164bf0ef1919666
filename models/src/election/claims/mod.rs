//! Claims of Sanz Marco's thesis "Fault Tolerance for Stream Programs on Parallel Platforms" about leader election by
//! compare-and-swap (chapters 4, 5 and 7.1), each with its readings.
//!
//! The names of the variants say what a timeout waits for (see [`Timeouts`]) and, behind that, how the
//! contact is read.
//!
//! The tick and cross marks of the tables in chapter 5 are unreliable in the extracted text: the same
//! failed ContactLeader is marked now one way, now the other. The outcome of a step is taken from the
//! values of the row and of the rows after it.

mod algorithm_6;
mod algorithm_7;
mod bounds;
mod costs;
mod detector;
mod llsc;
mod repair;
mod tables;

use super::algorithm::{Algorithm, Mutant};
use super::scenario::{Bits, First, Scenario, Tempo};
use super::{Counted, Hopeless, Requests, Timeouts, properties};
use verdict_checker::catalog::{Asked, Claim, Model};
use verdict_checker::domain::{Domain, every_instance_is_right};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm as _, InWorld};

/// Every claim about the election, in the order of the thesis.
pub fn claims() -> Vec<Claim> {
    let parts = [
        llsc::claims(),
        algorithm_6::claims(),
        algorithm_7::claims(),
        bounds::claims(),
        costs::claims(),
        tables::claims(),
        repair::claims(),
        detector::claims(),
    ];
    parts.into_iter().flatten().collect()
}

/// The smallest sizes that show anything: N, crashes, returns.
const SHORTEST: [[u64; 3]; 2] = [[2, 1, 1], [3, 2, 1]];

/// The sizes of a search that must be exhausted.
const EXHAUSTED: [[u64; 3]; 6] = [
    [2, 1, 1],
    [2, 2, 2],
    [2, 3, 3],
    [3, 1, 1],
    [3, 2, 1],
    [3, 2, 2],
];
const EXHAUSTED_DEEP: [[u64; 3]; 4] = [[3, 3, 3], [4, 1, 1], [4, 2, 1], [4, 2, 2]];
/// With two sizes that are out of reach unless states are left out.
const EXHAUSTED_DEEPER: [[u64; 3]; 6] = [
    [3, 3, 3],
    [4, 1, 1],
    [4, 2, 1],
    [4, 2, 2],
    [5, 1, 1],
    [5, 2, 1],
];

/// No two nodes have the role of leader at the same time.
fn one_leads(scenario: Scenario) -> Asked<InWorld<Scenario>> {
    scenario.asks(properties::one_leads)
}

/// Two nodes do.
fn two_lead(scenario: Scenario) -> Asked<InWorld<Scenario>> {
    one_leads(scenario).expect(Refuted).sizes(SHORTEST)
}

/// Neither without Assumption 7.1.3, in any reading: a synchronous world, whose timeouts wait for elections.
fn needs_7_1_3(asked: Asked<InWorld<Scenario>>) -> Asked<InWorld<Scenario>> {
    asked
        .without("synchrony", Refuted)
        .without("outlasts-elections", Refuted)
}

/// Every instance of a list is right.
fn every_one<M: Model<Space = Domain>>(list: M) -> Asked<M> {
    list.asks(every_instance_is_right).sizes([[]])
}
