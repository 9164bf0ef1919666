//! "Trivial Implementation of Rmulticast": reliable multicast on top of Bmulticast.
//!
//! | slide | here |
//! |---|---|
//! | "Rmulticast corresponds exactly to Bmulticast" | the carrier sends the same packet to the group |
//! | "Rdeliver corresponds to: Bdeliver + (only once) Bmulticast of the same msg to the group" | [`on_b_deliver`] and [`second`] |
//! | "only one copy of the msg is actually delivered, and the (possible) others are discarded" | the test on `received` |
//!
//! The slide does not say which of the two things a process does first once a message is Bdelivered: [`Turn`]. They are two steps,
//! and the process may crash between them, or after part of the repeated messages has left. To the letter every process of the
//! group repeats, the multicaster too, and to itself.

mod claims;

pub use claims::claims;

use super::b_multicast::{Mutant, Plain};
use super::group::{Event, Message};
use super::layers::{Act, Carrier, Packet, Protocol, StateOf};
use super::process::Process;
use super::setting::Setting;
use stateright::actor::Out;
use std::borrow::Cow;
use verdict_world::NodeSet;

/// What a process does first with a message that is Bdelivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// It Bmulticasts it again, then Rdelivers it.
    RepeatFirst,
    /// It Rdelivers it, then Bmulticasts it again.
    DeliverFirst,
}

impl<W: Clone> Packet<W> {
    /// The packet, whoever sent this copy.
    pub fn key(&self) -> Packet<W> {
        let past = NodeSet::default();
        Packet {
            past,
            ..self.clone()
        }
    }
}

/// A packet is Bdelivered: the first of the two things, unless it was received before.
pub fn on_b_deliver<P: Protocol>(
    process: &Process<P>,
    turn: Turn,
    me: usize,
    state: &mut Cow<StateOf<P>>,
    packet: Packet<P::Word>,
    out: &mut Out<Process<P>>,
) {
    let key = packet.key();
    if state.received.contains(&key) {
        if process.slips(Mutant::Twice) {
            process.delivers(me, state.to_mut(), packet, out);
        }
        return;
    }
    let state = state.to_mut();
    state.received.insert(key);
    match turn {
        Turn::RepeatFirst => repeat(process, me, &packet, out),
        Turn::DeliverFirst => r_deliver(process, me, state, packet.clone(), out),
    }
    state.half_done.push(packet);
    offer_second(process, state, out);
}

/// The second of the two things.
pub fn second<P: Protocol>(
    process: &Process<P>,
    turn: Turn,
    me: usize,
    state: &mut StateOf<P>,
    packet: Packet<P::Word>,
    out: &mut Out<Process<P>>,
) {
    state.half_done.retain(|half_done| *half_done != packet);
    match turn {
        Turn::RepeatFirst => r_deliver(process, me, state, packet, out),
        Turn::DeliverFirst => repeat(process, me, &packet, out),
    }
    offer_second(process, state, out);
}

/// Bmulticast of the same msg to the group.
fn repeat<P: Protocol>(
    process: &Process<P>,
    me: usize,
    packet: &Packet<P::Word>,
    out: &mut Out<Process<P>>,
) {
    if process.slips(Mutant::Silent) {
        return;
    }
    let past = process.past_with(packet.past, me);
    process.b_multicast(
        &Packet {
            past,
            ..packet.clone()
        },
        out,
    );
}

/// Rdeliver.
fn r_deliver<P: Protocol>(
    process: &Process<P>,
    me: usize,
    state: &mut StateOf<P>,
    packet: Packet<P::Word>,
    out: &mut Out<Process<P>>,
) {
    if process.slips(Mutant::Swallow) && usize::from(packet.origin) == me {
        return;
    }
    if let Some(m) = P::message(&packet.word).filter(|_| process.slips(Mutant::Forge)) {
        let number = m.number + 5;
        state.log.push(Event::Deliver(Message { number, ..m }));
    }
    process.delivers(me, state, packet, out);
}

/// One after the other, in the order in which they were Bdelivered.
fn offer_second<P: Protocol>(process: &Process<P>, state: &StateOf<P>, out: &mut Out<Process<P>>) {
    let next = if process.slips(Mutant::LastFirst) {
        state.half_done.last()
    } else {
        state.half_done.first()
    };
    let next = next.cloned().map(Act::Second);
    out.choose_random("carrier", next.into_iter().collect());
}

const fn r(turn: Turn) -> Setting<Plain> {
    Setting::new(Plain, Carrier::R(turn))
}

/// Rmulticast as the slide has it, in the order in which the proof has it.
pub const REPEAT_FIRST: Setting<Plain> = r(Turn::RepeatFirst);
/// Rmulticast that delivers before it repeats.
pub const DELIVER_FIRST: Setting<Plain> = r(Turn::DeliverFirst);
