//! How long an election takes, beside a bare compare-and-swap: `cargo bench -p verdict-harnesses`.
//!
//! Every thread is a node that calls `LeaderElection` again and again, as a worker that has just found its leader gone; an
//! election counts whether it is won or lost. The bare CAS replaces the value that the thread saw last. What is
//! printed is the time of a bare CAS, how many of them fail (so much do the threads meet), and how many times longer an election
//! takes; each the median of several rounds, as wall-clock time divided by the calls of all threads.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use verdict_election::{Algorithm, AtomicMemory, Node, NodeId, Procedure, Role, Word};

const ROUNDS: usize = 9;
const CALLS: u32 = 2_000_000;

fn main() {
    println!("median of {ROUNDS} rounds of {CALLS} calls per thread\n");
    println!("| threads | bare CAS | of which fail | Algorithm 6 | Algorithm 7 | one word |");
    println!("|---:|---:|---:|---:|---:|---:|");
    for threads in [1, 2, 4, 8] {
        let (bare, failed) = bare(threads);
        let ratio = |algorithm| elections(algorithm, threads).as_secs_f64() / bare.as_secs_f64();
        println!(
            "| {threads} | {:.1} ns | {:.1} % | {:.2} | {:.2} | {:.2} |",
            bare.as_secs_f64() * 1e9 / f64::from(CALLS),
            failed * 100.0,
            ratio(Algorithm::Six),
            ratio(Algorithm::Seven),
            ratio(Algorithm::OneWord { wraps: None })
        );
    }
}

/// The time that it takes for each of several threads to call this `CALLS` times, divided by the number of threads.
fn measure<T: Sync>(threads: u32, new: impl Fn() -> T, calls: impl Fn(u32, &T) + Sync) -> Duration {
    let mut rounds: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let (shared, start) = (new(), Barrier::new(threads as usize + 1));
            let began = std::thread::scope(|scope| {
                for thread in 0..threads {
                    let (shared, start, calls) = (&shared, &start, &calls);
                    scope.spawn(move || {
                        start.wait();
                        calls(thread, shared);
                    });
                }
                start.wait();
                Instant::now()
            });
            began.elapsed() / threads
        })
        .collect();
    rounds.sort();
    rounds[ROUNDS / 2]
}

/// The time of a bare CAS, and the share of those that fail.
fn bare(threads: u32) -> (Duration, f64) {
    let failures = AtomicU64::new(0);
    let time = measure(
        threads,
        || AtomicU64::new(0),
        |_, word| {
            let (mut seen, mut failed) = (0, 0);
            for _ in 0..CALLS {
                let next = seen + 1;
                match word.compare_exchange(seen, next, Ordering::Release, Ordering::Relaxed) {
                    Ok(_) => seen = next,
                    Err(now) => (seen, failed) = (now, failed + 1),
                }
            }
            failures.fetch_add(failed, Ordering::Relaxed);
        },
    );
    let all = ROUNDS as f64 * f64::from(threads) * f64::from(CALLS);
    (time, failures.into_inner() as f64 / all)
}

fn elections(algorithm: Algorithm, threads: u32) -> Duration {
    let procedure = Procedure::as_meant(algorithm);
    let first = Word::first(NodeId(0));
    measure(
        threads,
        || AtomicMemory::new(first),
        |thread, memory| {
            let id = NodeId(thread as i32 + 1);
            let mut node = Node::first_day(id, first);
            for _ in 0..CALLS {
                procedure.run(id, &mut node, memory);
                if node.role == Role::Leader {
                    node.role = Role::Worker;
                    // A winner of Algorithm 7 does not count its own election; whoever finds it gone has read the counter.
                    node.cnt += i64::from(algorithm == Algorithm::Seven);
                }
            }
        },
    )
}
