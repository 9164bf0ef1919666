//! How a world moves: every step that is possible in a state, and where it leads.
//!
//! Most moves change one node and a few messages. Their fingerprint is the state's own plus a
//! difference that was worked out when the handler ran, and the state they lead to is written only if it
//! turns out to be new ([`Next::Change`]). Where a move does more (a crash drops messages, a message becomes
//! stale, dates can be lowered, channels are queues) the next state is built and tidied ([`Next::Built`]).

use super::World;
use super::assumptions::{Detector, Order, Return, Time};
use super::effects::{Cause, Here, Scratch, TIMELESS};
use super::resident::{NodeSet, Resident};
use super::state::{NODES, Spent};
use stateright::actor::Id;
use verdict_checker::space::fingerprint;

/// A move in a given state.
pub(super) struct Move<'a> {
    /// What happens.
    pub(super) what: What,
    /// The messages that leave.
    pub(super) sent: &'a [u32],
    /// Whether the node crashes while it is still sending.
    pub(super) crashes: bool,
    /// The state it leads to.
    pub(super) next: Next<'a>,
}

/// Receives moves: the fingerprint of the state each leads to, and the rest on demand.
pub(super) trait Take {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>);
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

/// The state that a move leads to.
pub(super) enum Next<'a> {
    /// In canonical form.
    Built(&'a [u32]),
    /// As a change of the state the move starts from.
    Change {
        /// That state.
        state: &'a [u32],
        /// Its new first number.
        spent: u32,
        /// Where the new local state goes.
        at: usize,
        /// The new local state.
        local: u32,
        /// The messages that are gone.
        gone: Gone,
        /// The messages that leave.
        sent: &'a [u32],
        /// Knows the canonical order.
        scratch: &'a Scratch,
        /// Where messages begin.
        first: usize,
    },
}

/// Messages that are no longer in flight: those at `first + i` for every bit i of `bits`.
#[derive(Clone, Copy)]
pub(super) struct Gone {
    first: usize,
    bits: u64,
}

impl Gone {
    const NOTHING: Gone = Gone { first: 0, bits: 0 };

    fn only(place: usize) -> Self {
        Gone {
            first: place,
            bits: 1,
        }
    }
}

impl Next<'_> {
    /// Appends the state to `row`.
    pub(super) fn write(&self, row: &mut Vec<u32>) {
        match *self {
            Next::Built(state) => row.extend_from_slice(state),
            Next::Change {
                state,
                spent,
                at,
                local,
                gone,
                sent,
                scratch,
                first,
            } => {
                let start = row.len();
                let mut copied = 0;
                let mut bits = gone.bits;
                while bits != 0 {
                    let place = gone.first + bits.trailing_zeros() as usize;
                    row.extend_from_slice(&state[copied..place]);
                    copied = place + 1;
                    bits &= bits - 1;
                }
                row.extend_from_slice(&state[copied..]);
                row[start] = spent;
                row[start + at] = local;
                for id in sent {
                    let rank = scratch.known_envelope(*id).rank;
                    let messages = &row[start + first..];
                    let place = messages
                        .partition_point(|other| scratch.known_envelope(*other).rank <= rank);
                    row.insert(start + first + place, *id);
                }
            }
        }
    }
}

impl<A: Resident> World<A> {
    /// Hands every move that is possible in `state` to `take`, in action order.
    pub(super) fn moves(&self, state: &[u32], scratch: &mut Scratch, take: &mut impl Take) {
        Moves::new(self, state, scratch, take).all();
    }
}

/// The enumeration of the moves of one state.
struct Moves<'a, A: Resident, T> {
    world: &'a World<A>,
    state: &'a [u32],
    scratch: &'a mut Scratch,
    take: &'a mut T,
    spent: Spent,
    down: NodeSet,
    /// The facts about the state's parts.
    here: Here,
    /// The sum of the hashes of all parts: the state's fingerprint, unless channels are queues.
    sum: u64,
    /// How many parts are dated within the first period: while there is one, dates cannot be lowered.
    young: i32,
    period: u64,
    /// Whether handlers now end in a crash amid their sends.
    interrupted: bool,
}

impl<'a, A: Resident, T: Take> Moves<'a, A, T> {
    fn new(
        world: &'a World<A>,
        state: &'a [u32],
        scratch: &'a mut Scratch,
        take: &'a mut T,
    ) -> Self {
        let first = NODES + world.actors.len();
        let period = world.period();
        let mut here = std::mem::take(&mut scratch.here);
        let (mut sum, mut young, mut down) = (fingerprint(&state[0]), 0, NodeSet::default());
        here.locals.clear();
        here.waiting.clear();
        for (node, id) in state[NODES..first].iter().enumerate() {
            let facts = scratch.local(world, *id);
            sum = sum.wrapping_add(facts.hash);
            young += i32::from(facts.date < period);
            if !facts.up {
                down = down.with(node);
            }
            here.locals.push(facts);
            here.waiting.push(0..0);
        }
        here.envelopes.clear();
        for (place, id) in state[first..].iter().enumerate() {
            let facts = scratch.envelope(world, *id);
            sum = sum.wrapping_add(facts.hash);
            young += i32::from(facts.date < period);
            let waiting = &mut here.waiting[usize::from(facts.dst)];
            if waiting.start == waiting.end {
                waiting.start = place;
            }
            waiting.end = place + 1;
            here.envelopes.push(facts);
        }
        Moves {
            world,
            state,
            scratch,
            take,
            spent: Spent::unpack(state[0]),
            down,
            here,
            sum,
            young,
            period,
            interrupted: false,
        }
    }

    /// The order of actions: what an algorithm does by itself comes before what the world does to it,
    /// so that among shortest counterexamples the one with the fewest accidents tends to come first.
    fn all(mut self) {
        let assumptions = self.world.assumptions;
        self.events();
        if assumptions.crash.budget > 0 {
            self.crashes();
            self.returns();
            if assumptions.crash.amid_sends {
                self.interrupted = true;
                self.events();
                self.returns();
            }
        }
        if assumptions.losses > self.spent.losses {
            self.losses();
        }
        if assumptions.duplicates > self.spent.duplicates {
            self.duplicates();
        }
        if let Time::Ticks { delay } = assumptions.time {
            self.tick(delay);
        }
        self.scratch.here = self.here;
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

    /// The message at `place`, counted from the first message, if it may arrive next: in FIFO order the
    /// head of each channel, otherwise one of each group of equal messages.
    fn arrival(&self, place: usize) -> Option<(usize, u32, usize)> {
        let facts = &self.here.envelopes[place];
        let at = NODES + self.world.actors.len() + place;
        let leads = place == 0
            || match self.world.assumptions.order {
                Order::Any => self.state[at - 1] != self.state[at],
                Order::Fifo => self.here.envelopes[place - 1].channel() != facts.channel(),
            };
        let dst = usize::from(facts.dst);
        let still_leaving =
            facts.age == 0 && matches!(self.world.assumptions.time, Time::Ticks { .. });
        let arrives = leads && !still_leaving && !self.down.contains(dst);
        arrives.then(|| (at, self.state[at], dst))
    }

    fn deliveries(&mut self) {
        for place in 0..self.here.envelopes.len() {
            let Some((at, envelope, node)) = self.arrival(place) else {
                continue;
            };
            let cause = Cause::Deliver(envelope);
            let local = self.state[NODES + node];
            let number = self.scratch.effect(self.world, local, cause);
            // The shortest way through the busiest path: most deliveries change one node and no more.
            let effect = self.scratch.effect_numbered(number);
            match effect.simple {
                Some(_) if self.interrupted => {}
                Some(change) => {
                    let (local, sum) = (effect.local, self.sum.wrapping_add(change));
                    self.offer(
                        What::Node(node, cause),
                        local,
                        Gone::only(at),
                        (&[], false),
                        sum,
                    );
                }
                None => self.happens(node, cause, Some(at)),
            }
        }
    }

    fn choices(&mut self) {
        for node in self.nodes() {
            for index in 0..self.here.locals[node].choices {
                self.happens(node, Cause::Choose(index), None);
            }
        }
    }

    fn timeouts(&mut self) {
        for node in self.nodes() {
            for index in 0..self.here.locals[node].timers {
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
            for suspect in self.here.locals[node].watched.iter() {
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
        for place in 0..self.here.envelopes.len() {
            if let Some((at, envelope, _)) = self.arrival(place) {
                self.copy_state();
                self.scratch.next.remove(at);
                let mut spent = self.spent;
                spent.losses += 1;
                self.finish(What::Lose(envelope), spent, &[], false);
            }
        }
    }

    fn duplicates(&mut self) {
        for place in 0..self.here.envelopes.len() {
            if let Some((at, envelope, _)) = self.arrival(place) {
                self.copy_state();
                self.scratch.next.insert(at, envelope);
                let mut spent = self.spent;
                spent.duplicates += 1;
                self.finish(What::Duplicate(envelope), spent, &[], false);
            }
        }
    }

    /// Time passes unless something is due: a timer at its end, a message at its latest.
    fn tick(&mut self, delay: u8) {
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
        let what = What::Node(node, cause);
        let local = self.state[NODES + node];
        let number = self.scratch.effect(self.world, local, cause);
        let effect = self.scratch.effect_numbered(number);
        let (local, sends) = (effect.local, effect.sends.clone());
        if !self.interrupted {
            self.node_becomes(what, local, arrived, spent, &sends, false);
        } else if !sends.is_empty() && self.may_crash_amid(node, cause) {
            let local = self.scratch.local_after(self.world, local, Cause::Crash);
            for left in self.cut_short(&sends) {
                self.node_becomes(what, local, arrived, spent, &left, true);
            }
        }
    }

    /// The messages that go when the node in `place` becomes `local`: the one that arrived, those that have
    /// become stale, all if it is down for ever. `None` if they cannot be told by a few bits.
    fn gone(&mut self, node: usize, local: u32, arrived: Option<usize>) -> Option<Gone> {
        let world = self.world;
        let waiting = self.here.waiting[node].clone();
        if waiting.is_empty() {
            return Some(Gone::NOTHING);
        }
        if waiting.len() > 64 {
            return None;
        }
        let first = NODES + world.actors.len() + waiting.start;
        let facts = self.scratch.local(world, local);
        let unreachable = !facts.up && world.assumptions.returns == Return::Never;
        let mut bits = 0;
        for (bit, place) in waiting.enumerate() {
            let at = first + bit;
            let stale =
                |date: u64| date != TIMELESS && facts.date != TIMELESS && date <= facts.date;
            let dead = world.normalises()
                && stale(self.here.envelopes[place].date)
                && world.is_dead(self.scratch, self.state[at], local);
            if unreachable || dead || arrived == Some(at) {
                bits |= 1 << bit;
            }
        }
        Some(Gone { first, bits })
    }

    /// A node becomes `local` and messages leave, if that is all: nothing that leaves is dropped at once, no
    /// date is lowered, no queue moves up. Answers with the sum of the hashes afterwards.
    fn plain_sum(&mut self, node: usize, local: u32, gone: Gone, sent: &[u32]) -> Option<u64> {
        let world = self.world;
        let nobody_returns = world.assumptions.returns == Return::Never;
        let (before, after) = (self.here.locals[node], self.scratch.local(world, local));
        let mut sum = self.sum.wrapping_sub(before.hash).wrapping_add(after.hash);
        let is_young = |date: u64| i32::from(date < self.period);
        let mut young = self.young - is_young(before.date) + is_young(after.date);
        let mut bits = gone.bits;
        while bits != 0 {
            let at = gone.first + bits.trailing_zeros() as usize;
            let facts = &self.here.envelopes[at - NODES - world.actors.len()];
            sum = sum.wrapping_sub(facts.hash);
            young -= is_young(facts.date);
            bits &= bits - 1;
        }
        for id in sent {
            let facts = self.scratch.envelope(world, *id);
            let receiver = usize::from(facts.dst);
            let known = if receiver == node {
                after
            } else {
                self.here.locals[receiver]
            };
            let stale =
                facts.date != TIMELESS && known.date != TIMELESS && facts.date <= known.date;
            if nobody_returns && !known.up || world.normalises() && stale {
                return None;
            }
            sum = sum.wrapping_add(facts.hash);
            young += is_young(facts.date);
        }
        (self.period == 0 || young > 0).then_some(sum)
    }

    fn node_becomes(
        &mut self,
        what: What,
        local: u32,
        arrived: Option<usize>,
        spent: Spent,
        sent: &[u32],
        crashes: bool,
    ) {
        let What::Node(node, cause) = what else {
            unreachable!("only a node becomes something");
        };
        let queues = self.world.assumptions.order == Order::Fifo;
        let plain = if queues || cause == Cause::Return || spent != self.spent {
            None
        } else {
            let gone = self.gone(node, local, arrived);
            gone.and_then(|gone| Some((gone, self.plain_sum(node, local, gone, sent)?)))
        };
        if let Some((gone, sum)) = plain {
            self.offer(what, local, gone, (sent, crashes), sum);
            return;
        }
        self.build(node, cause, local, arrived, sent);
        self.finish(what, spent, sent, crashes);
    }

    /// Hands over a move that is no more than a change of one node and some messages.
    fn offer(
        &mut self,
        what: What,
        local: u32,
        gone: Gone,
        (sent, crashes): (&[u32], bool),
        sum: u64,
    ) {
        let What::Node(node, _) = what else {
            unreachable!("only a node becomes something");
        };
        let (state, scratch) = (self.state, &*self.scratch);
        let first = NODES + self.world.actors.len();
        self.take.take(sum, || Move {
            what,
            sent,
            crashes,
            next: Next::Change {
                state,
                spent: state[0],
                at: NODES + node,
                local,
                gone,
                sent,
                scratch,
                first,
            },
        });
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

    /// Builds the next state part by part.
    fn build(
        &mut self,
        node: usize,
        cause: Cause,
        local: u32,
        arrived: Option<usize>,
        sent: &[u32],
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
    }

    fn finish(&mut self, what: What, spent: Spent, sent: &[u32], crashes: bool) {
        self.scratch.next[0] = spent.pack();
        let fingerprint = self.world.tidy(self.scratch);
        let next = Next::Built(&self.scratch.next);
        self.take.take(fingerprint, || Move {
            what,
            sent,
            crashes,
            next,
        });
    }
}
