//! How the steps and messages are called, and which of their clocks are dates.

use super::{Act, Message, MyState, Node, Process};
use verdict_world::Resident;

impl Resident for Node {
    /// Nothing older than this is in a process; it never falls.
    fn date(&self, process: &Process) -> Option<u64> {
        let asked = process.mystate != MyState::Out;
        let oldest = process
            .myclock
            .min(if asked { process.myreq_lt } else { u8::MAX });
        Some(oldest.into())
    }

    fn date_of(&self, message: &Message) -> Option<u64> {
        match message {
            Message::Req(lt, _) => Some((*lt).into()),
            Message::Ok(clock, _) => clock.map(u64::from),
        }
    }

    /// What is counted ends by itself, and is easier to read with true dates.
    fn period(&self) -> Option<u64> {
        self.requests.is_none().then_some(1)
    }

    fn lower(&self, process: &Process, by: u64) -> Process {
        let mut lowered = process.clone();
        lowered.myclock -= by as u8;
        if process.mystate != MyState::Out {
            lowered.myreq_lt -= by as u8;
        }
        lowered
    }

    fn lower_message(&self, message: &Message, by: u64) -> Message {
        match message {
            Message::Req(lt, past) => Message::Req(lt - by as u8, past.clone()),
            Message::Ok(clock, past) => Message::Ok(clock.map(|c| c - by as u8), past.clone()),
        }
    }

    fn show_state(&self, state: &Process) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn message_name(&self, message: &Message) -> String {
        let (Message::Req(_, past) | Message::Ok(_, past)) = message;
        let mut name = match message {
            Message::Req(lt, _) => format!("REQ({lt})"),
            Message::Ok(None, _) => "OK".to_owned(),
            Message::Ok(Some(clock), _) => format!("OK({clock})"),
        };
        if !past.is_empty() {
            name.push_str(&format!(" knowing {past:?}"));
        }
        name
    }

    fn undated_name(&self, message: &Message) -> String {
        match message {
            Message::Req(..) => "REQ".to_owned(),
            Message::Ok(..) => "OK".to_owned(),
        }
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Request => "request",
            Act::Enter => "enter",
            Act::Release => "release",
        }
        .to_owned()
    }

    /// Nobody owes a request.
    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Request => "request",
            Act::Enter | Act::Release => "local",
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        // Where ticks are counted, a process is through its critical section with the OK that lets it in.
        let own = ["request ", "enter ", "release "];
        let own = if self.timed { &own[..1] } else { &own };
        own.iter().map(|&word| word.to_owned()).collect()
    }
}
