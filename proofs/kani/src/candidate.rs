//! What a user calls: `Candidate::try_lead`, its `look`, [`Exhausted`] and `Election::accepts`, against a memory that answers anything
//! (whatever others do between two accesses), and on the real atomics.

#[cfg(not(kani))]
use crate::kani;
use core::cell::Cell;
use verdict_election::{
    AtomicMemory, Election, Epoch, Exhausted, Memory, NodeId, Outcome, Variable, Word,
};

/// A memory that answers anything, and remembers what was asked of it.
#[derive(Default)]
pub(crate) struct Anything {
    /// How many accesses there were.
    pub(crate) accesses: Cell<u32>,
    /// What the last read has found.
    pub(crate) read: Cell<Option<u64>>,
    /// What the last CAS that was let through has replaced, and by what.
    pub(crate) stored: Cell<Option<(u64, u64)>>,
}

impl Memory for Anything {
    fn load(&self, _: Variable) -> u64 {
        let bits = kani::any();
        self.accesses.set(self.accesses.get() + 1);
        self.read.set(Some(bits));
        bits
    }

    fn cas(&self, _: Variable, cmp: u64, new: u64) -> bool {
        let succeeds: bool = kani::any();
        self.accesses.set(self.accesses.get() + 1);
        if succeeds {
            self.stored.set(Some((cmp, new)));
        }
        succeeds
    }
}

/// `&M` is a memory wherever `M` is.
struct Shared<'a>(&'a Anything);

impl Memory for Shared<'_> {
    fn load(&self, variable: Variable) -> u64 {
        self.0.load(variable)
    }

    fn cas(&self, variable: Variable, cmp: u64, new: u64) -> bool {
        self.0.cas(variable, cmp, new)
    }
}

fn any_id() -> u32 {
    let id: i32 = kani::any_where(|id| (0..=Word::MAX_ID.0).contains(id));
    id as u32
}

/// Whether this is the number of this epoch.
fn is(epoch: Epoch, cnt: i64) -> bool {
    i64::try_from(epoch.get()) == Ok(cnt)
}

/// A call tells a node that it leads only if its CAS has replaced what it knew by the next epoch and its id; it tells who leads
/// otherwise only as it has read; it takes one access or two.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(6))]
pub fn a_call_says_what_it_found() {
    let id = any_id();
    let memory = Anything::default();
    let Ok(election) = Election::over([id], Shared(&memory)) else {
        return kani::assert(false, "every id that fits may stand");
    };
    let Ok(mut candidate) = election.candidate(id) else {
        return kani::assert(false, "the node takes part");
    };
    let Ok(first) = candidate.try_lead() else {
        return kani::assert(false, "a node that knows nothing has epochs left");
    };
    let known = match first {
        Outcome::Leader(_) => memory.stored.get().map_or(0, |(_, new)| new),
        Outcome::Follower { .. } => memory.read.get().unwrap_or(0),
    };
    let accesses = memory.accesses.get();
    memory.stored.set(None);
    memory.read.set(None);
    let second = candidate.try_lead();
    let (stored, read) = (memory.stored.get(), memory.read.get());
    let taken = memory.accesses.get() - accesses;
    let leads = |bits: u64, epoch: Epoch| {
        let Word { cnt, lid } = Word::unpack(bits);
        is(epoch, cnt) && lid == NodeId(id as i32)
    };
    let right = match (first, second) {
        (Outcome::Leader(_), Ok(Outcome::Leader(epoch))) => {
            taken == 1 && read == Some(known) && leads(known, epoch)
        }
        (Outcome::Leader(_), Ok(Outcome::Follower { .. })) => taken == 1 && read != Some(known),
        (Outcome::Leader(_), Err(Exhausted)) => false,
        (Outcome::Follower { .. }, Ok(Outcome::Leader(epoch))) => {
            taken == 1
                && stored.is_some_and(|(cmp, new)| {
                    cmp == known
                        && Word::unpack(new).cnt == Word::unpack(known).cnt + 1
                        && leads(new, epoch)
                })
        }
        (Outcome::Follower { .. }, Ok(Outcome::Follower { leader, epoch })) => {
            let word = Word::unpack(read.unwrap_or(0));
            let as_read = word.lid == NodeId(leader as i32) && is(epoch, word.cnt);
            taken == 2 && stored.is_none() && (as_read || word.cnt < 0 || word.lid.0 < 0)
        }
        (Outcome::Follower { .. }, Err(Exhausted)) => {
            taken == 0 && Word::unpack(known).cnt == Word::MAX_EPOCH
        }
    };
    let led = matches!(first, Outcome::Leader(_));
    let leads_now = matches!(second, Ok(Outcome::Leader(_)));
    kani::cover!(led && leads_now, "a leader looks, and leads on");
    kani::cover!(led && !leads_now, "a leader looks, and steps down");
    kani::cover!(!led && leads_now, "a worker succeeds whom it knows");
    kani::cover!(second == Err(Exhausted), "no epoch is left");
    kani::cover!(!led && taken == 2, "a worker learns who leads");
    kani::assert(right, "the outcome is what was found");
}

/// On the real atomics, from any word: a worker learns it, then succeeds it, and is refused nothing but an epoch beyond the last.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(6))]
pub fn a_candidate_succeeds_any_leader() {
    let id = any_id();
    let (cnt, lid) = (
        kani::any_where(|cnt| (0..=Word::MAX_EPOCH).contains(cnt)),
        NodeId(any_id() as i32),
    );
    let memory = AtomicMemory::new(Word { cnt, lid });
    let Ok(election) = Election::over([id], memory) else {
        return kani::assert(false, "every id that fits may stand");
    };
    let Ok(mut candidate) = election.candidate(id) else {
        return kani::assert(false, "the node takes part");
    };
    let first = candidate.try_lead();
    let follows = matches!(first, Ok(Outcome::Follower { leader, epoch })
        if NodeId(leader as i32) == lid && is(epoch, cnt));
    let second = candidate.try_lead();
    let current = election.current();
    kani::cover!(second == Err(Exhausted), "no epoch is left");
    kani::cover!(matches!(second, Ok(Outcome::Leader(_))), "it leads");
    kani::cover!(lid == NodeId(id as i32), "it succeeds itself");
    let right = match second {
        Ok(Outcome::Leader(epoch)) => {
            is(epoch, cnt + 1) && current.is_some_and(|now| now.leader == id && now.epoch == epoch)
        }
        Ok(Outcome::Follower { .. }) => false,
        Err(Exhausted) => cnt == Word::MAX_EPOCH && current.is_some_and(|now| is(now.epoch, cnt)),
    };
    kani::assert(follows, "it learns who leads");
    kani::assert(right, "it succeeds that leader in the next epoch");
}

/// Work is accepted from the present epoch and from no other: not from an elder leader, not before the first.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(6))]
pub fn only_the_present_epoch_is_accepted() {
    let id = any_id();
    let memory = Anything::default();
    let Ok(election) = Election::over([id], Shared(&memory)) else {
        return kani::assert(false, "every id that fits may stand");
    };
    let Ok(mut candidate) = election.candidate(id) else {
        return kani::assert(false, "the node takes part");
    };
    let Ok(Outcome::Follower { epoch, .. } | Outcome::Leader(epoch)) = candidate.try_lead() else {
        return kani::assert(false, "a node that knows nothing has epochs left");
    };
    let accepts = election.accepts(epoch);
    let now = Word::unpack(memory.read.get().unwrap_or(0));
    kani::cover!(accepts, "it is accepted");
    kani::cover!(!accepts && now.cnt > 0, "it belongs to another epoch");
    kani::cover!(!accepts && now == Word::NOTHING, "nobody leads");
    let present = is(epoch, now.cnt) && now.lid != NodeId::NOBODY;
    kani::assert(
        accepts == present,
        "the epoch is accepted if it is the memory's",
    );
}
