//! How the steps and messages are called, and what is shown of a process.

use super::super::money::{counted, listed};
use super::{Act, Member, Message, Process};
use serde_json::{Value, json};
use verdict_world::Resident;

impl Resident for Member {
    fn show_state(&self, process: &Process) -> Value {
        let mut shown = json!({
            "has": process.account.to_string(),
            "began": process.began.0.to_string(),
            "marked": process.marked,
            "chmark": process.chmark,
            "terminated": process.terminated,
            "to": process.outgoing,
            "from": process.incoming,
        });
        let mut also = |name: &str, value: Value| {
            shown
                .as_object_mut()
                .expect("an object")
                .insert(name.to_owned(), value)
        };
        if let Some(recorded) = process.recorded {
            also("recorded", recorded.to_string().into());
        }
        let texts = [
            ("chstate", listed(&process.chstate)),
            ("truly in transit", listed(&process.truly_in_transit)),
            ("began with units on the way to", counted(&process.began.1)),
            ("units sent to", counted(&process.numbers)),
        ];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            also(name, text.into());
        }
        if !process.crossed.is_empty() {
            also("received across the cut from", json!(process.crossed));
        }
        if process.hops != (0, 0) {
            also(
                "hops",
                format!(
                    "{} until marked, {} until now",
                    process.hops.0, process.hops.1
                )
                .into(),
            );
        }
        also(
            "snapshots",
            format!(
                "{} started, {} recorded, {} markers sent",
                process.calls.0, process.calls.1, process.markers
            )
            .into(),
        );
        if process.owes_markers {
            also("owes markers", true.into());
        }
        shown
    }

    fn is_mark(&self, message: &Message) -> bool {
        matches!(message, Message::Marker { .. })
    }

    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Basic { red: false, number } => format!("unit {number}"),
            Message::Basic { red: true, number } => {
                format!("unit {number}, sent after the snapshot,")
            }
            Message::Marker { hops: 0 } => "marker".to_owned(),
            Message::Marker { hops } => format!("marker, hop {hops}"),
        }
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Pay(to) => format!("pay S{to}"),
            Act::Start => "takeSnapshot".to_owned(),
            Act::Record => "record".to_owned(),
        }
    }

    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Pay(_) => "pay",
            Act::Start => "start",
            Act::Record => "local",
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        vec!["deliver marker".to_owned()]
    }
}
