//! The world as something to search, with the type of its actors or without.

use super::World;
use super::effects::Scratch;
use super::next::{Move, Take};
use super::population::Population;
use super::resident::Resident;
use super::rows::{Draft, Rows};
use super::silence::Eyes;
use super::state::NODES;
use super::step::Step;
use serde_json::{Map, Value};
use std::sync::Arc;
use verdict_checker::judge::{FairClasses, Subject};
use verdict_checker::property::{Property, Sight};
use verdict_checker::space::{Arcs, Moved, Numbers, Space, Visit};
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::{self, Origin};

/// Passes moves on to a search.
struct Visiting<'a, V> {
    world: &'a dyn Population,
    visit: &'a mut V,
}

impl<V: Visit<Rows>> Take for Visiting<'_, V> {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>) {
        let world = self.world;
        self.visit.successor(fingerprint, |rows| {
            let within = |state: &[u32]| !world.rules().bounded || world.is_within(state);
            rows.push_if(|words| describe().next.write(words), within)
        });
    }

    fn beyond(&mut self, number: u64) {
        self.visit.successor(number, |_| false);
    }
}

/// Hands moves on as drafts.
struct Drafting<'a, H>(&'a mut H);

impl<H: FnMut(u64, Option<Draft>)> Take for Drafting<'_, H> {
    #[inline]
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>) {
        (self.0)(fingerprint, Some(Draft::of(&describe())));
    }

    fn beyond(&mut self, number: u64) {
        (self.0)(number, None);
    }
}

/// Passes moves on to a search, and shows each as a step.
struct Showing<'a, V> {
    world: &'a dyn Population,
    state: &'a [u32],
    visit: &'a mut V,
    see: &'a mut dyn FnMut(&Step, &[u32]),
    /// The state that a move leads to.
    next: Vec<u32>,
}

impl<V: Visit<Rows>> Take for Showing<'_, V> {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>) {
        let (taken, next) = (describe(), &mut self.next);
        next.clear();
        taken.next.write(next);
        let within = self.world.is_within(next);
        if within {
            (self.see)(&self.world.step(self.state, &taken), next);
        }
        self.visit.successor(fingerprint, |rows| {
            if within {
                rows.push(next);
            }
            within
        });
    }

    fn beyond(&mut self, number: u64) {
        self.visit.successor(number, |_| false);
    }
}

/// Passes moves on as arcs.
struct Drawing<'a, A> {
    world: &'a dyn Population,
    state: &'a [u32],
    arcs: &'a mut A,
}

impl<A: Arcs<Step>> Take for Drawing<'_, A> {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>) {
        let (world, taken) = (self.world, describe());
        let within = !world.rules().bounded || {
            let mut next = Vec::new();
            taken.next.write(&mut next);
            world.is_within(&next)
        };
        if within {
            let kind = taken.kind(self.state);
            let step = || world.step(self.state, &taken);
            self.arcs.arc(kind, fingerprint, step);
        }
    }

    fn beyond(&mut self, _: u64) {}
}

/// Writes moves down as steps.
struct Listing<'a> {
    world: &'a dyn Population,
    state: &'a [u32],
    steps: Vec<(Step, Vec<u32>)>,
}

impl Take for Listing<'_> {
    fn take<'m>(&mut self, _: u64, describe: impl FnOnce() -> Move<'m>) {
        let taken = describe();
        let mut next = Vec::new();
        taken.next.write(&mut next);
        if self.world.is_within(&next) {
            self.steps.push((self.world.step(self.state, &taken), next));
        }
    }

    fn beyond(&mut self, _: u64) {}
}

/// A world whose actors' type is forgotten, so that search, liveness, replay and the rest are compiled once
/// for all algorithms.
#[derive(Clone)]
struct AnyWorld(Arc<dyn Population>);

impl<A: Resident> World<A> {
    /// Asks a property of this world.
    pub fn subject(
        self,
        property: Property<World<A>>,
        fairness: FairClasses,
        origin: Origin,
    ) -> Box<dyn AnySubject> {
        let world = Arc::new(self);
        let property = property.within(world.clone());
        AnyWorld(world).asked(property, fairness, origin)
    }
}

impl AnyWorld {
    /// Knows no type of actors, so that what it needs is compiled here.
    fn asked(
        self,
        property: Property<AnyWorld>,
        fairness: FairClasses,
        origin: Origin,
    ) -> Box<dyn AnySubject> {
        Box::new(Subject {
            space: Arc::new(self),
            property,
            fairness,
            origin,
        })
    }
}

/// A [`Space`] by what its population says.
macro_rules! space {
    ($($head:tt)*) => {
        $($head)* {
            type State = [u32];
            type OwnedState = Vec<u32>;
            type Row = Rows;
            type Step = Step;
            type Scratch = Scratch;

            fn scratch(&self) -> Scratch {
                Scratch::default()
            }

            fn trim(&self, scratch: &mut Scratch, bytes: usize) {
                scratch.trim(bytes);
            }

            fn heap(&self, _: &[u32]) -> usize {
                0
            }

            fn held(&self) -> usize {
                self.population().held()
            }

            fn initial(&self) -> Rows {
                let world = self.population();
                let mut rows = Rows::default();
                for state in world.with_scratch(|scratch| world.first_states(scratch)) {
                    rows.push(&state);
                }
                rows
            }

            fn fingerprint(&self, state: &[u32]) -> u64 {
                self.population().fingerprint_of(state)
            }

            fn expand(&self, state: &[u32], scratch: &mut Scratch, visit: &mut impl Visit<Rows>) {
                let world = self.population();
                world.moves(state, scratch, &mut Visiting { world, visit });
            }

            fn sketch(
                &self,
                state: &[u32],
                scratch: &mut Scratch,
                hand: &mut impl FnMut(u64, Option<Draft>),
            ) {
                self.population().moves(state, scratch, &mut Drafting(hand));
            }

            fn finish(
                &self,
                state: &[u32],
                draft: Draft,
                scratch: &mut Scratch,
                rows: &mut Rows,
            ) -> bool {
                let world = self.population();
                let rules = world.rules();
                let first = NODES + rules.nodes;
                rows.push_if(
                    |words| draft.write(state, first, scratch, words),
                    |state| !rules.bounded || world.is_within(state),
                )
            }

            fn expand_with_steps(
                &self,
                state: &[u32],
                scratch: &mut Scratch,
                visit: &mut impl Visit<Rows>,
                see: &mut dyn FnMut(&Step, &[u32]),
            ) {
                let (world, next) = (self.population(), Vec::new());
                world.moves(state, scratch, &mut Showing { world, state, visit, see, next });
            }

            fn steps(&self, state: &[u32]) -> Vec<(Step, Vec<u32>)> {
                let (world, steps) = (self.population(), Vec::new());
                let mut listing = Listing { world, state, steps };
                world.with_scratch(|scratch| world.moves(state, scratch, &mut listing));
                listing.steps
            }

            fn write_states(&self, rows: &Rows, places: &[usize], bytes: &mut Vec<u8>) -> bool {
                rows.write_down(places, bytes);
                true
            }

            fn read_states(
                &self,
                bytes: &[u8],
                numbers: &Numbers,
                rows: &mut Rows,
            ) -> Option<usize> {
                let first = NODES + self.population().rules().nodes;
                rows.read(bytes, [NODES, first], numbers)
            }

            fn origins(&self) -> Vec<u8> {
                self.population().noted().bytes()
            }

            fn remake(&self, origins: &[u8]) -> Result<Numbers, String> {
                self.population().remake(origins)
            }

            fn plainly(&self, state: Option<&[u32]>) -> Option<Vec<Vec<u32>>> {
                let (world, scratch) = (self.population(), &mut Scratch::plain());
                let Some(state) = state else {
                    return Some(world.first_states(scratch));
                };
                let mut listing = Listing { world, state, steps: Vec::new() };
                world.moves(state, scratch, &mut listing);
                let steps = listing.steps.into_iter().map(|(_, next)| next);
                Some(steps.chain(world.without_an_unreachable(state)).collect())
            }

            fn reduced(&self, state: &[u32]) -> Vec<u32> {
                self.population().reduced(state)
            }

            fn symmetries(&self) -> Result<usize, &'static str> {
                let world = self.population();
                match world.why_no_symmetry() {
                    None => Ok(world.renamings().len()),
                    Some(why) => Err(why),
                }
            }

            fn images(&self, state: &[u32]) -> Vec<Vec<u32>> {
                self.population().images(state)
            }

            fn least_image(&self, state: &[u32], scratch: &mut Scratch) -> (u64, Vec<u32>) {
                let fingerprint = self.population().least_image(state, scratch);
                (fingerprint, scratch.next.clone())
            }

            fn silence(&self) -> Result<(), &'static str> {
                self.population().why_no_silence().map_or(Ok(()), Err)
            }

            fn strides(
                &self,
                state: &[u32],
                sight: &Sight<Self>,
                scratch: &mut Scratch,
                pass: &mut dyn FnMut(&[u32]),
                hand: &mut dyn FnMut(u64, Option<&[u32]>),
            ) {
                let (sees, reads) = (&|part| sight.sees(self, part), &|part| sight.reads(self, part));
                (self.population()).strides(state, Eyes { sees, reads }, scratch, pass, hand);
            }

            fn moved(&self, state: &[u32], sight: &Sight<Self>) -> Vec<Moved<Step, Vec<u32>>> {
                let (sees, reads) = (&|part| sight.sees(self, part), &|part| sight.reads(self, part));
                self.population().moved(state, Eyes { sees, reads })
            }

            fn arcs(&self, state: &[u32], scratch: &mut Scratch, arcs: &mut impl Arcs<Step>) {
                let world = self.population();
                world.moves(state, scratch, &mut Drawing { world, state, arcs });
            }

            fn label(&self, step: &Step) -> String {
                self.population().label(step)
            }

            fn action(&self, step: &Step) -> (String, String) {
                self.population().action(step)
            }

            fn describe(&self, _: &[u32], step: &Step, _: &[u32]) -> trace::Step {
                self.population().describe(step)
            }

            fn lanes(&self) -> Vec<String> {
                self.population().lanes()
            }

            fn show(&self, state: &[u32]) -> Map<String, Value> {
                self.population().show(state)
            }

            fn setting(&self) -> String {
                self.population().setting()
            }

            fn vocabulary(&self) -> Vec<String> {
                self.population().vocabulary()
            }
        }
    };
}

impl AnyWorld {
    fn population(&self) -> &dyn Population {
        &*self.0
    }
}

space!(impl Space for AnyWorld);
space!(impl<A: Resident> Space for World<A>);
