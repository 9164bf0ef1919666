//! TranspeerToken: verdicts, the runs that break it, and the experiment in small.

use super::Reading;
use super::experiment::{AS_DESCRIBED, Constants, Experiment, MESSAGE, Shape};
use crate::ring::tests::{case, judged};
use verdict_checker::catalog::Setup;
use verdict_checker::verdict::Verdict;

#[test]
fn what_is_routed_one_position_early_can_be_routed_in_two_orders() {
    // With k = 2 the next holder is not far enough: it may crash too, and the third has the history without.
    let case = case("ring/transpeer/serial", "routed-after-k-positions");
    let mut setup = Setup::of(case.size(&[4, 2, 1, 2]));
    setup.mutant = Some("route-early".to_owned());
    let judgement = judged(case, &setup, 1_000_000);
    assert_eq!(judgement.verdict, Verdict::Refuted);
    let trace = judgement.trace.expect("a run");
    let crashes = trace
        .steps
        .iter()
        .filter(|step| step.label.contains("crash S"));
    assert_eq!(crashes.count(), 2, "two crashes in a row are needed");
}

/// A small experiment: 6 managers, 2 of which fail, 40 transactions.
fn small() -> Experiment {
    Experiment {
        managers: 6,
        transactions: 40,
        failing: 2,
        fail_at: 2,
        k: 2,
        ..Experiment::default()
    }
}

#[test]
fn without_failures_nothing_is_lost_and_the_order_is_serial() {
    for reading in [AS_DESCRIBED, Reading::REPAIRED] {
        let outcome = small().token(5, false, reading);
        assert_eq!((outcome.lost, outcome.clashes, outcome.crashed), (0, 0, 0));
        assert_eq!(outcome.responses.len(), 40);
    }
}

#[test]
fn repaired_the_order_is_serial_with_failures_too() {
    for seed in 0..20 {
        let experiment = Experiment { seed, ..small() };
        let outcome = experiment.token(10, true, Reading::REPAIRED);
        assert_eq!((outcome.lost, outcome.clashes), (0, 0), "seed {seed}");
        assert_eq!(outcome.crashed, 2, "seed {seed}");
    }
}

#[test]
fn clients_that_trust_lose_transactions() {
    let lost: usize = (0..5)
        .map(|seed| {
            let experiment = Experiment { seed, ..small() };
            experiment.token(10, true, Reading::LITERAL).lost
        })
        .sum();
    assert!(
        lost > 0,
        "each failing manager takes at least its second transaction with it"
    );
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_another() {
    let run = |seed| Experiment { seed, ..small() }.token(3, true, AS_DESCRIBED);
    assert_eq!(run(7), run(7));
    assert_ne!(run(7).responses, run(8).responses);
}

#[test]
fn a_lock_that_nobody_waits_for_takes_five_messages_and_the_work() {
    let experiment = Experiment {
        transactions: 1,
        constants: Constants {
            routing: 3,
            ..Constants::default()
        },
        ..Experiment::default()
    };
    assert_eq!(experiment.directory(1).responses, [(5 + 3) * MESSAGE]);
}

#[test]
fn an_overloaded_lock_is_as_slow_as_its_queue_is_long() {
    // At a load far beyond what it can bear, the n-th transaction waits for n others.
    let experiment = Experiment {
        constants: Constants {
            routing: 2,
            gap: 1,
            ..Constants::default()
        },
        ..Experiment::default()
    };
    let outcome = experiment.directory(1_000);
    let held = 2 + 2; // granted, used, given back
    let longest = 499 * held + 2 + 5;
    assert!(
        (outcome.longest() - f64::from(longest)).abs() < 2.0,
        "{}",
        outcome.longest()
    );
}

#[test]
fn the_shape_says_from_where_on_the_token_is_faster() {
    let experiment = Experiment {
        constants: Constants {
            gap: 10,
            ..Constants::default()
        },
        ..small()
    };
    let rows = experiment.rows([1, 5, 10]);
    let shape = Shape::of(&rows);
    for row in &rows {
        let faster = row.failing.longest() < row.transpeer.longest();
        let said = shape.faster_from.is_some_and(|from| row.load >= from);
        assert!(faster || !said, "load {}", row.load);
    }
    assert!(shape.overhead > 0.0, "failures take time: {shape:?}");
}
