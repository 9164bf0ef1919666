//! The desks of all nodes, and what can be read off them.

use super::config::Config;
use super::faults::Fate;
use super::log::Log;
use super::mail::lock;
use super::node::{Desk, Shared};
use super::report::Report;
use super::roles::{left_of_leader, left_of_worker};
use super::stable::{Promise, Registers, Taken};
use super::streams::{Streams, Waits};
use crate::messages::Party;
use crate::pipeline::{Pipeline, Task};
use crate::registers::{Record, Register, Stable, WorkerId};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The desks of all nodes.
pub(super) struct Office {
    pub(super) leader: Mutex<Desk<Record>>,
    pub(super) workers: Vec<Mutex<Desk<Register>>>,
}

fn done(log: &Registers<Record>) -> impl Fn(&Record) -> bool + '_ {
    |record| log.registers().contains(record)
}

impl Office {
    pub(super) fn fate_of<T>(&self, party: Party, look: impl FnOnce(&Fate) -> T) -> T {
        match party {
            Party::Worker(WorkerId(id)) => look(&lock(&self.workers[usize::from(id) - 1]).fate),
            Party::Leader => look(&lock(&self.leader).fate),
            Party::Streams => unreachable!("the plan was checked: the streams do not fail"),
        }
    }

    pub(super) fn is_done(&self, pipeline: &Pipeline) -> bool {
        let leader = lock(&self.leader);
        let is_done = done(&leader.storage.registers);
        pipeline.tasks().all(|task| is_done(&Record::Done(task)))
    }

    fn leftovers(&self) -> Vec<String> {
        let leader = left_of_leader(&lock(&self.leader).storage.registers);
        let mut left: Vec<_> = leader.iter().map(|r| format!("{r} at leader")).collect();
        for (id, desk) in (1..).map(WorkerId).zip(&self.workers) {
            let own = left_of_worker(&lock(desk).storage.registers);
            left.extend(own.iter().map(|register| format!("{register} at {id}")));
        }
        left
    }

    /// What the leader's log can say of all logs now; nothing if there are none.
    pub(super) fn promise(&self, shared: &Shared, lost: &[u64], over: bool) -> Option<Promise> {
        let workers = (1..).map(|id| Party::Worker(WorkerId(id)));
        let mut ends = BTreeMap::new();
        for (party, desk) in workers.zip(&self.workers) {
            ends.insert(party.to_string(), lock(desk).storage.end()?);
        }
        let streams = lock(&shared.shelf).log.as_ref().map(Log::end)?;
        ends.insert(Party::Streams.to_string(), streams);
        let lost = lost.to_vec();
        Some(Promise { ends, lost, over })
    }

    pub(super) fn is_finished(&self, pipeline: &Pipeline) -> bool {
        self.is_done(pipeline) && self.leftovers().is_empty()
    }

    pub(super) fn report(&self, config: &Config, shared: Shared) -> Report {
        let mut report = Report {
            leftovers: self.leftovers(),
            ..Report::default()
        };
        let shelf = lock(&shared.shelf);
        (report.written, report.left) = (shelf.streams.written(), shelf.streams.left());
        report.taken.extend(shelf.taken.iter().flatten().cloned());
        let mut add = |party, fate: &Fate, taken: &Option<Vec<Taken>>| {
            report.faults += fate.faults;
            report.steps_of.push((party, fate.steps));
            report.spared.extend(fate.is_spared().then_some(party));
            report.taken.extend(taken.iter().flatten().cloned());
        };
        for party in config.parties() {
            match party {
                Party::Worker(WorkerId(id)) => {
                    let desk = lock(&self.workers[usize::from(id) - 1]);
                    add(party, &desk.fate, &desk.storage.taken);
                }
                Party::Leader => {
                    let desk = lock(&self.leader);
                    add(party, &desk.fate, &desk.storage.taken);
                }
                Party::Streams => unreachable!("the streams are no node"),
            }
        }
        report.taken.sort_unstable();
        report.steps = report.taken.len();
        report
    }

    /// What each task waits for that is not done.
    pub(super) fn stuck(&self, config: &Config, report: &Report) -> Vec<String> {
        let leader = lock(&self.leader);
        let records = leader.storage.registers.registers();
        let queued = records.iter().filter_map(|record| match record {
            Record::Queued(task) => Some(*task),
            _ => None,
        });
        let queued: Vec<Task> = queued.collect();
        let mut streams = Streams::new(&config.pipeline);
        replay_left(&mut streams, report);
        let mut said = Vec::new();
        for id in config.pipeline.tasks() {
            if records.contains(&Record::Done(id)) {
                continue;
            }
            let waiting = queued.iter().find(|task| task.id == id);
            said.push(
                match waiting.map(|t| streams.waits(&config.pipeline, t, config.handout)) {
                    Some(Some(Waits::ForRoom(stream))) => {
                        format!("{id} waits for room in {stream}")
                    }
                    Some(Some(Waits::ForDatum(stream))) => {
                        format!("{id} waits for a datum in {stream}")
                    }
                    Some(None) => format!("{id} waits for a worker"),
                    None => format!("{id} is with a worker that does nothing"),
                },
            );
        }
        said.push("streams that hold more may help (--capacity)".to_owned());
        said
    }
}

/// Puts into `streams` what is left in them at the end of a run.
fn replay_left(streams: &mut Streams, report: &Report) {
    for (written, left) in report.written.iter().zip(&report.left) {
        for datum in &written[written.len() - left..] {
            streams.put_bare(*datum);
        }
    }
}
