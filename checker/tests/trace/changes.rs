//! What a step changed, in words.

use crate::ring;
use serde_json::{Map, Value, json};
use verdict_checker::trace::changes::{changes, short};

fn told(before: Value, after: Value) -> Vec<String> {
    let state = |value: Value| Map::from_iter([("S1".to_owned(), value)]);
    let changes = changes(&state(before), &state(after));
    changes.iter().map(ToString::to_string).collect()
}

#[test]
fn fields_are_told_one_by_one() {
    let before = json!({ "token": "BACKUP", "inner": { "a": 1, "b": null } });
    let after = json!({ "token": "REAL", "inner": { "a": 1, "b": 2 } });
    assert_eq!(
        told(before, after),
        ["S1.token: BACKUP -> REAL", "S1.inner.b: none -> 2"]
    );
}

#[test]
fn a_record_that_becomes_something_else_is_told_as_a_whole() {
    assert_eq!(
        told(json!({ "up": true }), json!("down")),
        ["S1: {up: true} -> down"]
    );
    assert_eq!(
        told(json!({ "a": 1 }), json!({ "b": 1 })),
        ["S1: {a: 1} -> {b: 1}"]
    );
}

#[test]
fn a_field_that_appears_or_disappears_is_told_alone() {
    let (before, after) = (
        json!({ "token": "REAL", "count": 0, "may": ["release"] }),
        json!({ "token": "NONE", "count": 0, "sending": 2 }),
    );
    assert_eq!(
        told(before, after),
        [
            "S1.token: REAL -> NONE",
            "S1.may: [release] -> none",
            "S1.sending: none -> 2"
        ]
    );
}

#[test]
fn sets_are_told_by_member_and_shown_in_braces() {
    let set = |members: &[&str]| json!({ "#set": members });
    let (before, after) = (set(&["S0", "S1"]), set(&["S1", "S2"]));
    assert_eq!(short(&before), "{S0, S1}");
    assert_eq!(
        told(json!({ "D": before }), json!({ "D": after })),
        ["S1.D: -S0, +S2"]
    );
}

#[test]
fn lists_indexed_by_a_node_are_told_by_index() {
    let (before, after) = (
        json!({ "seen": [true, false] }),
        json!({ "seen": [true, true] }),
    );
    assert_eq!(told(before, after), ["S1.seen[1]: false -> true"]);
}

#[test]
fn other_lists_are_told_by_what_left_and_what_came() {
    assert_eq!(
        told(json!(["m", "m", "n"]), json!(["m", "o"])),
        ["S1: -m, -n, +o"]
    );
    assert_eq!(
        told(json!(["m", "n"]), json!(["n", "m"])),
        ["S1: [m, n] -> [n, m]"]
    );
    assert_eq!(told(json!([]), json!([1, 2])), ["S1: +1, +2"]);
}

#[test]
fn equal_states_have_no_changes() {
    let trace = ring::trace();
    assert!(changes(&trace.states[0], &trace.states[0]).is_empty());
}

#[test]
fn values_are_written_as_a_person_would() {
    let value = json!({ "name": "S1", "none": null, "empty": "", "list": [1, "b"] });
    assert_eq!(
        short(&value),
        "{name: S1, none: none, empty: \"\", list: [1, b]}"
    );
}
