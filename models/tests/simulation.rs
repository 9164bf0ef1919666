//! Simulation of the catalog's models.

use verdict_checker::judge::Judge;
use verdict_checker::simulate::{NotSimulated, Schedule, Simulated, Simulation};
use verdict_checker::verdict::Verdict;
use verdict_models::catalog;

const SIMULATION: Simulation = Simulation {
    seed: 7,
    runs: 500,
    max_steps: 200,
    schedule: Schedule::Weights,
};

fn judge(claim: &str, variant: &str, size: &[u64], without: &[&str]) -> Box<dyn Judge> {
    let case = catalog::cases_of(claim).find(|case| case.variant == variant);
    let case = case.expect("a case of the catalog");
    let mut setup = case.setup(size);
    setup
        .without
        .extend(without.iter().map(|name| (*name).to_owned()));
    case.judge(&setup).expect("a setup of the case")
}

fn simulate(judge: &dyn Judge, simulation: &Simulation) -> Simulated {
    judge
        .simulate(simulation, &|_| {})
        .expect("a safety property")
}

/// Simulates, and checks what must be true of every finding. Answers with the number of the run and the
/// numbers of steps before and after it was cut down.
fn finding(
    new_judge: &dyn Fn() -> Box<dyn Judge>,
    simulation: &Simulation,
) -> (usize, usize, usize) {
    let judge = new_judge();
    let simulated = simulate(&*judge, simulation);
    assert_eq!(simulated.verdict, Verdict::Refuted);
    let found = simulated.finding.expect("a refutation has a run");
    let replayed = judge.replay(&found.trace).expect("a run of the model");
    assert_eq!(replayed.broken, found.broken);
    assert!(found.trace.steps.len() <= found.steps);
    assert!(
        found
            .repeat
            .contains(&format!("--seed {} --runs 1 ", found.seed)),
        "{}",
        found.repeat
    );
    // The run depends on its seed alone, whatever the same model was used for before.
    let again = Simulation {
        seed: found.seed,
        runs: 1,
        ..simulation.clone()
    };
    for judge in [judge, new_judge()] {
        let again = simulate(&*judge, &again).finding.expect("the same run");
        assert_eq!(
            (again.run, again.steps, &again.trace),
            (0, found.steps, &found.trace)
        );
    }
    (found.run, found.steps, found.trace.steps.len())
}

#[test]
fn the_hand_over_read_line_by_line_is_refuted() {
    let judge = || judge("ring/unique-real", "line-by-line", &[5, 2], &[]);
    assert_eq!(finding(&judge, &SIMULATION), (0, 8, 3));
}

#[test]
fn two_real_tokens_after_a_false_suspicion_are_found_on_a_large_ring() {
    let judge = || {
        judge(
            "ring/unique-real",
            "as-meant",
            &[12, 3],
            &["perfect-detector"],
        )
    };
    assert_eq!(finding(&judge, &SIMULATION), (1, 11, 1));
    let by_priorities = Simulation {
        schedule: Schedule::Priorities { changes: 3 },
        ..SIMULATION
    };
    assert_eq!(finding(&judge, &by_priorities), (0, 1, 1));
}

#[test]
fn a_large_ring_without_a_finding_is_bounded_and_says_how_far_it_was_looked_at() {
    let judge = judge("ring/unique-real", "as-meant", &[12, 3], &[]);
    let simulation = Simulation {
        runs: 40,
        ..SIMULATION
    };
    let simulated = simulate(&*judge, &simulation);
    assert_eq!(simulated.verdict, Verdict::Bounded);
    assert!(simulated.finding.is_none());
    let counts = simulated.counts;
    assert_eq!(
        (counts.runs, counts.steps, counts.distinct),
        (40, 8000, 1982)
    );
    assert!(!counts.more_distinct);
}

#[test]
fn what_can_happen_is_witnessed() {
    let judge = judge("ring/bound-is-tight", "one-more", &[6, 2], &[]);
    let simulated = simulate(&*judge, &SIMULATION);
    assert_eq!(simulated.verdict, Verdict::Holds);
    // The holder and its k backups crash.
    assert_eq!(simulated.finding.expect("a witness").trace.steps.len(), 3);
}

#[test]
fn liveness_is_refused() {
    let judge = judge("ring/circulates", "as-meant", &[3, 1], &[]);
    let refused = judge.simulate(&SIMULATION, &|_| {}).unwrap_err();
    assert_eq!(refused, NotSimulated::Liveness("circulates".to_owned()));
}
