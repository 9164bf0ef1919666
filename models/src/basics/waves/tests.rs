//! What the catalog says of the waves, and the lengths of the shortest runs that break a reading.

use std::sync::LazyLock;
use verdict_checker::catalog::{Catalog, Setup};
use verdict_checker::search::Limits;
use verdict_checker::verdict::{Judgement, Verdict};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| crate::catalog().expect("no slips"));

fn judged(claim: &str, variant: &str, size: &[u64]) -> Judgement {
    let case = CATALOG.case(claim, variant).expect("a case of the catalog");
    let subject = case
        .subject(&Setup::of(case.size(size)))
        .expect("a size in range");
    subject.judge(Limits::default(), &|_| {})
}

#[test]
fn the_initiator_that_is_any_process_sends_the_token_around_for_ever() {
    for nodes in 1..=5 {
        let judgement = judged("basics/ring-wave", "any-process", &[nodes]);
        assert_eq!(judgement.verdict, Verdict::Refuted, "N = {nodes}");
        let trace = judgement.trace.expect("refuted by a run");
        assert!(
            trace.loop_start.is_some(),
            "the run comes back to where it was"
        );
    }
}

#[test]
fn two_initiators_on_a_ring_of_two_hear_from_everybody_and_on_a_larger_one_do_not() {
    let verdict = |nodes| judged("basics/ring-wave", "two-initiators", &[nodes]).verdict;
    assert_eq!(
        [2, 3, 4].map(verdict),
        [Verdict::Holds, Verdict::Refuted, Verdict::Refuted]
    );
}

#[test]
fn two_processes_inform_each_other_whatever_a_token_carries() {
    for (claim, variant) in [
        ("basics/tree-wave/two-decide", "information-of-the-sender"),
        ("basics/tree-wave/all-decide", "information-once"),
    ] {
        let verdict = |nodes| judged(claim, variant, &[nodes]).verdict;
        assert_eq!(
            [2, 3].map(verdict),
            [Verdict::Holds, Verdict::Refuted],
            "{claim}"
        );
    }
}
