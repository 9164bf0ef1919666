//! The termination detection: verdicts and counts of the smallest size, the runs that break it, and a second
//! opinion on the claim that the first passive node is enough.

use super::claims::CASES;
use super::{Marker, Mutant};
use crate::catalog::Case;
use crate::ring::tests::judged;
use verdict_checker::verdict::Judgement;
use verdict_checker::verdict::Verdict::{self, Holds, Refuted};

fn case(claim: &str, variant: &str) -> &'static Case {
    let mut cases = CASES.iter();
    let found = cases.find(|case| case.claim == claim && case.variant == variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

fn at_smallest(claim: &str, variant: &str) -> Judgement {
    let case = case(claim, variant);
    judged(case, &case.smallest(), 1_000_000)
}

fn labels(judgement: &Judgement) -> Vec<&str> {
    let trace = judgement.trace.as_ref().expect("a refutation has a run");
    trace.steps.iter().map(|step| &step.label[..]).collect()
}

#[test]
fn every_reading_has_its_verdict() {
    for case in CASES {
        let found = judged(case, &case.smallest(), 1_000_000).verdict;
        assert_eq!(found, case.expected, "{} {}", case.claim, case.variant);
    }
}

#[test]
fn the_numbers_of_states_are_pinned() {
    let counts = |variant| at_smallest("ring/misra/safe", variant).counts.distinct;
    assert_eq!(counts("since-last-visit-without-crashes"), 1_940);
    assert_eq!(counts("refusing-the-dead"), 4_876);
    assert_eq!(counts("update-as-printed"), 4_916);
}

#[test]
fn as_worded_a_node_that_sent_and_finished_counts_as_passive() {
    let judgement = at_smallest("ring/misra/safe", "as-worded");
    assert_eq!(
        labels(&judgement)[5..],
        [
            "send-work-to-S0 S2",
            "become-passive S2",
            "deliver TOKEN(S2, 2, passive_count 2) S1->S2",
            "pass-token S2",
        ]
    );
}

#[test]
fn a_report_overtakes_the_last_message_of_the_crashed() {
    let judgement = at_smallest("ring/misra/safe", "since-last-visit");
    let run = labels(&judgement);
    assert_eq!(run.len(), 10);
    assert_eq!(run[0], "send-work-to-S1 S0");
    assert!(run.contains(&"suspect S0 at S1"), "{run:?}");
    assert!(!run.iter().any(|step| step.starts_with("deliver WORK")));
}

#[test]
fn read_exactly_the_count_jumps_over_n_for_ever() {
    let judgement = at_smallest("ring/misra/live", "exactly-n");
    let run = labels(&judgement);
    assert!(
        run.iter().any(|step| step.contains("passive_count 4")),
        "{run:?}"
    );
    let trace = judgement.trace.as_ref().expect("a run");
    assert!(trace.loop_start.is_some(), "it goes on for ever");
}

#[test]
fn dropping_an_assumption_has_the_listed_consequence() {
    for case in CASES {
        for (name, expected) in case.assumptions {
            if *expected == Verdict::Bounded {
                continue; // an infinite world
            }
            let mut setup = case.smallest();
            setup.without.push((*name).to_owned());
            let found = judged(case, &setup, 100_000).verdict;
            assert_eq!(
                found, *expected,
                "{} {} without {name}",
                case.claim, case.variant
            );
        }
    }
}

#[test]
fn with_messages_to_anyone_even_n_passive_nodes_are_not_enough() {
    let case = case("ring/misra/safe", "first-passive-node");
    let holds = judged(case, &case.smallest(), 1_000_000);
    assert_eq!(holds.verdict, Holds, "along the ring one is enough");
    let case = self::case("ring/misra/safe", "to-any-successor");
    assert_eq!(judged(case, &case.smallest(), 1_000_000).verdict, Refuted);
}

#[test]
fn every_mutant_has_its_name() {
    for (name, _) in Mutant::NAMES {
        assert!(Mutant::named(name).is_some(), "{name}");
    }
    assert_eq!(Mutant::named("luck"), None);
}

#[test]
fn a_marker_is_written_as_in_the_paper() {
    let marker = |computation| Marker {
        passive_count: 2,
        computation,
    };
    assert_eq!(format!("{:?}", marker(1)), "passive_count 2");
    assert_eq!(
        format!("{:?}", marker(2)),
        "passive_count 2 of computation 2"
    );
}
