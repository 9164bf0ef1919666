//! The shared memory over any atomics.

use std::sync::atomic::Ordering;
use verdict_election::Word;
use verdict_election::memory::{Memory, Variable, initial};

/// An atomic word of 64 bits.
pub trait Cell: Send + Sync + 'static {
    /// A word that holds this.
    fn new(bits: u64) -> Self;
    /// Reads it.
    fn load(&self, ordering: Ordering) -> u64;
    /// Replaces it if it is `cmp`.
    fn compare_exchange(&self, cmp: u64, new: u64, won: Ordering, lost: Ordering) -> bool;
}

/// Makes a type of atomics a [`Cell`]; all of them have the same methods.
#[macro_export]
macro_rules! cell {
    ($cell:ty, $new:path, |$it:ident| $atomic:expr) => {
        impl $crate::cells::Cell for $cell {
            fn new(bits: u64) -> Self {
                $new(bits)
            }

            fn load(&self, ordering: std::sync::atomic::Ordering) -> u64 {
                let $it = self;
                $atomic.load(ordering)
            }

            fn compare_exchange(
                &self,
                cmp: u64,
                new: u64,
                won: std::sync::atomic::Ordering,
                lost: std::sync::atomic::Ordering,
            ) -> bool {
                let $it = self;
                $atomic.compare_exchange(cmp, new, won, lost).is_ok()
            }
        }
    };
}

cell!(std::sync::atomic::AtomicU64, Self::new, |it| it);
cell!(shuttle::sync::atomic::AtomicU64, Self::new, |it| it);

/// In which order other variables become visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orderings {
    /// Of a read.
    pub load: Ordering,
    /// Of a CAS that succeeds.
    pub won: Ordering,
    /// Of a CAS that fails.
    pub lost: Ordering,
}

impl Orderings {
    /// As in the library.
    pub const LIBRARY: Orderings = Orderings {
        load: Ordering::Acquire,
        won: Ordering::Release,
        lost: Ordering::Relaxed,
    };
    /// The weakest there are.
    pub const RELAXED: Orderings = Orderings {
        load: Ordering::Relaxed,
        won: Ordering::Relaxed,
        lost: Ordering::Relaxed,
    };
}

/// The shared variables in such cells.
#[derive(Debug)]
pub struct Cells<C> {
    cnt: C,
    lid: C,
    word: C,
    orderings: Orderings,
}

impl<C: Cell> Cells<C> {
    /// A memory that holds this word.
    pub fn new(first: Word, orderings: Orderings) -> Self {
        let [cnt, lid, word] = initial(first).map(|(_, bits)| C::new(bits));
        Cells {
            cnt,
            lid,
            word,
            orderings,
        }
    }

    fn cell(&self, variable: Variable) -> &C {
        match variable {
            Variable::Counter => &self.cnt,
            Variable::Leader => &self.lid,
            Variable::Word => &self.word,
        }
    }
}

impl<C: Cell> Memory for Cells<C> {
    fn load(&self, variable: Variable) -> u64 {
        self.cell(variable).load(self.orderings.load)
    }

    fn cas(&self, variable: Variable, cmp: u64, new: u64) -> bool {
        let Orderings { won, lost, .. } = self.orderings;
        self.cell(variable).compare_exchange(cmp, new, won, lost)
    }
}
