//! The counterexamples of the ring, lassos included, replay; with one thing changed they do not.

use super::*;
use serde_json::{Value, json};
use verdict_checker::replay::Mismatch;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::{Sent, Trace};

/// A run that decides a case at N = 3, k = 1, with what is needed to replay it.
fn decided(claim: &str, variant: &str, without: &[&str]) -> (Box<dyn AnySubject>, Trace) {
    let case = case(claim, variant);
    let setup = Setup {
        without: without.iter().map(|name| (*name).to_owned()).collect(),
        ..Setup::of(case.size(&[3, 1]))
    };
    let subject = case.subject(&setup).expect("a setup of the catalog");
    let trace = judged(case, &setup, 30_000).trace;
    (subject, trace.expect("a run decides the case"))
}

fn all_decided() -> Vec<(Box<dyn AnySubject>, Trace)> {
    vec![
        decided("ring/unique-real", "as-meant", &["perfect-detector"]),
        decided("ring/unique-real", "as-meant", &["crash-stop"]),
        decided("ring/unique-real", "line-by-line", &[]),
        decided("ring/unique-real", "returns-empty", &[]),
        decided("ring/never-lost", "interrupted", &[]),
        decided("ring/never-lost", "as-meant", &["no-loss"]),
        decided("ring/never-lost", "as-meant", &["at-most-k-in-a-row"]),
        decided("ring/test-as-printed", "as-printed", &[]),
        decided("ring/update-order-as-printed", "as-printed", &[]),
        decided("ring/nested-detection", "every-state", &[]),
        decided("ring/bound-is-tight", "one-more", &[]),
    ]
}

#[test]
fn what_was_found_replays() {
    for (subject, trace) in all_decided() {
        let replayed = subject.replay(&trace).expect("it was just found");
        assert_eq!(replayed.steps, trace.steps.len());
        assert_eq!(trace.loop_start.is_some(), subject.is_liveness());
    }
}

/// Another value of the same kind.
fn changed(value: &Value) -> Value {
    match value {
        Value::Bool(yes) => json!(!yes),
        Value::Number(number) => json!(number.as_u64().unwrap() + 1),
        Value::String(text) => json!(format!("{text}'")),
        Value::Array(items) => json!([&items[..], &[json!("more")]].concat()),
        Value::Object(fields) => {
            let mut fields = fields.clone();
            let last = fields.keys().next_back().unwrap().clone();
            let other = changed(&fields[&last]);
            fields.insert(last, other);
            fields.into()
        }
        Value::Null => json!(0),
    }
}

#[test]
fn no_value_of_no_state_can_be_changed() {
    for (subject, trace) in all_decided() {
        for (index, state) in trace.states.iter().enumerate() {
            for name in state.keys() {
                let mut other = trace.clone();
                let value = changed(&state[name]);
                other.states[index].insert(name.clone(), value.clone());
                let Err(Mismatch::Differs {
                    step,
                    variable,
                    trace,
                    ..
                }) = subject.replay(&other)
                else {
                    panic!("a changed {name} in state {index} passes");
                };
                assert_eq!((step, &variable), (index, name));
                assert_eq!(trace, value.to_string());
            }
        }
    }
}

#[test]
fn no_label_can_be_changed() {
    for (subject, trace) in all_decided() {
        for index in 0..trace.steps.len() {
            let mut other = trace.clone();
            other.steps[index].label.push('7');
            let mismatch = subject.replay(&other).unwrap_err();
            assert!(
                matches!(&mismatch, Mismatch::NotEnabled { step, .. } if *step == index + 1),
                "{mismatch}"
            );
        }
    }
}

#[test]
fn no_step_can_be_left_out() {
    for (subject, trace) in all_decided() {
        for index in 0..trace.steps.len() {
            let mut other = trace.clone();
            other.steps.remove(index);
            other.states.remove(index + 1);
            other.loop_start = other.loop_start.map(|start| start.min(other.steps.len()));
            match subject.replay(&other).unwrap_err() {
                Mismatch::NotEnabled { step, .. } | Mismatch::Differs { step, .. } => {
                    assert!(step > index, "steps before the gap are as they were");
                }
                // The last step was left out.
                Mismatch::DecidesNothing(_) | Mismatch::Unfair(_) => {
                    assert_eq!(index, trace.steps.len() - 1);
                }
                other => panic!("{other}"),
            }
        }
    }
}

#[test]
fn no_step_can_be_told_otherwise() {
    let (subject, trace) = decided("ring/never-lost", "as-meant", &["no-loss"]);
    for index in 0..trace.steps.len() {
        let mut moved = trace.clone();
        let elsewhere = trace
            .lanes
            .iter()
            .find(|lane| Some(*lane) != trace.steps[index].at.as_ref());
        moved.steps[index].at = elsewhere.cloned();
        let mut sending = trace.clone();
        sending.steps[index].sent.push(Sent {
            to: "S0".to_owned(),
            message: "TOKEN(S0, 3)".to_owned(),
        });
        for (other, told) in [(moved, "at"), (sending, "sent")] {
            let mismatch = subject.replay(&other).unwrap_err();
            assert!(
                matches!(&mismatch, Mismatch::Misdescribed { step, field, .. }
                    if *step == index + 1 && *field == told),
                "{mismatch}"
            );
        }
    }
}

#[test]
fn the_printed_test_never_regenerates() {
    // S0 crashes with the token, S1 is told, and nothing more is owed: the run rests.
    let (subject, trace) = decided("ring/test-as-printed", "as-printed", &[]);
    let labels: Vec<_> = trace.steps.iter().map(|step| &step.label[..]).collect();
    assert_eq!(labels, ["crash S0", "suspect S0 at S1"]);
    assert_eq!(trace.loop_start, Some(2));
    let replayed = subject.replay(&trace).unwrap();
    assert_eq!(replayed.broken, ["a REAL token exists again"]);
}

#[test]
fn a_rest_before_the_report_is_unfair() {
    let (subject, mut trace) = decided("ring/test-as-printed", "as-printed", &[]);
    trace.steps.pop();
    trace.states.pop();
    trace.loop_start = Some(1);
    let mismatch = subject.replay(&trace);
    assert_eq!(
        mismatch,
        Err(Mismatch::Unfair("suspect S0 at S1".to_owned()))
    );
}

#[test]
fn a_loop_that_is_open_or_missing_is_rejected() {
    let (subject, trace) = decided("ring/test-as-printed", "as-printed", &[]);
    for start in [0, 1] {
        let mut open = trace.clone();
        open.loop_start = Some(start);
        assert_eq!(
            subject.replay(&open),
            Err(Mismatch::LoopDoesNotClose(start))
        );
    }
    let mut straight = trace;
    straight.loop_start = None;
    let mismatch = subject.replay(&straight).unwrap_err();
    assert_eq!(
        mismatch,
        Mismatch::DecidesNothing("break `never-lost`".to_owned())
    );
}
