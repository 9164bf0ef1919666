//! Forgetting changes nothing, and stateright counts the same states.

use super::super::figure_2::Stamp;
use super::{Assumed, Part, Section5, Walk};
use stateright::{Checker, Model as _};
use std::sync::Arc;
use verdict_checker::catalog::Model;
use verdict_checker::random::Random;
use verdict_checker::search::Search;
use verdict_checker::size::{Size, Value};
use verdict_checker::space::{AsModel, Space};

fn walk(of: Section5, [hosts, op, min, max, tokens, losses]: [u64; 6]) -> Walk {
    let names = ["N", "op", "min", "max", "tokens", "losses"];
    let values = [hosts, op, min, max, tokens, losses];
    let mut size = Size::default();
    for (name, value) in names.into_iter().zip(values) {
        size.set(name, Value::Number(value));
    }
    of.build(&size, None).expect("a size that fits")
}

/// Without an assumption.
const fn without(of: Section5, assumed: Assumed) -> Section5 {
    Section5 { assumed, ..of }
}

const NO_CLOCK: Assumed = Assumed {
    one_clock: false,
    ..Section5::TEXT.assumed
};
const NO_HURRY: Assumed = Assumed {
    instant_passing: false,
    ..Section5::TEXT.assumed
};

const READINGS: [Section5; 12] = [
    Section5::TEXT,
    Section5::TEXT.by_visit(),
    Section5::TEXT.newer_first(),
    Section5::TEXT.since_generation(),
    Section5::TEXT.with_figure(Stamp::Generation, Part::Decides),
    Section5::TEXT.with_figure(Stamp::Distance, Part::Decides),
    Section5::TEXT.with_figure(Stamp::Execution, Part::Decides),
    without(Section5::TEXT, NO_CLOCK),
    without(Section5::TEXT.since_generation(), NO_CLOCK),
    without(Section5::TEXT.newer_first(), NO_CLOCK),
    without(
        Section5::TEXT.with_figure(Stamp::Generation, Part::Decides),
        NO_CLOCK,
    ),
    without(Section5::TEXT, NO_HURRY),
];

/// A run at random, followed in states that forget and in states that do not: the same steps are open in both, with the
/// same decisions.
#[test]
fn what_is_forgotten_makes_no_difference_to_any_step() {
    for (number, reading) in READINGS.into_iter().enumerate() {
        let walk = walk(reading, [4, 2, 5, 11, 4, 2]);
        let mut random = Random::from_seed(number as u64);
        for _ in 0..40 {
            let mut remembering = walk.start();
            let mut forgetting = walk.initial().remove(0);
            for _ in 0..400 {
                let mut long = walk.remembering_steps(&remembering);
                let mut short = walk.steps(&forgetting);
                let labels = |steps: &[(super::Step, super::State)]| -> Vec<_> {
                    steps.iter().map(|(step, _)| walk.label(step)).collect()
                };
                assert_eq!(labels(&long), labels(&short), "{reading:?}");
                if long.is_empty() {
                    break;
                }
                let chosen = random.below(long.len());
                remembering = long.swap_remove(chosen).1;
                forgetting = short.swap_remove(chosen).1;
            }
        }
    }
}

#[test]
fn stateright_finds_as_many_states_as_we_do() {
    for reading in READINGS {
        let walk = Arc::new(walk(reading, [3, 1, 2, 6, 2, 1]));
        let ours = Search::new(&*walk, &[]).run();
        let theirs = AsModel(Arc::clone(&walk)).checker().spawn_bfs().join();
        assert_eq!(
            ours.counts.distinct,
            theirs.unique_state_count(),
            "{reading:?}"
        );
    }
}
