//! What the catalog says of this source is what the search finds, and nothing smaller.

use super::consult::Section4;
use super::original::{self, Original, Rules, properties};
use super::recovery::{Reading, Section5, trees};
use super::site::SiteId;
use stateright::{Checker, Model as _};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};
use verdict_checker::catalog::{Case, Catalog, Setup, SetupError};
use verdict_checker::search::Limits;
use verdict_checker::size::{Size, Value};
use verdict_checker::space::{AsModel, Row, Space};
use verdict_checker::verdict::{Judgement, Verdict};
use verdict_world::{Algorithm, Assumptions, Resident, World};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| crate::catalog().expect("no slips"));

fn cases() -> impl Iterator<Item = &'static Case> {
    CATALOG
        .cases()
        .filter(|case| case.claim.starts_with("naimi/"))
}

fn case(claim: &str, variant: &str) -> &'static Case {
    let found = CATALOG.case(claim, variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

fn judged(case: &Case, size: Size) -> Judgement {
    let subject = case.subject(&Setup::of(size)).expect("a size of its own");
    subject.judge(Limits::default(), &|_| {})
}

fn steps(claim: &str, variant: &str) -> usize {
    let case = case(claim, variant);
    let judgement = judged(case, case.smallest());
    assert_eq!(judgement.verdict, Verdict::Refuted, "{claim} {variant}");
    judgement.trace.expect("refuted by a run").steps.len()
}

#[test]
fn every_case_gets_its_verdict_at_its_smallest_size() {
    for case in cases() {
        let verdict = judged(case, case.smallest()).verdict;
        assert_eq!(verdict, case.expected, "{} {}", case.claim, case.variant);
    }
}

#[test]
fn the_shortest_runs_have_these_lengths() {
    let found = [
        ("naimi/original/root-is-tail", "in-every-state", 1),
        ("naimi/original/messages", "log-in-the-worst-case", 12),
        ("naimi/recovery/I1", "in-every-state", 5),
        ("naimi/recovery/I2", "any-order", 12),
        ("naimi/recovery/I3", "any-order", 11),
        ("naimi/recovery/I4", "any-order", 11),
        ("naimi/recovery/one-token", "as-meant", 9),
        ("naimi/recovery/one-token", "as-printed", 8),
        ("naimi/recovery/one-token", "losers-told", 14),
        ("naimi/recovery/one-token", "no-failure-clock", 51),
        ("naimi/recovery/one-token", "clock", 17),
        ("naimi/recovery/I4", "next-has-not-failed", 13),
        ("naimi/recovery/fairness", "any-order", 11),
        ("naimi/consult/one-token", "three-sites-clock", 32),
        ("naimi/recovery/one-broadcast", "as-meant", 6),
    ];
    for (claim, variant, length) in found {
        assert_eq!(steps(claim, variant), length, "{claim} {variant}");
    }
}

fn originals(nodes: usize) -> original::Sites {
    let site = Original {
        rules: Rules::MEANT,
        counts_hops: false,
    };
    World::new(vec![site; nodes], Assumptions::default())
}

#[test]
fn the_states_of_the_original_algorithm_counted_twice() {
    let mutex = case("naimi/original/mutex", "as-meant");
    for (nodes, expected) in [(2, 16), (3, 318), (4, 10_504)] {
        let ours = judged(mutex, mutex.size(&[nodes as u64]));
        assert_eq!(ours.counts.distinct, expected);
        let theirs = AsModel(Arc::new(originals(nodes))).checker();
        assert_eq!(theirs.spawn_bfs().join().unique_state_count(), expected);
    }
}

#[test]
fn the_invariant_of_portions_is_about_more_than_the_sentence_of_the_paper() {
    let sites = originals(2);
    let always = properties::root_is_tail();
    let portions = properties::roots_are_tails_of_portions();
    let start = sites.initial();
    let asked = sites.steps(start.get(0));
    let (_, asked) = asked
        .iter()
        .find(|(_, state)| sites.view(state).messages().count() == 1)
        .expect("S1 asks S0");
    assert!(always.decides(&sites, asked));
    assert!(!portions.decides(&sites, asked));
}

/// Cayley: N^(N-2) trees, each with any of N roots.
#[test]
fn every_rooted_tree_is_a_start_tree() {
    for (nodes, expected) in [(2, 2), (3, 9), (4, 64), (5, 625)] {
        let trees = trees(nodes);
        assert_eq!(trees.len(), expected);
        assert_eq!(
            trees[0],
            vec![SiteId(0); nodes.into()],
            "the star comes first"
        );
        let distinct: HashSet<_> = trees.iter().collect();
        assert_eq!(distinct.len(), expected);
    }
}

#[test]
fn sizes_out_of_range_are_errors() {
    let original = case("naimi/original/mutex", "as-meant");
    let consult = case("naimi/consult/one-token", "three-sites");
    let recovery = case("naimi/recovery/one-token", "repaired");
    let clock = case("naimi/recovery/one-token", "clock");
    let longer = case("naimi/recovery/one-broadcast", "long-enough");
    let any_tree = case("naimi/recovery/one-token", "repaired-any-order");
    for (case, size, wrong) in [
        (original, &[1][..], "N"),
        (original, &[9], "N"),
        (consult, &[3, 4, 1], "r"),
        (consult, &[3, 1, 3], "crashes"),
        (recovery, &[3, 0, 1, 1], "k"),
        (recovery, &[3, 1, 0, 1], "r"),
        (recovery, &[3, 1, 1, 3], "crashes"),
        (clock, &[3, 1, 1, 1, 0], "d"),
        (longer, &[3, 1, 1, 0, 1, 0], "m"),
        (any_tree, &[6, 1, 1, 1], "N"),
    ] {
        match case.subject(&Setup::of(case.size(size))).err() {
            Some(SetupError::OutOfRange { name, .. }) => assert_eq!(name, wrong, "{size:?}"),
            other => panic!("{size:?}: {other:?}"),
        }
    }
}

#[test]
fn a_reading_assumes_what_its_world_gives_it() {
    let assumed = |variant: &str| -> Vec<_> {
        let assumed = case("naimi/recovery/one-token", variant).assumed();
        assumed.iter().map(|assumption| assumption.name).collect()
    };
    let any_order = [
        "no-loss",
        "no-duplicates",
        "synchrony",
        "whole-broadcasts",
        "crash-stop",
        "perfect-detector",
    ];
    assert_eq!(assumed("as-meant"), any_order);
    assert_eq!(assumed("losers-told")[2], "fifo");
}

/// Every label of a step that delivers, with the message it stands for.
fn labels<A: Resident<Msg: Clone>>(world: &World<A>) -> HashMap<String, A::Msg> {
    let mut labels = HashMap::new();
    let mut seen = HashSet::new();
    let mut open = vec![world.initial().get(0).to_vec()];
    while let Some(state) = open.pop() {
        if !seen.insert(world.fingerprint(&state)) {
            continue;
        }
        for envelope in world.view(&state).messages() {
            let name = world.actors()[0].message_name(&envelope.msg);
            let label = format!("{name} {} -> {}", envelope.src, envelope.dst);
            let known = labels.entry(label).or_insert_with(|| envelope.msg.clone());
            assert_eq!(*known, envelope.msg, "two messages look alike");
        }
        open.extend(world.steps(&state).into_iter().map(|(_, next)| next));
    }
    labels
}

fn world<A: Algorithm>(algorithm: &A, size: &[u64]) -> World<A::Node> {
    let parameters = algorithm.parameters().into_iter().zip(size);
    let size: Size = parameters
        .map(|(parameter, value)| (parameter.name.to_owned(), Value::Number(*value)))
        .collect();
    let nodes = algorithm.nodes(&size, None).expect("a size in range");
    World::new(nodes, algorithm.assumptions(&size).expect("in range"))
}

#[test]
fn a_label_stands_for_one_message() {
    let recovery = world(&Section5::fifo(Reading::REPAIRED), &[3, 1, 2, 1]);
    let labels = labels(&recovery);
    assert!(labels.keys().any(|label| label.contains("to the tail")));
    self::labels(&world(
        &Section5::any_order(Reading::NUMBERED),
        &[2, 1, 2, 0],
    ));
    self::labels(&world(&Section4::FIFO, &[3, 1, 1]));
    self::labels(&world(&original::Section3::COUNTING, &[3]));
}
