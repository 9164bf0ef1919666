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

mod assumptions;
mod canonical;
mod effects;
mod handlers;
mod interner;
mod moves;
mod names;
mod next;
mod population;
mod resident;
mod space;
mod state;
mod step;
#[cfg(test)]
mod tests;

pub use assumptions::{
    Assumptions, Budget, Crash, Detector, Memory, NAMES, Named, Order, Return, Time,
    UnknownAssumption,
};
pub use resident::{NodeSet, Resident, ticks};
pub use state::{Envelope, EnvelopeOf, Local, LocalOf, Spent, View};
pub use step::{Event, Step};

use crate::catalog::Sources;
use interner::Interner;
use population::{Population, Rules};
use std::sync::Mutex;

/// The files that define how a world moves, for content hashes. `interner.rs` is not among them: it
/// decides where values are kept, not which ones there are.
pub const SOURCES: Sources = &[
    ("world/assumptions.rs", include_str!("assumptions.rs")),
    ("world/canonical.rs", include_str!("canonical.rs")),
    ("world/effects.rs", include_str!("effects.rs")),
    ("world/handlers.rs", include_str!("handlers.rs")),
    ("world/mod.rs", include_str!("mod.rs")),
    ("world/moves.rs", include_str!("moves.rs")),
    ("world/names.rs", include_str!("names.rs")),
    ("world/next.rs", include_str!("next.rs")),
    ("world/population.rs", include_str!("population.rs")),
    ("world/resident.rs", include_str!("resident.rs")),
    ("world/space.rs", include_str!("space.rs")),
    ("world/state.rs", include_str!("state.rs")),
    ("world/step.rs", include_str!("step.rs")),
];

/// Whether a state is inside.
type Boundary<A> = Box<dyn Fn(&View<A>) -> bool + Send + Sync>;

/// A group of actors and what they may rely on.
pub struct World<A: Resident> {
    actors: Vec<A>,
    rules: Rules,
    boundary: Option<Boundary<A>>,
    locals: Interner<LocalOf<A>>,
    envelopes: Interner<EnvelopeOf<A>>,
    timers: Interner<A::Timer>,
    choices: Interner<A::Random>,
    /// Lists of envelopes that leave together.
    sendings: Interner<Vec<u32>>,
    /// Scratches not in use.
    scratches: Mutex<Vec<effects::Scratch>>,
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
                normalises,
                period: period.filter(|_| normalises).unwrap_or(0),
                bounded: false,
            },
            actors,
            boundary: None,
            locals: Interner::new(),
            envelopes: Interner::new(),
            timers: Interner::new(),
            choices: Interner::new(),
            sendings: Interner::new(),
            scratches: Mutex::default(),
        }
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
