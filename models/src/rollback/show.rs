//! How a state is written down: registers, tasks and data by their names, in traces and explanations. Everything that tells two
//! states apart is in there.

use super::leader::Leader;
use super::pipeline::{Datum, Task};
use super::streams::{Slot, Streams};
use super::worker::{Doing, Worker};
use super::{State, Storage};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt::Display;

fn names<T: Display>(list: &[T]) -> Vec<String> {
    list.iter().map(T::to_string).collect()
}

/// What a worker does, in words.
fn doing(doing: &Doing) -> String {
    let at = |what: &str, task: &Task| format!("{what} {task}");
    let with = |what: &str, task: &Task, datum: &Datum| format!("{what} {datum} for {task}");
    match doing {
        Doing::Nothing => "nothing".to_owned(),
        Doing::Got(task) => at("has received", task),
        Doing::At(task) => at("performs", task),
        Doing::Wonders(task, want) => format!("asks who has {want} for {task}"),
        Doing::Peeks(task) => at("peeks for", task),
        Doing::Removes(task, datum) => with("takes out", task, datum),
        Doing::Holds(task, datum) => with("holds", task, datum),
        Doing::Rereads(task, datum) => with("has read from the log", task, datum),
        Doing::Reserves(task, datum) => with("asks for room for", task, datum),
        Doing::Pushes(task, datum) => with("puts in", task, datum),
        Doing::HasPushed(task, datum) => with("has put in", task, datum),
        Doing::Asks(task, datum) => with("asks about", task, datum),
        Doing::Ends(ending) => format!("is about to return {ending}"),
        Doing::HasReturned(ending) => format!("has returned and not logged {ending}"),
        Doing::Returned(ending) => format!("has returned {ending}"),
    }
}

/// `D1#1 of T1 in ST1 (compared)`
fn slot(slot: &Slot) -> String {
    let seen = match (slot.compared, slot.removed) {
        (false, false) => "",
        (true, false) => " (compared)",
        (false, true) => " (taken out)",
        (true, true) => " (compared, taken out)",
    };
    format!("{}{seen}", slot.datum)
}

fn worker<M: SerializeMap>(map: &mut M, worker: &Worker) -> Result<(), M::Error> {
    map.serialize_entry("doing", &doing(&worker.doing))?;
    if worker.restoring {
        map.serialize_entry("restoring", &true)?;
    }
    if !worker.confirmed.is_empty() {
        let confirmed: Vec<_> = worker.confirmed.iter().map(Datum::to_string).collect();
        map.serialize_entry("confirmed", &confirmed)?;
    }
    if worker.collecting {
        map.serialize_entry("collecting", &true)?;
    }
    Ok(())
}

fn leader<M: SerializeMap>(map: &mut M, leader: &Leader) -> Result<(), M::Error> {
    map.serialize_entry("levels", &leader.levels)?;
    let mail = |list: &[(_, super::messages::Message)]| -> Vec<String> {
        let of = |(worker, message): &(super::WorkerId, _)| format!("{message} of {worker}");
        list.iter().map(of).collect()
    };
    let unsent = leader
        .unsent
        .iter()
        .map(|(worker, task)| format!("{task} for {worker}"));
    let searches = leader.searches.iter();
    let searches =
        searches.map(|(want, worker, left)| format!("{want} for {worker}, {left} to answer"));
    for (name, list) in [
        ("inbox", mail(&leader.inbox)),
        ("stored", mail(&leader.stored)),
        ("unsent", unsent.collect()),
        ("queue", names(&leader.queue)),
        ("searches", searches.collect()),
    ] {
        if !list.is_empty() {
            map.serialize_entry(name, &list)?;
        }
    }
    Ok(())
}

fn streams<M: SerializeMap>(map: &mut M, streams: &Streams) -> Result<(), M::Error> {
    for (number, slots) in (1..).zip(&streams.slots) {
        let slots: Vec<_> = slots.iter().map(slot).collect();
        map.serialize_entry(&format!("ST{number}"), &slots)?;
    }
    let reserved = streams.reserved.iter().flatten();
    let reserved: Vec<_> = reserved
        .map(|(task, op)| format!("operation {op} of {task}"))
        .collect();
    if !reserved.is_empty() {
        map.serialize_entry("reserved", &reserved)?;
    }
    Ok(())
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            // The log is what is in the storage, which is shown beside it.
            State::Leader { memory, .. } => leader(&mut map, memory)?,
            State::Worker { memory, .. } => worker(&mut map, memory)?,
            State::Streams(all) => streams(&mut map, all)?,
        }
        map.end()
    }
}

impl Serialize for Storage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Storage::Leader(log) => names(log).serialize(serializer),
            Storage::Worker(log) => names(log).serialize(serializer),
        }
    }
}
