//! Two ways to the important numbers, and that a seed decides everything.

use super::access::{Access, Between, Bias};
use super::engine::{BIN, Log, System};
use super::experiments::{Losses, Stable};
use super::readings::{FITTED, NOT_ADAPTIVE, SINCE_GENERATION};
use super::transient;
use crate::wandering::rules::{Constants, Mutant, Period, Rules};
use std::collections::HashMap;
use verdict_checker::catalog::SetupError;
use verdict_checker::measure::{Experiment, Trial};
use verdict_checker::random::Random;
use verdict_checker::size::{Size, Value};

fn size(values: &[(&str, u64)]) -> Size {
    let values = values.iter();
    values
        .map(|(name, value)| ((*name).to_owned(), Value::Number(*value)))
        .collect()
}

fn stable(rules: &Rules, components: u16, units: u64, seed: u64) -> Log {
    let mut system = transient::warm(rules, components, Random::from_seed(seed));
    system.advance(units);
    system.log
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let runs = [7, 7, 8].map(|seed| stable(&FITTED, 150, 20_000, seed));
    assert_eq!(runs[0], runs[1]);
    assert_ne!(runs[0], runs[2]);
}

#[test]
fn any_number_of_threads_measures_the_same() {
    let size = size(&[("N", 20), ("losses", 3)]);
    let measured = [1, 2, 5].map(|threads| {
        let trial = Trial::<Losses> {
            origin: Default::default(),
            ready: Losses(FITTED).build(&size, None).unwrap(),
            gauges: super::gauges::hours(&size),
            seeds: 6,
        };
        trial.measure(threads, &|| {})
    });
    assert_eq!(measured[0], measured[1]);
    assert_eq!(measured[0], measured[2]);
}

#[test]
fn sizes_that_make_no_sense_are_refused_by_name() {
    for (nodes, units, wrong) in [
        (0, 10, "N"),
        (1, 10, "N"),
        (20_000, 10, "N"),
        (10, 0, "units"),
    ] {
        let built = Stable(FITTED).build(&size(&[("N", nodes), ("units", units)]), None);
        match built.map(|_| ()) {
            Err(SetupError::OutOfRange { name, .. }) => assert_eq!(name, wrong),
            other => panic!("{other:?}"),
        }
    }
}

/// Every time unit is counted once, by the operations that run and by the tokens there are.
#[test]
fn every_time_unit_is_counted_once() {
    let log = stable(&FITTED, 300, 50_000, 3);
    assert_eq!((log.running.total(), log.tokens.total()), (50_000, 50_000));
    // What was generated was removed or is there: at rest, the first token is one of all.
    assert!(log.generated.abs_diff(log.removed) < 10, "{log:?}");
}

#[test]
fn random_access_is_binomial() {
    let access = Access::table_1(Between::EndAndStart, Bias::UpTo);
    let expected: f64 = (0..=300).map(|j| access.expected(300, 1_000_000, j)).sum();
    assert!((expected - 1_000_000.0).abs() < 0.01, "{expected}");
    let mean: f64 = (0..=300)
        .map(|j| f64::from(j) * access.expected(300, 1_000_000, j))
        .sum();
    let load = 300.0 * 4.0 / access.mean_period();
    assert!((mean / 1_000_000.0 - load).abs() < 1e-9, "{mean}");
    let idle = access.run(300, 1_000_000, Random::from_seed(1)).sum(..1) as f64;
    assert!((idle - access.expected(300, 1_000_000, 0)).abs() < 3000.0);
}

/// One token in a small system that regenerates nothing is a Markov chain: who has it, and for how long each other one
/// still rests. Its stationary distribution, by a program that shares nothing with the simulator, says how often somebody
/// operates.
#[test]
fn one_token_among_few_is_the_markov_chain() {
    let constants = Constants {
        skip: 1,
        op: 3,
        min: 7,
        max: 1000,
    };
    for components in [2usize, 3, 4] {
        let rules = Rules {
            constants,
            period: Period::FromEnd,
            mutant: Some(Mutant::NeverRegenerate),
            ..FITTED
        };
        let units = 400_000;
        let log = stable(&rules, components as u16, units, 1);
        let simulated = log.running.sum(1..) as f64 / units as f64;
        let exact = busy_by_the_chain(components, constants);
        let gap = (simulated - exact).abs();
        assert!(
            gap < 0.004,
            "{components} components: {simulated} and {exact}"
        );
    }
}

/// The share of time in which the token is used. A state is the moment at which the token leaves its holder: how long each
/// component still rests, the holder first (the others are all alike, and sorted).
fn busy_by_the_chain(components: usize, constants: Constants) -> f64 {
    let Constants { skip, op, min, .. } = constants;
    let start = vec![0u64; components];
    let mut weights = HashMap::from([(start, 1.0)]);
    let (mut used, mut all) = (0.0, 0.0);
    for round in 0..3000 {
        let mut next: HashMap<Vec<u64>, f64> = HashMap::new();
        let (mut used_now, mut all_now) = (0.0, 0.0);
        for (state, weight) in &weights {
            for to in 1..components {
                let weight = weight / (components - 1) as f64;
                // More than Delta_min after its last operation.
                let uses = state[to] == 0;
                let stay = if uses { op } else { skip };
                used_now += weight * if uses { op as f64 } else { 0.0 };
                all_now += weight * stay as f64;
                let mut rests: Vec<u64> =
                    state.iter().map(|rest| rest.saturating_sub(stay)).collect();
                let own = rests.remove(to);
                rests.sort_unstable();
                let own = if uses { min + 1 } else { own };
                rests.insert(0, own);
                *next.entry(rests).or_default() += weight;
            }
        }
        weights = next;
        if round > 1000 {
            (used, all) = (used + used_now, all + all_now);
        }
    }
    used / all
}

/// The mean field of one token: it finds a component that has rested with probability q, so that N (3 + 1/q) (1 - q) time
/// units are Delta_min. For Delta_min = Delta_op N, q = 1/3: every interval is 900 on average at N = 150.
#[test]
fn the_nominal_interval_is_the_mean_field() {
    let rules = Rules {
        mutant: Some(Mutant::NeverRegenerate),
        ..Rules::TEXT
    };
    let log = stable(&rules, 150, 1_000_000, 1);
    let bins = log.intervals.weight() as f64 / log.intervals.total() as f64;
    let mean = (bins + 0.5) * BIN as f64;
    assert!((mean - 900.0).abs() < 5.0, "{mean}");
}

#[test]
fn a_lost_token_is_replaced_and_then_one_stays() {
    let mut system = System::new(&SINCE_GENERATION, 50, Random::from_seed(1));
    system.advance(20_000);
    system.lose_token();
    system.advance(20_000);
    assert!(system.is_settled());
    assert_eq!(system.tokens(), 1);
    let bare = system.bare().expect("there was a time without a token");
    assert!(bare < system.now() - 10_000);
}

#[test]
fn every_discarded_token_has_a_life_and_no_other() {
    let rules = NOT_ADAPTIVE;
    let mut system = System::new(&rules, 300, Random::from_seed(3));
    system.advance(50_000);
    let Log {
        lives,
        removed,
        received,
        ..
    } = &system.log;
    assert!(*removed > 100);
    assert_eq!(lives.total(), *removed);
    assert_eq!(
        lives.sum(..1),
        0,
        "a token is discarded by a component that it has reached"
    );
    assert!(lives.weight() <= *received);

    let never = Rules {
        mutant: Some(Mutant::NeverRemove),
        ..rules
    };
    let mut system = System::new(&never, 20, Random::from_seed(3));
    system.advance(5_000);
    assert_eq!(system.log.lives.total(), 0);
}
