//! Traces of every shape: well-formed ones with odd strings and values, and wild ones that no model
//! would produce.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value};
use verdict_checker::size::{self, Size};
use verdict_checker::trace::{Origin, Sent, Step, Trace};

/// Text with all that trips up formats: quotes, markup, line breaks, control characters, emoji.
pub fn odd_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-zA-Z0-9 (),>-]{0,12}",
        1 => any::<String>(),
        1 => select(vec![
            "a;b#c", "\"q\" 'r' `s`", "<b>&amp;</b>", "]]>", "x|y", "%%{init}%%", "\u{0}\u{7}\u{1b}",
            "\u{ffff}", "line\nbreak\r\n", "end", "S0->S1", "日本語 😀", "{\"#bigint\": \"1\"}", "\\",
        ]).prop_map(String::from),
    ]
}

fn name() -> impl Strategy<Value = String> {
    let fit = |text: &String| {
        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '=' || c == ',')
    };
    prop_oneof!["[A-Z][0-9]", odd_text()]
        .prop_filter("a name without spaces", fit)
        .boxed()
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-9i64..9).prop_map(Value::from),
        odd_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let key = odd_text().prop_filter("not ITF's own", |key| !key.starts_with('#'));
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            btree_map(key, inner, 0..3)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Parameters in any order, with numbers and words.
fn size() -> impl Strategy<Value = Size> {
    let value = prop_oneof![
        any::<u64>().prop_map(size::Value::Number),
        "[a-z][a-z0-9._-]{0,6}".prop_map(size::Value::Word),
    ];
    vec((name(), value), 0..3).prop_map(Size::from_iter)
}

fn origin() -> impl Strategy<Value = Origin> {
    let texts = (
        odd_text(),
        odd_text(),
        odd_text(),
        odd_text(),
        option::of(odd_text()),
    );
    let names = || vec(name(), 0..3);
    let lists = (size(), names(), names(), names(), names());
    (texts, lists).prop_map(|((claim, variant, property, world, mutant), lists)| {
        let (size, assumptions, lacking, dropped, added) = lists;
        Origin {
            claim,
            variant,
            property,
            size,
            world,
            assumptions,
            lacking,
            dropped,
            added,
            mutant,
        }
    })
}

fn step(lanes: Vec<String>) -> impl Strategy<Value = Step> {
    let lane = option::of(select(lanes.clone()));
    let kind = prop_oneof![
        4 => select(vec!["deliver", "lose", "duplicate", "crash", "return", "suspect", "release"])
            .prop_map(String::from),
        1 => name(),
    ];
    let message = select(vec!["m1", "m2", "a;b#c"]).prop_map(String::from);
    let sent = (select(lanes), message.clone()).prop_map(|(to, message)| Sent { to, message });
    (
        kind,
        odd_text(),
        lane.clone(),
        lane,
        option::of(message),
        vec(sent, 0..3),
    )
        .prop_map(|(kind, rest, at, from, message, sent)| {
            let label = format!("{kind} {rest}");
            Step {
                label,
                kind,
                at,
                from,
                message,
                sent,
            }
        })
}

/// Traces that validate.
pub fn trace() -> impl Strategy<Value = Trace> {
    let names = btree_map(name(), Just(()), 1..5).prop_map(|names| {
        let fit = |name: &String| name != "step" && !name.starts_with('#');
        let names: Vec<String> = names.into_keys().filter(fit).collect();
        if names.is_empty() {
            vec!["S0".to_owned()]
        } else {
            names
        }
    });
    (names, 1usize..4, 0usize..8).prop_flat_map(|(variables, lanes, steps)| {
        let lanes: Vec<String> = variables.iter().take(lanes).cloned().collect();
        let state = vec(value(), variables.len()).prop_map(move |values| {
            variables
                .iter()
                .cloned()
                .zip(values)
                .collect::<Map<String, Value>>()
        });
        let (states, step) = (vec(state, steps + 1), step(lanes.clone()));
        (
            origin(),
            Just(lanes),
            states,
            vec(step, steps),
            option::of(0..=steps),
        )
            .prop_map(|(origin, lanes, states, steps, loop_start)| Trace {
                origin,
                lanes,
                states,
                steps,
                loop_start,
            })
    })
}

/// Traces as nobody should build them: lanes that are no variables, steps without states, loops to
/// nowhere, names that clash.
pub fn wild_trace() -> impl Strategy<Value = Trace> {
    let lanes = vec(odd_text(), 0..4);
    (trace(), lanes, 0usize..4, option::of(any::<usize>())).prop_map(
        |(mut trace, lanes, states, loop_start)| {
            trace.lanes.truncate(2);
            trace.lanes.extend(lanes);
            trace.states.truncate(states);
            trace.loop_start = loop_start;
            trace
        },
    )
}
