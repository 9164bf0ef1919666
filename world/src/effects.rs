//! What events do to a node, remembered: every handler runs once for each (local state, event).

use super::population::{Population, Rules};
use super::resident::NodeSet;
use super::symmetry::Images;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// No date.
pub(super) const TIMELESS: u64 = u64::MAX;

/// How many recent effects are kept at hand, as a power of two.
const RECENT: u32 = 13;

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

/// What comes of a cause.
#[derive(Default)]
pub(super) struct Effect {
    /// The local state after it.
    pub(super) local: u32,
    /// The messages that leave; `None` if none does. Shared, since it is read while more is remembered.
    pub(super) sends: Option<Arc<[u32]>>,
    /// By how much the sum of hashes changes, the message that arrived included, if this is
    /// all that ever follows: no message leaves, none is dropped, no date is lowered.
    pub(super) simple: Option<u64>,
}

/// What the enumeration needs to know of a local state at every turn.
#[derive(Clone, Copy)]
pub(super) struct LocalFacts {
    pub(super) hash: u64,
    pub(super) date: u64,
    pub(super) up: bool,
    /// How many local steps are open.
    pub(super) choices: u32,
    /// How many timers are set.
    pub(super) timers: u32,
    /// Nodes it watches and has not been told about.
    pub(super) watched: NodeSet,
}

/// What the enumeration needs to know of a message at every turn.
#[derive(Clone, Copy)]
pub(super) struct EnvelopeFacts {
    pub(super) hash: u64,
    /// The canonical order: by receiver, then sender, then content.
    pub(super) rank: u64,
    pub(super) date: u64,
    pub(super) dst: u8,
    pub(super) age: u8,
    /// Whether it goes when its sender or its receiver crashes.
    pub(super) access: bool,
    /// Whether it marks a place.
    pub(super) mark: bool,
}

impl EnvelopeFacts {
    /// Whether the crash of a node takes this message away.
    pub(super) fn dies_with(&self, node: usize) -> bool {
        let [dst, src] = [self.channel() >> 8, self.channel() & 0xff];
        self.access && (src == node as u64 || dst == node as u64)
    }

    /// Receiver and sender in one number.
    pub(super) fn channel(&self) -> u64 {
        self.rank >> 48
    }
}

/// What a thread remembers: the facts of all parts, the outcomes of all causes, buffers.
#[derive(Default)]
pub struct Scratch {
    /// Whether states are kept with all that the canonical form leaves out.
    plain: bool,
    locals: Vec<Option<LocalFacts>>,
    envelopes: Vec<Option<EnvelopeFacts>>,
    /// The number of the effect of every (cause, local state) met so far.
    memo: FxHashMap<u64, u32>,
    /// The most recent of them, each at a place given by its key: most look-ups end here.
    recent: Vec<(u64, u32)>,
    effects: Vec<Effect>,
    /// Local states and messages with their dates lowered, by number and by how much.
    lowered: [FxHashMap<(u32, u64), u32>; 2],
    /// What becomes of local states and of messages under every renaming, by number.
    images: [Vec<Option<Box<Images>>>; 2],
    /// The sums of hashes under every renaming.
    pub(super) sums: Vec<u64>,
    /// The part of a handler's messages that has left when a crash cuts it short.
    pub(super) left: Vec<u32>,
    /// A successor under construction.
    pub(super) next: Vec<u32>,
    /// The facts about the parts of the state at hand.
    pub(super) here: Here,
}

/// The facts about the parts of one state, in the order of the state.
#[derive(Default)]
pub(super) struct Here {
    /// About the nodes.
    pub(super) locals: Vec<LocalFacts>,
    /// About the messages in flight.
    pub(super) envelopes: Vec<EnvelopeFacts>,
    /// For each node: the messages in flight to it, which stand together.
    pub(super) waiting: Vec<std::ops::Range<usize>>,
}

/// The fact about `id`, established on first use.
#[inline]
fn recall<T: Copy>(facts: &mut Vec<Option<T>>, id: u32, establish: impl FnOnce() -> T) -> T {
    let at = id as usize;
    if let Some(Some(known)) = facts.get(at) {
        return *known;
    }
    if at >= facts.len() {
        facts.resize(at + 1, None);
    }
    *facts[at].insert(establish())
}

fn keep(images: &mut Vec<Option<Box<Images>>>, id: u32, of: Images) {
    let at = id as usize;
    if at >= images.len() {
        images.resize_with(at + 1, || None);
    }
    images[at] = Some(Box::new(of));
}

fn kept(images: &[Option<Box<Images>>], id: u32) -> &Images {
    let kept = images[id as usize].as_deref();
    kept.expect("made on first use")
}

impl Scratch {
    /// One for states of which nothing is left out.
    pub(super) fn plain() -> Self {
        Scratch {
            plain: true,
            ..Scratch::default()
        }
    }

    /// What the world is like, for this scratch.
    #[inline]
    pub(super) fn rules(&self, world: &dyn Population) -> Rules {
        match self.plain {
            true => world.rules().plain(),
            false => *world.rules(),
        }
    }

    /// Forgets the outcomes of causes, if they take more than so many bytes: they are found again.
    pub(super) fn trim(&mut self, bytes: usize) {
        let memo = self.memo.capacity() * size_of::<(u64, u32)>();
        let effects = self.effects.capacity() * (size_of::<Effect>() + size_of::<[u32; 4]>());
        if memo + effects > bytes {
            (self.memo, self.effects) = (FxHashMap::default(), Vec::new());
            self.lowered = Default::default();
            self.recent.clear();
        }
        let images = self.images.iter().flatten().flatten();
        let renamed: usize = images.map(|images| images.bytes()).sum();
        if renamed > bytes {
            self.images = Default::default();
        }
    }

    /// What becomes of a local state under every renaming.
    pub(super) fn images_of_local(&mut self, world: &dyn Population, id: u32) -> &Images {
        let known = self.images[0].get(id as usize).is_some_and(Option::is_some);
        if !known {
            let ids = (0..world.renamings().len()).map(|by| world.renamed_local(id, by));
            let ids: Vec<u32> = ids.collect();
            let hashes = ids.iter().map(|id| self.local(world, *id).hash).collect();
            keep(&mut self.images[0], id, Images { ids, hashes });
        }
        kept(&self.images[0], id)
    }

    /// What becomes of a message under every renaming.
    pub(super) fn images_of_envelope(&mut self, world: &dyn Population, id: u32) -> &Images {
        let known = self.images[1].get(id as usize).is_some_and(Option::is_some);
        if !known {
            let ids = (0..world.renamings().len()).map(|by| world.renamed_envelope(id, by));
            let ids: Vec<u32> = ids.collect();
            let hashes = ids
                .iter()
                .map(|id| self.envelope(world, *id).hash)
                .collect();
            keep(&mut self.images[1], id, Images { ids, hashes });
        }
        kept(&self.images[1], id)
    }

    #[inline]
    pub(super) fn local(&mut self, world: &dyn Population, id: u32) -> LocalFacts {
        recall(&mut self.locals, id, || world.local_facts(id))
    }

    #[inline]
    pub(super) fn envelope(&mut self, world: &dyn Population, id: u32) -> EnvelopeFacts {
        recall(&mut self.envelopes, id, || world.envelope_facts(id))
    }

    /// A local state with its dates lowered.
    pub(super) fn lowered_local(&mut self, world: &dyn Population, id: u32, by: u64) -> u32 {
        let known = self.lowered[0].entry((id, by));
        *known.or_insert_with(|| world.lower_local(id, by))
    }

    /// A message with its date lowered.
    pub(super) fn lowered_envelope(&mut self, world: &dyn Population, id: u32, by: u64) -> u32 {
        let known = self.lowered[1].entry((id, by));
        *known.or_insert_with(|| world.lower_envelope(id, by))
    }

    /// The facts about a message that has been looked at before.
    #[inline]
    pub(super) fn known_envelope(&self, id: u32) -> EnvelopeFacts {
        self.envelopes[id as usize].expect("looked at before")
    }

    /// The number of the effect of a cause in a local state.
    #[inline]
    pub(super) fn effect(&mut self, world: &dyn Population, local: u32, cause: Cause) -> usize {
        let key = cause.key(local);
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT)) as usize;
        match self.recent.get(place) {
            Some((recent, number)) if *recent == key => *number as usize,
            _ => self.effect_by_memo(world, local, cause, key, place),
        }
    }

    #[cold]
    fn effect_by_memo(
        &mut self,
        world: &dyn Population,
        local: u32,
        cause: Cause,
        key: u64,
        place: usize,
    ) -> usize {
        let number = match self.memo.get(&key) {
            Some(known) => *known,
            None => {
                let mut effect = world.effect(local, cause);
                self.weigh(world, local, cause, &mut effect);
                let number = self.effects.len() as u32;
                self.effects.push(effect);
                self.memo.insert(key, number);
                number
            }
        };
        // No cause has the key of all ones: details are smaller than 2^29.
        self.recent.resize(1 << RECENT, (u64::MAX, 0));
        self.recent[place] = (key, number);
        number as usize
    }

    /// The effect with this number.
    #[inline]
    pub(super) fn effect_numbered(&self, number: usize) -> &Effect {
        &self.effects[number]
    }

    /// The local state that a cause leads to.
    pub(super) fn local_after(&mut self, world: &dyn Population, local: u32, cause: Cause) -> u32 {
        let number = self.effect(world, local, cause);
        self.effects[number].local
    }

    /// Works out whether an effect is all that ever follows from its cause.
    fn weigh(&mut self, world: &dyn Population, local: u32, cause: Cause, effect: &mut Effect) {
        let (before, after) = (self.local(world, local), self.local(world, effect.local));
        let simple = effect.sends.is_none()
            && !matches!(cause, Cause::Crash | Cause::Return)
            && !world.rules().assumptions.order.queues()
            && (after.date == TIMELESS || !self.rules(world).normalises);
        let arrived = match cause {
            Cause::Deliver(envelope) => self.envelope(world, envelope).hash,
            _ => 0,
        };
        let change = after.hash.wrapping_sub(before.hash).wrapping_sub(arrived);
        effect.simple = simple.then_some(change);
    }
}
