//! Values by number: each distinct value is stored once and named by a small id.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::RwLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use verdict_checker::space::{fingerprint, heap};

/// A growing table of distinct values, shared between threads. Ids are dense; their order depends on
/// who came first, so nothing that a user sees may depend on it.
pub struct Interner<T> {
    /// By the fingerprint of the value; of values with the same one, each later one has the next that is free.
    ids: RwLock<FxHashMap<u64, u32>>,
    values: boxcar::Vec<T>,
    /// What all values hold outside themselves.
    heap: AtomicUsize,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// An empty table.
    pub fn new() -> Self {
        Interner {
            ids: RwLock::default(),
            values: boxcar::Vec::new(),
            heap: AtomicUsize::new(0),
        }
    }

    /// The id of a value.
    pub fn intern(&self, value: &T) -> u32 {
        const UNPOISONED: &str = "interning does not panic";
        let print = fingerprint(value);
        if let Ok(id) = self.find(&self.ids.read().expect(UNPOISONED), print, value) {
            return id;
        }
        let mut ids = self.ids.write().expect(UNPOISONED);
        self.find(&ids, print, value).unwrap_or_else(|free| {
            self.heap.fetch_add(heap(value), Relaxed);
            let id = self.values.push(value.clone()) as u32;
            ids.insert(free, id);
            id
        })
    }

    /// The id of a value, or the key that is free for it.
    fn find(&self, ids: &FxHashMap<u64, u32>, print: u64, value: &T) -> Result<u32, u64> {
        let mut key = print;
        while let Some(id) = ids.get(&key) {
            if self.get(*id) == value {
                return Ok(*id);
            }
            key = key.wrapping_add(1);
        }
        Err(key)
    }

    /// About how many bytes the table holds. The same for the same values.
    pub fn bytes(&self) -> usize {
        let places = self.values.count().next_power_of_two();
        places * (size_of::<T>() + size_of::<(u64, u32)>()) + self.heap.load(Relaxed)
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.count()
    }

    /// The value with this id.
    pub fn get(&self, id: u32) -> &T {
        &self.values[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_an_id_and_different_ones_do_not() {
        let names = Interner::new();
        let [a, b] = [&"a", &"b"].map(|name| names.intern(name));
        assert_ne!(a, b);
        assert_eq!(names.intern(&"a"), a);
        assert_eq!((*names.get(a), *names.get(b)), ("a", "b"));
    }
}
