//! How a world moves: every step that is possible in a state, and where it leads.

use super::World;
use super::assumptions::{Detector, Memory, Order, Return, Time};
use super::resident::{NodeSet, Resident};
use super::state::{Envelope, Local, LocalOf, NODES, Spent};
use rustc_hash::FxHashMap;
use stateright::actor::{Command, Id, Out};
use std::borrow::Cow;
use std::collections::BTreeMap;
use verdict_checker::space::fingerprint;

/// No date.
const TIMELESS: u64 = u64::MAX;

/// What happens to one node, relative to the local state it happens in. Together with the id of
/// that local state it determines the outcome, which is what makes outcomes memoisable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// A message arrives.
    Deliver(u32),
    /// The n-th open local step is taken.
    Choose(u32),
    /// The n-th timer fires.
    Timeout(u32),
    /// The detector reports a crash.
    Suspect(u32),
    /// The node crashes.
    Crash,
    /// The node comes back.
    Return,
    /// Another node came back: reports about it are void.
    Forget(u32),
    /// Time passes.
    Age,
}

impl Cause {
    /// The memo's key: cause and local state in one word.
    fn key(self, local: u32) -> u64 {
        let (kind, detail) = match self {
            Cause::Deliver(envelope) => (0, envelope),
            Cause::Choose(index) => (1, index),
            Cause::Timeout(index) => (2, index),
            Cause::Suspect(node) => (3, node),
            Cause::Crash => (4, 0),
            Cause::Return => (5, 0),
            Cause::Forget(node) => (6, node),
            Cause::Age => (7, 0),
        };
        debug_assert!(detail < 1 << 29, "more than 2^29 distinct messages");
        u64::from(local) | u64::from(detail) << 32 | kind << 61
    }
}

/// What comes of a cause: the local state after it, and the messages that leave.
pub(super) struct Effect {
    local: u32,
    /// Borrowed for a while when the effect is applied: see `silent`.
    pub(super) sends: Vec<u32>,
    /// Whether nothing leaves; known also while `sends` is lent out.
    silent: bool,
}

/// What the enumeration needs to know of a local state at every turn.
#[derive(Clone, Copy)]
struct LocalFacts {
    hash: u64,
    date: u64,
    up: bool,
    choices: u32,
    timers: u32,
    /// Nodes it watches and has not been told about.
    watched: NodeSet,
}

/// What the enumeration needs to know of a message at every turn.
#[derive(Clone, Copy)]
struct EnvelopeFacts {
    hash: u64,
    /// The canonical order: by receiver, then sender, then content.
    rank: u64,
    date: u64,
    dst: u8,
    age: u8,
}

impl EnvelopeFacts {
    /// Receiver and sender in one number.
    fn channel(&self) -> u64 {
        self.rank >> 48
    }
}

/// What a thread remembers: the facts of all parts, the outcomes of all causes, a buffer.
pub struct Scratch {
    locals: Vec<Option<LocalFacts>>,
    envelopes: Vec<Option<EnvelopeFacts>>,
    memo: FxHashMap<u64, u32>,
    effects: Vec<Effect>,
    next: Vec<u32>,
}

/// A move in a given state: what happens and which of the handler's messages leave.
pub(super) struct Move<'a> {
    pub(super) what: What,
    pub(super) sent: &'a [u32],
    pub(super) crashes: bool,
    pub(super) next: &'a [u32],
    pub(super) fingerprint: u64,
}

/// What happens, relative to the state it happens in.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// Something happens to a node.
    Node(usize, Cause),
    /// A message is lost.
    Lose(u32),
    /// A message is doubled.
    Duplicate(u32),
    /// Time passes.
    Tick,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Scratch {
            locals: Vec::new(),
            envelopes: Vec::new(),
            memo: FxHashMap::default(),
            effects: Vec::new(),
            next: Vec::new(),
        }
    }

    fn local<A: Resident>(&mut self, world: &World<A>, id: u32) -> LocalFacts {
        recall(&mut self.locals, id, || world.local_facts(id))
    }

    fn envelope<A: Resident>(&mut self, world: &World<A>, id: u32) -> EnvelopeFacts {
        recall(&mut self.envelopes, id, || world.envelope_facts(id))
    }

    /// The index of the effect of a cause in a local state.
    fn effect<A: Resident>(&mut self, world: &World<A>, local: u32, cause: Cause) -> usize {
        let key = cause.key(local);
        if let Some(known) = self.memo.get(&key) {
            return *known as usize;
        }
        let index = self.effects.len();
        self.effects.push(world.effect(local, cause));
        self.memo.insert(key, index as u32);
        index
    }

    fn local_after<A: Resident>(&mut self, world: &World<A>, local: u32, cause: Cause) -> u32 {
        let effect = self.effect(world, local, cause);
        self.effects[effect].local
    }
}

/// The fact about `id`, established on first use.
fn recall<T: Copy>(facts: &mut Vec<Option<T>>, id: u32, establish: impl FnOnce() -> T) -> T {
    let at = id as usize;
    if at >= facts.len() {
        facts.resize(at + 1, None);
    }
    *facts[at].get_or_insert_with(establish)
}

impl<A: Resident> World<A> {
    fn local_facts(&self, id: u32) -> LocalFacts {
        let local = self.locals.get(id);
        let node = Id::from(usize::from(local.node));
        let actor = &self.actors[usize::from(local.node)];
        let watched = match &local.state {
            Some(state) if local.up && self.assumptions.detector != Detector::None => {
                (0..self.actors.len())
                    .filter(|other| *other != usize::from(local.node))
                    .filter(|other| !local.reported.contains(*other))
                    .filter(|other| actor.watches(node, state, Id::from(*other)))
                    .collect()
            }
            _ => NodeSet::default(),
        };
        let date = local.state.as_ref().and_then(|state| actor.date(state));
        LocalFacts {
            hash: fingerprint(local),
            date: date.unwrap_or(TIMELESS),
            up: local.up,
            choices: if local.up {
                local.choices.values().map(Vec::len).sum::<usize>() as u32
            } else {
                0
            },
            timers: if local.up {
                local.timers.len() as u32
            } else {
                0
            },
            watched,
        }
    }

    fn envelope_facts(&self, id: u32) -> EnvelopeFacts {
        let envelope = self.envelopes.get(id);
        let hash = fingerprint(envelope);
        let date = self.actors[usize::from(envelope.dst)].date_of(&envelope.msg);
        EnvelopeFacts {
            hash,
            rank: u64::from(envelope.dst) << 56 | u64::from(envelope.src) << 48 | hash >> 16,
            date: date.unwrap_or(TIMELESS),
            dst: envelope.dst,
            age: envelope.age,
        }
    }

    /// Runs the handler.
    fn effect(&self, local: u32, cause: Cause) -> Effect {
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
            silent: sends.is_empty(),
            sends,
        }
    }

    /// What a crash leaves of a node.
    fn crash(&self, local: &mut LocalOf<A>) {
        local.up = false;
        let memory = match self.assumptions.returns {
            Return::Never => Memory::Lost,
            Return::UpTo { memory, .. } => memory,
        };
        if memory == Memory::Kept {
            return;
        }
        local.state = None;
        local.timers.clear();
        local.choices.clear();
        local.reported = NodeSet::default();
        if memory == Memory::Lost {
            local.storage = None;
        }
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
                    let span = match self.assumptions.time {
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

    /// The state before anything has happened.
    pub(super) fn first_state(&self, scratch: &mut Scratch) -> Vec<u32> {
        let mut locals = Vec::new();
        let mut sends = Vec::new();
        for (node, actor) in self.actors.iter().enumerate() {
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
        self.assemble(scratch, &locals, &sends)
    }

    /// The state, in canonical form, with these parts and no budget spent.
    pub(super) fn assemble(
        &self,
        scratch: &mut Scratch,
        locals: &[u32],
        in_flight: &[u32],
    ) -> Vec<u32> {
        let mut state = vec![Spent::default().pack()];
        state.extend_from_slice(locals);
        for id in in_flight {
            self.put(scratch, &mut state, *id);
        }
        scratch.next = state;
        self.tidy(scratch);
        std::mem::take(&mut scratch.next)
    }

    /// Puts a message into its canonical place.
    fn put(&self, scratch: &mut Scratch, state: &mut Vec<u32>, id: u32) {
        let first = NODES + self.actors.len();
        let rank = scratch.envelope(self, id).rank;
        let mut at = state.len();
        while at > first {
            let other = scratch.envelope(self, state[at - 1]);
            let behind = match self.assumptions.order {
                Order::Any => other.rank <= rank,
                Order::Fifo => other.channel() <= rank >> 48,
            };
            if behind {
                break;
            }
            at -= 1;
        }
        state.insert(at, id);
    }

    /// Whether `local`, the receiver, will never act on this message: it is stale and its
    /// delivery changes nothing.
    fn is_dead(&self, scratch: &mut Scratch, envelope: u32, local: u32) -> bool {
        let (sent, known) = (
            scratch.envelope(self, envelope).date,
            scratch.local(self, local).date,
        );
        if sent == TIMELESS || known == TIMELESS || sent > known {
            return false;
        }
        let effect = scratch.effect(self, local, Cause::Deliver(envelope));
        let effect = &scratch.effects[effect];
        effect.local == local && effect.silent
    }

    /// Lends a scratch that remembers earlier calls.
    pub(super) fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        const UNPOISONED: &str = "the lock is held only to push and pop";
        let spare = self.scratches.lock().expect(UNPOISONED).pop();
        let mut scratch = spare.unwrap_or_else(Scratch::new);
        let result = work(&mut scratch);
        self.scratches.lock().expect(UNPOISONED).push(scratch);
        result
    }

    /// The fingerprint of a state in canonical form.
    pub(super) fn fingerprint_of(&self, state: &[u32]) -> u64 {
        self.with_scratch(|scratch| {
            scratch.next.clear();
            scratch.next.extend_from_slice(state);
            self.tidy(scratch)
        })
    }

    /// Brings `scratch.next` into canonical form and answers with its fingerprint.
    fn tidy(&self, scratch: &mut Scratch) -> u64 {
        let mut next = std::mem::take(&mut scratch.next);
        let first = NODES + self.actors.len();
        let nobody_returns = self.assumptions.returns == Return::Never;
        let mut earliest = TIMELESS;
        let mut sum = fingerprint(&next[0]);
        for local in &next[NODES..first] {
            let facts = scratch.local(self, *local);
            earliest = earliest.min(facts.date);
            sum = sum.wrapping_add(facts.hash);
        }
        let mut kept = first;
        let mut place = (u64::MAX, 0u64);
        for at in first..next.len() {
            let id = next[at];
            let facts = scratch.envelope(self, id);
            let receiver = next[NODES + usize::from(facts.dst)];
            let unreachable = nobody_returns && !scratch.local(self, receiver).up;
            if unreachable || self.normalises() && self.is_dead(scratch, id, receiver) {
                continue;
            }
            earliest = earliest.min(facts.date);
            sum = sum.wrapping_add(match self.assumptions.order {
                Order::Any => facts.hash,
                Order::Fifo => {
                    let index = if place.0 == facts.channel() {
                        place.1 + 1
                    } else {
                        0
                    };
                    place = (facts.channel(), index);
                    fingerprint(&(facts.hash, index))
                }
            });
            next[kept] = id;
            kept += 1;
        }
        next.truncate(kept);
        scratch.next = next;
        match self.actors.first().and_then(Resident::period) {
            Some(period) if self.normalises() && earliest != TIMELESS && earliest >= period => {
                self.lower(scratch, earliest / period * period);
                self.tidy(scratch)
            }
            _ => sum,
        }
    }

    /// Lowers all dates of `scratch.next`.
    fn lower(&self, scratch: &mut Scratch, by: u64) {
        let mut next = std::mem::take(&mut scratch.next);
        let messages = next.split_off(NODES + self.actors.len());
        for id in &mut next[NODES..] {
            let mut local = self.locals.get(*id).clone();
            let actor = &self.actors[usize::from(local.node)];
            local.state = local.state.map(|state| actor.lower(&state, by));
            *id = self.locals.intern(&local);
        }
        for id in messages {
            let mut envelope = self.envelopes.get(id).clone();
            let actor = &self.actors[usize::from(envelope.dst)];
            envelope.msg = actor.lower_message(&envelope.msg, by);
            self.put(scratch, &mut next, self.envelopes.intern(&envelope));
        }
        scratch.next = next;
    }

    /// Hands every move that is possible in `state` to `take`, in action order.
    pub(super) fn moves(
        &self,
        state: &[u32],
        scratch: &mut Scratch,
        take: &mut impl FnMut(Move<'_>),
    ) {
        Moves::new(self, state, scratch, take).all();
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
    pub(super) fn choice(&self, index: u32) -> (String, Random) {
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
    pub(super) fn timer(&self, index: u32) -> Timer {
        let timer = self.timers.keys().nth(index as usize);
        timer.expect("an enumerated timer is set").clone()
    }
}

/// The enumeration of the moves of one state.
struct Moves<'a, A: Resident, F> {
    world: &'a World<A>,
    state: &'a [u32],
    scratch: &'a mut Scratch,
    take: &'a mut F,
    spent: Spent,
    down: NodeSet,
    /// Whether handlers now end in a crash amid their sends.
    interrupted: bool,
}

impl<'a, A: Resident, F: FnMut(Move<'_>)> Moves<'a, A, F> {
    fn new(
        world: &'a World<A>,
        state: &'a [u32],
        scratch: &'a mut Scratch,
        take: &'a mut F,
    ) -> Self {
        let down = (0..world.actors.len())
            .filter(|node| !scratch.local(world, state[NODES + node]).up)
            .collect();
        Moves {
            world,
            state,
            scratch,
            take,
            spent: Spent::unpack(state[0]),
            down,
            interrupted: false,
        }
    }

    /// The order of actions: what an algorithm does by itself comes before what the world does to it,
    /// so that among shortest counterexamples the one with the fewest accidents tends to come first.
    fn all(mut self) {
        self.events();
        self.crashes();
        self.returns();
        if self.world.assumptions.crash.amid_sends {
            self.interrupted = true;
            self.events();
            self.returns();
        }
        self.losses();
        self.duplicates();
        self.tick();
    }

    /// Everything that runs a handler of a live node.
    fn events(&mut self) {
        self.deliveries();
        self.choices();
        self.timeouts();
        self.suspicions();
    }

    fn nodes(&self) -> std::ops::Range<usize> {
        0..self.world.actors.len()
    }

    fn local(&mut self, node: usize) -> LocalFacts {
        self.scratch.local(self.world, self.state[NODES + node])
    }

    /// The places of messages that may arrive next: in FIFO order the head of each channel, otherwise
    /// one of each group of equal messages.
    fn arrivals(&mut self) -> Vec<usize> {
        let first = NODES + self.world.actors.len();
        let mut places = Vec::with_capacity(self.state.len() - first);
        let mut previous = None;
        for place in first..self.state.len() {
            let facts = self.scratch.envelope(self.world, self.state[place]);
            let group = match self.world.assumptions.order {
                Order::Any => u64::from(self.state[place]),
                Order::Fifo => facts.channel(),
            };
            let still_leaving =
                facts.age == 0 && matches!(self.world.assumptions.time, Time::Ticks { .. });
            let leads = previous.replace(group) != Some(group);
            if leads && !still_leaving && !self.down.contains(usize::from(facts.dst)) {
                places.push(place);
            }
        }
        places
    }

    fn deliveries(&mut self) {
        for place in self.arrivals() {
            let envelope = self.state[place];
            let node = usize::from(self.scratch.envelope(self.world, envelope).dst);
            self.happens(node, Cause::Deliver(envelope), Some(place));
        }
    }

    fn choices(&mut self) {
        for node in self.nodes() {
            for index in 0..self.local(node).choices {
                self.happens(node, Cause::Choose(index), None);
            }
        }
    }

    fn timeouts(&mut self) {
        for node in self.nodes() {
            for index in 0..self.local(node).timers {
                if self.may_fire(node, index) {
                    self.happens(node, Cause::Timeout(index), None);
                }
            }
        }
    }

    fn may_fire(&self, node: usize, index: u32) -> bool {
        let world = self.world;
        let local = world.locals.get(self.state[NODES + node]);
        let timer = local.timer(index);
        let (actor, id) = (&world.actors[node], Id::from(node));
        match world.assumptions.time {
            Time::Asynchronous => true,
            Time::Ticks { .. } => local.timers[&timer].0 == 0,
            Time::Synchronous => {
                let view = world.view(self.state);
                let awaited = view.messages().any(|envelope| {
                    let dst = usize::from(envelope.dst);
                    !self.down.contains(dst)
                        && actor.could_answer(id, &timer, Id::from(dst), &envelope.msg)
                });
                let promised = self.nodes().map(|other| view.local(other)).any(|other| {
                    let node = Id::from(usize::from(other.node));
                    let mut open = other.choices.values().flatten();
                    other.up && open.any(|choice| actor.could_answer_by(id, &timer, node, choice))
                });
                !awaited && !promised
            }
        }
    }

    fn suspicions(&mut self) {
        let mistakes = match self.world.assumptions.detector {
            Detector::None => return,
            Detector::Perfect => 0,
            Detector::Mistaken { mistakes } => mistakes,
        };
        for node in self.nodes() {
            for suspect in self.local(node).watched.iter() {
                let mut spent = self.spent;
                if !self.down.contains(suspect) {
                    if spent.mistakes == mistakes {
                        continue;
                    }
                    spent.mistakes += 1;
                }
                self.happens_at_cost(node, Cause::Suspect(suspect as u32), None, spent);
            }
        }
    }

    fn may_crash(&self, node: usize) -> bool {
        let crash = &self.world.assumptions.crash;
        let crashes = self.down.len() + usize::from(self.spent.returns);
        if self.down.contains(node)
            || crashes >= usize::from(crash.budget)
            || !self.world.actors[node].may_crash(Id::from(node))
        {
            return false;
        }
        let Some(limit) = crash.longest_run() else {
            return true;
        };
        let ring = self.world.actors.len();
        let run_from = |step: usize| {
            (1..ring)
                .take_while(|i| self.down.contains((node + i * step) % ring))
                .count()
        };
        let run = (1 + run_from(1) + run_from(ring - 1)).min(ring);
        run <= usize::from(limit)
    }

    /// Whether a node may crash while it handles something. One that is coming back was down before: the
    /// row of neighbours that are down is as long as it was.
    fn may_crash_amid(&self, node: usize, cause: Cause) -> bool {
        let crashes = self.down.len() + usize::from(self.spent.returns);
        match cause {
            Cause::Return => crashes < usize::from(self.world.assumptions.crash.budget),
            _ => self.may_crash(node),
        }
    }

    fn crashes(&mut self) {
        for node in self.nodes() {
            if self.may_crash(node) {
                self.happens(node, Cause::Crash, None);
            }
        }
    }

    fn returns(&mut self) {
        let Return::UpTo { times, .. } = self.world.assumptions.returns else {
            return;
        };
        if self.spent.returns == times {
            return;
        }
        for node in self.down.iter() {
            let mut spent = self.spent;
            spent.returns += 1;
            self.happens_at_cost(node, Cause::Return, None, spent);
        }
    }

    fn losses(&mut self) {
        if self.spent.losses == self.world.assumptions.losses {
            return;
        }
        for place in self.arrivals() {
            self.copy_state();
            let envelope = self.scratch.next.remove(place);
            let mut spent = self.spent;
            spent.losses += 1;
            self.finish(What::Lose(envelope), spent, &[], false);
        }
    }

    fn duplicates(&mut self) {
        if self.spent.duplicates == self.world.assumptions.duplicates {
            return;
        }
        for place in self.arrivals() {
            self.copy_state();
            let envelope = self.state[place];
            self.scratch.next.insert(place, envelope);
            let mut spent = self.spent;
            spent.duplicates += 1;
            self.finish(What::Duplicate(envelope), spent, &[], false);
        }
    }

    /// Time passes unless something is due: a timer at its end, a message at its latest.
    fn tick(&mut self) {
        let Time::Ticks { delay } = self.world.assumptions.time else {
            return;
        };
        let first = NODES + self.world.actors.len();
        let timer_due = self.nodes().any(|node| {
            let local = self.world.locals.get(self.state[NODES + node]);
            local.up && local.timers.values().any(|(_, must)| *must == 0)
        });
        if timer_due {
            return;
        }
        let mut next = self.state[..first].to_vec();
        for id in &mut next[NODES..] {
            *id = self.scratch.local_after(self.world, *id, Cause::Age);
        }
        for id in &self.state[first..] {
            let mut envelope = self.world.envelopes.get(*id).clone();
            if envelope.age == delay {
                if !self.down.contains(usize::from(envelope.dst)) {
                    return;
                }
                // It arrives at a node that is down: nobody receives it.
                continue;
            }
            envelope.age += 1;
            let older = self.world.envelopes.intern(&envelope);
            self.world.put(self.scratch, &mut next, older);
        }
        if next != self.state {
            self.scratch.next = next;
            self.finish(What::Tick, self.spent, &[], false);
        }
    }

    fn copy_state(&mut self) {
        self.scratch.next.clear();
        self.scratch.next.extend_from_slice(self.state);
    }

    fn happens(&mut self, node: usize, cause: Cause, arrived: Option<usize>) {
        self.happens_at_cost(node, cause, arrived, self.spent);
    }

    /// Something happens to a node: wholly, or in every way in which a crash can cut its sends short.
    fn happens_at_cost(&mut self, node: usize, cause: Cause, arrived: Option<usize>, spent: Spent) {
        let effect = self
            .scratch
            .effect(self.world, self.state[NODES + node], cause);
        let sends = std::mem::take(&mut self.scratch.effects[effect].sends);
        let local = self.scratch.effects[effect].local;
        if !self.interrupted {
            self.node_becomes(node, cause, arrived, spent, local, &sends, false);
        } else if !sends.is_empty() && self.may_crash_amid(node, cause) {
            let local = self.scratch.local_after(self.world, local, Cause::Crash);
            for left in self.cut_short(&sends) {
                self.node_becomes(node, cause, arrived, spent, local, &left, true);
            }
        }
        self.scratch.effects[effect].sends = sends;
    }

    /// The parts of a handler's messages that may have left when a crash cuts it short. All of them
    /// leaving is a crash afterwards; none leaving is, if nobody returns, a crash before.
    fn cut_short(&self, sends: &[u32]) -> Vec<Vec<u32>> {
        let someone_returns = self.world.assumptions.returns != Return::Never;
        let matters = |id: &u32| {
            let dst = usize::from(self.world.envelopes.get(*id).dst);
            someone_returns || !self.down.contains(dst)
        };
        let leaving: Vec<u32> = sends.iter().copied().filter(matters).collect();
        let parts = u32::from(!someone_returns)..(1 << leaving.len()) - 1;
        let part = |part: u32| (0..leaving.len()).filter(move |i| part >> i & 1 == 1);
        parts
            .map(|p| part(p).map(|i| leaving[i]).collect())
            .collect()
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one call site of each kind, just above"
    )]
    fn node_becomes(
        &mut self,
        node: usize,
        cause: Cause,
        arrived: Option<usize>,
        spent: Spent,
        local: u32,
        sent: &[u32],
        crashes: bool,
    ) {
        self.copy_state();
        let mut next = std::mem::take(&mut self.scratch.next);
        if let Some(place) = arrived {
            next.remove(place);
        }
        next[NODES + node] = local;
        if cause == Cause::Return {
            for other in self.nodes().filter(|other| *other != node) {
                let id = &mut next[NODES + other];
                *id = self
                    .scratch
                    .local_after(self.world, *id, Cause::Forget(node as u32));
            }
        }
        for id in sent {
            self.world.put(self.scratch, &mut next, *id);
        }
        self.scratch.next = next;
        self.finish(What::Node(node, cause), spent, sent, crashes);
    }

    fn finish(&mut self, what: What, spent: Spent, sent: &[u32], crashes: bool) {
        self.scratch.next[0] = spent.pack();
        let fingerprint = self.world.tidy(self.scratch);
        (self.take)(Move {
            what,
            sent,
            crashes,
            next: &self.scratch.next,
            fingerprint,
        });
    }
}
