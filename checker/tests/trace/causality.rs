//! Happens-before, with answers worked out by hand.

use crate::generated;
use crate::ring::{self, deliver, local, on_channel, suspect};
use proptest::prelude::*;
use verdict_checker::trace::causality::{Causality, InFlight, causes};
use verdict_checker::trace::{Step, Trace};

/// A trace of which only lanes and steps matter.
fn run(steps: Vec<Step>) -> Trace {
    let mut trace = ring::trace();
    trace.states = vec![trace.states[0].clone(); steps.len() + 1];
    trace.steps = steps;
    trace
}

#[test]
fn the_past_of_every_step_of_the_ring_run() {
    let trace = ring::trace();
    let pasts: Vec<Vec<usize>> = (0..7).map(|step| causes(&trace, step)).collect();
    let expected: [&[usize]; 7] = [
        &[],
        &[0],             // the delivery follows the release
        &[0],             // the crash follows the release, on the same lane
        &[0],             // the loss follows the release, and nothing follows the loss
        &[0, 1, 2],       // the report at S1 follows the crash of S0
        &[0, 1, 2, 4],    // so does the release by S1
        &[0, 1, 2, 4, 5], // and its delivery
    ];
    assert_eq!(pasts, expected);
    assert!(causes(&trace, 99).is_empty(), "no such step");
}

#[test]
fn a_copy_of_what_was_sent_before_the_run_comes_from_its_duplication() {
    let trace = run(vec![
        on_channel("duplicate", "m", "S0", "S1"),
        deliver("m", "S0", "S1"),
        deliver("m", "S0", "S1"),
    ]);
    assert_eq!(causes(&trace, 2), [0, 1]);
}

#[test]
fn the_vector_clocks_of_the_ring_run() {
    let clocks = Causality::of(&ring::trace()).clocks();
    let expected = [
        [1, 0, 0],
        [1, 1, 0],
        [2, 0, 0],
        [1, 0, 0],
        [2, 2, 0],
        [2, 3, 0],
        [2, 3, 1],
    ];
    assert_eq!(clocks, expected);
}

#[test]
fn two_messages_of_the_ring_run_are_still_in_flight() {
    let message = |sent_by, to, text: &str| InFlight {
        sent_by,
        from: 1,
        to,
        message: text.into(),
    };
    let expected = [message(4, 2, "UPDATE(S1)"), message(5, 0, "TOKEN(S2, 2)")];
    assert_eq!(Causality::of(&ring::trace()).in_flight(), expected);
}

#[test]
fn equal_messages_are_matched_in_the_order_of_sending() {
    let trace = run(vec![
        local("tick", "S0", &[("m", "S1")]),
        local("tick", "S0", &[("m", "S1")]),
        deliver("m", "S0", "S1"),
        deliver("m", "S0", "S1"),
    ]);
    let order = Causality::of(&trace);
    assert_eq!([2, 3].map(|step| order.sent_by(step)), [Some(0), Some(1)]);
    assert_eq!(order.causes(2), [0]);
    assert_eq!(order.causes(3), [0, 1, 2]);
    assert!(order.in_flight().is_empty());
}

#[test]
fn only_sender_receiver_and_message_together_match() {
    let trace = run(vec![
        local("tick", "S0", &[("m", "S2"), ("n", "S1"), ("m", "S1")]),
        local("tick", "S2", &[("m", "S1")]),
        deliver("m", "S2", "S1"),
    ]);
    let order = Causality::of(&trace);
    assert_eq!(order.sent_by(2), Some(1));
    assert_eq!(order.in_flight().len(), 3);
}

#[test]
fn a_duplicate_comes_from_the_same_send_and_from_the_duplication() {
    let trace = run(vec![
        local("tick", "S0", &[("m", "S1")]),
        on_channel("duplicate", "m", "S0", "S1"),
        deliver("m", "S0", "S1"),
        deliver("m", "S0", "S1"),
    ]);
    let order = Causality::of(&trace);
    assert_eq!([1, 2, 3].map(|step| order.sent_by(step)), [Some(0); 3]);
    assert_eq!(order.causes(2), [0]);
    assert_eq!(order.causes(3), [0, 1, 2]);
    assert!(order.in_flight().is_empty());
}

#[test]
fn a_message_that_arrives_again_without_a_word_is_the_last_one_sent() {
    let trace = run(vec![
        local("tick", "S0", &[("m", "S1")]),
        deliver("m", "S0", "S1"),
        deliver("m", "S0", "S1"),
        deliver("never sent", "S0", "S1"),
    ]);
    let order = Causality::of(&trace);
    assert_eq!(
        [1, 2, 3].map(|step| order.sent_by(step)),
        [Some(0), Some(0), None]
    );
}

#[test]
fn a_lost_message_is_not_delivered_instead_of_its_twin() {
    let trace = run(vec![
        local("tick", "S0", &[("m", "S1")]),
        local("tick", "S0", &[("m", "S1")]),
        on_channel("lose", "m", "S0", "S1"),
        deliver("m", "S0", "S1"),
    ]);
    let order = Causality::of(&trace);
    assert_eq!([2, 3].map(|step| order.sent_by(step)), [Some(0), Some(1)]);
}

#[test]
fn a_mistaken_suspicion_follows_from_nothing_but_its_own_lane() {
    let trace = run(vec![local("tick", "S0", &[]), suspect("S0", "S1", &[])]);
    assert!(causes(&trace, 1).is_empty());
}

proptest! {
    /// Vector clocks and the graph are two ways to say the same.
    #[test]
    fn clocks_tell_exactly_who_came_before_whom(trace in generated::trace()) {
        let order = Causality::of(&trace);
        let clocks = order.clocks();
        let lane = |step: usize| {
            let step: &Step = &trace.steps[step];
            let on_lane = !["lose", "drop", "duplicate"].contains(&step.kind.as_str());
            step.at.as_ref().filter(|_| on_lane).and_then(|at| trace.lanes.iter().position(|l| l == at))
        };
        for later in 0..trace.steps.len() {
            let past = order.causes(later);
            prop_assert!(past.iter().all(|&earlier| earlier < later));
            for earlier in (0..trace.steps.len()).filter(|&step| step != later) {
                let Some(lane) = lane(earlier) else { continue };
                let known = clocks[later][lane] >= clocks[earlier][lane];
                prop_assert_eq!(known, past.contains(&earlier), "{} before {}", earlier, later);
            }
        }
    }
}

#[test]
fn a_crash_amid_sends_comes_before_its_report() {
    let mut trace = ring::trace();
    trace.steps = vec![
        ring::local("release", "S0", &[("TOKEN(S1, 1)", "S1")]),
        ring::suspect("S0", "S2", &[]),
    ];
    trace.steps[0].label = "release S0, crash S0 having sent only TOKEN(S1, 1)->S1".into();
    trace.states.truncate(3);
    for (state, up) in trace.states.iter_mut().zip([true, false, false]) {
        state["S0"] = serde_json::json!({ "up": up });
    }
    assert_eq!(trace.goes_down(0), Some("S0"));
    assert_eq!(causes(&trace, 1), [0]);
}
