//! A global state, in parts: what one node holds, what is in flight, which budgets are spent.
//!
//! A state is a short row of numbers (a `[u32]`): the spent budgets, one id per node, and the ids of the
//! messages in flight in a canonical order. Ids stand for interned [`Local`]s and [`Envelope`]s.

use super::resident::{NodeSet, Resident};
use stateright::actor::Actor;
use std::collections::BTreeMap;

/// What one node holds.
pub type LocalOf<A> =
    Local<<A as Actor>::State, <A as Actor>::Timer, <A as Actor>::Random, <A as Actor>::Storage>;
/// A message in flight.
pub type EnvelopeOf<A> = Envelope<<A as Actor>::Msg>;

/// Everything that belongs to one node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local<State, Timer: Ord, Random, Storage> {
    /// Which node.
    pub node: u8,
    /// Whether it is up.
    pub up: bool,
    /// The actor's state; gone after a crash, unless memory is kept.
    pub state: Option<State>,
    /// Timers that are set, with the ticks after which each may and must fire.
    pub timers: BTreeMap<Timer, (u16, u16)>,
    /// Local steps that the actor may take.
    pub choices: BTreeMap<String, Vec<Random>>,
    /// Stable storage.
    pub storage: Option<Storage>,
    /// The nodes whose crash the detector has reported to this one.
    pub reported: NodeSet,
}

/// A message on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Envelope<Msg> {
    /// The sender.
    pub src: u8,
    /// The receiver.
    pub dst: u8,
    /// Ticks since it was sent, in a world that counts ticks.
    pub age: u8,
    /// What is said.
    pub msg: Msg,
}

/// Which budgets are spent, packed into one number of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spent {
    /// Messages lost.
    pub losses: u8,
    /// Messages duplicated.
    pub duplicates: u8,
    /// Nodes that came back.
    pub returns: u8,
    /// Live nodes reported as crashed.
    pub mistakes: u8,
}

impl Spent {
    /// From a state's first number.
    pub fn unpack(word: u32) -> Self {
        let [losses, duplicates, returns, mistakes] = word.to_le_bytes();
        Spent {
            losses,
            duplicates,
            returns,
            mistakes,
        }
    }

    /// As a state's first number.
    pub fn pack(self) -> u32 {
        u32::from_le_bytes([self.losses, self.duplicates, self.returns, self.mistakes])
    }
}

/// Where the ids of the nodes begin.
pub(super) const NODES: usize = 1;

/// A state with the world it belongs to: what properties look at.
pub struct View<'a, A: Resident> {
    pub(super) world: &'a super::World<A>,
    pub(super) state: &'a [u32],
}

impl<'a, A: Resident> View<'a, A> {
    /// The number of nodes, up or not.
    pub fn len(&self) -> usize {
        self.world.actors.len()
    }

    /// Whether the world has no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All that belongs to a node.
    pub fn local(&self, node: usize) -> &'a LocalOf<A> {
        self.world.locals.get(self.state[NODES + node])
    }

    /// The state of a node that is up.
    pub fn node(&self, node: usize) -> Option<&'a A::State> {
        let local = self.local(node);
        local.state.as_ref().filter(|_| local.up)
    }

    /// The nodes that are up, with their states.
    pub fn live(&self) -> impl Iterator<Item = (usize, &'a A::State)> {
        (0..self.len()).filter_map(|node| Some((node, self.node(node)?)))
    }

    /// The messages in flight.
    pub fn messages(&self) -> impl Iterator<Item = &'a EnvelopeOf<A>> {
        let ids = &self.state[NODES + self.len()..];
        ids.iter().map(|id| self.world.envelopes.get(*id))
    }

    /// The budgets spent so far.
    pub fn spent(&self) -> Spent {
        Spent::unpack(self.state[0])
    }

    /// The actor of a node.
    pub fn actor(&self, node: usize) -> &'a A {
        &self.world.actors[node]
    }
}
