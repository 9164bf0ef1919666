//! The file format: what is written is read back, by us and by the `itf` crate; whatever else is read
//! gives an error that names the place.

use crate::generated::{self, odd_text};
use crate::ring;
use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_checker::size;
use verdict_checker::trace::{Trace, itf::read, itf::write};

#[test]
fn the_file_of_the_ring_run() {
    let mut trace = ring::trace();
    trace.states.truncate(3);
    trace.steps.truncate(2);
    insta::assert_snapshot!("itf_ring", write(&trace));
}

#[test]
fn reading_gives_back_what_was_written() {
    for trace in [ring::trace(), ring::lasso()] {
        assert_eq!(read(&write(&trace)).expect("our own file"), trace);
        assert_eq!(
            write(&read(&write(&trace)).expect("our own file")),
            write(&trace)
        );
    }
}

#[test]
fn null_and_large_integers_survive_although_itf_has_neither() {
    let mut trace = ring::trace();
    for state in &mut trace.states {
        state.insert(
            "extremes".into(),
            json!([null, u64::MAX, i64::MIN, 1u64 << 53, 7]),
        );
    }
    let text = write(&trace);
    let foreign: itf::Trace<Value> = itf::trace_from_str(&text).expect("ITF");
    assert_eq!(foreign.states[0].value["extremes"][0], Value::Null);
    assert!(text.contains(r##""#bigint": "18446744073709551615""##));
    assert_eq!(read(&text).expect("our own file"), trace);
}

#[test]
fn the_itf_crate_reads_our_files() {
    #[derive(serde::Deserialize)]
    struct State {
        step: Step,
        messages: Vec<String>,
    }
    #[derive(serde::Deserialize)]
    struct Step {
        label: String,
        at: Option<String>,
    }
    let trace = ring::trace();
    let read: itf::Trace<State> = itf::trace_from_str(&write(&trace)).expect("ITF");
    assert_eq!(read.meta.format.as_deref(), Some("ITF"));
    assert_eq!(read.meta.other["claim"], "ring/unique-real");
    assert_eq!(read.vars, ["step", "S0", "S1", "S2", "messages"]);
    assert_eq!(read.states[0].value.step.label, "start");
    let labels = read.states[1..].iter().map(|state| &state.value.step.label);
    assert!(labels.eq(trace.steps.iter().map(|step| &step.label)));
    assert_eq!(read.states[1].value.step.at.as_deref(), Some("S0"));
    assert_eq!(read.states[1].value.messages.len(), 2);
    assert_eq!(read.loop_index, None);

    let lasso: itf::Trace<itf::Value> =
        itf::trace_from_str(&write(&ring::lasso())).expect("ITF with a loop");
    assert_eq!(lasso.loop_index, Some(1));
    assert_eq!(
        lasso.states.last().and_then(|state| state.meta.index),
        Some(3)
    );
}

/// Reads the ring run after a change to its JSON and returns the error's message.
fn error_after(change: impl FnOnce(&mut Value)) -> String {
    let mut document: Value = serde_json::from_str(&write(&ring::trace())).expect("JSON");
    change(&mut document);
    read(&document.to_string())
        .expect_err("the change makes it wrong")
        .to_string()
}

fn remove(record: &mut Value, field: &str) {
    record.as_object_mut().expect("a record").remove(field);
}

#[test]
fn a_field_that_is_there_twice_is_refused() {
    let text = write(&ring::trace());
    let twice = text.replacen("\"claim\":", "\"claim\": \"other\", \"claim\":", 1);
    assert_ne!(twice, text);
    let error = read(&twice).expect_err("which of the two?").to_string();
    assert!(
        error.contains("the field \"claim\" is there twice"),
        "{error}"
    );
}

type Change = Box<dyn FnOnce(&mut Value)>;

#[test]
fn every_error_names_the_place_and_what_would_be_right() {
    let cases: Vec<(&str, Change)> = vec![
        (
            "another version",
            Box::new(|d| d["#meta"]["verdict-trace"] = json!("2")),
        ),
        (
            "no version",
            Box::new(|d| remove(&mut d["#meta"], "verdict-trace")),
        ),
        (
            "another format",
            Box::new(|d| d["#meta"]["format"] = json!("CSV")),
        ),
        ("no claim", Box::new(|d| remove(&mut d["#meta"], "claim"))),
        (
            "a claim that is a number",
            Box::new(|d| d["#meta"]["claim"] = json!(7)),
        ),
        (
            "an unknown key",
            Box::new(|d| d["#meta"]["mutnat"] = json!("x")),
        ),
        (
            "a bad parameter",
            Box::new(|d| d["#meta"]["parameters"] = json!("N=3 k=Many")),
        ),
        (
            "a parameter twice",
            Box::new(|d| d["#meta"]["parameters"] = json!("N=3 N=4")),
        ),
        (
            "an empty assumption",
            Box::new(|d| d["#meta"]["assumptions"] = json!("fifo,, x")),
        ),
        (
            "a lane that is no variable",
            Box::new(|d| d["#meta"]["lanes"] = json!("S0 S1 S7")),
        ),
        (
            "a lane twice",
            Box::new(|d| d["#meta"]["lanes"] = json!("S0 S1 S0")),
        ),
        ("no meta", Box::new(|d| remove(d, "#meta"))),
        (
            "a variable twice",
            Box::new(|d| d["vars"] = json!(["step", "S0", "S0"])),
        ),
        (
            "a variable that is a number",
            Box::new(|d| d["vars"] = json!(["step", 5])),
        ),
        (
            "no variable for the step",
            Box::new(|d| d["vars"] = json!(["S0"])),
        ),
        ("no states", Box::new(|d| d["states"] = json!([]))),
        (
            "states that are no list",
            Box::new(|d| d["states"] = json!("all of them")),
        ),
        (
            "a state that is no record",
            Box::new(|d| d["states"][2] = json!(2)),
        ),
        ("a loop to nowhere", Box::new(|d| d["loop"] = json!(8))),
        (
            "a loop that is no index",
            Box::new(|d| d["loop"] = json!(-1)),
        ),
        ("an unknown field", Box::new(|d| d["loops"] = json!(1))),
        (
            "a state left out",
            Box::new(|d| drop(d["states"].as_array_mut().map(|s| s.remove(3)))),
        ),
        (
            "a state without meta",
            Box::new(|d| remove(&mut d["states"][1], "#meta")),
        ),
        (
            "a missing variable",
            Box::new(|d| remove(&mut d["states"][4], "S2")),
        ),
        (
            "one variable too many",
            Box::new(|d| d["states"][4]["S3"] = json!(0)),
        ),
        (
            "a fraction",
            Box::new(|d| d["states"][4]["S2"]["count"] = json!(0.5)),
        ),
        (
            "a state without step",
            Box::new(|d| remove(&mut d["states"][4], "step")),
        ),
        (
            "another start",
            Box::new(|d| d["states"][0]["step"]["at"] = json!("S0")),
        ),
        (
            "no label",
            Box::new(|d| remove(&mut d["states"][3]["step"], "label")),
        ),
        (
            "another kind",
            Box::new(|d| d["states"][3]["step"]["kind"] = json!("deliver")),
        ),
        (
            "a step on no lane",
            Box::new(|d| d["states"][3]["step"]["at"] = json!("S9")),
        ),
        (
            "no sends",
            Box::new(|d| remove(&mut d["states"][3]["step"], "sent")),
        ),
        (
            "a send to nobody",
            Box::new(|d| remove(&mut d["states"][1]["step"]["sent"][1], "to")),
        ),
    ];
    let mut report = String::new();
    for (name, change) in cases {
        report.push_str(&format!("{name}\n    {}\n", error_after(change)));
    }
    let text = write(&ring::trace());
    for (name, text) in [
        ("cut off", &text[..text.len() / 2]),
        ("empty", ""),
        ("no JSON", "hello"),
    ] {
        let error = read(text).expect_err("not a trace");
        report.push_str(&format!("{name}\n    {error}\n"));
    }
    insta::assert_snapshot!("itf_errors", report);
}

#[test]
fn nesting_without_end_is_an_error_and_no_overflow() {
    assert!(read(&"[".repeat(100_000)).is_err());
    assert!(read(&"{\"#meta\":".repeat(100_000)).is_err());
}

/// Replaces one value somewhere in the document, found by counting.
fn replace_nth(value: &mut Value, countdown: &mut usize, replacement: &Value) {
    if *countdown == 0 {
        *value = replacement.clone();
    }
    *countdown = countdown.wrapping_sub(1);
    match value {
        Value::Array(items) => {
            items
                .iter_mut()
                .for_each(|item| replace_nth(item, countdown, replacement));
        }
        Value::Object(fields) => {
            fields
                .values_mut()
                .for_each(|item| replace_nth(item, countdown, replacement));
        }
        _ => {}
    }
}

/// The last place up to `limit` at which the text can be cut.
fn boundary(text: &str, limit: usize) -> usize {
    let mut cuts = (0..=limit.min(text.len())).rev();
    cuts.find(|&cut| text.is_char_boundary(cut)).unwrap_or(0)
}

fn accept_or_reject(text: &str) {
    if let Ok(trace) = read(text) {
        assert_eq!(
            read(&write(&trace)).expect("an accepted trace can be written"),
            trace
        );
    }
}

proptest! {
    #[test]
    fn any_trace_survives_writing_and_reading(trace in generated::trace()) {
        prop_assert_eq!(read(&write(&trace)).unwrap(), trace);
    }

    #[test]
    fn the_itf_crate_reads_any_trace(trace in generated::trace()) {
        let read: itf::Trace<Value> = itf::trace_from_str(&write(&trace)).unwrap();
        prop_assert_eq!(read.states.len(), trace.states.len());
        prop_assert_eq!(read.loop_index, trace.loop_start.map(|start| start as u64));
    }

    #[test]
    fn truncated_files_never_panic(trace in generated::trace(), part in 0.0..1.0) {
        let text = write(&trace);
        let cut = boundary(&text, (text.len() as f64 * part) as usize);
        accept_or_reject(&text[..cut]);
    }

    #[test]
    fn overwritten_files_never_panic(
        trace in generated::trace(), part in 0.0..1.0, length in 0usize..20, new in odd_text()
    ) {
        let text = write(&trace);
        let start = boundary(&text, (text.len() as f64 * part) as usize);
        let end = boundary(&text, start + length);
        accept_or_reject(&format!("{}{new}{}", &text[..start], &text[end..]));
    }

    #[test]
    fn replaced_values_never_panic(
        trace in generated::trace(),
        position in 0usize..120,
        new in proptest::sample::select(vec![
            json!(null), json!(0), json!(-1), json!(1.5), json!(u64::MAX), json!(""), json!("x y"),
            json!([]), json!([[]]), json!({}), json!({ "#bigint": "nine" }), json!({ "#map": 3 }),
            json!({ "#tup": [] }), json!({ "#bigint": "99999999999999999999" }),
        ]),
    ) {
        let mut document: Value = serde_json::from_str(&write(&trace)).unwrap();
        replace_nth(&mut document, &mut position.clone(), &new);
        accept_or_reject(&document.to_string());
    }

    #[test]
    fn wild_traces_are_rejected_or_survive(trace in generated::wild_trace()) {
        let outcome = read(&write(&trace));
        if trace.validate().is_ok() {
            prop_assert_eq!(outcome.unwrap(), trace);
        }
    }
}

#[test]
fn a_trace_is_checked_before_it_is_trusted() {
    type Break = fn(&mut Trace);
    let broken: Vec<(&str, Break)> = vec![
        ("states", |t| drop(t.states.pop())),
        ("loop", |t| t.loop_start = Some(8)),
        ("lanes", |t| t.lanes.push("two words".into())),
        ("kind", |t| t.steps[0].kind = "deliver".into()),
        ("parameters", |t| {
            t.origin.size.set("a b", size::Value::Number(1));
        }),
        ("assumptions", |t| {
            t.origin.assumptions.push("one, two".into())
        }),
        ("states[2].S1", |t| {
            t.states[2]["S1"] = json!({ "#tup": [] })
        }),
        ("states[2].S1", |t| {
            t.states[2]["S1"] = json!({ "#meta": 1 })
        }),
        ("states[0].step", |t| {
            drop(t.states[0].insert("step".into(), json!(1)))
        }),
    ];
    for (field, break_it) in broken {
        let mut trace = ring::trace();
        break_it(&mut trace);
        let error = trace.validate().expect_err(field).to_string();
        assert!(error.contains(field), "{field} in {error}");
    }
}
