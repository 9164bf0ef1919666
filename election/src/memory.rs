//! Where the shared variables live.

use crate::access::{Access, Counter, Found, NodeId, Word};
use core::sync::atomic::{AtomicU64, Ordering};

/// A shared variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    /// `shm.cnt`.
    Counter,
    /// `shm.lid`.
    Leader,
    /// The repair: both in one word.
    Word,
}

/// The shared memory: variables of 64 bits that can be read, and replaced by comparison. Nothing is ever
/// stored without a comparison.
///
/// Both operations must be atomic, and all operations on one variable must have one order that every node sees; no
/// order is asked for between variables.
pub trait Memory {
    /// Reads a variable. Whoever reads a value must see what was written before a [`Memory::cas`] that stored it.
    fn load(&self, variable: Variable) -> u64;

    /// Algorithm 3: if the variable is `cmp` it becomes `new`, and the answer is true. It must not fail spuriously.
    fn cas(&self, variable: Variable, cmp: u64, new: u64) -> bool;

    /// Carries out one access.
    ///
    /// A word that does not fit into 64 bits is never found and never stored.
    fn perform(&self, access: Access) -> Found {
        match access {
            Access::CasCounter { cmp, new } => {
                let (cmp, new) = (from_counter(cmp), from_counter(new));
                Found::Success(self.cas(Variable::Counter, cmp, new))
            }
            Access::CasLeader { cmp, new } => {
                let (cmp, new) = (from_leader(cmp), from_leader(new));
                Found::Success(self.cas(Variable::Leader, cmp, new))
            }
            Access::CasWord { cmp, new } => match (cmp.pack(), new.pack()) {
                (Some(cmp), Some(new)) => Found::Success(self.cas(Variable::Word, cmp, new)),
                _ => Found::Success(false),
            },
            Access::ReadCounter => Found::Counter(to_counter(self.load(Variable::Counter))),
            Access::ReadLeader => Found::Leader(to_leader(self.load(Variable::Leader))),
            Access::ReadWord => Found::Word(Word::unpack(self.load(Variable::Word))),
            Access::Work { epoch, .. } => {
                Found::Success(Word::unpack(self.load(Variable::Word)).cnt == epoch)
            }
        }
    }
}

// As in a packed word, -1 is stored as zero.
fn from_counter(cnt: Counter) -> u64 {
    cnt.wrapping_add(1) as u64
}

fn to_counter(bits: u64) -> Counter {
    (bits as Counter).wrapping_sub(1)
}

fn from_leader(lid: NodeId) -> u64 {
    u64::from(lid.0.wrapping_add(1) as u32)
}

fn to_leader(bits: u64) -> NodeId {
    NodeId((bits as i32).wrapping_sub(1))
}

/// What each variable holds if the memory holds this word; zero if it does not fit.
pub fn initial(first: Word) -> [(Variable, u64); 3] {
    [
        (Variable::Counter, from_counter(first.cnt)),
        (Variable::Leader, from_leader(first.lid)),
        (Variable::Word, first.pack().unwrap_or(0)),
    ]
}

/// The shared memory on the atomics of this machine.
///
/// A successful CAS releases and a read acquires; a CAS that fails orders nothing, because whoever fails reads next.
/// These are the weakest orderings that keep the promise of [`Memory::load`]: loom finds the run in which each weaker one
/// breaks it. Who leads in which epoch needs none of them; that is decided on one variable.
#[derive(Debug, Default)]
pub struct AtomicMemory {
    cnt: AtomicU64,
    lid: AtomicU64,
    word: AtomicU64,
}

impl AtomicMemory {
    /// A memory that holds this word.
    pub fn new(first: Word) -> Self {
        let [cnt, lid, word] = initial(first).map(|(_, bits)| AtomicU64::new(bits));
        AtomicMemory { cnt, lid, word }
    }

    fn cell(&self, variable: Variable) -> &AtomicU64 {
        match variable {
            Variable::Counter => &self.cnt,
            Variable::Leader => &self.lid,
            Variable::Word => &self.word,
        }
    }
}

impl Memory for AtomicMemory {
    fn load(&self, variable: Variable) -> u64 {
        self.cell(variable).load(Ordering::Acquire)
    }

    fn cas(&self, variable: Variable, cmp: u64, new: u64) -> bool {
        self.cell(variable)
            .compare_exchange(cmp, new, Ordering::Release, Ordering::Relaxed)
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_and_ids_come_back() {
        for cnt in [-1, 0, 1, i64::MAX, i64::MIN] {
            assert_eq!(to_counter(from_counter(cnt)), cnt);
        }
        for id in [-1, 0, 1, i32::MAX, i32::MIN] {
            assert_eq!(to_leader(from_leader(NodeId(id))), NodeId(id));
        }
    }

    #[test]
    fn a_word_that_does_not_fit_is_never_stored() {
        let last = Word {
            cnt: Word::MAX_EPOCH,
            lid: NodeId(1),
        };
        let memory = AtomicMemory::new(last);
        let new = Word {
            cnt: Word::MAX_EPOCH + 1,
            lid: NodeId(1),
        };
        let found = memory.perform(Access::CasWord { cmp: last, new });
        assert_eq!(found, Found::Success(false));
        assert_eq!(memory.perform(Access::ReadWord), Found::Word(last));
    }
}
