//! The actors of a world at work: what an event does to a node, what is known of a state's parts.

use super::World;
use super::assumptions::{Detector, Memory, Return, Time};
use super::effects::{Cause, Effect, EnvelopeFacts, LocalFacts, Scratch, TIMELESS};
use super::origins::{Call, Origins, flat};
use super::population::{Population, Route, Rules};
use super::resident::{NodeSet, Resident, with_names};
use super::state::{Envelope, Local, LocalOf, NODES};
use super::symmetry::Renaming;
use serde_json::{Map, Value};
use stateright::actor::{Command, Id, Out};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Mutex;
use verdict_checker::space::fingerprint;

/// The number of the empty list of messages: most steps send nothing.
const NOTHING: u32 = u32::MAX;

impl<A: Resident> World<A> {
    /// What a crash leaves of a node.
    fn crash(&self, local: &mut LocalOf<A>) {
        local.up = false;
        let memory = match self.rules.assumptions.returns {
            Return::Never => Memory::Lost,
            Return::UpTo { memory, .. } => memory,
        };
        if memory == Memory::Kept {
            return;
        }
        let actor = &self.actors[usize::from(local.node)];
        let for_ever = self.rules.assumptions.returns == Return::Never;
        let state = local.state.take().filter(|_| for_ever);
        local.state = state.and_then(|state| actor.remains(&state));
        local.timers.clear();
        local.choices.clear();
        local.reported = NodeSet::default();
        if memory == Memory::Lost {
            local.storage = None;
        }
    }

    /// What these actors hold before anything has happened, and what they send.
    pub(super) fn start(&self, actors: &[A]) -> (Vec<u32>, Vec<u32>) {
        let mut locals = Vec::new();
        let mut sends = Vec::new();
        for (node, actor) in actors.iter().enumerate() {
            let mut out = Out::new();
            let mut local = Local {
                node: node as u8,
                up: true,
                state: Some(actor.on_start(Id::from(node), &None, &mut out)),
                timers: BTreeMap::new(),
                choices: BTreeMap::new(),
                storage: None,
                reported: NodeSet::default(),
            };
            sends.extend(self.obey(&mut local, out));
            locals.push(self.locals.intern(&local));
        }
        (locals, sends)
    }

    /// Makes something, and notes how, if it is new. What another thread makes meanwhile is noted here too, which does no harm.
    fn noting<T>(
        &self,
        call: Call,
        make: impl FnOnce() -> T,
        note: impl FnOnce(&T, &dyn Fn(&[u32], &[u32])),
    ) -> T {
        let known = || (self.locals.len(), self.envelopes.len());
        let before = known();
        let made = make();
        if known() != before {
            note(&made, &|locals, envelopes| {
                self.origins.note(call, locals, envelopes);
            });
        }
        made
    }

    /// Carries out the commands of a handler; answers with the messages that leave.
    fn obey(&self, local: &mut LocalOf<A>, out: Out<A>) -> Vec<u32> {
        let mut sends = Vec::new();
        for command in out {
            match command {
                Command::Send(dst, msg) => sends.push(self.envelopes.intern(&Envelope {
                    src: local.node,
                    dst: usize::from(dst) as u8,
                    age: 0,
                    msg,
                })),
                Command::SetTimer(timer, duration) => {
                    let span = match self.rules.assumptions.time {
                        Time::Ticks { .. } => (
                            duration.start.as_millis() as u16,
                            duration.end.as_millis() as u16,
                        ),
                        _ => (0, 0),
                    };
                    local.timers.insert(timer, span);
                }
                Command::CancelTimer(timer) => {
                    local.timers.remove(&timer);
                }
                Command::ChooseRandom(key, options) if options.is_empty() => {
                    local.choices.remove(&key);
                }
                Command::ChooseRandom(key, options) => {
                    local.choices.insert(key, options);
                }
                Command::Save(storage) => local.storage = Some(storage),
            }
        }
        sends
    }

    /// Runs the handler.
    fn run(&self, local: u32, cause: Cause) -> Effect {
        let mut next = self.locals.get(local).clone();
        let node = usize::from(next.node);
        let (actor, id) = (&self.actors[node], Id::from(node));
        let mut out = Out::new();
        match cause {
            Cause::Deliver(envelope) => {
                let Envelope { src, msg, .. } = self.envelopes.get(envelope).clone();
                let src = Id::from(usize::from(src));
                next.handle(|state| actor.on_msg(id, state, src, msg, &mut out));
            }
            Cause::Choose(index) => {
                let (key, choice) = next.choice(index);
                next.choices.remove(&key);
                next.handle(|state| actor.on_random(id, state, &choice, &mut out));
            }
            Cause::Timeout(index) => {
                let timer = next.timer(index);
                next.timers.remove(&timer);
                next.handle(|state| actor.on_timeout(id, state, &timer, &mut out));
            }
            Cause::Suspect(suspect) => {
                next.reported = next.reported.with(suspect as usize);
                let suspect = Id::from(suspect as usize);
                next.handle(|state| actor.on_suspect(id, state, suspect, &mut out));
            }
            Cause::Crash => self.crash(&mut next),
            Cause::Return => {
                next.up = true;
                if next.state.is_none() {
                    next.state = Some(actor.on_start(id, &next.storage, &mut out));
                }
            }
            Cause::Forget(returned) => {
                next.reported = next.reported.without(returned as usize);
            }
            Cause::Age => {
                for (may, must) in next.timers.values_mut() {
                    (*may, *must) = (may.saturating_sub(1), must.saturating_sub(1));
                }
            }
        }
        let sends = self.obey(&mut next, out);
        Effect {
            local: self.locals.intern(&next),
            sends: (!sends.is_empty()).then(|| sends.into()),
            ..Effect::default()
        }
    }

    /// Names or shows something; sets of nodes in it are shown with the names that nodes have here.
    fn named<T>(&self, show: impl FnOnce() -> T) -> T {
        let names = (0..self.actors.len()).map(|node| self.node_name(node));
        with_names(names.collect(), show)
    }

    /// A node for people to look at.
    fn shown(&self, local: &LocalOf<A>) -> Value {
        let actor = &self.actors[usize::from(local.node)];
        let mut shown = Map::from_iter([("up".to_owned(), local.up.into())]);
        match local.state.as_ref().map(|state| actor.show_state(state)) {
            Some(Value::Object(fields)) => shown.extend(fields),
            Some(other) => shown.extend([("state".to_owned(), other)]),
            None => {}
        }
        let mut list = |name: &str, entries: Vec<String>| {
            if !entries.is_empty() {
                shown.insert(name.to_owned(), entries.into());
            }
        };
        let choices = local.choices.values().flatten();
        list("may", choices.map(|c| actor.choice_name(c)).collect());
        let timers = local.timers.iter().map(|(timer, (may, must))| {
            let name = actor.timer_name(timer);
            match self.rules.assumptions.time {
                Time::Ticks { .. } => format!("{name} in {may}..{must}"),
                _ => name,
            }
        });
        list("timers", timers.collect());
        let reported = local.reported.iter().map(|node| self.node_name(node));
        list("reported", reported.collect());
        if let Some(storage) = &local.storage {
            shown.insert("storage".to_owned(), actor.show_storage(storage));
        }
        shown.into()
    }
}

impl<A: Resident> Population for World<A> {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn setting(&self) -> String {
        let assumptions = self.rules.assumptions.to_string();
        if self.start.is_empty() {
            assumptions
        } else {
            format!("{assumptions}; {}", self.start)
        }
    }

    fn held(&self) -> usize {
        self.locals.bytes() + self.envelopes.bytes()
    }

    fn scratches(&self) -> &Mutex<Vec<Scratch>> {
        &self.scratches
    }

    fn starts(&self) -> Vec<(Vec<u32>, Vec<u32>)> {
        let make = || {
            let casts = std::iter::once(&self.actors).chain(&self.other_casts);
            casts.map(|actors| self.start(actors)).collect()
        };
        self.noting(Call::Start, make, |starts: &Vec<_>, note| {
            let (locals, envelopes) = flat(starts);
            note(&locals, &envelopes);
        })
    }

    fn noted(&self) -> &Origins {
        &self.origins
    }

    fn local_facts(&self, local: u32) -> LocalFacts {
        let local = self.locals.get(local);
        let me = usize::from(local.node);
        let actor = &self.actors[me];
        let awake = local.state.as_ref().filter(|_| local.up);
        let detects = self.rules.assumptions.detector != Detector::None;
        let watches = |other: &usize| {
            let told = *other == me || local.reported.contains(*other);
            let wants = |state| actor.watches(Id::from(me), state, Id::from(*other));
            detects && !told && awake.is_some_and(wants)
        };
        let choices: usize = local.choices.values().map(Vec::len).sum();
        LocalFacts {
            hash: fingerprint(local),
            date: local
                .state
                .as_ref()
                .and_then(|state| actor.date(state))
                .unwrap_or(TIMELESS),
            up: local.up,
            choices: if local.up { choices as u32 } else { 0 },
            timers: if local.up {
                local.timers.len() as u32
            } else {
                0
            },
            watched: (0..self.actors.len()).filter(watches).collect(),
        }
    }

    fn envelope_facts(&self, envelope: u32) -> EnvelopeFacts {
        let envelope = self.envelopes.get(envelope);
        let hash = fingerprint(envelope);
        let receiver = &self.actors[usize::from(envelope.dst)];
        let date = receiver.date_of(&envelope.msg);
        EnvelopeFacts {
            hash,
            rank: u64::from(envelope.dst) << 56 | u64::from(envelope.src) << 48 | hash >> 16,
            date: date.unwrap_or(TIMELESS),
            dst: envelope.dst,
            age: envelope.age,
            access: receiver.is_access(&envelope.msg),
            mark: receiver.is_mark(&envelope.msg),
        }
    }

    fn effect(&self, local: u32, cause: Cause) -> Effect {
        let make = || self.run(local, cause);
        self.noting(Call::Effect(local, cause), make, |effect, note| {
            note(&[effect.local], effect.sends.as_deref().unwrap_or(&[]));
        })
    }

    fn may_fire(&self, state: &[u32], node: usize, index: u32) -> bool {
        let local = self.locals.get(state[NODES + node]);
        let timer = local.timer(index);
        let (actor, id) = (&self.actors[node], Id::from(node));
        match self.rules.assumptions.time {
            Time::Asynchronous => true,
            Time::Ticks { .. } => local.timers[&timer].0 == 0,
            Time::Synchronous => {
                let view = self.view(state);
                let awaited = view.messages().any(|envelope| {
                    let dst = usize::from(envelope.dst);
                    view.local(dst).up
                        && actor.could_answer(id, &timer, Id::from(dst), &envelope.msg)
                });
                let mut others = (0..view.len()).map(|other| view.local(other));
                let promised = others.any(|other| {
                    let node = Id::from(usize::from(other.node));
                    let mut open = other.choices.values().flatten();
                    other.up && open.any(|choice| actor.could_answer_by(id, &timer, node, choice))
                });
                !awaited && !promised
            }
        }
    }

    fn could_answer(&self, state: &[u32], node: usize, message: Option<u32>) -> bool {
        let view = self.view(state);
        let at = Id::from(node);
        let open: Vec<_> = view.local(node).choices.values().flatten().collect();
        let others = (0..view.len()).filter(|other| *other != node);
        others.map(|other| view.local(other)).any(|waiting| {
            let id = Id::from(usize::from(waiting.node));
            let actor = &self.actors[usize::from(waiting.node)];
            let mut timers = waiting.timers.keys();
            waiting.up
                && timers.any(|timer| match message {
                    Some(message) => {
                        let message = &self.envelopes.get(message).msg;
                        actor.could_answer(id, timer, at, message)
                    }
                    None => {
                        (open.iter()).any(|choice| actor.could_answer_by(id, timer, at, choice))
                    }
                })
        })
    }

    fn timer_due(&self, local: u32) -> bool {
        let local = self.locals.get(local);
        local.up && local.timers.values().any(|(_, must)| *must == 0)
    }

    fn older(&self, before: u32) -> u32 {
        let mut envelope = self.envelopes.get(before).clone();
        envelope.age += 1;
        let make = || self.envelopes.intern(&envelope);
        self.noting(Call::Older(before), make, |older, note| {
            note(&[], &[*older])
        })
    }

    fn lower_local(&self, before: u32, by: u64) -> u32 {
        let mut local = self.locals.get(before).clone();
        let actor = &self.actors[usize::from(local.node)];
        local.state = local.state.map(|state| actor.lower(&state, by));
        let (call, make) = (Call::LowerLocal(before, by), || self.locals.intern(&local));
        self.noting(call, make, |lowered, note| note(&[*lowered], &[]))
    }

    fn lower_envelope(&self, before: u32, by: u64) -> u32 {
        let mut envelope = self.envelopes.get(before).clone();
        let actor = &self.actors[usize::from(envelope.dst)];
        envelope.msg = actor.lower_message(&envelope.msg, by);
        let call = Call::LowerEnvelope(before, by);
        let make = || self.envelopes.intern(&envelope);
        self.noting(call, make, |lowered, note| note(&[], &[*lowered]))
    }

    fn renamings(&self) -> &[Renaming] {
        &self.symmetries().0
    }

    fn why_no_symmetry(&self) -> Option<&'static str> {
        self.symmetries().1
    }

    fn renamed_local(&self, local: u32, by: usize) -> u32 {
        self.renamed_local_by(local, &self.renamings()[by])
    }

    fn renamed_envelope(&self, envelope: u32, by: usize) -> u32 {
        self.renamed_envelope_by(envelope, &self.renamings()[by])
    }

    fn is_within(&self, state: &[u32]) -> bool {
        let within = self.boundary.as_ref();
        within.is_none_or(|within| within(&self.view(state)))
    }

    fn choice(&self, local: u32, index: u32) -> u32 {
        self.choices.intern(&self.locals.get(local).choice(index).1)
    }

    fn timer(&self, local: u32, index: u32) -> u32 {
        self.timers.intern(&self.locals.get(local).timer(index))
    }

    fn sending(&self, sent: &[u32]) -> u32 {
        if sent.is_empty() {
            return NOTHING;
        }
        self.sendings.intern(&sent.to_vec())
    }

    fn sent(&self, sending: u32) -> &[u32] {
        match sending {
            NOTHING => &[],
            _ => self.sendings.get(sending),
        }
    }

    fn route(&self, envelope: u32) -> Route {
        let Envelope { src, dst, age, .. } = *self.envelopes.get(envelope);
        let [src, dst] = [src, dst].map(usize::from);
        Route { src, dst, age }
    }

    fn name_of_node(&self, node: usize) -> String {
        self.actors[node].node_name(Id::from(node))
    }

    fn name_of_message(&self, envelope: u32) -> String {
        let envelope = self.envelopes.get(envelope);
        let receiver = &self.actors[usize::from(envelope.dst)];
        self.named(|| receiver.message_name(&envelope.msg))
    }

    fn undated_name_of_message(&self, envelope: u32) -> String {
        let envelope = self.envelopes.get(envelope);
        let receiver = &self.actors[usize::from(envelope.dst)];
        self.named(|| receiver.undated_name(&envelope.msg))
    }

    fn name_of_choice(&self, node: usize, choice: u32) -> String {
        self.named(|| self.actors[node].choice_name(self.choices.get(choice)))
    }

    fn class_of_choice(&self, node: usize, choice: u32) -> &'static str {
        self.actors[node].choice_class(self.choices.get(choice))
    }

    fn name_of_timer(&self, node: usize, timer: u32) -> String {
        self.named(|| self.actors[node].timer_name(self.timers.get(timer)))
    }

    fn show_local(&self, local: u32) -> Value {
        self.named(|| self.shown(self.locals.get(local)))
    }

    fn words(&self) -> Vec<String> {
        self.actors.iter().flat_map(Resident::vocabulary).collect()
    }
}

impl<State: Clone, Timer: Ord + Clone, Random: Clone, Storage>
    Local<State, Timer, Random, Storage>
{
    /// Lets a handler look at the state, and change it.
    fn handle(&mut self, handler: impl FnOnce(&mut Cow<State>)) {
        let Some(state) = &self.state else { return };
        let mut cow = Cow::Borrowed(state);
        handler(&mut cow);
        if let Cow::Owned(changed) = cow {
            self.state = Some(changed);
        }
    }

    /// The n-th open local step, with the key it was offered under.
    fn choice(&self, index: u32) -> (String, Random) {
        let mut options = self
            .choices
            .iter()
            .flat_map(|(key, options)| options.iter().map(move |option| (key, option)));
        let (key, option) = options
            .nth(index as usize)
            .expect("an enumerated choice is open");
        (key.clone(), option.clone())
    }

    /// The n-th timer.
    fn timer(&self, index: u32) -> Timer {
        let timer = self.timers.keys().nth(index as usize);
        timer.expect("an enumerated timer is set").clone()
    }
}
