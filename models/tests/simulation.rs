//! Simulation of the catalog's models.

use std::sync::LazyLock;
use verdict_checker::catalog::{Catalog, Setup};
use verdict_checker::simulate::{NotSimulated, Schedule, Simulated, Simulation};
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::Verdict;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| verdict_models::catalog().expect("a sound catalog"));

const SIMULATION: Simulation = Simulation {
    seed: 7,
    runs: 500,
    max_steps: 200,
    schedule: Schedule::Weights,
};

fn subject(claim: &str, variant: &str, size: &[u64], without: &[&str]) -> Box<dyn AnySubject> {
    let case = CATALOG.case(claim, variant).expect("a case of the catalog");
    let setup = Setup {
        without: without.iter().map(|name| (*name).to_owned()).collect(),
        ..Setup::of(case.size(size))
    };
    case.subject(&setup).expect("a setup of the case")
}

fn simulate(subject: &dyn AnySubject, simulation: &Simulation) -> Simulated {
    subject
        .simulate(simulation, &|_| {})
        .expect("a safety property")
}

/// Simulates, and checks what must be true of every finding. Answers with the number of the run and the
/// numbers of steps before and after it was cut down.
fn finding(
    new_subject: &dyn Fn() -> Box<dyn AnySubject>,
    simulation: &Simulation,
) -> (usize, usize, usize) {
    let subject = new_subject();
    let simulated = simulate(&*subject, simulation);
    assert_eq!(simulated.verdict, Verdict::Refuted);
    let found = simulated.finding.expect("a refutation has a run");
    let replayed = subject.replay(&found.trace).expect("a run of the model");
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
    for subject in [subject, new_subject()] {
        let again = simulate(&*subject, &again).finding.expect("the same run");
        assert_eq!(
            (again.run, again.steps, &again.trace),
            (0, found.steps, &found.trace)
        );
    }
    (found.run, found.steps, found.trace.steps.len())
}

#[test]
fn the_hand_over_read_line_by_line_is_refuted() {
    let subject = || subject("ring/unique-real", "line-by-line", &[5, 2], &[]);
    assert_eq!(finding(&subject, &SIMULATION), (0, 8, 3));
}

#[test]
fn two_real_tokens_after_a_false_suspicion_are_found_on_a_large_ring() {
    let subject = || {
        subject(
            "ring/unique-real",
            "as-meant",
            &[12, 3],
            &["perfect-detector"],
        )
    };
    assert_eq!(finding(&subject, &SIMULATION), (1, 11, 1));
    let by_priorities = Simulation {
        schedule: Schedule::Priorities { changes: 3 },
        ..SIMULATION
    };
    assert_eq!(finding(&subject, &by_priorities), (0, 1, 1));
}

#[test]
fn a_large_ring_without_a_finding_is_bounded_and_says_how_far_it_was_looked_at() {
    let subject = subject("ring/unique-real", "as-meant", &[12, 3], &[]);
    let simulation = Simulation {
        runs: 40,
        ..SIMULATION
    };
    let simulated = simulate(&*subject, &simulation);
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
    let subject = subject("ring/bound-is-tight", "one-more", &[6, 2], &[]);
    let simulated = simulate(&*subject, &SIMULATION);
    assert_eq!(simulated.verdict, Verdict::Holds);
    // The holder and its k backups crash.
    assert_eq!(simulated.finding.expect("a witness").trace.steps.len(), 3);
}

#[test]
fn liveness_is_refused() {
    let subject = subject("ring/circulates", "as-meant", &[3, 1], &[]);
    let refused = subject.simulate(&SIMULATION, &|_| {}).unwrap_err();
    assert_eq!(refused, NotSimulated::Liveness("circulates".to_owned()));
}
