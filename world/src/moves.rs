//! How a world moves: every step that is possible in a state, and where it leads.
//!
//! Most moves change one node and a few messages. Their fingerprint is the state's own plus a
//! difference that was worked out when the handler ran, and the state they lead to is written only if it
//! turns out to be new ([`Next::Change`]). Where a move does more (a crash drops messages, a message becomes
//! stale, dates can be lowered, channels are queues) the next state is built and tidied ([`Next::Built`]).

use super::assumptions::{Detector, Order, Return, Time};
use super::canonical::spread;
use super::effects::{Cause, Here, Scratch, TIMELESS};
use super::next::{Gone, Move, Next, Take, What};
use super::population::{Population, Rules};
use super::resident::NodeSet;
use super::state::{NODES, Spent};
use verdict_checker::space::fingerprint;

/// The most messages of one handler of which a crash may leave any part: 2^18 successors of one state.
const CUT: usize = 18;

impl dyn Population + '_ {
    /// Hands every move that is possible in `state` to `take`, in action order.
    pub(super) fn moves(&self, state: &[u32], scratch: &mut Scratch, take: &mut impl Take) {
        Moves::new(self, state, scratch, take).all();
    }

    /// The same, of one node alone if one is named. Time does not pass at one node.
    pub(super) fn moves_of(
        &self,
        state: &[u32],
        only: Option<usize>,
        scratch: &mut Scratch,
        take: &mut impl Take,
    ) {
        let mut moves = Moves::new(self, state, scratch, take);
        moves.only = only;
        moves.all();
    }
}

/// The enumeration of the moves of one state.
struct Moves<'a, T> {
    world: &'a dyn Population,
    rules: Rules,
    state: &'a [u32],
    scratch: &'a mut Scratch,
    take: &'a mut T,
    spent: Spent,
    down: NodeSet,
    /// The facts about the state's parts.
    here: Here,
    /// The sum of the hashes of all parts, of which the state's fingerprint is made, unless channels are queues.
    sum: u64,
    /// How many parts are dated within the first period: while there is one, dates cannot be lowered.
    young: i32,
    /// Whether handlers now end in a crash amid their sends.
    interrupted: bool,
    /// The one node whose moves are wanted, if not those of all.
    only: Option<usize>,
}

impl<'a, T: Take> Moves<'a, T> {
    fn new(
        world: &'a dyn Population,
        state: &'a [u32],
        scratch: &'a mut Scratch,
        take: &'a mut T,
    ) -> Self {
        let rules = scratch.rules(world);
        let (first, period) = (NODES + rules.nodes, rules.period);
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
            rules,
            state,
            scratch,
            take,
            spent: Spent::unpack(state[0]),
            down,
            here,
            sum,
            young,
            interrupted: false,
            only: None,
        }
    }

    /// The order of actions: what an algorithm does by itself comes before what the world does to it,
    /// so that among shortest counterexamples the one with the fewest accidents tends to come first.
    fn all(mut self) {
        let assumptions = self.rules.assumptions;
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
        if let (Time::Ticks { delay }, None) = (assumptions.time, self.only) {
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
        match self.only {
            None => 0..self.rules.nodes,
            Some(node) => node..node + 1,
        }
    }

    fn is_wanted(&self, node: usize) -> bool {
        self.only.is_none_or(|only| only == node)
    }

    /// The message at `place`, counted from the first message, if it may arrive next: in FIFO order the
    /// head of each channel, otherwise one of each group of equal messages.
    fn arrival(&self, place: usize) -> Option<(usize, u32, usize)> {
        let facts = &self.here.envelopes[place];
        let at = NODES + self.rules.nodes + place;
        let leads = place == 0
            || match self.rules.assumptions.order {
                Order::Any => self.state[at - 1] != self.state[at],
                Order::Fifo => self.here.envelopes[place - 1].channel() != facts.channel(),
                Order::Marks(_) => self.passes(place),
            };
        let dst = usize::from(facts.dst);
        let still_leaving =
            facts.age == 0 && matches!(self.rules.assumptions.time, Time::Ticks { .. });
        let arrives = leads && !still_leaving && !self.down.contains(dst) && self.is_wanted(dst);
        arrives.then(|| (at, self.state[at], dst))
    }

    /// Whether the message at `place` may arrive before all that were sent earlier on its channel; of equal ones, the
    /// earliest.
    fn passes(&self, place: usize) -> bool {
        let order = self.rules.assumptions.order;
        let facts = &self.here.envelopes[place];
        let first = NODES + self.rules.nodes;
        let earlier = (0..place).rev().take_while(|other| {
            let other = &self.here.envelopes[*other];
            other.channel() == facts.channel()
        });
        let mut earlier = earlier;
        earlier.all(|other| {
            let equal = self.state[first + other] == self.state[first + place];
            !equal && order.may_overtake(facts.mark, self.here.envelopes[other].mark)
        })
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
        let always = self.rules.assumptions.time == Time::Asynchronous;
        for node in self.nodes() {
            for index in 0..self.here.locals[node].timers {
                if always || self.world.may_fire(self.state, node, index) {
                    self.happens(node, Cause::Timeout(index), None);
                }
            }
        }
    }

    fn suspicions(&mut self) {
        let mistakes = match self.rules.assumptions.detector {
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
                } else if self.rules.assumptions.late_reports && self.awaits(node, suspect) {
                    continue;
                }
                self.happens_at_cost(node, Cause::Suspect(suspect as u32), None, spent);
            }
        }
    }

    /// Whether a message from `other` to `node` is on its way.
    fn awaits(&self, node: usize, other: usize) -> bool {
        let channel = (node << 8 | other) as u64;
        let mut waiting = self.here.envelopes[self.here.waiting[node].clone()].iter();
        waiting.any(|facts| facts.channel() == channel)
    }

    fn may_crash(&self, node: usize) -> bool {
        let crash = &self.rules.assumptions.crash;
        let crashes = self.down.len() + usize::from(self.spent.returns);
        if self.down.contains(node)
            || crashes >= usize::from(crash.budget)
            || !self.rules.may_crash.contains(node)
        {
            return false;
        }
        let Some(limit) = crash.longest_run() else {
            return true;
        };
        // Those that cannot crash are not on the ring.
        let all = self.rules.nodes;
        let run_from = |step: usize| {
            let others = (1..all).map(|i| (node + i * step) % all);
            let on_ring = others.filter(|other| self.rules.may_crash.contains(*other));
            on_ring
                .take_while(|other| self.down.contains(*other))
                .count()
        };
        let run = (1 + run_from(1) + run_from(all - 1)).min(all);
        run <= usize::from(limit)
    }

    /// Whether a node may crash while it handles something. One that is coming back was down before: the
    /// row of neighbours that are down is as long as it was.
    fn may_crash_amid(&self, node: usize, cause: Cause) -> bool {
        let crashes = self.down.len() + usize::from(self.spent.returns);
        match cause {
            Cause::Return => crashes < usize::from(self.rules.assumptions.crash.budget),
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
        let Return::UpTo { times, .. } = self.rules.assumptions.returns else {
            return;
        };
        if self.spent.returns == times {
            return;
        }
        let only = self.only;
        let wanted = |node: &usize| only.is_none_or(|only| only == *node);
        for node in self.down.iter().filter(wanted) {
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
        let first = NODES + self.rules.nodes;
        let mut locals = self.state[NODES..first].iter();
        if locals.any(|local| self.world.timer_due(*local)) {
            return;
        }
        let mut next = self.state[..first].to_vec();
        for id in &mut next[NODES..] {
            *id = self.scratch.local_after(self.world, *id, Cause::Age);
        }
        for id in &self.state[first..] {
            let facts = self.scratch.envelope(self.world, *id);
            if facts.age == delay {
                if !self.down.contains(usize::from(facts.dst)) {
                    return;
                }
                // It arrives at a node that is down: nobody receives it.
                continue;
            }
            let older = self.world.older(*id);
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
        let sends = sends.as_deref().unwrap_or_default();
        if !self.interrupted {
            self.node_becomes(what, local, arrived, spent, sends, false);
        } else if !sends.is_empty() && self.may_crash_amid(node, cause) {
            let local = self.scratch.local_after(self.world, local, Cause::Crash);
            self.cut_short(what, local, arrived, spent, sends);
        }
    }

    /// What becomes of every part of a handler's messages that may have left when a crash cuts it short. All of them
    /// leaving is a crash afterwards; none leaving is, if nobody returns, a crash before. Of more messages than [`CUT`] the
    /// parts are too many to be tried: they lie beyond the boundary, so that nothing is said to hold that was not tried.
    fn cut_short(
        &mut self,
        what: What,
        local: u32,
        arrived: Option<usize>,
        spent: Spent,
        sends: &[u32],
    ) {
        let someone_returns = self.rules.assumptions.returns != Return::Never;
        let (mut leaving, mut left) = (Vec::new(), std::mem::take(&mut self.scratch.left));
        for id in sends {
            let dst = usize::from(self.scratch.envelope(self.world, *id).dst);
            if someone_returns || !self.down.contains(dst) {
                leaving.push(*id);
            }
        }
        if leaving.len() > CUT {
            self.scratch.left = left;
            return self.take.beyond(fingerprint(&(self.sum, sends)));
        }
        for part in u32::from(!someone_returns)..(1 << leaving.len()) - 1 {
            left.clear();
            left.extend(
                (0..leaving.len())
                    .filter(|i| part >> i & 1 == 1)
                    .map(|i| leaving[i]),
            );
            self.node_becomes(what, local, arrived, spent, &left, true);
        }
        self.scratch.left = left;
    }

    /// The messages that go when the node in `place` becomes `local`: the one that arrived, those that have
    /// become stale, all if it is down for ever. `None` if they cannot be told by a few bits.
    fn gone(&mut self, node: usize, local: u32, arrived: Option<usize>) -> Option<Gone> {
        let world = self.world;
        let waiting = self.here.waiting[node].clone();
        if waiting.is_empty() {
            return Some(Gone::NOTHING);
        }
        let facts = self.scratch.local(world, local);
        let unreachable = !facts.up && self.rules.drops_unreachable;
        if !unreachable && !self.rules.normalises {
            return Some(arrived.map_or(Gone::NOTHING, Gone::only));
        }
        if waiting.len() > 64 {
            return None;
        }
        let first = NODES + self.rules.nodes + waiting.start;
        let mut bits = 0;
        for (bit, place) in waiting.enumerate() {
            let at = first + bit;
            let stale =
                |date: u64| date != TIMELESS && facts.date != TIMELESS && date <= facts.date;
            let dead = self.rules.normalises
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
        let (before, after) = (self.here.locals[node], self.scratch.local(world, local));
        let mut sum = self.sum.wrapping_sub(before.hash).wrapping_add(after.hash);
        let is_young = |date: u64| i32::from(date < self.rules.period);
        let mut young = self.young - is_young(before.date) + is_young(after.date);
        let mut bits = gone.bits;
        while bits != 0 {
            let at = gone.first + bits.trailing_zeros() as usize;
            let facts = &self.here.envelopes[at - NODES - self.rules.nodes];
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
            if self.rules.drops_unreachable && !known.up || self.rules.normalises && stale {
                return None;
            }
            sum = sum.wrapping_add(facts.hash);
            young += is_young(facts.date);
        }
        (self.rules.period == 0 || young > 0).then_some(sum)
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
        let queues = self.rules.assumptions.order.queues();
        let crashed = crashes || cause == Cause::Crash;
        let loses = crashed && self.loses_accesses(node, sent);
        let plain = if queues || loses || cause == Cause::Return || spent != self.spent {
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
        if crashed {
            let (world, first) = (self.world, NODES + self.rules.nodes);
            let mut next = std::mem::take(&mut self.scratch.next);
            let mut at = 0;
            next.retain(|id| {
                at += 1;
                at <= first || !self.scratch.envelope(world, *id).dies_with(node)
            });
            self.scratch.next = next;
        }
        self.finish(what, spent, sent, crashes);
    }

    /// Whether an access goes when this node crashes, having sent `sent`.
    fn loses_accesses(&mut self, node: usize, sent: &[u32]) -> bool {
        let mut waiting = self.here.envelopes.iter();
        let mut leaving = sent.iter().map(|id| self.scratch.envelope(self.world, *id));
        waiting.any(|facts| facts.dies_with(node)) || leaving.any(|facts| facts.dies_with(node))
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
        let first = NODES + self.rules.nodes;
        self.take.take(spread(sum), || Move {
            what,
            sent,
            crashes,
            next: Next::Change {
                state,
                at: NODES + node,
                local,
                gone,
                sent,
                scratch,
                first,
            },
        });
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
            for other in (0..self.rules.nodes).filter(|other| *other != node) {
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
        let fingerprint = spread(self.world.tidy(self.scratch));
        let next = Next::Built(&self.scratch.next);
        self.take.take(fingerprint, || Move {
            what,
            sent,
            crashes,
            next,
        });
    }
}
