//! The one form in which a state is stored: messages in canonical order, the unreachable and the stale
//! dropped, dates lowered; and the fingerprint of that form.

use super::effects::{Cause, Scratch, TIMELESS};
use super::population::Population;
use super::state::{NODES, Spent};
use verdict_checker::space::fingerprint;

/// The fingerprint of a state by the sum of the hashes of its parts.
///
/// Different sums stay different: this is a permutation of 64 bits (the last steps of MurmurHash3). It makes every bit depend on
/// every other, since the table takes the low ones, and in sums they coincide in families: where two pairs of parts have sums that are equal
/// in their low bits, all states that differ by these parts only are. Of whole sums the same is so much rarer that the
/// birthday bound stands: two different states have equal sums if a difference of the hashes of their parts, with small factors, is 0,
/// for which the chance is 2^-64 for odd factors and 2^-(64-k) if 2^k divides all of them.
#[inline]
pub(super) fn spread(sum: u64) -> u64 {
    let sum = (sum ^ (sum >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let sum = (sum ^ (sum >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    sum ^ (sum >> 33)
}

impl dyn Population + '_ {
    /// The states before anything has happened, each once.
    pub(super) fn first_states(&self, scratch: &mut Scratch) -> Vec<Vec<u32>> {
        let mut states = Vec::new();
        for (locals, sends) in self.starts() {
            let state = self.assemble(scratch, &locals, &sends);
            if !states.contains(&state) {
                states.push(state);
            }
        }
        states
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
    pub(super) fn put(&self, scratch: &mut Scratch, state: &mut Vec<u32>, id: u32) {
        let first = NODES + self.rules().nodes;
        let rank = scratch.envelope(self, id).rank;
        let mut at = state.len();
        while at > first {
            let other = scratch.envelope(self, state[at - 1]);
            let behind = if self.rules().assumptions.order.queues() {
                other.channel() <= rank >> 48
            } else {
                other.rank <= rank
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
    pub(super) fn is_dead(&self, scratch: &mut Scratch, envelope: u32, local: u32) -> bool {
        let (sent, known) = (
            scratch.envelope(self, envelope).date,
            scratch.local(self, local).date,
        );
        if sent == TIMELESS || known == TIMELESS || sent > known {
            return false;
        }
        let number = scratch.effect(self, local, Cause::Deliver(envelope));
        let effect = scratch.effect_numbered(number);
        effect.local == local && effect.sends.is_none()
    }

    /// The fingerprint of a state in canonical form.
    pub(super) fn fingerprint_of(&self, state: &[u32]) -> u64 {
        self.with_scratch(|scratch| {
            scratch.next.clear();
            scratch.next.extend_from_slice(state);
            spread(self.tidy(scratch))
        })
    }

    /// The canonical form of a state of which nothing has been left out.
    pub(super) fn reduced(&self, state: &[u32]) -> Vec<u32> {
        self.with_scratch(|scratch| {
            scratch.next.clear();
            scratch.next.extend_from_slice(state);
            self.tidy(scratch);
            scratch.next.clone()
        })
    }

    /// What a state of which nothing has been left out becomes when a message to a node that is down for good is gone: it arrives
    /// at nobody, which is no step of the world.
    pub(super) fn without_an_unreachable(&self, state: &[u32]) -> Vec<Vec<u32>> {
        let first = NODES + self.rules().nodes;
        if !self.rules().drops_unreachable {
            return Vec::new();
        }
        self.with_scratch(|scratch| {
            let mut arrives = |at: &usize| {
                let receiver = usize::from(scratch.envelope(self, state[*at]).dst);
                scratch.local(self, state[NODES + receiver]).up
            };
            let gone = (first..state.len()).filter(|at| !arrives(at));
            gone.map(|at| [&state[..at], &state[at + 1..]].concat())
                .collect()
        })
    }

    /// Brings `scratch.next` into canonical form and answers with the sum of the hashes of its parts, which a step
    /// changes only by the parts it changes; [`spread`] makes the fingerprint of it.
    pub(super) fn tidy(&self, scratch: &mut Scratch) -> u64 {
        let mut next = std::mem::take(&mut scratch.next);
        let rules = scratch.rules(self);
        let first = NODES + rules.nodes;
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
            let unreachable = rules.drops_unreachable && !scratch.local(self, receiver).up;
            if unreachable || rules.normalises && self.is_dead(scratch, id, receiver) {
                continue;
            }
            earliest = earliest.min(facts.date);
            sum = sum.wrapping_add(if rules.assumptions.order.queues() {
                let same = place.0 == facts.channel();
                place = (facts.channel(), if same { place.1 + 1 } else { 0 });
                fingerprint(&(facts.hash, place.1))
            } else {
                facts.hash
            });
            next[kept] = id;
            kept += 1;
        }
        next.truncate(kept);
        scratch.next = next;
        let period = rules.period;
        if period > 0 && earliest != TIMELESS && earliest >= period {
            self.lower(scratch, earliest / period * period);
            return self.tidy(scratch);
        }
        sum
    }

    /// Lowers all dates of `scratch.next`.
    fn lower(&self, scratch: &mut Scratch, by: u64) {
        let mut next = std::mem::take(&mut scratch.next);
        let messages = next.split_off(NODES + self.rules().nodes);
        for id in &mut next[NODES..] {
            *id = scratch.lowered_local(self, *id, by);
        }
        for id in messages {
            let lowered = scratch.lowered_envelope(self, id, by);
            self.put(scratch, &mut next, lowered);
        }
        scratch.next = next;
    }
}
