//! Explanations of runs written by hand: every kind of step, every dropped assumption.

use crate::generated;
use crate::ring::{self, deliver, local, on_channel, suspect};
use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_checker::explain::Explanation;
use verdict_checker::replay::{Replayed, Shows};
use verdict_checker::trace::{Step, Trace};

fn replayed(trace: &Trace, complaint: Option<&str>) -> Replayed {
    Replayed {
        steps: trace.steps.len(),
        broken: vec![trace.origin.property.clone()],
        complaint: complaint.map(str::to_owned),
        shows: Shows::Violation,
        still_possible: Vec::new(),
    }
}

fn explained(trace: &Trace, complaint: Option<&str>) -> Explanation {
    Explanation::of(trace, &replayed(trace, complaint))
}

/// A run of three nodes with the given steps; all nodes are up until a step of theirs is a crash.
fn run(steps: Vec<Step>) -> Trace {
    let mut trace = ring::trace();
    let node = |up: bool, steps: usize| json!({ "up": up, "steps": steps });
    let mut nodes = [(true, 0usize); 3];
    let show = |nodes: &[(bool, usize); 3]| {
        let shown = nodes.iter().zip(&trace.lanes);
        shown
            .map(|((up, steps), lane)| (lane.clone(), node(*up, *steps)))
            .collect()
    };
    let mut states = vec![show(&nodes)];
    for step in &steps {
        let lane = trace
            .lanes
            .iter()
            .position(|lane| Some(lane) == step.at.as_ref());
        if let Some(lane) = lane {
            nodes[lane].1 += 1;
            nodes[lane].0 =
                !step.label.contains("crash") && (nodes[lane].0 || step.kind == "return");
        }
        states.push(show(&nodes));
    }
    trace.states = states;
    trace.steps = steps;
    trace
}

#[test]
fn the_ring_run() {
    insta::assert_snapshot!(explained(&ring::trace(), None));
}

#[test]
fn a_lasso() {
    insta::assert_snapshot!(explained(&ring::lasso(), None));
}

#[test]
fn every_kind_of_step() {
    let mut amid = local("release", "S0", &[("m", "S1")]);
    amid.label = "release S0, crash S0 having sent only m->S1".into();
    let mut timeout = local("timeout", "S1", &[]);
    timeout.label = "timeout retry at S1".into();
    let odd = Step {
        label: "Cas(3) S2".into(),
        kind: "Cas(3)".into(),
        at: Some("S2".into()),
        ..Step::default()
    };
    let trace = run(vec![
        suspect("S0", "S1", &[]),
        amid,
        on_channel("duplicate", "m", "S0", "S1"),
        deliver("m", "S0", "S1"),
        on_channel("lose", "m", "S0", "S1"),
        suspect("S0", "S2", &[("a", "S1"), ("b", "S0")]),
        local("return", "S0", &[]),
        timeout,
        local("try-again", "S1", &[]),
        local("send-to-S2", "S1", &[("c", "S2")]),
        odd,
        tick(),
        local("crash", "S2", &[]),
    ]);
    insta::assert_snapshot!(explained(&trace, None));
}

#[test]
fn by_its_trace_alone_every_step_is_told() {
    let trace = run(vec![
        local("release", "S0", &[("m", "S1")]),
        local("release", "S2", &[]),
        deliver("m", "S0", "S1"),
    ]);
    let explanation = explained(&trace, Some("S1 is wrong."));
    let told: Vec<_> = explanation.steps.iter().map(|told| told.step).collect();
    assert_eq!((told, explanation.left_out), (vec![1, 2, 3], vec![]));
}

fn tick() -> Step {
    Step {
        label: "tick".into(),
        kind: "tick".into(),
        ..Step::default()
    }
}

#[test]
fn ticks_are_told_together_but_not_across_the_beginning_of_a_loop() {
    let mut trace = run(vec![
        local("release", "S0", &[]),
        tick(),
        tick(),
        tick(),
        local("release", "S1", &[]),
        tick(),
        tick(),
    ]);
    let timers = [
        "retry in 3..4",
        "retry in 3..4",
        "retry in 2..3",
        "retry in 1..2",
        "retry in 0..1",
        "retry in 0..1",
    ];
    for (state, timer) in trace.states.iter_mut().zip(timers).skip(1) {
        state["S0"]["timers"] = json!([timer]);
    }
    let told = |trace: &Trace| -> Vec<_> {
        let steps = explained(trace, None).steps.into_iter();
        steps.map(|t| (t.step, t.through, t.text)).collect()
    };
    let sentence = |number: (usize, usize), text: &str| (number.0, number.1, text.to_owned());
    assert_eq!(
        told(&trace)[..3],
        [
            sentence(
                (1, 1),
                "S0 releases: it now has steps = 1 (was 0), and starts its timer `retry` (due in 3 to 4 ticks)."
            ),
            sentence((2, 4), "3 ticks pass: timer `retry` of S0 is due."),
            sentence((5, 5), "S1 releases: it now has steps = 1 (was 0)."),
        ]
    );
    trace.loop_start = Some(4);
    trace.states[7] = trace.states[3].clone();
    let numbers: Vec<_> = told(&trace).iter().map(|t| (t.0, t.1)).collect();
    assert_eq!(numbers, [(1, 1), (2, 3), (4, 4), (5, 5), (6, 7)]);
    let text = explained(&trace, None).to_text();
    assert!(text.contains("\n2-3. 2 ticks pass"), "{text}");
}

#[test]
fn a_report_that_comes_before_the_last_message_says_so() {
    let mut trace = run(vec![local("crash", "S0", &[]), suspect("S0", "S1", &[])]);
    trace.states[1].insert("network".into(), json!(["m S0->S1 after 1", "m S0->S2"]));
    let text = &explained(&trace, None).steps[1].text;
    assert_eq!(
        text,
        "S1 learns that S0 has crashed, while a message from S0 is still on its way to it: it now has steps = 1 (was 0)."
    );
}

#[test]
fn what_a_crashing_node_has_received_is_not_lost() {
    let mut amid = deliver("m", "S0", "S1");
    amid.label = "deliver m S0->S1, crash S1 having sent only nothing".into();
    let mut trace = run(vec![amid]);
    trace.states[0].insert("network".into(), json!(["m S0->S1", "task T1 S2->S1"]));
    trace.states[1].insert("network".into(), json!([]));
    let text = &explained(&trace, None).steps[0].text;
    assert_eq!(
        text,
        "S1 receives m from S0 but crashes while it sends: none of its messages has left, and `task T1`, on its way to S1, \
         reaches nobody."
    );
}

#[test]
fn an_instance_is_told_by_what_was_found() {
    let mut trace = run(vec![Step {
        label: "look at row 2".into(),
        kind: "look".into(),
        ..Step::default()
    }]);
    let known = json!({ "printed": "a: 1; b: 2", "found": "a: 1; b: 2", "left": "", "rows": 2, "columns": 2 });
    trace.states[1].insert("known".into(), known);
    let text = &explained(&trace, None).steps[0].text;
    let found = "Row 2: printed and found = [a: 1; b: 2]; left = nothing; rows = 2; columns = 2.";
    assert_eq!(text, found);
}

#[test]
fn what_is_claimed_stands_before_what_is_found() {
    let explanation = explained(&ring::trace(), None).claiming("all is well", "as it is written");
    let text = explanation.to_text();
    assert!(
        text.contains(" steps\n\nClaimed: all is well\nRead as: as it is written\n\n"),
        "{text}"
    );
}

#[test]
fn each_step_names_those_from_which_it_follows() {
    let trace = run(vec![
        local("release", "S0", &[("m", "S1")]),
        deliver("m", "S0", "S1"),
        local("release", "S0", &[]),
    ]);
    let because: Vec<_> = explained(&trace, None)
        .steps
        .into_iter()
        .map(|t| t.because)
        .collect();
    assert_eq!(because, [vec![], vec![1], vec![1]]);
}

#[test]
fn a_loss_is_told_although_it_is_in_nobodys_past() {
    let trace = run(vec![
        local("release", "S0", &[("m", "S1")]),
        on_channel("lose", "m", "S0", "S1"),
        local("release", "S2", &[]),
    ]);
    let explanation = explained(&trace, Some("S1 waits."));
    let told: Vec<_> = explanation.steps.iter().map(|told| told.step).collect();
    assert_eq!(told, [1, 2, 3]);
}

#[test]
fn what_is_ignored_is_told_if_the_run_rests() {
    let mut trace = run(vec![local("crash", "S0", &[]), suspect("S0", "S1", &[])]);
    trace.states[2]["S1"] = trace.states[1]["S1"].clone();
    trace.loop_start = Some(2);
    let explanation = explained(&trace, Some("S1 waits."));
    let told: Vec<_> = explanation
        .steps
        .iter()
        .map(|told| told.text.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "S0 crashes.",
            "S1 learns that S0 has crashed and does nothing about it."
        ]
    );
    let ending = explanation.for_ever.as_deref();
    assert_eq!(ending, Some("From then on nothing can happen any more."));
    let mut decided = replayed(&trace, None);
    decided.still_possible = vec!["crash S1".into(), "crash S2".into()];
    let ending = Explanation::of(&trace, &decided).for_ever;
    let crashes = "From then on nothing can happen except further crashes.";
    assert_eq!(ending.as_deref(), Some(crashes));
}

#[test]
fn numbers_that_the_model_lowers_everywhere_are_told_apart() {
    let mut trace = run(vec![deliver("m", "S0", "S1")]);
    for (state, counts) in trace.states.iter_mut().zip([[3, 2, 4], [0, 2, 1]]) {
        for (lane, count) in ["S0", "S1", "S2"].iter().zip(counts) {
            state[*lane] = json!({ "count": count });
        }
    }
    let text = &explained(&trace, None).steps[0].text;
    assert_eq!(
        text,
        "S1 receives m from S0: it now has count = 5 (was 2). (The model now lowers every count by 3: only \
         their differences matter.)"
    );
}

#[test]
fn messages_to_a_node_that_crashes_reach_nobody() {
    let mut trace = run(vec![local("crash", "S1", &[])]);
    trace.states[0].insert("network".into(), json!(["m S0->S1", "m S0->S2"]));
    trace.states[1].insert("network".into(), json!(["m S0->S2"]));
    let text = &explained(&trace, None).steps[0].text;
    assert_eq!(text, "S1 crashes: m, on its way to S1, reaches nobody.");
}

/// What is said of an assumption that was dropped from a run.
fn said(assumption: &str, steps: Vec<Step>) -> (Option<usize>, String) {
    let mut trace = run(steps);
    trace.origin.dropped = vec![assumption.to_owned()];
    let mut used = explained(&trace, None).dropped;
    let used = used.remove(0);
    (used.step, used.text)
}

#[test]
fn the_step_that_an_assumption_forbids_is_named() {
    let release = || local("release", "S0", &[("m", "S1")]);
    let crash = |at: &str| local("crash", at, &[]);
    let mut amid = release();
    amid.label = "release S0, crash S0 having sent only m->S1".into();
    let cases = [
        (
            "no-loss",
            vec![release(), on_channel("lose", "m", "S0", "S1")],
        ),
        (
            "no-duplicates",
            vec![release(), on_channel("duplicate", "m", "S0", "S1")],
        ),
        ("crash-stop", vec![crash("S0"), local("return", "S0", &[])]),
        (
            "perfect-detector",
            vec![release(), suspect("S0", "S1", &[])],
        ),
        ("no-crash", vec![release(), crash("S2")]),
        ("whole-broadcasts", vec![crash("S1"), amid]),
        ("at-most-k-in-a-row", vec![crash("S0"), crash("S2")]),
        (
            "fifo",
            vec![
                local("release", "S0", &[("m", "S1")]),
                local("release", "S0", &[("n", "S1")]),
                deliver("n", "S0", "S1"),
            ],
        ),
        ("initial-copies", vec![release()]),
        ("no-loss", vec![release()]),
        (
            "perfect-detector",
            vec![crash("S0"), suspect("S0", "S1", &[])],
        ),
    ];
    let said: Vec<_> = cases
        .into_iter()
        .map(|(name, steps)| said(name, steps))
        .collect();
    let numbers: Vec<_> = said.iter().map(|(step, _)| *step).collect();
    let expected = [2, 2, 2, 2, 2, 2, 2, 3, 0, 0, 0].map(|step| (step > 0).then_some(step));
    assert_eq!(numbers, expected);
    let texts: Vec<_> = said.into_iter().map(|(_, text)| text).collect();
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn an_explanation_is_data_too() {
    let json = serde_json::to_value(explained(&ring::trace(), Some("S1 is wrong."))).unwrap();
    assert_eq!(json["shows"], "violation");
    assert_eq!(
        json["what"].as_str().unwrap().split(". ").next(),
        Some("S1 is wrong.")
    );
    assert_eq!(json["steps"][0]["label"], "release S0");
    assert!(json["leftOut"].is_array() && json["forEver"] == Value::Null);
}

proptest! {
    #[test]
    fn every_run_can_be_explained(trace in generated::trace(), complaint in generated::odd_text()) {
        let explanation = explained(&trace, Some(&complaint));
        let told = explanation.steps.iter().map(|told| told.through + 1 - told.step);
        prop_assert_eq!(told.sum::<usize>(), trace.steps.len());
        prop_assert!(explanation.steps.iter().all(|told| told.text.ends_with(['.', ')'])));
        prop_assert!(!explanation.to_text().is_empty());
    }
}
