//! A search on several processes against the same search on one: the same verdict, the same counts, the same run.
//!
//! Processes are threads here, each with its own model, its own connections and nothing in common with the others.

mod beginning;
mod graphs;
mod worlds;

use std::net::TcpListener;
use std::sync::Arc;
use verdict_checker::search::Limits;
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::Judgement;
use verdict_distributed::{Cluster, Found, Place, Tuning, listen};

/// So many processes with so many workers each.
const SHAPES: [(usize, usize); 5] = [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)];

/// Rounds and parts so small that small spaces have many rounds, and states that move.
const FINE: Tuning = Tuning { round: 3, slack: 0 };

type Build<'a> = &'a (dyn Fn() -> Arc<dyn AnySubject> + Sync);

/// Listeners on this machine, with their addresses.
fn listeners(processes: usize) -> (Vec<TcpListener>, Vec<String>) {
    let all: Vec<_> = (0..processes)
        .map(|_| listen("127.0.0.1:0").unwrap())
        .collect();
    let address = |listener: &TcpListener| listener.local_addr().unwrap().to_string();
    let addresses = all.iter().map(address).collect();
    (all, addresses)
}

/// Judges these subjects, one after the other, on several processes; what each process found.
fn together(
    (processes, threads): (usize, usize),
    tuning: Tuning,
    subjects: &[(Build, Limits)],
) -> Vec<Vec<Found>> {
    let (listeners, addresses) = listeners(processes);
    std::thread::scope(|scope| {
        let running: Vec<_> = (listeners.iter().enumerate())
            .map(|(process, listener)| {
                let mut place = Place::new(addresses.clone(), process, threads);
                place.tuning = tuning;
                scope.spawn(move || one(&place, listener, subjects))
            })
            .collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

fn one(place: &Place, listener: &TcpListener, subjects: &[(Build, Limits)]) -> Vec<Found> {
    let mut cluster = Cluster::join(place, listener, &[]).unwrap();
    let mut found = Vec::new();
    let mut next = 0..subjects.len() as u32;
    while let Some(number) = match place.process {
        0 => next.next(),
        _ => cluster.follow().unwrap(),
    } {
        let (build, limits) = &subjects[number as usize];
        let judged = cluster.judge(number, &build(), *limits, &|_| {});
        found.push(judged.unwrap());
    }
    cluster.finish().unwrap();
    found
}

/// All there is to know of a judgement, but for what it cost.
fn known(judgement: &Judgement) -> String {
    let Judgement {
        verdict,
        counts,
        cut,
        trace,
        broken,
        complaint,
        ..
    } = judgement;
    let counts = [
        counts.distinct,
        counts.total,
        counts.depth,
        counts.branching,
    ];
    format!("{verdict:?} {counts:?} {cut:?} {broken:?} {complaint:?}\n{trace:#?}")
}

/// Checks that every process of every shape finds what one finds alone. Answers with what that was.
fn agree(name: &str, tuning: Tuning, subjects: &[(Build, Limits)]) -> Vec<Judgement> {
    let alone: Vec<Judgement> = (subjects.iter())
        .map(|(build, limits)| build().judge(*limits, &|_| {}))
        .collect();
    for shape in SHAPES {
        for found in together(shape, tuning, subjects) {
            assert_eq!(found.len(), alone.len());
            for (index, (found, alone)) in found.iter().zip(&alone).enumerate() {
                assert_eq!(
                    known(&found.judgement),
                    known(alone),
                    "{name}, {index}, {shape:?}"
                );
                assert_eq!(found.loads.len(), shape.0 * shape.1);
            }
        }
    }
    alone
}
