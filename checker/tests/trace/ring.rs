//! A small run of a token ring, written by hand: a release, a crash, a loss, a report, a second
//! release; two messages are still in flight at the end.

use serde_json::{Map, Value, json};
use verdict_checker::size;
use verdict_checker::trace::{Origin, Sent, Step, Trace};

pub fn deliver(message: &str, from: &str, to: &str) -> Step {
    Step {
        label: format!("deliver {message} {from}->{to}"),
        kind: "deliver".into(),
        at: Some(to.into()),
        from: Some(from.into()),
        message: Some(message.into()),
        sent: vec![],
    }
}

/// A loss or a duplication: on the channel, so that only the label names the lanes.
pub fn on_channel(kind: &str, message: &str, from: &str, to: &str) -> Step {
    Step {
        label: format!("{kind} {message} {from}->{to}"),
        kind: kind.into(),
        message: Some(message.into()),
        ..Step::default()
    }
}

pub fn local(kind: &str, at: &str, sent: &[(&str, &str)]) -> Step {
    Step {
        label: format!("{kind} {at}"),
        kind: kind.into(),
        at: Some(at.into()),
        sent: sends(sent),
        ..Step::default()
    }
}

pub fn suspect(whom: &str, at: &str, sent: &[(&str, &str)]) -> Step {
    Step {
        label: format!("suspect {whom} at {at}"),
        kind: "suspect".into(),
        at: Some(at.into()),
        from: Some(whom.into()),
        sent: sends(sent),
        ..Step::default()
    }
}

fn sends(sent: &[(&str, &str)]) -> Vec<Sent> {
    let one = |(message, to): &(&str, &str)| Sent {
        to: (*to).into(),
        message: (*message).into(),
    };
    sent.iter().map(one).collect()
}

fn state(s0: Value, s1: Value, s2: Value, messages: &[&str]) -> Map<String, Value> {
    let state = json!({ "S0": s0, "S1": s1, "S2": s2, "messages": messages });
    state.as_object().expect("a record").clone()
}

fn node(token: &str, count: u64) -> Value {
    json!({ "token": token, "count": count, "leader": null })
}

pub fn trace() -> Trace {
    let (down, t1, t2) = (json!("down"), "TOKEN(S1, 1) S0->S2", "TOKEN(S2, 2) S1->S2");
    let update = "UPDATE(S1) S1->S2";
    let back = "TOKEN(S2, 2) S1->S0";
    let suspecting = json!({ "token": "REAL", "count": 1, "leader": "S1" });
    let released = json!({ "token": "BACKUP", "count": 2, "leader": "S1" });
    Trace {
        origin: Origin {
            claim: "ring/unique-real".into(),
            variant: "as-printed".into(),
            property: "at most one REAL token".into(),
            size: [("N", 3), ("k", 1)]
                .map(|(name, value)| (name.to_owned(), size::Value::Number(value)))
                .into_iter()
                .collect(),
            world: "3 nodes on a ring; channels lose up to 1".into(),
            assumptions: vec!["fifo".into(), "crash at most k".into()],
            lacking: vec!["synchronous".into()],
            dropped: vec!["reliable".into()],
            added: Vec::new(),
            mutant: None,
        },
        lanes: ["S0", "S1", "S2"].map(String::from).to_vec(),
        states: vec![
            state(node("REAL", 0), node("NONE", 0), node("NONE", 0), &[]),
            state(
                node("BACKUP", 1),
                node("NONE", 0),
                node("NONE", 0),
                &["TOKEN(S1, 1) S0->S1", t1],
            ),
            state(node("BACKUP", 1), node("REAL", 1), node("NONE", 0), &[t1]),
            state(down.clone(), node("REAL", 1), node("NONE", 0), &[t1]),
            state(down.clone(), node("REAL", 1), node("NONE", 0), &[]),
            state(down.clone(), suspecting, node("NONE", 0), &[update]),
            state(
                down.clone(),
                released.clone(),
                node("NONE", 0),
                &[update, t2, back],
            ),
            state(down, released, node("REAL", 2), &[update, back]),
        ],
        steps: vec![
            local(
                "release",
                "S0",
                &[("TOKEN(S1, 1)", "S1"), ("TOKEN(S1, 1)", "S2")],
            ),
            deliver("TOKEN(S1, 1)", "S0", "S1"),
            local("crash", "S0", &[]),
            on_channel("lose", "TOKEN(S1, 1)", "S0", "S2"),
            suspect("S0", "S1", &[("UPDATE(S1)", "S2")]),
            local(
                "release",
                "S1",
                &[("TOKEN(S2, 2)", "S2"), ("TOKEN(S2, 2)", "S0")],
            ),
            deliver("TOKEN(S2, 2)", "S1", "S2"),
        ],
        loop_start: None,
    }
}

/// A lasso: two nodes that pass a message to and fro, and the last state is the one after step 1.
pub fn lasso() -> Trace {
    let state = |a: &str, b: &str| {
        let state = json!({ "A": a, "B": b });
        state.as_object().expect("a record").clone()
    };
    let mut ping = deliver("ping", "A", "B");
    ping.sent = sends(&[("pong", "A")]);
    let mut pong = deliver("pong", "B", "A");
    pong.sent = sends(&[("ping", "B")]);
    Trace {
        origin: Origin {
            claim: "toy/ends".into(),
            variant: "plain".into(),
            property: "somebody wins".into(),
            ..Origin::default()
        },
        lanes: vec!["A".into(), "B".into()],
        states: vec![
            state("ready", "ready"),
            state("waits", "ready"),
            state("waits", "waits"),
            state("waits", "ready"),
        ],
        steps: vec![local("begin", "A", &[("ping", "B")]), ping, pong],
        loop_start: Some(1),
    }
}
