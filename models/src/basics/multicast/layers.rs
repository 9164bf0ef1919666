//! The layers of a process, as on the slide "Group Communication": an application that multicasts when it pleases, a
//! [`Protocol`] that keeps an order (with the hold-back queue), a [`Carrier`] that brings words to a group, and the channels
//! of the world.

use super::b_multicast;
use super::group::{Event, Groups, Message};
use super::r_multicast::Turn;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;
use verdict_checker::catalog::Mutants;
use verdict_world::NodeSet;

/// What brings a word to a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// Bmulticast.
    B,
    /// Rmulticast, with the order in which a process repeats a message and delivers it.
    R(Turn),
}

/// What is recorded beside multicasts and deliveries, for properties only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Record {
    /// Nothing.
    Deeds,
    /// When a message first arrives.
    Receipts,
    /// That, and whose Bdeliver happened before it.
    Past,
}

/// An algorithm that keeps an order: Xmulticast and Xdeliver over a carrier.
pub trait Protocol: Copy + Debug + Send + Sync + 'static {
    /// Errors in it.
    type Mutant: Mutants;
    /// What its processes say to each other.
    type Word: Clone + Debug + Eq + Hash + Ord + Send + Sync + 'static;
    /// What a process keeps.
    type Memory: Clone + Debug + Default + Eq + Hash + Send + Sync + 'static;

    /// Xmulticast(g, m).
    fn multicast(&self, desk: &mut Desk<Self>, m: Message);

    /// The carrier delivers a word of `from`, or it comes straight from there.
    fn on_deliver(&self, desk: &mut Desk<Self>, from: usize, word: Self::Word);

    /// The message that a word brings, if it does.
    fn message(word: &Self::Word) -> Option<Message>;

    /// What a process keeps, for people to look at: what is empty is left out.
    fn show(memory: &Self::Memory) -> Vec<(&'static str, String)>;

    /// The error in the carrier, if that is where one is made.
    fn slip_of_carrier(mutant: Self::Mutant) -> Option<b_multicast::Mutant> {
        let _ = mutant;
        None
    }
}

/// What a protocol works with: its memory, and where it puts what it does.
pub struct Desk<'a, P: Protocol> {
    /// Who works here.
    pub me: usize,
    /// The groups.
    pub groups: Groups,
    /// How many processes there are.
    pub nodes: usize,
    /// What it keeps.
    pub memory: &'a mut P::Memory,
    pub(super) mutant: Option<P::Mutant>,
    pub(super) multicasts: Vec<(u8, P::Word)>,
    pub(super) sends: Vec<(usize, P::Word)>,
    pub(super) delivered: Vec<Message>,
}

impl<P: Protocol> Desk<'_, P> {
    /// Whether this error is made.
    pub fn is(&self, mutant: P::Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Bmulticast or Rmulticast of a word.
    pub fn multicast(&mut self, group: u8, word: P::Word) {
        self.multicasts.push((group, word));
    }

    /// send(p, word).
    pub fn send(&mut self, to: usize, word: P::Word) {
        self.sends.push((to, word));
    }

    /// Xdeliver(m).
    pub fn deliver(&mut self, m: Message) {
        self.delivered.push(m);
    }

    /// The members of a group.
    pub fn members(&self, group: u8) -> NodeSet {
        self.groups.members(self.nodes, group)
    }
}

/// A word on its way to a group.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packet<W> {
    /// Who multicast it, whoever repeats it.
    pub origin: u8,
    /// To whom.
    pub group: u8,
    /// What is said.
    pub word: W,
    /// Whose Bdeliver of it happened before this was sent, if that is recorded.
    pub past: NodeSet,
}

/// What the channels carry.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wire<W> {
    /// A part of a multicast.
    Cast(Packet<W>),
    /// A word to one process.
    Direct(W),
}

/// What a process does by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act<W> {
    /// The application multicasts.
    Multicast(Message),
    /// Rmulticast: the second thing to be done with a packet, after the first.
    Second(Packet<W>),
}

/// The state of a process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State<M, W: Ord> {
    /// What it did, in order.
    pub log: Vec<Event>,
    /// What its protocol keeps.
    pub memory: M,
    /// Rmulticast: the packets Bdelivered so far.
    pub received: BTreeSet<Packet<W>>,
    /// Rmulticast: the packets with which one thing has been done and not yet the other.
    pub half_done: Vec<Packet<W>>,
    /// The Bdelivers that happened before its own first one, if that is recorded.
    pub past: NodeSet,
}

/// The state of a process with this protocol.
pub type StateOf<P> = State<<P as Protocol>::Memory, <P as Protocol>::Word>;
