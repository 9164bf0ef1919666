//! The steps of the logs, taken once more: by the same functions, from the beginning, in the order of their tickets.
//!
//! A letter that is delivered must have been sent, and be the oldest of its sender; an answer must come from an access; an access must have
//! been asked for; a step must be one that the node could take; and each must change the registers as its record says.

use super::agreement::{Logs, Place};
use super::log::{Found, LogError};
use super::roles::{AWorker, Role, TheLeader};
use super::stable::{Entry, Registers};
use super::streams::Streams;
use super::supervisor::POWER_CUT;
use crate::Mechanism;
use crate::messages::{Act, Message, Outbox, Party};
use crate::registers::WorkerId;
use std::collections::{BTreeMap, VecDeque};

/// Letters under way: from whom, to whom.
type Mail = BTreeMap<(Party, Party), VecDeque<Message>>;

/// Something that a node may do or undergo.
enum Event {
    Return,
    Crash,
    Answer,
    Letter(Party),
    Act(Act),
}

/// A node between two of its steps.
struct Node<R: Role> {
    me: Party,
    /// None while it is down.
    life: Option<R>,
    registers: Registers<R::Register>,
    /// Accesses that it has decided on.
    requests: VecDeque<Message>,
    /// Answers that it has not looked at.
    answers: VecDeque<Message>,
}

impl<R: Role> Node<R> {
    /// Its first start has no ticket; a process that ended at once may have left none.
    fn new(
        rules: &Mechanism,
        mail: &mut Mail,
        me: Party,
        found: &Found<Entry<R::Register>>,
    ) -> Result<Self, LogError> {
        let mut node = Node {
            me,
            life: None,
            registers: Registers::new(true),
            requests: VecDeque::new(),
            answers: VecDeque::new(),
        };
        for (record, entry) in (1..).zip(&found.records) {
            if entry.taken.is_some() || entry.promise.is_some() {
                continue;
            }
            if record > 1 {
                let (expected, what) = ("a step", "a first start");
                return Err(found
                    .trail
                    .damaged(record, expected.to_owned(), what.to_owned()));
            }
            let mut out = Outbox::new();
            node.life = Some(R::begin(rules, me, &mut node.registers, false, &mut out));
            node.send(mail, out);
            node.same_changes(found, record)?;
        }
        Ok(node)
    }

    fn send(&mut self, mail: &mut Mail, out: Outbox) {
        for (to, message) in out {
            match to {
                Party::Streams => self.requests.push_back(message),
                to => mail.entry((self.me, to)).or_default().push_back(message),
            }
        }
    }

    fn stop(&mut self) {
        self.life = None;
        self.requests.clear();
        self.answers.clear();
    }

    fn same_changes(
        &mut self,
        found: &Found<Entry<R::Register>>,
        record: usize,
    ) -> Result<(), LogError> {
        let changes = self.registers.take_changes();
        let recorded = &found.records[record - 1].changes;
        if changes == *recorded {
            return Ok(());
        }
        let (expected, there) = (format!("{changes:?}"), format!("{recorded:?}"));
        Err(found.trail.contradicts(record, expected, there))
    }

    /// All that can happen to it now, with the names of the steps.
    fn events(&mut self, rules: &Mechanism, mail: &Mail) -> Vec<(String, Event)> {
        let me = self.me;
        let Some(life) = &mut self.life else {
            return vec![(format!("return {me}"), Event::Return)];
        };
        let mut events = Vec::new();
        for ((from, to), letters) in mail {
            if let (true, Some(letter)) = (*to == me, letters.front()) {
                let label = format!("deliver {letter} {from}->{me}");
                events.push((label, Event::Letter(*from)));
            }
        }
        if let Some(answer) = self.answers.front() {
            let label = format!("deliver {answer} {}->{me}", Party::Streams);
            events.push((label, Event::Answer));
        }
        let offers = life.offers(rules, &mut self.registers);
        events.extend(
            offers
                .into_iter()
                .map(|act| (format!("{act} {me}"), Event::Act(act))),
        );
        events.push((format!("crash {me}"), Event::Crash));
        events
    }

    fn take(
        &mut self,
        rules: &Mechanism,
        mail: &mut Mail,
        found: &Found<Entry<R::Register>>,
        record: usize,
    ) -> Result<(), LogError> {
        let taken = found.records[record - 1].taken.as_ref();
        let label = taken.map_or("", |taken| taken.step.as_str());
        let mut events = self.events(rules, mail);
        let Some(which) = events.iter().position(|(name, _)| name == label) else {
            let names: Vec<_> = events.iter().map(|(name, _)| format!("`{name}`")).collect();
            let expected = format!("one of {}", names.join(", "));
            return Err(found
                .trail
                .contradicts(record, expected, format!("`{label}`")));
        };
        let (me, log, mut out) = (self.me, &mut self.registers, Outbox::new());
        match (events.swap_remove(which).1, &mut self.life) {
            (Event::Return, life) => *life = Some(R::begin(rules, me, log, true, &mut out)),
            (Event::Answer, Some(life)) => {
                if let Some(answer) = self.answers.pop_front() {
                    life.hear(rules, Party::Streams, answer, log, &mut out);
                }
            }
            (Event::Letter(from), Some(life)) => {
                let letters = mail.get_mut(&(from, me));
                if let Some(letter) = letters.and_then(VecDeque::pop_front) {
                    life.hear(rules, from, letter, log, &mut out);
                }
            }
            (Event::Act(act), Some(life)) => life.act(rules, act, log, &mut out),
            (Event::Crash, _) | (_, None) => self.stop(),
        }
        self.send(mail, out);
        self.same_changes(found, record)
    }
}

/// Whether the steps are a run of the mechanism.
pub(super) fn retrace(rules: &Mechanism, logs: &Logs, steps: &[Place]) -> Result<(), LogError> {
    let mut mail = Mail::new();
    let mut streams = Streams::new(&rules.pipeline);
    let mut leader = Node::<TheLeader>::new(rules, &mut mail, Party::Leader, &logs.leader)?;
    let mut workers = Vec::new();
    for (id, found) in rules.workers().zip(&logs.workers) {
        let worker = Node::<AWorker>::new(rules, &mut mail, Party::Worker(id), found)?;
        workers.push(worker);
    }
    for place in steps {
        let record = place.record;
        match place.source {
            Party::Leader => {
                let taken = logs.leader.records[record - 1].taken.as_ref();
                if taken.is_some_and(|taken| taken.step == POWER_CUT) {
                    leader.stop();
                    workers.iter_mut().for_each(Node::stop);
                    mail.clear();
                } else {
                    leader.take(rules, &mut mail, &logs.leader, record)?;
                }
            }
            Party::Worker(WorkerId(id)) => {
                let worker = usize::from(id) - 1;
                let found = &logs.workers[worker];
                workers[worker].take(rules, &mut mail, found, record)?;
            }
            Party::Streams => {
                let request = &logs.streams.records[record - 1];
                let (requests, answers) = match usize::from(request.by) {
                    0 => (&mut leader.requests, &mut leader.answers),
                    worker => {
                        let worker = &mut workers[worker - 1];
                        (&mut worker.requests, &mut worker.answers)
                    }
                };
                let next = requests.pop_front();
                if next != Some(request.access) {
                    let by = rules.party(request.by.into());
                    let expected = next.map_or("no access".to_owned(), |next| format!("`{next}`"));
                    let found = format!("`{}` by {by}", request.access);
                    let expected = format!("{expected} of {by}");
                    return Err(logs.streams.trail.contradicts(record, expected, found));
                }
                answers.extend(streams.serve(request.access));
            }
        }
    }
    Ok(())
}
