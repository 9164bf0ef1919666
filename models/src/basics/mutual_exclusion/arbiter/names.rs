//! How the nodes, steps and messages are called.

use super::{ARBITER, Act, Message, Node, Role};
use stateright::actor::Id;
use verdict_world::Resident;

impl Resident for Role {
    fn node_name(&self, id: Id) -> String {
        match usize::from(id) {
            ARBITER => "arbiter".to_owned(),
            process => format!("p{process}"),
        }
    }

    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Req => "REQ",
            Message::Permit => "PERMIT",
            Message::Release => "RELEASE",
        }
        .to_owned()
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Request => "request".to_owned(),
            Act::Release => "release".to_owned(),
            Act::Pick(process) => format!("pick p{process}"),
        }
    }

    /// Nobody owes a request.
    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Request => "request",
            Act::Release | Act::Pick(_) => "local",
        }
    }

    fn show_state(&self, state: &Node) -> serde_json::Value {
        serde_json::json!(state)
    }
}
