//! What is measured, one row in each process.

use super::Measured;
use crate::args::Rower;
use stateright::actor::{ActorModel, Network};
use stateright::{Checker, Expectation, Model};
use std::sync::Arc;
use std::time::Instant;
use verdict_checker::catalog::{Catalog, Setup};
use verdict_checker::property::Property;
use verdict_checker::search::{Limits, Search};
use verdict_checker::space::{OfModel, Row, Space};
use verdict_models::ring::application::SiteOf;
use verdict_models::ring::node::Node;
use verdict_models::ring::packed::PackedRing;
use verdict_models::ring::plugin::{Held, Token};
use verdict_models::ring::{Bare, Ring, TheToken};
use verdict_world::{Assumptions, Crash, Detector, Memory, Return, World};

/// The ring without crashes: stateright's `ActorModel` cannot express ours. It has a bound on hops, because counts are not
/// lowered there.
pub(super) const NODES: usize = 6;
const K: usize = 2;
/// The ring with crashes: of how many sites, with how many backups, and how many may crash.
pub(super) const CRASHES: [usize; 3] = [5, 2, 3];
/// A world of ticks: bullies with timers, crashes amid sends, and a detector that may be mistaken; and what is dropped for it.
const TIMERS: (&str, &[u64]) = ("basics/bully/unique", &[4, 2, 2, 5, 5]);
const UNTIMELY: &str = "perfect-detector";
/// The liveness row: the ring with crashes, about a million states.
pub(super) const LIVENESS: (&str, &[u64]) = ("ring/never-lost", &[6, 3]);

pub(super) fn measure(catalog: &Catalog, rower: Rower, hops: u32, threads: usize) -> Measured {
    let mut measured = match rower {
        Rower::World => world(hops, threads),
        Rower::Packed => packed(hops, threads),
        Rower::Stateright => stateright_own(hops, threads),
        Rower::Crashes => searched(&with_crashes(hops), unique(), threads),
        Rower::StaterightCrashes => stateright_steps(with_crashes(hops), threads),
        Rower::Timers => case(catalog, TIMERS, Some(UNTIMELY), threads),
        Rower::Search => case(catalog, ("ring/unique-real", LIVENESS.1), None, threads),
        Rower::Liveness => case(catalog, LIVENESS, None, threads),
    };
    measured.peak_bytes = peak_bytes();
    measured
}

fn site() -> Node<Bare> {
    Node::new(NODES, K, Bare)
}

fn held(site: &SiteOf<Bare>) -> &Held<()> {
    &site.held[&TheToken]
}

/// (a) Our search over the actors.
fn world(hops: u32, threads: usize) -> Measured {
    let world = World::new(vec![site(); NODES], Assumptions::default())
        .plainly()
        .within(move |view| {
            view.live()
                .all(|(_, site)| held(site).count <= u64::from(hops))
        });
    searched(&world, unique(), threads)
}

fn unique() -> Property<Ring> {
    Property::always("unique-real", |ring: &Ring, state| {
        let view = ring.view(state);
        view.live()
            .filter(|(_, site)| held(site).token == Token::Real)
            .count()
            <= 1
    })
}

/// (d) The ring of Fig. 2 with crashes and a perfect detector. That nodes could return, though none does, keeps messages to the
/// dead and true dates in the state.
fn with_crashes(hops: u32) -> Ring {
    let [nodes, k, crashes] = CRASHES;
    let assumptions = Assumptions {
        crash: Crash {
            budget: crashes as u8,
            consecutive: None,
            amid_sends: false,
        },
        returns: Return::UpTo {
            times: 0,
            memory: Memory::Lost,
        },
        detector: Detector::Perfect,
        ..Assumptions::default()
    };
    World::new(vec![Node::new(nodes, k, Bare); nodes], assumptions).within(move |view| {
        view.live()
            .all(|(_, site)| held(site).count <= u64::from(hops))
    })
}

/// A world as a model of stateright's whose actions are where they lead, so that a state is expanded once.
struct Listed(Arc<Ring>);

impl Model for Listed {
    type State = Vec<u32>;
    type Action = Vec<u32>;

    fn init_states(&self) -> Vec<Vec<u32>> {
        let row = self.0.initial();
        (0..row.len())
            .map(|index| row.get(index).to_vec())
            .collect()
    }

    fn actions(&self, state: &Vec<u32>, actions: &mut Vec<Vec<u32>>) {
        actions.extend(self.0.steps(state).into_iter().map(|(_, next)| next));
    }

    fn next_state(&self, _: &Vec<u32>, next: Vec<u32>) -> Option<Vec<u32>> {
        Some(next)
    }

    fn properties(&self) -> Vec<stateright::Property<Self>> {
        vec![stateright::Property::always(
            "unique-real",
            |model: &Self, state: &Vec<u32>| {
                let view = model.0.view(state);
                let live = view.live();
                live.filter(|(_, site)| held(site).token == Token::Real)
                    .count()
                    <= 1
            },
        )]
    }
}

/// (e) stateright's own search over the same steps: what they cost, it is spared.
fn stateright_steps(world: Ring, threads: usize) -> Measured {
    let started = Instant::now();
    let checker = Listed(Arc::new(world))
        .checker()
        .threads(threads)
        .spawn_bfs()
        .join();
    Measured {
        states: checker.unique_state_count(),
        transitions: checker.state_count(),
        seconds: started.elapsed().as_secs_f64(),
        search_bytes: None,
        peak_bytes: None,
    }
}

/// (c) Our search over the same states, packed by hand.
fn packed(hops: u32, threads: usize) -> Measured {
    let ring = PackedRing::new(NODES as u32, K as u32, hops);
    let ring = OfModel(ring.expect("the bound on --hops keeps it within two words"));
    let unique = Property::always("unique-real", |ring: &OfModel<PackedRing>, state| {
        (ring.0.properties()[0].condition)(&ring.0, state)
    });
    searched(&ring, unique, threads)
}

fn searched<S: Space>(space: &S, property: Property<S>, threads: usize) -> Measured {
    let limits = Limits {
        threads,
        ..Limits::default()
    };
    let properties = [property];
    let counts = Search::new(space, &properties).limits(limits).run().counts;
    Measured {
        states: counts.distinct,
        transitions: counts.total,
        seconds: counts.seconds,
        search_bytes: Some(counts.bytes),
        peak_bytes: None,
    }
}

/// (b) stateright's own search over the same actors in its `ActorModel`.
fn stateright_own(hops: u32, threads: usize) -> Measured {
    let model = ActorModel::<Node<Bare>, u64>::new(u64::from(hops), ())
        .actors(vec![site(); NODES])
        .init_network(Network::new_unordered_nonduplicating([]))
        .within_boundary(|hops, state| {
            state
                .actor_states
                .iter()
                .all(|site| held(site).count <= *hops)
        })
        .property(Expectation::Always, "unique-real", |_, state| {
            let real = state
                .actor_states
                .iter()
                .filter(|site| held(site).token == Token::Real);
            real.count() <= 1
        });
    let started = Instant::now();
    let checker = model.checker().threads(threads).spawn_bfs().join();
    Measured {
        states: checker.unique_state_count(),
        transitions: checker.state_count(),
        seconds: started.elapsed().as_secs_f64(),
        search_bytes: None,
        peak_bytes: None,
    }
}

/// A case of the catalog, perhaps with an assumption dropped.
fn case(
    catalog: &Catalog,
    (claim, size): (&str, &[u64]),
    without: Option<&str>,
    threads: usize,
) -> Measured {
    let case = catalog.claim(claim).and_then(|claim| claim.cases.first());
    let case = case.expect("a claim with a model");
    let setup = Setup {
        without: without.map(str::to_owned).into_iter().collect(),
        ..Setup::of(case.size(size))
    };
    let subject = case.subject(&setup).expect("a size of the paper");
    let limits = Limits {
        threads,
        ..Limits::default()
    };
    let started = Instant::now();
    let counts = subject.judge(limits, &|_| ()).counts;
    Measured {
        states: counts.distinct,
        transitions: counts.total,
        seconds: started.elapsed().as_secs_f64(),
        search_bytes: Some(counts.bytes),
        peak_bytes: None,
    }
}

/// The peak memory of this process, on systems that have `/proc`.
fn peak_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}
