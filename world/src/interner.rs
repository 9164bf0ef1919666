//! Values by number: each distinct value is stored once and named by a small id.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::RwLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use verdict_checker::space::heap;

/// A growing table of distinct values, shared between threads. Ids are dense; their order depends on
/// who came first, so nothing that a user sees may depend on it.
pub struct Interner<T> {
    ids: RwLock<FxHashMap<T, u32>>,
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
        if let Some(id) = self.ids.read().expect(UNPOISONED).get(value) {
            return *id;
        }
        let mut ids = self.ids.write().expect(UNPOISONED);
        *ids.entry(value.clone()).or_insert_with(|| {
            self.heap.fetch_add(heap(value), Relaxed);
            self.values.push(value.clone()) as u32
        })
    }

    /// About how many bytes the table holds: each value twice, once as the key of its id. The same for the same values.
    pub fn bytes(&self) -> usize {
        let places = self.values.count().next_power_of_two();
        places * (2 * size_of::<T>() + 2 * size_of::<u32>()) + 2 * self.heap.load(Relaxed)
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
