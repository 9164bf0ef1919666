//! How the steps and messages are called.

use super::{Act, Message, Node, Process, Thread};
use verdict_world::Resident;

impl Resident for Node {
    fn show_state(&self, state: &Process) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Req(lt, _) => format!("REQ({lt})"),
            Message::Ok(..) => "OK".to_owned(),
        }
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Request => "request".to_owned(),
            Act::GoOn(Thread::Requesting(6)) => "enter".to_owned(),
            Act::GoOn(Thread::Requesting(line)) => format!("req_access-{line}"),
            Act::GoOn(Thread::Inside) => "release".to_owned(),
            Act::GoOn(Thread::Releasing(line)) => format!("rel_access-{line}"),
            Act::GoOn(Thread::OnReq {
                line,
                sender,
                lt,
                my_prior,
            }) => {
                let prior = if *my_prior { ", my_prior" } else { "" };
                format!("onReq-{line} for ({lt}, {sender}{prior})")
            }
            Act::GoOn(Thread::OnOk(read)) => format!("onOk-2 having read {read}"),
        }
    }

    /// Nobody owes a request.
    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Request => "request",
            Act::GoOn(_) => "local",
        }
    }
}
