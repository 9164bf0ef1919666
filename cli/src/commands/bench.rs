//! `verdict bench`: the same states, searched in three ways side by side.
//!
//! Machines are noisy and differ, so nothing here is quoted in seconds alone: every row is a ratio to
//! another row of the same run. Each row is measured in a process of its own, so that memory can be
//! compared as well: the peak of the whole process, as the operating system counts it.

use super::first_view::FirstView;
use crate::args::{Bench, Rower};
use serde::{Deserialize, Serialize};
use serde_json::json;
use stateright::actor::{ActorModel, Network};
use stateright::{Checker, Expectation, Model};
use std::process::Command;
use std::time::Instant;
use verdict::args::Format;
use verdict::error::Failure;
use verdict::layout::{Flush, Table, thousands};
use verdict::report::json;
use verdict::{Session, exit};
use verdict_checker::catalog::{Catalog, Setup};
use verdict_checker::property::Property;
use verdict_checker::random::Random;
use verdict_checker::search::{Limits, Search};
use verdict_checker::space::{OfModel, Space};
use verdict_models::ring::application::SiteOf;
use verdict_models::ring::node::Node;
use verdict_models::ring::packed::PackedRing;
use verdict_models::ring::plugin::{Held, Token};
use verdict_models::ring::{Bare, Ring, TheToken};
use verdict_models::wandering::simulation::readings::FITTED;
use verdict_models::wandering::simulation::transient;
use verdict_world::{Assumptions, World};

/// The ring that all rows search: no crashes, because stateright's `ActorModel` cannot express ours, and a
/// bound on hops, because it cannot lower counts.
const NODES: usize = 6;
const K: usize = 2;
/// The liveness row: the ring with crashes, about a million states.
const LIVENESS: (&str, &[u64]) = ("ring/never-lost", &[6, 3]);

/// What one row measures.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Measured {
    states: usize,
    transitions: usize,
    seconds: f64,
    /// What our own search counts for its tables and states.
    search_bytes: Option<usize>,
    /// The peak of the whole process, where the system tells.
    peak_bytes: Option<usize>,
}

struct Entry {
    rower: Rower,
    threads: usize,
    measured: Measured,
}

/// Runs the benchmark, or, if asked for one row, that row alone.
pub fn run(args: &Bench, session: &mut Session<'_>) -> Result<u8, Failure> {
    if let Some(rower) = args.row {
        let measured = measure(session.catalog, rower, args.hops, args.threads.unwrap_or(1));
        json::write(session.out, &json!(measured))?;
        return Ok(exit::AS_EXPECTED);
    }
    let rows = [
        (Rower::World, 1),
        (Rower::Packed, 1),
        (Rower::Stateright, 1),
        (Rower::World, 2),
        (Rower::Packed, 2),
        (Rower::Stateright, 2),
        (Rower::Search, 1),
        (Rower::Liveness, 1),
    ];
    let mut entries = Vec::new();
    for (rower, threads) in rows {
        if session.show_progress {
            writeln!(session.err, "measuring {} on {threads}", rower.name())?;
        }
        entries.push(Entry {
            rower,
            threads,
            measured: in_own_process(rower, args.hops, threads)?,
        });
    }
    check_counts(&entries)?;
    match args.format {
        Format::Json => {
            let rows: Vec<_> = entries
                .iter()
                .map(|entry| document(entry, &entries))
                .collect();
            let simulated = Simulated::measure();
            let simulation = json!({
                "events": simulated.events,
                "seconds": simulated.seconds,
                "eventsPerSecond": simulated.rate(),
            });
            let view = FirstView::measure(session.catalog)?;
            json::write(
                session.out,
                &json!({ "rows": rows, "simulation": simulation, "firstView": view }),
            )?;
        }
        Format::Human => {
            table(&entries, args.hops, session)?;
            let simulated = Simulated::measure();
            writeln!(
                session.out,
                "\nThe wandering token, N=300, 1,000,000 time units on one thread: {} events (a token received or \
                 generated), {} events/s.",
                thousands(simulated.events as usize),
                thousands(simulated.rate() as usize)
            )?;
            let view = FirstView::measure(session.catalog)?;
            writeln!(session.out, "{}", view.in_words())?;
        }
    }
    Ok(exit::AS_EXPECTED)
}

/// The simulator of the wandering token, whose rows have no states to compare.
struct Simulated {
    events: u64,
    seconds: f64,
}

impl Simulated {
    fn measure() -> Self {
        let started = Instant::now();
        let mut system = transient::warm(&FITTED, 300, Random::from_seed(1));
        system.advance(1_000_000);
        Simulated {
            events: system.log.received + system.log.generated,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    fn rate(&self) -> f64 {
        self.events as f64 / self.seconds
    }
}

fn in_own_process(rower: Rower, hops: u32, threads: usize) -> Result<Measured, Failure> {
    let own = std::env::current_exe()?;
    let output = Command::new(own)
        .args(["bench", "--row", rower.name()])
        .args(["--hops", &hops.to_string()])
        .args(["--threads", &threads.to_string()])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).map_err(|_| {
        let errors = String::from_utf8_lossy(&output.stderr);
        Failure::input(format!(
            "the row {} could not be measured: {errors}",
            rower.name()
        ))
    })
}

/// The three ways must have searched the same states.
fn check_counts(entries: &[Entry]) -> Result<(), Failure> {
    let of = |rower: Rower| entries.iter().filter(move |entry| entry.rower == rower);
    let same = |entries: Vec<&Entry>| {
        entries
            .windows(2)
            .all(|pair| pair[0].measured.states == pair[1].measured.states)
    };
    let three = of(Rower::World)
        .chain(of(Rower::Packed))
        .chain(of(Rower::Stateright));
    let two = of(Rower::Search).chain(of(Rower::Liveness));
    if same(three.collect()) && same(two.collect()) {
        return Ok(());
    }
    Err(Failure::input(
        "the rows disagree about the number of states, so their speeds cannot be compared",
    ))
}

fn measure(catalog: &Catalog, rower: Rower, hops: u32, threads: usize) -> Measured {
    let mut measured = match rower {
        Rower::World => world(hops, threads),
        Rower::Packed => packed(hops, threads),
        Rower::Stateright => stateright_own(hops, threads),
        Rower::Search => case(catalog, "ring/unique-real", threads),
        Rower::Liveness => case(catalog, LIVENESS.0, threads),
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
    let unique = Property::always("unique-real", |ring: &Ring, state| {
        let view = ring.view(state);
        view.live()
            .filter(|(_, site)| held(site).token == Token::Real)
            .count()
            <= 1
    });
    searched(&world, unique, threads)
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

/// A case of the catalog, at the size of the liveness row.
fn case(catalog: &Catalog, claim: &str, threads: usize) -> Measured {
    let case = catalog.claim(claim).and_then(|claim| claim.cases.first());
    let case = case.expect("a claim with a model");
    let subject = case
        .subject(&Setup::of(case.size(LIVENESS.1)))
        .expect("a size of the paper");
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

impl Measured {
    fn rate(&self) -> f64 {
        self.states as f64 / self.seconds
    }

    fn peak_per_state(&self) -> Option<f64> {
        Some(self.peak_bytes? as f64 / self.states as f64)
    }
}

impl Entry {
    /// The rows that this one is compared with, on as many threads: what a plain search of the same states
    /// costs, or what (a) does.
    fn yardstick<'e>(&self, entries: &'e [Entry]) -> Option<&'e Entry> {
        let rower = match self.rower {
            Rower::World | Rower::Search => return None,
            Rower::Packed | Rower::Stateright => Rower::World,
            Rower::Liveness => Rower::Search,
        };
        let same = |entry: &&Entry| entry.rower == rower && entry.threads == self.threads;
        entries.iter().find(same)
    }

    /// How many times as fast, and how much of the memory, the yardstick has.
    fn ratios(&self, entries: &[Entry]) -> Option<(f64, Option<f64>)> {
        let yardstick = &self.yardstick(entries)?.measured;
        let speed = yardstick.rate() / self.measured.rate();
        let memory = yardstick
            .peak_per_state()
            .zip(self.measured.peak_per_state());
        Some((speed, memory.map(|(ours, theirs)| ours / theirs)))
    }
}

fn document(entry: &Entry, entries: &[Entry]) -> serde_json::Value {
    let ratios = entry.ratios(entries);
    json!({
        "row": entry.rower.name(),
        "threads": entry.threads,
        "measured": entry.measured,
        "comparedWith": entry.yardstick(entries).map(|other| other.rower.name()),
        "speedOfOther": ratios.map(|ratios| ratios.0),
        "memoryOfOther": ratios.and_then(|ratios| ratios.1),
    })
}

fn table(entries: &[Entry], hops: u32, session: &mut Session<'_>) -> Result<(), Failure> {
    let out = &mut *session.out;
    writeln!(
        out,
        "The ring without crashes, N={NODES} k={K}, counts up to {hops}; the last two rows: with crashes, {:?}.\n",
        LIVENESS.1
    )?;
    let mut table = Table::new([
        ("what", Flush::Left),
        ("threads", Flush::Right),
        ("states", Flush::Right),
        ("states/s", Flush::Right),
        ("peak bytes/state", Flush::Right),
        ("in comparison", Flush::Left),
    ]);
    for entry in entries {
        let measured = &entry.measured;
        let peak = measured.peak_per_state();
        let compared = entry.yardstick(entries).zip(entry.ratios(entries));
        table.row(vec![
            entry.rower.title().into(),
            entry.threads.to_string().into(),
            thousands(measured.states).into(),
            thousands(measured.rate() as usize).into(),
            peak.map_or_else(|| "-".to_owned(), |peak| format!("{peak:.0}"))
                .into(),
            compared
                .map_or_else(String::new, |(other, (speed, memory))| {
                    let memory =
                        memory.map_or_else(String::new, |m| format!(", {m:.2}x the memory"));
                    format!("({}) has {speed:.2}x the speed{memory}", other.rower.name())
                })
                .into(),
        ]);
    }
    table.write(out)?;
    Ok(())
}
