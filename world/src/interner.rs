//! Values by number: each distinct value is stored once and named by a small id.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::RwLock;

/// A growing table of distinct values, shared between threads. Ids are dense; their order depends on
/// who came first, so nothing that a user sees may depend on it.
pub struct Interner<T> {
    ids: RwLock<FxHashMap<T, u32>>,
    values: boxcar::Vec<T>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// An empty table.
    pub fn new() -> Self {
        Interner {
            ids: RwLock::default(),
            values: boxcar::Vec::new(),
        }
    }

    /// The id of a value.
    pub fn intern(&self, value: &T) -> u32 {
        const UNPOISONED: &str = "interning does not panic";
        if let Some(id) = self.ids.read().expect(UNPOISONED).get(value) {
            return *id;
        }
        let mut ids = self.ids.write().expect(UNPOISONED);
        *ids.entry(value.clone())
            .or_insert_with(|| self.values.push(value.clone()) as u32)
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
