//! `verdict bench`: the same states, searched in several ways side by side.
//!
//! Machines are noisy and differ, so nothing here is quoted in seconds alone: every row is a ratio to
//! another row of the same run. Each row is measured in a process of its own, so that memory can be
//! compared as well: the peak of the whole process, as the operating system counts it.

mod peers;
mod rows;

use super::first_view::FirstView;
use crate::args::{Bench, Rower};
use rows::{CRASHES, LIVENESS, NODES, measure};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::process::Command;
use std::time::Instant;
use verdict::args::Format;
use verdict::error::Failure;
use verdict::layout::{Flush, Table, thousands};
use verdict::report::json;
use verdict::{Session, exit};
use verdict_checker::random::Random;
use verdict_models::wandering::simulation::readings::FITTED;
use verdict_models::wandering::simulation::transient;

/// The hops of the ring with crashes: about one million states, and about five.
const CRASH_HOPS: [u32; 2] = [6, 7];
/// The same, for twenty million.
const LARGE_HOPS: u32 = 8;

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
    hops: u32,
    threads: usize,
    measured: Measured,
}

/// The rows, in order: what is measured, and up to which count.
fn rows(args: &Bench) -> Vec<(Rower, u32)> {
    let mut rows = vec![
        (Rower::World, args.hops),
        (Rower::Packed, args.hops),
        (Rower::Stateright, args.hops),
    ];
    let large = args.large.then_some(LARGE_HOPS);
    for hops in CRASH_HOPS.into_iter().chain(large) {
        rows.extend([(Rower::Crashes, hops), (Rower::StaterightCrashes, hops)]);
    }
    rows.extend([(Rower::Timers, 0), (Rower::Search, 0), (Rower::Liveness, 0)]);
    rows
}

/// Runs the benchmark, or, if asked for one row, that row alone.
pub fn run(args: &Bench, session: &mut Session<'_>) -> Result<u8, Failure> {
    if let Some(rower) = args.row {
        let measured = measure(session.catalog, rower, args.hops, args.threads.unwrap_or(1));
        json::write(session.out, &json!(measured))?;
        return Ok(exit::AS_EXPECTED);
    }
    let mut entries = Vec::new();
    for (rower, hops) in rows(args) {
        for threads in [1, 2] {
            if session.show_progress {
                writeln!(session.err, "measuring {} on {threads}", rower.name())?;
            }
            let mut best = in_own_process(rower, hops, threads)?;
            for _ in 1..args.runs {
                let again = in_own_process(rower, hops, threads)?;
                if again.seconds < best.seconds {
                    best = again;
                }
            }
            entries.push(Entry {
                rower,
                hops,
                threads,
                measured: best,
            });
        }
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
    if args.peers {
        let ours = entries.iter().find(|entry| entry.rower == Rower::World);
        peers::compare(
            &ours.expect("a row of every run").measured,
            args.hops,
            session,
        )?;
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

/// Rows that are compared must have searched the same states.
fn check_counts(entries: &[Entry]) -> Result<(), Failure> {
    for entry in entries {
        let Some(other) = entry.yardstick(entries) else {
            continue;
        };
        let [states, theirs] = [entry, other].map(|entry| entry.measured.states);
        if states != theirs {
            let [one, two] = [entry, other].map(|entry| entry.rower.name());
            return Err(Failure::input(format!(
                "{one} found {states} states and {two} {theirs}, so their speeds cannot be compared"
            )));
        }
    }
    Ok(())
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
            Rower::World | Rower::Crashes | Rower::Timers | Rower::Search => {
                return self.on_one_thread(entries);
            }
            Rower::Packed | Rower::Stateright => Rower::World,
            Rower::StaterightCrashes => Rower::Crashes,
            Rower::Liveness => Rower::Search,
        };
        let same = |entry: &&Entry| {
            entry.rower == rower && entry.hops == self.hops && entry.threads == self.threads
        };
        entries.iter().find(same)
    }

    /// The same row on one thread, for one that has more.
    fn on_one_thread<'e>(&self, entries: &'e [Entry]) -> Option<&'e Entry> {
        let same = |entry: &&Entry| {
            entry.rower == self.rower && entry.hops == self.hops && entry.threads == 1
        };
        entries.iter().find(same).filter(|_| self.threads > 1)
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
        "hops": entry.hops,
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
        "The ring without crashes, N={NODES}, counts up to {hops}; with crashes, {CRASHES:?}; as its claims have it, {:?}.\n",
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
                    let on = match other.rower == entry.rower {
                        true => "one thread",
                        false => other.rower.name(),
                    };
                    format!("({on}) has {speed:.2}x the speed{memory}")
                })
                .into(),
        ]);
    }
    table.write(out)?;
    Ok(())
}
