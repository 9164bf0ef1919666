//! The world: one state space over any [`Resident`] actor, built from named assumptions.
//!
//! An algorithm is pure handlers; what its source takes for granted (channels, time, crashes,
//! detectors, storage) is here. [`Assumptions`] says which; each can be dropped by name.
//!
//! # How a world moves
//!
//! - **Handlers are atomic**: an event arrives, the actor's handler runs, its messages leave. Because
//!   messages take arbitrarily long, sending them one by one would show nothing new, unless the
//!   node crashes half-way: with [`Crash::amid_sends`] every handler that sends may also end in a crash
//!   after any part of its messages has left.
//! - **A crashed node** takes no step. If nobody ever returns, messages to it can never be acted
//!   on and are dropped at once. If nodes return, they wait.
//! - **The detector** reports a crash to each node that watches, at any later moment, once.
//!   When a node returns, reports about it that were not delivered are withdrawn, and its next crash
//!   is reported anew.
//! - **Stale messages** (see [`Resident::date_of`]) are dropped if their delivery would change
//!   nothing; **dates are lowered** together (see [`Resident::period`]). Both make endless runs finite
//!   without hiding any; [`World::plainly`] switches both off, to test that against.
//!
//! # How it is fast
//!
//! A state is a short row of interned ids; the result of a handler is memoised by (local state, event);
//! the fingerprint is a sum of the parts' hashes; a successor that is already known is never stored.

mod algorithm;
mod assumptions;
mod canonical;
mod effects;
mod handlers;
mod interner;
mod moves;
mod names;
mod network;
mod next;
mod origins;
mod population;
mod resident;
mod rows;
mod silence;
mod space;
mod state;
mod step;
mod symmetry;
#[cfg(test)]
mod tests;

pub use algorithm::{Algorithm, InWorld};
pub use assumptions::{
    Assumptions, Budget, Crash, Detector, Memory, NAMES, Named, Order, Place, Return, Time,
    UnknownAssumption,
};
pub use network::Network;
pub use resident::{NodeSet, Resident, ticks};
pub use silence::Rule;
pub use state::{Envelope, EnvelopeOf, Local, LocalOf, Spent, View};
pub use step::{Event, Step};
pub use symmetry::{Renaming, Symmetry};

/// What the build found in the source of this crate.
pub static SOURCES: verdict_checker::sources::Package =
    verdict_macros::sources!(::verdict_checker::sources);

use interner::Interner;
use population::{Population, Rules};
use stateright::actor::Id;
use std::sync::{Mutex, OnceLock};

/// Whether a state is inside.
type Boundary<A> = Box<dyn Fn(&View<A>) -> bool + Send + Sync>;

/// A group of actors and what they may rely on.
pub struct World<A: Resident> {
    actors: Vec<A>,
    /// Other actors as which the nodes may start.
    other_casts: Vec<Vec<A>>,
    rules: Rules,
    /// How the nodes start, in words.
    start: String,
    boundary: Option<Boundary<A>>,
    locals: Interner<LocalOf<A>>,
    envelopes: Interner<EnvelopeOf<A>>,
    timers: Interner<A::Timer>,
    choices: Interner<A::Random>,
    /// Lists of envelopes that leave together.
    sendings: Interner<Vec<u32>>,
    /// How locals and envelopes came about.
    origins: origins::Origins,
    /// Scratches not in use.
    scratches: Mutex<Vec<effects::Scratch>>,
    /// The renamings that leave the world as it is, or why there is but one.
    renamings: OnceLock<(Vec<Renaming>, Option<&'static str>)>,
}

impl<A: Resident> World<A> {
    /// A world of these actors; their ids are their places in the list.
    ///
    /// # Panics
    ///
    /// If there are more actors than a [`NodeSet`] can hold.
    pub fn new(actors: Vec<A>, assumptions: Assumptions) -> Self {
        assert!(
            actors.len() <= NodeSet::CAPACITY,
            "a world has at most {} nodes",
            NodeSet::CAPACITY
        );
        // Not if nodes come back: one that has forgotten its date takes old messages for new ones, and its
        // new date is absolute.
        let normalises = assumptions.returns == Return::Never;
        let period = actors.first().and_then(Resident::period);
        World {
            rules: Rules {
                nodes: actors.len(),
                assumptions,
                may_crash: (actors.iter().enumerate())
                    .filter(|(node, actor)| actor.may_crash(Id::from(*node)))
                    .map(|(node, _)| node)
                    .collect(),
                drops_unreachable: assumptions.returns == Return::Never,
                normalises,
                period: period.filter(|_| normalises).unwrap_or(0),
                bounded: false,
                left_out: None,
            },
            actors,
            other_casts: Vec::new(),
            start: String::new(),
            boundary: None,
            locals: Interner::new(),
            envelopes: Interner::new(),
            timers: Interner::new(),
            choices: Interner::new(),
            sendings: Interner::new(),
            origins: origins::Origins::default(),
            scratches: Mutex::default(),
            renamings: OnceLock::new(),
        }
    }

    /// Lets runs also begin with these actors instead: in another network, say. They differ in `on_start` alone: later, a
    /// node is what its state says. Nobody may return who has forgotten how it started.
    ///
    /// # Panics
    ///
    /// If they are not as many, or if nodes return.
    pub fn or_with(mut self, cast: Vec<A>) -> Self {
        assert_eq!(cast.len(), self.actors.len(), "the same nodes");
        assert_eq!(self.rules.assumptions.returns, Return::Never, "for good");
        self.other_casts.push(cast);
        self
    }

    /// Says how the nodes start, and what bounds them.
    pub fn starting(mut self, start: String) -> Self {
        self.start = start;
        self
    }

    /// Leaves out states beyond a boundary; what is found then is at most `bounded`.
    pub fn within(mut self, boundary: impl Fn(&View<A>) -> bool + Send + Sync + 'static) -> Self {
        self.boundary = Some(Box::new(boundary));
        self.rules.bounded = true;
        self
    }

    /// Keeps stale messages and true dates.
    pub fn plainly(mut self) -> Self {
        (self.rules.normalises, self.rules.period) = (false, 0);
        self
    }

    /// The actors.
    pub fn actors(&self) -> &[A] {
        &self.actors
    }

    /// What the actors may rely on.
    pub fn assumptions(&self) -> &Assumptions {
        &self.rules.assumptions
    }

    /// The state in which the nodes hold `locals`, one for each node in order, and `in_flight` is under
    /// way, with no budget spent; reachable or not, in canonical form. It is how an invariant is tested
    /// for being inductive: from every state that satisfies it, not only from those that occur.
    ///
    /// # Panics
    ///
    /// If there is not one local for each node.
    pub fn state(&self, locals: &[LocalOf<A>], in_flight: &[EnvelopeOf<A>]) -> Vec<u32> {
        let nodes = locals.iter().map(|local| usize::from(local.node));
        assert!(
            nodes.eq(0..self.actors.len()),
            "a state has one local for each node, in order"
        );
        let locals: Vec<_> = locals.iter().map(|l| self.locals.intern(l)).collect();
        let in_flight: Vec<_> = in_flight.iter().map(|e| self.envelopes.intern(e)).collect();
        let world = self.population();
        world.with_scratch(|scratch| world.assemble(scratch, &locals, &in_flight))
    }

    fn population(&self) -> &dyn Population {
        self
    }

    /// What a node is called.
    pub fn node_name(&self, node: usize) -> String {
        self.name_of_node(node)
    }

    /// How many messages leave with a step.
    pub fn sends(&self, step: &Step) -> usize {
        self.sent(step.sent).len()
    }

    /// A state, for looking at.
    pub fn view<'a>(&'a self, state: &'a [u32]) -> View<'a, A> {
        View { world: self, state }
    }
}
