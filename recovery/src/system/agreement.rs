//! What the logs of a run say of each other.
//!
//! Each log is a chain by itself ([`super::log`]); this is about all of them together. They are of one run. They go as far as
//! the leader's log promises: it says how far all logs go whenever a process has found them in order, and when the run is over.
//! Their steps are a run of the mechanism, step by step ([`super::retrace`]). And no step is missing, except those that nodes
//! had begun when their process ended: one for each node at most, and nothing of that node comes after it.
//!
//! What passes is what some run leaves that was ended at some moment. So what cannot be told from that passes too: a log that has lost its last
//! record, if nothing had come of it yet, and all logs together as they were at an earlier time. Going on from there is right.

use super::config::RUN;
use super::log::{Found, LogError, Trail};
use super::node::Access;
use super::retrace::retrace;
use super::stable::Entry;
use super::stores::log_name;
use crate::Mechanism;
use crate::messages::Party;
use crate::registers::{Record, Register, WorkerId};
use std::collections::BTreeSet;

/// All logs of a run, as they were found.
pub(super) struct Logs {
    pub(super) leader: Found<Entry<Record>>,
    pub(super) workers: Vec<Found<Entry<Register>>>,
    pub(super) streams: Found<Access>,
}

/// What logs say that agree.
pub(super) struct Agreed {
    /// Which run it is.
    pub(super) run: String,
    /// Steps that were begun when the last process ended, and not recorded.
    pub(super) lost: Vec<u64>,
    /// Whether the run is over.
    pub(super) is_over: bool,
}

/// A step: its ticket, whose log it is in, which record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) at: u64,
    pub(super) source: Party,
    pub(super) record: usize,
}

impl Logs {
    /// Whether everything agrees.
    pub(super) fn check(&self, rules: &Mechanism) -> Result<Agreed, LogError> {
        let run = self.same_run()?;
        let is_over = self.keeps_promises()?;
        let steps = self.steps()?;
        retrace(rules, self, &steps)?;
        let lost = self.lost(&steps, is_over)?;
        Ok(Agreed { run, lost, is_over })
    }

    fn others(&self) -> impl Iterator<Item = (Party, &Trail)> {
        let workers = (1..).map(|id| Party::Worker(WorkerId(id)));
        let workers = workers.zip(&self.workers);
        let workers = workers.map(|(party, found)| (party, &found.trail));
        workers.chain([(Party::Streams, &self.streams.trail)])
    }

    /// The log of a node, or of the streams.
    pub(super) fn trail(&self, party: Party) -> &Trail {
        match party {
            Party::Leader => &self.leader.trail,
            Party::Worker(WorkerId(id)) => &self.workers[usize::from(id) - 1].trail,
            Party::Streams => &self.streams.trail,
        }
    }

    fn same_run(&self) -> Result<String, LogError> {
        let wanted = &self.leader.trail.header()[RUN];
        for (_, trail) in self.others() {
            let found = &trail.header()[RUN];
            if found != wanted {
                let expected = format!("{wanted}, as in {}", log_name(Party::Leader));
                return Err(LogError::Other {
                    path: trail.path().to_owned(),
                    field: RUN.to_owned(),
                    expected,
                    found: found.to_string(),
                });
            }
        }
        Ok(wanted.as_str().unwrap_or_default().to_owned())
    }

    /// Whether every log goes as far as the leader's says; answers whether the run is over.
    fn keeps_promises(&self) -> Result<bool, LogError> {
        let leader = &self.leader.trail;
        let mut is_over = false;
        for (record, entry) in (1..).zip(&self.leader.records) {
            let Some(promise) = &entry.promise else {
                continue;
            };
            let by_whom = format!("as record {record} of {} says", log_name(Party::Leader));
            for (party, trail) in self.others() {
                let Some(mark) = promise.ends.get(&party.to_string()) else {
                    let expected = format!("how far {} goes", log_name(party));
                    return Err(leader.damaged(record, expected, "nothing of it".to_owned()));
                };
                let end = trail.end();
                if end.last < mark.last {
                    return Err(LogError::Short {
                        path: trail.path().to_owned(),
                        last: end.last,
                        expected: format!("record {} behind it, {by_whom}", mark.last),
                    });
                }
                if !trail.has(*mark) {
                    let expected = format!("the checksum {:08x}, {by_whom}", mark.sum);
                    return Err(trail.contradicts(mark.last, expected, "another".to_owned()));
                }
                if promise.over && end.last > mark.last {
                    let expected = format!("the end of a run that is over, {by_whom}");
                    let found = "one more record".to_owned();
                    return Err(trail.contradicts(mark.last + 1, expected, found));
                }
            }
            if promise.over && record < leader.end().last {
                let expected = "the end: the record before says that the run is over".to_owned();
                let found = "one more record".to_owned();
                return Err(leader.damaged(record + 1, expected, found));
            }
            is_over = promise.over;
        }
        for (_, trail) in self.others().chain([(Party::Leader, leader)]) {
            if is_over && let Some(torn) = trail.torn() {
                let expected = "the end of a run that is over".to_owned();
                let found = format!("{} more bytes", torn.bytes);
                return Err(trail.damaged(torn.record, expected, found));
            }
        }
        Ok(is_over)
    }

    /// All steps, in the order of their tickets.
    fn steps(&self) -> Result<Vec<Place>, LogError> {
        let mut steps = Vec::new();
        let mut add = |source, entries: &mut dyn Iterator<Item = Option<u64>>| {
            let numbered = (1..).zip(entries);
            steps.extend(numbered.filter_map(|(record, at)| {
                Some(Place {
                    at: at?,
                    source,
                    record,
                })
            }));
        };
        let at = |taken: &Option<super::stable::Taken>| Some(taken.as_ref()?.at);
        let of_leader = &self.leader.records;
        add(
            Party::Leader,
            &mut of_leader.iter().map(|entry| at(&entry.taken)),
        );
        for (id, found) in (1..).zip(&self.workers) {
            let of_worker = &mut found.records.iter().map(|entry| at(&entry.taken));
            add(Party::Worker(WorkerId(id)), of_worker);
        }
        let accesses = &mut self.streams.records.iter().map(|access| Some(access.at));
        add(Party::Streams, accesses);
        steps.sort_unstable();
        for pair in steps.windows(2) {
            if pair[0].at == pair[1].at {
                let first = log_name(pair[0].source);
                let expected = format!("a step of its own; {first} has step {}", pair[0].at);
                let found = "the same number".to_owned();
                let trail = self.trail(pair[1].source);
                return Err(trail.contradicts(pair[1].record, expected, found));
            }
        }
        Ok(steps)
    }

    /// The steps that are in no log because the process ended too early, beyond those that an earlier process has found.
    fn lost(&self, steps: &[Place], is_over: bool) -> Result<Vec<u64>, LogError> {
        let promises = self.leader.records.iter().filter_map(|entry| {
            let promise = entry.promise.as_ref()?;
            Some((entry.taken.as_ref().map(|taken| taken.at), promise))
        });
        let (mut known, mut last_found) = (BTreeSet::new(), 0);
        for (at, promise) in promises {
            known.extend(promise.lost.iter().copied());
            last_found = at.unwrap_or(if is_over { u64::MAX } else { last_found });
        }
        if let Some(place) = steps.iter().find(|place| known.contains(&place.at)) {
            let expected = format!(
                "no step {}, which {} calls lost",
                place.at,
                log_name(Party::Leader)
            );
            let trail = self.trail(place.source);
            return Err(trail.contradicts(place.record, expected, "it".to_owned()));
        }
        let ends = self.last_steps(steps);
        let (mut lost, mut next) = (Vec::new(), 1);
        for place in steps {
            for at in next..place.at {
                if known.contains(&at) {
                    continue;
                }
                let may_have_it = ends.iter().filter(|(_, last)| *last < at);
                // Each node has begun one step at most that it could not record, and went no further.
                if at < last_found || may_have_it.count() <= lost.len() {
                    return Err(self.missing(at, steps));
                }
                lost.push(at);
            }
            next = place.at + 1;
        }
        Ok(lost)
    }

    /// The last step of each node, in its own log or in that of the streams.
    fn last_steps(&self, steps: &[Place]) -> Vec<(Party, u64)> {
        let workers = (1..).zip(&self.workers);
        let workers = workers.map(|(id, _)| Party::Worker(WorkerId(id)));
        let mut ends: Vec<_> = std::iter::once(Party::Leader)
            .chain(workers)
            .map(|party| (party, 0))
            .collect();
        for place in steps {
            let node = match place.source {
                Party::Leader => 0,
                Party::Worker(WorkerId(id)) => id.into(),
                Party::Streams => self.streams.records[place.record - 1].by.into(),
            };
            ends[usize::min(node, self.workers.len())].1 = place.at;
        }
        ends
    }

    fn missing(&self, at: u64, steps: &[Place]) -> LogError {
        let others = self.others().map(|(party, _)| party);
        let all: Vec<_> = std::iter::once(Party::Leader).chain(others).collect();
        let mut short = Vec::new();
        for party in all.iter().copied() {
            let own = steps.iter().rev().find(|place| place.source == party);
            let last = own.map_or(0, |place| place.at);
            if last < at {
                short.push(format!("{} (which ends at step {last})", log_name(party)));
            }
        }
        let folder = self.leader.trail.path().parent();
        LogError::Lost {
            path: folder.unwrap_or(self.leader.trail.path()).to_owned(),
            at,
            expected: if short.is_empty() {
                // Each has later steps, and none before them can have been lost.
                let names: Vec<_> = all.into_iter().map(log_name).collect();
                names.join(" or ")
            } else {
                short.join(" or ")
            },
        }
    }
}
