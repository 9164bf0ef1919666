//! Simulation: what it finds, what it admits, and that a seed says it all.

use crate::threads::{Op, Threads};
use std::cell::Cell;
use verdict_checker::judge::Subject;
use verdict_checker::property::{Promise, Property};
use verdict_checker::simulate::{NotSimulated, Schedule, Simulated, Simulation};
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::Verdict;

const SIMULATION: Simulation = Simulation {
    seed: 1,
    runs: 2000,
    max_steps: 64,
    schedule: Schedule::Uniform,
};

/// A bug of depth 3: T1 must take 24 steps while T0 stands between its two, and then stand still between its
/// own last two while T0 goes on.
fn hidden_bug() -> Subject<Threads> {
    let mut late = vec![Op::Idle; 24];
    late.extend([Op::CountIf(2, 0, 1), Op::CountIf(2, 0, 2)]);
    let programs = vec![vec![Op::Set(0, 1), Op::Set(0, 2)], late];
    let property = Property::always("not both are counted", |_: &Threads, s| s.shared[2] < 2);
    Threads(programs).judged_by(property, Vec::new())
}

fn simulate(subject: &Subject<Threads>, simulation: &Simulation) -> Simulated {
    AnySubject::simulate(subject, simulation, &|_| {}).unwrap()
}

#[test]
fn priorities_find_a_bug_of_depth_3_that_uniform_choice_does_not() {
    let subject = hidden_bug();
    let by_priorities = Simulation {
        schedule: Schedule::Priorities { changes: 3 },
        ..SIMULATION
    };
    let found = simulate(&subject, &by_priorities);
    assert_eq!(found.verdict, Verdict::Refuted);
    let finding = found.finding.unwrap();
    // PCT promises to need about n * k^(d - 1) runs, for 2 threads, 64 steps and depth 3.
    assert!(finding.run < 2 * 64 * 64);
    assert_eq!(finding.run, 1513);
    // Nothing can be left out: 24 steps of T1, its two counts, and both of T0.
    assert_eq!(finding.trace.steps.len(), 28);
    assert_eq!(simulate(&subject, &SIMULATION).verdict, Verdict::Bounded);
}

#[test]
fn the_same_seed_gives_the_same_result_and_the_finding_names_its_own() {
    let by_priorities = Simulation {
        schedule: Schedule::Priorities { changes: 3 },
        ..SIMULATION
    };
    let (first, second) = (
        simulate(&hidden_bug(), &by_priorities),
        simulate(&hidden_bug(), &by_priorities),
    );
    assert_eq!(first.counts, second.counts);
    let (first, second) = (first.finding.unwrap(), second.finding.unwrap());
    assert_eq!(first.trace, second.trace);
    assert_eq!(first.repeat, second.repeat);
    let again = Simulation {
        seed: first.seed,
        runs: 1,
        ..by_priorities
    };
    let again = simulate(&hidden_bug(), &again).finding.unwrap();
    assert_eq!((again.run, again.trace), (0, first.trace));
    assert_eq!(
        again.repeat,
        format!(
            "verdict simulate toy/threads --variant plain --seed {} --runs 1 --steps 64 --schedule priorities:3",
            first.seed
        )
    );
    assert_eq!(first.repeat, again.repeat);
}

#[test]
fn what_is_not_found_is_bounded_with_what_was_done() {
    let programs = vec![vec![Op::Idle; 2], vec![Op::Idle; 2]];
    let property = Property::always("true", |_: &Threads, _| true);
    let subject = Threads(programs).judged_by(property, Vec::new());
    let reports = Cell::new(0);
    let simulation = Simulation {
        runs: 20,
        ..SIMULATION
    };
    let simulated = subject
        .simulate(&simulation, &|_| reports.set(reports.get() + 1))
        .unwrap();
    assert_eq!(simulated.verdict, Verdict::Bounded);
    let counts = simulated.counts;
    // Every run takes all four steps and then rests; 3 x 3 states exist.
    assert_eq!((counts.runs, counts.rested, counts.steps), (20, 20, 80));
    assert_eq!(
        (counts.deepest, counts.distinct, counts.more_distinct),
        (4, 9, false)
    );
    assert_eq!(reports.get(), 20);
}

#[test]
fn properties_of_steps_of_first_states_and_of_what_is_possible_are_decided() {
    let programs = || Threads(vec![vec![Op::Idle, Op::Set(0, 1), Op::Idle]]);
    let of_steps = Property::every_step("nothing is set", |_: &Threads, _, _, s| s.shared[0] == 0);
    let of_steps = simulate(&programs().judged_by(of_steps, Vec::new()), &SIMULATION);
    assert_eq!(of_steps.verdict, Verdict::Refuted);
    assert_eq!(of_steps.finding.unwrap().trace.steps.len(), 2);
    let never = Property::always("never", |_: &Threads, _| false);
    let never = simulate(&programs().judged_by(never, Vec::new()), &SIMULATION);
    assert_eq!(never.finding.unwrap().trace.steps.len(), 0);
    let possible = Property::possible("something is set", |_: &Threads, s| s.shared[0] == 1);
    let possible = simulate(&programs().judged_by(possible, Vec::new()), &SIMULATION);
    assert_eq!(possible.verdict, Verdict::Holds);
}

#[test]
fn liveness_and_nothing_at_all_are_refused() {
    let promise = Promise::eventually("T0 arrives", |_: &Threads, s| s.at[0] == 1);
    let property = Property::promises("arrives", vec![promise]);
    let subject = Threads(vec![vec![Op::Idle]]).judged_by(property, Vec::new());
    let refused = subject.simulate(&SIMULATION, &|_| {}).unwrap_err();
    assert_eq!(refused, NotSimulated::Liveness("arrives".to_owned()));
    for (runs, max_steps) in [(0, 1), (1, 0)] {
        let nothing = Simulation {
            runs,
            max_steps,
            ..SIMULATION
        };
        let refused = hidden_bug().simulate(&nothing, &|_| {}).unwrap_err();
        assert_eq!(refused, NotSimulated::NoSteps);
    }
}

#[test]
fn schedules_are_read_as_they_are_written() {
    for schedule in [
        Schedule::Uniform,
        Schedule::Weights,
        Schedule::Priorities { changes: 3 },
    ] {
        assert_eq!(schedule.to_string().parse(), Ok(schedule));
    }
    for wrong in [
        "",
        "pct",
        "priorities",
        "priorities:",
        "priorities:0",
        "priorities:-1",
    ] {
        let error = wrong.parse::<Schedule>().unwrap_err().to_string();
        assert!(
            error.contains(&format!("`{wrong}` is not a schedule")),
            "{error}"
        );
    }
}
