//! How the steps and messages of a process are called, what is shown of it, and what a crash leaves.

use super::super::layers::{Act, Carrier, Packet, Protocol, State, Wire};
use super::super::r_multicast::Turn;
use super::Process;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use verdict_checker::debug;
use verdict_world::Resident;

impl<P: Protocol> Resident for Process<P> {
    fn remains(&self, state: &Self::State) -> Option<Self::State> {
        Some(State {
            log: state.log.clone(),
            memory: P::Memory::default(),
            received: BTreeSet::new(),
            half_done: Vec::new(),
            past: state.past,
        })
    }

    /// One date for all: with Rmulticast, a copy of what was received before changes nothing now and never will, and the world
    /// may drop it.
    fn date(&self, _: &Self::State) -> Option<u64> {
        matches!(self.carrier, Carrier::R(_)).then_some(0)
    }

    fn date_of(&self, _: &Self::Msg) -> Option<u64> {
        matches!(self.carrier, Carrier::R(_)).then_some(0)
    }

    /// What is empty is left out.
    fn show_state(&self, state: &Self::State) -> Value {
        let mut shown = Map::from_iter([("log".to_owned(), debug::fields(&state.log))]);
        let mut show = |name: &str, is_empty: bool, value: Value| {
            if !is_empty {
                shown.insert(name.to_owned(), value);
            }
        };
        for (name, text) in P::show(&state.memory) {
            show(name, text.is_empty(), text.into());
        }
        let words = |packets: &mut dyn Iterator<Item = &Packet<P::Word>>| -> Value {
            packets
                .map(|packet| format!("{:?}", packet.word))
                .collect::<Vec<_>>()
                .into()
        };
        show(
            "received",
            state.received.is_empty(),
            words(&mut state.received.iter()),
        );
        show(
            "half_done",
            state.half_done.is_empty(),
            words(&mut state.half_done.iter()),
        );
        show("past", state.past.is_empty(), debug::fields(&state.past));
        shown.into()
    }

    fn message_name(&self, wire: &Self::Msg) -> String {
        match wire {
            Wire::Cast(packet) if !packet.past.is_empty() => {
                format!("{:?} after {:?}", packet.word, packet.past)
            }
            Wire::Cast(packet) => format!("{:?}", packet.word),
            Wire::Direct(word) => format!("{word:?}"),
        }
    }

    fn choice_name(&self, act: &Self::Random) -> String {
        match (act, self.carrier) {
            (Act::Multicast(m), _) => format!("multicast {m:?}"),
            (Act::Second(packet), Carrier::R(Turn::DeliverFirst)) => {
                format!("repeat {:?}", packet.word)
            }
            (Act::Second(packet), Carrier::R(Turn::RepeatFirst) | Carrier::B) => {
                format!("Rdeliver {:?}", packet.word)
            }
        }
    }

    /// Nobody has to multicast.
    fn choice_class(&self, act: &Self::Random) -> &'static str {
        match act {
            Act::Multicast(_) => "multicast",
            Act::Second(_) => "local",
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        let multicasts = (self.multicasts > 0).then_some("multicast");
        let second = match self.carrier {
            Carrier::B => None,
            Carrier::R(Turn::RepeatFirst) => Some("Rdeliver"),
            Carrier::R(Turn::DeliverFirst) => Some("repeat"),
        };
        let words = multicasts.into_iter().chain(second);
        words.map(str::to_owned).collect()
    }
}
