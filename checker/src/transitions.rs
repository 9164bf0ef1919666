//! The state graph of a space that was searched: which action leads from which state to which.
//!
//! The states are taken in waves, each cut into shares for all threads. A thread numbers the actions that it meets by itself; when
//! the shares are put together, in order, they get the numbers that one thread alone would have given them, so the graph is the same
//! for any number of threads.

use crate::graph::{Graph, GraphBuilder, Key, State};
use crate::judge::FairClasses;
use crate::liveness::Fairness;
use crate::search::{Cut, Explored};
use crate::space::{Arcs, Row, Space};
use crate::watch::Patience;
use std::collections::HashMap;
use std::ops::Range;

/// How many states a thread takes at a time.
const SHARE: usize = 1 << 13;
/// Of how many states the successors are looked up together.
const GROUP: usize = 1 << 4;
const KNOWN: &str = "an exhausted search knows every successor";

/// A graph, and what is owed to its actions.
pub(crate) struct StateGraph {
    pub(crate) graph: Graph,
    /// By key.
    pub(crate) fairness: Vec<Fairness>,
}

impl StateGraph {
    /// The state graph of an exhausted search that kept its states.
    pub(crate) fn of<S: Space>(
        space: &S,
        classes: &FairClasses,
        explored: &Explored<S>,
        patience: &mut Patience,
    ) -> Result<Self, Cut> {
        explored.table.number_all(&explored.fingerprints);
        let counts = &explored.counts;
        let mut builder = GraphBuilder::with_capacity(counts.distinct, counts.total);
        let initial = space.initial();
        for index in 0..initial.len() {
            let fingerprint = space.fingerprint(initial.get(index));
            builder.push_initial(explored.table.number(fingerprint).expect(KNOWN));
        }
        let mut drawers: Vec<_> = (0..explored.watch.threads())
            .map(|_| Drawer::new(space, explored))
            .collect();
        let (mut keys, mut fairness) = (HashMap::new(), Vec::new());
        let states = explored.states.len();
        let mut start = 0;
        while start < states {
            let wave: Vec<_> = (start..states).step_by(SHARE).take(drawers.len()).collect();
            let shares = wave.iter().map(|first| *first..(first + SHARE).min(states));
            let drawers = &mut drawers[..wave.len()];
            draw(drawers, shares);
            for drawer in drawers {
                for (class, action) in drawer.actions.drain(..) {
                    let fresh = fairness.len() as Key;
                    let key = *keys.entry(action).or_insert(fresh);
                    if key == fresh {
                        let owed = classes.iter().find(|(name, _)| *name == class);
                        fairness.push(owed.map_or(Fairness::Optional, |(_, fairness)| *fairness));
                    }
                    drawer.keys.push(key);
                }
                let mut edges = drawer.edges.drain(..);
                for degree in drawer.degrees.drain(..) {
                    let out = edges.by_ref().take(degree as usize);
                    builder
                        .push_state(out.map(|(target, own)| (target, drawer.keys[own as usize])));
                }
            }
            start += SHARE * wave.len();
            patience.look()?;
        }
        Ok(StateGraph {
            graph: builder.build().expect(KNOWN),
            fairness,
        })
    }
}

/// Lets each drawer draw its share.
fn draw<'a, S: Space>(drawers: &mut [Drawer<'a, S>], shares: impl Iterator<Item = Range<usize>>) {
    let [drawer] = drawers else {
        return std::thread::scope(|scope| {
            for (drawer, share) in drawers.iter_mut().zip(shares) {
                scope.spawn(move || drawer.draw(share));
            }
        });
    };
    shares.for_each(|share| drawer.draw(share));
}

/// One thread at work.
struct Drawer<'a, S: Space> {
    space: &'a S,
    explored: &'a Explored<S>,
    scratch: S::Scratch,
    naming: Naming<'a, S>,
    /// The classes and actions that it has met and that are not numbered yet.
    actions: Vec<(String, String)>,
    /// For each action in the order in which it met them: the key.
    keys: Vec<Key>,
    /// For each state of its share: how many steps lead out of it.
    degrees: Vec<u32>,
    /// Where they lead, and by which action, in the order in which it met them.
    edges: Vec<(State, u32)>,
}

/// The actions that a thread has met, by whatever tells them apart.
struct Naming<'a, S: Space> {
    space: &'a S,
    by_kind: HashMap<u64, u32>,
    by_step: HashMap<S::Step, u32>,
    by_action: HashMap<String, u32>,
}

impl<'a, S: Space> Drawer<'a, S> {
    fn new(space: &'a S, explored: &'a Explored<S>) -> Self {
        Drawer {
            space,
            explored,
            scratch: space.scratch(),
            naming: Naming {
                space,
                by_kind: HashMap::new(),
                by_step: HashMap::new(),
                by_action: HashMap::new(),
            },
            actions: Vec::new(),
            keys: Vec::new(),
            degrees: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn draw(&mut self, share: Range<usize>) {
        let mut arcs = Vec::new();
        let mut at = share.start;
        while at < share.end {
            let end = (at + GROUP).min(share.end);
            for number in at..end {
                let before = arcs.len();
                let mut drawing = Drawing {
                    naming: &mut self.naming,
                    actions: &mut self.actions,
                    arcs: &mut arcs,
                };
                let state = self.explored.states.get(number);
                self.space.arcs(state, &mut self.scratch, &mut drawing);
                self.degrees.push((arcs.len() - before) as u32);
            }
            let table = &self.explored.table;
            std::hint::black_box(arcs.iter().fold(0, |all, arc| all ^ table.touch(arc.0)));
            self.edges
                .extend((arcs.drain(..)).map(|(fingerprint, action)| {
                    (table.number(fingerprint).expect(KNOWN), action)
                }));
            at = end;
        }
    }
}

/// Takes down where steps lead.
struct Drawing<'d, 'a, S: Space> {
    naming: &'d mut Naming<'a, S>,
    actions: &'d mut Vec<(String, String)>,
    arcs: &'d mut Vec<(u64, u32)>,
}

impl<S: Space> Arcs<S::Step> for Drawing<'_, '_, S> {
    fn arc(&mut self, kind: Option<u64>, fingerprint: u64, step: impl FnOnce() -> S::Step) {
        let known = kind.and_then(|kind| self.naming.by_kind.get(&kind));
        let action = match known {
            Some(action) => *action,
            None => {
                let action = self.naming.of(step(), self.actions);
                if let Some(kind) = kind {
                    self.naming.by_kind.insert(kind, action);
                }
                action
            }
        };
        self.arcs.push((fingerprint, action));
    }
}

impl<S: Space> Naming<'_, S> {
    fn of(&mut self, step: S::Step, actions: &mut Vec<(String, String)>) -> u32 {
        if let Some(action) = self.by_step.get(&step) {
            return *action;
        }
        let (class, action) = self.space.action(&step);
        let fresh = self.by_action.len() as u32;
        let own = *self.by_action.entry(action.clone()).or_insert(fresh);
        if own == fresh {
            actions.push((class, action));
        }
        self.by_step.insert(step, own);
        own
    }
}
