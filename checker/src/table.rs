//! The set of states seen, as fingerprints, each with the number of its parent.
//!
//! Open addressing over atomics, so that all threads insert into one table. When several parents
//! of one level reach the same new state, the parent with the smallest number wins, whatever the
//! order in which threads arrive: this is what makes counterexamples independent of the number of
//! threads.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The parent of an initial state.
pub const NO_PARENT: u32 = 0;
/// For how many states a search makes room at first.
pub const FIRST_ROOM: usize = 1 << 14;
/// How far from its home a state may stand before the table counts as full.
const LONGEST_PROBE: usize = 1 << 10;
/// No parent has been written yet.
const UNCLAIMED: u32 = u32::MAX;

#[derive(Default)]
struct Slot {
    /// 0 while the slot is empty.
    fingerprint: AtomicU64,
    /// 1 + the parent's number, so that [`NO_PARENT`] is smaller than every parent.
    parent: AtomicU32,
    /// The state's own number, once [`Table::number_all`] has given it.
    number: AtomicU32,
}

impl Slot {
    fn empty() -> Self {
        Slot {
            parent: AtomicU32::new(UNCLAIMED),
            ..Slot::default()
        }
    }

    /// Makes `parent` the parent unless a smaller one has come before.
    fn claim(&self, parent: u32, contested: bool) -> Inserted {
        if self.parent.load(Relaxed) <= parent || self.parent.fetch_min(parent, Relaxed) <= parent {
            return Inserted::Known;
        }
        Inserted::New { contested }
    }
}

/// What an insertion found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// The state is known, from an earlier level or from a smaller parent.
    Known,
    /// The state is new and this parent is the smallest so far.
    New {
        /// Whether a larger parent had already claimed the state.
        contested: bool,
    },
    /// There is no room: grow the table, then insert again.
    Full,
}

/// A concurrent set of fingerprints with parent links.
pub struct Table {
    slots: Vec<Slot>,
    mask: usize,
}

impl Table {
    /// How many slots a table for so many states has.
    fn slots_for(states: usize) -> usize {
        (states * 4 / 3).next_power_of_two().max(1 << 12)
    }

    /// The memory of a table that holds so many states, whoever filled it; and if it is soon to grow, of the one that is then
    /// filled from it, since both are held for a while.
    pub fn bytes_for(states: usize) -> usize {
        let slots = Self::slots_for(states.max(FIRST_ROOM));
        let soon = states > slots / 4 * 3 / 4 * 3;
        let slots = if soon { 3 * slots } else { slots };
        slots * size_of::<Slot>()
    }

    /// A table with room for about `states` states before it has to grow.
    pub fn with_room_for(states: usize) -> Self {
        let slots = Self::slots_for(states);
        Table {
            slots: std::iter::repeat_with(Slot::empty).take(slots).collect(),
            mask: slots - 1,
        }
    }

    /// How many states fit before insertions may answer [`Inserted::Full`].
    pub fn room(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    /// Memory in use.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// 0 marks an empty slot, so the fingerprint 0 shares its place with 1.
    fn stored(fingerprint: u64) -> u64 {
        fingerprint.max(1)
    }

    fn home(&self, fingerprint: u64) -> usize {
        // The low bits choose the slot; the whole word is compared.
        fingerprint as usize & self.mask
    }

    /// Inserts a state reached from the state whose number is `parent - 1` (or [`NO_PARENT`]).
    pub fn insert(&self, fingerprint: u64, parent: u32) -> Inserted {
        let wanted = Self::stored(fingerprint);
        let mut at = self.home(wanted);
        let last = at + LONGEST_PROBE;
        loop {
            let slot = &self.slots[at & self.mask];
            let found = slot.fingerprint.load(Relaxed);
            if found == wanted {
                return slot.claim(parent, true);
            }
            if found == 0 {
                match slot
                    .fingerprint
                    .compare_exchange(0, wanted, Relaxed, Relaxed)
                {
                    Ok(_) => return slot.claim(parent, false),
                    Err(other) if other == wanted => return slot.claim(parent, true),
                    Err(_) => {}
                }
            }
            if at == last {
                return Inserted::Full;
            }
            at += 1;
        }
    }

    fn find(&self, fingerprint: u64) -> Option<&Slot> {
        let wanted = Self::stored(fingerprint);
        let mut at = self.home(wanted);
        loop {
            match self.slots[at].fingerprint.load(Relaxed) {
                0 => return None,
                found if found == wanted => return Some(&self.slots[at]),
                _ => at = (at + 1) & self.mask,
            }
        }
    }

    /// The parent link of a state, as given to [`Table::insert`].
    pub fn parent(&self, fingerprint: u64) -> Option<u32> {
        Some(self.find(fingerprint)?.parent.load(Relaxed))
    }

    /// Gives every state its number: its place in `fingerprints`.
    pub fn number_all(&self, fingerprints: &[u64]) {
        for (number, fingerprint) in fingerprints.iter().enumerate() {
            if let Some(slot) = self.find(*fingerprint) {
                slot.number.store(number as u32, Relaxed);
            }
        }
    }

    /// The number of a state after [`Table::number_all`].
    pub fn number(&self, fingerprint: u64) -> Option<u32> {
        Some(self.find(fingerprint)?.number.load(Relaxed))
    }

    /// Doubles the table.
    pub fn grow(&mut self) {
        let doubled = self.slots.len() * 2;
        let old = std::mem::replace(
            &mut self.slots,
            std::iter::repeat_with(Slot::empty).take(doubled).collect(),
        );
        self.mask = doubled - 1;
        for slot in old {
            let fingerprint = slot.fingerprint.load(Relaxed);
            if fingerprint == 0 {
                continue;
            }
            let mut at = self.home(fingerprint);
            while self.slots[at].fingerprint.load(Relaxed) != 0 {
                at = (at + 1) & self.mask;
            }
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_parent_wins_whatever_the_order() {
        let table = Table::with_room_for(10);
        assert_eq!(table.insert(77, 5), Inserted::New { contested: false });
        assert_eq!(table.insert(77, 3), Inserted::New { contested: true });
        assert_eq!(
            table.insert(77, 3),
            Inserted::Known,
            "the same parent again"
        );
        assert_eq!(table.insert(77, 4), Inserted::Known, "a larger parent");
        assert_eq!(table.parent(77), Some(3));
        assert_eq!(table.parent(78), None);
    }

    #[test]
    fn growing_keeps_every_state_and_its_parent() {
        let mut table = Table::with_room_for(1);
        // Fingerprints that crowd on every 64th slot, so that probing has work to do.
        let fingerprint = |i: u64| (i + 1) * 64;
        let mut grown = 0;
        for i in 0..20_000u64 {
            while table.insert(fingerprint(i), i as u32) == Inserted::Full {
                table.grow();
                grown += 1;
                assert!(grown < 10, "growing must make room");
            }
        }
        assert!(grown > 0, "the test must see a full table");
        for i in 0..20_000u64 {
            assert_eq!(table.parent(fingerprint(i)), Some(i as u32));
        }
    }

    #[test]
    fn fingerprint_zero_is_a_state_like_any_other() {
        let table = Table::with_room_for(1);
        assert!(matches!(table.insert(0, 2), Inserted::New { .. }));
        assert_eq!(table.insert(0, 2), Inserted::Known);
        assert_eq!(table.parent(0), Some(2));
    }
}
