//! Counts, outcomes, and what happens when everything fails at once.

use super::chapter_6::with_faults;
use super::pipeline::{Pipeline, examples};
use super::properties::{self, Scene};
use super::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::property::{Demand, Property};
use verdict_checker::search::Search;
use verdict_checker::space::{Row, Space};
use verdict_world::{LocalOf, NodeSet};

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| crate::catalog().unwrap_or_else(|slips| panic!("{slips}")));

fn case(claim: &str, variant: &str) -> &'static Case {
    let found = CATALOG.case(&format!("thesis/rollback/{claim}"), variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

fn mechanism(pipeline: Pipeline, workers: u8, blocks: u16) -> Mechanism {
    Mechanism {
        blocks,
        ..Mechanism::new(pipeline, workers)
    }
}

/// Every state that can be reached from these, by a search of its own.
fn reachable(system: &System, from: Vec<Vec<u32>>) -> HashSet<Vec<u32>> {
    let mut seen: HashSet<_> = from.iter().cloned().collect();
    let mut open = from;
    while let Some(state) = open.pop() {
        for (_, next) in system.steps(&state) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

fn first(system: &System) -> Vec<Vec<u32>> {
    vec![system.initial().get(0).to_vec()]
}

/// The conjuncts of an invariant that a state breaks.
fn broken(property: &Property<System>, system: &System, state: &[u32]) -> Vec<String> {
    let Demand::Always(conjuncts) = &property.demand else {
        panic!("{} is no invariant", property.name);
    };
    let wrong = conjuncts.iter().filter(|c| !(c.holds)(system, state));
    wrong.map(|conjunct| conjunct.name.clone()).collect()
}

#[test]
fn the_number_of_states_is_that_of_a_second_search() {
    // Pipeline, workers, faults, blocks: distinct states.
    let pinned = [
        (examples::twice(), 1, 0, 0, 90),
        (examples::twice(), 1, 1, 0, 909),
        (examples::twice(), 1, 2, 0, 4_853),
        (examples::twice(), 2, 1, 1, 20_758),
        (examples::read_then_write(), 1, 1, 0, 2_592),
        (examples::section_6_2(), 1, 1, 0, 8_751),
    ];
    for (pipeline, workers, faults, blocks, count) in pinned {
        let system = with_faults(mechanism(pipeline.clone(), workers, blocks), faults);
        let of = format!("{pipeline:?}, {workers} workers, {faults} faults, {blocks} blocks");
        assert_eq!(reachable(&system, first(&system)).len(), count, "{of}");
        let found = Search::new(&system, &[]).run();
        assert_eq!(found.counts.distinct, count, "{of}");
    }
}

/// What came of a run: each stream with what was ever written to it, by name.
type Outcome = Vec<Vec<(u16, u32)>>;

fn outcomes(system: &System) -> BTreeSet<Outcome> {
    let states = reachable(system, first(system));
    let done = states.iter().filter_map(|state| {
        let scene = Scene::of(system, state);
        let of = |slots: &Vec<streams::Slot>| -> Vec<_> {
            let data = slots.iter().map(|slot| slot.datum);
            data.map(|datum| (datum.name, datum.value)).collect()
        };
        let outcome = || scene.streams().slots.iter().map(of).collect();
        scene.all_done().then(outcome)
    });
    done.collect()
}

#[test]
fn with_a_fault_comes_out_what_comes_out_without() {
    for (pipeline, workers) in [
        (examples::twice(), 1),
        (examples::read_then_write(), 2),
        (examples::section_6_2(), 1),
    ] {
        let with = |faults| with_faults(mechanism(pipeline.clone(), workers, 0), faults);
        let (calm, faulty) = (outcomes(&with(0)), outcomes(&with(1)));
        assert!(!calm.is_empty());
        assert_eq!(calm, faulty, "{pipeline:?}");
    }
    // Where T1 and T2 write to the same stream, both orders occur, and T3 can tell.
    let two = outcomes(&with_faults(mechanism(examples::section_6_2(), 2, 0), 0));
    assert_eq!(two.len(), 2);
}

/// The state in which all nodes have failed at once, and all mail is lost.
fn power_cut(before: &System, state: &[u32], after: &System) -> Vec<u32> {
    let view = before.view(state);
    let locals = (0..view.len()).map(|node| -> LocalOf<Node> {
        let mut local = view.local(node).clone();
        if node + 1 < view.len() {
            local.up = false;
            local.state = None;
            local.choices = BTreeMap::new();
            local.reported = NodeSet::default();
        }
        local
    });
    after.state(&locals.collect::<Vec<_>>(), &[])
}

/// What is wrong after a power cut in any state of a run with this many faults before it.
fn wrong_after_power_cut(mechanism: &Mechanism, faults: u8) -> Option<String> {
    let mechanism = Mechanism {
        leader_fails: true,
        ..mechanism.clone()
    };
    let before = with_faults(mechanism.clone(), faults);
    let nodes = mechanism.workers + 1;
    let after = with_faults(mechanism, nodes);
    let states = reachable(&before, first(&before));
    let cut: BTreeSet<_> = states
        .iter()
        .map(|s| power_cut(&before, s, &after))
        .collect();
    let consistent = properties::consistent();
    for state in reachable(&after, cut.into_iter().collect()) {
        if !broken(&consistent, &after, &state).is_empty() {
            return Some("output or tasks are wrong".to_owned());
        }
        // There is no way back to an earlier state, so that a run ends where nothing can be done.
        let scene = Scene::of(&after, &state);
        if after.steps(&state).is_empty() && !(scene.all_done() && scene.left_over().is_empty()) {
            return Some(format!("{:?} is left", scene.left_over()));
        }
    }
    None
}

#[test]
fn a_power_cut_at_any_moment_loses_and_doubles_nothing() {
    for (pipeline, workers, blocks) in [
        (examples::twice(), 1, 0),
        (examples::twice(), 1, 1),
        (examples::twice(), 2, 1),
        (examples::read_then_write(), 1, 0),
    ] {
        let system = mechanism(pipeline, workers, blocks);
        assert_eq!(
            wrong_after_power_cut(&system, 0),
            None,
            "{workers} {blocks}"
        );
    }
}

#[test]
fn a_power_cut_is_not_survived_by_a_leader_that_asks_less() {
    let mut system = mechanism(examples::twice(), 1, 0);
    system.reading.check = reading::Check::OpenSent;
    assert!(wrong_after_power_cut(&system, 0).is_some());
}

#[test]
fn what_is_shown_of_a_state_tells_it_from_every_other() {
    let system = with_faults(mechanism(examples::twice(), 2, 1), 1);
    let states = reachable(&system, first(&system));
    let shown: HashSet<_> = states
        .iter()
        .map(|state| serde_json::to_string(&system.show(state)).expect("text"))
        .collect();
    assert_eq!(shown.len(), states.len());
}

#[test]
fn conjuncts_that_no_run_breaks_alone_are_broken_by_states_made_for_it() {
    let system = with_faults(mechanism(examples::twice(), 1, 0), 0);
    let states = reachable(&system, first(&system));
    let done = states.iter().find(|s| Scene::of(&system, s).all_done());
    let view = system.view(done.expect("the tasks are finished in the end"));
    let locals: Vec<_> = (0..view.len()).map(|n| view.local(n).clone()).collect();
    let right = system.state(&locals, &[]);
    let consistent = properties::consistent();
    assert_eq!(broken(&consistent, &system, &right), [""; 0]);

    let mut swapped = locals.clone();
    if let Some(State::Streams(streams)) = &mut swapped[2].state {
        streams.slots[0].reverse();
    }
    let swapped = system.state(&swapped, &[]);
    assert_eq!(
        broken(&consistent, &system, &swapped),
        ["every task writes in its order"]
    );

    let mut twice = locals;
    if let Some(Storage::Leader(records)) = &mut twice[0].storage {
        records.push(Record::Done(pipeline::TaskId(1)));
    }
    let twice = system.state(&twice, &[]);
    assert_eq!(
        broken(&consistent, &system, &twice),
        ["no task is finished twice"]
    );
}

#[test]
fn a_size_names_its_pipeline() {
    let sizes = |claim, variant| {
        let sizes = case(claim, variant).default_sizes();
        sizes.map(|size| size.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        sizes("blocked-migrates", "streams-of-one"),
        [
            "pipeline=streams-of-one workers=1 faults=1 blocks=1",
            "pipeline=streams-of-one workers=1 faults=1 blocks=2"
        ]
    );
    assert_eq!(
        sizes("leader-fault", "asked-is-compared"),
        ["pipeline=written-and-read workers=2 faults=2 blocks=0"]
    );
}

#[test]
fn a_size_that_cannot_be_built_is_an_error_that_says_why() {
    for (parameter, value, expected) in [
        ("pipeline", "thrice", "one of twice, read-then-write"),
        ("pipeline", "1", "one of twice, read-then-write"),
        ("workers", "0", "1 to 8, beside the leader"),
        ("workers", "9", "1 to 8, beside the leader"),
        ("faults", "101", "0 to 100, a budget for the whole run"),
        ("blocks", "101", "0 to 100, of each task"),
    ] {
        let case = case("same-output", "clear");
        let mut size = case.smallest();
        size.set(parameter, value.parse().expect("a value"));
        let error = case.subject(&Setup::of(size)).err();
        let words = error.expect("out of range").to_string();
        assert!(words.contains(expected), "{words}");
    }
}

#[test]
fn a_reading_that_stores_afterwards_does_not_assume_that_it_stores_ahead() {
    let assumed = |variant| {
        let assumed = case("write-ahead", variant).assumed();
        assumed.iter().any(|a| a.name == "write-ahead")
    };
    assert!(assumed("clear"));
    assert!(!assumed("read-afterwards"));
    assert!(!assumed("write-afterwards"));
}
