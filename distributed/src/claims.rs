//! The owner's side of the table: which states are known, and who has them.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::HashSet;

/// The bits of the number of a successor; those above are the worker's. So the smallest claim is that of the first worker, and there
/// that of the first successor.
const NUMBER: u32 = 44;
/// Nobody's.
const NOBODY: u64 = u64::MAX;
/// How many parts a table has, so that it is never held twice while it grows.
const PARTS: usize = 1 << 6;

/// Who is to know whether a state is new, of so many workers.
pub fn owner(fingerprint: u64, workers: usize) -> usize {
    let stirred = fingerprint.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32;
    ((stirred * workers as u64) >> 32) as usize
}

/// Who claims a state, and as which of its successors.
fn claim(worker: usize, number: u64) -> u64 {
    (worker as u64) << NUMBER | number
}

/// The states that one worker owns.
pub struct Claims {
    /// Those of finished levels.
    known: Vec<HashSet<u64, FxBuildHasher>>,
    /// Those of the level that is being made.
    new: FxHashMap<u64, Holder>,
    /// Those of them whose smallest claim has changed since it was last told.
    changed: Vec<u64>,
}

/// Who has a new state.
struct Holder {
    /// The smallest claim.
    claim: u64,
    /// The one that was told that it is.
    told: u64,
}

impl Claims {
    /// Of nothing yet.
    pub fn new() -> Self {
        Claims {
            known: vec![HashSet::default(); PARTS],
            new: FxHashMap::default(),
            changed: Vec::new(),
        }
    }

    /// A state that is known from the beginning.
    pub fn know(&mut self, fingerprint: u64) {
        self.known[part(fingerprint)].insert(fingerprint);
    }

    /// Somebody claims a state.
    pub fn claim(&mut self, fingerprint: u64, worker: usize, number: u64) {
        if self.known[part(fingerprint)].contains(&fingerprint) {
            return;
        }
        let claim = claim(worker, number);
        let holder = self.new.entry(fingerprint).or_insert(Holder {
            claim: NOBODY,
            told: NOBODY,
        });
        if claim < holder.claim {
            if holder.claim == holder.told {
                self.changed.push(fingerprint);
            }
            holder.claim = claim;
        }
    }

    /// Tells who has won which states since it was last told (`true`), and who has lost which.
    pub fn tell(&mut self, mut tell: impl FnMut(usize, u64, bool)) {
        let mut told = |claim: u64, won| {
            tell((claim >> NUMBER) as usize, claim & ((1 << NUMBER) - 1), won);
        };
        for fingerprint in self.changed.drain(..) {
            if let Some(holder) = self.new.get_mut(&fingerprint) {
                if holder.told != NOBODY {
                    told(holder.told, false);
                }
                told(holder.claim, true);
                holder.told = holder.claim;
            }
        }
    }

    /// How many states of the level there are so far.
    pub fn fresh(&self) -> usize {
        self.new.len()
    }

    /// How many states are known from finished levels.
    pub fn known(&self) -> usize {
        self.known.iter().map(HashSet::len).sum()
    }

    /// The level is finished.
    pub fn settle(&mut self) {
        for (fingerprint, _) in self.new.drain() {
            self.known[part(fingerprint)].insert(fingerprint);
        }
        // A level may be far smaller than the one before it.
        self.new.shrink_to(self.new.capacity() / 2);
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        let places = |capacity: usize| (capacity * 8 / 7).next_power_of_two();
        let of_set = |set: &HashSet<u64, _>| match set.capacity() {
            0 => 0,
            capacity => places(capacity) * (size_of::<u64>() + 1),
        };
        let known: usize = self.known.iter().map(of_set).sum();
        known + places(self.new.capacity()) * (size_of::<(u64, Holder)>() + 1)
    }
}

/// By other bits than those that choose the owner.
fn part(fingerprint: u64) -> usize {
    fingerprint as usize % PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(claims: &mut Claims) -> Vec<(usize, u64, bool)> {
        let mut all = Vec::new();
        claims.tell(|worker, number, won| all.push((worker, number, won)));
        all
    }

    #[test]
    fn the_first_worker_wins_and_of_its_claims_the_first_whenever_they_come() {
        let mut claims = Claims::new();
        claims.claim(7, 1, 5);
        claims.claim(7, 1, 3);
        claims.claim(7, 2, 0);
        claims.claim(8, 2, 1);
        assert_eq!(told(&mut claims), [(1, 3, true), (2, 1, true)]);
        claims.claim(7, 1, 4);
        assert_eq!(told(&mut claims), []);
        claims.claim(7, 0, 9);
        claims.claim(7, 0, 8);
        assert_eq!(told(&mut claims), [(1, 3, false), (0, 8, true)]);
        assert_eq!(claims.fresh(), 2);
        claims.settle();
        claims.claim(7, 0, 0);
        claims.know(9);
        claims.claim(9, 0, 0);
        assert_eq!(told(&mut claims), []);
        assert_eq!((claims.fresh(), claims.known()), (0, 3));
    }

    #[test]
    fn every_worker_owns_about_as_much() {
        for workers in [1, 2, 3, 4, 7] {
            let mut owned = vec![0usize; workers];
            for index in 0..10_000u64 {
                owned[owner(verdict_checker::space::fingerprint(&index), workers)] += 1;
            }
            let mean = 10_000 / workers;
            assert!(
                owned
                    .iter()
                    .all(|count| count.abs_diff(mean) < mean / 5 + 1)
            );
        }
    }
}
