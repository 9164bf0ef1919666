//! How the steps and messages are called, and what is shown of a process.

use super::super::money::{counted, listed};
use super::{Act, Logs, Member, Message, Process};
use serde_json::{Value, json};
use verdict_world::Resident;

impl Resident for Member {
    fn show_state(&self, process: &Process) -> Value {
        let logs = |logs: &Logs| {
            format!(
                "sent [{}], received [{}]",
                counted(&logs.sent),
                listed(&logs.received)
            )
        };
        let mut shown = json!({
            "has": process.account.to_string(),
            "began": format!("{}; on the way to [{}]", process.began.0, counted(&process.began.1)),
            "marked": process.marked,
            "logs": logs(&process.logs),
            "units sent to": counted(&process.numbers),
            "to": process.outgoing,
        });
        if let Some((account, logged, sent)) = &process.recorded {
            let mut also = |name: &str, text: String| {
                shown
                    .as_object_mut()
                    .expect("an object")
                    .insert(name.to_owned(), text.into())
            };
            also("recorded", account.to_string());
            also("recorded logs", logs(logged));
            also("units sent before", counted(sent));
        }
        shown
    }

    fn message_name(&self, message: &Message) -> String {
        let colour = if message.red { "red" } else { "green" };
        match message.unit {
            Some(number) => format!("unit {number} ({colour})"),
            None => format!("trigger ({colour})"),
        }
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Pay(to) => format!("pay S{to}"),
            Act::Take => "takeSnapshot".to_owned(),
        }
    }

    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Pay(_) => "pay",
            Act::Take => "please",
        }
    }
}
