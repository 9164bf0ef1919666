//! A process at work: Bmulticast, and what becomes of it in the layers above.
//!
//! Every handler is one step, but a process may crash after any part of its sends has left, and what it did until then
//! stays on record: "any process" means crashed ones too.

mod names;

use super::b_multicast;
use super::group::{Event, Groups, Message};
use super::layers::{Act, Carrier, Desk, Packet, Protocol, Record, State, StateOf, Wire};
use super::r_multicast;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::collections::BTreeSet;
use verdict_world::{NodeSet, World};

/// A process.
#[derive(Clone, Copy, Debug)]
pub struct Process<P: Protocol> {
    /// Its protocol.
    pub protocol: P,
    /// Its carrier.
    pub carrier: Carrier,
    /// The groups.
    pub groups: Groups,
    /// How many processes there are.
    pub nodes: usize,
    /// How many messages its application multicasts, at most.
    pub multicasts: u8,
    /// What is recorded.
    pub record: Record,
    /// The error, if one is made.
    pub mutant: Option<P::Mutant>,
}

/// Processes in a world.
pub type Group<P> = World<Process<P>>;

impl<P: Protocol> Process<P> {
    /// Bmulticast(g, m) - for each process p in g, send(p, m).
    pub fn b_multicast(&self, packet: &Packet<P::Word>, out: &mut Out<Self>) {
        let members = self.groups.members(self.nodes, packet.group);
        let first = P::message(&packet.word).is_some_and(|m| m.number == 1);
        let short = first && self.slips(b_multicast::Mutant::Short);
        let left_out = members.iter().last().filter(|_| short);
        for p in members.iter().filter(|p| Some(*p) != left_out) {
            out.send(Id::from(p), Wire::Cast(packet.clone()));
        }
    }

    /// Lets the protocol do something, and does what it says.
    fn works(
        &self,
        me: usize,
        state: &mut StateOf<P>,
        out: &mut Out<Self>,
        work: impl FnOnce(&P, &mut Desk<P>),
    ) {
        let mut desk = Desk {
            me,
            groups: self.groups,
            nodes: self.nodes,
            memory: &mut state.memory,
            mutant: self.mutant,
            multicasts: Vec::new(),
            sends: Vec::new(),
            delivered: Vec::new(),
        };
        work(&self.protocol, &mut desk);
        let Desk {
            multicasts,
            sends,
            delivered,
            ..
        } = desk;
        state.log.extend(delivered.into_iter().map(Event::Deliver));
        for (group, word) in multicasts {
            let (origin, past) = (me as u8, NodeSet::default());
            self.b_multicast(
                &Packet {
                    origin,
                    group,
                    word,
                    past,
                },
                out,
            );
        }
        for (to, word) in sends {
            out.send(Id::from(to), Wire::Direct(word));
        }
    }

    /// The carrier delivers a packet.
    pub fn delivers(
        &self,
        me: usize,
        state: &mut StateOf<P>,
        packet: Packet<P::Word>,
        out: &mut Out<Self>,
    ) {
        let (from, word) = (packet.origin.into(), packet.word);
        self.works(me, state, out, |protocol, desk| {
            protocol.on_deliver(desk, from, word)
        });
    }

    /// What the application may do next.
    fn offer_multicast(&self, me: usize, log: &[Event], out: &mut Out<Self>) {
        let done = log
            .iter()
            .filter(|event| matches!(event, Event::Multicast(_)));
        let number = done.count() as u8 + 1;
        let groups = self.groups.of(self.nodes, me).into_iter();
        let message = |group| {
            Act::Multicast(Message {
                sender: me as u8,
                number,
                group,
            })
        };
        let open = number <= self.multicasts;
        out.choose_random(
            "application",
            groups.filter(|_| open).map(message).collect(),
        );
    }

    /// Whether the carrier makes this error.
    pub fn slips(&self, mutant: b_multicast::Mutant) -> bool {
        self.mutant.and_then(P::slip_of_carrier) == Some(mutant)
    }

    /// A past with the Bdeliver of `me`, if pasts are recorded.
    pub fn past_with(&self, past: NodeSet, me: usize) -> NodeSet {
        if self.record == Record::Past {
            past.with(me)
        } else {
            past
        }
    }

    fn note_receipt(&self, state: &mut StateOf<P>, packet: &Packet<P::Word>) {
        let message = P::message(&packet.word).map(Event::Receive);
        if let Some(receipt) = message.filter(|receipt| !state.log.contains(receipt)) {
            if self.record != Record::Deeds {
                state.log.push(receipt);
            }
            state.past = packet.past;
        }
    }
}

impl<P: Protocol> Actor for Process<P> {
    type Msg = Wire<P::Word>;
    type State = StateOf<P>;
    type Timer = ();
    type Random = Act<P::Word>;
    type Storage = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Self::State {
        self.offer_multicast(id.into(), &[], out);
        State {
            log: Vec::new(),
            memory: P::Memory::default(),
            received: BTreeSet::new(),
            half_done: Vec::new(),
            past: NodeSet::default(),
        }
    }

    fn on_msg(
        &self,
        id: Id,
        state: &mut Cow<Self::State>,
        src: Id,
        wire: Self::Msg,
        out: &mut Out<Self>,
    ) {
        let me = usize::from(id);
        match wire {
            Wire::Direct(word) => {
                let from = usize::from(src);
                self.works(me, state.to_mut(), out, |protocol, desk| {
                    protocol.on_deliver(desk, from, word)
                });
            }
            // On receive(m) at p: Bdeliver(m) at p.
            Wire::Cast(packet) => match self.carrier {
                Carrier::B => {
                    self.note_receipt(state.to_mut(), &packet);
                    self.delivers(me, state.to_mut(), packet, out);
                }
                Carrier::R(turn) => {
                    let known = state.received.contains(&packet.key());
                    if !known {
                        self.note_receipt(state.to_mut(), &packet);
                    }
                    r_multicast::on_b_deliver(self, turn, me, state, packet, out);
                }
            },
        }
    }

    fn on_random(
        &self,
        id: Id,
        state: &mut Cow<Self::State>,
        act: &Self::Random,
        out: &mut Out<Self>,
    ) {
        let (me, state) = (usize::from(id), state.to_mut());
        match act {
            Act::Multicast(m) => {
                state.log.push(Event::Multicast(*m));
                self.works(me, state, out, |protocol, desk| {
                    protocol.multicast(desk, *m)
                });
                self.offer_multicast(me, &state.log, out);
            }
            Act::Second(packet) => {
                if let Carrier::R(turn) = self.carrier {
                    r_multicast::second(self, turn, me, state, packet.clone(), out);
                }
            }
        }
    }
}
