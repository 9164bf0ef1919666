//! What the catalog says of the election is what the search finds, and nothing smaller.

mod costs;
mod detector;
mod llsc;
mod tables;

use super::algorithm::{Algorithm, BecomeLeader, Procedure};
use super::{Election, Hopeless, Nodes, Timeouts, properties};
use stateright::{Checker, Model};
use std::sync::{Arc, OnceLock};
use verdict_checker::catalog::{Case, Catalog, Setup, SetupError};
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::search::Limits;
use verdict_checker::space::AsModel;
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::{self, Judgement, Verdict};
use verdict_world::{Assumptions, Crash, Memory, Order, Return, Time, World};

const ALL: [Algorithm; 3] = [
    Algorithm::Six,
    Algorithm::Seven,
    Algorithm::OneWord { wraps: None },
];

fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| crate::catalog().unwrap_or_else(|slips| panic!("{slips}")))
}

/// The cases of this chapter.
fn cases() -> impl Iterator<Item = &'static Case> {
    let own = super::claims().into_iter().map(|claim| claim.id);
    own.flat_map(|id| &catalog().claim(id).expect("it is collected").cases)
}

fn case(claim: &str, variant: &str) -> &'static Case {
    let found = catalog().case(claim, variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

/// The model of a case at any size.
fn sized(case: &Case, size: &[u64]) -> Result<Box<dyn AnySubject>, SetupError> {
    case.subject(&Setup::of(case.size(size)))
}

fn judged(judge: &dyn AnySubject) -> Judgement {
    judge.judge(Limits::default(), &|_| {})
}

/// What is found at a size, with this changed.
fn found(case: &Case, setup: &Setup) -> Verdict {
    let subject = case.subject(setup).unwrap_or_else(|e| panic!("{e}"));
    judged(&*subject).verdict
}

/// N nodes with these budgets, as the cases build them.
fn world(algorithm: Algorithm, timeouts: Timeouts, size: [u8; 3], hopeless: Hopeless) -> Nodes {
    let [nodes, crashes, returns] = size;
    let mut election = Election::new(
        nodes.into(),
        Procedure {
            algorithm,
            become_leader: BecomeLeader::SetsLeader,
            reads: Default::default(),
            mutant: None,
        },
    );
    election.timeouts = timeouts;
    election.hopeless = hopeless;
    let assumptions = Assumptions {
        order: Order::Fifo,
        time: Time::Synchronous,
        crash: Crash {
            budget: crashes,
            consecutive: None,
            amid_sends: false,
        },
        returns: match returns {
            0 => Return::Never,
            times => Return::UpTo {
                times,
                memory: Memory::Stable,
            },
        },
        ..Assumptions::default()
    };
    World::new(vec![election; election.nodes + 1], assumptions)
}

fn subject(space: Nodes, property: Property<Nodes>) -> Subject<Nodes> {
    Subject {
        space: Arc::new(space),
        property,
        fairness: Vec::new(),
        origin: Default::default(),
    }
}

/// The length of the shortest run with two leaders, if there is one.
fn shortest(algorithm: Algorithm, timeouts: Timeouts, size: [u8; 3]) -> Option<usize> {
    let space = world(algorithm, timeouts, size, Hopeless::TimesOut);
    let judgement = judged(&subject(space, properties::one_leads()));
    judgement.trace.map(|trace| trace.steps.len())
}

#[test]
fn every_case_gets_its_verdict_and_every_trace_replays() {
    for case in cases() {
        for size in case.default_sizes() {
            let what = format!("{} {} {size}", case.claim, case.variant);
            let judge = case.subject(&Setup::of(size)).expect("a size of the case");
            let found = judged(&*judge);
            assert_eq!(
                found.verdict, case.expected,
                "{what}: {:?}",
                found.complaint
            );
            assert_eq!(found.cut, None, "{what}");
            if let Some(trace) = &found.trace {
                let replayed = judge
                    .replay(trace)
                    .unwrap_or_else(|e| panic!("{what}: {e}"));
                assert_eq!(replayed.steps, trace.steps.len(), "{what}");
                assert!(replayed.complaint.is_some(), "{what} does not complain");
            }
        }
    }
}

#[test]
fn dropping_an_assumption_has_the_verdict_that_the_catalog_states() {
    for case in cases() {
        for (name, expected) in &case.without {
            let each: Vec<_> = case
                .default_sizes()
                .map(|size| Setup {
                    without: vec![(*name).to_owned()],
                    ..Setup::of(size)
                })
                .map(|setup| found(case, &setup))
                .collect();
            let what = format!("{} {} without {name}", case.claim, case.variant);
            let together = verdict::together(each.iter().copied());
            assert_eq!(together, *expected, "{what}: {each:?}");
        }
    }
}

/// A node that returns without `crash-stop` knows that it has been started before, and nothing else.
#[test]
fn whoever_returns_remembers_only_that_it_was_there() {
    let case = case("thesis/alg6/persistent-faults", "role-taken");
    let setup = Setup {
        without: vec!["crash-stop".to_owned()],
        ..Setup::of(case.smallest())
    };
    let world = case.subject(&setup).expect("assumed").setting();
    assert!(
        world.contains("up to 1 return, stable storage kept"),
        "{world}"
    );
}

/// Whether a timeout outlasts elections is a matter of the reading, and read off it.
#[test]
fn only_timeouts_that_wait_for_elections_outlast_them() {
    for (variant, outlasts) in [
        ("asynchronous", false),
        ("round-trip", false),
        ("role-taken", true),
        ("serial", true),
        ("clock-kept", true),
    ] {
        let assumed = case("thesis/alg7/unique-leader", variant).assumed();
        let found = assumed.iter().any(|a| a.name == "outlasts-elections");
        assert_eq!(found, outlasts, "{variant}");
    }
}

/// Algorithm 6 needs timeouts that wait for every election, Algorithm 7 for those that have passed the first
/// CAS, one word only for winners to take the role.
#[test]
fn each_algorithm_is_safe_from_its_own_timeouts_on() {
    let ladder = [
        Timeouts::RoundTrip,
        Timeouts::RoleTaken,
        Timeouts::PastFirstCas,
        Timeouts::Serial,
    ];
    let lengths = ALL.map(|algorithm| ladder.map(|waits| shortest(algorithm, waits, [2, 1, 1])));
    let expected = [
        [Some(13), Some(13), Some(13), None],
        [Some(19), Some(19), None, None],
        [Some(13), None, None, None],
    ];
    assert_eq!(lengths, expected);
}

#[test]
fn two_leaders_need_a_crash_and_either_a_return_or_a_third_node() {
    for (algorithm, [by_return, by_third]) in ALL.into_iter().zip([[13, 12], [19, 18], [13, 12]]) {
        let steps = |size| shortest(algorithm, Timeouts::RoundTrip, size);
        assert_eq!(steps([2, 1, 1]), Some(by_return), "{algorithm:?}");
        assert_eq!(steps([3, 1, 0]), Some(by_third), "{algorithm:?}");
        for smaller in [[2, 0, 0], [2, 1, 0], [2, 2, 0], [3, 0, 0]] {
            assert_eq!(steps(smaller), None, "{algorithm:?} {smaller:?}");
        }
    }
}

#[test]
fn the_aba_of_table_5_1_needs_three_nodes_two_crashes_and_a_return() {
    for (algorithm, length) in [(Algorithm::Six, 16), (Algorithm::Seven, 31)] {
        let steps = |size| {
            let space = world(
                algorithm,
                Timeouts::RoleTaken,
                size,
                Hopeless::NeverWithOneself,
            );
            let judgement = judged(&subject(space, properties::one_leads()));
            judgement.trace.map(|trace| trace.steps.len())
        };
        assert_eq!(steps([3, 2, 1]), Some(length), "{algorithm:?}");
        for smaller in [[2, 2, 2], [2, 3, 3], [3, 1, 1], [3, 2, 0]] {
            assert_eq!(steps(smaller), None, "{algorithm:?} {smaller:?}");
        }
    }
}

#[test]
fn an_epoch_of_w_bits_lasts_for_fewer_than_two_to_the_w_elections() {
    let wraps = case("thesis/repair", "wraps");
    for (size, expected) in [
        ([2, 1, 1, 1], Verdict::Holds),
        ([2, 2, 1, 1], Verdict::Holds),
        ([2, 2, 2, 1], Verdict::Refuted),
        ([2, 3, 3, 2], Verdict::Holds),
        ([2, 4, 4, 2], Verdict::Refuted),
    ] {
        let judge = sized(wraps, &size).expect("a legal size");
        assert_eq!(judged(&*judge).verdict, expected, "{size:?}");
    }
}

/// Distinct states of the unbroken search.
#[test]
fn our_search_and_the_one_of_stateright_see_the_same_states() {
    let sizes = [
        ([2, 1, 1], [36, 157, 62]),
        ([2, 2, 2], [290, 2819, 758]),
        ([3, 1, 1], [117, 2751, 431]),
    ];
    let waits = [
        Timeouts::Serial,
        Timeouts::PastFirstCas,
        Timeouts::RoleTaken,
    ];
    for (size, expected) in sizes {
        let counts = [0, 1, 2].map(|i| {
            let space = || world(ALL[i], waits[i], size, Hopeless::TimesOut);
            let ours = judged(&subject(space(), properties::one_leads()));
            let model = AsModel(Arc::new(space()));
            let theirs = model.checker().spawn_bfs().join().unique_state_count();
            assert_eq!(ours.counts.distinct, theirs, "{size:?}");
            theirs
        });
        assert_eq!(counts, expected, "{size:?}");
    }
}

#[test]
fn the_lanes_of_a_trace_are_the_columns_of_the_tables() {
    let aba = case("thesis/alg6/unique-leader", "table-5.1");
    let judge = sized(aba, &aba.sizes[0]).expect("its own size");
    let trace = judged(&*judge).trace.expect("refuted");
    assert_eq!(trace.lanes, ["n1", "n2", "n3", "shm"]);
    assert_eq!(trace.steps[0].label, "crash n3");
}

#[test]
fn sizes_out_of_range_are_errors() {
    let unique = case("thesis/alg7/unique-leader", "serial");
    let clock = case("thesis/alg7/unique-leader", "clock-kept");
    let reads = case("thesis/alg7/reads", "as-claimed");
    let cas = case("thesis/cas-from-llsc", "as-meant");
    let detector = case("thesis/detector", "both-ways");
    let elects = case("thesis/detector", "then-two-leaders");
    for (case, size, wrong) in [
        (unique, &[0, 1, 1][..], "N"),
        (unique, &[1, 1, 1], "N"),
        (unique, &[13, 1, 1], "N"),
        (unique, &[2, 25, 0], "crashes"),
        (unique, &[2, 1, 2], "returns"),
        (clock, &[2, 1, 1, 0], "d"),
        (reads, &[0, 0, 0], "N"),
        (reads, &[255, 0, 0], "N"),
        (cas, &[0, 1, 2], "threads"),
        (cas, &[1, 5, 2], "calls"),
        (cas, &[1, 1, 1], "values"),
        (detector, &[0, 3, 1], "workers"),
        (detector, &[1, 0, 1], "T"),
        (detector, &[1, 3, 9], "d"),
        (elects, &[2, 0, 0, 65, 1], "T"),
    ] {
        match sized(case, size) {
            Err(SetupError::OutOfRange { name, .. }) => assert_eq!(name, wrong),
            Err(other) => panic!("{size:?}: {other}"),
            Ok(_) => panic!("{size:?} is accepted"),
        }
    }
}
