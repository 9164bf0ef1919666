//! One trace moves between the model and the code.

use shuttle::scheduler::{DfsScheduler, ReplayScheduler};
use std::sync::LazyLock;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::search::Limits;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::Trace;
use verdict_checker::verdict::Verdict;
use verdict_election::{Algorithm, NodeId, Procedure};
use verdict_harnesses::engine::{Shuttle, Threads};
use verdict_harnesses::explore::Scenario;
use verdict_harnesses::lift::lift;
use verdict_harnesses::replay::{ReplayError, Replayed, replay};
use verdict_harnesses::schedule::search;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| verdict_models::catalog().unwrap_or_else(|slips| panic!("{slips}")));

fn smallest(case: &Case) -> Box<dyn AnySubject> {
    let setup = Setup::of(case.smallest());
    case.subject(&setup).expect("its own size")
}

fn subject(claim: &str, variant: &str) -> Box<dyn AnySubject> {
    let found = CATALOG.case(claim, variant);
    smallest(found.unwrap_or_else(|| panic!("no case {claim} {variant}")))
}

fn counterexample(claim: &str, variant: &str) -> Trace {
    let found = subject(claim, variant).judge(Limits::default(), &|_| {});
    found.trace.expect("a refuted claim has a trace")
}

fn on_both(trace: &Trace) -> Replayed {
    let threads = replay::<Threads>(trace).unwrap_or_else(|e| panic!("threads: {e}"));
    let shuttle = replay::<Shuttle>(trace).unwrap_or_else(|e| panic!("shuttle: {e}"));
    assert_eq!(threads, shuttle);
    threads
}

#[test]
fn the_aba_of_algorithm_6_and_7_happens_on_real_atomics() {
    for (claim, variant, steps, accesses, leaders) in [
        ("thesis/alg6/unique-leader", "role-taken", 13, 4, [1, 2]),
        ("thesis/alg6/unique-leader", "table-5.1", 16, 5, [2, 3]),
        ("thesis/alg7/unique-leader", "role-taken", 19, 7, [1, 2]),
        (
            "thesis/alg7/unique-leader",
            "role-taken-table-5.1",
            31,
            12,
            [2, 3],
        ),
    ] {
        let done = on_both(&counterexample(claim, variant));
        assert_eq!(done.leaders, leaders.map(NodeId), "{claim} {variant}");
        assert_eq!(
            (done.steps, done.accesses),
            (steps, accesses),
            "{claim} {variant}"
        );
    }
}

#[test]
fn every_refuted_reading_of_the_election_runs_on_real_atomics() {
    let mut replayed = 0;
    let election = |case: &&Case| {
        let of_chapter_5 = [
            "thesis/alg6/",
            "thesis/alg7/",
            "thesis/repair",
            "thesis/detector",
        ];
        of_chapter_5
            .iter()
            .any(|claim| case.claim.starts_with(claim))
    };
    for case in CATALOG.cases().filter(election) {
        if case.expected != Verdict::Refuted {
            continue;
        }
        let Some(trace) = smallest(case).judge(Limits::default(), &|_| {}).trace else {
            continue;
        };
        match replay::<Threads>(&trace) {
            Ok(_) => replayed += 1,
            // A claim about numbers or tables has no run.
            Err(ReplayError::NotTheElection { .. }) => {}
            Err(error) => panic!("{} {}: {error}", case.claim, case.variant),
        }
    }
    assert!(replayed > 30, "only {replayed}");
}

#[test]
fn a_schedule_that_shuttle_finds_is_a_trace_that_the_model_accepts() {
    for (algorithm, claim) in [
        (Algorithm::Six, "thesis/alg6/unique-leader"),
        (Algorithm::Seven, "thesis/alg7/unique-leader"),
    ] {
        let scenario = Scenario::two_nodes(Procedure::as_meant(algorithm));
        let found = search(scenario, DfsScheduler::new(None, false));
        let broken = found.broken.expect("two nodes can lead");
        let subject = subject(claim, "role-taken");
        let trace = lift(&scenario, &broken.events, subject.origin().clone());
        let trace = trace.unwrap_or_else(|error| panic!("{claim}: {error}"));
        let replayed = subject
            .replay(&trace)
            .unwrap_or_else(|e| panic!("{claim}: {e}"));
        assert_eq!(replayed.broken, ["one-leads"]);
        // And back: the trace runs on the code again.
        assert_eq!(on_both(&trace).leaders.len(), 2);
        // The recorded schedule repeats the run.
        let again = ReplayScheduler::new_from_schedule(broken.schedule.clone());
        let again = search(scenario, again);
        assert_eq!(again.schedules, 1);
        assert_eq!(again.broken, Some(broken));
    }
}

/// The trace with one text replaced by another wherever it occurs in messages and labels.
fn altered(trace: &Trace, from: &str, to: &str) -> Trace {
    let mut altered = trace.clone();
    for step in &mut altered.steps {
        step.label = step.label.replace(from, to);
        step.message = step.message.take().map(|message| message.replace(from, to));
        for sent in &mut step.sent {
            sent.message = sent.message.replace(from, to);
        }
    }
    assert_ne!(altered, *trace, "{from} does not occur");
    altered
}

#[test]
fn a_trace_that_the_code_does_not_take_is_refused_with_the_step() {
    let trace = counterexample("thesis/alg6/unique-leader", "role-taken");
    for (from, to, wanted) in [
        ("CAS_l(2,1)", "CAS_l(2,2)", "next access = CAS_l(2,1)"),
        (
            "CAS_l(-1,2)=false",
            "CAS_l(-1,2)=true",
            "answer = CAS_l(-1,2)=false",
        ),
        ("in life 2", "in life 7", "access = no access"),
        ("read_lid=2", "read_lid=1", "answer = read_lid=2"),
    ] {
        let altered = altered(&trace, from, to);
        for refused in [replay::<Threads>(&altered), replay::<Shuttle>(&altered)] {
            let error = refused.expect_err("no run of the code").to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }
    let mut other_memory = trace.clone();
    let last = other_memory.states.last_mut().expect("states");
    last["shm"]["lid"] = 2.into();
    let error = replay::<Threads>(&other_memory).expect_err("no run of the code");
    assert!(
        error
            .to_string()
            .contains("the memory = 0.1, but the trace says 0.2"),
        "{error}"
    );
    let mut without_return = trace.clone();
    let position = without_return
        .steps
        .iter()
        .position(|step| step.kind == "return");
    without_return.steps[position.expect("a return")].kind = "rest".to_owned();
    let error = replay::<Threads>(&without_return).expect_err("no run of the code");
    assert!(
        error.to_string().contains("next access = nothing"),
        "{error}"
    );
    let mut unknown = trace.clone();
    unknown.steps[0].at = Some("n9".to_owned());
    let error = replay::<Threads>(&unknown).expect_err("there is no node 9");
    assert!(
        error
            .to_string()
            .contains("names node 9, but the nodes are 1 to 2"),
        "{error}"
    );
    let mut valueless = trace.clone();
    valueless.states[0]["n1"] = 7.into();
    let error = replay::<Threads>(&valueless).expect_err("n1 has no variables");
    assert!(
        error.to_string().contains("state 0 has no `n1.cnt`"),
        "{error}"
    );
}

#[test]
fn a_trace_of_another_algorithm_or_of_a_mutant_is_refused() {
    let ring = counterexample("ring/nested-detection", "at-rest");
    assert!(matches!(
        replay::<Threads>(&ring),
        Err(ReplayError::NotTheElection { .. })
    ));
    let mut mutant = counterexample("thesis/alg6/unique-leader", "role-taken");
    mutant.origin.mutant = Some("retry".to_owned());
    let refused = replay::<Threads>(&mutant);
    assert_eq!(refused, Err(ReplayError::Mutant("retry".to_owned())));
}
