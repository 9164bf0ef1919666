//! The termination detection: verdicts and counts of the smallest size, the runs that break it, and a second
//! opinion on the claim that the first passive node is enough.

use super::Marker;
use crate::ring::tests::{at_smallest, labels};
use verdict_checker::verdict::Verdict::{Holds, Refuted};

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
fn with_messages_to_anyone_even_n_passive_nodes_are_not_enough() {
    let found = |variant| at_smallest("ring/misra/safe", variant).verdict;
    let along_the_ring = found("first-passive-node");
    assert_eq!(along_the_ring, Holds, "along the ring one is enough");
    assert_eq!(found("to-any-successor"), Refuted);
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
