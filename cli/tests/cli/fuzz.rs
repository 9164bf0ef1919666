//! Damaged traces: whatever is wrong with a trace, `replay` accepts it or refuses it, and never panics.

use crate::support::{Folder, RUNS_WITH_TRACES, record, verdict_here};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use std::sync::LazyLock;

static TRACES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = Folder::new();
    let trace = |run: &&[&str]| {
        record(run, &folder.path("run.itf.json"));
        folder.read("run.itf.json")
    };
    RUNS_WITH_TRACES.iter().map(trace).collect()
});

/// The exit code of a replay of this text, which must be 0 or 2; and what is accepted can be drawn.
fn replay(text: &[u8]) -> i32 {
    let folder = Folder::new();
    let path = folder.path("run.itf.json");
    std::fs::write(&path, text).expect("a folder that can be written");
    let path = path.to_str().expect("a plain path");
    let ran = verdict_here(&["replay", path]);
    match ran.code {
        0 => assert!(ran.err.is_empty() && ran.out.contains("takes every step")),
        2 => assert!(
            ran.out.is_empty() && ran.err.starts_with("error: "),
            "{}",
            ran.err
        ),
        other => panic!("exit code {other}"),
    }
    for form in ["mermaid", "shiviz", "svg", "markdown"] {
        let drawn = verdict_here(&["trace", path, "--to", form]).code;
        assert!(
            drawn == 0 || (drawn == 2 && ran.code == 2),
            "{form}: {drawn}"
        );
    }
    ran.code
}

/// The places of all values that are neither lists nor records, below `at`.
fn leaves(value: &Value, at: String, found: &mut Vec<String>) {
    let escape = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                leaves(item, format!("{at}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                leaves(field, format!("{at}/{}", escape(name)), found);
            }
        }
        _ => found.push(at),
    }
}

fn any_trace() -> impl Strategy<Value = &'static String> {
    any::<Index>().prop_map(|index| index.get(&TRACES))
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (0u64..5).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "S[0-3]|REAL|BACKUP|NONE|crash S[0-2]|release S[0-2]|start".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!({ "#set": ["S0", "S9"] })),
        Just(json!({ "#tup": [] })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn flipped_bits(trace in any_trace(), places in prop::collection::vec((any::<Index>(), 0u8..8), 1..4)) {
        let mut text = trace.clone().into_bytes();
        for (place, bit) in places {
            let place = place.index(text.len());
            text[place] ^= 1 << bit;
        }
        replay(&text);
    }

    #[test]
    fn cut_off(trace in any_trace(), end in any::<Index>()) {
        // Behind the last brace there is only the end of the line.
        let end = end.index(trace.trim_end().len());
        prop_assert_eq!(replay(&trace.as_bytes()[..end]), 2);
    }

    #[test]
    fn swapped_steps(trace in any_trace(), one in any::<Index>(), other in any::<Index>()) {
        let mut document: Value = serde_json::from_str(trace).unwrap();
        let steps = document["states"].as_array().unwrap().len() - 1;
        let (one, other) = (1 + one.index(steps), 1 + other.index(steps));
        let first = document["states"][one]["step"].clone();
        let second = document["states"][other]["step"].clone();
        let same = first["label"] == second["label"];
        document["states"][one]["step"] = second;
        document["states"][other]["step"] = first;
        let code = replay(document.to_string().as_bytes());
        prop_assert_eq!(code, if same { 0 } else { 2 });
    }

    #[test]
    fn changed_values(trace in any_trace(), place in any::<Index>(), value in any_value()) {
        let mut document: Value = serde_json::from_str(trace).unwrap();
        let mut places = Vec::new();
        leaves(&document, String::new(), &mut places);
        let place = place.get(&places);
        let target = document.pointer_mut(place).unwrap();
        let changed = *target != value;
        *target = value;
        let code = replay(document.to_string().as_bytes());
        let of_a_state = place.starts_with("/states/") && !place.contains("/step/");
        if of_a_state && changed {
            prop_assert_eq!(code, 2, "{} was changed", place);
        }
    }

    #[test]
    fn removed_states(trace in any_trace(), place in any::<Index>()) {
        let mut document: Value = serde_json::from_str(trace).unwrap();
        let states = document["states"].as_array_mut().unwrap();
        states.remove(place.index(states.len()));
        replay(document.to_string().as_bytes());
    }

    #[test]
    fn anything_at_all(text in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(replay(&text), 2);
    }
}
