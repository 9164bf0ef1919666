//! What the catalog says of this source is what the search finds, and nothing smaller.

use super::claims::CASES;
use super::original::{Original, Sites};
use super::root_is_tail;
use super::tree::Rules;
use crate::catalog::{Case, SetupError};
use crate::world::{Assumptions, World};
use stateright::{Checker, Model};
use std::sync::Arc;
use verdict_checker::search::Limits;
use verdict_checker::space::AsModel;
use verdict_checker::verdict::{Judgement, Verdict};

fn cases() -> impl Iterator<Item = &'static Case> {
    CASES.iter().copied().flatten()
}

fn case(claim: &str, variant: &str) -> &'static Case {
    let found = cases().find(|case| case.claim == claim && case.variant == variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

fn judged(case: &Case, size: &[u64]) -> Judgement {
    let judge = case.judge(&case.setup(size)).expect("a size of its own");
    judge.judge(Limits::default(), &|_| {})
}

fn steps(claim: &str, variant: &str) -> usize {
    let case = case(claim, variant);
    let judgement = judged(case, case.sizes[0]);
    assert_eq!(judgement.verdict, Verdict::Refuted, "{claim} {variant}");
    judgement.trace.expect("refuted by a run").steps.len()
}

#[test]
fn every_case_gets_its_verdict_at_its_smallest_size() {
    for case in cases() {
        let verdict = judged(case, case.sizes[0]).verdict;
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
        ("naimi/recovery/one-broadcast", "as-meant", 6),
    ];
    for (claim, variant, length) in found {
        assert_eq!(steps(claim, variant), length, "{claim} {variant}");
    }
}

fn originals(nodes: usize) -> Sites {
    let site = Original {
        rules: Rules::MEANT,
        counts_hops: false,
    };
    World::new(vec![site; nodes], Assumptions::default())
}

#[test]
fn the_states_of_the_original_algorithm_counted_twice() {
    for (nodes, expected) in [(2, 16), (3, 318), (4, 10_504)] {
        let ours = judged(case("naimi/original/mutex", "as-meant"), &[nodes as u64]);
        assert_eq!(ours.counts.distinct, expected);
        let theirs = AsModel(Arc::new(originals(nodes))).checker();
        assert_eq!(theirs.spawn_bfs().join().unique_state_count(), expected);
    }
}

#[test]
fn the_invariant_of_portions_is_about_more_than_the_sentence_of_the_paper() {
    let sites = originals(2);
    let always = root_is_tail::always();
    let portions = root_is_tail::of_portions();
    let start = verdict_checker::space::Space::initial(&sites);
    let start = verdict_checker::space::Row::get(&start, 0);
    let asked = verdict_checker::space::Space::steps(&sites, start);
    let (_, asked) = asked
        .iter()
        .find(|(_, state)| sites.view(state).messages().count() == 1)
        .expect("S1 asks S0");
    assert!(always.decides(&sites, asked));
    assert!(!portions.decides(&sites, asked));
}

#[test]
fn sizes_out_of_range_are_errors() {
    let original = case("naimi/original/mutex", "as-meant");
    let recovery = case("naimi/recovery/one-token", "repaired");
    let clock = case("naimi/recovery/one-token", "clock");
    for (case, size, wrong) in [
        (original, &[1][..], "N"),
        (original, &[9], "N"),
        (recovery, &[3, 0, 1, 1], "k"),
        (recovery, &[3, 1, 0, 1], "r"),
        (recovery, &[3, 1, 1, 3], "crashes"),
        (clock, &[3, 1, 1, 1, 0], "d"),
    ] {
        match case.judge(&case.setup(size)).err() {
            Some(SetupError::OutOfRange { name, .. }) => assert_eq!(name, wrong, "{size:?}"),
            other => panic!("{size:?}: {other:?}"),
        }
    }
}
